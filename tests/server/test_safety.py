"""What keeps a table safe: from other sites, forged cookies, floods, slow readers, and from our own defects."""

from __future__ import annotations

import asyncio
import base64
import io
import json
import logging
import re
import socket
import sys
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
import structlog
import uvicorn
from live import People, Server, play_all
from prometheus_client.parser import text_string_to_metric_families
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from shmear.client import Client, RefusedByServer, Seat
from shmear.protocol.messages import (
    CLOSE_BAD,
    CLOSE_FAST,
    CLOSE_FORBIDDEN,
    CLOSE_MOVED,
    CLOSE_NO_TABLE,
    CLOSE_SLOW,
    CLOSE_VERSION,
    LONGEST_MESSAGE,
    VERSION,
    Chat,
    Notice,
    Rename,
    ServerMessage,
)
from shmear.server import commands, connection, driving, rest, run
from shmear.server.app import make_app
from shmear.server.hub import Hub
from shmear.server.identity import COOKIE
from shmear.server.options import Options
from shmear.server.store import StoreTrouble

pytestmark = pytest.mark.anyio

SHORT = {"extends": "six-point", "title": "Short", "match": {"target": 3}}
HELLO = json.dumps({"type": "hello", "v": VERSION})


# --- a server in this process, so that a test can reach into it ------------------------------------------------------


class Inside:
    """A server in this process: its address, its hub, and how many sockets it holds open."""

    def __init__(self, url: str, app: Any, server: uvicorn.Server) -> None:
        self.url, self._app, self._server = url, app, server

    @property
    def hub(self) -> Hub:
        return self._app.state.hub

    @property
    def open_sockets(self) -> int:
        return sum(isinstance(one, WebSocketsSansIOProtocol) for one in self._server.server_state.connections)

    def metric(self, name: str, **labels: str) -> float:
        return self.hub.metrics.registry.get_sample_value(name, labels) or 0.0


@asynccontextmanager
async def inside(folder: Path, *, send_buffer: int | None = None, **options: Any) -> AsyncIterator[Inside]:
    """Serve as `shmear serve` does, with options of a test's own; a small `send_buffer` is soon full."""
    listening = socket.socket()
    if send_buffer is not None:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, send_buffer)
    listening.bind(("127.0.0.1", 0))
    port = listening.getsockname()[1]
    usual: dict[str, Any] = dict(database=str(folder / "tables.db"), port=port, joins_per_second=1000.0)
    chosen = Options(**(usual | options))
    app = make_app(chosen)
    server = uvicorn.Server(run.configured(app, chosen))
    task = asyncio.create_task(server.serve([listening]))
    while not server.started:
        assert not task.done()
        await asyncio.sleep(0.01)
    try:
        async with asyncio.timeout(60):
            yield Inside(f"http://127.0.0.1:{port}", app, server)
    finally:
        server.should_exit = True
        await task
        listening.close()


@pytest.fixture
async def people(sqlite_server: Server) -> AsyncIterator[People]:
    async with People(sqlite_server.url) as people, asyncio.timeout(60):
        yield people


# --- a socket that says whatever a test wants ------------------------------------------------------------------------


def headers_of(client: Client) -> dict[str, str]:
    return {"Cookie": "; ".join(f"{name}={value}" for name, value in client.cookies.items())}


@asynccontextmanager
async def raw(url: str, code: str, headers: dict[str, str], **options: Any) -> AsyncIterator[ClientConnection]:
    address = f"{url.replace('http', 'ws', 1)}/ws/tables/{code}"
    async with connect(address, additional_headers=headers, proxy=None, close_timeout=1, **options) as socket:
        yield socket


_decoder: msgspec.json.Decoder[ServerMessage] = msgspec.json.Decoder(ServerMessage)


async def hear(socket: ClientConnection, wanted: Callable[[Any], bool]) -> Any:
    """The next message that is wanted."""
    async with asyncio.timeout(10):
        while True:
            message = _decoder.decode(await socket.recv())
            if wanted(message):
                return message


def error(code: str) -> Callable[[Any], bool]:
    return lambda message: getattr(message, "code", None) == code and not hasattr(message, "v")


async def end_of(socket: ClientConnection) -> tuple[int, str]:
    """The code and reason that the server closes with."""
    async with asyncio.timeout(10):
        try:
            while True:
                await socket.recv()
        except ConnectionClosed:
            return socket.close_code or 0, socket.close_reason or ""


