"""Where the Soviet side should stand: on the ways by which the German would come, where the ground is good."""

import msgspec

from hexfront.games.pgg.ground import BARRED_UNTIL
from hexfront.games.pgg.rail import Line
from hexfront.games.pgg.reinforcements import entry_hexes
from hexfront.grid import members
from hexfront.mechanics import exact
from hexfront.mechanics.reach import reach, within
from hexfront.robots.pgg.chances import mean
from hexfront.robots.pgg.fields import FAR, distances_from, way_back
from hexfront.robots.pgg.goals import MOTOR, W_STACK, W_ZONE
from hexfront.robots.pgg.survey import Survey
from hexfront.robots.pgg.weights import W

RIFLE = "foot soviet"
TURN = 40  # half points of a German mobile unit in a turn
COVER = (0.0, 1.0, 1.5, 1.9)  # what terrain makes of a post
LATE = 0.35  # a post that the German reaches first


class Post(msgspec.Struct):
    """A hex to be held by so many divisions."""

    place: int
    need: int
    worth: float


class Posts:
    """The posts of one turn, the most urgent first."""

    def __init__(self, sv: Survey, many: int) -> None:
        self.sv = sv
        self.starts = german_starts(sv)
        self.extra = [0] * sv.grid.size
        self.ours = arrival(sv)
        self.danger: list[int] = distances_from(sv.board, MOTOR, self.starts, self.extra, FAR)
        barred = sv.board.barred if sv.s.turn <= BARRED_UNTIL else 0
        self.open = sv.board.land & ~sv.enemy & ~barred & ~(sv.zone & ~sv.own)
        self.found: list[Post] = []
        self.weight = {city.name: float(city.points) for city in sv.board.cities}
        self._stuck()
        while many > 0:
            post = self._next()
            if post is None:
                break
            self._take(post)
            many -= post.need

    def _stuck(self) -> None:
        """Stacks in German zones stay where they are, and are in the way already."""
        for place in members(self.sv.own & self.sv.zone):
            defence = mean(self.sv.strength(self.sv.s.stacks[place], False)) * self.sv.cover(place)
            self._obstruct(place, int(defence))

    def _obstruct(self, place: int, defence: int) -> None:
        self.extra[place] = max(self.extra[place], W_STACK + defence)
        for near in self.sv.grid.neighbours[place]:
            if near >= 0:
                self.extra[near] = max(self.extra[near], W_ZONE)

    def _take(self, post: Post) -> None:
        self.found.append(post)
        self._obstruct(post.place, 4 * post.need * self.sv.cover(post.place))
        self.open &= ~(1 << post.place)

    def _next(self) -> Post | None:
        """The hex that stands in the way to most; what it guards asks for less from then on."""
        board = self.sv.board
        weight: dict[int, float] = {}
        ways: dict[str, list[int]] = {}
        dist = distances_from(board, MOTOR, self.starts, self.extra, FAR)
        for city in board.cities:
            if city.hexes & ~self.sv.s.german:
                goal = min(members(city.hexes & ~self.sv.s.german), key=lambda h: dist[h])
                urgent = self.weight[city.name] * exact.power(W.patience, dist[goal] / 20)
                ways[city.name] = way_back(board, MOTOR, dist, self.extra, goal)
                for h in ways[city.name]:
                    weight[h] = weight.get(h, 0.0) + urgent
        best, at = 0.0, -1
        for h, urgent in weight.items():
            if self.open >> h & 1:
                worth = urgent * COVER[self.sv.cover(h)] * self._timely(h)
                if worth > best:
                    best, at = worth, h
        if at < 0:
            return None
        for name, way in ways.items():
            if at in way:
                self.weight[name] *= W.guarded
        return Post(at, 3 if self.danger[at] <= TURN else 2, best)

    def _timely(self, h: int) -> float:
        """Can somebody be there before the German?"""
        if self.sv.own >> h & 1:
            return W.rooted
        ours = -(-self.ours[h] // 12)
        theirs = 1 + self.danger[h] // TURN
        return 1.0 if ours <= theirs else exact.power(LATE, ours - theirs)


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
