"""All tables of one server process, and what it has in common with the other processes of the same database."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

import msgspec
import structlog
from litestar.channels import ChannelsPlugin

from shmear.protocol.messages import Notice
from shmear.server.commands import Refused
from shmear.server.connection import Closed
from shmear.server.events import AnyEvent, Created, Event, Moved, encode
from shmear.server.identity import Identity
from shmear.server.limits import Buckets, Held
from shmear.server.metrics import Metrics
from shmear.server.news import CHANNEL
from shmear.server.options import Options
from shmear.server.reviewing import Reviewer
from shmear.server.room import Room, summary_of
from shmear.server.store import Entry, Store, StoreTrouble
from shmear.server.table import Table

log = structlog.get_logger()
T = TypeVar("T")

ALPHABET = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"
"""The characters of a table's code: none that looks like another."""
CODE_LENGTH = 6
BEAT = 2.0
"""Seconds between two signs of life of a process that shares its database."""
ALIVE = 7.0
"""So long a process counts as alive after a sign of life."""
IDLE = 120.0
"""So many seconds after its last use a table without connections leaves the memory."""
LINK_FOR = 900.0
"""Seconds for which a link that moves a seat is good."""


class NoTable(LookupError):
    """There is no table of a code."""


class Hub:
    """The rooms of a process. Made by `app.make_app`, opened and closed with it."""

    def __init__(self, options: Options, store: Store, channels: ChannelsPlugin, key: str) -> None:
        """A hub over an open store; `key` signs cookies."""
        self.options, self.store, self.channels = options, store, channels
        self.identity = Identity(key)
        self.metrics = Metrics()
        self.node = secrets.token_hex(8)
        self.sockets = Held(options.sockets_per_address)
        # A browser without a cookie is somebody new each time: tables are counted by address too, more generously.
        self.making = Buckets(options.tables_per_hour * 5 / 3600, options.tables_per_hour)
        self.joining = Buckets(options.joins_per_second, max(1.0, 30 * options.joins_per_second))
        self.rooms: dict[str, Room] = {}
        self.closing = False
        self._loading: dict[str, asyncio.Task[Room]] = {}
        self._tasks: list[asyncio.Task[None]] = []
        # One after another, so that no number of hints keeps the bots of the tables waiting.
        self.reviewer = Reviewer()
        self._advisers = ThreadPoolExecutor(1, thread_name_prefix="advice")
        self._shared = store.dialect == "postgresql"

    # --- tables ------------------------------------------------------------------------------------------------------

    def link(self, path: str, host: str | None = None) -> str:
        """A link to a page of ours, such as ``/t/K7QX2M``; `host` is what the browser calls us."""
        own = f"http://{host or f'{self.options.host}:{self.options.port}'}"
        return (self.options.public_url or own).rstrip("/") + path

    async def create(self, host: str, created: Created, *others: Event) -> str:
        """Make a table; its code. Raises `StoreTrouble`."""
        while True:
            code = "".join(secrets.choice(ALPHABET) for _ in range(CODE_LENGTH))
            table, now = Table(code), time.time()
            entries: list[Entry] = []
            for seq, event in enumerate((created, *others), start=1):
                table.apply(seq, now, event)  # pyright: ignore[reportArgumentType]
                entries.append(Entry(code, seq, now, encode(event)))
            if await self.store.create(summary_of(table), entries):
                self.counted((0, now, event) for event in (created, *others))  # pyright: ignore[reportArgumentType]
                return code

    async def room(self, code: str) -> Room:
        """The room of a table, read from the store when it is not in memory. Raises `NoTable`, `StoreTrouble`."""
        room = self.rooms.get(code)
        if room is not None:
            room.last_used = time.time()
            return room
        if code not in self._loading:
            self._loading[code] = asyncio.create_task(self._load(code))
        try:
            return await asyncio.shield(self._loading[code])
        finally:
            if code in self._loading and self._loading[code].done():
                del self._loading[code]

    async def _load(self, code: str) -> Room:
        room = Room(self, code)
        await room.catch_up()
        if room.table.seq == 0:
            raise NoTable(code)
        if self._shared:
            room.here_elsewhere((await self.store.present([code], time.time())).get(code, set()))
        self.rooms[code] = room
        self.metrics.rooms.set(len(self.rooms))
        return room

    async def think(self, out: Callable[[], T]) -> T:
        """Have something thought out beside the tables; what it gives."""
        return await asyncio.get_running_loop().run_in_executor(self._advisers, out)

    def counted(self, entries: Iterable[tuple[int, float, AnyEvent]]) -> None:
        """Count entries that were written."""
        for _, _, event in entries:
            kind = event.__struct_config__.tag
            self.metrics.events.labels(str(kind)).inc()

    async def moved(self, code: str, seat: int, player: str, to: str) -> None:
        """Give a seat to the same person's other device. Raises `NoTable`, `Refused`, `StoreTrouble`."""
        room = await self.room(code)

        def decided(table: Table) -> list[Event]:
            if table.chairs[seat].player == to:
                return []
            if table.chairs[seat].player != player:
                raise Refused("not_now", "the seat has changed hands since the link was made")
            if table.seat_of(to) is not None:
                raise Refused("not_now", "this device already has a seat at the table")
            return [Moved(seat=seat, player=to)]

        await room.write(decided)

    # --- the other processes -----------------------------------------------------------------------------------------

    def tell(self, code: str, seq: int) -> None:
        """Tell the other processes that a table's log has grown."""
        if self._shared:
            news: dict[str, str | int] = {"t": code, "s": seq, "n": self.node}
            self.channels.publish(news, CHANNEL)  # pyright: ignore[reportUnknownMemberType]

    async def arrived(self, code: str, player: str, at: float) -> None:
        """A player has connected to a table here."""
        if self._shared:
            try:
                await self.store.arrive(code, player, self.node)
            except StoreTrouble as trouble:
                log.warning("presence_not_stored", trouble=str(trouble))
            news: dict[str, str | float] = {"t": code, "p": player, "at": at, "n": self.node}
            self.channels.publish(news, CHANNEL)  # pyright: ignore[reportUnknownMemberType]

    async def departed(self, room: Room, player: str) -> None:
        """A connection of a player to a table here has ended."""
        if self._shared and not any(one.player == player for one in room.connections):
            try:
                await self.store.depart(room.table.code, player, self.node)
            except StoreTrouble as trouble:
                log.warning("presence_not_stored", trouble=str(trouble))

    async def open(self) -> None:
        """Begin to listen to the other processes, to show signs of life and to tidy up."""
        if self._shared:
            await self.store.beat(self.node, time.time() + ALIVE)
            self._tasks.append(asyncio.create_task(self._listen(), name="news"))
            self._tasks.append(asyncio.create_task(self._beat(), name="signs of life"))
        self._tasks.append(asyncio.create_task(self._tidy(), name="tidying"))

    async def _listen(self) -> None:
        async with self.channels.start_subscription([CHANNEL]) as subscriber:
            async for data in subscriber.iter_events():
                news = msgspec.json.decode(data, type=dict[str, str | int | float])
                room = self.rooms.get(str(news.get("t")))
                if room is None or news.get("n") == self.node:
                    continue
                if "p" in news:
                    room.came_elsewhere(str(news["p"]), float(news["at"]))
                elif int(news.get("s", 0)) > room.table.seq:
                    await self._refresh(room)

    async def _refresh(self, room: Room) -> None:
        try:
            await room.catch_up()
        except StoreTrouble as trouble:
            log.warning("news_not_read", trouble=str(trouble))

    async def _beat(self) -> None:
        """Show signs of life, see who is at our tables through other processes, and look for news that got lost."""
        while True:
            await asyncio.sleep(BEAT)
            try:
                now = time.time()
                await self.store.beat(self.node, now + ALIVE)
                codes = [code for code, room in self.rooms.items() if room.connections]
                if not codes:
                    continue
                there = await self.store.present(codes, now)
                newest = await self.store.last_seq(codes)
                for code in codes:
                    room = self.rooms.get(code)
                    if room is None:
                        continue
                    own = {one.player for one in room.connections}
                    room.here_elsewhere(there.get(code, set()) - own)
                    for lost in own - there.get(code, set()):
                        await self.store.arrive(code, lost, self.node)
                    if newest.get(code, 0) > room.table.seq:
                        await room.catch_up()
            except StoreTrouble as trouble:
                log.warning("no_sign_of_life", trouble=str(trouble))

    async def _tidy(self) -> None:
        """Forget tables that nobody uses; in the database, processes that are dead."""
        while True:
            await asyncio.sleep(IDLE / 4)
            old = time.time() - IDLE
            for code, room in list(self.rooms.items()):
                if not room.connections and room.last_used < old:
                    del self.rooms[code]
                    await room.close()
            self.metrics.rooms.set(len(self.rooms))
            if self._shared:
                try:
                    await self.store.sweep(time.time())
                except StoreTrouble as trouble:
                    log.warning("not_tidied", trouble=str(trouble))

    async def close(self, code: int, reason: str) -> None:
        """Say goodbye to everybody and stop."""
        self.closing = True
        for room in list(self.rooms.values()):
            room.notify(Notice(kind="closing", message="The server is being stopped. Nothing is lost."))
            for connection in list(room.connections):
                connection.end(Closed(code, reason))
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self.reviewer.close()
        self._advisers.shutdown(wait=False, cancel_futures=True)
        for room in list(self.rooms.values()):
            await room.close()
        if self._shared:
            try:
                await self.store.forget_node(self.node)
            except StoreTrouble as trouble:
                log.warning("node_not_forgotten", trouble=str(trouble))
