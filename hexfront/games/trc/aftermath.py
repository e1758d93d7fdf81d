"""What must be looked at whenever units have moved or gone: who holds what, what that sets off, who has won."""

from hexfront.games.trc import arrivals, control, production, victory
from hexfront.games.trc.state import TrcState


def settled(s: TrcState) -> None:
    """Units stand elsewhere than before: 9.7 and 17.2.1, then 20.6-20.8, 22.4, 25.1 and V.1.2."""
    control.refresh(s)
    noticed(s)


def noticed(s: TrcState) -> None:
    """The holders are up to date; everything else that depends on where units stand."""
    arrivals.watch(s)
    production.note_archangel(s)
    victory.at_once(s)
