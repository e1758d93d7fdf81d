"""Units to posts, as the greedy player has them, but with all posts manned at once and at the least cost together.

Who is not needed there marches for places that the enemy leaves open, however far off they are.
"""

from hexfront.games.trc.control import held
from hexfront.games.trc.counters import AXIS
from hexfront.games.trc.movement.rail import capacity, running
from hexfront.games.trc.stacking import fits
from hexfront.games.trc.state import TrcState
from hexfront.grid import members
from hexfront.grid.bits import union
from hexfront.robots.planning.posting import assign
from hexfront.robots.trc.line import Line
from hexfront.robots.trc.planner import drops
from hexfront.robots.trc.planner.guard import feared
from hexfront.robots.trc.planner.lookout import Lookout
from hexfront.robots.trc.posts import Posting
from hexfront.robots.trc.survey import FAR

_COVER = 3  # hexes around a place in which its defenders stand
_MARCH = 5  # turns that a march may take
_PARTY = 3  # units that march together
_WAR = 4.0  # times that trains are wanted more by a city with which the enemy wins the war
_RIDE = 8  # hexes that a train has to save somebody
_ODDS = 3  # factors that a party has for each that waits there
_NEXT = 1  # turns ahead: whoever bars a gate is wanted there at once, and elsewhere until then


