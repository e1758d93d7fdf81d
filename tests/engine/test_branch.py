"""Branches: new dice, hidden counters dealt anew, and nothing in them that tells of the game they come from."""

import random
import subprocess
import sys
import zlib
from base64 import b64decode, b64encode
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
import tiny

from hexfront import games
from hexfront.cli import run
from hexfront.engine.errors import BadData
from hexfront.engine.records import verify as verifying
from hexfront.engine.records.branch import Origin
from hexfront.engine.records.record import read, write
from hexfront.engine.session import CannotUndo, Session, replay
from hexfront.games.pgg.untried import untried


def at_play(game: str, many: int, seed: str = "parent") -> Session:
    """A game after so many orders by chance."""
    session, rng = Session.start(games.game(game), seed=seed), random.Random(5)
    play_on(session, many, rng)
    return session


def play_on(session: Session, many: int, rng: random.Random) -> None:
    for _ in range(many):
        if ask := session.ask():
            session.play(ask.sample(rng), ask.side)


PARENT = {game: at_play(game, 230) for game in games.playable()}


def thrown(session: Session, many: int = 400) -> list[int]:
    """The dice of a session that is played on by the same chance."""
    play_on(session, many, random.Random(9))
    return [face for line in session.log for face in line.dice]


@pytest.mark.parametrize("game", games.playable())
def test_the_same_orders_get_other_dice(game: str) -> None:
    """One die each, thrown at once: those of eight branches differ from one another and from the game's."""
    from hexfront.engine.dice import roll

    faces = set()
    for session in (PARENT[game], *(PARENT[game].branch(side) for side in PARENT[game].game.sides * 4)):
        state = session.state.copy()
        state.dictated = None
        faces.add(tuple(roll(state) for _ in range(12)))
    assert len(faces) == 9


def test_what_a_side_has_not_seen_is_dealt_anew_and_looks_the_same() -> None:
    parent = PARENT["pgg"]
    game, hidden = parent.game, [u for u, c in enumerate(parent.state.counter) if c >= 0 and untried(parent.state, u)]
    assert len(hidden) > 10 and parent.state.rolls
    known = game.view(parent.state, "german")
    known.rolls = known.draws = known.shown = 0
    deals = set()
    for _ in range(10):
        branch = parent.branch("german")
        assert game.view(branch.state, "german").to_json() == known.to_json()
        assert not game.audit(branch.state) and branch.state.seed != parent.state.seed
        deals.add(tuple(branch.state.counter[unit] for unit in hidden))
    assert len(deals) == 10 and tuple(parent.state.counter[unit] for unit in hidden) not in deals


@pytest.mark.parametrize("game", games.playable())
def test_its_record_is_played_and_verified_from_where_it_begins(game: str) -> None:
    branch = PARENT[game].branch(PARENT[game].game.sides[1], "leaf")
    thrown(branch, 150)
    text = write(branch.record())
    assert text.startswith("hexfront 2\n") and write(read(text)) == text
    assert replay(games.game, read(text)).state.hash() == branch.state.hash()
    verdict = verifying.verify(games.game, text)
    assert verdict.ok and verdict.orders == len(branch.log) and "after line 230" in verdict.branch
    origin = read(text).origin
    assert origin and (origin.line, origin.side) == (230, PARENT[game].game.sides[1])
    assert PARENT[game].state.seed not in text and write(branch.record(reveal=False)).count("leaf") == 0


def test_a_branch_of_a_branch_is_one_of_that() -> None:
    first = PARENT["trc"].branch("axis", "one")
    play_on(first, 20, random.Random(1))
    second = first.branch("russian", "two")
    play_on(second, 20, random.Random(2))
    record = read(write(second.record()))
    assert record.origin and (record.origin.line, record.origin.commit) == (20, first.record().commit)
    assert replay(games.game, record).state.hash() == second.state.hash()


def test_nothing_is_taken_back_behind_its_beginning() -> None:
    branch = PARENT["trc"].branch("axis")
    with pytest.raises(CannotUndo, match="nothing"):
        branch.undo()


def test_what_is_not_known_is_not_in_the_record_of_a_branch() -> None:
    """While it runs as well: the position is a view, and the deal follows from the seed alone."""
    parent = PARENT["pgg"]
    origin = parent.branch("german").origin
    assert origin
    known = msgspec.json.decode(zlib.decompress(b64decode(origin.position)))
    assert known["seed"] == "" and known["rolls"] == known["draws"] == 0
    assert {counter for cup in known["cup"] for counter in cup} == {-1}
    assert all(known["counter"][u] == -1 for u in range(len(known["counter"])) if untried(parent.state, u))


def test_a_game_in_which_only_one_side_hides_something() -> None:
    """Red does not know blue's strengths: his branches deal them, blue's keep them."""
    parent = Session.start(tiny.lookup("tiny"), seed="7")
    mine = {tuple(parent.branch("red").state.strength) for _ in range(30)}
    theirs = {tuple(parent.branch("blue").state.strength) for _ in range(30)}
    assert mine == {(2, 2, 1, 3), (2, 2, 3, 1)} and theirs == {tuple(parent.state.strength)}


