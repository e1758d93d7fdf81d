"""Where Stalin goes: he moves by rail alone (11.2), and with Moscow his end is that of the war (25.1.1)."""

from hexfront.engine.order import Order
from hexfront.games.trc.counters import RUSSIAN, STALIN
from hexfront.games.trc.rail import capacity, check_rider, destinations
from hexfront.games.trc.weather import possible
from hexfront.grid import members
from hexfront.mechanics.choices import may
from hexfront.robots.trc.planner.lookout import Lookout
from hexfront.robots.trc.planner.raiders import Raiders

_FAR = 16  # hexes from the enemy that are far enough
_EDGE = 5  # hexes that it is worth to be able to go on: a corner whose railway is cut is a trap


def leader(look: Lookout) -> list[Order]:
    """He takes the train when somebody could ride to him in both impulses of the best weather that may come.

    Whoever is in the way now may be gone or beaten by then; but a place with nobody in the way is the worst.
    """
    s, place = look.s, look.s.where[STALIN]
    if look.side != RUSSIAN or s.impulse != 1 or place < 0 or s.railed >= capacity(s, RUSSIAN):
        return []
    raiders = Raiders(look, min(possible(s)))
    range_, open_ = (look.grid.spread(hexes, look.board.zones) | hexes for hexes in (raiders.reach(), raiders.reach(s)))
    if not range_ >> place & 1 or not may(check_rider, s, STALIN):
        return []
    ends = [place, *members(destinations(s, STALIN))]
    best = max(ends, key=lambda h: (not range_ >> h & 1, not open_ >> h & 1, _safety(look, h), h))
    return [Order("rail", (STALIN,), (place, best))] if best != place else []


def _safety(look: Lookout, h: int) -> float:
    """Far from the enemy, and best at the eastern edge: trains leave it there and come back anywhere else (9.9)."""
    return min(look.far[h], _FAR) + _EDGE * (look.board.exits["east"] >> h & 1)
