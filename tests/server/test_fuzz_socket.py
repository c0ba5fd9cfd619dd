"""Whatever is said over a socket: broken, huge, out of turn, not one's own, again and again.

No message makes the server fail, every answer is one of the protocol's, the table can be played to its end afterwards,
and other tables notice nothing. What is said follows from SHMEAR_SEED, as far as what the table shows lets it.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import statistics
import string
import time
from collections import Counter, deque
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
from live import SOAK, Figures, People, Server, finished
from prometheus_client.parser import text_string_to_metric_families
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from shmear.bots import bot
from shmear.client import Client, RefusedByServer, Seat
from shmear.fair import verify
from shmear.protocol.messages import (
    CLOSE_BAD,
    CLOSE_FAST,
    CLOSE_MOVED,
    LONGEST_MESSAGE,
    VERSION,
    Advice,
    Change,
    Done,
    Error,
    Pause,
    Pong,
    Rematch,
    ServerMessage,
    TableShown,
    Update,
)
from shmear.record import replay

pytestmark = [pytest.mark.anyio, pytest.mark.fuzz]

MESSAGES = 100_000 if SOAK else 5_000
SEED = int(os.environ.get("SHMEAR_SEED", "1"))
SHORT = {"extends": "ten-point", "title": "Short", "match": {"target": 8}}
"""Every kind of decision, discards among them, and soon over."""

PROTOCOL_ERROR, NOT_TEXT, TOO_BIG, GONE = 1002, 1007, 1009, 1006
ALLOWED_ENDS = {CLOSE_BAD, CLOSE_MOVED, PROTOCOL_ERROR, NOT_TEXT, TOO_BIG, GONE}


# --- what is said ----------------------------------------------------------------------------------------------------

CARDS = [rank + suit for rank in "23456789TJQKA" for suit in "CDHS"] + ["BJ", "LJ"]
WORDS = [*"bid pass shoot trump discard call play".split(), "", "PLAY", "play play", "bid -1", "bid 999999999999"]
STRANGE: list[Any] = [
    None,
    True,
    False,
    -1,
    0,
    7,
    8,
    2**31,
    2**53 + 1,
    2**64,
    -(2**63) - 1,
    1.5,
    1e308,
    "",
    " ",
    "0",
    "\x00",
    "\ud800",
    "\u202egnihton",
    "a\u0300" * 200,
    "x" * 300,
    "🂡" * 100,
    "'; DROP TABLE events; --",
    "<script>alert(1)</script>",
    "../../etc/passwd",
    "%s%n{0}",
    [],
    {},
    [[]],
    {"type": "hello"},
    [0] * 500,
]


class Fuzzer:
    """Makes messages for somebody at a table, who knows what the last update showed."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.table: TableShown | None = None
        self.said: deque[str | bytes] = deque(maxlen=200)
        self._ids = iter(range(1, 2**50))

    def next(self) -> tuple[str | bytes, int | None]:
        """A message, and the id that must come back if there is one."""
        rng = self.rng
        way = rng.random()
        if way < 0.1 and self.said:
            return rng.choice(self.said), None  # said before
        good = self.good()
        if way < 0.6:
            good["id"] = next(self._ids)
            text: str | bytes = json.dumps(good)
            self.said.append(text)
            return text, good["id"]
        if way < 0.85:
            return json.dumps(self.changed(good)), None
        return self.broken(json.dumps(good)), None

    # A message that fits the protocol; whether it is allowed is another matter.

    def good(self) -> dict[str, Any]:
        rng, table = self.rng, self.table
        hand = table.hand if table is not None else None
        coming = table.next if table is not None else None
        seat = rng.randrange(8) if rng.random() < 0.2 else rng.randrange(4)
        question = hand.question if hand is not None else 0
        who = [one.who for one in table.seats if one.who] if table is not None else []
        kinds: list[dict[str, Any]] = [
            {"type": "act", "answers": question, "action": self.action()},
            {"type": "act", "answers": question, "action": self.action()},
            {"type": "act", "answers": question + rng.choice([-30, -1, 1, 1000]), "action": self.action()},
            {"type": "sit", "seat": seat, "name": self.name()},
            {"type": "sit"},
            {"type": "stand"},
            {"type": "rename", "name": self.name()},
            {"type": "swap", "a": seat, "b": rng.randrange(8)},
            {"type": "seat_bot", "seat": seat, "level": rng.choice(["novice", "random", "genius", None])},
            {"type": "remove", "seat": seat},
            {"type": "start"},
            {"type": "make_host", "seat": seat},
            {"type": "change", "chat": rng.random() < 0.5, "pace": rng.choice(["instant", "fast"])},
            {"type": "change", "clock": rng.choice([0, 0, 1, 3600]), "public": rng.random() < 0.5},
            {"type": "change", "watch": rng.random() < 0.7, "watch_delay": rng.choice([0, 0, 1, 600])},
            {
                "type": "mix_in",
                "hand": coming.hand if coming else rng.randrange(9),
                "nonce": f"{rng.getrandbits(128):032x}",
            },
            {"type": "ready", "hand": coming.hand if coming else rng.randrange(9)},
            {"type": "rematch"},
            {"type": "chat", "text": self.name() * rng.randrange(1, 20)},
            {"type": "react", "what": rng.choice(["wow", "thanks", "bye"])},
            {"type": "mute", "who": rng.choice(who) if who else "nobody", "on": rng.random() < 0.5},
            {"type": "mute", "who": f"{rng.getrandbits(48):012x}"},
            {"type": "show_hands", "on": rng.random() < 0.5},
            {"type": "pause", "on": rng.random() < 0.3},
            {"type": "undo"},
            {"type": "hint", "answers": question + rng.choice([0, 0, -1])},
            {"type": "explain", "hand": rng.randrange(9), "seat": seat, "action": self.action()},
            {"type": "ping"},
            {"type": "hello", "v": VERSION, "since": rng.choice([0, 1, 10**9])},
        ]
        return rng.choice(kinds)

    def action(self) -> str:
        """What may be one's own to do, or another's card, or no action at all."""
        rng = self.rng
        hand = self.table.hand if self.table is not None else None
        way = rng.random()
        if hand is not None and hand.legal and way < 0.4:
            return rng.choice(hand.legal)
        if hand is not None and hand.discard is not None and way < 0.4:
            asked = hand.discard
            return " ".join(["discard", *asked.must, *asked.pool][: 1 + asked.size])
        if hand is not None and hand.holding and way < 0.55:
            return f"play {rng.choice(hand.holding)}"
        if way < 0.75:
            return f"{rng.choice(['play', 'call', 'discard'])} {rng.choice(CARDS)}"
        if way < 0.85:
            return " ".join(["discard", *rng.sample(CARDS, rng.randrange(9)), *[rng.choice(CARDS)] * 2])
        return " ".join(rng.choice([*WORDS, *CARDS, "C", "S", "3"]) for _ in range(rng.randrange(1, 6)))

    def name(self) -> str:
        return "".join(
            self.rng.choice(string.printable + "\u202e\u0301\ufffdäß🂡") for _ in range(self.rng.randrange(12))
        )

    # One that does not fit.

    def changed(self, good: dict[str, Any]) -> Any:
        rng = self.rng
        key = rng.choice(list(good))
        match rng.randrange(6):
            case 0:
                good.pop(key)
            case 1:
                good[self.name() or "x"] = rng.choice(STRANGE)
            case 2:
                good["id"] = rng.choice(STRANGE)
            case 3:
                good["type"] = rng.choice(["", "welcome", "update", "done", "HELLO", self.name(), 3, None])
            case 4:
                return rng.choice([[good], {"type": good}, [good] * 50, good["type"], *STRANGE])
            case _:
                good[key] = rng.choice(STRANGE)
        return good

    def broken(self, text: str) -> str | bytes:
        rng = self.rng
        match rng.randrange(10):
            case 0:
                return text[: rng.randrange(len(text))]
            case 1:
                at = rng.randrange(len(text))
                return text[:at] + rng.choice(string.printable) + text[at + rng.randrange(2) :]
            case 2:
                return text.encode()  # binary
            case 3:
                return bytes(rng.randrange(256) for _ in range(rng.randrange(60)))
            case 4:
                depth = rng.choice([10, 500, 1_500])
                return rng.choice(['{"type":', "[", '{"id":[']) * depth
            case 5:
                return (
                    '{"type":"chat","text":"' + "x" * rng.choice([1_001, LONGEST_MESSAGE, LONGEST_MESSAGE * 3]) + '"}'
                )
            case 6:
                return text + rng.choice([text, "\x00", "}", " " * 1000, "//"])
            case 7:
                number = rng.choice(["1e999", "-1e999", "9" * 400, "NaN", "Infinity", "-0", "01", "1.", "0x10"])
                return '{"type":"ready","hand":' + number + "}"
            case 8:
                return text.replace('"type"', '"type":"ping","type"', 1)
            case _:
                return rng.choice(["", " ", "null", "0", '""', "\ufeff" + text, text.replace('"', "'")])


