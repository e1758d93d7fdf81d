"""A case of the rulebook as a small board: its ground, its counters, and its orders as arrows.

The board is cut to what the case speaks of, and then drawn by the same hands as the whole map. An order that the rules
refuse is drawn in red and crossed out.
"""

from copy import copy
from typing import Any

import msgspec

from hexfront.engine.cases import Case
from hexfront.engine.errors import HexfrontError
from hexfront.engine.game import Game
from hexfront.engine.order import Order
from hexfront.games import boards
from hexfront.grid import Grid, Sides, members
from hexfront.mechanics.boardmap import BoardMap
from hexfront.show import borders, counters, lines, places, rivers, style, terrain
from hexfront.show.scene import Scene
from hexfront.show.svg import HEX, Line, Point, curve, group, num, path, tag, toward, words

AROUND = 1.35  # hexes of ground around what a case speaks of
NEAR = 3  # hexes within which other counters are shown too
LARGE = 300.0  # hexes: of what is spread over so much ground a small picture would show nothing
PEN = 0.85
GOOD, BAD = "#1f4e79", style.ALARM

Box = tuple[float, float, float, float]  # west, north, east, south, in hexes


class Drawn(msgspec.Struct, frozen=True):
    """An order of a case as it will be drawn; `ok` is whether the rules take it."""

    order: Order
    ok: bool


class Cut(Scene):
    """A part of a board: only the hexes inside a box, and signs as large as on the whole."""

    @property
    def pen(self) -> float:
        """The size of signs beside a hex, whatever the width of the part."""
        return PEN


def case_svg(game: Game[Any], case: Case) -> str:
    """The small board of a case; empty if there is nothing on the board, or too much for a small one."""
    try:
        own, state = game.bench.arrange(case.given, case.units)
        orders = _orders(own, state.copy(), case.orders)
        pieces = own.desk.pieces(state)
    except (HexfrontError, ValueError, KeyError):
        return ""
    focus = _focus(own, state, orders, {piece.place for piece in pieces if not piece.is_marker})
    if not focus:
        return ""
    box = _box(own.grid, focus)
    if (box[2] - box[0]) * (box[3] - box[1]) > LARGE:
        return ""
    near = _near(own.grid, box)
    scene = Cut(game.id, _part(own.board, near), pieces=[piece for piece in pieces if near >> piece.place & 1])
    scene.__dict__["hexes"] = members(near)
    if case.given.get("board") == "real":
        scene.layers = _layers(game.id, box)
    return _sheet(scene, box, orders)


def _orders(game: Game[Any], state: Any, texts: list[str]) -> list[Drawn]:
    """The orders of a case, each read in the position in which it is given."""
    found: list[Drawn] = []
    for text in texts:
        try:
            order = game.read(state, text)
        except HexfrontError:
            return found
        try:
            game.play(state, order)
        except HexfrontError:
            return [*found, Drawn(order, False)]
        found.append(Drawn(order, True))
    return found


# -- what is shown -----------------------------------------------------------------------------------------


def _focus(game: Game[Any], state: Any, orders: list[Drawn], occupied: set[int]) -> int:
    """The hexes that the orders speak of, with counters nearby; without orders all that have counters."""
    named = 0
    for one in orders:
        places_ = (*one.order.path, *one.order.at, *game.desk.hexes_of(state, one.order.units))
        for place in places_:
            named |= 1 << place if place >= 0 else 0
    if not named:
        return sum(1 << place for place in occupied)
    reach = named
    for _ in range(NEAR):
        reach |= game.grid.around(reach)
    return named | sum(1 << place for place in occupied if reach >> place & 1)


def _box(grid: Grid, focus: int) -> Box:
    """West, north, east and south of the part, in hexes."""
    centres = [grid.centre(h) for h in members(focus)]
    xs, ys = [x for x, _ in centres], [y for _, y in centres]
    return min(xs) - AROUND, min(ys) - AROUND, max(xs) + AROUND, max(ys) + AROUND


