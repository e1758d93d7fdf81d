"""How the Soviet side plans: attacks that pay, then divisions to their posts on foot or by rail."""

from hexfront.engine.order import Order
from hexfront.games.pgg import setup
from hexfront.games.pgg.leaders import can_attack
from hexfront.games.pgg.movement.rail import load_of
from hexfront.games.pgg.reinforcements import Enter, entry_hexes, must_bring
from hexfront.grid import members
from hexfront.grid.bits import merged
from hexfront.mechanics import exact
from hexfront.mechanics.choices import may
from hexfront.robots.pgg.fields import plain
from hexfront.robots.pgg.planner.red_posts import Posts, divisions
from hexfront.robots.pgg.planner.scene import Scene
from hexfront.robots.pgg.planner.strikes import ROOM, Chooser, Strike
from hexfront.robots.pgg.planner.walkers import Paths, Walker
from hexfront.robots.pgg.posts import Post
from hexfront.robots.planning.attacks import Candidate
from hexfront.robots.planning.posting import assign

NEAR = 24  # half points at which a German is near


class Soviet:
    """One look at a Soviet movement phase."""

    def __init__(self, sc: Scene) -> None:
        self.sc, self.w = sc, sc.w
        self.paths = Paths(sc)
        self.units = divisions(sc)
        self.walkers = {u: Walker(sc, u, self.paths) for u in self.units}
        self.posts = Posts(sc, len(self.units))
        self.danger = self.posts.danger
        self.room: dict[int, int] = {}
        self.seat: dict[int, int] = {}
        self.post: dict[int, Post] = {}
        self.rail_left = int(sc.edition.charts["rail"]["units"]) - sc.s.rail_used
        self._rides: dict[tuple[int, int], int] = {}

    # -- attacks -------------------------------------------------------------------------------------

    def strikes(self) -> list[Strike]:
        """Attacks for the combat phase that follows, by units that are within a leader's radius there."""
        sc = self.sc
        bound: dict[int, int] = {}
        candidates = []
        for unit, walker in self.walkers.items():
            if walker.fixed:
                bound[walker.place] = bound.get(walker.place, 0) + 1
            span = walker.feet & sc.lines.radius
            if span and can_attack(sc.s, unit) and not sc.s.disrupted >> unit & 1 and not walker.bound:
                strength = sc.guess(unit, True)
                candidates.append(Candidate((unit,), strength, self.w["red_bind"], span, 0 if walker.fixed else 1))
        targets = sc.enemy & sc.grid.around(merged([c.span for c in candidates]))
        return Chooser(sc, candidates, lambda h: red_prize(sc, h), self.w["red_attack_from"]).choose(targets, bound)

    # -- posts ---------------------------------------------------------------------------------------

    def appoint(self, strikes: list[Strike]) -> dict[int, Post]:
        """Who goes to which post."""
        busy = {u for strike in strikes for u in strike.muster.units}
        free = [u for u in self.units if u not in busy and not self.walkers[u].fixed]
        have: dict[int, int] = {}
        for unit, walker in self.walkers.items():
            if walker.fixed or unit in busy:
                have[walker.place] = have.get(walker.place, 0) + 1
        slots = [
            (post, k) for post in self._retake() + self.posts.found for k in range(have.get(post.place, 0), post.need)
        ]

        def cost(unit: int, slot: tuple[Post, int]) -> float:
            post, k = slot
            turns = self._turns(unit, post.place)
            return -post.worth * (1.0 - 0.15 * k) * exact.power(self.w["red_haste"], turns)

        found = {unit: post for unit, (post, _) in assign(free, slots, cost)}
        for unit in free:
            if unit not in found and self.posts.found:
                found[unit] = min(self.posts.found, key=lambda p: self._turns(unit, p.place))
        return found

    def _retake(self) -> list[Post]:
        """German places into which one can simply walk."""
        sc = self.sc
        open_to_us = 0
        for walker in self.walkers.values():
            open_to_us |= walker.feet | walker.rails
        found = []
        for city in sc.board.cities:
            for h in members(city.hexes & sc.s.german & ~sc.enemy & open_to_us):
                worth = 2.0 + sc.city_share(h)
                found.append(Post(h, 2, worth))
        return found

    def _turns(self, unit: int, post: int) -> float:
        """Turns until a unit can be at a post, by rail if that is quicker."""
        walker = self.walkers[unit]
        if walker.feet >> post & 1:
            return 0.5 if walker.place != post else 0.0
        field = plain(self.sc.board, self.sc.edition.profile[unit], post)
        if walker.place >= 0:
            walk = field[walker.place] / self.sc.edition.allowance[unit]
        else:
            walk = (
                min((field[h] for h in members(entry_hexes(self.sc.s, unit))), default=400)
                / self.sc.edition.allowance[unit]
                + 0.2
            )
        if walker.rails and walk > 1:
            key = walker.place, post
            if key not in self._rides:
                self._rides[key] = min(field[h] for h in members(walker.rails))
            walk = min(walk, 1 + self._rides[key] / self.sc.edition.allowance[unit])
        return walk

    # -- moves ---------------------------------------------------------------------------------------

    def moves(self, strikes: list[Strike]) -> list[tuple[Walker, int]]:
        """Where every division goes: attackers first, then the others, the nearest to the enemy first."""
        sc = self.sc
        for strike in strikes:
            for candidate, place in strike.muster.parts:
                self._sit(candidate.units[0], place)
        for unit, walker in self.walkers.items():
            if walker.fixed and unit not in self.seat:
                self._sit(unit, walker.place)
        self.post = self.appoint(strikes)
        rest = [u for u in self.units if u not in self.seat]
        rest.sort(key=lambda u: self._rank(u))
        for unit in rest:
            place = self._best(self.walkers[unit])
            if place >= 0:
                if self.walkers[unit].rails >> place & 1:
                    self.rail_left -= load_of(sc.s, unit)
                self._sit(unit, place)
        return [(self.walkers[u], place) for u, place in self.seat.items()]

    def _rank(self, unit: int) -> tuple[float, float, int]:
        walker, post = self.walkers[unit], self.post.get(unit)
        if post is None:
            return 9.0, 0.0, unit
        return (0.0 if walker.place == post.place else 1.0), -post.worth, unit

    def _sit(self, unit: int, place: int) -> None:
        self.seat[unit] = place
        self.room[place] = self.room.get(place, 0) + 1

    def _best(self, walker: Walker) -> int:
        """The best hex for a division on its way to its post."""
        sc, w = self.sc, self.w
        post = self.post.get(walker.unit)
        field = plain(sc.board, sc.edition.profile[walker.unit], post.place) if post else None
        ride = self.rail_left >= load_of(sc.s, walker.unit)
        best, at = -1e9, walker.place
        command = sc.lines.command
        for mask, by_rail in ((walker.feet, False), (walker.rails if ride else 0, True)):
            for h in members(mask):
                worth = -w["red_nearer"] * field[h] if field else 0.0
                if worth + 6.0 < best or self.room.get(h, 0) >= ROOM:
                    continue
                home = post is not None and post.place == h
                worth += 0.2 * sc.cover(h) + 1.5 * home
                if self.danger[h] <= NEAR:
                    worth += 0.4 * self.room.get(h, 0) + 0.3 * (sc.cover(h) - 1)
                if sc.zone >> h & 1 and not home:
                    worth -= w["red_contact"] if h != walker.place else 0.0
                worth += 0.4 * bool(command >> h & 1) - 0.3 * by_rail
                if worth > best:
                    best, at = worth, h
        return at

    # -- orders --------------------------------------------------------------------------------------

    def orders(self, moves: list[tuple[Walker, int]]) -> list[Order]:
        """The moves as orders."""
        sc, found = self.sc, []
        for walker, place in moves:
            order = walker.order(sc, self.paths.ground, self.paths.line, place)
            if order is None and walker.marches and sc.s.army[walker.unit] in setup.FORCED:
                order = max(walker.marches.values(), key=lambda o: -self.danger[o.path[-1]])
            if order is not None:
                found.append(order)
        return found


def red_prize(sc: Scene, target: int) -> float:
    """What it is worth to the Soviet side that a hex is empty of the enemy."""
    return sc.w["red_ground"] + sc.w["red_city"] * sc.city_share(target)


def compulsory(sc: Scene) -> Order | None:
    """5.2, 14.13: what must be done before the phase can end."""
    unit = setup.must_march(sc.s)
    if unit is not None:
        return next(setup.marches(sc.s, (unit,), sc.s.where[unit]))
    order = must_bring(sc.s)
    return order if order and may(Enter().check, sc.s, order) else None
