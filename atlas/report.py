"""What a build tells: how well the anchors fit, how much there is of everything, and each check."""

from __future__ import annotations

from .board import Board
from .lines import steps


def lines(board: Board) -> list[str]:
    """The whole report of one board."""
    return [f"== {board.game}: {board.title}", *anchors(board), counts(board), *checks(board)]


def anchors(board: Board) -> list[str]:
    """Every anchor: hexes off its aim in the fit and after bending."""
    found = board.where.residuals()
    told = [f"  {a.hexes[0]} {a.name}: {before:.2f} -> {after:.2f}{'' if home else ' OUTSIDE'}"
            for a, before, after, home in found]  # fmt: skip
    mean = sum(before**2 for _, before, _, _ in found) / max(1, len(found))
    return [f"anchors, hexes off before and after bending (root mean square before: {mean**0.5:.2f}):", *told]


def tally(board: Board) -> dict[str, int]:
    """How many of each there are."""
    count: dict[str, int] = {}
    for one in board.terrain:
        count[one.kind] = count.get(one.kind, 0) + len(one.hexes)
    count[board.rest.kind] = len(board.hexes.all) - sum(count.values())
    count["river"] = len({part for one in board.rivers for part in one.sides or one.hexes})
    count["road"] = len(steps([chain for one in board.roads for chain in one.chains]))
    count["rail"] = len(steps([chain for one in board.rails for chain in one.chains]))
    count["coast"] = len({part for one in board.coasts for part in one.sides})
    return count | {"places": len(board.places), "areas": len(board.areas), "countries": len(board.countries)}


def counts(board: Board) -> str:
    """The counts on one line."""
    return "counts: " + ", ".join(f"{kind} {count}" for kind, count in tally(board).items() if count)


def checks(board: Board) -> list[str]:
    """Every check with ok, or the hexes where it fails."""
    found = board.check.made.items()
    return [f"  {'FAIL' if failed else 'ok  '} {name}{': ' + '; '.join(failed) if failed else ''}"
            for name, failed in found]  # fmt: skip