def _near(grid: Grid, box: Box) -> int:
    """All hexes that the part shows something of."""
    west, north, east, south = box
    found = 0
    for h in members(grid.all):
        x, y = grid.centre(h)
        if west - 0.6 < x < east + 0.6 and north - 0.6 < y < south + 0.6:
            found |= 1 << h
    return found


def _part(board: BoardMap, near: int) -> BoardMap:
    """The board with nothing on it outside these hexes."""
    part = copy(board)
    part.kinds = {kind: mask & near for kind, mask in board.kinds.items() if mask & near}
    part.lake, part.sea, part.masked = board.lake & near, board.sea & near, board.masked & near
    part.river_courses = {name: _inside(board, sides, near) for name, sides in board.river_courses.items()}
    part.road_links, part.rails = _inside(board, board.road_links, near), _inside(board, board.rails, near)
    part.coast, part.straits = _inside(board, board.coast, near), _inside(board, board.straits, near)
    part.road_hexes, part.rail_hexes = board.road_hexes & near, board.rail_hexes & near
    kept = [msgspec.structs.replace(place, hexes=place.hexes & near) for place in board.places]
    part.places = [place for place in kept if place.hexes]
    return part


def _inside(board: BoardMap, sides: Sides, near: int) -> Sides:
    """Those sides that have one of these hexes at each hand."""
    shift = board.grid.shift
    north, *rest = (mask & near & shift(near, (d + 3) % 6) for d, mask in enumerate(sides))
    return (north, rest[0], rest[1], rest[2], rest[3], rest[4])


def _layers(game_id: str, box: Box) -> dict[str, Any]:
    """Coasts and lakes of the real board, cut to the part; rivers are short here and drawn along the hexes."""
    all_of = boards.layers(game_id)
    wide = box[0] - 2, box[1] - 2, box[2] + 2, box[3] + 2
    land = [[_cut(ring, wide) for ring in rings] for rings in all_of.get("land", [])]
    lakes = [{**lake, "rings": [_cut(ring, wide) for ring in lake["rings"]]} for lake in all_of.get("lakes", [])]
    return {
        "land": [[ring for ring in rings if ring] for rings in land],
        "lakes": [{**lake, "rings": [ring for ring in lake["rings"] if ring]} for lake in lakes],
    }


def _cut(ring: Line, box: Box) -> Line:
    """The part of an area inside a box, one edge of the box after the other."""
    for axis, edge, sign in ((0, box[0], 1), (1, box[1], 1), (0, box[2], -1), (1, box[3], -1)):
        found: Line = []
        for a, b in zip(ring, (*ring[1:], *ring[:1]), strict=True):
            here, there = sign * (a[axis] - edge), sign * (b[axis] - edge)
            if here >= 0:
                found.append((a[0], a[1]))
            if here * there < 0:
                found.append(toward((a[0], a[1]), (b[0], b[1]), here / (here - there)))
        ring = found
    return ring if len(ring) > 2 else []


# -- drawing -----------------------------------------------------------------------------------------------


def _sheet(scene: Scene, box: Box, orders: list[Drawn]) -> str:
    """The whole picture."""
    west, north, east, south = (value * HEX for value in box)
    size = {"width": east - west, "height": south - north}
    paper = tag("rect", x=west, y=north, **size, fill=style.PAPER)
    ground = [*terrain.ground(scene), *_water(scene), *places.city_tints(scene), *terrain.masked(scene)]
    drawn = [*rivers.draw(scene, rivers.rivers(scene)), *lines.roads(scene), *lines.rails(scene), *_coasts(scene)]
    signs = [*terrain.hex_grid(scene), *terrain.hex_numbers(scene), *places.signs(scene), *_names(scene)]
    aims = [part for one in orders for part in _aims(scene.grid, one)]
    parts = [paper, *ground, *drawn, *signs, *_ways(scene.grid, orders), *counters.counters(scene), *aims]
    inner = "\n".join(part for part in parts if part)
    view = " ".join(map(num, (west, north, size["width"], size["height"])))
    shown = min(96.0, 720 / (east - west) * HEX) / HEX  # pixels for a unit: small boards stay small
    frame = {"width": round(size["width"] * shown), "height": round(size["height"] * shown), "viewBox": view}
    return tag("svg", f"\n{inner}\n", xmlns="http://www.w3.org/2000/svg", **frame, font_stretch="condensed")