# --- who may open a socket -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "https://elsewhere.test"},
        {"Origin": "null"},
        {"Origin": "http://127.0.0.1:1"},
        {"Sec-Fetch-Site": "cross-site"},
    ],
)
async def test_another_sites_page_gets_no_socket(people: People, headers: dict[str, str]) -> None:
    (ann,) = await people.table(1)
    client = await people.enter()
    async with raw(client.urls[0], ann.code, headers_of(client) | headers) as socket:
        assert (await end_of(socket))[0] == CLOSE_FORBIDDEN


async def test_our_own_page_gets_a_socket(people: People) -> None:
    (ann,) = await people.table(1)
    client = await people.enter()
    async with raw(client.urls[0], ann.code, headers_of(client) | {"Origin": client.urls[0]}) as socket:
        await socket.send(HELLO)
        await hear(socket, lambda message: hasattr(message, "v"))


async def test_behind_a_public_address_only_its_pages_get_a_socket(tmp_path: Path) -> None:
    async with inside(tmp_path, public_url="http://cards.test") as server, People(server.url) as people:
        (ann,) = await people.table(1)
        client = await people.enter()
        for origin, allowed in (("http://cards.test", True), (server.url, False), ("https://cards.test", False)):
            async with raw(server.url, ann.code, headers_of(client) | {"Origin": origin}) as socket:
                if allowed:
                    await socket.send(HELLO)
                    await hear(socket, lambda message: hasattr(message, "v"))
                else:
                    assert (await end_of(socket))[0] == CLOSE_FORBIDDEN


async def test_a_browser_without_a_cookie_gets_no_socket(people: People) -> None:
    (ann,) = await people.table(1)
    async with raw(people.urls[0], ann.code, {}) as socket:
        assert (await end_of(socket))[0] == CLOSE_FORBIDDEN


async def test_a_forged_cookie_gets_no_socket(people: People) -> None:
    (ann,) = await people.table(1)
    payload, _, signature = ann._cookies[COOKIE].rpartition(".")
    other = base64.urlsafe_b64encode(b'"somebody else"').decode().rstrip("=")
    for forged in (f"{payload}.{'A' * len(signature)}", f"{other}.{signature}", payload, f".{signature}", "x" * 4000):
        async with raw(people.urls[0], ann.code, {"Cookie": f"{COOKIE}={forged}"}) as socket:
            assert (await end_of(socket))[0] == CLOSE_FORBIDDEN


@pytest.mark.parametrize("code", ["AAAAAA", "x", "%00", "A" * 3000])
async def test_a_table_that_there_is_not_is_said_to_be_none(people: People, code: str) -> None:
    client = await people.enter()
    async with raw(people.urls[0], code, headers_of(client)) as socket:
        assert (await end_of(socket))[0] == CLOSE_NO_TABLE


async def test_one_address_has_so_many_sockets_and_no_more(tmp_path: Path) -> None:
    async with inside(tmp_path, sockets_per_address=3) as server, People(server.url) as people:
        seats = await people.table(3)
        with pytest.raises(RefusedByServer, match="too many"):
            await people.come(await people.enter(), seats[0].code, patience=0.5)
        await seats[2].close()
        for _ in range(100):
            if server.metric("shmear_sockets") < 3:
                break
            await asyncio.sleep(0.02)
        await people.come(await people.enter(), seats[0].code)


async def test_one_address_comes_so_often_and_no_more(tmp_path: Path) -> None:
    async with inside(tmp_path, joins_per_second=0.05) as server, People(server.url) as people:
        (ann,) = await people.table(1)
        client = await people.enter()
        async with raw(server.url, ann.code, headers_of(client)) as socket:
            assert (await end_of(socket))[0] == CLOSE_FAST


# --- hello -----------------------------------------------------------------------------------------------------------


async def at_the_door(people: People, *said: str | bytes) -> tuple[list[Any], int]:
    """What somebody hears who says this on arriving, and the code of the close."""
    (ann,) = await people.table(1)
    client = await people.enter()
    heard: list[Any] = []
    async with raw(people.urls[0], ann.code, headers_of(client)) as socket:
        for one in said:
            await socket.send(one)
        try:
            async with asyncio.timeout(10):
                while True:
                    heard.append(_decoder.decode(await socket.recv()))
        except ConnectionClosed:
            return heard, socket.close_code or 0


