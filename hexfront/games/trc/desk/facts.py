"""What the table shows beside the orders: the facts of the top bar, and what is owed or might be forgotten.

Panels of attacks are in `preview`, shades of the board in `overlays`, charts and forces in `listings`.
"""

from collections.abc import Iterator
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from hexfront.engine.desk import Reminder
from hexfront.engine.errors import BadData
from hexfront.engine.order import DONE, Order
from hexfront.engine.sequence import Kind
from hexfront.engine.studies import SURRENDERED
from hexfront.games.trc import state as boxes
from hexfront.games.trc.arrivals import buying, mobilization, production, replacements, withdrawals
from hexfront.games.trc.arrivals.partisans import places as partisan_places
from hexfront.games.trc.arrivals.reinforcements import entries, outside
from hexfront.games.trc.combat.air import available, ready
from hexfront.games.trc.combat.mandatory import duties, tell
from hexfront.games.trc.combat.strength import sums
from hexfront.games.trc.counters import SIDES
from hexfront.games.trc.data_files import WEATHER
from hexfront.games.trc.desk.listings import Lists
from hexfront.games.trc.desk.overlays import SHADES
from hexfront.games.trc.desk.pieces import Counters
from hexfront.games.trc.desk.preview import Panels
from hexfront.games.trc.movement import rail
from hexfront.games.trc.movement.allowance import points_left
from hexfront.games.trc.movement.land import Ground, check_mover, cost
from hexfront.games.trc.setup.deployment import faults, room, room_in_words, rule_of, setting_up, to_place
from hexfront.games.trc.slots import chosen
from hexfront.games.trc.stacking import overfull
from hexfront.games.trc.state import AXIS_PREPARES, BOX, OFF, RUSSIAN_PREPARES, TrcState
from hexfront.games.trc.supply import in_supply, supplied_hexes
from hexfront.games.trc.victory import result
from hexfront.grid import members
from hexfront.mechanics.choices import may

if TYPE_CHECKING:
    from hexfront.games.trc import Trc

CAPITAL = ("Axis", "Russian")


# -- what is owed, and what would be forgotten ------------------------------------------------------------


def _losses(game: "Trc", s: TrcState) -> Iterator[Reminder]:
    """What ending the phase now costs its player: 12.6, 16.3, 17.2, 26.83, V.1. It is ended on a copy, up to the next
    die, so that what is foretold is what happens.
    """
    if not _may_end(game, s):
        return
    trial = s.copy()
    trial.news, trial.dictated = [], []
    with suppress(BadData):  # the next die
        game.do(trial, DONE)
    found: dict[tuple[str, str, str], list[int]] = {}
    for event in trial.news or ():
        loss = game.studies.loss(event)
        if loss and loss.side == SIDES[s.mover]:
            found.setdefault((event.rule, loss.how, str(event.facts["why"])), []).append(event.facts["unit"])
    for (rule, how, why), lost in found.items():
        text = f"If the phase ends now {s.names(lost)} {_lost(how, len(lost))}: {why}."
        yield Reminder(text, rule, game.desk.hexes_of(s, tuple(lost)), tuple(lost), loss=True)


def _lost(how: str, many: int) -> str:
    if how == SURRENDERED:
        return "surrenders for good" if many == 1 else "surrender for good"
    return "is eliminated" if many == 1 else "are eliminated"


def _may_end(game: "Trc", s: TrcState) -> bool:
    done = game.current(s).verbs.get(DONE.verb)
    return bool(done and done.accepts(s, DONE))


def _about(game: "Trc", s: TrcState, text: str, rule: str, units: tuple[int, ...], must: bool = False) -> Reminder:
    return Reminder(text, rule, game.desk.hexes_of(s, units), units, must)


def _set_up(game: "Trc", s: TrcState) -> Iterator[Reminder]:
    """3.3: who has no place yet, and everything else that is wrong."""
    side = setting_up(s)
    missing = tuple(u for u in to_place(s, side) if s.where[u] == OFF)
    quarters: dict[tuple[str, int], list[int]] = {}
    for unit in missing:
        quarters.setdefault((room_in_words(s, unit), room(s, unit)), []).append(unit)
    for (where, hexes), units in quarters.items():
        text = f"To be placed {where}: {s.names(units)}."
        yield Reminder(text, rule_of(s, side), tuple(members(hexes)), tuple(units), must=True)
    for rule, why in faults(s, side)[bool(missing) :]:
        yield Reminder(f"{why[0].upper()}{why[1:]}.", rule, must=True)


