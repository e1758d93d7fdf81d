"""Chapters 13.1 and 14.1: what both sides of a battle are worth, and the odds."""

import msgspec

from hexfront.engine.desk import Item
from hexfront.games.trc.air import shift_of
from hexfront.games.trc.counters import RUSSIAN
from hexfront.games.trc.edition import TrcEdition
from hexfront.games.trc.state import TrcState
from hexfront.games.trc.supply import factor
from hexfront.mechanics import odds


class Sums(msgspec.Struct, frozen=True):
    """Both totals of a battle, the odds they make, and the odds after bombers and artillery."""

    attack: int
    defence: int
    plain: int
    odds: int


def surprise(s: TrcState) -> bool:
    """14.1.3: no river bonus for the Russians in the first impulse of the war; under V.1 that is in March."""
    first = 0 if "V.1" in s.adopted else int(s.edition.charts["terrain"]["limits"]["no_river"]["turn"])
    return s.turn == first and s.impulse == 1 and s.mover != RUSSIAN


def fighters(s: TrcState, place: int) -> tuple[int, ...]:
    """The defenders of a hex: who has already fought in this phase stands by (12.5)."""
    here, fought = s.stacks.get(place, ()), s.fought
    if not here or s.edition.side[here[0]] == s.mover:
        return ()
    return tuple(u for u in here if not fought >> u & 1) if fought else here


def plain_defence(s: TrcState, place: int) -> int:
    """The factors of a hex, doubled in mountains and major cities (14.1)."""
    total = sum(factor(s, u) for u in fighters(s, place))
    return 2 * total if (s.board.major | s.board.mountain) >> place & 1 else total


def behind_river(s: TrcState, place: int, origin: int) -> bool:
    """14.1.1: is this hex behind a river for an attacker from that one?"""
    board = s.board
    if not board.river >> origin & 1 or (s.turn <= 1 and surprise(s)):
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
    e = s.edition
    ground = [u for u in units if not e.bombers >> u & 1]
    origins = {origin_of(s, u) for u in ground}
    attack = sum(factor(s, u) for u in ground)
    against = sum(defence(s, place, origins) for place in targets)
    plain = odds.ratio(attack, against) if attack and against else e.worst - 1
    guns = sum(1 for u in ground if e.artillery >> u & 1)
    return Sums(attack, against, plain, min(e.best, odds.shift(plain, shift_of(e, units, guns))))


# -- the same, item by item ---------------------------------------------------------------------------


def attack_items(s: TrcState, units: tuple[int, ...]) -> list[Item]:
    """The attackers with their factors, then what moves the column: bombers and artillery, never more than three."""
    e = s.edition
    ground = [u for u in units if not e.bombers >> u & 1]
    items = [_factor_item(s, u) for u in ground]
    guns = [u for u in ground if e.artillery >> u & 1]
    raw = 0
    for unit in (*guns, *(u for u in units if e.bombers >> u & 1)):
        columns = shift_of(e, (unit,), int(bool(e.artillery >> unit & 1)))
        raw += columns
        items.append(Item(f"{s.name(unit)} supports", _columns(columns), _support_rule(e, unit)))
    most = shift_of(e, units, len(guns))
    return items if most == raw else [*items, Item("support counts at most", _columns(most), "26.6.3")]


def defence_items(s: TrcState, targets: tuple[int, ...], origins: set[int]) -> list[Item]:
    """The defenders, hex by hex, and what doubles them, once (14.1.2)."""
    items = []
    for place in targets:
        here = fighters(s, place)
        items += [_factor_item(s, u) for u in here]
        why, rule = _doubling(s, place, origins)
        if why:
            items.append(Item(why, f"{sum(factor(s, u) for u in here):+d}", rule))
    return items


def _factor_item(s: TrcState, unit: int) -> Item:
    value = factor(s, unit)
    if value == s.edition.strength[unit]:
        return Item(s.name(unit), f"{value:+d}", "13.1")
    return Item(f"{s.name(unit)} (no combat supply)", f"{value:+d}", "17.3.1")


def _columns(number: int) -> str:
    return f"{number} column{'s' if number != 1 else ''}"


def _support_rule(e: TrcEdition, unit: int) -> str:
    return "26.6.3" if e.artillery >> unit & 1 else "15.5" if e.type[unit] == "stuka" else "26.75"


def _doubling(s: TrcState, place: int, origins: set[int]) -> tuple[str, str]:
    """What doubles a hex against attackers from these, and its rule."""
    board = s.board
    if board.major >> place & 1:
        return f"doubled in the major city {board.place_names.get(place, '')}".rstrip(), "14.1"
    if board.mountain >> place & 1:
        return "doubled in mountains", "14.1"
    if origins and all(behind_river(s, place, origin) for origin in origins):
        return "doubled behind a river", "14.1.1"
    if origins and all(across(s, place, origin) for origin in origins):
        return "doubled behind the strait", "14.1"
    return "", ""
