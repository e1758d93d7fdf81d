"""Chapter 15 and option 26.7: bombers, and the odds they shift. Artillery (26.6) shifts them too."""

from hexfront.engine.errors import Refused
from hexfront.games.trc.counters import AXIS
from hexfront.games.trc.data_files import WEATHER
from hexfront.games.trc.edition import TrcEdition
from hexfront.games.trc.state import BOX, TrcState
from hexfront.grid import members
from hexfront.mechanics.account import Account, Item


def available(s: TrcState, side: int) -> int:
    """15.6, 26.7.4: how many bombers of a side fly in this turn."""
    e = s.edition
    if side != AXIS and not s.on("26.7"):
        return 0
    table = e.charts["air"]["stukas" if side == AXIS else "sturmoviks"]
    if side != AXIS and s.turn < e.calendar.month(table["first"])[0]:
        return 0
    row = table.get(str(e.calendar.year(s.turn)), {})
    return int(row.get(WEATHER[s.weather].replace(" ", "_"), 0))


def ready(s: TrcState) -> tuple[int, ...]:
    """The bombers of the moving side that can still fly in this turn."""
    e = s.edition
    if s.impulse != 1:
        return ()
    left = available(s, s.mover) - (s.flown & e.of_side[s.mover]).bit_count()
    if left <= 0:
        return ()
    idle = [u for u in members(e.bombers & e.of_side[s.mover] & ~s.flown) if s.where[u] == BOX]
    return tuple(idle[:left])


def _chiefs(s: TrcState) -> list[int]:
    """15.1, 26.7.3: who directs the bombers of the moving side: Stalin where STAVKA is not on the board."""
    e = s.edition
    if s.mover == AXIS:
        return members(e.headquarters & e.of_side[AXIS])
    return [e.stavka] if s.where[e.stavka] >= 0 else [e.stalin]


def leaders_in_reach(s: TrcState, targets: tuple[int, ...]) -> int:
    """15.2, 26.7.3: the headquarters within eight hexes of one of the targets, as a mask of units."""
    grid, reach = s.board.grid, s.edition.air_range
    found = 0
    for unit in _chiefs(s):
        place = s.where[unit]
        if place >= 0 and any(grid.distance(place, target) <= reach for target in targets):
            found |= 1 << unit
    return found


def check_bombers(s: TrcState, bombers: tuple[int, ...], targets: tuple[int, ...]) -> None:
    """May these bombers fly against these hexes?"""
    if not bombers:
        return
    if s.impulse != 1:
        raise Refused("15.1", "bombers fly in the first impulse only")
    for unit in bombers:
        _check_bomber(s, unit)
    _check_number(s, bombers)
    if s.mover == AXIS and len(bombers) > 1:
        raise Refused("15.5", "only one Stuka joins an attack")
    chiefs = leaders_in_reach(s, targets)
    if not chiefs:
        raise Refused("15.2" if s.mover == AXIS else "26.7.3", _undirected(s, bombers, targets))
    if s.mover == AXIS and not matched([*s.sorties, chiefs]):
        raise Refused("15.1", "each headquarters leads one Stuka a turn, and those in reach have led theirs")


def _check_number(s: TrcState, bombers: tuple[int, ...]) -> None:
    """15.6, 26.7.4: not more than the year and the weather allow."""
    fly, flown = available(s, s.mover), (s.flown & s.edition.of_side[s.mover]).bit_count()
    if len(bombers) <= fly - flown:
        return
    rule = "15.6" if s.mover == AXIS else "26.7.4"
    if not fly:
        raise Refused(
            rule,
            f"{s.names(bombers)} cannot fly: in {s.edition.calendar.date(s.turn)} nobody does in {WEATHER[s.weather]}",
        )
    have = f", and {flown} {'has' if flown == 1 else 'have'} flown" if flown else ""
    raise Refused(rule, f"{s.names(bombers)} cannot fly: in this turn and weather {_bombers(fly)}{have}")


def _bombers(number: int) -> str:
    return "one bomber flies" if number == 1 else f"{number} bombers fly"


def _undirected(s: TrcState, bombers: tuple[int, ...], targets: tuple[int, ...]) -> str:
    """15.2, 26.7.3: who should have directed the bombers."""
    where = " ".join(s.board.grid.label(place) for place in targets)
    here = [unit for unit in _chiefs(s) if s.where[unit] >= 0]
    if not here:
        what = "no German headquarters is" if s.mover == AXIS else "neither STAVKA nor Stalin is"
        return f"{what} on the board to direct {s.names(bombers)}"
    reach = s.edition.charts["air"]["range"]
    if s.mover == AXIS:
        return f"no headquarters is within {reach} hexes of {where} to direct {s.names(bombers)}"
    return f"{s.name(here[0])} is more than {reach} hexes from {where} and cannot direct {s.names(bombers)}"


def _check_bomber(s: TrcState, unit: int) -> None:
    if s.edition.side[unit] != s.mover:
        raise Refused("15.1", f"{s.name(unit)} is the enemy's")
    if s.flown >> unit & 1:
        raise Refused("15.2", f"{s.name(unit)} has flown in this turn")
    if s.where[unit] != BOX:
        raise Refused("15.6" if s.mover == AXIS else "26.7.4", f"{s.name(unit)} is not in the game")


def matched(wanted: list[int]) -> bool:
    """Can each sortie have a headquarters of its own? A handful at most, so plain trying will do."""
    if not wanted:
        return True
    return any(matched([w & ~(1 << chief) for w in wanted[1:]]) for chief in members(wanted[0]))


def fly(s: TrcState, bombers: tuple[int, ...], targets: tuple[int, ...]) -> None:
    """These bombers have done their work for this turn."""
    for unit in bombers:
        s.flown |= 1 << unit
        if s.mover == AXIS:
            s.sorties.append(leaders_in_reach(s, targets))


def support(e: TrcEdition, units: tuple[int, ...]) -> Account:
    """15.5, 26.6.3, 26.75: columns to the right; with artillery or several Sturmoviks never more than three."""
    chart = e.charts["air"]
    items = [Item(int(chart["artillery_shift"]), "{} supports", "26.6.3", u) for u in units if e.artillery >> u & 1]
    for unit in units:
        if e.bombers >> unit & 1:
            side = e.side[unit]
            items.append(Item(e.shifts[side], "{} supports", "15.5" if side == AXIS else "26.75", unit))
    over = sum([item.value for item in items]) - int(chart["most_shift"])
    return Account([*items, Item(-over, "support counts no more than that", "26.6.3")] if over > 0 else items)


def columns(number: int) -> str:
    """So many columns, in words."""
    return f"{number} column{'s' if abs(number) != 1 else ''}"
