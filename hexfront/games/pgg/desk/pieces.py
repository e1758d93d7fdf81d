"""The counters on the board as they may be shown to anybody: an untried division shows its movement only (12)."""

from collections.abc import Iterator

from hexfront.engine.pieces import Piece
from hexfront.games.pgg.counters import GERMAN, SIDES, SOVIET, Unit
from hexfront.games.pgg.edition import PggEdition
from hexfront.games.pgg.state import PggState
from hexfront.games.pgg.supply import Lines
from hexfront.games.pgg.untried import untried
from hexfront.grid import members

SYMBOLS = {"rifle": "infantry", "armoured": "panzer", "tank": "panzer", "mech": "panzergrenadier"}
_MARKS = ("untried", "disrupted", "out-of-supply", "moved", "fought", "step")
Key = tuple[PggEdition, int, int, int, int, int]
_DRAWN: dict[Key, Piece] = {}  # from order to order most counters stay as they are
_MOST = 50_000


def pieces(view: PggState) -> list[Piece]:
    """All that lies on the board, units first in the order of their numbers, then markers."""
    if len(_DRAWN) > _MOST:
        _DRAWN.clear()
    return [*_units(view), *_markers(view)]


def _units(s: PggState) -> Iterator[Piece]:
    """The units, each drawn anew only when something on its counter has changed."""
    where, lost, counter, known = s.where, s.lost, s.counter, _DRAWN.get
    edition, disrupted, moved, fought = s.edition, s.disrupted, s.moved, s.fought
    hungry = _unsupplied(s)
    for unit in edition.units:
        number = unit.number
        place = where[number]
        if place < 0:
            continue
        hidden = untried(s, number)
        marks = (
            hidden
            | (disrupted >> number & 1) << 1
            | (hungry >> number & 1) << 2
            | (moved >> number & 1) << 3
            | (fought >> number & 1) << 4
            | (lost[number] > 0) << 5
        )
        key = (edition, number, place, lost[number], -1 if hidden else counter[number], marks)
        yield known(key) or _unit(s, unit, key)


def _unsupplied(s: PggState) -> int:
    """The units on the board that are out of supply (11), a hex at a time: those of one hex mostly fare alike."""
    lines, found = Lines(s), 0
    led = lines.command & s.held_by[SOVIET]
    for place in members((s.held_by[GERMAN] & ~lines.road) | (s.held_by[SOVIET] & ~led)):
        for unit in s.stacks[place]:
            found |= (not lines.supplied(unit)) << unit
    for place in members(led & ~lines.east):  # a leader needs a line of his own (10.34)
        for unit in s.stacks[place]:
            found |= (not lines.supplied(unit)) << unit
    return found


def _unit(s: PggState, unit: Unit, key: Key) -> Piece:
    symbol, size, figures = face(s, unit)
    colour = SIDES[unit.side]
    marks = tuple(mark for place, mark in enumerate(_MARKS) if key[-1] >> place & 1)
    drawn = _DRAWN[key] = Piece(
        s.where[unit.number],
        colour,
        colour,
        symbol,
        size,
        unit.name,
        figures,
        marks,
        "moved" in marks,
        "fought" in marks,
    )
    return drawn


def face(s: PggState, unit: Unit) -> tuple[str, str, str]:
    """Symbol, size and figures as printed."""
    move = unit.move // 2
    if unit.type == "leader":
        return "leader", "XXXX", f"{unit.strengths[0]}-{move}"
    if unit.strengths:
        strength = unit.strengths[min(s.lost[unit.number], len(unit.strengths) - 1)]
        return unit.type, "III" if "/" in unit.name else "XX", f"{strength}-{move}"
    if untried(s, unit.number) or s.counter[unit.number] < 0:
        return SYMBOLS[unit.type], "XX", f"?-{move}"
    counter = s.edition.counters[s.counter[unit.number]]
    return SYMBOLS.get(counter.type, counter.type), "XX", f"{counter.name}-{move}"


def _markers(s: PggState) -> Iterator[Piece]:
    """Air interdiction of both sides, cut railways, and the cities that are German (15.11)."""
    for place in s.air:
        yield Piece(place, "german", "german", "air", name="air interdiction", is_marker=True)
    if s.interdiction >= 0:
        yield Piece(s.interdiction, "soviet", "soviet", "interdiction", name="interdiction", is_marker=True)
    for place in members(s.cuts):
        yield Piece(place, "soviet", "soviet", "cut", name="rail cut", is_marker=True)
    held = s.german & (s.board.major | s.board.minor)
    for place in members(held):
        yield Piece(place, "german", "german", "control", name="control", is_marker=True)
