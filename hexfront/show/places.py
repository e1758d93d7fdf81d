"""Towns and other places: tinted hexes, built-up blocks, rings and signs, and the points of objectives."""

from hexfront.grid import members
from hexfront.mechanics.boardmap import Place
from hexfront.show import style
from hexfront.show.scene import Scene
from hexfront.show.svg import HEX, Point, group, path, tag, toward, words
from hexfront.show.textures import quarters


def city_tints(scene: Scene) -> list[str]:
    """The hexes of cities, tinted a little inside their sides."""
    parts = []
    for place in scene.board.places:
        if style.place_style(place.kind).sign == "city":
            strong = "0.95" if place.kind.startswith("major") else "0.6"
            parts += [path(_inset(scene, h), fill=style.CITY, fill_opacity=strong) for h in members(place.hexes)]
    return [group(parts)]


def _inset(scene: Scene, h: int) -> str:
    centre = scene.grid.centre(h)
    points = [toward(centre, corner, 0.96) for corner in scene.grid.corners(h)]
    return "M" + "L".join(f"{x * HEX:.1f} {y * HEX:.1f}" for x, y in points) + "Z"


def signs(scene: Scene) -> list[str]:
    """The sign of every place, in each of its hexes."""
    parts = []
    for place in scene.board.places:
        for h in members(place.hexes):
            parts.append(sign(scene, place.kind, scene.grid.centre(h), f"{place.name} {h}"))
        if has_anchor(place):
            parts.append(shape(scene, "port", anchor_at(scene, place), 0.8))
    return [group(parts)]


def has_anchor(place: Place) -> bool:
    """Whether an anchor stands beside the sign of a place: it is a port, and its sign is another one."""
    return bool(place.port) and style.place_style(place.kind).sign != "port"


def anchor_at(scene: Scene, place: Place) -> Point:
    """Where that anchor stands: at the foot of its last hex."""
    x, y = scene.grid.centre(members(place.hexes)[-1])
    return x + 0.04, y + 0.4


def shape(scene: Scene, name: str, at: Point, size: float = 1.0) -> str:
    """One of the drawn signs at a point."""
    move = f"translate({at[0] * HEX:.1f} {at[1] * HEX:.1f}) scale({scene.units(0.01) * size:.3f})"
    fill = "none" if name == "port" else "#fffdf5"
    return path(SHAPES[name], transform=move, fill=fill, stroke=style.INK, stroke_width="3", stroke_linejoin="round")


def sign(scene: Scene, kind: str, at: Point, name: str) -> str:
    """The sign of a kind of place at a point."""
    look = style.place_style(kind)
    u, x, y = scene.units, at[0] * HEX, at[1] * HEX
    if look.sign == "city":
        return blocks(scene, at, look.blocks, name)
    if look.sign == "ring":
        rings = [
            tag("circle", cx=x, cy=y, r=u(0.12), fill="#fffdf5"),
            tag("circle", cx=x, cy=y, r=u(0.045), fill=style.INK),
        ]
        return group(rings, stroke=style.INK, stroke_width=u(0.03))
    if look.sign in SHAPES:
        return shape(scene, look.sign, at)
    return tag("circle", cx=x, cy=y, r=u(0.066), fill="#fffdf5", stroke=style.INK, stroke_width=u(0.034))


# Signs drawn in a square of 40 around their middle.
SHAPES = {
    "oil": "M-9 14L-3 -16H3L9 14M-6 2H6M-8 9H8M-13 14H13",
    "fort": "M-14 0L-14 -10L-7 -10L-7 -14L7 -14L7 -10L14 -10L14 0L14 10L7 10L7 14L-7 14L-7 10L-14 10Z",
    "factory": "M-15 12V-2L-7 -8V-2L1 -8V-2H5V-16H11V-2H15V12Z",
    "port": "M0 -14V12M-7 -7H7M-12 3C-11 11 -4 12 0 13C4 12 11 11 12 3M0 -14m-3 0a3 3 0 1 0 6 0a3 3 0 1 0 -6 0",
}


def blocks(scene: Scene, at: Point, many: int, name: str) -> str:
    """Built-up blocks, as a town plan shows them from far."""
    size = scene.units(0.4) if scene.pen > 0.9 else HEX * 0.36
    reach = size if many > 12 else size * 0.86
    parts = []
    for x, y, wide, high in quarters(name, many):
        left, top = at[0] * HEX + reach * (x - wide / 2), at[1] * HEX + reach * (y - high / 2)
        parts.append(f"M{left:.1f} {top:.1f}h{wide * reach:.1f}v{high * reach:.1f}h{-wide * reach:.1f}z")
    tilt = len(name) * 37 % 60 - 30
    turn = f"rotate({tilt} {at[0] * HEX:.1f} {at[1] * HEX:.1f})"
    return path("".join(parts), fill=style.CITY_DARK, transform=turn)


def badge_at(scene: Scene, place: Place) -> Point:
    """Where the points of an objective stand: in the lower left of its last hex."""
    x, y = scene.grid.centre(members(place.hexes)[-1])
    return x - 0.29, y + 0.3


def badges(scene: Scene) -> list[str]:
    """The points of objectives in small shields."""
    return [group([badge(scene, badge_at(scene, place), place.points) for place in scene.board.places if place.points])]


def badge(scene: Scene, at: Point, points: int) -> str:
    """One shield with its points."""
    size, x, y = HEX * 0.15 * max(0.8, scene.pen), at[0] * HEX, at[1] * HEX
    shape = tag("circle", cx=x, cy=y, r=size, fill=style.ALARM, stroke="#fff8ea", stroke_width=size * 0.16)
    letters = {"font_size": size * 1.18, "font_weight": "bold", "text_anchor": "middle", "fill": "#ffffff"}
    return group([shape, words(str(points), x, y + size * 0.42, font_family=style.SANS, **letters)])
