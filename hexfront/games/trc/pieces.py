"""The counters on the board for drawing. Nothing is hidden in this game."""

from collections.abc import Iterator

from hexfront.engine.pieces import Piece
from hexfront.games.trc.counters import AXIS, SIDES, UNITS, Unit
from hexfront.games.trc.state import STOPPED, TrcState
from hexfront.games.trc.supply import supplied_hexes
from hexfront.grid import members

# 2: types as the drawing knows them; all others are drawn by their own name.
SYMBOLS = {"armour": "panzer", "luftwaffe": "infantry", "battlegroup": "infantry", "paratroop": "paratroops"}
SIZES = {"army": "XXXX", "corps": "XXX", "none": ""}
COLOURS = {"ss": "german-ss", "guards": "soviet-guards", "russian": "soviet"}


def pieces(s: TrcState) -> list[Piece]:
    """All that lies on the board, units first in the order of their numbers, then who holds the towns."""
    fed = [supplied_hexes(s, side) for side in (0, 1)]
    units = [_unit(s, unit, fed) for unit in UNITS if s.where[unit.number] >= 0]
    return [*units, *_markers(s)]


def _unit(s: TrcState, unit: Unit, fed: list[int]) -> Piece:
    place, colour = s.where[unit.number], COLOURS.get(unit.nation, unit.nation)
    symbol = SYMBOLS.get(unit.type, unit.type)
    marks = {
        "out-of-supply": not fed[unit.side] >> place & 1,
        "moved": s.spent[unit.number] >= STOPPED or bool(s.moved >> unit.number & 1),
        "fought": bool(s.fought >> unit.number & 1),
    }
    return Piece(
        place,
        SIDES[unit.side],
        colour,
        symbol,
        SIZES[unit.size],
        unit.name,
        unit.value,
        tuple(mark for mark, so in marks.items() if so),
    )


def _markers(s: TrcState) -> Iterator[Piece]:
    """Towns and oil fields of the Axis beyond its own countries."""
    for place in members(s.axis_places & (s.board.cities | s.board.oil) & s.board.countries.get("Russia", 0)):
        yield Piece(place, SIDES[AXIS], "german", "control", name="control")
