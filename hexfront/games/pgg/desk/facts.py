"""What the table shows beside the orders: the days of a turn, the facts of the top bar, and what might be forgotten.

Panels of attacks are in `preview`, shades of the board in `overlays`, charts and forces in `listings`.
"""

from collections.abc import Iterator
from datetime import date, timedelta
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from hexfront.engine.desk import Reminder
from hexfront.engine.order import Order
from hexfront.engine.pieces import Piece
from hexfront.engine.sequence import Kind
from hexfront.games.pgg import setup
from hexfront.games.pgg.combat.attacks import Attack
from hexfront.games.pgg.combat.strength import sums
from hexfront.games.pgg.counters import SIDES, SOVIET
from hexfront.games.pgg.desk.listings import Lists
from hexfront.games.pgg.desk.overlays import SHADES
from hexfront.games.pgg.desk.pieces import pieces
from hexfront.games.pgg.desk.preview import Panels
from hexfront.games.pgg.movement.ground import Ground, check_mover, finished, moving_side, path_cost, points_left, walk
from hexfront.games.pgg.movement.interdiction import MARKERS
from hexfront.games.pgg.reinforcements import entry_cost, waiting
from hexfront.games.pgg.stacking import overfull
from hexfront.games.pgg.state import (
    AIR_INTERDICTION,
    MECHANIZED_MOVEMENT,
    SOVIET_INTERDICTION,
    SOVIET_MOVEMENT,
    PggState,
)
from hexfront.games.pgg.victory import german_points, level_of, soviet_points
from hexfront.grid import members
from hexfront.mechanics.choices import may

if TYPE_CHECKING:
    from hexfront.games.pgg import Pgg


def days(dates: dict[str, Any], turn: int) -> str:
    """The days of a turn as people write them: 5-6 July 1941."""
    first = date.fromisoformat(dates["turns"][turn - 1])
    last = first + timedelta(days=int(dates["days"]) - 1)
    start = f"{first.day}" if first.month == last.month else f"{first.day} {first:%B}"
    return f"{start}-{last.day} {last:%B %Y}"


# -- what would be forgotten ------------------------------------------------------------------------------


def _crowds(s: PggState) -> Iterator[Reminder]:
    """7.1, 7.2: what stands too high when the phase ends must be given up."""
    for place in overfull(s, moving_side(s)):
        units, where = s.stacks[place], s.board.grid.label(place)
        rule = ("7.2", "7.1")[moving_side(s)]
        yield Reminder(f"Too many units in {where}: some would be lost.", rule, (place,), units, loss=True)


def _movers(game: "Pgg", s: PggState) -> Iterator[Reminder]:
    """6.1: who has not moved and could."""
    side = moving_side(s)
    ground = Ground(s, side)
    idle = tuple(u for p in members(s.held_by[side] & ~ground.zone) for u in s.stacks[p] if _could_move(s, u, ground))
    forced = tuple(u for u in idle if s.turn == 1 and s.army[u] in setup.FORCED)
    if forced:
        yield Reminder(f"Must march: {s.names(forced)}.", "5.2", game.desk.hexes_of(s, forced), forced, must=True)
    rest = tuple(u for u in idle if u not in forced)
    if rest:
        verb = "unit has not moved and could" if len(rest) == 1 else "units have not moved and could"
        yield Reminder(f"{len(rest)} {verb}.", "6.1", game.desk.hexes_of(s, rest), rest)


def _could_move(s: PggState, unit: int, ground: Ground) -> bool:
    """Is there at least one hex next door that it could enter? A march (5.2) is a longer matter."""
    side, place = moving_side(s), s.where[unit]
    if s.moved >> unit & 1 or finished(s, unit) or points_left(s, unit) <= 0 or not may(check_mover, s, unit, side):
        return False
    if s.phase.name == MECHANIZED_MOVEMENT and not s.edition.mechanized >> unit & 1:
        return False
    if setup.restricted(s, (unit,)):
        return next(setup.marches(s, (unit,), place), None) is not None
    return any(may(walk, s, (unit,), (place, near), ground) for near in s.board.neighbours[place] if near >= 0)


