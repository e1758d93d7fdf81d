"""A new game: what is played, and who sits where."""

import secrets
from typing import Annotated, Any

import msgspec
from litestar import post

from hexfront import games
from hexfront.engine.errors import BadData
from hexfront.engine.game import Game
from hexfront.engine.session import Session, result_of
from hexfront.server import clock
from hexfront.server.bounds import GAMES_EACH, ROBOT_GAMES_EACH
from hexfront.server.games.open_games import OpenGames
from hexfront.server.library.catalog import robots_for
from hexfront.server.people.identity import Person
from hexfront.server.people.signatures import new_token, token_hash
from hexfront.server.people.typed import bad
from hexfront.server.settings import Settings
from hexfront.server.storage.rows import FREE, OVER, RUNNING, Seat, new_id
from hexfront.server.storage.rows import Game as Row
from hexfront.server.storage.store import Store

Short = Annotated[str, msgspec.Meta(max_length=100)]


class NewGame(msgspec.Struct, forbid_unknown_fields=True):
    """A game to be made. A seat is `me`, `local` (I play it too, at this screen), a robot's id, or waits for somebody:
    `open` stands in the list of open games, `link` can be taken only with its invitation."""

    game: Short
    seats: dict[Short, Short]
    scenario: Short = ""
    options: Annotated[list[Short], msgspec.Meta(max_length=50)] = []
    seed: Short | None = None
    days: Annotated[int, msgspec.Meta(ge=1, le=60)] | None = None


class Made(msgspec.Struct):
    """The address of a new game, and a secret for each seat that waits for somebody."""

    id: str
    invites: dict[str, str]


@post("/", summary="Make a game", tags=["games"])
async def make(data: NewGame, person: Person, store: Store, open_games: OpenGames, settings: Settings) -> Made:
    """A game with its seats. Seats for others get a secret that goes into a link."""
    rules = games.game(data.game)
    seats, invites = _seats(rules, data.seats, person)
    if data.seed is not None and invites and settings.limits:
        raise BadData("whoever knows the seed knows every die: a game with other people draws its own")
    scenario = rules.known_scenario(data.scenario)
    rules.check_options(data.options)
    await check_allowance(store, settings, person, seats)
    robots = tuple(seat.side for seat in seats if seat.kind == "robot")
    session = Session.start(rules, scenario, data.seed or secrets.token_hex(16), data.options, robots=robots)
    row = row_of(session, person.id, days=data.days)
    await store.create(row, seats)
    await open_games.open(row.id)  # a robot that has the first decision begins at once
    return Made(row.id, invites)


def row_of(session: Session, creator: str, **more: Any) -> Row:
    """The row of a game that stands so; it is new, whatever has been played in it."""
    rules, state, ask, now = session.game, session.state, session.ask(), clock.stamp()
    row = Row(
        id=new_id(),
        game=rules.id,
        scenario=state.scenario,
        options=tuple(state.options),
        seed=state.seed,
        created=now,
        updated=now,
        creator=creator,
        status=RUNNING if ask else OVER,
        result=result_of(rules, state),
        lines=len(session.log),
        version=1,
        asks=ask.side if ask else "",
        turn_name=rules.desk.turn_name(state),
        days=None,
        private=False,
        since=now,
        origin=session.origin,
        rules=rules.ruling,
        robots=state.robots,
    )
    return msgspec.structs.replace(row, **more)


async def check_allowance(store: Store, settings: Settings, person: Person, seats: list[Seat]) -> None:
    """Nobody fills the server with games that he never ends."""
    if not settings.limits:
        return
    games_made, among_robots = await store.unfinished(person.id)
    if games_made >= GAMES_EACH:
        raise bad(f"{GAMES_EACH} games that you have made are not over yet: end one of them first", 429)
    if among_robots >= ROBOT_GAMES_EACH and seats and all(seat.kind == "robot" for seat in seats):
        why = f"robots play {ROBOT_GAMES_EACH} games among themselves for you already: wait until one of them is over"
        raise bad(why, 429)


def _seats(rules: Game[Any], wanted: dict[str, str], person: Person) -> tuple[list[Seat], dict[str, str]]:
    """Who sits where, and the secrets of the open seats."""
    if set(wanted) != set(rules.sides):
        raise BadData(f"name a seat for each side: {' and '.join(rules.sides)}")
    seats, invites = [], {}
    for side in rules.sides:
        kind = wanted[side]
        if kind in ("me", "local"):
            seats.append(Seat(side, "person" if kind == "me" else "local", person.id))
        elif kind in FREE:
            invites[side] = new_token()
            seats.append(Seat(side, kind, invite_hash=token_hash(invites[side])))
        elif kind in robots_for(rules):
            seats.append(Seat(side, "robot", robot=kind))
        else:
            known = ", ".join(("me", "local", *FREE, *robots_for(rules)))
            raise BadData(f"{kind!r} cannot sit at a table of {rules.id}; there are {known}")
    return seats, invites
