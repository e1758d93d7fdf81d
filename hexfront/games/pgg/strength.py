"""Chapters 9.3 to 9.5: strengths, terrain, odds and the table.

The sums are a list of items, each with its rule, so that a player sees where every point comes from; overruns (6.5)
use the same sums and the same table.
"""

import msgspec

from hexfront.games.pgg.counters import GERMAN
from hexfront.games.pgg.leaders import bonus
from hexfront.games.pgg.stacking import integrated
from hexfront.games.pgg.state import PggState
from hexfront.games.pgg.supply import Lines, halved
from hexfront.grid import sides
from hexfront.mechanics import odds

WORST, BEST = odds.parse("1-3"), odds.parse("10-1")  # 9.4: what is beyond counts as this


class Item(msgspec.Struct, frozen=True):
    """One line of a sum: what it is, what it is worth, and under which rule."""

    text: str
    value: int
    rule: str


class Sums(msgspec.Struct):
    """Both strengths of a combat, item by item, and the odds."""

    attack: int
    defence: int
    attack_items: list[Item]
    defence_items: list[Item]
    least: bool = False  # 11.32: an overrun halved to nothing, which still counts 1

    @property
    def odds(self) -> str:
        """The column, rounded for the defender; nothing to attack with, or against, has none."""
        if self.attack <= 0 or self.defence <= 0:
            return ""
        if self.least:
            return odds.name(WORST)
        return odds.name(odds.clamp(odds.ratio(self.attack, self.defence), WORST, BEST))


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
        notes, rule = [], "9.4"
        if integrated(s, unit, units):
            notes, rule = ["division together"], "7.3"
        if not lines.supplied(unit):
            notes, rule = [*notes, "out of supply"], "11.31"
        items.append(Item(" ".join([s.name(unit), *(f"({note})" for note in notes)]), value, rule))
    return items


def attack_items(
    s: PggState, units: tuple[int, ...], lines: Lines, overrun: bool, known: dict[int, int] | None = None
) -> list[Item]:
    """The attackers, their leaders' bonus (10.36), and the half of an overrun (6.5)."""
    fighters = tuple(u for u in units if not s.edition.leader[u])
    items = _items(s, fighters, True, lines, known)
    if overrun:
        total = sum(item.value for item in items)
        half = Item("overrun, halved", total // 2 - total, "6.5")
        return [*items, Item("overrun, halved, but 1 at least: lowest column", 0, "11.32") if total == 1 else half]
    room = dict.fromkeys((s.where[u] for u in units), 0)
    for unit, item in zip(fighters, items, strict=True):
        room[s.where[unit]] += item.value
    for leader in units:
        if s.edition.leader[leader] and not s.disrupted >> leader & 1:
            items.append(Item(f"{s.name(leader)} leads", bonus(s, leader, room), "10.36"))
    return items


def defence_items(
    s: PggState,
    units: tuple[int, ...],
    attackers: tuple[int, ...],
    lines: Lines,
    known: dict[int, int] | None = None,
) -> list[Item]:
    """The defenders, hex by hex, and what their terrain adds; who fled there does not count (9.75)."""
    items: list[Item] = []
    for place in sorted({s.where[u] for u in units}):
        here = tuple(u for u in units if s.where[u] == place and not s.refuge >> u & 1)
        base = _items(s, here, False, lines, known)
        items.extend(base)
        total = sum(item.value for item in base)
        for text, factor in multiples(s, place, attackers):
            items.append(Item(text, total * factor, "9.3"))
    return items


def multiples(s: PggState, place: int, attackers: tuple[int, ...]) -> list[tuple[str, int]]:
    """9.3: what the hex adds to the multiple: forest, major city, and a river if every attacker is beyond one."""
    board, bit, chart = s.board, 1 << place, s.edition.charts["terrain"]
    found = []
    if bit & board.forest:
        found.append(("forest", int(chart["forest"]["defence"])))
    if bit & board.major:
        found.append(("major city", int(chart["major"]["defence"])))
    if attackers and all(sides.between(board.grid, board.rivers, s.where[u], place) for u in attackers):
        found.append(("river", int(chart["river"]["defence"])))
    return found


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
    a = attack_items(s, attackers, lines, overrun, known)
    d = defence_items(s, defenders, attackers, lines, known)
    attack, defence = sum(i.value for i in a), sum(i.value for i in d)
    return Sums(attack, defence, a, d, overrun and a[-1].rule == "11.32")


def outcome(s: PggState, column: str, die: int) -> str:
    """9.5: the table."""
    chart = s.edition.charts["crt"]
    return str(chart["rows"][die - 1][chart["columns"].index(column)])
