"""What the enemy can do to a hex in his next phase: the strength that he can bring next to it."""

from collections.abc import Callable, Iterable

from hexfront.grid import Grid, members


def threat(grid: Grid, attackers: Iterable[tuple[float, int]], room: int) -> list[float]:
    """For each hex the sum of the strongest who can stand beside it, as many as there is room for.

    An attacker is a strength and the mask of the hexes that it can get to.
    """
    total, places = [0.0] * grid.size, [0] * grid.size
    for strength, span in sorted(attackers, reverse=True):
        if strength <= 0:
            break
        for h in members(grid.around(span)):
            if places[h] < room:
                places[h] += 1
                total[h] += strength
    return total


def cuts(fed: int, candidates: int, feed: Callable[[int], int], stake: Callable[[int], float]) -> dict[int, float]:
    """For each candidate hex what would be cut off if it were closed: pockets that a single hex makes.

    `fed` is what is in supply now, `feed(closed)` what still is with these hexes closed, `stake` what a set of hexes
    is worth to him who starves there.
    """
    found = {}
    for h in members(candidates):
        lost = fed & ~feed(1 << h) & ~(1 << h)
        worth = stake(lost) if lost else 0.0
        if worth > 0:
            found[h] = worth
    return found
