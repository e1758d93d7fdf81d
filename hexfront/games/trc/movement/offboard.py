"""Chapter 26.5: off the enemy's edge, and after those who went there. V.1 a: paratroops back to their airfields."""

import random
from collections.abc import Iterator

from hexfront.engine.errors import Refused
from hexfront.engine.game import Verb
from hexfront.engine.order import Order
from hexfront.engine.slots import Form, Units
from hexfront.games.trc.aftermath import settled
from hexfront.games.trc.arrivals.reinforcements import goes_to
from hexfront.games.trc.counters import AXIS
from hexfront.games.trc.minors import bound
from hexfront.games.trc.movement.allowance import check_named, halt
from hexfront.games.trc.movement.following import OPTION, in_words, must_match
from hexfront.games.trc.movement.land import check_mover
from hexfront.games.trc.movement.rail import Rail, reachable, rides_to, running
from hexfront.games.trc.state import AIRFIELD, EXITED, OFFMAP, WAITING, TrcState
from hexfront.grid import members
from hexfront.mechanics.choices import may

WHAT_IF = "V.1"
EDGES = ("west", "east")  # each side's own edge, over which the enemy goes and where he must be followed (26.5.1)
_COMING = (WAITING, OFFMAP)  # 26.5.2: arrivals, also by sea out of the Off-Map box, may be sent at once
FLANK, FOLLOW, AIR = "flank", "follow", "air"


def check_matched(s: TrcState) -> None:
    """26.5.2, 26.5.3: a movement phase does not end while it is the last in which somebody could follow the enemy.

    Asked is who can leave from where he is: arrivals, who stands at the edge, who can take a train of this phase.
    Nobody is made to march to the edge first. Whoever is named here can be sent, so that the phase comes to an end.
    """
    owed = must_match(s, s.mover)
    unit = next((u for u in _followers(s) if _last_chance(s, u)), -1) if owed else -1
    if unit >= 0:
        raise Refused("26.5.2", f"{in_words(owed)} to be sent after the enemy, and {s.name(unit)} {_way(s, unit)}")


def _last_chance(s: TrcState, unit: int) -> bool:
    """Can this unit, which can leave now, not leave in the second impulse as well? Then no trains run (9.1), some have
    no movement (5.4), and of the arrivals only those who wait or go to the Off-Map box are still at hand (20.1.1)."""
    if s.impulse == 2:
        return True
    if s.where[unit] < 0:
        return s.where[unit] == WAITING and goes_to(s, unit)[0] not in _COMING
    return not _walks(s, unit, FOLLOW) or not s.edition.allowances[unit][s.weather][1]


def _way(s: TrcState, unit: int) -> str:
    """How a unit that can leave the board would do it."""
    if s.where[unit] < 0:
        return "can go there instead of entering"
    where = s.board.grid.label(s.where[unit])
    return f"can march off from {where}" if _walks(s, unit, FOLLOW) else f"can take a train from {where}"


# -- who may leave, and how ----------------------------------------------------------------------------


def purpose(s: TrcState, unit: int, owed: int) -> str:
    """What a unit would leave the board for from where it is; Refused if for nothing."""
    e = s.edition
    side, place, board = e.side[unit], s.where[unit], s.board
    if (e.leaders | e.workers | e.bombers | e.partisans) >> unit & 1:
        raise Refused("26.5.1", f"{s.name(unit)} does not leave the board")
    if place < 0 and place not in _COMING:
        raise Refused("5.1", f"{s.name(unit)} is not on the board")
    if (
        (e.paratroops & e.of_side[AXIS]) >> unit & 1
        and WHAT_IF in s.adopted
        and place >= 0
        and not _beyond(s, side) >> place & 1
    ):
        return AIR
    if not s.on(OPTION):
        raise Refused("5.5", f"{s.name(unit)} cannot leave the board")
    if place >= 0 and board.edge[1 - side] >> place & 1:
        if not _beyond(s, side) >> place & 1:
            raise Refused("26.5.1", f"no railway leads to the enemy's edge in {board.grid.label(place)}")
        return FLANK
    if owed <= 0:
        rule = "26.5.1" if place >= 0 else "26.5.2"
        raise Refused(rule, f"{s.name(unit)} is not on the enemy's edge, and there is no enemy to follow off the board")
    return FOLLOW


def _beyond(s: TrcState, side: int) -> int:
    """26.5.1: the hexes of the enemy's edge by which a side may leave: those with a railway."""
    return s.board.edge[1 - side] & s.board.rail_hexes if s.on(OPTION) else 0


def check_leaver(s: TrcState, unit: int, owed: int) -> None:
    """May this unit go off the board now, on foot or by train, or as an arrival?"""
    what = purpose(s, unit, owed)
    if s.where[unit] < 0:
        return
    if not _walks(s, unit, what):
        _train(s, unit)


