"""Roads and rails, and how lines run along hexsides."""

from itertools import pairwise

from hexfront.grid import Sides
from hexfront.grid import sides as s
from hexfront.show import style
from hexfront.show.net import chains
from hexfront.show.scene import Scene
from hexfront.show.svg import Line, Point, aside, curve, group, path, softened

ROUND = {"fill": "none", "stroke_linecap": "round", "stroke_linejoin": "round"}


def ways(scene: Scene, sides: Sides, beside: int = 0, only: Sides | None = None) -> list[Line]:
    """The lines of a net of roads or rails, smooth between towns and forks; over hexes in `beside` a little aside."""
    grid = scene.grid
    found = []
    for chain in chains(s.pairs(grid, sides), lambda h: h in scene.board.place_names):
        if only and not all(s.between(grid, only, a, b) for a, b in pairwise(chain)):
            continue
        line: Line = [grid.centre(h) for h in chain]
        soft = softened(line, 2)
        if beside:
            moved = aside(soft, 0.13 if soft[0][0] <= soft[-1][0] else -0.13)
            inner = [b if beside >> h & 1 else a for h, a, b in zip(chain, soft, moved, strict=True)]
            soft = [soft[0], *inner[1:-1], soft[-1]]
        found.append(_out(scene, chain, soft))
    return found


def _out(scene: Scene, chain: list[int], line: Line) -> Line:
    """A line that ends in a hex at the edge of the board goes on to the edge."""
    if len(line) < 2:
        return line
    links = scene.board.rails, scene.board.road_links
    for place, (h, end, before) in enumerate(((chain[0], line[0], line[1]), (chain[-1], line[-1], line[-2]))):
        alone = all(sum(mask >> h & 1 for mask in net) < 2 for net in links)
        if alone and -1 in scene.grid.neighbours[h] and not _in_city(scene, h):
            out = _edge_of(scene, h, end, before)
            line = [out, *line] if place == 0 else [*line, out]
    return line


def _in_city(scene: Scene, h: int) -> bool:
    """Whether a hex is a city: a line that ends there has arrived."""
    return any(place.hexes >> h & 1 and "city" in place.kind for place in scene.board.places)


def _edge_of(scene: Scene, h: int, end: Point, before: Point) -> Point:
    """The middle of the outer side of a hex that lies most straight ahead."""
    best: tuple[float, Point] = (-9.0, end)
    corners = scene.grid.corners(h)
    for d in range(6):
        if scene.grid.neighbours[h][d] < 0:
            a, b = corners[d], corners[(d + 1) % 6]
            x, y = (a[0] + b[0]) / 2, (a[1] + b[1]) / 2
            ahead = (x - end[0]) * (end[0] - before[0]) + (y - end[1]) * (end[1] - before[1])
            best = max(best, (round(ahead, 6), (x, y)))
    return best[1]


def roads(scene: Scene) -> list[str]:
    """Roads in a warm colour with a dark edge; main roads wider."""
    main = s.NONE
    for entry in scene.data.get("road", []):
        if any(word in str(entry.get("name", "")).lower() for word in style.MAIN_ROADS):
            main = s.union(main, s.chains(scene.grid, entry["steps"]))
    u = scene.units
    all_roads = "".join(map(curve, ways(scene, scene.board.road_links)))
    wide = "".join(curve(line) for line in ways(scene, scene.board.road_links, only=main))
    edge = [path(all_roads, stroke_width=u(0.08)), path(wide, stroke_width=u(0.115))]
    inner = [path(all_roads, stroke_width=u(0.046)), path(wide, stroke_width=u(0.078))]
    return [group(edge, stroke=style.ROAD_EDGE, **ROUND), group(inner, stroke=style.ROAD, **ROUND)]


def rails(scene: Scene) -> list[str]:
    """Railways: a thin line with cross ticks, beside the road where they share a hex."""
    d = "".join(map(curve, ways(scene, scene.board.rails, scene.board.road_hexes)))
    return [rail_path(scene, d)]


def rail_path(scene: Scene, d: str) -> str:
    """One path as a railway."""
    u = scene.units
    halo = path(d, stroke=style.PAPER, stroke_width=u(0.065), stroke_opacity="0.6")
    line = path(d, stroke_width=u(0.026))
    ticks = path(d, stroke_width=u(0.1), stroke_dasharray=f"{u(0.024):.1f} {u(0.15):.1f}", stroke_linecap="butt")
    return group([halo, line, ticks], stroke=style.RAIL, **ROUND) if d else ""


def along_sides(scene: Scene, sides: Sides) -> list[Line]:
    """Lines along hexsides, from corner to corner."""
    spots: dict[tuple[int, int], Point] = {}
    links = []
    for a, b in s.pairs(scene.grid, sides):
        d, corners = scene.grid.direction(a, b), scene.grid.corners(a)
        both = corners[d], corners[(d + 1) % 6]
        keys = [(round(x * 100), round(y * 100)) for x, y in both]
        spots |= zip(keys, both, strict=True)
        links.append((keys[0], keys[1]))
    return [[spots[node] for node in chain] for chain in chains(links)]
