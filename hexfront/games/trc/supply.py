"""Chapter 17: general supply, by which units live, and combat supply in the first two winters."""

from hexfront.games.trc import control, minors
from hexfront.games.trc.combat.losses import eliminate
from hexfront.games.trc.counters import AXIS, RUSSIAN
from hexfront.games.trc.data_files import SNOW
from hexfront.games.trc.movement.rail import usable
from hexfront.games.trc.state import TrcState
from hexfront.games.trc.zones import zone
from hexfront.mechanics.tracing import traced

# -- general supply (17.2) ----------------------------------------------------------------------------


def sources(s: TrcState, side: int) -> int:
    """17.2.1, 17.2.2: own cities, and own rail hexes with free own track to such a city or to the own edge.

    A city may be in an enemy zone, or full of partisans; the track may not (17.2, 19.2). Every own edge hex is a
    source by itself, so that the off-board lines of 9.9 add nothing. 8.6 shuts the segment 3320-3421 to paths on
    foot only: the track itself goes on over it.
    """
    board, free = s.board, usable(s, side)
    cities = control.held(s, side) & board.cities & ~minors.closed(s)
    ends = (board.edges[side] | cities | board.grid.spread(cities, board.rails)) & free
    return cities | board.grid.flood(ends, free, board.rails)


def supplied_hexes(s: TrcState, side: int) -> int:
    """17.2: the hexes in which a unit of this side is in supply.

    A path leads through no enemy zone, enemy city or closed country (V.1), for the Axis through no partisans
    (19.2), and over no coast but the strait (8.5.3). The unit's own hex may be any of these.
    """
    board = s.board
    enemy = zone(s, 1 - side) | control.held(s, 1 - side) & board.cities | minors.closed(s)
    free = board.land & ~enemy & ~(s.bands if side == AXIS else 0)
    far = int(s.edition.charts["supply"]["hexes_snow" if s.weather == SNOW else "hexes"])
    return traced(board.grid, sources(s, side), far, board.land, free, board.walks)


def _exempt(s: TrcState, unit: int) -> bool:
    """Who needs no line: partisans and Russian paratroops (17.2, 18.4; not German ones, V.1), whoever has landed in
    this turn (10.3.2), and by our reading the army of a neutral at home, which V.1 lets trace none."""
    e = s.edition
    if e.side[unit] == RUSSIAN and (e.paratroops | e.partisans) >> unit & 1:
        return True
    return bool(s.invaded >> unit & 1) or bool(minors.bound(s, unit))


def in_supply(s: TrcState, unit: int) -> bool:
    """17.2: is this unit in general supply? Off the board there is nothing to ask."""
    place = s.where[unit]
    return place < 0 or _exempt(s, unit) or bool(supplied_hexes(s, s.edition.side[unit]) >> place & 1)


def starve(s: TrcState, side: int) -> None:
    """17.2: all units of a side out of general supply are eliminated, judged all at once."""
    good = supplied_hexes(s, side)
    lost = [u for u in s.edition.units_of[side] if s.where[u] >= 0 and not good >> s.where[u] & 1 and not _exempt(s, u)]
    for unit in lost:
        eliminate(s, unit, "17.2", f"out of supply in {s.board.grid.label(s.where[unit])}")
    if lost:
        control.refresh(s)


# -- combat supply (17.3) -----------------------------------------------------------------------------


def _winter(s: TrcState) -> int:
    """17.1: how near a city must be in this turn, or 0 if nobody asks: only in the snow of the first two winters."""
    if s.weather == SNOW:
        for winter in s.edition.charts["supply"]["winters"]:
            if winter["first"] <= s.turn <= winter["last"]:
                return int(winter["from_city"])
    return 0


def combat_supplied(s: TrcState, unit: int) -> bool:
    """17.3: has this unit combat supply now?"""
    reach = _winter(s)
    if not reach or s.edition.nation[unit] in s.edition.hardy or s.invaded >> unit & 1:
        return True
    place = s.where[unit]
    if place < 0 or not s.board.home[RUSSIAN] >> place & 1:
        return True
    if s.warm < 0:
        s.warm = _warm(s, reach)
    return bool(s.warm >> place & 1)


def _warm(s: TrcState, reach: int) -> int:
    """17.3.2, 17.3.3: cities and the hexes by an Axis city; in the second winter also those one hex further off, if
    the hex between is in no Russian zone. Over a coast nothing is next to anything but at the strait (8.5.3)."""
    board = s.board
    near = front = board.grid.spread(control.held(s, AXIS) & board.cities, board.walks)
    for _ in range(reach - 1):
        front = board.grid.spread(front & ~zone(s, RUSSIAN), board.walks)
        near |= front
    return near | board.cities


def factor(s: TrcState, unit: int) -> int:
    """17.3.1: the combat factor of a unit, halved and rounded up without combat supply."""
    value = s.edition.strength[unit]
    return value if s.weather != SNOW or combat_supplied(s, unit) else (value + 1) // 2
