"""How everything looks: one table for the kinds of terrain, one for places, one for counters, one for boards."""

from dataclasses import dataclass
from math import sqrt

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


@dataclass(frozen=True)
class Paint:
    """The colours of a counter: its face, the ink on it, the box of its symbol."""

    face: str
    ink: str
    box: str
    edge: str = "#2a2722"


# Dark and light faces stand against each other, so that the sides can be told apart in grey too.
PAINTS = {
    "german": Paint("#76827c", "#ffffff", "#dfe3dc"),
    "german-ss": Paint("#35373a", "#ffffff", "#c9ccca"),
    "finnish": Paint("#8aa7bd", "#10222f", "#f2f6f8"),
    "rumanian": Paint("#8d8a4c", "#ffffff", "#ebe9c8"),
    "hungarian": Paint("#8a7a62", "#ffffff", "#e8dfcf"),
    "italian": Paint("#6f9070", "#ffffff", "#e3ecdf"),
    "slovak": Paint("#7f8f9f", "#ffffff", "#e6ebf0"),
    "soviet": Paint("#dcae74", "#2a1a0c", "#f7e8cf"),
    "soviet-guards": Paint("#c4573f", "#ffffff", "#f7ddd0"),
}
PLAIN = Paint("#b9b3a6", "#222222", "#efece4")
ALARM = "#b3261e"


def paint(colour: str) -> Paint:
    """The colours of a class of counters, or of the side that its name begins with."""
    return PAINTS.get(colour) or PAINTS.get(colour.split("-")[0]) or PLAIN


@dataclass(frozen=True)
class Look:
    """What must be told of a board besides its file: how far it is from hex to hex, and what its title is."""

    title: str
    km: float
    bar: int  # kilometres of the scale bar
    seas: tuple[tuple[str, str], ...] = ()  # names of seas, each with a hex in it


LOOKS = {
    "pgg": Look("Panzergruppe Guderian", 10.5, 100),
    "trc": Look(
        "The Russian Campaign", 51, 500, (("Black Sea", "3124"), ("Baltic Sea", "0116"), ("Sea of Azov", "3515"))
    ),
    "rb": Look("Robot Barbarossa", 105, 500, (("Black Sea", "0820"), ("Baltic Sea", "0104"), ("Sea of Azov", "1219"))),
    "bd": Look("Barbarossa Deluxe", 90, 500, (("Black Sea", "3010"), ("Baltic Sea", "1013"), ("Sea of Azov", "2906"))),
}


def look(game: str) -> Look:
    """The look of a board; one that is not in the table has its id as title."""
    return LOOKS.get(game) or Look(game, 10, 100)


def pen(width: float) -> float:
    """How big signs and letters are, for a board so many hexes wide: the fewer hexes, the smaller beside them."""
    return min(1.0, sqrt(width / 51))


def grey_of(colour: str) -> str:
    """The grey that a colour becomes in print."""
    red, green, blue = (int(colour[i : i + 2], 16) for i in (1, 3, 5))
    light = round(0.299 * red + 0.587 * green + 0.114 * blue)
    return f"#{light:02x}{light:02x}{light:02x}"
