"""Panzergruppe Guderian: how fast the whole engine plays, copies and traces supply."""

from __future__ import annotations

import random
import time
from collections.abc import Iterable
from functools import cache

import hexfront
from bench import Bench, Row, seconds, times
from hexfront.games.pgg.state import PggState
from hexfront.games.pgg.supply import Lines
from hexfront.games.pgg.zones import zone
from hexfront.grid import members

GAMES = 12


@cache
def played() -> tuple[int, float]:
    """Orders and seconds of some whole random games: ask, sample, play with all checks."""
    game = hexfront.game("pgg")
    orders, start = 0, time.perf_counter()
    for seed in range(GAMES):
        state, rng = game.start(seed=seed), random.Random(seed)
        while ask := game.ask(state):
            game.play(state, ask.sample(rng))
            orders += 1
    return orders, time.perf_counter() - start


@cache
def middle() -> PggState:
    """A position in the middle of a random game, with most units on the board."""
    game = hexfront.game("pgg")
    state, rng = game.start(seed=3), random.Random(3)
    while (ask := game.ask(state)) and state.turn < 6:
        game.play(state, ask.sample(rng))
    return state  # type: ignore[no-any-return]


def orders_a_second() -> Row:
    """Random legal orders: ask + sample + play, one core."""
    orders, took = played()
    return Row("pgg: random orders a second, ask + sample + play", orders / took, "/s", 10_000)


def whole_game() -> Row:
    """A whole random game."""
    return Row("pgg: a whole random game", played()[1] / GAMES, "s", 0.5, "lower")


def copy() -> Row:
    """Copy of a state."""
    state = middle()
    return Row("pgg: copy of a state", 1e6 * seconds(state.copy), "us", 30, "lower")


def supply() -> Row:
    """Soviet supply of the whole board, by masks and by dict searches over the same facts."""
    state = middle()
    plain, ours = times(lambda: plain_supply(state), lambda: Lines(state).command)
    return Row("pgg: Soviet supply, mask against dict", plain / ours, "x", 10)


def zones() -> Row:
    """Zones of all Soviet units, by mask and by dict."""
    state = middle()
    plain, ours = times(lambda: plain_zone(state, 1), lambda: zone(state, 1))
    return Row("pgg: zones of one side, mask against dict", plain / ours, "x", 10)


def plain_zone(state: PggState, side: int) -> set[int]:
    """Zones with sets, unit by unit."""
    near, lakes = state.board.neighbours, set(members(state.board.lake))
    return {
        h
        for place in members(state.held_by[side])
        if not all(state.disrupted >> u & 1 for u in state.stacks[place])
        for h in near[place]
        if h >= 0 and h not in lakes
    }


def plain_supply(state: PggState) -> set[int]:
    """Hexes within the radius of a leader who has a line east, by breadth-first searches."""
    german, own = set(members(state.held_by[0])), set(members(state.held_by[1]))
    closed = german | (plain_zone(state, 0) - own) | set(members(state.board.lake))
    swamp = set(members(state.board.swamp))
    grid = state.board.grid
    east = plain_search(state, [h for h in members(grid.east) if h not in closed], closed, swamp, 10_000)
    found: set[int] = set()
    for leader in state.edition.leaders:
        place = state.where[leader]
        if place >= 0 and not state.disrupted >> leader & 1 and place in east:
            found |= plain_search(state, [place], closed, swamp, state.edition.rating[leader])
    return found


def plain_search(state: PggState, start: Iterable[int], closed: set[int], swamp: set[int], far: int) -> set[int]:
    """All hexes to which a line of so many hexes leads."""
    distance = dict.fromkeys(start, 0)
    queue = list(distance)
    for h in queue:
        if distance[h] == far or (h in swamp and distance[h]):
            continue
        for n in state.board.neighbours[h]:
            if n >= 0 and n not in closed and n not in distance:
                distance[n] = distance[h] + 1
                queue.append(n)
    return set(distance)


BENCHES: list[Bench] = [orders_a_second, whole_game, copy, supply, zones]
