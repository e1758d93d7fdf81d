"""Chapter 4: the sequence of play. Each step is a phase; what it does at its start and end stands here in order."""

import random
from functools import partial

from hexfront.engine.errors import Refused
from hexfront.engine.game import Done, Step, Verb
from hexfront.engine.order import DONE, Order
from hexfront.games.trc import (
    closing,
    combat,
    crowding,
    evacuation,
    minors,
    mobilization,
    national,
    paratroops,
    partisans,
    production,
    rail,
    railheads,
    reinforcements,
    replacements,
    sea,
    siberia,
    supply,
    victory,
    weather,
    withdrawals,
)
from hexfront.games.trc.aftermath import settled
from hexfront.games.trc.automatic import Av
from hexfront.games.trc.bidding import Bidding
from hexfront.games.trc.buying import RussianReplace
from hexfront.games.trc.counters import AXIS, RUSSIAN
from hexfront.games.trc.edition import TrcEdition
from hexfront.games.trc.mandatory import in_enemy_zone
from hexfront.games.trc.movement import Move
from hexfront.games.trc.offboard import Exit
from hexfront.games.trc.setup import SetUp
from hexfront.games.trc.state import (
    AXIS_END,
    AXIS_FIGHTS,
    AXIS_MOVES,
    AXIS_PREPARES,
    FIRST_SETUP,
    PARTISAN_STEP,
    RUSSIAN_END,
    RUSSIAN_FIGHTS,
    RUSSIAN_MOVES,
    RUSSIAN_PREPARES,
    SECOND_SETUP,
    WEATHER_STEP,
    YEAR_END,
    TrcState,
)
from hexfront.games.trc.whatif import WhatIf
from hexfront.mechanics.phases import Phase, Unattended

ADJECTIVE = ("Axis", "Russian")
ORDINAL = ("first", "second")


class Weather(Unattended[TrcState]):
    """4.1: the weather of the turn, and what the calendar does to the minor allies (24.4, 24.5)."""

    def __init__(self) -> None:
        super().__init__(WEATHER_STEP, AXIS, "Weather", "4.1")

    def begin(self, s: TrcState) -> None:
        weather.roll_weather(s)
        minors.axis_begin(s)
        settled(s)


# -- preparation: everything that must be settled before the first impulse --------------------------------


def new_turn(s: TrcState) -> None:
    """A player turn begins: nothing of the last one counts any more."""
    side = s.edition.of_side[s.mover]
    s.fresh = s.replaced = s.railed = s.flown = s.used_cities = s.old_victors = s.victors = s.gain = s.swept = 0
    s.sorties = []
    s.evacuated = False
    s.invaded &= ~side
    s.sailed &= ~(3 << 2 * s.mover)


class Preparation(Phase[TrcState]):
    """What is decided before movement begins; skipped when there is nothing to decide."""

    linger = 0.9

    def pending(self, s: TrcState) -> bool:
        return any(next(verb.offers(s), None) is not None for verb in self._busy)

    def muster(self, s: TrcState) -> None:
        """Nothing to keep for a case."""


class AxisReady(Done[TrcState]):
    """20.9: withdrawals are made before the turn goes on."""

    rule = "20.9"

    def check(self, s: TrcState, order: Order) -> None:
        withdrawals.check_done(s)


class AxisPreparation(Preparation):
    """20.9, 23, 21: withdrawals, mobilization, replacements."""

    def __init__(self) -> None:
        verbs: list[Verb[TrcState]] = [
            withdrawals.Withdraw(),
            mobilization.Mobilize(),
            replacements.AxisReplace(),
            AxisReady(),
        ]
        super().__init__(
            AXIS_PREPARES, AXIS, "Axis preparation", "withdraw, mobilize, replace; then done", "21.2", verbs
        )

    def begin(self, s: TrcState) -> None:
        new_turn(s)
        withdrawals.begin_withdrawals(s)

    def end(self, s: TrcState) -> None:
        withdrawals.forfeit(s)
        mobilization.waste(s)


class RussianReady(Done[TrcState]):
    """22.3, V.4: workers are placed and Siberia has its share before the turn goes on."""

    rule = "22.3"

    def check(self, s: TrcState, order: Order) -> None:
        production.check_done(s)


