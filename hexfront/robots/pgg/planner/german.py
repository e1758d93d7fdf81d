"""How the German plans: overruns first, then attacks for the combat phase, then everybody else to his goal."""

from collections.abc import Iterable

import msgspec

from hexfront.engine.order import Order
from hexfront.games.pgg.movement.overrun import Overrun
from hexfront.games.pgg.movement.rail import CUTS
from hexfront.games.pgg.state import GERMAN_COMBAT
from hexfront.grid import members
from hexfront.grid.bits import merged
from hexfront.mechanics import exact
from hexfront.mechanics.choices import may
from hexfront.robots.pgg.chances import certain
from hexfront.robots.pgg.goals import TAKE, how_far
from hexfront.robots.pgg.markers import apart, served
from hexfront.robots.pgg.planner.fights import Odds, fight
from hexfront.robots.pgg.planner.groups import Group, Roads
from hexfront.robots.pgg.planner.objectives import Goal, appoint, goals, trodden
from hexfront.robots.pgg.planner.scene import Scene
from hexfront.robots.pgg.planner.standing import Standing
from hexfront.robots.pgg.planner.strikes import ROOM, Chooser, Strike
from hexfront.robots.planning.attacks import Candidate

OVERRUN = 6  # half points
ORIGINS = 2  # hexes from which one overrun is looked at


class Ideas:
    """What a German phase is about: its goals, and who goes where. It follows from the view at its start."""

    def __init__(self, sc: Scene, groups: list[Group]) -> None:
        self.key = sc.s.turn, sc.s.step
        self.goals = goals(sc)
        self.aims = appoint(sc, groups, self.goals)
        self.trodden = trodden(sc, groups, self.aims)

    def aim(self, sc: Scene, group: Group) -> Goal | None:
        """The goal of a group; a new one when the old has been taken."""
        goal = self.aims.get(group.units[0])
        if goal is None or (goal.kind == TAKE and not goal.hexes & ~sc.s.german):
            wanted = [g for g in self.goals if g.kind == TAKE and g.hexes & ~sc.s.german]
            goal = appoint(sc, [group], wanted).get(group.units[0])
            if goal is not None:
                self.aims[group.units[0]] = goal
        return goal


class Charge(msgspec.Struct, frozen=True):
    """An overrun: who, from where, against what, and what it promises."""

    group: Group
    origin: int
    target: int
    odds: Odds


