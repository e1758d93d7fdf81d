"""Combat phases: the attack that promises most, or none."""

from collections.abc import Iterator

from hexfront.engine.order import DONE, Order
from hexfront.games.pgg.combat import Attack
from hexfront.games.pgg.counters import GERMAN
from hexfront.games.pgg.leaders import can_attack
from hexfront.grid import members
from hexfront.mechanics.choices import may
from hexfront.robots.pgg.battle import attack_value, with_leaders
from hexfront.robots.pgg.chances import mean
from hexfront.robots.pgg.survey import Survey, Units, whole
from hexfront.robots.pgg.weights import W

ENOUGH = 0.25  # a further group must add this much


def best_attack(sv: Survey) -> Order:
    """The best attack of all, or done."""
    s, attack = sv.s, Attack()
    least = W.attack_from if sv.side == GERMAN else W.red_attack_from
    found: list[tuple[float, Order]] = []
    for target in members(sv.enemy & sv.grid.around(sv.own) & ~s.attacked):
        if not any(s.immune >> u & 1 for u in s.stacks[target]):
            for worth, units in _attacks_on(sv, target):
                if worth >= least:
                    found.append((worth, Order("attack", units, at=(target,))))
    for _, order in sorted(found, key=lambda pair: (-pair[0], pair[1].at)):
        if may(attack.check, s, order):
            return order
    return DONE


def _attacks_on(sv: Survey, target: int) -> Iterator[tuple[float, Units]]:
    """The best attack on one hex: groups join, the strongest first, while they add something."""
    groups = sorted(_groups(sv, target), key=lambda g: -mean(sv.strength(g, True)))
    best = -9.9
    chosen: Units = ()
    units: Units = ()
    for group in groups:
        units += group
        everybody, strength = (units, sv.strength(units, True)) if sv.side == GERMAN else with_leaders(sv, units)
        origins = {sv.s.where[u] for u in units}
        worth = attack_value(sv, strength, everybody, origins, target)
        if worth > best + (ENOUGH if chosen else 0):
            best, chosen = worth, everybody
    if chosen:
        yield best, chosen


def _groups(sv: Survey, target: int) -> Iterator[Units]:
    """Who can attack a hex: whole divisions of a hex together, everybody else alone; Soviet stacks as a whole."""
    for near in sv.grid.neighbours[target]:
        if near < 0 or not sv.own >> near & 1:
            continue
        ready = tuple(u for u in sv.s.stacks[near] if _ready(sv, u))
        if sv.side != GERMAN:
            if ready:
                yield ready
            continue
        for division in dict.fromkeys(sv.edition.division[u] for u in ready):
            regiments = tuple(u for u in ready if sv.edition.division[u] == division)
            if whole(sv.edition, regiments, division):
                yield regiments
            else:
                yield from ((u,) for u in regiments)


def _ready(sv: Survey, unit: int) -> bool:
    """May it attack in this phase, as far as it alone is concerned?"""
    s = sv.s
    if s.edition.leader[unit] or (s.disrupted | s.fought) >> unit & 1 or not can_attack(s, unit):
        return False
    return sv.side == GERMAN or bool(sv.lines.radius >> s.where[unit] & 1)
