"""What overlays of several games share: sets of hexes as shades, where a line is cut, and what can be brought up."""

from collections.abc import Iterable, Sequence

import msgspec

from hexfront.engine.desk import Overlay, Shade
from hexfront.grid import Grid, members

# What several games lay over their boards, under the same keys; each takes what it has, and works out its own shades.
ZONES = Overlay("zones", "Z", "Zones of control")
SUPPLY = Overlay("supply", "S", "Supply of both sides, and where a line is cut")
CONTROL = Overlay("control", "C", "Who holds what")
THREAT = Overlay("threat", "T", "Best odds that the enemy could bring next turn (an estimate by reach)")
OBJECTIVES = Overlay("objectives", "O", "Objectives and their points")
ARRIVALS = Overlay("arrivals", "R", "Where arrivals may enter")


def by_side(masks: Sequence[int], names: Sequence[str]) -> list[Shade]:
    """Two sets of hexes in the tones of their sides; what is in both is `both`."""
    first, second = masks
    shades = [Shade(h, names[0]) for h in members(first & ~second)]
    shades += [Shade(h, names[1]) for h in members(second & ~first)]
    return shades + [Shade(h, "both") for h in members(first & second)]


def cuts(grid: Grid, start: int, goals: int, land: int, barred: int) -> list[int]:
    """The closed hexes on a shortest way, as the land lies, from a hex to a set of hexes: where its line is cut."""
    waves, seen = [1 << start], 1 << start
    while not waves[-1] & goals:
        front = grid.around(waves[-1]) & land & ~seen
        if not front:
            return []
        seen |= front
        waves.append(front)
    here = waves[-1] & goals
    way = [members(here)[0]]
    for wave in reversed(waves[:-1]):
        way.append(members(grid.around(1 << way[-1]) & wave)[0])
    return [place for place in way[:-1] if barred >> place & 1]


class Bringer(msgspec.Struct, frozen=True):
    """What can be brought up together: its strength, where it can stand, and how much room it takes."""

    strength: int
    goals: int
    size: int = 1


def brought(bringers: Iterable[Bringer], ring: int, room: int) -> tuple[int, set[int]]:
    """The strength that can be brought into a ring of hexes with so much room each, and the hexes it stands in.

    The strongest choose first, so this is an estimate: a cleverer order may find room for a little more.
    """
    left = dict.fromkeys(members(ring), room)
    total, used = 0, set()
    for bringer in sorted(bringers, key=lambda b: -b.strength / max(1, b.size)):
        places = [h for h in members(bringer.goals & ring) if left[h] >= bringer.size]
        if places and bringer.strength:
            place = max(places, key=lambda h: left[h])
            left[place] -= bringer.size
            total += bringer.strength
            used.add(place)
    return total, used
