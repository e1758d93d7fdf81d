"""The cheapest way through a net that passes some links in order and never meets itself."""

from __future__ import annotations

import heapq
from dataclasses import dataclass
from typing import Any

Node = Any  # a corner or a hex
Link = Any  # a hexside or a step between hexes


@dataclass(frozen=True)
class Ways:
    """A net and a task: the stops to pass, where to start and finish, the nodes to keep off before the end."""

    links: dict[Node, list[tuple[Link, Node]]]
    prices: dict[Link, float]
    stops: list[set[Link]]
    starts: set[Node]
    finish: set[Node]
    taken: set[Node]


@dataclass(frozen=True)
class Reach:
    """A way as far as it has been followed: where it is, how many stops it has passed, how it came there."""

    node: Node
    passed: int
    course: tuple[Link, ...]
    nodes: frozenset[Node]


def ended(ways: Ways, reach: Reach) -> bool:
    """Whether a reach has done the whole task."""
    return reach.passed == len(ways.stops) and reach.node in ways.finish


def cheapest(ways: Ways) -> list[Link] | None:
    """The links of the cheapest way, or None."""
    queue = [(0.0, node, (), Reach(node, 0, (), frozenset([node]))) for node in sorted(ways.starts)]
    done: set[tuple[Node, int]] = set()
    while queue:
        cost, _, _, reach = heapq.heappop(queue)
        if ended(ways, reach):
            return list(reach.course)
        if (reach.node, reach.passed) not in done:
            done.add((reach.node, reach.passed))
            for further in onward(ways, reach):
                item = (cost + ways.prices[further.course[-1]], further.node, further.course, further)
                heapq.heappush(queue, item)
    return None


def onward(ways: Ways, reach: Reach) -> list[Reach]:
    """The reaches one link longer, none of which meets itself or another river before its end."""
    further = [(link, node) for link, node in ways.links.get(reach.node, []) if node not in reach.nodes]
    longer = [follow(ways, reach, link, node) for link, node in further]
    return [one for one in longer if one.node not in ways.taken or ended(ways, one)]


def follow(ways: Ways, reach: Reach, link: Link, node: Node) -> Reach:
    """A reach made longer by one link."""
    passed = reach.passed
    while passed < len(ways.stops) and link in ways.stops[passed]:
        passed += 1
    return Reach(node, passed, (*reach.course, link), reach.nodes | {node})
