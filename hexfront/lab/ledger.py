"""Finished pairs in a file, a line of JSON each: a long match goes on where it was stopped.

A line names the match that it belongs to, so one file may keep many matches, as a ladder does. A line that was cut off
when the machine stopped is dropped.
"""

import os
from pathlib import Path

import msgspec

from hexfront.engine.errors import BadData
from hexfront.lab.sim import Outcome


class Setting(msgspec.Struct, frozen=True):
    """What a match is: the same setting gives the same pairs."""

    game: str
    scenario: str
    options: tuple[str, ...]
    a: str
    b: str
    seed: str


class Pair(msgspec.Struct, frozen=True):
    """Two games with the same seed: A has the first side in the first of them, the second in the second."""

    match: Setting
    number: int
    first: Outcome
    second: Outcome

    @property
    def finished(self) -> bool:
        """Were both games played to their end?"""
        return self.first.result is not None and self.second.result is not None

    @property
    def margin(self) -> float:
        """The sum of A's margins over both games."""
        assert self.first.result and self.second.result, "only a finished pair has a margin"
        return self.first.result.margin - self.second.result.margin


class Ledger:
    """The pairs that a file keeps; without a file, none."""

    def __init__(self, path: Path | None = None) -> None:
        self.path = path
        self.pairs: dict[tuple[Setting, int], Pair] = {}
        if path is not None and path.exists():
            self._read(path)

    def _read(self, path: Path) -> None:
        try:
            data = path.read_bytes()
            whole = data[: data.rfind(b"\n") + 1]
            for number, line in enumerate(whole.splitlines(), 1):
                self._take(path, number, line)
            if whole != data:
                os.truncate(path, len(whole))
        except OSError as error:
            raise BadData(f"{path}: {error.strerror}") from None

    def _take(self, path: Path, number: int, line: bytes) -> None:
        try:
            pair = msgspec.json.decode(line, type=Pair)
        except (msgspec.DecodeError, UnicodeDecodeError):
            raise BadData(f"{path}, line {number}: this is no pair of a match; take another file") from None
        self.pairs[pair.match, pair.number] = pair

    def get(self, match: Setting, number: int) -> Pair | None:
        """A pair that was finished before."""
        return self.pairs.get((match, number))

    def keep(self, pair: Pair) -> None:
        """Write down a finished pair; one that failed is played again next time."""
        if self.path is None or not pair.finished:
            return
        self.pairs[pair.match, pair.number] = pair
        try:
            with self.path.open("ab") as file:
                file.write(msgspec.json.encode(pair) + b"\n")
                file.flush()
                os.fsync(file.fileno())
        except OSError as error:
            raise BadData(f"{self.path}: {error.strerror}") from None
