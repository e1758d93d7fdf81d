"""Robots for tests of the table: some that tell what they mean to do, and one that does not keep its time.

They are registered in this process and, by `begin`, in the processes in which a server lets robots think.
"""

from __future__ import annotations

import contextlib
import json
import sqlite3
import time
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from hexfront.engine.game import Ask
from hexfront.engine.order import DONE, Order
from hexfront.engine.state import State
from hexfront.grid.bits import members
from hexfront.robots import ROBOTS, Arrow, Plan
from hexfront.robots.random import RandomPlayer
from hexfront.server.thinking import thoughts

if TYPE_CHECKING:
    from live import Server

SECRET = "the secret of turn"


class Plotter(RandomPlayer):
    """Ends every phase as soon as it may, and has a plan for each; the same seed has the same plans."""

    title = "Plotter: tells what it wants"

    def choose(self, view: State, ask: Ask[Any]) -> Order:
        key = (view.turn, ask.name)
        if self.plan is None or (self.plan.turn, self.plan.step) != key:
            first, second, *_ = members(self.game.grid.all)
            arrows = (Arrow(first, second, "attack"), Arrow(first, second, "attack"), Arrow(-1, first, "move"))
            self.plan = Plan(ask.side, view.turn, ask.name, (f"{SECRET} {view.turn}, {ask.name}",), arrows)
        return DONE if DONE in ask else ask.sample(self.rng)


class Plodder(Plotter):
    """Hands over its orders one by one, all by the plan with which the phase began."""

    title = "Plodder: one order at a time"

    def choose(self, view: State, ask: Ask[Any]) -> Order:
        super().choose(view, ask)
        time.sleep(1.2 * thoughts.MOMENT)
        return ask.sample(self.rng)


class Patient(Plotter):
    """Thinks for a while at its first order of a phase, as a searcher does."""

    title = "Patient: thinks for a while"
    seconds = 2.0
    pause: ClassVar[float] = 1.2

    def choose(self, view: State, ask: Ask[Any]) -> Order:
        before = self.plan
        order = super().choose(view, ask)
        if self.plan is not before:
            time.sleep(self.pause)
        return order


class Sleeper(Patient):
    """Falls asleep over its first plan, and never wakes up."""

    title = "Sleeper: does not keep its time"
    seconds = 0.5
    pause = 600.0


def register() -> None:
    """Let them be found by their names."""
    ROBOTS.update({name: f"plotters:{name.title()}" for name in ("plotter", "plodder", "patient", "sleeper")})


def begin(nice: int = 0) -> None:
    """What a robot's process does first; here it learns of these as well."""
    thoughts.begin(nice)
    register()


def put_plan(
    server: Server,
    game: str,
    number: int,
    side: str,
    words: str,
    arrows: Sequence[tuple[str, str, str]] = (("0101", "0102", "move"),),
) -> None:
    """A plan, straight into the database of a running server."""
    plain = [dict(zip(("start", "end", "kind"), arrow, strict=True)) for arrow in arrows]
    row = (game, number, side, 1, "some step", json.dumps([words]), json.dumps(plain))
    with contextlib.closing(sqlite3.connect(server.db.partition(":///")[2], timeout=10)) as file:
        file.execute("INSERT INTO plan (game_id, number, side, turn, step, words, arrows) VALUES (?,?,?,?,?,?,?)", row)
        file.commit()
