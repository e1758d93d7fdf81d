"""The rules in our own words, each with its cases drawn.

All of it is the same for everybody and changes only with the program, so it is worked out once, off the event loop,
and a browser may keep it.
"""

import asyncio
from functools import cache, lru_cache
from typing import Any

import msgspec
from litestar import Response, Router, get
from litestar.exceptions import NotFoundException

from hexfront import games
from hexfront.engine import rulebook
from hexfront.engine.cases import Case
from hexfront.engine.rulebook import Rule
from hexfront.games import casebook
from hexfront.server.library.case_board import case_svg

KEPT = "public, max-age=300"
PAGES = 400  # pages of rules kept in memory


class RuleLine(msgspec.Struct):
    """A rule in the list; `why` says why one has no effect, or which option brings it."""

    rule: str
    title: str
    about: str
    state: str
    why: str = ""


class CaseDrawn(msgspec.Struct):
    """A case: what is ordered, what comes of it in words, and the situation as a small board."""

    title: str
    orders: list[str]
    then: list[str]
    svg: str


class RulePage(RuleLine):
    """A rule with its cases."""

    cases: list[CaseDrawn] = []


# -- rules -------------------------------------------------------------------------------------------------


@get("/rules/{game:str}", summary="All rules of a game", tags=["rules"])
async def rules(game: str) -> Response[list[RuleLine]]:
    """The index of the rulebook."""
    _known(game)
    found = await asyncio.to_thread(_rules, game)
    return Response([_line(rule) for rule in found], headers={"cache-control": KEPT})


@get("/rules/{game:str}/{rule:str}", summary="One rule with its cases drawn", tags=["rules"])
async def rule_page(game: str, rule: str) -> Response[RulePage]:
    """A rule by its number, however its dots and brackets are typed."""
    _known(game)
    found = rulebook.find(await asyncio.to_thread(_rules, game), rule)
    if found is None:
        raise NotFoundException(detail=f"the rulebook of {game} has no rule of this number")
    page = await asyncio.to_thread(_page, game, found)
    return Response(page, headers={"cache-control": KEPT})


def _known(game: str) -> None:
    if game not in games.playable():
        raise NotFoundException(detail=f"there is no such game; there is: {', '.join(games.playable())}")


@cache
def _rules(game: str) -> list[Rule]:
    return rulebook.load(rulebook.path_of(games.game(game)))


@cache
def _cases(game: str) -> dict[str, list[Case]]:
    """The cases of a game by rule."""
    found: dict[str, list[Case]] = {}
    for case in casebook.load_cases(game):
        found.setdefault(case.rule, []).append(case)
    return found


def _line(rule: Rule) -> RuleLine:
    return RuleLine(rule.rule, rule.title, rule.about, rule.state, _why(rule))


def _why(rule: Rule) -> str:
    return rule.why or (f"option {rule.option}" if rule.option else "")


@lru_cache(PAGES)
def _page(game: str, rule: Rule) -> RulePage:
    """The rule with all its cases, drawn."""
    cases = [
        CaseDrawn(case.title, case.orders, _words(case.then), case_svg(games.game(game), case))
        for case in _cases(game).get(rule.rule, [])
    ]
    return RulePage(rule.rule, rule.title, rule.about, rule.state, _why(rule), cases)


def _words(then: dict[str, Any]) -> list[str]:
    """What must come of a case, in a few words each."""
    return [_phrase(key, value) for key, value in then.items()]


def _phrase(key: str, value: Any) -> str:
    if key == "refused":
        return f"Refused by rule {value}."
    if key == "bad":
        return "No such order can be given."
    name = key.replace("_", " ").capitalize()
    if isinstance(value, dict):
        return f"{name}: {', '.join(f'{one} {_value(it)}' for one, it in value.items())}."
    return f"{name}: {_value(value)}."


def _value(value: Any) -> str:
    """A wanted value as a reader would say it."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return ", ".join(map(_value, value)) or "none"
    return str(value) or "none"


router = Router("/api", route_handlers=[rules, rule_page])