def _walks(s: TrcState, unit: int, what: str) -> bool:
    """Does it leave on foot? 26.5.1: for one point. Who cannot, but could take a train, does that."""
    if bound(s, unit):
        raise Refused(WHAT_IF, f"{s.name(unit)} is neutral and stays inside its country")
    if what != FLANK and not s.board.edge[s.edition.side[unit]] >> s.where[unit] & 1:
        return False
    if what != FLANK and not may(check_mover, s, unit) and may(_train, s, unit):
        return False
    check_mover(s, unit)
    return True


def _train(s: TrcState, unit: int) -> Order:
    """26.5.2, V.1 a: the train that takes a unit to where a line leaves the board on its own edge."""
    edge = EDGES[s.edition.side[unit]]
    goals = rides_to(s, unit) & s.board.exits[edge]
    if goals:
        return Order("rail", (unit,), (s.where[unit], members(goals)[0]))
    rule = WHAT_IF if (s.edition.paratroops & s.edition.of_side[AXIS]) >> unit & 1 else "26.5.2"
    raise Refused(rule, f"{s.name(unit)} is not at the {edge} edge, and no train takes it there")


def _near_exit(s: TrcState, side: int) -> int:
    """Hexes from which a train may reach the side's own edge."""
    found = 0
    for place in members(s.board.exits[EDGES[side]]) if running(s) else ():
        found |= reachable(s, side, place) if not found >> place & 1 else 0
    return found


def _standing(s: TrcState, hexes: int) -> Iterator[int]:
    for place in members(s.held_by[s.mover] & hexes):
        yield from s.stacks[place]


def _followers(s: TrcState) -> Iterator[int]:
    """Those who can leave after the enemy now: arrivals, who stands at the edge, who can take a train there."""
    side, owed = s.mover, must_match(s, s.mover)
    yield from (u for u in s.edition.units_of[side] if s.where[u] in _COMING and may(check_leaver, s, u, owed))
    for unit in _standing(s, s.board.edge[side] | _near_exit(s, side)):
        if may(_check_following, s, unit, owed):
            yield unit


def _check_following(s: TrcState, unit: int, owed: int) -> None:
    check_leaver(s, unit, owed)
    if purpose(s, unit, owed) != FOLLOW:
        raise Refused("26.5.2", f"{s.name(unit)} follows nobody")


def _leavers(s: TrcState) -> Iterator[int]:
    """All who can leave the board now, for whatever reason."""
    e = s.edition
    owed = must_match(s, s.mover)
    beyond = _beyond(s, s.mover)
    yield from (u for u in _standing(s, beyond) if may(check_leaver, s, u, owed))
    if WHAT_IF in s.adopted and s.mover == AXIS:
        here = (u for u in members(e.paratroops & e.of_side[AXIS]) if s.where[u] >= 0 and not beyond >> s.where[u] & 1)
        yield from (u for u in here if may(check_leaver, s, u, owed))
    if owed:
        yield from _followers(s)


class Exit(Verb[TrcState]):
    """26.5.1: over the enemy's edge; 26.5.2: after an enemy who went over ours; V.1 a: paratroops to the west."""

    name = "exit"
    form = Form(Units())
    rule = "26.5.1"

    def available(self, s: TrcState) -> bool:
        return s.on(OPTION) or WHAT_IF in s.adopted

    def offers(self, s: TrcState) -> Iterator[Order]:
        if self.available(s):
            yield from (Order(self.name, (unit,)) for unit in _leavers(s))

    def sample(self, s: TrcState, rng: random.Random) -> Order | None:
        """One of the first few."""
        chosen = None
        for number, order in enumerate(self.offers(s)):
            chosen = order if chosen is None or rng.random() < 1 / (number + 1) else chosen
            if number == 3:
                break
        return chosen

    def check(self, s: TrcState, order: Order) -> None:
        check_named(s, order.units)
        if len(order.units) != 1:
            raise Refused("26.5.1", "send one unit at a time off the board")
        check_leaver(s, order.units[0], must_match(s, s.mover))

    def do(self, s: TrcState, order: Order) -> None:
        unit = order.units[0]
        what = purpose(s, unit, must_match(s, s.mover))
        if s.where[unit] >= 0 and not _walks(s, unit, what):
            self._ride(s, unit)
        halt(s, unit)
        s.put(unit, AIRFIELD if what == AIR else EXITED)
        self._book(s, unit, what)
        settled(s)

    def _ride(self, s: TrcState, unit: int) -> None:
        Rail().do(s, _train(s, unit))

    def _book(self, s: TrcState, unit: int, what: str) -> None:
        """26.5.2: what the enemy must match now, or what is matched."""
        e = s.edition
        side = e.side[unit]
        if what == FLANK:
            s.outflanked[1 - side] += e.strength[unit]
            s.say("26.5.1", "{unit} leaves over the enemy's edge", unit=unit)
        elif what == FOLLOW:
            s.outflanked[side] = max(0, s.outflanked[side] - e.strength[unit])
            s.say(
                "26.5.2",
                "{unit} follows the enemy off the board; {left} factors to go",
                unit=unit,
                left=s.outflanked[side],
            )
        else:
            s.say(WHAT_IF, "{unit} goes back to its airfields", unit=unit)
