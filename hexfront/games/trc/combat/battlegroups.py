"""Option 26.4: what is left of a strong defender that is lost."""

from collections.abc import Mapping

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
    e = s.edition
    kinds = KINDS.get(e.nation[unit], ())
    return (
        s.on("26.4") and e.calendar.year(s.turn) >= FIRST_YEAR and e.type[unit] in kinds and e.strength[unit] >= LEAST
    )


def remnant_of(s: TrcState, unit: int) -> int | None:
    """The best battlegroup at hand: of the same army, and no faster than the unit was."""
    e = s.edition
    at_hand = [
        u
        for u in members(e.battlegroups)
        if s.where[u] == BOX and e.nation[u] == e.nation[unit] and e.units[u].move <= e.units[unit].move
    ]
    return max(at_hand, key=lambda u: (e.strength[u], e.units[u].move, -u), default=None)


def form(s: TrcState, lost: Mapping[int, int]) -> tuple[int, ...]:
    """One battlegroup for each hex in which such units were lost; it stands there until it is led away."""
    e = s.edition
    found: list[int] = []
    for place in dict.fromkeys(lost.values()):
        for unit in sorted((u for u in lost if lost[u] == place), key=lambda u: (-e.strength[u], u)):
            remnant = remnant_of(s, unit) if leaves_remnant(s, unit) else None
            if remnant is not None and not s.held_by[1 - e.side[unit]] >> place & 1:
                s.put(remnant, place)
                s.say("26.4", "{unit} is left of it in {hex}", unit=remnant, hex=place)
                found.append(remnant)
                break
    return tuple(found)
