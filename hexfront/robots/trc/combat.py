"""The combat phase: the best plan of attacks, Stukas where they help most, then one battle after the other."""

from hexfront.engine.order import DONE, Order
from hexfront.games.trc.combat.air import available, leaders_in_reach, matched, ready
from hexfront.games.trc.combat.mandatory import duties
from hexfront.games.trc.counters import AXIS
from hexfront.robots.trc.battles import Melee, melees
from hexfront.robots.trc.chances import Values
from hexfront.robots.trc.survey import Survey

_LEAST = 0.3  # a Stuka waits for something better than this


def plan(sv: Survey) -> list[Order]:
    """All attacks of the phase, the best first: soak-offs hold the enemy's way out shut while others still fight."""
    values = Values(sv)
    fronts = melees(values, duties(sv.s), sv.s.where, sv.own | sv.own_zone)
    flown = _fly(sv, fronts)
    found = [(melee.worth(h, u), h, u) for melee in fronts for h, u in melee.fights.items()]
    orders = []
    for _, hexes, units in sorted(found, key=lambda entry: (-entry[0], entry[1])):
        bomber = next((b for h, b in flown.items() if h in hexes), None)
        orders.append(Order("attack", (*units, *((bomber,) if bomber is not None else ())), (), hexes))
    return [*orders, DONE]


def _fly(sv: Survey, melees: list[Melee]) -> dict[int, int]:
    """Give bombers to the battles that gain most, then let the units regroup around them."""
    bombers, sorties, flown = list(ready(sv.s)), list(sv.s.sorties), dict[int, int]()
    shift = sv.e.shifts[AXIS] if sv.side == AXIS else 1
    while bombers:
        found = [(melee.lift(fight, shift), fight, melee) for melee in melees for fight in melee.fights.items()]
        found = [entry for entry in found if _led(sv, sorties, entry[1][0]) and not entry[2].stuka & set(entry[1][0])]
        best = max(found, key=lambda entry: (entry[0], entry[1]), default=None)
        if best is None or best[0] < _LEAST:
            return flown
        _, (hexes, _), melee = best
        sorties.append(leaders_in_reach(sv.s, hexes))
        flown[hexes[0]] = bombers.pop(0)
        melee.shift = shift
        melee.stuka.add(hexes[0])
        melee.better()
    return flown


def _led(sv: Survey, sorties: list[int], hexes: tuple[int, ...]) -> bool:
    chiefs = leaders_in_reach(sv.s, hexes)
    return bool(chiefs) and (sv.side != AXIS or matched([*sorties, chiefs])) and available(sv.s, sv.side) > 0
