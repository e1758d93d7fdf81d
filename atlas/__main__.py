"""`python -m atlas`: build the board, check it, write it."""

from __future__ import annotations

import argparse
import sys
import tomllib
from pathlib import Path

from . import checks, georeference
from .build import build
from .draw import picture
from .write import text

ROOT = Path(__file__).resolve().parent.parent


def options() -> argparse.Namespace:
    """What the command line asks for."""
    parser = argparse.ArgumentParser(prog="python -m atlas", description="Draw the board of a game.")
    parser.add_argument("--geo", type=Path, default=ROOT.parent / "shared" / "geo", help="geographic extracts")
    parser.add_argument("--out", type=Path, help="where the board goes (default: the game's data)")
    parser.add_argument("--svg", type=Path, help="also draw the board into this file")
    return parser.parse_args()


def main() -> int:
    """Build, check and write; say what is wrong and fail if anything is."""
    chosen = options()
    spec = tomllib.loads((ROOT / "atlas" / "pgg.toml").read_text(encoding="utf-8"))
    board = build(spec, chosen.geo)
    faults = checks.faults(board)
    written = text(board)
    out = chosen.out or ROOT / "hexfront" / "games" / spec["game"] / "data" / "board.toml"
    if not faults:
        out.write_text(written, encoding="utf-8")
    if chosen.svg:
        chosen.svg.write_text(picture(tomllib.loads(written)), encoding="utf-8")
    print("\n".join([*checks.summary(board, georeference.read(spec)), *faults]))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
