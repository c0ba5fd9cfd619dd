import asyncio
import os
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING

import asyncpg
import pytest
from sqlalchemy import Connection
from store_builders import append, summary

from shmear.server.store import Store, StoreTrouble, database

if TYPE_CHECKING:
    from postgres import Postgres

pytestmark = pytest.mark.anyio


async def test_what_was_acknowledged_outlives_a_kill_and_no_append_is_there_in_part(place: str) -> None:
    command = [sys.executable, Path(__file__).with_name("appending.py"), place]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        lines = [process.stdout.readline() for _ in range(600)]
        process.kill()
        lines += process.stdout.read().split("\n")[:-1]  # a last line without its end was not all printed
    acknowledged: dict[str, int] = {}
    for line in lines:
        code, seq = line.split()
        acknowledged[code] = int(seq)
    assert len(acknowledged) == 20
    store = await Store.open(place)
    for code, seq in acknowledged.items():
        log = [one.seq for one in await store.entries(code)]
        assert log == list(range(1, len(log) + 1))
        assert len(log) >= seq
        assert len(log) % 2 == 0
    await store.close()


# --- PostgreSQL ------------------------------------------------------------------------------------------------------


async def test_an_entry_that_another_server_is_committing_is_lost_and_the_rest_of_the_batch_is_not(
    postgres: "Postgres",
) -> None:
    url = postgres.url()
    store = await Store.open(url)
    for code in ("A", "B"):
        await store.create(summary(code))
    other = await asyncpg.connect(url)
    transaction = other.transaction()
    await transaction.start()
    await other.execute("INSERT INTO events VALUES ('A', 1, 0, '{}')")  # not to be seen yet, but in the way
    both = asyncio.gather(store.append(append(1, 2, code="A")), store.append(append(1, code="B")))
    await asyncio.sleep(0.3)
    assert not both.done()
    await transaction.commit()
    await other.close()
    assert await both == [False, True]
    assert await store.last_seq(["A", "B"]) == {"A": 1, "B": 1}
    await store.close()


async def test_postgresql_may_stop_and_start_in_the_midst_of_it(postgres: "Postgres") -> None:
    store = await Store.open(postgres.url())
    codes = [f"T{number}" for number in range(20)]
    for code in codes:
        await store.create(summary(code))

    async def play(code: str) -> tuple[str, int, str]:
        """Appends until there is trouble: the table, the last seq that was acknowledged, and the trouble."""
        seq = 0
        while True:
            try:
                assert await store.append(append(seq + 1, code=code))
            except StoreTrouble as trouble:
                return code, seq, str(trouble)
            seq += 1

    playing = [asyncio.create_task(play(code)) for code in codes]
    await asyncio.sleep(0.3)
    await asyncio.to_thread(postgres.stop)
    try:
        async with asyncio.timeout(20):
            ended = await asyncio.gather(*playing)
            for asked in (store.append(append(1, code="T0")), store.lobby(), store.check(), store.beat("a", 1.0)):
                with pytest.raises(StoreTrouble, match="the database cannot be reached"):
                    await asked
            with pytest.raises(StoreTrouble, match="the database cannot be reached"):
                await Store.open(postgres_url(postgres))
    finally:
        await asyncio.to_thread(postgres.start)
    last = await store.last_seq(codes)
    for code, seq, trouble in ended:
        assert seq > 0
        assert trouble == "the database cannot be reached"
        assert last[code] in {seq, seq + 1}  # the one whose commit was not answered may be there
        assert await store.append(append(last[code] + 1, code=code))
    await store.close()


def postgres_url(postgres: "Postgres") -> str:
    return f"postgresql://shmear@127.0.0.1:{postgres.port}/postgres"


async def test_a_postgresql_that_answers_nothing_is_not_waited_for_without_end(
    postgres: "Postgres", monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database, "COMMAND_SECONDS", 1)
    monkeypatch.setattr(database, "CONNECT_SECONDS", 1)
    store = await Store.open(postgres.url())
    await store.create(summary())
    postgres.freeze()
    started = monotonic()
    try:
        for asked in (store.append(append(1)), store.entries("ABCD")):
            with pytest.raises(StoreTrouble, match="the database cannot be reached"):
                await asked
    finally:
        postgres.thaw()
    assert monotonic() - started < 15
    last = (await store.last_seq(["ABCD"]))["ABCD"]
    assert await store.append(append(last + 1))
    await store.close()


async def test_a_database_that_is_not_there_is_named_as_the_trouble(postgres: "Postgres") -> None:
    with pytest.raises(StoreTrouble, match="this database does not exist"):
        await Store.open(postgres_url(postgres) + "x")


# --- SQLite ----------------------------------------------------------------------------------------------------------


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Path]:
    """A small disk where root can make one; otherwise a folder on a large one."""
    folder = tmp_path / "disk"
    folder.mkdir()
    command = ["mount", "-t", "tmpfs", "-o", "size=4m", "none", str(folder)]
    mounted = os.geteuid() == 0 and subprocess.run(command, capture_output=True, check=False).returncode == 0
    yield folder
    if mounted:
        subprocess.run(["umount", folder], check=True)


async def test_a_full_disk_is_told_leaves_nothing_in_part_and_may_be_freed(disk: Path) -> None:
    filler = disk / "filler"
    store = await Store.open(str(disk / "tables.db"))
    await store.create(summary())
    if disk.is_mount():
        filler.write_bytes(b"x" * 2_000_000)
    else:
        await limit_pages(store, 300)
    seq, whole = 0, "x" * 20_000
    with pytest.raises(StoreTrouble, match="the disk is full"):  # noqa: PT012 - how many fit is SQLite's business
        for _ in range(1000):
            assert await store.append(append(seq + 1, seq + 2, data=f'"{whole}"', summary=summary(line=f"{seq}")))
            seq += 2
    assert seq > 0
    assert await store.last_seq(["ABCD"]) == {"ABCD": seq}
    assert await store.summary("ABCD") == summary(line=f"{seq - 2}")
    if disk.is_mount():
        filler.unlink()
    else:
        await limit_pages(store, 100_000)
    assert await store.append(append(seq + 1, seq + 2))
    assert await store.last_seq(["ABCD"]) == {"ABCD": seq + 2}
    await store.close()


async def limit_pages(store: Store, pages: int) -> None:
    def limit(connection: Connection) -> None:
        connection.exec_driver_sql(f"PRAGMA max_page_count={pages}")

    await store._database.write(limit)


async def test_a_file_that_another_process_keeps_locked_is_busy_until_it_lets_go(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database, "BUSY_SECONDS", 0.1)
    path = tmp_path / "tables.db"
    store = await Store.open(str(path))
    await store.create(summary())
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(StoreTrouble, match="the database is busy"):
        await store.append(append(1))
    assert await store.entries("ABCD") == []  # who only reads is not in the way of who writes
    other.execute("ROLLBACK")
    other.close()
    assert await store.append(append(1))
    await store.close()


async def test_a_file_that_is_no_database_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "letter.txt"
    path.write_text("Dear Zoë, " * 1000)
    with pytest.raises(StoreTrouble, match="the file is not a database"):
        await Store.open(str(path))
    with pytest.raises(StoreTrouble, match="the database file cannot be opened"):
        await Store.open(str(path / "tables.db"))
    assert path.read_text().startswith("Dear Zoë")
