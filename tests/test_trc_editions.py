"""Two editions of The Russian Campaign in one process: each plays as it does alone, and what differs shows in play."""

from __future__ import annotations

import random
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from hexfront.engine.errors import BadData
from hexfront.games.trc import Trc
from hexfront.games.trc.edition import DATA, TrcEdition, first, read
from hexfront.games.trc.state import DUE, TrcState
from hexfront.games.trc.strength import sums
from hexfront.lab.digest import digest
from hexfront.robots.greedy import GreedyPlayer

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
