"""One client's socket: what it says is read, checked and done; what it sees is made when it can take it.

A client is never sent a queue of old news: whenever its socket is free it gets one `Update` with the table as it is
now and everything that happened since the last. So a slow client skips states, and costs no memory.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from contextlib import suppress
from functools import partial
from typing import Any

import msgspec
import structlog
from litestar.exceptions import WebSocketDisconnect
from msgspec.structs import replace

from shmear import __version__
from shmear.protocol.messages import (
    CLOSE_BAD,
    CLOSE_FAST,
    CLOSE_MOVED,
    CLOSE_SLOW,
    CLOSE_VERSION,
    LONGEST_MESSAGE,
    VERSION,
    Chat,
    ClientMessage,
    Done,
    Error,
    Explain,
    Hello,
    Hint,
    Ping,
    Pong,
    React,
    ServerMessage,
    Update,
    Welcome,
)
from shmear.protocol.wire import rules_shown
from shmear.server import advising
from shmear.server.commands import Refused
from shmear.server.limits import Bucket
from shmear.server.names import clean_name
from shmear.server.room import Room
from shmear.server.showing import Shown, as_happened, you
from shmear.server.store import StoreTrouble

log = structlog.get_logger()

HELLO_WITHIN = 10.0
"""Seconds in which a new connection must say hello."""
BAD_ALLOWED = 10
"""So many bad messages are answered; then the connection is closed. Each good one makes up for one."""
FAST_ALLOWED = 100
"""So many messages beyond the rate are answered; then the connection is closed."""
OUTBOX = 200
"""Most answers that wait for a client that does not read."""

_decoder = msgspec.json.Decoder(ClientMessage)
_encoder = msgspec.json.Encoder()


class Closed(Exception):
    """The connection ends: the close code, and the reason as the client may see it."""

    def __init__(self, code: int, reason: str) -> None:
        """An end."""
        super().__init__(reason)
        self.code, self.reason = code, reason


class Socket:
    """What a connection needs of a WebSocket: ASGI's ``receive`` and ``send``."""

    def __init__(self, receive: Any, send: Any) -> None:
        """An accepted socket."""
        self._receive, self._send = receive, send

    async def receive(self) -> str | bytes | None:
        """The next message, None when the client has gone."""
        while True:
            try:
                message = await self._receive()
            except WebSocketDisconnect:
                return None
            if message["type"] == "websocket.disconnect":
                return None
            if message["type"] == "websocket.receive":
                text = message.get("text")
                return text if text is not None else message.get("bytes") or b""

    async def send(self, text: str) -> None:
        """Send a text message. Raises `OSError` or `RuntimeError` when the client has gone."""
        try:
            await self._send({"type": "websocket.send", "text": text})
        except WebSocketDisconnect as gone:
            raise ConnectionResetError(gone.detail) from None

    async def close(self, code: int, reason: str) -> None:
        """Close with a code, unless the client has gone by itself."""
        with suppress(OSError, RuntimeError, WebSocketDisconnect):
            await self._send({"type": "websocket.close", "code": code, "reason": reason})


