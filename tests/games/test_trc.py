"""The Russian Campaign: what cases cannot say, such as names, reach against brute force, and broken files."""

import random
from pathlib import Path
from typing import Any

import pytest

import hexfront
from hexfront.engine.errors import BadData, BadOrder, Refused
from hexfront.engine.order import DONE, Order
from hexfront.games.boards import board_data
from hexfront.games.trc import Trc, data_files, edition, editions
from hexfront.games.trc.board import Board
from hexfront.games.trc.combat import mandatory
from hexfront.games.trc.combat.mandatory import Duties
from hexfront.games.trc.combat.obligations import TooHard, feasible
from hexfront.games.trc.movement import land
from hexfront.games.trc.movement.land import Ground, Move, Reach, check_mover
from hexfront.games.trc.state import TrcState
from hexfront.games.trc.weather import possible, roll_weather
from hexfront.grid import members
from hexfront.mechanics.choices import may

E = editions.first()

GAME: Any = hexfront.game("trc")
SCENARIOS = [scenario["id"] for scenario in GAME.scenarios()]


def set_up(scenario: str, seed: object = 1, options: tuple[str, ...] = ()) -> TrcState:
    """A game after both default set-ups, at its first decision."""
    state: TrcState = GAME.start(scenario, seed, options)
    for _ in (0, 1):
        for order in ("default", "done"):
            GAME.play(state, order)
    return state


def played(scenario: str, seed: object, orders: int) -> TrcState:
    state, rng = set_up(scenario, seed), random.Random(str(seed))
    for _ in range(orders):
        ask = GAME.ask(state)
        if ask is None:
            break
        GAME.play(state, ask.sample(rng))
    return state


# -- names ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("step", "text", "printed"),
    [
        ("russian movement 1", "rail 3A 1809-2319", "rail 3A 1809-2319"),
        ("russian movement 1", "rail 3 Moscow-Kiev", "rail 3A 1809-2319"),
        ("axis movement 1", "sea invade 11 3723", "sea invade 11Inf 3723"),
        ("axis movement 1", "Sea Invade 11 Sevastopol", "sea invade 11Inf 3723"),
        ("axis movement 1", "av 24Pz 39Pz 7 > 1812", "av 24Pz 39Pz 7Inf > 1812"),
        ("russian preparation", "replace 10A at Moscow", "replace 10A at Moscow"),
        ("russian preparation", "replace 10 at 1809", "replace 10A at Moscow"),
        ("russian preparation", "replace 10A", "replace 10A"),
        ("axis combat 1", "attack 1 2 Stuka1 > 1812 1813 at 2-1", "attack 1Inf 2Inf Stuka1 > 1812 1813 at 2-1"),
        ("axis combat 1", "attack 41 Pz > 1812 at 1-3", "attack 41Pz > 1812 at 1-3"),
        ("bidding", "bid -2", "bid -2"),
    ],
)
def test_orders_are_written_as_players_do(step: str, text: str, printed: str) -> None:
    _, state = GAME.bench.arrange(
        {"board": "real", "step": step, "options": ["26.10"]}, ["3A at Moscow", "11Inf at 3024"]
    )
    order = GAME.read(state, text)
    assert GAME.write(order) == printed
    assert GAME.read(state, printed) == order


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("attack 7Inf > 1812 at 3-2", "is not odds"),
        ("rail 7Inf Atlantis", "there is no hex Atlantis"),
        ("sea 7Inf 3723", "there is no order 'sea'"),
        ("replace 7Inf at", "no unit is called 'at'"),
        ("bid many", "is not a number"),
    ],
)
def test_what_cannot_be_read_is_one_sentence(text: str, why: str) -> None:
    _, state = GAME.bench.arrange({"board": "real"}, [])
    with pytest.raises(BadOrder, match=why):
        GAME.read(state, text)


# -- set-up -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_the_default_set_up_is_whole(scenario: str) -> None:
    state = set_up(scenario)
    assert not GAME.audit(state)
    assert state.phase.name not in ("first set-up", "second set-up")


def test_a_set_up_that_breaks_three_rules_is_told_all_three() -> None:
    state = GAME.start("fall-blau", 1)
    GAME.play(state, "place 41Pz 24Pz 39Pz 3Pz 1614")  # too many, the others not placed, and so no line
    with pytest.raises(Refused) as refusal:
        GAME.play(state, "done")
    told = str(refusal.value)
    assert "6.1" in told and "1614" in told  # Smolensk is full
    assert "Hitler" in told  # not placed
    assert "line is not covered" in told and told.count("S.0") >= 2


