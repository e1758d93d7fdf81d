"""Overlays for the board: zones, supply, control, threat, objectives, arrivals."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from hexfront.engine.desk import Shade
from hexfront.engine.sequence import Kind
from hexfront.engine.state import Life, Stage
from hexfront.games.trc import control, minors
from hexfront.games.trc.arrivals.reinforcements import entries, outside
from hexfront.games.trc.combat.strength import defence_items
from hexfront.games.trc.counters import AXIS, RUSSIAN, SIDES
from hexfront.games.trc.movement.land import Ground, Reach, check_mover
from hexfront.games.trc.state import TrcState
from hexfront.games.trc.supply import factor, in_supply, supplied_hexes
from hexfront.games.trc.victory import worth
from hexfront.games.trc.zones import zone
from hexfront.grid import members
from hexfront.mechanics.account import Account
from hexfront.mechanics.choices import may
from hexfront.mechanics.shading import Bringer, brought, by_side, cuts

if TYPE_CHECKING:
    from hexfront.games.trc import Trc

GRAVE = (3, 1)  # odds from which a threat is marked as bad


def _zones(game: "Trc", s: TrcState, side: int) -> list[Shade]:
    """7.1; 19.2: partisans stop the Axis in their own hex."""
    return by_side([zone(s, AXIS), zone(s, RUSSIAN) | s.bands], SIDES)


def _supply(game: "Trc", s: TrcState, side: int) -> list[Shade]:
    """17.2: where units of each side are in general supply; who is not, and what closes his way."""
    fed = [supplied_hexes(s, who) for who in (AXIS, RUSSIAN)]
    shades = {shade.hex: shade for shade in by_side([mask & s.board.land for mask in fed], SIDES)}
    hungry = [(p, units) for p, units in s.stacks.items() if any(not _fed(s, u, fed) for u in units)]
    for place, units in hungry:
        own = s.edition.side[units[0]]
        barred = zone(s, 1 - own) | control.held(s, 1 - own) & s.board.cities | (s.bands if own == AXIS else 0)
        for cut in cuts(s.board.grid, place, fed[own] & ~(1 << place), s.board.land & ~minors.closed(s), barred):
            shades[cut] = Shade(cut, "bad", "cut")
    for place, _ in hungry:
        shades[place] = Shade(place, "bad", "out")
    return list(shades.values())


def _fed(s: TrcState, unit: int, fed: list[int]) -> bool:
    """The hex first, which is cheap; then those who need no line."""
    return bool(fed[s.edition.side[unit]] >> s.where[unit] & 1) or in_supply(s, unit)


def _control(game: "Trc", s: TrcState, side: int) -> list[Shade]:
    """9.6, 9.7: cities, oil fields and junctions with their holders, and the railways."""
    board = s.board
    axis = control.held(s, AXIS) | s.axis_rails & ~board.keys
    russian = control.held(s, RUSSIAN) | board.rail_hexes & ~s.axis_rails & ~board.keys
    shades = by_side([axis & board.land, russian & board.land], SIDES)
    return shades + [Shade(h, "both", "nobody") for h in members(control.contested(s))]


def _objectives(game: "Trc", s: TrcState, side: int) -> list[Shade]:
    """S.1, 25.2: what counts, in its holder's tone, with its points and the year whose sudden death asks for it."""
    year, names = _next_goals(s)
    shades = []
    for place in members(s.board.cities | s.board.oil):
        holder = next((SIDES[who] for who in (AXIS, RUSSIAN) if control.held(s, who) >> place & 1), "goal")
        wanted = f" {year}" if s.board.place_names.get(place, "") in names else ""
        shades.append(Shade(place, holder, f"{worth(s, 1 << place)}{wanted}"))
    return shades


def _next_goals(s: TrcState) -> tuple[str, list[str]]:
    """25.2: the next year's end with cities that both sides want."""
    for year, goals in s.edition.charts["victory"]["sudden_death"].items():
        if isinstance(goals, dict) and goals["turn"] >= s.turn:
            return year, goals.get("both", [])
    return "", []


def _arrivals(game: "Trc", s: TrcState, side: int) -> list[Shade]:
    """20.2: the hexes in which somebody who waits could be put on the board, with how many could."""
    trial = s if s.mover == side and s.phase.moves else in_movement(s, side)
    tally: dict[int, int] = {}
    for unit in outside(trial):
        for place in members(entries(trial, unit)):
            tally[place] = tally.get(place, 0) + 1
    return [Shade(place, SIDES[side], str(many)) for place, many in tally.items()]


# -- threat -----------------------------------------------------------------------------------------------


def in_movement(s: TrcState, side: int) -> TrcState:
    """The position as if this side began its first movement phase now, in the same weather."""
    trial = s.copy()
    trial.owed, trial.step, trial.stage = [], s.edition.first_moves[side], Stage.UNDER_WAY
    ready = s.mover == side and s.phase.kind is Kind.PREPARATION  # what it has prepared counts
    for life in (Life.PHASE, Life.IMPULSE, *(() if ready else (Life.PLAYER_TURN,))):
        trial.reset(life)
    trial.forget()
    return trial


def _threat(game: "Trc", s: TrcState, side: int) -> list[Shade]:
    """The best odds at which each of our hexes could be attacked in the enemy's next first impulse.

    An estimate: in the weather of this turn, without bombers, and as if everybody marched alone.
    """
    e = s.edition
    trial = in_movement(s, 1 - side)
    bringers, shades = _bringers(trial, 1 - side), []
    for place in members(s.held_by[side]):
        ring = s.board.near[place] & ~s.held_by[side]
        attack, origins = brought((b for b in bringers if b.goals & ring), ring, e.room)
        against = Account(defence_items(trial, (place,), origins)).total
        if attack and against:
            column = min(e.columns.at(attack, against), e.best)
            text = e.columns.label(column) if column >= e.worst else f"under {e.columns.label(e.worst)}"
            shades.append(Shade(place, "bad" if column >= e.columns.at(*GRAVE) else "good", text))
    return shades


def _bringers(trial: TrcState, side: int) -> list[Bringer]:
    """Everybody who could be brought up, with where he could stand and the room he takes."""
    e = trial.edition
    ground, found = Ground(trial), []
    for unit in e.units_of[side]:
        place = trial.where[unit]
        if place < 0 or e.civilians >> unit & 1:
            continue
        goals = 1 << place
        if may(check_mover, trial, unit):
            goals |= Reach(trial, (unit,), ground).goals
        found.append(Bringer(factor(trial, unit), goals, e.space[unit]))
    return found


SHADES: dict[str, Callable[["Trc", TrcState, int], list[Shade]]] = {
    "zones": _zones,
    "supply": _supply,
    "control": _control,
    "threat": _threat,
    "objectives": _objectives,
    "arrivals": _arrivals,
}
