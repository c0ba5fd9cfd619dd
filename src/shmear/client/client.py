"""A player of a server: its cookie, and what it asks for outside a table."""

from __future__ import annotations

from collections.abc import Sequence
from types import TracebackType
from typing import Any

import httpx

from shmear.client.seat import Seat


class ClientError(Exception):
    """What the server answered instead of doing what was asked; `status` is the HTTP status."""

    def __init__(self, message: str, status: int) -> None:
        """An answer in the server's words."""
        super().__init__(message)
        self.status = status


class Client:
    """One player, known to the server by a cookie. Several servers of one database may be given: any will do."""

    def __init__(self, urls: Sequence[str], cookies: dict[str, str] | None = None) -> None:
        """A client of the servers at `urls`; `enter` asks one of them for a cookie."""
        self.urls = [url.rstrip("/") for url in urls]
        self._http = httpx.AsyncClient(timeout=15, cookies=cookies, trust_env=False)

    @classmethod
    async def enter(cls, *urls: str, cookies: dict[str, str] | None = None) -> Client:
        """A client with a cookie: a new player's, or that of `cookies` from an earlier `Client.cookies`."""
        client = cls(urls, cookies)
        await client.get("/api/v1/me")
        return client

    @property
    def cookies(self) -> dict[str, str]:
        """What the server knows the player by; whoever has it is the player."""
        return dict(self._http.cookies)

    async def get(self, path: str) -> Any:
        """The JSON of an address such as ``/api/v1/games``. Raises `ClientError`."""
        return await self._ask("GET", path)

    async def post(self, path: str, body: dict[str, Any]) -> Any:
        """The JSON of the answer to a POST. Raises `ClientError`."""
        return await self._ask("POST", path, body)

    async def _ask(self, method: str, path: str, body: dict[str, Any] | None = None) -> Any:
        for number, url in enumerate(self.urls, start=1):
            try:
                response = await self._http.request(method, url + path, json=body)
            except httpx.TransportError:
                if number == len(self.urls):
                    raise
                continue
            if response.is_error:
                raise ClientError(_message(response), response.status_code)
            return response.json()
        raise AssertionError("there is at least one server")

    async def create(self, **wanted: Any) -> str:
        """Make a table: ``game="six-point", players=4, bots="novice", pace="instant", …``; its code."""
        return (await self.post("/api/v1/tables", wanted))["code"]

    async def join(self, code: str, *, name: str | None = None, sit: bool = True, seat: int | None = None) -> Seat:
        """Come to a table and, unless `sit` is False or one has a seat there, take a seat. Raises `RefusedByServer`."""
        joined = Seat(self.urls, code, self.cookies, name=name)
        await joined.connect()
        if sit and joined.seat is None:
            await joined.sit(seat)
        return joined

    async def record(self, id: str) -> dict[str, Any]:
        """The record of a finished match."""
        return await self.get(f"/api/v1/matches/{id}")

    async def close(self) -> None:
        """Let the connections go."""
        await self._http.aclose()

    async def __aenter__(self) -> Client:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        await self.close()


def _message(response: httpx.Response) -> str:
    try:
        return response.json()["error"]["message"]
    except (ValueError, KeyError, TypeError):
        return f"the server answered {response.status_code}"
