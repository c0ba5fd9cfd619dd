"""A table as one server process serves it: its connections, what is written for it, and what is due by itself.

Everything is stored before anybody hears of it. `Room.table` is always what the store has: a change is made on a
copy, which takes the table's place once it is stored. Where another process was faster, the room reads what that one
wrote and decides anew.
"""

from __future__ import annotations

import asyncio
import secrets
import time
from collections import deque
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

import structlog
from msgspec.structs import replace

from shmear.protocol.messages import ClientMessage, Notice
from shmear.record import encode as encode_record
from shmear.server import driving
from shmear.server.commands import Refused, decide
from shmear.server.events import AnyEvent, Event, Finished, decode, encode
from shmear.server.showing import Around, Shown, Told, told
from shmear.server.store import Append, Entry, FinishedMatch, StoreTrouble, Summary
from shmear.server.table import Table

if TYPE_CHECKING:
    from shmear.server.connection import Connection
    from shmear.server.hub import Hub

log = structlog.get_logger()

REMEMBERED = 400
"""How many events a room can tell a client that was away; for more it gets the table as it stands."""
RETRY = 1.0
"""Seconds between two attempts to write while the store is in trouble."""
LATE_STEP = 0.5
"""Seconds between two states that are kept for spectators who see the table late."""
_ATTEMPTS = 20


