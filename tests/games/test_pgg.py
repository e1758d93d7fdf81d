"""Panzergruppe Guderian: its data, its board, and properties that no single case can show."""

import dataclasses
import random
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

import hexfront
from hexfront.engine.data import load
from hexfront.engine.dice import commitment, die
from hexfront.engine.errors import BadData, Refused
from hexfront.engine.order import Order
from hexfront.games.pgg import Pgg
from hexfront.games.pgg.board import Board
from hexfront.games.pgg.combat.attacks import Attack, attacking_side
from hexfront.games.pgg.combat.forecast import forecast
from hexfront.games.pgg.counters import counted
from hexfront.games.pgg.edition import DATA, read
from hexfront.games.pgg.movement.ground import Ground, walk
from hexfront.games.pgg.movement.land import Move
from hexfront.games.pgg.sequence import PHASES, Combat
from hexfront.games.pgg.state import PggState
from hexfront.games.pgg.supply import Lines
from hexfront.games.pgg.zones import zone
from hexfront.grid import members
from hexfront.mechanics.choices import may, subsets

EDITION = read(PHASES)


def test_counters_add_up() -> None:
    assert len(EDITION.germans) == 61 and len(EDITION.leaders) == 15
    assert sum(c.type == "rifle" for c in EDITION.counters) == 78
    assert [sum(c.type == kind for c in EDITION.counters) for kind in ("tank", "mech")] == [10, 10]
    attack = [sum(c.attack == n for c in EDITION.counters if c.type == "rifle") for n in range(10)]
    defence = [sum(c.defence == n for c in EDITION.counters if c.type == "rifle") for n in range(10)]
    assert attack == [9, 11, 18, 14, 10, 7, 4, 2, 2, 1]
    assert defence == [8, 6, 4, 13, 15, 16, 4, 4, 8, 0]
    panzers = [units for name, units in EDITION.divisions.items() if name.endswith("Pz")]
    assert len(panzers) == 9 and all(sum(EDITION.strengths[u][0] for u in units) == 8 for units in panzers)


def test_everything_says_where_it_comes_from() -> None:
    origins = {"rulebook", "fact", "geography", "ours"}
    data = load(DATA / "board.toml")
    for kind in ("terrain", "river", "road", "rail", "place", "area"):
        assert data[kind] and all(entry["from"] in origins and entry["why"] for entry in data[kind]), kind
    found = 0
    for one in EDITION.board.origins:
        hexes, kind = one.hexes, one.what
        if kind in ("clear", "forest", "swamp", "lake"):
            assert not found & hexes
            found |= hexes
    assert found == EDITION.board.grid.all
    for name in ("counters", "charts", "campaign"):
        text = (DATA / f"{name}.toml").read_text(encoding="utf-8")
        assert 'from = "' in text


def test_crt_is_monotone() -> None:
    """A higher die or worse odds never help the attacker: judged by what defender loses less what attacker loses."""
    rank = {
        "De": 5, "De/A1": 4.5, "D2": 4, "D2/A1": 3.5, "D1": 3, "D1/A1": 2.5, "Eng": 2,
        "A1": 1, "A2": 0, "Ae": -1,
    }  # fmt: skip
    rows = [[rank[code] for code in row] for row in EDITION.charts["crt"]["rows"]]
    assert all(row == sorted(row) for row in rows)
    assert all(list(column) == sorted(column, reverse=True) for column in zip(*rows, strict=True))


def test_board_has_what_the_rules_name() -> None:
    b = EDITION.board
    label = b.grid.hex
    assert sum(city.points for city in b.cities) == 150
    assert b.rivers[b.grid.direction(label("2216"), label("2217"))] >> label("2216") & 1
    for name, hexes in {"X": "5907", "Z": "3131", "W": "3901", "6": "1831", "3": "5101", "4": "4331"}.items():
        assert b.grid.labels(b.areas[name]) == [hexes]
    assert b.grid.labels(b.areas["C"]) == [f"01{row:02}" for row in range(8, 16)]
    edges = b.grid.north | b.grid.south | b.grid.east | b.grid.west
    assert all(not area & ~edges for area in b.areas.values())
    assert b.grid.flood(1 << label("0120"), b.land) == b.land  # no land is cut off by lakes


