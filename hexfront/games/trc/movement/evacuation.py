"""Option 26.2: workers taken to the Urals by rail."""

import random
from collections.abc import Iterator

from hexfront.engine.errors import Refused
from hexfront.engine.game import Verb
from hexfront.engine.order import Order
from hexfront.engine.slots import Form, Units
from hexfront.games.trc.aftermath import settled
from hexfront.games.trc.arrivals.production import worth
from hexfront.games.trc.counters import RUSSIAN
from hexfront.games.trc.movement.allowance import check_together
from hexfront.games.trc.movement.rail import capacity, check_track, reachable
from hexfront.games.trc.state import RUSSIAN_MOVES, RUSSIAN_PREPARES, TRACK, URALS, TrcState
from hexfront.grid.bits import pick
from hexfront.mechanics.choices import may

# 26.2.1, 26.2.2: the first turn (Sep/Oct 1941), rail moves for each factor, and turns on the way.
EVACUATION_FIRST, MOVES_A_FACTOR, TURNS_AWAY = 3, 2, 3


class EvacuateWorkers(Verb[TrcState]):
    """26.2.1: workers leave by an eastern rail hex and are back in production, out of reach, three turns later.

    Reading of 26.2.3: their factors of this turn must still be unspent and are given back, and their city must not
    have had its replacement if nobody else works there. So it can be ordered before or after replacements are taken.
    """

    name = "evacuate"
    form = Form(Units())
    rule = "26.2.1"

    def available(self, s: TrcState) -> bool:
        return s.on("26.2")

    def offers(self, s: TrcState) -> Iterator[Order]:
        if s.on("26.2") and not s.evacuated:
            for unit in s.edition.crews:
                order = Order("evacuate", (unit,))
                if s.where[unit] >= 0 and may(self.check, s, order):
                    yield order

    def sample(self, s: TrcState, rng: random.Random) -> Order | None:
        order = Order("evacuate", (pick(s.edition.workers, rng),))
        return order if s.on("26.2") and not s.evacuated and may(self.check, s, order) else None

    def check(self, s: TrcState, order: Order) -> None:
        place = check_together(s, order.units)
        if not s.on("26.2") or s.phase.name not in (RUSSIAN_PREPARES, RUSSIAN_MOVES[0]):
            raise Refused("26.2.1", "workers are evacuated in the first Russian impulse, if that option is in play")
        if len(order.units) > 1 or s.evacuated:
            raise Refused("26.2.1", "one worker unit may leave in a turn")
        unit = order.units[0]
        if not s.edition.workers >> unit & 1:
            raise Refused("26.2.1", f"{s.name(unit)} is no worker unit")
        if s.turn < EVACUATION_FIRST:
            raise Refused("26.2.1", f"no worker leaves before {s.edition.calendar.date(EVACUATION_FIRST)}")
        self._check_trains(s, unit, place)
        self._check_production(s, unit, place)

    def _check_trains(self, s: TrcState, unit: int, place: int) -> None:
        cost, left = MOVES_A_FACTOR * s.edition.strength[unit], capacity(s, RUSSIAN) - s.railed
        if cost > left:
            raise Refused("26.2.1", f"{s.name(unit)} take {cost} rail moves, and {left} are left")
        check_track(s, RUSSIAN, place)
        if not reachable(s, RUSSIAN, place) & s.board.exits["east"]:
            raise Refused("26.2.1", f"no free track leads from {s.board.grid.label(place)} to the eastern edge")

    def _check_production(self, s: TrcState, unit: int, place: int) -> None:
        if s.factors < _product(s, unit):
            raise Refused(
                "26.2.3", f"{s.name(unit)} produce nothing in the turn they leave, but their factors are spent"
            )
        if _alone(s, unit) and s.used_cities >> place & 1:
            raise Refused(
                "26.2.3", f"{s.board.grid.label(place)} has had its replacement and cannot lose its only workers"
            )

    def do(self, s: TrcState, order: Order) -> None:
        unit = order.units[0]
        if _alone(s, unit):
            s.used_cities |= 1 << s.where[unit]
        s.factors -= _product(s, unit)
        s.railed += MOVES_A_FACTOR * s.edition.strength[unit]
        s.evacuated = True
        s.track[unit] = s.turn + TURNS_AWAY
        s.put(unit, TRACK)
        s.say(
            "26.2.2",
            "{unit} on the way to the Urals until {when}",
            unit=unit,
            when=s.edition.calendar.date(s.track[unit]),
        )
        settled(s)


def _product(s: TrcState, unit: int) -> int:
    """The factors that these workers have brought in this turn."""
    return worth(s, unit)


def _alone(s: TrcState, unit: int) -> bool:
    """26.2.3: are these the only workers in their city?"""
    return not any(s.edition.workers >> other & 1 for other in s.stacks[s.where[unit]] if other != unit)


def urals(s: TrcState) -> None:
    """26.2.2: workers whose turn has come are in the Urals and produce at once."""
    for unit in s.edition.crews:
        if s.where[unit] == TRACK and s.track.get(unit, 0) <= s.turn:
            s.put(unit, URALS)
            s.track.pop(unit, None)
            s.say("26.2.2", "{unit} work in the Urals", unit=unit)
