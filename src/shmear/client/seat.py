"""A place at a table over its socket: it connects again by itself, and an action counts once."""

from __future__ import annotations

import asyncio
import itertools
import random
import secrets
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import suppress
from types import TracebackType
from urllib.parse import urlsplit, urlunsplit

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from shmear.bots import Bot
from shmear.game import Action, Setup, View
from shmear.protocol.messages import (
    CLOSE_BAD,
    CLOSE_FORBIDDEN,
    CLOSE_MOVED,
    CLOSE_NO_TABLE,
    CLOSE_VERSION,
    VERSION,
    Act,
    Advice,
    ClientMessage,
    Done,
    Error,
    Explain,
    Hello,
    Hint,
    MixIn,
    Notice,
    Ready,
    Rematch,
    ServerMessage,
    Sit,
    Start,
    TableShown,
    Update,
    Welcome,
)
from shmear.protocol.wire import setup_of, to_view

TROUBLED = 0.5
"""Seconds between two attempts to act while the server can store nothing."""
_FOR_GOOD = (CLOSE_BAD, CLOSE_FORBIDDEN, CLOSE_NO_TABLE, CLOSE_VERSION, CLOSE_MOVED)
_decoder: msgspec.json.Decoder[ServerMessage] = msgspec.json.Decoder(ServerMessage)
_encoder = msgspec.json.Encoder()


class RefusedByServer(Exception):
    """What was asked was refused: `code` as in `Error.code`, or ``closed`` where the server ended the connection."""

    def __init__(self, code: str, message: str) -> None:
        """A refusal in the server's words."""
        super().__init__(message)
        self.code, self.message = code, message


