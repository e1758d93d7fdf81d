"""Chapters 13.1 and 14.1: what both sides of a battle are worth, item by item, and the odds."""

from collections.abc import Collection

import msgspec

from hexfront.games.trc.board import RIVER, Cover
from hexfront.games.trc.combat.air import support
from hexfront.games.trc.counters import RUSSIAN
from hexfront.games.trc.state import TrcState
from hexfront.games.trc.supply import factor
from hexfront.mechanics.account import Account, Item


class Sums(msgspec.Struct, frozen=True):
    """Both sides of a battle, the odds they make, and the odds after the support of bombers and artillery."""

    attack: Account
    defence: Account
    support: Account
    plain: int
    odds: int


def surprise(s: TrcState) -> bool:
    """14.1.3: no river bonus for the Russians in the first impulse of the war; under V.1 that is in March."""
    first = 0 if "V.1" in s.adopted else int(s.edition.charts["terrain"]["limits"]["no_river"]["turn"])
    return s.turn == first and s.impulse == 1 and s.mover != RUSSIAN


def sure(s: TrcState) -> bool:
    """16.1, 16.4: does the moving side win at 10-1 without a die?"""
    return s.mover != RUSSIAN or s.turn >= s.edition.sure_from


def fighters(s: TrcState, place: int) -> tuple[int, ...]:
    """The defenders of a hex: who has already fought in this phase stands by (12.5)."""
    here, fought = s.stacks.get(place, ()), s.fought
    if not here or s.edition.side[here[0]] == s.mover:
        return ()
    return tuple(u for u in here if not fought >> u & 1) if fought else here


def doubling(s: TrcState, place: int, origins: Collection[int]) -> Cover | None:
    """14.1: what doubles the defenders of a hex against attackers from these, never more than one thing (14.1.2)."""
    board, found = s.board, None
    if board.strong >> place & 1:
        return board.shelter[place]
    for origin in origins:
        cover = board.cover(place, origin) if board.wet >> origin & 1 else None
        if cover is None or (found and cover is not found):
            return None
        found = cover
    return None if found is RIVER and s.turn <= 1 and surprise(s) else found


def origin_of(s: TrcState, unit: int) -> int:
    """Where a unit attacks from: its hex, or the one it was dropped on (V.1)."""
    return s.drops.get(unit, s.where[unit])


def sums(s: TrcState, units: tuple[int, ...], targets: tuple[int, ...]) -> Sums:
    """13.1, 15.5, 26.6.3: the odds of an attack by these units, bombers among them."""
    e = s.edition
    ground = [u for u in units if not e.bombers >> u & 1]
    attack = Account([_fighter(s, u) for u in ground])
    defence = Account(defence_items(s, targets, {origin_of(s, u) for u in ground}))
    both = attack.total and defence.total
    plain = e.columns.at(attack.total, defence.total) if both else e.worst - 1
    shift = support(e, units)
    return Sums(attack, defence, shift, plain, min(e.best, plain + shift.total))


def defence_items(s: TrcState, targets: tuple[int, ...], origins: set[int]) -> list[Item]:
    """The defenders, hex by hex, and what doubles them."""
    items: list[Item] = []
    for place in targets:
        here = [_fighter(s, u) for u in fighters(s, place)]
        items += here
        cover = doubling(s, place, origins)
        if cover:
            items.append(Item(sum([item.value for item in here]), *cover))
    return items


def _fighter(s: TrcState, unit: int) -> Item:
    value = factor(s, unit)
    if value == s.edition.strength[unit]:
        return Item(value, "{}", "13.1", unit)
    return Item(value, "{} (no combat supply)", "17.3.1", unit)
