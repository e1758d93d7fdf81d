"""Chapter 13: interdiction by air (German) and by partisans (Soviet)."""

import random
from collections.abc import Iterator

from hexfront.engine.errors import Refused
from hexfront.engine.game import Verb
from hexfront.engine.order import Order
from hexfront.engine.slots import Form, Hex
from hexfront.games.pgg.counters import GERMAN
from hexfront.games.pgg.state import PggState
from hexfront.games.pgg.victory import holds
from hexfront.grid import members
from hexfront.grid.bits import pick, union
from hexfront.mechanics.choices import may

MARKERS = 3  # 13.1
SOVIET_TURNS = 3  # 13.41


def air_range(s: PggState) -> int:
    """13.2: to column 40; anywhere if Smolensk has been German since his last turn ended and has a line west now."""
    return s.board.air_limit if _tether(s) else s.board.grid.all


def _tether(s: PggState) -> str:
    """13.2: why the markers are kept west of column 40, or nothing."""
    smolensk = next((city for city in s.board.cities if city.name == "Smolensk"), None)
    if not smolensk or smolensk.name not in s.captured or s.german & smolensk.hexes != smolensk.hexes:
        return "Smolensk has not been German for a turn"
    return "" if holds(s, smolensk) else "Smolensk has no line to the western edge"


def markers_matter(s: PggState) -> bool:
    """13.2: air markers are laid for the next Soviet movement, and after the last turn there is none."""
    return s.turn < s.edition.turns


class AirInterdict(Verb[PggState]):
    """13.2: the German places up to three markers for the next Soviet movement."""

    name = "interdict"
    form = Form(Hex())
    rule = "13.2"

    def offers(self, s: PggState) -> Iterator[Order]:
        if len(s.air) < MARKERS and markers_matter(s):
            for place in members(air_range(s) & ~union(s.air)):
                yield Order("interdict", at=(place,))

    def sample(self, s: PggState, rng: random.Random) -> Order | None:
        order = Order("interdict", at=(pick(air_range(s), rng),))
        return order if may(self.check, s, order) else None

    def check(self, s: PggState, order: Order) -> None:
        place = order.at[0]
        label = s.board.grid.label(place)
        if not markers_matter(s):
            raise Refused("13.2", f"after turn {s.edition.turns} there is no Soviet movement to interdict")
        if len(s.air) >= MARKERS:
            raise Refused("13.1", f"there are only {MARKERS} air markers")
        if place in s.air:
            raise Refused("13.33", f"there is an air marker in {label} already")
        if not air_range(s) >> place & 1:
            raise Refused("13.2", f"{label} is east of column 40, and {_tether(s)}")

    def do(self, s: PggState, order: Order) -> None:
        s.air = (*s.air, order.at[0])
        s.say("13.2", "an air marker is placed in {hex}", hex=order.at[0])


class SovietInterdict(Verb[PggState]):
    """13.4: on three turns the Soviet side places its marker for the German player-turn."""

    name = "interdict"
    form = Form(Hex())
    rule = "13.42"

    def offers(self, s: PggState) -> Iterator[Order]:
        for place in members(s.board.grid.all & ~s.held_by[GERMAN]) if self.possible(s) else ():
            yield Order("interdict", at=(place,))

    def sample(self, s: PggState, rng: random.Random) -> Order | None:
        order = Order("interdict", at=(pick(s.board.grid.all, rng),))
        return order if may(self.check, s, order) else None

    def possible(self, s: PggState) -> bool:
        """Is there a marker to be placed this turn?"""
        return s.interdictions < SOVIET_TURNS and s.turn < s.edition.turns and s.interdiction < 0

    def check(self, s: PggState, order: Order) -> None:
        place = order.at[0]
        if s.interdiction >= 0:
            raise Refused("13.42", "the interdiction marker is on the board already")
        if not self.possible(s):
            raise Refused(
                "13.41", f"the marker is used on {SOVIET_TURNS} turns of a game, and not on turn {s.edition.turns}"
            )
        if s.held_by[GERMAN] >> place & 1:
            raise Refused("13.45", f"a German unit is in {s.board.grid.label(place)}")

    def do(self, s: PggState, order: Order) -> None:
        s.interdiction = order.at[0]
        s.interdictions += 1
        s.say("13.42", "the interdiction marker is placed in {hex}", hex=order.at[0])