def _water(scene: Scene) -> list[str]:
    """Sea and lakes, plain: the lines along a shore would be most of the picture."""
    shapes = (("sea", terrain.sea_shape(scene)), ("lake", terrain.lake_shape(scene)))
    pen = {"stroke_width": scene.units(0.035), "stroke_linejoin": "round", "fill_rule": "evenodd"}
    return [path(d, fill=style.ground(kind).tint, stroke=style.ground(kind).ink, **pen) for kind, d in shapes]


def _coasts(scene: Scene) -> list[str]:
    """Coasts that block and straits, along their sides."""
    found = []
    for strait, sides in ((False, scene.board.coast), (True, scene.board.straits)):
        found.append(borders.barrier_path(scene, "".join(map(curve, lines.along_sides(scene, sides))), strait))
    return found


def _names(scene: Scene) -> list[str]:
    """The names of places, under their signs."""
    look = {"font_family": style.SERIF, "text_anchor": "middle", "fill": style.INK, "font_size": HEX * 0.2}
    halo = {"paint_order": "stroke", "stroke": style.SHEET, "stroke_width": 5.0, "stroke_linejoin": "round"}
    parts = []
    for place in scene.board.places:
        x, y = scene.grid.centre(members(place.hexes)[-1])
        if not place.name.isdigit():
            parts.append(words(place.name, x * HEX, (y + 0.44) * HEX))
    return [group(parts, **look, **halo)]


def _ways(grid: Grid, orders: list[Drawn]) -> list[str]:
    """Movements as lines under the counters."""
    return [
        path(curve(_way(grid, one.order)), **_pen(one), stroke_width=7.0) for one in orders if len(one.order.path) > 1
    ]


def _aims(grid: Grid, one: Drawn) -> list[str]:
    """Above the counters: where a movement ends, what is aimed at, and a cross over what is refused."""
    parts = []
    if len(one.order.path) > 1:
        way = _way(grid, one.order)
        parts.append(path(_head(way) if one.ok else _cross(way[-1]), **_pen(one), stroke_width=6.0))
    for h in one.order.at:
        x, y = grid.centre(h)
        parts.append(
            tag("circle", cx=x * HEX, cy=y * HEX, r=46.0, **_pen(one), stroke_width=5.0, stroke_dasharray="13 8")
        )
        if not one.ok:
            parts.append(path(_cross((x, y)), **_pen(one), stroke_width=6.0))
    return parts


def _pen(one: Drawn) -> dict[str, Any]:
    ink = GOOD if one.ok else BAD
    return {"fill": "none", "stroke": ink, "stroke_linecap": "round", "stroke_linejoin": "round"}


def _way(grid: Grid, order: Order) -> Line:
    """A path from the edge of its first counter to just before the middle of its last hex."""
    way: Line = [grid.centre(h) for h in order.path]
    return [toward(way[0], way[1], 0.3), *way[1:-1], toward(way[-1], way[-2], 0.12)]


def _head(way: Line) -> str:
    """The two strokes at the end of an arrow."""
    (x, y), (a, b) = way[-1], way[-2]
    far = ((x - a) ** 2 + (y - b) ** 2) ** 0.5 or 1.0
    dx, dy = (x - a) / far * 0.2, (y - b) / far * 0.2
    left, right = (x - dx - dy, y - dy + dx), (x - dx + dy, y - dy - dx)
    return "M" + "L".join(f"{p * HEX:.0f} {q * HEX:.0f}" for p, q in (left, (x, y), right))


def _cross(at: Point) -> str:
    x, y, r = at[0] * HEX, at[1] * HEX, 17
    return f"M{x - r:.0f} {y - r:.0f}l{2 * r} {2 * r}m0 {-2 * r}l{-2 * r} {2 * r}"
