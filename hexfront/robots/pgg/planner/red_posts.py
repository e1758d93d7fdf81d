"""Where the Soviet side should stand: on the ways by which the German would come, so that each costs him most."""

from hexfront.grid import members
from hexfront.mechanics import exact
from hexfront.robots.pgg import posts
from hexfront.robots.pgg.planner.scene import Scene
from hexfront.robots.pgg.posts import TURN, Post, Taste

AT_ONCE = 2  # posts that are found on one look at the ways
APART = 3  # hexes between those


class Posts(posts.Posts[Scene]):
    """The posts of one turn, garrisons first."""

    def __init__(self, sc: Scene, many: int) -> None:
        self.w = w = sc.w
        stack, zone = int(w["red_stack"]), int(w["red_zone"])
        super().__init__(sc, Taste(stack, zone, w["red_patience"], w["red_rooted"], w["red_late"]))
        self._stuck()
        for post in self._garrisons():
            self.take(post)
            many -= post.need
        while many > 0 and (found := self._next()):
            for post in found:
                self.take(post)
                many -= post.need

    def _garrisons(self) -> list[Post]:
        """Every city that the German can soon be at has somebody in it."""
        sc, found, need = self.sv, [], int(self.w["red_garrison"])
        for city in sc.board.cities if need else ():
            for h in members(city.hexes & self.open & ~sc.s.german):
                if self.danger[h] <= self.w["red_alarm"]:
                    worth = 3.0 * city.points * exact.power(self.taste.patience, self.danger[h] / 20)
                    found.append(Post(h, need, worth * self.timely(h)))
        return sorted(found, key=lambda post: (-post.worth, post.place))

    def _stuck(self) -> None:
        """Stacks in German zones stay where they are, and are in the way already."""
        sc = self.sv
        for place in members(sc.own & sc.zone):
            many = sum(not sc.edition.leader[u] for u in sc.s.stacks[place])
            self.obstruct(place, int(4 * many * sc.cover(place)))

    def _next(self) -> list[Post]:
        """The hexes that stand in the way to most; what they guard asks for less from then on."""
        ways, found = self.ways(), list[Post]()
        for worth, h in sorted(self.sites(ways), key=lambda site: (-site[0], site[1])):
            if len(found) == AT_ONCE or worth <= 0:
                break
            if all(self.sv.grid.distance(h, post.place) >= APART for post in found):
                found.append(Post(h, self._need(h), worth))
        for name, (_, way) in ways.items():
            self.weight[name] *= exact.power(self.w["red_guarded"], sum(post.place in way for post in found))
        return found

    def _need(self, h: int) -> int:
        if self.sv.city_share(h):
            return 3
        return max(1, int(self.w["red_near"] if self.danger[h] <= TURN else self.w["red_rear"]))


def divisions(sc: Scene) -> list[int]:
    """The Soviet divisions on the board and at its edge."""
    return [u for u in sc.edition.soviets if not sc.edition.leader[u] and (sc.s.where[u] >= 0 or sc.s.where[u] <= -10)]
