"""Attacks that are planned while the units still move: who should stand where, against whom."""

import msgspec

from hexfront.games.pgg.counters import GERMAN
from hexfront.grid import members
from hexfront.grid.bits import merged
from hexfront.robots.pgg.chances import Strength, certain, mean, plus
from hexfront.robots.pgg.divisions import Units
from hexfront.robots.pgg.greedy.battle import attack_value
from hexfront.robots.pgg.survey import Survey

MOST = 10  # groups in one attack
ENOUGH = 0.25


class Assault(msgspec.Struct):
    """The part of one group in a planned attack: where it should stand, against whom, what it is all worth."""

    place: int
    target: int
    worth: float


class Candidate(msgspec.Struct):
    """A group that could attack: its strength and the hexes it can get to."""

    units: Units
    strength: Strength
    span: int


def plan_assaults(sv: Survey, spans: dict[Units, int], least: float) -> dict[int, Assault]:
    """The best attack first, then the best of what is left; by the first unit of each group."""
    pool = [Candidate(g, _alone(sv, g), span) for g, span in spans.items() if not sv.edition.leader[g[0]]]
    pool.sort(key=lambda c: (-mean(c.strength), c.units))
    targets = members(sv.enemy & sv.grid.around(merged(spans.values())))
    room: dict[int, int] = {}
    options = {t: _assault(sv, t, pool, room) for t in targets}
    found: dict[int, Assault] = {}
    while options:
        target = max(options, key=lambda t: (options[t][0], -t))
        worth, parts = options.pop(target)
        if worth < least or not parts:
            break
        for candidate, place in parts:
            found[candidate.units[0]] = Assault(place, target, worth)
            room[place] = room.get(place, 0) + len(candidate.units)
            pool.remove(candidate)
        busy = {c.units for c, _ in parts}
        for other, (_, theirs) in list(options.items()):
            if any(c.units in busy or room.get(place) for c, place in theirs):
                options[other] = _assault(sv, other, pool, room)
    return found


def _alone(sv: Survey, group: Units) -> Strength:
    """The strength with which a group would attack."""
    supplied = sv.s.where[group[0]] < 0 or sv.lines.supplied(group[0])
    if sv.side == GERMAN:
        return certain(sv.german(group, (), supplied))
    total = certain(0)
    for unit in group:
        total = plus(total, sv.unit(unit, True, supplied))
    return total


def _assault(
    sv: Survey, target: int, pool: list[Candidate], room: dict[int, int]
) -> tuple[float, list[tuple[Candidate, int]]]:
    """The best attack on a hex by those who are still free: the strongest first, as long as one more helps."""
    ring = sv.grid.around(1 << target) & sv.board.land & ~sv.enemy
    best, taken, strength = -9.9, dict(room), certain(0)
    units: Units = ()
    parts: list[tuple[Candidate, int]] = []
    tried: list[tuple[Candidate, int]] = []
    for candidate in pool:
        if len(tried) == MOST or not candidate.span & ring:
            continue
        place = _stand(sv, candidate, target, ring, taken)
        if place < 0:
            continue
        strength = plus(strength, candidate.strength)
        units += candidate.units
        tried.append((candidate, place))
        taken[place] = taken.get(place, 0) + len(candidate.units)
        worth = attack_value(sv, strength, units, {p for _, p in tried}, target)
        if worth > best + (ENOUGH if parts else 0):
            best, parts = worth, tried.copy()
    return best, parts


def _stand(sv: Survey, candidate: Candidate, target: int, ring: int, taken: dict[int, int]) -> int:
    """The best hex beside the target for one more group, or -1: where it is already, over no river, with room."""
    best, at = 0.0, -1
    here = sv.s.where[candidate.units[0]]
    for place in members(ring & candidate.span):
        if not _room(sv, candidate.units, place, taken):
            continue
        river = sv.river(place, target)
        worth = 5 - 2 * river + 0.5 * sv.cover(place) + (3 if place == here else 0)
        if worth > best:
            best, at = worth, place
    return at


def _room(sv: Survey, units: Units, place: int, taken: dict[int, int]) -> bool:
    """Can these still stand there: divisions alone, others up to three."""
    there = tuple(u for u in sv.s.stacks.get(place, ()) if u not in units)
    count = taken.get(place, 0)
    if sv.side == GERMAN and sv.edition.profile[units[0]] == "motor german":
        return not there and not count
    return len(there) + count + len(units) <= 3
