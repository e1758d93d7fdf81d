"""Chapter 26.10: bidding for sides in Russian replacement factors."""

import random
from collections.abc import Iterator

from hexfront.engine.errors import Refused
from hexfront.engine.game import Step, Verb
from hexfront.engine.order import Order
from hexfront.engine.slots import Form, Number
from hexfront.engine.state import Stage
from hexfront.games.trc.counters import AXIS
from hexfront.games.trc.setup.deployment import opening
from hexfront.games.trc.state import TrcState
from hexfront.mechanics.phases import Played

NOBODY = -1  # nobody has bid yet
MOST = 99  # no bid goes further from zero: the rule knows no limit, the list of legal orders needs one
_PASS = Order("pass")


def _bids(s: TrcState) -> range:
    """The bids that go on with the auction.

    Up from a bid of zero or more; down from one below zero, as in the second example of the rule; the first is free.
    """
    if s.bidder == NOBODY:
        return range(-MOST, MOST + 1)
    return range(s.bid + 1, MOST + 1) if s.bid >= 0 else range(s.bid - 1, -MOST - 1, -1)


class Bid(Verb[TrcState]):
    """Offer to play the Axis for so many extra Russian factors, or, below zero, for as many fewer."""

    name = "bid"
    form = Form(Number())
    rule = "26.10"

    def offers(self, s: TrcState) -> Iterator[Order]:
        for number in _bids(s):
            yield Order("bid", number=number)

    def check(self, s: TrcState, order: Order) -> None:
        if order.number in _bids(s):
            return
        if abs(order.number) > MOST:
            raise Refused("26.10", f"no bid goes beyond {MOST} factors")
        raise Refused("26.10", f"a bid of {order.number} does not go beyond {s.bid}")

    def do(self, s: TrcState, order: Order) -> None:
        s.bidder = bidder(s)
        s.bid = order.number
        s.say("26.10", "a bid of {number} factors for the Axis", number=s.bid)

    def sample(self, s: TrcState, rng: random.Random) -> Order | None:
        few = _bids(s)
        if s.bidder == NOBODY:
            few = range(-3, 4)
        return Order("bid", number=few[int(rng.random() * min(7, len(few)))]) if few else None


class Pass(Verb[TrcState]):
    """Leave the Axis to the other player at the bid that stands; at none if nobody has bid."""

    name = "pass"
    form = Form()
    rule = "26.10"

    def offers(self, s: TrcState) -> Iterator[Order]:
        yield _PASS

    def check(self, s: TrcState, order: Order) -> None:
        """Whoever is asked may always decline."""

    def do(self, s: TrcState, order: Order) -> None:
        s.swapped = bidder(s) == AXIS
        s.stage = Stage.TO_BE_ENDED
        seats = "the players change seats" if s.swapped else "the players keep their seats"
        s.say("26.10", "the Axis is sold for {number} factors: {seats}", number=s.bid, seats=seats)


def bidder(s: TrcState) -> int:
    """Whose turn it is to bid: the player in the Axis seat begins."""
    return AXIS if s.bidder == NOBODY else 1 - s.bidder


class Bidding(Played[TrcState]):
    """26.10: an open auction before the set-up, if the option is in play."""

    def begin(self, s: TrcState) -> None:
        s.bidder = NOBODY if s.on("26.10") else s.bidder

    def side(self, s: TrcState) -> int:
        return bidder(s)

    def asks(self, s: TrcState) -> str:
        if s.bidder == NOBODY:
            return self.prompt
        return f"the bid for the Axis side is {s.bid}: bid on, or pass"

    def played(self, s: TrcState) -> bool:
        return s.on("26.10")

    def pending(self, s: TrcState) -> bool:
        return self.played(s)

    def sample(self, s: TrcState, rng: random.Random) -> Order:
        """A bid as often as a pass."""
        return Step.sample(self, s, rng)


def extra_factors(s: TrcState) -> int:
    """26.10: what the bid adds in this turn, or takes: spread evenly, the rest first, or last when it takes."""
    if not s.on("26.10"):
        return 0
    first = opening(s)
    turns, place = s.last - first + 1, s.turn - first
    each, rest = divmod(abs(s.bid), turns)
    if s.bid >= 0:
        return each + (place < rest)
    return -each - (place >= turns - rest)
