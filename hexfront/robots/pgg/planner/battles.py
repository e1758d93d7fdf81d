"""Combat phases: which of those who stand beside the enemy attack whom."""

from collections.abc import Callable

from hexfront.engine.order import Order
from hexfront.games.pgg.combat.attacks import Attack
from hexfront.games.pgg.counters import GERMAN
from hexfront.grid import members
from hexfront.mechanics.choices import may
from hexfront.robots.pgg.chances import mean
from hexfront.robots.pgg.divisions import attackers, ready
from hexfront.robots.pgg.planner.scene import Scene
from hexfront.robots.pgg.planner.strikes import Chooser, Strike, red_strength
from hexfront.robots.planning.attacks import Candidate


def choose(sc: Scene, prize: Callable[[int], float]) -> list[Strike]:
    """The best set of attacks from where everybody stands, those left out that may not be made."""
    candidates = _german(sc) if sc.side == GERMAN else _soviet(sc)
    targets = sc.enemy & sc.grid.around(sc.own) & ~sc.s.attacked
    for target in members(targets):
        if any(sc.s.immune >> u & 1 for u in sc.s.stacks[target]):
            targets ^= 1 << target
    least = sc.w["attack_from" if sc.side == GERMAN else "red_attack_from"]
    check = Attack().check
    strikes = Chooser(sc, candidates, prize, least).choose(targets)
    return [strike for strike in strikes if may(check, sc.s, order(strike))]


def order(strike: Strike) -> Order:
    """An attack as an order."""
    return Order("attack", strike.muster.units, at=(strike.target,))


def _german(sc: Scene) -> list[Candidate]:
    found = []
    for place in members(sc.own & sc.grid.around(sc.enemy)):
        for units in attackers(sc.s, place):
            beside = tuple(u for u in sc.s.stacks[place] if u not in units)
            strength = sc.german(units, beside, sc.lines.supplied(units[0]))
            found.append(Candidate(units, float(strength), sc.w["bind"] * strength, 1 << place, 0))
    return found


def _soviet(sc: Scene) -> list[Candidate]:
    """Soviet stacks as a whole, with the leaders among them (10.26)."""
    found, lines = [], sc.lines
    for place in members(sc.own & sc.grid.around(sc.enemy) & lines.radius):
        units = tuple(u for u in sc.s.stacks[place] if ready(sc.s, u))
        if units:
            busy = sc.s.disrupted | sc.s.fought
            units += tuple(u for u in sc.s.stacks[place] if sc.edition.leader[u] and not busy >> u & 1)
            strength = mean(red_strength(sc, units, bool(lines.command >> place & 1)))
            found.append(Candidate(units, strength, sc.w["red_bind"] * len(units), 1 << place, 0))
    return found
