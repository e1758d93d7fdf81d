"""Parts of a movement phase: posts for whoever does not attack, marches, automatic victories."""

from collections.abc import Callable
from typing import TypeVar

from hexfront.engine.order import Order
from hexfront.games.trc.combat.automatic import allowed
from hexfront.games.trc.combat.mandatory import standing
from hexfront.games.trc.state import GONE, TrcState
from hexfront.grid.bits import union
from hexfront.robots.trc.assault import Assault
from hexfront.robots.trc.posts import Posting
from hexfront.robots.trc.survey import Survey

S = TypeVar("S", bound=Survey)
P = TypeVar("P", bound=Posting)


def post(kind: Callable[[S, TrcState, dict[int, int], int], P], sv: S, assault: Assault) -> P:
    """Everybody who does not attack to his post."""
    room = assault.trial.copy()
    free = {u: goals for u, goals in assault.free.items() if u not in assault.chosen and u not in assault.stuck}
    posting = kind(sv, room, free, room.held_by[sv.side] & sv.zone)
    posting.fill()
    for unit in posting.left():
        room.put(unit, sv.s.where[unit])
    return posting


def moves(sv: Survey, places: dict[int, int]) -> list[Order]:
    """Each unit on its way; those of one hex that go to the same hex still walk one by one."""
    moving = [(u, p) for u, p in places.items() if sv.s.where[u] != p]
    return [Order("move", (unit,), sv.reach(unit).path(place)) for unit, place in moving]


def victories(sv: Survey, assault: Assault) -> list[Order]:
    """16.1: an automatic victory comes first, as it opens the way for others."""
    for target, option in assault.targets.items():
        if option.odds < sv.e.best or not allowed(sv.s, (target,)):
            continue
        attackers = (*option.places, *option.there)
        if harmless(assault.trial, attackers, target):
            order = Order("av", tuple(sorted(attackers)), (), (target,))
            coming = {u: assault.chosen[u] for u in attackers if u in assault.chosen}  # some of them for another attack
            return [*moves(sv, coming), order]
    return []


def harmless(trial: TrcState, victors: tuple[int, ...], target: int) -> bool:
    """16.3: the victors attack nobody else, so that whoever else they stand next to must be left to others."""
    return standing(beaten(trial, victors, target)).possible


def beaten(trial: TrcState, victors: tuple[int, ...], target: int) -> TrcState:
    """The position after an automatic victory."""
    after = trial.copy()
    after.victors |= union(victors)
    for unit in trial.stacks[target]:
        after.put(unit, GONE)
    return after
