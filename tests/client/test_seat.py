"""A seat against a server that follows a script: how it connects, comes back, and answers each question once."""

from __future__ import annotations

import asyncio
import itertools
import random
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

import msgspec
import pytest
from websockets.asyncio.server import Server, ServerConnection, serve
from websockets.exceptions import ConnectionClosed

from shmear.bots import bot
from shmear.client import RefusedByServer, Seat
from shmear.game import Match, Setup, view
from shmear.protocol.messages import (
    CLOSE_FAST,
    CLOSE_MOVED,
    CLOSE_NO_TABLE,
    CLOSE_RESTART,
    VERSION,
    Act,
    ClientMessage,
    Done,
    Error,
    HandShown,
    Hello,
    MatchShown,
    MixIn,
    Pong,
    Proof,
    Ready,
    SeatShown,
    ServerMessage,
    SettingsShown,
    Start,
    TableShown,
    Update,
    Welcome,
    You,
)
from shmear.protocol.wire import hand_shown, rules_shown
from shmear.rules import preset

pytestmark = pytest.mark.anyio

SETTINGS = SettingsShown(
    public=False, chat=True, pace="normal", clock=0, watch=True, watch_delay=0, hints=True, grace=90
)
ME = You(who="me", seat=0, host=True)
_decoder: msgspec.json.Decoder[ClientMessage] = msgspec.json.Decoder(ClientMessage)

Script = Callable[["Line", int], Awaitable[None]]
"""What the server does with a connection; its number counts from 1."""


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


class Line:
    """The server's end of a connection."""

    def __init__(self, socket: ServerConnection) -> None:
        self.socket = socket

    async def say(self, *messages: ServerMessage) -> None:
        for message in messages:
            await self.socket.send(msgspec.json.encode(message).decode())

    async def hear(self) -> ClientMessage:
        async with asyncio.timeout(5):
            return _decoder.decode(await self.socket.recv())

    async def welcome(self, *, seq: int = 1, **table: Any) -> Hello:
        """Take the hello and answer it with the table."""
        hello = await self.hear()
        assert isinstance(hello, Hello)
        await self.say(WELCOME, update(seq, **table))
        return hello

    async def stay(self) -> None:
        await self.socket.wait_closed()


WELCOME = Welcome(
    v=VERSION,
    server="test",
    code="TABLE7",
    url="http://127.0.0.1/t/TABLE7",
    game=rules_shown(preset("six-point"), 4),
    you=ME,
    now=1.0,
)


def update(seq: int, *, seat: int | None = 0, ready: bool = False, **table: Any) -> Update:
    seats = [SeatShown(kind="person", name="Me", who="me", ready=ready), *[SeatShown(kind="bot", name="Bot")] * 3]
    you = You(who="me", seat=seat)
    return Update(
        seq=seq,
        events=[],
        table=TableShown(**({"phase": "seating", "seats": seats, "you": you, "settings": SETTINGS} | table)),
    )


@asynccontextmanager
async def served(script: Script) -> AsyncIterator[str]:
    """The address of a server that follows a script; what goes wrong in it is raised at the end."""
    wrong: list[BaseException] = []
    number = 0

    async def handle(socket: ServerConnection) -> None:
        nonlocal number
        number += 1
        try:
            await script(Line(socket), number)
        except ConnectionClosed:
            pass
        except BaseException as error:
            wrong.append(error)
            raise

    server: Server
    async with serve(handle, "127.0.0.1", 0) as server:
        port = next(iter(server.sockets)).getsockname()[1]
        yield f"http://127.0.0.1:{port}"
    if wrong:
        raise wrong[0]


@asynccontextmanager
async def seated(script: Script, *urls: str, **options: Any) -> AsyncIterator[Seat]:
    async with served(script) as url:
        seat = Seat([*urls, url], "TABLE7", {"shmear_player": "cookie"}, name="Me", **options)
        try:
            async with asyncio.timeout(20):
                await seat.connect()
                yield seat
        finally:
            await seat.close()


# --- connecting ------------------------------------------------------------------------------------------------------


async def test_it_says_hello_with_version_name_and_cookie() -> None:
    hellos: list[Hello] = []

    async def script(line: Line, number: int) -> None:
        assert line.socket.request is not None
        assert line.socket.request.path == "/ws/tables/TABLE7"
        assert line.socket.request.headers["Cookie"] == "shmear_player=cookie"
        hellos.append(await line.welcome(seq=7))
        await line.stay()

    async with seated(script) as seat:
        assert seat.seq == 7
        assert seat.seat == 0
        assert seat.welcome is not None
        assert (seat.welcome.code, seat.welcome.game.line) == ("TABLE7", WELCOME.game.line)
    assert hellos == [Hello(v=VERSION, since=None, name="Me")]


