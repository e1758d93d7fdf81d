"""What a study found, counted over all its games: the figures behind the plots and the report."""

from collections import Counter, defaultdict
from functools import cached_property
from graphlib import CycleError, TopologicalSorter
from itertools import pairwise
from statistics import median
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from hexfront.engine.desk import Chart
from hexfront.engine.game import Game, Result
from hexfront.grid import members
from hexfront.lab.rows import GameRows
from hexfront.mechanics import exact

Counts = NDArray[np.int64]


class Seen(msgspec.Struct):
    """One turn on the board: in how many games, and for each side and hex in how many it was theirs."""

    games: int
    units: list[Counts]
    ground: list[Counts]

    def lead(self) -> NDArray[np.float64]:
        """For each hex the share of games in which it was the first side's less that of the second's."""
        share: NDArray[np.float64] = (self.ground[0] - self.ground[1]) / self.games
        return share


class Fall(msgspec.Struct, frozen=True):
    """A place that changed hands: who held it at the start, in how many games it fell, and in which turns."""

    city: str
    held_by: str
    games: int
    turns: tuple[int, ...]

    @property
    def usual(self) -> float:
        """The turn in which it fell, in the middle game of those in which it did."""
        return median(self.turns)


class Findings:
    """The counts of a study. Games that failed count for nothing but their number."""

    def __init__(self, game: Game[Any], games: list[GameRows]) -> None:
        self.game, self.sides = game, game.sides
        self.failed = [rows for rows in games if rows.why]
        self.games = [rows for rows in games if not rows.why]
        self.places = members(game.grid.all)
        self.turn_names = {turn: name for rows in self.games for turn, name in rows.turns.items()}
        self.turns = sorted(self.turn_names)

    # -- who wins ----------------------------------------------------------------------------------

    @cached_property
    def results(self) -> list[Result]:
        """The results of the games that came to their end."""
        return [rows.result for rows in self.games if rows.result]

    def wins(self) -> dict[str, int]:
        """Games won by each side, and those drawn."""
        won = Counter(result.winner or "draw" for result in self.results)
        return {side: won[side] for side in (*self.sides, "draw")}

    def levels(self) -> list[tuple[str, str, int]]:
        """Level, winner and number, from the first side's best result to the second's."""
        margins = defaultdict(list)
        for result in self.results:
            margins[result.level, result.winner].append(result.margin)
        order = sorted(margins.items(), key=lambda entry: -exact.total(entry[1]) / len(entry[1]))
        return [(level, winner, len(these)) for (level, winner), these in order]

    # -- cities --------------------------------------------------------------------------------------

    def held(self) -> dict[str, dict[int, float]]:
        """For each place and turn: the share of the games that got so far in which the first side held it."""
        held: dict[str, Counter[int]] = defaultdict(Counter)
        seen: dict[str, Counter[int]] = defaultdict(Counter)
        for rows in self.games:
            for turn, city, holder in map(msgspec.structs.astuple, rows.cities):
                seen[city][turn] += 1
                held[city][turn] += holder == self.sides[0]
        return {city: {turn: held[city][turn] / many for turn, many in turns.items()} for city, turns in seen.items()}

    def falls(self) -> list[Fall]:
        """The places that were taken from their first holder in some game, those that fall first at the top."""
        start: dict[str, str] = {}
        turns: dict[str, list[int]] = defaultdict(list)
        for rows in self.games:
            for city, turn in _taken(rows, start).items():
                turns[city].append(turn)
        found = [Fall(city, start[city], len(these), tuple(sorted(these))) for city, these in turns.items()]
        return sorted(found, key=lambda fall: (fall.usual, -fall.games, fall.city))

    # -- the front -----------------------------------------------------------------------------------

    @cached_property
    def front(self) -> dict[int, Seen]:
        """The board at the end of each turn."""
        size = self.game.grid.size
        found: dict[int, Seen] = {}
        for rows in self.games:
            for one in rows.front:
                blank = [[np.zeros(size, np.int64) for _ in self.sides] for _ in range(2)]
                seen = found.setdefault(one.turn, Seen(0, *blank))
                seen.games += 1
                for side in (0, 1):
                    seen.units[side] += _bits(one.units[side], size)
                    seen.ground[side] += _bits(one.ground[side], size)
        return dict(sorted(found.items()))

    # -- losses and battles ----------------------------------------------------------------------------

    def losses(self) -> dict[tuple[str, str], dict[int, float]]:
        """For each side and way to be lost: the mean number in each turn of a game that got so far."""
        counts: Counter[tuple[str, str, int]] = Counter()
        for rows in self.games:
            counts.update((one.side, one.how, one.turn) for one in rows.losses)
        return self._by_turn(counts)

    def _by_turn(self, counts: Counter[tuple[str, str, int]]) -> dict[tuple[str, str], dict[int, float]]:
        reached = {turn: sum(rows.first <= turn <= rows.last for rows in self.games) for turn in self.turns}
        found: dict[tuple[str, str], dict[int, float]] = defaultdict(dict)
        for (side, how, turn), many in sorted(counts.items()):
            if reached.get(turn):
                found[side, how][turn] = many / reached[turn]
        return dict(found)

    def battles(self) -> dict[str, dict[str, Counter[str]]]:
        """For each side that attacked and each column: how often each result came."""
        found: dict[str, dict[str, Counter[str]]] = {side: defaultdict(Counter) for side in self.sides}
        for rows in self.games:
            for one in rows.battles:
                found[one.side][one.column][one.result] += 1
        return {side: dict(columns) for side, columns in found.items()}

    @cached_property
    def chart(self) -> Chart | None:
        """The combat table: the first chart of a game that tells of battles."""
        if not any(rows.battles for rows in self.games):
            return None
        return next(iter(self.game.desk.tables(self.game.start())), None)

    def columns(self) -> list[str]:
        """The columns of the combat table in their order, with any it does not have at the end."""
        known = self.chart.columns[1:] if self.chart else []
        used = {column for columns in self.battles().values() for column in columns}
        return [*known, *sorted(used - set(known))]

    def codes(self) -> list[str]:
        """All results that came, from the attacker's worst to his best: by where they stand in the table."""
        came = {code for columns in self.battles().values() for results in columns.values() for code in results}
        known = [code for code in _rising(self.chart.rows if self.chart else []) if code in came]
        return [*known, *sorted(came - set(known))]


def _taken(rows: GameRows, start: dict[str, str]) -> dict[str, int]:
    """The turn in which each place of a game was first held by another side than at the start."""
    found: dict[str, int] = {}
    for turn, city, holder in map(msgspec.structs.astuple, rows.cities):
        first = start.setdefault(city, holder)
        if holder and holder != first:
            found.setdefault(city, turn)
    return found


def _bits(mask: int, size: int) -> Counts:
    """A set of hexes as ones and noughts."""
    data = np.frombuffer(mask.to_bytes((size + 7) // 8, "little"), np.uint8)
    return np.unpackbits(data, bitorder="little")[:size].astype(np.int64)


def _rising(rows: list[list[str]]) -> list[str]:
    """The results of a combat table so that none comes before one that stands left of it in a row."""
    before: dict[str, set[str]] = {}
    for row in rows:
        for left, right in pairwise(row[1:]):
            before.setdefault(left, set())
            before.setdefault(right, set()).update({left} - {right})
    try:
        return list(TopologicalSorter(before).static_order())
    except CycleError:  # a table that does not rise along its rows has no such order
        return list(before)
