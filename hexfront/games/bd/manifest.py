"""What Barbarossa Deluxe says of itself: its board is drawn, its rules are not written yet."""

from pathlib import Path

from hexfront.engine.manifest import BoardSheet, Look, Manifest
from hexfront.grid import Numbering

NUMBERING = Numbering(
    "pointy", columns=25, rows=23, first_column=0, first_row=10, label="RRCC", shifted="odd", shift="west",
    columns_grow="west",
)  # fmt: skip

MANIFEST = Manifest(
    id="bd",
    title="Barbarossa Deluxe",
    board=BoardSheet(NUMBERING, Path(__file__).parent / "data"),
    look=Look(90, 500, (("Black Sea", "3010"), ("Baltic Sea", "1013"), ("Sea of Azov", "2906"))),
)
