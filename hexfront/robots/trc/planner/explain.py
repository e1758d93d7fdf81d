"""A plan in words and arrows, for people."""

from collections.abc import Iterable, Sequence

from hexfront.engine.order import Order
from hexfront.games.trc.board import Board
from hexfront.games.trc.combat.strength import sums
from hexfront.games.trc.edition import TrcEdition
from hexfront.games.trc.state import TrcState
from hexfront.grid import members
from hexfront.robots.planning.results import chance_of
from hexfront.robots.planning.words import listed
from hexfront.robots.trc.chances import results
from hexfront.robots.trc.planner.aims import quarry

_NEAR = 3  # hexes within which a town gives its name to a place


def where(board: Board, place: int) -> str:
    """A hex by its town, by a town near it, or by its number."""
    if place in board.place_names:
        return board.place_names[place]
    label, town = board.grid.label(place), _town(board, place)
    return f"{label} near {board.place_names[town]}" if town >= 0 else label


def _town(board: Board, place: int) -> int:
    """The town that gives its name to a hex, -1 if none is near."""
    distance = board.grid.distance
    towns = [h for h in members(board.cities) if distance(h, place) <= _NEAR]
    return min(towns, key=lambda h: (distance(h, place), h), default=-1)


def force(e: TrcEdition, units: Iterable[int]) -> str:
    """Units by their names, not more than four of them."""
    return listed([e.name[unit] for unit in units])


def chance(s: TrcState, targets: Sequence[int], column: int) -> float:
    """The chance that the enemy is driven out of the hexes: out of woods only who is lost goes (14.2)."""
    woods = any(s.board.woods >> t & 1 for t in targets)
    alone = all(len(s.stacks.get(t, ())) == 1 for t in targets) and len(targets) == 1
    good = {"DE", "DS"} if woods else {"EX", "DR", "D1", "DE", "DS"}
    good |= {"EX", "D1"} if alone else set()
    return chance_of(results(s.edition, column), good)


def attack(s: TrcState, units: Sequence[int], targets: Sequence[int], shut: bool) -> str:
    """An attack as a sentence: who, where, at what odds, with what chance."""
    e = s.edition
    column = e.columns.clamp(sums(s, tuple(units), tuple(targets)).odds)
    ground = [u for u in units if not e.bombers >> u & 1]
    bombers = " with Stukas" if len(ground) < len(units) and e.side[units[0]] == 0 else ""
    many = len(ground) > 1
    verb = ("close the pocket at" if many else "closes the pocket at") if shut else "attack" if many else "attacks"
    places = " and ".join(where(s.board, t) for t in targets)
    percent = f"{100 * chance(s, targets, column):.0f} %"
    return f"{force(e, ground)} {verb} {places}{bombers}, {e.columns.label(column)}, {percent}."


def hold(e: TrcEdition, units: Sequence[int], place: int) -> str:
    """A post as a sentence."""
    return f"{force(e, units)} {'hold' if len(units) > 1 else 'holds'} {where(e.board, place)}."


def march(s: TrcState, units: Sequence[int], place: int) -> str:
    """A move to an objective as a sentence."""
    return f"{force(s.edition, units)} {'go' if len(units) > 1 else 'goes'} for {_aim(s, place)}."


def storm(s: TrcState, units: Sequence[int], place: int) -> str:
    """A coup as a sentence."""
    verb = "attack" if place in quarry(s) else "storm"
    return f"{force(s.edition, units)} {'make' if len(units) > 1 else 'makes'} ready to {verb} {_aim(s, place)}."


def _aim(s: TrcState, place: int) -> str:
    """A place, or who is there, if that is what it is about (25.1.1)."""
    town = where(s.board, place)
    return f"Stalin {'in' if place in s.board.place_names else 'at'} {town}" if place in quarry(s) else town


def overrun(e: TrcEdition, units: Sequence[int], place: int, helped: bool) -> str:
    """An automatic victory as a sentence."""
    bombers = " with Stukas" if helped else ""
    verb = "overrun" if len(units) > 1 else "overruns"
    return f"{force(e, units)} {verb} {where(e.board, place)}{bombers}, 10-1."


def drop(e: TrcEdition, units: Sequence[int], place: int) -> str:
    """A drop of paratroops as a sentence."""
    return f"{force(e, units)} {'drop' if len(units) > 1 else 'drops'} on {where(e.board, place)}."


def ride(e: TrcEdition, orders: Sequence[Order]) -> str:
    """Rail moves as a sentence; the ends of many trains by their towns, those of most trains first."""
    ends = dict.fromkeys(order.path[-1] for order in orders)
    areas: dict[int, list[int]] = {}
    for end in ends:
        town = _town(e.board, end)
        areas.setdefault(town if town >= 0 else end, []).append(end)
    towns = listed([_area(e.board, *area) for area in sorted(areas.items(), key=lambda area: -len(area[1]))])
    return f"{force(e, (o.units[0] for o in orders))} {'go' if len(orders) > 1 else 'goes'} by rail to {towns}."


def _area(board: Board, town: int, ends: Sequence[int]) -> str:
    """The hexes around one town in which trains end."""
    return where(board, ends[0]) if len(ends) == 1 else f"{len(ends)} hexes around {board.place_names[town]}"
