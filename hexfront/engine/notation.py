"""Orders as text, read and printed from one table per verb.

A verb's form is a line of slots: `units path`, `units > hexes`, `hex`, `number`, or nothing. Reading and printing
walk the same form, so whatever is printed can be read back. A verb may have two words (`sea invade`).
"""

import difflib
import re
from collections.abc import Callable, Iterable, Mapping

from hexfront.engine.errors import BadOrder
from hexfront.engine.order import Order
from hexfront.grid.numbering import Grid, NoSuchHex

# What an order of each form has: units, a path, the least and most hexes it aims at, a number.
FORMS = {
    "": (False, False, 0, 0, False),
    "units": (True, False, 0, 0, False),
    "units path": (True, True, 0, 0, False),
    "units hex": (True, False, 1, 1, False),
    "units > hexes": (True, False, 1, 99, False),
    "units > hexes odds": (True, False, 1, 99, True),
    "units [at hex]": (True, False, 0, 1, False),
    "hex": (False, False, 1, 1, False),
    "number": (False, False, 0, 0, True),
}


def plain(name: str) -> str:
    """A name as it is compared: small letters and digits only, and the stroke before a division."""
    return re.sub(r"[^a-z0-9/]", "", name.lower())


class Lexicon:
    """The names of one game's units and groups of units, forgiving to type."""

    def __init__(self, names: Iterable[str], groups: Mapping[str, tuple[int, ...]]) -> None:
        self.names = list(names)
        self._units = {plain(name): (unit,) for unit, name in enumerate(self.names)}
        self._groups = {plain(name): units for name, units in groups.items()}
        self._spelled = {plain(name): name for name in [*self.names, *groups]}

    def find(self, word: str) -> tuple[int, ...] | None:
        """The unit, or all units of the group, with this name."""
        key = plain(word)
        return self._units.get(key) or self._groups.get(key)

    def is_group(self, word: str) -> bool:
        """Does this name stand for several units?"""
        return plain(word) in self._groups and plain(word) not in self._units

    def unknown(self, word: str) -> BadOrder:
        """The error for a name that nobody bears, with the nearest that somebody does."""
        near = difflib.get_close_matches(plain(word), self._spelled, n=1, cutoff=0.4)
        hint = f"; did you mean {self._spelled[near[0]]}?" if near else ""
        return BadOrder(f"no unit is called {word!r}{hint}")


