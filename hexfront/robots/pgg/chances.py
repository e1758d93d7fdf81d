"""What the table of results promises: the value of an attack, over the die and over what is face down."""

from collections.abc import Mapping

from hexfront.games.pgg.edition import PggEdition
from hexfront.mechanics import exact

Strength = Mapping[int, float]  # each possible strength with its chance


def certain(value: int) -> Strength:
    """A strength that is known."""
    return {value: 1.0}


def plus(a: Strength, b: Strength) -> Strength:
    """The sum of two strengths that have nothing to do with each other."""
    found: dict[int, float] = {}
    for x, p in a.items():
        for y, q in b.items():
            found[x + y] = found.get(x + y, 0.0) + p * q
    return found


def scaled(a: Strength, times: int) -> Strength:
    """A strength that its terrain multiplies."""
    return {x * times: p for x, p in a.items()} if times != 1 else a


def cut_in_half(a: Strength) -> Strength:
    """A strength in an overrun: half, fractions dropped."""
    found: dict[int, float] = {}
    for x, p in a.items():
        found[x // 2] = found.get(x // 2, 0.0) + p
    return found


def mean(a: Strength) -> float:
    """What it is on average."""
    return exact.total(x * p for x, p in a.items())


def value(e: PggEdition, attack: Strength, defence: Strength, worth: Mapping[str, float]) -> float:
    """What an attack is worth if each result is worth so much; "De" when nobody is left to defend."""
    within, by_column = e.columns.within, dict[int, float]()
    total = 0.0
    for a, p in attack.items():
        if a <= 0:
            continue
        for d, q in defence.items():
            if d <= 0:
                total += p * q * worth["De"]
                continue
            at = within(a, d)
            if at not in by_column:
                by_column[at] = exact.total(chance * worth[result] for result, chance in e.results[at])
            total += p * q * by_column[at]
    return total
