"""The live table under load: many tables of four players over real sockets, each action kept in SQLite.

The server runs in a process of its own on one core, the players in this one on another. First every table plays at
one action a second; then the rate rises until an action takes longer than 50 ms to be seen (at the 99th percentile)
or no more get done. The control is a bare room of the same framework, timed in the same run: it stores nothing, knows
no rules, and sends a text as long as an update to the four sockets of a room for each message. The ratio of the two
is the figure to compare: machines differ and are shared, the ratio stays.

A time runs from an action's departure until each of the other three players has it, read and decoded, on this
process's clock.

    python benchmarks/table.py [--tables 250] [--seconds 30] [--rate 1] [--quick]
"""

from __future__ import annotations

import argparse
import asyncio
import base64
import gc
import http.client
import json
import os
import random
import re
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import cast

import msgspec
from msgspec import Struct

SEATS = 4
AIM = 0.050
"""Seconds within which 99 of 100 sightings of an action must lie."""
STEP = 1.25
"""By how much the rate rises from one attempt to the next."""


# --- a socket, as little as will do ----------------------------------------------------------------------------------


class Wire(asyncio.Protocol):
    """A WebSocket client without compression: calls `heard` with each text, `lost` when it is closed."""

    def __init__(self, path: str, host: str, cookie: str = "") -> None:
        key = base64.b64encode(os.urandom(16)).decode()
        self._request = (
            f"GET {path} HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\nCookie: {cookie}\r\n\r\n"
        ).encode()
        self._rest = b""
        self._greeted = False
        self._transport: asyncio.Transport
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.leaving = False

    def heard(self, text: bytes) -> None:
        raise NotImplementedError

    def lost(self, why: str) -> None:
        raise NotImplementedError

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)
        self._transport.write(self._request)

    def data_received(self, data: bytes) -> None:
        data = self._rest + data if self._rest else data
        if not self._greeted:
            head, end, data = data.partition(b"\r\n\r\n")
            if not end:
                self._rest = head
                return
            if b" 101 " not in head.split(b"\r\n", 1)[0]:
                self.lost(head.split(b"\r\n", 1)[0].decode())
                return
            self._greeted = True
            self.opened.set_result(None)
        at, size = 0, len(data)
        while size - at >= 2:
            length, begin = data[at + 1], at + 2
            if length == 126:
                length, begin = int.from_bytes(data[at + 2 : at + 4], "big"), at + 4
            elif length == 127:
                length, begin = int.from_bytes(data[at + 2 : at + 10], "big"), at + 10
            if size < begin + length:
                break
            kind, text = data[at] & 15, data[begin : begin + length]
            at = begin + length
            if kind == 1:
                self.heard(text)
            elif kind == 9:
                self._frame(0x8A, text)
            elif kind == 8:
                self.lost(f"closed: {int.from_bytes(text[:2], 'big')} {text[2:].decode()}")
        self._rest = data[at:]

    def connection_lost(self, exc: Exception | None) -> None:
        self.lost("the connection has gone")

    def say(self, text: bytes) -> None:
        self._frame(0x81, text)

    def _frame(self, kind: int, text: bytes) -> None:
        # A mask of zeros is a mask: what it guards against does not concern us.
        length = len(text)
        size = bytes([0x80 | length]) if length < 126 else b"\xfe" + length.to_bytes(2, "big")
        self._transport.write(bytes([kind]) + size + b"\0\0\0\0" + text)

    def leave(self) -> None:
        self.leaving = True
        self._transport.abort()


# --- what a player needs of a message --------------------------------------------------------------------------------


class Discarding(Struct):
    size: int
    must: list[str]
    pool: list[str]


class Hand(Struct):
    asked: list[int]
    question: int
    legal: list[str] = []
    discard: Discarding | None = None


class Coming(Struct):
    hand: int


class You(Struct):
    seat: int | None = None


class Shown(Struct):
    phase: str
    you: You
    hand: Hand | None = None
    next: Coming | None = None


class Event(Struct):
    what: str
    seat: int | None = None
    seq: int = 0


class Message(Struct):
    type: str
    events: list[Event] = []
    table: Shown | None = None
    message: str = ""


_decode = msgspec.json.Decoder(Message).decode


class Load:
    """All players, and what they have counted."""

    def __init__(self, rate: float) -> None:
        self.rng = random.Random(1)
        self.rate = rate
        self.errors: list[str] = []
        self.begin()

    def begin(self) -> None:
        """Count from zero."""
        self.actions = self.updates = self.bytes = 0
        self.times: list[float] = []


