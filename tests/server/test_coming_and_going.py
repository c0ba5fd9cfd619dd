"""Coming, going and coming back over real sockets: nothing is missed, nothing is lost, nobody else gets the seat."""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import AsyncIterator, Callable, Iterator
from typing import Any

import pytest
from live import People, Server, drop, finished, play_all
from postgres import Postgres

from shmear.bots import bot
from shmear.client import Client, RefusedByServer, Seat
from shmear.client.client import ClientError
from shmear.protocol.messages import (
    CLOSE_MOVED,
    CLOSE_RESTART,
    Pause,
    Ready,
    Remove,
    Stand,
    TableShown,
    Undo,
)
from shmear.record import score

pytestmark = pytest.mark.anyio

SHORT_TEN = {"extends": "ten-point", "title": "Short", "match": {"target": 20}}
SHORT = {"extends": "six-point", "title": "Short", "match": {"target": 6}}


@pytest.fixture
async def people(sqlite_server: Server) -> AsyncIterator[People]:
    async with People(sqlite_server.url) as people, asyncio.timeout(120):
        yield people


class Gated(Seat):
    """A seat whose way back to the server can be barred, and that notes how its connections ended."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.gate = asyncio.Event()
        self.gate.set()
        self.closed_by: list[int | None] = []

    async def _open(self) -> None:
        if self._socket is not None:
            self.closed_by.append(self._socket.close_code)
        await self.gate.wait()
        await super()._open()


class Heard:
    """Every update that a seat was sent, as JSON."""

    def __init__(self) -> None:
        self.updates: list[dict[str, Any]] = []
        self.welcomes = 0

    def __call__(self, text: str) -> None:
        message = json.loads(text)
        if message["type"] == "update":
            self.updates.append(message)
        self.welcomes += message["type"] == "welcome"

    def happened(self) -> list[dict[str, Any]]:
        return [event for update in self.updates for event in update["events"]]


def in_play(table: TableShown) -> bool:
    return table.phase == "playing" and table.hand is not None and table.hand.phase == "play"


async def play_until(seats: list[Seat], wanted: Callable[[], bool]) -> None:
    """Novices play the seats until something is so."""
    playing = [
        asyncio.create_task(seat.play(bot("novice"), random.Random(number))) for number, seat in enumerate(seats)
    ]
    try:
        while not wanted():
            await asyncio.sleep(0.005)
            for task in playing:
                assert not task.done(), "the match went on for long enough"
    finally:
        for task in playing:
            task.cancel()
        await asyncio.gather(*playing, return_exceptions=True)


# --- connections -----------------------------------------------------------------------------------------------------


async def test_who_comes_back_in_mid_hand_is_told_what_was_missed(people: People) -> None:
    host, other = await people.enter(), await people.enter()
    code = await host.create(rules=SHORT_TEN, players=4, pace="instant", bots="novice")
    stays, goes = Heard(), Heard()
    ann = await people.come(host, code, heard=stays)
    bob = await people.come(other, code, heard=goes, kind=Gated)
    assert isinstance(bob, Gated)
    await ann.start()
    await play_until([ann, bob], lambda: in_play(bob.table) and len(goes.happened()) > 40)
    bob.gate.clear()
    drop(bob)
    left = bob.seq
    assert left is not None
    await ann.until(lambda table: table.seats[1].away is not None)
    asked_ann = asyncio.create_task(ann.play(bot("novice"), random.Random(1)))
    await ann.until(lambda table: table.hand is not None and table.hand.asked == [1])
    asked_ann.cancel()
    for said in range(3):
        await ann.ask(lambda id, said=said: Pause(id=id, on=said % 2 == 0))
    await ann.ask(lambda id: Pause(id=id, on=False))
    assert bob.seq == left
    bob.gate.set()
    await bob.until(lambda table: bob.seq == ann.seq)
    assert bob.reconnections == 1
    assert goes.welcomes == 2
    told = [event["seq"] for event in goes.happened()]
    assert told == sorted(told)
    from_there = [event for event in stays.happened() if event["seq"] >= told[0]]
    assert [blind(event) for event in goes.happened()] == [blind(event) for event in from_there]
    assert not any(update["missed"] for update in goes.updates)
    await ann.until(lambda table: table.seats[1].away is None)
    await until_even(ann, bob)
    assert open_part(bob.table) == open_part(ann.table)
    assert bob.table.hand is not None
    hand = bob.table.hand
    dealt, played = set(hand.dealt) | set(hand.kitty), {one for trick in hand.tricks for one in trick.cards}
    on_table = set(hand.trick.cards) if hand.trick is not None else set()
    assert set(hand.holding) == dealt - played - on_table - set(hand.discards)
    (table, _) = await play_all([ann, bob])
    assert score(await host.record(await finished(ann)))["scores"] == (table.match.scores if table.match else None)


def blind(event: dict[str, Any]) -> dict[str, Any]:
    """An event without what only one seat is told of it."""
    return {key: value for key, value in event.items() if key != "action" or not value.startswith("discard")}


def open_part(table: TableShown) -> dict[str, Any]:
    """What everybody at the table sees alike."""
    hand = table.hand
    return {
        "phase": table.phase,
        "seats": table.seats,
        "match": table.match,
        "next": table.next,
        "hand": hand
        and [
            getattr(hand, name)
            for name in ("number", "dealer", "phase", "asked", "question", "calls", "contract", "trick", "tricks")
        ]
        + [hand.counts, hand.standing, hand.game],
    }


async def until_even(*seats: Seat) -> None:
    """Wait until all have been shown the same."""
    while len({seat.seq for seat in seats}) > 1 or len({str(seat.table.seats) for seat in seats}) > 1:
        await asyncio.sleep(0.01)


async def test_who_was_away_for_long_is_shown_the_table_as_it_stands(people: People) -> None:
    ann, bob = await people.table(2, game="six-point", players=8, bots="novice")
    await ann.start()
    heard = Heard()
    since = ann.seq
    await play_until([ann, bob], lambda: (ann.seq or 0) > 450)
    late = Seat(ann._urls, ann.code, ann._cookies, heard=heard)
    late.seq = since
    await late.connect()
    assert heard.updates[0]["missed"]
    assert heard.updates[0]["events"] == []
    assert late.table.you.seat == 0
    await late.close()


async def test_the_newest_window_takes_over(people: People) -> None:
    client = await people.enter()
    code = await client.create(game="six-point", players=4, pace="instant", name="Ann")
    first = await people.come(client, code)
    second = await people.come(client, code)
    with pytest.raises(RefusedByServer, match="newer window") as caught:
        await first.until(lambda _: False)
    assert caught.value.code == "closed"
    assert first._socket is not None
    assert first._socket.close_code == CLOSE_MOVED
    assert second.table.you.seat == 0
    assert second.table.seats[0].away is None
    await second.start()


async def test_a_table_that_there_is_not_is_said_so(people: People) -> None:
    client = await people.enter()
    with pytest.raises(RefusedByServer, match="no table has this code"):
        await people.come(client, "NOTABL")
    with pytest.raises(ClientError, match="no table has this code"):
        await client.get("/api/v1/tables/NOTABL")


# --- being away ------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def impatient(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server whose bots stand in after half a second."""
    with Server(str(tmp_path_factory.mktemp("live") / "impatient.db"), grace=0.5) as server:
        yield server


