"""Who belongs together: the regiments of a German division, and who moves or attacks as one."""

from hexfront.games.pgg.edition import PggEdition
from hexfront.games.pgg.leaders import can_attack
from hexfront.games.pgg.movement.ground import finished
from hexfront.games.pgg.stacking import INDEPENDENT
from hexfront.games.pgg.state import MECHANIZED_MOVEMENT, PggState

Units = tuple[int, ...]


def whole(edition: PggEdition, units: Units, division: str) -> bool:
    """Are all regiments of a division of several among these?"""
    members = edition.divisions.get(division, ())
    return len(members) > 1 and all(m in units for m in members)


def unmixed(edition: PggEdition, units: Units, division: str) -> bool:
    """7.2, 7.3: is nobody here of another division, but for a regiment that may join a division of two?"""
    others = [u for u in units if edition.division[u] != division]
    return not others or (len(edition.divisions[division]) == 2 and all(edition.name[u] in INDEPENDENT for u in others))


def is_whole(s: PggState, division: str) -> bool:
    """Can this division still fight as one?"""
    members = s.edition.divisions.get(division, ())
    return len(members) > 1 and all(s.where[m] != -2 for m in members)


def groups(s: PggState) -> list[Units]:
    """Who moves together: the regiments of a division that are in one place, everybody else alone."""
    found: list[Units] = []
    done: set[int] = set()
    mechanized = s.phase.name == MECHANIZED_MOVEMENT
    for unit in s.edition.germans:
        place = s.where[unit]
        if unit in done or -10 < place < 0 or s.disrupted >> unit & 1:
            continue
        if mechanized and (place < 0 or not s.edition.mechanized >> unit & 1):
            continue
        mates = s.edition.divisions.get(s.edition.division[unit], (unit,))
        group = tuple(u for u in mates if s.where[u] == place and not s.disrupted >> u & 1)
        group = tuple(u for u in group if finished(s, u) == finished(s, unit))
        done.update(group)
        found.append(group)
    return found


def attackers(s: PggState, place: int) -> list[Units]:
    """Germans of a hex who attack as one: whole divisions, everybody else alone."""
    units = tuple(u for u in s.stacks[place] if ready(s, u))
    found: list[Units] = []
    for division in dict.fromkeys(s.edition.division[u] for u in units):
        regiments = tuple(u for u in units if s.edition.division[u] == division)
        found += [regiments] if division and whole(s.edition, regiments, division) else [(u,) for u in regiments]
    return found


def ready(s: PggState, unit: int) -> bool:
    """May it attack in this phase, as far as it alone is concerned?"""
    return not s.edition.leader[unit] and not (s.disrupted | s.fought) >> unit & 1 and can_attack(s, unit)
