"""The ways to what the German wants: what stands in them, and how long they are."""

from hexfront.games.pgg.reinforcements import entry_hexes
from hexfront.grid import members
from hexfront.robots.pgg.chances import mean
from hexfront.robots.pgg.divisions import Units
from hexfront.robots.pgg.fields import FAR
from hexfront.robots.pgg.survey import Survey

MOTOR = "motor german"
TAKE, KEEP = "take", "keep"
ZONE, STACK = 4, 6  # half points


def obstacles(sv: Survey) -> list[int]:
    """What the enemy adds to the cost of each hex: his zones a little, his stacks as they are strong."""
    extra = [0] * sv.grid.size
    for place in members(sv.zone):
        extra[place] = ZONE
    for place in members(sv.enemy):
        extra[place] = STACK + int(mean(sv.defence(place)) * sv.cover(place))
    return extra


def how_far(sv: Survey, units: Units, field: list[int]) -> int:
    """Half points from a group to a goal; who waits off the board counts from his entrance."""
    place = sv.s.where[units[0]]
    if place >= 0:
        return field[place]
    return min((field[h] for h in members(entry_hexes(sv.s, units[0]))), default=FAR) + 2
