"""Provable dice.

A game's seed is a text. Its SHA-256 is published when the game starts; roll number n is taken from
HMAC-SHA256(seed, "die n"), so once the seed is revealed anybody can check every roll, and nobody could have
chosen them. Draws that no player sees (shuffling a cup of counters) come from a second stream, "draw n".
"""

import hashlib
import hmac
import random
from typing import TypeVar

from hexfront.engine.errors import BadData
from hexfront.engine.state import State

T = TypeVar("T")


def commitment(seed: str) -> str:
    """What is published before the game: it binds the seed without telling it."""
    return hashlib.sha256(seed.encode()).hexdigest()


def proof(seed: str, stream: str, number: int) -> bytes:
    """The 32 bytes behind roll `number` of a stream."""
    return hmac.digest(seed.encode(), f"{stream} {number}".encode(), "sha256")


def die(seed: str, number: int, sides: int = 6) -> int:
    """Roll `number` of the game with this seed, from 1 to `sides`, each face equally likely."""
    return 1 + _below(proof(seed, "die", number), sides)


def roll(state: State, sides: int = 6) -> int:
    """Throw the next die of the game. Undo never goes back behind it."""
    if state.dictated is not None:
        if not state.dictated:
            raise BadData("a die was thrown that the case does not dictate")
        face = state.dictated.pop(0)
    else:
        face = die(state.seed, state.rolls, sides)
    state.rolls += 1
    state.rolled(face)
    return face


def shuffle(state: State, items: list[T]) -> None:
    """Mix a cup of counters in place, unseen by anybody."""
    for last in range(len(items) - 1, 0, -1):
        pick = draw(state, last + 1)
        items[last], items[pick] = items[pick], items[last]


def draw(state: State, below: int) -> int:
    """An unseen number from 0 to `below` - 1."""
    state.draws += 1
    return _below(proof(state.seed, "draw", state.draws), below)


def _below(digest: bytes, limit: int) -> int:
    """A number below `limit` without bias: bytes past the last whole multiple are passed over."""
    if limit == 1:
        return 0
    fair = 65536 - 65536 % limit
    for place in range(0, 30, 2):
        value = digest[place] << 8 | digest[place + 1]
        if value < fair:
            return value % limit
    return int.from_bytes(digest, "big") % limit


def rng_for(seed: str, purpose: str) -> random.Random:
    """A generator for a player or a test that depends on nothing but these two texts."""
    return random.Random(hashlib.sha256(f"{purpose}:{seed}".encode()).digest())
