"""An attack or an overrun before it is made: the figures of `forecast` as a panel, with what each result does here."""

from hexfront.engine.desk import Chance, Desk, Item, Panel, Switch
from hexfront.engine.order import Order
from hexfront.games.pgg.combat.forecast import NO_ATTACK, NO_DEFENCE, Forecast, forecast
from hexfront.games.pgg.combat.results import alive, casualties, parts, steps_left
from hexfront.games.pgg.combat.retreat import retreats
from hexfront.games.pgg.counters import counted, ending
from hexfront.games.pgg.state import PggState

TITLES = {"attack": "Attack on", "overrun": "Overrun of"}


def trust(found: Forecast) -> str:
    """One sentence where the chances are not exact."""
    if not found.error:
        return ""
    return (
        f"There are too many ways to count them all: each chance is from a sample, to {100 * found.error:.1f} % or so."
    )


def can_be_summed(s: PggState, order: Order) -> bool:
    """Is everybody on the board, the attackers on one side and the defenders on the other?"""
    if not order.units or not order.at or any(s.where[u] < 0 for u in order.units):
        return False
    side = s.edition.side[order.units[0]]
    same = len(set(order.units)) == len(order.units) and all(s.edition.side[u] == side for u in order.units)
    fighting = any(not s.edition.leader[u] for u in order.units)
    return same and fighting and all(s.held_by[1 - side] >> h & 1 for h in order.at)


def _unknown(s: PggState, found: Forecast) -> list[Item]:
    """12: what is face down counts at its average; the columns it may really come to."""
    if not found.unknown:
        return []
    ordered = sorted(found.columns.items(), key=lambda pair: -pair[1])
    columns = ", ".join(f"{name} {100 * chance:.0f} %" for name, chance in ordered if chance > 0.0005)
    return [Item(f"untried, at their average: {s.names(found.unknown)}", columns, "12.2")]


def _chances(s: PggState, order: Order, found: Forecast) -> list[Chance]:
    ordered = sorted(found.results.items(), key=lambda pair: -pair[1])
    return [Chance(code, chance, effect(s, order, code)) for code, chance in ordered]


def _leaders(s: PggState, order: Order) -> list[Switch]:
    """10.36: leaders beside the attackers, who add their rating, at most as much as their stack has itself."""
    places = {s.where[u] for u in order.units if not s.edition.leader[u]}
    here = [u for place in sorted(places) for u in s.stacks[place] if s.edition.leader[u]]
    ready = [u for u in here if u in order.units or not (s.disrupted | s.fought) >> u & 1]
    return [
        Switch(s.name(u), f"{s.name(u)} leads: up to +{s.edition.rating[u]} (10.36)", u in order.units) for u in ready
    ]


# -- what a result does here (9.6) ------------------------------------------------------------------------


def effect(s: PggState, order: Order, code: str) -> str:
    """A result in words, with the units it would strike."""
    attackers, overrun = order.units, order.verb == "overrun"
    defenders = tuple(u for place in order.at for u in s.stacks[place])
    if code == NO_ATTACK:
        weak = tuple(u for u in attackers if not s.edition.leader[u])
        proof = f"no die is thrown: {s.names(weak)} prove{ending(weak)} unable to attack"
        return f"{proof}; who has no strength at all is removed, who has some goes back to where it came from (12.3)"
    if code == NO_DEFENCE:
        return f"nobody counts in defence: {s.names(defenders)} destroyed"
    if code == "Eng":
        hit = [_one_of(s, casualties(s, units)) for units in (defenders, attackers)]
        return f"{' and '.join(part for part in hit if part)} lose a step each; nobody gives way"
    to_defender, to_attacker = parts(code)
    told = [_fate(s, defenders, to_defender), _fate(s, attackers, to_attacker)]
    return "; ".join([*(text for text in told if text), _afterwards(to_defender, to_attacker, overrun)])


def _one_of(s: PggState, units: tuple[int, ...]) -> str:
    return f"one of {s.names(units)}" if len(units) > 1 else s.names(units)


def _fate(s: PggState, units: tuple[int, ...], amount: str) -> str:
    """What one side suffers."""
    if not amount:
        return ""
    if amount == "e":
        return f"{s.names(units)} destroyed"
    number, hit = int(amount), casualties(s, units)
    fled = [u for u in alive(s, units) if s.refuge >> u & 1]
    due = min(number, sum(steps_left(s, u) for u in hit))
    told = f"{_steps(s, hit, due)} or retreat{ending(hit)} {counted(number, 'hex')}" if hit else ""
    lost = [u for u in hit if not retreats(s, u, number)]
    if lost:
        told += f" ({s.names(lost)} cannot retreat and would be lost)"
    return "; ".join(text for text in (told, f"{s.names(fled)} lost, having fled there" if fled else "") if text)


def _steps(s: PggState, units: tuple[int, ...], due: int) -> str:
    return f"{s.names(units)} lose{ending(units)} {counted(due, 'step')}"


def _afterwards(to_defender: str, to_attacker: str, overrun: bool) -> str:
    """Who follows: 9.81 in combat, 6.5 and 6.6 in an overrun."""
    if overrun:
        ends = "the move ends here" if to_attacker else "the victors go into the hex if it is empty"
        return f"the defenders are disrupted; {ends}" if to_defender else ends
    if not to_defender:
        return "the defenders may advance"
    return "the attackers may advance if they lost steps" if to_attacker else "the attackers may advance"


class Panels(Desk[PggState]):
    """Attacks before they are made."""

    def panel(self, s: PggState, order: Order) -> Panel | None:
        """Both sums, the chances, the leaders who could join, and the rule that forbids it, if one does."""
        if order.verb not in TITLES:
            return None
        overrun = order.verb == "overrun"
        title = f"{TITLES[order.verb]} {' '.join(s.board.grid.label(h) for h in order.at)}"
        rule, why = self.game.refusal(s, order)
        if not can_be_summed(s, order):
            return Panel(title, [], "0", [], "0", "", [], rule=rule, why=why)
        found = forecast(s, order.units, order.at, overrun)
        return Panel(
            title,
            found.sums.attack.told(s.name),
            str(found.sums.attack.total),
            [*found.sums.defence.told(s.name), *_unknown(s, found)],
            str(found.sums.defence.total),
            found.sums.odds or max(found.columns, key=lambda column: found.columns[column]),
            _chances(s, order, found),
            [] if overrun else _leaders(s, order),
            rule,
            why,
            trust(found),
        )
