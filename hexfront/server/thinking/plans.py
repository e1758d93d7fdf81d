"""What robots meant to do: who may read it, and how it goes to a browser.

While a game runs a plan is a secret of its side, like the face of a hidden counter: neither views nor the lines that
listeners hear hold any of it. Whoever may read plans asks for them here.
"""

from typing import Annotated, Any

import msgspec
from litestar import Router, get
from litestar.params import Parameter

from hexfront.engine.game import Game
from hexfront.robots import Arrow, Plan
from hexfront.server.games.asking import GameId
from hexfront.server.games.open_game import OpenGame
from hexfront.server.games.open_games import OpenGames
from hexfront.server.people.identity import Person
from hexfront.server.storage.rows import PlanArrow, PlanLine
from hexfront.server.storage.store import Store

MOST = 200  # plans in one answer
WORDS, LENGTH, ARROWS = 40, 300, 400  # sentences of a plan, characters of a sentence, arrows


class PlansAnswer(msgspec.Struct):
    """Plans, the oldest first; `sides` are those whose plans I may read now, `more` if others follow."""

    sides: list[str]
    plans: list[PlanLine]
    more: bool


def readable(game: OpenGame, person_id: str) -> tuple[str, ...]:
    """The sides whose plans somebody may read: after the game all, before its end only his own.

    Robots that play among themselves have an owner too: whoever set the game up. Nobody plays against them.
    """
    if game.over:
        return game.rules.sides
    owner = bool(person_id) and game.row.creator == person_id and all(seat.kind == "robot" for seat in game.seats)
    return game.rules.sides if owner else game.sides_of(person_id)


def plan_line(game: Game[Any], plan: Plan, number: int) -> PlanLine:
    """A plan as it is kept: hexes by their printed numbers, so that it outlives a change of the grid."""
    words = [text[:LENGTH] for text in plan.words[:WORDS]]
    arrows = dict.fromkeys(one for arrow in plan.arrows for one in _arrow(game, arrow))  # a stack has one arrow
    return PlanLine(number, plan.side, plan.turn, plan.step, words, list(arrows)[:ARROWS])


def _arrow(game: Game[Any], arrow: Arrow) -> list[PlanArrow]:
    try:
        return [PlanArrow(game.grid.label(arrow.start), game.grid.label(arrow.end), arrow.kind)]
    except ValueError:  # from or to a place beside the board
        return []


@get("/games/{game_id:str}/plans", summary="What robots meant to do", tags=["games"])
async def plans(
    game_id: GameId,
    person: Person,
    open_games: OpenGames,
    store: Store,
    after: Annotated[int, Parameter(ge=0, le=2**31)] = 0,
) -> PlansAnswer:
    """Plans that I may read, 200 at most, from those behind a line on; of a running game only those of my own side."""
    game = await open_games.open(game_id)
    sides = readable(game, person.id)
    found = await store.plans(game_id, sides, after, MOST + 1) if sides else []
    return PlansAnswer(list(sides), found[:MOST], len(found) > MOST)


router = Router("/api", route_handlers=[plans])