class Room:
    """One table in one process. Made by `Hub.room`."""

    def __init__(self, hub: Hub, code: str) -> None:
        """A room that has not read its log yet."""
        self.hub = hub
        self.table = Table(code)
        self.connections: set[Connection] = set()
        self.recent: deque[Told] = deque(maxlen=REMEMBERED)
        self.forgotten = 0
        self.past: deque[Shown] = deque()
        self.away: dict[str, float] = {}
        self.elsewhere: set[str] = set()
        self.trouble: str | None = None
        self.last_used = time.time()
        self._unsure = False
        self._lock = asyncio.Lock()
        self._wake = asyncio.Event()
        self._driver: asyncio.Task[None] | None = None
        self._shown: Shown | None = None
        self._shown_before: Shown | None = None
        self._summary: Summary | None = None

    # --- reading the log ---------------------------------------------------------------------------------------------

    async def catch_up(self) -> None:
        """Take what is in the log and not yet here. Raises `StoreTrouble`."""
        async with self._lock:
            await self._catch_up()

    async def _catch_up(self) -> None:
        entries = await self.hub.store.entries(self.table.code, self.table.seq)
        self._unsure = False
        if entries:
            table, loading = self.table.clone(), self.table.seq == 0
            news: list[Told] = []
            for one in entries:
                event = decode(one.data)
                table.apply(one.seq, one.at, event)
                news += told(table, one.seq, one.at, event)
                if loading and table.settings.watch_delay:
                    self._was(table.clone(), one.at)
            self._replace(table, news)

    def _was(self, table: Table, at: float) -> None:
        """Keep what a table that is being read from its log was like, for those who watch with a delay."""
        if at <= time.time() - table.settings.watch_delay:
            self.past.clear()
        self._keep_for_late(Shown(table, Around({}, 0, None, self.hub.options.grace), at))

    def _replace(self, table: Table, news: Iterable[Told]) -> None:
        """Put a table that has gone on in the table's place, with what is to be told of it."""
        for one in news:
            if len(self.recent) == REMEMBERED:
                self.forgotten = self.recent[0].public.seq
            self.recent.append(one)
        self.table = table
        seated = {chair.player for _, chair in table.persons()}
        now = time.time()
        for player in seated:
            if player is not None and not self._is_here(player):
                self.away.setdefault(player, now)
        for player in list(self.away):
            if player not in seated:
                del self.away[player]
        self.changed()

    # --- writing it --------------------------------------------------------------------------------------------------

    async def do(self, player: str, name: str, said: ClientMessage) -> int:
        """Do what a player says; the table's last entry when it is stored.

        Raises `Refused`, or `StoreTrouble` when it cannot be stored; then nothing has changed.
        """
        # To the end, even if the connection that it came by ends first: once stored, all must hear of it.
        return await asyncio.shield(
            asyncio.create_task(self.write(lambda table: decide(table, player, name, said)), name="write")
        )

    async def write(self, decided: Callable[[Table], list[Event]]) -> int:
        """Store the events that a decision on the table as it stands brings about; the table's last entry then."""
        self.last_used = time.time()
        async with self._lock:
            try:
                if self._unsure:
                    await self._catch_up()
                for _ in range(_ATTEMPTS):
                    events = decided(self.table)
                    if not events or await self._append(events):
                        self._well()
                        return self.table.seq
                    await self._catch_up()
            except StoreTrouble as trouble:
                self._unsure = True
                self._troubled(str(trouble))
                raise
        raise Refused("stale", "others were faster, again and again; look at the table and try once more")

    async def _append(self, events: list[Event]) -> bool:
        at, before = time.time(), self.table
        table = before.clone()
        entries: list[tuple[int, float, AnyEvent]] = []
        news: list[Told] = []

        def add(event: Event) -> None:
            entry = (table.seq + 1, at, event)
            table.apply(*entry)  # pyright: ignore[reportArgumentType]
            entries.append(entry)  # pyright: ignore[reportArgumentType]
            news.extend(told(table, *entry))  # pyright: ignore[reportArgumentType]

        for event in events:
            add(event)
        match = None
        if table.phase == "over" and before.phase != "over":
            add(Finished(record=secrets.token_urlsafe(12)))
            match = self._finished(table, at)
        summary = summary_of(table)
        append = Append(
            entries=tuple(Entry(table.code, seq, when, encode(event)) for seq, when, event in entries),
            summary=None if _same(summary, self._summary) else summary,
            match=match,
        )
        if not await self.hub.store.append(append):
            return False
        self._summary = summary
        self.hub.counted(entries)
        self._replace(table, news)
        self.hub.tell(table.code, table.seq)
        return True

    def _finished(self, table: Table, at: float) -> FinishedMatch:
        record = encode_record(table.record()).encode()
        assert table.record_id is not None, "a finished match has an id"
        return FinishedMatch(table.record_id, table.code, table.matches, at, table.rules.title, record)

    def _troubled(self, message: str) -> None:
        if self.trouble is None:
            log.warning("store_trouble", trouble=message)
            self.hub.metrics.trouble.inc()
            self.notify(_in_trouble(message))
        self.trouble = message
        self._wake.set()

    def _well(self) -> None:
        if self.trouble is not None:
            self.trouble = None
            log.info("store_well")
            self.notify(Notice(kind="well", message="The table can be saved again."))

    # --- who is there ------------------------------------------------------------------------------------------------

    def _is_here(self, player: str) -> bool:
        return player in self.elsewhere or any(one.player == player for one in self.connections)

    def arrived(self, connection: Connection) -> None:
        """A connection has said hello."""
        self.connections.add(connection)
        self.away.pop(connection.player, None)
        self.last_used = time.time()
        if self.trouble is not None:
            connection.say(_in_trouble(self.trouble))
        self.changed()
        if self._driver is None or self._driver.done():
            self._driver = asyncio.create_task(self._drive(), name="table")

    def left(self, connection: Connection) -> None:
        """A connection has gone."""
        self.connections.discard(connection)
        self.last_used = time.time()
        if self.table.seat_of(connection.player) is not None and not self._is_here(connection.player):
            self.away.setdefault(connection.player, time.time())
        self.changed()

    def came_elsewhere(self, player: str, at: float) -> None:
        """A player has come to this table through another process: an older window here ends."""
        for one in self.connections:
            if one.player == player and one.since < at:
                one.outdated()
        self.here_elsewhere(self.elsewhere | {player})

    def here_elsewhere(self, players: set[str]) -> None:
        """Which players are connected to this table through other processes."""
        if players == self.elsewhere:
            return
        self.elsewhere = players
        now = time.time()
        for _, chair in self.table.persons():
            player = chair.player
            if player is None:
                continue
            if self._is_here(player):
                self.away.pop(player, None)
            else:
                self.away.setdefault(player, now)
        self.changed()

    # --- telling -----------------------------------------------------------------------------------------------------

    def changed(self) -> None:
        """Let everybody at the table see what it is like now."""
        self._shown, self._shown_before = None, self._shown or self._shown_before
        if self.table.settings.watch_delay:
            self._keep_for_late(self.shown())
            self._forget_past()
        elif self.past:
            self.past.clear()
        self._wake.set()
        for one in self.connections:
            one.wake()

    def notify(self, notice: Notice) -> None:
        """Tell everybody at the table something about the server."""
        for one in self.connections:
            one.say(notice)

    def shown(self) -> Shown:
        """The table as it is now, for all its receivers."""
        if self._shown is None:
            watchers = sum(1 for one in self.connections if self.table.seat_of(one.player) is None)
            waiting = driving.waiting(self.table, self.away)
            around = Around(dict(self.away), watchers, waiting, self.hub.options.grace)
            self._shown = Shown(self.table, around, time.time(), self._shown_before)
        return self._shown

    def shown_late(self) -> tuple[Shown, float | None]:
        """The table as it was `watch_delay` seconds ago, and when there is something newer to see."""
        self._forget_past()
        if not self.past:
            return self.shown(), None
        return self.past[0], self.past[1].at + self.table.settings.watch_delay if len(self.past) > 1 else None

    def told_between(self, since: int, upto: int) -> list[Told]:
        """What is remembered of the entries after one and up to another, in their order."""
        found: list[Told] = []
        for one in reversed(self.recent):
            if one.public.seq <= since:
                break
            if one.public.seq <= upto:
                found.append(one)
        found.reverse()
        return found

    def _keep_for_late(self, shown: Shown) -> None:
        # So many states a second are kept for late spectators, and no more: a state that is dropped was seen by
        # nobody among them, for the newer one in its place is shown to them later, not sooner.
        if len(self.past) > 1 and self.past[-1].at - self.past[-2].at < LATE_STEP:
            self.past.pop()
        self.past.append(shown)

    def _forget_past(self) -> None:
        """Drop what is older than spectators see, but for the last of it."""
        then = time.time() - self.table.settings.watch_delay
        while len(self.past) > 1 and self.past[1].at <= then:
            self.past.popleft()

    # --- what happens by itself --------------------------------------------------------------------------------------

    async def _drive(self) -> None:
        """Do what is due, as long as anybody is connected here."""
        while self.connections:
            self._wake.clear()
            try:
                await self._drive_once()
            except StoreTrouble:
                await asyncio.sleep(RETRY)
            except Refused:
                continue
            except Exception:
                # A defect of ours must not stop the table for good: it is written down, and tried again later.
                log.exception("driver_failed")
                self.hub.metrics.defects.inc()
                await asyncio.sleep(RETRY)

    async def _drive_once(self) -> None:
        if self.trouble is not None:
            await self.probe()
        table = self.table
        what = driving.due(table, self.away, self.hub.options.grace)
        wait = None if what is None or what.at == float("inf") else what.at - time.time()
        if wait is None or wait > 0:
            try:
                async with asyncio.timeout(wait):
                    await self._wake.wait()
            except TimeoutError:
                pass
            else:
                return
        if what is None or table is not self.table:
            return
        if what.kind in ("bot", "clock"):
            events = await asyncio.to_thread(driving.events_for, table, what)
        else:
            events = driving.events_for(table, what)
        await self.write(lambda now: events if now is table and self.still_due(what) else [])

    def still_due(self, what: driving.Due) -> bool:
        """Whether something is due still, and for the same reason."""
        return driving.due(self.table, self.away, self.hub.options.grace) == what

    async def probe(self) -> None:
        """See whether the store works again. Raises `StoreTrouble` while it does not."""
        await self.hub.store.check()
        await self.catch_up()
        await self.write(lambda _: [])

    async def close(self) -> None:
        """Stop what happens by itself."""
        if self._driver is not None:
            self._driver.cancel()
            await asyncio.gather(self._driver, return_exceptions=True)
            self._driver = None


def _in_trouble(why: str) -> Notice:
    message = f"The table cannot be saved just now: {why}. Nothing is lost; it goes on by itself."
    return Notice(kind="trouble", message=message)


def summary_of(table: Table) -> Summary:
    """What the lobby shows of a table."""
    people = sum(1 for _ in table.persons())
    return Summary(
        code=table.code,
        created=table.created_at,
        host=table.host,
        public=table.settings.public,
        phase=table.phase,
        title=table.rules.title,
        line=table.line,
        players=table.settings.players,
        people=people,
        open=table.settings.players - people,
        changed=table.changed_at,
    )


def _same(one: Summary, other: Summary | None) -> bool:
    """Whether two summaries differ in nothing but when."""
    return other is not None and replace(one, changed=other.changed) == other
