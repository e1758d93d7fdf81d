"""Overlays for the board: zones, supply, control, threat, objectives, arrivals."""

from collections.abc import Callable
from functools import lru_cache
from typing import TYPE_CHECKING

from hexfront.engine.desk import Shade
from hexfront.games.pgg.combat.strength import multiple
from hexfront.games.pgg.counters import GERMAN, SIDES, SOVIET
from hexfront.games.pgg.movement.ground import Ground
from hexfront.games.pgg.reinforcements import entry_hexes, waiting
from hexfront.games.pgg.state import PggState
from hexfront.games.pgg.supply import Lines, halved
from hexfront.games.pgg.untried import unknown_mix, untried
from hexfront.games.pgg.victory import holds
from hexfront.games.pgg.zones import barred, zone
from hexfront.grid import members
from hexfront.mechanics.reach import reach, within
from hexfront.mechanics.shading import Bringer, brought, by_side, cuts

if TYPE_CHECKING:
    from hexfront.games.pgg import Pgg

GRAVE = (3, 1)  # odds from which a threat is marked as bad


def _zones(game: "Pgg", s: PggState, side: int) -> list[Shade]:
    return by_side([zone(s, GERMAN), zone(s, SOVIET)], SIDES)


def _supply(game: "Pgg", s: PggState, side: int) -> list[Shade]:
    """11: where units of each side are in supply; who is not, and what closes his way."""
    lines = Lines(s)
    fed = [lines.road | lines.west("motor german") | lines.west("foot german"), lines.command]
    shades = {shade.hex: shade for shade in by_side(fed, SIDES)}
    for place, units in s.stacks.items():
        starving = [u for u in units if not lines.supplied(u)]
        if starving:
            own = s.edition.side[units[0]]
            goals = fed[own] if own == GERMAN else lines.east
            for cut in cuts(s.board.grid, place, goals & ~(1 << place), s.board.land, barred(s, own)):
                shades[cut] = Shade(cut, "bad", "cut")
    for place, units in s.stacks.items():
        if any(not lines.supplied(u) for u in units):
            shades[place] = Shade(place, "bad", "out")
    return list(shades.values())


def _control(game: "Pgg", s: PggState, side: int) -> list[Shade]:
    """15.11: hexes last passed by a German unit, and cities that are still Soviet."""
    cities = s.board.major | s.board.minor
    for city in s.board.cities:
        cities |= city.hexes
    return by_side([s.german & s.board.land, cities & ~s.german], SIDES)


def _objectives(game: "Pgg", s: PggState, side: int) -> list[Shade]:
    """15.11: the places that are worth points to the German, in his tone if he has them now."""
    return [
        Shade(h, SIDES[GERMAN] if holds(s, city) else "goal", str(city.points))
        for city in s.board.cities
        for h in members(city.hexes)
    ]


def _arrivals(game: "Pgg", s: PggState, side: int) -> list[Shade]:
    """16: entrances with who waits there now, and those at which somebody is due within two turns."""
    shades: dict[int, Shade] = {}
    for who, name in enumerate(SIDES):
        for entry in game.scenario[name]:
            if s.turn < entry["turn"] <= s.turn + 2:
                label = f"{entry['entrance']} turn {entry['turn']}"
                shades |= {h: Shade(h, name, label) for h in members(s.board.areas[entry["entrance"]])}
        for entrance, units in waiting(s, who).items():
            here = s.board.areas[entrance] | entry_hexes(s, units[0])
            shades |= {h: Shade(h, name, f"{entrance}: {len(units)}") for h in members(here)}
    return list(shades.values())


# -- threat -----------------------------------------------------------------------------------------------


def _threat(game: "Pgg", s: PggState, side: int) -> list[Shade]:
    """The best odds at which each of our hexes could be attacked in the enemy's next turn, by reach and stacking.

    An estimate: what is face down counts at its average, and everybody is taken to march as if he were alone.
    """
    bringers, columns = _bringers(s, 1 - side), s.edition.columns
    room = int(s.edition.charts["stacking"][SIDES[1 - side]])
    shades = []
    for place in members(s.held_by[side]):
        ring = s.board.grid.around(1 << place) & s.board.land & ~s.held_by[side]
        attack, origins = brought((b for b in bringers if b.goals & ring), ring, room)
        defence = sum(_average(s, u, False) for u in s.stacks[place]) * multiple(s.edition, place, origins)
        if attack and defence:
            column = columns.within(attack, defence)
            shades.append(Shade(place, "bad" if column >= columns.at(*GRAVE) else "good", columns.label(column)))
    return shades


def _bringers(s: PggState, side: int) -> list[Bringer]:
    """Who could be brought up by a side: whole divisions at double strength (7.3), everybody else by himself."""
    lines, ground = Lines(s), Ground(s, side)
    goals = {
        u: _goals(s, u, lines, ground) for u in s.edition.units_of[side] if s.where[u] >= 0 and not s.edition.leader[u]
    }
    found, whole = [], set()
    for units in s.edition.divisions.values() if side == GERMAN else ():
        together = -1
        for unit in units:
            together &= goals.get(unit, 0)
        if len(units) > 1 and together:
            found.append(Bringer(2 * sum(_average(s, u, True) for u in units), together, len(units)))
            whole |= set(units)
    return found + [Bringer(_average(s, u, True), there) for u, there in goals.items() if u not in whole]


def _goals(s: PggState, unit: int, lines: Lines, ground: Ground) -> int:
    """Where a unit could stand after its next move; who is in an enemy zone stays (8.1)."""
    place, supplied = s.where[unit], lines.supplied(unit)
    if ground.zone >> place & 1:
        return 1 << place
    points = s.edition.allowance[unit] if supplied else 2 * halved(s.edition.allowance[unit] // 2, False)
    costs = s.board.costs[s.edition.profile[unit]]
    return within(reach(s.board.grid, costs, place, points, ground.zone, ground.closed, ground.surcharge))


def _average(s: PggState, unit: int, attacking: bool) -> int:
    """The strength of a unit as far as anybody knows it."""
    if s.edition.leader[unit]:
        return 0 if attacking else s.edition.rating[unit]
    if s.edition.side[unit] == GERMAN:
        return s.edition.strengths[unit][s.lost[unit]]
    if untried(s, unit):
        return _mean(tuple(unknown_mix(s, s.edition.cup[unit])), attacking)
    counter = s.edition.counters[s.counter[unit]]
    return counter.attack if attacking else counter.defence


@lru_cache(maxsize=64)
def _mean(mix: tuple[tuple[int, int], ...], attacking: bool) -> int:
    return round(sum(a if attacking else d for a, d in mix) / max(1, len(mix)))


SHADES: dict[str, Callable[["Pgg", PggState, int], list[Shade]]] = {
    "zones": _zones,
    "supply": _supply,
    "control": _control,
    "threat": _threat,
    "objectives": _objectives,
    "arrivals": _arrivals,
}
