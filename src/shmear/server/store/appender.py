"""Writes to the logs of tables, many in one transaction.

A commit costs a wait for the disk, whatever is in it. So what arrives while a transaction is running waits for the
next and shares it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import Any

from msgspec import Struct, structs
from sqlalchemy import Connection, bindparam, func, select, update
from sqlalchemy.dialects import postgresql, sqlite

from shmear.server.store.database import Database
from shmear.server.store.errors import StoreTrouble
from shmear.server.store.model import Append, Entry, FinishedMatch, Summary
from shmear.server.store.tables import events, matches, tables

LARGEST = 500
"""How many Appends share a transaction at most."""


class Appender:
    """Gathers Appends and writes them, in the order in which they came."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._waiting: list[_Waiting] = []
        self._writer: asyncio.Task[None] | None = None

    async def append(self, what: Append) -> bool:
        """Whether all of it was stored; otherwise nothing was. A caller that is cancelled does not take it back."""
        waiting = _Waiting(what, what.table, asyncio.get_running_loop().create_future())
        self._waiting.append(waiting)
        if self._writer is None:
            self._writer = asyncio.create_task(self._write_all(), name="shmear-appender")
        return await waiting.stored

    async def close(self) -> None:
        """Waits for everything that has been handed in."""
        if self._writer is not None:
            await self._writer

    async def _write_all(self) -> None:
        batch: list[_Waiting] = []
        try:
            while self._waiting:
                batch = self._waiting[:LARGEST]
                del self._waiting[:LARGEST]
                await self._settle(batch)
        finally:
            self._writer = None
            for one in batch + self._waiting:  # there are any only when the loop is being torn down
                if not one.stored.done():
                    one.stored.cancel()
            self._waiting.clear()

    async def _settle(self, batch: list[_Waiting]) -> None:
        """Writes a batch and tells each caller. An Append that makes the batch fail fails alone."""
        try:
            stored = await self._write(batch)
        except StoreTrouble as trouble:
            for one in batch:
                if not one.stored.done():
                    again = StoreTrouble(*trouble.args)  # each caller raises one of its own
                    again.__cause__ = trouble.__cause__
                    one.stored.set_exception(again)
        except Exception as error:  # noqa: BLE001 - it goes to the caller whose Append it is
            if len(batch) > 1:
                for one in batch:
                    await self._settle([one])
            elif not batch[0].stored.done():
                batch[0].stored.set_exception(error)
        else:
            for one, done in zip(batch, stored, strict=True):
                if not one.stored.done():
                    one.stored.set_result(done)

    async def _write(self, batch: list[_Waiting]) -> list[bool]:
        while True:
            try:
                return await self._database.write(partial(_store, batch))
            except _Beaten:
                # Between our look and our insert another server has committed one of these seqs. It is all undone;
                # the next look sees that server's entries, so each round has fewer that can be beaten.
                continue


def extending(batch: Sequence[_Waiting], last: Mapping[str, int]) -> list[bool]:
    """Which of a batch go on where their log ends, each after those before it. `last` is the last seq of each table.

    Raises LookupError for a table that there is not.
    """
    now = dict(last)
    good: list[bool] = []
    for one in batch:
        if one.table not in now:
            raise LookupError(f"there is no table {one.table}: create() comes first")
        entries = one.what.entries
        fits = not entries or entries[0].seq == now[one.table] + 1
        if fits and entries:
            now[one.table] = entries[-1].seq
        good.append(fits)
    return good


def _store(batch: list[_Waiting], connection: Connection) -> list[bool]:
    """Writes what goes on where its log ends, in the transaction of a connection, and returns which did."""
    stored = extending(batch, last_seqs(connection, {one.table for one in batch}))
    appends = [one.what for one, yes in zip(batch, stored, strict=True) if yes]
    # Everybody takes rows in the same order, so that two servers never wait for each other.
    insert_entries(connection, sorted((entry for what in appends for entry in what.entries), key=_key))
    if summaries := {what.summary.code: what.summary for what in appends if what.summary is not None}:
        connection.execute(_UPDATE, [_changes(summaries[code]) for code in sorted(summaries)])
    if finished := [what.match for what in appends if what.match is not None]:
        connection.execute(matches.insert(), [_match_row(match) for match in sorted(finished, key=lambda m: m.id)])
    return stored


def insert_entries(connection: Connection, entries: Sequence[Entry]) -> None:
    """Puts entries into the log. Raises where one is there already, so that the transaction is rolled back."""
    if entries:
        written = connection.execute(_INSERT[connection.dialect.name], [_row(entry) for entry in entries])
        if len(written.all()) < len(entries):
            raise _Beaten


def last_seqs(connection: Connection, codes: Iterable[str]) -> dict[str, int]:
    """Where the logs of tables end, 0 where nothing is written; without the tables that there are not."""
    return {code: last or 0 for code, last in connection.execute(_LAST, {"codes": sorted(codes)})}


_INSERT = {
    "sqlite": sqlite.insert(events).on_conflict_do_nothing().returning(events.c.seq),
    "postgresql": postgresql.insert(events).on_conflict_do_nothing().returning(events.c.seq),
}
"""Returns the entries that were not there yet."""

_UPDATE = (
    update(tables)
    .where(tables.c.code == bindparam("of"))
    .values({name: bindparam(name) for name in Summary.__struct_fields__ if name not in {"code", "created"}})
)

_LAST = select(
    tables.c.code,
    # Found at the end of the key's index, however long the log is.
    select(func.max(events.c.seq)).where(events.c.table_code == tables.c.code).scalar_subquery(),
).where(tables.c.code.in_(bindparam("codes", expanding=True)))


class _Waiting(Struct, frozen=True):
    """An Append and the future that tells its caller."""

    what: Append
    table: str
    stored: asyncio.Future[bool]


class _Beaten(Exception):
    """Another server was faster with one of the seqs."""


def _key(entry: Entry) -> tuple[str, int]:
    return entry.table, entry.seq


def _row(entry: Entry) -> dict[str, Any]:
    return {"table_code": entry.table, "seq": entry.seq, "at": entry.at, "data": entry.data.decode()}


def _changes(summary: Summary) -> dict[str, Any]:
    changes = structs.asdict(summary)
    del changes["created"]
    changes["of"] = changes.pop("code")
    return changes


def _match_row(match: FinishedMatch) -> dict[str, Any]:
    row = structs.asdict(match)
    row["table_code"] = row.pop("table")
    row["record"] = match.record.decode()
    return row
