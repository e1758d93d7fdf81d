"""How a case is set up (docs/cases.md): `1Blue 3 at 0303` lies face up, `1Blue 3 hidden at 0303` face down."""

from typing import TYPE_CHECKING, Any

from hexfront.engine.bench import Bench
from hexfront.engine.errors import BadData
from hexfront.engine.state import Stage
from hexfront_tiny.state import LOST, TinyState

if TYPE_CHECKING:
    from hexfront_tiny.game import Tiny

GIVEN = {"turn", "step", "options", "scenario", "dice", "board"}


class TinyBench(Bench[TinyState]):
    """The bench of this game: every case stands on its board."""

    game: "Tiny"

    def arrange(self, given: dict[str, Any], units: list[str]) -> "tuple[Tiny, TinyState]":
        unknown = sorted(set(given) - GIVEN)
        if unknown:
            raise BadData(f"`given` knows no {unknown[0]!r}")
        game = self.game
        s = game.blank(given.get("scenario", "duel"), 0, tuple(given.get("options", ())))
        s.turn, s.dictated = given.get("turn", 1), list(given.get("dice", []))
        for text in units:
            self._put(s, text)
        s.step, s.stage = s.edition.step_of(given.get("step", "red movement")), Stage.UNDER_WAY
        return game, s

    def _put(self, s: TinyState, text: str) -> None:
        head, _, place = text.partition(" at ")
        name, *marks = head.split()
        unit = s.edition.name.index(name)
        s.put(unit, self.game.grid.hex(place))
        for strength in filter(str.isdigit, marks):
            s.strength[unit] = int(strength)
            s.down &= ~(1 << unit)
        s.down |= ("hidden" in marks) << unit
        s.acted |= ("acted" in marks) << unit

    def observe(self, s: TinyState, key: str, wanted: Any) -> Any:
        if key == "at":
            return {name: self._place(s, s.edition.name.index(name)) for name in wanted}
        if key == "seen":  # what the red player reads on a counter
            view = self.game.view(s, "red")
            return {name: view.strength[s.edition.name.index(name)] for name in wanted}
        if key == "points":
            return self.game.result(s).points
        return super().observe(s, key, wanted)

    def _place(self, s: TinyState, unit: int) -> str:
        return self.game.label(s.where[unit]) if s.where[unit] >= 0 else "lost" if s.where[unit] == LOST else "off"
