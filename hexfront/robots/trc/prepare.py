"""Before a turn moves: set-up, what-ifs, withdrawals, mobilization, replacements, workers, partisans."""

from hexfront.engine.game import Ask
from hexfront.engine.order import DONE, Order
from hexfront.games.trc.arrivals.buying import candidates, factories
from hexfront.games.trc.arrivals.partisans import places
from hexfront.games.trc.arrivals.production import new_workers, worker_hexes
from hexfront.games.trc.stacking import fits
from hexfront.games.trc.state import TrcState
from hexfront.games.trc.supply import supplied_hexes
from hexfront.grid import members
from hexfront.robots.trc.survey import Survey, field, values

_SAFE = 3  # hexes between the enemy and a city in which replacements may appear
_DEEP = 12  # hexes from the enemy that are far enough for workers
_TRIED = 12  # hexes at which partisans are tried out


def axis(ask: Ask[TrcState]) -> Order:
    """The weakest go west, every new corps is taken, the strongest come back."""
    verbs, s, value = ask.step.verbs, ask.state, values(ask.state.edition)
    for name in ("withdraw", "mobilize"):
        found = list(verbs[name].offers(s))
        if found:
            return min(found, key=lambda order: (order.units[0], value[order.units[-1]], order.units[-1]))
    found = list(verbs["replace"].offers(s))
    return max(found, key=lambda order: (value[order.units[0]], order.units, order.at), default=DONE)


def russian(sv: Survey, ask: Ask[TrcState]) -> Order:
    """Workers into the rear, then the strongest units that can be paid, near the front."""
    s = sv.s
    workers, hexes = new_workers(s), worker_hexes(s)
    if workers and hexes:
        home = field(sv.board, sv.board.edge[sv.side])
        safest = max(members(hexes), key=lambda h: (min(_DEEP, sv.far[h]) - home[h], h))
        return Order("place", (workers[0],), (), (safest,))
    units = candidates(s)
    if units:
        unit = max(units, key=lambda u: (sv.value[u], u))
        order = Order("replace", (unit,), (), _factory(sv, unit))
        return order if order in ask else Order("replace", (unit,))
    if DONE in ask:
        return DONE
    sent = list(ask.step.verbs["send"].offers(s))
    return min(sent, key=lambda order: sv.value[order.units[0]], default=DONE)


def _factory(sv: Survey, unit: int) -> tuple[int, ...]:
    """The city with workers that is nearest to the front and still safe."""
    free = factories(sv.s) & sv.board.cities & ~sv.s.used_cities
    good = [h for h in members(free) if sv.far[h] >= _SAFE and fits(sv.s, h, (unit,))]
    return (min(good, key=lambda h: (sv.far[h], h)),) if good else ()


def partisans(sv: Survey, ask: Ask[TrcState]) -> Order:
    """Where they take most from the enemy: units out of supply, then railways near the front."""
    offer = next(iter(ask.step.verbs["place"].offers(sv.s)), None)
    if offer is None:
        return DONE
    unit, near = offer.units[0], field(sv.board, sv.own)
    hexes = sorted(members(places(sv.s) & ~sv.s.bands), key=lambda h: (near[h], h))[:: _step(sv)][:_TRIED]
    if not hexes:
        return DONE
    return Order("place", (unit,), (), (max(hexes, key=lambda h: (_harm(sv, unit, h), -near[h], h)),))


def _step(sv: Survey) -> int:
    return max(1, (places(sv.s) & ~sv.s.bands).bit_count() // (2 * _TRIED))


def _harm(sv: Survey, unit: int, place: int) -> float:
    e = sv.e
    trial = sv.s.copy()
    trial.put(unit, place)
    fed = supplied_hexes(trial, sv.foe)
    lost = sum(e.strength[u] for u in e.units_of[sv.foe] if trial.where[u] >= 0 and not fed >> trial.where[u] & 1)
    return lost - 0.002 * fed.bit_count() + 0.3 * bool(sv.board.junctions >> place & 1)