class Connection:
    """A client at a table."""

    def __init__(self, room: Room, socket: Socket, player: str, host: str | None = None) -> None:
        """A connection that has not said hello; `host` is what the browser calls the server."""
        options = room.hub.options
        self.room, self.socket, self.player, self.host = room, socket, player, host
        self.name = ""
        self.since = time.time()
        self._outbox: deque[ServerMessage] = deque()
        self._wake = asyncio.Event()
        self._ended: asyncio.Future[Closed] = asyncio.get_running_loop().create_future()
        self._last: Shown | None = None
        self._seq: int | None = None
        self._sheet: tuple[int, int] | None = None
        self._chat: tuple[int, frozenset[str]] | None = None
        self._messages = Bucket(options.messages_per_second, options.messages_at_once)
        self._sayings = Bucket(0.5, 5)
        self._bad = 0
        self._fast = 0
        self._advising: asyncio.Task[None] | None = None

    # --- what others call --------------------------------------------------------------------------------------------

    def wake(self) -> None:
        """There may be something new to see."""
        self._wake.set()

    def say(self, message: ServerMessage) -> None:
        """Send a message as soon as the socket is free."""
        self._outbox.append(message)
        if len(self._outbox) > OUTBOX:
            self.end(Closed(CLOSE_SLOW, "too slow: answers were not read"))
        self._wake.set()

    def outdated(self) -> None:
        """The player has come to the table in another window, and this one ends."""
        self.end(Closed(CLOSE_MOVED, "you are at this table in a newer window"))

    def end(self, why: Closed) -> None:
        """Close the connection for a reason."""
        if not self._ended.done():
            self._ended.set_result(why)

    # --- its life ----------------------------------------------------------------------------------------------------

    async def run(self) -> None:
        """Serve the client until it goes or is cut off."""
        tasks: list[asyncio.Task[Closed | None]] = []
        try:
            if not await self._hello():
                return
            for other in [one for one in self.room.connections if one.player == self.player]:
                other.outdated()
            self.room.arrived(self)
            await self.room.hub.arrived(self.room.table.code, self.player, self.since)
            tasks = [asyncio.create_task(self._read()), asyncio.create_task(self._write())]
            done, _ = await asyncio.wait([*tasks, self._ended], return_when=asyncio.FIRST_COMPLETED)
            closed = next((one.result() for one in done), None)
        except Closed as why:
            closed = why
        finally:
            if self._advising is not None:
                self._advising.cancel()
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            if self in self.room.connections:
                self.room.left(self)
                await self.room.hub.departed(self.room, self.player)
        if closed is not None:
            self.room.hub.metrics.cut_off.labels(str(closed.code)).inc()
            try:
                async with asyncio.timeout(2):
                    await self._flush()
                    await self.socket.close(closed.code, closed.reason)
            except (OSError, RuntimeError, TimeoutError):
                pass  # it has gone by itself

    async def _hello(self) -> bool:
        """Read the first message and answer it; False for a client that has gone."""
        try:
            async with asyncio.timeout(HELLO_WITHIN):
                received = await self.socket.receive()
        except TimeoutError:
            raise Closed(CLOSE_BAD, "no hello came") from None
        if received is None:
            return False
        said = self._decoded(received)
        if isinstance(said, Error):
            self.say(said)
            raise Closed(CLOSE_BAD, "the first message must be a hello")
        if not isinstance(said, Hello):
            self.say(Error(code="bad_message", message="say hello first", re=said.id))
            raise Closed(CLOSE_BAD, "the first message must be a hello")
        if said.v != VERSION:
            self.say(Error(code="version", message=f"this server speaks version {VERSION}, not {said.v}"))
            raise Closed(CLOSE_VERSION, f"this server speaks version {VERSION}")
        self.name = clean_name(said.name, otherwise="")
        table = self.room.table
        self._seq = said.since if said.since is not None and said.since <= table.seq else None
        self.say(
            Welcome(
                v=VERSION,
                server=__version__,
                code=table.code,
                url=self.room.hub.link(f"/t/{table.code}", self.host),
                game=rules_shown(table.rules, table.settings.players),
                you=you(table, self.player),
                now=time.time(),
            )
        )
        return True

    # --- reading -----------------------------------------------------------------------------------------------------

    async def _read(self) -> Closed | None:
        while True:
            received = await self.socket.receive()
            if received is None:
                return None
            closed = await self._heard(received)
            if closed is not None:
                return closed

    async def _heard(self, received: str | bytes) -> Closed | None:
        if not self._messages.take():
            self._fast += 1
            self._refuse(Error(code="too_fast", message="too many messages; wait a moment", re=_id_of(received)))
            await asyncio.sleep(1 / self._messages.rate)
            return Closed(CLOSE_FAST, "too many messages") if self._fast > FAST_ALLOWED else None
        said = self._decoded(received)
        if isinstance(said, Error):
            self._refuse(said)
            self._bad += 1
            return Closed(CLOSE_BAD, "too many bad messages") if self._bad > BAD_ALLOWED else None
        self._bad = max(0, self._bad - 1)
        if isinstance(said, Ping):
            self.say(Pong(now=time.time(), re=said.id))
        elif isinstance(said, Hello):
            self._refuse(Error(code="not_now", message="you have said hello already", re=said.id))
        elif isinstance(said, (Chat, React)) and not self._sayings.take():
            self._refuse(Error(code="too_fast", message="you are talking too fast; wait a moment", re=said.id))
        elif isinstance(said, (Hint, Explain)):
            self._advise(said)
        else:
            await self._do(said)
        return None

    def _advise(self, said: Hint | Explain) -> None:
        """Let a bot think about what the client asks, and answer when it has; meanwhile the client is heard on."""
        try:
            if self._advising is not None and not self._advising.done():
                raise Refused("not_now", "the bot is still thinking about what you asked before")
            about = advising.question(self.room.table, self.player, said)
        except Refused as why:
            self._refuse(Error(code=why.code, message=why.message, clause=why.clause, re=said.id))
        else:
            self._advising = asyncio.create_task(self._advised(about, said.id), name="advice")

    async def _advised(self, about: advising.Asked, id: int | None) -> None:
        try:
            advice = await self.room.hub.think(partial(advising.advise, about))
        except Exception:
            log.exception("advice_failed")
            self.room.hub.metrics.defects.inc()
            self._refuse(Error(code="trouble", message="something went wrong on the server", re=id))
        else:
            self.say(replace(advice, re=id))

    async def _do(self, said: ClientMessage) -> None:
        hub = self.room.hub
        began = time.perf_counter()
        try:
            seq = await self.room.do(self.player, self.name, said)
        except Refused as why:
            self._refuse(Error(code=why.code, message=why.message, clause=why.clause, re=said.id))
        except StoreTrouble as why:
            message = f"that could not be saved: {why}. Nothing has changed; try again in a moment"
            self._refuse(Error(code="trouble", message=message, re=said.id))
        except Exception:
            # A defect of ours: the client learns that it was one, the log learns where, and the table goes on.
            log.exception("message_failed", kind=type(said).__name__)
            hub.metrics.defects.inc()
            await self._reload()
            self._refuse(Error(code="trouble", message="something went wrong on the server", re=said.id))
        else:
            hub.metrics.stored.observe(time.perf_counter() - began)
            if said.id is not None:
                self.say(Done(re=said.id, seq=seq))

    async def _reload(self) -> None:
        with suppress(StoreTrouble):  # the next write reads again
            await self.room.catch_up()

    def _refuse(self, error: Error) -> None:
        self.room.hub.metrics.refused.labels(error.code).inc()
        self.say(error)

    def _decoded(self, received: str | bytes) -> ClientMessage | Error:
        if isinstance(received, bytes):
            return Error(code="bad_message", message="messages are JSON text, not binary")
        if len(received) > LONGEST_MESSAGE:
            return Error(code="bad_message", message=f"a message has at most {LONGEST_MESSAGE} bytes")
        try:
            return _decoder.decode(received)
        except (msgspec.DecodeError, RecursionError, UnicodeError) as error:
            message = str(error) if isinstance(error, msgspec.DecodeError) else "the message cannot be read"
            return Error(code="bad_message", message=message, re=_id_of(received))

    # --- writing -----------------------------------------------------------------------------------------------------

    async def _write(self) -> Closed | None:
        slow_after = self.room.hub.options.slow_after
        again: float | None = None
        while True:
            self._wake.clear()
            try:
                async with asyncio.timeout(slow_after):
                    await self._flush()
                    update, again = self._update()
                    if update is not None:
                        await self.socket.send(_encoder.encode(update).decode())
            except TimeoutError:
                return Closed(CLOSE_SLOW, "too slow: updates were not read")
            except (OSError, RuntimeError):
                return None  # it has gone
            if self._outbox:
                continue
            if again is None:
                await self._wake.wait()
                continue
            # Not asyncio.wait_for: until Python 3.12 it can lose the cancellation of a task that is woken meanwhile.
            with suppress(TimeoutError):
                async with asyncio.timeout(max(0.0, again - time.time())):
                    await self._wake.wait()

    async def _flush(self) -> None:
        while self._outbox:
            await self.socket.send(_encoder.encode(self._outbox.popleft()).decode())

    def _update(self) -> tuple[Update | None, float | None]:
        """What the client has not seen yet, if anything, and when there will be more by itself."""
        room = self.room
        again: float | None = None
        if room.table.seat_of(self.player) is None and room.table.settings.watch_delay:
            shown, again = room.shown_late()
        else:
            shown = room.shown()
        if shown is self._last:
            return None, again
        self._last = shown
        table = shown.table
        muted = frozenset(table.muted.get(self.player, ()))
        seat = table.seat_of(self.player)
        since = self._seq if self._seq is not None else table.seq
        missed = since < room.forgotten
        events = [] if missed else room.told_between(since, table.seq)
        if seat is None and not table.settings.watch:
            events = [one for one in events if one.public.what != "acted"]
        sheet = (table.matches, len(table.sheet))
        chat = (table.spoken[-1][0] if table.spoken else 0, muted)
        update = Update(
            seq=table.seq,
            events=as_happened(events, seat, muted),
            table=shown.to(self.player, sheet=sheet != self._sheet, chat=chat != self._chat),
            missed=missed,
        )
        self._seq, self._sheet, self._chat = max(since, table.seq), sheet, chat
        return update, again


class _Numbered(msgspec.Struct):
    """The part of a bad message that says which answer belongs to it."""

    id: int | None = None


def _id_of(received: str | bytes) -> int | None:
    try:
        return msgspec.json.decode(received, type=_Numbered).id
    except (msgspec.DecodeError, RecursionError, UnicodeError):
        return None
