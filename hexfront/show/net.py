"""Nets of links turned into lines: rivers along hexsides, roads and rails through hexes, each as long as it can be."""

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable
from typing import TypeVar

Node = TypeVar("Node", bound=Hashable)


def chains(links: Iterable[tuple[Node, Node]], stop: Callable[[Node], bool] = lambda node: False) -> list[list[Node]]:
    """Every link once, in lines that end where the net ends or forks, or where `stop` says so."""
    near: dict[Node, list[Node]] = defaultdict(list)
    for a, b in links:
        near[a].append(b)
        near[b].append(a)
    ends = [node for node in near if len(near[node]) != 2 or stop(node)]
    used: set[frozenset[Node]] = set()
    found = []
    for start in [*ends, *near]:
        for first in near[start]:
            if frozenset((start, first)) not in used:
                found.append(_follow(near, start, first, used, set(ends)))
    return found


def _follow(
    near: dict[Node, list[Node]], start: Node, first: Node, used: set[frozenset[Node]], ends: set[Node]
) -> list[Node]:
    line = [start, first]
    used.add(frozenset((start, first)))
    while line[-1] not in ends and line[-1] != start:
        a, b = near[line[-1]]
        after = b if a == line[-2] else a
        if frozenset((line[-1], after)) in used:
            break
        used.add(frozenset((line[-1], after)))
        line.append(after)
    return line
