"""One game watched: what a study keeps of it while two robots play.

Ground changes hands when units of a side are nearer to it than any of the other's, and not further than a short march
(REACH); what nobody is near to stays with whoever had it last. That is how people read a front line off a board, and it
asks nothing of a game but where its units stand.
"""

import time
from typing import Any

import msgspec

from hexfront.engine.errors import HexfrontError
from hexfront.engine.game import Game, Result
from hexfront.engine.order import Order
from hexfront.engine.session import whereabouts
from hexfront.engine.state import Event, State
from hexfront.grid import Grid
from hexfront.lab.sim import Task
from hexfront.mechanics.boardmap import BoardMap
from hexfront.robots import decide, player

REACH = 3  # hexes within which units make ground their own


class City(msgspec.Struct, frozen=True, array_like=True):
    """Who holds a place at the end of a turn; the turn before the first stands for the start."""

    turn: int
    city: str
    holder: str


class Front(msgspec.Struct, frozen=True, array_like=True):
    """The board at the end of a turn, as masks: where each side has units, and which ground is whose."""

    turn: int
    units: tuple[int, int]
    ground: tuple[int, int]


class Lost(msgspec.Struct, frozen=True, array_like=True):
    """A unit or a step that a side lost."""

    turn: int
    side: str
    unit: str
    how: str
    rule: str


class Fought(msgspec.Struct, frozen=True, array_like=True):
    """A battle: who attacked, in which phase and by which order, on which column, with what result."""

    turn: int
    side: str
    phase: str
    order: str
    column: str
    result: str


class GameRows(msgspec.Struct):
    """All that a study keeps of one game. `why` is empty when it was played to its end."""

    seed: str
    first: int = 1  # the turn in which it began
    last: int = 1  # and the one in which it ended
    orders: int = 0
    seconds: float = 0.0
    result: Result | None = None
    why: str = ""
    turns: dict[int, str] = {}  # as people call them
    cities: list[City] = []
    front: list[Front] = []
    losses: list[Lost] = []
    battles: list[Fought] = []


def watch(task: Task) -> GameRows:
    """Play one game to its end and tell what happened in it, or why it could not be played on."""
    begin = time.perf_counter()
    rows = GameRows(task.seed)
    try:
        _Watch(task, rows).play()
    except HexfrontError as error:
        rows.why = str(error)
    except Exception as error:
        rows.why = whereabouts(error)
    rows.seconds = time.perf_counter() - begin
    return rows


class _Watch:
    """A game under way and the rows it has given so far."""

    def __init__(self, task: Task, rows: GameRows) -> None:
        self.limit, self.rows = task.limit, rows
        self.game: Game[Any] = task.lookup(task.game)
        self.state: State = self.game.start(task.scenario, task.seed, task.options, self.game.sides)
        seats = zip(self.game.sides, task.players, strict=True)
        self.robots = {side: player(name, self.game, f"{task.seed} {side}") for side, name in seats}
        self.land = land_of(self.game)
        self.ground = (0, 0)

    def play(self) -> None:
        game, state, rows = self.game, self.state, self.rows
        rows.first = rows.last = state.turn
        self._count_cities(rows.first - 1)
        while ask := game.ask(state):
            if rows.orders == self.limit:
                raise HexfrontError(f"no end after {self.limit} orders")
            rows.last, step, name = state.turn, state.step, game.desk.turn_name(state)
            if not any(self.ground) and step >= len(game.prelude):
                self.ground = self._begin()
            order = decide(game, state, ask, self.robots[ask.side])
            events = game.play(state, order, ask.side)
            rows.orders += 1
            self._listen(events, ask.side, game.steps[step].name, order)
            if state.step != step or game.over(state):
                self._march()
            if state.turn != rows.last or game.over(state):
                rows.turns[rows.last] = name
                self._count_cities(rows.last)
                self._look(rows.last)
        wrong = game.audit(state)
        if wrong:
            raise HexfrontError(f"at the end: {'; '.join(wrong)}")
        rows.result = game.result(state)

    def _listen(self, events: list[Event], side: str, phase: str, order: Order) -> None:
        """What the log tells of losses and battles. Whoever gave the order is the one who attacks."""
        rows = self.rows
        for event in events:
            if loss := self.game.studies.loss(event):
                rows.losses.append(Lost(rows.last, loss.side, loss.unit, loss.how, event.rule))
            if clash := self.game.studies.clash(event):
                rows.battles.append(Fought(rows.last, side, phase, order.verb, clash.column, clash.result))

    def _count_cities(self, turn: int) -> None:
        self.rows.cities += [City(turn, city, holder) for city, holder in self.game.studies.holders(self.state).items()]

    def _begin(self) -> tuple[int, int]:
        """The ground of each side after the set-up: nearer to its units, or to a place that it holds without any."""
        places = places_of(self.game)
        held = list(self.state.occupied())
        for city, side in self.game.studies.holders(self.state).items():
            if side:
                number = self.game.sides.index(side)
                held[number] |= places.get(city, 0) & ~held[1 - number]
        return nearer(self.game.grid, self.land, (held[0], held[1]))

    def _march(self) -> None:
        """At the end of a phase: what ground has changed hands?"""
        if not any(self.ground):
            return
        taken = nearer(self.game.grid, self.land, self.state.occupied(), REACH)
        old = self.ground
        self.ground = old[0] & ~taken[1] | taken[0], old[1] & ~taken[0] | taken[1]

    def _look(self, turn: int) -> None:
        units = self.state.occupied()
        if any(units):
            self.rows.front.append(Front(turn, units, self.ground))


def land_of(game: Game[Any]) -> int:
    """The hexes that a side can have: the land of the board, or all of it where a game has no map."""
    board = game.board
    return board.land if isinstance(board, BoardMap) else game.grid.all


def places_of(game: Game[Any]) -> dict[str, int]:
    """The hexes of each named place of the board."""
    board = game.board
    return {place.name: place.hexes for place in board.places} if isinstance(board, BoardMap) else {}


def nearer(grid: Grid, land: int, units: tuple[int, int], most: int = 999) -> tuple[int, int]:
    """The ground that is nearer to the units of each side than to the other's, and at most so many hexes away."""
    mine, free = list(units), land & ~units[0] & ~units[1]
    for _ in range(most):
        waves = [grid.around(held) & free for held in mine]
        if not any(waves):
            break
        mine = [held | wave & ~other for held, wave, other in zip(mine, waves, reversed(waves), strict=True)]
        free &= ~(waves[0] | waves[1])
    return mine[0], mine[1]
