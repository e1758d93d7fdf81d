"""What the planner looks at: a survey of the view, the weights, and what every part of a plan asks again and again."""

from functools import cached_property

from hexfront.games.pgg.counters import GERMAN, RIFLE_CUP
from hexfront.games.pgg.state import PggState
from hexfront.grid import members
from hexfront.robots.pgg.chances import mean
from hexfront.robots.pgg.survey import Survey
from hexfront.robots.planner import Style
from hexfront.robots.planning.threat import threat

RIFLE_REACH = 4  # hexes that a rifle division goes at most in a turn, over common ground
TANK_REACH = 7


class Scene(Survey):
    """One view, seen by one side."""

    def __init__(self, s: PggState, side: int, w: dict[str, float], style: Style) -> None:
        super().__init__(s, side)
        self.w, self.style = w, style
        self.left = s.edition.turns - s.turn  # turns after this one
        self._means: dict[int, float] = {}
        self._kills: dict[int, float] = {}
        self.steps: dict[tuple[int, int], float] = {}  # prices of steps, as they are asked for

    def mean_defence(self, place: int) -> float:
        """The strength of the enemy stack in a hex, before its terrain, on average."""
        found = self._means.get(place)
        if found is None:
            found = self._means[place] = mean(self.defence(place))
        return found

    def kill(self, unit: int) -> float:
        """What the end of a Soviet unit is worth."""
        found = self._kills.get(unit)
        if found is None:
            if self.s.edition.leader[unit]:
                found = self.w["leader"] * (0.5 + 0.2 * self.s.edition.rating[unit])
            else:
                found = self.w["division"] * (0.4 + 0.1 * (self.guess(unit, False) + self.guess(unit, True)))
            if not self.left:
                found *= 0.3  # nobody will miss it after the last turn
            self._kills[unit] = found
        return found

    @cached_property
    def red_threat(self) -> list[float]:
        """For each hex what the Soviet side could bring against it in its next turn, about."""
        s, grid, found = self.s, self.grid, []
        for unit in s.edition.soviets:
            place = s.where[unit]
            if place >= 0 and not s.edition.leader[unit]:
                far = RIFLE_REACH if s.edition.cup[unit] == RIFLE_CUP else TANK_REACH
                pinned = s.edition.side[unit] != self.side and self.german_zone >> place & 1
                found.append((self.guess(unit, True), 1 << place if pinned else grid.disc(place, far)))
        return threat(grid, found, 9)

    @property
    def german_zone(self) -> int:
        """The hexes in German zones."""
        return self.zone if self.side != GERMAN else self.grid.around(self.own) & self.board.land

    def near_enemy(self, hexes: int, radius: int) -> int:
        """Enemy stacks at most so far from one of these hexes."""
        found = 0
        for place in members(hexes):
            found |= self.grid.disc(place, radius) & self.enemy
        return found
