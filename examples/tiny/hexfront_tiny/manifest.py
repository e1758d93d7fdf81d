"""What Tiny War says of itself: read without its rules, by whoever lists, draws or serves games."""

from pathlib import Path

from hexfront.engine.desk import Overlay
from hexfront.engine.manifest import BoardSheet, EditionCard, Look, Manifest
from hexfront.engine.signs import Mark, Paint
from hexfront.grid import Numbering

HERE = Path(__file__).parent

MANIFEST = Manifest(
    id="tiny",
    title="Tiny War",
    period="A morning",
    about="Two red companies against two blue ones, and a village. What a blue counter is worth, only its owner knows.",
    minutes=5,
    sides=("red", "blue"),
    editions=(EditionCard("tiny", "Tiny War", "hexfront_tiny.game:Tiny"),),
    board=BoardSheet(Numbering("flat", columns=6, rows=6), HERE / "data"),
    look=Look(km=1, bar=4),
    colours={"red": Paint("#a8423a", "#ffffff", "#f5dcd8"), "blue": Paint("#3d5c8f", "#ffffff", "#dbe4f2")},
    marks={"face-down": Mark(26.0, -25.5, "ring", "Lies face down")},
    overlays=(
        Overlay("objectives", "O", "The village, and who holds it"),
        Overlay("zones", "Z", "Hexes in which a unit must stop"),
    ),
    robots={"greedy": "hexfront_tiny.robot:Adviser"},
    cases=HERE / "cases",
)
