"""Odds of an attack: positions in the list of columns that a game's own chart has, rounded in favour of the defender.

Columns are counted from 1 on the left, so that 0 can mean "none". Both ends of the chart go on in whole odds (1-7, 1-8;
11-1, 12-1), so that a shift may come back into it from beyond. Shifting and keeping to the chart is plain arithmetic.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable
from fractions import Fraction
from itertools import pairwise
from math import lcm

_LABEL = re.compile(r"([0-9]{1,3}(?:\.[0-9]{1,2})?)([-:/])([0-9]{1,3}(?:\.[0-9]{1,2})?)")


class Columns:
    """The columns of a chart by their labels, the worst for the attacker first: 1-2, 1-1, 3-2, 2-1."""

    def __init__(self, labels: Iterable[str]) -> None:
        self.labels = tuple(labels)
        self.ratios = [_ratio(label) for label in self.labels]
        if not self.ratios or any(a >= b for a, b in pairwise(self.ratios)):
            raise ValueError(f"odds must rise from column to column: {' '.join(self.labels)}")
        self._place = {label: column for column, label in enumerate(self.labels, 1)}
        self._scale = lcm(*(ratio.denominator for ratio in self.ratios))
        self._bars = [int(ratio * self._scale) for ratio in self.ratios]  # what each takes, in parts of the scale
        # the whole odds from which the list goes on: the first on the left, the last on the right
        first, last = self.ratios[0], self.ratios[-1]
        self._left = -_whole(first.denominator, first.numerator)
        self._right = _whole(last.numerator, last.denominator)
        self._mark = re.sub(r"[0-9.]", "", self.labels[0])

    def __len__(self) -> int:
        return len(self.labels)

    def at(self, attack: int, defence: int) -> int:
        """Return the column of these strengths: 7 against 2 is on 3-1."""
        if attack <= 0 or defence <= 0:
            raise ValueError(f"there are no odds of {attack} against {defence}")
        column = bisect_right(self._bars, attack * self._scale // defence)
        if not column:
            return 1 + _whole(attack, defence) - self._left
        if column == len(self.labels):
            return column + _whole(attack, defence) - self._right
        return column

    def label(self, column: int) -> str:
        """Return how the odds of a column are printed."""
        if 0 < column <= len(self.labels):
            return self.labels[column - 1]
        whole = column - 1 + self._left if column <= 0 else column - len(self.labels) + self._right
        return f"{whole + 1}{self._mark}1" if whole >= 0 else f"1{self._mark}{1 - whole}"

    def find(self, label: str) -> int:
        """Return the column with this label, also one beyond the ends of the chart."""
        if label in self._place:
            return self._place[label]
        ratio = _ratio(label)
        column = self.at(ratio.numerator, ratio.denominator)
        if self.label(column) != label:
            raise ValueError(f"{label} is not odds of this chart: {' '.join(self.labels)}")
        return column

    def clamp(self, column: int) -> int:
        """Return the column kept between the ends of the chart."""
        return max(1, min(len(self.labels), column))

    def within(self, attack: int, defence: int) -> int:
        """Return the column of these strengths, both above 0, kept between the ends of the chart."""
        return bisect_right(self._bars, attack * self._scale // defence) or 1


def _ratio(label: str) -> Fraction:
    """Read printed odds: "3-2" and "1.5:1" are three halves."""
    found = _LABEL.fullmatch(label)
    left, right = (Fraction(found[1]), Fraction(found[3])) if found else (Fraction(0), Fraction(0))
    if not left or not right:
        raise ValueError(f"{label} is not odds: write them like 3-1 or 1-5")
    return left / right


def _whole(attack: int, defence: int) -> int:
    """Return whole odds as places in a row, 1-1 as 0: 3-1 is 2, 1-3 is -2."""
    return attack // defence - 1 if attack >= defence else 1 + -defence // attack
