"""What a column of a table of results promises."""

from collections.abc import Container, Mapping, Sequence

from hexfront.mechanics import exact

Column = Sequence[tuple[str, float]]  # each result with its chance


def expected(column: Column, worth: Mapping[str, float]) -> float:
    """What it is worth on average, if each result is worth so much."""
    return exact.total(chance * worth[result] for result, chance in column)


def chance_of(column: Column, good: Container[str]) -> float:
    """The chance of one of these results."""
    return exact.total(chance for result, chance in column if result in good)
