"""An attack or an automatic victory before it is made: sums, odds, exact chances, and what each result does here."""

from collections import Counter as Tally
from typing import Any

from hexfront.engine.desk import Chance, Desk, Item, Panel, Switch
from hexfront.engine.order import Order
from hexfront.games.trc.combat.air import check_bombers, columns, ready
from hexfront.games.trc.combat.attacks import parted
from hexfront.games.trc.combat.battlegroups import leaves_remnant
from hexfront.games.trc.combat.mandatory import spent_force, targets_of
from hexfront.games.trc.combat.results import faces
from hexfront.games.trc.combat.retreat import cannot_retreat
from hexfront.games.trc.combat.strength import Sums, fighters, sums
from hexfront.games.trc.counters import AXIS
from hexfront.games.trc.edition import TrcEdition
from hexfront.games.trc.state import TrcState
from hexfront.grid import members
from hexfront.mechanics.choices import may

TITLES = {"attack": "Attack on", "av": "Automatic victory in"}
AUTOMATIC = "AV"  # the code of a victory without a die
LOWER = 3  # so many lower columns are offered as switches (13.8)


def _can_be_summed(s: TrcState, order: Order) -> bool:
    """Is everybody where he can fight, on the side whose turn it is, against hexes with enemies who can?"""
    e = s.edition
    ground, _ = parted(e, order.units)
    if not ground or len(set(order.units)) != len(order.units) or (order.number and order.number not in e.crt):
        return False
    own = all(e.side[u] == s.mover for u in order.units)
    there = all(s.where[u] >= 0 or u in s.drops for u in ground)
    return own and there and bool(order.at) and all(fighters(s, h) for h in order.at)


def _shifted(e: TrcEdition, found: Sums, column: int) -> list[Item]:
    """The way from the plain odds to the column, if it is not the same."""
    plain = min(found.plain, e.best)
    if found.plain < e.worst or column == plain:
        return []
    rule = "13.8" if column < found.odds else "13.1"
    label = e.columns.label
    return [Item(f"{label(plain)} before support or choice", f"column {label(column)}", rule)]


def _chances(s: TrcState, order: Order, column: int) -> list[Chance]:
    """13.3: what the die may bring; nothing is left to it in an automatic victory."""
    if order.verb == "av" and column >= s.edition.best:
        beaten = s.names(u for h in order.at for u in fighters(s, h))
        return [Chance(AUTOMATIC, 1.0, f"{beaten} surrender; the victors stop and do not attack in this impulse")]
    found = faces(s, column)
    return [Chance(code, many / len(found), effect(s, order, code)) for code, many in Tally(found).items()]


# -- switches ---------------------------------------------------------------------------------------------


def _switches(s: TrcState, order: Order, found: Sums) -> list[Switch]:
    """Bombers and guns that could join, and the lower odds that could be chosen."""
    return [*_bombers(s, order), *_guns(s, order), *(_lower(s.edition, order, found) if order.verb == "attack" else [])]


def _bombers(s: TrcState, order: Order) -> list[Switch]:
    """15.5: one Stuka joins an attack; 26.7: Sturmoviks as many as fly."""
    e = s.edition
    flying = [u for u in order.units if e.bombers >> u & 1]
    more = [u for u in ready(s) if u not in flying and may(check_bombers, s, (*flying, u), order.at)]
    more = more[:1] if s.mover == AXIS else more
    text = f"{columns(e.shifts[s.mover])} ({'15.5' if s.mover == AXIS else '26.75'})"
    return [Switch(s.name(u), f"{s.name(u)} flies: {text}", u in flying) for u in (*flying, *more)]


def _guns(s: TrcState, order: Order) -> list[Switch]:
    """26.6.3: artillery next to all the targets."""
    near = -1
    for place in order.at:
        near &= s.board.near[place]
    guns = [u for p in members(near & s.held_by[s.mover]) for u in s.stacks[p] if s.edition.artillery >> u & 1]
    able = [u for u in guns if u in order.units or (not spent_force(s, u) and set(order.at) <= set(targets_of(s, u)))]
    return [Switch(s.name(u), f"{s.name(u)} fires: 1 column (26.6.3)", u in order.units) for u in able]