async def test_it_comes_back_and_says_what_it_saw_last() -> None:
    hellos: list[Hello] = []

    async def script(line: Line, number: int) -> None:
        hellos.append(await line.welcome(seq=number * 10))
        if number == 1:
            line.socket.transport.abort()
        await line.stay()

    async with seated(script) as seat:
        await seat.until(lambda _: seat.seq == 20)
        assert seat.reconnections == 1
    assert [hello.since for hello in hellos] == [None, 10]


@pytest.mark.parametrize("code", [1000, 1011, CLOSE_RESTART])
async def test_a_server_that_goes_is_looked_for_again(code: int) -> None:
    async def script(line: Line, number: int) -> None:
        await line.welcome(seq=number)
        if number == 1:
            await line.socket.close(code, "later")
        await line.stay()

    async with seated(script) as seat:
        await seat.until(lambda _: seat.seq == 2)


@pytest.mark.parametrize("code", [CLOSE_NO_TABLE, CLOSE_MOVED])
async def test_some_ends_are_for_good(code: int) -> None:
    async def script(line: Line, number: int) -> None:
        assert number == 1
        await line.welcome()
        await line.socket.close(code, "that is all")

    async with seated(script) as seat:
        with pytest.raises(RefusedByServer, match="that is all") as caught:
            await seat.until(lambda _: False)
        assert caught.value.code == "closed"
        with pytest.raises(RefusedByServer, match="that is all"):
            await seat.start()


async def test_a_server_that_closes_at_once_is_not_hammered() -> None:
    times: list[float] = []

    async def script(line: Line, number: int) -> None:
        times.append(time.monotonic())
        await line.welcome()
        if number < 6:
            await line.socket.close(CLOSE_FAST, "too many connections; wait a moment")
        await line.stay()

    async with seated(script) as seat:
        await seat.until(lambda _: len(times) == 6)
    gaps = [after - before for before, after in itertools.pairwise(times)]
    assert gaps[-1] > 1
    assert sum(gaps) > 2


async def test_another_server_will_do() -> None:
    async def script(line: Line, number: int) -> None:
        await line.welcome()
        await line.stay()

    async with seated(script, "http://127.0.0.1:1") as seat:
        assert seat.seat == 0


async def test_it_gives_up_when_no_server_is_found_for_too_long() -> None:
    seat = Seat(["http://127.0.0.1:1"], "TABLE7", {}, patience=0.2)
    with pytest.raises(OSError, match="Connect"):
        await seat.connect()

    async def script(line: Line, number: int) -> None:
        await line.welcome()
        await line.stay()

    async with served(script) as url:
        seat = Seat([url], "TABLE7", {}, patience=0.2)
        await seat.connect()
    with pytest.raises(RefusedByServer, match="cannot be reached") as caught:
        await seat.until(lambda _: False)
    assert caught.value.code == "closed"
    await seat.close()


# --- asking ----------------------------------------------------------------------------------------------------------


async def test_an_answer_belongs_to_what_was_asked() -> None:
    async def script(line: Line, number: int) -> None:
        await line.welcome()
        asked = [await line.hear() for _ in range(3)]
        first, second, third = (one.id for one in asked)
        assert first is not None
        assert second is not None
        assert third is not None
        await line.say(Error(code="not_now", message="not yet", re=second), Pong(now=1.0), Done(re=third, seq=9))
        await line.say(Done(re=first, seq=8), Done(re=99, seq=10))
        await line.stay()

    async with seated(script) as seat:
        asked = [seat.ask(lambda id: Start(id=id)) for _ in range(3)]
        first, second, third = await asyncio.gather(*asked, return_exceptions=True)
        assert isinstance(first, Done)
        assert isinstance(second, RefusedByServer)
        assert isinstance(third, Done)
        assert (first.seq, second.code, second.message, third.seq) == (8, "not_now", "not yet", 9)


async def test_an_answer_that_was_lost_is_said_to_be_lost() -> None:
    async def script(line: Line, number: int) -> None:
        await line.welcome(seq=number)
        if number == 1:
            await line.hear()
            line.socket.transport.abort()
        await line.stay()

    async with seated(script) as seat:
        with pytest.raises(RefusedByServer) as caught:
            await seat.start()
        assert caught.value.code == "lost"
        await seat.until(lambda _: seat.seq == 2)


# --- mixing in -------------------------------------------------------------------------------------------------------

NEXT = Proof(hand=1, commitment="ab" * 32, nonces=[])


async def test_it_mixes_its_own_chance_into_each_deal_and_is_ready() -> None:
    heard: list[ClientMessage] = []

    async def script(line: Line, number: int) -> None:
        await line.welcome(phase="dealing", next=NEXT)
        heard.extend([await line.hear(), await line.hear()])
        mixed = heard[0]
        assert isinstance(mixed, MixIn)
        shown = Proof(hand=1, commitment=NEXT.commitment, nonces=[(0, mixed.nonce)])
        await line.say(update(2, phase="dealing", next=shown, ready=True), update(3, phase="playing"))
        await line.say(update(4, phase="dealing", next=Proof(hand=2, commitment="cd" * 32, nonces=[])))
        heard.extend([await line.hear(), await line.hear()])
        await line.say(update(5))
        await line.stay()

    async with seated(script) as seat:
        await seat.until(lambda _: seat.seq == 5)
        nonces = list(seat.own_nonces)
    assert heard == [
        MixIn(hand=1, nonce=nonces[0]),
        Ready(hand=1),
        MixIn(hand=2, nonce=nonces[1]),
        Ready(hand=2),
    ]
    assert nonces[0] != nonces[1]


