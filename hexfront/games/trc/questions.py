"""Answers to what a player asks at the text table: hexes, units, reach, odds, duties, supply, arrivals, points."""

from collections import Counter as Tally
from collections.abc import Callable
from typing import TYPE_CHECKING

from hexfront.engine.desk import Item
from hexfront.engine.errors import BadOrder, Refused
from hexfront.engine.order import Order
from hexfront.engine.questions import Questions
from hexfront.games.trc import state as boxes
from hexfront.games.trc import victory
from hexfront.games.trc.arrivals.reinforcements import entries
from hexfront.games.trc.combat.air import columns
from hexfront.games.trc.combat.attacks import Attack
from hexfront.games.trc.combat.automatic import Av
from hexfront.games.trc.combat.mandatory import duties, tell
from hexfront.games.trc.combat.results import faces
from hexfront.games.trc.combat.strength import sums
from hexfront.games.trc.control import held
from hexfront.games.trc.counters import SIDES
from hexfront.games.trc.data_files import WEATHER
from hexfront.games.trc.movement.land import Ground, Reach, check_mover
from hexfront.games.trc.state import OFFMAP, RESERVE, WAITING, TrcState
from hexfront.games.trc.supply import combat_supplied, factor, in_supply
from hexfront.games.trc.zones import zone
from hexfront.grid import members

if TYPE_CHECKING:
    from hexfront.games.trc import Trc

TOPICS = {
    "hex": "hex 1809: terrain, units, zones, holder and origin of a hex",
    "where": "where 24Pz: place, strength and state of units",
    "reach": "reach 24Pz: where units can go, with the points it takes",
    "odds": "odds 24Pz 7 Stuka1 > 1519: both sums, the column and the chance of each result",
    "owed": "owed: which attacks must be made, and what stands in their way",
    "supply": "supply 24Pz: is it in general supply, and in combat supply",
    "waiting": "waiting: who is to arrive, and where",
    "points": "points: who holds what, and how that counts",
}
_BOX = {
    boxes.OFF: "not in this game",
    boxes.POOL: "eliminated, in the replacement pool",
    boxes.GONE: "out of the game",
    boxes.DUE: "still to come",
    boxes.WAITING: "arrives now",
    boxes.OFFMAP: "in the Off-Map Units box",
    boxes.RESERVE: "in the Paratroop Reserve",
    boxes.BOX: "in its box",
    boxes.TRACK: "on the way to the Urals",
    boxes.URALS: "in the Urals",
    boxes.SIBERIA: "in Siberia",
    boxes.WITHDRAWN: "withdrawn to the west",
    boxes.EXITED: "off the board",
    boxes.AIRFIELD: "on its airfield",
}


def _hex(game: "Trc", s: TrcState, args: list[str]) -> list[str]:
    if len(args) != 1:
        raise BadOrder(f"name one hex: {TOPICS['hex']}")
    place = game.reader.find_hex(args[0])
    bit = 1 << place
    lines = [f"{game.label(place)}: {s.board.terrain(place)}."]
    if s.board.keys & bit:
        holder = next((name for side, name in enumerate(SIDES) if held(s, side) & bit), "nobody")
        lines.append(f"Held by {holder}.")
    if s.board.rail_hexes & bit:
        lines.append(f"Railway of the {SIDES[0 if s.axis_rails & bit else 1]} side.")
    lines += [describe(s, unit) for unit in s.stacks.get(place, ())]
    lines += [f"In a zone of the {name} side." for side, name in enumerate(SIDES) if zone(s, side) & bit]
    return lines + [f"{one.what}: from {one.origin}, {one.why}." for one in s.board.provenance(place)]


def describe(s: TrcState, unit: int) -> str:
    """One unit in a line: where, how strong, in what state."""
    fact, place = s.edition.units[unit], s.where[unit]
    if place < 0:
        return f"{fact.name}, {fact.title}, {fact.value}: {_BOX[place]}."
    marks = [f"strength {factor(s, unit)}", f"moves {fact.move}"]
    if not in_supply(s, unit):
        marks.append("out of supply")
    return f"{fact.name}, {fact.title}, {fact.value}, in {s.board.grid.label(place)}: {', '.join(marks)}."


def _named(game: "Trc", s: TrcState, args: list[str], topic: str) -> tuple[int, ...]:
    """The units a question names, in the words of an order."""
    if not args:
        raise BadOrder(f"name a unit: {TOPICS[topic]}")
    return game.reader.read(
        "lose " + " ".join(args),
        lambda place: s.stacks.get(place, ()),
        lambda units, verb: game.present(s, units, verb),
    ).units


def _where(game: "Trc", s: TrcState, args: list[str]) -> list[str]:
    return [describe(s, unit) for unit in _named(game, s, args, "where")]


def _reach(game: "Trc", s: TrcState, args: list[str]) -> list[str]:
    units = _named(game, s, args, "reach")
    if not s.phase.moves or s.owed:
        return ["Units move in movement phases only (4.1)."]
    if any(s.where[u] < 0 or s.edition.side[u] != s.mover for u in units):
        return [f"{s.names(units)}: not on the board, or not on the move (4.1)."]
    try:
        for unit in units:
            check_mover(s, unit)
    except Refused as refusal:
        return [f"Nowhere: {refusal}."]
    ground = Ground(s)
    lines = []
    for points, wave in enumerate(Reach(s, units, ground).waves[1:], 1):
        if not wave:
            break
        labels = [game.grid.label(h) + ("*" if ground.zone >> h & 1 else "") for h in members(wave)]
        lines.append(f"{points} points: {' '.join(sorted(labels))}")
    return [*lines, "A star marks a hex in an enemy zone, where a unit stops."] if lines else ["Nowhere."]


