import asyncio

import pytest
from store_builders import append, summary

from shmear.server.store import Append, Store

pytestmark = pytest.mark.anyio


async def test_the_lobby_shows_public_tables_with_a_seat_for_a_person_latest_first(store: Store) -> None:
    await store.create(summary("OLD", changed=1.0))
    await store.create(summary("NEW", changed=3.0))
    await store.create(summary("MIDDLE", changed=2.0))
    await store.create(summary("FULL", changed=4.0, open=0))
    await store.create(summary("PRIVATE", changed=4.0, public=False))
    assert [one.code for one in await store.lobby()] == ["NEW", "MIDDLE", "OLD"]
    assert [one.code for one in await store.lobby(limit=1)] == ["NEW"]
    assert [one.code for one in await store.lobby(since=1.0)] == ["NEW", "MIDDLE"]
    await store.append(Append(summary=summary("OLD", changed=5.0)))
    assert [one.code for one in await store.lobby()] == ["OLD", "NEW", "MIDDLE"]


async def test_tables_of_a_host_are_counted_from_a_time_on(store: Store) -> None:
    for code, host, created in (("A", "me", 1.0), ("B", "me", 2.0), ("C", "me", 3.0), ("D", "you", 3.0)):
        await store.create(summary(code, host=host, created=created))
    assert await store.tables_of("me", since=2.0) == 2
    assert await store.tables_of("nobody", since=0.0) == 0


async def test_a_change_keeps_when_a_table_was_created(store: Store) -> None:
    await store.create(summary(created=1.0))
    await store.append(append(1, summary=summary(created=7.0, line="new")))
    assert await store.summary("ABCD") == summary(created=1.0, line="new")
    assert await store.summary("NONE") is None


async def test_a_link_lets_in_once_however_many_ask_at_once(store: Store, second: Store) -> None:
    await store.create(summary())
    await store.add_link("hash", "ABCD", 2, "p", expires=100.0)
    asked = await asyncio.gather(*((store, second)[number % 2].use_link("hash", 50.0) for number in range(10)))
    assert [one for one in asked if one] == [("ABCD", 2, "p")]
    assert await store.use_link("hash", 51.0) is None
    assert await store.use_link("unknown", 50.0) is None


async def test_a_link_that_has_expired_lets_nobody_in(store: Store) -> None:
    await store.create(summary())
    await store.add_link("hash", "ABCD", 2, "p", expires=100.0)
    assert await store.use_link("hash", 100.0) is None
    assert await store.use_link("hash", 99.0) == ("ABCD", 2, "p")


async def test_a_secret_is_the_same_for_every_server(store: Store, second: Store) -> None:
    made = iter("abcdefgh")
    servers = (store, second, store, second)
    found = await asyncio.gather(*(server.secret("cookies", lambda: next(made)) for server in servers))
    assert len(set(found)) == 1
    assert await second.secret("cookies", lambda: "new") == found[0]
    assert await second.secret("other", lambda: "new") == "new"


async def test_who_is_present_counts_while_their_server_is_alive(store: Store, second: Store) -> None:
    await store.beat("a", 100.0)
    await second.beat("b", 50.0)
    for table, player, node in (("T", "p", "a"), ("T", "p", "b"), ("T", "q", "b"), ("U", "r", "a"), ("T", "s", "c")):
        await store.arrive(table, player, node)
    await store.arrive("T", "p", "a")
    assert await second.present(["T", "U", "V"], 40.0) == {"T": {"p", "q"}, "U": {"r"}, "V": set()}
    assert await second.present(["T"], 60.0) == {"T": {"p"}}
    await second.beat("b", 100.0)
    assert await second.present(["T"], 60.0) == {"T": {"p", "q"}}
    await store.depart("T", "p", "a")
    assert await second.present(["T"], 60.0) == {"T": {"p", "q"}}
    await store.depart("T", "p", "b")
    assert await second.present(["T"], 60.0) == {"T": {"q"}}
    assert await second.present([], 60.0) == {}


async def test_a_server_that_leaves_takes_its_players_along(store: Store) -> None:
    await store.beat("a", 100.0)
    await store.arrive("T", "p", "a")
    await store.forget_node("a")
    await store.beat("a", 100.0)
    assert await store.present(["T"], 1.0) == {"T": set()}


async def test_a_sweep_drops_dead_servers_their_players_and_expired_links(store: Store) -> None:
    await store.create(summary())
    await store.add_link("old", "ABCD", 0, "p", expires=50.0)
    await store.add_link("new", "ABCD", 0, "p", expires=100.0)
    await store.beat("dead", 50.0)
    await store.beat("alive", 100.0)
    for player, node in (("p", "dead"), ("q", "alive"), ("r", "never seen")):
        await store.arrive("ABCD", player, node)
    await store.sweep(60.0)
    for node in ("dead", "never seen"):
        await store.beat(node, 100.0)
    assert await store.present(["ABCD"], 60.0) == {"ABCD": {"q"}}
    assert await store.use_link("old", 40.0) is None
    assert await store.use_link("new", 40.0) is not None
