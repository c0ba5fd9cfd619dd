"""Where a store is and how it is spoken to: a SQLite file of our own, or a PostgreSQL that servers share.

What is done with a connection is an ordinary function that blocks. For PostgreSQL it runs on the event loop, in the
greenlets of SQLAlchemy's asyncio. For SQLite it runs in a thread, whole: an async driver goes to its thread and back
for every statement, about 14 times a transaction, which took three times the processor's work of the transaction.
"""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, Literal, TypeAlias, TypeVar

import platformdirs
from sqlalchemy import URL, Connection, Engine, create_engine, event, make_url
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import ArgumentError
from sqlalchemy.ext.asyncio import create_async_engine

from shmear.server.store.errors import told

T = TypeVar("T")
Work: TypeAlias = Callable[[Connection], T]

CONNECT_SECONDS = 5
COMMAND_SECONDS = 10
"""How long PostgreSQL may take over one statement until it counts as out of reach."""
BUSY_SECONDS = 5
"""How long SQLite waits for another process that is writing."""


def locate(url: str | None) -> URL:
    """The database that a setting names: None, a path, ``sqlite:///path`` or ``postgresql://user@host/name``.

    None is ``shmear.db`` in the folder where this system keeps a user's data. Raises ValueError for anything else.
    """
    if url is None:
        return URL.create("sqlite", database=str(platformdirs.user_data_path("shmear") / "shmear.db"))
    if "://" not in url:
        return URL.create("sqlite", database=url)
    try:
        place = make_url(url)
    except (ArgumentError, ValueError) as error:
        raise ValueError(f"not the address of a database: {_tame(url)}") from error
    match place.get_backend_name():
        case "sqlite":
            if not place.database or place.database == ":memory:":
                raise ValueError(
                    f"{url} names no file, and a table has to outlive its server: sqlite:///path/to/file.db"
                )
            return place.set(drivername="sqlite")
        case "postgresql" | "postgres":
            return place.set(drivername="postgresql+asyncpg")
        case other:
            raise ValueError(
                f"tables are kept in SQLite (a path or sqlite:///path) or PostgreSQL (postgresql://…), not in {other}"
            )


class Database(ABC):
    """Connections to one database. Trouble with it is raised as `StoreTrouble`."""

    dialect: Literal["sqlite", "postgresql"]

    @abstractmethod
    async def read(self, work: Work[T]) -> T:
        """What `work` returns; each of its statements sees what was committed before it."""

    @abstractmethod
    async def write(self, work: Work[T]) -> T:
        """What `work` returns, done in a transaction: rolled back when it raises, committed when this returns."""

    @abstractmethod
    async def close(self) -> None:
        """Closes every connection."""


def connect(place: URL) -> Database:
    """A database of `locate`. Nothing is opened yet, but the folder of a SQLite file is made."""
    if place.get_backend_name() == "sqlite":
        with told():
            return SqliteFile(place)
    return PostgresServer(place)


class SqliteFile(Database):
    """SQLite with a write-ahead log: one thread that writes, which is its queue as well, and two that read."""

    dialect = "sqlite"

    def __init__(self, place: URL) -> None:
        assert place.database is not None
        Path(place.database).parent.mkdir(parents=True, exist_ok=True)
        # Python's own BEGIN comes too late and takes no lock: with isolation_level None there is only ours.
        settings: dict[str, Any] = {"timeout": BUSY_SECONDS, "isolation_level": None}
        self._writer = create_engine(place, connect_args=settings, pool_size=1, max_overflow=0)
        event.listen(self._writer, "connect", _prepare_writer)
        event.listen(self._writer, "begin", _begin_immediate)
        self._reader = create_engine(place, connect_args=settings, pool_size=2, max_overflow=0)
        event.listen(self._reader, "connect", _prepare_reader)
        self._writing = ThreadPoolExecutor(1, thread_name_prefix="shmear-writer")
        self._reading = ThreadPoolExecutor(2, thread_name_prefix="shmear-reader")

    async def read(self, work: Work[T]) -> T:
        """In a reading thread, which goes on to the end if the caller is cancelled."""
        return await asyncio.get_running_loop().run_in_executor(self._reading, _read, self._reader, work)

    async def write(self, work: Work[T]) -> T:
        """In the writing thread, which goes on to the end if the caller is cancelled."""
        return await asyncio.get_running_loop().run_in_executor(self._writing, _write, self._writer, work)

    async def close(self) -> None:
        """Closes the connections where they were used, then ends the threads."""
        loop = asyncio.get_running_loop()
        for threads, engine in ((self._reading, self._reader), (self._writing, self._writer)):
            await loop.run_in_executor(threads, engine.dispose)
            threads.shutdown()


def _read(engine: Engine, work: Work[T]) -> T:
    with told(), engine.connect() as connection:
        return work(connection)


def _write(engine: Engine, work: Work[T]) -> T:
    with told(), engine.begin() as connection:
        return work(connection)


def _prepare_writer(connection: DBAPIConnection, _: object) -> None:
    _pragmas(connection, "journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON")


def _prepare_reader(connection: DBAPIConnection, _: object) -> None:
    _pragmas(connection, "query_only=ON")


def _pragmas(connection: DBAPIConnection, *pragmas: str) -> None:
    cursor = connection.cursor()
    try:
        for pragma in pragmas:
            cursor.execute(f"PRAGMA {pragma}")
    finally:
        cursor.close()


def _begin_immediate(connection: Connection) -> None:
    connection.exec_driver_sql("BEGIN IMMEDIATE")


class PostgresServer(Database):
    """PostgreSQL through asyncpg: five connections at most, none of which is waited for without end."""

    dialect = "postgresql"

    def __init__(self, place: URL) -> None:
        settings: dict[str, Any] = {
            "timeout": CONNECT_SECONDS,
            "command_timeout": COMMAND_SECONDS,
            # A server that vanished in the midst of a transaction must not hold its locks for ever.
            "server_settings": {"application_name": "shmear", "idle_in_transaction_session_timeout": "30s"},
        }
        if mode := place.query.get("sslmode"):
            settings["ssl"] = mode  # asyncpg's name for it
            place = place.difference_update_query(["sslmode"])
        self._writer = create_async_engine(
            place,
            connect_args=settings,
            pool_size=5,
            max_overflow=0,
            pool_timeout=COMMAND_SECONDS,
            pool_pre_ping=True,
        )
        self._reader = self._writer.execution_options(isolation_level="AUTOCOMMIT")  # the same connections

    async def read(self, work: Work[T]) -> T:
        """On a connection of the pool, without a transaction."""
        with told():
            async with _in_time(), self._reader.connect() as connection:
                return await connection.run_sync(work)

    async def write(self, work: Work[T]) -> T:
        """On a connection of the pool."""
        with told():
            async with _in_time(), self._writer.begin() as connection:
                return await connection.run_sync(work)

    async def close(self) -> None:
        """Closes the pool."""
        await self._writer.dispose()


def _in_time() -> asyncio.Timeout:
    """Several statements in a row, none of which is answered, are out of reach together."""
    return asyncio.timeout(2 * COMMAND_SECONDS)


def _tame(url: str) -> str:
    """An address without what may be a password."""
    head, at, tail = url.rpartition("@")
    return f"{head.partition('://')[0]}://…{at}{tail}" if at else url
