"""Chapters 9.7 and 9.8: junctions and rail lines that change hands.

While units move, `pass_rails` judges each rail hex in the moment it is occupied and keeps what was won in `s.gain`;
the end phase, `convert`, adds what 9.8 gives between cities and takes possession of all of it. Partisans count for
nothing here (19.2).
"""

from collections import deque
from collections.abc import Iterable

from hexfront.games.trc import control, minors
from hexfront.games.trc.counters import AXIS, SIDES
from hexfront.games.trc.movement.network import joining, network
from hexfront.games.trc.movement.rail import own_rails
from hexfront.games.trc.state import TrcState
from hexfront.games.trc.zones import zone
from hexfront.grid import members
from hexfront.grid.bits import union


def _places(s: TrcState, side: int) -> int:
    """The cities and junctions a side was the last to hold. Those that are nobody's now lie in enemy zones anyway."""
    mine = s.axis_places if side == AXIS else ~s.axis_places
    return (s.board.cities | s.board.junctions) & mine


class Trace:
    """What a line along the rails meets at this moment."""

    def __init__(self, s: TrcState, side: int) -> None:
        self.s, self.side, board = s, side, s.board
        self.zone = zone(s, 1 - side)
        self.shut = minors.closed(s)
        self.cities = self._supporting()
        self.edges = board.edges[side] & ~self.shut  # where it may be in an enemy zone, `barred` sees to it

    def _supporting(self) -> int:
        """9.8: own cities, but not those in an enemy zone with rails that are not own.

        A city in an enemy zone with nobody in it is either lost or nobody's.
        """
        s, board = self.s, self.s.board
        safe = ~self.zone | s.held_by[self.side] & own_rails(s, self.side)
        return _places(s, self.side) & board.cities & safe & ~self.shut

    @property
    def foreign(self) -> int:
        """Junctions of the enemy."""
        return _places(self.s, 1 - self.side) & self.s.board.junctions

    @property
    def barred(self) -> int:
        """Rail hexes through which no line leads: enemy zones, enemy cities, enemy junctions, closed countries."""
        return self.zone | _places(self.s, 1 - self.side) | self.shut

    def way_back(self, start: int) -> int:
        """9.8.1, 9.8.2: the hexes of the shortest free line from a hex to an own city or edge; 0 if there is none.

        Reading: the hex itself, too, must be out of enemy zones.
        """
        if self.zone >> start & 1:
            return 0
        lines, barred = self.s.board.lines, self.barred
        came = {start: -1}
        ends, front = self.cities | self.edges & ~barred | self.edges & 1 << start, deque([start])
        while front:
            here = front.popleft()
            if ends >> here & 1:
                return _back(came, here)
            for there in lines[here]:
                if there not in came and (not barred >> there & 1 or self.cities >> there & 1):
                    came[there] = here
                    front.append(there)
        return 0

    def flood(self, without: int, hope: int) -> int:
        """Rail hexes from which a free line leads to an own city or edge, through junctions that are hoped for too."""
        board = self.s.board
        free = (board.rail_hexes & ~self.barred | hope) & ~without
        ends = self.cities | self.edges | board.grid.spread(self.cities & ~without, board.rails)
        return board.grid.flood(ends & free, free, board.rails) | self.cities


def _back(came: dict[int, int], here: int) -> int:
    found = 0
    while here >= 0:
        found |= 1 << here
        here = came[here]
    return found


# -- junctions (9.7) ----------------------------------------------------------------------------------


def _sweep(s: TrcState, trace: Trace, place: int) -> int:
    """A unit is in a rail hex: mark it, with the free line from there to the next enemy junction on each side.

    So the first hex of a line out of a junction tells whether that line leads to a hex passed through with no
    enemy zone between. Returns those junctions.
    """
    foreign, met = trace.foreign, 0
    s.swept |= 1 << place
    for _, between, end in network(s.board).arms[place]:
        if foreign >> end & 1 and not between & trace.zone:
            s.swept |= between
            met |= 1 << end
    return met


