"""Drawn positions of The Russian Campaign for the tests of its planner."""

from hexfront.engine.game import Ask
from hexfront.games import game
from hexfront.games.trc.editions import first
from hexfront.games.trc.state import POOL, TrcState
from hexfront.robots import Player
from hexfront.robots.planner import Style, layer_for
from hexfront.robots.trc.planner import Layer

E = first()

TRC = game("trc")
BOARD = TRC.board  # type: ignore[attr-defined]

FAR = {"Hitler": "Berlin", "Stalin": "Gorki", "MoscowW": "Moscow", "STAVKA": "Gorki"}
TEN_HEXES_OFF = dict.fromkeys(("24Pz", "39Pz", "47Pz"), "1618") | dict.fromkeys(("46Pz", "57Pz", "41Pz"), "1717")


def layer_of(style: Style | None = None) -> Layer:
    found = layer_for(TRC, "test", style or Style())
    assert isinstance(found, Layer)
    return found


def scene(places: dict[str, str], phase: str, turn: int = 2) -> tuple[TrcState, Ask[TrcState]]:
    """A drawn position in summer: units by name, each with the label of its hex."""
    s = TRC.start("barbarossa", "scene")
    assert isinstance(s, TrcState)
    for unit in range(len(s.where)):
        if s.where[unit] >= 0:
            s.put(unit, POOL)
    for name, label in places.items():
        s.put(E.by_name[name], BOARD.city[label] if label in BOARD.city else BOARD.grid.hex(label))
    s.turn, s.step, s.stage = turn, [step.name for step in TRC.steps].index(phase), 1
    s.owed = []
    TRC.steps[s.step].muster(s)  # type: ignore[attr-defined]
    ask = TRC.ask(s)
    assert ask is not None
    return s, ask


def until(s: TrcState, robot: Player, phase: str) -> None:
    """Let a robot play until this phase comes."""
    while (ask := TRC.ask(s)) and ask.name != phase:
        TRC.do(s, robot.choose(s, ask))
