"""What the greedy player of Panzergruppe Guderian likes and dislikes: all its weights, in victory points."""

import msgspec


class Weights(msgspec.Struct, frozen=True):
    """One table. A half movement point nearer to the goal is the small change in which the rest is paid."""

    nearer: float = 0.12  # each half point that a unit comes nearer to its goal
    patience: float = 0.82  # what a place is worth a phase later
    zone: float = 1.6  # ending in an enemy zone for nothing
    supply: float = 2.5  # ending out of supply
    mixed: float = 4.0  # a division in one hex with strangers, or torn apart
    rejoin: float = 6.0  # a regiment that comes back to its division
    constancy: float = 1.2  # a goal that one already had
    crowd: float = 0.25  # a goal to which enough are going
    need: float = 2.0  # the strength that a goal asks for, against each point of defence
    objective: float = 1.0  # each point of a place that is taken

    # battles, as the German sees them
    division: float = 1.5  # a Soviet division destroyed
    push: float = 0.5  # a Soviet division pushed back
    ground: float = 0.5  # a hex emptied of the enemy
    road: float = 2.0  # the same on the road of supply
    panzer_point: float = 0.45  # each point of attack strength lost with a step
    broken: float = 3.0  # a division that will never fight as one again
    fallback: float = 0.6  # a retreat of the attacker
    attack_from: float = 0.6  # he attacks when it is worth this much
    assault_from: float = 0.7  # and moves up for an attack that is worth this much
    overrun_from: float = 0.6

    # battles, as the Soviet side sees them
    red_division: float = 1.5  # a division of his own lost
    red_push: float = 1.0  # Germans pushed back
    red_attack_from: float = 0.8

    # where the Soviet side stands
    guarded: float = 0.75  # what is left of the need for more once a post stands on the way
    rooted: float = 1.3  # a post where somebody stands already


W = Weights()
