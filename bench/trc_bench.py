"""The Russian Campaign: how fast the engine plays it, how fast it answers what combat is owed, and a whole war."""

from __future__ import annotations

import random
import statistics
import time
from functools import cache
from itertools import cycle

import hexfront
from bench import Bench, Row, seconds
from hexfront.games.trc.combat.mandatory import Duties, in_enemy_zone
from hexfront.games.trc.editions import first
from hexfront.games.trc.state import TrcState
from hexfront.grid import members
from hexfront.lab.sim import simulate

E = first()

GAMES = 4
FIGHTERS = ("armour", "infantry", "motorized", "mountain", "cavalry")


@cache
def played() -> tuple[int, float]:
    """Orders and seconds of some whole random games of each scenario: ask, sample, play with all checks."""
    game = hexfront.game("trc")
    orders, start = 0, time.perf_counter()
    for scenario in game.scenarios():
        for seed in range(GAMES):
            state, rng = game.start(scenario["id"], seed), random.Random(seed)
            while ask := game.ask(state):
                game.play(state, ask.sample(rng))
                orders += 1
    return orders, time.perf_counter() - start


def orders_a_second() -> Row:
    """Random legal orders: ask + sample + play, one core."""
    orders, took = played()
    return Row("trc: random orders a second, ask + sample + play", orders / took, "/s", 6_000)


@cache
def late_war() -> TrcState:
    """The front of 1943 with both sides hex to hex along it: sixty Axis units stand in Russian zones."""
    game, board = hexfront.game("trc"), E.board
    state = game.blank("zitadelle", "bench")
    west = board.areas["zitadelle-axis"] & board.land
    line = [board.grid.spread(land, board.zones) & ~land for land in (board.land & ~west, west)]
    for side, many in ((0, 60), (1, 70)):
        places = cycle(members(line[side]))
        fighters = [u for u in members(E.of_side[side]) if E.units[u].type in FIGHTERS]
        for unit in fighters[:many]:
            state.put(unit, next(places))
    state.put(E.by_name["STAVKA"], board.city["Moscow"])
    state.step, state.turn, state.stage = E.first_moves[0], 13, 1
    assert in_enemy_zone(state).bit_count() == 60
    return state  # type: ignore[no-any-return]


def mandatory_check() -> Row:
    """Are all attacks possible? The median over the position with one unit after the other taken away."""
    times = []
    for unit in members(in_enemy_zone(late_war())):
        state = late_war().copy()
        state.put(unit, -1)
        start = time.perf_counter()
        assert isinstance(Duties(state, combat=False).possible, bool)
        times.append(time.perf_counter() - start)
    return Row("trc: mandatory combat, 60 units in zones, median", 1e3 * statistics.median(times), "ms", 1.0, "lower")


def copy() -> Row:
    """Copy of a state."""
    return Row("trc: copy of a state", 1e6 * seconds(late_war().copy), "us", 30, "lower")


def whole_war() -> Row:
    """A whole campaign between greedy players."""
    start = time.perf_counter()
    found = simulate("trc", ("greedy", "greedy"), 1, "bench", scenario="campaign", jobs=1)
    assert not found["failures"]
    return Row("trc: a campaign between greedy players", time.perf_counter() - start, "s", 60, "lower")


BENCHES: list[Bench] = [orders_a_second, mandatory_check, copy, whole_war]
