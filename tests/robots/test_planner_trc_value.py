"""What the searcher of The Russian Campaign thinks of a position, and the plans that it compares."""

import time

import pytest
from trc_scenes import BOARD, FAR, TEN_HEXES_OFF, TRC, E, layer_of, scene

from hexfront.engine.order import DONE
from hexfront.games.trc.counters import AXIS, RUSSIAN
from hexfront.games.trc.state import (
    AXIS_MOVES,
    POOL,
    RUSSIAN_MOVES,
    TrcState,
)
from hexfront.robots.planner import Style
from hexfront.robots.trc.planner.explain import where
from hexfront.robots.weights import load, ranges


def test_value_likes_what_wins() -> None:
    """More units and more cities are better; a side's gain is the other's loss; and it is quick."""
    layer, s = layer_of(), TRC.start("barbarossa", "value")
    for _ in range(2):
        TRC.play(s, "default")
        TRC.play(s, DONE)
    assert isinstance(s, TrcState)
    even = layer.value(s, AXIS)
    assert layer.value(s, RUSSIAN) == pytest.approx(-even)
    weak = s.copy()
    for name in ("24Pz", "39Pz", "47Pz", "3Pz"):
        weak.put(E.by_name[name], POOL)
    assert layer.value(weak, AXIS) < even - 0.5
    rich = s.copy()
    rich.axis_places |= BOARD.hex_of("Kiev") | BOARD.hex_of("Smolensk")
    assert layer.value(rich, AXIS) > even
    won = s.copy()
    won.winner = AXIS
    assert TRC.result(won).margin > layer.value(won, AXIS) > layer.value(rich, AXIS) + 10
    begin = time.perf_counter()
    for _ in range(20):
        layer.value(s, AXIS)
    assert (time.perf_counter() - begin) / 20 < 0.02


def test_a_try_is_charged_with_the_war_that_may_be_lost() -> None:
    """Whatever came of it: Moscow lay open before the reply. If it lies open afterwards, that is the Axis's gain."""
    layer = layer_of()
    bare, _ = scene(FAR | TEN_HEXES_OFF, AXIS_MOVES[0], 3)
    held, _ = scene(FAR | TEN_HEXES_OFF | dict.fromkeys(("20A", "16A"), "Moscow"), AXIS_MOVES[0], 3)
    after, _ = scene(FAR | TEN_HEXES_OFF, RUSSIAN_MOVES[0], 3)
    assert layer.judge(bare, after, RUSSIAN) < layer.judge(held, after, RUSSIAN) - 2
    assert layer.judge(held, after, RUSSIAN) <= layer.judge(None, after, RUSSIAN) == layer.value(after, RUSSIAN)
    late, _ = scene(FAR | TEN_HEXES_OFF, AXIS_MOVES[0], 8)
    hope = [layer.judge(after, each, AXIS) - layer.value(each, AXIS) for each in (bare, held, late)]
    assert hope[0] > hope[1] >= hope[2] == 0


def test_value_fears_sudden_death() -> None:
    """25.2: who holds none of its cities has nearly lost when it is due; two of them are safe enough."""
    layer, worth = layer_of(), {}
    for turn in (2, 4, 5, 6):
        s, _ = scene(FAR, AXIS_MOVES[0], turn)
        for cities in ((), ("Kiev",), ("Kiev", "Kharkov")):
            s.axis_places = BOARD.hex_of("Warsaw")
            for city in cities:
                s.axis_places |= BOARD.hex_of(city)
            worth[turn, len(cities)] = layer.value(s, AXIS)
    gain = {turn: worth[turn, 1] - worth[turn, 0] for turn in (2, 4, 5, 6)}
    assert gain[5] > gain[4] > gain[2] > gain[6] > 0, gain
    assert worth[5, 2] - worth[5, 1] > worth[6, 2] - worth[6, 1] > 0


def test_without_stalin_moscow_is_the_war() -> None:
    """25.1.1: his end is worth the more the likelier the Axis gets Moscow."""
    layer, gain = layer_of(), []
    for panzers in (TEN_HEXES_OFF, dict.fromkeys(TEN_HEXES_OFF, "0929") | {"20A": "Moscow", "16A": "Moscow"}):
        s, _ = scene(FAR | panzers, RUSSIAN_MOVES[0], 8)
        alive = layer.value(s, AXIS)
        s.put(E.by_name["Stalin"], POOL)
        gain.append(layer.value(s, AXIS) - alive)
    assert gain[0] > gain[1] > 0 and gain[0] > 2, gain


def test_styles_are_other_ways_to_play() -> None:
    s, ask = scene(FAR | {"20A": "1321", "24Pz": "1425", "39Pz": "1425", "7Inf": "1323"}, AXIS_MOVES[0])
    found = layer_of().styles(s, ask)
    assert 8 <= len(found) <= 16
    assert len({style.name for style in found}) == len(found)
    target = BOARD.grid.hex("1321")
    assert next(style.name for style in found if target in style.avoid) == f"not {where(BOARD, target)}"
    shy = layer_of(Style("shy", avoid=(target,))).draft(s, ask)
    assert not any("1321" in word for word in shy.words)
    for style in found:
        layer_of(style)  # all names that it multiplies are weights


def test_weights_have_ranges_around_them() -> None:
    weights = load(TRC)
    for name, (low, high) in ranges(TRC).items():
        assert low <= weights[name] <= high, name
