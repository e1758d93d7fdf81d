"""Chapters 6.2, 12.4, 12.6, 16.3: what must be in order when a movement phase ends."""

from collections.abc import Iterator

from hexfront.engine.errors import Refused
from hexfront.engine.game import Done
from hexfront.engine.order import Order
from hexfront.games.trc.aftermath import settled
from hexfront.games.trc.combat.losses import surrender
from hexfront.games.trc.combat.mandatory import duties, spent_force, standing, targets_of, tell
from hexfront.games.trc.combat.obligations import Debt
from hexfront.games.trc.movement.allowance import points_left
from hexfront.games.trc.movement.land import Ground, Reach, check_mover
from hexfront.games.trc.movement.offboard import check_matched
from hexfront.games.trc.stacking import excess, overfull
from hexfront.games.trc.state import TrcState
from hexfront.games.trc.supply import factor
from hexfront.grid import members
from hexfront.mechanics.choices import may


class EndMovement(Done[TrcState]):
    """The movement phase ends when stacks fit and nobody stands in a hopeless place who could still be helped."""

    rule = "12.4"

    def check(self, s: TrcState, order: Order) -> None:
        check_matched(s)
        found = way_out(s)
        if found:
            raise found[0]


def remedy(s: TrcState) -> Order | None:
    """Some move that helps where `done` is refused."""
    found = way_out(s)
    return found[1] if found else None


def way_out(s: TrcState) -> tuple[Refused, Order] | None:
    """What keeps the phase from ending, and a move that mends it; None if it may end."""
    return _too_crowded(s) or _hopeless(s)


def _too_crowded(s: TrcState) -> tuple[Refused, Order] | None:
    """6.2, 26.82: too many in a hex, or allies who do not stack, of whom one can still leave."""
    for place in overfull(s, s.mover):
        for unit in s.stacks[place]:
            order, where, who = _leave(s, unit), s.board.grid.label(place), s.names(s.stacks[place])
            if order and not excess(s, s.stacks[place]):
                return Refused("26.82", f"{who} do not stack in {where}; {s.name(unit)} can leave"), order
            if order:
                return Refused("6.2", f"{who} are too many for {where}; {s.name(unit)} can leave"), order
    return None


def _hopeless(s: TrcState) -> tuple[Refused, Order] | None:
    """12.4: somebody moved into a place without a legal attack, and could still be helped."""
    if duties(s).possible:
        return None
    for debt in duties(s).debts():
        order = _help(s, debt) if _guilty(s, debt) else None
        if order:
            return Refused("12.4", f"{tell(s, debt)}; bring up others, or undo"), order
    return None


def _leave(s: TrcState, unit: int) -> Order | None:
    """A move out of a hex that is too full, for a unit that can still go somewhere."""
    if not may(check_mover, s, unit):
        return None
    reach = Reach(s, (unit,), Ground(s))
    goals = reach.goals
    return Order("move", (unit,), reach.path((goals & -goals).bit_length() - 1)) if goals else None


def _concerned(s: TrcState, debt: Debt) -> list[int]:
    """The enemy hexes that a debt is about."""
    return [int(h) for h in debt.hexes] or sorted({h for u in debt.units for h in targets_of(s, int(u))})


def _guilty(s: TrcState, debt: Debt) -> bool:
    """12.4 is for those who moved into such a place; who was left there by a retreat or a victory has 12.6."""
    near = 0
    for place in _concerned(s, debt):
        near |= s.board.near[place]
    held = [u for p in members(near & s.held_by[s.mover]) for u in s.stacks[p]]
    return any(s.moved & ~s.victors & 1 << u for u in (*held, *map(int, debt.units)))


def _help(s: TrcState, debt: Debt) -> Order | None:
    """A move by which somebody comes to help, if all who could come would be enough."""
    places = _concerned(s, debt)
    ring = 0
    for place in places:
        ring |= s.board.near[place]
    ground, found, more = Ground(s), None, 0
    concerned = {int(u) for u in debt.units}
    for unit in _movers(s, places):
        reach = Reach(s, (unit,), ground)
        goals = reach.goals & ring & ~s.held_by[s.mover] or reach.goals & ring
        if ring >> s.where[unit] & 1 or not goals:
            if unit in concerned and reach.goals:
                return Order("move", (unit,), reach.path((reach.goals & -reach.goals).bit_length() - 1))
            continue
        more += factor(s, unit)
        found = found or Order("move", (unit,), reach.path((goals & -goals).bit_length() - 1))
    return found if debt.have + more >= debt.need else None


def _movers(s: TrcState, places: list[int]) -> Iterator[int]:
    """Units near enough that can still move and attack."""
    grid = s.board.grid
    for place in members(s.held_by[s.mover]):
        far = min((grid.distance(place, target) for target in places), default=99)
        for unit in s.stacks[place]:
            if points_left(s, unit) >= far - 1 and not spent_force(s, unit) and may(check_mover, s, unit):
                yield unit


def give_up(s: TrcState) -> None:
    """12.6, 16.3: whoever is forced into an attack that cannot be made surrenders before any combat."""
    while not (now := standing(s)).possible:
        debts = now.debts()
        if not debts:
            return
        for unit in _doomed(s, debts[0]):
            rule = "16.3" if (s.victors | s.old_victors) >> unit & 1 else "12.6"
            surrender(s, unit, rule, "it is forced into an attack that cannot be made")
        settled(s)


def _doomed(s: TrcState, debt: Debt) -> list[int]:
    """Who cannot attack; else all in the zone of a hex that cannot be attacked; of a clash the weakest (reading)."""
    if debt.units:
        return [min((int(u) for u in debt.units), key=lambda u: (factor(s, u), u))]
    near = 0
    for h in debt.hexes:
        near |= s.board.near[int(h)]
    held = [u for p in members(near & s.held_by[s.mover]) for u in s.stacks[p]]
    if len(debt.hexes) == 1 and debt.have < debt.need:
        return held
    return [min(held, key=lambda u: (factor(s, u), u))]
