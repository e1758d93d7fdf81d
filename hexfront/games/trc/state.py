"""What a position of The Russian Campaign consists of."""

import msgspec

from hexfront.engine.state import (
    ByUnit,
    Hexes,
    Marks,
    ShortSets,
    ThisImpulse,
    ThisPhase,
    ThisPlayerTurn,
    ThisRound,
    Units,
    WorkedOut,
)
from hexfront.games.trc.board import Board
from hexfront.games.trc.edition import TrcEdition
from hexfront.grid.bits import union
from hexfront.mechanics.placed import Placed

# The names of the phases, by which records and cases know them.
BIDDING, FIRST_SETUP, BALKANS, SECOND_SETUP = "bidding", "first set-up", "what-if V.1", "second set-up"
ITALY, TUNIS, ARDENNES, SIBERIANS, JAPAN = (f"what-if V.{n}" for n in (3, 5, 6, 2, 4))
WEATHER_STEP = "weather"
AXIS_PREPARES, RUSSIAN_PREPARES = "axis preparation", "russian preparation"
AXIS_MOVES = ("axis movement 1", "axis movement 2")
AXIS_FIGHTS = ("axis combat 1", "axis combat 2")
AXIS_END, RUSSIAN_END, PARTISAN_STEP, YEAR_END = "axis end", "russian end", "partisans", "year end"
RUSSIAN_MOVES = ("russian movement 1", "russian movement 2")
RUSSIAN_FIGHTS = ("russian combat 1", "russian combat 2")

# Where a unit is that is not on the board.
OFF = -1  # not in this game: an option that is off, a scenario without it
POOL = -2  # eliminated, can be replaced (13.2)
GONE = -3  # surrendered or otherwise out for good (13.2)
DUE = -4  # on the order-of-battle card: its month or its trigger is still to come
WAITING = -5  # arrives in this impulse: to be brought in by `enter`, `rail`, `sea ...` (20.2, 21.1, 22.6)
OFFMAP = -6  # the Off-Map Units box (20.1.1)
RESERVE = -7  # the Paratroop Reserve box (18.2)
BOX = -8  # bombers, partisans and battlegroups that are not in use (15.3, 19.4, 26.4)
TRACK = -9  # workers on their way to the Urals (26.2.2)
URALS = -10  # workers who produce there (26.2.2)
SIBERIA = -11  # sent against Japan (V.4)
WITHDRAWN = -12  # taken to the west, comes back or not (20.9)
EXITED = -13  # gone over the enemy's edge, or sent after those who did (26.5)
AIRFIELD = -14  # German paratroops off the board, ready to drop (V.1)

STOPPED = 99  # points spent by a unit that may move no further in this impulse


class Battle(msgspec.Struct, frozen=True):
    """A battle whose results are not all carried out yet."""

    attackers: tuple[int, ...]
    defenders: tuple[int, ...]
    targets: tuple[int, ...]
    odds: int
    result: str = ""


