"""Servers in processes of their own, and players who come to their tables over real sockets."""

from __future__ import annotations

import asyncio
import json
import os
import random
import select
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Coroutine, Iterable, Iterator, Sequence
from contextlib import AsyncExitStack, contextmanager
from pathlib import Path
from types import TracebackType
from typing import Any, TypeVar

from shmear.bots import Bot, bot
from shmear.client import Client, Seat
from shmear.protocol.messages import TableShown

T = TypeVar("T")

SOAK = os.environ.get("SHMEAR_SOAK") == "1"
"""Whether the long tests run whole and print their figures."""

READY_WITHIN = 60.0
STOPPED_WITHIN = 20.0
STALLED = 60.0


class Server:
    """``shmear serve`` as a process that can be killed and started again on the same port."""

    def __init__(self, database: str, **options: Any) -> None:
        """A server of a database; `options` are those of the command, as in ``grace=1``."""
        self.database = database
        self.options: dict[str, Any] = {
            "messages_per_second": 2000,
            "sockets_per_address": 2000,
            "tables_per_hour": 100_000,
            "joins_per_second": 1000,
            "log_level": "warning",
        } | options
        self.port = 0
        self.starts = 0
        self._process: subprocess.Popen[str] | None = None
        self._log = tempfile.TemporaryFile("w+", prefix="shmear-log-")  # noqa: SIM115 (as long as the server)
        self._read_to = 0

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def is_running(self) -> bool:
        return self._process is not None and self._process.poll() is None

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    def start(self) -> Server:
        """Start it and wait until it answers."""
        command = [sys.executable, "-m", "shmear", "serve", "--port", str(self.port), "--database", self.database]
        for name, value in self.options.items():
            command += [f"--{name.replace('_', '-')}", str(value)]
        self._process = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=self._log, text=True
        )
        self.starts += 1
        assert self._process.stdout is not None
        readable, _, _ = select.select([self._process.stdout], [], [], READY_WITHIN)
        line = self._process.stdout.readline() if readable else ""
        if not line.startswith("Shmear is at http://"):
            self.kill()
            raise AssertionError(f"the server did not start: {line!r}\n{self.log()}")
        self.port = int(line.split()[3].rpartition(":")[2])
        return self

    def kill(self) -> None:
        """End it at once, as when the machine fails."""
        self._end(signal.SIGKILL)

    def terminate(self) -> int:
        """Ask it to end, and wait; the exit code, negative for a signal."""
        return self._end(signal.SIGTERM)

    def _end(self, number: signal.Signals) -> int:
        process = self._process
        assert process is not None, "it was started"
        if process.poll() is None:
            process.send_signal(number)
        try:
            code = process.wait(STOPPED_WITHIN)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
            raise AssertionError(f"the server did not stop within {STOPPED_WITHIN} s") from None
        if process.stdout is not None:
            process.stdout.close()
        self._process = None
        return code

    def restart(self) -> None:
        """Start it again on the same port and database."""
        if self.is_running:
            self.terminate()
        self.start()

    def log(self) -> str:
        """All that it has written to standard error."""
        self._log.seek(0)
        return self._log.read()

    def check(self) -> None:
        """Raise `AssertionError` for a defect that was logged since the last check."""
        text = self.log()
        new, self._read_to = text[self._read_to :], len(text)
        wrong = [line for line in new.splitlines() if is_defect(line)]
        assert not wrong, "the server logged a defect:\n" + "\n".join(wrong)

    @contextmanager
    def watched(self) -> Iterator[None]:
        """Raise `AssertionError` at the end for a defect that was logged since the beginning."""
        self._read_to = len(self.log())
        yield
        self.check()

    def close(self) -> None:
        if self._process is not None:
            self.kill()
        self._log.close()

    def __enter__(self) -> Server:
        return self if self.is_running else self.start()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        try:
            if kind is None:
                self.check()
        finally:
            self.close()


