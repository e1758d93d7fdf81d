"""The Russian Campaign, 4th edition: the war in the east, 1941-45. One module for each chapter of its rulebook."""

import random
from typing import Any

from hexfront.engine.game import Game
from hexfront.engine.lexicon import Lexicon
from hexfront.engine.sequence import steps_of
from hexfront.engine.state import Stage
from hexfront.games.trc import victory
from hexfront.games.trc.cases import TrcBench
from hexfront.games.trc.combat.results import Aftermath, Losses
from hexfront.games.trc.combat.retreat import Retreat, Rout
from hexfront.games.trc.counters import SIDES, Unit
from hexfront.games.trc.data_files import TO_THE_END
from hexfront.games.trc.desk.facts import TrcDesk
from hexfront.games.trc.edition import TrcEdition
from hexfront.games.trc.editions import first
from hexfront.games.trc.manifest import MANIFEST
from hexfront.games.trc.movement.conformity import Conform
from hexfront.games.trc.movement.crowding import Excess
from hexfront.games.trc.questions import TrcQuestions
from hexfront.games.trc.setup import start
from hexfront.games.trc.stacking import overfull
from hexfront.games.trc.state import OFF, TrcState
from hexfront.games.trc.studies import TrcStudies


def _numbers(units: list[Unit]) -> dict[str, tuple[int, ...]]:
    """A bare number means the infantry of the side that types it: 7 is the 7th Infantry Corps or the 7th Army."""
    groups: dict[str, list[int]] = {}
    for unit in units:
        for ending in ("Inf", "A"):
            digits = unit.name.removesuffix(ending)
            if digits.isdigit() and digits != unit.name:
                groups.setdefault(digits, []).append(unit.number)
    return {digits: tuple(found) for digits, found in groups.items()}


class Trc(Game[TrcState]):
    """The game in one edition; a case may bring a board of its own."""

    manifest = MANIFEST
    sides = SIDES
    ruling = 2  # 0.2: retreats take towns (17.2.1), guns pass woods (8.2), who must leave by train (26.5)
    order_rule = "4.1"

    edition: TrcEdition

    def __init__(self, edition: TrcEdition | None = None) -> None:
        self.edition = edition or first()
        self.id, self.board = self.edition.id, self.edition.board
        self.grid = self.board.grid
        self.lexicon = Lexicon(self.edition.name, _numbers(self.edition.units))
        self.prelude = steps_of(self.edition.phases, prelude=True)
        self.sequence = steps_of(self.edition.phases, prelude=False)
        duties = (Losses(), Rout(), Retreat(), Excess(), Aftermath(), Conform())
        self.duties = {duty.name: duty for duty in duties}
        self.prepare(TrcDesk, TrcQuestions, TrcStudies, TrcBench)

    def scenarios(self) -> list[dict[str, Any]]:
        found = self.edition.scenarios.values()
        return [{"id": each["id"], "title": each["title"], "turns": each["turns"]} for each in found]

    def options(self) -> list[dict[str, str]]:
        found = [
            {
                "rule": rule,
                "title": option["title"],
                "about": option["about"],
                "excludes": " ".join(option.get("excludes", ())),
            }
            for rule, option in self.edition.charts["options"].items()
        ]
        last = "A scenario does not stop at its last turn; the war is fought to the end and judged as the campaign."
        return [*found, *({"rule": rule, "title": title, "about": last} for rule, title in TO_THE_END.items())]

    def blank(self, scenario: str = "campaign", seed: object = 0, options: tuple[str, ...] = ()) -> TrcState:
        """A state with nothing on the board and every unit out of the game."""
        first_turn, many = self.edition.scenarios[scenario]["first"], len(self.edition.units)
        s = TrcState(scenario=scenario, options=tuple(sorted(options)), seed=str(seed), turn=first_turn)
        s.where, s.spent = [OFF] * many, [0] * many
        s.owed, s.invasions, s.outflanked, s.sorties = [], [2, 2], [0, 0], []
        s.drops, s.track = {}, {}
        s.finish(self.edition)
        return s

    deal = staticmethod(start.deal)

    def load(self, data: bytes) -> TrcState:
        return TrcState.from_json(data, lambda s: s.finish(self.edition))

    def over(self, state: TrcState) -> bool:
        return state.winner >= 0

    result = staticmethod(victory.result)

    # -- what may be known: everything but the seed ------------------------------------------------------

    def view(self, state: TrcState, side: str) -> TrcState:
        new = state.copy()
        new.seed = ""
        return new

    def shuffle_hidden(self, state: TrcState, side: str, rng: random.Random) -> TrcState:
        new = state.copy()
        new.seed = f"guess {rng.getrandbits(64)}" if not state.seed else state.seed
        return new

    # -- names -----------------------------------------------------------------------------------------

    def place_names(self) -> dict[str, int]:
        names = dict(self.board.city)
        return names | {name.partition("-")[0]: place for name, place in names.items() if "-" in name}

    def present(self, state: TrcState, units: tuple[int, ...], verb: str) -> tuple[int, ...]:
        """A bare number means the unit of the side that decides."""
        side = self.current(state).side(state)
        if verb == "lead" and state.owed:
            return tuple(u for u in units if u in state.owed[-1].units) or units
        return tuple(u for u in units if state.edition.side[u] == side) or units

    def label(self, place: int) -> str:
        """A hex with the name of its town."""
        name = self.board.place_names.get(place)
        return f"{self.grid.label(place)} ({name})" if name else self.grid.label(place)

    # -- conservation -------------------------------------------------------------------------------------

    def audit(self, state: TrcState) -> list[str]:
        """Places and stacks agree, no hex shared by both sides, nobody in the water, no stack too high at rest."""
        fresh = state.copy()
        fresh.finish(state.edition)
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
        if not s.phase.fights or s.stage != Stage.UNDER_WAY or s.owed:
            return []
        return [f"{self.grid.label(place)} is too full" for side in (0, 1) for place in overfull(s, side)]
