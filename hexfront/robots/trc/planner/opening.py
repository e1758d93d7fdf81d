"""The set-up of 1941. The tables were found by trying many, and tell why."""

import tomllib
from functools import cache
from importlib.resources import files
from typing import Any

from hexfront.engine.game import Ask
from hexfront.engine.order import DONE, Order
from hexfront.games.trc.counters import SIDES
from hexfront.games.trc.setup.deployment import faults
from hexfront.games.trc.setup.start import nearest, proposal
from hexfront.games.trc.state import OFF, TrcState


@cache
def _openings() -> dict[str, Any]:
    return tomllib.loads((files("hexfront.robots.trc.planner") / "openings.toml").read_text(encoding="utf-8"))


def place(view: TrcState, ask: Ask[Any], known: bool = True) -> Order:
    """The next unit that is not where it should be, then done; the default where no table fits, or none is wanted."""
    for unit, place in (_wishes(view, SIDES.index(ask.side)) if known else {}).items():
        if view.where[unit] != place:
            return Order("place", (unit,), (), (place,))
    return DONE if DONE in ask else Order("default")


def _wishes(view: TrcState, side: int) -> dict[int, int]:
    """A hex for each unit, as near to the table as the enemy's set-up allows; nothing if that would be illegal."""
    table = _openings().get(view.scenario, {}).get(SIDES[side], {}) if not view.adopted else {}
    if not table:
        return {}
    grid, wanted = view.board.grid, proposal(view, side)
    wanted |= {view.edition.by_name[name]: grid.hex(label) for label, names in table.items() for name in names}
    trial, found = view.copy(), dict[int, int]()
    for unit in wanted:
        trial.put(unit, OFF)
    for unit, wish in wanted.items():
        found[unit] = nearest(trial, unit, wish)
        if found[unit] < 0:
            return {}
        trial.put(unit, found[unit])
    return {} if faults(trial, side) else found
