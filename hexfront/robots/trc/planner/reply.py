"""What the enemy makes of a planned position: his own attacks in his next movement phase, and how far he gets."""

from collections.abc import Iterable

from msgspec.structs import replace

from hexfront.engine.state import Life
from hexfront.games.trc.combat.mandatory import must_hexes
from hexfront.games.trc.control import held
from hexfront.games.trc.counters import AXIS
from hexfront.games.trc.state import POOL, TrcState
from hexfront.grid.bits import merged
from hexfront.mechanics import exact
from hexfront.robots.trc.assault import Assault, Option
from hexfront.robots.trc.chances import Hexes, Units, Values
from hexfront.robots.trc.planner.aims import worths
from hexfront.robots.trc.planner.guard import peril
from hexfront.robots.trc.planner.lookout import Lookout
from hexfront.robots.trc.survey import FAR, field, next_weather
from hexfront.robots.trc.weights import Mood

_BROKEN, _DRIVEN = (1, 3), (3, 1)  # odds at which an attacker is likely to be gone, and at which a defender is

Fights = Iterable[tuple[Hexes, Units]]


class Raid(Assault):
    """The attacks of somebody who has no fear, thought of in a hurry."""

    def _cost(self, new: dict[int, int]) -> float:
        return 0.0

    def _options(self, target: int) -> list[Option]:
        """Only by the strong, from few hexes."""
        due = must_hexes(self.trial, combat=False)
        option = self._gather(target, self._origins(target, due), due, False, True)
        return [option] if option and option.worth > 0 else []


def turned(final: TrcState, side: int, fights: Fights, values: Values) -> TrcState:
    """The position with the enemy on the move: battles end as they are most likely to."""
    e = final.edition
    s, foe = final.copy(), 1 - side
    for hexes, units in fights:
        column = e.columns.clamp(values.odds(final.where, units, hexes))
        lost = units if column <= e.columns.at(*_BROKEN) else ()
        if column >= e.columns.at(*_DRIVEN):
            lost = tuple(u for h in hexes for u in s.stacks.get(h, ()))
        for unit in lost:
            s.put(unit, POOL)
    s.weather = next_weather(final, side)
    s.turn += foe == AXIS
    s.step = e.first_moves[foe]
    for life in (Life.PHASE, Life.IMPULSE, Life.PLAYER_TURN):
        s.reset(life)
    s.forget()
    return s


def toll(look: Lookout, s: TrcState) -> tuple[float, dict[int, float]]:
    """What the enemy gains in his turn, and where he strikes.

    He gains by battles, units that are cut off, ways to our cities that lie open to him, and the war if he may win it.
    """
    his = Lookout(s, look.foe, replace(look.w, own=look.p["own"], risk=Mood(0.0, 0.0)), look.p)
    his.prize = worths(s, look.p)  # what is at stake for both: a wish of his own is not our loss
    his.spoils = {}  # what he can walk into is told by the ways to our cities
    raid = Raid(his)
    raid.choose()
    reach = his.own | merged(his.movers.values())
    ways = look.p["ways"] * pull(look, held(s, look.side), reach)
    strikes = {target: option.worth for target, option in raid.targets.items()}
    return raid.base + ways + look.p["dread"] * peril(his), strikes


def pull(look: Lookout, places: int, from_: int) -> float:
    """How near to these cities and oil fields somebody is, who stands in those hexes."""
    far = field(look.board, from_)
    return exact.total(worth / (1.0 + far[h]) for h, worth in look.prize.items() if places >> h & 1 and far[h] < FAR)
