"""A tiny but whole game, for the tests of the engine: two units a side, hidden strengths, dice, and one duty.

Red hunts blue over a board of 6 by 6 hexes. Each side moves, then attacks. A blue counter lies face down
until its first combat. A unit that is hit goes back one hex, its owner says where, or dies if there is none.
"""

import pathlib
import random
from collections.abc import Iterator
from typing import Any

from hexfront.engine import dice
from hexfront.engine.errors import BadData, Refused
from hexfront.engine.game import Done, Game, Result, Step, Verb
from hexfront.engine.lexicon import Lexicon
from hexfront.engine.manifest import BoardSheet, EditionCard, Look, Manifest
from hexfront.engine.order import DONE, Order
from hexfront.engine.questions import Questions
from hexfront.engine.slots import Form, Hex, Hexes, Route, Units
from hexfront.engine.state import Duty, State
from hexfront.grid import Numbering, grid_of

GRID = grid_of(Numbering("flat", 6, 6))
NAMES = ["1Red", "2Red", "1Blue", "2Blue"]
SIDE = (0, 0, 1, 1)
DEAD = -1
HIDDEN = 0


class TinyState(State):
    """Where the four units are, how strong, who is face down, and who has acted."""

    places: list[int] = []
    strength: list[int] = []
    down: int = 0  # set of the units that lie face down
    acted: int = 0
    length: int = 3

    def hex_of(self, unit: int) -> int:
        return self.places[unit]

    def stack(self, place: int, side: int) -> tuple[int, ...]:
        return tuple(u for u, p in enumerate(self.places) if p == place and SIDE[u] == side)


def touching(place: int) -> list[int]:
    """The hexes round a hex."""
    return [n for n in GRID.neighbours[place] if n >= 0]


def free(s: TinyState, place: int) -> bool:
    """Is there nobody in this hex?"""
    return place not in s.places


class Move(Verb[TinyState]):
    """One unit goes one or two hexes."""

    name, form, rule = "move", Form(Units(), Route()), "2.1"

    def __init__(self, side: int) -> None:
        self.side = side

    def offers(self, s: TinyState) -> Iterator[Order]:
        for unit, place in enumerate(s.places):
            if SIDE[unit] == self.side and place != DEAD and not s.acted >> unit & 1:
                for near in touching(place):
                    if free(s, near):
                        yield Order("move", (unit,), (place, near))

    def check(self, s: TinyState, order: Order) -> None:
        if len(order.units) != 1:
            raise Refused("2.1", "units move one by one")
        (unit,) = order.units
        if SIDE[unit] != self.side or s.places[unit] == DEAD:
            raise Refused("2.1", f"{NAMES[unit]} is not yours to move")
        if s.acted >> unit & 1:
            raise Refused("2.2", f"{NAMES[unit]} has moved already")
        if len(order.path) != 2 or order.path[0] != s.places[unit] or order.path[1] not in touching(order.path[0]):
            raise Refused("2.1", f"{NAMES[unit]} moves one hex from where it stands")
        if not free(s, order.path[1]):
            raise Refused("2.3", f"{GRID.label(order.path[1])} is taken")

    def complete(self, s: TinyState, order: Order) -> Order:
        if len(order.path) == 1 and order.units:
            return Order("move", order.units, (s.places[order.units[0]], *order.path))
        return order

    def do(self, s: TinyState, order: Order) -> None:
        (unit,) = order.units
        s.places[unit] = order.path[-1]
        s.acted |= 1 << unit
        s.say("2.1", "{unit} goes to {hex}", unit=unit, hex=order.path[-1])


