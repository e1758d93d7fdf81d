"""Borders, start lines, fortified lines, and coasts that block."""

from itertools import pairwise
from typing import Any

from hexfront.grid import sides as s
from hexfront.show import style
from hexfront.show.lines import ROUND, along_sides
from hexfront.show.scene import Scene
from hexfront.show.svg import Line, curve, group, path, softened


def kind_of(entry: dict[str, Any]) -> str:
    """The kind of a border: as the file says, or by its name."""
    named = "start" if "start line" in str(entry.get("name", "")).lower() else "state"
    return str(entry.get("kind") or named)


def kinds(scene: Scene) -> list[str]:
    """The kinds of border on a board, those of states first."""
    found = dict.fromkeys(kind_of(entry) for entry in scene.data.get("border", []))
    return sorted(found, key=lambda kind: (kind != "state", kind))


def borders(scene: Scene) -> list[str]:
    """All borders, each kind in its own way."""
    return [border_path(scene, kind, "".join(map(curve, border_lines(scene, kind)))) for kind in kinds(scene)]


def border_lines(scene: Scene, kind: str) -> list[Line]:
    """The lines of a kind of border: from the drawn layers where there are any, or else along hexsides."""
    drawn = {one["name"]: one["lines"] for one in scene.layers.get("borders", [])}
    found: list[Line] = []
    for entry in scene.data.get("border", []):
        if kind_of(entry) == kind:
            own = drawn.get(entry.get("name"))
            lines = own if own else along_sides(scene, s.sides(scene.grid, entry.get("sides", "")))
            found += [softened([(x, y) for x, y in line], 2) for line in lines]
    return found


def border_path(scene: Scene, kind: str, d: str) -> str:
    """One path as a border of its kind."""
    if not d:
        return ""
    u, look = scene.units, style.border(kind)
    dashes = " ".join(f"{u(part):.1f}" for part in look.dashes) or None
    band = path(d, stroke_width=u(look.band), stroke_opacity="0.25")
    line = path(d, stroke_width=u(look.width), stroke_dasharray=dashes)
    return group([band, line], stroke=look.ink, **ROUND)


# -- coasts that block, and works --------------------------------------------------------------------------


def is_strait(entry: dict[str, Any]) -> bool:
    """Whether a coast is one that can be crossed in some way of its own."""
    return any(word in f"{entry.get('kind', '')} {entry.get('name', '')}".lower() for word in ("strait", "sivash"))


def barriers(scene: Scene) -> list[str]:
    """Coasts that block: a heavy dark line along the hexsides; straits are broken lines."""
    return [barrier_path(scene, barrier_line(scene, strait), strait) for strait in (False, True)]


def barrier_line(scene: Scene, strait: bool) -> str:
    """The path of all coasts that block, or of all straits."""
    entries = [entry for entry in scene.data.get("coast", []) if is_strait(entry) == strait]
    sides = s.union(s.NONE, *(s.sides(scene.grid, entry.get("sides", "")) for entry in entries))
    return "".join(curve(line) for line in along_sides(scene, sides))


def barrier_path(scene: Scene, d: str, strait: bool = False) -> str:
    """One path as a coast that blocks."""
    dashes = f"{scene.units(0.05):.1f} {scene.units(0.13):.1f}" if strait else None
    pen = {"stroke": style.BARRIER, "stroke_width": scene.units(0.075), "stroke_dasharray": dashes}
    return path(d, **pen, stroke_opacity="0.9", **ROUND)


def works(scene: Scene) -> list[str]:
    """Fortified lines, with teeth."""
    entries = [entry for entry in scene.data.get("line", []) if entry.get("kind") == "fortified"]
    return [works_path(scene, "".join(curve(line) for entry in entries for line in _works(scene, entry)))]


def _works(scene: Scene, entry: dict[str, Any]) -> list[Line]:
    """A fortified line through its hexes, broken where they do not touch; a single hex has a short line."""
    grid = scene.grid
    hexes = [grid.hex(label) for label in str(entry["hexes"]).split()]
    runs: list[list[int]] = [hexes[:1]]
    for a, b in pairwise(hexes):
        if grid.distance(a, b) <= 1:
            runs[-1].append(b)
        else:
            runs.append([b])
    lines = [softened([grid.centre(h) for h in run], 1) for run in runs]
    return [
        line if len(line) > 1 else [(line[0][0], line[0][1] - 0.3), (line[0][0], line[0][1] + 0.3)] for line in lines
    ]


def works_path(scene: Scene, d: str) -> str:
    """One path as a fortified line."""
    u = scene.units
    teeth = path(d, stroke_width=u(0.15), stroke_dasharray=f"{u(0.08):.1f} {u(0.12):.1f}", stroke_linecap="butt")
    pen = {"stroke": style.WORKS, "fill": "none", "stroke_linejoin": "round"}
    return group([path(d, stroke_width=u(0.04)), teeth], **pen, stroke_opacity="0.8") if d else ""