class Reader:
    """Reads and prints the orders of one board: hexes by their numbers, units by their names.

    `stack` tells which units a hex number stands for, `present` which units of a group can be meant.
    """

    def __init__(
        self, grid: Grid, lexicon: Lexicon, forms: Mapping[str, str], places: Mapping[str, int] | None = None
    ) -> None:
        self.grid = grid
        self.lexicon = lexicon
        self.forms = dict(forms)
        self.places = {plain(name): place for name, place in (places or {}).items()}
        self.place_names: dict[int, str] = {}
        for name, place in (places or {}).items():
            self.place_names.setdefault(place, name)

    def read(
        self,
        text: str,
        stack: Callable[[int], tuple[int, ...]],
        present: Callable[[tuple[int, ...], str], tuple[int, ...]],
    ) -> Order:
        """The order that a line of text means, or BadOrder with one sentence about what is wrong with it."""
        verb, rest = self._verb(text)
        form = self._form(verb)
        before, after = _split(rest, verb, ">" in form)
        units: tuple[int, ...] = ()
        path: tuple[int, ...] = ()
        at: tuple[int, ...] = ()
        number = 0
        if form in ("units path", "units hex"):
            if len(before) < 2:
                raise BadOrder(f"{verb} needs units and where to: {self.usage(verb)}")
            path = self._path(before.pop())
        if form == "units [at hex]" and len(before) > 2 and before[-2] == "at":
            path = (self.find_hex(before[-1]),)
            del before[-2:]
        if form == "units > hexes odds" and len(after) > 2 and after[-2] == "at":
            number = _odds(after[-1])
            del after[-2:]
        if form.startswith("units"):
            units = self._units(before, verb, stack, present)
        if ">" in form:
            at = tuple(self.find_hex(word) for word in after)
        elif form == "hex":
            at = (self.find_hex(_only(before, f"{verb} needs one hex: {self.usage(verb)}")),)
        elif form == "number":
            number = _number(_only(before, f"{verb} needs a number: {self.usage(verb)}"))
        elif form == "" and before:
            raise BadOrder(f"{verb} stands alone; {' '.join(before)!r} is too much")
        if form == "units hex" and len(path) != 1:
            raise BadOrder(f"{verb} takes one hex, not a path: {self.usage(verb)}")
        if form in ("units hex", "units [at hex]"):
            return Order(verb, units, (), path)
        return Order(verb, units, path, at, number)

    def _verb(self, text: str) -> tuple[str, list[str]]:
        """The verb, of one word or two, and the words after it; hyphens join hexes, but a minus may open a number."""
        even = " ".join(text.replace(">", " > ").split())  # a thousand blanks would be looked through a thousand times
        words = re.sub(r"(?<=\d) ?- ?(?=\d)| - ", "-", even).split()
        if not words:
            raise BadOrder("an order needs at least a word, for example: done")
        pair = " ".join(words[:2]).lower()
        many = 2 if pair in self.forms else 1
        return " ".join(words[:many]).lower(), words[many:]

    def write(self, order: Order) -> str:
        """The order as text, each unit by name and each hex by number."""
        form = self.forms[order.verb]
        words = [order.verb, *(self.lexicon.names[unit] for unit in order.units)]
        if form == "units path":
            words.append(self.path(order.path))
        if ">" in form:
            words.append(">")
        if form == "units [at hex]" and order.at:
            words += ["at", self.place_names.get(order.at[0], self.grid.label(order.at[0]))]
        elif order.at:
            words.extend(self.grid.label(place) for place in order.at)
        if form == "number":
            words.append(str(order.number))
        elif order.number:
            words += ["at", f"{order.number}-1" if order.number > 0 else f"1-{-order.number}"]
        return " ".join(words)

    def check(self, order: Order) -> None:
        """BadOrder unless the order has what its verb's form asks for, and nothing that is not on this board."""
        units, path, least, most, number = FORMS[self.forms[order.verb]]
        if (
            bool(order.units) != units
            or bool(order.path) != path
            or not least <= len(order.at) <= most
            or bool(order.number) > number
        ):
            raise BadOrder(f"an order with this verb looks like this: {self.usage(order.verb)}")
        board, many = self.grid.all, len(self.lexicon.names)
        if any(not 0 <= unit < many for unit in order.units):
            raise BadOrder("the order speaks of a unit that does not exist")
        if any(place < 0 or not board >> place & 1 for place in (*order.path, *order.at)):
            raise BadOrder("the order speaks of a hex that is not on the board")

    def path(self, hexes: Iterable[int]) -> str:
        """A path as text."""
        return "-".join(self.grid.label(place) for place in hexes)

    def usage(self, verb: str) -> str:
        """How an order with this verb looks."""
        shapes = {
            "units": "UNITS",
            "path": "HEX-HEX-HEX",
            "hex": "HEX",
            "hexes": "HEX",
            "number": "NUMBER",
            ">": ">",
            "odds": "[at 3-1]",
            "[at": "[at",
            "hex]": "HEX]",
        }
        return " ".join([verb, *(shapes[slot] for slot in self.forms[verb].split())])

    def _form(self, verb: str) -> str:
        if verb in self.forms:
            return self.forms[verb]
        near = difflib.get_close_matches(verb, self.forms, n=1)
        hint = f"did you mean {near[0]}?" if near else f"the orders are {', '.join(sorted(self.forms))}"
        raise BadOrder(f"there is no order {verb!r}; {hint}")

    def find_hex(self, word: str) -> int:
        """A hex by its number or by the name of its town; BadOrder if there is none."""
        try:
            return self.grid.hex(word)
        except NoSuchHex as error:
            place = self.places.get(plain(word))
            if place is None:
                raise BadOrder(str(error)) from None
            return place

    def _path(self, word: str) -> tuple[int, ...]:
        return tuple(self.find_hex(part) for part in word.split("-"))

    def _units(
        self,
        words: list[str],
        verb: str,
        stack: Callable[[int], tuple[int, ...]],
        present: Callable[[tuple[int, ...], str], tuple[int, ...]],
    ) -> tuple[int, ...]:
        """Units named one by one, as groups, or by their hex. Of names with blanks the longest counts."""
        if not words:
            raise BadOrder(f"{verb} needs units: {self.usage(verb)}")
        units: list[int] = []
        place = 0
        while place < len(words):
            for end in range(min(len(words), place + 3), place, -1):
                word = "".join(words[place:end])
                if word.isdigit() and end > place + 1:
                    continue  # 1 2 are two units, not the twelfth
                found = self.lexicon.find(word)
                if found:
                    units.extend(present(found, verb) if self.lexicon.is_group(word) else found)
                    place = end
                    break
            else:
                units.extend(self._stack(words[place], stack))
                place += 1
        return tuple(units)

    def _stack(self, word: str, stack: Callable[[int], tuple[int, ...]]) -> tuple[int, ...]:
        try:
            place = self.grid.hex(word)
        except NoSuchHex:
            raise self.lexicon.unknown(word) from None
        found = stack(place)
        if not found:
            raise BadOrder(f"there is no unit of yours in {word}")
        return found


def _split(words: list[str], verb: str, arrow: bool) -> tuple[list[str], list[str]]:
    """The words before and after the `>`, which must be there exactly when the form has one."""
    if words.count(">") != int(arrow):
        raise BadOrder(f"{verb} takes {'one' if arrow else 'no'} '>' ")
    if not arrow:
        return list(words), []
    cut = words.index(">")
    if cut + 1 == len(words):
        raise BadOrder(f"{verb} needs a hex after the '>'")
    return words[:cut], words[cut + 1 :]


def _only(words: list[str], complaint: str) -> str:
    if len(words) != 1:
        raise BadOrder(complaint)
    return words[0]


def _number(word: str) -> int:
    if not re.fullmatch(r"-?[0-9]{1,6}", word):
        raise BadOrder(f"{word!r} is not a number")
    return int(word)


def _odds(word: str) -> int:
    """Odds as one number: 3-1 is 3, 1-3 is -3."""
    found = re.fullmatch(r"([1-9][0-9]?)-1|1-([2-9])", word)
    if not found:
        raise BadOrder(f"{word!r} is not odds: write them like 3-1 or 1-3")
    return int(found[1]) if found[1] else -int(found[2])
