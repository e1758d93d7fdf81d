"""Odds are columns of a chart, rounded in favour of the defender."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hexfront.mechanics.odds import Columns

WHOLE = Columns(["1-3", "1-2", "1-1", "2-1", "3-1", "4-1"])
FINE = Columns(["1-2", "2-3", "1-1", "1.5-1", "2-1", "5-2", "3-1"])
COLONS = Columns(["1:1", "3:2", "2:1"])
HIGH = Columns(["3:2", "5:2"])
CHARTS = (WHOLE, FINE, COLONS, HIGH)

strengths = st.integers(1, 500)
charts = st.sampled_from(CHARTS)


def ratio(label: str) -> Fraction:
    left, right = label.replace(":", "-").split("-")
    return Fraction(left) / Fraction(right)


@pytest.mark.parametrize(
    ("chart", "attack", "defence", "printed"),
    [
        (WHOLE, 7, 2, "3-1"),
        (WHOLE, 2, 9, "1-5"),
        (WHOLE, 9, 9, "1-1"),
        (WHOLE, 8, 9, "1-2"),
        (WHOLE, 17, 9, "1-1"),
        (WHOLE, 18, 9, "2-1"),
        (WHOLE, 1, 6, "1-6"),
        (WHOLE, 23, 2, "11-1"),
        (FINE, 7, 9, "2-3"),
        (FINE, 3, 2, "1.5-1"),
        (FINE, 149, 100, "1-1"),
        (FINE, 199, 100, "1.5-1"),
        (FINE, 299, 100, "5-2"),
        (FINE, 1, 3, "1-3"),
        (COLONS, 3, 2, "3:2"),
        (COLONS, 2, 3, "1:2"),
        (COLONS, 9, 2, "4:1"),
        (HIGH, 4, 3, "1:1"),
        (HIGH, 9, 4, "3:2"),
        (HIGH, 11, 4, "5:2"),
        (HIGH, 13, 4, "3:1"),
    ],
)
def test_the_column_of_two_strengths(chart: Columns, attack: int, defence: int, printed: str) -> None:
    column = chart.at(attack, defence)
    assert chart.label(column) == printed and chart.find(printed) == column


@given(charts, strengths, strengths)
def test_rounding_favours_the_defender_by_less_than_one_column(chart: Columns, attack: int, defence: int) -> None:
    column = chart.at(attack, defence)
    assert ratio(chart.label(column)) <= Fraction(attack, defence) < ratio(chart.label(column + 1))


@given(charts, st.integers(-20, 30))
def test_every_column_has_one_label(chart: Columns, column: int) -> None:
    label = chart.label(column)
    odds = ratio(label)
    assert chart.find(label) == column == chart.at(odds.numerator, odds.denominator)
    assert odds < ratio(chart.label(column + 1))


def test_columns_are_counted_from_one() -> None:
    assert [WHOLE.find(label) for label in WHOLE.labels] == [1, 2, 3, 4, 5, 6] and len(WHOLE) == 6


def test_a_shift_may_come_back_from_beyond_the_ends() -> None:
    assert [WHOLE.label(WHOLE.find("1-5") + n) for n in range(5)] == ["1-5", "1-4", "1-3", "1-2", "1-1"]
    assert [WHOLE.label(WHOLE.find("6-1") - n) for n in range(4)] == ["6-1", "5-1", "4-1", "3-1"]
    assert [FINE.label(FINE.find("1-3") + n) for n in range(5)] == ["1-3", "1-2", "2-3", "1-1", "1.5-1"]


def test_a_shift_is_capped_where_the_chart_ends() -> None:
    shifted = [FINE.clamp(FINE.at(7, 3) + columns) for columns in (-9, -2, 0, 1, 2, 9)]
    assert list(map(FINE.label, shifted)) == ["1-2", "1-1", "2-1", "5-2", "3-1", "3-1"]
    assert [WHOLE.label(WHOLE.clamp(WHOLE.at(*both))) for both in ((100, 3), (1, 30), (30, 7))] == ["4-1", "1-3", "4-1"]


@pytest.mark.parametrize("bad", [(0, 3), (3, 0), (-1, 2)])
def test_no_odds(bad: tuple[int, int]) -> None:
    with pytest.raises(ValueError, match="there are no odds"):
        WHOLE.at(*bad)


@pytest.mark.parametrize("text", ["3", "3-2", "1.5-1", "2-3", "x-1", "0-1", "1-", "1-0", "6-2", "3:1", "1000-1"])
def test_bad_text(text: str) -> None:
    with pytest.raises(ValueError, match="is not odds"):
        WHOLE.find(text)


@pytest.mark.parametrize("labels", [[], ["2-1", "1-1"], ["3-2", "1.5-1"]])
def test_a_chart_rises(labels: list[str]) -> None:
    with pytest.raises(ValueError, match="must rise"):
        Columns(labels)
