"""Counters as in the hobby: side colour, NATO symbol, size mark, name, strength and movement; stacks and markers."""

from hexfront.engine.pieces import Piece
from hexfront.engine.signs import Paint, Sign
from hexfront.games import collection
from hexfront.show import style
from hexfront.show.scene import Scene
from hexfront.show.svg import HEX, Point, group, path, tag, words

SIZE = 62.0  # width of a counter in drawing units, a hex being 100 from side to side
LEAN = 4.5  # how far the next counter of a stack lies up and to the right
SHOWN = 3  # counters of a stack that are drawn

HEAD = "M-5.2 -4.5a5.2 5.2 0 1 0 10.4 0a5.2 5.2 0 1 0 -10.4 0M-12 13C-12 3 -6 2 0 2S12 3 12 13Z"


def counters(scene: Scene) -> list[str]:
    """All stacks and markers, from north to south so that nothing hides what is printed on top."""
    places = sorted(scene.by_hex, key=lambda h: (scene.grid.centre(h)[1], scene.grid.centre(h)[0]))
    parts = []
    for h in places:
        units = [piece for piece in scene.by_hex[h] if not piece.is_marker]
        markers = [piece for piece in scene.by_hex[h] if piece.is_marker and not (units and piece.symbol == "control")]
        parts += [stack(scene.grid.centre(h), units), *_markers(scene.grid.centre(h), markers, bool(units))]
    return [group(parts, font_family=style.SANS, text_anchor="middle")]


def box(scene: Scene, h: int) -> tuple[float, float, float, float]:
    """What the stack in a hex covers, in drawing units: left, top, right, bottom."""
    units = [piece for piece in scene.by_hex.get(h, []) if not piece.is_marker]
    x, y = (value * HEX for value in scene.grid.centre(h))
    if not units:
        return x - 20, y + 12, x + 20, y + 42
    reach = SIZE / 2 + LEAN * (min(len(units), SHOWN) - 1) / 2
    return x - reach, y - reach, x + reach, y + reach


def stack(at: Point, units: list[Piece]) -> str:
    """The counters of one hex: leaders and strong units above, a count from three on."""
    if not units:
        return ""
    shown = sorted(units, key=lambda piece: piece.symbol == "leader")[-SHOWN:]
    back = LEAN * (len(shown) - 1) / 2
    parts = []
    for i, piece in enumerate(shown):
        x, y = at[0] * HEX - back + LEAN * i, at[1] * HEX + back - LEAN * i
        face = counter(piece) if i == len(shown) - 1 else blank(piece)
        parts.append(group([face], transform=f"translate({x:.1f} {y:.1f})"))
    if len(units) >= SHOWN:
        parts.append(_count(at[0] * HEX + back + SIZE / 2, at[1] * HEX - back - SIZE / 2, len(units)))
    return group(parts)


def _count(x: float, y: float, many: int) -> str:
    disc = tag("circle", cx=x - 2, cy=y + 2, r="9", fill="#fffdf5", stroke=style.INK, stroke_width="1.6")
    return disc + words(str(many), x - 2, y + 6.6, font_size="13", font_weight="bold", fill=style.INK)


def blank(piece: Piece) -> str:
    """A counter without print, with a shadow: what can be seen of one that lies under others."""
    look, half = style.paint(piece.colour), SIZE / 2
    shape = {"width": SIZE, "height": SIZE, "rx": "6"}
    shadow = tag("rect", x=-half + 2, y=-half + 2.6, **shape, fill="#1d1a15", fill_opacity="0.28")
    edge = "#8a2f22" if "step" in piece.marks else look.edge
    return shadow + tag("rect", x=-half, y=-half, **shape, fill=look.face, stroke=edge, stroke_width="1.5")


def counter(piece: Piece) -> str:
    """One counter, its middle at the origin."""
    look = style.paint(piece.colour)
    before, slash, after = piece.name.partition("/")
    names = []
    if piece.symbol == "leader":
        names.append(_fit(piece.name, -19.5, 54, 11.5, look.ink))
    elif slash:
        names = [_turned(before, -20, look.ink), _turned(after, 27, look.ink)]
    else:
        names.append(_turned(piece.name, 27, look.ink))
    size = 21.0 if len(piece.figures) < 6 else 18.0
    figures = words(piece.figures, 0, 24.5, font_size=size, font_weight="bold", fill=look.ink)
    mark = words(piece.size, 0, -18, font_size="10", font_weight="bold", fill=look.ink)
    top = "" if piece.symbol == "leader" else mark
    return group([blank(piece), symbol(piece, look), top, *names, figures, *_marks(piece)])


