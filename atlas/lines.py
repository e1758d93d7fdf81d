"""Roads and rails: chains of neighbouring hexes drawn straight between way-points, off the water."""

from __future__ import annotations

import heapq
import re
from collections.abc import Callable, Collection, Mapping
from itertools import pairwise

import numpy as np
import shapely

from .board import Board, Given, Way
from .hexes import Hex, Hexes, Side, side

Chain = list[Hex]


def lay(board: Board, given: Given, laid: Collection[Way] = (), dear: Mapping[Hex, float] | None = None) -> Way:
    """One road or rail from its table: `chains` of hexes ("0120-0518|0617") or places ("Brest - Minsk - 1217").

    It keeps off water and coasts that block; of equal ways it takes the one along lines already `laid`.
    `dear` makes single hexes cost more than one step.
    """
    used = {at for way in laid for chain in way.chains for at in chain}
    rules = Rules(board.hexes, board.water, board.blocked, used, dear or {})
    return Way(given, [through(rules, way_points(text, board.place)) for text in given["chains"]])


def way_points(text: str, place: Callable[[str], Hex] = str) -> Chain:
    """The hexes of a chain's text; with spaces round the hyphens its parts may be names of places."""
    parts = text.split(" - ") if " - " in text else re.split(r"[-|]", text)
    return [place(part.strip()) for part in parts]


class Rules:
    """Where a line may go: which hexes and sides are shut, which hexes are used already or dear."""

    def __init__(
        self, hexes: Hexes, shut: set[Hex], barred: set[Side], used: set[Hex], dear: Mapping[Hex, float]
    ) -> None:
        self.hexes, self.shut, self.barred, self.used, self.dear = hexes, shut, barred, used, dear

    def open(self, at: Hex, near: Hex) -> bool:
        """Whether a line may go from a hex to its neighbour."""
        return near not in self.shut and side(at, near) not in self.barred


def through(rules: Rules, stops: Chain) -> Chain:
    """One chain through all its way-points."""
    whole = stops[:1]
    for start, stop in pairwise(stops):
        whole += straight(rules, start, stop)[1:]
    return whole


def straight(rules: Rules, start: Hex, stop: Hex) -> Chain:
    """The shortest chain between two hexes, of all such the one that keeps nearest to a ruled line."""
    away = off_line(rules, start, stop)
    queue: list[tuple[float, float, Chain]] = [(0, 0.0, [start])]
    done: set[Hex] = set()
    while queue:
        steps, off, path = heapq.heappop(queue)
        if path[-1] == stop:
            return path
        if path[-1] in done:
            continue
        done.add(path[-1])
        for near in rules.hexes.around(path[-1]):
            if near not in done and rules.open(path[-1], near):
                cost = steps + 1 + rules.dear.get(near, 0), round(off + away[near], 6)
                heapq.heappush(queue, (*cost, [*path, near]))
    raise ValueError(f"no way from {start} to {stop}")


def off_line(rules: Rules, start: Hex, stop: Hex) -> dict[Hex, float]:
    """How far each hex is from the ruled line; hexes that a line uses already count as nearer."""
    ruler = shapely.LineString([rules.hexes.middle(start), rules.hexes.middle(stop)])
    away = shapely.distance(ruler, shapely.points(rules.hexes.middles))
    near = np.array([0.2 if at in rules.used else 1.0 for at in rules.hexes.all])
    return dict(zip(rules.hexes.all, (away * near).tolist(), strict=True))


def breaks(text: str) -> list[Side]:
    """The hexsides where a chain's text says that a river cuts it."""
    found = re.findall(r"(?<=(\d{4}))\|(\d{4})", text)
    return [side(first, second) for first, second in found]


def steps(chains: Collection[Chain]) -> set[Side]:
    """The single steps of some chains, each as the hexside it goes over."""
    return {side(a, b) for one in chains for a, b in pairwise(one)}
