"""Listing every order of a decision, which a bot or a learner does first: at fixed positions of random games."""

from __future__ import annotations

import random
import time
from functools import cache

import hexfront
from bench import Bench, Row

GAMES, APART = 4, 70  # decisions from one position to the next


@cache
def listed(name: str) -> list[float]:
    """The milliseconds that each list takes, the best of three, sorted."""
    game, found = hexfront.game(name), []
    for seed in range(GAMES):
        state, rng, decisions = game.start(seed=seed), random.Random(seed), 0
        while ask := game.ask(state):
            if decisions % APART == 0:
                spans = []
                for _ in range(3):
                    start = time.perf_counter()
                    list(ask)
                    spans.append(1e3 * (time.perf_counter() - start))
                found.append(min(spans))
            game.play(state, ask.sample(rng))
            decisions += 1
    return sorted(found)


def row(name: str, percent: int, target: float) -> Row:
    """The time that so many of a hundred lists keep to."""
    spans = listed(name)
    return Row(f"{name}: list(ask), p{percent}", spans[percent * (len(spans) - 1) // 100], "ms", target, "lower")


def pgg_median() -> Row:
    """Half of the decisions of pgg."""
    return row("pgg", 50, 10)


def pgg_slow() -> Row:
    """All but one of twenty."""
    return row("pgg", 95, 50)


def trc_median() -> Row:
    """Half of the decisions of trc."""
    return row("trc", 50, 5)


def trc_slow() -> Row:
    """All but one of twenty."""
    return row("trc", 95, 40)


BENCHES: list[Bench] = [pgg_median, pgg_slow, trc_median, trc_slow]
