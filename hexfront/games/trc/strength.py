"""Chapters 13.1 and 14.1: what both sides of a battle are worth, and the odds."""

import msgspec

from hexfront.games.trc.air import shift_of
from hexfront.games.trc.counters import ARTILLERY, BOMBERS, RUSSIAN, SIDE
from hexfront.games.trc.data_files import charts
from hexfront.games.trc.state import TrcState
from hexfront.games.trc.supply import factor
from hexfront.mechanics import odds

WORST, BEST = -6, 10  # 12.4, 16.1: odds of the table


class Sums(msgspec.Struct, frozen=True):
    """Both totals of a battle, the odds they make, and the odds after bombers and artillery."""

    attack: int
    defence: int
    plain: int
    odds: int


def surprise(s: TrcState) -> bool:
    """14.1.3: no river bonus for the Russians in the first impulse of the war; under V.1 that is in March."""
    first = 0 if "V.1" in s.adopted else int(charts()["terrain"]["limits"]["no_river"]["turn"])
    return s.turn == first and s.impulse == 1 and s.mover != RUSSIAN


def fighters(s: TrcState, place: int) -> tuple[int, ...]:
    """The defenders of a hex: who has already fought in this phase stands by (12.5)."""
    here, fought = s.stacks.get(place, ()), s.fought
    if not here or SIDE[here[0]] == s.mover:
        return ()
    return tuple(u for u in here if not fought >> u & 1) if fought else here


def plain_defence(s: TrcState, place: int) -> int:
    """The factors of a hex, doubled in mountains and major cities (14.1)."""
    total = sum(factor(s, u) for u in fighters(s, place))
    return 2 * total if (s.board.major | s.board.mountain) >> place & 1 else total


def behind_river(s: TrcState, place: int, origin: int) -> bool:
    """14.1.1: is this hex behind a river for an attacker from that one?"""
    board = s.board
    if not board.river >> origin & 1 or s.turn <= 1 and surprise(s):
        return False
    return not (board.river >> place & 1 and board.same_river(place, origin))


def across(s: TrcState, place: int, origin: int) -> bool:
    """14.1: does the strait lie between them?"""
    return s.board.across.get(place) == origin


def defence(s: TrcState, place: int, origins: set[int]) -> int:
    """The factors of a hex against attackers from these: never more than doubled (14.1.2)."""
    total = sum(factor(s, u) for u in fighters(s, place))
    doubled = (
        (s.board.major | s.board.mountain) >> place & 1
        or all(behind_river(s, place, origin) for origin in origins)
        or all(across(s, place, origin) for origin in origins)
    )
    return 2 * total if doubled else total


def origin_of(s: TrcState, unit: int) -> int:
    """Where a unit attacks from: its hex, or the one it was dropped on (V.1)."""
    return s.drops.get(unit, s.where[unit])


def sums(s: TrcState, units: tuple[int, ...], targets: tuple[int, ...]) -> Sums:
    """13.1, 15.5, 26.6.3: the odds of an attack by these units, bombers among them."""
    ground = [u for u in units if not BOMBERS >> u & 1]
    origins = {origin_of(s, u) for u in ground}
    attack = sum(factor(s, u) for u in ground)
    against = sum(defence(s, place, origins) for place in targets)
    plain = odds.ratio(attack, against) if attack and against else WORST - 1
    guns = sum(1 for u in ground if ARTILLERY >> u & 1)
    return Sums(attack, against, plain, min(BEST, odds.shift(plain, shift_of(units, guns))))
