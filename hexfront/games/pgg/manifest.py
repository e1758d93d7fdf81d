"""What Panzergruppe Guderian says of itself."""

from pathlib import Path

from hexfront.engine.manifest import BoardSheet, EditionCard, Look, Manifest
from hexfront.engine.signs import Paint, Sign
from hexfront.grid import Numbering
from hexfront.mechanics.shading import ARRIVALS, CONTROL, OBJECTIVES, SUPPLY, THREAT, ZONES

MANIFEST = Manifest(
    id="pgg",
    title="Panzergruppe Guderian",
    period="July 1941",
    about="Guderian's panzers drive on Smolensk. Not even their owner knows what the Soviet reserves are worth.",
    minutes=150,
    sides=("german", "soviet"),
    editions=(EditionCard("pgg", "Panzergruppe Guderian", "hexfront.games.pgg:Pgg"),),
    board=BoardSheet(
        Numbering("flat", columns=59, rows=31, shifted="even", shift="down"), Path(__file__).parent / "data"
    ),
    look=Look(10.5, 100),
    colours={"german": Paint("#76827c", "#ffffff", "#dfe3dc"), "soviet": Paint("#dcae74", "#2a1a0c", "#f7e8cf")},
    markers={
        "air": Sign(
            "M0 -11L2.4 -4L12 1V4L2 2L1.4 8L5 11V13L0 11.6L-5 13V11L-1.4 8L-2 2L-12 4V1L-2.4 -4Z",
            True,
            "Air interdiction",
        ),
        "interdiction": Sign("M0 -12L3 -4L11 -4L5 2L7 11L0 6L-7 11L-5 2L-11 -4L-3 -4Z", True, "Interdiction"),
        "cut": Sign("M-10 -10L10 10M-10 10L10 -10", False, "Rail cut"),
    },
    overlays=(ZONES, SUPPLY, CONTROL, THREAT, OBJECTIVES, ARRIVALS),
    robots={
        "greedy": "hexfront.robots.pgg.greedy:Adviser",
        "planner": "hexfront.robots.pgg.planner:Layer",
        "weights": "hexfront.robots.pgg:weights.toml",
    },
    readings="docs/readings-pgg.md",
)
