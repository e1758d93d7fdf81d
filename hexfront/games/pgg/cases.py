"""How a case of Panzergruppe Guderian is set up, and what it can ask about the position."""

from collections import Counter as Tally
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import msgspec

from hexfront.engine.bench import Bench
from hexfront.engine.errors import BadData
from hexfront.engine.state import Stage
from hexfront.games.pgg import victory
from hexfront.games.pgg.board import Board
from hexfront.games.pgg.combat.results import steps_left
from hexfront.games.pgg.combat.strength import strength
from hexfront.games.pgg.edition import PggEdition
from hexfront.games.pgg.movement.ground import allowance
from hexfront.games.pgg.movement.land import Move
from hexfront.games.pgg.reinforcements import Enter, waiting
from hexfront.games.pgg.state import DEAD, SOVIET_MOVEMENT, PggState, box
from hexfront.games.pgg.supply import Lines
from hexfront.games.pgg.untried import eliminate, is_division, untried
from hexfront.games.pgg.zones import zone

if TYPE_CHECKING:
    from hexfront.games.pgg import Pgg

GIVEN = {
    "turn", "step", "board", "options", "begin", "map", "dice", "held", "air", "interdiction", "cuts", "mending",
    "waiting", "swfront", "interdictions", "evacuated", "cities", "cup",
}  # fmt: skip
MAP = {"forest", "swamp", "lake", "river", "road", "rail", "major", "minor"}


@cache
def open_board(edition: PggEdition, drawn: str) -> Board:
    """An open board of the same size, with what a case draws on it; entrances as on the real one."""
    marks: dict[str, str] = msgspec.json.decode(drawn)
    unknown = set(marks) - MAP
    if unknown:
        raise BadData(f"the map knows no {sorted(unknown)[0]!r}")
    why = {"from": "ours", "why": "drawn by a case"}
    grid = edition.board.grid
    data: dict[str, Any] = {
        "terrain": [{"kind": k, "hexes": marks[k], **why} for k in ("forest", "swamp", "lake") if k in marks],
        "river": [{"sides": marks["river"]}] if "river" in marks else [],
        "road": [{"steps": marks["road"]}] if "road" in marks else [],
        "rail": [{"steps": marks["rail"]}] if "rail" in marks else [],
        "place": [
            {"name": f"{kind} city", "kind": f"{kind} city", "hexes": marks[kind], **why}
            for kind in ("major", "minor")
            if kind in marks
        ],
        "area": [{"id": name, "hexes": " ".join(grid.labels(m))} for name, m in edition.board.areas.items()],
    }
    return Board(grid, data, edition.charts["terrain"])


def board_of(edition: PggEdition, given: dict[str, Any]) -> Board:
    """The board a case stands on."""
    if given.get("board", "open") == "real":
        return edition.board
    return open_board(edition, msgspec.json.encode(given.get("map", {}), order="sorted").decode())


def fill_in(s: PggState, given: dict[str, Any], units: list[str], armies: dict[str, int]) -> None:
    """Put a case's units and markers into a blank state."""
    unknown = set(given) - GIVEN
    if unknown:
        raise BadData(f"`given` knows no {sorted(unknown)[0]!r}")
    grid = s.board.grid
    s.turn = given.get("turn", 3)
    for text in units:
        head, at, place = text.rpartition(" at ")
        if not at:
            raise BadData(f"a unit needs a place: {text!r}")
        _put(s, head, DEAD if place == "dead" else grid.hex(place))
    for entrance, names in given.get("waiting", {}).items():
        for text in names:
            _put(s, text, box(entrance))
            if entrance.isdigit():
                s.provisional = s.edition.by_name[text.split()[0]]
    for unit, name in enumerate(s.edition.name):
        s.army[unit] = armies.get(name, 0) if s.turn == 1 and s.where[unit] >= 0 else 0
    s.german = grid.mask(given.get("held", ""))
    s.german |= s.held_by[0]
    s.cuts, s.mending = grid.mask(given.get("cuts", "")), grid.mask(given.get("mending", ""))
    s.air = tuple(grid.hex(label) for label in given.get("air", "").split())
    if given.get("interdiction"):
        s.interdiction = grid.hex(given["interdiction"])
    s.swfront, s.interdictions = given.get("swfront", 0), given.get("interdictions", 0)
    s.evacuated = len(given.get("evacuated", []))
    s.cities = tuple(given.get("cities", []))
    s.captured = s.cities
    if given.get("cup") == 0:  # all counters but those of the case are out of reach
        s.cup = [[], []]
    s.dictated = list(given.get("dice", []))


def begin(game: Any, s: PggState, step: str, whole: bool) -> None:
    """Start the step of a case: all of it, or only its bookkeeping."""
    s.step, s.stage = s.edition.step_of(step), Stage.UNDER_WAY
    marks = s.marks()
    if whole:
        s.stage = Stage.NOT_BEGUN
        game.settle(s)
    else:
        game.steps[s.step].muster(s)
    s.mark(marks)


def _put(s: PggState, text: str, place: int) -> None:
    """One unit as described: its name, strength and marks."""
    words = text.split()
    for unit in s.edition.divisions.get(words[0], ()) or (_unit(s, words[0]),):
        s.put(unit, place)
        if is_division(s, unit):
            _give_counter(s, unit, [w for w in words[1:] if w[0].isdigit()], "untried" in words)
            if place == DEAD:
                eliminate(s, unit, "12.4", "it died before the case")
        _mark(s, unit, words[1:])


def _unit(s: PggState, name: str) -> int:
    if name not in s.edition.by_name:
        raise BadData(f"there is no unit {name!r}")
    return s.edition.by_name[name]


