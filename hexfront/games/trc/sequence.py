"""Chapter 4: the sequence of play. What a phase does at its start and end, and the table of them all."""

import random
from functools import partial
from typing import Any

from hexfront.engine.game import Done, Step
from hexfront.engine.order import DONE, Order
from hexfront.engine.sequence import Kind, Phase
from hexfront.engine.state import Life
from hexfront.games.trc import minors, supply, victory, weather
from hexfront.games.trc.aftermath import settled
from hexfront.games.trc.arrivals import (  # fmt: skip
    mobilization,
    partisans,
    production,
    reinforcements,
    replacements,
    siberia,
    withdrawals,
)
from hexfront.games.trc.arrivals.buying import RussianReplace
from hexfront.games.trc.combat import attacks
from hexfront.games.trc.combat.automatic import Av
from hexfront.games.trc.combat.mandatory import in_enemy_zone
from hexfront.games.trc.counters import AXIS, RUSSIAN, SIDES
from hexfront.games.trc.data_files import combat_table
from hexfront.games.trc.movement import conformity, crowding, ending, evacuation, paratroops, rail, railheads, sea
from hexfront.games.trc.movement.land import Move
from hexfront.games.trc.movement.offboard import Exit
from hexfront.games.trc.setup.bidding import Bid, Bidding, Pass
from hexfront.games.trc.setup.start import Default, Place, SetUp, SetUpDone
from hexfront.games.trc.state import (
    ARDENNES,
    AXIS_END,
    AXIS_FIGHTS,
    AXIS_MOVES,
    AXIS_PREPARES,
    BALKANS,
    BIDDING,
    FIRST_SETUP,
    ITALY,
    JAPAN,
    PARTISAN_STEP,
    RUSSIAN_END,
    RUSSIAN_FIGHTS,
    RUSSIAN_MOVES,
    RUSSIAN_PREPARES,
    SECOND_SETUP,
    SIBERIANS,
    TUNIS,
    WEATHER_STEP,
    YEAR_END,
    TrcState,
)  # fmt: skip
from hexfront.games.trc.whatif import Adopt, Decline, WhatIf
from hexfront.mechanics.phases import Played, Unplayed


class Weather(Unplayed[TrcState]):
    """4.1: the weather of the turn, and what the calendar does to the minor allies (24.4, 24.5)."""

    def begin(self, s: TrcState) -> None:
        weather.roll_weather(s)
        minors.axis_begin(s)
        settled(s)


# -- preparation: everything that must be settled before the first impulse --------------------------------


def new_turn(s: TrcState) -> None:
    """A player turn begins: nothing of the last one counts any more."""
    s.reset(Life.PLAYER_TURN)
    s.reset(Life.ROUND, s.edition.of_side[s.mover])
    s.sailed &= ~(3 << 2 * s.mover)


class Preparation(Played[TrcState]):
    """What is decided before movement begins; skipped when there is nothing to decide."""

    linger = 0.9

    def waits(self, s: TrcState) -> bool:
        return False


class AxisReady(Done[TrcState]):
    """20.9: withdrawals are made before the turn goes on."""

    rule = "20.9"

    def check(self, s: TrcState, order: Order) -> None:
        withdrawals.check_done(s)


class AxisPreparation(Preparation):
    """20.9, 23, 21: withdrawals, mobilization, replacements."""

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

    def begin(self, s: TrcState) -> None:
        new_turn(s)
        evacuation.urals(s)
        reinforcements.arrive_workers(s)
        production.count(s)

    def end(self, s: TrcState) -> None:
        siberia.forfeit(s)


# -- impulses ---------------------------------------------------------------------------------------------


