"""The outlines of sets of hexes, rounded and roughened into the shapes of land."""

from hexfront.grid import members
from hexfront.grid.layout import Layout
from hexfront.show.scene import Cell, Scene, wobble
from hexfront.show.svg import Line, Point, middle, toward


def cells_of(grid: Layout, mask: int) -> set[Cell]:
    """The cells of a set; at the board's edge also those just outside, so that nothing ends at the edge."""
    cells = {grid.places[h] for h in members(mask)}
    for h in members(mask):
        along, line = grid.places[h]
        for d, (da, dl) in enumerate(grid.moves):
            if grid.neighbours[h][d] < 0:
                cells.add((along + da, line + dl))
    return cells


def rings(scene: Scene, cells: set[Cell]) -> list[Line]:
    """The closed outlines of a set of cells, hexside by hexside."""
    after: dict[tuple[int, int], tuple[Point, Point]] = {}
    for cell in sorted(cells):
        corners = _corners(scene, cell)
        for d, (da, dl) in enumerate(scene.grid.moves):
            if (cell[0] + da, cell[1] + dl) not in cells:
                after[_key(corners[d])] = corners[d], corners[(d + 1) % 6]
    return _joined(after)


def _joined(after: dict[tuple[int, int], tuple[Point, Point]]) -> list[Line]:
    found = []
    while after:
        key = next(iter(after))
        ring: Line = []
        while key in after:
            start, end = after.pop(key)
            ring.append(start)
            key = _key(end)
        found.append(ring)
    return found


def _key(point: Point) -> tuple[int, int]:
    return round(point[0] * 100), round(point[1] * 100)


def _corners(scene: Scene, cell: Cell) -> list[Point]:
    """The corners of a cell, also of one off the board: those of a hex of the board, moved."""
    grid, h = scene.grid, scene.hexes[0]
    along, line = grid.places[h]
    x, y = grid.centre(h)
    goal = _centre(grid, cell, (along, line), (x, y))
    return [(a + goal[0] - x, b + goal[1] - y) for a, b in grid.corners(h)]


def _centre(grid: Layout, cell: Cell, known: Cell, centre: Point) -> Point:
    east = 1 if grid.numbering.columns_grow == "east" else -1
    along, lines, across = (cell[0] - known[0]) / 2, cell[1] - known[1], 3**0.5 / 2
    if grid.flat:
        return centre[0] + east * lines * across, centre[1] + along
    return centre[0] + east * along, centre[1] + lines * across


def rounded(ring: Line) -> Line:
    """A ring with its corners cut."""
    found = []
    for a, b in zip(ring, (*ring[1:], ring[0]), strict=True):
        found += [toward(a, b, 0.25), toward(a, b, 0.75)]
    return found


def natural(scene: Scene, mask: int, rough: float, smooth: int = 1) -> list[Line]:
    """The outlines of a set of hexes as a cartographer would draw them."""
    found = []
    for ring in rings(scene, cells_of(scene.grid, mask)):
        soft = [middle(a, b) for a, b in zip(ring, (*ring[1:], ring[0]), strict=True)] if smooth > 1 else ring
        found.append([wobble(point, rough) for point in rounded(soft)])
    return found


def board_outline(scene: Scene) -> list[Line]:
    """The edge of the board, hexside by hexside."""
    return rings(scene, {scene.grid.places[h] for h in scene.hexes})
