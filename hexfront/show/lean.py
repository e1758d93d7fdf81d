"""SVG made small: what is drawn twice is written once, and the steps of a path are told from its last point.

A board is drawn by the same code for paper and for the browser; this is all that differs. No pixel moves: the same
shapes in the same order, so a map in the browser is the map of `hexfront show`. Looks stay attributes of SVG and are
not put into a style sheet, because a page whose security policy forbids inline styles may then still hold the map,
and because any rule of the page's own sheet outweighs them (dark mode needs no more than that).
"""

import re
from collections import Counter
from collections.abc import Iterator

from hexfront.show.svg import num

SHORTEST = 60  # a path shorter than this is not worth a name
DRAWN = re.compile(r'<path d="([^"]*)"([^>]*?)/>')
TOKEN = re.compile(r"([MLHVQZmlhvqz])|(-?\d+(?:\.\d+)?)")
FOREIGN = re.compile(r"[^MLHVQZmlhvqz0-9 .\-]")
COUNTS = {"M": 2, "L": 2, "H": 1, "V": 1, "Q": 4, "Z": 0}


def lean(parts: list[str], prefix: str) -> tuple[str, list[str]]:
    """The definitions of shapes that occur more than once, and the parts that use them."""
    seen = Counter(found[1] for part in parts for found in DRAWN.finditer(part))
    shared = [d for d, many in seen.items() if many > 1 and len(d) > SHORTEST]
    names = {d: f"{prefix}{number}" for number, d in enumerate(shared)}

    def shorter(found: re.Match[str]) -> str:
        d, rest = found[1], found[2]
        return f'<use href="#{names[d]}"{rest}/>' if d in names else f'<path d="{steps(d)}"{rest}/>'

    shapes = "\n".join(f'<path id="{name}" d="{steps(d)}"/>' for d, name in names.items())
    return shapes, [DRAWN.sub(shorter, part) for part in parts]


def steps(d: str) -> str:
    """The same path with every step relative to the point before; one with arcs or cubic curves stays as it is."""
    if FOREIGN.search(d):
        return d
    return "".join(_relative(list(_commands(d))))


def _commands(d: str) -> Iterator[tuple[str, list[float]]]:
    """A path's commands one by one, each with exactly its own numbers."""
    name, numbers = "", list[float]()
    for letter, number in TOKEN.findall(d):
        if letter:
            name, numbers = letter, []
        else:
            numbers.append(float(number))
        if name and len(numbers) == COUNTS[name.upper()]:
            yield name, numbers
            name, numbers = {"M": "L", "m": "l", "Z": "", "z": ""}.get(name, name), []


def _relative(commands: list[tuple[str, list[float]]]) -> Iterator[str]:
    """The text of the commands. The pen is where the written numbers put it, so rounding never adds up."""
    x = y = left = top = 0.0
    last = ""
    for name, given in commands:
        numbers = [round(n - o, 1) for n, o in zip(given, _origin(name, x, y), strict=True)]
        small = name.lower()
        if small == "z":
            x, y = left, top
        elif small == "h":
            x += numbers[0]
        elif small == "v":
            y += numbers[0]
        else:
            x, y = x + numbers[-2], y + numbers[-1]
        if small == "m":
            left, top = x, y
        yield ("" if small == last and small != "m" else small) + _joined(numbers, small == last and small != "m")
        last = "l" if small == "m" else small


def _origin(name: str, x: float, y: float) -> list[float]:
    """What to take off a command's numbers to make them relative."""
    if name.islower() or name == "Z":
        return [0.0] * COUNTS[name.upper()]
    return {"H": [x], "V": [y]}.get(name, [x, y] * (COUNTS[name] // 2))


def _joined(numbers: list[float], goes_on: bool) -> str:
    """Numbers with a blank only where one is needed: a minus parts them as well."""
    text = ""
    for number in numbers:
        shown = num(number)
        text += shown if shown.startswith("-") or not (text or goes_on) else f" {shown}"
    return text
