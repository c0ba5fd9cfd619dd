"""The store of a server: the logs of its tables and the little that servers have to know of each other."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Sequence
from time import monotonic
from typing import Any

from msgspec import structs
from sqlalchemy import Connection, Executable, Row, delete, func, insert, select, text, true, update
from sqlalchemy.dialects import postgresql, sqlite

from shmear.server.store.appender import Appender, insert_entries, last_seqs
from shmear.server.store.database import BUSY_SECONDS, Database, connect, locate
from shmear.server.store.errors import BUSY, StoreTrouble
from shmear.server.store.migrations import migrate
from shmear.server.store.model import Append, Entry, FinishedMatch, Summary
from shmear.server.store.tables import events, links, matches, nodes, presence, secrets, tables


class Store:
    """One database. Every method may raise `StoreTrouble`; the same object works again once the trouble is over.

    It belongs to the event loop in which it was opened.
    """

    def __init__(self, database: Database) -> None:
        self.dialect = database.dialect
        self._database = database
        self._insert = sqlite.insert if database.dialect == "sqlite" else postgresql.insert
        self._appender = Appender(database)

    @classmethod
    async def open(cls, url: str | None) -> Store:
        """Opens the database that `locate` finds, made and brought up to date where needed.

        Raises ValueError for an address that is none, `StoreTrouble` for a database that cannot be opened or that a
        newer Shmear has written.
        """
        database = connect(locate(url))
        try:
            await _bring_up_to_date(database)
        except BaseException:
            await database.close()
            raise
        return cls(database)

    async def close(self) -> None:
        """Finishes what has been handed in and closes every connection."""
        await self._appender.close()
        await self._database.close()

    async def check(self) -> None:
        """Nothing if the database answers; `StoreTrouble` otherwise."""
        await self._rows(text("SELECT 1"))

    # --- logs ----------------------------------------------------------------------------------------------------

    async def append(self, what: Append) -> bool:
        """Stores all of it, durably, and returns True; or returns False and has stored nothing.

        False means that the log does not end just before these entries: somebody else has written since the caller
        read it. Raises LookupError for a table that was never created, and ValueError for an `Append` that is about
        several tables or has gaps.
        """
        return await self._appender.append(what)

    async def create(self, summary: Summary, entries: Iterable[Entry] = ()) -> bool:
        """A new table with its first entries; False, and nothing stored, when its code is taken."""
        first = Append(entries=tuple(entries), summary=summary)
        if first.table and first.entries and first.entries[0].seq != 1:
            raise ValueError(f"the log of a new table begins with 1, not with {first.entries[0].seq}")
        new = self._insert(tables).values(structs.asdict(summary)).on_conflict_do_nothing().returning(tables.c.code)

        def work(connection: Connection) -> bool:
            if connection.execute(new).first() is None:
                return False
            insert_entries(connection, first.entries)
            return True

        return await self._database.write(work)

    async def entries(self, table: str, after: int = 0) -> list[Entry]:
        """The log of a table in order, from the entry that follows seq `after`; empty for a table that there is not."""
        rows = await self._rows(
            select(events.c.table_code, events.c.seq, events.c.at, events.c.data)
            .where(events.c.table_code == table, events.c.seq > after)
            .order_by(events.c.seq)
        )
        return [Entry(code, seq, at, data.encode()) for code, seq, at, data in rows]

    async def last_seq(self, tables: Sequence[str]) -> dict[str, int]:
        """Where the logs of these tables end (0: nothing written); a table that there is not is left out."""
        return await self._database.read(lambda connection: last_seqs(connection, set(tables)))

    # --- lobby and matches ---------------------------------------------------------------------------------------

    async def summary(self, code: str) -> Summary | None:
        """What the lobby knows of a table."""
        rows = await self._rows(_SUMMARY.where(tables.c.code == code))
        return Summary(*rows[0]) if rows else None

    async def lobby(self, limit: int = 50, since: float = 0) -> list[Summary]:
        """The public tables with a seat for a person that have changed after `since`, the latest change first."""
        rows = await self._rows(
            _SUMMARY.where(tables.c.public == true(), tables.c.open > 0, tables.c.changed > since)
            .order_by(tables.c.changed.desc(), tables.c.code)
            .limit(limit)
        )
        return [Summary(*row) for row in rows]

    async def tables_of(self, host: str, since: float) -> int:
        """How many tables a player has created from `since` on."""
        rows = await self._rows(
            select(func.count()).select_from(tables).where(tables.c.host == host, tables.c.created >= since)
        )
        return rows[0][0]

    async def match(self, id: str) -> FinishedMatch | None:
        """A match that is over."""
        columns = (matches.c[name] for name in ("id", "table_code", "number", "ended", "title", "record"))
        rows = await self._rows(select(*columns).where(matches.c.id == id))
        if not rows:
            return None
        id, table, number, ended, title, record = rows[0]
        return FinishedMatch(id, table, number, ended, title, record.encode())

    async def matches_of(self, table: str) -> list[tuple[int, str, float]]:
        """Number, id and end of every finished match of a table, in their order."""
        rows = await self._rows(
            select(matches.c.number, matches.c.id, matches.c.ended)
            .where(matches.c.table_code == table)
            .order_by(matches.c.number)
        )
        return [(number, id, ended) for number, id, ended in rows]

    # --- links and secrets ---------------------------------------------------------------------------------------

    async def add_link(self, token_hash: str, table: str, seat: int, player: str, expires: float) -> None:
        """A link that lets its bearer be `player` in a seat, once, until it expires."""
        await self._run(
            insert(links).values(
                token_hash=token_hash, table_code=table, seat=seat, player=player, expires=expires, used=False
            )
        )

    async def use_link(self, token_hash: str, now: float) -> tuple[str, int, str] | None:
        """Table, seat and player of a link, for the first who asks before it expires; None ever after."""
        use = (
            update(links)
            .where(links.c.token_hash == token_hash, ~links.c.used, links.c.expires > now)
            .values(used=True)
            .returning(links.c.table_code, links.c.seat, links.c.player)
        )
        row = await self._database.write(lambda connection: connection.execute(use).first())
        return None if row is None else (row[0], row[1], row[2])

    async def secret(self, name: str, make: Callable[[], str]) -> str:
        """A secret that every server on this database shares; `make` makes it where there is none yet."""
        wanted = select(secrets.c.value).where(secrets.c.name == name)
        if not (rows := await self._rows(wanted)):
            await self._run(self._insert(secrets).values(name=name, value=make()).on_conflict_do_nothing())
            rows = await self._rows(wanted)  # ours, or that of a faster server
        return rows[0][0]

    # --- who is present ------------------------------------------------------------------------------------------

    async def beat(self, node: str, alive_until: float) -> None:
        """A server says until when it is to be taken for alive."""
        new = self._insert(nodes).values(id=node, alive_until=alive_until)
        await self._run(new.on_conflict_do_update(index_elements=[nodes.c.id], set_={"alive_until": alive_until}))

    async def arrive(self, table: str, player: str, node: str) -> None:
        """A player is connected to a table at a server, from now on; once more changes nothing."""
        new = self._insert(presence).values(table_code=table, player=player, node=node)
        await self._run(new.on_conflict_do_nothing())

    async def depart(self, table: str, player: str, node: str) -> None:
        """A player has no connection to a table at a server any more."""
        await self._run(
            delete(presence).where(presence.c.table_code == table, presence.c.player == player, presence.c.node == node)
        )

    async def present(self, tables: Sequence[str], now: float) -> dict[str, set[str]]:
        """Who is connected to each of these tables at any server that is alive."""
        rows = await self._rows(
            select(presence.c.table_code, presence.c.player)
            .join(nodes, nodes.c.id == presence.c.node)
            .where(presence.c.table_code.in_(sorted(set(tables))), nodes.c.alive_until > now)
        )
        present: dict[str, set[str]] = {table: set() for table in tables}
        for table, player in rows:
            present[table].add(player)
        return present

    async def forget_node(self, node: str) -> None:
        """A server is leaving: it and who was connected to it."""
        await self._run(delete(presence).where(presence.c.node == node), delete(nodes).where(nodes.c.id == node))

    async def sweep(self, now: float) -> None:
        """Drops the servers that are dead, who was connected to them, and the links that have expired."""
        alive = select(nodes.c.id).where(nodes.c.alive_until > now)
        await self._run(
            delete(presence).where(presence.c.node.not_in(alive)),
            delete(nodes).where(nodes.c.alive_until <= now),
            delete(links).where(links.c.expires <= now),
        )

    # -------------------------------------------------------------------------------------------------------------

    async def _rows(self, wanted: Executable) -> Sequence[Row[*tuple[Any, ...]]]:
        return await self._database.read(lambda connection: connection.execute(wanted).all())

    async def _run(self, *statements: Executable) -> None:
        """Runs statements in one transaction."""

        def work(connection: Connection) -> None:
            for statement in statements:
                connection.execute(statement)

        await self._database.write(work)


_SUMMARY = select(*(tables.c[name] for name in Summary.__struct_fields__))


async def _bring_up_to_date(database: Database) -> None:
    give_up = monotonic() + 3 * BUSY_SECONDS
    while True:
        try:
            return await database.write(migrate)
        except StoreTrouble as trouble:
            # SQLite does not wait where two processes turn a new file into one with a write-ahead log.
            if database.dialect != "sqlite" or str(trouble) != BUSY or monotonic() > give_up:
                raise
        await asyncio.sleep(0.05)