@pytest.mark.parametrize(
    ("before", "after", "word"),
    [
        ("5907", "6907", "6907"),
        ("2216/2217", "2216/2218", "do not touch"),
        ("format = 1", "format = 9", "format 9"),
        ("[grid]", "[grid", "TOML"),
    ],
)
def test_a_broken_board_is_one_sentence(tmp_path: Path, before: str, after: str, word: str) -> None:
    shutil.copytree(DATA, tmp_path / "data")
    path = tmp_path / "data" / "board.toml"
    path.write_text(path.read_text(encoding="utf-8").replace(before, after, 1), encoding="utf-8")
    with pytest.raises(BadData, match=word) as error:
        Board(EDITION.board.grid, load(path), EDITION.charts["terrain"], path)
    assert "board.toml" in str(error.value) and "\n" not in str(error.value)


@pytest.mark.parametrize(
    ("file", "before", "after", "word"),
    [
        ("charts.toml", '"D2", "D2", "D2"', '"D2", "D9", "D2"', "line [0-9]+: .*no result 'D9'"),
        ("charts.toml", '["A1", "D1/A1", "D1"', '["A1", "A1", "D1"', "not monotone"),
        ("charts.toml", "[overrun]", "[underrun]", "lacks 'overrun'"),
        ("campaign.toml", '"Lukin"', '"Lukkin"', "line [0-9]+: there is no unit 'Lukkin'"),
        ("campaign.toml", 'entrance = "X"', 'entrance = "Q"', "no entrance 'Q'"),
        ("campaign.toml", '"0123 0124', '"9123 0124', "line [0-9]+: the 13th Army: there is no hex 9123"),
        ("campaign.toml", '"7Pz", ', "", "comes 0 times"),
        ("campaign.toml", "turn = 9", "turn = 19", "no turn 19"),
    ],
)
def test_broken_charts_and_scenarios(tmp_path: Path, file: str, before: str, after: str, word: str) -> None:
    shutil.copytree(DATA, tmp_path / "data")
    path = tmp_path / "data" / file
    text = path.read_text(encoding="utf-8")
    assert before in text
    path.write_text(text.replace(before, after, 1), encoding="utf-8")
    with pytest.raises(BadData, match=word) as error:
        read(PHASES, tmp_path / "data")
    assert "\n" not in str(error.value)


def test_two_editions_are_played_side_by_side() -> None:
    """One has a weaker panzer regiment, dearer overruns and a longer campaign; the first knows nothing of it."""
    weaker = [replace(unit, strengths=(1,)) if unit.name == "6/3Pz" else unit for unit in EDITION.units]
    charts = EDITION.charts | {"overrun": {"cost": 4}}
    other = dataclasses.replace(
        EDITION, id="pgg-other", units=weaker, charts=charts, scenario=EDITION.scenario | {"turns": 13}
    )
    first, second = Pgg(), Pgg(other)
    ends = []
    for game in (first, second):
        state, rng = game.start(seed=5), random.Random(5)
        while ask := game.ask(state):
            game.play(state, ask.sample(rng))
        assert not game.audit(state) and state.edition is game.edition
        assert game.load(state.to_json()).edition is game.edition
        ends.append(state)
    assert [state.turn for state in ends] == [13, 14] and ends[0].hash() != ends[1].hash()
    unit = other.by_name["6/3Pz"]
    assert (EDITION.strengths[unit], other.strengths[unit]) == ((4, 2), (1,))


def test_offers_of_a_unit_are_all_it_can_reach() -> None:
    """Every path is walked one step at a time: the hexes found are exactly the hexes offered."""
    game, rng = hexfront.game("pgg"), random.Random(4)
    state = game.start(seed=4)
    while state.turn < 4:
        game.play(state, game.ask(state).sample(rng))
    while state.phase.name != "german movement":
        game.play(state, game.ask(state).sample(rng))
    offered: dict[int, set[int]] = {}
    for order in Move().offers(state):
        if len(order.units) == 1:
            offered.setdefault(order.units[0], set()).add(order.path[-1])
    assert len(offered) > 5
    for unit, goals in offered.items():
        assert goals == _all_ends(state, unit)