@pytest.mark.parametrize("said", ['{"type":"ping"}', '{"type":"sit"}', "{", "null", '{"type":"hello"}', b"\x00"])
async def test_who_does_not_say_hello_first_is_sent_away(people: People, said: str | bytes) -> None:
    heard, code = await at_the_door(people, said)
    assert [one.code for one in heard] == ["bad_message"]
    assert code == CLOSE_BAD


async def test_another_version_is_told_which_is_spoken(people: People) -> None:
    heard, code = await at_the_door(people, json.dumps({"type": "hello", "v": VERSION + 1}))
    assert [one.code for one in heard] == ["version"]
    assert str(VERSION) in heard[0].message
    assert code == CLOSE_VERSION


async def test_who_says_nothing_is_not_waited_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection, "HELLO_WITHIN", 0.1)
    async with inside(tmp_path) as server, People(server.url) as people:
        assert await at_the_door(people) == ([], CLOSE_BAD)


async def test_hello_is_said_once(people: People) -> None:
    (ann,) = await people.table(1)
    assert ann._socket is not None
    heard: list[str] = []
    ann._heard = heard.append
    await ann._socket.send(HELLO)
    await until(lambda: any('"not_now"' in one for one in heard))
    await ann.ask(lambda id: Rename(id=id, name="Ann"))


async def until(is_so: Callable[[], bool], seconds: float = 10) -> None:
    async with asyncio.timeout(seconds):
        while not is_so():
            await asyncio.sleep(0.01)


async def test_a_newer_window_takes_the_place_of_the_older(people: People) -> None:
    client = await people.enter()
    code = await client.create(pace="instant")
    older = await people.come(client, code)
    newer = await people.come(client, code)
    with pytest.raises(RefusedByServer, match="newer window"):
        await older.until(lambda _: False)
    assert older._socket is not None
    assert older._socket.close_code == CLOSE_MOVED
    await newer.ask(lambda id: Rename(id=id, name="Ann"))


# --- too much --------------------------------------------------------------------------------------------------------


@asynccontextmanager
async def seated(people: People) -> AsyncIterator[ClientConnection]:
    """A raw socket that has said hello."""
    (ann,) = await people.table(1)
    client = await people.enter()
    async with raw(people.urls[0], ann.code, headers_of(client)) as socket:
        await socket.send(HELLO)
        await hear(socket, lambda message: hasattr(message, "table"))
        yield socket


async def test_a_long_message_is_refused_and_a_huge_one_ends_the_connection(people: People) -> None:
    async with seated(people) as socket:
        await socket.send('{"type":"chat","text":"' + "x" * LONGEST_MESSAGE + '"}')
        assert str(LONGEST_MESSAGE) in (await hear(socket, error("bad_message"))).message
        await socket.send('{"type":"ping","id":1}')
        await hear(socket, lambda message: getattr(message, "re", None) == 1)
        await socket.send("x" * (LONGEST_MESSAGE * 4 + 1))
        assert (await end_of(socket))[0] == 1009


async def test_so_many_bad_messages_are_answered_and_then_no_more(people: People) -> None:
    async with seated(people) as socket:
        for _ in range(connection.BAD_ALLOWED):
            await socket.send("{")
            await hear(socket, error("bad_message"))
        await socket.send("{")
        assert (await end_of(socket))[0] == CLOSE_BAD


async def test_good_messages_make_up_for_bad_ones(people: People) -> None:
    async with seated(people) as socket:
        for _ in range(3 * connection.BAD_ALLOWED):
            await socket.send("{")
            await hear(socket, error("bad_message"))
            await socket.send('{"type":"ping"}')
        await socket.send('{"type":"ping","id":7}')
        await hear(socket, lambda message: getattr(message, "re", None) == 7)


async def test_a_flood_is_refused_and_then_cut_off(tmp_path: Path) -> None:
    async with inside(tmp_path, messages_per_second=200.0) as server, People(server.url) as people:
        (ann,) = await people.table(1)
        client = await people.enter()
        async with raw(server.url, ann.code, headers_of(client)) as socket:
            await socket.send(HELLO)

            async def flood() -> None:
                while True:
                    await socket.send('{"type":"ping"}')

            flooding = asyncio.create_task(flood())
            await hear(socket, error("too_fast"))
            # Who goes on sending while it is cut off may lose the code with the connection (1006).
            assert (await end_of(socket))[0] in (CLOSE_FAST, 1006)
            await asyncio.gather(flooding, return_exceptions=True)
        await ann.ask(lambda id: Rename(id=id, name="Ann"))


