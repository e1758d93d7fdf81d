"""A movement phase: arrivals, attacks, the line, trains, headquarters. Planned once, given out order by order."""

from functools import partial

from hexfront.engine.order import DONE, Order
from hexfront.robots.trc import trains
from hexfront.robots.trc.assault import Assault
from hexfront.robots.trc.headquarters import chiefs, company
from hexfront.robots.trc.march import moves, post, victories
from hexfront.robots.trc.posts import Posting
from hexfront.robots.trc.survey import Survey


def plan(sv: Survey) -> tuple[list[Order], bool]:
    """The orders of the phase, and whether to look again when they are given."""
    entering = trains.arrivals(sv)
    if entering:
        return entering, True
    assault = Assault(sv)
    assault.choose()
    assault.close()
    won = victories(sv, assault)
    if won:
        return won, True
    posting = post(Posting, sv, assault)
    orders = trains.leader(sv) + _ride(sv, posting)
    if orders:
        return orders, True
    places = assault.chosen | posting.places
    places |= dict(chiefs(sv, posting.room, partial(company, sv, posting.room)))
    return [*moves(sv, places), DONE], False


def _ride(sv: Survey, posting: Posting) -> list[Order]:
    weak = posting.aims()
    worst = sorted(weak, key=lambda p: (-weak[p], p))[:8]
    return trains.rides(sv, {p: weak[p] for p in worst})
