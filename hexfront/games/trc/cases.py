"""How a case of The Russian Campaign is set up, and what it can ask about the position (docs/cases.md)."""

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import msgspec

from hexfront.engine.bench import Bench
from hexfront.engine.errors import BadData
from hexfront.engine.state import Stage
from hexfront.games.trc import state as boxes
from hexfront.games.trc import victory
from hexfront.games.trc.board import Board
from hexfront.games.trc.combat.mandatory import duties
from hexfront.games.trc.control import contested, refresh
from hexfront.games.trc.counters import AXIS, SIDES
from hexfront.games.trc.data_files import WEATHER
from hexfront.games.trc.edition import TrcEdition
from hexfront.games.trc.manifest import MANIFEST
from hexfront.games.trc.movement.allowance import allowance
from hexfront.games.trc.movement.land import Ground, Reach, check_mover
from hexfront.games.trc.state import AXIS_MOVES, TrcState
from hexfront.games.trc.supply import combat_supplied, factor, in_supply
from hexfront.games.trc.zones import zone
from hexfront.mechanics.choices import may

if TYPE_CHECKING:
    from hexfront.games.trc import Trc

GIVEN = {
    "turn", "step", "scenario", "board", "options", "adopted", "begin", "map", "dice", "weather", "modifier", "axis",
    "rails", "railed", "sailed", "invasions", "factors", "surrendered", "triggered", "leaderless", "flown", "bid",
    "balance", "track", "owed_withdrawals",
}  # fmt: skip
MAP = {
    "woods",
    "mountain",
    "swamp",
    "sea",
    "lake",
    "river",
    "crossings",
    "rail",
    "major",
    "minor",
    "oil",
    "coast",
    "strait",
}
BOXES = {
    name.lower(): getattr(boxes, name)
    for name in (
        *("POOL", "GONE", "DUE", "WAITING", "OFFMAP", "RESERVE", "BOX", "TRACK", "URALS", "SIBERIA"),
        *("WITHDRAWN", "EXITED", "AIRFIELD", "OFF"),
    )
}
VICTORS = {"victor": "victors", "old-victor": "old_victors"}


@cache
def open_board(drawn: str) -> Board:
    """An open board of the same size, with what a case draws on it. All of it is Russia."""
    marks: dict[str, str] = msgspec.json.decode(drawn)
    unknown = set(marks) - MAP
    if unknown:
        raise BadData(f"the map knows no {sorted(unknown)[0]!r}")
    why = {"from": "ours", "why": "drawn by a case"}
    grid = MANIFEST.board.grid
    water = grid.mask(marks.get("sea", "")) | grid.mask(marks.get("lake", ""))
    kinds = ("woods", "mountain", "swamp", "sea", "lake")
    data: dict[str, Any] = {
        "terrain": [{"kind": k, "hexes": marks[k], **why} for k in kinds if k in marks],
        "river": [{"name": "river", "hexes": marks.get("river", ""), "crossings": marks.get("crossings", "")}],
        "rail": [{"steps": marks["rail"]}] if "rail" in marks else [],
        "coast": [{"kind": k, "sides": marks[n]} for k, n in (("sea", "coast"), ("strait", "strait")) if n in marks],
        "place": [
            {"name": label, "kind": kind, "hexes": label, **why}
            for key, kind in (("major", "major city"), ("minor", "minor city"), ("oil", "oil field"))
            for label in marks.get(key, "").split()
        ],
        "country": [{"name": "Russia", "hexes": " ".join(grid.labels(grid.all & ~water))}],
        "area": [
            {"id": f"exit-{edge}", "hexes": " ".join(grid.labels(hexes))}
            for edge, hexes in (("west", grid.west), ("east", grid.east), ("south", grid.south), ("north", grid.north))
        ],
    }
    sea = grid.mask(marks.get("sea", ""))
    if sea:
        coast = grid.around(sea) & ~water
        data["area"].append({"id": "black-coast", "hexes": " ".join(grid.labels(coast))})
    return Board(grid, data)


