"""The Russian Campaign, 4th edition: the war in the east, 1941-45. One module for each chapter of its rulebook."""

import random
from typing import Any

from hexfront.engine.desk import Chart, Force, Overlay, Panel, Reminder, Shade
from hexfront.engine.errors import BadData
from hexfront.engine.game import Game, Result
from hexfront.engine.lexicon import Lexicon
from hexfront.engine.order import Order
from hexfront.engine.pieces import Piece
from hexfront.engine.state import Event
from hexfront.engine.telling import Clash, Loss
from hexfront.games.trc import cases, desk, listings, overlays, preview, sequence, table, telling, victory
from hexfront.games.trc.board import Board, real
from hexfront.games.trc.counters import NAMES, SIDE, SIDES, UNITS
from hexfront.games.trc.crowding import Excess
from hexfront.games.trc.data_files import SCENARIOS, TO_THE_END, charts, date, scenario
from hexfront.games.trc.national import Conform
from hexfront.games.trc.pieces import pieces
from hexfront.games.trc.results import Aftermath, Losses
from hexfront.games.trc.retreat import Retreat, Rout
from hexfront.games.trc.setup import deal
from hexfront.games.trc.stacking import overfull
from hexfront.games.trc.state import OFF, TrcState
from hexfront.mechanics.shading import OVERLAYS


def _numbers() -> dict[str, tuple[int, ...]]:
    """A bare number means the infantry of the side that types it: 7 is the 7th Infantry Corps or the 7th Army."""
    groups: dict[str, list[int]] = {}
    for unit in UNITS:
        for ending in ("Inf", "A"):
            digits = unit.name.removesuffix(ending)
            if digits.isdigit() and digits != unit.name:
                groups.setdefault(digits, []).append(unit.number)
    return {digits: tuple(units) for digits, units in groups.items()}