async def test_a_bot_stands_in_for_who_is_away_until_they_are_back(impatient: Server) -> None:
    async with People(impatient.url) as people, asyncio.timeout(120):
        host = await people.enter()
        code = await host.create(rules=SHORT, players=4, pace="instant", bots="random", name="Ann")
        heard = Heard()
        ann = await people.come(host, code, name="Ann", heard=heard)
        bob = await people.come(await people.enter(), code, name="Bob", kind=Gated)
        assert isinstance(bob, Gated)
        await ann.start()
        await play_until([ann, bob], lambda: in_play(ann.table))
        bob.gate.clear()
        drop(bob)
        table = await ann.until(lambda table: table.seats[1].away is not None)
        assert table.seats[1].kind == "person"
        assert not table.seats[1].standin
        playing = asyncio.create_task(ann.play(bot("novice"), random.Random(2)))
        await ann.until(lambda table: table.seats[1].standin)
        await until(lambda: any(event.get("by") == "standin" for event in heard.happened()))
        bob.gate.set()
        table = await bob.until(lambda table: table.you.seat == 1 and not table.seats[1].standin)
        assert table.seats[1].name == "Bob"
        await ann.until(lambda table: table.seats[1].away is None)
        again = len(heard.happened())
        await asyncio.gather(playing, bob.play(bot("novice"), random.Random(3)))
        acted = [event for event in heard.happened() if event["what"] == "acted" and event["seat"] == 1]
        assert {event["by"] for event in acted} == {"person", "standin"}
        later = [event for event in heard.happened()[again:] if event["what"] == "acted" and event["seat"] == 1]
        assert {event["by"] for event in later} <= {"person"}
        what = [event["what"] for event in heard.happened() if event.get("seat") == 1]
        assert what.index("stood_in") < what.index("returned")
        record = await host.record(await finished(ann))
        assert record["players"][:2] == ["Ann", "Bob"]


