"""The counters on the board as they may be shown to anybody: an untried division shows its movement only (12)."""

from collections.abc import Iterator

from hexfront.engine.pieces import Piece
from hexfront.games.pgg.counters import COUNTERS, SIDES, UNITS, Unit
from hexfront.games.pgg.state import PggState
from hexfront.games.pgg.supply import Lines
from hexfront.games.pgg.untried import untried
from hexfront.grid import members

SYMBOLS = {"rifle": "infantry", "armoured": "panzer", "tank": "panzer", "mech": "panzergrenadier"}


def pieces(view: PggState) -> list[Piece]:
    """All that lies on the board, units first in the order of their numbers, then markers."""
    lines = Lines(view)
    units = [_unit(view, unit, lines) for unit in UNITS if view.where[unit.number] >= 0]
    return [*units, *_markers(view)]


def _unit(s: PggState, unit: Unit, lines: Lines) -> Piece:
    symbol, size, figures = face(s, unit)
    place, colour = s.where[unit.number], SIDES[unit.side]
    return Piece(place, colour, colour, symbol, size, _name(unit), figures, _marks(s, unit, lines))


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
    counter = COUNTERS[s.counter[unit.number]]
    return SYMBOLS.get(counter.type, counter.type), "XX", f"{counter.name}-{move}"


def _name(unit: Unit) -> str:
    """What stands on the counter; Soviet divisions are known by their place in the order of battle."""
    return unit.name


def _marks(s: PggState, unit: Unit, lines: Lines) -> tuple[str, ...]:
    number = unit.number
    told = {
        "untried": untried(s, number),
        "disrupted": bool(s.disrupted >> number & 1),
        "out-of-supply": not lines.supplied(number),
        "moved": bool(s.moved >> number & 1),
        "fought": bool(s.fought >> number & 1),
        "step": s.lost[number] > 0,
    }
    return tuple(mark for mark, so in told.items() if so)


def _markers(s: PggState) -> Iterator[Piece]:
    """Air interdiction of both sides, cut railways, and the cities that are German (15.11)."""
    for place in s.air:
        yield Piece(place, "german", "german", "air", name="air interdiction")
    if s.interdiction >= 0:
        yield Piece(s.interdiction, "soviet", "soviet", "interdiction", name="interdiction")
    for place in members(s.cuts):
        yield Piece(place, "soviet", "soviet", "cut", name="rail cut")
    held = s.german & (s.board.major | s.board.minor)
    for place in members(held):
        yield Piece(place, "german", "german", "control", name="control")
