"""Where the Soviet side should stand: on the ways by which the German would come, so that each costs him most."""

import msgspec

from hexfront.games.pgg.ground import BARRED_UNTIL
from hexfront.grid import members
from hexfront.mechanics import exact
from hexfront.robots.pgg.fields import distances_from, way_back
from hexfront.robots.pgg.goals import MOTOR
from hexfront.robots.pgg.planner.scene import Scene
from hexfront.robots.pgg.posts import arrival, german_starts

TURN = 40  # half points of a German mobile unit in a turn
COVER = (0.0, 1.0, 1.5, 1.9)  # what terrain makes of a post
AT_ONCE = 2  # posts that are found on one look at the ways
APART = 3  # hexes between those


class Post(msgspec.Struct):
    """A hex to be held by so many divisions."""

    place: int
    need: int
    worth: float


class Posts:
    """The posts of one turn, the most urgent first."""

    def __init__(self, sc: Scene, many: int) -> None:
        self.sc, self.w = sc, sc.w
        self.starts = german_starts(sc.sv)
        self.extra = [0] * sc.grid.size
        self.ours = arrival(sc.sv)
        self.danger: list[int] = distances_from(sc.board, MOTOR, self.starts)
        barred = sc.board.barred if sc.s.turn <= BARRED_UNTIL else 0
        self.open = sc.board.land & ~sc.enemy & ~barred & ~(sc.zone & ~sc.own)
        self.found: list[Post] = []
        self.weight = {city.name: self._stake(city.points) for city in sc.board.cities}
        self._stuck()
        for post in self._garrisons():
            self._take(post)
            many -= post.need
        while many > 0:
            posts = self._next()
            if not posts:
                break
            for post in posts:
                self._take(post)
                many -= post.need

    def _stake(self, points: int) -> float:
        return float(points)

    def _garrisons(self) -> list[Post]:
        """Every city that the German can soon be at has somebody in it."""
        sc, found, need = self.sc, [], int(self.w["red_garrison"])
        for city in sc.board.cities if need else ():
            for h in members(city.hexes & self.open & ~sc.s.german):
                if self.danger[h] <= self.w["red_alarm"]:
                    worth = 3.0 * city.points * exact.power(self.w["red_patience"], self.danger[h] / 20)
                    found.append(Post(h, need, worth * self._timely(h)))
        return sorted(found, key=lambda post: (-post.worth, post.place))

    def _stuck(self) -> None:
        """Stacks in German zones stay where they are, and are in the way already."""
        sc = self.sc
        for place in members(sc.own & sc.zone):
            divisions = [u for u in sc.s.stacks[place] if not sc.edition.leader[u]]
            self._obstruct(place, int(4 * len(divisions) * sc.sv.cover(place)))

    def _obstruct(self, place: int, defence: int) -> None:
        self.extra[place] = max(self.extra[place], int(self.w["red_stack"]) + defence)
        for near in self.sc.grid.neighbours[place]:
            if near >= 0:
                self.extra[near] = max(self.extra[near], int(self.w["red_zone"]))

    def _take(self, post: Post) -> None:
        self.found.append(post)
        self._obstruct(post.place, 4 * post.need * self.sc.sv.cover(post.place))
        self.open &= ~(1 << post.place)

    def _next(self) -> list[Post]:
        """The hexes that stand in the way to most; what they guard asks for less from then on."""
        sc, board = self.sc, self.sc.board
        weight: dict[int, float] = {}
        ways: dict[str, list[int]] = {}
        dist = distances_from(board, MOTOR, self.starts, self.extra)
        for city in board.cities:
            missing = city.hexes & ~sc.s.german
            if missing:
                goal = min(members(missing), key=lambda h: dist[h])
                urgent = self.weight[city.name] * exact.power(self.w["red_patience"], dist[goal] / 20)
                ways[city.name] = way_back(board, MOTOR, dist, self.extra, goal)
                for h in ways[city.name]:
                    weight[h] = weight.get(h, 0.0) + urgent
        worths = []
        for h, urgent in weight.items():
            if self.open >> h & 1:
                worths.append((urgent * COVER[sc.sv.cover(h)] * self._timely(h), -h))
        worths.sort(reverse=True)
        found: list[Post] = []
        for worth, h in worths:
            if len(found) == AT_ONCE or worth <= 0:
                break
            if all(sc.grid.distance(-h, post.place) >= APART for post in found):
                found.append(Post(-h, self._need(-h), worth))
        for name, way in ways.items():
            self.weight[name] *= exact.power(self.w["red_guarded"], sum(post.place in way for post in found))
        return found

    def _need(self, h: int) -> int:
        if self.sc.city_share(h):
            return 3
        return max(1, int(self.w["red_near"] if self.danger[h] <= TURN else self.w["red_rear"]))

    def _timely(self, h: int) -> float:
        """Can somebody be there before the German?"""
        if self.sc.own >> h & 1:
            return self.w["red_rooted"]
        ours = -(-self.ours[h] // 12)
        theirs = 1 + self.danger[h] // TURN
        return 1.0 if ours <= theirs else exact.power(self.w["red_late"], ours - theirs)


def divisions(sc: Scene) -> list[int]:
    """The Soviet divisions on the board and at its edge."""
    return [u for u in sc.edition.soviets if not sc.edition.leader[u] and (sc.s.where[u] >= 0 or sc.s.where[u] <= -10)]
