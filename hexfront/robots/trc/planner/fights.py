"""The combat phase, and what is said of attacks that are still to come."""

from hexfront.games.trc.combat.mandatory import standing
from hexfront.games.trc.state import TrcState
from hexfront.games.trc.zones import zone
from hexfront.robots import Arrow
from hexfront.robots.planner import Draft
from hexfront.robots.planning.words import drawn
from hexfront.robots.trc import combat
from hexfront.robots.trc.battles import melees
from hexfront.robots.trc.chances import Hexes, Units, Values
from hexfront.robots.trc.planner import explain
from hexfront.robots.trc.planner.lookout import Lookout


def plan(look: Lookout) -> Draft:
    """All attacks of the phase, the best first; after each of them one looks again, as the die has fallen."""
    draft = Draft(combat.plan(look))
    s, shut = look.s, look.own | look.own_zone
    for order in draft.orders:
        if order.verb == "attack":
            origins = (s.where[u] for u in order.units if not look.e.bombers >> u & 1)
            said = explain.attack(s, order.units, order.at, look.trapped(order.at, shut))
            draft.tell([said], drawn(origins, order.at, "attack"))
    return draft


def foreseen(look: Lookout, trial: TrcState) -> list[tuple[float, Hexes, Units, bool]]:
    """The battles that a planned position promises: worth, targets, attackers, whether the enemy is shut in."""
    values, found = Values(look), []
    shut = trial.held_by[look.side] | zone(trial, look.side)
    for melee in melees(values, standing(trial), trial.where, shut):
        found += [(melee.worth(h, u), h, u, melee.trapped(h)) for h, u in melee.fights.items()]
    return sorted(found, key=lambda entry: (-entry[0], entry[1]))


def announce(look: Lookout, trial: TrcState) -> tuple[list[str], list[Arrow]]:
    """The battles to come in words and arrows, the best first."""
    said, arrows = [], []
    for worth, hexes, units, trapped in foreseen(look, trial):
        if worth > 0:
            said.append(explain.attack(trial, units, hexes, trapped))
        arrows += drawn((trial.where[u] for u in units), hexes, "attack")
    return said, arrows
