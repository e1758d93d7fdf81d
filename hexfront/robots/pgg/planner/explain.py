"""A plan in words and arrows, for people."""

from collections.abc import Iterable

from hexfront.engine.order import Order
from hexfront.robots import Arrow
from hexfront.robots.pgg.divisions import Units
from hexfront.robots.pgg.goals import KEEP
from hexfront.robots.pgg.planner.german import Charge
from hexfront.robots.pgg.planner.groups import Group
from hexfront.robots.pgg.planner.objectives import Goal
from hexfront.robots.pgg.planner.scene import Scene
from hexfront.robots.pgg.planner.strikes import Strike
from hexfront.robots.pgg.posts import Post
from hexfront.robots.planning.words import listed

POSTS = 5  # posts that are spoken of
FAR_MOVE = 5  # hexes of a move that is shown


def place(sc: Scene, h: int) -> str:
    """A hex by its town, or by a town near it, or by its number."""
    names = sc.board.place_names
    if h in names:
        return names[h]
    for n in sc.grid.neighbours[h]:
        if n in names:
            return f"{sc.grid.label(h)} near {names[n]}"
    return sc.grid.label(h)


def force(sc: Scene, units: Iterable[int]) -> str:
    """Units by name, whole divisions as one: 47 rifle divisions are not named one by one."""
    units, edition = tuple(units), sc.edition
    if edition.side[units[0]]:
        return _soviets(sc, units)
    names: list[str] = []
    for unit in units:
        name = edition.division[unit] or edition.name[unit]
        whole = len(edition.divisions.get(name, ())) > 1
        if whole and not all(m in units for m in edition.divisions[name]):
            name = edition.name[unit]
        if name not in names:
            names.append(name)
    return listed(names)


def _soviets(sc: Scene, units: Units) -> str:
    name, leader = sc.edition.name, sc.edition.leader
    leaders = [name[u] for u in units if leader[u]]
    many = len(units) - len(leaders)
    names = [f"{many} division{'s' if many > 1 else ''}"] if many > 3 else [name[u] for u in units if not leader[u]]
    return listed(names + leaders)


def _verb(sc: Scene, units: Units, one: str, many: str) -> str:
    names = {sc.edition.division[u] or sc.edition.name[u] for u in units}
    return one if len(names) == 1 else many


def attack(sc: Scene, strike: Strike, trapped: bool, now: bool) -> str:
    """An attack as a sentence."""
    units = strike.muster.units
    chance = f"{strike.odds.column}, {100 * strike.odds.chance:.0f} %"
    where = place(sc, strike.target)
    if trapped:
        verb = _verb(sc, units, "closes", "close")
        return f"{force(sc, units)} {verb} the pocket at {where}, {chance}."
    verb = _verb(sc, units, "attacks", "attack") if now else _verb(sc, units, "moves up against", "move up against")
    return f"{force(sc, units)} {verb} {where}, {chance}."


def overrun(sc: Scene, charge: Charge) -> tuple[list[str], list[Arrow]]:
    """An overrun as a sentence and an arrow."""
    units, odds = charge.group.units, charge.odds
    verb = _verb(sc, units, "overruns", "overrun")
    said = f"{force(sc, units)} {verb} {place(sc, charge.target)}, {odds.column}, {100 * odds.chance:.0f} %."
    return [said], [Arrow(charge.origin, charge.target, "attack")]


def marches(sc: Scene, moves: list[tuple[Group, int]], aims: dict[int, Goal]) -> tuple[list[str], list[Arrow]]:
    """Who goes for what, a sentence for each goal, the dearest first; an arrow for each who goes far."""
    by_goal: dict[str, list[int]] = {}
    worth: dict[str, float] = {}
    arrows = []
    for group, to in moves:
        goal = aims.get(group.units[0])
        if goal is None or group.fixed or to == group.place:
            continue
        name = f"to hold {goal.name}" if goal.kind == KEEP else f"for {goal.name}"
        by_goal.setdefault(name, []).extend(group.units)
        worth[name] = max(goal.points, worth.get(name, 0.0))
        if group.place >= 0 and sc.grid.distance(group.place, to) >= FAR_MOVE:
            arrows.append(Arrow(group.place, to, "move"))
    said = []
    for name in sorted(by_goal, key=lambda n: (-worth[n], n)):
        units = tuple(by_goal[name])
        said.append(f"{force(sc, units)} {_verb(sc, units, 'goes', 'go')} {name}.")
    return said, arrows


def posts(sc: Scene, seats: dict[int, int], wanted: list[Post]) -> tuple[list[str], list[Arrow]]:
    """Who holds the posts that matter most."""
    said, arrows = [], []
    for post in wanted[:POSTS]:
        units = tuple(u for u, place in seats.items() if place == post.place)
        if units:
            verb = "holds" if len(units) == 1 else "hold"
            said.append(f"{force(sc, units)} {verb} {place(sc, post.place)}.")
            arrows.append(Arrow(post.place, post.place, "hold"))
    return said, arrows


def trains(sc: Scene, orders: list[Order]) -> tuple[list[str], list[Arrow]]:
    """Who goes by rail."""
    rides = [order for order in orders if order.verb == "rail"]
    if not rides:
        return [], []
    many = sum(not sc.edition.leader[u] for order in rides for u in order.units)
    said = f"{many} division{'s go' if many != 1 else ' goes'} by rail." if many else "Leaders go by rail."
    return [said], [Arrow(order.path[0], order.path[-1], "move") for order in rides if len(order.path) > 1]
