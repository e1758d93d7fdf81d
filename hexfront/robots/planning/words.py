"""A plan in words and arrows, for people: what is said alike of every game."""

from collections.abc import Iterable, Sequence

from hexfront.robots import Arrow


def listed(names: Sequence[str]) -> str:
    """Names as people list them, not more than four."""
    if len(names) > 4:
        names = [*names[:3], f"{len(names) - 3} more"]
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def drawn(starts: Iterable[int], ends: Iterable[int], kind: str) -> list[Arrow]:
    """Arrows from each of these hexes to each of those."""
    ends = tuple(ends)
    return [Arrow(a, b, kind) for a in dict.fromkeys(starts) for b in ends]