def _axis_preparation(game: "Trc", s: TrcState) -> Iterator[Reminder]:
    """20.9, 21, 23: corps to go west, corps to mobilize, units to replace."""
    wanted = withdrawals.levy(s)
    if wanted and withdrawals.owed(s):
        able = tuple(withdrawals.candidates(s, wanted))
        yield _about(
            game, s, f"{withdrawals.owed(s)} of these must be withdrawn: {s.names(able)}.", wanted.rule, able, True
        )
    for new in mobilization.offered(s):
        givers = tuple(mobilization.givers(s, new))
        if givers:
            yield _about(game, s, f"{s.name(new)} can take the place of an infantry corps.", "23.1", (new, *givers))
    verb = replacements.AxisReplace()
    back = tuple(dict.fromkeys(u for order in verb.offers(s) for u in order.units))
    if back:
        yield _about(game, s, f"Can be replaced: {s.names(back)}.", "21.4", back)


def _russian_preparation(game: "Trc", s: TrcState) -> Iterator[Reminder]:
    """22: workers to be placed, factors to be spent."""
    workers = tuple(production.new_workers(s))
    if workers:
        hexes = tuple(members(production.worker_hexes(s)))
        yield Reminder(f"To be placed: {s.names(workers)}.", "22.3", hexes, workers, must=bool(hexes))
    able = tuple(buying.candidates(s))
    if able:
        word = "factor is" if s.factors == 1 else "factors are"
        yield _about(game, s, f"{s.factors} replacement {word} left, enough for {s.names(able)}.", "22.5", able)


def _movement(game: "Trc", s: TrcState) -> Iterator[Reminder]:
    """6.2, 12, 20, 5.4, 17.2, 9.1: crowds, attacks that would be owed, arrivals, idle units, hunger, trains."""
    losses = list(_losses(game, s))
    yield from losses
    ending = bool(overfull(s, s.mover)) and _may_end(game, s)
    for place in overfull(s, s.mover):
        text = (
            f"Too many units in {game.label(place)}{': some must be given up if the phase ends now' if ending else ''}."
        )
        yield Reminder(text, "6.2", (place,), s.stacks[place], loss=ending)
    for debt in duties(s).debts():
        hexes = tuple(int(h) for h in debt.hexes)
        units = tuple(int(u) for u in debt.units)
        text = tell(s, debt)
        yield Reminder(f"{text[0].upper()}{text[1:]}.", "12.4", hexes or game.desk.hexes_of(s, units), units)
    yield from _arrivals(s)
    idle = _idle(s)
    if idle:
        word = "unit has not moved and could" if len(idle) == 1 else "units have not moved and could"
        yield _about(game, s, f"{len(idle)} {word}.", "5.4", idle)
    yield from _hungry(game, s, losses)
    left = rail.capacity(s, s.mover) - s.railed
    if s.impulse == s.edition.charts["rail"]["impulse"] and left > 0:
        yield Reminder(f"{left} rail move{'s are' if left > 1 else ' is'} left in this turn.", "9.1")


def _arrivals(s: TrcState) -> Iterator[Reminder]:
    """20.2: who could be put on the board now, by the hexes open to them."""
    by_hexes: dict[int, list[int]] = {}
    for unit in outside(s):
        hexes = entries(s, unit)
        if hexes:
            by_hexes.setdefault(hexes, []).append(unit)
    for hexes, units in by_hexes.items():
        yield Reminder(f"{s.names(units)} can enter.", "20.2", tuple(members(hexes)), tuple(units))


def _idle(s: TrcState) -> tuple[int, ...]:
    """Who has not moved and has a hex next door that it may enter."""
    ground, found = Ground(s), []
    for place in members(s.held_by[s.mover]):
        near = s.board.near[place] & ~(ground.zone if ground.zone >> place & 1 else 0)
        for unit in s.stacks[place]:
            if s.moved >> unit & 1 or points_left(s, unit) <= 0 or not may(check_mover, s, unit):
                continue
            if near & ground.open_to(s, unit):
                found.append(unit)
    return tuple(found)


