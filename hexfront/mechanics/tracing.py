"""Lines of so many hexes: supply, command, whatever must be traced step by step."""

from hexfront.grid import Grid, Sides


def traced(grid: Grid, start: int, distance: int, enter: int, through: int, links: Sides | None = None) -> int:
    """All hexes to which a line of so many hexes leads from the start: into `enter`, and on only from `through`.

    With `links` it crosses these sides only. The start itself may be anything.
    """
    seen = front = start
    for _ in range(distance):
        step = grid.around(front) if links is None else grid.spread(front, links)
        front = step & enter & ~seen
        if not front:
            break
        seen |= front
        front &= through
    return seen
