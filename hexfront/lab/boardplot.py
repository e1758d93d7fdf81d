"""A board under a heat map: its land, water, rivers and cities, drawn with matplotlib from the board's own files."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from hexfront.engine.game import Game
from hexfront.games import boards, collection
from hexfront.grid import members
from hexfront.lab.findings import Findings, Seen
from hexfront.lab.look import CARD, INK, SHORE, WATER, colour, figure, shares
from hexfront.lab.rows import land_of
from hexfront.mechanics.boardmap import BoardMap, Place

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

Shares = NDArray[np.float64]
MOST_PANELS, MOST_LINES = 12, 7
WIDTH, GAP, TITLE, FOOT, MARGIN, LETTER = 12.0, 0.12, 0.27, 0.62, 0.7, 0.078  # of the sheets, in inches
LEAST_SHARE = 0.04  # of the games in which units stand in a hex, for it to get a dot
WIDEST = 2.7  # hexes over which a front line may be drawn: a lake, not a sea
SHORTEST, POCKET = 4.0, 16.0  # hexes; a line that is shorter, or a ring, is not the front
OUTSIDE = "#ded8ca"
GROUND, WOODS, HEIGHTS, WET, RIVER = "#f3ead2", "#d3d8ac", "#d9c19a", "#d9e0cc", "#6fa3bf"
_TINTS = {"forest": WOODS, "woods": WOODS, "mountain": HEIGHTS, "mountains": HEIGHTS, "swamp": WET, "marsh": WET}


class Canvas:
    """The board of a game on axes: hexes as polygons, everything in board coordinates."""

    def __init__(self, game: Game[Any]) -> None:
        self.game, self.grid = game, game.grid
        board = game.board
        self.board = board if isinstance(board, BoardMap) else None
        self.layers = boards.layers(game.id) if game.id in collection().owners else {}
        self.land = members(land_of(game))
        self.hexes = members(self.grid.all)
        points = [corner for h in self.hexes for corner in self.grid.corners(h)]
        self.west, self.east = min(x for x, _ in points), max(x for x, _ in points)
        self.north, self.south = min(y for _, y in points), max(y for _, y in points)

    @property
    def shape(self) -> float:
        """Height over width."""
        return (self.south - self.north) / (self.east - self.west)

    def frame(self, axes: "Axes") -> None:
        """The sheet: the whole board, north up, without any scale."""
        axes.set_xlim(self.west, self.east)
        axes.set_ylim(self.south, self.north)
        axes.set_aspect("equal")
        axes.set_axis_off()

    def fill(self, axes: "Axes", hexes: list[int], colours: Any) -> None:
        """Paint hexes, each in its colour or all in one."""
        from matplotlib.collections import PolyCollection

        shapes = [np.array(self.grid.corners(h)) for h in hexes]
        axes.add_collection(PolyCollection(shapes, facecolors=colours, edgecolors="face", linewidths=0.35))

    def ground(self, axes: "Axes") -> None:
        """Land with its woods, swamps and mountains, and what is neither land nor water."""
        self.fill(axes, self.hexes, OUTSIDE)
        self.fill(axes, self.land, GROUND)
        for kind, mask in self.board.kinds.items() if self.board else ():
            if kind in _TINTS:
                self.fill(axes, members(mask & self.grid.all), _TINTS[kind])

    def water(self, axes: "Axes", pen: float) -> None:
        """Seas, lakes and rivers, over the tints of a heat map."""
        if not self.board:
            return
        for river in self.layers.get("rivers", []):
            wide = (0.5 + 0.25 * float(river.get("width", 1))) * pen
            axes.plot(*zip(*river["line"], strict=True), color=RIVER, linewidth=wide, alpha=0.8, solid_capstyle="round")
        lakes = [ring for lake in self.layers.get("lakes", []) for ring in lake["rings"] if len(ring) > 2]
        self._shape(axes, [_turned(ring, True) for ring in lakes], pen)
        if self.board.sea and self.layers.get("land"):
            # The sea is the sheet less the land: rings that run the other way are holes.
            land = [_turned(ring, place > 0) for rings in self.layers["land"] for place, ring in enumerate(rings)]
            far = ((self.west - 9, self.north - 9), (self.east + 9, self.north - 9))
            sheet = [*far, (self.east + 9, self.south + 9), (self.west - 9, self.south + 9)]
            self._shape(axes, [_turned(sheet, True), *land], pen)
        elif not lakes:
            self.fill(axes, members(self.board.lake | self.board.sea), WATER)

    def _shape(self, axes: "Axes", rings: list["Shares"], pen: float) -> None:
        """Water within these rings, cut at the edge of the board."""
        from matplotlib.patches import PathPatch
        from matplotlib.path import Path as Outline

        if not rings:
            return
        water = Outline.make_compound_path(*(Outline(ring, closed=True) for ring in rings))
        hexes = (Outline([*self.grid.corners(h), self.grid.corners(h)[0]], closed=True) for h in self.hexes)
        patch = PathPatch(water, facecolor=WATER, edgecolor=SHORE, linewidth=0.45 * pen)
        axes.add_patch(patch)
        patch.set_clip_path(Outline.make_compound_path(*hexes), axes.transData)

    def cities(self, axes: "Axes", size: float, names: float = 0.0) -> None:
        """The places for which the game is played; with `names`, the size of their names in hexes, named too."""
        taken: list[tuple[float, float, float, float]] = []
        for place in self.board.places if self.board else ():
            spots = [self.grid.centre(h) for h in members(place.hexes)] if place.points else []
            if spots:
                look: Any = {"markersize": size, "markeredgecolor": CARD, "markeredgewidth": 0.6}
                axes.plot(*zip(*spots, strict=True), "s", color=INK, zorder=5, **look)
                taken += [(x - 0.3, y - 0.3, x + 0.3, y + 0.3) for x, y in spots]
        for place in self.board.places if self.board and names else ():
            if place.points:
                self._name(axes, place, names, taken)

    def _name(self, axes: "Axes", place: Place, size: float, taken: list[tuple[float, float, float, float]]) -> None:
        """A name beside its city, where it is on no other and on the board."""
        from matplotlib.patheffects import withStroke

        x, y = self.grid.centre(members(place.hexes)[0])
        wide = 0.62 * size * len(place.name)
        boxes = [
            (left, top, left + wide, top + size)
            for top in (y - 0.35 - size, y + 0.35, y - size / 2)
            for left in (x + 0.35, x - 0.35 - wide, x - wide / 2)
        ]
        free = [box for box in boxes if self._fits(box) and not any(_overlap(box, other) for other in taken)]
        box = (free or boxes)[0]
        taken.append(box)
        points = 72 * size * axes.get_position().width * axes.get_figure().get_size_inches()[0]  # type: ignore[union-attr]
        text = axes.text(
            (box[0] + box[2]) / 2, (box[1] + box[3]) / 2, place.name, ha="center", va="center", zorder=6, color=INK,
            fontsize=points / (self.east - self.west),
        )  # fmt: skip
        text.set_path_effects([withStroke(linewidth=2.4, foreground="#fffdf7d8")])

    def _fits(self, box: tuple[float, float, float, float]) -> bool:
        left, top, right, bottom = box
        return left > self.west and right < self.east and top > self.north and bottom < self.south


def _overlap(a: tuple[float, float, float, float], b: tuple[float, float, float, float]) -> bool:
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]


def _turned(ring: Any, clockwise: bool) -> "Shares":
    """A closed ring that runs the way that is wanted."""
    points = np.array([*ring, ring[0]], float)
    x, y = points[:, 0], points[:, 1]
    area = float(np.sum(x[:-1] * y[1:] - x[1:] * y[:-1]))
    return points if (area > 0) == clockwise else points[::-1]


# -- heat maps ---------------------------------------------------------------------------------------------------


def chosen(turns: list[int], most: int) -> list[int]:
    """Turns for so many pictures, evenly spread, with the first and the last."""
    if len(turns) <= most:
        return turns
    return [turns[round(place * (len(turns) - 1) / (most - 1))] for place in range(most)]


def heat(findings: Findings, path: Path) -> None:
    """A small board for each turn: whose ground it is, and where the units stand."""
    board = Canvas(findings.game)
    turns = chosen(list(findings.front), MOST_PANELS)
    across = min(len(turns), 3 if board.shape < 0.9 else 4)
    panel = (WIDTH - GAP * (across + 1)) / across  # inches
    row = panel * board.shape + TITLE + GAP
    height = -(-len(turns) // across) * row + FOOT
    with figure(path, WIDTH, height, tidy=False) as sheet:
        for place, turn in enumerate(turns):
            down, right = divmod(place, across)
            left, low = GAP + right * (panel + GAP), height - (down + 1) * row
            spot = (left / WIDTH, low / height, panel / WIDTH, panel * board.shape / height)
            axes = sheet.add_axes(spot)
            seen = findings.front[turn]
            _heat(board, axes, seen, 72 * panel / (board.east - board.west))
            few = f" ({seen.games} games)" if seen.games < len(findings.games) else ""
            axes.set_title(f"{findings.turn_names[turn]}{few}", fontsize=9, pad=4)
        _bar(sheet, sheet.add_axes((0.3, 0.36 / height, 0.4, 0.13 / height)), findings)


def _heat(board: Canvas, axes: "Axes", seen: Seen, hex_points: float) -> None:
    """One board: ground under water and cities, dots of units above."""
    board.frame(axes)
    tints = shares()((seen.lead()[board.land] + 1) / 2)
    board.fill(axes, board.hexes, OUTSIDE)
    board.fill(axes, board.land, tints)
    board.water(axes, 0.7)
    for side in (0, 1):
        share = seen.units[side] / seen.games
        there = [h for h in board.land if share[h] >= LEAST_SHARE]
        spots = np.array([board.grid.centre(h) for h in there]).reshape(-1, 2)
        sizes = (0.95 * hex_points) ** 2 * share[there]
        axes.scatter(spots[:, 0], spots[:, 1], s=sizes, color=colour(side), linewidths=0, zorder=4)
    board.cities(axes, 2.4)


def _bar(sheet: "Figure", axes: "Axes", findings: Findings) -> None:
    """The scale of the tints."""
    from matplotlib.cm import ScalarMappable
    from matplotlib.colors import Normalize

    first, second = (side.capitalize() for side in findings.sides)
    bar = sheet.colorbar(
        ScalarMappable(Normalize(-1, 1), shares()), cax=axes, orientation="horizontal", ticks=[-1, 0, 1]
    )
    axes.set_xticklabels([f"{second} in all games", "as often", f"{first} in all games"], fontsize=9, color=INK)
    bar.outline.set_visible(False)
    axes.tick_params(length=0)


# -- the line by turn -----------------------------------------------------------------------------------------------


def lines(findings: Findings, path: Path) -> None:
    """One large board with the front line of some turns, early ones light and late ones dark."""
    from matplotlib import colormaps
    from matplotlib.patheffects import withStroke

    board = Canvas(findings.game)
    shown = chosen(list(findings.front), MOST_LINES)
    margin = MARGIN + LETTER * max(len(findings.turn_names[turn]) for turn in shown)  # for the legend
    full = WIDTH if board.shape < 0.9 else 0.8 * WIDTH
    wide = full - margin
    height = wide * board.shape + 2 * GAP + TITLE
    with figure(path, full, height, tidy=False) as sheet:
        axes = sheet.add_axes((GAP / full, GAP / height, wide / full, wide * board.shape / height))
        board.frame(axes)
        board.ground(axes)
        board.water(axes, 1.3)
        board.cities(axes, 3.4, 0.115 * (board.east - board.west) / wide)
        for place, turn in enumerate(shown):
            shade = colormaps["plasma"](0.9 - 0.9 * place / max(1, len(shown) - 1))
            halo = [withStroke(linewidth=4.2, foreground="#fffdf7b0")]
            for run in front(board, findings.front[turn].lead()):
                axes.plot(run[:, 0], run[:, 1], color=shade, linewidth=2.4, path_effects=halo, zorder=4)
            axes.plot([], [], color=shade, linewidth=2.4, label=findings.turn_names[turn])
        look = {"fontsize": 9, "handlelength": 1.6, "labelspacing": 0.7, "alignment": "left"}
        axes.legend(loc="center left", bbox_to_anchor=(1.0, 0.5), title="At the end of", **look)
        axes.set_title(f"The front as it stood in most of {len(findings.games)} games")


def front(board: Canvas, lead: Shares) -> list[Shares]:
    """The lines between ground that is more often the first side's and ground that is more often the second's."""
    from matplotlib.figure import Figure
    from matplotlib.tri import Triangulation

    values = smooth(board, lead)
    if values.min() >= 0 or values.max() <= 0:
        return []
    spots = np.array([board.grid.centre(h) for h in board.land])
    mesh = Triangulation(spots[:, 0], spots[:, 1])
    corners = spots[mesh.triangles]
    sides = np.linalg.norm(corners - np.roll(corners, 1, axis=1), axis=2)
    mesh.set_mask(sides.max(axis=1) > WIDEST)  # no line runs over the sea
    found = Figure().subplots().tricontour(mesh, values, levels=[0.0])
    return [run for run in found.allsegs[0] if len(run) and _length(run) > (POCKET if _closed(run) else SHORTEST)]


def smooth(board: Canvas, lead: Shares) -> Shares:
    """The lead on each hex of land, twice evened out with its neighbours: lone stacks make no front."""
    land, values = set(board.land), lead.astype(float)
    near = {h: [h, h, *(n for n in board.grid.neighbours[h] if n in land)] for h in board.land}
    for _ in range(2):
        evened = values.copy()
        for h, these in near.items():
            evened[h] = values[these].mean()
        values = evened
    return values[board.land]


def _length(run: Shares) -> float:
    return float(np.linalg.norm(np.diff(run, axis=0), axis=1).sum())


def _closed(run: Shares) -> bool:
    return bool(np.allclose(run[0], run[-1]))
