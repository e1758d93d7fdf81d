"""The planner's weights as the machinery that it shares with the greedy player takes them, a table for each side."""

from typing import Any

from msgspec.structs import replace

from hexfront.robots.trc.weights import W, Weights

_SIDES = ("axis", "russian")
_PAIRS = {
    f"{field}_{end}": (field, place)
    for field in ("risk", "even", "stand", "back", "post")
    for place, end in enumerate(("weak", "strong"))
}


def coins(weights: dict[str, float]) -> tuple[Weights, Weights]:
    """A table for the Axis and one for the Russian: `axis_push` is for one of them, `push` for both."""
    return _coin(weights, "axis"), _coin(weights, "russian")


def _coin(weights: dict[str, float], side: str) -> Weights:
    found: dict[str, Any] = {}
    for name, value in weights.items():
        head, _, rest = name.partition("_")
        whose, what = (head, rest) if head in _SIDES else (side, name)
        if whose != side:
            continue
        if what in _PAIRS:
            field, place = _PAIRS[what]
            pair = list(found.get(field, getattr(W, field)))
            pair[place] = value
            found[field] = tuple(pair)
        elif isinstance(getattr(W, what, None), int | float):
            found[what] = type(getattr(W, what))(value)
    return Weights(**{"own": (weights["own"],) * 2, **found})


def spent(coin: Weights, part: float) -> Weights:
    """The same for the last turn of a game, when units are there to be used up."""
    low, high = coin.own
    return replace(coin, own=(part * low, part * high), risk=(0.0, 0.0), cut=part * coin.cut)
