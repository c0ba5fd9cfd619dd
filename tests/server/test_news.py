import asyncio
import logging
from collections.abc import AsyncIterator
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import asyncpg
import pytest
from litestar.channels import ChannelsPlugin
from litestar.channels.backends.memory import MemoryChannelsBackend

from shmear.server.news import CHANNEL, LARGEST, PostgresNewsBackend, news_backend

if TYPE_CHECKING:
    from postgres import Postgres

pytestmark = pytest.mark.anyio


@pytest.fixture
async def servers(postgres: "Postgres") -> AsyncIterator[tuple[PostgresNewsBackend, PostgresNewsBackend]]:
    """The news of two servers of one database, both listening."""
    url = postgres.url()
    pair = PostgresNewsBackend(url), PostgresNewsBackend(url)
    for one in pair:
        await one.on_startup()
        await one.subscribe([CHANNEL])
    yield pair
    for one in pair:
        await one.on_shutdown()


async def heard(backend: PostgresNewsBackend) -> tuple[str, bytes]:
    async with asyncio.timeout(5):
        return await anext(backend.stream_events())


async def test_news_reach_every_server(servers: tuple[PostgresNewsBackend, PostgresNewsBackend]) -> None:
    await servers[0].publish("ABCD 7 ♠".encode(), [CHANNEL])
    for server in servers:
        assert await heard(server) == (CHANNEL, "ABCD 7 ♠".encode())


async def test_a_channel_is_heard_only_while_subscribed(
    servers: tuple[PostgresNewsBackend, PostgresNewsBackend],
) -> None:
    await servers[0].unsubscribe([CHANNEL])
    await servers[0].subscribe(["other"])
    await servers[1].publish(b"1", [CHANNEL, "other"])
    assert await heard(servers[0]) == ("other", b"1")
    assert await heard(servers[1]) == (CHANNEL, b"1")


async def test_news_that_postgresql_cannot_carry_are_dropped_and_logged(
    servers: tuple[PostgresNewsBackend, PostgresNewsBackend], caplog: pytest.LogCaptureFixture
) -> None:
    await servers[0].publish(b"x" * (LARGEST + 1), [CHANNEL])
    assert "8000 bytes dropped" in caplog.text
    await servers[0].publish(b"x" * LARGEST, [CHANNEL])
    assert await heard(servers[1]) == (CHANNEL, b"x" * LARGEST)


async def test_a_lost_connection_is_made_again(
    postgres: "Postgres", servers: tuple[PostgresNewsBackend, PostgresNewsBackend]
) -> None:
    await servers[0].publish(b"before", [CHANNEL])
    assert await heard(servers[1]) == (CHANNEL, b"before")
    other = await asyncpg.connect(f"postgresql://shmear@127.0.0.1:{postgres.port}/postgres")
    lost = await other.fetchval(
        "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity"
        " WHERE application_name = 'shmear-news' AND datname = $1",
        urlsplit(servers[0]._dsn).path[1:],
    )
    await other.close()
    assert lost == 3  # two that listen, one that has published
    assert await heard_again(servers) == b"again"


async def test_news_go_on_after_postgresql_was_stopped_and_started(
    postgres: "Postgres",
    servers: tuple[PostgresNewsBackend, PostgresNewsBackend],
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level(logging.INFO)
    await servers[0].publish(b"before", [CHANNEL])
    await asyncio.to_thread(postgres.stop)
    try:
        await servers[0].publish(b"lost", [CHANNEL])
        assert "news dropped" in caplog.text
        assert "the connection was lost" in caplog.text
    finally:
        await asyncio.to_thread(postgres.start)
    assert await heard_again(servers) == b"again"


async def heard_again(servers: tuple[PostgresNewsBackend, PostgresNewsBackend]) -> bytes:
    """Publishes at one server until the other hears it."""

    async def publish() -> None:
        while True:
            await servers[0].publish(b"again", [CHANNEL])
            await asyncio.sleep(0.05)

    publishing = asyncio.create_task(publish())
    async with asyncio.timeout(10):
        async for _, data in servers[1].stream_events():
            if data == b"again":
                break
    publishing.cancel()
    return data


async def test_a_server_starts_while_postgresql_cannot_be_reached(postgres: "Postgres") -> None:
    url = postgres.url()
    await asyncio.to_thread(postgres.stop)
    try:
        backend = PostgresNewsBackend(url)
        await backend.on_startup()
        await backend.subscribe([CHANNEL])
    finally:
        await asyncio.to_thread(postgres.start)
    assert await heard_again((backend, backend)) == b"again"
    await backend.on_shutdown()


async def test_it_carries_the_channels_of_litestar(postgres: "Postgres") -> None:
    plugin = ChannelsPlugin(news_backend(postgres.url()), channels=[CHANNEL])
    async with plugin, plugin.start_subscription(CHANNEL) as subscriber:
        plugin.publish("ABCD", CHANNEL)
        async with asyncio.timeout(5):
            assert await anext(subscriber.iter_events()) == b"ABCD"


def test_the_news_of_one_process_stay_in_memory() -> None:
    assert isinstance(news_backend(None), MemoryChannelsBackend)
    assert isinstance(news_backend("tables.db"), MemoryChannelsBackend)