# --- who says it -----------------------------------------------------------------------------------------------------

_decoder: msgspec.json.Decoder[ServerMessage] = msgspec.json.Decoder(ServerMessage)


class Report:
    """What was said and answered."""

    def __init__(self) -> None:
        self.said = 0
        self.answers: Counter[str] = Counter()
        self.ends: Counter[int] = Counter()


class Pest:
    """Somebody at a table who says what a fuzzer makes, and comes again when sent away."""

    def __init__(self, client: Client, code: str, rng: random.Random, report: Report) -> None:
        self.client, self.code, self.rng, self.report = client, code, rng, report
        self.fuzzer = Fuzzer(rng)
        self._owed: set[int] = set()
        self._passed = asyncio.Event()
        self._mark = 10**12

    async def say(self, count: int) -> None:
        """Say so many messages, over as many connections as it takes."""
        left = count
        while left > 0:
            if self.rng.random() < 0.05:
                left -= 1
                self.report.said += 1
                await self._garble()
                continue
            async with self._arrived() as socket, asyncio.TaskGroup() as both:
                both.create_task(self._hear(socket))  # what is heard may end it as well
                left -= await self._talk(socket, left)
                await socket.close()
            end = socket.close_code or GONE
            self.report.ends[end] += 1
            assert end in ALLOWED_ENDS | {1000}, f"the server closed with {end} {socket.close_reason}"

    @asynccontextmanager
    async def _arrived(self) -> AsyncIterator[ClientConnection]:
        url = self.client.urls[0].replace("http", "ws", 1)
        cookie = "; ".join(f"{name}={value}" for name, value in self.client.cookies.items())
        async with connect(
            f"{url}/ws/tables/{self.code}",
            additional_headers={"Cookie": cookie},
            proxy=None,
            max_size=2**22,
            close_timeout=5,
        ) as socket:
            hello = {"type": "hello", "v": VERSION, "since": self.rng.choice([None, 0, 5, 10**6]), "name": "Pest"}
            with suppress(ConnectionClosed):
                await socket.send(json.dumps(hello))
            yield socket

    async def _talk(self, socket: ClientConnection, most: int) -> int:
        """Say up to so many messages; how many were said."""
        self._owed.clear()
        said = 0
        try:
            for _ in range(min(most, self.rng.randrange(1, 400))):
                text, id = self.fuzzer.next()
                said += 1
                self.report.said += 1
                if id is not None:
                    self._owed.add(id)
                await socket.send(text)
                if self.rng.random() < 0.1:
                    await self._wait(socket)
            await self._wait(socket)
        except ConnectionClosed:
            pass
        return said

    async def _wait(self, socket: ClientConnection) -> None:
        """Until all that was said has been answered: a connection's messages are answered in their order."""
        self._passed.clear()
        self._mark += 1
        await socket.send(f'{{"type":"ping","id":{self._mark}}}')
        async with asyncio.timeout(30):
            await self._passed.wait()
            while self._owed and socket.close_code is None:  # a bot may still be thinking about a hint
                await asyncio.sleep(0.02)
        if socket.close_code is None:
            assert not self._owed, f"no answer came to {sorted(self._owed)}"

    async def _hear(self, socket: ClientConnection) -> None:
        """Take every answer; each is one of the protocol's."""
        try:
            async for text in socket:
                message = _decoder.decode(text)
                assert "Traceback" not in str(text)
                kind = type(message).__name__.lower()
                self.report.answers[f"error {message.code}" if isinstance(message, Error) else kind] += 1
                if isinstance(message, Update):
                    self.fuzzer.table = message.table
                elif isinstance(message, (Advice, Done, Error, Pong)) and message.re is not None:
                    self._owed.discard(message.re)
                    if message.re == self._mark:
                        self._passed.set()
        except ConnectionClosed:
            pass
        finally:
            self._passed.set()

    async def _garble(self) -> None:
        """Break the protocol below the messages: frames that are none, text that is no text, an end in the midst."""
        rng = self.rng
        async with self._arrived() as socket:
            transport = socket.transport
            match rng.randrange(6):
                case 0:
                    transport.write(bytes(rng.randrange(256) for _ in range(rng.randrange(1, 80))))
                case 1:
                    transport.write(b"\x81\x05hello")  # not masked
                case 2:
                    transport.write(b"\x81\xfe\x7f\xff\0\0\0\0" + b"{" * 1000)  # longer than what comes
                case 3:
                    transport.write(b"\x81\x83\0\0\0\0\xff\xfe\xfd")  # no UTF-8
                case 4:
                    transport.write(b"\x01\x81\0\0\0\0{" + b"\x00\x81\0\0\0\0{" * 500)  # pieces without end
                case _:
                    transport.write(b"\x8f\x80\0\0\0\0" if rng.random() < 0.5 else b"\xf1\x80\0\0\0\0")
            if rng.random() < 0.5:
                transport.abort()
            with suppress(ConnectionClosed, TimeoutError):
                async with asyncio.timeout(0.2):
                    while True:
                        _decoder.decode(await socket.recv())
            transport.abort()