def board_of(given: dict[str, Any], real: Board) -> Board:
    """The board a case stands on."""
    if given.get("board", "open") == "real":
        return real
    return open_board(msgspec.json.encode(given.get("map", {}), order="sorted").decode())


def fill_in(s: TrcState, given: dict[str, Any], units: list[str]) -> None:
    """Put a case's units and markers into a blank state."""
    e = s.edition
    unknown = set(given) - GIVEN
    if unknown:
        raise BadData(f"`given` knows no {sorted(unknown)[0]!r}")
    s.turn = given.get("turn", 2)
    s.last = e.charts["calendar"]["turns"] if s.on("S.0") else e.scenarios[s.scenario]["last"]
    s.invasions = [given.get("invasions", {}).get(side, e.scenarios[s.scenario]["invasions"][side]) for side in SIDES]
    s.weather = WEATHER.index(given.get("weather", "clear"))
    for key in ("modifier", "railed", "factors", "bid", "balance", "owed_withdrawals"):
        setattr(s, key, given.get(key, 0))
    for key in ("adopted", "surrendered", "triggered"):
        setattr(s, key, tuple(given.get(key, ())))
    s.track = {_unit(e, name): turn for name, turn in given.get("track", {}).items()}
    for name in given.get("flown", ()):
        s.flown |= 1 << _unit(e, name)
    for text in given.get("sailed", ()):
        side, sea = text.split()
        s.sailed |= 1 << 2 * SIDES.index(side) + ("black", "baltic").index(sea)
    _holders(s, given)
    for text in units:
        _put(s, text)
    refresh(s)
    s.dictated = list(given.get("dice", []))


def _holders(s: TrcState, given: dict[str, Any]) -> None:
    """Who holds towns and rails: as at the start of the campaign on the real board, all Russian on an open one."""
    axis = s.board.areas.get(s.edition.scenarios["campaign"]["lines"]["control"], 0)
    s.axis_places = _mask(s, given["axis"]) & s.board.keys if "axis" in given else axis & s.board.keys
    s.axis_rails = _mask(s, given["rails"]) & s.board.rail_hexes if "rails" in given else axis & s.board.rail_hexes


def _mask(s: TrcState, text: str) -> int:
    """Hexes by number or by the name of their town."""
    found = 0
    for word in text.split():
        found |= 1 << _hex(s, word)
    return found


def _hex(s: TrcState, word: str) -> int:
    return s.board.city[word] if word in s.board.city else s.board.grid.hex(word)


def _put(s: TrcState, text: str) -> None:
    """One unit as described: its name, marks and place."""
    head, at, place = text.rpartition(" at ")
    if not at:
        raise BadData(f"a unit needs a place: {text!r}")
    words = head.split()
    unit = _unit(s.edition, words[0])
    s.put(unit, BOXES[place] if place in BOXES else _hex(s, place))
    for word, following in pairwise([*words[1:], ""]):
        field = VICTORS.get(word, word)
        if field in s.UNITS and field in s.LIVES:
            setattr(s, field, getattr(s, field) | 1 << unit)
        elif word == "spent":
            s.spent[unit] = int(following)
            s.moved |= 1 << unit
        elif not word.isdigit():
            raise BadData(f"a unit has no mark {word!r}")


def _unit(e: TrcEdition, name: str) -> int:
    if name not in e.by_name:
        raise BadData(f"there is no unit {name!r}")
    return e.by_name[name]


def begin(game: Any, s: TrcState, given: dict[str, Any]) -> None:
    """Start the step of a case: all of it, or only its bookkeeping, which leaves the marks that the case gives."""
    step = given.get("step", AXIS_MOVES[0])
    s.step = s.edition.step_of(step)
    s.leaderless = sum(1 << SIDES.index(side) for side in given.get("leaderless", ()))
    if given.get("begin"):
        game.settle(s)
        return
    s.stage = Stage.UNDER_WAY
    game.steps[s.step].muster(s)
    s.forget()


