"""Chapters 4.1, 26.3, 26.11 and V.1.1: the weather of a turn."""

from hexfront.engine.dice import roll
from hexfront.games.trc.data_files import CLEAR, SNOW, WEATHER
from hexfront.games.trc.state import TrcState

BALANCED_UNTIL = 1942  # 26.11: rolls of 1941 and 1942 count, and what they summed up to ends with 1942


def roll_weather(s: TrcState) -> None:
    """4.1: three seasons have their own weather; else a die, or the table of the real years (26.3)."""
    if s.edition.calendar.year(s.turn) > BALANCED_UNTIL:
        s.balance = 0
    settled = _settled(s, s.turn)
    if settled:
        _set(s, *settled)
    else:
        _dice(s)


def possible(s: TrcState) -> list[int]:
    """The kinds of weather that the next turn may have: one, or one for each face of the die."""
    settled = _settled(s, s.turn + 1)
    kinds = settled[1:] if settled else [_drawn(s, s.turn + 1, die)[1] for die in range(1, 7)]
    return [WEATHER.index(kind) for kind in kinds]


def _settled(s: TrcState, turn: int) -> tuple[str, str] | None:
    """The weather of a turn that needs no die, after the rule for it."""
    e = s.edition
    chart, due = e.charts["weather"], e.calendar.season(turn)
    if due in chart["fixed"]:
        return "4.1", chart["fixed"][due]
    return ("26.3", chart["historical"][due][str(e.calendar.year(turn))]) if s.on("26.3") else None


def _set(s: TrcState, rule: str, kind: str) -> None:
    """Weather without a die; the modifier is carried on unchanged."""
    s.weather = WEATHER.index(kind)
    s.say(rule, "{date}: {weather}", date=s.edition.calendar.date(s.turn), weather=kind)


def _dice(s: TrcState) -> None:
    """4.1, V.1.1: the die and the modifier carried along."""
    die = roll(s)
    adjusted, kind, change = _drawn(s, s.turn, die)
    s.weather = WEATHER.index(kind)
    s.modifier += change
    text = "{date}: the die shows {die}, {adjusted} with its modifier: {weather}; the next modifier is {modifier}"
    facts = {
        "date": s.edition.calendar.date(s.turn),
        "die": die,
        "adjusted": adjusted,
        "weather": kind,
        "modifier": s.modifier,
    }
    s.say("4.1", text, code=f"weather:{die}:{kind}", **facts)
    _balance(s)


def _drawn(s: TrcState, turn: int, die: int) -> tuple[int, str, int]:
    """The die with its modifier, what that brings in a turn, what it adds to the modifier; off the chart is its end."""
    chart = s.edition.charts["weather"]
    adjusted = min(max(die + s.modifier, chart["least"]), chart["most"])
    kind, change = chart["chart"][s.edition.calendar.season(turn)][adjusted - chart["least"]]
    return adjusted, kind, change


def _balance(s: TrcState) -> None:
    """26.11: a clear roll is worth a Russian factor, a snow roll costs one; seasons without a die do neither."""
    change = {CLEAR: 1, SNOW: -1}.get(s.weather, 0)
    if s.on("26.11") and change and s.edition.calendar.year(s.turn) <= BALANCED_UNTIL:
        s.balance += change
        s.say("26.11", "the weather in the balance: {balance} Russian factors a turn", balance=s.balance)
