"""Chapter 3 and S.0-S.4: the start of each scenario, the orders of the set-up, and the first attacks of 1941."""

import random
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from hexfront.engine.errors import Refused
from hexfront.engine.game import Done, Verb
from hexfront.engine.order import DONE, Order
from hexfront.engine.slots import Form, Hex, Units
from hexfront.games.trc.counters import AXIS, SIDES, Unit
from hexfront.games.trc.edition import TrcEdition
from hexfront.games.trc.setup.deployment import (
    faults,
    free,
    misplaced,
    opening,
    posts,
    refusal,
    rule_of,
    setting_up,
    to_place,
)
from hexfront.games.trc.stacking import fits
from hexfront.games.trc.state import AIRFIELD, BOX, DUE, GONE, OFF, POOL, RESERVE, TrcState
from hexfront.grid import members, pick
from hexfront.mechanics.phases import Played

CAUTIOUS = (1, 2)  # 26.92: invasions of each side
NO_LIMIT = -1  # 26.94
WANDER = 0.3  # how often a random player places a unit instead of going on
_DEFAULT = Order("default")


# -- who is where before the set-up -------------------------------------------------------------------


def deal(s: TrcState) -> None:
    """Everything a scenario says about its start; the state must have its board. Who is to be set up is OFF."""
    e = s.edition
    data = e.scenarios[s.scenario]
    s.turn, s.modifier = data["first"], data["weather_modifier"]
    s.last = e.charts["calendar"]["turns"] if s.on("S.0") else data["last"]
    s.invasions = _invasions(s, data)
    s.axis_places, s.axis_rails = start_control(s)
    for unit in e.units:
        s.put(unit.number, _start(s, unit))
    if data["first"] > e.charts["minor_allies"]["italy"]["turn"]:
        s.surrendered = ("italian",)  # 24.4


def start_control(s: TrcState) -> tuple[int, int]:
    """3.5, S.0: the cities, oil fields and junctions, and the rail hexes, on the Axis side of the line."""
    board = s.board
    west = board.areas.get(s.edition.scenarios[s.scenario]["lines"]["control"], 0)
    return board.keys & west, board.rail_hexes & west


def _invasions(s: TrcState, data: dict[str, Any]) -> list[int]:
    """10.3.2 or the scenario's number. 26.92 never adds to it; 26.94 lifts every limit but a ban."""
    found: list[int] = [data["invasions"][side] for side in SIDES]
    if s.on("26.9"):
        found = [min(pair) for pair in zip(found, CAUTIOUS, strict=True)]
    return [NO_LIMIT if number and s.on("26.94") else number for number in found]


def _start(s: TrcState, unit: Unit) -> int:
    """Where a unit is before the set-up. What-ifs bring theirs when they are adopted."""
    e = s.edition
    if unit.option and (unit.option.startswith("V.") or not s.on(unit.option)):
        return OFF
    listed = _boxes(e, s.scenario).get(unit.number)
    if listed is not None:
        return listed
    if unit.number in posts(e, s.scenario):
        return OFF
    if unit.start == "box":
        return BOX
    return POOL if 0 < unit.turn < e.scenarios[s.scenario]["first"] else DUE  # S.0, for options such as 26.6.1


@lru_cache(maxsize=64)
def _boxes(e: TrcEdition, name: str) -> dict[int, int]:
    """The units that a scenario puts in a box, in the pool or out of the game."""
    data, found = e.scenarios[name], {}
    for entry in data.get("box", ()):
        for unit in entry["units"]:
            found[e.by_name[unit]] = RESERVE if entry.get("kind") == "paratroops" else BOX
    for side in SIDES:
        found |= {e.by_name[unit]: POOL for unit in data.get("pool", {}).get(side, ())}
    return found | {e.by_name[unit]: GONE for unit in data.get("lost", {}).get("units", ())}


# -- the orders ---------------------------------------------------------------------------------------


class Place(Verb[TrcState]):
    """3.3, 3.4, S.0: put units where they may start; each as often as one likes."""

    name = "place"
    form = Form(Units(), Hex())
    rule = "3.3"

    def offers(self, s: TrcState) -> Iterator[Order]:
        for unit in to_place(s, setting_up(s)):
            for place in members(free(s, unit)):
                if place != s.where[unit]:
                    yield Order("place", (unit,), (), (place,))

    def about(self, s: TrcState, units: tuple[int, ...]) -> Iterator[Order]:
        mine = set(to_place(s, setting_up(s)))
        if units and mine.issuperset(units):
            hexes = -1
            for unit in units:
                hexes &= free(s, unit)
            here = {s.where[u] for u in units}
            yield from (Order("place", units, (), (place,)) for place in members(hexes) if here != {place})

    def check(self, s: TrcState, order: Order) -> None:
        side, place = setting_up(s), order.at[0]
        mine = to_place(s, side)
        if len(set(order.units)) != len(order.units):
            raise Refused(rule_of(s, side), "a unit is named twice")
        found = []
        for unit in order.units:
            if unit not in mine:
                found.append((rule_of(s, side), f"{s.name(unit)} is not set up now by the {SIDES[side]} player"))
            else:
                found += misplaced(s, unit, place)
        if found:
            raise refusal(found)

    def do(self, s: TrcState, order: Order) -> None:
        for unit in order.units:
            s.put(unit, order.at[0])

    def sample(self, s: TrcState, rng: random.Random) -> Order | None:
        unit = rng.choice(to_place(s, setting_up(s)))
        hexes = free(s, unit)
        return Order("place", (unit,), (), (pick(hexes, rng),)) if hexes else None


