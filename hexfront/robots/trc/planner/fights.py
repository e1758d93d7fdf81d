"""The combat phase, and what is said of attacks that are still to come."""

from hexfront.engine.order import Order
from hexfront.games.trc.mandatory import standing
from hexfront.games.trc.state import TrcState
from hexfront.games.trc.zones import zone
from hexfront.robots import Arrow
from hexfront.robots.planner import Draft
from hexfront.robots.trc import combat
from hexfront.robots.trc.battles import melees
from hexfront.robots.trc.chances import Hexes, Units, Values
from hexfront.robots.trc.planner import words
from hexfront.robots.trc.planner.lookout import Lookout


def plan(look: Lookout) -> Draft:
    """All attacks of the phase, the best first; after each of them one looks again, as the die has fallen."""
    orders = combat.plan(look)
    draft = Draft(orders)
    shut = look.own | look.own_zone
    for order in orders:
        if order.verb == "attack":
            trapped = _shut(look, order.at, shut)
            draft.words.append(words.attack(look.s, order.units, order.at, trapped))
            draft.arrows += _arrows(look.s, order)
    del draft.words[words.MOST :]
    return draft


def _arrows(s: TrcState, order: Order) -> list[Arrow]:
    return words.arrows((s.where[u] for u in order.units if not s.edition.bombers >> u & 1), order.at, "attack")


def _shut(look: Lookout, hexes: Hexes, shut: int) -> bool:
    """Have the enemies there nowhere to retreat to, two hexes far?"""
    board, free = look.board, look.board.land & ~shut
    return not any(board.grid.spread(board.near[h] & free, board.zones) & free & ~(1 << h) for h in hexes)


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
            said.append(words.attack(trial, units, hexes, trapped))
        arrows += words.arrows((trial.where[u] for u in units), hexes, "attack")
    return said, arrows