async def until(wanted: Callable[[], bool]) -> None:
    while not wanted():
        await asyncio.sleep(0.01)


async def test_a_seat_that_is_left_is_played_by_a_bot_and_may_be_taken(people: People) -> None:
    ann, bob = await people.table(2, rules=SHORT, players=3, bots="novice")
    await ann.start()
    await play_until([ann, bob], lambda: in_play(ann.table))
    await bob.ask(lambda id: Stand(id=id))
    table = await ann.until(lambda table: table.seats[1].kind == "bot")
    assert table.seats[1].level == "novice"
    assert bob.table.you.seat is None
    assert bob.table.hand is None or not bob.table.hand.holding
    with pytest.raises(RefusedByServer, match="cards of another seat"):
        await bob.sit(2)
    await bob.sit(1)
    (table, _) = await play_all([ann, bob])
    assert table.match is not None
    assert table.match.winners


# --- another device --------------------------------------------------------------------------------------------------


async def test_a_link_moves_a_seat_to_another_device_once(people: People) -> None:
    laptop, phone, thief = await people.enter(), await people.enter(), await people.enter()
    code = await laptop.create(rules=SHORT, players=3, pace="instant", name="Ann")
    old = await people.come(laptop, code)
    await old.start()
    await old.until(in_play_or_asked)
    link = await laptop.post(f"/api/v1/tables/{code}/move", {})
    address, _, token = link["url"].partition("#")
    assert address.endswith("/move")
    assert len(token) >= 32
    assert await phone.post("/api/v1/move", {"token": token}) == {"code": code}
    with pytest.raises(ClientError, match="has been used") as used:
        await thief.post("/api/v1/move", {"token": token})
    assert used.value.status == 404
    new = await people.come(phone, code, sit=False)
    assert new.table.you.seat == 0
    assert new.table.you.host
    assert new.table.seats[0].name == "Ann"
    assert new.table.hand is not None
    assert new.table.hand.holding
    table = await old.until(lambda table: table.you.seat is None)
    assert not table.you.host
    assert table.hand is not None
    assert (table.hand.holding, table.hand.dealt, table.hand.legal) == ([], [], [])
    with pytest.raises(RefusedByServer, match="you are watching"):
        await old.act("pass")
    (table,) = await play_all([new])
    assert table.match is not None
    assert table.match.winners


def in_play_or_asked(table: TableShown) -> bool:
    return table.hand is not None and table.phase == "playing"


async def test_only_who_sits_gets_a_link_and_a_made_up_one_is_none(people: People) -> None:
    ann, other = await people.enter(), await people.enter()
    code = await ann.create(game="six-point", players=4)
    with pytest.raises(ClientError, match="you have no seat") as caught:
        await other.post(f"/api/v1/tables/{code}/move", {})
    assert caught.value.status == 403
    with pytest.raises(ClientError, match="has been used, or is too old"):
        await other.post("/api/v1/move", {"token": "made-up"})


