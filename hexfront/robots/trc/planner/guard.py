"""The other side of a coup: what the enemy can bring against the cities with which he wins the war."""

from hexfront.games.trc.counters import AXIS, RUSSIAN
from hexfront.games.trc.weather import possible
from hexfront.mechanics import exact
from hexfront.robots.trc.planner.aims import at_stake, in_hands, quarry
from hexfront.robots.trc.planner.coup import Coup
from hexfront.robots.trc.planner.lookout import Lookout, harm
from hexfront.robots.trc.survey import field

_AHEAD = (2, 1)  # turns that a side looks ahead: Berlin is far from the front, and whoever is called back comes late
_OPEN = 0.6  # how much of the peril are those whose way lies open; the rest are all in range, who may clear theirs
# In 270 games between planners a peril below 0.3 came true 5 times in 882, below 0.4 7 times in 113, from there on 13
# times in 43: in the enemy's turn, or when the garrison had to attack whoever stood at the gates (12.1).
_EMPTY, _TRUE, _MOST = 0.32, 2.5, 0.4


def feared(look: Lookout, ahead: int = 0) -> dict[int, int]:
    """For each place with which the enemy could win the war the factors that can come to it soon: so many turns ahead,
    or as many as whoever is called back on foot would need. Stalin's place is one, whoever has Moscow yet.
    """
    s = look.s
    if not look.p["guards"]:
        return {}
    dear = at_stake(s, look.foe, s.turn + look.side) + (quarry(s) if look.side == RUSSIAN else [])
    aims = [h for h in dict.fromkeys(dear) if not in_hands(s, look.foe) >> h & 1]
    if not aims:
        return {}
    weather = s.weather if look.side == AXIS else min(possible(s))  # the best that the die may bring him
    return {aim: coming(look, look.foe, aim, weather, ahead or _AHEAD[look.side]) for aim in aims}


def peril(his: Lookout) -> float:
    """The chance that the enemy, who sees it with these eyes, storms such a city in his turn."""
    coup = Coup(his)
    return max((_peril(coup, aim) for aim in coup.ways), default=0.0)


def doom(his: Lookout) -> float:
    """How likely that is to come true."""
    return min(_MOST, _TRUE * max(0.0, peril(his) - _EMPTY))


def _peril(coup: Coup, aim: int) -> float:
    e = coup.look.e
    his = coup.look
    all_ = coming(his, his.side, aim, his.s.weather)
    open_ = coup.force(aim) if all_ else 0
    parts = ((_OPEN, open_), (1.0 - _OPEN, all_))
    return exact.total(part * harm(e, e.columns.at(force, coup.guard(aim)))[1] for part, force in parts if force)


def coming(look: Lookout, side: int, aim: int, weather: int, turns: int = 1) -> int:
    """A side's factors within so many turns, as if nobody stood in their way: whoever bars it may be overrun (16.1)."""
    e = look.e
    where, way = look.s.where, field(look.board, 1 << aim)
    units = (u for u in e.units_of[side] if where[u] >= 0 and not e.idle >> u & 1)
    near = (u for u in units if way[where[u]] - 1 <= turns * sum(e.allowances[u][weather]))
    return sum(look.factor(u, where[u]) for u in near)