class TableOf:
    """One table: when it acts next, and which actions are on their way."""

    def __init__(self, load: Load, code: str) -> None:
        self.load, self.code = load, code
        self.slot = 0.0
        self.under_way: dict[int, float] = {}
        self.players: list[Player] = []
        self.playing = asyncio.get_running_loop().create_future()

    def next_slot(self, now: float) -> float:
        period = 1 / self.load.rate
        # The first is drawn, so that tables do not act in step; after a delay the table does not hurry.
        self.slot = now + self.load.rng.random() * period if not self.slot else max(now, self.slot + period)
        return self.slot


class Player(Wire):
    """Somebody in a seat, who does the first or any legal thing when it is time."""

    def __init__(self, table: TableOf, host: str, cookie: str) -> None:
        super().__init__(f"/ws/tables/{table.code}", host, cookie)
        self.table, self.load = table, table.load
        self.seat: int | None = None
        self._answered = self._mixed = -1
        self._again = False

    def greet(self) -> None:
        self.say(b'{"type":"hello","v":1}')

    def heard(self, text: bytes) -> None:
        said = _decode(text)
        if said.type == "update":
            self._look(said, len(text))
        elif said.type in ("error", "notice"):
            self.load.errors.append(said.message)

    def lost(self, why: str) -> None:
        if not self.leaving:
            self.leaving = True
            self.load.errors.append(why)

    def _look(self, said: Message, length: int) -> None:
        load, table, shown = self.load, self.table, said.table
        assert shown is not None
        load.updates += 1
        load.bytes += length
        self.seat = seat = shown.you.seat
        for event in said.events:
            if event.what == "acted" and event.seat != seat and event.seat in table.under_way:
                load.times.append(time.perf_counter() - table.under_way[event.seat])
        if seat is None:
            return
        hand = shown.hand
        if shown.phase == "playing" and hand is not None:
            self._again = False
            if not table.playing.done():
                table.playing.set_result(None)
            if seat in hand.asked and hand.question != self._answered:
                self._answered = hand.question
                loop = asyncio.get_running_loop()
                loop.call_at(table.next_slot(loop.time()), self._act, hand)
        elif shown.phase == "dealing" and shown.next is not None and shown.next.hand != self._mixed:
            self._mixed = shown.next.hand
            self.say(b'{"type":"mix_in","hand":%d,"nonce":"%s"}' % (self._mixed, os.urandom(16).hex().encode()))
            if self._mixed > 1:
                self.say(b'{"type":"ready","hand":%d}' % self._mixed)
        elif shown.phase == "over" and not self._again:
            self._again, self._mixed = True, -1
            self.say(b'{"type":"rematch"}')

    def _act(self, hand: Hand) -> None:
        if self.leaving:
            return
        if hand.discard is not None:
            asked = hand.discard
            others = [one for one in asked.pool if one not in asked.must]
            action = " ".join(["discard", *asked.must, *others[: asked.size - len(asked.must)]])
        else:
            action = hand.legal[int(self.load.rng.random() * len(hand.legal))]
        assert self.seat is not None
        self.load.actions += 1
        self.table.under_way[self.seat] = time.perf_counter()
        self.say(b'{"type":"act","answers":%d,"action":"%s"}' % (hand.question, action.encode()))


# --- the server ------------------------------------------------------------------------------------------------------


@contextmanager
def process(command: list[str], core: int | None) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """A server on a core: its process and its address, which it prints when it is ready."""
    with tempfile.TemporaryFile("w+") as said:
        server = subprocess.Popen([sys.executable, *command], stdout=subprocess.PIPE, stderr=said, text=True)
        if core is not None:
            os.sched_setaffinity(server.pid, {core})
        try:
            assert server.stdout is not None
            found = re.search(r"http://([\w.]+:\d+)", server.stdout.readline())
            if found is None:
                said.seek(0)
                sys.exit(f"the server did not start:\n{said.read()}")
            yield server, found[1]
        finally:
            server.terminate()
            server.wait()


def cpu_seconds(process: int) -> float:
    """Processor time that a process has used; 0 where the system does not tell."""
    stat = Path(f"/proc/{process}/stat")
    if not stat.exists():
        return 0.0
    fields = stat.read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def new_cookie(connection: http.client.HTTPConnection) -> str:
    connection.request("GET", "/api/v1/me")
    response = connection.getresponse()
    response.read()
    return (response.headers["set-cookie"] or "").partition(";")[0]


def make_table(host: str) -> tuple[str, list[str]]:
    """A new table's code, and the cookies of those who are to play there, its host first."""
    rest = http.client.HTTPConnection(host, timeout=30)
    cookies = [new_cookie(rest) for _ in range(SEATS)]
    headers = {"Cookie": cookies[0], "Content-Type": "application/json"}
    rest.request("POST", "/api/v1/tables", json.dumps({"game": "six-point", "pace": "instant"}), headers)
    code = json.loads(rest.getresponse().read())["code"]
    rest.close()
    return code, cookies


