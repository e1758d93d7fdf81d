"""Chapter 4: the sequence of play. Each step is a phase; what it does at its start and end stands here in order."""

import random
from typing import Any

from hexfront.engine.errors import Refused
from hexfront.engine.game import Done, Step, Verb
from hexfront.engine.order import DONE, Order
from hexfront.games.pgg import setup
from hexfront.games.pgg.combat import Attack
from hexfront.games.pgg.counters import GERMAN, SOVIET
from hexfront.games.pgg.interdiction import AirInterdict, SovietInterdict, markers_matter
from hexfront.games.pgg.leaders import Evacuate
from hexfront.games.pgg.movement import Move, reset_movement
from hexfront.games.pgg.overrun import Overrun, recover
from hexfront.games.pgg.rail import Cut, Lift, Rail
from hexfront.games.pgg.reinforcements import (
    Enter,
    Front,
    forfeit,
    must_bring,
    provisional,
    returning_leaders,
    scheduled,
)
from hexfront.games.pgg.stacking import settle_excess
from hexfront.games.pgg.state import (
    AIR_INTERDICTION,
    GERMAN_COMBAT,
    GERMAN_MOVEMENT,
    GERMAN_RECOVERY,
    MECHANIZED_MOVEMENT,
    SOVIET_COMBAT,
    SOVIET_INTERDICTION,
    SOVIET_MOVEMENT,
    SOVIET_RECOVERY,
    SOVIET_SETUP,
    PggState,
)
from hexfront.games.pgg.supply import check_supply
from hexfront.games.pgg.victory import forget_lost_cities, mark_cities, recapture
from hexfront.mechanics.phases import Phase, Unattended


class SetUp(Phase[PggState]):
    """5.1: the Soviet armies stand somewhere already; their owner may place them anew."""

    def __init__(self, areas: dict[int, int]) -> None:
        super().__init__(
            SOVIET_SETUP,
            SOVIET,
            "Soviet set-up",
            "place units of the 13th and 20th Armies within their areas, then done",
            "5.1",
            [setup.Place(areas), Done()],
        )

    def end(self, s: PggState) -> None:
        s.moved = 0


class MustMarch(Done[PggState]):
    """The Soviet movement phase does not end while something in it is compulsory."""

    def check(self, s: PggState, order: Order) -> None:
        unit = setup.must_march(s)
        if unit is not None:
            raise Refused("5.2", f"{s.name(unit)} is of the {s.army[unit]}th Army and must march")
        if must_bring(s):
            raise Refused("14.13", f"{s.name(s.provisional)} must be brought on this turn")


class SovietMovement(Phase[PggState]):
    """Arrivals and dice first; then supply is judged and everything moves."""

    def __init__(self, schedule: list[dict[str, Any]]) -> None:
        super().__init__(
            SOVIET_MOVEMENT,
            SOVIET,
            "Soviet movement",
            "move, enter, rail, overrun, front; then done",
            "4.2",
            [Move(), Enter(), Rail(), Overrun(), Front(), Evacuate(), MustMarch()],
        )
        self.schedule = schedule

    def begin(self, s: PggState) -> None:
        returning_leaders(s)
        s.swfront_now = 0
        scheduled(s, self.schedule)
        if s.turn == 1:
            setup.first_turn_dice(s)
        provisional(s)
        self.muster(s)

    def muster(self, s: PggState) -> None:
        """The bookkeeping at the start of the phase, without its dice and arrivals."""
        reset_movement(s, SOVIET)
        check_supply(s, SOVIET)

    def sample(self, s: PggState, rng: random.Random) -> Order:
        """Compulsory marches first: else they hold up the end of the phase."""
        unit = setup.must_march(s) if s.turn == 1 and rng.random() < 0.5 else None
        if unit is not None:
            march = setup.sample_march(s, (unit,), s.where[unit], rng)
            if march is not None:
                return march
        return super().sample(s, rng)

    def _done(self, s: PggState, rng: random.Random) -> Order:
        unit = setup.must_march(s)
        if unit is not None:
            return next(setup.marches(s, (unit,), s.where[unit]))
        return must_bring(s) or DONE

    def end(self, s: PggState) -> None:
        forfeit(s)
        s.air = ()  # 13.33
        s.mending = 0  # 6.37: usable again from the next turn on
        settle_excess(s, SOVIET)


