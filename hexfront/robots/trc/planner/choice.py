"""Several plans for one movement phase, each judged with what the enemy makes of it, and the best of them."""

from collections.abc import Iterator
from copy import copy

import msgspec
from msgspec.structs import replace

from hexfront.games.trc.control import held
from hexfront.games.trc.counters import SIDES
from hexfront.mechanics import exact
from hexfront.robots.trc.chances import Values
from hexfront.robots.trc.gauge import Gauge
from hexfront.robots.trc.march import post
from hexfront.robots.trc.planner import fights, reply
from hexfront.robots.trc.planner.coup import Coup
from hexfront.robots.trc.planner.front import Front
from hexfront.robots.trc.planner.lookout import Lookout
from hexfront.robots.trc.planner.onslaught import Onslaught
from hexfront.robots.trc.weights import Weights

_MENDS = 4  # times that a line is drawn anew
_STRONG = 0.6  # from here on a side does not think of defence
_HURTS = 2.0  # what the enemy has to gain for that
_UNSOUND = -30.0  # a position whose duties cannot be met


class Scheme(msgspec.Struct):
    """Attacks, and a line for whoever does not attack."""

    assault: Onslaught
    front: Front
    score: float = 0.0
    hits: dict[int, float] = {}  # where the enemy would strike, and what he would gain


def best(look: Lookout) -> Scheme:
    """First how much to attack, with the usual line, then where the line is best; in haste the usual attacks."""
    if look.style.hasty:
        return usual(look)
    judge = _Judge(look)
    found = [Scheme(assault, post(Front, look, assault)) for assault in _assaults(look, judge.coup)]
    leader = judge.best(found)
    lines = [Scheme(leader.assault, post(Front, _other(look, w), leader.assault)) for w in _lines(look)]
    leader = judge.best([leader, *lines])
    for _ in range(_MENDS):
        better = judge.best([leader, *_mended(look, leader)])
        if better is leader:
            break
        leader = better
    return leader


def _assaults(look: Lookout, coup: Coup) -> Iterator[Onslaught]:
    """More and more attacks; then the same by those whom a coup leaves."""
    stages = list(Onslaught(look).stages())
    yield from stages
    for party in coup.parties(stages[0]):
        yield from Onslaught(look, party).stages()


def usual(look: Lookout) -> Scheme:
    """The attacks that promise enough, with the usual line."""
    assault = attacks(look)
    return Scheme(assault, post(Front, look, assault))


def attacks(look: Lookout) -> Onslaught:
    """One attack after the other, and who shuts the enemy's ways out."""
    assault = Onslaught(look)
    assault.choose()
    assault.close()
    return assault


def _mended(look: Lookout, scheme: Scheme) -> list[Scheme]:
    """The same attacks with a line that avoids the hexes where the enemy would strike, or holds them in strength."""
    hits = {
        h: gain
        for h, gain in scheme.hits.items()
        if gain > _HURTS and not scheme.assault.trial.held_by[look.side] >> h & 1
    }
    if not hits:
        return []
    before = scheme.front.look
    away, firm = _other(before, before.w), _other(before, before.w)
    away.shun = before.shun | {h: before.shun.get(h, 0.0) + 0.1 * gain for h, gain in hits.items()}
    firm.firm = before.firm | {h: before.firm.get(h, 1.0) * 1.6 for h in hits}
    return [Scheme(scheme.assault, post(Front, each, scheme.assault)) for each in (away, firm)]


def _lines(look: Lookout) -> list[Weights]:
    """A line further back and one further forward; whoever has to defend also thinks of others."""
    w = look.w
    found = [
        replace(w, stand=w.stand.times(3.0), back=w.back.times(0.2)),
        replace(w, stand=w.stand.times(0.3), back=w.back.times(2.0)),
    ]
    if look.eager >= _STRONG:
        return found
    return [
        *found,
        replace(w, stand=w.stand.times(8.0), back=w.back.times(0.05)),
        replace(w, post=w.post.times(0.4), bar=1.5 * w.bar),
        replace(w, post=w.post.times(1.6), bar=0.7 * w.bar),
        replace(w, shelter=4.0 * w.shelter),
    ]


def _other(look: Lookout, w: Weights) -> Lookout:
    """The same eyes, another taste."""
    other = copy(look)
    other.w = w
    return other


class _Judge:
    """What a scheme is worth: its battles, the cities that it gets or gets near to, less what the enemy answers."""

    def __init__(self, look: Lookout) -> None:
        self.look, self.values, self.coup = look, Values(look), Coup(look)
        self.gauge = Gauge(look, self.values)
        self.theirs = held(look.s, look.foe)
        self._known: dict[tuple[int, ...], tuple[float, dict[int, float]]] = {}

    def best(self, schemes: list[Scheme]) -> Scheme:
        """The best of them; the first of equals."""
        if len(schemes) == 1:
            return schemes[0]
        for scheme in schemes:
            key = tuple(scheme.front.room.where)
            if key not in self._known:
                self._known[key] = self._score(scheme)
            scheme.score, scheme.hits = self._known[key]
        return max(schemes, key=lambda scheme: scheme.score)

    def _score(self, scheme: Scheme) -> tuple[float, dict[int, float]]:
        look, final = self.look, scheme.front.room
        worth = self.gauge.worth(final)
        score = _UNSOUND if worth is None else worth
        score -= exact.total(
            cost for h, cost in look.keeps.items() if worth is None or not final.held_by[look.side] >> h & 1
        )
        won = self.theirs & final.held_by[look.side]
        score += look.p[f"{SIDES[look.side]}_nearer"] * reply.pull(look, self.theirs & ~won, final.armed[look.side])
        score += self.coup.promise(final)
        if look.last_word:
            return score, {}
        battles = [(hexes, units) for _, hexes, units, _ in fights.foreseen(look, final)]
        gain, hits = reply.toll(look, reply.turned(final, look.side, battles, self.values))
        return score - look.p["reply"] * self._part() * gain, hits

    def _part(self) -> float:
        """How much of the answer is to be feared: a second impulse on firm ground still mends much."""
        look = self.look
        return look.p[f"{SIDES[look.side]}_first"] if look.s.impulse == 1 and not look.foul else 1.0
