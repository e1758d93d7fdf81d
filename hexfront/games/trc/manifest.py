"""What The Russian Campaign says of itself."""

from pathlib import Path

from hexfront.engine.manifest import BoardSheet, EditionCard, Look, Manifest
from hexfront.engine.signs import Paint
from hexfront.grid import Numbering
from hexfront.mechanics.shading import ARRIVALS, CONTROL, OBJECTIVES, SUPPLY, THREAT, ZONES

# Columns rise westward; the even rows lie half a hex further east and have no column 00.
NUMBERING = Numbering(
    "pointy", columns=34, rows=43, first_column=0, label="RRCC", shifted="even", shift="east",
    columns_grow="west", absent=" ".join(f"{row:02}00" for row in range(2, 44, 2)),
)  # fmt: skip

MANIFEST = Manifest(
    id="trc",
    title="The Russian Campaign",
    period="June 1941 to June 1945",
    about="The whole war, from the Bug to the Volga and back to Berlin. Two impulses a turn, and contact is battle.",
    minutes=240,
    sides=("axis", "russian"),
    editions=(EditionCard("trc", "The Russian Campaign", "hexfront.games.trc:Trc"),),
    board=BoardSheet(NUMBERING, Path(__file__).parent / "data"),
    look=Look(51, 500, (("Black Sea", "3124"), ("Baltic Sea", "0116"), ("Sea of Azov", "3515"))),
    colours={
        "german": Paint("#76827c", "#ffffff", "#dfe3dc"),
        "german-ss": Paint("#35373a", "#ffffff", "#c9ccca"),
        "finnish": Paint("#8aa7bd", "#10222f", "#f2f6f8"),
        "rumanian": Paint("#8d8a4c", "#ffffff", "#ebe9c8"),
        "hungarian": Paint("#8a7a62", "#ffffff", "#e8dfcf"),
        "italian": Paint("#6f9070", "#ffffff", "#e3ecdf"),
        "soviet": Paint("#dcae74", "#2a1a0c", "#f7e8cf"),
        "soviet-guards": Paint("#c4573f", "#ffffff", "#f7ddd0"),
    },
    overlays=(ZONES, SUPPLY, CONTROL, THREAT, OBJECTIVES, ARRIVALS),
    robots={
        "greedy": "hexfront.robots.trc.greedy:Adviser",
        "planner": "hexfront.robots.trc.planner:Layer",
        "weights": "hexfront.robots.trc:weights.toml",
    },
    readings="docs/readings-trc.md",
)
