"""News between the servers of one database: "this table's log has grown", so that the others look at once.

News may be lost; whoever needs to know looks at the log from time to time as well.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterable
from contextlib import suppress
from functools import partial
from typing import Any, Protocol, cast

import asyncpg  # pyright: ignore[reportMissingTypeStubs] - it has none; `_Connection` says what is used of it
from litestar.channels.backends.base import ChannelsBackend
from litestar.channels.backends.memory import MemoryChannelsBackend

from shmear.server.store.database import locate

log = logging.getLogger(__name__)

CHANNEL = "shmear_tables"
"""The channel for news of all tables: each LISTEN is a statement, and a server holds many tables."""

LARGEST = 7999
"""The bytes that PostgreSQL takes as the payload of one NOTIFY."""

SECONDS = 5.0
"""How long connecting, publishing or a sign of life may take."""
QUIET = 30.0
"""After so many seconds without news the connection is asked for a sign of life."""
PAUSES = (0.1, 0.2, 0.5, 1.0, 2.0, 5.0)
"""Seconds between attempts to connect again."""


def news_backend(url: str | None) -> ChannelsBackend:
    """What carries news for the servers of a database, which is named as for `Store.open`.

    A SQLite file has one server, so its news stay in memory.
    """
    place = locate(url)
    if place.get_backend_name() == "sqlite":
        return MemoryChannelsBackend()
    return PostgresNewsBackend(place.set(drivername="postgresql").render_as_string(hide_password=False))


class PostgresNewsBackend(ChannelsBackend):
    """LISTEN and NOTIFY of PostgreSQL over two connections that are kept open and made again when they are lost.

    Litestar's own `AsyncPgChannelsBackend` opens a connection for each message, which costs more than the message,
    and once its listening connection is lost, it hears nothing any more until the server is started again. Here a
    listener that has lost its connection makes a new one and listens to the same channels; what was said in between
    is lost. A message that cannot be sent is dropped with a line in the log, for an error would end Litestar's
    task that publishes.
    """

    def __init__(self, dsn: str) -> None:
        self._dsn = dsn
        self._channels: set[str] = set()
        self._heard: asyncio.Queue[tuple[str, bytes]] = asyncio.Queue()
        self._listener: _Connection | None = None
        self._listener_turn = asyncio.Lock()
        self._listening: asyncio.Task[None] | None = None
        self._publisher: _Connection | None = None
        self._publisher_turn = asyncio.Lock()

    async def on_startup(self) -> None:
        """Connects the listener. Where the database cannot be reached, it goes on trying."""
        tried = asyncio.Event()
        self._listening = asyncio.create_task(self._listen(tried), name="shmear-news")
        await tried.wait()

    async def on_shutdown(self) -> None:
        """Closes both connections."""
        if self._listening is not None:
            self._listening.cancel()
            with suppress(asyncio.CancelledError):
                await self._listening
            self._listening = None
        async with self._publisher_turn:
            if self._publisher is not None:
                await _close(self._publisher)
                self._publisher = None
        self._channels.clear()

    async def publish(self, data: bytes, channels: Iterable[str]) -> None:
        """Sends a message to every server that listens to one of the channels, this one too."""
        if len(data) > LARGEST:
            log.error("news of %d bytes dropped: PostgreSQL carries %d", len(data), LARGEST)
            return
        async with self._publisher_turn:
            try:
                if self._publisher is None or self._publisher.is_closed():
                    self._publisher = await _connect(self._dsn)
                for channel in channels:
                    await self._publisher.execute("SELECT pg_notify($1, $2)", channel, data.decode(), timeout=SECONDS)
            except _TROUBLE as error:
                log.warning("news dropped: %s", str(error) or type(error).__name__)
                if self._publisher is not None:
                    self._publisher.terminate()
                    self._publisher = None

    async def subscribe(self, channels: Iterable[str]) -> None:
        """Listens to channels from now on."""
        async with self._listener_turn:
            new = set(channels) - self._channels
            self._channels |= new
            if self._listener is not None:
                await self._add(self._listener, new)

    async def unsubscribe(self, channels: Iterable[str]) -> None:
        """Listens to channels no more."""
        async with self._listener_turn:
            old = set(channels) & self._channels
            self._channels -= old
            if self._listener is not None:
                try:
                    async with asyncio.timeout(SECONDS):
                        for channel in sorted(old):
                            await self._listener.remove_listener(channel, self._hear)
                except _TROUBLE:
                    self._listener.terminate()

    async def stream_events(self) -> AsyncGenerator[tuple[str, Any], None]:
        """Channel and message of whatever is heard, without end."""
        while True:
            channel, data = await self._heard.get()
            if channel in self._channels:  # it may have been unsubscribed in the meantime
                yield channel, data

    async def get_history(self, channel: str, limit: int | None = None) -> list[bytes]:
        """Nothing: PostgreSQL keeps no message that was delivered."""
        return []

    async def _listen(self, tried: asyncio.Event) -> None:
        """Keeps one connection that listens, for ever."""
        failures = 0
        while True:
            try:
                connection = await _connect(self._dsn)
            except _TROUBLE as error:
                if failures == 0:
                    log.warning("no news: %s", str(error) or type(error).__name__)
                tried.set()
                await asyncio.sleep(PAUSES[min(failures, len(PAUSES) - 1)])
                failures += 1
                continue
            try:
                lost = asyncio.Event()
                connection.add_termination_listener(partial(_set, lost))
                async with self._listener_turn:
                    self._listener = connection
                    await self._add(connection, self._channels)
                if failures:
                    log.info("news again")
                failures = 0
                tried.set()
                await self._until_lost(connection, lost)
                log.warning("no news: the connection was lost")
            finally:
                self._listener = None
                await _close(connection)
            await asyncio.sleep(PAUSES[0])
            failures = 1

    async def _add(self, connection: _Connection, channels: Iterable[str]) -> None:
        try:
            async with asyncio.timeout(SECONDS):
                for channel in sorted(channels):
                    await connection.add_listener(channel, self._hear)
        except _TROUBLE:
            connection.terminate()  # the listening task makes a new one, with all channels

    async def _until_lost(self, connection: _Connection, lost: asyncio.Event) -> None:
        """Returns when a connection has ended, or gives no sign of life: a server that vanished closes nothing."""
        while not lost.is_set():
            try:
                async with asyncio.timeout(QUIET):
                    await lost.wait()
            except TimeoutError:
                try:
                    async with self._listener_turn:
                        await connection.execute("SELECT 1", timeout=SECONDS)
                except _TROUBLE:
                    return

    def _hear(self, _connection: object, _pid: int, channel: str, payload: object) -> None:
        self._heard.put_nowait((channel, str(payload).encode()))


_TROUBLE = (OSError, asyncpg.PostgresError, asyncpg.InterfaceError, asyncpg.InternalClientError)


class _Connection(Protocol):
    """What is used of asyncpg's connection, which has no types of its own."""

    def is_closed(self) -> bool: ...
    def terminate(self) -> None: ...
    async def close(self, *, timeout: float | None = None) -> None: ...
    async def execute(self, query: str, *args: object, timeout: float | None = None) -> str: ...
    async def add_listener(self, channel: str, callback: Any) -> None: ...
    async def remove_listener(self, channel: str, callback: Any) -> None: ...
    def add_termination_listener(self, callback: Any) -> None: ...


async def _connect(dsn: str) -> _Connection:
    connect = cast(Callable[..., Awaitable[_Connection]], asyncpg.connect)  # pyright: ignore[reportUnknownMemberType]
    return await connect(dsn, timeout=SECONDS, server_settings={"application_name": "shmear-news"})


def _set(lost: asyncio.Event, _connection: object) -> None:
    lost.set()


async def _close(connection: _Connection) -> None:
    try:
        await connection.close(timeout=SECONDS)
    except _TROUBLE:
        connection.terminate()
