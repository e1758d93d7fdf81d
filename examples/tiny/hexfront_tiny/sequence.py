"""Chapter 1: the sequence of play, a row for each phase."""

from hexfront.engine.game import Done
from hexfront.engine.sequence import Kind, Phase
from hexfront.engine.state import Life
from hexfront.mechanics.phases import Played
from hexfront_tiny.combat import Attack
from hexfront_tiny.hidden import Show
from hexfront_tiny.movement import Move
from hexfront_tiny.state import BLUE, RED, TinyState


class Acting(Played[TinyState]):
    """A phase at whose start nobody has acted."""

    def begin(self, s: TinyState) -> None:
        self.muster(s)

    def muster(self, s: TinyState) -> None:
        s.reset(Life.PHASE)


PHASES = (
    Phase("red movement", "2.1", "Red movement", RED, Kind.MOVEMENT, Acting, (Move, Done), "move, then done"),
    Phase("red combat", "3.1", "Red combat", RED, Kind.COMBAT, Acting, (Attack, Done), "attack, then done"),
    Phase(
        "blue movement",
        "2.1",
        "Blue movement",
        BLUE,
        Kind.MOVEMENT,
        Acting,
        (Move, Show, Done),
        "move or show, then done",
    ),
    Phase("blue combat", "3.1", "Blue combat", BLUE, Kind.COMBAT, Acting, (Attack, Done), "attack, then done"),
)
