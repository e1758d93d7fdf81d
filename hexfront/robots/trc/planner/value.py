"""What a position is worth, at a glance: points now, and what strength and place promise for the rest of the war."""

from hexfront.games.trc.control import held
from hexfront.games.trc.counters import (
    AXIS,
    BOMBERS,
    HEADQUARTERS,
    LEADERS,
    PARTISANS,
    RUSSIAN,
    STRENGTH,
    UNITS_OF,
    WORKERS,
)
from hexfront.games.trc.state import POOL, TrcState
from hexfront.games.trc.supply import supplied_hexes
from hexfront.games.trc.victory import result
from hexfront.robots.trc.planner.aims import worths
from hexfront.robots.trc.survey import VALUE, field

_IDLE = LEADERS | HEADQUARTERS | PARTISANS | BOMBERS
_BACK = (0.15, 0.45)  # part of its worth that a unit in the pool has: Russians come back cheaper


def value(s: TrcState, side: int, p: dict[str, float]) -> float:
    """Points of the margin for a side."""
    margin = result(s).margin
    if s.winner >= 0:
        return margin if side == AXIS else -margin
    left = max(0.0, s.last - s.turn + (0.5 if s.mover == AXIS else 0.0))
    horizon = min(1.0, left / p["value_turns"])
    forces = [_force(s, each) for each in (AXIS, RUSSIAN)]
    drift = p["value_force"] * (forces[AXIS] - p["value_even"] * forces[RUSSIAN]) * horizon
    total = margin * (1.0 - p["value_fade"] * horizon) + drift + p["value_reach"] * _reach(s, p)
    bound = 99.0
    total = max(-bound, min(bound, total))
    return total if side == AXIS else -total


def _force(s: TrcState, side: int) -> float:
    """What fights, with a part of what can come back, less what is out of supply."""
    fed, total = supplied_hexes(s, side), 0.0
    for unit in UNITS_OF[side]:
        place = s.where[unit]
        if _IDLE >> unit & 1:
            continue
        if place >= 0:
            share = 1.0 if fed >> place & 1 or WORKERS >> unit & 1 else 0.5
            total += share * (VALUE[unit] if not WORKERS >> unit & 1 else 2.0 * STRENGTH[unit])
        elif place == POOL:
            total += _BACK[side] * VALUE[unit]
    return total


def _reach(s: TrcState, p: dict[str, float]) -> float:
    """How near each side is to what the other one holds: a city counts more the nearer the enemy is."""
    board, total = s.board, 0.0
    prize = worths(s, p)
    for side, sign in ((AXIS, 1.0), (RUSSIAN, -1.0)):
        far = field(board, s.armed[side])
        theirs = held(s, 1 - side)
        for place, worth in prize.items():
            if theirs >> place & 1 and far[place] < 12:
                total += sign * worth / (2.0 + far[place])
    return total
