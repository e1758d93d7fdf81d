"""Where headquarters sit: one after the other, out of enemy zones."""

from collections.abc import Callable, Iterator

from hexfront.games.trc.counters import AXIS
from hexfront.games.trc.stacking import fits
from hexfront.games.trc.state import TrcState
from hexfront.grid import members
from hexfront.robots.trc.survey import Survey

_RUSSIAN_RANGE = 9  # hexes from the enemy


def chiefs(sv: Survey, room: TrcState, worth: Callable[[int, int], float]) -> Iterator[tuple[int, int]]:
    """Each headquarters with its best hex, given where all others stand; `room` has it there from then on."""
    e = room.edition
    for unit, goals in sv.movers.items():
        if not e.headquarters >> unit & 1 or e.civilians >> unit & 1:
            continue
        ends = [h for h in members(goals & ~sv.zone) if fits(room, h, (unit,))]
        if ends:
            seat = max(ends, key=lambda h: (worth(unit, h), h))
            room.put(unit, seat)
            yield unit, seat


def company(sv: Survey, room: TrcState, unit: int, h: int) -> float:
    """What a hex is worth to headquarters that like to be near the front, among their own, out of the enemy's reach."""
    others = [u for u in room.stacks.get(h, ()) if u != unit]
    want = sv.w.hq_range if sv.side == AXIS else _RUSSIAN_RANGE
    alone = 0.0 if others else 2.0 if sv.far[h] > 4 else 6.0
    other = any(room.edition.headquarters >> u & 1 for u in others)
    return -abs(sv.far[h] - want) - alone - 4.0 * other - 8.0 * (not sv.supplied >> h & 1) - 0.02 * sv.threat[h]
