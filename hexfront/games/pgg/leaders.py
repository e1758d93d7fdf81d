"""Chapter 10: Soviet leaders."""

from collections.abc import Iterator

from hexfront.engine.errors import Refused
from hexfront.engine.game import Verb
from hexfront.engine.order import Order
from hexfront.engine.slots import Form, Units
from hexfront.games.pgg.counters import GERMAN, SOVIET
from hexfront.games.pgg.stacking import fits
from hexfront.games.pgg.state import OFF, PggState
from hexfront.games.pgg.untried import eliminate, untried
from hexfront.games.pgg.zones import zone

EVACUATIONS = 2  # 10.4: in a game; one a turn


def can_attack(s: PggState, unit: int) -> bool:
    """Has it an attack strength, or may have one for all anybody knows? Leaders have none (10.22)."""
    if s.edition.leader[unit]:
        return False
    return untried(s, unit) or s.edition.side[unit] == GERMAN or s.edition.counters[s.counter[unit]].attack > 0


def has_company(s: PggState, units: tuple[int, ...], place: int) -> bool:
    """10.23: does a unit that can attack go along, or stand there already?"""
    return any(can_attack(s, u) for u in (*units, *s.stacks.get(place, ())))


def bonus(s: PggState, leader: int, room: dict[int, int]) -> int:
    """10.36: a leader adds his rating to those he attacks with; all leaders of a hex at most what it has itself.

    `room` is what can still be added in each hex.
    """
    more = min(s.edition.rating[leader], room[s.where[leader]])
    room[s.where[leader]] -= more
    return more


def withdraw_alone(s: PggState, places: set[int]) -> set[int]:
    """10.23: after a reveal, leaders who entered an enemy zone and have lost their company there go back.

    Asked of the hexes that fought; returns who went.
    """
    german_zone, gone = zone(s, GERMAN), set()
    for place in sorted(places):
        units = s.stacks.get(place, ())
        if not german_zone >> place & 1 or any(can_attack(s, u) for u in units):
            continue
        for unit in units:
            if s.edition.leader[unit] and s.entered[unit] >= 0:
                go_back(s, unit, "10.23")
                gone.add(unit)
    return gone


def go_back(s: PggState, unit: int, rule: str) -> None:
    """Back to the hex from which it entered the enemy zone; eliminated if that is closed to it.

    Whom the enemy came to has no such hex, and stays.
    """
    back = s.entered[unit]
    if back < 0:
        return
    open_hex = back in s.stacks or not zone(s, GERMAN) >> back & 1
    if s.held_by[GERMAN] >> back & 1 or not open_hex or not fits(s, back, (unit,)):
        eliminate(s, unit, rule, "it cannot go back to where it came from")
        return
    s.put(unit, back)
    s.entered[unit] = -1
    s.german &= ~(1 << back)
    s.say(rule, "{unit} goes back to {hex}", unit=unit, hex=back)


def remember_entry(s: PggState, units: tuple[int, ...], came_from: int) -> None:
    """10.23: by which hex Soviet units have come into an enemy zone, for they may have to go back there."""
    if s.edition.side[units[0]] == SOVIET:
        in_zone = zone(s, GERMAN) >> s.where[units[0]] & 1
        for unit in units:
            s.entered[unit] = came_from if in_zone else -1
    elif s.disrupted:
        forget_entries(s)  # whom nobody holds (6.6) takes his zone away with him


def forget_entries(s: PggState) -> None:
    """10.23: when a zone is gone it does not matter any more how units came into it."""
    if max(s.entered) < 0:
        return
    in_zone = zone(s, GERMAN)
    for unit in s.edition.soviets:
        if s.entered[unit] >= 0 and (s.where[unit] < 0 or not in_zone >> s.where[unit] & 1):
            s.entered[unit] = -1


class Evacuate(Verb[PggState]):
    """10.4 (optional): before anything moves, a surrounded leader is taken off the board."""

    name = "evacuate"
    form = Form(Units())
    rule = "10.4"

    def available(self, s: PggState) -> bool:
        return "10.4" in s.options

    def offers(self, s: PggState) -> Iterator[Order]:
        if "10.4" not in s.options or s.moved or s.evacuated_now:
            return
        for leader in s.edition.leaders:
            order = Order("evacuate", (leader,))
            try:
                self.check(s, order)
            except Refused:
                continue
            yield order

    def check(self, s: PggState, order: Order) -> None:
        if "10.4" not in s.options:
            raise Refused("10.4", "leaders are evacuated only in games with the optional rule 10.4")
        if len(order.units) != 1 or not s.edition.leader[order.units[0]]:
            raise Refused("10.4", "one leader at a time can be evacuated")
        leader = order.units[0]
        if s.evacuated_now or s.evacuated >= EVACUATIONS:
            raise Refused("10.4", "one leader a turn and two in a game can be evacuated, no more")
        if s.moved:
            raise Refused("10.4", "leaders are evacuated before anything has moved")
        if not surrounded(s, leader):
            raise Refused("10.4", f"{s.name(leader)} is not surrounded")

    def do(self, s: PggState, order: Order) -> None:
        leader = order.units[0]
        s.put(leader, OFF)
        s.disrupted &= ~(1 << leader)
        s.returning = (*s.returning, leader)
        s.evacuated += 1
        s.evacuated_now = True
        s.say("10.4", "{unit} is evacuated", unit=leader)


def surrounded(s: PggState, leader: int) -> bool:
    """Every way out is an enemy unit, an enemy zone (friends do not help here) or no hex at all."""
    place = s.where[leader]
    if place < 0:
        return False
    ways = s.board.grid.around(1 << place) & s.board.land
    return not ways & ~(s.held_by[GERMAN] | zone(s, GERMAN))