class GermanMovement(Phase[PggState]):
    """6: both German movement phases; arrivals come in the first."""

    passed = "nobody can move"

    def __init__(self, name: str, title: str, schedule: list[dict[str, Any]], mechanized: bool) -> None:
        verbs: list[Verb[PggState]] = [Move(), Enter(), Overrun(), Cut(), Lift(), Done()]
        if mechanized:
            verbs = [Move(), Overrun(), Cut(), Lift(), Done()]
        super().__init__(name, GERMAN, title, "move, enter, overrun, cut; then done", "4.2", verbs)
        self.schedule = schedule
        self.mechanized = mechanized

    def begin(self, s: PggState) -> None:
        if not self.mechanized:
            scheduled(s, self.schedule)
        self.muster(s)

    def muster(self, s: PggState) -> None:
        """The bookkeeping at the start of the phase: supply is judged anew in each (11)."""
        reset_movement(s, GERMAN)
        check_supply(s, GERMAN)

    def waits(self, s: PggState) -> bool:
        """While anybody is there who moves in this phase its player ends it himself."""
        units = s.edition.of_side[GERMAN] & ~s.disrupted
        if self.mechanized:
            units &= s.edition.mechanized
            return any(s.where[u] >= 0 and units >> u & 1 for u in s.edition.units_of[GERMAN])
        return any((s.where[u] >= 0 or s.where[u] <= -10) and units >> u & 1 for u in s.edition.units_of[GERMAN])

    def end(self, s: PggState) -> None:
        settle_excess(s, GERMAN)


class Combat(Phase[PggState]):
    """9: battles one after the other, each wholly settled before the next. It ends when no attack is left."""

    passed = "no attack can be made"

    def __init__(self, name: str, side: int, title: str) -> None:
        super().__init__(name, side, title, "attack, then done", "9.1", [Attack(), Done()])

    def begin(self, s: PggState) -> None:
        self.muster(s)

    def muster(self, s: PggState) -> None:
        """Nobody has fought in this phase yet."""
        s.fought = s.attacked = s.immune = s.refuge = 0
        s.active = {}

    def waits(self, s: PggState) -> bool:
        return False

    def end(self, s: PggState) -> None:
        s.fought = s.attacked = s.immune = s.refuge = 0


class Recovery(Unattended[PggState]):
    """6.6: nobody decides anything."""

    def __init__(self, name: str, side: int, title: str) -> None:
        super().__init__(name, side, title, "6.6")

    def end(self, s: PggState) -> None:
        recover(s, self._side)


class SovietInterdiction(Phase[PggState]):
    """13.4: the marker, and the end of the Soviet player-turn."""

    def __init__(self) -> None:
        super().__init__(
            SOVIET_INTERDICTION,
            SOVIET,
            "Soviet interdiction",
            "interdict a hex, or done",
            "13.4",
            [SovietInterdict(), Done()],
        )

    def waits(self, s: PggState) -> bool:
        return False

    def end(self, s: PggState) -> None:
        recapture(s)
        forget_lost_cities(s)
        s.fresh &= ~s.edition.of_side[SOVIET]


class AirInterdiction(Phase[PggState]):
    """13.2: the air markers, and the end of the German player-turn."""

    def __init__(self) -> None:
        super().__init__(
            AIR_INTERDICTION,
            GERMAN,
            "Air interdiction",
            "interdict up to three hexes, then done",
            "13.2",
            [AirInterdict(), Done()],
        )

    def waits(self, s: PggState) -> bool:
        return markers_matter(s)

    def end(self, s: PggState) -> None:
        mark_cities(s)
        s.interdiction = -1  # 13.46
        s.fresh &= ~s.edition.of_side[GERMAN]


def prelude(areas: dict[int, int]) -> list[Step[PggState]]:
    """Before the first turn."""
    return [SetUp(areas), AirInterdiction()]


def turn(soviet: list[dict[str, Any]], german: list[dict[str, Any]]) -> list[Step[PggState]]:
    """4.2: a game-turn."""
    return [
        SovietMovement(soviet),
        Combat(SOVIET_COMBAT, SOVIET, "Soviet combat"),
        Recovery(SOVIET_RECOVERY, SOVIET, "Soviet recovery"),
        SovietInterdiction(),
        GermanMovement(GERMAN_MOVEMENT, "German movement", german, mechanized=False),
        Combat(GERMAN_COMBAT, GERMAN, "German combat"),
        GermanMovement(MECHANIZED_MOVEMENT, "German mechanized movement", [], mechanized=True),
        Recovery(GERMAN_RECOVERY, GERMAN, "German recovery"),
        AirInterdiction(),
    ]
