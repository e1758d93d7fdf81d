"""The Soviet marker, and the greedy player's cuts in the railway."""

from hexfront.engine.order import DONE, Order
from hexfront.games.pgg.counters import GERMAN
from hexfront.games.pgg.movement.rail import CUTS, Cut
from hexfront.grid import members
from hexfront.mechanics.choices import may
from hexfront.robots.pgg.markers import apart, fed, served
from hexfront.robots.pgg.survey import Survey


def partisans(sv: Survey) -> Order:
    """Cut the road on which most of the German army lives, if that is much."""
    s = sv.s
    before = fed(sv, -1)
    least, best = (50 if s.turn < 8 else 25), DONE
    for place in members(sv.lines.road & sv.board.road_hexes & ~s.held_by[GERMAN]):
        starved = before - fed(sv, place)
        if starved > least:
            least, best = starved, Order("interdict", at=(place,))
    return best


def cut(sv: Survey) -> Order | None:
    """Cut the railway behind us where trains could still come, but not too often."""
    s = sv.s
    passed = s.trail & s.board.rail_hexes & ~s.cuts
    if not passed or s.cuts.bit_count() >= CUTS:
        return None
    for place in reversed(members(passed & served(sv, passed))):
        order = Order("cut", at=(place,))
        if apart(sv, place, s.cuts) and may(Cut().check, s, order):
            return order
    return None
