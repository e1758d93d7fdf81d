"""How much a request may be, and how fast it must come: the two protocols of uvicorn, with bounds.

uvicorn reads requests as long and as slow as they come, and leaves it to a proxy to bound them. Here it does without
one. A request's head is bounded in bytes, lines and time, its body in time and pieces (the gate of `limits` bounds its
bytes); what a socket sends, in frames and bytes a second; and whoever asks must also take the answer.
"""

import asyncio
from typing import Any

import httptools
import msgspec
from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol, RequestResponseCycle
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from hexfront.server import bounds
from hexfront.server.gate.door import BODY, BUSY, HEAD, IDLE, REFUSED, Door, door_of

POLICY_VIOLATION = 1008  # the code with which a socket is closed that is too busy


# -- requests ----------------------------------------------------------------------------------------------


class TurnedAway(Exception):
    """Raised while a request is read, to stop reading."""

    def __init__(self, status: int, why: str) -> None:
        self.status, self.why = status, why


class Taking(asyncio.Protocol):
    """A connection of which we know since when nobody takes what we send."""

    loop: asyncio.AbstractEventLoop
    stalled = 0.0

    def pause_writing(self) -> None:
        """He does not take what we send."""
        self.stalled = self.loop.time()
        super().pause_writing()

    def resume_writing(self) -> None:
        """He does again."""
        self.stalled = 0.0
        super().resume_writing()

    def is_stuck(self, now: float) -> bool:
        """Has he taken nothing for too long?"""
        return bool(self.stalled) and now - self.stalled > bounds.STALLED


