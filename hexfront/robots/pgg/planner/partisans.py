"""13.4: where the Soviet marker starves the German most, and whether that is worth one of three markers."""

from hexfront.engine.order import DONE, Order
from hexfront.games.pgg.counters import GERMAN
from hexfront.robots.pgg.markers import fed
from hexfront.robots.pgg.planner.scene import Scene
from hexfront.robots.pgg.survey import highway

FIRST = 8  # hexes of the road that are looked at, from the west


def partisans(sc: Scene) -> Order:
    """Cut the road of supply where that leaves most of the army without, if that is much."""
    s = sc.s
    if not s.held_by[GERMAN]:
        return DONE
    strong = sum(s.edition.strengths[u][s.lost[u]] for u in s.edition.germans if s.where[u] >= 0)
    before = fed(sc, -1)
    least, best = max(10.0, sc.w["starve"] * strong * (1.0 if s.turn < 8 else 0.5)), DONE
    road = [h for h in highway(sc.board) if not s.held_by[GERMAN] >> h & 1]
    for place in road[:FIRST]:
        starved = before - fed(sc, place)
        if starved > least:
            least, best = starved, Order("interdict", at=(place,))
    return best
