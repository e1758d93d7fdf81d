"""Roads and rails: chains of neighbouring hexes drawn straight between way-points."""

from __future__ import annotations

import heapq
import re
from itertools import pairwise
from typing import Any

from shapely.geometry import LineString
from shapely.geometry import Point as Dot

from .hexes import Grid, Hex, Side, middle, number, parse, side

Chain = list[Hex]


def lay(grid: Grid, given: dict[str, Any], shut: set[Hex]) -> list[Chain]:
    """All chains of one road or rail."""
    return [chain(grid, text, shut) for text in given["chains"]]


def chain(grid: Grid, text: str, shut: set[Hex]) -> Chain:
    """One chain through the way-points of a text such as `0120-0518|0617`."""
    stops = [parse(stop) for stop in re.split(r"[-|]", text)]
    whole = stops[:1]
    for start, stop in pairwise(stops):
        whole += straight(grid, start, stop, shut)[1:]
    return whole


def breaks(text: str) -> list[Side]:
    """The hexsides where a chain's text says that a river cuts it."""
    found = re.findall(r"(?<=(\d{4}))\|(\d{4})", text)
    return [side(parse(first), parse(second)) for first, second in found]


def straight(grid: Grid, start: Hex, stop: Hex, shut: set[Hex]) -> Chain:
    """The shortest chain between two hexes, of all such the one that keeps nearest to a ruled line."""
    ruler = LineString([middle(start), middle(stop)])
    queue: list[tuple[int, float, Chain]] = [(0, 0.0, [start])]
    done: set[Hex] = set()
    while queue:
        steps, off, path = heapq.heappop(queue)
        if path[-1] == stop:
            return path
        if path[-1] in done:
            continue
        done.add(path[-1])
        for near in grid.around(path[-1]):
            if near not in shut and near not in done:
                away = round(off + ruler.distance(Dot(middle(near))), 6)
                heapq.heappush(queue, (steps + 1, away, [*path, near]))
    raise ValueError(f"no way from {number(start)} to {number(stop)}")


def steps(chains: list[Chain]) -> set[Side]:
    """The single steps of some chains, each as the hexside it goes over."""
    return {side(a, b) for one in chains for a, b in pairwise(one)}
