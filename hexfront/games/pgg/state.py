"""What a position of Panzergruppe Guderian consists of."""

from typing import Any

import msgspec

from hexfront.engine.state import Hexes, ThisImpulse, ThisPhase, ThisPlayerTurn, ThisTurn, Units, WorkedOut
from hexfront.games.pgg.board import Board
from hexfront.games.pgg.edition import PggEdition
from hexfront.mechanics.placed import Placed

SOVIET_SETUP, SOVIET_MOVEMENT, SOVIET_COMBAT = "soviet set-up", "soviet movement", "soviet combat"
SOVIET_RECOVERY, SOVIET_INTERDICTION = "soviet recovery", "soviet interdiction"
GERMAN_MOVEMENT, GERMAN_COMBAT = "german movement", "german combat"
MECHANIZED_MOVEMENT, GERMAN_RECOVERY = "mechanized movement", "german recovery"
AIR_INTERDICTION = "air interdiction"

OFF, DEAD = -1, -2  # not drawn yet; eliminated
BOXES = ("A", "B", "C", "D", "E", "F", "G", "H", "V", "W", "X", "Z", "1", "2", "3", "4", "5", "6", "SW")


def box(entrance: str) -> int:
    """The place of a unit that waits at an entrance."""
    return -10 - BOXES.index(entrance)


def entrance_of(place: int) -> str:
    """The entrance at which a unit with this place waits, or nothing."""
    return BOXES[-10 - place] if place <= -10 else ""


class Battle(msgspec.Struct, frozen=True):
    """A combat or an overrun whose results are not all carried out yet."""

    attackers: tuple[int, ...]
    defenders: tuple[int, ...]
    targets: tuple[int, ...]
    origin: tuple[int, ...]  # where each attacker stood
    overrun: bool
    result: str = ""
    trails: tuple[tuple[int, ...], ...] = ()  # vacated hexes, each with the path of retreat, if anybody got away
    attacker_hurt: bool = False  # lost a step, retreated, or was engaged
    no_advance: bool = False  # a leader went back (10.23): nobody follows
    led: tuple[tuple[int, tuple[int, ...]], ...] = ()  # who has retreated so far, each with the path (9.73)


class PggState(Placed):
    """Places, steps and marks of all units, the cup and the dead, markers, and what this phase remembers."""

    lost: list[int] = []  # steps lost
    counter: list[int] = []  # what stands behind a Soviet division, -1 nothing or unknown
    entered: list[int] = []  # the hex from which a unit went into an enemy zone, or -1 (10.23)
    began: list[int] = []  # where each unit stood when the movement phase began (6.5)
    army: list[int] = []  # 5.1: to which army a unit belongs on the first turn
    cup: list[list[int]] = []  # counters to be drawn: rifle, armoured; in mixed order
    pile: list[list[int]] = []  # the dead pile, likewise (12.4)
    seen: Units = 0  # counters in the pile that everybody has seen
    tried: Units = 0  # units that are face up
    disrupted: Units = 0
    moved: ThisImpulse[Units] = 0  # have begun to move in this phase
    active: ThisPhase[dict[int, int]] = {}  # half points spent by the units that are moving
    trail: ThisImpulse[Hexes] = 0  # hexes they have entered
    fought: ThisPhase[Units] = 0
    attacked: ThisPhase[Hexes] = 0  # hexes attacked in this phase
    refuge: ThisPhase[Units] = 0  # retreated into company in this phase (9.75)
    immune: ThisPhase[Units] = 0  # advanced defenders (9.85)
    fresh: ThisPlayerTurn[Units] = 0  # arrived in this player-turn (11.33)
    led: ThisImpulse[Units] = 0  # began the phase within a leader's radius
    supplied: ThisImpulse[Units] = 0  # were in supply when the phase began
    german: Hexes = 0  # hexes last passed by a German unit (15.11)
    cuts: Hexes = 0
    mending: Hexes = 0  # cuts taken up, rail usable next turn
    air: tuple[int, ...] = ()
    interdiction: int = -1
    interdictions: int = 0  # turns on which the Soviet marker was used
    rail_used: ThisImpulse[int] = 0
    swfront: int = 0
    swfront_now: ThisTurn[int] = 0
    provisional: int = -1  # the unit that must be brought on this turn (14.13)
    standing: tuple[int, ...] = ()  # armies that failed their die (5.2)
    returning: tuple[int, ...] = ()  # evacuated leaders, back next turn (10.4)
    evacuated: int = 0
    evacuated_now: ThisTurn[bool] = False
    cities: tuple[str, ...] = ()  # German with a line west at the end of his last turn (15.12)
    captured: tuple[str, ...] = ()  # wholly German at the end of his last turn, and since (13.2)
    soviet_points: int = 0
    battle: ThisPhase[Battle | None] = None
    # worked out from the above, or pointing at facts
    edition: WorkedOut[PggEdition] = None  # type: ignore[assignment]
    board: WorkedOut[Board] = None  # type: ignore[assignment]
    # what follows from where everybody stands, once worked out; copies share it until somebody is put elsewhere
    zones: WorkedOut[list[Any]] = []  # of each side, by who is disrupted
    kept: WorkedOut[Any] = {}  # lines of supply

    def clear(self) -> None:
        super().clear()
        self.zones, self.kept = [{}, {}], {}

    def put(self, unit: int, place: int) -> None:
        self.zones[self.edition.side[unit]], self.kept = {}, {}
        super().put(unit, place)

    def is_defender(self, side: int) -> bool:
        """Is this the side that is attacked in the battle under way?"""
        return bool(self.battle and self.battle.defenders and self.edition.side[self.battle.defenders[0]] == side)
