"""Two editions of The Russian Campaign in one process: each plays as it does alone, and what differs shows in play."""

from __future__ import annotations

OPTIONS = ("26.1", "26.4", "26.6", "V.1")
CHANGES = {
    "charts.toml": [
        ('first = "May/Jun 1941"', 'first = "Mar/Apr 1941"'),
        ('"Mar/Apr"', '"Spring"'),
    ],
}
GUESTS = """
[russian.units."99A"]
title = "99th Army"
"""
