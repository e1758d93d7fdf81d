"""Where the greedy player's divisions stand: one post after the other."""

from hexfront.grid import members
from hexfront.robots.pgg import posts
from hexfront.robots.pgg.chances import mean
from hexfront.robots.pgg.goals import STACK, ZONE
from hexfront.robots.pgg.posts import TURN, Post, Taste
from hexfront.robots.pgg.survey import Survey
from hexfront.robots.pgg.weights import W

LATE = 0.35  # a post that the German reaches first


class Posts(posts.Posts[Survey]):
    """The posts of one turn."""

    def __init__(self, sv: Survey, many: int) -> None:
        super().__init__(sv, Taste(STACK, ZONE, W.patience, W.rooted, LATE))
        self._stuck()
        while many > 0 and (post := self._next()):
            self.take(post)
            many -= post.need

    def _stuck(self) -> None:
        """Stacks in German zones stay where they are, and are in the way already."""
        for place in members(self.sv.own & self.sv.zone):
            defence = mean(self.sv.strength(self.sv.s.stacks[place], False)) * self.sv.cover(place)
            self.obstruct(place, int(defence))

    def _next(self) -> Post | None:
        """The hex that stands in the way to most; what it guards asks for less from then on."""
        ways = self.ways()
        worth, at = max(self.sites(ways), key=lambda site: site[0], default=(0.0, -1))
        if worth <= 0:
            return None
        for name, (_, way) in ways.items():
            if at in way:
                self.weight[name] *= W.guarded
        return Post(at, 3 if self.danger[at] <= TURN else 2, worth)
