"""What a game tells the table beyond the rules: panels, overlays, reminders, charts and forces, as plain data.

Everything here is worked out by the engine from a view and drawn by whoever likes: the text table, the browser, a
document. Hexes are numbers, as everywhere; the table turns them into labels.
"""

import msgspec


class Item(msgspec.Struct, frozen=True):
    """One line of a sum: what it is for, what it adds or does, and the rule behind it."""

    text: str
    value: str
    rule: str = ""


class Chance(msgspec.Struct, frozen=True):
    """One result of a die: its code, how likely it is, and what it would do here."""

    code: str
    chance: float
    text: str = ""


class Switch(msgspec.Struct, frozen=True):
    """Support that can be switched on or off: the unit or words to add to the order, in its slot of this kind."""

    word: str
    title: str
    on: bool
    slot: str = "units"


class Panel(msgspec.Struct, frozen=True):
    """An attack before it is made: both sums, the odds, the chances, the support, and why it may not be made."""

    title: str
    attack: list[Item]
    attack_total: str
    defence: list[Item]
    defence_total: str
    odds: str
    chances: list[Chance]
    switches: list[Switch] = []
    rule: str = ""  # of the refusal, if it may not be made now
    why: str = ""
    note: str = ""  # how far the chances can be trusted, where they are not exact


class Overlay(msgspec.Struct, frozen=True):
    """Something that can be laid over the board: its id, its key on the keyboard, its title."""

    id: str
    key: str
    title: str


class Shade(msgspec.Struct, frozen=True):
    """A hex of an overlay: a tone (a side's name, `both`, `good`, `bad`, `goal`) and a short label."""

    hex: int
    tone: str
    label: str = ""


class Reminder(msgspec.Struct, frozen=True):
    """Something owed, or about to be forgotten: a sentence, its rule, and where to look.

    `must`: the phase does not end before it is done. `loss`: ending the phase now costs this.
    """

    text: str
    rule: str = ""
    hexes: tuple[int, ...] = ()
    units: tuple[int, ...] = ()
    must: bool = False
    loss: bool = False


class Chart(msgspec.Struct, frozen=True):
    """A chart as a table; `lit` is the row or column (by its heading) that counts now."""

    title: str
    rule: str
    columns: list[str]
    rows: list[list[str]]
    lit: str = ""


class Force(msgspec.Struct, frozen=True):
    """One unit in the list of forces: under which heading, its name and figures, and its hex if it has one."""

    group: str
    side: str
    name: str
    title: str
    figures: str
    hex: int = -1
    note: str = ""