def _odds(game: "Trc", s: TrcState, args: list[str]) -> list[str]:
    e = s.edition
    order = game.reader.read(
        f"attack {' '.join(args)}",
        lambda place: s.stacks.get(place, ()),
        lambda units, verb: game.present(s, units, verb),
    )
    ground = [u for u in order.units if not e.bombers >> u & 1]
    there = all(s.where[u] >= 0 or u in s.drops for u in ground)
    if not ground or not there or not all(h in s.stacks for h in order.at):
        raise BadOrder("the attackers must be on the board, and the target hexes must hold enemies")
    found = sums(s, order.units, order.at)
    lines = [
        f"Attack {found.attack.total}: {_items([*found.attack.told(s.name), *found.support.told(s.name, columns)])}.",
        f"Defence {found.defence.total}: {_items(found.defence.told(s.name))}.",
        f"Odds: {e.columns.label(found.odds)}.",
    ]
    column = min(e.best, order.number or found.odds)
    if column >= e.worst:
        die = faces(s, column)
        lines.append(f"Result: {', '.join(f'{code} {n}/{len(die)}' for code, n in Tally(die).items())}.")
    return lines + _remark(s, order)


def _items(items: list[Item]) -> str:
    return "; ".join(f"{item.text} {item.value} ({item.rule})" for item in items) or "nothing"


def _remark(s: TrcState, order: Order) -> list[str]:
    """If the attack could not be made now, say so."""
    verb = Attack(s.edition.columns) if s.phase.fights else Av()
    try:
        verb.check(s, Order(verb.name, order.units, (), order.at, order.number))
    except Refused as refusal:
        return [f"It cannot be made now: {refusal}."]
    return []


def _owed(game: "Trc", s: TrcState, args: list[str]) -> list[str]:
    """12: the duties of the moving side, and what cannot be met yet."""
    if not (s.phase.moves or s.phase.fights):
        return ["Nobody owes an attack now."]
    found = duties(s)
    lines = [f"Must be attacked: {game.grid.label(int(d.id))}." for d in found.defenders.values() if d.must]
    bound = [s.name(u) for u, attacker in found.attackers.items() if attacker.must]
    if bound:
        lines.append(f"Must attack: {', '.join(bound)}.")
    lines += [f"In the way: {tell(s, debt)}." for debt in found.debts()]
    return lines or ["Nobody owes an attack now."]


def _supply(game: "Trc", s: TrcState, args: list[str]) -> list[str]:
    found = []
    for unit in _named(game, s, args, "supply"):
        if s.where[unit] < 0:
            found.append(f"{s.name(unit)} is not on the board.")
            continue
        general = "is in general supply" if in_supply(s, unit) else "is out of general supply"
        fights = "fights at full strength" if combat_supplied(s, unit) else "fights at half strength (17.3.1)"
        found.append(f"{s.name(unit)} {general} (17.2) and {fights}.")
    return found


def _waiting(game: "Trc", s: TrcState, args: list[str]) -> list[str]:
    e = s.edition
    lines = []
    for unit in e.units:
        place = s.where[unit.number]
        if place in (WAITING, OFFMAP, RESERVE):
            hexes = game.grid.labels(entries(s, unit.number)) if unit.side == s.mover else []
            where = f"; can enter in {' '.join(hexes)}" if hexes else ""
            lines.append(f"{unit.name}: {_BOX[place]}{where}.")
    coming = sorted((u.turn, u.impulse, u.name) for u in e.units if s.where[u.number] == boxes.DUE and u.turn)
    for turn in sorted({turn for turn, _, _ in coming})[:2]:
        lines.append(f"{e.calendar.date(turn)}: {', '.join(name for t, _, name in coming if t == turn)}.")
    return lines or ["Nobody is to come."]


def _points(game: "Trc", s: TrcState, args: list[str]) -> list[str]:
    lines = []
    for side, name in enumerate(SIDES):
        mine = held(s, side) & (s.board.cities | s.board.oil)
        lines.append(f"{name.capitalize()}: {', '.join(s.board.place_names[h] for h in members(mine))}.")
    found = victory.result(s)
    return [*lines, f"Points: {', '.join(f'{name} {value:g}' for name, value in found.points.items())}."]


_ANSWERS: dict[str, Callable[["Trc", TrcState, list[str]], list[str]]] = {
    "hex": _hex,
    "where": _where,
    "reach": _reach,
    "odds": _odds,
    "owed": _owed,
    "supply": _supply,
    "waiting": _waiting,
    "points": _points,
}


class TrcQuestions(Questions[TrcState]):
    """What this game can be asked."""

    game: "Trc"

    topics = TOPICS

    def status(self, s: TrcState) -> list[str]:
        """The game in a few lines."""
        e = s.edition
        found = victory.result(s)
        lines = [f"{e.calendar.date(s.turn)}, {WEATHER[s.weather]}; weather modifier {s.modifier:+d}."]
        for side, name in enumerate(SIDES):
            on_board = sum(1 for u in e.units if u.side == side and s.where[u.number] >= 0)
            pool = sum(1 for u in e.units if u.side == side and s.where[u.number] == boxes.POOL)
            cities = (held(s, side) & s.board.cities).bit_count()
            strength = f"{on_board} units on the board, {pool} in the pool"
            lines.append(f"{name.capitalize()}: {strength}, {cities} cities, {found.points.get(name, 0):g} points.")
        if s.surrendered:
            lines.append(f"Surrendered: {', '.join(s.surrendered)}.")
        return lines

    def inquire(self, s: TrcState, topic: str, args: list[str]) -> list[str]:
        """An answer in plain lines; BadOrder if the question cannot be read."""
        return _ANSWERS[topic](self.game, s, args)
