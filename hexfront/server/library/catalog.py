"""What can be played here: games with their scenarios, optional rules and robots, as the home page shows them."""

from functools import cache
from typing import Any

from hexfront import games
from hexfront.engine.errors import BadData
from hexfront.engine.game import Game
from hexfront.robots import best_for, kind_of, opponents

SIMPLE = ("greedy", "random")  # the better first


@cache
def catalog() -> dict[str, list[dict[str, Any]]]:
    """All games. It does not change while the server runs."""
    return {"games": [_card(game) for game in games.every()[0]]}


def _card(game: Game[Any]) -> dict[str, Any]:
    manifest, edition = game.manifest, game.manifest.edition(game.id)
    return {
        "id": game.id,
        "title": edition.title,
        "period": manifest.period,
        "about": edition.about or manifest.about,
        "minutes": manifest.minutes,
        "sides": list(game.sides),
        "scenarios": [{key: one[key] for key in ("id", "title", "turns")} for one in game.scenarios()],
        "options": [_option(one) for one in game.options()],
        "robots": [_level(name) for name in opponents(game)],
        "robot": best_for(game),
    }


def _option(one: dict[str, str]) -> dict[str, Any]:
    return {
        "rule": one["rule"],
        "title": one["title"],
        "about": one.get("about", ""),
        "excludes": one.get("excludes", "").split(),
    }


def _level(name: str) -> dict[str, Any]:
    """A robot to choose, with the seconds that it may think about a phase; 0 for one that answers at once."""
    return {"id": name, "title": kind_of(name).title, "seconds": kind_of(name).seconds}


@cache
def robots_for(game: Game[Any]) -> tuple[str, ...]:
    """The robots that can sit at a table: the levels that people choose from, and the simple ones beside them."""
    return tuple(dict.fromkeys((*opponents(game), *(name for name in SIMPLE if knows(name, game)))))


def quick_robot(game: Game[Any]) -> str:
    """The best of the robots that never think long: it plays on for one that does not come to an end."""
    return next(name for name in SIMPLE if knows(name, game))


@cache
def knows(name: str, game: Game[Any]) -> bool:
    """Is there a robot of this name that plays this game?"""
    try:
        return kind_of(name).knows(game)
    except BadData:
        return False
