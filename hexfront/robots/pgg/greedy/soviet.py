"""How the Soviet side moves: divisions to their posts, on foot or by rail, and leaders to their divisions."""

from hexfront.engine.order import DONE, Order
from hexfront.games.pgg import setup
from hexfront.games.pgg.counters import GERMAN
from hexfront.games.pgg.leaders import can_attack
from hexfront.games.pgg.movement.ground import Ground, finished, points_left
from hexfront.games.pgg.movement.rail import Line, Rail
from hexfront.games.pgg.reinforcements import Enter, entry_cost, entry_hexes, must_bring
from hexfront.games.pgg.stacking import fits, limit
from hexfront.games.pgg.zones import zone
from hexfront.grid import members
from hexfront.mechanics.choices import may
from hexfront.mechanics.reach import path, reach, within
from hexfront.robots.pgg.divisions import Units
from hexfront.robots.pgg.fields import FAR, plain
from hexfront.robots.pgg.greedy.assault import Assault, plan_assaults
from hexfront.robots.pgg.greedy.posts import Posts
from hexfront.robots.pgg.posts import Post
from hexfront.robots.pgg.survey import Survey
from hexfront.robots.pgg.weights import W

NEAR = 24  # half points at which a German is near


class Soviet:
    """The plan of one Soviet movement phase: a post for each division, attacks to be made, who has done its part."""

    def __init__(self, sv: Survey, noise: list[float]) -> None:
        self.noise = noise
        self.key = sv.s.turn, sv.s.step
        self.passed: set[int] = set()
        divisions = [u for u in sv.edition.soviets if not sv.edition.leader[u] and _in_play(sv, u)]
        self.posts = Posts(sv, len(divisions))
        self.danger = self.posts.danger
        self.line = Line(sv.s)
        self.trains: dict[int, int] = {}
        self.post: dict[int, Post] = {}
        self._appoint(sv, divisions)
        spans: dict[Units, int] = {
            (u,): self._span(sv, u) for u in divisions if sv.s.where[u] >= 0 and can_attack(sv.s, u)
        }
        self.assaults: dict[int, Assault] = plan_assaults(sv, spans, W.red_attack_from)

    def _appoint(self, sv: Survey, divisions: list[int]) -> None:
        """Who goes to which post: the most urgent post first, the nearest division to it."""
        free = set(divisions)
        for post in self.posts.found:
            for unit in [u for u in sorted(free) if sv.s.where[u] == post.place][: post.need]:
                self.post[unit] = post
                free.discard(unit)
        taken: dict[int, int] = {}
        for post in self.post.values():
            taken[post.place] = taken.get(post.place, 0) + 1
        for post in self.posts.found:
            want = post.need - taken.get(post.place, 0)
            near = sorted(free, key=lambda u: (self._turns(sv, u, post.place), u))
            for unit in near[: max(want, 0)]:
                self.post[unit] = post
                free.discard(unit)
        for unit in sorted(free):
            if self.posts.found:
                self.post[unit] = min(self.posts.found, key=lambda p: self._turns(sv, unit, p.place))

    def _turns(self, sv: Survey, unit: int, post: int) -> float:
        """Turns until a unit can be at a post, by rail if that is quicker."""
        place = sv.s.where[unit]
        field = plain(sv.board, sv.edition.profile[unit], post)
        if place >= 0:
            walk = field[place] / sv.edition.allowance[unit]
            if sv.zone >> place & 1 and place != post:
                return walk + 6.0
            start = place
        else:
            doors = members(entry_hexes(sv.s, unit))
            if not doors:
                return 99.0
            start = min(doors, key=lambda h: field[h])
            walk = (field[start] + 2) / sv.edition.allowance[unit]
        ride = self._rides(sv, start)
        if ride and walk > 1:
            walk = min(walk, 1 + min(field[h] for h in members(ride)) / sv.edition.allowance[unit])
        return walk

    def _rides(self, sv: Survey, place: int) -> int:
        """Where a train from this hex can get to."""
        if place not in self.trains:
            found = 0
            if (sv.board.rail_hexes & ~self.line.closed) >> place & 1:
                found = within(
                    reach(
                        sv.grid, self.line.costs, place, self.line.points - 1, 0, self.line.closed, self.line.surcharge
                    )
                )
            self.trains[place] = found
        return self.trains[place]

    def _span(self, sv: Survey, unit: int) -> int:
        """Where a unit can be when the battles begin, within a leader's radius."""
        s, place = sv.s, sv.s.where[unit]
        if s.disrupted >> unit & 1:
            return 0
        found = 1 << place
        if not sv.zone >> place & 1 and not setup.restricted(s, (unit,)):
            ground = Ground(s, 1)
            costs = sv.board.costs[s.edition.profile[unit]]
            found |= within(
                reach(sv.grid, costs, place, points_left(s, unit), ground.zone, ground.closed, ground.surcharge)
            )
        return found & sv.lines.radius

    # -- orders ----------------------------------------------------------------------------------------

    def order(self, sv: Survey) -> Order:
        """The next order of the phase: divisions first, those who make room before all others, then leaders."""
        for unit in sorted((u for u in sv.edition.soviets if u not in self.passed), key=lambda u: self._turn_of(sv, u)):
            found = self._go(sv, unit)
            self.passed.add(unit)
            if found:
                return found
        return self._compulsory(sv)

    def _compulsory(self, sv: Survey) -> Order:
        unit = setup.must_march(sv.s)
        if unit is not None:
            return next(setup.marches(sv.s, (unit,), sv.s.where[unit]))
        if must_bring(sv.s):
            for first in members(entry_hexes(sv.s, sv.s.provisional)):
                order = Order("enter", (sv.s.provisional,), (first,))
                if may(Enter().check, sv.s, order):
                    return order
        return DONE

    def _turn_of(self, sv: Survey, unit: int) -> tuple[int, float, int]:
        """Leaders last, those who are at their post before them, the nearest to the enemy first."""
        place = sv.s.where[unit]
        post = self.post.get(unit)
        home = post is not None and post.place == place
        return 2 * sv.edition.leader[unit] + home, self.danger[place] if place >= 0 else FAR, unit

    def _go(self, sv: Survey, unit: int) -> Order | None:
        s, place = sv.s, sv.s.where[unit]
        if -10 < place < 0 or s.disrupted >> unit & 1 or finished(s, unit):
            return None
        if place <= -10:
            return self._enter(sv, unit)
        if setup.restricted(s, (unit,)):
            return self._march(sv, unit)
        if sv.zone >> place & 1:
            return None
        return self._walk_or_ride(sv, unit)

    def _march(self, sv: Survey, unit: int) -> Order | None:
        """5.2: what an army must or may do on the first turn."""
        s, place = sv.s, sv.s.where[unit]
        orders = list(setup.marches(s, (unit,), place))
        if not orders:
            return None
        best = max(orders, key=lambda o: self.value(sv, unit, o.path[-1]))
        if s.army[unit] in setup.FORCED or len(s.stacks[place]) > limit(s, s.stacks[place]):
            return best
        return None

    def _walk_or_ride(self, sv: Survey, unit: int) -> Order | None:
        s, place, ground = sv.s, sv.s.where[unit], Ground(sv.s, 1)
        costs = sv.board.costs[s.edition.profile[unit]]
        waves = reach(sv.grid, costs, place, points_left(s, unit), ground.zone, ground.closed, ground.surcharge)
        best, goal = self.value(sv, unit, place) + 0.05, place
        for h in members(within(waves) & ~(1 << place)):
            worth = self.value(sv, unit, h)
            if worth > best:
                best, goal = worth, h
        train = self._train(sv, unit, place, best)
        if train:
            return train
        if goal == place:
            return None
        return Order("move", (unit,), path(sv.grid, costs, waves, goal, ground.zone, ground.surcharge))

    def _train(self, sv: Survey, unit: int, start: int, better_than: float) -> Order | None:
        """A ride to a better place than can be walked to."""
        line = self.line
        if not (sv.board.rail_hexes & ~line.closed) >> start & 1:
            return None
        if sv.s.rail_used >= 8 or (sv.s.moved >> unit & 1):
            return None
        arriving = sv.s.where[unit] < 0
        points = line.points - (1 + line.surcharge.get(start, 0) if arriving else 0)
        waves = reach(sv.grid, line.costs, start, points, 0, line.closed, line.surcharge)
        best, goal = better_than + 0.3, -1
        for h in members(within(waves)):
            if h != start or arriving:
                worth = self.value(sv, unit, h)
                if worth > best:
                    best, goal = worth, h
        if goal < 0:
            return None
        order = Order("rail", (unit,), path(sv.grid, line.costs, waves, goal, 0, line.surcharge))
        return order if may(Rail().check, sv.s, order) else None

    def _enter(self, sv: Survey, unit: int) -> Order | None:
        s, ground = sv.s, Ground(sv.s, 1)
        costs = sv.board.costs[s.edition.profile[unit]]
        best, found = -90.0, None
        for first in members(entry_hexes(s, unit) & ~ground.closed):
            points = s.edition.allowance[unit] - entry_cost(s, unit, first, ground)
            if points < 0:
                continue
            waves = reach(sv.grid, costs, first, points, ground.zone, ground.closed, ground.surcharge, False)
            at = -1
            for h in members(within(waves)):
                worth = self.value(sv, unit, h)
                if worth > best:
                    best, at = worth, h
            if at >= 0:
                way = path(sv.grid, costs, waves, at, ground.zone, ground.surcharge, False)
                found = Order("enter", (unit,), way)
            train = self._train(sv, unit, first, best)
            if train:
                best, found = self.value(sv, unit, train.path[-1]), train
        return found

    # -- values ----------------------------------------------------------------------------------------

    def value(self, sv: Survey, unit: int, h: int) -> float:
        """What it is worth that a unit ends in a hex."""
        s = sv.s
        if not fits(s, h, (unit,)):
            return -99.0
        if s.edition.leader[unit]:
            return self._leader_value(sv, unit, h)
        worth = self.noise[h] + 0.2 * sv.cover(h)
        there = sum(not s.edition.leader[u] for u in s.stacks.get(h, ()) if u != unit)
        if self.danger[h] <= NEAR:
            worth += 0.4 * there
        post = self.post.get(unit)
        home = post is not None and post.place == h
        if post:
            worth -= 1.5 * W.nearer * plain(sv.board, s.edition.profile[unit], post.place)[h]
            worth += 1.5 * home
        if sv.zone >> h & 1 and not home:
            assault = self.assaults.get(unit)
            worth += assault.worth if assault and assault.place == h else -2 * W.zone
        if s.german >> h & 1:  # one can simply walk in
            worth += W.objective * sv.city_share(h)
        return worth + (0.5 if sv.lines.command >> h & 1 else 0.0)

    def _leader_value(self, sv: Survey, unit: int, h: int) -> float:
        """A leader belongs among his divisions, behind the front, with a way home to the east."""
        s = sv.s
        covered = 0
        for other, place in enumerate(s.where):
            if other != unit and s.edition.leader[other] and place >= 0:
                covered |= sv.grid.disc(place, s.edition.rating[other])
        led = sv.own & ~covered & sv.grid.disc(h, s.edition.rating[unit])
        worth = self.noise[h]
        for place in members(led):
            divisions = sum(not s.edition.leader[u] for u in s.stacks[place])
            worth += divisions * (1.0 if self.danger[place] <= NEAR else 0.5)
        company = sum(not s.edition.leader[u] for u in s.stacks.get(h, ()))
        worth += 0.5 * min(company, 2)
        if self.danger[h] <= NEAR and not company:
            worth -= 3.0
        if zone(s, GERMAN) >> h & 1:
            worth -= 3.0 if company else 99.0
        return worth + (1.0 if sv.lines.east >> h & 1 else -2.0)


def _in_play(sv: Survey, unit: int) -> bool:
    place = sv.s.where[unit]
    return place >= 0 or place <= -10
