"""Option 26.4: what is left of a strong defender that is lost."""

from collections.abc import Mapping

from hexfront.games.trc.counters import BATTLEGROUPS, NATION, SIDE, STRENGTH, TYPE, UNITS
from hexfront.games.trc.data_files import year
from hexfront.games.trc.state import BOX, TrcState
from hexfront.grid import members

FIRST_YEAR, LEAST = 1942, 3
# 26.4: of which units a remnant may survive, by nation.
KINDS = {
    "german": ("armour", "motorized", "infantry"),
    "ss": ("armour", "motorized", "infantry", "mountain", "cavalry"),
    "guards": ("armour", "infantry", "cavalry"),
}


def leaves_remnant(s: TrcState, unit: int) -> bool:
    """Is this a unit of which a battlegroup may be left?"""
    kinds = KINDS.get(NATION[unit], ())
    return s.on("26.4") and year(s.turn) >= FIRST_YEAR and TYPE[unit] in kinds and STRENGTH[unit] >= LEAST


def remnant_of(s: TrcState, unit: int) -> int | None:
    """The best battlegroup at hand: of the same army, and no faster than the unit was."""
    at_hand = [
        u
        for u in members(BATTLEGROUPS)
        if s.where[u] == BOX and NATION[u] == NATION[unit] and UNITS[u].move <= UNITS[unit].move
    ]
    return max(at_hand, key=lambda u: (STRENGTH[u], UNITS[u].move, -u), default=None)


def form(s: TrcState, lost: Mapping[int, int]) -> tuple[int, ...]:
    """One battlegroup for each hex in which such units were lost; it stands there until it is led away."""
    found: list[int] = []
    for place in dict.fromkeys(lost.values()):
        for unit in sorted((u for u in lost if lost[u] == place), key=lambda u: (-STRENGTH[u], u)):
            remnant = remnant_of(s, unit) if leaves_remnant(s, unit) else None
            if remnant is not None and not s.held_by[1 - SIDE[unit]] >> place & 1:
                s.put(remnant, place)
                s.say("26.4", "{unit} is left of it in {hex}", unit=remnant, hex=place)
                found.append(remnant)
                break
    return tuple(found)
