"""Other ways to play a phase, for whoever tries several."""

from collections.abc import Sequence

from hexfront.games.trc.board import Board
from hexfront.robots.planner import Style
from hexfront.robots.trc.planner.explain import where

_MARCH = (
    Style("bold", {"attack_from": 0.3, "risk_weak": 0.3, "risk_strong": 0.3, "own": 0.85}),
    Style("careful", {"attack_from": 2.5, "risk_weak": 2.0, "risk_strong": 2.0, "own": 1.2}),
    Style("for cities", {"point": 2.0, "moscow": 1.6, "lure": 2.0, "sudden": 2.0, "save": 2.0}),
    Style("for pockets", {"cut": 2.0, "trapped": 1.1, "push": 0.6}),
    Style("destructive", {"surrender": 1.4, "push": 0.5, "point": 0.6}),
    Style("forward", {"back_weak": 1.8, "back_strong": 1.8, "stand_weak": 0.5, "stand_strong": 0.5}),
    Style("backward", {"back_weak": 0.3, "back_strong": 0.3, "stand_weak": 2.0, "stand_strong": 2.0}),
    Style("massed", {"bar": 0.7, "post_weak": 1.5, "post_strong": 1.5}),
    Style("thin", {"bar": 1.5, "post_weak": 0.5, "post_strong": 0.5}),
    Style("rooted", {"dear": 0.6, "axis_shelter": 2.0, "russian_shelter": 2.0}),
)
_COMBAT = (
    Style("bold", {"own": 0.8}),
    Style("careful", {"own": 1.25, "stuck": 0.6}),
    Style("for ground", {"ground": 2.5, "point": 1.6}),
    Style("destructive", {"surrender": 1.4, "push": 0.5}),
)
_GUARDED = Style("guarded", {"coup_guard": 0.5, "dread": 2.0, "moscow": 2.0})


def styles(
    board: Board, fighting: bool, targets: Sequence[int], others: Sequence[int] = (), feared: bool = False
) -> list[Style]:
    """Ways that are worth a try: `targets` are those of the plain plan, the best first, `others` what it leaves.

    `feared`: the enemy may win the war at once.
    """
    first = [_GUARDED] if feared else []
    found = [Style(f"not {where(board, place)}", avoid=(place,)) for place in targets[:2]]
    found += [Style(f"rather {where(board, place)}", seek=(place,)) for place in others[:3]]
    plain = list(_COMBAT if fighting else _MARCH)
    return [*first, *plain[:3], *found, *plain[3:]][:16]
