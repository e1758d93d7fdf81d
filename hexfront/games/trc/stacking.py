"""Chapter 6: stacking."""

from collections.abc import Iterable

from hexfront.games.trc.counters import MINORS as ALLIES
from hexfront.games.trc.state import TrcState


def excess(s: TrcState, units: Iterable[int]) -> int:
    """6.1: how many units too many these are for one hex. 6.3: size "none" is not counted."""
    chart, size = s.edition.charts["stacking"], s.edition.size
    sizes = [size[u] for u in units if size[u] != "none"]
    armies = sizes.count("army")
    most = chart["corps"] if not armies else chart["army"] if armies == len(sizes) else chart["mixed"]
    return max(0, len(sizes) - int(most))


def mixed(s: TrcState, units: Iterable[int]) -> bool:
    """26.82: units of different minor allies do not stack."""
    nation = s.edition.nation
    return s.on("26.8") and len({nation[u] for u in units if nation[u] in ALLIES}) > 1


def fits(s: TrcState, place: int, coming: tuple[int, ...]) -> bool:
    """May these units end in a hex beside those that stay there? One alone always may."""
    staying = s.stacks.get(place)
    if not staying and len(coming) == 1:
        return True
    there = tuple(u for u in staying or () if u not in coming) + coming
    return not excess(s, there) and not mixed(s, there)


def overfull(s: TrcState, side: int) -> list[int]:
    """6.2: the hexes in which a side has more than may stay there."""
    own = s.edition.side
    return sorted(
        place
        for place, units in s.stacks.items()
        if len(units) > 1 and own[units[0]] == side and (excess(s, units) or mixed(s, units))
    )
