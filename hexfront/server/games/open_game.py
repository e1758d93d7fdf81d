"""One open game: its position, who sits where, who listens, and the views that were drawn of it already."""

import asyncio
import time
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Any, Literal

import msgspec

from hexfront.engine.dice import commitment
from hexfront.engine.game import Game as Rules
from hexfront.engine.session import result_of
from hexfront.server import clock
from hexfront.server.games.sitting import Attempt, Sitting
from hexfront.server.games.views import (
    AskView,
    BranchView,
    LogView,
    Proof,
    Scene,
    SeatView,
    View,
    encode,
    scene_of,
    seen_by,
)
from hexfront.server.storage.rows import FREE, OVER, RUNNING, TAIL, Change, Game, Line, Loaded, Seat

QUEUE = 64  # messages that wait for a slow listener; after that he gets the whole view instead
DAY = 86_400
SIGNED_OUT, GONE = 4401, 4404  # why a listener is sent away, as the close code of his socket


class Listener:
    """A socket or a stream: messages wait here until it has sent those before them."""

    __slots__ = ("ended", "good", "lost", "person_id", "queue", "wake")

    def __init__(self, person_id: str, good: Callable[[], Awaitable[bool]] | None = None) -> None:
        self.person_id = person_id
        self.good = good  # asks whether what he showed when he came still counts
        self.ended: tuple[int, str] | None = None  # he is sent away: a close code, and one sentence
        self.queue: deque[bytes] = deque()
        self.wake = asyncio.Event()
        self.lost = False  # too slow: what waited was thrown away, and the whole view must follow

    def put(self, message: bytes) -> None:
        """Queue a message."""
        if self.lost:
            return
        if len(self.queue) >= QUEUE:
            self.queue.clear()
            self.lost = True
        else:
            self.queue.append(message)
        self.wake.set()

    def end(self, code: int, why: str) -> None:
        """Send him away; what still waits for him is not told any more."""
        self.ended = (code, why)
        self.wake.set()


class Thinking(msgspec.Struct, frozen=True):
    """A robot at work: what it has used of the seconds that it may think about the phase under way."""

    side: str
    robot: str
    progress: int  # orders that it has given since it is its turn
    used: float
    limit: float  # 0 for a robot that answers at once
    since: float | None  # when it began to think; None while its orders are played

    def told(self) -> dict[str, Any]:
        """As the table shows it; `live` says that the seconds are running."""
        running = time.monotonic() - self.since if self.since is not None else 0.0
        seconds = round(self.used + running, 1)
        told = {"side": self.side, "robot": self.robot, "progress": self.progress}
        return {**told, "seconds": seconds, "limit": self.limit, "live": self.since is not None}


class Lock(asyncio.Lock):
    """A lock that knows whether anybody has it or waits for it, also between two who have it."""

    def __init__(self) -> None:
        super().__init__()
        self.wanted = 0

    async def acquire(self) -> Literal[True]:
        """Wait for it."""
        self.wanted += 1
        try:
            return await super().acquire()
        except BaseException:
            self.wanted -= 1
            raise

    def release(self) -> None:
        """Let the next one have it."""
        super().release()
        self.wanted -= 1


