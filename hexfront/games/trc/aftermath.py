"""What must be looked at whenever units have moved or gone: who holds what, what that sets off, who has won."""

from hexfront.games.trc import control, victory
from hexfront.games.trc.arrivals import dates
from hexfront.games.trc.counters import AXIS
from hexfront.games.trc.state import TrcState

ARCHANGEL = "Archangel"


def settled(s: TrcState) -> None:
    """Units stand elsewhere than before: 9.7 and 17.2.1, then 20.6-20.8, 22.4, 25.1 and V.1.2."""
    control.refresh(s)
    noticed(s)


def noticed(s: TrcState) -> None:
    """The holders are up to date; everything else that depends on where units stand."""
    dates.watch(s)
    note_archangel(s)
    victory.at_once(s)


def note_archangel(s: TrcState) -> None:
    """22.4: once the Axis has had Archangel it gives nothing any more. Call it after each change of control."""
    place = s.board.city.get(ARCHANGEL, -1)
    if place < 0 or s.archangel_lost or not s.axis_places >> place & 1 or not control.controls(s, AXIS, ARCHANGEL):
        return
    s.archangel_lost = True
    s.say("22.4", "Archangel is the enemy's: no more convoys land there")