async def fill_table(load: Load, host: str, turn: asyncio.Semaphore) -> TableOf:
    """Make a table, fill it and start it."""
    loop = asyncio.get_running_loop()
    address, port = host.split(":")
    async with turn:
        code, cookies = await asyncio.to_thread(make_table, host)
        table = TableOf(load, code)
        for seat, cookie in enumerate(cookies):
            player = Player(table, host, cookie)
            await loop.create_connection(lambda player=player: player, address, int(port))
            await player.opened
            player.greet()
            if seat:
                player.say(b'{"type":"sit","seat":%d}' % seat)
            table.players.append(player)
        while any(player.seat is None for player in table.players) and not load.errors:
            await asyncio.sleep(0.002)
        table.players[0].say(b'{"type":"start"}')
        await asyncio.wait([table.playing], timeout=30)
    return table


# --- the control -----------------------------------------------------------------------------------------------------


class Asker(Wire):
    """A socket in a bare room. The first of a room sends a message whenever the last one has come back to all four."""

    def __init__(self, number: int, host: str, count: Callable[[], None]) -> None:
        super().__init__(f"/room/{number}", host)
        self._count = count

    def heard(self, text: bytes) -> None:
        self._count()

    def lost(self, why: str) -> None:
        if not self.leaving:
            sys.exit(f"the control failed: {why}")


async def echo_rate(host: str, rooms: int, seconds: float) -> float:
    """Messages that a bare framework delivers in a second, to four sockets a room."""
    loop = asyncio.get_running_loop()
    address, port = host.split(":")
    delivered = 0
    everybody: list[Asker] = []

    def counter(place: list[int], first: list[Asker]) -> Callable[[], None]:
        def count() -> None:
            nonlocal delivered
            delivered += 1
            place[0] += 1
            if place[0] == SEATS:
                place[0] = 0
                first[0].say(b"play AS, or something else as long as an action")

        return count

    starters: list[Asker] = []
    for number in range(rooms):
        place, first = [0], list[Asker]()
        count = counter(place, first)
        for _ in range(SEATS):
            asker = Asker(number, host, count)
            await loop.create_connection(lambda asker=asker: asker, address, int(port))
            await asker.opened
            everybody.append(asker)
            first.append(asker)
        starters.append(first[0])
    for asker in starters:
        asker.say(b"begin")
    await asyncio.sleep(min(1.0, seconds / 2))
    delivered, begin = 0, time.perf_counter()
    await asyncio.sleep(seconds)
    rate = delivered / (time.perf_counter() - begin)
    for asker in everybody:
        asker.leave()
    return rate


def serve_echo(length: int) -> None:
    """Run the bare rooms: Litestar on uvicorn, set up as Shmear sets them up."""
    import uvicorn  # noqa: PLC0415 - the players' process needs none of it
    from litestar import Litestar, WebSocket, websocket  # noqa: PLC0415
    from litestar.exceptions import WebSocketDisconnect  # noqa: PLC0415

    rooms: dict[int, set[WebSocket]] = {}
    text = "x" * length

    @websocket("/room/{number:int}")
    async def room(socket: WebSocket, number: int) -> None:
        await socket.accept()
        members = rooms.setdefault(number, set())
        members.add(socket)
        try:
            while True:
                await socket.receive_text()
                for member in list(members):
                    await member.send_text(text)
        except WebSocketDisconnect:
            members.discard(socket)

    room.fn.__annotations__.update(socket=WebSocket, number=int)  # they are local names here
    listening = socket.socket()
    listening.bind(("127.0.0.1", 0))
    listening.listen(2048)
    print(f"http://127.0.0.1:{listening.getsockname()[1]}", flush=True)
    config = uvicorn.Config(Litestar([room]), ws="websockets-sansio", log_level="critical", access_log=False)
    asyncio.run(uvicorn.Server(config).serve([listening]))


# --- the run ---------------------------------------------------------------------------------------------------------


class Measured(Struct):
    """What a stretch of play came to."""

    wanted: float
    actions: float
    updates: float
    length: float
    times: list[float]
    server: float
    driver: float
    errors: int

    def percentile(self, share: float) -> float:
        return self.times[min(len(self.times) - 1, int(share * len(self.times)))] if self.times else float("inf")

    @property
    def held(self) -> bool:
        """Whether the server kept up."""
        return not self.errors and self.percentile(0.99) <= AIM and self.actions >= 0.95 * self.wanted

    def line(self) -> str:
        p50, p95, p99 = (self.percentile(share) * 1000 for share in (0.5, 0.95, 0.99))
        return (
            f"{self.wanted:>9,.0f} {self.actions:>9,.1f} {self.updates:>10,.0f} {p50:>8.1f} {p95:>8.1f} {p99:>8.1f} "
            f"{self.server:>7.0%} {self.driver:>7.0%} {self.errors:>7}"
        )