class OpenGame:
    """A game in the memory of this worker. Whoever changes it holds `lock`."""

    def __init__(self, rules: Rules[Any], loaded: Loaded, sitting: Sitting) -> None:
        self.rules = rules
        self.lock = Lock()
        self.listeners: set[Listener] = set()
        self.away: dict[str, set[str]] = {}  # people who listen at other workers, by worker
        self.thinking: Thinking | None = None
        self.stale = False  # the database may know more
        self.played = float("-inf")  # when somebody last gave an order
        self.asked = time.monotonic()  # when somebody who plays it was last heard of
        self.fill(loaded, sitting)

    def fill(self, loaded: Loaded, sitting: Sitting) -> None:
        """Take everything from the database."""
        self.row: Game = loaded.row
        self.sitting = sitting
        self.undone = loaded.undone
        self.commit = commitment(loaded.row.seed)
        self.tail: deque[bytes] = deque((self.log_json(line) for line in loaded.lines[-TAIL:]), maxlen=TAIL)
        self.take_around(loaded)
        self.stale = False

    def take_around(self, loaded: Loaded) -> None:
        """What is around the board: the seats in the order of the game's sides, offers, and who wants to be told."""
        self.offers, self.hooked = loaded.offers, loaded.hooked
        by_side = {seat.side: seat for seat in loaded.seats}
        self.seats = [by_side[side] for side in self.rules.sides if side in by_side]
        self.forget_views()

    def forget_views(self) -> None:
        """Something that views show has changed."""
        self._views: dict[tuple[str, ...], bytes] = {}
        self._scenes: list[Scene] = []
        self._rang = False  # do the views say that the clock has run out?

    @property
    def in_use(self) -> bool:
        """Does anybody listen, change something, or think about it? Such a game is not let go of."""
        return bool(self.listeners or self.lock.wanted or self.thinking)

    # -- who ---------------------------------------------------------------------------------------

    @property
    def id(self) -> str:
        """The address of the game."""
        return self.row.id

    @property
    def number(self) -> int:
        """Of the last line."""
        return self.sitting.number

    @property
    def over(self) -> bool:
        """By the rules, or because somebody resigned."""
        return self.row.status == OVER

    def sides_of(self, person_id: str) -> tuple[str, ...]:
        """The sides that a person plays; at a shared screen both."""
        if not person_id:
            return ()
        return tuple([s.side for s in self.seats if s.person_id == person_id and s.kind in ("person", "local")])

    def seat(self, side: str) -> Seat | None:
        """Who plays a side."""
        return next((seat for seat in self.seats if seat.side == side), None)

    @property
    def robot(self) -> Seat | None:
        """The robot that must decide now."""
        seat = self.seat(self.row.asks) if not self.over else None
        return seat if seat and seat.kind == "robot" else None

    @property
    def watched(self) -> bool:
        """Does anybody listen, here or at another worker?"""
        return bool(self.listeners) or any(self.away.values())

    @property
    def unmanned(self) -> bool:
        """Do robots play among themselves?"""
        return all(seat.kind == "robot" for seat in self.seats)

    def is_online(self, person_id: str | None) -> bool:
        """Does this person listen, here or at another worker?"""
        if not person_id:
            return False
        here = any(listener.person_id == person_id for listener in self.listeners)
        return here or any(person_id in people for people in self.away.values())

    # -- changing ----------------------------------------------------------------------------------

    def change_for(self, state: Any, lines: int, since: float) -> Change:
        """What the row will say with this position, which somebody has before him since then."""
        rules = self.rules
        ask = rules.ask(state)
        over = ask is None
        return Change(
            self.row.version,
            lines,
            OVER if over else RUNNING,
            result_of(rules, state) if over else "",
            ask.side if ask else "",
            rules.desk.turn_name(state),
            since,
        )

    def accept(self, attempt: Attempt, line: Line, change: Change) -> bytes:
        """Take an order that is on disk; returns its line of the log."""
        self.sitting.accept(attempt)
        told = self.log_json(line)
        self.tail.append(told)
        self.moved(change, line.created)
        return told

    def moved(self, change: Change, now: float) -> None:
        """Bring the row up to a change that is on disk."""
        told = msgspec.structs.asdict(change) | {"version": change.version + 1, "updated": now}
        self.row = msgspec.structs.replace(self.row, **told)
        self.forget_views()

    # -- what is seen ------------------------------------------------------------------------------

    def log_json(self, line: Line) -> bytes:
        """A line of the log as JSON, with the proof of its dice."""
        proof = Proof(self.commit, line.roll) if line.dice else None
        return encode(LogView(line.number, line.turn, line.side, line.heading, line.text, line.told, line.dice, proof))

    def view_json(self, sides: tuple[str, ...], log: bool = True) -> bytes:
        """The view of whoever holds these sides, drawn once for each position."""
        until = self.until
        if until is not None and until < clock.now() and not self._rang:
            self.forget_views()  # they were drawn when there was time left
            self._rang = True
        found = self._views.get(sides)
        if found is None or self.thinking is not None:  # its seconds run on
            found = self._views[sides] = encode(self.view(sides))
        if not log:
            return found
        return b'%b,"log":[%b]}' % (found[:-1], b",".join(self.tail))

    def seen(self, sides: tuple[str, ...]) -> Any:
        """The state as these sides may know it; after the end a watcher may know what the players know."""
        if self.over and not sides:
            sides = self.rules.sides
        return seen_by(self.rules, self.sitting.state, sides)

    def scene(self, sides: tuple[str, ...]) -> Scene:
        """The position as these sides know it. Two sides that know the same share one drawing."""
        view = self.seen(sides)
        for scene in self._scenes:
            if scene.state == view:
                return scene
        scene = scene_of(self.rules, view)
        self._scenes.append(scene)
        return scene

    def view(self, sides: tuple[str, ...]) -> View:
        """Everything that the table shows, but the log."""
        return self.view_of(self.scene(sides), sides, self.number)

    def view_of(self, scene: Scene, sides: tuple[str, ...], number: int) -> View:
        """A scene with the people around it."""
        row, rules = self.row, self.rules
        return View(
            row.id,
            row.game,
            rules.title,
            row.scenario,
            row.options,
            rules.sides,
            [self._seat_view(seat, sides) for seat in self.seats],
            list(sides),
            number,
            row.version,
            scene.turn,
            scene.turn_name,
            scene.facts,
            scene.heading,
            scene.phases,
            self.over,
            row.result,
            None if self.over else _whose(scene.ask, sides),
            scene.pieces,
            self.commit,
            self.thinking.told() if self.thinking else None,
            [] if self.over else scene.reminders,
            [{"side": one.side, "kind": one.kind, "line": one.line} for one in self.offers],
            self._clock(),
            list(rules.manifest.overlays),
            BranchView(row.origin.line, row.parent if sides else None) if row.origin else None,
        )

    def _seat_view(self, seat: Seat, sides: tuple[str, ...]) -> SeatView:
        name = seat.robot if seat.kind == "robot" else seat.name
        kind = "open" if seat.kind in FREE else seat.kind
        return SeatView(seat.side, kind, name, seat.side in sides, self.is_online(seat.person_id))

    # -- the clock ---------------------------------------------------------------------------------

    @property
    def until(self) -> float | None:
        """When the time of the side that must decide has run out; None where no days were agreed."""
        row = self.row
        if row.days is None or self.over:
            return None
        return clock.until(row.since or row.updated, row.days * DAY)

    def left_by(self, side: str) -> str:
        """The side against this one, if whoever played it has deleted himself: then nobody need wait for him."""
        return next((seat.side for seat in self.seats if seat.side != side and seat.gone), "")

    def why_no_claim(self, side: str) -> str:
        """Why a side cannot claim the game because of the other's time, or absence for good; empty if it can."""
        if self.left_by(side):
            return ""
        until, asks = self.until, self.row.asks
        against, mine = self.seat(asks), self.seat(side)
        if until is None:
            return "no days were agreed for this game, so nobody's time runs out"
        if side == asks:
            return "it is you who must decide"
        if against is None or against.kind != "person" or (mine and mine.person_id == against.person_id):
            return f"no other person plays the {asks} side, so its time does not count"
        left = until - clock.now()
        return f"the {asks} side has {_span(left)} left to decide" if left > 0 else ""

    def _clock(self) -> dict[str, Any] | None:
        """Who must decide until when, where days were agreed; `claim` is the side that may claim the game now.

        A game that somebody has left for good can be claimed without any days; `gone` is his side.
        """
        until, sides = self.until, self.rules.sides
        gone = next((self.left_by(side) for side in sides if self.left_by(side)), None)
        if self.over or (until is None and gone is None):
            return None
        claim = next((side for side in sides if side != gone and not self.why_no_claim(side)), None)
        ends = None if until is None else clock.told(until)
        told = {"days": self.row.days, "side": self.row.asks, "until": ends, "claim": claim}
        return {**told, "gone": gone} if gone else told


def _span(seconds: float) -> str:
    """A time that is left, as people say it."""
    for size, name in ((DAY, "days"), (3_600, "hours"), (60, "minutes")):
        if seconds >= 2 * size:
            return f"{int(seconds // size)} {name}"
    return f"{int(seconds) + 1} seconds"


def _whose(ask: AskView | None, sides: tuple[str, ...]) -> AskView | None:
    return msgspec.structs.replace(ask, yours=True) if ask and ask.side in sides else ask
