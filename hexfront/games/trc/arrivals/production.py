"""Chapters 22.1-22.4 and 22.7 with 26.2.3, 26.10, 26.11, V.1, V.3 and V.4: Russian workers and what they produce.

What the factors buy is in `buying`, what Japan costs in `siberia`.
"""

from collections.abc import Iterator

from hexfront.engine.dice import roll
from hexfront.engine.errors import Refused
from hexfront.engine.game import Verb
from hexfront.engine.order import Order
from hexfront.engine.slots import Form, Hex, Units
from hexfront.games.trc.aftermath import ARCHANGEL, note_archangel
from hexfront.games.trc.arrivals.buying import factories
from hexfront.games.trc.arrivals.siberia import able, open_way, owes
from hexfront.games.trc.control import controls, held, refresh
from hexfront.games.trc.counters import RUSSIAN
from hexfront.games.trc.movement.allowance import check_named
from hexfront.games.trc.setup.bidding import extra_factors
from hexfront.games.trc.state import URALS, WAITING, TrcState
from hexfront.grid import members

ASTRAKHAN = "Astrakhan"
DOUBLED, CONVOYS = 2, 2  # 22.7: workers from 1943 on, V.1: Archangel
BLACK_SEA_FROM = "1941-09"  # V.3
CASPIAN_FROM = "1943-05"  # V.4
BALANCE_UNTIL = 1942  # 26.11


# -- counting (22.1) ----------------------------------------------------------------------------------


def worth(s: TrcState, worker: int) -> int:
    """22.2, 22.7: the factors of one worker unit in this turn."""
    since = s.edition.charts["replacements"]["russian"]["doubled_from"]
    return s.edition.strength[worker] * (DOUBLED if s.turn >= since else 1)


def count(s: TrcState) -> None:
    """The start of the Russian preparation, new workers called but not placed: the factors of the turn are added up."""
    open_way(s)
    note_archangel(s)
    parts = [(what, number) for what, number in _parts(s) if number]
    s.factors = max(0, sum(number for _, number in parts))
    listed = ", ".join(f"{what} {number}" for what, number in parts) or "nothing"
    s.say("22.1", "{number} replacement factors: {listed}", number=s.factors, listed=listed)


def _parts(s: TrcState) -> Iterator[tuple[str, int]]:
    e = s.edition
    yield "workers", sum(worth(s, worker) for worker in e.crews if s.where[worker] >= 0)
    yield "Urals", sum(worth(s, worker) for worker in e.crews if s.where[worker] == URALS)
    yield ARCHANGEL, archangel(s)
    if s.on("26.10"):
        yield "bid", extra_factors(s)
    if s.on("26.11") and e.calendar.year(s.turn) <= BALANCE_UNTIL:
        yield "weather", s.balance
    if "V.3" in s.adopted and s.turn >= e.calendar.month(BLACK_SEA_FROM)[0] and held(s, RUSSIAN) & s.board.ports[0]:
        yield "Black Sea", _convoy(s, "V.3", "Black Sea")
    if "V.4" in s.adopted and s.turn >= e.calendar.month(CASPIAN_FROM)[0] and _russian(s, ASTRAKHAN):
        yield "Caspian", _convoy(s, "V.4", "Caspian")


def _convoy(s: TrcState, rule: str, sea: str) -> int:
    """V.3, V.4: a die of factors by sea."""
    die = roll(s)
    s.say(rule, "{die} factors come over the {sea}", code=f"{sea.lower()}:{die}", die=die, sea=sea)
    return die


def _russian(s: TrcState, name: str) -> bool:
    """Do the Russians control this city? A board of a case may lack it."""
    return name in s.board.city and controls(s, RUSSIAN, name)


def archangel(s: TrcState) -> int:
    """22.4, V.1: what the convoys bring, while Archangel is Russian and never was the enemy's."""
    chart = s.edition.charts["replacements"]["russian"]
    if s.archangel_lost or not chart["archangel_first"] <= s.turn <= chart["archangel_last"]:
        return 0
    factors = int(chart["archangel"]) * (CONVOYS if "V.1" in s.adopted else 1)
    return factors if _russian(s, ARCHANGEL) else 0


# -- new workers (22.3) -------------------------------------------------------------------------------


def new_workers(s: TrcState) -> list[int]:
    """The workers who are to be placed."""
    return [worker for worker in s.edition.crews if s.where[worker] == WAITING]


def worker_hexes(s: TrcState) -> int:
    """22.3: Russian-controlled cities of Russia without workers, or if all of them have some, all."""
    cities = held(s, RUSSIAN) & s.board.cities & s.board.countries.get("Russia", 0)
    return cities & ~factories(s) or cities


class PlaceWorker(Verb[TrcState]):
    """22.3: new workers go into a city, and produce at once (22.1)."""

    name = "place"
    form = Form(Units(), Hex())
    rule = "22.3"

    def offers(self, s: TrcState) -> Iterator[Order]:
        waiting = new_workers(s)
        hexes = members(worker_hexes(s)) if waiting else []
        yield from (Order("place", (worker,), (), (place,)) for worker in waiting for place in hexes)

    def check(self, s: TrcState, order: Order) -> None:
        check_named(s, order.units)
        if len(order.units) != 1:
            raise Refused("22.3", "workers are placed one by one")
        worker, place = order.units[0], order.at[0]
        if not s.edition.workers >> worker & 1:
            raise Refused("22.3", f"{s.name(worker)} are no workers; only new workers are placed now")
        if s.where[worker] != WAITING:
            raise Refused(
                "22.2" if s.where[worker] >= 0 else "22.3", f"{s.name(worker)} is not a new worker of this turn"
            )
        if not worker_hexes(s) >> place & 1:
            raise Refused("22.3", f"{s.board.grid.label(place)} {self._fault(s, place)}")

    def _fault(self, s: TrcState, place: int) -> str:
        """What is wrong with a hex for new workers."""
        if not s.board.cities >> place & 1:
            return "is not a city"
        if not s.board.countries.get("Russia", 0) >> place & 1:
            return "is not a city in Russia"
        if not held(s, RUSSIAN) >> place & 1:
            return "is not under Russian control"
        return "has workers already, and another city has none"

    def do(self, s: TrcState, order: Order) -> None:
        worker, place = order.units[0], order.at[0]
        s.put(worker, place)
        s.spent[worker] = 0
        s.factors += worth(s, worker)
        refresh(s)
        s.say(
            "22.3", "{unit} begin to work in {hex}: {number} factors", unit=worker, hex=place, number=worth(s, worker)
        )


def check_done(s: TrcState) -> None:
    """22.3, V.4: what must be settled before the preparation ends. It changes nothing: see `forfeit`."""
    waiting = new_workers(s)
    if waiting and worker_hexes(s):
        raise Refused("22.3", f"new workers are still to be placed: {s.names(waiting)}")
    if owes(s) and able(s):
        raise Refused("V.4", "one of this turn's replacements is still to be sent to Siberia")
