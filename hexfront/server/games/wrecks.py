"""Games that cannot be opened: of another version, or damaged. Each says so in one sentence, and the others go on.

A damaged game is played again from a snapshot or from its beginning before that is found out. So it is remembered for
a minute: neither people nor the look for robots that wait make the server do it over and over.
"""

import logging
import time
from collections import OrderedDict
from typing import Any

from hexfront import games
from hexfront.engine.errors import BadData, HexfrontError
from hexfront.engine.game import Game
from hexfront.server.bounds import WRECKED, WRECKS
from hexfront.server.library.catalog import knows
from hexfront.server.storage.rows import RUNNING, Loaded

LOG = logging.getLogger("hexfront.server")


class Damaged(BadData):
    """This game cannot be opened, and the text says why."""


class Wrecks:
    """The games that were found damaged, and until when nobody need look again."""

    def __init__(self) -> None:
        self._known: OrderedDict[str, tuple[float, str]] = OrderedDict()

    def check(self, game_id: str) -> None:
        """Damaged if that is known of this game."""
        until, why = self._known.get(game_id, (0.0, ""))
        if until > time.monotonic():
            raise Damaged(why)

    def found(self, game_id: str, error: Exception) -> Damaged:
        """Remember what is wrong with a game; the host reads more of it in the log."""
        plain = isinstance(error, HexfrontError)
        why = str(error) if plain else "its data are damaged; whoever runs this server finds more in its log"
        told = f"this game cannot be opened: {' '.join(why.split())}"
        if self._known.get(game_id, (0.0, ""))[1] != told:
            LOG.warning("game %s cannot be opened: %s", game_id, why, exc_info=None if plain else error)
        self._known[game_id] = time.monotonic() + WRECKED, told
        self._known.move_to_end(game_id)
        if len(self._known) > WRECKS:
            self._known.popitem(last=False)
        return Damaged(told)


def known_here(loaded: Loaded) -> Game[Any]:
    """The rules of a game; BadData if this version does not know the game or what is played in it."""
    row = loaded.row
    if row.game not in games.playable():
        raise BadData(f"this version of hexfront does not know the game {row.game!r}")
    rules = games.game(row.game)
    rules.known_scenario(row.scenario)
    rules.check_options(row.options)
    if {seat.side for seat in loaded.seats} != set(rules.sides):
        raise BadData(f"its seats are not those of the sides {' and '.join(rules.sides)}")
    for seat in loaded.seats:
        if row.status == RUNNING and seat.kind == "robot" and not knows(seat.robot, rules):
            raise BadData(f"this version of hexfront does not know the robot {seat.robot!r} that plays in it")
    return rules