class RussianPreparation(Preparation):
    """22: workers, replacement factors and what they buy."""

    def __init__(self) -> None:
        verbs: list[Verb[TrcState]] = [
            production.PlaceWorker(),
            RussianReplace(),
            siberia.Send(),
            siberia.Recall(),
            evacuation.EvacuateWorkers(),
            RussianReady(),
        ]
        super().__init__(
            RUSSIAN_PREPARES, RUSSIAN, "Russian preparation", "place workers, replace; then done", "22.5", verbs
        )

    def begin(self, s: TrcState) -> None:
        new_turn(s)
        evacuation.urals(s)
        reinforcements.arrive_workers(s)
        production.count(s)

    def end(self, s: TrcState) -> None:
        siberia.forfeit(s)


# -- impulses ---------------------------------------------------------------------------------------------


class Movement(Phase[TrcState]):
    """4.1.1, 4.1.3, 4.2.1, 4.2.3: a movement phase."""

    def __init__(self, name: str, side: int, impulse: int) -> None:
        self._closing = closing.EndMovement()
        verbs = _verbs(side, self._closing)
        title = f"{ADJECTIVE[side]} movement, {ORDINAL[impulse - 1]} impulse"
        rule = (("4.1.1", "4.1.3"), ("4.2.1", "4.2.3"))[side][impulse - 1]
        trains = "rail, " if impulse == 1 else ""
        super().__init__(name, side, title, f"move, enter arrivals, {trains}sea, av; then done", rule, verbs)
        self._others = [verb for verb in self._busy if verb.name != "move"]

    def begin(self, s: TrcState) -> None:
        self.muster(s)
        if s.impulse == 2:
            paratroops.destroy_stranded(s)
        reinforcements.arrive(s)
        settled(s)

    def muster(self, s: TrcState) -> None:
        """The bookkeeping of an impulse: nobody has moved; who is pinned (8.4), a victor (16.2), frozen (11.3)."""
        if s.impulse == 2:
            s.old_victors = s.victors
        s.spent = [0] * len(s.edition.units)
        s.moved = s.landed = s.rode = s.victors = 0
        s.fought = s.owing = s.due = 0
        s.pinned = in_enemy_zone(s) if s.impulse == 2 else 0
        s.frozen = s.leaderless & 1 << s.mover
        s.leaderless &= ~(1 << s.mover)
        s.forget()

    def sample(self, s: TrcState, rng: random.Random) -> Order:
        """Mostly a plain move: there are many of them, and the other verbs are looked at now and then."""
        if rng.random() < self.linger:
            order = self.verbs["move"].sample(s, rng) if rng.random() < 0.8 else None
            order = order or self._other(s, rng) or self.verbs["move"].sample(s, rng)
            if order is not None:
                return order
        return self._done(s, rng)

    def _other(self, s: TrcState, rng: random.Random) -> Order | None:
        return self._others[int(rng.random() * len(self._others))].sample(s, rng)

    def _done(self, s: TrcState, rng: random.Random) -> Order:
        try:
            self._closing.check(s, DONE)
        except Refused:
            follow = self.verbs["exit"].sample(s, rng) if "exit" in self.verbs else None
            return self._closing.remedy(s) or follow or Step.sample(self, s, rng)
        return DONE

    def end(self, s: TrcState) -> None:
        reinforcements.leftover(s)
        if s.mover == AXIS:
            partisans.chase(s)
        s.frozen &= ~(1 << s.mover)
        if s.impulse == 2:
            s.dropped = 0  # 18.3 has forbidden what it could
        crowding.settle_excess(s)


def _verbs(side: int, done: Done[TrcState]) -> list[Verb[TrcState]]:
    """What a side may do; that trains and drops are for the first impulse is their own rule (9.1, 18.1)."""
    verbs: list[Verb[TrcState]] = [Move(), reinforcements.Enter(), reinforcements.Delay(), Av(), Exit()]
    verbs += [sea.Transfer(), sea.Invade(), sea.Evacuate(), sea.Leave(), rail.Rail(), paratroops.Drop()]
    if side == RUSSIAN:
        verbs += [paratroops.Reserve(), evacuation.EvacuateWorkers()]
    return [*verbs, done]


