"""`python -m atlas [GAME ...]`: build boards, check them, write them; `--check` only compares."""

from __future__ import annotations

import argparse
import importlib
import sys
import tomllib
from pathlib import Path

from . import checks, layers, report, write
from .board import Board
from .draw import picture
from .geo import Geo

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent


def options() -> argparse.Namespace:
    """What the command line asks for."""
    parser = argparse.ArgumentParser(prog="python -m atlas", description="Build the boards of the games.")
    parser.add_argument("games", nargs="*", metavar="GAME", help="which (default: all)")
    parser.add_argument("--geo", type=Path, default=ROOT.parent / "shared" / "geo", help="geographic extracts")
    parser.add_argument("--out", type=Path, help="write to this folder instead of the game's data")
    parser.add_argument("--svg", type=Path, help="also draw each board into this folder")
    parser.add_argument("--check", action="store_true", help="write nothing; fail if a file would change")
    return parser.parse_args()


def games() -> list[str]:
    """The games that have a builder here."""
    return sorted(one.parent.name for one in HERE.glob("*/__init__.py"))


def built(game: str, geo: Geo) -> Board:
    """One board with all its checks made."""
    board: Board = importlib.import_module(f"atlas.{game}").build(geo)
    checks.run(board)
    return board


def files(board: Board, geo: Geo) -> dict[str, str]:
    """The files of a board by name, with their text."""
    found = {"board.toml": write.text(board), "layers.json": layers.text(board, geo)}
    size = len(found["layers.json"].encode())
    board.check("layers.json under 150 kB", size < layers.MOST, f"{size} bytes")
    return found


def compare(folder: Path, made: dict[str, str]) -> list[str]:
    """The files in a folder that are not as they were made."""
    kept = {name: (folder / name).read_text(encoding="utf-8") if (folder / name).exists() else None for name in made}
    return [f"{name} differs from what the atlas builds" for name, text in made.items() if kept[name] != text]


def save(folder: Path, made: dict[str, str]) -> None:
    """Write files into a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in made.items():
        (folder / name).write_text(text, encoding="utf-8", newline="\n")


def one(game: str, chosen: argparse.Namespace, geo: Geo) -> list[str]:
    """Build one board, report, write or compare it; what is wrong."""
    board = built(game, geo)
    made = files(board, geo)
    print("\n".join(report.lines(board)), flush=True)
    folder = chosen.out / game if chosen.out else ROOT / "hexfront" / "games" / game / "data"
    if chosen.svg:
        save(chosen.svg, {f"{game}.svg": picture(tomllib.loads(made["board.toml"]), made["layers.json"])})
    faults = board.check.faults + (compare(folder, made) if chosen.check else [])
    if not faults and not chosen.check:
        save(folder, made)
    return [f"{game}: {fault}" for fault in faults]


def main() -> int:
    """Build what was asked for; say what is wrong and fail if anything is."""
    chosen = options()
    geo = Geo(chosen.geo)
    faults = [fault for game in chosen.games or games() for fault in one(game, chosen, geo)]
    print("\n".join(faults) or "all well")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
