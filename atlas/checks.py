"""What a board must fulfil before it is written: a list of checks, each with the hexes where it fails."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from typing import TYPE_CHECKING

from .hexes import Hex, Hexes, side, side_name

if TYPE_CHECKING:
    from .board import Board, Way


class Checks:
    """The checks made so far by name, in order, with what failed in each."""

    def __init__(self) -> None:
        self.made: dict[str, list[str]] = {}

    def __call__(self, name: str, condition: object, hex: str = "") -> None:
        """Note one check of a kind; when it does not hold, the hex (or side, or a few words) is kept."""
        failed = self.made.setdefault(name, [])
        if not condition:
            failed.append(hex or "fails")

    def none(self, name: str, wrong: Iterable[str]) -> None:
        """Note a check that fails at each of the hexes given."""
        self.made.setdefault(name, []).extend(wrong)

    @property
    def faults(self) -> list[str]:
        """All that failed, one line each."""
        return [f"{what}: {name}" for name, failed in self.made.items() for what in failed]


def run(board: Board) -> None:
    """The checks that every board must pass."""
    for test in (numbering, anchors, terrain, sides, rivers, ways, places, lists, reachable, rails):
        test(board)


def numbering(board: Board) -> None:
    """Labels and indexes agree both ways, and neighbours are symmetric."""
    grid, hexes = board.grid, board.hexes
    for at in hexes.all:
        board.check("numbering both ways", grid.label(grid.hex(at)) == at, at)
        board.check("neighbours symmetric", all(at in hexes.around(near) for near in hexes.around(at)), at)


def anchors(board: Board) -> None:
    """Every anchor lies in its hex and the map is not folded."""
    for one, _, after, home in board.where.residuals():
        board.check("every anchor in its hex", home, f"{one.hexes[0]} ({one.name}, {after:.2f} off)")
    known = board.where.known_folds
    note = f" ({len(known)} hexes known and accepted, listed in the board's TOML)" if known else ""
    board.check.none(
        f"map not folded{note}",
        (f"{at} (near {board.where.close(at)})" for at in board.where.folds() if at not in known),
    )


def terrain(board: Board) -> None:
    """No hex has two kinds of terrain or lies off the board."""
    seen: dict[Hex, str] = {}
    for one in board.terrain:
        for at in sorted(one.hexes):
            board.check("terrain on the board", at in board.hexes, f"{at} {one.kind}")
            board.check("one terrain a hex", at not in seen, f"{at} {seen.get(at)} and {one.kind}")
            seen[at] = one.kind


def sides(board: Board) -> None:
    """Hexsides lie between hexes that touch."""
    parts = [(one.name, one.sides) for one in board.rivers]
    parts += [(one.given.get("name", "?"), one.sides) for one in board.coasts + board.borders]
    for name, some in parts:
        for one in some:
            board.check("hexsides touch", one in board.hexes.sides, f"{side_name(one)} ({name})")


def rivers(board: Board) -> None:
    """Rivers hang together and no hexside belongs to two of them; those in hexes go from neighbour to neighbour."""
    used: set[tuple[Hex, Hex]] = set()
    ends = board.hexes.sides
    for one in board.rivers:
        for a, b in pairwise(one.sides):
            joined = set(ends.get(a, ())) & set(ends.get(b, ()))
            board.check("rivers connect", joined, f"{side_name(b)} ({one.name})")
        for a, b in pairwise(one.hexes):
            board.check("rivers connect", b in board.hexes.around(a), f"{b} ({one.name})")
        for part in one.sides or one.crossings:
            board.check("no side in two rivers", part not in used, f"{side_name(part)} ({one.name})")
            used.add(part)


def ways(board: Board) -> None:
    """Roads and rails go from neighbour to neighbour, off water and coasts that block."""
    water, blocked = board.water, board.blocked
    for one in board.roads + board.rails:
        name = one.given["name"]
        for chain in one.chains:
            board.check.none("no road or rail in water", (f"{at} ({name})" for at in chain if at in water))
            for a, b in pairwise(chain):
                board.check("roads and rails connect", b in board.hexes.around(a), f"{b} ({name})")
                open_sea = side(a, b) in blocked and side_name(side(a, b)) not in one.given.get("over", "")
                board.check("no road or rail over a blocked coast", not open_sea, f"{a}/{b} ({name})")


def places(board: Board) -> None:
    """Places are on land, those of several hexes in one piece."""
    water = board.water
    for one in board.places:
        own = str(one["hexes"]).split()
        for at in own:
            board.check("places on the board", at in board.hexes, f"{at} ({one['name']})")
            board.check("no place in water", at not in water, f"{at} ({one['name']})")
        if len(own) > 1 and all(at in board.hexes for at in own):
            torn = left_out({at: [near for near in board.hexes.around(at) if near in own] for at in own})
            board.check("places in one piece", not torn, f"{own[0]} ({one['name']})")


def lists(board: Board) -> None:
    """Areas, countries and lines name hexes of the board."""
    for one in board.areas + board.countries + board.lines:
        name = one.get("id") or one.get("name")
        wrong = (f"{at} ({name})" for at in str(one["hexes"]).split() if at not in board.hexes)
        board.check.none("areas, countries and lines on the board", wrong)


def reachable(board: Board) -> None:
    """All land can be reached on land, or is listed as an island."""
    land, shut = board.land - board.islands, board.blocked
    near = {a: [b for b in board.hexes.around(a) if b in land and side(a, b) not in shut] for a in land}
    board.check.none("all land reachable", largest_left_out(near))


def rails(board: Board) -> None:
    """The rails are one net."""
    board.check.none("rails connected", left_out(net(board.rails)))


def net(ways: list[Way]) -> dict[Hex, list[Hex]]:
    """The hexes of some ways, each with those it is joined to."""
    found: dict[Hex, list[Hex]] = {}
    for first, second in (pair for one in ways for chain in one.chains for pair in pairwise(chain)):
        found.setdefault(first, []).append(second)
        found.setdefault(second, []).append(first)
    return found


def left_out(near: dict[Hex, list[Hex]], start: Hex | None = None) -> list[Hex]:
    """The hexes of a net that cannot be reached from its first, or from a given one."""
    left, rim = set(near), [start or min(near)] if near else []
    while rim:
        at = rim.pop()
        if at in left:
            left.discard(at)
            rim += near[at]
    return sorted(left)


def largest_left_out(near: dict[Hex, list[Hex]]) -> list[Hex]:
    """The hexes of a net outside its largest piece."""
    out = left_out(near)
    if 2 * len(out) > len(near):
        return left_out(near, out[0])
    return out


def astray(hexes: Hexes, stops: list[str], length: int, most: float = 1.9) -> bool:
    """Whether a river of so many hexsides goes a long way round between its way-points."""
    spots = [hexes.spot(stop) for stop in stops]
    direct = sum(((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2) ** 0.5 for a, b in pairwise(spots))
    return length > most * direct * 3**0.5 + 7
