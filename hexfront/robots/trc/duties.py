"""What a player is asked in between: losses, retreats, units for which there is no room."""

from typing import Any

from hexfront.engine.game import Ask
from hexfront.engine.order import DONE, Order
from hexfront.engine.sequence import Kind
from hexfront.games.trc.combat.retreat import allowed
from hexfront.games.trc.counters import RUSSIAN
from hexfront.games.trc.movement.ending import remedy
from hexfront.games.trc.state import BIDDING, TrcState
from hexfront.games.trc.supply import supplied_hexes
from hexfront.games.trc.zones import zone
from hexfront.robots.trc import prepare
from hexfront.robots.trc.survey import Survey, field, values

_AT_HAND = 10.0  # next to a place that must not be left: the enemy does not control it while somebody stands there


def answer(sv: Survey, ask: Ask[Any]) -> Order:
    """The order for all that is asked beside attacks and moves."""
    phase = sv.s.phase
    if ask.name in ("losses", "excess", "conform"):
        return cheapest(ask)
    if ask.name == "retreat":
        return lead(sv)
    if phase.kind is Kind.SET_UP:
        return DONE if DONE in ask else Order("default")
    if phase.kind is Kind.PREPARATION:
        return prepare.russian(sv, ask) if phase.side == RUSSIAN else prepare.axis(ask)
    if phase.kind is Kind.MARKERS:
        return prepare.partisans(sv, ask)
    return Order("pass" if phase.name == BIDDING else "decline")


def cheapest(ask: Ask[TrcState]) -> Order:
    """Give up the unit that is worth least: `lose`, `remove`."""
    value = values(ask.state.edition)
    return min(ask, key=lambda order: (value[order.units[0]], order.units))


def mend(s: TrcState, ask: Ask[TrcState]) -> Order:
    """What keeps a movement phase from ending is put right; done if nothing can."""
    move = remedy(s)
    if move is not None and move in ask:
        return move
    leaving = next(iter(ask.step.verbs["exit"].offers(s)), None) if "exit" in ask.step.verbs else None
    return leaving or DONE


def lead(sv: Survey) -> Order:
    """One unit to its best end: best for us, whether it is ours or his."""
    duty = sv.s.owed[-1]
    unit = max(duty.units, key=lambda u: (sv.value[u], u))
    side = sv.e.side[unit]
    fed, seeds = supplied_hexes(sv.s, side), sv.s.armed[1 - side]
    far = field(sv.board, seeds)
    judged = {way[-1]: way for way in reversed(allowed(sv.s, unit))}
    score = {end: _safety(sv, unit, end, fed, far) for end in judged}
    sign = 1 if side == sv.side else -1
    return Order("lead", (unit,), judged[max(score, key=lambda end: (sign * score[end], end))])


def _safety(sv: Survey, unit: int, end: int, fed: int, far: list[int]) -> float:
    """How well a unit stands in a hex: fed, doubled, beside its friends, not too far from the front."""
    board, side = sv.board, sv.e.side[unit]
    good = 4.0 * bool(fed >> end & 1) + 1.5 * bool(board.strong >> end & 1)
    good += 0.7 * bool(board.woods >> end & 1) - 0.3 * max(0, far[end] - 3) - 0.5 * max(0, 2 - far[end])
    good += 0.6 * bool(sv.s.held_by[side] >> end & 1) + 0.3 * bool(zone(sv.s, side) >> end & 1)
    good += 0.2 * sv.prize.get(end, 0.0) * sv.w.shelter
    good += _AT_HAND * any(board.near[place] >> end & 1 for place in sv.keeps)
    return good