class BoundedHttp(Taking, HttpToolsProtocol):
    """uvicorn's protocol for requests, which reads only so much and only so long."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.door = door_of(self.server_state, self.loop)
        self.host = ""
        self.about, self.since = HEAD, self.loop.time()
        self.head = 0  # bytes of the head that have come
        self.raw = self.whole = self.pieces = 0  # of the body: bytes as they came, bytes that count, chunks
        self.under_way: list[RequestResponseCycle] = []  # requests that have not been answered to the end
        self.away: TurnedAway | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Somebody is there; he may be one too many."""
        super().connection_made(transport)
        self.host = self.client[0] if self.client else ""
        why = self.door.enter(self, self.host)
        if why:
            self.about = REFUSED
            transport.write(refusal(TurnedAway(503, why)))
            transport.close()

    def connection_lost(self, exc: Exception | None) -> None:
        """He is gone."""
        self.door.leave(self, self.host)
        self._stop_answering()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Read what has come; of a head never more than its bound at a time."""
        self._unset_keepalive_if_required()
        if self.about == REFUSED:
            return self._overhear(len(data))
        if self.about == IDLE:
            self._begin(HEAD)
        try:
            while data and self.about != REFUSED and not self.transport.is_closing():
                data = self._feed(data)
        except httptools.HttpParserUpgrade:
            if self._should_upgrade():
                self.handle_websocket_upgrade()
        except httptools.HttpParserError:
            self.turn_away(self.away or TurnedAway(400, "this is no request that HTTP knows"))
        return None

    def _feed(self, data: bytes) -> bytes:
        """Read some bytes; what is left of them."""
        room = bounds.HEAD_BYTES - self.head if self.about == HEAD else len(data)
        piece, rest = data[:room], data[room:]
        self.head += len(piece)
        self.raw += len(piece)
        self.parser.feed_data(piece)
        if self.about == HEAD and self.head >= bounds.HEAD_BYTES:
            self.turn_away(_too_big_a_head())
        elif self.about == BODY and self.raw > self.whole + bounds.BODY_WRAPPING:
            self.turn_away(TurnedAway(400, "the body of this request comes in too many pieces"))
        return rest

    def _overhear(self, many: int) -> None:
        """Who was turned away goes on speaking; after a while we hang up."""
        self.raw += many
        if self.raw > bounds.SWALLOWED:
            self._hang_up()

    def _begin(self, about: str) -> None:
        self.about, self.since = about, self.loop.time()
        self.head = self.raw = self.whole = self.pieces = 0

    # what the parser finds; TurnedAway goes through it and comes out as an error of its own

    def on_message_begin(self) -> None:
        """The first byte of a request."""
        if self.about != HEAD:
            self._begin(HEAD)
        super().on_message_begin()

    def on_url(self, url: bytes) -> None:
        """A piece of the first line."""
        super().on_url(url)
        if len(self.url) > bounds.LINE_BYTES:
            self._stop(TurnedAway(414, f"this address is too long: {bounds.LINE_BYTES:,} bytes are the most"))

    def on_header(self, name: bytes, value: bytes) -> None:
        """A header, or a line after a body."""
        super().on_header(name, value)
        if len(self.headers) > bounds.HEADERS or len(name) + len(value) > bounds.LINE_BYTES:
            self._stop(_too_big_a_head())

    def on_headers_complete(self) -> None:
        """The head is whole; requests that come before the last one is answered wait in a row."""
        if len(self.pipeline) >= bounds.PIPELINED:
            self._stop(TurnedAway(400, f"wait for an answer: {bounds.PIPELINED} requests may be under way at once"))
        self._begin(BODY)
        super().on_headers_complete()
        if not (self.parser.should_upgrade() and self._should_upgrade()):
            self.under_way.append(self.cycle)

    def on_body(self, body: bytes) -> None:
        """A piece of the body."""
        self.whole += len(body)
        self.pieces += 1
        if self.pieces > bounds.BODY_PIECES or self.whole > bounds.SWALLOWED:
            self._stop(TurnedAway(413, "the body of this request is too big, or comes in too many pieces"))
        super().on_body(body)

    def on_message_complete(self) -> None:
        """The request is whole."""
        super().on_message_complete()
        if not (self.parser.should_upgrade() and self._should_upgrade()):
            self._begin(IDLE if self.cycle.response_complete else BUSY)

    def on_response_complete(self) -> None:
        """An answer has gone out."""
        self.under_way = [cycle for cycle in self.under_way if not cycle.response_complete]
        super().on_response_complete()
        if self.about == BUSY and self.cycle.response_complete:
            self._begin(IDLE)

    def _stop(self, away: TurnedAway) -> None:
        self.away = away
        raise away

    # who is late, and who is turned away

    def late(self, now: float) -> None:
        """End what comes, or what is taken, too slowly."""
        waited = now - self.since
        if self.is_stuck(now) or (self.about == REFUSED and waited > bounds.LINGER):
            self._hang_up()
        elif self.about == HEAD and waited > bounds.HEAD_TIME and not self.head:
            self.transport.close()  # browsers open connections for later
        elif self.about == HEAD and waited > bounds.HEAD_TIME:
            self.turn_away(TurnedAway(408, f"a request's head must be sent within {bounds.HEAD_TIME:g} seconds"))
        elif self.about == BODY and self.flow.read_paused:
            self.since = now  # it is we who do not read
        elif self.about == BODY and waited > bounds.BODY_GRACE + self.whole / bounds.BODY_RATE:
            self.turn_away(TurnedAway(408, "the body of this request comes too slowly"))

    def give_way(self) -> None:
        """Nothing was asked, so nothing is answered."""
        self.door.leave(self, self.host)
        self._hang_up()

    def turn_away(self, away: TurnedAway) -> None:
        """Say why, hear no more, and hang up in a moment: who is cut off at once never reads why."""
        if self.about == REFUSED or self.transport.is_closing():
            return
        if self._is_answering():
            self._hang_up()
            return
        self._begin(REFUSED)
        self.flow.resume_reading()
        self._stop_answering()
        self.transport.write(refusal(away))
        if self.transport.can_write_eof():
            self.transport.write_eof()

    def _is_answering(self) -> bool:
        """Is another answer on its way, or did this request's go out before all was heard? Then no other can follow."""
        if self.about != BODY:
            return bool(self.under_way)
        return self.under_way != [self.cycle] or self.cycle.response_started

    def _stop_answering(self) -> None:
        """What is being worked out will not be sent; uvicorn forgets all but the last of several requests."""
        for cycle in self.under_way:
            cycle.disconnected = True
            cycle.message_event.set()

    def _hang_up(self) -> None:
        self._stop_answering()
        self.transport.abort()

    def handle_websocket_upgrade(self) -> None:
        """From here on the connection is a socket."""
        super().handle_websocket_upgrade()
        found = self.transport.get_protocol()
        if isinstance(found, BoundedSocket):
            found.door, found.host = self.door, self.host
            self.door.turn_into(self, found, self.host)

    def _unsupported_upgrade_warning(self) -> None:
        """Nobody needs to read of that in the log."""