def is_defect(line: str) -> bool:
    """Whether a line of the log says that something in the server was wrong."""
    if "Traceback" in line or "_failed" in line:
        return True
    try:
        said = json.loads(line)
    except ValueError:
        return bool(line.strip())  # every line of the log is JSON
    return said.get("level") in ("error", "critical")


# --- players ---------------------------------------------------------------------------------------------------------


class People:
    """The clients and seats of a test, all closed at its end: ``async with People(server.url) as people``."""

    def __init__(self, *urls: str) -> None:
        self.urls = urls
        self._stack = AsyncExitStack()

    async def __aenter__(self) -> People:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        await self._stack.aclose()

    async def enter(self, *urls: str) -> Client:
        """Somebody new."""
        return await self._stack.enter_async_context(await Client.enter(*(urls or self.urls)))

    async def come(
        self,
        client: Client,
        code: str,
        *,
        name: str | None = None,
        sit: bool = True,
        seat: int | None = None,
        heard: Callable[[str], None] | None = None,
        kind: type[Seat] = Seat,
        patience: float = 60.0,
    ) -> Seat:
        """A client comes to a table, and sits down there unless told otherwise."""
        joined = kind(client.urls, code, client.cookies, name=name, heard=heard, patience=patience)
        self._stack.push_async_callback(joined.close)
        await joined.connect()
        if sit and joined.seat is None:
            await joined.sit(seat)
        return joined

    async def table(self, persons: int, *, name: str = "P", **wanted: Any) -> list[Seat]:
        """A new table with so many persons in its first seats; the first is the host."""
        clients = [await self.enter() for _ in range(persons)]
        code = await clients[0].create(**({"pace": "instant", "name": f"{name}0"} | wanted))
        return [await self.come(one, code, name=f"{name}{number}") for number, one in enumerate(clients)]


def drop(seat: Seat) -> None:
    """Cut a seat's connection, as when a phone loses its network: nobody says goodbye."""
    assert seat._socket is not None
    seat._socket.transport.abort()


async def play_all(
    seats: Sequence[Seat], *, levels: Iterable[str] = (), seed: int = 1, pause: float = 0.0
) -> list[TableShown]:
    """Bots of these levels, novices where none is given, play the seats until the match is over."""
    players: list[Bot] = [bot(level) for level in levels]
    players += [bot("novice")] * (len(seats) - len(players))
    return await while_it_goes_on(
        seats,
        *(
            seat.play(player, random.Random(f"{seed} {number}"), pause=pause)
            for number, (seat, player) in enumerate(zip(seats, players, strict=True))
        ),
    )


async def while_it_goes_on(seats: Sequence[Seat], *playing_seats: Coroutine[Any, Any, T]) -> list[T]:
    """What all these return; `AssertionError` when nothing has happened at the table for so long that nothing will."""
    playing = asyncio.gather(*playing_seats)
    try:
        seen, since = [seat.seq for seat in seats], time.monotonic()
        while not playing.done():
            await asyncio.wait([playing], timeout=1)
            now = [seat.seq for seat in seats]
            if now != seen:
                seen, since = now, time.monotonic()
            assert time.monotonic() - since < STALLED, f"the table stands still: {seats[0].update}"
        return await playing
    finally:
        playing.cancel()


async def finished(seat: Seat) -> str:
    """The id of the record of a match that is over."""
    table = await seat.until(lambda table: table.match is not None and table.match.record is not None)
    assert table.match is not None
    assert table.match.record is not None
    return table.match.record


def cpu_seconds(pid: int) -> float:
    """The processor's time that a process has taken."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


class Figures:
    """What a long test did, printed when it runs whole."""

    def __init__(self, title: str) -> None:
        self.title, self.began = title, time.monotonic()

    def say(self, **figures: object) -> None:
        if SOAK:
            told = ", ".join(f"{value} {name.replace('_', ' ')}" for name, value in figures.items())
            print(f"\n{self.title}: {told}, {time.monotonic() - self.began:.0f} s")
