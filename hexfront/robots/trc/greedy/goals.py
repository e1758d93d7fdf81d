"""What the greedy player thinks worth having: cities and oil fields, more if a sudden death asks for them."""

from functools import cached_property

from hexfront.games.trc.counters import AXIS
from hexfront.games.trc.state import TrcState
from hexfront.grid import members
from hexfront.robots.trc.survey import Survey
from hexfront.robots.trc.weights import Weights, usual

_LAST = ("Bucharest", "Konigsberg", "Breslau", "Posen")
_AHEAD = 6  # turns before a sudden death in which its cities count more


class Outlook(Survey):
    """A view with the greedy player's eyes."""

    def __init__(self, s: TrcState, side: int) -> None:
        super().__init__(s, side, usual(side))

    @cached_property
    def prize(self) -> dict[int, float]:
        """What cities and oil fields are worth now."""
        return prizes(self.s, self.side, self.w)


def prizes(s: TrcState, side: int, w: Weights) -> dict[int, float]:
    """For each city and oil field what it is worth to a side to win it, or to keep it."""
    board = s.board
    found = dict.fromkeys(members(board.minor), w.city)
    found |= dict.fromkeys(members(board.major), w.major)
    for place in members(board.oil):
        found[place] = found.get(place, 0.0) + w.oil
    for name in wanted(s):
        if name in board.city:
            found[board.city[name]] += w.goal
    for name in ("Moscow",) if side == AXIS or s.turn < 12 else ("Berlin",):
        if name in board.city:
            found[board.city[name]] += 2 * w.goal
    return found


def wanted(s: TrcState) -> list[str]:
    """The cities of the next sudden death; that of 1945 asks for Rumania and for Germany (25.2.5, 25.2.6)."""
    for goals in s.edition.charts["victory"]["sudden_death"].values():
        if isinstance(goals, dict) and goals["turn"] >= s.turn:
            near = goals["turn"] - s.turn < _AHEAD
            return [str(name) for name in goals.get("both", _LAST)] if near else []
    return []
