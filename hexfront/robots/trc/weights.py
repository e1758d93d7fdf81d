"""What the greedy player of The Russian Campaign likes and dislikes: all its weights, in combat factors."""

import msgspec


class Weights(msgspec.Struct, frozen=True):
    """One table. A combat factor of plain infantry is the coin in which everything is paid."""

    # what a unit is worth, for each combat factor
    armour: float = 1.4  # rides far, and few come back
    guard: float = 1.15
    headquarters: float = 8.0  # a whole unit: it leads a Stuka or buys paratroops
    leader: float = 15.0
    worker: float = 5.0  # each factor, every turn, for the rest of the war

    # battles
    surrender: float = 1.5  # an enemy who never comes back, against one who may
    push: float = 0.25  # part of its value that an enemy pushed out of its hex is worth
    ground: float = 0.8  # a hex emptied of the enemy
    fallback: float = 0.5  # a retreat of the attacker, each unit
    stuck: float = 0.8  # a battle without result, which binds both for the next impulse
    own: tuple[float, float] = (1.05, 0.95)  # an own factor lost, by side: Russians come back cheaper
    city: float = 4.0  # a minor city won or lost
    major: float = 7.0
    oil: float = 7.0
    goal: float = 6.0  # more if the next sudden death or the scenario asks for it
    attack_from: float = 0.8  # an attack has to promise this much
    used: float = 0.04  # each factor that an attack binds
    hopeful: float = -4.0  # an attack that looks worse than this at a glance is not tried
    soak: float = 0.7  # part of its value that a unit loses on average in a soak-off
    unsupplied: float = 3.0  # attacking from a hex without supply
    cut: float = 0.4  # part of its value that an enemy out of supply is worth
    risk: tuple[float, float] = (0.3, 0.02)  # part of its value that a unit in reach fears for: the weak, the strong
    trapped: float = 0.9  # a retreat that is the end

    # who is strong: the proportion of both sides' factors at which a side only defends, and only attacks
    even: tuple[float, float] = (0.75, 1.4)
    siege: float = 2.0  # factors that go for a city, for each that guards it
    column: float = 6.0  # and this many anyway
    lure: float = 0.3  # hexes that a unit goes further for each point of a prize
    lack: float = 0.0  # the same for each factor that is wanted there
    bold: float = 0.5  # from here on units that are not needed go for the enemy's cities

    # the line: costs of a hex, in steps
    beyond: float = 4.0  # no unit reaches it now
    hungry: float = 5.0  # out of general supply
    exposed: float = 7.0  # in an enemy zone without an attack
    stand: tuple[float, float] = (3.0, 0.4)  # the chance that a stack there is lost: the weak, the strong
    stack: int = 9  # factors of a usual stack
    back: tuple[float, float] = (0.35, 0.8)  # each hex further from the enemy than two: the weak, the strong
    shelter: float = 0.6  # a hex that doubles its defenders, or woods
    home: float = 1.2  # a city of one's own on the line
    warm: float = 0.8  # combat supply in the first two winters
    bar: float = 3.0  # odds that a post should not allow
    most: float = 42.0  # factors that can stand around one hex
    near: int = 10  # how far off an enemy makes a city want a garrison
    dear: float = 10.0  # what a city is worth that is held in strength
    gap: tuple[float, float, float] = (0.5, 0.0, 1.2)  # posts one, two or three hexes apart
    post: tuple[float, float] = (2.0, 0.8)  # what another post costs: the weak, the strong

    rail_far: int = 6  # who stands so far behind the front takes the train
    hq_range: int = 6  # how near headquarters follow


W = Weights()