def _hungry(game: "Trc", s: TrcState, losses: list[Reminder]) -> Iterator[Reminder]:
    """17.2: who is out of supply is lost at the end of the player turn. Who is lost before that was told already."""
    fed = supplied_hexes(s, s.mover)
    told = {unit for loss in losses for unit in loss.units}
    here = [u for u in s.edition.units_of[s.mover] if s.where[u] >= 0 and not fed >> s.where[u] & 1 and u not in told]
    lost = tuple(u for u in here if not in_supply(s, u))
    if lost:
        yield _about(game, s, f"Out of supply, lost if still so when the turn ends: {s.names(lost)}.", "17.2", lost)


def _combat(game: "Trc", s: TrcState) -> Iterator[Reminder]:
    """12.1-12.3: who must still be attacked, who must still attack, one by one; then bombers and hunger."""
    losses = list(_losses(game, s))
    yield from losses
    found = duties(s)
    bound = [part for part in found.parts if part.owing]
    hexes = {int(d.id) for part in bound for d in part.problem.defenders if d.must}
    units = {int(a.id) for part in bound for a in part.problem.attackers if a.must}
    for place in sorted(hexes):
        yield Reminder(f"{game.label(place)} must be attacked.", "12.31", (place,), s.stacks.get(place, ()), must=True)
    for unit in sorted(units):
        yield _about(game, s, f"{s.name(unit)} must attack.", "12.32", (unit,), must=True)
    bombers = ready(s)
    if bombers and found.attackers:
        yield Reminder(f"Can still fly: {s.names(bombers)}.", "15.6", (), bombers)
    yield from _hungry(game, s, losses)


def _partisans(s: TrcState) -> Iterator[Reminder]:
    """19.4: partisans that could be placed."""
    idle = tuple(u for u in s.edition.bands if s.where[u] == BOX)
    if idle and partisan_places(s):
        yield Reminder(f"Not placed: {s.names(idle)}.", "19.4", (), idle)


class TrcDesk(Counters, Panels, Lists):
    """What the table shows of this game."""

    game: "Trc"
    shades = SHADES

    def turn_name(self, s: TrcState) -> str:
        return s.edition.calendar.date(s.turn)

    def foresee(self, s: TrcState, order: Order) -> dict[str, Any]:
        """Sums of an attack or an automatic victory; cost of a move."""
        here = all(s.where[u] >= 0 or s.where[u] == boxes.BOX or u in s.drops for u in order.units)
        if order.verb in ("attack", "av") and here:
            found = sums(s, order.units, order.at)
            label = s.edition.columns.label(chosen(order) if order.number else found.odds)
            return {"attack": found.attack.total, "defence": found.defence.total, "odds": label}
        return {"cost": cost(order.path)} if order.verb == "move" else {}

    def facts(self, s: TrcState) -> list[tuple[str, str]]:
        """Weather and points; impulse, trains, bombers and factors while they matter."""
        points = result(s).points
        found = [
            ("Weather", f"{WEATHER[s.weather]} (modifier {s.modifier:+d})"),
            ("Points", f"Axis {points['axis']:g}, Russian {points['russian']:g}"),
        ]
        phase = s.phase
        if phase.moves or phase.fights:
            found.append(("Impulse", f"{CAPITAL[s.mover]} {s.impulse}"))
        if phase.moves and s.impulse == s.edition.charts["rail"]["impulse"]:
            found.append(("Rail", f"{s.railed} of {rail.capacity(s, s.mover)} used"))
        fly = available(s, s.mover)
        if fly and s.impulse == 1 and (phase.moves or phase.fights):
            found.append(("Bombers", f"{(s.flown & s.edition.of_side[s.mover]).bit_count()} of {fly} flown"))
        if phase.name == RUSSIAN_PREPARES:
            found.append(("Factors", str(s.factors)))
        return found

    def hints(self, s: TrcState) -> Iterator[Reminder]:
        """The duties of the phase one by one, then what could still be done before it ends."""
        if self.game.over(s) or s.owed:
            return
        phase = s.phase
        if phase.kind is Kind.SET_UP:
            yield from _set_up(self.game, s)
        elif phase.name == AXIS_PREPARES:
            yield from _axis_preparation(self.game, s)
        elif phase.name == RUSSIAN_PREPARES:
            yield from _russian_preparation(self.game, s)
        elif phase.moves:
            yield from _movement(self.game, s)
        elif phase.fights:
            yield from _combat(self.game, s)
        elif phase.kind is Kind.MARKERS:
            yield from _partisans(s)
