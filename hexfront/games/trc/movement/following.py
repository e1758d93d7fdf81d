"""Chapter 26.5.2: what waits until the enemy who left the board is followed. (How units leave it: offboard.)"""

from hexfront.engine.errors import Refused
from hexfront.games.trc.state import TrcState

OPTION = "26.5"


def must_match(s: TrcState, side: int) -> int:
    """26.5.2, 26.5.3: the combat factors that a side must still send after the enemy's."""
    return s.outflanked[side] if s.on(OPTION) else 0


def check_arrivals(s: TrcState, unit: int) -> None:
    """26.5.2: arrivals are not placed on the board before all of it is matched."""
    owed = must_match(s, s.edition.side[unit])
    if owed:
        raise Refused(
            "26.5.2", f"{s.name(unit)} is not placed before {in_words(owed)} followed the enemy off the board"
        )


def check_edge_trains(s: TrcState, side: int) -> None:
    """26.5.2: nor do trains run outside the board."""
    owed = must_match(s, side)
    if owed:
        raise Refused("26.5.2", f"no train leaves the board before {in_words(owed)} followed the enemy off it")


def in_words(number: int) -> str:
    """So many factors, and the verb that goes with them."""
    return "1 factor has" if number == 1 else f"{number} factors have"