class German:
    """One look at a German movement phase."""

    def __init__(self, sc: Scene, ideas: Ideas | None) -> None:
        self.sc = sc
        self.roads = Roads(sc)
        self.groups = self.roads.groups()
        fits = ideas is not None and (ideas.key == (sc.s.turn, sc.s.step) or sc.s.phase.name == GERMAN_COMBAT)
        self.ideas = ideas if fits and ideas is not None else Ideas(sc, self.groups)

    def prize(self, target: int) -> float:
        """What it is worth that a hex is empty of the enemy."""
        sc, w, ways = self.sc, self.sc.w, self.ideas.trodden
        worth = w["ground"] + w["city"] * sc.city_share(target) + w["road"] * sc.blocks_road(target)
        near = exact.total(ways.get(h, 0.0) for h in members(sc.grid.disc(target, 1)))
        return worth + w["way"] * min(near, 6.0)

    # -- overruns ------------------------------------------------------------------------------------

    def overrun(self, strikes: list[Strike]) -> Charge | None:
        """The best overrun of all, if it is good enough, and better than the part of its group in an attack."""
        best, found, spoils = self.sc.w["overrun_from"], None, self._parts(strikes)
        for group in self.groups:
            for charge in self._charges(group) if not group.ended else ():
                worth = charge.odds.worth
                if worth > best and worth > spoils.get(group.units[0], 0.0) and self._legal(charge):
                    best, found = worth, charge
        return found

    def _parts(self, strikes: list[Strike]) -> dict[int, float]:
        """What each group's part in a planned attack is worth."""
        found = {}
        for strike in strikes:
            total = exact.total(candidate.strength for candidate, _ in strike.muster.parts)
            for candidate, _ in strike.muster.parts:
                found[candidate.units[0]] = self.sc.w["spoil"] * strike.worth * candidate.strength / max(total, 1.0)
        return found

    def _charges(self, group: Group) -> Iterable[Charge]:
        sc = self.sc
        for target in members(sc.enemy & sc.grid.around(group.span)):
            strong = sc.mean_defence(target) * sc.cover(target)
            if target not in sc.style.avoid and group.strength // 2 >= sc.w["dare"] * strong:
                for origin in self._origins(group, target):
                    yield Charge(group, origin, target, self._promise(group, origin, target))

    def _legal(self, charge: Charge) -> bool:
        if charge.origin != charge.group.place:
            return True
        return may(Overrun().check, self.sc.s, Order("overrun", charge.group.units, at=(charge.target,)))

    def _origins(self, group: Group, target: int) -> list[int]:
        """The hexes beside a target from which a group could still overrun it: the cheapest, over no river."""
        sc = self.sc
        ring = sc.grid.around(1 << target) & group.span & ~sc.enemy
        if group.place >= 0 and ring >> group.place & 1:
            return [group.place] if group.points >= OVERRUN else []
        found = []
        for place in members(ring):
            cost = group.cost(place)
            if group.points - cost >= OVERRUN:
                found.append((cost + 8 * sc.river(place, target), place))
        return [place for _, place in sorted(found)[:ORIGINS]]

    def _promise(self, group: Group, origin: int, target: int) -> Odds:
        """The fight itself, the freedom it gives, and how much nearer to the goal it leads."""
        sc, w = self.sc, self.sc.w
        fed = group.place < 0 or bool((sc.fed(group.profile) >> origin | sc.s.fresh >> group.units[0]) & 1)
        beside = tuple(u for u in sc.s.stacks.get(origin, ()) if u not in group.units)
        attack = certain(sc.german(group.units, beside, fed))
        odds = fight(sc, attack, group.units, (origin,), target, self.prize(target), overrun=True)
        worth = odds.worth + (w["unpin"] * group.motor if origin == group.place else 0.0)
        goal = self.ideas.aim(sc, group)
        if goal:
            start = group.place if group.place >= 0 else origin
            worth += 0.3 * w["nearer"] * max(-8, min(12, goal.field[start] - goal.field[target]))
        return Odds(worth, odds.column, odds.chance)

    def charge(self, charge: Charge) -> list[Order]:
        """An overrun as orders: up to the enemy, and at him."""
        first = charge.group.order(self.sc, self.roads.ground, charge.origin)
        overrun = Order("overrun", charge.group.units, at=(charge.target,))
        return [first, overrun] if first else [overrun]

    # -- attacks -------------------------------------------------------------------------------------

    def strikes(self) -> list[Strike]:
        """Attacks for the combat phase that follows."""
        sc = self.sc
        candidates = [self._candidate(group) for group in self.groups]
        targets = sc.enemy & sc.grid.around(merged(g.span for g in self.groups))
        return Chooser(sc, candidates, self.prize, sc.w["attack_from"]).choose(targets, self._bound())

    def _candidate(self, group: Group) -> Candidate:
        price = self.sc.w["bind"] * group.full
        return Candidate(group.units, float(group.strength), price, group.span, 0 if group.fixed else group.size)

    def _bound(self) -> dict[int, int]:
        """The room that is taken by those who stay where they are."""
        found: dict[int, int] = {}
        moving = {u for g in self.groups if not g.fixed for u in g.units}
        alone = {g.place for g in self.groups if g.fixed and g.whole}
        for place in members(self.sc.own):
            taken = sum(u not in moving for u in self.sc.s.stacks[place])
            if taken:
                found[place] = ROOM if place in alone else taken
        return found

    # -- moves ---------------------------------------------------------------------------------------

    def moves(self, strikes: list[Strike]) -> list[tuple[Group, int]]:
        """Where every group goes: attackers to their places, then the others, the mobile and the foremost first."""
        seats = {c.units[0]: place for strike in strikes for c, place in strike.muster.parts}
        standing = Standing(self.sc)
        loose = {u for g in self.groups for u in g.units}
        for place in members(self.sc.own):
            standing.stay(place, sum(u not in loose for u in self.sc.s.stacks[place]))
        found = [(g, seats.get(g.units[0], g.place)) for g in self.groups if g.fixed or g.units[0] in seats]
        for group, place in found:
            standing.take(group, place)
        rest = [g for g in self.groups if not g.fixed and g.units[0] not in seats and g.span]
        for group in sorted(rest, key=lambda g: (not g.motor, self._ahead(g), g.units)):
            place = standing.best(group, self.ideas.aim(self.sc, group))
            standing.take(group, place)
            found.append((group, place))
        return found

    def _ahead(self, group: Group) -> int:
        goal = self.ideas.aim(self.sc, group)
        return how_far(self.sc, group.units, goal.field) if goal else 0

    # -- orders --------------------------------------------------------------------------------------

    def orders(self, moves: list[tuple[Group, int]]) -> list[Order]:
        """The moves as orders, with cuts in the railway behind them."""
        cuts, still = self.sc.s.cuts, served(self.sc, self.sc.board.rail_hexes & ~self.sc.own)
        found: list[Order] = []
        for group, place in moves:
            order = group.order(self.sc, self.roads.ground, place)
            if order is None:
                continue
            found.append(order)
            passed = order.path[1:] if order.verb == "move" else order.path
            cut = next((h for h in reversed(passed) if (still & ~cuts) >> h & 1 and apart(self.sc, h, cuts)), -1)
            if cut >= 0 and cuts.bit_count() < CUTS:
                cuts |= 1 << cut
                found.append(Order("cut", at=(cut,)))
        return found
