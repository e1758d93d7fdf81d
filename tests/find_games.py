"""Plays games until each way in which one can end has been seen, and keeps one record of each in tests/records/.

Run it by hand (`python tests/find_games.py 0.2`) when a rule has changed so that the old records no longer replay: the
new ones are named after the version that plays so, and stand beside the old.
"""

import sys
import tempfile
from pathlib import Path

from hexfront.engine.records.record import read
from hexfront.lab.sim import simulate

HERE = Path(__file__).parent / "records"
PLAYERS = (("greedy", "greedy"), ("greedy", "random"), ("random", "greedy"), ("random", "random"))
LEVELS = {
    "German decisive",
    "German strategic",
    "German marginal",
    "Soviet marginal",
    "Soviet strategic",
    "Soviet decisive",
}


def level_of(text: str) -> str:
    """The level of victory that a record's result line names."""
    return read(text).result.split(",")[1].strip()


def main(version: str) -> None:
    missing = set(LEVELS)
    for round_number in range(20):
        for players in PLAYERS:
            with tempfile.TemporaryDirectory() as folder:
                simulate("pgg", players, 4, f"ending-{round_number}", jobs=2, record_dir=folder)
                for path in sorted(Path(folder).rglob("*.txt")):
                    level = level_of(path.read_text(encoding="utf-8"))
                    if level in missing:
                        missing.discard(level)
                        name = f"pgg-{level.lower().replace(' ', '-')}-{version}.txt"
                        (HERE / name).write_bytes(path.read_bytes())
                        print(level, players, path.name)
            if not missing:
                return


if __name__ == "__main__":
    main(sys.argv[1])