def _all_ends(state: object, unit: int) -> set[int]:
    """A plain search over (hex, points spent), asking `walk` for each single path."""
    s = state
    ground, start = Ground(s, 0), s.where[unit]  # type: ignore[attr-defined, arg-type]
    best: dict[int, int] = {start: 0}
    queue = [(start,)]
    for way in queue:
        for there in s.board.neighbours[way[-1]]:  # type: ignore[attr-defined]
            longer = (*way, there)
            if there >= 0 and may(walk, s, (unit,), longer, ground):
                [cost] = walk(s, (unit,), longer, ground)  # type: ignore[arg-type]
                if cost < best.get(there, 999):
                    best[there] = cost
                    queue.append(longer)
    return set(best) - {start}


def test_what_is_kept_with_a_position_is_what_it_would_be_if_worked_out_anew() -> None:
    game, rng = hexfront.game("pgg"), random.Random(8)
    state, asked = game.start(seed=8), 0
    while ask := game.ask(state):
        if asked % 7 == 0:
            anew = game.load(state.to_json())
            kept, wanted = Lines(state), Lines(anew)
            assert [zone(state, side) for side in range(2)] == [zone(anew, side) for side in range(2)]
            assert (kept.road, kept.east, kept.command, kept.radius) == (
                wanted.road, wanted.east, wanted.command, wanted.radius
            )  # fmt: skip
            assert kept.west("foot german") == wanted.west("foot german")
            assert game.result(state) == game.result(anew)
        game.play(state, ask.sample(rng))
        asked += 1


def test_same_seed_same_game() -> None:
    game = hexfront.game("pgg")
    ends = []
    for _ in range(2):
        state, rng = game.start(seed="twice"), random.Random("twice")
        for _ in range(300):
            game.play(state, game.ask(state).sample(rng))
        ends.append(state.hash())
    assert ends[0] == ends[1]
    assert game.start(seed="a").hash() != game.start(seed="b").hash()


def test_dice_are_fair_and_bound_to_the_seed() -> None:
    faces = [die("fair", n) for n in range(6000)]
    assert all(880 < faces.count(face) < 1120 for face in range(1, 7))
    assert faces[:5] == [die("fair", n) for n in range(5)] != [die("fairer", n) for n in range(5)]
    assert (
        commitment("fair") == "cb22ae4ae15a8d2d29db4a9a0a43a77ac2bd4e2ecda0fa5be12db1ac8e1b1bf5"
        or len(commitment("fair")) == 64
    )


def test_forecast_is_a_distribution_and_knows_no_secret() -> None:
    game, rng = hexfront.game("pgg"), random.Random(2)
    state = game.start(seed=2)
    while state.phase.name != "german combat" or state.turn < 3:
        game.play(state, game.ask(state).sample(rng))
    orders = [o for o in game.ask(state).orders() if 0 < len(o.units) <= 3][:20]
    assert orders
    for order in orders:
        seen = forecast(game.view(state, "german"), order.units, order.at)
        true = forecast(game.shuffle_hidden(state, "german", rng), order.units, order.at)
        assert seen.results == true.results
        assert abs(sum(seen.results.values()) - 1) < 1e-9


def test_guess_from_a_view_is_a_whole_state() -> None:
    game, rng = hexfront.game("pgg"), random.Random(11)
    state = game.start(seed=11)
    for _ in range(700):
        game.play(state, game.ask(state).sample(rng))
    guess = game.shuffle_hidden(game.view(state, "soviet"), "soviet", rng)
    assert not game.audit(guess)
    while ask := game.ask(guess):
        game.play(guess, ask.sample(rng))


def test_unknown_scenario_and_option() -> None:
    game = Pgg()
    for bad in ({"scenario": "moon"}, {"options": ["99.9"]}):
        with pytest.raises(BadData):
            game.start(**bad)  # type: ignore[arg-type]
    with pytest.raises(BadData, match="pgg"):
        hexfront.game("chess")


def arranged(step: str, units: list[str], **given: object) -> tuple[Pgg, PggState]:
    """A situation on an open board, as a case would have it."""
    return hexfront.game("pgg").bench.arrange({"step": step, **given}, units)  # type: ignore[return-value]


