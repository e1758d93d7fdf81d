"""The numbers of a rulebook: what each is about, whether the game plays it, and how many cases show it."""

import inspect
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec

from hexfront.engine.data import line_of
from hexfront.engine.data import load as load_data
from hexfront.engine.errors import BadData
from hexfront.engine.game import Game

STATES = ("played", "optional", "no effect")


class Rule(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One number of a rulebook: `why` it has no effect, or the `option` that brings it into play."""

    rule: str
    title: str
    about: str = ""
    state: str = "played"
    option: str = ""
    why: str = ""


def path_of(game: Game[Any]) -> Path:
    """Where a game keeps its rulebook: in `data`, beside its code."""
    return Path(inspect.getfile(type(game))).parent / "data" / "rulebook.toml"


def load(path: Path) -> list[Rule]:
    """All rules of a rulebook, in its order; BadData names the file and the rule that is wrong."""
    rules = load_data(path).get("rules")
    if not isinstance(rules, dict):
        raise BadData(f"{path.name}: it has no table [rules]")
    return [_rule(path, number, plain) for number, plain in rules.items()]


def _rule(path: Path, number: str, plain: Any) -> Rule:
    where = f'{path.name}, line {line_of(path, f"""[rules."{number}"]""")}: rule {number}'
    try:
        rule = msgspec.convert({**plain, "rule": number}, Rule)
    except (msgspec.ValidationError, TypeError) as error:
        raise BadData(f"{where}: {error}") from None
    if rule.state not in STATES:
        raise BadData(f"{where}: its state {rule.state!r} is none of {', '.join(STATES)}")
    if rule.state == "no effect" and not rule.why:
        raise BadData(f"{where}: it has no effect, but does not say why")
    return rule


def find(rules: list[Rule], number: str) -> Rule | None:
    """The rule with this number, however its dots and brackets are typed."""
    wanted = number.strip(" .()").lower()
    return next((rule for rule in rules if rule.rule.lower() == wanted), None)


def coverage(rules: list[Rule], counts: Mapping[str, int]) -> list[dict[str, Any]]:
    """Each rule with the number of its cases."""
    return [
        {
            "rule": rule.rule,
            "title": rule.title,
            "state": rule.state,
            "why": rule.why or (f"option {rule.option}" if rule.option else ""),
            "cases": counts.get(rule.rule, 0),
        }
        for rule in rules
    ]
