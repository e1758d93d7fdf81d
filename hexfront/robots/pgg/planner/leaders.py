"""Soviet leaders: where they lead most divisions, behind the front and with a way to the east."""

from hexfront.engine.order import Order
from hexfront.games.pgg.leaders import Evacuate
from hexfront.grid import members
from hexfront.robots.pgg.planner.scene import Scene
from hexfront.robots.pgg.planner.walkers import Paths, Walker

NEAR = 24  # half points at which a German is near


def lead(sc: Scene, paths: Paths, room: dict[int, int], danger: list[int]) -> list[tuple[Walker, int]]:
    """A hex for each leader: where most divisions that nobody leads yet will stand. `room` are the divisions by hex."""
    found, covered, taken = [], 0, dict(room)
    most = int(sc.edition.charts["stacking"]["soviet_with_leader"])
    everybody = [u for u in sc.edition.leaders if sc.s.where[u] >= 0 or sc.s.where[u] <= -10]
    walkers = [Walker(sc, unit, paths) for unit in everybody]
    stuck = {w.unit for w in walkers if not (w.feet | w.rails).bit_count() > 1}
    for walker in sorted(walkers, key=lambda w: (w.unit not in stuck, -sc.edition.rating[w.unit], w.unit)):
        unit = walker.unit
        open_ = [h for h in members(walker.feet | walker.rails) if taken.get(h, 0) < most]  # 7.1
        worths = [(_worth(sc, unit, h, covered, room, danger), -h) for h in open_]
        place = -max(worths)[1] if worths else walker.place
        if place >= 0:
            covered |= sc.grid.disc(place, sc.edition.rating[unit])
            taken[place] = taken.get(place, 0) + 1
            found.append((walker, place))
    return found


def _worth(sc: Scene, unit: int, h: int, covered: int, room: dict[int, int], danger: list[int]) -> float:
    near = sc.grid.disc(h, sc.edition.rating[unit]) & ~covered
    worth = 1.0 if sc.lines.east >> h & 1 else -2.0
    for place, many in room.items():
        if near >> place & 1:
            worth += many * (1.0 if danger[place] <= NEAR else 0.5)
    company = room.get(h, 0)
    worth += 0.5 * min(company, 2)
    if danger[h] <= NEAR and not company:
        worth -= 3.0
    if sc.zone >> h & 1 and sc.s.where[unit] != h:  # 10.23: never alone
        worth -= 3.0 if company > 1 else 99.0
    return worth


def evacuate(sc: Scene) -> list[Order]:
    """10.4: the best of those who are surrounded is taken off the board, before anybody moves."""
    orders = list(Evacuate().offers(sc.s))
    return [max(orders, key=lambda order: (sc.edition.rating[order.units[0]], order.units))] if orders else []
