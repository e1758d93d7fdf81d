"""A movement phase: arrivals, attacks, the line, trains, headquarters."""

from hexfront.engine.order import Order
from hexfront.robots.planner import Draft
from hexfront.robots.planning.words import drawn
from hexfront.robots.trc import trains
from hexfront.robots.trc.march import moves, victories
from hexfront.robots.trc.planner import breach, choice, drops, explain, fights, flight, headquarters, relief
from hexfront.robots.trc.planner.front import Front
from hexfront.robots.trc.planner.lookout import Lookout
from hexfront.robots.trc.planner.onslaught import Onslaught

_POSTS = 3  # posts that are told


def plan(look: Lookout) -> Draft:
    """The orders of the phase, and whether to look again when they are given."""
    entering = trains.arrivals(look)
    if entering:
        return Draft(entering, again=True, prelude=True)
    first = flight.plan(look) or relief.plan(look) or drops.plan(look)
    first = first or (None if look.style.hasty else breach.plan(look))
    if first:
        return first
    scheme = choice.best(look)
    assault, front = scheme.assault, scheme.front
    won = victories(look, assault)
    if won:
        return Draft(won, again=True)
    rides = _ride(look, front)
    riders = {order.units[0] for order in rides}
    places = assault.chosen | front.places
    places |= headquarters.seats(look, front.room)
    orders = moves(look, {u: p for u, p in places.items() if u not in riders})
    draft = Draft([*rides, *orders])
    _tell(look, assault, front, rides, draft)
    return draft


def _ride(look: Lookout, front: Front) -> list[Order]:
    """Trains to open places, then to the weakest, but not for those who guard what is dear."""
    weak = front.calls()
    worst = sorted(weak, key=lambda p: (-weak[p], p))[:8]
    others = [Order("rail", (unit,), (look.s.where[unit], end)) for unit, end in front.trains.items()]
    rooms = front.now, front.room
    return others + trains.rides(look, {p: weak[p] for p in worst}, front.bound(), front.idle, rooms, front.taken())


def _tell(look: Lookout, assault: Onslaught, front: Front, rides: list[Order], draft: Draft) -> None:
    """The plan in words: battles first, then trains and marches, then the posts that matter most."""
    said, arrows = fights.announce(look, assault.trial)
    if assault.party.places:
        said.insert(0, explain.storm(look.s, list(assault.party.places), assault.party.aim))
        arrows += drawn(assault.party.places.values(), (assault.party.aim,), "attack")
    if rides:
        said.append(explain.ride(look.e, rides))
    for aim in dict.fromkeys(front.ventures.values()):
        units = [u for u, place in front.ventures.items() if place == aim]
        said.append(explain.march(look.s, units, aim))
        arrows += drawn((look.s.where[u] for u in units), (aim,), "move")
    posts = [h for h in dict.fromkeys((*front.cities, *front.line.posts)) if front.strength(h)]
    for place in sorted(posts, key=lambda h: (-look.prize.get(h, 0.0) - 0.1 * look.menace[h], h))[:_POSTS]:
        units = [u for u in front.room.stacks.get(place, ()) if not look.e.headquarters >> u & 1]
        if units:
            said.append(explain.hold(look.e, units, place))
            arrows += drawn((place,), (place,), "hold")
    arrows += [a for o in draft.orders if o.verb == "rail" for a in drawn(o.path[:1], o.path[-1:], "move")]
    draft.tell(said, arrows)
