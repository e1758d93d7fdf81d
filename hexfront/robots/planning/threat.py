"""What the enemy can do to a hex in his next phase: the strength that he can bring next to it."""

from collections.abc import Iterable

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