class Seat:
    """One's place at a table: `table` is what the last `Update` showed, `view` the hand as a bot takes it.

    `heard`, where given, is called with every text that comes, before anything else is done with it.
    """

    def __init__(
        self,
        urls: Sequence[str],
        code: str,
        cookies: dict[str, str],
        *,
        name: str | None = None,
        heard: Callable[[str], None] | None = None,
        patience: float = 60.0,
    ) -> None:
        """A place at the table of a code; `patience` is for how many seconds a lost server is looked for."""
        self._urls, self.code, self._cookies, self._name = list(urls), code, cookies, name
        self._heard, self.patience = heard, patience
        self._socket: ClientConnection | None = None
        self._reader: asyncio.Task[None] | None = None
        self._ids = itertools.count(1)
        self._waiting: dict[int, asyncio.Future[Done | Advice]] = {}
        self._changed = asyncio.Condition()
        self._over: RefusedByServer | None = None
        self._mixed: dict[tuple[int, str], str] = {}
        self._said_ready: set[tuple[int, str]] = set()
        self._setup: Setup | None = None
        self.seq: int | None = None
        self.welcome: Welcome | None = None
        self.update: Update | None = None
        self.reconnections = 0
        self.own_nonces: list[str] = []

    # --- connection --------------------------------------------------------------------------------------------------

    async def connect(self) -> None:
        """Connect and wait for the table. Raises `RefusedByServer`, or `OSError` when no server can be found."""
        await self._open()
        self._reader = asyncio.create_task(self._read(), name=f"seat at {self.code}")
        await self.until(lambda _: True)

    async def _open(self) -> None:
        loop = asyncio.get_running_loop()
        give_up, pause = loop.time() + self.patience, 0.05
        for url in itertools.cycle(self._urls):
            try:
                self._socket = await connect(
                    _socket_url(url, self.code),
                    additional_headers={"Cookie": "; ".join(f"{key}={value}" for key, value in self._cookies.items())},
                    max_size=2**22,
                    proxy=None,
                    open_timeout=10,
                )
                await self._send(Hello(v=VERSION, since=self.seq, name=self._name))
            except (OSError, InvalidHandshake, ConnectionClosed, TimeoutError):
                if loop.time() > give_up:
                    raise
                await asyncio.sleep(pause)
                pause = min(1.0, pause * 1.5)
            else:
                return

    async def _read(self) -> None:
        loop = asyncio.get_running_loop()
        pause = 0.0
        while True:
            assert self._socket is not None, "a seat that reads is connected"
            began = loop.time()
            try:
                async for text in self._socket:
                    if self._heard is not None:
                        self._heard(text if isinstance(text, str) else text.decode())
                    await self._take(_decoder.decode(text))
            except ConnectionClosed:
                pass
            code, reason = self._socket.close_code, self._socket.close_reason or "the connection was closed"
            if code in _FOR_GOOD:
                await self._end(RefusedByServer("closed", reason))
                return
            self.reconnections += 1
            # A server that closes at once has its reason, and is not asked again at once.
            pause = 0.0 if loop.time() - began > 2 else min(2.0, pause * 2 or 0.1)
            try:
                await asyncio.sleep(pause)
                await self._open()
            except (OSError, InvalidHandshake, ConnectionClosed, TimeoutError) as error:
                await self._end(RefusedByServer("closed", f"the server cannot be reached: {error}"))
                return
            lost = RefusedByServer("lost", "the connection was lost before the answer came")
            for future in self._waiting.values():
                if not future.done():
                    future.set_exception(lost)
            self._waiting.clear()

    async def _end(self, why: RefusedByServer) -> None:
        async with self._changed:
            self._over = why
            for future in self._waiting.values():
                if not future.done():
                    future.set_exception(why)
            self._changed.notify_all()

    async def _take(self, message: ServerMessage) -> None:
        match message:
            case Welcome():
                self.welcome = message
                self._setup = None
                self._said_ready.clear()
            case Update():
                async with self._changed:
                    self.update, self.seq = message, message.seq
                    self._changed.notify_all()
                await self._mix_in(message.table)
            case Done() | Advice() | Error():
                future = self._waiting.pop(message.re, None) if message.re is not None else None
                if future is not None and not future.done():
                    if isinstance(message, Error):
                        future.set_exception(RefusedByServer(message.code, message.message))
                    else:
                        future.set_result(message)
            case Notice(kind="well"):
                # What was said to the server while it could store nothing is said again.
                self._said_ready.clear()
                if self.update is not None:
                    await self._mix_in(self.update.table)
            case _:
                pass

    async def _mix_in(self, table: TableShown) -> None:
        """Mix our own chance into the next deal, and say that we are ready for it."""
        coming = table.next
        if coming is None or self.seat is None or (coming.hand, coming.commitment) in self._said_ready:
            return
        key = (coming.hand, coming.commitment)
        # What was said over a connection that broke may not have arrived: it is said again, with the same nonce.
        self._said_ready.add(key)
        if self.seat not in [seat for seat, _ in coming.nonces]:
            if key not in self._mixed:
                self._mixed[key] = secrets.token_hex(16)
                self.own_nonces.append(self._mixed[key])
            await self._send(MixIn(hand=coming.hand, nonce=self._mixed[key]))
        if not table.seats[self.seat].ready:
            await self._send(Ready(hand=coming.hand))

    async def _send(self, message: ClientMessage) -> None:
        assert self._socket is not None, "a seat that sends is connected"
        with suppress(ConnectionClosed):  # the reader connects again, and tells those who wait for an answer
            await self._socket.send(_encoder.encode(message).decode())

    async def close(self) -> None:
        """Leave the socket; the seat stays ours."""
        if self._reader is not None:
            self._reader.cancel()
            await asyncio.gather(self._reader, return_exceptions=True)
        if self._socket is not None:
            await self._socket.close()

    async def __aenter__(self) -> Seat:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        await self.close()

    # --- what is seen ------------------------------------------------------------------------------------------------

    @property
    def table(self) -> TableShown:
        """The table as it was last shown."""
        assert self.update is not None, "a connected seat has been shown the table"
        return self.update.table

    @property
    def seat(self) -> int | None:
        """The number of our seat, None while we watch."""
        return None if self.update is None else self.table.you.seat

    @property
    def view(self) -> View | None:
        """The hand as a bot takes it; None before the first deal."""
        table, welcome = self.table, self.welcome
        if table.hand is None or table.match is None or welcome is None:
            return None
        sides = tuple(map(tuple, table.match.sides))
        if self._setup is None or self._setup.sides != sides:
            self._setup = setup_of(welcome.game, sides)
        return to_view(self._setup, self.seat, table.hand, tuple(table.match.scores))

    @property
    def asked(self) -> bool:
        """Whether it is our turn."""
        hand = self.table.hand
        return hand is not None and self.table.phase == "playing" and self.seat in hand.asked

    async def until(self, wanted: Callable[[TableShown], bool]) -> TableShown:
        """Wait until the table is as wanted. Raises `RefusedByServer` when the connection is over for good."""
        async with self._changed:
            while self._over is None:
                if self.update is not None and wanted(self.update.table):
                    return self.update.table
                await self._changed.wait()
        raise self._over

    async def updates(self) -> AsyncIterator[TableShown]:
        """Every state of the table that we are shown, from the present one on."""
        seen: Update | None = None
        while True:
            async with self._changed:
                while self.update is seen and self._over is None:
                    await self._changed.wait()
                if self._over is not None:
                    raise self._over
                seen = self.update
            yield self.table

    # --- what is done ------------------------------------------------------------------------------------------------

    async def ask(self, make: Callable[[int], ClientMessage]) -> Done:
        """Send what `make` makes of an id, and wait for the answer. Raises `RefusedByServer`.

        With the code ``lost`` the connection broke before the answer: what was asked may have been done or not, which
        the next update shows.
        """
        answer = await self._answer(make)
        assert isinstance(answer, Done), "what is no question is done"
        return answer

    async def _answer(self, make: Callable[[int], ClientMessage]) -> Done | Advice:
        if self._over is not None:
            raise self._over
        number = next(self._ids)
        future: asyncio.Future[Done | Advice] = asyncio.get_running_loop().create_future()
        self._waiting[number] = future
        await self._send(make(number))
        return await future

    async def hint(self) -> Advice:
        """What an expert would do in our place now; only where all others are bots. Raises `RefusedByServer`."""
        hand = self.table.hand
        advice = await self._answer(lambda id: Hint(id=id, answers=0 if hand is None else hand.question))
        assert isinstance(advice, Advice), "a question is answered"
        return advice

    async def explain(self, seat: int, action: Action | str) -> Advice:
        """Why a bot did something in the hand that is just over; where hints are given. Raises `RefusedByServer`."""
        number = 0 if self.table.hand is None else self.table.hand.number
        advice = await self._answer(lambda id: Explain(id=id, hand=number, seat=seat, action=str(action)))
        assert isinstance(advice, Advice), "a question is answered"
        return advice

    async def sit(self, seat: int | None = None) -> None:
        """Take a seat."""
        await self.ask(lambda id: Sit(id=id, seat=seat, name=self._name))
        await self.until(lambda table: table.you.seat is not None)

    async def start(self) -> None:
        """Begin the match, as host."""
        await self.ask(lambda id: Start(id=id))

    async def rematch(self) -> None:
        """Ask for another match."""
        await self.ask(lambda id: Rematch(id=id))

    async def act(self, action: Action | str, question: int | None = None) -> Done:
        """Answer what the hand asks us. Raises `RefusedByServer`."""
        hand = self.table.hand
        answers = question if question is not None else hand.question if hand is not None else 0
        return await self.ask(lambda id: Act(id=id, answers=answers, action=str(action)))

    async def act_when_it_can(self, action: Action | str, question: int) -> Done:
        """`act`, and again while the server can store nothing; what was stored all the same is then ``stale``.

        Again too after having been too fast.
        """
        while True:
            try:
                return await self.act(action, question)
            except RefusedByServer as refused:
                if refused.code not in ("trouble", "too_fast"):
                    raise
            await asyncio.sleep(TROUBLED)

    async def play(self, bot: Bot, rng: random.Random | None = None, *, pause: float = 0.0) -> TableShown:
        """Let a bot play our seat until the match is over; the table then.

        An action whose answer was lost is not repeated: the next update shows whether the question is still open.
        """
        rng = rng or random.Random()
        answered = -1
        async for table in self.updates():
            if table.phase == "over":
                return table
            hand, view = table.hand, self.view
            if hand is None or view is None or not self.asked or hand.question == answered:
                continue
            if pause:
                await asyncio.sleep(pause)
            try:
                await self.act_when_it_can(bot.act(view, rng), hand.question)
                answered = hand.question
            except RefusedByServer as refused:
                if refused.code not in ("stale", "not_now", "lost"):
                    raise
        raise AssertionError("updates end by an exception only")


def _socket_url(url: str, code: str) -> str:
    parts = urlsplit(url)
    scheme = "wss" if parts.scheme == "https" else "ws"
    return urlunsplit((scheme, parts.netloc, f"/ws/tables/{code}", "", ""))
