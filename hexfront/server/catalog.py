"""What can be played here: games with their scenarios, optional rules and robots, as the home page shows them."""

from functools import cache
from typing import Any

from hexfront import games
from hexfront.engine.errors import BadData
from hexfront.engine.game import Game
from hexfront.robots import ROBOTS, player


@cache
def catalog() -> dict[str, list[dict[str, Any]]]:
    """All games. It does not change while the server runs."""
    return {"games": [_card(games.game(name)) for name in games.GAMES]}


def _card(game: Game[Any]) -> dict[str, Any]:
    return {
        "id": game.id,
        "title": game.title,
        "period": game.period,
        "about": game.about,
        "minutes": game.minutes,
        "sides": list(game.sides),
        "scenarios": [{key: one[key] for key in ("id", "title", "turns")} for one in game.scenarios()],
        "options": [_option(one) for one in game.options()],
        "robots": [{"id": name, "title": player(name, game).title} for name in robots_for(game)],
    }


def _option(one: dict[str, str]) -> dict[str, Any]:
    return {
        "rule": one["rule"],
        "title": one["title"],
        "about": one.get("about", ""),
        "excludes": one.get("excludes", "").split(),
    }


@cache
def robots_for(game: Game[Any]) -> tuple[str, ...]:
    """The robots that know a game, the strongest last."""
    return tuple(name for name in ROBOTS if _knows(name, game))


def _knows(name: str, game: Game[Any]) -> bool:
    try:
        player(name, game)
    except BadData:
        return False
    return True