class Attack(Verb[TinyState]):
    """One unit attacks a neighbour: the die and its strength against the defender's."""

    name, form, rule = "attack", Form(Units(), Hexes()), "3.1"

    def __init__(self, side: int) -> None:
        self.side = side

    def offers(self, s: TinyState) -> Iterator[Order]:
        for unit, place in enumerate(s.places):
            for near in touching(place) if place != DEAD else []:
                order = Order("attack", (unit,), (), (near,))
                try:
                    self.check(s, order)
                except Refused:
                    continue
                yield order

    def check(self, s: TinyState, order: Order) -> None:
        unit = order.units[0]
        if len(order.units) != 1 or SIDE[unit] != self.side or s.places[unit] == DEAD:
            raise Refused("3.1", "one unit of yours attacks at a time")
        if s.acted >> unit & 1:
            raise Refused("3.2", f"{NAMES[unit]} has attacked already")
        if len(order.at) != 1 or order.at[0] not in touching(s.places[unit]) or free(s, order.at[0]):
            raise Refused("3.1", f"{NAMES[unit]} touches no enemy there")
        if SIDE[s.places.index(order.at[0])] == self.side:
            raise Refused("3.1", "that is a friend")

    def do(self, s: TinyState, order: Order) -> None:
        unit, target = order.units[0], s.places.index(order.at[0])
        s.acted |= 1 << unit
        for one in (unit, target):
            if s.down >> one & 1:
                s.down &= ~(1 << one)
                s.shown += 1
                s.say("4.1", "{unit} has a strength of {strength}", unit=one, strength=s.strength[one])
        face = dice.roll(s)
        bonus = 1 if "3.9" in s.options else 0
        hit = face + s.strength[unit] + bonus > 3 + s.strength[target]
        s.say(
            "3.1",
            "{unit} attacks {hex}: die {die}",
            "D" if hit else "-",
            unit=unit,
            hex=order.at[0],
            die=face,
        )
        if hit:
            s.owed.append(Duty("retreat", SIDE[target], (target,)))


class Retreat(Verb[TinyState]):
    """The unit that was hit goes back one hex."""

    name, form, rule = "retreat", Form(Units(), Hex()), "3.5"

    def offers(self, s: TinyState) -> Iterator[Order]:
        unit = s.owed[-1].units[0]
        for near in touching(s.places[unit]):
            if free(s, near):
                yield Order("retreat", (unit,), (), (near,))

    def check(self, s: TinyState, order: Order) -> None:
        if order not in self.offers(s):
            raise Refused("3.5", "a unit that was hit goes back one hex, into an empty one")

    def do(self, s: TinyState, order: Order) -> None:
        s.places[order.units[0]] = order.at[0]
        s.owed.pop()


class Show(Verb[TinyState]):
    """Blue turns a counter of his own face up, to frighten."""

    name, form, rule = "show", Form(Units()), "4.2"

    def offers(self, s: TinyState) -> Iterator[Order]:
        for unit in (2, 3):
            if s.down >> unit & 1 and s.places[unit] != DEAD:
                yield Order("show", (unit,))

    def check(self, s: TinyState, order: Order) -> None:
        if order not in self.offers(s):
            raise Refused("4.2", "only a counter that lies face down can be shown")

    def do(self, s: TinyState, order: Order) -> None:
        s.down &= ~(1 << order.units[0])
        s.shown += 1


class Phase(Step[TinyState]):
    """A side's movement or combat."""

    def __init__(self, side: int, kind: str, rule: str, verbs: list[Verb[TinyState]]) -> None:
        name = ("red", "blue")[side]
        self.name, self.rule, self.title = f"{name} {kind}", rule, f"{name.capitalize()} {kind}"
        self.prompt = f"{kind} for {name}; done ends it"
        self.verbs = {verb.name: verb for verb in [*verbs, Done()]}
        self._side = side

    def side(self, s: TinyState) -> int:
        return self._side

    def begin(self, s: TinyState) -> None:
        s.acted = 0


class RetreatDuty(Step[TinyState]):
    """The owner of a unit that was hit says where it goes; with nowhere to go it dies."""

    name, rule, title, prompt = "retreat", "3.5", "Retreat", "say where the unit goes back to"

    def __init__(self) -> None:
        self.verbs = {"retreat": Retreat()}

    def side(self, s: TinyState) -> int:
        return s.owed[-1].side

    def pending(self, s: TinyState) -> bool:
        return any(True for _ in self.verbs["retreat"].offers(s))

    def end(self, s: TinyState) -> None:
        unit = s.owed.pop().units[0]
        s.places[unit] = DEAD
        s.say("3.6", "{unit} has nowhere to go and is lost", "X", unit=unit)


MANIFEST = Manifest(
    id="tiny",
    title="Tiny War",
    sides=("red", "blue"),
    editions=(EditionCard("tiny", "Tiny War", "tiny:made"),),
    board=BoardSheet(GRID.numbering, pathlib.Path(__file__).parent),
    look=Look(1, 1),
)