class Combat(Phase[TrcState]):
    """12: battles one after the other, each wholly settled before the next."""

    linger = 0.97

    def __init__(self, edition: TrcEdition, name: str, side: int, impulse: int) -> None:
        self.attack = combat.Attack(edition.columns)
        title = f"{ADJECTIVE[side]} combat, {ORDINAL[impulse - 1]} impulse"
        rule = (("4.1.2", "4.1.4"), ("4.2.2", "4.2.4"))[side][impulse - 1]
        super().__init__(name, side, title, "attack, then done", rule, [self.attack, combat.EndCombat()])

    def begin(self, s: TrcState) -> None:
        """12.6, 16.3: who is forced into a hopeless attack surrenders before any combat."""
        s.forget()
        closing.give_up(s)
        self.muster(s)

    def muster(self, s: TrcState) -> None:
        """12.1: who is bound to fight in this phase."""
        combat.muster(s)

    def pending(self, s: TrcState) -> bool:
        """Skipped when nobody can attack; once a battle has been fought its player ends it himself."""
        return s.battles > 0 or self.attack.possible(s)

    def asks(self, s: TrcState) -> str:
        left = [s.name(u) for u in range(len(s.edition.units)) if s.owing & ~s.fought & 1 << u and s.where[u] >= 0]
        return f"attack with {', '.join(left)}" if left else self.prompt

    def end(self, s: TrcState) -> None:
        s.fought = s.owing = s.due = s.battles = 0
        s.forget()


# -- ends -------------------------------------------------------------------------------------------------


class TurnEnd(Unattended[TrcState]):
    """4.1.5, 4.2.5: railheads, then supply, then what the end of a player turn does to the minor allies."""

    def __init__(self, name: str, side: int) -> None:
        super().__init__(name, side, f"End of the {ADJECTIVE[side]} turn", ("4.1.5", "4.2.5")[side])

    def end(self, s: TrcState) -> None:
        railheads.convert(s, s.mover)
        supply.starve(s, s.mover)
        settled(s)
        if s.mover == RUSSIAN:
            minors.russian_end(s)
        else:
            national.conform(s)
        settled(s)


class Partisans(Phase[TrcState]):
    """19.4: all partisans are placed anew."""

    def __init__(self) -> None:
        super().__init__(
            PARTISAN_STEP,
            RUSSIAN,
            "Partisans",
            "place partisans, then done",
            "19.4",
            [partisans.PlacePartisan(), Done()],
        )

    def begin(self, s: TrcState) -> None:
        partisans.lift(s)

    def pending(self, s: TrcState) -> bool:
        return next(self.verbs["place"].offers(s), None) is not None

    def muster(self, s: TrcState) -> None:
        """Nothing to keep for a case."""


class YearEnd(Unattended[TrcState]):
    """4.3, 4.4: the end of a game turn."""

    def __init__(self) -> None:
        super().__init__(YEAR_END, RUSSIAN, "End of the turn", "4.3")

    def end(self, s: TrcState) -> None:
        minors.turn_end(s)
        settled(s)
        victory.year_end(s)


def prelude(edition: TrcEdition) -> list[Step[TrcState]]:
    """Before the first turn."""
    return [Bidding(), SetUp(FIRST_SETUP), WhatIf(edition, "V.1"), SetUp(SECOND_SETUP)]


def turn(edition: TrcEdition) -> list[Step[TrcState]]:
    """4: a game turn."""
    what_if, battles = partial(WhatIf, edition), partial(Combat, edition)
    steps: list[Step[TrcState]] = [what_if("V.3"), what_if("V.5"), what_if("V.6"), Weather()]
    steps += [AxisPreparation(), Movement(AXIS_MOVES[0], AXIS, 1), battles(AXIS_FIGHTS[0], AXIS, 1), what_if("V.4")]
    steps += [Movement(AXIS_MOVES[1], AXIS, 2), battles(AXIS_FIGHTS[1], AXIS, 2), TurnEnd(AXIS_END, AXIS)]
    steps += [what_if("V.2"), RussianPreparation()]
    for i in (0, 1):
        steps += [Movement(RUSSIAN_MOVES[i], RUSSIAN, i + 1), battles(RUSSIAN_FIGHTS[i], RUSSIAN, i + 1)]
    return [*steps, TurnEnd(RUSSIAN_END, RUSSIAN), Partisans(), YearEnd()]
