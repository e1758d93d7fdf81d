"""How a robot thinks in a process of its own: a position goes in, orders and plans come out.

What is in here runs in the robots' processes; `robots` in the server sends the thoughts and plays the orders.
"""

import logging
import os
import random
import signal
import time
from collections import OrderedDict
from typing import Any

import msgspec

from hexfront import games
from hexfront.engine.game import Ask, Game
from hexfront.engine.order import Order
from hexfront.engine.state import State
from hexfront.robots import Plan, Player, decide, player
from hexfront.server.processes import follow_parent

LOG = logging.getLogger("hexfront.server")
MOMENT = 0.15  # seconds after which a robot hands over the orders that it has
KEPT = 50  # robots that a process remembers with their plans


class Thought(msgspec.Struct, frozen=True):
    """A position to think about, as it is sent to another process."""

    game_id: str
    game: str
    side: str
    robot: str
    seed: str
    state: bytes
    moment: float = MOMENT


class Meant(msgspec.Struct, frozen=True):
    """An order, and the plan by which it is given if that is not the plan of the order before it."""

    order: str
    plan: Plan | None = None


class Thoughts(msgspec.Struct, frozen=True):
    """The orders that a robot gives next, and the seconds that it took to find them."""

    orders: list[Meant]
    seconds: float


_PLAYERS: OrderedDict[tuple[str, str, str], Player] = OrderedDict()


def begin(nice: int = 0) -> None:
    """A robot's process leaves signals from the keyboard to the server, and ends with it."""
    follow_parent()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if nice and hasattr(os, "nice"):
        os.nice(nice)


def warm_up(game: str, robot: str) -> None:
    """Read all that a robot needs to play a game, so that none of its seconds goes by with that."""
    player(robot, games.game(game))


def think(thought: Thought) -> Thoughts:
    """The orders that a robot gives next in this phase, as far as it comes in a moment; at least one."""
    game = games.game(thought.game)
    state = game.load(thought.state)
    robot = _player(thought)
    began = time.monotonic()
    phase = (state.turn, state.step)
    told: Plan | None = None
    orders: list[Meant] = []
    while (ask := game.ask(state)) and ask.side == thought.side and (state.turn, state.step) == phase:
        order = _order(game, state, ask, robot, thought)
        plan = _plan(game, state, ask, robot)
        orders.append(Meant(game.write(order), plan if plan != told else None))
        told = plan
        game.do(state, order)
        if time.monotonic() > began + thought.moment:
            break
    return Thoughts(orders, time.monotonic() - began)


def _order(game: Game[Any], state: State, ask: Ask[Any], robot: Player, thought: Thought) -> Order:
    """A robot that fails at a position plays any legal order there: the game goes on, and the server's log says why."""
    try:
        order = decide(game, state, ask, robot)
        game.check(state, order, ask.side)
    except Exception:
        LOG.exception("the robot %s failed in game %s", thought.robot, thought.game_id)
        return ask.sample(random.Random(f"{thought.seed} {state.hash()}"))
    return order


def _plan(game: Game[Any], state: State, ask: Ask[Any], robot: Player) -> Plan | None:
    """What it wants in this phase; what it wanted in another is no news."""
    plan = robot.plan
    now = plan is not None and plan.turn == state.turn and plan.step in (ask.name, game.steps[state.step].name)
    return plan if now else None


def _player(thought: Thought) -> Player:
    """The robot of this seat; one that has plans keeps them from order to order."""
    key = (thought.game_id, thought.side, thought.robot)
    found = _PLAYERS.get(key)
    if found is None:
        found = _PLAYERS[key] = player(thought.robot, games.game(thought.game), f"{thought.seed} {thought.side}")
        found.clock = True  # a person waits: it keeps to its seconds
        if len(_PLAYERS) > KEPT:
            _PLAYERS.popitem(last=False)
    _PLAYERS.move_to_end(key)
    return found