class Movement(Played[TrcState]):
    """4.1.1, 4.1.3, 4.2.1, 4.2.3: a movement phase."""

    def __init__(self, phase: Phase) -> None:
        super().__init__(phase)
        self._others = [verb for verb in self._busy if verb.name != "move"]

    def begin(self, s: TrcState) -> None:
        s.reset(Life.IMPULSE)
        s.old_victors, s.victors = s.victors, 0  # 16.2
        self.muster(s)
        if s.impulse == 2:
            paratroops.destroy_stranded(s)
        reinforcements.arrive(s)
        settled(s)

    def muster(self, s: TrcState) -> None:
        """Who is pinned (8.4), who is frozen (11.3)."""
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
        if self.verbs[DONE.verb].accepts(s, DONE):
            return DONE
        follow = self.verbs["exit"].sample(s, rng)
        return ending.remedy(s) or follow or Step.sample(self, s, rng)

    def end(self, s: TrcState) -> None:
        reinforcements.leftover(s)
        if s.mover == AXIS:
            partisans.chase(s)
        s.reset(Life.PHASE)
        if s.impulse == 2:
            s.dropped = 0  # 18.3 has forbidden what it could
        crowding.settle_excess(s)


class Combat(Played[TrcState]):
    """12: battles one after the other, each wholly settled before the next."""

    linger = 0.97

    def begin(self, s: TrcState) -> None:
        """12.6, 16.3: who is forced into a hopeless attack surrenders before any combat."""
        s.forget()
        ending.give_up(s)
        self.muster(s)

    def muster(self, s: TrcState) -> None:
        """12.1: who is bound to fight in this phase."""
        attacks.muster(s)

    def waits(self, s: TrcState) -> bool:
        """Skipped when nobody can attack; once a battle has been fought its player ends it himself."""
        return s.battles > 0

    def asks(self, s: TrcState) -> str:
        left = [s.name(u) for u in range(len(s.edition.units)) if s.owing & ~s.fought & 1 << u and s.where[u] >= 0]
        return f"attack with {', '.join(left)}" if left else self.prompt

    def end(self, s: TrcState) -> None:
        s.reset(Life.PHASE)
        s.forget()


# -- ends -------------------------------------------------------------------------------------------------


class TurnEnd(Unplayed[TrcState]):
    """4.1.5, 4.2.5: railheads, then supply, then what the end of a player turn does to the minor allies."""

    def end(self, s: TrcState) -> None:
        railheads.convert(s, s.mover)
        supply.starve(s, s.mover)
        settled(s)
        if s.mover == RUSSIAN:
            minors.russian_end(s)
        else:
            conformity.conform(s)
        settled(s)


class Partisans(Played[TrcState]):
    """19.4: all partisans are placed anew."""

    def begin(self, s: TrcState) -> None:
        partisans.lift(s)

    def waits(self, s: TrcState) -> bool:
        return False


class YearEnd(Unplayed[TrcState]):
    """4.3, 4.4: the end of a game turn."""

    def end(self, s: TrcState) -> None:
        minors.turn_end(s)
        settled(s)
        victory.year_end(s)


# -- the table --------------------------------------------------------------------------------------------

# That trains and drops are for the first impulse is their own rule (9.1, 18.1).
_WALKS = (
    Move, reinforcements.Enter, reinforcements.Delay, Av, Exit, sea.Transfer, sea.Invade, sea.Evacuate, sea.Leave,
    rail.Rail, paratroops.Drop,
)  # fmt: skip
_AXIS = (*_WALKS, ending.EndMovement)
_RUSSIAN = (*_WALKS, paratroops.Reserve, evacuation.EvacuateWorkers, ending.EndMovement)
_AXIS_READY = withdrawals.Withdraw, mobilization.Mobilize, replacements.AxisReplace, AxisReady
_RUSSIAN_READY = (
    production.PlaceWorker, RussianReplace, siberia.Send, siberia.Recall, evacuation.EvacuateWorkers, RussianReady,
)  # fmt: skip
_PLACING = Place, Default, SetUpDone
_BID = "bid a number of factors for the Axis side, or pass"
_PLACE = "place your units, or take the default set-up; then done"
_FIRST, _SECOND = (f"move, enter arrivals, {trains}sea, av; then done" for trains in ("rail, ", ""))
_FIGHT = "attack, then done"


