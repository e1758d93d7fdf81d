"""Short games told as text, one for every edition of every game: who is asked what, what is offered, what comes of it.

`make playthroughs` writes them to tests/playthroughs; the test beside this compares. They tell what people see, and
nothing of how it is kept, so whatever changes one of them has changed the game.
"""

import hashlib
import random
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import tiny

from hexfront import games
from hexfront.engine.dice import rng_for
from hexfront.engine.game import Ask, Game
from hexfront.engine.order import DONE, Order

FOLDER = Path(__file__).parent / "playthroughs"
SEED = "playthrough"
LINES = 200  # after so many the game is told no further than to the end of the phase
ORDERS = 4  # in a phase or duty, if it can be ended then
DRAWS = 6  # orders from which the boldest is taken, for the sake of combat
SAMPLE = 3  # orders shown of what is offered


def ids() -> list[str]:
    """All editions that can be played, and the tiny game."""
    return [*games.playable(), *({tiny.GAME.id} - set(games.playable()))]


def found(name: str) -> Game[Any]:
    """The game with this id."""
    return tiny.GAME if name == tiny.GAME.id else games.game(name)


def tell(name: str) -> str:
    """The story of one game."""
    return "\n".join([*_head(found(name)), *_story(found(name))]) + "\n"


def _head(game: Game[Any]) -> Iterator[str]:
    yield f"{game.id}: {game.title} ({' against '.join(game.sides)})"
    for one in game.scenarios():
        yield f"scenario {one['id']}: {one['title']}, {one['turns']} turns"
    for option in game.options():
        yield f"option {option['rule']}: {option['title']}"


def _story(game: Game[Any]) -> Iterator[str]:
    state, rng = game.start(seed=SEED), rng_for(SEED, game.id)
    step, told, given = (0, ""), 0, 0
    while (ask := game.ask(state)) is not None and (told < LINES or (state.turn, ask.name) == step):
        lines: list[str] = []
        if (state.turn, ask.name) != step:
            step, given = (state.turn, ask.name), 0
            lines += ["", *_position(game, state, ask)]
        given += 1
        order = DONE if given > ORDERS and DONE in ask else _chosen(game, state, ask, rng)
        lines.append(f"{ask.side}: {game.write(order)}")
        for event in game.play(state, order, ask.side):
            lines.append(f"    {game.tell(event)}{f' [{event.code}]' if event.code else ''}")
        told += len(lines)
        yield from lines
    yield from ["", *_ending(game, state)]


def _chosen(game: Game[Any], state: Any, ask: Ask[Any], rng: random.Random) -> Order:
    """The boldest of a few orders: next to the enemy, or of many units."""
    near = game.grid.around(state.occupied()[1 - game.current(state).side(state)])
    drawn = [ask.sample(rng) for _ in range(DRAWS)]
    return max(drawn, key=lambda order: (bool(order.path and near >> order.path[-1] & 1), len(order.units)))


def _position(game: Game[Any], state: Any, ask: Ask[Any]) -> Iterator[str]:
    """What stands at the head of a phase: who is asked, and what everybody may know."""
    yield f"== {game.desk.turn_name(state)}: {ask.step.title} ({ask.rule})"
    yield f"{ask.side} is asked: {ask.prompt}"
    first, second = (_seen(game, game.view(state, side)) for side in game.sides)
    if first == second:
        yield f"both see: {first}"
    else:
        yield from (f"{side} sees: {seen}" for side, seen in zip(game.sides, (first, second), strict=True))
    yield _sample(sorted(map(game.write, ask.orders())))


def _seen(game: Game[Any], view: Any) -> str:
    """What a table shows: the facts of the game, how many counters of whom lie there, and a hash of what they show."""
    facts = [f"{heading}: {text}" for heading, text in game.desk.facts(view)]
    pieces = game.desk.pieces(view)
    many = Counter(piece.side for piece in pieces if not piece.is_marker)
    shown = sorted(f"{game.label(one.place)} {one.side} {one.name} {one.figures} {one.marks}" for one in pieces)
    counted = ", ".join(f"{many[side]} {side}" for side in game.sides)
    return "; ".join([*facts, f"on the board {counted}, {hashlib.sha256(repr(shown).encode()).hexdigest()[:8]}"])


def _sample(texts: list[str]) -> str:
    """How many orders there are, and some of them."""
    some = texts[:: max(1, len(texts) // SAMPLE)][:SAMPLE]
    return f"offered: {len(texts)}, such as {', '.join(some)}"


def _ending(game: Game[Any], state: Any) -> Iterator[str]:
    result = game.result(state)
    points = ", ".join(f"{side} {many:g}" for side, many in result.points.items())
    over = "The game is over" if game.over(state) else "If the game ended now"
    yield f"{over}: {result.level}, {f'{result.winner} wins' if result.winner else 'nobody wins'}; points: {points}"


def main() -> None:
    """Write them all anew."""
    FOLDER.mkdir(exist_ok=True)
    for name in ids():
        (FOLDER / f"{name}.txt").write_text(tell(name), encoding="utf-8")
        print(f"tests/playthroughs/{name}.txt")


if __name__ == "__main__":
    main()