def _turned(text: str, x: float, ink: str) -> str:
    """A name that runs up beside the symbol."""
    size = min(10.5, 62 / max(1, len(text)))
    return words(text, x, -4, transform=f"rotate(-90 {x:.0f} -4)", font_size=size, fill=ink)


def _fit(text: str, y: float, wide: float, size: float, ink: str) -> str:
    """A name across the counter, smaller if it is long."""
    return words(text, 0, y, font_size=min(size, wide / (0.53 * max(1, len(text)))), fill=ink)


def symbol(piece: Piece, look: Paint) -> str:
    """The box with its lines; a head and shoulders for a leader."""
    if piece.symbol == "leader":
        return path(HEAD, fill=look.ink, transform="translate(0 -4) scale(0.92)")
    frame = tag("rect", x="-16", y="-10", width="32", height="20", fill=look.box)
    sign = collection().symbols.get(piece.symbol, Sign(""))
    inner = path(sign.path, fill="#1b1916" if sign.solid else "none")
    return group([frame, inner], transform="translate(0 -5)", stroke="#1b1916", stroke_width="1.7")


def _marks(piece: Piece) -> list[str]:
    """Small signs on the counter: moved, fought, disrupted, out of supply, a step lost."""
    known = collection().marks
    spots = [known[mark] for mark in piece.marks if mark in known]
    return [group([mark_sign(one.sign)], transform=f"translate({one.x:.1f} {one.y:.1f})") for one in spots]


def mark_sign(sign: str) -> str:
    """One such sign around the origin: a dot, a ring, a bar, or a red square with a letter."""
    if sign in ("dot", "ring"):
        fill = "#1b1916" if sign == "dot" else "#fffdf5"
        return tag("circle", r="3.2", fill=fill, stroke="#1b1916", stroke_width="1.3")
    if sign == "bar":
        return path("M-25 -1.4H25V1.4H-25Z", fill="#fffdf5", stroke="#1b1916", stroke_width="0.8")
    square = tag("rect", x="-7", y="-7", width="14", height="14", rx="2", fill=style.ALARM, stroke="#fffdf5")
    return square + words(sign, 0, 4.2, font_size="12", font_weight="bold", fill="#ffffff")


# -- markers -----------------------------------------------------------------------------------------------

POLE = "M-8 14V-14"


def _markers(at: Point, markers: list[Piece], covered: bool) -> list[str]:
    """Markers in a row at the foot of the hex, beside the counters if there are any."""
    parts = []
    for i, piece in enumerate(markers):
        x = at[0] * HEX - 26 + 22 * i if covered else at[0] * HEX + 22 * i - 11 * (len(markers) - 1)
        y = at[1] * HEX + (37 if covered else 24)
        parts.append(marker(piece, x, y))
    return parts


def marker(piece: Piece, x: float, y: float) -> str:
    """One small round marker, or the flag of whoever holds a place."""
    look, drawn = style.paint(piece.colour), collection().markers.get(piece.symbol, Sign(""))
    if piece.symbol == "control":
        pole = path(POLE, fill="none", stroke=look.edge, stroke_width="2.4", stroke_linecap="round")
        flag = path(drawn.path, fill=look.face, stroke=look.edge, stroke_width="1.6", stroke_linejoin="round")
        return group([flag, pole], transform=f"translate({x:.1f} {y:.1f})")
    disc = tag("circle", r="11", fill=look.face, stroke=look.edge, stroke_width="1.4")
    fill, pen, width = (look.ink, look.ink, 1) if drawn.solid else ("none", style.ALARM, 3.4)
    sign = path(drawn.path, transform="scale(0.62)", fill=fill, stroke=pen, stroke_width=width)
    return group([disc, sign], transform=f"translate({x:.1f} {y:.1f})")
