import asyncio

import pytest
from sqlalchemy.exc import IntegrityError
from store_builders import append, entry, summary

from shmear.server.store import Append, Entry, FinishedMatch, Store

pytestmark = pytest.mark.anyio


async def test_a_log_is_read_back_as_it_was_written(store: Store) -> None:
    first = Entry("ABCD", 1, 1234567890.123456, '{"name":"Zoë ♠"}'.encode())
    assert await store.create(summary(), [first])
    assert await store.append(append(2, 3))
    assert await store.entries("ABCD") == [first, entry(2), entry(3)]
    assert await store.entries("ABCD", after=2) == [entry(3)]
    assert await store.entries("NONE") == []


async def test_a_code_is_taken_once(store: Store, second: Store) -> None:
    assert await store.create(summary(host="me"), [entry(1)])
    assert not await second.create(summary(host="you"), [entry(1, data='{"type":"other"}')])
    assert await store.summary("ABCD") == summary(host="me")
    assert await store.entries("ABCD") == [entry(1)]


@pytest.mark.parametrize("seqs", [(1,), (2,), (2, 3), (4,), (5, 6)])
async def test_entries_that_do_not_go_on_where_the_log_ends_leave_nothing(store: Store, seqs: tuple[int, ...]) -> None:
    await store.create(summary(), [entry(1), entry(2)])
    over = FinishedMatch("m", "ABCD", 1, 1.0, "t", b"{}")
    assert not await store.append(append(*seqs, summary=summary(phase="playing"), match=over))
    assert await store.last_seq(["ABCD"]) == {"ABCD": 2}
    assert await store.summary("ABCD") == summary()
    assert await store.match("m") is None


async def test_an_append_is_about_one_table_without_gaps(store: Store) -> None:
    await store.create(summary())
    for wrong in (
        append(1, 3),
        append(2, 1),
        append(0),
        Append(),
        Append((entry(1), entry(2, "WXYZ"))),
        append(1, summary=summary("WXYZ")),
    ):
        with pytest.raises(ValueError, match="an Append"):
            await store.append(wrong)
    with pytest.raises(ValueError, match="begins with 1"):
        await store.create(summary("WXYZ"), [entry(2, "WXYZ")])
    assert await store.last_seq(["ABCD", "WXYZ"]) == {"ABCD": 0}


async def test_entries_summary_and_match_are_stored_together(store: Store) -> None:
    await store.create(summary())
    over = FinishedMatch("m1", "ABCD", 1, 5.0, "Six-Point", b'{"record":1}')
    assert await store.append(append(1, summary=summary(phase="over", open=0, changed=9.0), match=over))
    assert await store.summary("ABCD") == summary(phase="over", open=0, changed=9.0)
    assert await store.match("m1") == over
    assert await store.matches_of("ABCD") == [(1, "m1", 5.0)]
    assert await store.match("m2") is None


async def test_a_summary_can_change_without_an_entry(store: Store) -> None:
    await store.create(summary())
    assert await store.append(Append(summary=summary(people=2)))
    assert await store.summary("ABCD") == summary(people=2)


async def test_of_two_hundred_at_once_all_are_stored(store: Store) -> None:
    codes = [f"T{number}" for number in range(200)]
    for code in codes:
        await store.create(summary(code))
    assert all(await asyncio.gather(*(store.append(append(1, 2, code=code)) for code in codes)))
    assert await store.last_seq(codes) == dict.fromkeys(codes, 2)


async def test_appends_to_one_table_are_stored_in_the_order_in_which_they_were_made(store: Store) -> None:
    await store.create(summary())
    assert all(await asyncio.gather(*(store.append(append(seq, data=f"{seq}")) for seq in range(1, 201))))
    assert [one.data for one in await store.entries("ABCD")] == [b"%d" % seq for seq in range(1, 201)]


async def test_the_first_of_two_callers_of_one_store_wins(store: Store) -> None:
    await store.create(summary())
    assert await asyncio.gather(*(store.append(append(1, data=f"{number}")) for number in range(3))) == [
        True,
        False,
        False,
    ]
    assert await store.entries("ABCD") == [entry(1, data="0")]


async def test_of_two_servers_that_write_the_same_entry_one_wins_and_the_other_leaves_nothing(
    store: Store, second: Store
) -> None:
    codes = [f"T{number}" for number in range(10)]
    for code in codes:
        await store.create(summary(code))

    async def play(server: Store, name: str, code: str, length: int) -> dict[tuple[str, int], str]:
        """Appends a few entries at a time, over and over, and returns those that were acknowledged."""
        mine: dict[tuple[str, int], str] = {}
        for _ in range(15):
            last = (await server.last_seq([code]))[code]
            seqs = range(last + 1, last + 1 + length)
            if await server.append(append(*seqs, code=code, data=name, summary=summary(code, title=f"{name}{last}"))):
                mine |= {(code, seq): name for seq in seqs}
        return mine

    players = [play(store, "a", code, 2) for code in codes] + [play(second, "b", code, 3) for code in codes]
    acknowledged: dict[tuple[str, int], str] = {}
    for mine in await asyncio.gather(*players):
        assert not mine.keys() & acknowledged.keys()  # nobody was told that an entry is theirs which is another's
        acknowledged |= mine
    logs = [one for code in codes for one in await store.entries(code)]
    assert {(one.table, one.seq): one.data.decode() for one in logs} == acknowledged
    for code in codes:
        log = [one.data.decode() for one in await store.entries(code)]
        last = len(log) - (2 if log[-1] == "a" else 3)
        found = await second.summary(code)
        assert found is not None
        assert found.title == f"{log[-1]}{last}"  # the summary is that of the last who won


async def test_an_append_that_fails_does_not_take_the_others_with_it(store: Store) -> None:
    for code in ("A", "B", "C"):
        await store.create(summary(code))
    over = FinishedMatch("m", "A", 1, 1.0, "t", b"{}")
    assert await store.append(append(1, code="A", match=over))
    results = await asyncio.gather(
        store.append(append(2, code="A")),
        store.append(append(1, code="B", match=FinishedMatch("m", "B", 1, 1.0, "t", b"{}"))),
        store.append(append(1, code="C")),
        store.append(append(1, code="NONE")),
        return_exceptions=True,
    )
    assert [results[0], results[2]] == [True, True]
    assert isinstance(results[1], IntegrityError)
    assert isinstance(results[3], LookupError)
    assert await store.last_seq(["A", "B", "C"]) == {"A": 2, "B": 0, "C": 1}


async def test_a_caller_that_is_cancelled_does_not_disturb_the_others(store: Store) -> None:
    codes = [f"T{number}" for number in range(20)]
    for code in codes:
        await store.create(summary(code))
    tasks = [asyncio.create_task(store.append(append(1, code=code))) for code in codes]
    await asyncio.sleep(0)
    for task in tasks[::2]:
        task.cancel()
    results = await asyncio.gather(*tasks, return_exceptions=True)
    assert results[1::2] == [True] * 10
    assert all(isinstance(result, asyncio.CancelledError) for result in results[::2])
    assert await store.append(append(2, code=codes[1]))


async def test_closing_finishes_what_was_handed_in(place: str) -> None:
    store = await Store.open(place)
    await store.create(summary())
    tasks = [asyncio.create_task(store.append(append(seq))) for seq in range(1, 50)]
    await asyncio.sleep(0)
    await store.close()
    assert all(await asyncio.gather(*tasks))
    store = await Store.open(place)
    assert await store.last_seq(["ABCD"]) == {"ABCD": 49}
    await store.close()
