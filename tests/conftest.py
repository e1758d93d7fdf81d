"""What several test files share: the tiny game in the registry, with a rulebook and cases of its own."""

from pathlib import Path
from types import SimpleNamespace

import pytest
import tiny

from hexfront import games
from hexfront.engine import rulebook
from hexfront.engine.manifest import Collection
from hexfront.games import casebook

RULES = """
format = 1
[rules."3.1"]
title = "Attack"
about = "Die and strength against strength."
[rules."3.5"]
title = "Retreat"
about = "One hex back."
[rules."3.9"]
title = "Artillery"
state = "optional"
option = "3.9"
[rules."9.1"]
title = "Where to sit"
state = "no effect"
why = "seating"
"""


@pytest.fixture
def cases_of_tiny(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A rulebook for the tiny game, and two cases, of which one fails."""
    book = tmp_path / "rulebook.toml"
    book.write_text(RULES)
    monkeypatch.setattr(rulebook, "path_of", lambda game: book)
    cases = [
        SimpleNamespace(rule="3.5", title="It goes back", file="03.toml", ok=True, why=""),
        SimpleNamespace(rule="3.1", title="It hits", file="03.toml", ok=False, why="it missed"),
    ]
    monkeypatch.setattr(casebook, "load_cases", lambda game_id: cases)
    monkeypatch.setattr(casebook, "run_cases", lambda game_id=None, file=None: cases[:1] if file else cases)


@pytest.fixture
def only_tiny(monkeypatch: pytest.MonkeyPatch) -> None:
    """The registry of games with the tiny game in it and no other."""
    monkeypatch.setattr(games, "collection", lambda: Collection([tiny.MANIFEST]))
