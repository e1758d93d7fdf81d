"""The executable rulebook: cases in TOML, each a situation, its orders and what must come of them (docs/cases.md)."""

from pathlib import Path
from typing import Any

import msgspec

from hexfront.engine.data import line_of
from hexfront.engine.errors import BadData, BadOrder, HexfrontError, Refused
from hexfront.engine.game import Game


class Case(msgspec.Struct, frozen=True):
    """One case as it stands in its file."""

    rule: str
    title: str
    file: str
    given: dict[str, Any]
    units: list[str]
    orders: list[str]
    then: dict[str, Any]


class Outcome(msgspec.Struct, frozen=True):
    """How a case came out; `why` says what was otherwise."""

    rule: str
    title: str
    file: str
    ok: bool
    why: str


class Told(msgspec.Struct):
    """What the orders of a case brought to light."""

    facts: dict[str, Any] = {}
    codes: list[str] = []
    log: list[str] = []
    refused: Refused | None = None
    bad: HexfrontError | None = None


def read_cases(path: Path, text: dict[str, Any]) -> list[Case]:
    """The cases of one file; BadData names the case that lacks something."""
    cases = []
    for number, entry in enumerate(text.get("case", []), 1):
        where = f"{path.name}, case {number} ({entry.get('title', 'without title')})"
        unknown = set(entry) - {"rule", "title", "given", "units", "order", "orders", "then"}
        if unknown:
            raise BadData(f"{where}: unknown key {sorted(unknown)[0]!r}")
        missing = {"rule", "title", "then"} - set(entry)
        if missing:
            raise BadData(f"{where}: it lacks {sorted(missing)[0]!r}")
        orders = entry.get("orders", [entry["order"]] if "order" in entry else [])
        file = f"{path.name}:{line_of(path, entry['title'])}"
        cases.append(
            Case(
                entry["rule"],
                entry["title"],
                file,
                entry.get("given", {}),
                entry.get("units", []),
                orders,
                entry["then"],
            )
        )
    return cases


def run_case(base: Game[Any], case: Case) -> Outcome:
    """Set the case up, play its orders, compare."""
    try:
        game, state = base.bench.arrange(case.given, case.units)
        told = _play(game, state, case)
        why = _judge(game, state, case, told)
    except (HexfrontError, KeyError, ValueError, IndexError, TypeError) as error:
        why = f"{type(error).__name__}: {error}"
    return Outcome(case.rule, case.title, case.file, not why, why)


def _play(game: Game[Any], state: Any, case: Case) -> Told:
    told = Told()
    for number, text in enumerate(case.orders):
        last = number == len(case.orders) - 1
        try:
            order = game.read(state, text)
            told.facts.update(game.desk.foresee(state, order))
            news = game.play(state, order)
        except (Refused, BadOrder) as error:
            if not last:
                raise BadData(f"order {text!r}: {error}") from None
            told.refused = error if isinstance(error, Refused) else None
            told.bad = error
            break
        told.codes += [event.code for event in news if event.code]
        told.log = [game.tell(event) for event in news]
    return told


def _judge(game: Game[Any], state: Any, case: Case, told: Told) -> str:
    """The first thing that is not as the case says, or nothing."""
    if told.bad and not {"refused", "bad"} & set(case.then):
        return f"refused: {told.bad}"
    for key, wanted in case.then.items():
        found = _look(game, state, key, wanted, told)
        if found != wanted:
            return f"{key} should be {wanted!r} and is {found!r}"
    return ""


def _look(game: Game[Any], state: Any, key: str, wanted: Any, told: Told) -> Any:
    """What a key of `then` is really, in the shape in which it is wanted."""
    if key == "refused":
        return told.refused.rule if told.refused else str(told.bad or "accepted")
    if key == "bad":
        return told.bad is not None and told.refused is None
    if key == "result":
        return wanted if wanted in told.codes else told.codes
    if key == "log":
        return wanted if any(wanted in line for line in told.log) else told.log
    if key in ("ask", "side", "offered", "not_offered"):
        return _ask(game, state, key, wanted)
    if key == "turn":
        return state.turn
    if key in told.facts:
        return told.facts[key]
    return game.bench.observe(state, key, wanted)


def _ask(game: Game[Any], state: Any, key: str, wanted: Any) -> Any:
    ask = game.ask(state)
    if ask is None:
        return "over" if isinstance(wanted, str) else []
    if key in ("ask", "side"):
        return ask.name if key == "ask" else ask.side
    offered = {game.write(order) for order in ask.orders()}
    texts = [wanted] if isinstance(wanted, str) else wanted
    for text in texts:
        if (_spelled(game, state, text) in offered) != (key == "offered"):
            return f"{text} is {'not ' if key == 'offered' else ''}offered"
    return wanted


def _spelled(game: Game[Any], state: Any, text: str) -> str:
    try:
        return game.write(game.read(state, text))
    except HexfrontError:
        return text
