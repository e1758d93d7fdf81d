"""Odds are rounded in favour of the defender."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hexfront.mechanics.odds import clamp, column, name, parse, ratio, shift

strengths = st.integers(1, 500)


@pytest.mark.parametrize(
    ("attack", "defence", "printed"),
    [
        (7, 2, "3-1"),
        (2, 9, "1-5"),
        (9, 9, "1-1"),
        (8, 9, "1-2"),
        (17, 9, "1-1"),
        (18, 9, "2-1"),
        (1, 6, "1-6"),
    ],
)
def test_ratio(attack: int, defence: int, printed: str) -> None:
    assert name(ratio(attack, defence)) == printed
    assert parse(printed) == ratio(attack, defence)


@given(strengths, strengths)
def test_rounding_favours_the_defender_by_less_than_one_column(attack: int, defence: int) -> None:
    odds = ratio(attack, defence)
    a, d = (odds, 1) if odds > 0 else (1, -odds)
    better = shift(odds, 1)
    e, f = (better, 1) if better > 0 else (1, -better)
    assert attack * d >= defence * a
    assert attack * f < defence * e


@pytest.mark.parametrize("bad", [(0, 3), (3, 0), (-1, 2)])
def test_no_odds(bad: tuple[int, int]) -> None:
    with pytest.raises(ValueError, match="there are no odds"):
        ratio(*bad)


def test_clamp_and_column() -> None:
    assert clamp(12, -3, 10) == 10
    assert column(100, 3, best=10, worst=-3) == 10
    assert column(1, 30, best=10, worst=-3) == -3
    assert column(30, 7, best=10, worst=-3) == 4


def test_shift_passes_over_one_to_one() -> None:
    assert [name(shift(-3, n)) for n in range(5)] == ["1-3", "1-2", "1-1", "2-1", "3-1"]
    assert name(shift(2, -3)) == "1-3"


@pytest.mark.parametrize("text", ["3", "2-3", "x-1", "0-1", "1-", "1-0"])
def test_bad_text(text: str) -> None:
    with pytest.raises(ValueError, match="is not odds"):
        parse(text)
