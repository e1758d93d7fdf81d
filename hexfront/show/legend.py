"""The band under the board: title, scale, and what each colour and sign means."""

from collections.abc import Callable
from dataclasses import dataclass

from msgspec.structs import replace

from hexfront.engine.pieces import Piece
from hexfront.games import collection
from hexfront.show import borders, lines, style
from hexfront.show.counters import counter, mark_sign, marker
from hexfront.show.labels import width
from hexfront.show.places import badge, sign
from hexfront.show.scene import Scene
from hexfront.show.svg import HEX, curve, group, path, tag, words
from hexfront.show.terrain import hexagon, sample

ROWS = (5, 6)  # entries of a column
_WORDS, _SIZE, _AIR = 145, 44, 30  # where the words of an entry begin, their size, and what is free behind them


@dataclass(frozen=True)
class Entry:
    """One line of the legend: what draws its sample around a point, and its words."""

    draw: Callable[[float, float], str]
    name: str


class Legend:
    """The band's measures: `unit` is a drawing unit that depends on the width of the sheet, not on the hexes."""

    def __init__(self, scene: Scene, left: float, top: float, width: float) -> None:
        self.scene, self.left, self.top, self.width = scene, left, top, width
        self.unit = width / 4400
        self.height = 470 * self.unit

    def parts(self) -> list[str]:
        """Everything in the band."""
        return [*self._title(), *self._columns()]

    def _title(self) -> list[str]:
        """The name of the game, the caption, and the scale."""
        u = self.unit
        x, y = self.left, self.top
        title = words(
            style.title(self.scene.game), x, y + 120 * u, font_size=98 * u, font_family=style.SERIF, font_weight="bold"
        )
        about = " · ".join(filter(None, (self.scene.board.title, self.scene.caption)))
        caption = words(about, x, y + 200 * u, font_size=56 * u, font_family=style.SERIF, font_style="italic")
        return [group([title, caption], fill=style.INK), self._scale(x, y + 300 * u)]

    def _scale(self, x: float, y: float) -> str:
        """A bar of kilometres, and how far it is from hex to hex."""
        u, look = self.unit, style.look(self.scene.game)
        step = look.bar / look.km * HEX / 5
        bars = [
            tag("rect", x=x + i * step, y=y, width=step, height=22 * u, fill=style.INK if i % 2 == 0 else style.SHEET)
            for i in range(5)
        ]
        size = 44 * u
        marks = [
            words(str(n), x + i * step, y + 70 * u, font_size=size, text_anchor="middle")
            for i, n in self._ticks(look.bar)
        ]
        marks.append(words("km", x + 5 * step + 70 * u, y + 70 * u, font_size=size))
        marks.append(words(f"One hex is about {look.km:g} km", x, y + 135 * u, font_size=size))
        return group(
            [group(bars, stroke=style.INK, stroke_width=3 * u), group(marks, fill=style.INK, font_family=style.SANS)]
        )

    def _ticks(self, bar: int) -> list[tuple[int, int]]:
        return [(0, 0), (2, bar * 2 // 5), (5, bar)]

    # -- entries -----------------------------------------------------------------------------------

    def _columns(self) -> list[str]:
        """The entries in columns as wide as their words; in longer ones if those of five do not fit side by side."""
        x, room = self.left + 1400 * self.unit, self.width - 1400 * self.unit
        groups = (self._grounds(), self._lines(), self._places(), self._counters(), self._marks())
        for rows in ROWS:
            columns = [some[i : i + rows] for some in groups for i in range(0, len(some), rows)]
            widths = [max(self._wide(entry) for entry in column) for column in columns]
            if sum(widths) <= room:
                break
        spare = (room - sum(widths)) / max(1, len(columns))
        parts = []
        for column, wide in zip(columns, widths, strict=True):
            for row, entry in enumerate(column):
                parts.append(self._entry(entry, x, self.top + (48 + 450 / rows * row) * self.unit))
            x += wide + spare
        return parts

    def _wide(self, entry: Entry) -> float:
        return (_WORDS + _AIR) * self.unit + width(entry.name, _SIZE * self.unit)

    def _entry(self, entry: Entry, x: float, y: float) -> str:
        u = self.unit
        name = words(
            entry.name, x + _WORDS * u, y + 16 * u, font_size=_SIZE * u, fill=style.INK, font_family=style.SANS
        )
        return entry.draw(x + 60 * u, y) + name

    def _grounds(self) -> list[Entry]:
        kinds = self.scene.board.kinds
        shown = sorted(
            (k for k in kinds if kinds[k] and k not in style.HIDDEN_KINDS), key=lambda k: (style.ground(k).rank, k)
        )
        return [Entry(self._swatch(kind), style.ground(kind).name) for kind in shown]

    def _swatch(self, kind: str) -> Callable[[float, float], str]:
        """A hexagon cut out of the board's own ground."""
        return lambda x, y: sample(self.scene, kind, x, y, 40 * self.unit)

    def _lines(self) -> list[Entry]:
        board, scene = self.scene.board, self.scene
        found = [Entry(self._stroke("river"), "River")] if board.river_courses else []
        if any(board.road_links):
            found.append(Entry(self._stroke("road"), "Road"))
        if any(board.rails):
            found.append(Entry(self._stroke("rail"), "Railway"))
        if borders.barrier_line(scene, False):
            found.append(Entry(self._stroke("coast"), "Closed hexside"))
        if borders.barrier_line(scene, True):
            found.append(Entry(self._stroke("strait"), "Strait"))
        found += [Entry(self._stroke(f"border {kind}"), style.border(kind).name) for kind in borders.kinds(scene)]
        if borders.works(scene)[0]:
            found.append(Entry(self._stroke("works"), "Fortified line"))
        return found

    def _stroke(self, kind: str) -> Callable[[float, float], str]:
        def draw(x: float, y: float) -> str:
            s = self.unit
            bend = [((x + dx * s) / HEX, (y + dy * s) / HEX) for dx, dy in ((-62, 16), (-20, -22), (20, 22), (62, -14))]
            return line_sample(self.scene, kind, curve(bend))

        return draw

    def _places(self) -> list[Entry]:
        kinds = dict.fromkeys(place.kind for place in self.scene.board.places)
        shown = sorted(kinds, key=lambda kind: (style.place_style(kind).rank, kind))
        found = [Entry(self._sign(kind), style.place_style(kind).name) for kind in shown]
        if any(place.points for place in self.scene.board.places):
            found.append(Entry(self._badge(), "Victory points"))
        return found

    def _sign(self, kind: str) -> Callable[[float, float], str]:
        def draw(x: float, y: float) -> str:
            under = path(hexagon(x, y, 40 * self.unit), fill=style.CITY) if "city" in kind else ""
            big = 40 * self.unit / (HEX * 0.5) / (1.0 if "city" in kind else self.scene.pen)
            inner = sign(self.scene, kind, (0, 0), f"legend {kind}")
            return under + group([inner], transform=f"translate({x:.1f} {y:.1f}) scale({big:.3f})")

        return draw

    def _badge(self) -> Callable[[float, float], str]:
        def draw(x: float, y: float) -> str:
            inner = badge(self.scene, (0, 0), 5)
            return group([inner], transform=f"translate({x:.1f} {y:.1f}) scale({2.2 * self.unit:.3f})")

        return draw

    def _counters(self) -> list[Entry]:
        """One counter of each class of colours, untried ones apart."""
        found: dict[str, Piece] = {}
        for piece in self.scene.pieces:
            if not piece.is_marker and piece.symbol != "leader":
                key = piece.colour.replace("-", " ").capitalize() + (", untried" if "untried" in piece.marks else "")
                known = tuple(mark for mark in piece.marks if mark == "untried")
                found.setdefault(key, replace(piece, marks=known))
        return [Entry(self._small(counter(piece), 1.1), name) for name, piece in found.items()]

    def _marks(self) -> list[Entry]:
        """The marks and markers that are on the board."""
        seen, known = {mark for piece in self.scene.pieces for mark in piece.marks}, collection()
        marks = [one for name, one in known.marks.items() if name in seen]
        found = [Entry(self._small(mark_sign(one.sign), 2.0), one.title) for one in marks]
        markers = {piece.symbol: piece for piece in self.scene.pieces if piece.is_marker}
        drawn = [(marker(piece, 0, 0), _title(symbol)) for symbol, piece in sorted(markers.items())]
        return [*found, *(Entry(self._small(inner, 2.0), name) for inner, name in drawn)]

    def _small(self, inner: str, scale: float) -> Callable[[float, float], str]:
        look = {"font_family": style.SANS, "text_anchor": "middle"}
        return lambda x, y: group(
            [inner], transform=f"translate({x:.1f} {y:.1f}) scale({scale * self.unit:.3f})", **look
        )


def _title(symbol: str) -> str:
    """What a marker is called."""
    known = collection().markers.get(symbol)
    return known.title if known and known.title else symbol.replace("-", " ").capitalize()


def line_sample(scene: Scene, kind: str, d: str) -> str:
    """A short piece of a kind of line."""
    u = scene.units
    if kind == "rail":
        return lines.rail_path(scene, d)
    if kind.startswith("border"):
        return borders.border_path(scene, kind.split()[1], d)
    if kind in ("coast", "strait"):
        return borders.barrier_path(scene, d, kind == "strait")
    if kind == "works":
        return borders.works_path(scene, d)
    if kind == "road":
        edge = path(d, stroke=style.ROAD_EDGE, stroke_width=u(0.1), **lines.ROUND)
        return edge + path(d, stroke=style.ROAD, stroke_width=u(0.06), **lines.ROUND)
    return path(d, stroke=style.RIVER, stroke_width=u(0.08), **lines.ROUND)
