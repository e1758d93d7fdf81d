"""Sessions: playing, taking back, saving; and the laboratory that plays many of them."""

import random
from pathlib import Path

import pytest
import tiny

from hexfront.engine.errors import BadData, BadOrder, Refused
from hexfront.engine.order import Order
from hexfront.engine.records.verify import verify
from hexfront.engine.session import Broken, CannotUndo, Session, write_file
from hexfront.lab.match import play_match, score
from hexfront.lab.sim import Outcome, simulate
from hexfront.robots import Player, decide, player


def new(seed: object = 7, **extra: object) -> Session:
    return Session.start(tiny.lookup("tiny"), seed=seed, **extra)  # type: ignore[arg-type]


# -- playing ---------------------------------------------------------------------------------------------


def test_an_order_is_played_and_logged() -> None:
    session = new()
    assert session.play("move 1red 0202", "red") == ["1Red goes to 0202 (2.1)"]
    line = session.log[0]
    assert (line.number, line.turn, line.side, line.step) == (1, 1, "red", "red movement")
    assert line.order == "move 1Red 0302-0202"
    assert line.heading == "Turn 1, Red movement (2.1)"


def test_dice_and_codes_are_kept() -> None:
    session = new()
    session.play("done")
    session.play("attack 1Red > 0303")
    assert len(session.log[-1].dice) == 1
    assert session.log[-1].codes in (("D",), ("-",))


def test_wrong_orders_change_nothing() -> None:
    session = new()
    before = session.state.hash()
    for order, side, error in [
        ("move 1Red 0505", None, Refused),
        ("move 1Blue 0202", None, Refused),
        ("done", "blue", Refused),
        ("fly 1Red", None, BadOrder),
        ("", None, BadOrder),
        (Order("attack", (0,), (), (3,)), None, Refused),
        (Order("nonsense", (77,)), None, Refused),
    ]:
        with pytest.raises(error):
            session.play(order, side)  # type: ignore[arg-type]
    assert session.state.hash() == before and not session.log


def test_a_fault_in_the_game_leaves_the_state_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    session = new()
    before = session.state.hash()

    def half_done(verb: object, s: tiny.TinyState, order: Order) -> None:
        s.where[0] = 0
        raise KeyError("lost")

    monkeypatch.setattr(tiny.Move, "do", half_done)
    with pytest.raises(Broken, match=r"failed at 'move 1Red 0302-0202': KeyError: 'lost' \(test_session.py, line"):
        session.play("move 1Red 0302-0202")
    assert session.state.hash() == before and not session.log


@pytest.mark.parametrize("seed", ["", " 7", "a;b", "a\nb"])
def test_a_seed_must_fit_a_line(seed: str) -> None:
    with pytest.raises(BadData, match="seed"):
        new(seed)


def test_without_a_seed_every_game_has_other_dice() -> None:
    assert new(None).state.seed != new(None).state.seed


def test_unknown_scenarios_and_options_are_answered_with_those_there_are() -> None:
    with pytest.raises(BadData, match="duel, long"):
        new(scenario="siege")
    with pytest.raises(BadData, match=r"'9.9'; it has 3.9"):
        new(options=("9.9",))


# -- undo ------------------------------------------------------------------------------------------------


def test_undo_goes_back_order_by_order() -> None:
    session = new()
    states = [session.state.hash()]
    for order in ("move 1Red 0202", "move 2Red 0504", "done"):
        session.play(order)
        states.append(session.state.hash())
    assert session.undo() == "done"
    assert session.undo("red") == "move 2Red 0404-0504"
    assert session.state.hash() == states[1]
    assert session.undo() == "move 1Red 0302-0202"
    assert session.state.hash() == states[0]
    with pytest.raises(CannotUndo, match="nothing has been played"):
        session.undo()


def test_undo_stops_at_a_die() -> None:
    session = new()
    for order in ("done", "attack 1Red > 0303"):
        session.play(order)
    with pytest.raises(CannotUndo, match="a die was thrown by 'attack 1Red > 0303'"):
        session.undo()
    while session.ask().name == "retreat":  # type: ignore[union-attr]
        session.play(next(iter(session.ask())))  # type: ignore[arg-type]
        session.undo()
        session.play(next(iter(session.ask())))  # type: ignore[arg-type]
    session.play("done")
    session.undo()
    with pytest.raises(CannotUndo):
        session.undo() and session.undo()


def test_undo_stops_at_a_counter_that_was_shown() -> None:
    session = new()
    for order in ("done", "done", "show 1Blue"):
        session.play(order)
    with pytest.raises(CannotUndo, match="a hidden counter was shown by 'show 1Blue'"):
        session.undo()


def test_a_side_takes_back_only_its_own() -> None:
    session = new()
    session.play("done")
    with pytest.raises(CannotUndo, match="red player's"):
        session.undo("blue")
    assert session.undo() == "done"


def test_what_was_taken_back_is_not_in_the_record() -> None:
    session = new()
    session.play("move 1Red 0202")
    session.undo()
    assert session.record().entries == []


def test_no_state_is_kept_from_behind_a_barrier() -> None:
    session = new(scenario="long")
    rng = random.Random(3)
    while ask := session.ask():
        session.play(ask.sample(rng))
        assert all(old.barrier() == session.state.barrier() for old in session._before)


# -- files -----------------------------------------------------------------------------------------------


