"""How the German moves: whole divisions, round the enemy or through him, to what counts."""

from hexfront.engine.order import DONE, Order
from hexfront.games.pgg.movement.ground import Ground, allowance, check_movers, finished, points_left
from hexfront.games.pgg.movement.overrun import Overrun
from hexfront.games.pgg.reinforcements import entry_cost, entry_hexes
from hexfront.games.pgg.stacking import fits
from hexfront.games.pgg.state import GERMAN_MOVEMENT, PggState
from hexfront.grid import members
from hexfront.grid.bits import merged
from hexfront.mechanics.choices import may
from hexfront.mechanics.reach import path, reach, within
from hexfront.robots.pgg.divisions import Units, groups, is_whole
from hexfront.robots.pgg.goals import TAKE, how_far
from hexfront.robots.pgg.greedy.assault import Assault, plan_assaults
from hexfront.robots.pgg.greedy.battle import overrun_value
from hexfront.robots.pgg.greedy.goals import Goal, choose_goals, goals
from hexfront.robots.pgg.greedy.markers import cut
from hexfront.robots.pgg.survey import Survey
from hexfront.robots.pgg.weights import W

OVERRUN = 6  # half points


class German:
    """The plan of one phase: goals, attacks to be made after it, and who has nothing more to do."""

    def __init__(self, sv: Survey, noise: list[float], before: "German | None" = None) -> None:
        self.noise = noise
        self.key = sv.s.turn, sv.s.step
        self.passed: dict[Units, int] = {}
        self.goals = goals(sv)
        self.prizes = merged(goal.hexes for goal in self.goals)
        units = groups(sv.s)
        pace = {g: min(_pace(sv.s, u) for u in g) for g in units}
        old = {g: goal.name for g, goal in before.goal.items()} if before else {}
        self.goal: dict[Units, Goal] = choose_goals(sv, units, self.goals, pace, old)
        self.assaults: dict[int, Assault] = {}
        if sv.s.phase.name == GERMAN_MOVEMENT:
            spans = {g: span(sv, g) for g in units}
            self.assaults = plan_assaults(sv, spans, W.assault_from)

    # -- orders --------------------------------------------------------------------------------------

    def order(self, sv: Survey) -> Order:
        """The next order of a movement phase."""
        moving = tuple(sorted(u for u in sv.s.active if sv.s.where[u] >= 0))
        found = cut(sv)
        if found:
            return found
        for group in groups(sv.s):
            if set(group) <= set(moving):
                found = self._go_on(sv, group)
                if found:
                    return found
        for group in sorted(groups(sv.s), key=lambda g: self._turn_of(sv, g)):
            if self.passed.get(group, -1) != sv.s.rolls:
                found = self._go_on(sv, group)
                if found:
                    return found
                self.passed[group] = sv.s.rolls
        return DONE

    def _turn_of(self, sv: Survey, group: Units) -> tuple[int, int, Units]:
        """Who moves first: the mobile before the foot, the foremost before the rest."""
        goal = self.goal_of(sv, group)
        slow = not sv.edition.mechanized >> group[0] & 1
        return slow, how_far(sv, group, goal.field) if goal else 0, group

    def _go_on(self, sv: Survey, group: Units) -> Order | None:
        """The best that a group can do now, if that is better than standing still."""
        if sv.s.where[group[0]] <= -10:
            return self._enter(sv, group)
        if any(finished(sv.s, u) for u in group) or not may(check_movers, sv.s, group):
            return None
        return self._overrun(sv, group) or self._move(sv, group)

    def _overrun(self, sv: Survey, group: Units) -> Order | None:
        s, place = sv.s, sv.s.where[group[0]]
        if not sv.zone >> place & 1 or min(points_left(s, u) for u in group) < OVERRUN:
            return None
        worth, target = self._best_overrun(sv, group, place)
        order = Order("overrun", group, at=(target,))
        return order if worth >= W.overrun_from and may(Overrun().check, s, order) else None

    def _best_overrun(self, sv: Survey, group: Units, place: int) -> tuple[float, int]:
        """The most profitable overrun from a hex."""
        best, at = -9.9, -1
        goal = self.goal_of(sv, group)
        beside = tuple(u for u in sv.s.stacks.get(place, ()) if u not in group)
        strength = sv.german(group, beside, self._supplied(sv, group[0]))
        for near in sv.grid.neighbours[place]:
            if near >= 0 and sv.enemy >> near & 1:
                worth = overrun_value(sv, group, place, near, strength)
                if goal:
                    worth += W.nearer * max(0, goal.field[place] - goal.field[near] - 4) * 0.3
                if worth > best:
                    best, at = worth, near
        return best, at

    def _supplied(self, sv: Survey, unit: int) -> bool:
        return sv.s.where[unit] < 0 or sv.lines.supplied(unit)

    def _move(self, sv: Survey, group: Units) -> Order | None:
        s, place = sv.s, sv.s.where[group[0]]
        if sv.zone >> place & 1:
            return None
        ground = Ground(s, 0)
        points = min(points_left(s, u) for u in group)
        costs = s.board.costs[s.edition.profile[group[0]]]
        waves = reach(sv.grid, costs, place, points, ground.zone, ground.closed, ground.surcharge)
        stay = self.value(sv, group, place, points)
        best, goal = stay + 0.05, place
        for spent, wave in enumerate(waves):
            for h in members(wave):
                worth = self.value(sv, group, h, points - spent)
                if worth > best:
                    best, goal = worth, h
        if goal == place:
            return None
        return Order("move", group, path(sv.grid, costs, waves, goal, ground.zone, ground.surcharge))

    def _enter(self, sv: Survey, group: Units) -> Order | None:
        """Come on where that leads furthest."""
        s, ground = sv.s, Ground(sv.s, 0)
        found: list[tuple[float, tuple[int, ...]]] = []
        costs = s.board.costs[s.edition.profile[group[0]]]
        for first in self._doors(sv, group):
            points = s.edition.allowance[group[0]] - entry_cost(s, group[0], first, ground)
            if points < 0:
                continue
            waves = reach(sv.grid, costs, first, points, ground.zone, ground.closed, ground.surcharge, False)
            best, goal = -99.0, -1
            for spent, wave in enumerate(waves):
                for h in members(wave):
                    worth = self.value(sv, group, h, points - spent)
                    if worth > best:
                        best, goal = worth, h
            if goal >= 0:
                found.append((best, path(sv.grid, costs, waves, goal, ground.zone, ground.surcharge, False)))
        return Order("enter", group, max(found)[1]) if found else None

    def _doors(self, sv: Survey, group: Units) -> list[int]:
        """The three most promising hexes of an entrance."""
        goal = self.goal_of(sv, group)
        doors = members(entry_hexes(sv.s, group[0]))
        if goal:
            doors.sort(key=lambda h: goal.field[h] + sv.board.entry_cost(h, sv.edition.profile[group[0]]))
        return doors[:3]

    # -- values --------------------------------------------------------------------------------------

    def goal_of(self, sv: Survey, group: Units) -> Goal | None:
        """Where a group goes; a new place when its old one has been taken."""
        goal = self.goal.get(group)
        if goal is None or (goal.kind == TAKE and not goal.hexes & ~sv.s.german):
            wanted = [g for g in self.goals if g.kind != TAKE or g.hexes & ~sv.s.german]
            pace = {group: min(_pace(sv.s, u) for u in group)}
            goal = choose_goals(sv, [group], wanted, pace, {}).get(group)
            if goal is None:
                return None
            self.goal[group] = goal
        return goal

    def value(self, sv: Survey, group: Units, h: int, points: int) -> float:
        """What it is worth that a group ends in a hex with so many half points left."""
        there = tuple(u for u in sv.s.stacks.get(h, ()) if u not in group)
        if there and not fits(sv.s, h, group):
            return -99.0
        worth = self.noise[h] + self._place_value(sv, group, h)
        if there and (
            is_whole(sv.s, sv.edition.division[group[0]]) or any(is_whole(sv.s, sv.edition.division[u]) for u in there)
        ):
            worth += self._company(sv, group, there)
        if sv.zone >> h & 1:
            worth += self._contact(sv, group, h, points)
        return worth

    def _place_value(self, sv: Survey, group: Units, h: int) -> float:
        """How near it is to the goal, whether it is worth points itself, and whether supply gets there."""
        goal = self.goal_of(sv, group)
        worth = -W.nearer * goal.field[h] if goal else 0.0
        if self.prizes >> h & 1:
            worth += self._points(sv, h)
        if not sv.in_supply(group[0], h):
            worth -= W.supply
        return worth

    def _points(self, sv: Survey, h: int) -> float:
        """The points of a place that is not his yet, or needs somebody to keep it."""
        for goal in self.goals:
            if goal.hexes >> h & 1 and (goal.kind != TAKE or not sv.s.german >> h & 1):
                return W.objective * goal.points / goal.hexes.bit_count()
        return 0.0

    def _company(self, sv: Survey, group: Units, there: Units) -> float:
        """Regiments of one division belong together, and to nobody else."""
        division = sv.edition.division
        if all(division[u] == division[group[0]] for u in there):
            return W.rejoin
        return -W.mixed

    def _contact(self, sv: Survey, group: Units, h: int, points: int) -> float:
        """Beside the enemy: an attack to come, an overrun, or a trap."""
        best = -W.zone
        assault = self.assaults.get(group[0])
        if assault and assault.place == h:
            best += assault.worth
        if points >= OVERRUN:
            best = max(best, self._best_overrun(sv, group, h)[0] - W.zone * 0.3)
        return best


def _pace(s: PggState, unit: int) -> int:
    """Half points that a unit has in a phase."""
    return allowance(s, unit)


def span(sv: Survey, group: Units) -> int:
    """The hexes that a group can get to in this phase, its own among them."""
    s, ground = sv.s, Ground(sv.s, 0)
    costs, place, found = s.board.costs[s.edition.profile[group[0]]], s.where[group[0]], 0
    if place >= 0:
        if sv.zone >> place & 1:
            return 1 << place
        points = min(points_left(s, u) for u in group)
        return within(reach(sv.grid, costs, place, points, ground.zone, ground.closed, ground.surcharge))
    for first in members(entry_hexes(s, group[0]))[::2]:
        points = s.edition.allowance[group[0]] - entry_cost(s, group[0], first, ground)
        if points >= 0:
            found |= within(reach(sv.grid, costs, first, points, ground.zone, ground.closed, ground.surcharge, False))
    return found
