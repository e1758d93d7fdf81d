"""Two editions of The Russian Campaign in one process: each plays as it does alone, and what differs shows in play."""

from __future__ import annotations

import random
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from hexfront.engine.errors import BadData
from hexfront.engine.sequence import Phase
from hexfront.games.trc import Trc
from hexfront.games.trc.combat.strength import sums
from hexfront.games.trc.edition import DATA, TrcEdition
from hexfront.games.trc.editions import first, read
from hexfront.games.trc.sequence import phases
from hexfront.games.trc.state import DUE, TrcState
from hexfront.robots import opponents, player

GAMES = (("barbarossa", ("26.1", "26.4", "26.6")), ("fall-blau", ()), ("campaign", ("V.1", "V.3")))
ARMY = 'title = "99th Army", type = "infantry", nation = "russian", size = "army", strength = 9, move = 3'
CHANGES = {  # the war begins two months sooner, in spring; a Stuka is worth one column; the Russian has an army more
    "charts.toml": [
        ('first = "May/Jun 1941"', 'first = "Spring 1941"'),
        ('"Mar/Apr"', '"Spring"'),
        ("stuka_shift = 3", "stuka_shift = 1"),
    ],
    "counters.toml": [
        ("[triggers]", f'[russian.units."99A"]\n{ARMY.replace(", ", chr(10))}\narrives = "1941-07"\n\n[triggers]')
    ],
}


def write(folder: Path) -> Path:
    """The files of the second edition: those two that differ."""
    for name, changes in CHANGES.items():
        text = (DATA / name).read_text(encoding="utf-8")
        for old, new in changes:
            assert old in text
            text = text.replace(old, new)
        (folder / name).write_text(text, encoding="utf-8")
    return folder


def spring(folder: Path) -> TrcEdition:
    return read("trc-spring", "The Russian Campaign, from spring", folder)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write(tmp_path_factory.mktemp("spring"))


@pytest.fixture(scope="module")
def second(folder: Path) -> TrcEdition:
    return spring(folder)


def steps(game: Trc, scenario: str, options: tuple[str, ...]) -> Iterator[TrcState]:
    """A random game, order by order."""
    state, rng = game.start(scenario, "two", options), random.Random("two")
    while ask := game.ask(state):
        game.play(state, ask.sample(rng))
        yield state
    assert game.over(state) and not game.audit(state)


def hashes(*games: Trc) -> list[str]:
    """The last states of the games of each edition, played in turns: an order here, an order there."""
    found: dict[int, str] = {}
    for scenario, options in GAMES:
        running: dict[int, Any] = {i: steps(game, scenario, options) for i, game in enumerate(games)}
        last: dict[int, TrcState] = {}
        while running:
            for i in list(running):
                state = next(running[i], None)
                if state is None:
                    del running[i]
                    found[i] = found.get(i, "") + last[i].hash()
                else:
                    last[i] = state
    return [found[i] for i in range(len(games))]


def test_two_editions_play_beside_each_other_as_they_do_alone(folder: Path, second: TrcEdition) -> None:
    alone = [
        subprocess.run([sys.executable, __file__, where], capture_output=True, text=True, check=True).stdout.strip()
        for where in ("", str(folder))
    ]
    assert alone[0] != alone[1]
    assert hashes(Trc(), Trc(second)) == alone


def test_an_edition_has_its_own_calendar(second: TrcEdition) -> None:
    assert (first().calendar.date(1), second.calendar.date(1), second.calendar.date(2)) == (
        "May/Jun 1941",
        "Spring 1941",
        "May/Jun 1941",
    )
    assert (first().calendar.month("1942-01"), second.calendar.month("1942-01")) == ((5, 1), (6, 1))
    old, new = (Trc(edition) for edition in (first(), second))
    assert [game.desk.turn_name(game.start("barbarossa")) for game in (old, new)] == ["May/Jun 1941", "Spring 1941"]


def test_an_edition_has_its_own_charts(second: TrcEdition) -> None:
    """13.1, 15.5: the same attack with a Stuka has other odds."""
    odds = []
    for game in (Trc(), Trc(second)):
        given = {"step": "axis combat 1"}
        game, s = game.bench.arrange(given, ["HQC at 2017", "24Pz at 2018", "27A at 2019", "Stuka1 at box"])
        e = s.edition
        found = sums(s, (e.by_name["24Pz"], e.by_name["Stuka1"]), (s.where[e.by_name["27A"]],))
        odds.append(found.odds - found.plain)
    assert odds == [3, 1]


def test_an_edition_has_its_own_units(second: TrcEdition) -> None:
    """20.1: an army more, on the card of one edition and unknown to the other; it comes in its month."""
    assert "99A" not in first().by_name and len(second.units) == len(first().units) + 1
    new = second.by_name["99A"]
    assert (
        second.name[:new] == first().name[:new] and second.units[new].turn == second.calendar.month("1941-07")[0] == 3
    )
    turns = {state.turn for state in steps(Trc(second), "barbarossa", ()) if state.where[new] != DUE}
    assert min(turns) == 3
    with pytest.raises(BadData, match="99A"):
        Trc().bench.arrange({}, ["99A at 2015"])


def test_an_edition_has_its_own_sequence_of_play(tmp_path: Path) -> None:
    """4: one without partisans and with one Russian movement plays to the end."""
    missing = {"partisans", "russian movement 2"}

    def table(charts: dict[str, Any]) -> tuple[Phase, ...]:
        return tuple(phase for phase in phases(charts) if phase.name not in missing)

    game = Trc(read("trc-short", "The Russian Campaign, shortened", tmp_path, table=table))
    assert {step.name for step in Trc().steps} - {step.name for step in game.steps} == missing
    seen = {(state.phase.name, state.mover, state.impulse) for state in steps(game, "barbarossa", ())}
    assert ("russian combat 2", 1, 2) in seen and not missing & {name for name, *_ in seen}


def test_states_and_boards_stay_with_their_edition(second: TrcEdition) -> None:
    """A copy, a view and a state read again point to their edition; a case's board is that of its own edition."""
    game = Trc(second)
    state = game.start("campaign")
    again = game.load(state.to_json())
    assert all(each.edition is second for each in (state, state.copy(), game.view(state, "axis"), again))
    assert b"edition" not in state.to_json() and again.hash() == state.hash()
    drawn, s = game.bench.arrange({"map": {"woods": "2015"}}, ["99A at 2014"])
    assert s.board is s.edition.board is drawn.board and s.edition.charts is second.charts
    assert s.edition.stop_terrain(second.by_name["24Pz"], 0) == 1 << s.board.grid.hex("2015")
    back = replace(s.edition, board=first().board)
    assert (back.board, back.stops) == (first().board, second.stops)


def test_robots_play_an_edition(second: TrcEdition) -> None:
    """The robots of the game play its second edition, which has another id: the greedy player to the end."""
    game = Trc(second)
    assert game.id == "trc-spring" and opponents(game) == opponents(Trc())
    state = game.start("bagration", "robots")
    robots = {side: player("greedy", game, side) for side in game.sides}
    planner, planned = player("planner", game, "axis"), 0
    while ask := game.ask(state):
        robot = planner if state.turn == 19 and ask.side == "axis" else robots[ask.side]
        planned += robot is planner
        game.play(state, robot.choose(game.view(state, ask.side), ask))
    assert game.over(state) and state.where[second.by_name["99A"]] != DUE and planned


if __name__ == "__main__":
    print(*hashes(Trc(spring(Path(sys.argv[1])) if sys.argv[1] else first())))