async def test_what_did_not_arrive_is_mixed_in_again_with_the_same_nonce() -> None:
    heard: list[ClientMessage] = []

    async def script(line: Line, number: int) -> None:
        await line.welcome(seq=number, phase="dealing", next=NEXT)
        heard.extend([await line.hear(), await line.hear()])
        if number == 1:
            line.socket.transport.abort()
        else:
            await line.say(update(9))
        await line.stay()

    async with seated(script) as seat:
        await seat.until(lambda _: seat.seq == 9)
        (nonce,) = seat.own_nonces
    assert heard == [MixIn(hand=1, nonce=nonce), Ready(hand=1)] * 2


async def test_what_arrived_before_the_connection_broke_is_not_said_again() -> None:
    async def script(line: Line, number: int) -> None:
        shown = NEXT if number == 1 else Proof(hand=1, commitment=NEXT.commitment, nonces=[(0, "00" * 16)])
        await line.welcome(seq=number, phase="dealing", next=shown, ready=number > 1)
        if number == 1:
            await line.hear()
            line.socket.transport.abort()
        else:
            await line.say(update(9))
            assert isinstance(await line.hear(), Start)
        await line.stay()

    async with seated(script) as seat:
        await seat.until(lambda _: seat.seq == 9)
        asked = asyncio.create_task(seat.start())
        await asyncio.sleep(0.1)
        asked.cancel()


async def test_who_watches_mixes_nothing_in() -> None:
    async def script(line: Line, number: int) -> None:
        await line.welcome(seat=None, phase="dealing", next=NEXT)
        assert isinstance(await line.hear(), Start)
        await line.stay()

    async with seated(script) as seat:
        asked = asyncio.create_task(seat.start())
        await asyncio.sleep(0.1)
        asked.cancel()
        assert seat.own_nonces == []


# --- playing ---------------------------------------------------------------------------------------------------------


def first_call(question: int) -> tuple[MatchShown, HandShown]:
    """The first hand of a match in which seat 0 is to call."""
    match = Match.new(Setup(preset("six-point"), 4), 3)
    state = match.deal(random.Random(1))
    shown = MatchShown(number=1, scores=[0] * 4, smucks=[0] * 4, hands=0, sides=[[0], [1], [2], [3]])
    return shown, hand_shown(view(state, 0), number=1, question=question, asked=[0])


async def test_a_bot_answers_each_question_once() -> None:
    heard: list[ClientMessage] = []
    match, hand = first_call(5)
    _, again = first_call(8)

    async def script(line: Line, number: int) -> None:
        await line.welcome(seq=5, phase="playing", match=match, hand=hand)
        heard.append(said := await line.hear())
        assert said.id is not None
        await line.say(Done(re=said.id, seq=6), update(7, phase="playing", match=match, hand=hand))
        await asyncio.sleep(0.1)
        await line.say(update(8, phase="playing", match=match, hand=again))
        heard.append(said := await line.hear())
        assert said.id is not None
        await line.say(Done(re=said.id, seq=8), update(9, phase="over", match=match))
        await line.stay()

    async with seated(script) as seat:
        table = await seat.play(bot("novice"), random.Random(1))
        assert table.phase == "over"
    assert [(type(said), said.answers) for said in heard if isinstance(said, Act)] == [(Act, 5), (Act, 8)]


async def test_a_question_that_is_still_open_after_a_lost_answer_is_answered_again() -> None:
    heard: list[ClientMessage] = []
    match, hand = first_call(5)

    async def script(line: Line, number: int) -> None:
        await line.welcome(seq=5, phase="playing", match=match, hand=hand)
        heard.append(said := await line.hear())
        if number == 1:
            line.socket.transport.abort()
        assert said.id is not None
        await line.say(Done(re=said.id, seq=6), update(7, phase="over", match=match))
        await line.stay()

    async with seated(script) as seat:
        await seat.play(bot("novice"), random.Random(1))
    assert [said.answers for said in heard if isinstance(said, Act)] == [5, 5]


async def test_an_action_that_the_rules_forbid_ends_the_play() -> None:
    match, hand = first_call(5)

    async def script(line: Line, number: int) -> None:
        await line.welcome(seq=5, phase="playing", match=match, hand=hand)
        said = await line.hear()
        await line.say(Error(code="illegal", message="you may not do that", re=said.id, clause="3"))
        await line.stay()

    async with seated(script) as seat:
        with pytest.raises(RefusedByServer, match="you may not do that"):
            await seat.play(bot("novice"), random.Random(1))