def test_saved_and_loaded_it_is_the_same_game(tmp_path: Path) -> None:
    session = new(players={"red": "Ann; B", "blue": "random"}, options=("3.9",))
    for order in ("move 1Red 0202", "done"):
        session.play(order)
    path = tmp_path / "game.txt"
    session.save(path)
    again = Session.load(path, tiny.lookup)
    assert again.state.hash() == session.state.hash()
    assert again.players == {"red": "Ann, B", "blue": "random"}
    assert again.undo() == "done"
    assert list(tmp_path.iterdir()) == [path]


def test_a_failed_save_leaves_the_old_file(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    path.write_text("old")
    with pytest.raises(BadData):
        write_file(path, "bad \udcff text")
    assert path.read_text() == "old" and list(tmp_path.iterdir()) == [path]
    with pytest.raises(BadData, match="not a file"):
        new().save(tmp_path)
    with pytest.raises(BadData, match="No such file"):
        new().save(tmp_path / "no" / "where.txt")


@pytest.mark.parametrize("content", [b"\xff\xfe\x00", b"", b"hexfront 9\n"])
def test_a_file_that_is_no_record_is_one_sentence(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "x.txt"
    path.write_bytes(content)
    with pytest.raises(BadData, match=r"x\.txt: "):
        Session.load(path, tiny.lookup)


# -- the laboratory --------------------------------------------------------------------------------------


def test_simulations_are_the_same_whatever_the_processes(tmp_path: Path) -> None:
    runs = [
        simulate("tiny", ["random", "random"], 6, 3, jobs=jobs, record_dir=tmp_path / str(jobs), lookup=tiny.lookup)
        for jobs in (1, 3)
    ]
    for found in runs:
        assert (found["games"], found["finished"], found["failures"], found["failed"]) == (6, 6, 0, [])
        assert sum(found["results"].values()) == sum(found["wins"].values()) == 6
        del found["seconds"], found["orders_per_second"]
    assert runs[0] == runs[1]
    names = sorted(path.name for path in (tmp_path / "1").iterdir())
    assert names == [f"tiny-3-{n}.txt" for n in range(1, 7)]
    for name in names:
        text = (tmp_path / "1" / name).read_text()
        assert text == (tmp_path / "3" / name).read_text()
        assert verify(tiny.lookup, text).ok


def test_a_game_that_fails_leaves_a_record_before_the_fault(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(verb: object, s: tiny.TinyState, order: Order) -> None:
        raise ZeroDivisionError("odds")

    monkeypatch.setattr(tiny.Attack, "do", fails)
    found = simulate("tiny", ["random", "random"], 1, 3, jobs=1, record_dir=tmp_path, lookup=tiny.lookup)
    assert (found["finished"], found["failures"]) == (0, 1)
    assert "ZeroDivisionError: odds" in found["failed"][0]["why"]
    file = Path(found["failed"][0]["file"])
    assert file.parent == tmp_path / "failures"
    assert "# stopped at: attack" in file.read_text()
    session = Session.load(file, tiny.lookup)
    assert len(session.log) == found["failed"][0]["orders"]


def test_a_game_without_end_is_given_up(tmp_path: Path) -> None:
    found = simulate("tiny", ["random", "random"], 1, 3, jobs=1, record_dir=tmp_path, lookup=tiny.lookup, limit=5)
    assert found["failed"][0]["why"] == "no end after 5 orders"
    assert len(Session.load(found["failed"][0]["file"], tiny.lookup).log) == 5


def test_a_state_that_fails_its_audit_is_a_failure(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tiny.Tiny, "audit", lambda game, state: ["a counter is lost"])
    found = simulate("tiny", ["random", "random"], 1, 3, jobs=1, record_dir=tmp_path, lookup=tiny.lookup)
    assert "a counter is lost" in found["failed"][0]["why"]


def test_wrong_wishes_are_one_sentence() -> None:
    for players, why in [
        (["random"], "2 players"),
        (["random", "deep"], "there is no player 'deep'; there are random"),
    ]:
        with pytest.raises(BadData, match=why):
            simulate("tiny", players, 1, lookup=tiny.lookup)


def test_pairs_swap_the_sides_and_add_the_margins() -> None:
    found = play_match("tiny", "random", "random", 3, seed=1, jobs=1, lookup=tiny.lookup)
    assert (found["pairs"], found["draws"], found["failures"]) == (3, 3, 0)  # the same players, mirrored

    def game(margin: float) -> Outcome:
        return Outcome("1", 1, tiny.Result("", "", {}, margin))

    told = score([(game(5), game(2)), (game(-1), game(3)), (game(2), game(2)), (game(1), Outcome("1", 1, why="x"))])
    assert (told["wins"], told["draws"], told["losses"], told["failures"]) == (1, 1, 1, 1)
    assert told["margins"] == [3, -4, 0]


class Watcher(Player):
    """Remembers what it was shown."""

    def choose(self, view: tiny.TinyState, ask: object) -> Order:  # type: ignore[override]
        self.seen = view
        return tiny.DONE


def test_a_robot_is_shown_its_view_and_nothing_else() -> None:
    session = new()
    ask = session.ask()
    assert ask
    watcher = Watcher(session.game, "1")
    assert decide(session.game, session.state, ask, watcher) == tiny.DONE
    assert watcher.seen.seed == "" and watcher.seen.strength[2:] == [0, 0]


def test_a_random_player_plays_the_same_for_the_same_seed() -> None:
    def orders(seed: str) -> list[str]:
        session, robot = new(), player("random", tiny.lookup("tiny"), seed)
        while ask := session.ask():
            session.play(decide(session.game, session.state, ask, robot))
        return [line.order for line in session.log]

    assert orders("a") == orders("a") != orders("b")
