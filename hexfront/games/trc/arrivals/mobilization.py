"""Chapter 23, and the exchange of V.1: a new corps takes the place of infantry on the board."""

import random
from collections.abc import Iterator

from hexfront.engine.errors import Refused
from hexfront.engine.game import Verb
from hexfront.engine.order import Order
from hexfront.engine.slots import Form, Units
from hexfront.games.trc.combat.losses import eliminate
from hexfront.games.trc.counters import AXIS
from hexfront.games.trc.edition import TrcEdition
from hexfront.games.trc.movement.allowance import check_named
from hexfront.games.trc.state import DUE, GONE, TrcState

MOBILIZE, EXCHANGE = "mobilize", "exchange"  # the triggers of counters.toml
TRIGGERS = (MOBILIZE, EXCHANGE)


def _new(s: TrcState) -> list[int]:
    return [u.number for u in s.edition.units if u.trigger in TRIGGERS]


def offered(s: TrcState) -> list[int]:
    """23.1, V.1: the corps that may be exchanged for infantry in this turn."""
    return [u for u in _new(s) if s.where[u] == DUE and s.edition.units[u].turn == s.turn and _in_game(s, u)]


def _in_game(s: TrcState, unit: int) -> bool:
    option = s.edition.units[unit].option
    return not option or option in s.adopted


def givers(s: TrcState, new: int) -> list[int]:
    """23.1.1-23.1.3: whose place a new corps may take; 23.2: stronger ones if none of the kind is there."""
    e = s.edition
    foot = [u for u in e.units_of[AXIS] if s.where[u] >= 0 and is_infantry(e, u)]
    exact = [u for u in foot if e.value[u] == e.units[new].replaces]
    if exact or e.units[new].trigger == EXCHANGE:
        return exact
    least = int(e.units[new].replaces.split("-")[0])
    return [u for u in foot if e.strength[u] > least]


def is_infantry(e: TrcEdition, unit: int) -> bool:
    """23.1: German infantry corps. The SS is no army infantry, and V.1 means the same corps by its 3-4."""
    return e.nation[unit] == "german" and e.type[unit] == "infantry"


class Mobilize(Verb[TrcState]):
    """23.1: name the new corps, then the one whose place it takes."""

    name = "mobilize"
    form = Form(Units())
    rule = "23.1"

    def offers(self, s: TrcState) -> Iterator[Order]:
        for new in offered(s):
            yield from (Order("mobilize", (new, old)) for old in givers(s, new))

    def about(self, s: TrcState, units: tuple[int, ...]) -> Iterator[Order]:
        """Either of the two corps is enough: the new one is not on the board yet."""
        if units:
            yield from (order for order in self.offers(s) if set(order.units) >= set(units))

    def sample(self, s: TrcState, rng: random.Random) -> Order | None:
        found = offered(s)
        if not found:
            return None
        new = rng.choice(found)
        old = givers(s, new)
        return Order("mobilize", (new, rng.choice(old))) if old else None

    def check(self, s: TrcState, order: Order) -> None:
        check_named(s, order.units)
        if len(order.units) != 2:
            raise Refused("23.1", "name two units: the new corps and the one whose place it takes")
        new, old = order.units
        if new not in offered(s):
            rule = "V.1" if s.edition.units[new].trigger == EXCHANGE else "23.1"
            raise Refused(rule, f"{s.name(new)} is not to be exchanged for anything in this turn")
        _check_giver(s, new, old)

    def do(self, s: TrcState, order: Order) -> None:
        new, old = order.units
        place = s.where[old]
        s.put(old, GONE)
        s.put(new, place)
        s.say(_rule(s.edition, new), "{unit} takes the place of {units} in {hex}", unit=new, units=(old,), hex=place)


def _check_giver(s: TrcState, new: int, old: int) -> None:
    e = s.edition
    rule, wanted = _rule(e, new), e.units[new].replaces
    if s.where[old] < 0:
        raise Refused("V.1" if rule == "V.1" else "23.1", f"{s.name(old)} is not on the board")
    if not is_infantry(e, old):
        raise Refused(rule, f"{s.name(old)} is not German infantry")
    if old in givers(s, new):
        return
    if rule == "V.1" or e.strength[old] < int(wanted.split("-")[0]):
        raise Refused(rule, f"{s.name(new)} stands in for a {wanted}, not for {s.name(old)}, a {e.value[old]}")
    raise Refused("23.2", f"a stronger corps than a {wanted} may go only when no {wanted} is on the board")


def _rule(e: TrcEdition, new: int) -> str:
    """The paragraph of a new corps: each value of infantry has its own."""
    if e.units[new].trigger == EXCHANGE:
        return "V.1"
    return {"4-4": "23.1.1", "3-4": "23.1.2", "5-4": "23.1.3"}[e.units[new].replaces]


def waste(s: TrcState) -> None:
    """The preparation is over: 23.2 a corps for which there is no infantry is eliminated, one not used never comes."""
    e = s.edition
    for new in _new(s):
        if s.where[new] != DUE or e.units[new].turn > s.turn or not _in_game(s, new):
            continue
        if e.units[new].trigger == MOBILIZE and not givers(s, new):
            eliminate(s, new, "23.2", "there is no infantry that it could stand in for")
        else:
            s.put(new, GONE)
            s.say(_rule(e, new), "{unit} is not made use of and never comes", unit=new)
