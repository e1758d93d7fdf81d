"""The game: how it starts and ends, and what each side may know."""

import random
from typing import Any

from hexfront.engine import dice
from hexfront.engine.game import Game, Result
from hexfront.engine.lexicon import Lexicon
from hexfront.engine.sequence import steps_of
from hexfront.mechanics.placed import OFF
from hexfront_tiny.bench import TinyBench
from hexfront_tiny.combat import RetreatOwed
from hexfront_tiny.desk import TinyDesk
from hexfront_tiny.edition import TinyEdition, read
from hexfront_tiny.hidden import unseen
from hexfront_tiny.manifest import MANIFEST
from hexfront_tiny.questions import TinyQuestions
from hexfront_tiny.sequence import PHASES
from hexfront_tiny.state import BLUE, LOST, RED, UNKNOWN, TinyState


class Tiny(Game[TinyState]):
    """Tiny War."""

    manifest, sides, order_rule = MANIFEST, ("red", "blue"), "1.1"

    edition: TinyEdition

    def __init__(self) -> None:
        self.edition = read(PHASES)
        self.id, self.board = self.edition.id, self.edition.board
        self.grid = self.board.grid
        self.lexicon = Lexicon(self.edition.name, {"Reds": (0, 1), "Blues": (2, 3)})
        self.prelude, self.sequence = steps_of(PHASES, True), steps_of(PHASES, False)
        self.duties = {"retreat": RetreatOwed()}
        self.prepare(TinyDesk, TinyQuestions, bench=TinyBench)

    def scenarios(self) -> list[dict[str, Any]]:
        return list(self.edition.data["scenario"])

    def options(self) -> list[dict[str, str]]:
        return list(self.edition.data["option"])

    def place_names(self) -> dict[str, int]:
        return {name: place for place, name in self.board.place_names.items()}

    # -- from the start to the end (1.2, 5) ----------------------------------------------------------

    def blank(self, scenario: str = "duel", seed: object = 0, options: tuple[str, ...] = ()) -> TinyState:
        """The counters, dealt unseen, beside an empty board."""
        s = TinyState(scenario=scenario, options=tuple(sorted(options)), seed=str(seed))
        units, cup = self.edition.data["unit"], self.edition.data["cup"]["blue"].copy()
        dice.shuffle(s, cup)
        s.strength = [unit.get("strength") or cup.pop() for unit in units]
        s.down = sum(1 << u for u, unit in enumerate(units) if "strength" not in unit)
        s.where = [OFF] * len(units)
        s.finish(self.edition)
        return s

    def deal(self, state: TinyState) -> None:
        for number, unit in enumerate(self.edition.data["unit"]):
            state.put(number, self.grid.hex(unit["hex"]))

    def load(self, data: bytes) -> TinyState:
        return TinyState.from_json(data, lambda s: s.finish(self.edition))

    def over(self, state: TinyState) -> bool:
        return state.turn > state.length or not all(state.held_by)

    def result(self, state: TinyState) -> Result:
        red, blue = (self._points(state, side) for side in (RED, BLUE))
        winner = "red" if red > blue else "blue" if blue > red else ""
        return Result(winner, "Victory" if winner else "Draw", {"red": red, "blue": blue}, red - blue)

    def _points(self, s: TinyState, side: int) -> int:
        """5.1: the enemies that are lost, and the village."""
        lost = sum(at == LOST and of != side for at, of in zip(s.where, self.edition.side, strict=True))
        return lost + (s.held_by[side] >> self.edition.village & 1)

    # -- what may be known (4.1) -----------------------------------------------------------------------

    def view(self, state: TinyState, side: str) -> TinyState:
        s = state.copy()
        s.seed = ""
        if side != "blue":
            s.strength = [UNKNOWN if s.down >> u & 1 else strength for u, strength in enumerate(s.strength)]
        return s

    def shuffle_hidden(self, state: TinyState, side: str, rng: random.Random) -> TinyState:
        s = state.copy()
        if side != "blue":
            deal = unseen(s)
            rng.shuffle(deal)
            s.strength = [deal.pop() if s.down >> u & 1 else strength for u, strength in enumerate(s.strength)]
        s.seed = s.seed or f"guess {rng.getrandbits(64)}"
        return s

    def audit(self, state: TinyState) -> list[str]:
        found = [f"{len(units)} units in {self.grid.label(at)}" for at, units in state.stacks.items() if len(units) > 1]
        fresh = state.copy()
        fresh.finish(self.edition)
        return found + ["the stacks do not agree with the places"] * (fresh.stacks != state.stacks)
