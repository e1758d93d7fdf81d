"""Odds of an attack: the classic ratio, rounded in favour of the defender.

A ratio is one whole number: n stands for n-1, -n for 1-n, and 1 for 1-1. There is no 0 and no -1.
"""

from __future__ import annotations


def ratio(attack: int, defence: int) -> int:
    """Return the odds, rounded for the defender: 7 against 2 gives 3, 2 against 9 gives -5."""
    if attack <= 0 or defence <= 0:
        raise ValueError(f"there are no odds of {attack} against {defence}")
    if attack >= defence:
        return attack // defence
    return -defence // attack


def name(odds: int) -> str:
    """Return how the odds are printed: 3 is "3-1", -5 is "1-5"."""
    return f"{odds}-1" if odds > 0 else f"1-{-odds}"


def parse(text: str) -> int:
    """Read printed odds: "3-1" is 3, "1-5" is -5."""
    left, _, right = text.partition("-")
    if not (left.isdecimal() and right.isdecimal() and "1" in (left, right) and int(left) and int(right)):
        raise ValueError(f"{text} is not odds: write them like 3-1 or 1-5")
    return int(left) if right == "1" else -int(right)


def clamp(odds: int, worst: int, best: int) -> int:
    """Return the odds kept between the worst and the best column of a table."""
    return max(worst, min(best, odds))


def shift(odds: int, columns: int) -> int:
    """Return the odds moved by whole columns, to the right when positive: 1-2, 1-1, 2-1 follow each other."""
    place = (odds - 1 if odds > 0 else odds + 1) + columns
    return place + 1 if place >= 0 else place - 1


def column(attack: int, defence: int, best: int, worst: int) -> int:
    """Return the odds column to use: the ratio, kept between the best and the worst column."""
    return clamp(ratio(attack, defence), worst, best)