def _give_counter(s: PggState, unit: int, strengths: list[str], face_down: bool) -> None:
    """Take a counter of this strength out of the cup, or any."""
    cup = s.cup[s.edition.cup[unit]]
    for counter in cup:
        if not strengths or s.edition.counters[counter].name == strengths[0]:
            break
    else:
        raise BadData(f"{s.name(unit)}: no counter {strengths[0]} is left in the cup")
    cup.remove(counter)
    s.counter[unit] = counter
    if strengths and not face_down:
        s.tried |= 1 << unit


def _mark(s: PggState, unit: int, words: list[str]) -> None:
    bit = 1 << unit
    for word, following in pairwise([*words, ""]):
        if word == "disrupted":
            s.disrupted |= bit
        elif word == "steps":
            s.lost[unit] = len(s.edition.strengths[unit]) - int(following)
        elif word == "from":
            s.entered[unit] = s.board.grid.hex(following)
        elif word in ("refuge", "fresh", "fought", "moved"):
            setattr(s, word, getattr(s, word) | bit)
        elif word[0].isalpha() and word != "untried":
            raise BadData(f"a unit has no mark {word!r}")


def _place(s: PggState, unit: int, wanted: Any) -> str:
    place = s.where[unit]
    return s.board.grid.label(place) if place >= 0 else "dead" if place == DEAD else "off"


def _strength(s: PggState, unit: int, wanted: Any) -> list[int]:
    group, lines = s.stacks[s.where[unit]], Lines(s)
    attack = 0 if s.edition.leader[unit] else strength(s, unit, group, True, lines)
    return [attack, strength(s, unit, group, False, lines)]


def _reach(s: PggState, unit: int, wanted: str, inside: bool) -> str:
    verb = Move() if s.where[unit] >= 0 else Enter()
    goals = {s.board.grid.label(o.path[-1]) for o in verb.offers(s) if o.units == (unit,)}
    return " ".join(label for label in wanted.split() if (label in goals) == inside)


def _zone(s: PggState, wanted: str, inside: bool) -> str:
    side = s.phase.side
    hexes = set(s.board.grid.labels(zone(s, 1 - side)))
    return " ".join(label for label in wanted.split() if (label in hexes) == inside)


def _waiting(s: PggState, wanted: Any) -> dict[str, int]:
    found = {**waiting(s, 0), **waiting(s, 1)}
    return {entrance: len(found.get(entrance, [])) for entrance in wanted}


def _cup(s: PggState, wanted: dict[str, int]) -> dict[str, int]:
    tally = Tally(s.edition.counters[c].name for cup in s.cup for c in cup)
    return {name: tally[name] for name in wanted}


_BY_UNIT: dict[str, Callable[[PggState, int, Any], Any]] = {
    "at": _place,
    "steps": lambda s, u, _: steps_left(s, u),
    "supply": lambda s, u, _: Lines(s).supplied(u),
    "led": lambda s, u, _: bool(Lines(s).radius >> s.where[u] & 1),
    "may_move": lambda s, u, _: allowance(s, u) / 2,
    "strength": _strength,
    "reach": lambda s, u, wanted: _reach(s, u, wanted, True),
    "no_reach": lambda s, u, wanted: _reach(s, u, wanted, False),
}
_LISTS: dict[str, Callable[[PggState, int], bool]] = {
    "disrupted": lambda s, u: bool(s.disrupted >> u & 1),
    "tried": lambda s, u: s.where[u] != DEAD and not untried(s, u),
    "untried": lambda s, u: s.where[u] != DEAD and untried(s, u),
}
_WHOLE: dict[str, Callable[[PggState, Any], Any]] = {
    "zone": lambda s, wanted: _zone(s, wanted, True),
    "no_zone": lambda s, wanted: _zone(s, wanted, False),
    "waiting": _waiting,
    "cup": _cup,
    "held": lambda s, wanted: {h: bool(s.german >> s.board.grid.hex(h) & 1) for h in wanted},
    "points": lambda s, _: dict(victory.result(s).points),
    "level": lambda s, _: victory.result(s).level,
    "air": lambda s, _: " ".join(sorted(s.board.grid.label(h) for h in s.air)),
    "interdiction": lambda s, _: s.board.grid.label(s.interdiction) if s.interdiction >= 0 else "",
    "cuts": lambda s, _: " ".join(s.board.grid.labels(s.cuts)),
}


class PggBench(Bench[PggState]):
    """Situations and what is so in them."""

    game: "Pgg"

    def arrange(self, given: dict[str, Any], units: list[str]) -> "tuple[Pgg, PggState]":
        board = board_of(self.game.edition, given)
        game = self.game if board is self.game.board else type(self.game)(replace(self.game.edition, board=board))
        s = game.blank("campaign", "case", tuple(given.get("options", ())))
        fill_in(s, given, units, self._armies())
        begin(game, s, given.get("step", SOVIET_MOVEMENT), bool(given.get("begin")))
        return game, s

    def _armies(self) -> dict[str, int]:
        """To which army each unit of the campaign's set-up belongs."""
        s = self.game.start()
        return {s.name(unit): army for unit, army in enumerate(s.army) if army}

    def observe(self, s: PggState, key: str, wanted: Any) -> Any:
        """What a key of `then` is really."""
        if key in _BY_UNIT:
            return {name: _BY_UNIT[key](s, _unit(s, name), want) for name, want in wanted.items()}
        if key in _LISTS:
            return [name for name in wanted if _LISTS[key](s, _unit(s, name))]
        if key in _WHOLE:
            return _WHOLE[key](s, wanted)
        raise BadData(f"`then` knows no {key!r}")
