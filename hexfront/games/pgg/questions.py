"""Answers to what a player asks at the text table: hexes, units, reach, odds, supply, arrivals, points."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from hexfront.engine.desk import Item
from hexfront.engine.errors import BadOrder, Refused
from hexfront.engine.order import Order
from hexfront.engine.questions import Questions
from hexfront.games.pgg.combat.attacks import Attack
from hexfront.games.pgg.combat.forecast import forecast
from hexfront.games.pgg.combat.results import steps_left
from hexfront.games.pgg.counters import GERMAN, SIDES
from hexfront.games.pgg.desk.preview import can_be_summed, trust
from hexfront.games.pgg.movement.ground import Ground, moving_side, points_left
from hexfront.games.pgg.movement.land import Move
from hexfront.games.pgg.movement.overrun import Overrun
from hexfront.games.pgg.reinforcements import Enter, waiting
from hexfront.games.pgg.state import DEAD, OFF, PggState, entrance_of
from hexfront.games.pgg.supply import Lines
from hexfront.games.pgg.untried import untried
from hexfront.games.pgg.victory import divisions_lost, german_points, holds, level_of, soviet_points
from hexfront.games.pgg.zones import zone
from hexfront.mechanics.choices import may

if TYPE_CHECKING:
    from hexfront.games.pgg import Pgg

TOPICS = {
    "hex": "hex 2216: terrain, units, zones and origin of a hex",
    "where": "where 3Pz: place, strength and state of units",
    "reach": "reach 3Pz: where units can go, with the points it takes",
    "odds": "odds 3Pz 7Inf > 2216: both sums, the column and the chance of each result",
    "supply": "supply R1: is it in supply, and by which line",
    "waiting": "waiting: who is to arrive, and where",
    "points": "points: victory points as they stand",
}


def _hex(game: "Pgg", s: PggState, args: list[str]) -> list[str]:
    if len(args) != 1:
        raise BadOrder(f"name one hex: {TOPICS['hex']}")
    board, place = s.board, game.grid.hex(args[0])
    bit = 1 << place
    lines = [f"{args[0]}: {board.terrain(place)}."]
    for text, these in (("River", board.rivers), ("Road", board.road_links), ("Railway", board.rails)):
        ways = [name for d, name in enumerate(game.grid.directions) if these[d] & bit]
        if ways:
            lines.append(f"{text} to {', '.join(ways)}.")
    for city in board.cities:
        if city.hexes & bit:
            lines.append(f"{city.name} is worth {city.points} points to the German.")
    lines.append(f"Last passed by the {'German' if s.german & bit else 'Soviet'} side.")
    lines += [describe(s, unit) for unit in s.stacks.get(place, ())]
    for side, name in enumerate(SIDES):
        if zone(s, side) & bit:
            lines.append(f"In a {name} zone of control.")
    lines += [f"{one.what}: from {one.origin}, {one.why}." for one in board.provenance(place)]
    return lines


def describe(s: PggState, unit: int) -> str:
    """One unit in a line: where, how strong, in what state."""
    fact, place = s.edition.units[unit], s.where[unit]
    if place == OFF:
        return f"{fact.name}, {fact.title}: not in play."
    if place == DEAD:
        return f"{fact.name}, {fact.title}: eliminated."
    where = f"waits at entrance {entrance_of(place)}" if place < 0 else f"in {s.board.grid.label(place)}"
    marks = [_strength(s, unit)]
    if s.edition.side[unit] == GERMAN:
        marks.append(f"{steps_left(s, unit)} of {len(s.edition.strengths[unit])} steps")
    if s.disrupted >> unit & 1:
        marks.append("disrupted")
    if place >= 0 and not Lines(s).supplied(unit):
        marks.append("out of supply")
    return f"{fact.name}, {fact.title}, {where}: {', '.join(marks)}."


def _strength(s: PggState, unit: int) -> str:
    if s.edition.leader[unit]:
        return f"leader of rating {s.edition.rating[unit]}, moves 10"
    if s.edition.side[unit] == GERMAN:
        return f"strength {s.edition.strengths[unit][s.lost[unit]]}, moves {s.edition.units[unit].move // 2}"
    if untried(s, unit) or s.counter[unit] < 0:
        return f"untried, moves {s.edition.units[unit].move // 2}"
    counter = s.edition.counters[s.counter[unit]]
    return f"attack {counter.attack}, defence {counter.defence}, moves {s.edition.units[unit].move // 2}"


def _named(game: "Pgg", s: PggState, args: list[str], topic: str) -> tuple[int, ...]:
    """The units a question names, in the words of an order."""
    if not args:
        raise BadOrder(f"name a unit: {TOPICS[topic]}")
    order = game.reader.read(
        "lose " + " ".join(args),
        lambda place: s.stacks.get(place, ()),
        lambda units, verb: game.present(s, units, verb),
    )
    return order.units


def _where(game: "Pgg", s: PggState, args: list[str]) -> list[str]:
    return [describe(s, unit) for unit in _named(game, s, args, "where")]


def _reach(game: "Pgg", s: PggState, args: list[str]) -> list[str]:
    units = _named(game, s, args, "reach")
    if not s.phase.moves or s.owed:
        return ["Units move in movement phases only (4.2)."]
    verb: Move | Enter = Move() if s.where[units[0]] >= 0 else Enter()
    if s.edition.side[units[0]] != moving_side(s):
        return [f"{s.name(units[0])} does not move in this phase (4.2)."]
    costs: dict[int, float] = {}
    for order in verb.offers(s):
        if set(order.units) == set(units):
            cost = game.desk.foresee(s, order)["cost"]
            costs[order.path[-1]] = min(cost, costs.get(order.path[-1], cost))
    lines = _by_cost(game, costs, Ground(s, moving_side(s)))
    if not lines:
        lines = [_why_not(game, s, units)]
    targets = [near for near in _near(s, units) if may(Overrun().check, s, Order("overrun", units, at=(near,)))]
    if targets:
        lines.append(f"Can overrun: {' '.join(game.grid.label(h) for h in targets)}.")
    return lines


def _near(s: PggState, units: tuple[int, ...]) -> list[int]:
    place = s.where[units[0]]
    return [h for h in s.board.neighbours[place] if h >= 0] if place >= 0 else []


def _by_cost(game: "Pgg", costs: dict[int, float], ground: Ground) -> list[str]:
    lines = []
    for cost in sorted(set(costs.values())):
        labels = sorted(
            game.grid.label(h) + ("*" if ground.zone >> h & 1 else "") for h, c in costs.items() if c == cost
        )
        lines.append(f"{cost:g} points: {' '.join(labels)}")
    return [*lines, "A star marks a hex in an enemy zone, where a unit stops."] if lines else []


def _why_not(game: "Pgg", s: PggState, units: tuple[int, ...]) -> str:
    """The rule that keeps units where they are."""
    for near in _near(s, units):
        try:
            Move().check(s, Order("move", units, (s.where[units[0]], near)))
        except Refused as refusal:
            return f"Nowhere: {refusal}."
    return f"Nowhere: {points_left(s, units[0]) / 2:g} points are left."


def _odds(game: "Pgg", s: PggState, args: list[str]) -> list[str]:
    text = " ".join(args)
    order = game.reader.read(
        f"attack {text}", lambda place: s.stacks.get(place, ()), lambda units, verb: game.present(s, units, verb)
    )
    if not can_be_summed(s, order):
        raise BadOrder("the attackers must be on the board, each named once, and the target hexes must hold enemies")
    overrun = s.phase.moves
    found = forecast(s, order.units, order.at, overrun)
    lines = [
        f"{'Overrun' if overrun else 'Attack'} {found.sums.attack.total}: {_items(found.sums.attack.told(s.name))}.",
        f"Defence {found.sums.defence.total}: {_items(found.sums.defence.told(s.name))}.",
    ]
    if found.unknown:
        lines.append(f"Untried, taken at their average: {', '.join(s.name(u) for u in found.unknown)}.")
    lines.append(f"Column: {_chances(found.columns)}.")
    lines.append(f"Result: {_chances(found.results)}.")
    lines += [trust(found)] if found.error else []
    return lines + _remark(s, order, overrun)


def _remark(s: PggState, order: Order, overrun: bool) -> list[str]:
    """If the attack could not be made now, say so."""
    verb = Overrun() if overrun else Attack()
    if overrun or s.phase.fights:
        try:
            verb.check(s, Order(verb.name, order.units, at=order.at))
        except Refused as refusal:
            return [f"It cannot be made now: {refusal}."]
    return []


def _items(items: list[Item]) -> str:
    return "; ".join(f"{item.text} {item.value} ({item.rule})" for item in items) or "nothing"


def _chances(chances: dict[str, float]) -> str:
    ordered = sorted(chances.items(), key=lambda pair: -pair[1])
    return ", ".join(f"{name} {100 * chance:.0f} %" for name, chance in ordered if chance > 0.0005)


def _supply(game: "Pgg", s: PggState, args: list[str]) -> list[str]:
    lines, found = Lines(s), []
    for unit in _named(game, s, args, "supply"):
        name, place = s.name(unit), s.where[unit]
        if place < 0:
            found.append(f"{name} is not on the board.")
        elif s.fresh >> unit & 1:
            found.append(f"{name} arrived this turn and is in supply (11.33).")
        elif s.edition.side[unit] == GERMAN:
            by = "a road to 0120 (11.11)" if lines.road >> place & 1 else "the western edge (11.12)"
            found.append(f"{name} is in supply by {by}." if lines.supplied(unit) else _cut(name, "11.1"))
        elif lines.supplied(unit):
            found.append(f"{name} is in supply ({'10.34' if s.edition.leader[unit] else '11.21'}).")
        elif not s.edition.leader[unit] and lines.radius >> place & 1:
            found.append(f"{name} has a leader, but he has no line to the east (10.35): it attacks at half.")
        else:
            found.append(_cut(name, "11.2"))
    return found


def _cut(name: str, rule: str) -> str:
    return f"{name} is out of supply: half strength and half movement ({rule}, 11.31)."


def _waiting(game: "Pgg", s: PggState, args: list[str]) -> list[str]:
    lines = []
    for side, name in enumerate(SIDES):
        for entrance, units in waiting(s, side).items():
            hexes = " ".join(game.grid.labels(s.board.areas[entrance]))
            names = ", ".join(s.name(u) for u in units)
            lines.append(f"{name.capitalize()} at {entrance} ({hexes}): {names}.")
    return lines or ["Nobody is waiting to enter."]


def _points(game: "Pgg", s: PggState, args: list[str]) -> list[str]:
    lines = [
        f"{city.name} ({' '.join(game.grid.labels(city.hexes))}): {city.points}, "
        f"{'German' if holds(s, city) else 'not German'}."
        for city in s.board.cities
    ]
    lost = divisions_lost(s)
    lines.append(f"German divisions destroyed: {', '.join(lost) if lost else 'none'}.")
    return [*lines, *game.questions.status(s)[:1]]


_ANSWERS: dict[str, Callable[["Pgg", PggState, list[str]], list[str]]] = {
    "hex": _hex,
    "where": _where,
    "reach": _reach,
    "odds": _odds,
    "supply": _supply,
    "waiting": _waiting,
    "points": _points,
}


class PggQuestions(Questions[PggState]):
    """What this game can be asked."""

    game: "Pgg"

    topics = TOPICS

    def status(self, s: PggState) -> list[str]:
        """The game in a few lines."""
        level, _ = level_of(s, german_points(s) - soviet_points(s))
        points = f"German {german_points(s)}, Soviet {soviet_points(s)}"
        lines = [f"Victory points: {points}; that would be a {level} victory."]
        for side, name in enumerate(SIDES):
            units = [u for u in s.edition.units if u.side == side and s.where[u.number] >= 0]
            due = sum(len(found) for found in waiting(s, side).values())
            lines.append(f"{name.capitalize()}: {len(units)} units on the board, {due} waiting to enter.")
        if s.air:
            lines.append(f"Air markers in {' '.join(s.board.grid.label(h) for h in s.air)}.")
        if s.interdiction >= 0:
            lines.append(f"Soviet interdiction in {s.board.grid.label(s.interdiction)}.")
        if s.cuts:
            lines.append(f"Railway cut in {' '.join(s.board.grid.labels(s.cuts))}.")
        return lines

    def inquire(self, s: PggState, topic: str, args: list[str]) -> list[str]:
        """An answer in plain lines; BadOrder if the question cannot be read."""
        return _ANSWERS[topic](self.game, s, args)
