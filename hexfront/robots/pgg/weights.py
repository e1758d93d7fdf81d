"""What the greedy player of Panzergruppe Guderian likes and dislikes, and the planner where it thinks alike."""

import msgspec

from hexfront.robots.weights import table


class Weights(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The table [greedy] of weights.toml, where it is said what each of them means."""

    nearer: float
    patience: float
    zone: float
    supply: float
    mixed: float
    rejoin: float
    constancy: float
    crowd: float
    need: float
    objective: float

    division: float
    push: float
    ground: float
    road: float
    panzer_point: float
    broken: float
    fallback: float
    attack_from: float
    assault_from: float
    overrun_from: float

    red_division: float
    red_push: float
    red_attack_from: float

    guarded: float
    rooted: float


W = table("hexfront.robots.pgg:weights.toml", "greedy", Weights)