def _lower(e: TrcEdition, order: Order, found: Sums) -> list[Switch]:
    """13.8: the next lower columns, where the table has other results."""
    table, switches, last = e.crt, list[Switch](), None
    for column in sorted((c for c in table if e.worst <= c <= min(found.odds, e.best)), reverse=True):
        if last is not None and table[column] != last and (len(switches) < LOWER or column == order.number):
            word = f"at {e.columns.label(column)}"
            switches.append(Switch(word, f"Attack {word} by choice (13.8)", column == order.number, "choice"))
        last = table[column]
    return switches


# -- what a result does here (13.3) -----------------------------------------------------------------------


def effect(s: TrcState, order: Order, code: str) -> str:
    """A result in words, with the units it would strike."""
    entry = s.edition.charts["results"][code]
    attackers = parted(s.edition, order.units)[0]
    defenders = tuple(u for place in order.at for u in fighters(s, place))
    told = [*_fate(s, entry, "attacker", attackers), *_fate(s, entry, "defender", defenders)]
    if entry["defender"] != "none" and entry["gone"] == "pool" and any(leaves_remnant(s, u) for u in defenders):
        told.append("a battlegroup may be left (26.4)")
    return "; ".join(told) or "both stay where they are"


def _fate(s: TrcState, entry: dict[str, Any], side: str, units: tuple[int, ...]) -> list[str]:
    """The losses of one side, then its retreat."""
    told = []
    if entry[side] == "all":
        out = "surrenders for good" if entry["gone"] == "surrender" else "is eliminated"
        plural = "surrender for good" if entry["gone"] == "surrender" else "are eliminated"
        told.append(f"{s.names(units)} {out if len(units) == 1 else plural}")
    elif entry[side] == "one":
        told.append(f"one of {s.names(units)} is lost" if len(units) > 1 else f"{s.names(units)} is lost")
    if f"{side}_retreat" in entry and not (entry[side] == "one" and len(units) == 1):
        least, most = entry[f"{side}_retreat"]
        told += _retreat(s, units, least, most, entry[side] == "one")
    return told


def _retreat(s: TrcState, units: tuple[int, ...], least: int, most: int, rest: bool) -> list[str]:
    """14.2, 13.5: who stays in woods, who is lost because nothing is open, and who is led.

    `rest`: one of them is lost before, so that only what is left of them retreats.
    """
    woods = [u for u in units if s.where[u] >= 0 and s.board.woods >> s.where[u] & 1]
    going = [u for u in units if u not in woods and u not in s.drops]
    lost = [u for u in going if cannot_retreat(s, u, least, most)]
    led = [u for u in going if u not in lost]
    far = f"{most} hexes" if least == most else f"{least} or {most} hexes"
    who = "the rest retreats" if rest and len(led) == len(units) else f"{s.names(led)} retreat{_s(led)}"
    told = [f"{who} {far}"] if led else []
    told += [f"{s.names(lost)} cannot retreat and would be lost"] if lost else []
    return told + ([f"{s.names(woods)} stay{_s(woods)} in the woods (14.2)"] if woods else [])


def _s(units: list[int]) -> str:
    """The ending of a verb: one unit retreats, several retreat."""
    return "s" if len(units) == 1 else ""


class Panels(Desk[TrcState]):
    """Attacks before they are made."""

    def panel(self, s: TrcState, order: Order) -> Panel | None:
        """Both sums, the odds before and after support, the chances, the switches, and the rule that forbids it."""
        e = s.edition
        if order.verb not in TITLES:
            return None
        title = f"{TITLES[order.verb]} {' '.join(self.game.describe('hex', h) for h in order.at)}"
        rule, why = self.game.refusal(s, order)
        if not _can_be_summed(s, order):
            return Panel(title, [], "0", [], "0", "", [], rule=rule, why=why)
        found = sums(s, order.units, order.at)
        column = min(order.number or found.odds, e.best)
        return Panel(
            title,
            [*found.attack.told(s.name), *found.support.told(s.name, columns)],
            str(found.attack.total),
            [*found.defence.told(s.name), *_shifted(e, found, column)],
            str(found.defence.total),
            e.columns.label(column) if found.plain >= e.worst else "",
            _chances(s, order, column) if found.plain >= e.worst else [],
            _switches(s, order, found),
            rule,
            why,
        )
