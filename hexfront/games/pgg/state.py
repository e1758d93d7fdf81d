"""What a position of Panzergruppe Guderian consists of."""

from collections.abc import Iterable
from typing import Any, ClassVar, Self

import msgspec

from hexfront.engine.state import Duty, State
from hexfront.games.pgg.board import Board
from hexfront.games.pgg.edition import PggEdition

SOVIET_SETUP, SOVIET_MOVEMENT, SOVIET_COMBAT = "soviet set-up", "soviet movement", "soviet combat"
SOVIET_RECOVERY, SOVIET_INTERDICTION = "soviet recovery", "soviet interdiction"
GERMAN_MOVEMENT, GERMAN_COMBAT = "german movement", "german combat"
MECHANIZED_MOVEMENT, GERMAN_RECOVERY = "mechanized movement", "german recovery"
AIR_INTERDICTION = "air interdiction"

# 4.2: the sequence of play; the first two steps come before the first turn.
PRELUDE = (SOVIET_SETUP, AIR_INTERDICTION)
TURN = (
    SOVIET_MOVEMENT,
    SOVIET_COMBAT,
    SOVIET_RECOVERY,
    SOVIET_INTERDICTION,
    GERMAN_MOVEMENT,
    GERMAN_COMBAT,
    MECHANIZED_MOVEMENT,
    GERMAN_RECOVERY,
    AIR_INTERDICTION,
)
PHASES = PRELUDE + TURN

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


class PggState(State):
    """Places, steps and marks of all units, the cup and the dead, markers, and what this phase remembers."""

    DERIVED: ClassVar[frozenset[str]] = State.DERIVED | {"edition", "board", "stacks", "held_by", "zones", "kept"}
    MASKS: ClassVar[frozenset[str]] = frozenset(
        {"tried", "disrupted", "moved", "fought", "refuge", "immune", "fresh", "led", "supplied", "seen"}
        | {"trail", "german", "cuts", "mending", "attacked"}
    )

    where: list[int] = []  # hex, OFF, DEAD or the box of an entrance
    lost: list[int] = []  # steps lost
    counter: list[int] = []  # what stands behind a Soviet division, -1 nothing or unknown
    entered: list[int] = []  # the hex from which a unit went into an enemy zone, or -1 (10.23)
    began: list[int] = []  # where each unit stood when the movement phase began (6.5)
    army: list[int] = []  # 5.1: to which army a unit belongs on the first turn
    cup: list[list[int]] = []  # counters to be drawn: rifle, armoured; in mixed order
    pile: list[list[int]] = []  # the dead pile, likewise (12.4)
    seen: int = 0  # counters in the pile that everybody has seen
    tried: int = 0  # units that are face up
    disrupted: int = 0
    moved: int = 0  # have begun to move in this phase
    active: dict[int, int] = {}  # half points spent by the units that are moving
    trail: int = 0  # hexes they have entered
    fought: int = 0
    attacked: int = 0  # hexes attacked in this phase
    refuge: int = 0  # retreated into company in this phase (9.75)
    immune: int = 0  # advanced defenders (9.85)
    fresh: int = 0  # arrived in this player-turn (11.33)
    led: int = 0  # began the phase within a leader's radius
    supplied: int = 0  # were in supply when the phase began
    german: int = 0  # hexes last passed by a German unit (15.11)
    cuts: int = 0
    mending: int = 0  # cuts taken up, rail usable next turn
    air: tuple[int, ...] = ()
    interdiction: int = -1
    interdictions: int = 0  # turns on which the Soviet marker was used
    rail_used: int = 0
    swfront: int = 0
    swfront_now: int = 0
    provisional: int = -1  # the unit that must be brought on this turn (14.13)
    standing: tuple[int, ...] = ()  # armies that failed their die (5.2)
    returning: tuple[int, ...] = ()  # evacuated leaders, back next turn (10.4)
    evacuated: int = 0
    evacuated_now: bool = False
    cities: tuple[str, ...] = ()  # German with a line west at the end of his last turn (15.12)
    captured: tuple[str, ...] = ()  # wholly German at the end of his last turn, and since (13.2)
    soviet_points: int = 0
    battle: Battle | None = None
    # worked out from the above, or pointing at facts
    edition: PggEdition = None  # type: ignore[assignment]
    board: Board = None  # type: ignore[assignment]
    stacks: dict[int, tuple[int, ...]] = {}
    held_by: list[int] = []  # hexes with units, by side
    # what follows from where everybody stands, once worked out; copies share it until somebody is put elsewhere
    zones: list[Any] = []  # of each side, by who is disrupted
    kept: Any = {}  # lines of supply

    def copy(self) -> Self:
        """A new state that shares only what never changes."""
        new = msgspec.structs.replace(self)
        for field in ("where", "lost", "counter", "entered", "began", "army", "owed", "held_by", "zones"):
            setattr(new, field, getattr(self, field).copy())
        new.cup = [line.copy() for line in self.cup]
        new.pile = [line.copy() for line in self.pile]
        new.active = self.active.copy()
        new.stacks = self.stacks.copy()
        new.dictated = self.dictated.copy() if self.dictated is not None else None
        new.news = new.faces = None
        return new

    @property
    def phase(self) -> str:
        """The step of the sequence that is under way."""
        return PHASES[self.step]

    def finish(self, edition: PggEdition) -> None:
        """Work out the derived fields."""
        self.edition, self.board = edition, edition.board
        self.zones, self.kept = [{}, {}], {}
        stacks: dict[int, list[int]] = {}
        self.held_by = [0, 0]
        for unit, place in enumerate(self.where):
            if place >= 0:
                stacks.setdefault(place, []).append(unit)
                self.held_by[self.edition.side[unit]] |= 1 << place
        self.stacks = {place: tuple(units) for place, units in stacks.items()}

    def put(self, unit: int, place: int) -> None:
        """Move a unit to a place: the only way a unit's place ever changes."""
        old = self.where[unit]
        self.where[unit] = place
        side = self.edition.side[unit]
        self.zones[side], self.kept = {}, {}
        if old >= 0:
            rest = tuple(u for u in self.stacks[old] if u != unit)
            if rest:
                self.stacks[old] = rest
            else:
                del self.stacks[old]
                self.held_by[side] ^= 1 << old
        if place >= 0:
            here = self.stacks.get(place, ())
            self.stacks[place] = tuple(sorted((*here, unit)))
            self.held_by[side] |= 1 << place

    def is_defender(self, side: int) -> bool:
        """Is this the side that is attacked in the battle under way?"""
        return bool(self.battle and self.battle.defenders and self.edition.side[self.battle.defenders[0]] == side)

    def owe(self, duty: Duty) -> None:
        """Something must be settled before the step goes on."""
        self.owed.append(duty)

    def name(self, unit: int) -> str:
        """What a unit is called."""
        return self.edition.name[unit]

    def names(self, units: Iterable[int]) -> str:
        """Units as a list of names."""
        return self.edition.names(units)