class TrcState(Placed):
    """Places of all units, who holds what, weather, and what this turn, impulse and phase remember."""

    spent: ThisImpulse[ByUnit] = []  # points each unit has spent in this impulse
    last: int = 25  # 4.4: the last turn of the scenario
    # who holds what
    axis_places: Hexes = 0  # cities, oil fields and junctions that the Axis was the last to hold (9.7, 17.2.1)
    axis_rails: Hexes = 0  # rail hexes on the Axis side of the railheads (9.6); all others are Russian
    gain: ThisPlayerTurn[Hexes] = 0  # rails that the moving side has won and takes over in its end phase (9.8.1, 9.8.2)
    swept: ThisPlayerTurn[Hexes] = 0  # rails its units passed, and the free line on to the next enemy junction
    # weather (4.1)
    weather: int = 0
    modifier: int = 0
    # this player turn
    fresh: ThisPlayerTurn[Marks] = 0  # arrived in its first impulse: a free train (9.2)
    replaced: ThisPlayerTurn[Units] = 0  # taken as replacements in this turn (21, 22)
    recalled: ThisRound[Units] = 0  # V.4: of the Russian ones, back from Siberia beyond the factors
    railed: ThisPlayerTurn[int] = 0  # rail moves used (9.1)
    sailed: int = 0  # 10.3: bit side * 2 + sea for each voyage of that side's turn
    invaded: ThisRound[Marks] = 0  # landed by invasion in its side's turn (10.3.2)
    dropped: Units = 0  # paratroops that came down, and move no more until the second movement is over (18.3)
    flown: ThisPlayerTurn[Units] = 0  # bombers used in this turn (15.2)
    sorties: ThisPlayerTurn[ShortSets] = []  # for each Stuka that has flown, the HQs that could have led it (15.1)
    factors: int = 0  # replacement factors left, counted anew in each Russian turn (22.1)
    used_cities: ThisPlayerTurn[Hexes] = 0  # 22.6: had their replacement, 26.2.3: or their workers are leaving
    old_victors: ThisPlayerTurn[Marks] = 0  # took part in an automatic victory in the first impulse (16.2)
    victors: ThisPlayerTurn[Marks] = 0  # took part in one in this impulse
    # this impulse
    moved: ThisImpulse[Marks] = 0  # moved by choice in this impulse
    landed: ThisImpulse[Marks] = 0  # came by sea in this impulse (10.3)
    rode: ThisImpulse[Units] = 0  # came by rail in this impulse, lost since or not (9.3)
    pinned: ThisImpulse[Marks] = 0  # stood in an enemy zone when the second impulse began (8.4)
    # this phase
    frozen: ThisPhase[int] = 0  # 11.3: bit of each side that does not move in this one
    battles: ThisPhase[int] = 0  # fought in it so far
    fought: ThisPhase[Marks] = 0  # units of both sides that have fought in it (12.5)
    owing: ThisPhase[Marks] = 0  # units that began it in an enemy zone (12.1)
    due: ThisPhase[Hexes] = 0  # enemy hexes that must be attacked (12.31)
    battle: ThisPhase[Battle | None] = None
    drops: dict[int, int] = {}  # V.1: German paratroops on top of an enemy stack
    # the game so far
    invasions: list[int] = []  # left to each side (10.3.2); -1 is without limit (26.94)
    beached: int = 0  # 26.94: bit of each side that has lost a unit at sea
    leaderless: int = 0  # 11.3: bit of each side that does not move in its next impulse
    surrendered: tuple[str, ...] = ()  # minor allies (24)
    finland_shut: int = 0  # 24.5: the turn in which Finland was closed
    triggered: tuple[str, ...] = ()  # special arrivals that have been set off (20.6-20.8)
    archangel_lost: bool = False  # 22.4
    withdrawn: tuple[int, ...] = ()  # 20.9.2: those who come back
    owed_withdrawals: int = 0  # 20.9: corps still to be withdrawn in this preparation
    adopted: tuple[str, ...] = ()  # what-ifs that were chosen
    track: dict[int, int] = {}  # 26.2.2: the turn in which workers arrive in the Urals
    evacuated: ThisPlayerTurn[bool] = False  # 26.2.1: workers have left in this turn
    bid: int = 0  # 26.10
    bidder: int = 0  # who bid last
    swapped: bool = False  # the players have changed sides
    balance: int = 0  # 26.11
    outflanked: list[int] = []  # 26.5.2: factors each side must still send off the board
    helsinki_trips: int = 0  # 26.81
    siberia_open: bool = False  # V.4: 60 factors have been there
    winner: int = -1  # the side that has won, 2 for a draw
    level: str = ""
    # worked out from the above, or pointing at facts
    edition: WorkedOut[TrcEdition] = None  # type: ignore[assignment]
    board: WorkedOut[Board] = None  # type: ignore[assignment]
    armed: WorkedOut[list[int]] = []  # hexes with units that have a zone, by side
    zones: WorkedOut[list[tuple[int, int]]] = []  # by side, the hexes that are armed, and those in their zones
    bands: WorkedOut[int] = 0  # hexes with partisans
    problem: WorkedOut[object] = None  # the combat duties of this position, once worked out
    warm: WorkedOut[int] = -1  # hexes with combat supply in this position, once worked out (17.3)

    @property
    def mover(self) -> int:
        """Whose player turn it is."""
        return self.edition.movers[self.step]

    @property
    def impulse(self) -> int:
        """1 or 2."""
        return self.edition.impulses[self.step]

    def on(self, option: str) -> bool:
        """Is this optional rule in play?"""
        return option in self.options

    def clear(self) -> None:
        Placed.clear(self)
        self.armed, self.bands, self.zones = [0, 0], 0, [(0, 0), (0, 0)]

    def put(self, unit: int, place: int) -> None:
        """Partisans lie on any stack and belong to none (19.1)."""
        e, old = self.edition, self.where[unit]
        self.forget()
        if e.partisans >> unit & 1:
            self.where[unit] = place
            self.bands = union(self.where[band] for band in e.bands if self.where[band] >= 0)
            return
        Placed.put(self, unit, place)
        for here in (old, place):
            if here >= 0:
                self._arm(here, e.side[unit])

    def forget(self) -> None:
        """The position has changed: what was worked out from it holds no longer."""
        self.problem, self.warm = None, -1

    def _arm(self, place: int, side: int) -> None:
        """Does this hex still have a unit with a zone (7.1, 7.3)?"""
        zoneless = self.edition.zoneless
        for unit in self.stacks.get(place, ()):
            if not zoneless >> unit & 1:
                self.armed[side] |= 1 << place
                return
        self.armed[side] &= ~(1 << place)

    def is_defender(self, side: int) -> bool:
        """Is this the side that is attacked in the battle under way?"""
        return bool(self.battle and self.battle.defenders and self.edition.side[self.battle.defenders[0]] == side)