# -- positions that are not true -------------------------------------------------------------------------------


def forged(**change: object) -> str:
    branch = PARENT["pgg"].branch("german", "forged")
    assert branch.origin
    plain = msgspec.json.decode(zlib.decompress(b64decode(branch.origin.position))) | change
    branch.origin = repacked(branch.origin, msgspec.json.encode(plain))
    return write(branch.record())


def repacked(origin: Origin, data: bytes) -> Origin:
    return msgspec.structs.replace(origin, position=b64encode(zlib.compress(data)).decode())


def false_positions() -> Iterator[tuple[str, str]]:
    text = write(PARENT["pgg"].branch("german", "s").record())
    state = PARENT["pgg"].state
    yield "a unit beside the board", forged(where=[9_999, *state.where[1:]])
    yield "a number that fills the memory", forged(where=[10**12, *state.where[1:]])
    yield "a unit twice as long", forged(where=state.where * 2)
    yield "two sides in one hex", forged(where=[next(p for p in state.where[60:] if p > 0)] * 60 + state.where[60:])
    yield "dice that are dictated", forged(dictated=[6, 6, 6])
    yield "dice that have fallen", forged(rolls=3)
    yield "before the first turn", forged(turn=-5)
    yield "no such step", forged(step=99)
    yield "no such duty", forged(owed=[{"kind": "tea", "side": 0}])
    yield "the end", forged(turn=13)
    yield "another scenario", forged(scenario="other")
    yield "counters that nobody knows", forged(counter=state.counter)
    yield "too long", forged(cup=[[-1] * 200_000, []])
    yield "no JSON", write(read(text)).replace("\n+ ", "\n+ AAAA", 1)
    yield "no base64", text.replace("\n+ ", "\n+ é", 1)
    yield "no position", "\n".join(line for line in text.split("\n") if not line.startswith("+"))
    yield "no game", "\n".join(line for line in text.split("\n") if not line.startswith("branch:"))
    yield "no such side", text.replace("as the german side", "as the polish side")


@pytest.mark.parametrize(("what", "text"), list(false_positions()), ids=lambda one: str(one)[:30])
def test_a_position_that_cannot_be_is_refused_in_one_sentence(what: str, text: str) -> None:
    verdict = verifying.verify(games.game, text)
    assert not verdict.ok and 1 < verdict.line < 12 and verdict.why and "\n" not in verdict.why, verdict
    with pytest.raises(BadData):
        replay(games.game, read(text))


def test_a_position_changed_into_another_possible_one_has_a_false_check_sign() -> None:
    branch = PARENT["pgg"].branch("german", "s")
    play_on(branch, 3, random.Random(1))
    other = PARENT["pgg"].branch("german", "s")
    assert other.origin
    plain = msgspec.json.decode(zlib.decompress(b64decode(other.origin.position)))
    other.origin = repacked(other.origin, msgspec.json.encode(plain | {"soviet_points": plain["soviet_points"] + 1}))
    mine, theirs = write(branch.record()), write(other.record())
    body = mine[mine.index("\n\n==") :]
    assert not verifying.verify(games.game, theirs.rstrip() + body).ok and verifying.verify(games.game, mine).ok


def test_a_record_of_another_version_may_lack_fields() -> None:
    branch = PARENT["trc"].branch("axis", "old")
    assert branch.origin
    plain = msgspec.json.decode(zlib.decompress(b64decode(branch.origin.position)))
    assert plain.pop("flown") == "0"  # as if it were younger than that record
    branch.origin = repacked(branch.origin, msgspec.json.encode(plain))
    assert replay(games.game, read(write(branch.record()))).state.hash() == branch.state.hash()


# -- the command line ------------------------------------------------------------------------------------------


def test_the_text_table_plays_a_branch_on(tmp_path: Path) -> None:
    branch = PARENT["trc"].branch("axis", "pipe")
    file = tmp_path / "branch.txt"
    branch.save(file)
    order = branch.game.write(branch.ask().sample(random.Random(1)))  # type: ignore[union-attr]
    table = [sys.executable, "-m", "hexfront.cli", "play", "trc", "--side", "both", "--load", str(file)]
    done = subprocess.run(table, input=f"{order}\nquit\n", capture_output=True, text=True, timeout=60)
    assert done.returncode == 0 and "begins after order 230" in done.stdout, done.stdout + done.stderr
    again = Session.load(file, games.game)
    assert [line.order for line in again.log] == [order] and verifying.verify(games.game, file.read_text()).ok


def test_the_command_line_knows_branches(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    branch = PARENT["pgg"].branch("german", "cli")
    play_on(branch, 5, random.Random(1))
    file, svg = tmp_path / "branch.txt", tmp_path / "branch.svg"
    branch.save(file)
    assert run(["verify", str(file)]) == 0
    said = capfd.readouterr().out
    assert "all 5 orders" in said and "branch of" in said and "not in this record" in said
    assert run(["show", "pgg", "--out", str(svg), "--record", str(file)]) == 0 and svg.stat().st_size > 1000
    again = Session.load(file, games.game)
    assert again.state.hash() == branch.state.hash() and again.origin == branch.origin
