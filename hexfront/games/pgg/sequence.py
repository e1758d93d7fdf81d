"""Chapter 4: the sequence of play. What a phase does at its start and end stands here; the table closes the file."""

import random

from hexfront.engine.errors import Refused
from hexfront.engine.game import Done
from hexfront.engine.order import DONE, Order
from hexfront.engine.sequence import Kind, Phase
from hexfront.engine.state import Life
from hexfront.games.pgg import setup
from hexfront.games.pgg.combat.attacks import Attack
from hexfront.games.pgg.counters import GERMAN, SOVIET
from hexfront.games.pgg.leaders import Evacuate
from hexfront.games.pgg.movement.interdiction import AirInterdict, SovietInterdict, markers_matter
from hexfront.games.pgg.movement.land import Move, reset_movement
from hexfront.games.pgg.movement.overrun import Overrun, recover
from hexfront.games.pgg.movement.rail import Cut, Lift, Rail
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
from hexfront.mechanics.phases import Played, Unplayed


class SetUp(Played[PggState]):
    """5.1: the Soviet armies stand somewhere already; their owner may place them anew."""

    def end(self, s: PggState) -> None:
        s.reset(Life.IMPULSE)


class MustMarch(Done[PggState]):
    """The Soviet movement phase does not end while something in it is compulsory."""

    def check(self, s: PggState, order: Order) -> None:
        unit = setup.must_march(s)
        if unit is not None:
            raise Refused("5.2", f"{s.name(unit)} is of the {s.army[unit]}th Army and must march")
        if must_bring(s):
            raise Refused("14.13", f"{s.name(s.provisional)} must be brought on this turn")


class SovietMovement(Played[PggState]):
    """Arrivals and dice first; then supply is judged and everything moves."""

    def begin(self, s: PggState) -> None:
        s.reset(Life.TURN)
        returning_leaders(s)
        scheduled(s, SOVIET)
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


class GermanMovement(Played[PggState]):
    """6: the German movement phase; arrivals come in it."""

    passed = "nobody can move"

    def begin(self, s: PggState) -> None:
        scheduled(s, GERMAN)
        self.muster(s)

    def muster(self, s: PggState) -> None:
        """The bookkeeping at the start of the phase: supply is judged anew in each (11)."""
        reset_movement(s, GERMAN)
        check_supply(s, GERMAN)

    def waits(self, s: PggState) -> bool:
        """While anybody is there who moves in this phase its player ends it himself."""
        units = s.edition.of_side[GERMAN] & ~s.disrupted
        return any((s.where[u] >= 0 or s.where[u] <= -10) and units >> u & 1 for u in s.edition.units_of[GERMAN])

    def end(self, s: PggState) -> None:
        settle_excess(s, GERMAN)


class MechanizedMovement(GermanMovement):
    """4.2: a second movement phase, for some; nobody arrives in it."""

    def begin(self, s: PggState) -> None:
        self.muster(s)

    def waits(self, s: PggState) -> bool:
        units = s.edition.mechanized & ~s.disrupted
        return any(s.where[u] >= 0 and units >> u & 1 for u in s.edition.units_of[GERMAN])


class Combat(Played[PggState]):
    """9: battles one after the other, each wholly settled before the next. It ends when no attack is left."""

    passed = "no attack can be made"

    def begin(self, s: PggState) -> None:
        self.muster(s)

    def muster(self, s: PggState) -> None:
        """Nobody has fought in this phase yet."""
        s.reset(Life.PHASE)

    def waits(self, s: PggState) -> bool:
        return False

    def end(self, s: PggState) -> None:
        s.reset(Life.PHASE)


class Recovery(Unplayed[PggState]):
    """6.6: nobody decides anything."""

    def end(self, s: PggState) -> None:
        recover(s, self.phase.side)


class SovietInterdiction(Played[PggState]):
    """13.4: the marker, and the end of the Soviet player-turn."""

    def waits(self, s: PggState) -> bool:
        return False

    def end(self, s: PggState) -> None:
        recapture(s)
        forget_lost_cities(s)
        s.reset(Life.PLAYER_TURN)


class AirInterdiction(Played[PggState]):
    """13.2: the air markers, and the end of the German player-turn."""

    def waits(self, s: PggState) -> bool:
        return markers_matter(s)

    def end(self, s: PggState) -> None:
        mark_cities(s)
        s.interdiction = -1  # 13.46
        s.reset(Life.PLAYER_TURN)


_AIR_ASKS = "interdict up to three hexes, then done"
_PLACE = "place units of the 13th and 20th Armies within their areas, then done"
_SOVIETS_MOVE = "move, enter, rail, overrun, front; then done"
_GERMANS_MOVE = "move, enter, overrun, cut; then done"
_SOVIET_MOVES = (Move, Enter, Rail, Overrun, Front, Evacuate, MustMarch)

# 4.2: the game-turn, and before the first one 5.1.
# fmt: off
PHASES = (
    Phase(SOVIET_SETUP, "5.1", "Soviet set-up", SOVIET, Kind.SET_UP, SetUp, (setup.Place, Done), _PLACE, prelude=True),
    Phase(AIR_INTERDICTION, "13.2", "Air interdiction", GERMAN, Kind.MARKERS, AirInterdiction, (AirInterdict, Done),
          _AIR_ASKS, prelude=True),

    Phase(SOVIET_MOVEMENT, "4.2", "Soviet movement", SOVIET, Kind.MOVEMENT, SovietMovement, _SOVIET_MOVES,
          _SOVIETS_MOVE),
    Phase(SOVIET_COMBAT, "9.1", "Soviet combat", SOVIET, Kind.COMBAT, Combat, (Attack, Done), "attack, then done"),
    Phase(SOVIET_RECOVERY, "6.6", "Soviet recovery", SOVIET, Kind.UPKEEP, Recovery),
    Phase(SOVIET_INTERDICTION, "13.4", "Soviet interdiction", SOVIET, Kind.MARKERS, SovietInterdiction,
          (SovietInterdict, Done), "interdict a hex, or done"),
    Phase(GERMAN_MOVEMENT, "4.2", "German movement", GERMAN, Kind.MOVEMENT, GermanMovement,
          (Move, Enter, Overrun, Cut, Lift, Done), _GERMANS_MOVE),
    Phase(GERMAN_COMBAT, "9.1", "German combat", GERMAN, Kind.COMBAT, Combat, (Attack, Done), "attack, then done"),
    Phase(MECHANIZED_MOVEMENT, "4.2", "German mechanized movement", GERMAN, Kind.MOVEMENT, MechanizedMovement,
          (Move, Overrun, Cut, Lift, Done), _GERMANS_MOVE, impulse=2),
    Phase(GERMAN_RECOVERY, "6.6", "German recovery", GERMAN, Kind.UPKEEP, Recovery),
    Phase(AIR_INTERDICTION, "13.2", "Air interdiction", GERMAN, Kind.MARKERS, AirInterdiction, (AirInterdict, Done),
          _AIR_ASKS),
)
# fmt: on
