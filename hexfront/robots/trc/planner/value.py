"""What a position is worth, at a glance: for each city and oil field the chance that it is the Axis's in the end.

The chance follows from who holds it, who is near it in what strength, and the time that is left. How it does was fitted
to what became of changes in games of planners, not to positions alone: a searcher changes things (docs/ladder.md).
"""

from typing import Any

import numpy as np

from hexfront.games.trc.board import Board
from hexfront.games.trc.control import held
from hexfront.games.trc.counters import AXIS, RUSSIAN
from hexfront.games.trc.state import TrcState
from hexfront.games.trc.supply import supplied_hexes
from hexfront.games.trc.victory import ahead, result, west, without_stalin, worth
from hexfront.grid import members
from hexfront.mechanics import exact
from hexfront.robots.trc.planner.aims import saved_by, sudden_death
from hexfront.robots.trc.survey import field

_TURNS = 10.0  # a war is long if it has so many turns left
# How much a unit counts up to so many hexes from a place, and what it counts in and out of supply: in whole parts, as
# numpy gives sums of whole numbers alike on every machine (mechanics/exact.py).
_NEAR = ((2, 20), (5, 14), (9, 7), (99, 2))
_FED, _STARVED = 2, 1
_PARTS = 20 * _FED  # of a factor that is fed, beside the place
_FORCE = 4.0  # factors that are always thought to be near
_SUDDEN = ((0.8, 0.4, 0.15), (0.1, 0.1, 0.05))  # with none or one of its cities: the chance to lose so many turns ahead
END = 25.0  # about what points bring at most: a war that ends at once counts no more, or it would outweigh all else
_FAR = 12  # hexes beyond which it does not matter how far off the next unit is

# The tilt of a place towards the Axis: by itself, by its holder, by the strength near it, by whose units are nearer;
# each at the end of a game, and what is added to it with all its turns to come.
_TILT = ((0.02, 0.97), (0.26, 0.86), (0.0, 1.69), (0.35, -0.28))
_SCALE = 2.09  # places fall together: the sum of their chances tells too little of that
_BASE, _DRIFT = 11.0, (-18.6, -30.2)  # what no plan changes: at the end, and with all turns to come, by who moves

Array = Any  # numpy's own types say no more


class _Places:
    """The cities and oil fields of a board, their points, and how much a unit in each hex counts there."""

    def __init__(self, s: TrcState) -> None:
        self.hexes = members(s.board.cities | s.board.oil)
        self.points = [worth(s, 1 << h) for h in self.hexes]
        self.counts = np.array([[_count(steps) for steps in field(s.board, 1 << h)] for h in self.hexes], float)


_known: dict[Board, _Places] = {}


def _places(s: TrcState) -> _Places:
    if s.board not in _known:
        _known[s.board] = _Places(s)
    return _known[s.board]


def _count(steps: int) -> int:
    return next((parts for most, parts in _NEAR if steps <= most), 0)


def value(s: TrcState, side: int) -> float:
    """Points of the margin, as this side sees them."""
    total = max(-END, min(END, result(s).margin if s.winner >= 0 else _promise(s)))
    if s.winner < 0:
        total += _sudden(s, AXIS) * (-END - total) + _sudden(s, RUSSIAN) * (END - total)
        total += _headless(s) * (END - total)
    return total if side == AXIS else -total


def _sudden(s: TrcState, side: int) -> float:
    """25.2: the chance that a side loses by sudden death, for want of a city that it bars the enemy's way with."""
    names, turns = sudden_death(s)
    few = len(saved_by(s, side, s.turn + turns))
    return _SUDDEN[few][turns] if names and few < len(_SUDDEN) and turns < len(_SUDDEN[few]) else 0.0


def _headless(s: TrcState) -> float:
    """25.1.1: without Stalin Moscow is the war: the chance that the Axis gets it."""
    if not without_stalin(s) or "Moscow" not in s.board.city:
        return 0.0
    places = _places(s)
    return _chances(s, places, _left(s))[places.hexes.index(s.board.city["Moscow"])]


def _left(s: TrcState) -> float:
    """The part of a long war that is still to come."""
    return min(1.0, max(0.0, s.last - s.turn + (1.0 if s.mover == AXIS else 0.5)) / _TURNS)


def _promise(s: TrcState) -> float:
    """The points that the Axis can expect at the end, above what it needs."""
    left, places = _left(s), _places(s)
    near, chances = west(s), _chances(s, places, left)
    gains = zip(places.points, chances, places.hexes, strict=True)
    net = exact.total(points * (chance - (near >> h & 1)) for points, chance, h in gains)
    return _SCALE * ahead(s, net) + _BASE + _DRIFT[s.mover] * left


def _chances(s: TrcState, places: _Places, left: float) -> list[float]:
    """The chance of each place to be the Axis's in the end."""
    axis, russian = (_near(s, places, side) for side in (AXIS, RUSSIAN))
    ours, theirs = (field(s.board, s.armed[side]) for side in (AXIS, RUSSIAN))
    own, holder, local, nearer = (end + more * left for end, more in _TILT)
    mine, found = held(s, AXIS), []
    for h, strong, stronger in zip(places.hexes, axis, russian, strict=True):
        tilt = own + (holder if mine >> h & 1 else -holder) + local * exact.log(strong / stronger)
        tilt += nearer * (min(_FAR, theirs[h]) - min(_FAR, ours[h])) / 6.0
        found.append(1.0 / (1.0 + exact.exp(-tilt)))
    return found


def _near(s: TrcState, places: _Places, side: int) -> list[float]:
    """The factors of a side that bear on each place."""
    return [parts / _PARTS + _FORCE for parts in (places.counts @ _forces(s, side)).tolist()]


def _forces(s: TrcState, side: int) -> Array:
    """The strength of a side in each hex; who is out of supply counts less."""
    e = s.edition
    fed, found = supplied_hexes(s, side), np.zeros(s.board.grid.size)
    for unit in e.units_of[side]:
        place = s.where[unit]
        if place >= 0 and not e.idle >> unit & 1:
            found[place] += e.strength[unit] * (_FED if fed >> place & 1 else _STARVED)
    return found
