"""Posts of the Soviet side: on the ways by which the German would come, where the ground is good."""

from collections.abc import Iterator
from typing import Generic, TypeVar

import msgspec

from hexfront.games.pgg.movement.ground import BARRED_UNTIL
from hexfront.games.pgg.movement.rail import Line
from hexfront.games.pgg.reinforcements import entry_hexes
from hexfront.grid import members
from hexfront.mechanics import exact
from hexfront.mechanics.reach import reach, within
from hexfront.robots.pgg.fields import distances_from, way_back
from hexfront.robots.pgg.goals import MOTOR
from hexfront.robots.pgg.survey import Survey

RIFLE = "foot soviet"
TURN = 40  # half points of a German mobile unit in a turn
COVER = (0.0, 1.0, 1.5, 1.9)  # what terrain makes of a post

S = TypeVar("S", bound=Survey)


class Post(msgspec.Struct):
    """A hex to be held by so many divisions."""

    place: int
    need: int
    worth: float


class Taste(msgspec.Struct, frozen=True):
    """What posts cost the German in half points, and what makes a hex a good one."""

    stack: int  # beside its strength
    zone: int
    patience: float  # what a place is worth to the German a phase later
    rooted: float  # a post where somebody stands already
    late: float  # a post that the German reaches first


class Posts(Generic[S]):
    """The posts of one turn, the most urgent first."""

    def __init__(self, sv: S, taste: Taste) -> None:
        self.sv, self.taste = sv, taste
        self.starts = german_starts(sv)
        self.extra = [0] * sv.grid.size
        self.ours = arrival(sv)
        self.danger: list[int] = distances_from(sv.board, MOTOR, self.starts)
        barred = sv.board.barred if sv.s.turn <= BARRED_UNTIL else 0
        self.open = sv.board.land & ~sv.enemy & ~barred & ~(sv.zone & ~sv.own)
        self.found: list[Post] = []
        self.weight = {city.name: float(city.points) for city in sv.board.cities}

    def obstruct(self, place: int, defence: int) -> None:
        """Somebody of so much strength is in the way there."""
        self.extra[place] = max(self.extra[place], self.taste.stack + defence)
        for near in self.sv.grid.neighbours[place]:
            if near >= 0:
                self.extra[near] = max(self.extra[near], self.taste.zone)

    def take(self, post: Post) -> None:
        """This post is held."""
        self.found.append(post)
        self.obstruct(post.place, 4 * post.need * self.sv.cover(post.place))
        self.open &= ~(1 << post.place)

    def ways(self) -> dict[str, tuple[float, list[int]]]:
        """How the German would come to each place that he still wants, and how urgent that is."""
        board, found = self.sv.board, {}
        dist = distances_from(board, MOTOR, self.starts, self.extra)
        for city in board.cities:
            missing = city.hexes & ~self.sv.s.german
            if missing:
                goal = min(members(missing), key=lambda h: dist[h])
                urgent = self.weight[city.name] * exact.power(self.taste.patience, dist[goal] / 20)
                found[city.name] = urgent, way_back(board, MOTOR, dist, self.extra, goal)
        return found

    def sites(self, ways: dict[str, tuple[float, list[int]]]) -> Iterator[tuple[float, int]]:
        """The free hexes on these ways, with what it is worth to stand there."""
        weight: dict[int, float] = {}
        for urgent, way in ways.values():
            for h in way:
                weight[h] = weight.get(h, 0.0) + urgent
        for h, urgent in weight.items():
            if self.open >> h & 1:
                yield urgent * COVER[self.sv.cover(h)] * self.timely(h), h

    def timely(self, h: int) -> float:
        """Can somebody be there before the German?"""
        if self.sv.own >> h & 1:
            return self.taste.rooted
        ours = -(-self.ours[h] // 12)
        theirs = 1 + self.danger[h] // TURN
        return 1.0 if ours <= theirs else exact.power(self.taste.late, ours - theirs)


def german_starts(sv: Survey) -> dict[int, int]:
    """Whence the German may come: his units, and the western edge as long as more of them arrive."""
    found: dict[int, int] = {}
    if sv.s.turn <= 8:
        found = dict.fromkeys(members(sv.grid.west & sv.board.land), 8)
    for unit in sv.edition.germans:
        place = sv.s.where[unit]
        if place >= 0:
            cost = 0 if sv.edition.mechanized >> unit & 1 else 14
            found[place] = min(cost, found.get(place, cost))
    return found


def arrival(sv: Survey) -> list[int]:
    """How soon some Soviet division can be in each hex, on foot or first by rail."""
    starts: dict[int, int] = {}
    for unit in sv.edition.soviets:
        place = sv.s.where[unit]
        if not sv.edition.leader[unit] and place >= 0 and not sv.zone >> place & 1:
            starts[place] = 0
        elif not sv.edition.leader[unit] and place <= -10:
            starts.update(dict.fromkeys(members(entry_hexes(sv.s, unit)), 2))
    line = Line(sv.s)
    for place in members(trains(sv, line, tuple(starts))):
        starts.setdefault(place, 12)
    return distances_from(sv.board, RIFLE, starts)


def trains(sv: Survey, line: Line, places: tuple[int, ...]) -> int:
    """The rail hexes that a train from one of these hexes can get to."""
    found = 0
    for place in places:
        if (sv.board.rail_hexes & ~line.closed) >> place & 1 and not found >> place & 1:
            found |= within(reach(sv.grid, line.costs, place, line.points - 1, 0, line.closed, line.surcharge))
    return found