def test_a_long_front_is_asked_for_one_attack_only(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of these eighteen 262,143 groups can be made: each of six hexes is asked once, and then all together."""
    tried: list[Order] = []
    check = Attack.check
    monkeypatch.setattr(Attack, "check", lambda self, s, order, lines: (tried.append(order), check(self, s, order))[1])
    around = ("1014", "1115", "1116", "1016", "0916", "0915")
    names = [name for name in EDITION.name if name.endswith("Inf")][:18]
    units = [f"{name} at {around[n // 3]}" for n, name in enumerate(names)]
    game, state = arranged("german combat", [*units, "R1 3-3 at 1015", "Konev at 1218"])
    assert game.current(state).pending(state) and len(tried) == 7
    state.immune |= 1 << EDITION.by_name["R1"]
    assert not game.current(state).pending(state) and len(tried) == 7


def test_whoever_could_attack_only_with_his_leader_is_not_forgotten() -> None:
    game, state = arranged("soviet combat", ["R1 3-3 at 1015", "Konev at 1015", "R2 3-3 at 1019", "7Inf at 1014"])
    [reminder] = [each for each in game.desk.reminders(state) if each.rule == "9.1"]
    assert reminder.text == "1 unit could still attack."


def test_every_unit_that_is_called_able_stands_in_an_attack_that_is_offered() -> None:
    game, rng = hexfront.game("pgg"), random.Random(6)
    state, found = game.start(seed=6), 0
    while (ask := game.ask(state)) and found < 30:
        if ask.name.endswith("combat"):
            offered = {unit for order in Attack().offers(state) for unit in order.units if not EDITION.leader[unit]}
            assert Attack().able(state) == offered
            found += 1
        game.play(state, ask.sample(rng))


def test_no_attack_that_would_be_accepted_is_passed_over(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whenever a combat phase closes by itself every group of every stack is tried on every hex beside it."""
    closed: list[PggState] = []
    pending = Combat.pending

    def told(self: Combat, s: PggState) -> bool:
        if not (found := pending(self, s)):
            closed.append(s.copy())
        return found

    monkeypatch.setattr(Combat, "pending", told)
    game, rng = hexfront.game("pgg"), random.Random(11)
    state = game.start(seed=11)
    while ask := game.ask(state):
        game.play(state, ask.sample(rng))
    tried = [(s, order) for s in closed for order in _attacks_of_stacks(s)]
    assert len(closed) > 10 and len(tried) > 20
    assert not [order for s, order in tried if Attack().accepts(s, order)]


def _attacks_of_stacks(s: PggState) -> Iterator[Order]:
    for place in members(s.held_by[attacking_side(s)]):
        for target in s.board.neighbours[place]:
            if target >= 0 and s.held_by[1 - attacking_side(s)] >> target & 1:
                yield from (Order("attack", units, at=(target,)) for units in subsets(s.stacks[place]))


def test_a_skipped_phase_is_told_and_leaves_no_code() -> None:
    game, state = arranged("german movement", ["7Inf at 0510", "R1 3-3 at 3010", "Konev at 3112"])
    told = game.play(state, "done")
    assert [event.rule for event in told] == ["9.1", "4.2"] and not any(event.code for event in told)


def test_the_panel_of_an_overrun_halved_to_nothing_says_what_it_counts() -> None:
    game, state = arranged("german movement", ["394/3Pz steps 1 at 1014", "R1 3-4 at 1015", "Konev at 1218"])
    panel = game.desk.panel(state, game.read(state, "overrun 394/3Pz > 1015"))
    assert panel and (panel.attack_total, panel.defence_total, panel.odds) == ("1", "4", "1-3")
    assert [item.text for item in panel.attack if item.rule == "11.32"] == [
        "overrun, halved, but 1 at least: lowest column"
    ]
    assert {chance.code for chance in panel.chances} == {"A1", "A2", "Ae"}


def test_the_panel_tells_what_befalls_divisions_that_prove_unable_to_attack() -> None:
    units = ["R1 untried 0-0 at 1015", "Konev at 1218", "7Inf steps 1 at 1014"]
    game, state = arranged("soviet movement", units)
    panel = game.desk.panel(state, game.read(state, "overrun R1 > 1014"))
    assert panel
    [told] = [chance.text for chance in panel.chances if chance.code == "no attack"]
    assert told.startswith("no die is thrown: R1 proves unable to attack; who has no strength at all is removed")


RAIL = {"map": {"rail": "4015-3915-3815"}}


@pytest.mark.parametrize(
    ("step", "given", "units", "orders", "sentence"),
    [
        (
            "german combat",
            {"dice": [1]},
            ["7Inf at 1014", "R1 1-1 at 1015", "Konev at 1218"],
            ["attack 7Inf > 1015", "advance 7Inf 1014-1115"],
            "the first hex of the advance must be 1015, where the enemy was destroyed",
        ),
        (
            "german combat",
            {"dice": [1]},
            ["7Inf at 1014", "R1 1-1 at 1015", "Konev at 1218"],
            ["attack 7Inf > 1015", "advance 7Inf 1014-1015-1013"],
            "1015 and 1013 do not touch",
        ),
        (
            "soviet movement",
            RAIL,
            ["R1 3-3 at 4015", "7Inf at 4014", "Konev at 4118"],
            ["rail R1 4015-3915"],
            "trains cannot leave from 4015: it is in an enemy zone",
        ),
        (
            "soviet movement",
            RAIL,
            ["R1 3-3 at 4015", "7Inf at 3815", "Konev at 4118"],
            ["rail R1 4015-3915-3815"],
            "trains cannot go into 3915: it is in an enemy zone",
        ),
        (
            "soviet movement",
            {"waiting": {"3": ["R1"]}},
            ["Konev at 4118"],
            ["enter R1 5301"],
            "R1 can enter at 3 only (5101), not in 5301",
        ),
        (
            "soviet movement",
            {"waiting": {"X": ["R1"]}, "map": {"rail": "5907-5807"}},
            ["Konev at 4118", "7Inf at 5907"],
            ["rail R1 5807"],
            "R1 can enter at X only, which the enemy holds, not in 5807",
        ),
        (
            "german combat",
            {"dice": [2]},
            ["7Inf at 1014", "R1 2-2 at 1015", "R2 2-2 at 1015", "Konev at 1218"],
            ["attack 7Inf > 1015", "retreat", "lead R1 1016-1017"],
            "R1 retreats 1 hex away from 1015",
        ),
        (
            "german combat",
            {"dice": [2]},
            ["7Inf at 1014", "R1 3-4 at 1015", "R2 2-2 at 1016", "Konev at 1218"],
            ["attack 7Inf > 1015", "retreat", "lead R1 1016"],
            "R1 cannot retreat to friends in 1016 while there is a way by fewer or by none",
        ),
        (
            "german combat",
            {"dice": [1]},
            ["3Pz at 1014", "R1 2-2 at 1015", "R2 2-2 at 1015", "Konev at 1218"],
            ["attack 3Pz > 1015", "lose R1 R1"],
            "R1 has only 1 step",
        ),
        (
            "soviet movement",
            {},
            ["Konev at 1015", "7Inf steps 1 at 1014"],
            ["overrun Konev > 1014"],
            "Konev cannot attack, and an overrun takes a unit that can",
        ),
    ],
)
def test_a_refusal_says_what_is_wrong(
    step: str, given: dict[str, object], units: list[str], orders: list[str], sentence: str
) -> None:
    game, state = arranged(step, units, **given)
    *before, last = orders
    for order in before:
        game.play(state, order)
    with pytest.raises(Refused) as refusal:
        game.play(state, last)
    assert refusal.value.why == sentence


def test_things_are_counted_as_people_do() -> None:
    told = [counted(1, "hex"), counted(2, "hex"), counted(1, "point"), counted(0.5, "point")]
    assert told == ["1 hex", "2 hexes", "1 point", "0.5 points"]


def test_what_a_crowded_hex_would_lose_is_said_as_a_loss() -> None:
    units = [f"{name}Inf at 1014" for name in (5, 6, 7, 15)]
    game, state = arranged("german movement", units)
    [loss] = [each for each in game.desk.reminders(state) if each.loss]
    assert loss.rule == "7.2" and loss.text == "Too many units in 1014: some would be lost."
