"""What counters are drawn with, for everybody who draws them: the standard set of the house; a game may add its own."""

import msgspec


class Paint(msgspec.Struct, frozen=True):
    """The colours of a counter: its face, the ink on it, the box of its symbol, its edge."""

    face: str
    ink: str
    box: str
    edge: str = "#2a2722"


class Sign(msgspec.Struct, frozen=True):
    """A drawing in lines or, if it is solid, filled: of a symbol in its box of 32 by 20, or of a small round marker."""

    path: str
    solid: bool = False
    title: str = ""  # of a marker, for the legend of a map


class Mark(msgspec.Struct, frozen=True):
    """A small sign on a counter: where, and whether it is a dot, a ring, a bar, or a letter in a red square."""

    x: float
    y: float
    sign: str
    title: str = ""


PLAIN = Paint("#b9b3a6", "#222222", "#efece4")  # for a class of counters that no game tells of
CROSS = "M-16 -10L16 10M-16 10L16 -10"
OVAL = "M-7 -5.5H7A5.5 5.5 0 0 1 7 5.5H-7A5.5 5.5 0 0 1 -7 -5.5Z"
WHEELS = (
    "M-7 12.4m-2.2 0a2.2 2.2 0 1 0 4.4 0a2.2 2.2 0 1 0 -4.4 0M7 12.4m-2.2 0a2.2 2.2 0 1 0 4.4 0a2.2 2.2 0 1 0 -4.4 0"
)
# Those of NATO; a leader has a head and shoulders instead.
SYMBOLS = {
    "infantry": Sign(CROSS),
    "motorized": Sign(CROSS + WHEELS),
    "panzer": Sign(OVAL),
    "armour": Sign(OVAL),
    "tank": Sign(OVAL),
    "panzergrenadier": Sign(CROSS + OVAL),
    "mechanized": Sign(CROSS + OVAL),
    "cavalry": Sign("M-16 10L16 -10"),
    "artillery": Sign("M-4 0a4 4 0 1 0 8 0a4 4 0 1 0 -8 0", solid=True),
    "mountain": Sign(CROSS + "M-5 10L0 3L5 10Z"),
    "paratroops": Sign(CROSS + "M-6 8a3 3 0 0 1 6 0a3 3 0 0 1 6 0"),
    "engineer": Sign("M-9 6V-5H9V6M0 -5V6"),
    "anti-tank": Sign("M-16 10L0 -10L16 10"),
    "reconnaissance": Sign("M-16 10L16 -10"),
    "headquarters": Sign("M-16 -3H16"),
    "air-unit": Sign("M0 0C-5 -7 -12 -5 -12 0S-5 7 0 0C5 -7 12 -5 12 0S5 7 0 0"),
}
MARKERS = {"control": Sign("M-8 -13C-2 -17 4 -9 13 -12V0C4 3 -2 -5 -8 -1Z", True, "Held")}  # a flag, on a pole
MARKS = {
    "disrupted": Mark(-26.0, -14.0, "D", "Disrupted"),
    "out-of-supply": Mark(-26.0, 1.0, "U", "Out of supply"),
    "moved": Mark(-25.5, -25.5, "dot", "Has moved"),
    "fought": Mark(-17.0, -25.5, "ring", "Has fought"),
    "step": Mark(0.0, 28.4, "bar", "Has lost a step"),
}