class Trc(Game[TrcState]):
    """The game on its board; a case may bring a board of its own."""

    id = "trc"
    title = "The Russian Campaign"
    sides = SIDES
    ruling = 2  # 0.2: retreats take towns (17.2.1), guns pass woods (8.2), who must leave by train (26.5)
    order_rule = "4.1"
    period = "June 1941 to June 1945"
    about = "The whole war, from the Bug to the Volga and back to Berlin. Two impulses a turn, and contact is battle."
    minutes = 240

    def __init__(self, board: Board | None = None) -> None:
        self.board = board or real()
        self.grid = self.board.grid
        self.lexicon = Lexicon(NAMES, _numbers())
        self.prelude = sequence.prelude()
        self.sequence = sequence.turn()
        duties = (Losses(), Rout(), Retreat(), Excess(), Aftermath(), Conform())
        self.duties = {duty.name: duty for duty in duties}
        self.prepare()

    def scenarios(self) -> list[dict[str, Any]]:
        found = [scenario(name) for name in SCENARIOS]
        return [{"id": each["id"], "title": each["title"], "turns": each["turns"]} for each in found]

    def options(self) -> list[dict[str, str]]:
        found = [
            {
                "rule": rule,
                "title": option["title"],
                "about": option["about"],
                "excludes": " ".join(option.get("excludes", ())),
            }
            for rule, option in charts()["options"].items()
        ]
        last = "A scenario does not stop at its last turn; the war is fought to the end and judged as the campaign."
        return [*found, *({"rule": rule, "title": title, "about": last} for rule, title in TO_THE_END.items())]

    def blank(self, scenario_id: str = "campaign", seed: object = 0, options: tuple[str, ...] = ()) -> TrcState:
        """A state with nothing on the board and every unit out of the game."""
        s = TrcState(
            scenario=scenario_id, options=tuple(sorted(options)), seed=str(seed), turn=scenario(scenario_id)["first"]
        )
        s.where, s.spent = [OFF] * len(UNITS), [0] * len(UNITS)
        s.owed, s.invasions, s.outflanked, s.sorties = [], [2, 2], [0, 0], []
        s.drops, s.track = {}, {}
        s.finish(self.board)
        return s

    def start(self, scenario: str = "", seed: object = 0, options: tuple[str, ...] | list[str] = ()) -> TrcState:
        name = scenario or SCENARIOS[0]
        if name not in SCENARIOS:
            raise BadData(f"trc has no scenario {name!r}; it has: {', '.join(SCENARIOS)}")
        self._check_options(options)
        s = self.blank(name, seed, tuple(options))
        deal(s)
        self.settle(s)
        return s

    def _check_options(self, options: tuple[str, ...] | list[str]) -> None:
        known = {option["rule"] for option in self.options()}
        for option in options:
            if option not in known:
                raise BadData(f"trc has no optional rule {option!r}; it has: {', '.join(known_order(known))}")
            for other in charts()["options"].get(option, {}).get("excludes", ()):
                if other in options:
                    raise BadData(f"the optional rules {option} and {other} exclude each other")

    def load(self, data: bytes) -> TrcState:
        return TrcState.from_json(data, lambda s: s.finish(self.board))

    def over(self, state: TrcState) -> bool:
        return state.winner >= 0

    def result(self, state: TrcState) -> Result:
        return victory.result(state)

    # -- what may be known: everything but the seed ------------------------------------------------------

    def view(self, state: TrcState, side: str) -> TrcState:
        new = state.copy()
        new.seed = ""
        return new

    def shuffle_hidden(self, state: TrcState, side: str, rng: random.Random) -> TrcState:
        new = state.copy()
        new.seed = f"guess {rng.getrandbits(64)}" if not state.seed else state.seed
        return new

    def pieces(self, state: TrcState) -> list[Piece]:
        return pieces(state)

    # -- names -----------------------------------------------------------------------------------------

    def place_names(self) -> dict[str, int]:
        names = dict(self.board.city)
        return names | {name.partition("-")[0]: place for name, place in names.items() if "-" in name}

    def stack(self, state: TrcState, place: int, side: int) -> tuple[int, ...]:
        return tuple(u for u in state.stacks.get(place, ()) if SIDE[u] == side)

    def present(self, state: TrcState, units: tuple[int, ...], verb: str) -> tuple[int, ...]:
        """A bare number means the unit of the side that decides."""
        side = self.current(state).side(state)
        if verb == "lead" and state.owed:
            return tuple(u for u in units if u in state.owed[-1].units) or units
        return tuple(u for u in units if SIDE[u] == side) or units

    def describe(self, key: str, value: Any) -> str:
        if key == "unit":
            return str(NAMES[value])
        if key == "units":
            return ", ".join(NAMES[unit] for unit in value)
        if key == "hex":
            return self.label(value)
        if key == "hexes":
            return " ".join(self.label(place) for place in value)
        return str(value)

    def label(self, place: int) -> str:
        """A hex with the name of its town."""
        name = self.board.place_names.get(place)
        return f"{self.grid.label(place)} ({name})" if name else self.grid.label(place)

    # -- the text table -----------------------------------------------------------------------------------

    topics = table.TOPICS

    def status(self, state: TrcState) -> list[str]:
        """The game in a few lines."""
        return table.status(state)

    def inquire(self, state: TrcState, topic: str, args: list[str]) -> list[str]:
        """The answer to a question at the table."""
        return table.inquire(self, state, topic, args)

    # -- the table in the browser ---------------------------------------------------------------------

    def turn_name(self, state: TrcState) -> str:
        return date(state.turn)

    def facts(self, state: TrcState) -> list[tuple[str, str]]:
        return desk.facts(state)

    def hexes_of(self, state: TrcState, units: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(dict.fromkeys(state.where[u] for u in units if state.where[u] >= 0))

    def panel(self, state: TrcState, order: Order) -> Panel | None:
        return preview.panel(self, state, order)

    def overlays(self) -> list[Overlay]:
        return list(OVERLAYS)

    def overlay(self, state: TrcState, side: str, id: str) -> list[Shade]:
        return overlays.overlay(self, state, side, id)

    def reminders(self, state: TrcState) -> list[Reminder]:
        own = list(desk.reminders(self, state))
        return own if any(each.must for each in own) else [*super().reminders(state), *own]

    def tables(self, state: TrcState) -> list[Chart]:
        return listings.tables(state)

    def forces(self, state: TrcState) -> list[Force]:
        return listings.forces(state)

    # -- studies ---------------------------------------------------------------------------------

    def holders(self, state: TrcState) -> dict[str, str]:
        return telling.holders(state)

    def occupied(self, state: TrcState) -> tuple[int, int]:
        return state.held_by[0], state.held_by[1]

    def loss(self, event: Event) -> Loss | None:
        return telling.loss(event)

    def clash(self, event: Event) -> Clash | None:
        return telling.clash(event)

    # -- cases --------------------------------------------------------------------------------------------

    def arrange(self, given: dict[str, Any], units: list[str]) -> "tuple[Trc, TrcState]":
        board = cases.board_of(given)
        game = self if board is self.board else Trc(board)
        s = game.blank(given.get("scenario", "campaign"), "case", tuple(given.get("options", ())))
        cases.fill_in(s, given, units)
        cases.begin(game, s, given)
        return game, s

    def foresee(self, state: TrcState, order: Order) -> dict[str, Any]:
        return cases.foresee(state, order)

    def observe(self, state: TrcState, key: str, wanted: Any) -> Any:
        return cases.observe(state, key, wanted)

    # -- conservation -------------------------------------------------------------------------------------

    def audit(self, state: TrcState) -> list[str]:
        """Places and stacks agree, no hex shared by both sides, nobody in the water, no stack too high at rest."""
        fresh = state.copy()
        fresh.finish(state.board)
        wrong = []
        if (fresh.stacks, fresh.held_by, fresh.armed, fresh.bands) != (
            state.stacks,
            state.held_by,
            state.armed,
            state.bands,
        ):
            wrong.append("the stacks do not agree with the places")
        both = state.held_by[0] & state.held_by[1]
        if both:
            wrong.append(f"both sides are in {self.grid.labels(both)}")
        if (state.held_by[0] | state.held_by[1] | state.bands) & ~state.board.land:
            wrong.append("a unit stands where no unit may be")
        return wrong + self._audit_rest(state)

    def _audit_rest(self, s: TrcState) -> list[str]:
        if "combat" not in s.phase or s.stage != 1 or s.owed:
            return []
        return [f"{self.grid.label(place)} is too full" for side in (0, 1) for place in overfull(s, side)]


def known_order(rules: set[str]) -> list[str]:
    """Rule numbers in the order of the rulebook."""
    return sorted(rules, key=lambda rule: [int(part) if part.isdigit() else 99 for part in rule.split(".")])
