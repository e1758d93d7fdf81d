"""What this game tells a study: who holds the cities, who was lost, which column was rolled on."""

from typing import TYPE_CHECKING

from hexfront.engine.state import Event
from hexfront.engine.studies import ELIMINATED, SURRENDERED, Clash, Loss, Studies
from hexfront.games.trc.control import held
from hexfront.games.trc.counters import AXIS, RUSSIAN, SIDES
from hexfront.games.trc.state import TrcState

if TYPE_CHECKING:
    from hexfront.games.trc import Trc

_LOSSES = {"{unit} eliminated: {why}": ELIMINATED, "{unit} surrenders: {why}": SURRENDERED}
_AUTOMATIC = "AV"  # 16.1: the code of an automatic victory, which is won at the best odds without a die


class TrcStudies(Studies[TrcState]):
    """What this game tells a study."""

    game: "Trc"

    def holders(self, s: TrcState) -> dict[str, str]:
        """9.7, 17.2.1: cities and oil fields; one that lies empty in the zones of both is nobody's."""
        mine = [held(s, side) for side in (AXIS, RUSSIAN)]
        counting = s.board.cities | s.board.oil
        return {
            name: next((SIDES[side] for side in (AXIS, RUSSIAN) if mine[side] >> place & 1), "")
            for name, place in s.board.city.items()
            if counting >> place & 1
        }

    def loss(self, event: Event) -> Loss | None:
        """13.2: a unit that goes to its pool, or is out of the game."""
        e = self.game.edition
        how = _LOSSES.get(event.text)
        unit = event.facts.get("unit")
        return Loss(SIDES[e.side[unit]], e.name[unit], how) if how and unit is not None else None

    def clash(self, event: Event) -> Clash | None:
        """13.3: a battle on the combat table; 16.1: or won without it."""
        if event.code == _AUTOMATIC:
            return Clash(self.game.edition.columns.label(self.game.edition.best), _AUTOMATIC)
        facts = event.facts
        return Clash(str(facts["odds"]), str(facts["result"])) if {"odds", "result"} <= facts.keys() else None
