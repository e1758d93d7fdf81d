"""Where a German group that does not attack should end: near its goal, in supply, in nobody's way, closing pockets."""

from hexfront.grid import members
from hexfront.mechanics import exact
from hexfront.robots.pgg.goals import KEEP
from hexfront.robots.pgg.planner.groups import Group
from hexfront.robots.pgg.planner.objectives import Goal
from hexfront.robots.pgg.planner.scene import Scene
from hexfront.robots.pgg.planner.strikes import ROOM

BONUS = 8.0  # more than anything but the way to the goal can make of a hex
OPEN = 4  # ways out of a stack at which one begins to close it in


class Standing:
    """The places of a phase as they fill up."""

    def __init__(self, sc: Scene) -> None:
        self.sc = sc
        self.room: dict[int, int] = {}
        self.mates: dict[int, list[int]] = {}  # regiments of divisions that should stay alone, where they go
        self.ours = sc.own
        self._closing: dict[int, float] | None = None

    def stay(self, place: int, many: int) -> None:
        """So many units that do not move are in a hex."""
        self.room[place] = self.room.get(place, 0) + many

    def take(self, group: Group, place: int) -> None:
        """A group ends here."""
        self.stay(place, len(group.units))
        self.ours |= 1 << place
        if group.whole or group.torn:
            self.mates.setdefault(place, []).extend(group.units)

    def best(self, group: Group, goal: Goal | None) -> int:
        """The best hex for a group on its way to a goal."""
        sc, near = self.sc, self.sc.w["nearer"]
        best, at = -1e9, group.place
        for h in members(group.span):
            worth = -near * goal.field[h] if goal else 0.0
            if worth + BONUS < best or not self._fits(group, h):
                continue
            worth += self._worth(group, goal, h)
            if h == group.place:
                worth += 0.05
            if worth > best:
                best, at = worth, h
        return at if at >= 0 else members(group.span & ~sc.enemy)[0]

    def _fits(self, group: Group, h: int) -> bool:
        """Is there room, and no whole division mixed with strangers (7.3)?"""
        taken = self.room.get(h, 0)
        if not taken:
            return True
        if taken + len(group.units) > ROOM:
            return False
        mates = self.mates.get(h, ())
        if group.whole or group.torn:
            division = self.sc.edition.division[group.units[0]]
            return len(mates) == taken and all(self.sc.edition.division[u] == division for u in mates)
        return not mates

    def _worth(self, group: Group, goal: Goal | None, h: int) -> float:
        """Everything but the way."""
        sc, w = self.sc, self.sc.w
        worth = self._place(group, goal, h) - self._exposure(group, h)
        if sc.zone >> h & 1:  # the enemy is held there, and so are we
            worth += self._closes(h) - w["zone"]
        elif group.motor:
            worth += self._closes(h)
        if not sc.fed(group.profile) >> h & 1:
            worth -= w["supply"] if sc.left else 0.3
        return worth

    def _place(self, group: Group, goal: Goal | None, h: int) -> float:
        sc, worth = self.sc, 0.0
        share = sc.city_share(h)
        if share and not sc.s.german >> h & 1:
            worth += share * (1.0 if sc.left < 2 else 0.6)
        if goal and goal.kind == KEEP and goal.hexes >> h & 1:
            worth += goal.points / goal.hexes.bit_count()
        if group.torn and self.mates.get(h):
            worth += sc.w["rejoin"]
        return worth

    def _exposure(self, group: Group, h: int) -> float:
        """How much the enemy could do to a group that stands here."""
        if not self.sc.left:
            return 0.0
        odds = self.sc.red_threat[h] / max(1.0, group.full * self.sc.cover(h))
        return self.sc.w["exposed"] * max(0.0, odds - 1.0)

    def _closes(self, h: int) -> float:
        """What it is worth to close ways of retreat and supply by standing here."""
        if self._closing is None:
            self._closing = self._work_out()
        return self._closing.get(h, 0.0)

    def _work_out(self) -> dict[int, float]:
        """For each hex near the enemy what it would close: the fewer ways out a stack has left, the more."""
        sc, grid = self.sc, self.sc.grid
        shut, gain, found = grid.around(self.ours), dict[int, float](), dict[int, float]()
        for place in members(sc.enemy):
            free = grid.around(1 << place) & sc.open & ~shut
            many = free.bit_count()
            if 0 < many <= OPEN:
                worth = sc.w["close"] * exact.total(sc.kill(u) for u in sc.s.stacks[place]) / (many * many)
                for h in members(free):
                    gain[h] = gain.get(h, 0.0) + worth
        for h, worth in gain.items():
            for n in members(grid.disc(h, 1)):
                found[n] = found.get(n, 0.0) + worth
        return found
