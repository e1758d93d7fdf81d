"""Every game still plays as it is told in tests/playthroughs."""

import difflib

import play_through
import pytest


@pytest.mark.parametrize("name", play_through.ids())
def test_the_game_is_as_it_was_told(name: str) -> None:
    file = play_through.FOLDER / f"{name}.txt"
    before = file.read_text("utf-8").splitlines() if file.exists() else []
    changes = list(
        difflib.unified_diff(before, play_through.tell(name).splitlines(), "told", "played", lineterm="", n=1)
    )
    shown = "\n".join(changes[:40])
    assert not changes, f"if this change of {name} is meant, `make playthroughs` tells its game anew:\n{shown}"


def test_no_story_is_left_of_a_game_that_is_gone() -> None:
    assert {file.stem for file in play_through.FOLDER.glob("*.txt")} == set(play_through.ids())
