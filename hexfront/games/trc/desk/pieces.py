"""The counters on the board for drawing. Nothing is hidden in this game."""

from collections.abc import Iterator

from hexfront.engine.desk import Desk
from hexfront.engine.pieces import Piece
from hexfront.games.trc.counters import AXIS, SIDES, Unit
from hexfront.games.trc.edition import TrcEdition
from hexfront.games.trc.state import STOPPED, TrcState
from hexfront.games.trc.supply import supplied_hexes
from hexfront.grid import members

# 2: types as the drawing knows them; all others are drawn by their own name.
SYMBOLS = {"armour": "panzer", "luftwaffe": "infantry", "battlegroup": "infantry", "paratroop": "paratroops"}
SIZES = {"army": "XXXX", "corps": "XXX", "none": ""}
COLOURS = {"ss": "german-ss", "guards": "soviet-guards", "russian": "soviet"}


_MARKS = ("out-of-supply", "moved", "fought")
_DRAWN: dict[tuple[TrcEdition, int, int, int], Piece] = {}  # from order to order most counters stay as they are
_MOST = 50_000


class Counters(Desk[TrcState]):
    """The counters as anybody sees them."""

    def pieces(self, s: TrcState) -> list[Piece]:
        """All that lies on the board, units first in the order of their numbers, then who holds the towns."""
        if len(_DRAWN) > _MOST:
            _DRAWN.clear()
        return [*_units(s), *_markers(s)]


def _units(s: TrcState) -> Iterator[Piece]:
    """The units, each drawn anew only when something on its counter has changed."""
    e = s.edition
    fed = [supplied_hexes(s, side) for side in (0, 1)]
    for unit in e.units:
        number = unit.number
        place = s.where[number]
        if place < 0:
            continue
        stopped = s.spent[number] >= STOPPED or s.moved >> number & 1
        marks = (not fed[unit.side] >> place & 1) | bool(stopped) << 1 | (s.fought >> number & 1) << 2
        key = (e, number, place, marks)
        yield _DRAWN.get(key) or _unit(unit, key)


def _unit(unit: Unit, key: tuple[TrcEdition, int, int, int]) -> Piece:
    colour, symbol = COLOURS.get(unit.nation, unit.nation), SYMBOLS.get(unit.type, unit.type)
    marks = tuple(mark for place, mark in enumerate(_MARKS) if key[3] >> place & 1)
    drawn = _DRAWN[key] = Piece(
        key[2],
        SIDES[unit.side],
        colour,
        symbol,
        SIZES[unit.size],
        unit.name,
        unit.value,
        marks,
        "moved" in marks,
        "fought" in marks,
    )
    return drawn


def _markers(s: TrcState) -> Iterator[Piece]:
    """Towns and oil fields of the Axis beyond its own countries."""
    for place in members(s.axis_places & (s.board.cities | s.board.oil) & s.board.countries.get("Russia", 0)):
        yield Piece(place, SIDES[AXIS], "german", "control", name="control", is_marker=True)
