"""Units to posts: everybody who does not attack gets a place in the line, behind it, or on the way to it."""

from hexfront.games.trc.control import held
from hexfront.games.trc.stacking import fits
from hexfront.games.trc.state import TrcState
from hexfront.grid import members
from hexfront.grid.bits import merged, union
from hexfront.robots.trc.line import Line
from hexfront.robots.trc.survey import FAR, Survey, field

_REAR = 2  # hexes behind the line where reserves stop


class Posting:
    """Gives places to units one by one; `room` is the position as it grows."""

    def __init__(self, sv: Survey, room: TrcState, free: dict[int, int], fixed: int) -> None:
        self.sv, self.w, self.room, self.places = sv, sv.w, room, dict[int, int]()
        self.free = {u: goals & ~sv.zone for u, goals in free.items()}
        self.line = self._line(merged(self.free.values()), fixed)
        self.cities = self._cities()
        self.need = {h: self._need(h) for h in (*self.line.posts, *self.cities)}

    def _line(self, reachable: int, fixed: int) -> Line:
        return Line(self.sv, reachable, fixed)

    def _need(self, h: int) -> float:
        """The factors it takes to keep the enemy under the odds that a post should not allow."""
        bonus = 1.0 + 0.1 * self.sv.prize.get(h, 0.0)
        return bonus * min(self.w.most, self.line.pressure(h)) / self.w.bar + 0.5

    def _cities(self) -> list[int]:
        """Own cities that the enemy could reach, the dearest first: each wants a garrison, on the line or not."""
        sv = self.sv
        found = [
            h for h in members(sv.held & (sv.board.cities | sv.board.oil)) if sv.threat[h] and sv.far[h] <= self.w.near
        ]
        return sorted(found, key=lambda h: (-sv.prize.get(h, 0.0), h))

    def fill(self) -> None:
        """Garrisons, empty enemy cities, one unit to each post, more to the weak posts, then the rest."""
        self._hungry()
        self._garrison()
        self._raids()
        self._man()
        self._strengthen()
        self._reserves()

    def left(self) -> list[int]:
        """Who has no place yet."""
        return [u for u in self.free if u not in self.places]

    def put(self, unit: int, place: int) -> None:
        """This unit stands there from now on."""
        self.places[unit] = place
        self.room.put(unit, place)

    def _fits(self, unit: int, place: int) -> bool:
        return bool(self.free[unit] >> place & 1) and fits(self.room, place, (unit,))

    def _hungry(self) -> None:
        """17.2: whoever cannot end in supply goes towards it."""
        sv = self.sv
        way = field(sv.board, sv.supplied, ~sv.enemy)
        for unit in self.left():
            goals = self.free[unit]
            if goals and not goals & sv.supplied:
                ends = [h for h in members(goals) if fits(self.room, h, (unit,))]
                if ends:
                    self.put(unit, min(ends, key=lambda h: (way[h], h)))

    def _garrison(self) -> None:
        """Dear cities are held in strength, others by whoever is weakest."""
        for city in self.cities:
            dear = self.sv.prize.get(city, 0.0) >= self.w.dear
            while self.strength(city) < (self.need[city] if dear else 1):
                able = [u for u in self.left() if self._fits(u, city)]
                if not able:
                    break
                self.put(max(able, key=lambda u: (self._suits(u, city) * (1 if dear else -1), u)), city)

    def _raids(self) -> None:
        """Enemy cities and oil fields that nobody guards."""
        sv = self.sv
        aims = held(sv.s, sv.foe) & (sv.board.cities | sv.board.oil) & ~sv.enemy & ~sv.zone
        for aim in sorted(members(aims), key=lambda h: (-sv.prize.get(h, 0.0), h)):
            able = [u for u in self.left() if self._fits(u, aim)]
            if able:
                self.put(min(able, key=lambda u: (sv.factor(u, aim), u)), aim)

    def strength(self, place: int) -> int:
        """What stands in a hex by now, workers and leaders not counted."""
        units = self.room.stacks.get(place, ())
        return sum(self.sv.factor(u, place) for u in units if not self.sv.e.civilians >> u & 1)

    def _man(self) -> None:
        """Each post gets somebody, those with the fewest candidates first."""
        empty = {p for p in self.line.posts if not self.room.held_by[self.sv.side] >> p & 1 and self.sv.threat[p]}
        while empty:
            able = {p: [u for u in self.left() if self._fits(u, p)] for p in empty}
            post = min(empty, key=lambda p: (len(able[p]) or FAR, -self.need[p], p))
            empty.discard(post)
            if able[post]:
                self.put(max(able[post], key=lambda u: (self._suits(u, post), u)), post)

    def _suits(self, unit: int, post: int) -> float:
        factor, need = self.sv.factor(unit, post), self.need[post]
        steps = self.sv.grid.distance(self.sv.s.where[unit], post)
        return min(factor, need) - 0.4 * max(0.0, factor - need) - 0.1 * steps

    def _strengthen(self) -> None:
        """The weakest posts get a second and a third unit."""
        lacking = {p: need - self.strength(p) for p, need in self.need.items()}
        while lacking:
            post = max(lacking, key=lambda p: (lacking[p], p))
            able = [u for u in self.left() if self._fits(u, post)] if lacking[post] > 0 else []
            if not able:
                del lacking[post]
                continue
            self.put(max(able, key=lambda u: (self._suits(u, post), u)), post)
            lacking[post] = self.need[post] - self.strength(post)

    def aims(self) -> dict[int, float]:
        """Where units are wanted, and how many factors: weak posts, and for the strong the enemy's cities."""
        sv = self.sv
        found = {p: need - self.strength(p) for p, need in self.need.items() if need > self.strength(p)}
        if sv.eager > self.w.bold:
            for city in members(held(sv.s, sv.foe) & (sv.board.cities | sv.board.oil)):
                guard = sum(sv.factor(u, city) for u in sv.s.stacks.get(city, ()))
                found[city] = self.w.siege * guard * (2 if sv.board.major >> city & 1 else 1) + self.w.column
        return found

    def _reserves(self) -> None:
        """Everybody else goes where units are wanted, the nearest first; the rest closes up behind the line."""
        sv, aims = self.sv, self.aims()
        ways = {aim: field(sv.board, 1 << aim, ~sv.enemy | 1 << aim) for aim in aims}
        behind = field(sv.board, union(self.line.posts) or sv.enemy, ~sv.enemy)
        for unit in sorted(self.left(), key=lambda u: (behind[sv.s.where[u]], u)):
            here = sv.s.where[unit]
            open_ = [aim for aim, want in aims.items() if want > 0 and ways[aim][here] < FAR]
            aim = min(open_, key=lambda a: (ways[a][here] - self._draw(a, aims[a]), a), default=None)
            way = behind if aim is None else ways[aim]
            ends = [h for h in members(self.free[unit]) if self._fits(unit, h)]
            if ends:
                self.put(unit, min(ends, key=lambda h: (self._idle(h, way), h)))
            if aim is not None:
                aims[aim] -= sv.factor(unit, here)

    def _draw(self, aim: int, want: float) -> float:
        """The hexes that a unit goes further to where it is worth more, or where more are wanted."""
        return self.w.lure * self.sv.prize.get(aim, 0.0) + self.w.lack * want

    def _idle(self, h: int, way: list[int]) -> float:
        sv = self.sv
        hungry = 6.0 * (not sv.supplied >> h & 1)
        return way[h] + hungry + 2.0 * max(0, _REAR + 1 - sv.far[h]) - 0.5 * bool(sv.board.rail_hexes >> h & 1)
