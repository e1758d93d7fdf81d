"""How everything looks: one table for the kinds of terrain, one for places; of counters and boards games tell."""

from dataclasses import dataclass
from math import sqrt

from hexfront.engine.manifest import Look
from hexfront.engine.signs import PLAIN, Paint
from hexfront.games import collection

SERIF = "DejaVu Serif, Noto Serif, Georgia, serif"
SANS = "DejaVu Sans, Noto Sans, Arial, sans-serif"

SHEET = "#f6f1e3"
PAPER = "#efe6cc"
INK = "#2e2a24"
FAINT = "#8a7d66"
GRID = "#7d6f55"
NUMBER = "#82755c"
WATER = "#bcd3da"
COAST = "#3f6f8a"
RIVER = "#3d7da3"
RIVER_NAME = "#1f5677"
ROAD, ROAD_EDGE = "#e09a52", "#8c4420"
RAIL = "#33302b"
WORKS = "#6a4a2c"
NATION = "#6f4f5e"
BARRIER = "#1d1b18"
CITY, CITY_DARK = "#d2b8a4", "#6d4a3f"
MAIN_ROADS = ("highway", "rollbahn", "autobahn")


@dataclass(frozen=True)
class Ground:
    """The look of one kind of terrain: a tint under it, the texture on it, its ink, its name in the legend."""

    tint: str
    texture: str = ""
    ink: str = INK
    name: str = ""
    rank: int = 5  # what is drawn later lies above
    smooth: int = 1  # 2 rounds single hexes more


GROUNDS = {
    "clear": Ground(PAPER, name="Open country", rank=0),
    "plain": Ground(PAPER, name="Open country", rank=0),
    "steppe": Ground("#eee0ae", "grass", "#a38b45", "Steppe", 1),
    "desert": Ground("#f0dfb2", "stipple", "#a8894d", "Desert", 1),
    "desert-steppe": Ground("#f0dfb2", "stipple", "#a8894d", "Desert steppe", 1),
    "rough": Ground("#e3d3ac", "rough", "#8a6a3c", "Rough", 2),
    "hills": Ground("#e3d3ac", "rough", "#8a6a3c", "Hills", 2),
    "mountain": Ground("#d9c19a", "peaks", "#6b4a2a", "Mountains", 4),
    "mountains": Ground("#d9c19a", "peaks", "#6b4a2a", "Mountains", 4),
    "forest": Ground("#cdd2a0", "trees", "#5f7d45", "Forest", 3),
    "woods": Ground("#cdd2a0", "trees", "#5f7d45", "Woods", 3, 2),
    "swamp": Ground("#d9e0cc", "marsh", "#3f7280", "Swamp", 4, 2),
    "marsh": Ground("#d9e0cc", "marsh", "#3f7280", "Marsh", 4, 2),
    "lake": Ground(WATER, "water", COAST, "Lake", 6),
    "sea": Ground(WATER, "water", COAST, "Sea", 6),
    "masked": Ground("#d8d2c4", "masked", "#a39c8c", "Not in play", 9),
    "off": Ground("#d8d2c4", "masked", "#a39c8c", "Not in play", 9),
}
MASKED = ("masked", "off")
HIDDEN_KINDS = ("river",)  # drawn as lines


def ground(kind: str) -> Ground:
    """The look of a kind of terrain; one that is not in the table gets a plain tint and its own name."""
    return GROUNDS.get(kind) or Ground("#dfd5bd", name=kind.replace("_", " ").capitalize(), rank=2)


@dataclass(frozen=True)
class PlaceStyle:
    """The look of one kind of place. `blocks` are its built-up quarters; sizes are in pen units of a hex."""

    sign: str  # city, dot, ring, oil, fort, factory, port, spot
    text: float
    bold: bool = False
    blocks: int = 0
    rank: int = 3
    name: str = ""


PLACES = {
    "major city": PlaceStyle("city", 0.43, True, 22, 0, "Major city"),
    "minor city": PlaceStyle("city", 0.36, True, 11, 1, "Minor city"),
    "city": PlaceStyle("city", 0.38, True, 14, 1, "City"),
    "objective": PlaceStyle("ring", 0.34, True, 0, 1, "Objective"),
    "town": PlaceStyle("dot", 0.285, False, 0, 2, "Town"),
    "oil": PlaceStyle("oil", 0.32, True, 0, 1, "Oil field"),
    "fortress": PlaceStyle("fort", 0.34, True, 0, 1, "Fortress"),
    "factory": PlaceStyle("factory", 0.32, False, 0, 2, "Factory"),
    "industry": PlaceStyle("factory", 0.32, False, 0, 2, "Industry"),
    "port": PlaceStyle("port", 0.3, False, 0, 2, "Port"),
}


def place_style(kind: str) -> PlaceStyle:
    """The look of a kind of place: of the kind itself, of one that its name has in it, or of a town."""
    if kind in PLACES:
        return PLACES[kind]
    near = [style for key, style in PLACES.items() if key in kind]
    chosen = near[0] if near else PLACES["town"]
    name = kind.replace("_", " ").capitalize()
    return PlaceStyle(chosen.sign, chosen.text, chosen.bold, chosen.blocks, chosen.rank, name)


@dataclass(frozen=True)
class BorderStyle:
    """The look of one kind of border, in pen units: line, dashes, and the pale band under it."""

    ink: str
    width: float
    band: float
    dashes: tuple[float, ...] = ()
    name: str = ""


BORDERS = {
    "state": BorderStyle("#8d3b5e", 0.04, 0.2, (0.2, 0.09, 0.01, 0.09), "Border"),
    "start": BorderStyle("#3b3a40", 0.085, 0.2, (), "Start line"),
    "logistics": BorderStyle("#2c5f5a", 0.055, 0.13, (0.01, 0.13), "Logistics boundary"),
}


def border(kind: str) -> BorderStyle:
    """The look of a kind of border; one that is not in the table is a dotted line with its own name."""
    return BORDERS.get(kind) or BorderStyle("#5a4a6b", 0.055, 0.13, (0.01, 0.13), kind.replace("_", " ").capitalize())


ALARM = "#b3261e"


def paint(colour: str) -> Paint:
    """The colours of a class of counters, or of the side that its name begins with."""
    known = collection().colours
    return known.get(colour) or known.get(colour.split("-")[0]) or PLAIN


def look(game: str) -> Look:
    """The look of a board; one that no game has told of is drawn with hexes of ten kilometres."""
    found = collection().owners.get(game)
    return found.look if found else Look(10, 100)


def title(game: str) -> str:
    """What a board is called: as its game, or by its id if no game has told of it."""
    found = collection().owners.get(game)
    return found.title if found else game


def pen(width: float) -> float:
    """How big signs and letters are, for a board so many hexes wide: the fewer hexes, the smaller beside them."""
    return min(1.0, sqrt(width / 51))


def grey_of(colour: str) -> str:
    """The grey that a colour becomes in print."""
    red, green, blue = (int(colour[i : i + 2], 16) for i in (1, 3, 5))
    light = round(0.299 * red + 0.587 * green + 0.114 * blue)
    return f"#{light:02x}{light:02x}{light:02x}"