# --- what others notice ----------------------------------------------------------------------------------------------


class Timed(Seat):
    """A seat that keeps how long its actions take."""

    times: list[float]

    async def act(self, *given: Any) -> Done:
        began = time.perf_counter()
        done = await super().act(*given)
        self.times.append(time.perf_counter() - began)
        return done


class Neighbour:
    """Somebody at another table, who plays match after match and pings: how long both take."""

    def __init__(self, seat: Timed, pinger: ClientConnection) -> None:
        self.seat, self.pinger = seat, pinger
        self.pings: list[float] = []
        seat.times = []

    @classmethod
    @asynccontextmanager
    async def living(cls, people: People) -> AsyncIterator[Neighbour]:
        client = await people.enter()
        code = await client.create(pace="instant", rules=SHORT, players=4)
        seat = await people.come(client, code, kind=Timed)
        assert isinstance(seat, Timed)
        pest = Pest(await people.enter(), code, random.Random(0), Report())
        async with pest._arrived() as socket:
            one = cls(seat, socket)
            tasks = [asyncio.create_task(one._play()), asyncio.create_task(one._ping())]
            try:
                yield one
                for task in tasks:
                    assert not task.done(), task.exception()
            finally:
                for task in tasks:
                    task.cancel()
                await asyncio.gather(*tasks, return_exceptions=True)

    async def _play(self) -> None:
        await self.seat.start()
        while True:
            await self.seat.play(bot("random"), pause=0.02)
            await self.seat.ask(lambda id: Rematch(id=id))
            await self.seat.until(lambda table: table.phase != "over")

    async def _ping(self) -> None:
        while True:
            began = time.perf_counter()
            await self.pinger.send('{"type":"ping","id":1}')
            while not isinstance(_decoder.decode(await self.pinger.recv()), Pong):
                pass
            self.pings.append(time.perf_counter() - began)
            await asyncio.sleep(0.02)

    def medians(self) -> tuple[float, float]:
        """Of pings and of actions since the last call."""
        found = statistics.median(self.pings), statistics.median(self.seat.times)
        self.pings.clear()
        self.seat.times.clear()
        return found