def _too_big_a_head() -> TurnedAway:
    most = f"{bounds.HEADERS} headers and {bounds.HEAD_BYTES // 1024} kB"
    return TurnedAway(431, f"the head of this request is too big: {most} are the most")


def refusal(away: TurnedAway) -> bytes:
    """An answer that looks like all other refusals, after which the connection ends."""
    body = msgspec.json.encode({"error": {"rule": "", "why": away.why, "status": away.status}})
    head = STATUS_LINE[away.status] + b"content-type: application/json\r\ncache-control: no-store\r\n"
    return head + b"connection: close\r\ncontent-length: %d\r\n\r\n" % len(body) + body


# -- sockets -----------------------------------------------------------------------------------------------


class Allowance:
    """So many a second, so many at once."""

    def __init__(self, rate: float, burst: float, now: float) -> None:
        self.rate, self.burst, self.left, self.seen = rate, burst, burst, now

    def take(self, many: int, now: float) -> bool:
        """Is there enough left? It is taken either way."""
        self.left = min(self.burst, self.left + (now - self.seen) * self.rate) - many
        self.seen = now
        return self.left >= 0


class BoundedSocket(Taking, WebSocketsSansIOProtocol):
    """uvicorn's protocol for sockets. What a browser sends is only a sign of life."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        now = self.loop.time()
        self.about, self.since, self.host = BUSY, now, ""
        self.frames_left = Allowance(bounds.FRAME_RATE, bounds.FRAMES, now)
        self.bytes_left = Allowance(bounds.FRAME_BYTE_RATE, bounds.FRAME_BYTES, now)
        self.door: Door | None = None

    def connection_lost(self, exc: Exception | None) -> None:
        """He is gone."""
        if self.door is not None:
            self.door.leave(self, self.host)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Read frames, a few at a time: whoever sends too many is heard no more."""
        if self.about == REFUSED:
            return
        if not self.handshake_initiated:
            super().data_received(data)  # a whole head, as the other protocol has read it
            if not self.handshake_initiated:
                self.transport.write(refusal(TurnedAway(400, "this is no handshake of a socket")))
                self.transport.close()
            return
        if not self.bytes_left.take(len(data), self.loop.time()):
            self.turn_away("too many bytes in a short time: a socket of ours is for listening")
        for start in range(0, len(data), bounds.FRAME_SLICE):
            if self.about == REFUSED or self.transport.is_closing():
                return
            super().data_received(data[start : start + bounds.FRAME_SLICE])

    def handle_events(self) -> None:
        """Count what has come, then see to it."""
        if self.handshake_initiated and not self.frames_left.take(len(self.conn.events), self.loop.time()):
            self.turn_away("too many frames in a short time: a socket of ours is for listening")
            return
        super().handle_events()

    def send_receive_event_to_app(self) -> None:
        """That something was said is told, and nothing of what: it may be long, and need not even be text."""
        self.frames, self.curr_msg_data_type = [b""], "text"
        super().send_receive_event_to_app()

    def turn_away(self, why: str) -> None:
        """Say why, hear no more, and hang up in a moment."""
        self.about, self.since = REFUSED, self.loop.time()
        self.stop_keepalive()
        self.conn.fail(POLICY_VIOLATION, why)
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.close_sent = True
        self.queue.put_nowait({"type": "websocket.disconnect", "code": POLICY_VIOLATION, "reason": why})
        self.close_timer = self.loop.call_later(bounds.LINGER, self.transport.abort)

    def late(self, now: float) -> None:
        """End what nobody takes, and what never becomes a socket."""
        unborn = not self.handshake_complete and now - self.since > bounds.HEAD_TIME
        if self.is_stuck(now) or unborn:
            self.transport.abort()

    def give_way(self) -> None:
        """Never asked of a socket: it is busy listening."""
