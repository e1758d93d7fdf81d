"""Chapters 9.3 to 9.5: strengths, terrain, odds and the table.

The sums are a list of items, each with its rule, so that a player sees where every point comes from; overruns (6.5)
use the same sums and the same table.
"""

from collections.abc import Collection

import msgspec

from hexfront.games.pgg.counters import GERMAN
from hexfront.games.pgg.edition import PggEdition
from hexfront.games.pgg.leaders import bonus
from hexfront.games.pgg.stacking import integrated
from hexfront.games.pgg.state import PggState
from hexfront.games.pgg.supply import Lines, halved
from hexfront.grid import sides
from hexfront.mechanics.account import Account, Item

LEAST = Item(0, "overrun, halved, but 1 at least: lowest column", "11.32")
# 7.3, 11.31: how a unit is shown, and by which rule, with its whole division and in supply or not
_SHOWN = {
    (False, True): ("{}", "9.4"),
    (True, True): ("{} (division together)", "7.3"),
    (False, False): ("{} (out of supply)", "11.31"),
    (True, False): ("{} (division together) (out of supply)", "11.31"),
}


class Sums(msgspec.Struct, frozen=True):
    """Both strengths of a combat, and the column: none if there is nothing to attack with, or against."""

    attack: Account
    defence: Account
    odds: str

    @property
    def least(self) -> bool:
        """11.32: is it an overrun halved to nothing, which still counts 1?"""
        return LEAST in self.attack


def column(e: PggEdition, attack: int, defence: int, least: bool) -> str:
    """9.4: the column, rounded for the defender; what is beyond the table counts as its end."""
    if attack <= 0 or defence <= 0:
        return ""
    return e.columns.label(1 if least else e.columns.within(attack, defence))


def printed(s: PggState, unit: int, attacking: bool) -> int:
    """The strength on the counter as it lies: reduced by steps lost, a leader's rating in defence only (10.1)."""
    if s.edition.leader[unit]:
        return 0 if attacking else s.edition.rating[unit]
    if s.edition.side[unit] == GERMAN:
        return s.edition.strengths[unit][s.lost[unit]]
    counter = s.edition.counters[s.counter[unit]]
    return counter.attack if attacking else counter.defence


def strength(s: PggState, unit: int, group: tuple[int, ...], attacking: bool, lines: Lines) -> int:
    """7.3 then 11.31: doubled with its whole division, then halved out of supply."""
    value = printed(s, unit, attacking)
    if integrated(s, unit, group):
        value *= 2
    return halved(value, lines.supplied(unit))


def _items(
    s: PggState, units: tuple[int, ...], attacking: bool, lines: Lines, known: dict[int, int] | None
) -> list[Item]:
    items = []
    for unit in units:
        if known and unit in known:
            value = halved(known[unit], lines.supplied(unit))
        else:
            value = strength(s, unit, units, attacking, lines)
        text, rule = _SHOWN[integrated(s, unit, units), lines.supplied(unit)]
        items.append(Item(value, text, rule, unit))
    return items


def attack_items(
    s: PggState, units: tuple[int, ...], lines: Lines, overrun: bool, known: dict[int, int] | None = None
) -> list[Item]:
    """The attackers, their leaders' bonus (10.36), and the half of an overrun (6.5)."""
    fighters = tuple(u for u in units if not s.edition.leader[u])
    items = _items(s, fighters, True, lines, known)
    if overrun:
        total = sum([item.value for item in items])
        return [*items, LEAST if total == 1 else Item(total // 2 - total, "overrun, halved", "6.5")]
    room = dict.fromkeys((s.where[u] for u in units), 0)
    for unit, item in zip(fighters, items, strict=True):
        room[s.where[unit]] += item.value
    for leader in units:
        if s.edition.leader[leader] and not s.disrupted >> leader & 1:
            items.append(Item(bonus(s, leader, room), "{} leads", "10.36", leader))
    return items


def defence_items(
    s: PggState, units: tuple[int, ...], attackers: tuple[int, ...], lines: Lines, known: dict[int, int] | None = None
) -> list[Item]:
    """The defenders, hex by hex, and what their terrain adds; who fled there does not count (9.75)."""
    items: list[Item] = []
    origins = {s.where[u] for u in attackers}
    for place in sorted({s.where[u] for u in units}):
        here = tuple(u for u in units if s.where[u] == place and not s.refuge >> u & 1)
        base = _items(s, here, False, lines, known)
        items.extend(base)
        total = sum([item.value for item in base])
        items.extend(Item(total * more, text, "9.3") for text, more in multiples(s.edition, place, origins))
    return items


def multiples(e: PggEdition, place: int, origins: Collection[int]) -> tuple[tuple[str, int], ...]:
    """9.3: what the hex adds to the multiple: forest, major city, and a river if every attacker is beyond one."""
    board, found = e.board, e.shelter[place]
    if origins and all(sides.between(board.grid, board.rivers, origin, place) for origin in origins):
        return (*found, ("river", e.river))
    return found


def multiple(e: PggEdition, place: int, origins: Collection[int]) -> int:
    """9.3: how often the defence of a hex counts against attackers from these."""
    return 1 + sum([more for _, more in multiples(e, place, origins)])


def sums(
    s: PggState,
    attackers: tuple[int, ...],
    targets: tuple[int, ...],
    overrun: bool = False,
    known: dict[int, int] | None = None,
    lines: Lines | None = None,
) -> Sums:
    """Both strengths at this instant. `known` gives strengths to untried units in an estimate."""
    lines = lines or Lines(s)
    defenders = tuple(u for place in targets for u in s.stacks.get(place, ()))
    attack = Account(attack_items(s, attackers, lines, overrun, known))
    defence = Account(defence_items(s, defenders, attackers, lines, known))
    return Sums(attack, defence, column(s.edition, attack.total, defence.total, LEAST in attack))


def outcome(s: PggState, column: str, die: int) -> str:
    """9.5: the table."""
    chart = s.edition.charts["crt"]
    return str(chart["rows"][die - 1][chart["columns"].index(column)])