class WinterLine(Line):
    """In the snow a stack without combat supply is half a stack (17.3)."""

    def _risk(self, h: int) -> float:
        stack = self.w.stack
        return self.sv.danger(h, (stack + 1) // 2 if self.sv.side == AXIS and self.sv.cold >> h & 1 else stack)


class Front(Posting):
    """Everybody who does not attack gets a place in the line, behind it, or on the way to it."""

    def __init__(self, look: Lookout, room: TrcState, free: dict[int, int], fixed: int) -> None:
        self.look, self.feared = look, feared(look)
        self.trains: dict[int, int] = {}  # units that go by rail today, to a gate or on their march, and where to
        self.now = look.s  # everybody where he is, but for those trains, which go first
        self.idle = 0  # units that neither the line nor a city needs
        self.ventures: dict[int, int] = {}  # units that march, and the open place that they march for
        super().__init__(look, room, free, fixed)

    def _line(self, reachable: int, fixed: int) -> Line:
        return WinterLine(self.sv, reachable, fixed)

    def _need(self, h: int) -> float:
        usual = super()._need(h) * self.look.firm.get(h, 1.0)
        return max(usual, self.feared.get(h, 0.0) / self.look.p["coup_guard"])

    def _cities(self) -> list[int]:
        """First those with which the enemy could win the war, even while he is far off; then those he may drop into."""
        first = [h for h, force in self.feared.items() if force]
        return list(dict.fromkeys((*first, *drops.prey(self.look), *super()._cities())))

    def _garrison(self) -> None:
        """Where a garrison is too weak for what may come next turn, others bar the gates."""
        super()._garrison()
        soon = feared(self.look, _NEXT)
        for place in self._lacking():
            if soon[place]:
                self._bar(place)

    def _lacking(self) -> list[int]:
        """The places on which the war hangs that want more defenders: within, and somebody at each gate."""
        weak = (h for h, force in self.feared.items() if force and self.strength(h) < self.need[h])
        return [h for h in weak if self._gates(h)]

    def _gates(self, place: int) -> int:
        """The hexes around a place in which none of our own stands."""
        return self.look.board.near[place] & self.look.board.land & ~self.room.held_by[self.look.side]

    def _bar(self, place: int) -> None:
        """Somebody at each gate, the nearest to the enemy first: he has to fight his way there before he storms it.

        And a garrison next to whom nobody stands does not die of attacks that it has to make (12.1).
        """
        look = self.look
        for gate in sorted(members(self._gates(place)), key=lambda h: (look.far[h], h)):
            able = [u for u in self.left() if look.factor(u, gate) and (self._fits(u, gate) or self._rides(u, gate))]
            if able:
                self._go(max(able, key=lambda u: (look.factor(u, gate), look.s.fresh >> u & 1, u)), gate)

    def _rides(self, unit: int, end: int) -> bool:
        """Can a train take it there today?"""
        seat = self.seats() > 0 or bool(self.look.s.fresh >> unit & 1)
        return seat and self.look.stations(unit, end)[:1] == [end] and self._holds(unit, end)

    def _holds(self, unit: int, end: int) -> bool:
        """Is there room where a train stops, now and once everybody is where he goes?"""
        return fits(self.now, end, (unit,)) and fits(self.room, end, (unit,))

    def _go(self, unit: int, end: int) -> None:
        """On foot or by train."""
        if not self.free[unit] >> end & 1:
            self.trains[unit] = end
            self.now = self.now.copy()
            self.now.put(unit, end)
        self.put(unit, end)

    def calls(self) -> dict[int, float]:
        """Where trains are wanted, and how much: most of all where the war hangs on it."""
        found = self.aims()
        return found | {h: _WAR * found[h] for h in self._lacking() if h in found}

    def _man(self) -> None:
        """Each empty post that the enemy can reach gets somebody, whoever suits it best with regard to all others."""
        held = self.room.held_by[self.sv.side]
        empty = [p for p in self.line.posts if not held >> p & 1 and self.sv.threat[p]]
        for unit, post in assign(self.left(), empty, self._price):
            self.put(unit, post)

    def _price(self, unit: int, post: int) -> float | None:
        """What it costs to send a unit to a post; that it is manned at all counts more than by whom."""
        return self.sv.w.most - self._suits(unit, post) if self._fits(unit, post) else None

    def _strengthen(self) -> None:
        self._ventures()
        super()._strengthen()

    def _reserves(self) -> None:
        self.idle = union(self.left())
        super()._reserves()

    def _ventures(self) -> None:
        """Enemy cities and oil fields that nobody covers: whoever gets there at the least cost, the dearest first."""
        sv = self.sv
        places = held(sv.s, sv.foe) & (sv.board.cities | sv.board.oil) | sv.quarry
        for aim in sorted(members(places), key=lambda h: (-sv.prize.get(h, 0.0), h)):
            if self._force(self.sv.grid.disc(aim, _COVER) & ~(1 << aim)) <= self.look.p["cover"]:
                self._venture(aim)

    def _force(self, hexes: int) -> int:
        """The enemy's factors in these hexes, workers not counted."""
        sv = self.sv
        units = (u for h in members(hexes & sv.enemy) for u in sv.s.stacks[h] if not self.sv.e.civilians >> u & 1)
        return sum(sv.factor(u, sv.s.where[u]) for u in units)

    def _venture(self, aim: int) -> None:
        """A party that is strong enough for what waits there, if it is worth its marches."""
        sv = self.sv
        guard = sum(sv.factor(u, aim) for u in sv.s.stacks.get(aim, ()))
        need = max(1, _ODDS * guard * (2 if self.look.board.strong >> aim & 1 else 1))
        marches = sorted(self._marches(aim))
        strong = sorted(marches, key=lambda march: (-sv.factor(march[1], aim), march))
        party, price = self._party(aim, need, marches) or self._party(aim, need, strong) or ({}, 0.0)
        if self.look.p["venture"] * price <= sv.prize.get(aim, 0.0):
            for unit, end in party.items():
                self._send(unit, end, aim)

    def _send(self, unit: int, end: int, aim: int) -> None:
        """On its way, unless the others have taken all the room."""
        if fits(self.room, end, (unit,)):
            self._go(unit, end)
            self.ventures[unit] = aim

    def _party(self, aim: int, need: int, marches: list[tuple[float, int, int]]) -> tuple[dict[int, int], float] | None:
        """The first of these who together are strong enough, with where each ends today and what they cost."""
        party, price, seats, fresh = dict[int, int](), 0.0, self.seats(), self.sv.s.fresh
        for cost, unit, train in marches:
            if need <= 0 or len(party) == _PARTY:
                break
            end = train if train >= 0 and (seats > 0 or fresh >> unit & 1) else self._stage(unit, aim)
            if end >= 0:
                party[unit] = end
                price += cost
                need -= self.sv.factor(unit, aim)
                seats -= end == train and not fresh >> unit & 1
        return (party, price) if need <= 0 else None

    def seats(self) -> int:
        """How many may still go by rail, beside those who have just come and go on by the train that brought them."""
        s = self.sv.s
        return capacity(s, self.sv.side) - s.railed - self.taken() if running(s) else 0

    def taken(self) -> int:
        """The seats of those who go by rail to an open place."""
        return sum(not self.sv.s.fresh >> unit & 1 for unit in self.trains)

    def _marches(self, aim: int) -> list[tuple[float, int, int]]:
        """Who can come in time, with what that costs, his factors for each turn; and where a train would take him."""
        sv, found, fresh, way = self.sv, [], self.sv.s.fresh, self.look.way(aim)
        most = min(_MARCH, sv.s.last - sv.s.turn + 1)
        for unit in self.left():
            here, pace = sv.s.where[unit], sum(self.sv.e.allowances[unit][sv.s.weather])
            train = self._train(unit, aim) if pace and (self.seats() > 0 or fresh >> unit & 1) else -1
            turns = 1 + -(-way[train] // pace) if train >= 0 else -(-way[here] // pace) if pace else FAR
            if turns <= most:
                found.append((float(max(1, sv.factor(unit, here)) * turns), unit, train))
        return found

    def _train(self, unit: int, aim: int) -> int:
        """Where a train takes a unit on its way to a place, if that saves it so much; or -1."""
        sv, way = self.sv, self.look.way(aim)
        for end in () if self._lacking() else self.look.stations(unit, aim):  # trains are wanted where the war hangs
            if way[end] + _RIDE > way[sv.s.where[unit]]:
                break
            if self._holds(unit, end):
                return end
        return -1

    def _stage(self, unit: int, aim: int) -> int:
        """The hex in which its march ends today: nearer to its aim, fed, in bad weather out of harm's way, or -1."""
        sv, look, way = self.sv, self.look, self.look.way(aim)
        here, dare = sv.s.where[unit], look.p["dare"] if look.foul else 1.0
        fed = self.free[unit] & (sv.supplied | 1 << aim)
        ends = [h for h in members(fed) if way[h] < way[here] and self._fits(unit, h)]
        safe = (h for h in ends if h == aim or look.danger(h, self.strength(h) + sv.factor(unit, h)) <= dare)
        return min(safe, key=lambda h: (way[h], h), default=-1)

    def bound(self) -> int:
        """The units that hold a dear city, have their train, or march for an open place: no other train takes them."""
        dear = {h for h in self.cities if self.sv.prize.get(h, 0.0) >= self.sv.w.dear}
        return union((*self.ventures, *self.trains)) | union(u for u, place in self.places.items() if place in dear)