HEAD = (
    f"{'wanted/s':>9} {'actions/s':>9} {'updates/s':>10} {'p50 ms':>8} {'p95 ms':>8} {'p99 ms':>8} {'server':>7} "
    f"{'driver':>7} {'errors':>7}"
)


async def measure(load: Load, server: int, tables: int, seconds: float) -> Measured:
    load.begin()
    cpu, own, begin = cpu_seconds(server), time.process_time(), time.perf_counter()
    await asyncio.sleep(seconds)
    took = time.perf_counter() - begin
    return Measured(
        wanted=load.rate * tables,
        actions=load.actions / took,
        updates=load.updates / took,
        length=load.bytes / max(1, load.updates),
        times=sorted(load.times),
        server=(cpu_seconds(server) - cpu) / took,
        driver=(time.process_time() - own) / took,
        errors=len(load.errors),
    )


async def play(host: str, server: int, args: argparse.Namespace) -> tuple[Measured, Measured]:
    """Play at the asked rate, then at rising ones: what the first and the last good one came to."""
    load = Load(args.rate)
    begin = time.perf_counter()
    turn = asyncio.Semaphore(8)
    tables = await asyncio.gather(*(fill_table(load, host, turn) for _ in range(args.tables)))
    print(f"{args.tables} tables of {SEATS} players, there after {time.perf_counter() - begin:.1f} s", flush=True)
    gc.collect()
    gc.freeze()
    await asyncio.sleep(0.2 if args.quick else 3)
    print(HEAD, flush=True)
    first = best = await measure(load, server, args.tables, args.seconds)
    print(first.line(), flush=True)
    if not args.quick:
        while not load.errors:
            load.rate *= STEP
            await asyncio.sleep(2)
            now = await measure(load, server, args.tables, max(5.0, args.seconds / 5))
            print(now.line(), flush=True)
            if not now.held:
                break
            best = now
    for player in [player for table in tables for player in table.players]:
        player.leave()
    for error in sorted(set(load.errors))[:5]:
        print(f"error: {error}")
    return first, best


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=250)
    parser.add_argument("--seconds", type=float, default=30, help="how long to play at the first rate")
    parser.add_argument("--rate", type=float, default=1.0, help="actions a second at each table, at first")
    parser.add_argument("--quick", action="store_true", help="no search for the highest rate")
    parser.add_argument("--serve-echo", type=int, default=0, help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.serve_echo:
        serve_echo(args.serve_echo)
        return
    cores = sorted(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else []
    core = None
    if len(cores) >= 2:
        core = cores[0]
        os.sched_setaffinity(0, {cores[1]})
    else:
        print("one core, or no say in it: server and players share it, and the times are longer than they need be")
    if sys.platform == "win32":
        run = asyncio.run
    else:
        import uvloop  # noqa: PLC0415 - there is none for Windows

        run = uvloop.run
    with tempfile.TemporaryDirectory() as folder:
        command = ["-m", "shmear", "serve", "--port", "0", "--database", f"{folder}/tables.db", "--log-level"]
        command += ["warning", "--sockets-per-address", "5000", "--tables-per-hour", "100000"]
        command += ["--messages-per-second", "1000", "--joins-per-second", "10000"]
        with process(command, core) as (server, host):
            first, best = run(play(host, server.pid, args))
    length = round(first.length) or 1
    with process([__file__, "--serve-echo", str(length)], core) as (_, host):
        echoed = run(echo_rate(host, args.tables, 1.0 if args.quick else 5.0))
    verdict = "reached" if first.percentile(0.99) <= AIM else "MISSED"
    print(f"aim: p99 under {AIM * 1000:.0f} ms at {first.wanted:,.0f} actions/s without an error: {verdict}")
    if not args.quick:
        print(
            f"highest rate that held: {best.actions:,.0f} actions/s, {best.updates:,.0f} updates/s of {length:,} bytes"
        )
    print(f"bare rooms of the same framework: {echoed:,.0f} messages/s of {length:,} bytes")
    if not args.quick:
        print(f"ratio: a bare message costs 1, an update of a table {echoed / best.updates:.1f}")
    if first.errors:
        sys.exit(1)


if __name__ == "__main__":
    main()