class Default(Verb[TrcState]):
    """Set up as the scenario proposes; who was placed already is placed anew.

    A hex that the enemy's set-up has closed (3.4) is exchanged for the nearest that is open and has room.
    """

    name = "default"
    form = Form()
    rule = "3.3"

    def offers(self, s: TrcState) -> Iterator[Order]:
        yield _DEFAULT

    def check(self, s: TrcState, order: Order) -> None:
        """Every scenario has a default for both sides."""

    def do(self, s: TrcState, order: Order) -> None:
        side = setting_up(s)
        wishes = proposal(s, side)
        for unit in wishes:
            s.put(unit, OFF)
        late = {}
        for unit, place in wishes.items():
            if free(s, unit) >> place & 1:
                s.put(unit, place)
            else:
                late[unit] = place
        for unit, place in late.items():
            s.put(unit, nearest(s, unit, place))
        s.say(rule_of(s, side), "the {side} player sets up by default", side=SIDES[side])


def proposal(s: TrcState, side: int) -> dict[int, int]:
    """The default set-up of a side: a hex for each unit that it still has."""
    e = s.edition
    default = e.scenarios[s.scenario]["default"]
    chosen = default["axis-v1"] if side == AXIS and "V.1" in s.adopted else default[SIDES[side]]
    mine = set(to_place(s, side))
    found = {e.by_name[name]: s.board.grid.hex(label) for label, units in chosen.items() for name in units}
    return {unit: place for unit, place in found.items() if unit in mine}


def nearest(s: TrcState, unit: int, wish: int) -> int:
    """The open hex with room that is nearest to the one wished for; off the board if there is none."""
    open_, distance = free(s, unit), s.board.grid.distance
    if open_ >> wish & 1 and fits(s, wish, (unit,)):
        return wish
    room = [place for place in members(open_) if fits(s, place, (unit,))]
    away = AIRFIELD if unit == s.edition.jaeger else OFF
    return min(room, key=lambda place: (distance(wish, place), place), default=away)


class SetUpDone(Done[TrcState]):
    """The set-up ends when nothing is wrong with it."""

    rule = "3.3"

    def check(self, s: TrcState, order: Order) -> None:
        found = faults(s, setting_up(s))
        if found:
            raise refusal(found)


class SetUp(Played[TrcState]):
    """One side sets up; who comes first is the scenario's business."""

    def side(self, s: TrcState) -> int:
        return setting_up(s)

    def asks(self, s: TrcState) -> str:
        left = sum(s.where[unit] == OFF for unit in to_place(s, setting_up(s)))
        return f"{self.prompt} ({left} units are still to be placed)"

    def sample(self, s: TrcState, rng: random.Random) -> Order:
        """Mostly the default and on; now and then a unit elsewhere. What is then wrong the default puts right."""
        wandering = self.verbs["place"].sample(s, rng) if rng.random() < WANDER else None
        return wandering or (_DEFAULT if faults(s, setting_up(s)) else DONE)


# -- the first attacks of 1941 ------------------------------------------------------------------------


def may_attack_first(s: TrcState, unit: int, place: int) -> bool:
    """3.7, V.1.4: in the first Axis impulse of 1941 each army group attacks only the district opposite it."""
    data = s.edition.scenarios[s.scenario]
    if s.turn > data["first"] or s.impulse != 1 or s.edition.side[unit] != AXIS:
        return True
    if s.turn != opening(s) or "first_attacks" not in data:
        return True
    return bool(_first_targets(s, unit) >> place & 1)


def _first_targets(s: TrcState, unit: int) -> int:
    """The hexes that a unit may attack in that impulse. Paratroops of V.1 have the districts of all army groups."""
    e = s.edition
    rules, code = e.scenarios[s.scenario]["first_attacks"], e.units[unit].start
    if "V.1" in s.adopted and code == "R":
        return s.board.land  # V.1.4: those who would have been in Rumania
    areas = [a for group in "NCS" for a in rules[group]] if unit == e.jaeger else rules.get(code, "any")
    if areas == "any":
        return s.board.land
    found = 0
    for area in areas:
        found |= s.board.areas.get(area, 0)
    return found or s.board.land  # a drawn board has no districts