def _win_junctions(s: TrcState, trace: Trace, hope: int) -> None:
    """9.7: of these enemy junctions a side gets those whose lines all lead to its own cities, its edge, or its track
    of this turn. Reading: no line leads through an enemy junction, unless that one is won at the same time. A junction
    on the enemy's edge has a line that leads off the board to him; one on an oil field is held as that is (21.4)."""
    hope &= trace.foreign & ~trace.zone & ~trace.shut & ~s.board.edges[1 - trace.side] & ~s.board.oil
    last = 0
    while hope != last:
        last, ends = hope, trace.cities | trace.edges & ~trace.barred
        through = hope | s.board.junctions & ~trace.barred | ends
        hope = union(j for j in members(hope) if _lines_free(s, trace, j, through))
        if hope == last:
            hope = union(j for j in members(hope) if _leads(s, trace, j, hope))
    if hope:
        s.axis_places = s.axis_places | hope if trace.side == AXIS else s.axis_places & ~hope
        s.say(
            "9.7",
            "the {side} player controls the junctions {hexes}",
            side=SIDES[trace.side].capitalize(),
            hexes=tuple(members(hope)),
        )


def _lines_free(s: TrcState, trace: Trace, junction: int, through: int) -> bool:
    """A quick look at the lines of a junction as far as their next end."""
    barred, swept = trace.zone | trace.shut, s.swept
    return all(
        swept >> first & 1 or (through >> end & 1 and not between & barred)
        for first, between, end in network(s.board).arms[junction]
    )


def _leads(s: TrcState, trace: Trace, junction: int, hope: int) -> bool:
    """Does every line out of a junction lead to an own city or edge without coming back through it?"""
    unsure = [n for n in s.board.lines[junction] if not (s.swept | trace.cities) >> n & 1]
    if not unsure:
        return True
    found = trace.flood(1 << junction, hope)
    return all(found >> n & 1 for n in unsure)


# -- while units move ---------------------------------------------------------------------------------


def pass_rails(s: TrcState, side: int, hexes: Iterable[int]) -> None:
    """9.7, 9.8.1, 9.8.2: units of the moving side enter these hexes one by one; call it after `control.pass_by`."""
    rails, arms, trace = s.board.rail_hexes, network(s.board).arms, None
    theirs, foreign = own_rails(s, 1 - side), _places(s, 1 - side) & s.board.junctions
    for place in hexes:
        if not rails >> place & 1 or side != s.mover:
            continue
        if theirs >> place & 1 or any(foreign >> end & 1 for _, _, end in arms[place]):
            trace = trace or Trace(s, side)
            _occupy(s, trace, place)


def _occupy(s: TrcState, trace: Trace, place: int) -> None:
    met = _sweep(s, trace, place)
    if met:
        _win_junctions(s, trace, met)
    if own_rails(s, 1 - trace.side) >> place & 1 and not s.gain >> place & 1:
        s.gain |= trace.way_back(place) & own_rails(s, 1 - trace.side)


# -- end phase ----------------------------------------------------------------------------------------


def convert(s: TrcState, side: int) -> None:
    """9.6: railheads are moved. Nobody loses rails in his own turn."""
    control.refresh(s)
    trace = Trace(s, side)
    theirs = own_rails(s, 1 - side)
    standing = members(s.held_by[side] & s.board.rail_hexes)
    for place in standing:
        _sweep(s, trace, place)
    _win_junctions(s, trace, trace.foreign)
    won = s.gain | _between_cities(s, trace)
    for place in standing:
        # Reading of 9.8.1: who stands on rails when the turn ends occupies them then too, by whatever way he came.
        if theirs & ~won & 1 << place:
            won |= trace.way_back(place)
    won |= _places(s, side) & s.board.cities & ~trace.zone & ~trace.shut & s.board.rail_hexes  # 9.8.3
    _take(s, side, won & theirs)
    s.gain = s.swept = 0


def _between_cities(s: TrcState, trace: Trace) -> int:
    """9.8: all hexes on free lines between two different own cities."""
    barred, board, theirs = trace.barred, s.board, own_rails(s, 1 - trace.side)
    if not theirs & ~barred:
        return 0
    nodes = network(board).ends & ~barred | trace.cities
    lines = [line for line in network(board).lines if nodes >> line[0] & nodes >> line[1] & 1 and not line[2] & barred]
    goals = members(trace.cities & board.rail_hexes)
    found = 0
    for number in joining(goals, [(a, b) for a, b, _ in lines]):
        a, b, between = lines[number]
        found |= 1 << a | 1 << b | between
    return found


def _take(s: TrcState, side: int, hexes: int) -> None:
    if not hexes:
        return
    s.axis_rails = s.axis_rails | hexes if side == AXIS else s.axis_rails & ~hexes
    text = "the {side} player takes over {number} rail hexes: {hexes}"
    s.say("9.8", text, side=SIDES[side].capitalize(), number=hexes.bit_count(), hexes=tuple(members(hexes)))
