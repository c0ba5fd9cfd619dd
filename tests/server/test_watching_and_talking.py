"""Spectators, what they see and when, and what is said at a table, over real sockets."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import AsyncIterator
from typing import Any

import pytest
from live import People, Server, play_all

from shmear.client import RefusedByServer, Seat
from shmear.protocol.messages import Act, Change, Chat, Mute, React, Rename, ShowHands, TableShown

pytestmark = pytest.mark.anyio

SHORT = {"extends": "six-point", "title": "Short", "match": {"target": 5}}


@pytest.fixture
async def people(sqlite_server: Server) -> AsyncIterator[People]:
    async with People(sqlite_server.url) as people, asyncio.timeout(120):
        yield people


class Timed:
    """Every update that came, and when."""

    def __init__(self) -> None:
        self.updates: list[tuple[float, dict[str, Any]]] = []

    def __call__(self, text: str) -> None:
        message = json.loads(text)
        if message["type"] == "update":
            self.updates.append((time.time(), message))


def asked_or_over(table: TableShown) -> bool:
    return table.hand is not None and (table.hand.phase == "over" or table.you.seat in table.hand.asked)


async def come_to_watch(people: People, seat: Seat, **options: Any) -> Seat:
    return await people.come(await people.enter(), seat.code, sit=False, **options)


# --- watching --------------------------------------------------------------------------------------------------------


async def test_who_watches_sees_what_lies_open_and_no_holding(people: People) -> None:
    (ann,) = await people.table(1, rules=SHORT, players=4, bots="novice")
    await ann.start()
    await ann.until(asked_or_over)
    heard = Timed()
    watcher = await come_to_watch(people, ann, heard=heard)
    assert (watcher.seat, watcher.table.you.host) == (None, False)
    await ann.until(lambda table: table.watchers == 1)
    await play_all([ann])
    await watcher.until(lambda table: table.phase == "over")
    plays = 0
    for _, update in heard.updates:
        hand = update["table"].get("hand")
        plays += sum(event.get("action", "").startswith("play") for event in update["events"])
        if hand is not None and hand["phase"] != "over":
            assert not {"holding", "dealt", "kitty", "discards", "legal", "hands", "refused"} & hand.keys()
            assert sum(hand["counts"]) > 0
    assert plays >= 20


async def test_where_nobody_may_watch_no_hand_is_shown(people: People) -> None:
    (ann,) = await people.table(1, rules=SHORT, players=4, bots="novice", watch=False)
    await ann.start()
    await ann.until(asked_or_over)
    heard = Timed()
    watcher = await come_to_watch(people, ann, heard=heard)
    await play_all([ann])
    await watcher.until(lambda table: table.phase == "over")
    assert len(heard.updates) > 20
    for _, update in heard.updates:
        assert "hand" not in update["table"]
        assert not [event for event in update["events"] if event.get("action") or event.get("trick")]
    assert watcher.table.match is not None
    assert ann.table.match is not None
    assert watcher.table.match.scores == ann.table.match.scores


async def test_who_watches_with_a_delay_is_told_nothing_sooner(people: People) -> None:
    delay = 1
    (ann,) = await people.table(1, rules=SHORT, players=3, bots="novice", watch_delay=delay)
    heard = Timed()
    watcher = await come_to_watch(people, ann, heard=heard)
    await ann.start()
    await play_all([ann])
    ended = time.time()
    await watcher.until(lambda table: table.phase == "over")
    assert time.time() - ended > delay * 0.8
    happened = [(came, event) for came, update in heard.updates for event in update["events"]]
    assert len(happened) > 20
    assert min(came - event["at"] for came, event in happened) >= delay - 0.01
    assert watcher.table.match == ann.table.match


async def test_the_delay_holds_where_the_server_has_just_been_started(tmp_path: Any) -> None:
    with Server(str(tmp_path / "tables.db")) as server:
        async with People(server.url) as people, asyncio.timeout(120):
            (ann,) = await people.table(1, rules=SHORT, players=3, bots="novice", watch_delay=600)
            await ann.start()
            await ann.until(asked_or_over)
            before = await come_to_watch(people, ann)
            assert before.table.hand is None
            await asyncio.to_thread(server.kill)
            await asyncio.to_thread(server.restart)
            after = await come_to_watch(people, ann)
            assert after.table.hand is None
            assert after.table.match is None
            await asyncio.sleep(0.3)
            assert before.table.hand is None


async def test_all_hands_are_open_to_who_watches_only_with_everybodys_consent(people: People) -> None:
    ann, bob = await people.table(2, rules=SHORT, players=4, bots="novice")
    watcher = await come_to_watch(people, ann)
    await ann.start()
    while not [seat for seat in (ann, bob) if seat.asked]:
        await asyncio.sleep(0.01)
    seat = ann if ann.asked else bob
    await watcher.until(lambda table: table.hand is not None)

    async def allow(one: Seat, on: bool) -> None:
        done = await one.ask(lambda id: ShowHands(id=id, on=on))
        await watcher.until(lambda _: (watcher.seq or 0) >= done.seq)
        assert watcher.table.seats[one.table.you.seat or 0].shows == on

    def hands() -> list[list[str]] | None:
        assert watcher.table.hand is not None
        return watcher.table.hand.hands

    assert hands() is None
    await allow(ann, True)
    assert hands() is None
    await allow(bob, True)
    seen = hands()
    assert seen is not None
    assert [len(hand) for hand in seen] == [6] * 4
    assert ann.table.hand is not None
    assert seen[0] == ann.table.hand.holding
    assert ann.table.hand.hands is None
    with pytest.raises(RefusedByServer, match="all cards of this hand"):
        await watcher.sit(2)
    await allow(ann, False)
    assert hands() is None
    with pytest.raises(RefusedByServer, match="all cards of this hand"):
        await watcher.sit(2)
    assert seat.asked
    await play_all([ann, bob])


async def test_the_lobby_shows_open_public_tables_and_no_others(people: People) -> None:
    client = await people.enter()

    async def listed() -> dict[str, Any]:
        return {table["code"]: table for table in (await client.get("/api/v1/tables"))["tables"]}

    public = await client.create(game="kitty", players=3, public=True)
    private = await client.create(game="kitty", players=3)
    ann = await people.come(client, public)
    found = await listed()
    assert private not in found
    assert found[public] == found[public] | {"title": "Kitty Shmear", "players": 3, "people": 1, "open": 2}
    bob, cid = [await people.come(await people.enter(), public) for _ in range(2)]
    assert public not in await listed(), "no seat is left"
    await cid.close()
    assert public not in await listed(), "the seat is kept for who is away"
    await ann.ask(lambda id: Change(id=id, public=False))
    assert public not in await listed()
    assert (await client.get(f"/api/v1/tables/{private.lower()}"))["code"] == private, "by its code it is found"
    assert bob.table.you.seat == 1


# --- talking ---------------------------------------------------------------------------------------------------------


async def test_what_is_said_is_heard_by_all_but_who_has_muted_the_speaker(people: People) -> None:
    ann, bob, cid = await people.table(3, game="six-point", players=4)
    heard = {seat: Timed() for seat in (ann, bob, cid)}
    for seat, diary in heard.items():
        seat._heard = diary
    who = bob.table.you.who
    await cid.ask(lambda id: Mute(id=id, who=who))
    await cid.until(lambda table: table.you.muted == [who])
    assert ann.table.you.muted == []
    await bob.ask(lambda id: Chat(id=id, text="good  luck\u202e"))
    await ann.ask(lambda id: React(id=id, what="thanks"))
    await asyncio.gather(*(seat.until(lambda _, seat=seat: last_said(heard[seat]) == "thanks") for seat in heard))
    assert [said(heard[seat]) for seat in (ann, bob, cid)] == [["good luck", "thanks"]] * 2 + [["thanks"]]
    assert "good" not in json.dumps([update for _, update in heard[cid].updates])
    await cid.ask(lambda id: Mute(id=id, who=who, on=False))
    await cid.until(lambda table: table.you.muted == [])
    chat = [update["table"]["chat"] for _, update in heard[cid].updates if "chat" in update["table"]][-1]
    assert [one.get("text") or one["reaction"] for one in chat] == ["good luck", "thanks"]
    assert chat[0]["who"] == who
    assert (chat[0]["name"], chat[0]["seat"]) == ("P1", 1)


def said(diary: Timed) -> list[str]:
    events = [event for _, update in diary.updates for event in update["events"] if event["what"] == "spoke"]
    return [event["spoken"].get("text") or event["spoken"]["reaction"] for event in events]


def last_said(diary: Timed) -> str | None:
    return said(diary)[-1] if said(diary) else None


async def test_the_host_switches_chat_off_and_on(people: People) -> None:
    ann, bob = await people.table(2, game="six-point", players=4)
    with pytest.raises(RefusedByServer, match="only the host"):
        await bob.ask(lambda id: Change(id=id, chat=False))
    await ann.ask(lambda id: Change(id=id, chat=False))
    await bob.until(lambda table: not table.settings.chat)
    for seat in (ann, bob):
        with pytest.raises(RefusedByServer, match="switched chat off"):
            await seat.ask(lambda id: Chat(id=id, text="hello"))
    await ann.ask(lambda id: Change(id=id, chat=True))
    await bob.ask(lambda id: Chat(id=id, text="hello again"))


async def test_who_watches_may_talk_under_a_name(people: People) -> None:
    (ann,) = await people.table(1, game="six-point", players=4)
    heard = Timed()
    ann._heard = heard
    watcher = await come_to_watch(people, ann, name=" Zo\u202ee ")
    await watcher.ask(lambda id: React(id=id, what="wow"))
    await ann.until(lambda _: said(heard) == ["wow"])
    (event,) = [event for _, update in heard.updates for event in update["events"] if event["what"] == "spoke"]
    assert event["spoken"]["name"] == "Zoe"
    assert "seat" not in event["spoken"]


async def test_talking_too_fast_is_refused_and_playing_goes_on(people: People) -> None:
    (ann,) = await people.table(1, rules=SHORT, players=3, bots="random")
    await ann.start()
    refused: list[str] = []
    for number in range(12):
        try:
            await ann.ask(lambda id, number=number: Chat(id=id, text=f"number {number}"))
        except RefusedByServer as caught:
            refused.append(caught.code)
    assert set(refused) == {"too_fast"}
    assert 5 <= len(refused) <= 7
    await play_all([ann])


async def test_names_are_cleaned_and_told_apart(people: People) -> None:
    client = await people.enter()
    code = await client.create(game="six-point", players=4, name="\u202e P\u200bat ")
    ann = await people.come(client, code)
    bob = await people.come(await people.enter(), code, name="pat")
    assert [seat.name for seat in bob.table.seats][:2] == ["Pat", "pat 2"]
    await bob.ask(lambda id: Rename(id=id, name="x" * 60))
    table = await ann.until(lambda table: table.seats[1].name != "pat 2")
    assert table.seats[1].name == "x" * 20


async def test_a_double_click_is_one_action(people: People) -> None:
    (ann,) = await people.table(1, rules=SHORT, players=4, bots="novice")
    await ann.start()
    table = await ann.until(lambda table: ann.asked)
    assert table.hand is not None
    question, action = table.hand.question, table.hand.legal[0]
    results = await asyncio.gather(
        *(ann.ask(lambda id: Act(id=id, answers=question, action=action)) for _ in range(3)), return_exceptions=True
    )
    assert sum(isinstance(one, RefusedByServer) and one.code == "stale" for one in results) == 2
    assert sum(not isinstance(one, BaseException) for one in results) == 1
