"""Chapter 26.8: what becomes of minor allies that stand where they may not at the end of the German turn."""

from collections.abc import Iterator

from hexfront.engine.errors import Refused
from hexfront.engine.game import Verb
from hexfront.engine.order import Order
from hexfront.engine.slots import Form, Units
from hexfront.engine.state import Duty
from hexfront.games.trc.aftermath import settled
from hexfront.games.trc.combat.losses import eliminate
from hexfront.games.trc.counters import AXIS, MINORS
from hexfront.games.trc.movement.national import ALLIES_NORTH, FINNS_SOUTH, OPTION, row_of
from hexfront.games.trc.stacking import mixed
from hexfront.games.trc.state import TrcState
from hexfront.mechanics.choices import may
from hexfront.mechanics.phases import Owed

HOMES = {"finnish": "Finland", "rumanian": "Rumania", "hungarian": "Hungary"}  # Italy is not on the board


def abroad(s: TrcState, unit: int) -> bool:
    """26.82: does an Italian, Hungarian or Rumanian stand in the country of another ally?"""
    if s.edition.nation[unit] == "finnish":
        return False
    own, countries = HOMES.get(s.edition.nation[unit], ""), s.board.countries
    return any(countries.get(name, 0) >> s.where[unit] & 1 for name in HOMES.values() if name != own)


def _breach(s: TrcState, unit: int) -> tuple[str, str]:
    """The rule a unit breaks by standing where it does, and how; empty if it breaks none."""
    grid, place = s.board.grid, s.where[unit]
    row = row_of(grid, place)
    if s.edition.nation[unit] == "finnish":
        return ("26.81", f"it stands south of row {FINNS_SOUTH:02}") if row > FINNS_SOUTH else ("", "")
    if row < ALLIES_NORTH:
        return "26.82", f"it stands north of row {ALLIES_NORTH:02}"
    return ("26.82", "it stands in the country of another ally") if abroad(s, unit) else ("", "")


def conform(s: TrcState) -> None:
    """26.83: at the end of the German turn allies that are where they may not be are lost; of mixed stacks the
    player chooses who goes."""
    if not s.on(OPTION):
        return
    nation = s.edition.nation
    for unit in s.edition.units_of[AXIS]:
        if nation[unit] in MINORS and s.where[unit] >= 0:
            rule, why = _breach(s, unit)
            if rule:
                eliminate(s, unit, rule, why)
    for place in sorted(s.stacks):
        if mixed(s, s.stacks[place]):
            s.owe(Duty("conform", AXIS, at=(place,)))
    settled(s)


class RemoveAlly(Verb[TrcState]):
    """26.83: one unit of a stack in which allies of several nations stand is eliminated."""

    name = "remove"
    form = Form(Units())
    rule = "26.83"

    def offers(self, s: TrcState) -> Iterator[Order]:
        for unit in s.stacks.get(s.owed[-1].at[0], ()):
            order = Order(self.name, (unit,))
            if may(self.check, s, order):
                yield order

    def check(self, s: TrcState, order: Order) -> None:
        place = s.owed[-1].at[0]
        if len(order.units) != 1:
            raise Refused("26.83", "remove one unit at a time")
        unit = order.units[0]
        if s.where[unit] != place:
            raise Refused("26.83", f"{s.name(unit)} is not in {s.board.grid.label(place)}, where allies are mixed")
        if s.edition.nation[unit] not in MINORS:
            raise Refused("26.83", f"{s.name(unit)} is no unit of a minor ally")

    def do(self, s: TrcState, order: Order) -> None:
        eliminate(s, order.units[0], "26.83", "allies of different nations do not stack")
        settled(s)


class Conform(Owed[TrcState]):
    """What is owed for a hex with allies of several nations when the German turn ends."""

    name, rule, title = "conform", "26.83", "Allies that do not stack"
    prompt = "remove one unit of the hex in which allies are mixed"

    def __init__(self) -> None:
        self.verbs: dict[str, Verb[TrcState]] = {"remove": RemoveAlly()}

    def asks(self, s: TrcState) -> str:
        place = s.owed[-1].at[0]
        allies = [u for u in s.stacks.get(place, ()) if s.edition.nation[u] in MINORS]
        return f"allies of different nations stand in {s.board.grid.label(place)}: remove one of {s.names(allies)}"

    def pending(self, s: TrcState) -> bool:
        return mixed(s, s.stacks.get(s.owed[-1].at[0], ()))

    def end(self, s: TrcState) -> None:
        s.owed.pop()
