"""What is worth having: points of the scenario, and the cities that decide it."""

from math import sqrt

from hexfront.games.trc.control import held
from hexfront.games.trc.counters import AXIS
from hexfront.games.trc.state import TrcState
from hexfront.games.trc.victory import early, winning, without_stalin
from hexfront.grid import members
from hexfront.robots.trc.survey import field

_CAPITALS = {"rumanian": "Bucharest", "finnish": "Helsinki"}
_FEW = {1: 3.5, 2: 1.7}  # what each counts more when its holder has only so many
_NEAR = {1: 0.7, 2: 0.3}  # and when his enemy has only so many
_MANY = 0.1  # and otherwise: nobody is near a sudden death
_URGENT = {0: 3.0, 1: 1.5}  # times that, when so many turns are left
_ALL = 2.5  # what each is worth more to a side that has none: the first saves it
_SOON = 0.5  # part of what Stalin is worth while Moscow is still to be taken
_LAST = 2  # cities of a sudden death that nobody leaves when it is due
_CLOSE, _FOES = 2, 4.0  # hexes around a city in which its defenders stand, and how many factors are worth a hex of way
_GERMANY = ("Bucharest", "Konigsberg", "Breslau", "Posen")  # what the sudden death of 1945 comes down to


def worths(s: TrcState, p: dict[str, float], side: int | None = None) -> dict[int, float]:
    """For each city and oil field what it is worth to win it, or to keep it, in combat factors, to one side or both."""
    board = s.board
    left = s.last - s.turn
    point = p["point"] * (p["late"] if left < 1 else sqrt(p["late"]) if left < 2 else 1.0)
    found = dict.fromkeys(members(board.minor), point)
    found |= dict.fromkeys(members(board.major), 2 * point)
    for place in members(board.oil):
        found[place] = found.get(place, 0.0) + 2 * point
    for name, worth in _decisive(s, p, side).items():
        if name in board.city:
            found[board.city[name]] += worth
    for place in quarry(s):
        found[place] = found.get(place, 0.0) + p["stalin"] * (1.0 if holds_moscow(s) else _SOON)
    return found


def _decisive(s: TrcState, p: dict[str, float], side: int | None) -> dict[str, float]:
    """Cities that may decide the game: the next sudden death, Moscow, the capitals (25.1, 25.2, S.1, 24)."""
    names, turns = sudden_death(s)
    due = p["sudden"] * max(0.0, 1.0 - turns / p["ahead"])
    found = {name: due * times for name, times in _bars(s, names, turns, side).items()}
    saviour = _saviour(s, names, side)
    if saviour:
        found[saviour] = max(found[saviour], p["save"])
    for name in early(s, s.turn):
        found[name] = found.get(name, 0.0) + p["axis_moscow" if side == AXIS else "moscow"]
    found["Moscow"] = found.get("Moscow", 0.0) + p["capital"] * (2.0 if without_stalin(s) else 1.0)
    found["Berlin"] = 3 * p["moscow"]
    for nation, capital in _CAPITALS.items():
        if nation not in s.surrendered:
            found[capital] = found.get(capital, 0.0) + p["ally"] * _army(s, nation)
    return found


def quarry(s: TrcState) -> list[int]:
    """25.1.1: where Stalin is, whose end and Moscow win the war; nowhere while Moscow alone wins it (S.1)."""
    place = s.where[s.edition.stalin]
    return [place] if place >= 0 and not early(s, s.turn) else []


def holds_moscow(s: TrcState) -> bool:
    """Is Stalin all that the Axis lacks?"""
    return "Moscow" in s.board.city and bool(held(s, AXIS) & s.board.hex_of("Moscow"))


def at_stake(s: TrcState, side: int, turn: int) -> list[int]:
    """The hexes with which a side wins at once if it takes them in that turn: cities, and Stalin's if it has Moscow."""
    cities = [s.board.city[name] for name in winning(s, side, turn) if name in s.board.city]
    return cities + (quarry(s) if side == AXIS and holds_moscow(s) else [])


def in_hands(s: TrcState, side: int) -> int:
    """The places that a side controls, and the hexes in which it stands."""
    return held(s, side) | s.held_by[side]


def _bars(s: TrcState, names: list[str], turns: int, side: int | None) -> dict[str, float]:
    """Who holds one city of a sudden death keeps the enemy from it: the fewer he has, the more each counts."""
    axis = held(s, AXIS)
    mine = {name: bool(axis & s.board.hex_of(name)) for name in names}
    number = {who: list(mine.values()).count(who) for who in (False, True)}
    urgent = _URGENT.get(turns, 1.0)
    keep = {who: urgent * _FEW.get(number[who], _MANY) for who in (False, True)}
    near = {who: _NEAR.get(number[not who], _MANY) for who in (False, True)}
    for who in (False, True):
        if not number[not who]:  # one city more would save the enemy
            near[who] = urgent * _FEW[1] if turns <= 1 else _ALL if side is not None and who != (side == AXIS) else 1.0
    return {name: max(keep[who], near[who]) for name, who in mine.items()}


def last_stands(s: TrcState, side: int) -> list[int]:
    """25.2: at the end of the turn a sudden death is due, and these few cities keep the enemy from it."""
    mine = saved_by(s, side, s.turn)
    return mine if len(mine) <= _LAST else []


def saved_by(s: TrcState, side: int, turn: int) -> list[int]:
    """The cities that keep a side from the sudden death at the end of that turn; none if none is due then."""
    names, turns = sudden_death(s)
    return [s.board.city[n] for n in names if s.turn + turns == turn and held(s, side) & s.board.hex_of(n)]


def _saviour(s: TrcState, names: list[str], side: int | None) -> str:
    """Whoever holds none of the cities of a sudden death takes one of them in time: the one that costs him least."""
    if side is None or not names or any(held(s, side) & s.board.hex_of(name) for name in names):
        return ""
    far = field(s.board, s.armed[side])

    def pains(name: str) -> float:
        h = s.board.city[name]
        near = members(s.board.grid.disc(h, _CLOSE) & s.held_by[1 - side])
        return far[h] + sum(s.edition.strength[u] for place in near for u in s.stacks[place]) / _FOES

    return min(names, key=pains)


def _army(s: TrcState, nation: str) -> int:
    """24: the factors that an ally takes with it when its capital falls."""
    e = s.edition
    return sum(e.strength[u] for u in e.units_of[AXIS] if e.nation[u] == nation and s.where[u] >= 0)


def sudden_death(s: TrcState) -> tuple[list[str], int]:
    """The cities of the next sudden death that lies within the game, and the turns until then."""
    for goals in s.edition.charts["victory"]["sudden_death"].values():
        if isinstance(goals, dict) and s.turn <= goals["turn"] <= s.last:
            return [str(name) for name in goals.get("both", _GERMANY)], goals["turn"] - s.turn
    return [], 0
