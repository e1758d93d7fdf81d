"""Questions to the engine: on what the asker may know, in threads apart, because some answers take their time."""

from collections.abc import Callable
from itertools import chain, islice
from typing import Annotated, Any

import msgspec
from litestar import Request, get, post
from litestar.exceptions import ClientException
from litestar.params import Parameter

from hexfront.engine.errors import BadOrder
from hexfront.engine.game import Game
from hexfront.engine.order import Order
from hexfront.server.bounds import OPTIONS, ORDER
from hexfront.server.games.open_game import OpenGame
from hexfront.server.games.open_games import OpenGames
from hexfront.server.games.questions import Questions, Stop
from hexfront.server.games.views import reminder_view
from hexfront.server.people.identity import Person

Ask = Request[Any, Any, Any]
GameId = Annotated[str, Parameter(max_length=40)]


class OrderText(msgspec.Struct, forbid_unknown_fields=True):
    """An order that is only looked at."""

    order: Annotated[str, msgspec.Meta(max_length=ORDER)]


def _answers(work: Callable[..., Any], *given: Any) -> Callable[[Stop], Any]:
    """Work that ends by itself soon enough."""
    return lambda _: work(*given)


async def _asked(open_games: OpenGames, game_id: str, person: Person) -> tuple[OpenGame, Any]:
    """A game and what the asker may know of it."""
    game = await open_games.open(game_id)
    return game, game.seen(game.sides_of(person.id))


@get("/{game_id:str}/options", summary="What units, or a hex, can be ordered to do", tags=["games"])
async def options(
    request: Ask,
    game_id: GameId,
    person: Person,
    open_games: OpenGames,
    questions: Questions,
    units: Annotated[str, Parameter(max_length=ORDER)] = "",
    hex: Annotated[str, Parameter(max_length=20)] = "",
) -> dict[str, list[dict[str, Any]]]:
    """Orders ready to send. `units` are names with commas between; without them, orders that name no unit.

    With units and a hex: what each of the units alone could aim at the hex.
    """
    game, seen = await _asked(open_games, game_id, person)
    if game.over:
        return {"orders": []}
    return {"orders": await questions.ask(request, person, _options, game.rules, seen, units, hex)}


def _options(stop: Stop, rules: Game[Any], seen: Any, units: str, place: str) -> list[dict[str, Any]]:
    named = tuple(unit for name in units.split(",") for unit in _unit(rules, name))
    if place:
        at = rules.reader.find_hex(place)
        found = rules.desk.orders_against(seen, named, at) if named else rules.desk.orders_at(seen, at)
    else:
        found = chain(rules.desk.orders_for(seen, named), () if named else rules.desk.hex_orders(seen))
    return [_option(rules, seen, order) for order in stop.among(islice(found, OPTIONS))]


def _unit(rules: Game[Any], name: str) -> tuple[int, ...]:
    if not name.strip():
        return ()
    found = rules.lexicon.find(name)
    if not found:
        raise rules.lexicon.unknown(name)
    return found


def _option(rules: Game[Any], seen: Any, order: Order) -> dict[str, Any]:
    label = rules.grid.label
    aim = order.path[-1:] or order.at[:1]
    return {
        "order": rules.write(order),
        "verb": order.verb,
        "units": [rules.lexicon.names[unit] for unit in order.units],
        "hex": label(aim[0]) if aim else None,
        "path": [label(place) for place in order.path] or None,
        "cost": rules.desk.cost_of(seen, order),
    }


@post("/{game_id:str}/panel", summary="An attack before it is made", tags=["games"], status_code=200)
async def panel(
    request: Ask, game_id: GameId, data: OrderText, person: Person, open_games: OpenGames, questions: Questions
) -> Any:
    """Both sums, the odds, the exact chances of each result; also of an attack that may not be made."""
    game, seen = await _asked(open_games, game_id, person)
    found = await questions.ask(request, person, _answers(_panel, game.rules, seen, data.order))
    if found is None:
        raise BadOrder("this order is no attack, so there is nothing to work out")
    return found


def _panel(rules: Game[Any], seen: Any, text: str) -> Any:
    return rules.desk.panel(seen, rules.read(seen, text))


@get("/{game_id:str}/overlay/{key:str}", summary="Something to lay over the board", tags=["games"])
async def overlay(
    request: Ask, game_id: GameId, key: str, person: Person, open_games: OpenGames, questions: Questions
) -> dict[str, list[dict[str, Any]]]:
    """Zones, supply, control, threat, objectives, entrances: the game says what there is."""
    game, seen = await _asked(open_games, game_id, person)
    rules, sides = game.rules, game.sides_of(person.id)
    known = {name: one.id for one in rules.manifest.overlays for name in (one.id, one.key, one.key.lower())}
    if key not in known:
        told = ", ".join(one.id for one in rules.manifest.overlays) or "none"
        raise ClientException(detail=f"there is no overlay {key!r}; there are {told}", status_code=404)
    side = sides[0] if len(sides) == 1 else game.row.asks or rules.sides[0]
    shades = await questions.ask(request, person, _answers(rules.desk.overlay, seen, side, known[key]))
    return {"shades": [{"hex": rules.grid.label(one.hex), "tone": one.tone, "label": one.label} for one in shades]}


@get("/{game_id:str}/reminders", summary="What is owed, and what would be forgotten", tags=["games"])
async def reminders(
    request: Ask, game_id: GameId, person: Person, open_games: OpenGames, questions: Questions
) -> dict[str, list[Any]]:
    """For the list before a phase ends."""
    game, seen = await _asked(open_games, game_id, person)
    if game.over:
        return {"reminders": []}
    found = await questions.ask(request, person, _answers(game.rules.desk.reminders, seen))
    return {"reminders": [reminder_view(game.rules, one) for one in found]}


@get("/{game_id:str}/tables", summary="The charts", tags=["games"])
async def tables(
    request: Ask, game_id: GameId, person: Person, open_games: OpenGames, questions: Questions
) -> dict[str, list[Any]]:
    """With what counts now lit."""
    game, seen = await _asked(open_games, game_id, person)
    return {"tables": await questions.ask(request, person, _answers(game.rules.desk.tables, seen))}


@get("/{game_id:str}/forces", summary="All units", tags=["games"])
async def forces(
    request: Ask, game_id: GameId, person: Person, open_games: OpenGames, questions: Questions
) -> dict[str, list[dict[str, Any]]]:
    """Under their headings, with the hex of those on the board."""
    game, seen = await _asked(open_games, game_id, person)
    found = await questions.ask(request, person, _answers(game.rules.desk.forces, seen))
    label = game.rules.grid.label
    return {
        "forces": [{**msgspec.structs.asdict(one), "hex": label(one.hex) if one.hex >= 0 else None} for one in found]
    }
