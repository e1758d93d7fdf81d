"""Tab at the table: verbs and words first, then the units and hexes that can be meant now."""

import contextlib
from collections.abc import Callable, Iterable
from itertools import islice
from typing import Any

from hexfront.engine.game import Ask, Game
from hexfront.engine.lexicon import plain
from hexfront.table.help import COMMANDS

ENOUGH = 3000  # orders looked at for their units and hexes; a player waits for the key


def candidates(game: Game[Any], ask: Ask[Any] | None, line: str) -> list[str]:
    """All words that can end this line. A blank follows the only one, unless it is a hex of a path."""
    found = _candidates(game, ask, line)
    return [f"{found[0]} "] if len(found) == 1 and any(map(str.isalpha, found[0])) else found


def _candidates(game: Game[Any], ask: Ask[Any] | None, line: str) -> list[str]:
    *before, word = line.split(" ")
    if not any(before):
        return _fitting([*(ask.verbs if ask else []), *COMMANDS, *game.questions.topics], word)
    if before[0] in ("help", "rule", "rules", "save", "load", "log", "plan"):
        return _fitting([*COMMANDS, *game.questions.topics, *game.forms], word) if before[0] == "help" else []
    units, hexes = _spoken_of(game, ask)
    head, hyphen, tail = word.rpartition("-")  # a path grows hex by hex
    if hyphen:
        return [f"{head}-{one}" for one in _fitting(hexes, tail)]
    return _fitting(units, word) + _fitting(hexes, word)


def _fitting(words: Iterable[str], start: str) -> list[str]:
    return sorted({word for word in words if plain(word).startswith(plain(start))})


def _spoken_of(game: Game[Any], ask: Ask[Any] | None) -> tuple[set[str], set[str]]:
    """The units and hexes of the orders on offer."""
    units: set[int] = set()
    hexes: set[int] = set()
    for order in islice(ask.orders(), ENOUGH) if ask else ():
        units.update(order.units)
        hexes.update(order.path, order.at)
    return {game.lexicon.names[unit] for unit in units}, {game.grid.label(place) for place in hexes}


def install(complete: Callable[[str], list[str]]) -> None:
    """Let readline ask `complete` for the words that can end a line. Without readline there is no Tab."""
    try:
        import readline
    except ImportError:
        return
    found: list[str] = []

    def next_word(word: str, number: int) -> str | None:
        if number == 0:
            with contextlib.suppress(Exception):  # a fault in a hint must not end the game
                found[:] = complete(readline.get_line_buffer()[: readline.get_endidx()])
        return found[number] if number < len(found) else None

    readline.set_completer(next_word)
    readline.set_completer_delims(" ")
    edit = "libedit" in (readline.__doc__ or "")
    readline.parse_and_bind("bind ^I rl_complete" if edit else "tab: complete")
