"""The facts of the game: its units, terrain and scenarios, as one object that never changes."""

from dataclasses import dataclass, field
from functools import cache
from typing import Any

from hexfront.engine.data import load
from hexfront.engine.edition import Edition
from hexfront.engine.sequence import Phase
from hexfront.mechanics.boardmap import BoardMap
from hexfront.mechanics.reach import Costs
from hexfront_tiny.manifest import MANIFEST


@dataclass(frozen=True, eq=False)
class TinyEdition(Edition):
    """The facts of one edition: what its data files say, and what follows from them."""

    data: dict[str, Any]  # war.toml
    costs: Costs = field(init=False)
    points: int = field(init=False)  # in half points, as costs are
    village: int = field(init=False)
    cover: int = field(init=False)  # 3.2: the hexes of woods

    def __post_init__(self) -> None:
        board, terrain = self.board, self.data["terrain"]
        enter = {2 * terrain[kind]["cost"]: hexes for kind, hexes in board.kinds.items()}
        facts = {
            "costs": Costs.build(board.grid, enter),
            "points": 2 * self.data["points"],
            "village": next(iter(board.place_names)),
            "cover": board.kinds["woods"],
        }
        for name, fact in facts.items():
            object.__setattr__(self, name, fact)


@cache
def read(phases: tuple[Phase, ...]) -> TinyEdition:
    """The edition of the data files."""
    sheet = MANIFEST.board
    path = sheet.folder / "board.toml"
    data = load(sheet.folder / "war.toml")
    names, sides = ([unit[key] for unit in data["unit"]] for key in ("name", "side"))
    board = BoardMap(sheet.grid, load(path), path)
    return TinyEdition(
        MANIFEST.id, MANIFEST.title, board, names, list(map(MANIFEST.sides.index, sides)), data, phases=phases
    )