async def test_a_link_is_no_use_once_the_seat_has_changed_hands(people: People) -> None:
    (ann,) = await people.table(1, game="six-point", players=4)
    host = Client(ann._urls, ann._cookies)
    phone = await people.enter()
    link = await host.post(f"/api/v1/tables/{ann.code}/move", {})
    await host.close()
    await ann.ask(lambda id: Stand(id=id))
    with pytest.raises(ClientError, match="changed hands") as caught:
        await phone.post("/api/v1/move", {"token": link["url"].partition("#")[2]})
    assert caught.value.status == 409


# --- matches one after another, and between --------------------------------------------------------------------------


async def test_a_rematch_is_another_match_at_the_same_table(people: People) -> None:
    ann, bob = await people.table(2, rules=SHORT, players=3, bots="random")
    await ann.start()
    await play_all([ann, bob], seed=1)
    first = await finished(ann)
    await ann.rematch()
    table = await bob.until(lambda table: table.seats[0].rematch)
    assert table.phase == "over"
    await bob.rematch()
    await asyncio.gather(*(seat.until(lambda table: table.phase in ("dealing", "playing")) for seat in (ann, bob)))
    await play_all([ann, bob], seed=2)
    assert ann.table.match is not None
    assert ann.table.match.number == 2
    second = await finished(ann)
    client = await people.enter()
    listed = (await client.get(f"/api/v1/tables/{ann.code}/matches"))["matches"]
    assert [(match["number"], match["id"]) for match in listed] == [(1, first), (2, second)]
    records = [await client.record(id) for id in (first, second)]
    assert records[0]["hands"][0]["deal"] != records[1]["hands"][0]["deal"]
    replayed = await client.get(f"/api/v1/matches/{second}/replay")
    assert replayed["scores"] == ann.table.match.scores
    assert replayed["winners"] == ann.table.match.winners


async def test_the_next_hand_waits_for_who_is_not_ready(people: People) -> None:
    ann, bob = await people.table(2, rules=SHORT | {"match": {"target": 20}}, players=3, bots="random")

    async def silent(_: TableShown) -> None:
        """Say nothing between hands."""

    await ann.start()
    bob._mix_in = silent  # type: ignore[method-assign]
    await play_until([ann, bob], lambda: len(ann.table.seats) == 3 and ann.table.phase == "dealing" and waits(ann))
    table = await ann.until(lambda table: table.seats[0].ready)
    assert not table.seats[1].ready
    assert table.next is not None
    assert table.next.secret is None
    await asyncio.sleep(0.3)
    assert ann.table.phase == "dealing"
    hand = table.next.hand
    await bob.ask(lambda id: Ready(id=id, hand=hand))
    await ann.until(lambda table: table.phase == "playing")
    assert ann.table.hand is not None
    assert ann.table.hand.number == hand


def waits(seat: Seat) -> bool:
    return seat.table.next is not None and seat.table.next.hand > 1


async def test_an_action_is_taken_back_against_bots_only(people: People) -> None:
    (ann,) = await people.table(1, rules=SHORT, players=4, bots="random", pace="slow")
    await ann.start()
    table = await ann.until(lambda _: ann.asked)
    assert not table.you.can_undo
    hand = table.hand
    assert hand is not None
    await ann.act(hand.legal[0])
    await ann.until(lambda table: table.you.can_undo)
    await ann.ask(lambda id: Undo(id=id))
    again = (await ann.until(lambda table: table.hand is not None and table.hand.legal == hand.legal)).hand
    assert again is not None
    assert (again.holding, again.calls, again.asked) == (hand.holding, hand.calls, [0])
    assert again.question > hand.question
    await people.come(await people.enter(), ann.code)
    with pytest.raises(RefusedByServer, match="while other people play"):
        await ann.ask(lambda id: Undo(id=id))


async def test_a_paused_table_stands_still(people: People) -> None:
    (ann,) = await people.table(1, rules=SHORT, players=4, bots="random")
    await ann.start()
    await play_until([ann], lambda: in_play(ann.table))
    await ann.ask(lambda id: Pause(id=id, on=True))
    table = await ann.until(lambda table: table.paused)
    seq = ann.seq
    await asyncio.sleep(0.3)
    assert ann.seq == seq
    assert table.hand is not None
    if table.you.seat in table.hand.asked:
        with pytest.raises(RefusedByServer, match="paused"):
            await ann.act(table.hand.legal[0])
    await ann.ask(lambda id: Pause(id=id, on=False))
    await play_all([ann])