def _arrivals(s: PggState) -> Iterator[Reminder]:
    """16: who waits at an entrance; in the mechanized phase nobody enters."""
    for entrance, units in waiting(s, moving_side(s)).items() if s.phase.name != MECHANIZED_MOVEMENT else ():
        many = f"{len(units)} unit{'s wait' if len(units) > 1 else ' waits'} at entrance {entrance}"
        rule = "14.22" if entrance == "SW" else ("16.2", "16.1")[moving_side(s)]
        yield Reminder(f"{many}: {s.names(units)}.", rule, tuple(members(s.board.areas[entrance])), tuple(units))


def _attackers(game: "Pgg", s: PggState) -> Iterator[Reminder]:
    """9.1: who could still attack; nobody must."""
    able = tuple(sorted(Attack().able(s)))
    if able:
        word = "unit could" if len(able) == 1 else "units could"
        yield Reminder(f"{len(able)} {word} still attack.", "9.1", game.desk.hexes_of(s, able), able)


def _unplaced(game: "Pgg", s: PggState) -> Iterator[Reminder]:
    """5.1: who stands where the scenario put it."""
    place = game.steps[s.step].verbs["place"]
    idle = tuple(u for u in s.edition.units_of[SOVIET] if s.army[u] and next(place.about(s, (u,)), None) is not None)
    if idle:
        yield Reminder(f"{len(idle)} units stand in their default places.", "5.1", game.desk.hexes_of(s, idle), idle)


def _markers(s: PggState) -> Iterator[Reminder]:
    """13.2, 13.4: markers that could still be placed."""
    left = MARKERS - len(s.air)
    if s.phase.name == AIR_INTERDICTION and left:
        yield Reminder(f"{left} air marker{'s are' if left > 1 else ' is'} not placed.", "13.2")
    if s.phase.name == SOVIET_INTERDICTION and s.interdiction < 0:
        yield Reminder(f"The {SIDES[SOVIET].capitalize()} interdiction marker is not placed.", "13.42")


class PggDesk(Panels, Lists):
    """What the table shows of this game."""

    game: "Pgg"
    shades = SHADES

    def turn_name(self, s: PggState) -> str:
        turn = min(s.turn, self.game.turns)
        return f"Turn {turn}, {self.game.days(turn)}"

    def pieces(self, s: PggState) -> list[Piece]:
        """The counters on the board; of what is hidden they show no more than a view knows."""
        return pieces(self.game.view(s, self.game.sides[0]))

    def foresee(self, s: PggState, order: Order) -> dict[str, Any]:
        """Sums of an attack or overrun, with the true strengths; cost of a move."""
        if order.verb in ("attack", "overrun") and all(s.where[u] >= 0 for u in order.units):
            found = sums(s, order.units, order.at, order.verb == "overrun")
            return {"attack": found.attack.total, "defence": found.defence.total, "odds": found.odds}
        if order.verb in ("move", "enter") and all(s.board.grid.direction(a, b) >= 0 for a, b in pairwise(order.path)):
            cost = max(path_cost(s, u, order.path) for u in order.units)
            if order.verb == "enter":
                cost += max(
                    entry_cost(s, u, order.path[0], Ground(s, s.edition.side[order.units[0]])) for u in order.units
                )
            return {"cost": cost / 2}
        return {}

    def facts(self, s: PggState) -> list[tuple[str, str]]:
        """Points and level; the railway and the markers while they matter."""
        german, soviet = german_points(s), soviet_points(s)
        found = [("Points", f"German {german}, Soviet {soviet}"), ("Would be", level_of(s, german - soviet)[0])]
        if s.phase.name == SOVIET_MOVEMENT:
            found.append(("Rail", f"{s.rail_used} of {s.edition.charts['rail']['units']} used"))
        if s.air:
            found.append(("Air markers", " ".join(s.board.grid.label(h) for h in s.air)))
        if s.interdiction >= 0:
            found.append(("Interdiction", s.board.grid.label(s.interdiction)))
        return found

    def hints(self, s: PggState) -> Iterator[Reminder]:
        """What could still be done before the phase ends; what must be is told by the rules themselves."""
        if self.game.over(s) or s.owed:
            return
        if s.phase.moves:
            yield from _crowds(s)
            yield from _movers(self.game, s)
            yield from _arrivals(s)
        elif s.phase.fights:
            yield from _attackers(self.game, s)
        elif s.phase.kind is Kind.SET_UP:
            yield from _unplaced(self.game, s)
        else:
            yield from _markers(s)