async def test_who_talks_too_fast_is_asked_to_wait(people: People) -> None:
    (ann,) = await people.table(1)

    async def talk() -> None:
        for number in range(20):
            await ann.ask(lambda id, number=number: Chat(id=id, text=f"{number}"))

    with pytest.raises(RefusedByServer, match="too fast") as refused:
        await talk()
    assert refused.value.code == "too_fast"
    await ann.ask(lambda id: Rename(id=id, name="Ann"))


async def test_a_client_that_does_not_read_is_cut_off_and_harms_nobody(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(run, "CUT_AFTER", 0.3)
    limits = dict(slow_after=2.0, messages_per_second=10_000.0)
    async with inside(tmp_path, send_buffer=4096, **limits) as server, People(server.url) as people:
        ann, bob = await people.table(2, rules=SHORT)
        async with deaf(server.url, ann.code, await people.enter()):
            await ann.until(lambda table: table.watchers == 1)
            assert server.open_sockets == 3
            longest, began = 0.0, time.monotonic()
            while server.metric("shmear_cut_off_total", why=str(CLOSE_SLOW)) == 0:
                assert time.monotonic() - began < 20
                asked = time.monotonic()
                for seat in (ann, bob):
                    await seat.ask(lambda id: Rename(id=id, name=f"{time.monotonic():.4f}"))
                longest = max(longest, time.monotonic() - asked)
            assert longest < 1.8  # they never waited for the one that did not read
            await until(lambda: server.open_sockets == 2)
            await ann.until(lambda table: table.watchers == 0)
        await ann.start()
        await play_all([ann, bob])


@asynccontextmanager
async def deaf(url: str, code: str, client: Client) -> AsyncIterator[socket.socket]:
    """The socket of a client that says hello and then reads nothing."""
    loop = asyncio.get_running_loop()
    host, port = url.removeprefix("http://").split(":")
    asked = [
        f"GET /ws/tables/{code} HTTP/1.1",
        f"Host: {host}:{port}",
        "Upgrade: websocket",
        "Connection: Upgrade",
        f"Sec-WebSocket-Key: {base64.b64encode(b'0' * 16).decode()}",
        "Sec-WebSocket-Version: 13",
        f"Cookie: {headers_of(client)['Cookie']}",
    ]
    with socket.socket() as mute:
        mute.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        mute.setblocking(False)
        await loop.sock_connect(mute, (host, int(port)))
        await loop.sock_sendall(mute, ("\r\n".join(asked) + "\r\n\r\n").encode())
        answer = b""
        while b"\r\n\r\n" not in answer:
            answer += await loop.sock_recv(mute, 1)
        assert b" 101 " in answer
        await loop.sock_sendall(mute, framed(HELLO))
        yield mute


def framed(text: str) -> bytes:
    """A short text as a client's frame."""
    return bytes([0x81, 0x80 | len(text), 0, 0, 0, 0]) + text.encode()


async def test_who_asks_and_does_not_read_the_answers_is_cut_off(tmp_path: Path) -> None:
    limits = dict(slow_after=30.0, messages_per_second=100_000.0, messages_at_once=100_000)
    async with inside(tmp_path, send_buffer=4096, **limits) as server, People(server.url) as people:
        (ann,) = await people.table(1)
        async with deaf(server.url, ann.code, await people.enter()) as mute:

            async def flood() -> None:
                while True:
                    await asyncio.get_running_loop().sock_sendall(mute, framed('{"type":"ping"}') * 10)

            flooding = asyncio.create_task(flood())
            await until(lambda: server.metric("shmear_cut_off_total", why=str(CLOSE_SLOW)) == 1, 20)
            flooding.cancel()
            await asyncio.gather(flooding, return_exceptions=True)


# --- our own defects -------------------------------------------------------------------------------------------------


def broken(*_: Any, **__: Any) -> Any:
    secret = "the-secret-of-the-hand"
    raise ZeroDivisionError(secret)


async def test_a_defect_is_trouble_for_who_met_it_and_the_table_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with inside(tmp_path) as server, People(server.url) as people:
        ann, bob = await people.table(2, rules=SHORT)
        heard: list[str] = []
        ann._heard = heard.append
        with monkeypatch.context() as patch:
            patch.setitem(commands._HANDLERS, Rename, broken)
            with pytest.raises(RefusedByServer) as refused:
                await ann.ask(lambda id: Rename(id=id, name="Anna"))
        assert (refused.value.code, refused.value.message) == ("trouble", "something went wrong on the server")
        assert not any("secret" in one or "ZeroDivision" in one or "Traceback" in one for one in heard)
        assert server.metric("shmear_defects_total") == 1
        await ann.ask(lambda id: Rename(id=id, name="Anna"))
        await bob.until(lambda table: table.seats[0].name == "Anna")
        await ann.start()
        await play_all([ann, bob])
        assert server.metric("shmear_defects_total") == 1


async def test_who_comes_while_nothing_can_be_stored_is_told_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def cannot(*_: Any) -> Any:
        raise StoreTrouble("the disk is full")

    async with inside(tmp_path) as server, People(server.url) as people:
        ann, bob = await people.table(2, rules=SHORT)
        cat = await people.enter()
        with monkeypatch.context() as patch:
            for name in ("append", "check"):
                patch.setattr(server.hub.store, name, cannot)
            with pytest.raises(RefusedByServer, match="the disk is full"):
                await ann.ask(lambda id: Rename(id=id, name="Anna"))
            async with raw(server.url, ann.code, headers_of(cat)) as late:
                await late.send(HELLO)
                told = await hear(late, lambda message: isinstance(message, Notice))
                assert told.kind == "trouble"
                assert "the disk is full" in told.message
                patch.undo()
                told = await hear(late, lambda message: isinstance(message, Notice))
                assert told.kind == "well"
        await bob.ask(lambda id: Rename(id=id, name="Bert"))


async def test_a_defect_in_what_happens_by_itself_does_not_stop_the_table_for_good(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    works, failures = driving.events_for, 0

    def fails_at_first(*given: Any) -> Any:
        nonlocal failures
        failures += 1
        return broken() if failures <= 2 else works(*given)

    async with inside(tmp_path) as server, People(server.url) as people:
        (ann,) = await people.table(1, rules=SHORT)
        monkeypatch.setattr(driving, "events_for", fails_at_first)
        await ann.start()
        await play_all([ann])
        assert server.metric("shmear_defects_total") == 2


async def test_a_defect_in_a_page_is_an_error_without_a_trace(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rest, "games", broken)
    async with inside(tmp_path) as server, httpx.AsyncClient(base_url=server.url, trust_env=False) as client:
        answer = await client.get("/api/v1/games")
        assert answer.status_code == 500
        assert answer.json() == {"error": {"message": "something went wrong on the server"}}
        assert "content-security-policy" in answer.headers
        assert server.metric("shmear_defects_total") == 1


async def test_what_was_stored_is_told_even_if_its_sender_has_gone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with inside(tmp_path) as server, People(server.url) as people:
        client = await people.enter()
        code = await client.create(pace="instant", name="Ann")
        ann = await people.come(client, code)
        bob = await people.come(await people.enter(), code)
        stores = server.hub.store.append
        stored, go_on = asyncio.Event(), asyncio.Event()

        async def slowly(what: Any) -> bool:
            done = await stores(what)
            stored.set()
            await go_on.wait()
            return done

        monkeypatch.setattr(server.hub.store, "append", slowly)
        await ann._send(Rename(name="Anna"))
        await stored.wait()
        again = Seat(ann._urls, code, ann._cookies)
        await again._open()  # the older window is closed before its message is done
        with pytest.raises(RefusedByServer):
            await ann.until(lambda _: False)
        go_on.set()
        async with asyncio.timeout(5):
            await bob.until(lambda table: table.seats[0].name == "Anna")
        await again.close()


# --- what others may read --------------------------------------------------------------------------------------------


async def test_the_page_has_no_script_or_style_of_its_own(people: People) -> None:
    async with httpx.AsyncClient(trust_env=False) as client:
        page = (await client.get(people.urls[0])).text
    for tag in re.findall(r"<script\b[^>]*>", page):
        assert "src=" in tag
    assert not re.search(r"<style\b|\bstyle=|\bon[a-z]+=|javascript:", page)


async def test_the_server_says_that_it_is_well(people: People) -> None:
    async with httpx.AsyncClient(trust_env=False) as client:
        answer = await client.get(f"{people.urls[0]}/healthz")
    assert (answer.status_code, answer.text) == (200, "ok\n")


async def test_the_figures_name_no_table_and_nobody(people: People) -> None:
    ann, bob = await people.table(2, name="Zebedee", rules=SHORT)
    await ann.start()
    await play_all([ann, bob])
    with pytest.raises(RefusedByServer):
        await bob.start()
    async with httpx.AsyncClient(trust_env=False) as client:
        answer = await client.get(f"{people.urls[0]}/metrics")
    families = {family.name: family for family in text_string_to_metric_families(answer.text)}
    assert {"shmear_sockets", "shmear_rooms", "shmear_events", "shmear_refused", "shmear_defects"} <= families.keys()
    labels = {name for family in families.values() for sample in family.samples for name in sample.labels}
    assert labels <= {"kind", "code", "why", "le"}
    acted = [one.value for one in families["shmear_events"].samples if one.labels.get("kind") == "acted"]
    assert acted[0] > 20
    for secret in secrets_of(ann) + secrets_of(bob) + ["Zebedee"]:
        assert secret not in answer.text


def secrets_of(seat: Seat) -> list[str]:
    """What nobody else may read: the table's code, the cookie, and the player's id in it; and the handle."""
    cookie = seat._cookies[COOKIE]
    payload = cookie.split(".")[0]
    player = json.loads(base64.urlsafe_b64decode(payload + "=" * (-len(payload) % 4)))
    return [seat.code, cookie, payload, player, seat.table.you.who]


async def test_the_log_names_no_table_no_player_no_cookie_and_no_link(tmp_path: Path) -> None:
    with Server(str(tmp_path / "tables.db"), log_level="info", messages_per_second=20) as server:
        async with People(server.url) as people, httpx.AsyncClient(base_url=server.url, trust_env=False) as browser:
            ann, bob = await people.table(2, name="Zebedee")
            secrets = secrets_of(ann) + secrets_of(bob)
            browser.cookies.update(ann._cookies)
            link = (await browser.post(f"/api/v1/tables/{ann.code}/move")).json()["url"]
            token = link.partition("#")[2]
            for path in (f"/t/{ann.code}", "/move", f"/api/v1/tables/{ann.code}", f"/api/v1/tables/{ann.code}x"):
                await browser.get(path)
            await browser.post("/api/v1/move", json={"token": token + "x"})
            await browser.get(f"/t/{ann.code}", headers={"Cookie": f"{COOKIE}={ann._cookies[COOKIE]}x"})
            await ann.ask(lambda id: Chat(id=id, text="meet me at the quarry"))
            for bad in ("{", b"\x00", '{"type":"sit","seat":"Zebedee"}', '{"type":"hello","v":1}'):
                assert ann._socket is not None
                await ann._socket.send(bad)
            with pytest.raises(RefusedByServer):
                await bob.start()
            ann._socket.transport.abort()
            await browser.get("/%ff", headers=[(b"Cookie", f"{COOKIE}=\xff".encode("latin-1"))])
            async with raw(server.url, ann.code, {"Cookie": f"{COOKIE}={'A' * 40}"}) as socket:
                await end_of(socket)
            phone = await people.enter()
            await phone.post("/api/v1/move", {"token": token})
        server.terminate()
        log = server.log()
        for secret in [*secrets, token, "Zebedee", "quarry", tmp_path.name]:
            assert secret not in log
        assert "Traceback" not in log


def test_a_trace_at_a_terminal_shows_no_variables(monkeypatch: pytest.MonkeyPatch) -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    said = Terminal()
    root = logging.getLogger()
    handlers, level = root.handlers, root.level
    monkeypatch.setattr(sys, "stderr", said)
    try:
        run.set_up_logs("info")
        try:
            use(["the holding", "of seat 2"])
        except ZeroDivisionError:
            structlog.get_logger().exception("message_failed")
    finally:
        structlog.reset_defaults()
        root.handlers, root.level = handlers, level
    assert "message_failed" in said.getvalue()
    assert "ZeroDivisionError" in said.getvalue()
    assert "use(" in said.getvalue()
    assert "the holding of seat 2" not in said.getvalue()


def use(parts: list[str]) -> None:
    secret = " ".join(parts)
    raise ZeroDivisionError(len(secret))
