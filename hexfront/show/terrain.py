"""The ground of a board: tints and textures in soft areas, then water with its coast line and waterlines."""

from hexfront.grid import members
from hexfront.show import style
from hexfront.show.outline import natural
from hexfront.show.scene import Scene, wobble
from hexfront.show.svg import HEX, Line, even, group, loop, path, softened, straight, tag
from hexfront.show.textures import ROUGH, texture

WATERS = ("lake", "sea")


def ground(scene: Scene) -> list[str]:
    """Every kind of land in its order; what is not in play comes much later."""
    kinds = [kind for kind in scene.board.kinds if kind not in (*WATERS, *style.HIDDEN_KINDS, *style.MASKED)]
    parts = []
    for kind in sorted(kinds, key=lambda one: (style.ground(one).rank, one)):
        look, mask = style.ground(kind), scene.board.kinds[kind]
        if look.rank and mask:
            parts.append(group([*tint(scene, mask, look), *texture(scene, mask, look)], id=f"ground-{kind}"))
    return parts


def tint(scene: Scene, mask: int, look: style.Ground) -> list[str]:
    """The colour under a texture, with a paler fringe around it."""
    shape = "".join(map(loop, natural(scene, mask, ROUGH, look.smooth)))
    fringe = path(
        shape, fill=look.tint, stroke=look.tint, stroke_width=scene.units(0.16), opacity="0.4", stroke_linejoin="round"
    )
    return [fringe, path(shape, fill=look.tint, fill_rule="evenodd", fill_opacity="0.85")]


# -- water -------------------------------------------------------------------------------------------------


def water(scene: Scene) -> list[str]:
    """Sea and lakes: from the drawn layers where there are any, or else rounded from their hexes."""
    return [*_body(scene, "sea", sea_shape(scene)), *_body(scene, "lake", lake_shape(scene))]


def sea_shape(scene: Scene) -> str:
    """Everything that is not land; nothing on a board without a sea."""
    if scene.layers.get("land") and scene.board.sea:
        west, north, east, south = scene.bounds
        sheet = straight(
            [(west - 2, north - 2), (east + 2, north - 2), (east + 2, south + 2), (west - 2, south + 2)], True
        )
        return sheet + "".join(straight(ring, True) for rings in scene.layers["land"] for ring in rings)
    return "".join(map(loop, natural(scene, scene.board.sea, 0.1)))


def lake_shape(scene: Scene) -> str:
    """All lakes."""
    if scene.layers.get("lakes"):
        rings: list[Line] = [ring for lake in scene.layers["lakes"] for ring in lake["rings"] if len(ring) > 2]
        return "".join(loop(_shore(ring)) for ring in rings)
    return "".join(map(loop, natural(scene, scene.board.lake, 0.12)))


def _shore(ring: Line) -> Line:
    """A ring with small bends put in, so that lakes set by hand do not show their hexes."""
    fine = softened(even([(x, y) for x, y in (*ring, ring[0])], 0.16), 2)[:-1]
    return [wobble(point, 0.13) for point in fine]


def _body(scene: Scene, name: str, shape: str) -> list[str]:
    if not shape:
        return []
    clip = tag("clipPath", path(shape, clip_rule="evenodd"), id=f"{name}-shape")
    look, u = style.ground(name), scene.units
    lines = []
    for far, fade in ((0.4, "0.25"), (0.29, "0.35"), (0.19, "0.5"), (0.1, "0.7")):
        lines.append(path(shape, stroke=look.ink, stroke_width=2 * u(far), stroke_opacity=fade))
        lines.append(path(shape, stroke=look.tint, stroke_width=2 * u(far) - u(0.026)))
    inner = group(lines, clip_path=f"url(#{name}-shape)", fill="none", stroke_linejoin="round")
    edge = path(shape, fill="none", stroke=look.ink, stroke_width=u(0.035), stroke_linejoin="round")
    return [clip, path(shape, fill=look.tint, fill_rule="evenodd"), inner, edge]


def masked(scene: Scene) -> list[str]:
    """Hexes that are not in play, under a veil."""
    mask = sum(scene.board.kinds.get(kind, 0) for kind in style.MASKED)
    if not mask:
        return []
    look = style.ground("masked")
    shape = "".join(straight(scene.grid.corners(h), True) for h in members(mask))
    return [path(shape, fill=look.tint, fill_opacity="0.82"), path(shape, fill="url(#hatch)", opacity="0.6")]


# -- the grid ----------------------------------------------------------------------------------------------


def hex_grid(scene: Scene) -> list[str]:
    """Thin lines between hexes, drawn once each."""
    grid = scene.grid
    parts = []
    for h in scene.hexes:
        corners = grid.corners(h)
        mine = [d for d in range(6) if d < 3 or grid.neighbours[h][d] < 0]
        run = [corners[mine[0]], *(corners[(d + 1) % 6] for d in mine)] if mine == [0, 1, 2] else None
        parts.append(straight(run) if run else "".join(straight([corners[d], corners[(d + 1) % 6]]) for d in mine))
    return [path("".join(parts), fill="none", stroke=style.GRID, stroke_width=HEX * 0.012, stroke_opacity="0.7")]


def hex_numbers(scene: Scene) -> list[str]:
    """The number of each hex, at its top."""
    size = HEX * 0.125 * max(0.8, scene.pen)
    rise = HEX * (0.5 if scene.grid.flat else 0.46) - size * (0.32 if scene.grid.flat else 1.0)
    parts = []
    for h in scene.hexes:
        x, y = scene.grid.centre(h)
        x, y = x * HEX, y * HEX - rise + size * 0.62
        parts.append(f'<text x="{x:.0f}" y="{y:.0f}">{scene.grid.label(h)}</text>')
    return [group(parts, font_size=size, fill=style.NUMBER, text_anchor="middle", font_family=style.SANS)]


def sample(scene: Scene, kind: str, x: float, y: float, size: float) -> str:
    """A piece of a kind of terrain for the legend: a few hexes of it, cut to one."""
    look, mask = style.ground(kind), scene.board.kinds[kind]
    edge = path(hexagon(x, y, size), fill="none", stroke=style.GRID, stroke_width=size * 0.05)
    if kind in WATERS or kind in style.MASKED or not look.rank:
        ink = look.ink if kind in WATERS else None
        inner = (
            path(hexagon(x, y, size * 0.8), fill="none", stroke=ink, stroke_width=size * 0.03, stroke_opacity="0.6")
            if ink
            else ""
        )
        return path(hexagon(x, y, size), fill=look.tint) + inner + edge
    h = max(members(mask), key=lambda one: ((scene.grid.around(1 << one) & mask).bit_count(), -one))
    cx, cy = (value * HEX for value in scene.grid.centre(h))
    clip = tag("clipPath", path(hexagon(cx, cy, 57.7)), id=f"cut-{kind}")
    piece = group([tag("use", href=f"#ground-{kind}")], clip_path=f"url(#cut-{kind})")
    move = f"translate({x:.1f} {y:.1f}) scale({size / 57.7:.3f}) translate({-cx:.1f} {-cy:.1f})"
    return clip + path(hexagon(x, y, size), fill=style.PAPER) + group([piece], transform=move) + edge


def hexagon(x: float, y: float, r: float) -> str:
    """A hexagon with a flat top."""
    points = [(r, 0.0), (r / 2, r * 0.866), (-r / 2, r * 0.866), (-r, 0.0), (-r / 2, -r * 0.866), (r / 2, -r * 0.866)]
    return "M" + "L".join(f"{x + dx:.1f} {y + dy:.1f}" for dx, dy in points) + "Z"