# --- the server goes and comes back ----------------------------------------------------------------------------------


async def test_a_server_that_is_stopped_says_so_and_all_go_on_when_it_is_back(tmp_path: Any) -> None:
    with Server(str(tmp_path / "tables.db")) as server:
        async with People(server.url) as people, asyncio.timeout(120):
            host, other = await people.enter(), await people.enter()
            code = await host.create(rules=SHORT, players=4, pace="instant", bots="novice")
            ann = await people.come(host, code, kind=Gated)
            bob = await people.come(other, code, kind=Gated)
            assert isinstance(ann, Gated)
            assert isinstance(bob, Gated)
            await ann.start()
            playing = asyncio.create_task(play_all([ann, bob], pause=0.02))
            await ann.until(in_play)
            code_of_exit = await asyncio.to_thread(server.terminate)
            assert code_of_exit in (0, -15), "stopped by the signal, not by an error"
            await asyncio.to_thread(server.restart)
            (table, _) = await playing
            assert ann.closed_by[0] == bob.closed_by[0] == CLOSE_RESTART
            assert table.match is not None
            record = await host.record(await finished(ann))
            assert score(record)["scores"] == table.match.scores


async def test_a_player_who_is_removed_before_the_start_may_watch(people: People) -> None:
    ann, bob = await people.table(2, rules=SHORT, players=4)
    with pytest.raises(RefusedByServer, match="only the host"):
        await bob.ask(lambda id: Remove(id=id, seat=0))
    await ann.ask(lambda id: Remove(id=id, seat=1))
    await bob.until(lambda table: table.you.seat is None)
    table = await ann.until(lambda table: table.seats[1].kind == "open")
    assert table.watchers == 1
    await ann.start()
    with pytest.raises(RefusedByServer, match="before a match, not in it"):
        await ann.ask(lambda id: Remove(id=id, seat=2))


# --- two servers of one database -------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def two(postgres: Postgres) -> Iterator[tuple[Server, Server]]:
    """Two servers of one database whose bots stand in after half a second."""
    database = postgres.url()
    with Server(database, grace=0.5) as one, Server(database, grace=0.5) as other:
        yield one, other


async def test_who_comes_back_through_another_server_is_back_for_all(two: tuple[Server, Server]) -> None:
    one, other = two
    async with People(one.url) as people, asyncio.timeout(120):
        host, second = await people.enter(), await people.enter()
        code = await host.create(rules=SHORT | {"match": {"target": 15}}, players=4, pace="instant", bots="random")
        heard = Heard()
        ann = await people.come(host, code, heard=heard)
        bob = await people.come(second, code)
        await ann.start()
        await play_until([ann, bob], lambda: in_play(ann.table))
        await bob.close()
        playing = asyncio.create_task(ann.play(bot("novice"), random.Random(2), pause=0.02))
        await until(lambda: any(event.get("by") == "standin" for event in heard.happened()))
        again = len(heard.happened())
        back = await people.come(Client([other.url], second.cookies), code)
        assert back.table.you.seat == 1
        await asyncio.gather(playing, back.play(bot("novice"), random.Random(3), pause=0.02))
        later = [event for event in heard.happened()[again:] if event.get("seat") == 1]
        assert sum(event["what"] == "stood_in" for event in later) <= 1
        acted = [event["by"] for event in later if event["what"] == "acted"]
        assert acted.count("person") > acted.count("standin")
        assert back.table.match == ann.table.match


async def test_the_newest_window_takes_over_through_another_server_too(two: tuple[Server, Server]) -> None:
    one, other = two
    async with People(one.url) as people, asyncio.timeout(120):
        client = await people.enter()
        code = await client.create(rules=SHORT, players=4, pace="instant")
        first = await people.come(client, code)
        second = await people.come(Client([other.url], client.cookies), code)
        with pytest.raises(RefusedByServer, match="newer window"):
            await first.until(lambda _: False)
        assert second.table.you.seat == 0
