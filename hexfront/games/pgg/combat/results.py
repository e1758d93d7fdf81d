"""Chapter 9.6: what the table does to both sides, in the order it is done."""

from collections import Counter as Tally
from collections.abc import Iterator
from itertools import combinations_with_replacement

from msgspec.structs import replace

from hexfront.engine.dice import roll
from hexfront.engine.errors import Refused
from hexfront.engine.game import Verb
from hexfront.engine.order import Order
from hexfront.engine.slots import Form, Units
from hexfront.engine.state import Duty
from hexfront.games.pgg.combat.retreat import open_to_victor, owe_retreat
from hexfront.games.pgg.combat.strength import outcome, sums
from hexfront.games.pgg.counters import GERMAN, SOVIET, counted, ending
from hexfront.games.pgg.leaders import can_attack, go_back, withdraw_alone
from hexfront.games.pgg.state import Battle, PggState
from hexfront.games.pgg.untried import eliminate, reveal
from hexfront.mechanics.phases import Owed


def steps_left(s: PggState, unit: int) -> int:
    """9.6, 10.24: German units have as many steps as strengths, Soviet ones have one."""
    return len(s.edition.strengths[unit]) - s.lost[unit] if s.edition.side[unit] == GERMAN else 1


def lose_step(s: PggState, unit: int, rule: str) -> None:
    """One step less, or the end of the unit."""
    if steps_left(s, unit) == 1:
        eliminate(s, unit, rule, "lost in combat")
    else:
        s.lost[unit] += 1
        s.say(rule, "{unit} loses a step", unit=unit)


def alive(s: PggState, units: tuple[int, ...]) -> tuple[int, ...]:
    """Those who are still on the board."""
    return tuple(u for u in units if s.where[u] >= 0)


def fight(s: PggState, attackers: tuple[int, ...], targets: tuple[int, ...], overrun: bool) -> None:
    """Reveal, sum up, roll, and owe what the result asks for."""
    defenders = tuple(u for place in targets for u in s.stacks[place])
    origin = tuple(s.where[u] for u in attackers)
    s.battle = Battle(attackers, defenders, targets, origin, overrun)
    s.owe(Duty("aftermath", s.edition.side[attackers[0]]))
    _uncover(s)
    battle = s.battle
    if not battle.attackers:
        return
    if not battle.defenders:
        open_to_victor(s, targets)
        _owe_advance(s, s.edition.side[attackers[0]], battle.attackers)
        return
    _resolve(s)


def _uncover(s: PggState) -> None:
    """12.2, 12.3, 10.23: counters are turned up; who proves to have no business in the battle leaves it."""
    battle = s.battle
    assert battle
    reveal(s, (*battle.attackers, *battle.defenders))
    for unit in alive(s, battle.attackers):
        if not s.edition.leader[unit] and not can_attack(s, unit):
            go_back(s, unit, "12.3")
    places = {s.where[u] for u in alive(s, (*battle.attackers, *battle.defenders)) if s.edition.side[u] == SOVIET}
    gone = withdraw_alone(s, places)
    stood = dict(zip(battle.attackers, battle.origin, strict=True))
    left = tuple(u for u in battle.attackers if s.where[u] == stood[u] and (s.edition.leader[u] or can_attack(s, u)))
    fighting = {stood[u] for u in left if not s.edition.leader[u]}
    left = tuple(u for u in left if stood[u] in fighting)
    s.battle = replace(
        battle,
        attackers=left,
        origin=tuple(stood[u] for u in left),
        defenders=tuple(u for u in battle.defenders if s.where[u] in battle.targets),
        no_advance=not gone.isdisjoint(battle.defenders),
    )


def _resolve(s: PggState) -> None:
    battle = s.battle
    assert battle
    found = sums(s, battle.attackers, battle.targets, battle.overrun)
    if not found.odds:
        apply(s, "De")  # 9.75: nobody in the hex counts in its defence
        return
    if found.least:
        s.say("11.32", "the overrun is halved to nothing: it counts 1, on the lowest column")
    die = roll(s)
    result = outcome(s, found.odds, die)
    s.say(
        "9.4",
        "{attack} against {defence}, {odds}: die {die}, {result}",
        code=result,
        attack=found.attack.total,
        defence=found.defence.total,
        odds=found.odds,
        die=die,
        result=result,
    )
    s.battle = replace(battle, result=result)
    apply(s, result)


def apply(s: PggState, result: str) -> None:
    """Owe each part of a result: the defender's first (9.6), then the attacker's, then the advance."""
    battle = s.battle
    assert battle
    attacker, defender = s.edition.side[battle.attackers[0]], s.edition.side[battle.defenders[0]]
    if result == "Eng":
        s.battle = replace(battle, attacker_hurt=True)
        s.owe(Duty("engaged", attacker, battle.attackers, 1))
        s.owe(Duty("engaged", defender, battle.defenders, 1))
        return
    for_defender, for_attacker = parts(result)
    if for_defender:
        _owe_advance(s, attacker, battle.attackers)
    else:
        _owe_advance(s, defender, battle.defenders)
    if for_attacker:
        s.battle = replace(battle, attacker_hurt=True)
        _inflict(s, attacker, battle.attackers, for_attacker)
    if for_defender:
        _inflict(s, defender, battle.defenders, for_defender)


def parts(result: str) -> tuple[str, str]:
    """A result as (defender's, attacker's): "D1/A1" is ("1", "1"), "Ae" is ("", "e")."""
    parts = {part[0]: part[1:] for part in result.split("/")}
    return parts.get("D", ""), parts.get("A", "")


