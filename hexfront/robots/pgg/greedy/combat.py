"""Combat phases: the attack that promises most, or none."""

from collections.abc import Iterator

from hexfront.engine.order import DONE, Order
from hexfront.games.pgg.combat.attacks import Attack
from hexfront.games.pgg.counters import GERMAN
from hexfront.grid import members
from hexfront.mechanics.choices import may
from hexfront.robots.pgg.chances import mean
from hexfront.robots.pgg.divisions import Units, attackers, ready
from hexfront.robots.pgg.greedy.battle import attack_value, with_leaders
from hexfront.robots.pgg.survey import Survey
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
    """Who can attack a hex: Soviet stacks as a whole, as far as a leader's radius goes."""
    s = sv.s
    for near in sv.grid.neighbours[target]:
        if near >= 0 and sv.own >> near & 1:
            if sv.side == GERMAN:
                yield from attackers(s, near)
            elif able := tuple(u for u in s.stacks[near] if ready(s, u) and sv.lines.radius >> near & 1):
                yield able
