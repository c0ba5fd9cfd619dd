import asyncio
from pathlib import Path

import platformdirs
import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection, inspect, text
from store_builders import append, entry, summary

from shmear.server.store import Store, StoreTrouble, locate
from shmear.server.store.tables import metadata

pytestmark = pytest.mark.anyio


async def test_the_migrations_make_what_the_tables_say(store: Store) -> None:
    def differences(connection: Connection) -> list[object]:
        assert set(inspect(connection).get_table_names()) == {*metadata.tables, "alembic_version"}
        return compare_metadata(MigrationContext.configure(connection), metadata)

    assert await store._database.read(differences) == []


async def test_a_database_is_opened_again_with_what_is_in_it(place: str) -> None:
    store = await Store.open(place)
    await store.create(summary(), [entry(1)])
    await store.close()
    store = await Store.open(place)
    assert await store.entries("ABCD") == [entry(1)]
    await store.close()


async def test_servers_that_start_at_once_do_not_clash(place: str) -> None:
    stores = await asyncio.gather(*(Store.open(place) for _ in range(5)))
    await stores[0].create(summary())
    assert await stores[4].append(append(1))
    for store in stores:
        await store.close()


async def test_a_database_of_a_newer_program_is_refused(place: str) -> None:
    store = await Store.open(place)

    def age(connection: Connection) -> None:
        connection.execute(text("UPDATE alembic_version SET version_num = 'later'"))

    await store._database.write(age)
    await store.close()
    with pytest.raises(StoreTrouble, match="newer"):
        await Store.open(place)


async def test_it_answers_a_check(store: Store) -> None:
    await store.check()


@pytest.mark.parametrize(
    ("url", "found"),
    [
        ("a/b.db", "sqlite:///a/b.db"),
        ("sqlite:///a/b.db", "sqlite:///a/b.db"),
        ("sqlite+aiosqlite:////a/b.db", "sqlite:////a/b.db"),
        ("postgresql://u@h/d", "postgresql+asyncpg://u@h/d"),
        ("postgres://u@h/d", "postgresql+asyncpg://u@h/d"),
    ],
)
def test_an_address_is_a_path_or_a_url(url: str, found: str) -> None:
    assert locate(url).render_as_string() == found


@pytest.mark.parametrize("url", ["sqlite://", "sqlite:///:memory:", "mysql://h/d", "postgresql://u:secret@h:x/d"])
def test_an_address_that_is_none_is_refused_without_telling_a_password(url: str) -> None:
    with pytest.raises(ValueError, match=r"outlive|not in mysql|not the address") as refused:
        locate(url)
    assert "secret" not in str(refused.value)


async def test_without_an_address_it_is_a_file_among_the_users_data(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def folder(name: str) -> Path:
        return tmp_path / "share" / name

    monkeypatch.setattr(platformdirs, "user_data_path", folder)
    store = await Store.open(None)
    assert (tmp_path / "share" / "shmear" / "shmear.db").exists()
    await store.close()
