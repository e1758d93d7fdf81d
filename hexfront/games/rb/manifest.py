"""What Robot Barbarossa says of itself: its board is drawn, its rules are not written yet."""

from pathlib import Path

from hexfront.engine.manifest import BoardSheet, Look, Manifest
from hexfront.grid import Numbering

MANIFEST = Manifest(
    id="rb",
    title="Robot Barbarossa",
    board=BoardSheet(
        Numbering("pointy", columns=16, rows=21, shifted="even", shift="east"), Path(__file__).parent / "data"
    ),
    look=Look(105, 500, (("Black Sea", "0820"), ("Baltic Sea", "0104"), ("Sea of Azov", "1219"))),
)
