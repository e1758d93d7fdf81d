"""What this game tells a study: who holds the cities, who was lost, which column was rolled on."""

from hexfront.engine.state import Event
from hexfront.engine.telling import ELIMINATED, STEP, Clash, Loss
from hexfront.games.pgg.counters import GERMAN, SIDES, SOVIET
from hexfront.games.pgg.edition import PggEdition
from hexfront.games.pgg.state import PggState

_LOSSES = {"{unit} eliminated: {why}": ELIMINATED, "{unit} loses a step": STEP}


def holders(s: PggState) -> dict[str, str]:
    """15.11: a city is German when all its hexes are; while only a part is, it is nobody's."""
    return {city.name: _holder(s.german & city.hexes, city.hexes) for city in s.board.cities}


def _holder(german: int, hexes: int) -> str:
    if german and german != hexes:
        return ""
    return SIDES[GERMAN if german else SOVIET]


def loss(edition: PggEdition, event: Event) -> Loss | None:
    """9.6, 12.3: a step or a unit."""
    how = _LOSSES.get(event.text)
    unit = event.facts.get("unit")
    return Loss(SIDES[edition.side[unit]], edition.name[unit], how) if how and unit is not None else None


def clash(event: Event) -> Clash | None:
    """9.4: a die was thrown on the combat table."""
    facts = event.facts
    return Clash(str(facts["odds"]), str(facts["result"])) if {"odds", "result"} <= facts.keys() else None
