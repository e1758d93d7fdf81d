"""The executable rulebook: every case passes, every number is shown, every refusal cites a number that exists."""

import re
from collections import Counter
from pathlib import Path

import pytest

from hexfront.engine import rulebook
from hexfront.engine.errors import BadData
from hexfront.games import game, playable
from hexfront.games.casebook import load_cases, run_cases

PACKAGE = Path(__file__).parents[2] / "hexfront"


@pytest.mark.parametrize("name", playable())
def test_all_cases_pass(name: str) -> None:
    failed = [f"{o.file} {o.title}: {o.why}" for o in run_cases(name) if not o.ok]
    assert not failed, "\n".join(failed)


@pytest.mark.parametrize("name", playable())
def test_every_number_has_a_case(name: str) -> None:
    rules = rulebook.load(rulebook.path_of(game(name)))
    counts = Counter(case.rule for case in load_cases(name))
    assert not [r.rule for r in rules if r.state != "no effect" and not counts[r.rule]]
    assert not set(counts) - {r.rule for r in rules}


def test_pgg_has_enough_of_them() -> None:
    cases = load_cases("pgg")
    assert len(rulebook.load(rulebook.path_of(game("pgg")))) == 102
    assert len(cases) >= 160 and sum("refused" in case.then for case in cases) >= 60


@pytest.mark.parametrize("name", playable())
def test_rules_cited_in_the_code_exist(name: str) -> None:
    """A refusal or a line of the log with a number that the rulebook lacks would lead a player nowhere."""
    known = {rule.rule for rule in rulebook.load(rulebook.path_of(game(name)))}
    cited = re.compile(r'(?:Refused|\.say|eliminate|Item)\((?:[^"()]*,\s*)?"([0-9]+\.[0-9.]+)"')
    for path in sorted((PACKAGE / "games" / name).rglob("*.py")):
        for number in cited.findall(path.read_text(encoding="utf-8")):
            assert number in known, f"{path.name} cites {number}"
    for step in [*game(name).steps, *game(name).duties.values()]:
        assert step.rule in known, step.name
        assert all(verb.rule in known for verb in step.verbs.values() if verb.rule), step.name


def case_file(folder: Path, text: str) -> Path:
    path = folder / "mine.toml"
    path.write_text(text, encoding="utf-8")
    return path


CASE = """
game = "pgg"
[[case]]
rule = "6.1"
title = "mine"
units = ["7Inf at 1010"]
given = { step = "german movement" }
order = "move 7Inf 1011"
"""


def test_a_case_can_fail(tmp_path: Path) -> None:
    good = run_cases(file=case_file(tmp_path, CASE + 'then = { at = { 7Inf = "1011" }, cost = 1 }'))
    assert [o.ok for o in good] == [True]
    for wrong in ("cost = 2", 'refused = "6.1"', 'at = { 7Inf = "1010" }', 'ask = "losses"', "bad = true"):
        bad = run_cases(file=case_file(tmp_path, CASE + f"then = {{ {wrong} }}"))
        assert [o.ok for o in bad] == [False] and bad[0].why


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("[[case", "TOML"),
        ("[[case]]\nrule = '6.1'", "which game"),
        ("game = 'pgg'\n[[case]]\nrule = '6.1'\nthen = {}", "title"),
        ("game = 'pgg'\n[[case]]\nrule = '6.1'\ntitle = 'x'\nthen = {}\nwhat = 1", "what"),
    ],
)
def test_a_bad_file_is_one_sentence(tmp_path: Path, text: str, word: str) -> None:
    with pytest.raises(BadData, match=word):
        run_cases(file=case_file(tmp_path, text))


@pytest.mark.parametrize(
    "line",
    [
        'units = ["7Inf"]',
        'units = ["Nobody at 1010"]',
        'units = ["R1 3-2 at 1010"]',
        'units = ["7Inf sleepy at 1010"]',
        'given = { step = "tea" }',
        "given = { moon = 1 }",
        "given = { map = { jungle = '1010' } }",
        "given = { map = { river = '1010/3030' } }",
    ],
)
def test_a_wrong_case_says_what_is_wrong(tmp_path: Path, line: str) -> None:
    text = f'game = "pgg"\n[[case]]\nrule = "6.1"\ntitle = "x"\n{line}\nthen = {{}}'
    [outcome] = run_cases(file=case_file(tmp_path, text))
    assert not outcome.ok and outcome.why