def phases(charts: dict[str, Any]) -> tuple[Phase, ...]:
    """4: the sequence of play. The what-ifs have their titles from the chart of options."""
    what_if = partial(_what_if, charts["options"])
    battles = partial(attacks.Attack, combat_table(charts["crt"])[0]), attacks.EndCombat
    up, walk, war, rest = Kind.SET_UP, Kind.MOVEMENT, Kind.COMBAT, Kind.UPKEEP
    return (
        Phase(BIDDING, "26.10", "Bidding for sides", AXIS, Kind.CHOICE, Bidding, (Bid, Pass), _BID, prelude=True),
        Phase(FIRST_SETUP, "3.3", "First set-up", AXIS, up, SetUp, _PLACING, _PLACE, prelude=True),
        what_if(BALKANS, "V.1", prelude=True),
        Phase(SECOND_SETUP, "3.4", "Second set-up", AXIS, up, SetUp, _PLACING, _PLACE, prelude=True),
        what_if(ITALY, "V.3"),
        what_if(TUNIS, "V.5"),
        what_if(ARDENNES, "V.6"),
        Phase(WEATHER_STEP, "4.1", "Weather", AXIS, rest, Weather),
        Phase(AXIS_PREPARES, "21.2", "Axis preparation", AXIS, Kind.PREPARATION, AxisPreparation, _AXIS_READY,
              "withdraw, mobilize, replace; then done"),
        Phase(AXIS_MOVES[0], "4.1.1", "Axis movement, first impulse", AXIS, walk, Movement, _AXIS, _FIRST),
        Phase(AXIS_FIGHTS[0], "4.1.2", "Axis combat, first impulse", AXIS, war, Combat, battles, _FIGHT),
        what_if(JAPAN, "V.4", impulse=2),
        Phase(AXIS_MOVES[1], "4.1.3", "Axis movement, second impulse", AXIS, walk, Movement, _AXIS, _SECOND, 2),
        Phase(AXIS_FIGHTS[1], "4.1.4", "Axis combat, second impulse", AXIS, war, Combat, battles, _FIGHT, 2),
        Phase(AXIS_END, "4.1.5", "End of the Axis turn", AXIS, rest, TurnEnd),
        what_if(SIBERIANS, "V.2"),
        Phase(RUSSIAN_PREPARES, "22.5", "Russian preparation", RUSSIAN, Kind.PREPARATION, RussianPreparation,
              _RUSSIAN_READY, "place workers, replace; then done"),
        Phase(RUSSIAN_MOVES[0], "4.2.1", "Russian movement, first impulse", RUSSIAN, walk, Movement, _RUSSIAN, _FIRST),
        Phase(RUSSIAN_FIGHTS[0], "4.2.2", "Russian combat, first impulse", RUSSIAN, war, Combat, battles, _FIGHT),
        Phase(RUSSIAN_MOVES[1], "4.2.3", "Russian movement, second impulse", RUSSIAN, walk, Movement, _RUSSIAN,
              _SECOND, 2),
        Phase(RUSSIAN_FIGHTS[1], "4.2.4", "Russian combat, second impulse", RUSSIAN, war, Combat, battles, _FIGHT, 2),
        Phase(RUSSIAN_END, "4.2.5", "End of the Russian turn", RUSSIAN, rest, TurnEnd),
        Phase(PARTISAN_STEP, "19.4", "Partisans", RUSSIAN, Kind.MARKERS, Partisans,
              (partisans.PlacePartisan, Done), "place partisans, then done"),
        Phase(YEAR_END, "4.3", "End of the turn", RUSSIAN, rest, YearEnd),
    )  # fmt: skip


def _what_if(options: dict[str, Any], name: str, rule: str, impulse: int = 1, prelude: bool = False) -> Phase:
    option = options[rule]
    title, prompt, side = f"What if: {option['title']}", f"adopt or decline: {option['about']}", option["decides"]
    verbs = Adopt, Decline
    return Phase(name, rule, title, SIDES.index(side), Kind.CHOICE, WhatIf, verbs, prompt, impulse, prelude)