class TinyQuestions(Questions[TinyState]):
    """What Tiny War can be asked."""

    topics = {"hex": "hex HEX: who is there", "where": "where UNIT: where it stands"}

    def status(self, s: TinyState) -> list[str]:
        """What a player sees at a glance."""
        return [f"Points: red {self.game.result(s).points['red']:g}, blue {self.game.result(s).points['blue']:g}."]

    def inquire(self, s: TinyState, topic: str, args: list[str]) -> list[str]:
        """Answers about hexes and units."""
        if not args:
            raise BadData(f"say it like this: {self.topics[topic]}")
        if topic == "where":
            found = self.game.lexicon.find(args[0])
            if found is None:
                raise self.game.lexicon.unknown(args[0])
            return [f"{NAMES[u]} is in {GRID.label(s.places[u])}, strength {s.strength[u]}." for u in found]
        place = GRID.hex(args[0])
        return [", ".join(NAMES[u] for u in (*s.stack(place, 0), *s.stack(place, 1))) or "empty"]


class Tiny(Game[TinyState]):
    """The game."""

    manifest, id, sides, order_rule = MANIFEST, MANIFEST.id, ("red", "blue"), "1.1"

    def __init__(self) -> None:
        self.grid = GRID
        self.lexicon = Lexicon(NAMES, {"Reds": (0, 1)})
        self.prelude: list[Step[TinyState]] = []
        self.sequence: list[Step[TinyState]] = [
            Phase(0, "movement", "2.1", [Move(0)]),
            Phase(0, "combat", "3.1", [Attack(0)]),
            Phase(1, "movement", "2.1", [Move(1), Show()]),
            Phase(1, "combat", "3.1", [Attack(1)]),
        ]
        self.duties = {"retreat": RetreatDuty()}
        self.prepare(questions=TinyQuestions)

    def scenarios(self) -> list[dict[str, Any]]:
        return [{"id": "duel", "title": "Duel", "turns": 3}, {"id": "long", "title": "Long duel", "turns": 6}]

    def options(self) -> list[dict[str, str]]:
        return [{"rule": "3.9", "title": "Artillery"}]

    def blank(self, scenario: str, seed: object, options: tuple[str, ...]) -> TinyState:
        return TinyState(scenario=scenario, options=options, seed=str(seed), length=6 if scenario == "long" else 3)

    def deal(self, state: TinyState) -> None:
        state.places = [GRID.hex(label) for label in ("0302", "0404", "0303", "0405")]
        cup = [1, 3]
        dice.shuffle(state, cup)
        state.strength, state.down = [2, 2, *cup], 0b1100

    def load(self, data: bytes) -> TinyState:
        return TinyState.from_json(data, lambda s: None)

    def view(self, state: TinyState, side: str) -> TinyState:
        s = state.copy()
        s.seed = ""
        if side == "red":
            s.strength = [HIDDEN if s.down >> u & 1 else value for u, value in enumerate(s.strength)]
        return s

    def shuffle_hidden(self, state: TinyState, side: str, rng: random.Random) -> TinyState:
        s = state.copy()
        if side == "red":
            deal = sorted({1, 3} - {value for u, value in enumerate(s.strength) if u > 1 and not s.down >> u & 1})
            rng.shuffle(deal)
            for unit in (2, 3):
                s.strength[unit] = deal.pop() if s.down >> unit & 1 else s.strength[unit]
        return s

    def over(self, state: TinyState) -> bool:
        return state.turn > state.length or any(self._gone(state, side) for side in (0, 1))

    def _gone(self, s: TinyState, side: int) -> bool:
        return all(place == DEAD for u, place in enumerate(s.places) if SIDE[u] == side)

    def result(self, state: TinyState) -> Result:
        red, blue = (sum(p == DEAD for u, p in enumerate(state.places) if SIDE[u] != side) for side in (0, 1))
        winner = "red" if red > blue else "blue" if blue > red else ""
        level = "Draw" if red == blue else "Victory"
        return Result(winner, level, {"red": red, "blue": blue}, red - blue)

    def audit(self, state: TinyState) -> list[str]:
        alive = [p for p in state.places if p != DEAD]
        return ["two units in one hex"] if len(set(alive)) < len(alive) else []


_GAME = Tiny()


def made() -> Tiny:
    """This game, as its manifest names it."""
    return _GAME


def lookup(name: str) -> Tiny:
    """Finds this game, as the registry finds the others."""
    if name != "tiny":
        raise BadData(f"there is no game {name!r}; there is tiny")
    return _GAME


__all__ = ["DONE", "Result", "Tiny", "TinyState", "lookup"]
