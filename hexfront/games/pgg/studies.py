"""What this game tells a study: who holds the cities, who was lost, which column was rolled on."""

from typing import TYPE_CHECKING

from hexfront.engine.state import Event
from hexfront.engine.studies import ELIMINATED, STEP, Clash, Loss, Studies
from hexfront.games.pgg.counters import GERMAN, SIDES, SOVIET
from hexfront.games.pgg.state import PggState

if TYPE_CHECKING:
    from hexfront.games.pgg import Pgg

_LOSSES = {"{unit} eliminated: {why}": ELIMINATED, "{unit} loses a step": STEP}


def _holder(german: int, hexes: int) -> str:
    if german and german != hexes:
        return ""
    return SIDES[GERMAN if german else SOVIET]


class PggStudies(Studies[PggState]):
    """What this game tells a study."""

    game: "Pgg"

    def holders(self, s: PggState) -> dict[str, str]:
        """15.11: a city is German when all its hexes are; while only a part is, it is nobody's."""
        return {city.name: _holder(s.german & city.hexes, city.hexes) for city in s.board.cities}

    def loss(self, event: Event) -> Loss | None:
        """9.6, 12.3: a step or a unit."""
        edition = self.game.edition
        how = _LOSSES.get(event.text)
        unit = event.facts.get("unit")
        return Loss(SIDES[edition.side[unit]], edition.name[unit], how) if how and unit is not None else None

    def clash(self, event: Event) -> Clash | None:
        """9.4: a die was thrown on the combat table."""
        facts = event.facts
        return Clash(str(facts["odds"]), str(facts["result"])) if {"odds", "result"} <= facts.keys() else None