def _inflict(s: PggState, side: int, units: tuple[int, ...], amount: str) -> None:
    """Steps or a retreat are the owner's choice; destruction is at once (a result has at most one such part)."""
    if amount != "e":
        s.owe(Duty("losses", side, units, int(amount)))
        return
    for unit in alive(s, units):
        eliminate(s, unit, "9.6", "the whole force is destroyed")
    battle = s.battle
    assert battle
    open_to_victor(s, battle.targets if s.is_defender(side) else battle.origin)


def _owe_advance(s: PggState, side: int, units: tuple[int, ...]) -> None:
    battle = s.battle
    if battle and not battle.overrun and not battle.no_advance:  # 9.88, 10.23
        s.owe(Duty("advance", side, units))


def casualties(s: PggState, units: tuple[int, ...]) -> tuple[int, ...]:
    """Who can give steps: the living, but not who fled into the hex in this phase (9.75)."""
    return tuple(u for u in alive(s, units) if not s.refuge >> u & 1)


class Lose(Verb[PggState]):
    """9.6: the owner gives up steps, one for each time a unit is named."""

    name = "lose"
    form = Form(Units())
    rule = "9.6"

    def due(self, s: PggState) -> int:
        """How many steps: as the result says, or all there are."""
        duty = s.owed[-1]
        return min(duty.number, sum(steps_left(s, u) for u in casualties(s, duty.units)))

    def offers(self, s: PggState) -> Iterator[Order]:
        units = casualties(s, s.owed[-1].units)
        for chosen in combinations_with_replacement(units, self.due(s)) if units else ():
            if all(many <= steps_left(s, u) for u, many in Tally(chosen).items()):
                yield Order("lose", chosen)

    def about(self, s: PggState, units: tuple[int, ...]) -> Iterator[Order]:
        """A unit may be named twice: whoever selects it alone may give two of its steps."""
        yield from (order for order in self.offers(s) if set(order.units) == set(units))

    def check(self, s: PggState, order: Order) -> None:
        due = self.due(s)
        units = casualties(s, s.owed[-1].units)
        if len(order.units) != due:
            raise Refused("9.6", f"the loss is {counted(due, 'step')}, not {len(order.units)}")
        for unit, many in Tally(order.units).items():
            if unit not in units:
                rule = "9.75" if s.refuge >> unit & 1 else "9.6"
                raise Refused(rule, f"{s.name(unit)} cannot take this loss")
            left = steps_left(s, unit)
            if many > left:
                raise Refused("9.6", f"{s.name(unit)} has only {counted(left, 'step')}")

    def do(self, s: PggState, order: Order) -> None:
        duty = s.owed.pop()
        for unit in order.units:
            lose_step(s, unit, "9.6")
        _suffer(s, duty)


def _suffer(s: PggState, duty: Duty) -> None:
    """What follows from any loss or retreat of a side: refugees die (9.75), overrun defenders are disrupted (6.6)."""
    battle = s.battle
    assert battle
    for unit in alive(s, duty.units):
        if s.refuge >> unit & 1:
            eliminate(s, unit, "9.75", "it had fled into this hex")
    if battle.overrun and s.is_defender(duty.side):
        for unit in alive(s, duty.units):
            s.disrupted |= 1 << unit
    open_to_victor(s, battle.targets if s.is_defender(duty.side) else battle.origin)


class GiveWay(Verb[PggState]):
    """9.6: instead of losing steps all units retreat, led by the enemy (9.72)."""

    name = "retreat"
    form = Form()
    rule = "9.6"

    def offers(self, s: PggState) -> Iterator[Order]:
        if self.accepts(s, order := Order("retreat")):
            yield order

    def check(self, s: PggState, order: Order) -> None:
        """The owner's right, as long as anybody is there who did not flee here (9.75)."""
        if not casualties(s, s.owed[-1].units):
            raise Refused("9.75", "nobody is left who could retreat")

    def do(self, s: PggState, order: Order) -> None:
        duty = s.owed.pop()
        _suffer(s, duty)
        left = alive(s, duty.units)
        if left:
            s.say("9.6", f"{{units}} retreat{ending(left)}", units=left)
            owe_retreat(s, left, duty.number)


class Losses(Owed[PggState]):
    """A side must take a result: steps or retreat."""

    name, rule, title = "losses", "9.6", "Losses after combat"
    prompt = "lose steps, or retreat"

    def __init__(self) -> None:
        self.verbs: dict[str, Verb[PggState]] = {"lose": Lose(), "retreat": GiveWay()}

    def asks(self, s: PggState) -> str:
        number, units = s.owed[-1].number, casualties(s, s.owed[-1].units)
        return f"{s.names(units)}: lose {counted(number, 'step')}, or retreat {counted(number, 'hex')}"

    def waits(self, s: PggState) -> bool:
        return False

    def end(self, s: PggState) -> None:
        _suffer(s, s.owed.pop())


class LoseEngaged(Lose):
    """9.6: one step, with no retreat, no disruption and no harm to refugees (9.75)."""

    def do(self, s: PggState, order: Order) -> None:
        s.owed.pop()
        for unit in order.units:
            lose_step(s, unit, "9.6")


class Engaged(Losses):
    """Both sides lose one step and stay. What leaves no choice happens by itself."""

    choice = 2
    name, title = "engaged", "Engaged: a step from each side"
    prompt = "choose the unit that loses a step"

    def __init__(self) -> None:
        self.verbs = {"lose": LoseEngaged()}

    def asks(self, s: PggState) -> str:
        return f"{self.prompt}: {s.names(casualties(s, s.owed[-1].units))}"

    def end(self, s: PggState) -> None:
        for unit in casualties(s, s.owed.pop().units):
            lose_step(s, unit, "9.6")