def _place(s: TrcState, unit: int, wanted: Any) -> str:
    place = s.where[unit]
    if place < 0:
        return next(name for name, box in BOXES.items() if box == place)
    name = s.board.place_names.get(place, "")
    return name if name == wanted else s.board.grid.label(place)


def _reach(s: TrcState, unit: int, wanted: str, inside: bool) -> str:
    goals = 0
    if s.where[unit] >= 0 and may(check_mover, s, unit):
        goals = Reach(s, (unit,), Ground(s)).goals
    return " ".join(word for word in wanted.split() if bool(goals >> _hex(s, word) & 1) == inside)


def _zone(s: TrcState, wanted: str, inside: bool) -> str:
    hexes = zone(s, 1 - s.mover)
    return " ".join(word for word in wanted.split() if bool(hexes >> _hex(s, word) & 1) == inside)


def _held(s: TrcState, wanted: dict[str, str]) -> dict[str, str]:
    found = {}
    for word in wanted:
        bit = 1 << _hex(s, word)
        found[word] = "nobody" if contested(s) & bit else SIDES[AXIS if s.axis_places & bit else 1]
    return found


def _owes(s: TrcState, wanted: list[str]) -> list[str]:
    found: set[str] = set()
    for debt in duties(s).debts():
        found |= {s.name(int(u)) for u in debt.units} | {s.board.grid.label(int(h)) for h in debt.hexes}
    return [name for name in wanted if name in found]


def _winner(s: TrcState) -> str:
    return "" if s.winner < 0 else (*SIDES, "draw")[s.winner]


_BY_UNIT: dict[str, Callable[[TrcState, int, Any], Any]] = {
    "at": _place,
    "supply": lambda s, u, _: in_supply(s, u),
    "combat_supply": lambda s, u, _: combat_supplied(s, u),
    "may_move": lambda s, u, _: allowance(s, u),
    "strength": lambda s, u, _: factor(s, u),
    "reach": lambda s, u, wanted: _reach(s, u, wanted, True),
    "no_reach": lambda s, u, wanted: _reach(s, u, wanted, False),
}
_WHOLE: dict[str, Callable[[TrcState, Any], Any]] = {
    "zone": lambda s, wanted: _zone(s, wanted, True),
    "no_zone": lambda s, wanted: _zone(s, wanted, False),
    "held": _held,
    "rails": lambda s, wanted: {w: SIDES[0 if s.axis_rails >> _hex(s, w) & 1 else 1] for w in wanted},
    "weather": lambda s, _: WEATHER[s.weather],
    "modifier": lambda s, _: s.modifier,
    "factors": lambda s, _: s.factors,
    "owes": _owes,
    "winner": lambda s, _: _winner(s),
    "level": lambda s, _: s.level,
    "points": lambda s, _: dict(victory.result(s).points),
    "surrendered": lambda s, _: list(s.surrendered),
    "invasions": lambda s, wanted: {side: s.invasions[SIDES.index(side)] for side in wanted},
}


class TrcBench(Bench[TrcState]):
    """Situations and what is so in them."""

    game: "Trc"

    def arrange(self, given: dict[str, Any], units: list[str]) -> "tuple[Trc, TrcState]":
        board = board_of(given, self.game.board)
        game = self.game if board is self.game.board else type(self.game)(replace(self.game.edition, board=board))
        s = game.blank(given.get("scenario", "campaign"), "case", tuple(given.get("options", ())))
        fill_in(s, given, units)
        begin(game, s, given)
        return game, s

    def observe(self, s: TrcState, key: str, wanted: Any) -> Any:
        """What a key of `then` is really."""
        if key in _BY_UNIT:
            return {name: _BY_UNIT[key](s, _unit(s.edition, name), want) for name, want in wanted.items()}
        if key in _WHOLE:
            return _WHOLE[key](s, wanted)
        raise BadData(f"`then` knows no {key!r}")
