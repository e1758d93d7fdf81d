"""Chapters 13.2, 13.3 and 14.2: a battle is fought, and its result carried out.

A result is a chain of duties: losses of the attacker, losses of the defender, retreats. What leaves no choice happens
by itself; the battle ends with the duty "aftermath".
"""

from collections.abc import Iterator
from typing import Any

from hexfront.engine.dice import roll
from hexfront.engine.errors import Refused
from hexfront.engine.game import Verb
from hexfront.engine.order import Order
from hexfront.engine.slots import Form, Units
from hexfront.engine.state import Duty
from hexfront.games.trc.aftermath import settled
from hexfront.games.trc.combat import battlegroups
from hexfront.games.trc.combat.air import fly
from hexfront.games.trc.combat.losses import eliminate, surrender
from hexfront.games.trc.combat.retreat import owe_retreat
from hexfront.games.trc.combat.strength import fighters, sums, sure
from hexfront.games.trc.movement.paratroops import touch_down
from hexfront.games.trc.state import Battle, TrcState
from hexfront.mechanics.phases import Consequence, Owed


def fight(
    s: TrcState, attackers: tuple[int, ...], bombers: tuple[int, ...], targets: tuple[int, ...], chosen: int = 0
) -> None:
    """13.1-13.3, 13.8: odds, die, result."""
    found = sums(s, (*attackers, *bombers), targets)
    defenders = tuple(u for place in targets for u in fighters(s, place))
    column = chosen or found.odds
    fly(s, bombers, targets)
    code, die = _throw(s, column)
    label = s.edition.columns.label(column)
    s.battle = Battle(attackers, defenders, targets, _ratio(label), code)
    s.say(
        "13.3",
        "{units} attack {hexes} at {odds}" + (", die {die}: {result}" if die else ": {result}"),
        code=code,
        units=(*attackers, *bombers),
        hexes=targets,
        odds=label,
        die=die,
        result=code,
    )
    for unit in (*attackers, *defenders):
        s.fought |= 1 << unit
    s.battles += 1
    s.forget()
    s.owe(Duty("aftermath", s.mover))
    _carry_out(s, code)


def _throw(s: TrcState, column: int) -> tuple[str, int]:
    """The result on the table, and the die if one is needed."""
    found = faces(s, column)
    die = roll(s) if len(found) > 1 else 0
    return found[die - 1], die


def faces(s: TrcState, column: int) -> tuple[str, ...]:
    """13.3: what the die may bring. 10-1 needs none; 16.4: before 1943 the Russian rolls on 9-1 instead."""
    e = s.edition
    if column < e.best:
        return e.crt[column]
    return e.crt[e.best][:1] if sure(s) else e.crt[e.best - 1]


def _ratio(label: str) -> int:
    """Odds as a battle remembers them: 3 is 3-1, -3 is 1-3."""
    left, right = map(int, label.split("-"))
    return left if right == 1 else -right


def _carry_out(s: TrcState, code: str) -> None:
    """13.3: what the result does, as duties; the last one pushed comes first."""
    e = s.edition
    battle, entry = s.battle, e.charts["results"][code]
    assert battle
    _retreats(s, entry, battle)
    for side, units in (("defender", battle.defenders), ("attacker", battle.attackers)):
        if entry[side] == "all":
            _all_lost(s, units, entry["gone"], code)
        elif entry[side] == "one":
            s.owe(Duty("losses", e.side[units[0]], units, 1))


def _retreats(s: TrcState, entry: dict[str, Any], battle: Battle) -> None:
    for side, units in (("defender", battle.defenders), ("attacker", battle.attackers)):
        if f"{side}_retreat" in entry:
            least, most = entry[f"{side}_retreat"]
            staying = tuple(u for u in units if u not in s.drops and not s.board.woods >> s.where[u] & 1)  # 14.2
            owe_retreat(s, staying, least, most)


def _all_lost(s: TrcState, units: tuple[int, ...], gone: str, code: str) -> None:
    """AE, DE, DS: everybody goes; after DE a battlegroup may be left of each hex (26.4)."""
    places = {u: s.where[u] for u in units}
    for unit in units:
        _lose(s, unit, gone == "surrender", code)
    if code == "DE":
        remnants = battlegroups.form(s, places)
        if remnants:
            owe_retreat(s, remnants, 2, 2)


def _lose(s: TrcState, unit: int, forever: bool, code: str) -> None:
    s.drops.pop(unit, None)
    if forever:
        surrender(s, unit, "13.3", f"result {code}")
    else:
        eliminate(s, unit, "13.3", f"result {code}")


class Lose(Verb[TrcState]):
    """13.3: the owner chooses which of his units is lost."""

    name = "lose"
    form = Form(Units())
    rule = "13.3"

    def offers(self, s: TrcState) -> Iterator[Order]:
        for unit in candidates(s):
            yield Order("lose", (unit,))

    def check(self, s: TrcState, order: Order) -> None:
        if len(order.units) != 1 or order.units[0] not in candidates(s):
            raise Refused("13.3", f"one of these is lost: {s.names(candidates(s))}")

    def do(self, s: TrcState, order: Order) -> None:
        take_loss(s, order.units[0])


def candidates(s: TrcState) -> tuple[int, ...]:
    """Those of whom one is lost: on the board, or dropped on the enemy (V.1)."""
    return tuple(u for u in s.owed[-1].units if s.where[u] >= 0 or u in s.drops)


def take_loss(s: TrcState, unit: int) -> None:
    """One unit is lost; of a defender a battlegroup may stay behind and retreat with the others (26.4)."""
    s.owed.pop()
    assert s.battle
    place = s.where[unit]
    _lose(s, unit, False, s.battle.result)
    if s.is_defender(s.edition.side[unit]):
        remnants = battlegroups.form(s, {unit: place})
        if remnants and not s.board.woods >> place & 1:
            least, most = s.edition.charts["results"][s.battle.result]["defender_retreat"]
            owe_retreat(s, remnants, least, most)
        for remnant in remnants:
            s.fought |= 1 << remnant


class Losses(Owed[TrcState]):
    """A side loses one of the units that fought. Without a choice it happens by itself."""

    name, rule, title = "losses", "13.3", "Losses after combat"
    prompt = "choose the unit that is lost"

    def __init__(self) -> None:
        self.verbs: dict[str, Verb[TrcState]] = {"lose": Lose()}

    def asks(self, s: TrcState) -> str:
        return f"{self.prompt}: {s.names(candidates(s))}"

    def pending(self, s: TrcState) -> bool:
        return len(candidates(s)) > 1

    def end(self, s: TrcState) -> None:
        left = candidates(s)
        if left:
            take_loss(s, left[0])
        else:
            s.owed.pop()


class Aftermath(Consequence[TrcState]):
    """The battle is over: who holds what may have changed. Paratroops that cleared their hex stand in it (V.1)."""

    name, rule, title = "aftermath", "13.2", "After the battle"

    def end(self, s: TrcState) -> None:
        s.owed.pop()
        s.battle = None
        touch_down(s)
        settled(s)