def test_one_order_with_three_faults_is_told_all_three() -> None:
    state = GAME.start("barbarossa", 1)
    with pytest.raises(Refused) as refusal:
        GAME.play(state, "place 10A 41Pz Stalin 0531")
    told = str(refusal.value)
    assert all(name in told for name in ("10A", "41Pz", "Stalin"))


# -- movement and duties, against plain searches ------------------------------------------------------------


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_reach_is_what_single_steps_can_do(scenario: str) -> None:
    state = played(scenario, "reach", 60)
    while not state.phase.moves or state.owed:
        GAME.play(state, GAME.ask(state).sample(random.Random(5)))
    ground, verb = Ground(state), Move()
    for place in members(state.held_by[state.mover])[:25]:
        for unit in state.stacks[place]:
            if may(check_mover, state, unit):
                found = Reach(state, (unit,), ground)
                assert found.goals == step_by_step(state, verb, unit)
                for goal in members(found.goals)[:12]:
                    verb.check(state, Order("move", (unit,), found.path(goal)))


def step_by_step(state: TrcState, verb: Move, unit: int) -> int:
    """All hexes to which some path is accepted, tried one step after the other."""
    start, goals = state.where[unit], 0
    paths: list[tuple[int, ...]] = [(start,)]
    seen: set[tuple[int, int]] = set()
    while paths:
        way = paths.pop()
        for there in state.board.neighbours[way[-1]]:
            longer = (*way, there)
            if (
                there >= 0
                and (there, len(longer)) not in seen
                and may(verb.check, state, Order("move", (unit,), longer))
            ):
                seen.add((there, len(longer)))
                goals |= 1 << there
                paths.append(longer)
    return goals & ~(1 << start)


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_parts_of_the_front_say_the_same_as_the_whole(scenario: str) -> None:
    from hexfront.games.trc.combat.obligations import Problem, possible

    for seed in range(4):
        state = played(scenario, seed, 120)
        while not state.phase.moves or state.owed:
            GAME.play(state, GAME.ask(state).sample(random.Random(seed)))
        duties = Duties(state, combat=False)
        whole = Problem(tuple(duties.attackers.values()), tuple(duties.defenders.values()), state.edition.weakest)
        assert duties.possible == possible(whole) == (feasible(whole) is not None)


# -- files --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "before", "after", "word"),
    [
        ("charts.toml", '["AE", "AE", "AE", "A1"', '["AE", "AE", "AE", "B1"', "B1"),
        ("charts.toml", '["AR", "C", "EX", "DR", "D1"', '["DS", "C", "EX", "DR", "D1"', "monotone"),
        ("charts.toml", "[stacking]", "[heaps]", "stacking"),
        ("blau.toml", "[default.axis]", "[default.nobody]", "axis"),
        ("blau.toml", '"41Pz"', '"Unknown"', "Unknown"),
        ("blau.toml", "sets_up_first", "sets_up", "sets_up_first"),
    ],
)
def test_broken_files_are_one_sentence(tmp_path: Path, name: str, before: str, after: str, word: str) -> None:
    text = (edition.DATA / name).read_text(encoding="utf-8")
    assert before in text
    (tmp_path / name).write_text(text.replace(before, after), encoding="utf-8")
    with pytest.raises(BadData, match=word) as error:
        editions.read("broken", "Broken", tmp_path)
    assert name in str(error.value) and "\n" not in str(error.value)


def test_a_broken_board_is_one_sentence() -> None:
    data = {**board_data("trc"), "rail": [{"name": "nowhere", "steps": "1809-2319"}]}
    with pytest.raises(BadData, match="nowhere"):
        Board(E.board.grid, data)


def test_unknown_scenario_and_options() -> None:
    with pytest.raises(BadData, match="no scenario 'moon'"):
        GAME.start("moon")
    with pytest.raises(BadData, match="no optional rule '99'"):
        GAME.start("campaign", 1, ["99"])
    with pytest.raises(BadData, match="exclude each other"):
        GAME.start("campaign", 1, ["26.9", "26.94"])


# -- the whole ----------------------------------------------------------------------------------------------


def test_same_seed_same_game() -> None:
    first, second = (played("campaign", "twin", 200) for _ in (0, 1))
    assert first.hash() == second.hash()
    assert first.hash() != played("campaign", "other", 200).hash()


