"""An order: one human decision, as plain data."""

import msgspec


class Order(msgspec.Struct, frozen=True, omit_defaults=True):
    """A verb with what it speaks of. Units and hexes are numbers here; `notation` knows their names.

    `path` is the way of a movement, its first hex included; `at` the hexes aimed at; `number` a count,
    or what a slot of the game's own makes of it.
    """

    verb: str
    units: tuple[int, ...] = ()
    path: tuple[int, ...] = ()
    at: tuple[int, ...] = ()
    number: int = 0


DONE = Order("done")