# --- the tests -------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def open_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server whose limits let every message through to where it is read."""
    database = str(tmp_path_factory.mktemp("fuzz") / "tables.db")
    with Server(database, messages_per_second=1_000_000, joins_per_second=1_000_000, grace=5) as server:
        yield server


async def counted(server: Server, name: str) -> float:
    """The sum of one of the server's figures."""
    async with httpx.AsyncClient(trust_env=False) as client:
        text = (await client.get(f"{server.url}/metrics")).text
    found = [family for family in text_string_to_metric_families(text) if family.name == name]
    return sum(sample.value for family in found for sample in family.samples if sample.name == f"{name}_total")


@pytest.mark.slow
async def test_nothing_that_is_said_harms_the_table_or_another(open_server: Server) -> None:
    figures, report, rng = Figures("socket fuzz"), Report(), random.Random(SEED)
    async with asyncio.timeout(MESSAGES / 50 + 60), People(open_server.url) as people:
        async with Neighbour.living(people) as neighbour:
            seats = await people.table(4, rules=SHORT, players=4)
            clients = [await Client.enter(open_server.url, cookies=seat._cookies) for seat in seats]
            clients.append(await people.enter())  # somebody who watches
            await asyncio.sleep(1.5)
            before = neighbour.medians()
            await seats[0].start()
            honest = asyncio.create_task(seats[0].play(bot("random")))
            pests = [Pest(one, seats[0].code, random.Random(rng.random()), report) for one in clients]
            # The host plays honestly at first, and at last joins in.
            await asyncio.gather(*(pest.say(MESSAGES // 5) for pest in pests[1:]))
            honest.cancel()
            await asyncio.gather(honest, return_exceptions=True)
            await asyncio.gather(*(pest.say(MESSAGES // 25) for pest in pests))
            after = neighbour.medians()
        await play_to_the_end(people, clients, seats[0].code)
        for client in clients[:4]:
            await client.close()
    assert report.said >= MESSAGES
    assert await counted(open_server, "shmear_defects") == 0
    open_server.check()
    for kind in ("done", "error stale", "error illegal", "error not_allowed", "error not_now", "error bad_message"):
        assert report.answers[kind], f"the fuzz never came to {kind}: {report.answers}"
    for was, now in zip(before, after, strict=True):
        assert now <= 5 * was + 0.020, f"another table's answers took {now:.4f} s, and {was:.4f} s before"
    figures.say(
        messages=report.said,
        done=report.answers["done"],
        refused=sum(count for kind, count in report.answers.items() if kind.startswith("error")),
        cut_off=report.ends.total() - report.ends[1000],
        ms_of_a_neighbours_ping=f"{before[0] * 1000:.1f} → {after[0] * 1000:.1f}",
        ms_of_a_neighbours_action=f"{before[1] * 1000:.1f} → {after[1] * 1000:.1f}",
    )


async def play_to_the_end(people: People, clients: list[Client], code: str) -> None:
    """Whatever the table has come to, honest people sit down at it and finish a match."""
    seats = [await people.come(client, code, sit=False) for client in clients]
    host = next(seat for seat in seats if seat.table.you.host)
    await host.ask(lambda id: Change(id=id, pace="instant", clock=0, watch=True, watch_delay=0, chat=True))
    await host.ask(lambda id: Pause(id=id, on=False))
    for seat in seats:
        if seat.seat is None:
            with suppress(RefusedByServer):  # there are five of them
                await seat.sit()
    if host.table.phase in ("seating", "over"):
        await host.start()
    tables = await asyncio.gather(*(seat.play(bot("novice")) for seat in seats))
    assert all(table.phase == "over" for table in tables)
    record = await clients[0].record(await finished(host))
    done = replay(record)
    match = host.table.match
    assert match is not None
    assert list(done.match.scores) == match.scores
    assert verify(record).hands


@pytest.mark.slow
async def test_the_usual_limits_hold_off_a_flood(tmp_path: Path) -> None:
    """With the limits that a server has by itself: who says too much is told so and cut off, and all else goes on."""
    limits = dict(messages_per_second=15, joins_per_second=2, sockets_per_address=200)
    report = Report()
    with Server(str(tmp_path / "tables.db"), **limits) as server:
        async with asyncio.timeout(90), People(server.url) as people, AsyncExitStack() as stack:
            (ann,) = await people.table(1, rules=SHORT, players=4)
            pests = [Pest(await people.enter(), ann.code, random.Random(SEED + n), report) for n in range(3)]
            sockets = [await stack.enter_async_context(pest._arrived()) for pest in pests]
            hearing = [asyncio.create_task(one._hear(two)) for one, two in zip(pests, sockets, strict=True)]

            async def flood(socket: ClientConnection) -> None:
                while True:
                    await socket.send('{"type":"ping"}')

            began = time.monotonic()
            flooding = [asyncio.create_task(flood(socket)) for socket in sockets]
            await ann.start()
            await ann.play(bot("novice"))
            await asyncio.gather(*flooding, *hearing, return_exceptions=True)
            # Who goes on sending while it is cut off may lose the code with the connection (1006).
            assert {socket.close_code for socket in sockets} <= {CLOSE_FAST, 1006}
            took = time.monotonic() - began
        assert report.answers["error too_fast"] >= 3
        assert report.answers["pong"] <= 3 * (60 + 15 * took + 1)
        assert await counted(server, "shmear_defects") == 0