@pytest.mark.parametrize("rule", [f"V.{n}" for n in range(1, 7)])
def test_each_what_if_is_asked_of_its_player_at_its_moment(rule: str) -> None:
    """Random games with everything that a what-if needs: it is asked once, and the game goes on to its end."""
    needs = {"V.2": ("V.1",), "V.4": ("V.1", "V.2")}.get(rule, ())
    scenario = {"V.5": "fall-blau", "V.6": "bagration"}.get(rule, "barbarossa")
    game, asked = Trc(), []
    for seed in range(3):
        state, rng = game.start(scenario, f"{rule}-{seed}", (rule, *needs)), random.Random(seed)
        while ask := game.ask(state):
            if ask.name.startswith("what-if"):
                asked.append((ask.rule, ask.side, state.turn))
                game.play(state, "adopt")
            else:
                game.play(state, ask.sample(rng))
    turns = {"V.1": 1, "V.2": 0, "V.3": 1, "V.4": 4, "V.5": 10, "V.6": 21}
    assert (rule, "russian" if rule == "V.2" else "axis", turns[rule]) in asked


def test_names_are_all_different() -> None:
    assert len({name.lower() for name in E.name}) == len(E.name) == len(E.by_name)


@pytest.mark.parametrize(
    ("turn", "modifier", "options", "kinds"),
    [
        (1, 0, (), {"clear"}),
        (2, 0, (), {"clear", "light mud", "mud"}),
        (3, 1, (), {"mud", "snow"}),
        (3, -2, (), {"clear", "light mud", "mud", "snow"}),
        (3, -2, ("26.3",), {"snow"}),
    ],
)
def test_what_may_come_is_what_the_die_brings(
    turn: int, modifier: int, options: tuple[str, ...], kinds: set[str]
) -> None:
    """4.1, 26.3: the weather that is foretold for the next turn, and what a hundred rolls make of it."""
    s = GAME.start("barbarossa", "weather", options)
    s.turn, s.modifier = turn, modifier
    told = {data_files.WEATHER[kind] for kind in possible(s)}
    rolled = set()
    s.turn += 1
    for _ in range(100):
        s.modifier = modifier
        roll_weather(s)
        rolled.add(data_files.WEATHER[s.weather])
    assert told == rolled == kinds


def test_a_front_too_hard_to_work_out_holds_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever is asked has an order to give, and a duty that nobody knows how to meet does not keep the phase open."""

    def give_up(problem: object) -> None:
        raise TooHard("no answer")

    given = {"step": "axis combat 1"}
    game, state = GAME.bench.arrange(given, ["24Pz at 2016", "39Pz at 1915", "27A at 2015", "13A at 2115"])
    monkeypatch.setattr(mandatory, "feasible", give_up)
    monkeypatch.setattr(mandatory, "_part", mandatory.Part)
    state.forget()
    ask = game.ask(state)
    orders = list(ask.orders())
    assert DONE in orders and any(order.verb == "attack" for order in orders)
    assert ask.sample(random.Random(1)) in ask


def test_what_masks_say_of_a_way_is_what_its_steps_say() -> None:
    """A way is judged by masks and explained step by step: the two may never differ, else a refusal would be none."""
    rng, judged = random.Random("ways"), {True: 0, False: 0}
    for scenario, options in (("barbarossa", ()), ("fall-blau", ("26.4", "26.8", "26.6"))):
        state = GAME.start(scenario, "ways", options)
        while (ask := GAME.ask(state)) and state.turn < 5:
            if state.phase.moves and not state.owed and rng.random() < 0.3:
                for _ in range(10):
                    place = rng.choice([place for place, units in state.stacks.items() if units])
                    units = state.stacks[place][: rng.randint(1, 2)]
                    if any(state.edition.side[unit] != state.mover for unit in units):
                        continue
                    way = [place]
                    while len(way) < rng.randint(2, 6):
                        near = (*state.board.neighbours[way[-1]], state.board.across.get(way[-1], -1))
                        way.append(rng.choice([there for there in near if there >= 0]))
                    ground = land.Ground(state)
                    open_ = land._is_open(state, tuple(way), *ground.passage(state, units), ground.zone)
                    try:
                        land._explain(state, units, tuple(way), ground)
                        assert open_, way
                    except Refused:
                        assert not open_, way
                    judged[open_] += 1
            GAME.do(state, ask.sample(rng))
    assert min(judged.values()) > 100, judged
