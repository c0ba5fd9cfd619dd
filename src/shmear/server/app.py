"""The application: routes, the socket of a table, headers, errors, and its beginning and end."""

from __future__ import annotations

import secrets
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Any, cast
from urllib.parse import urlsplit

import structlog
from litestar import Litestar, MediaType, Request, Response, WebSocket, get, websocket
from litestar.channels import ChannelsPlugin
from litestar.config.compression import CompressionConfig
from litestar.datastructures import Cookie, State
from litestar.di import NamedDependency, Provide
from litestar.exceptions import HTTPException, ValidationException
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.params import FromPath
from litestar.types import ASGIApp, Receive, Scope, Send
from msgspec import Struct

from shmear import __version__
from shmear.protocol.messages import CLOSE_FAST, CLOSE_FORBIDDEN, CLOSE_NO_TABLE, CLOSE_RESTART
from shmear.rules import RulesError
from shmear.server.commands import Refused
from shmear.server.connection import Connection, Socket
from shmear.server.hub import Hub, NoTable
from shmear.server.identity import COOKIE, YEAR, new_player
from shmear.server.news import CHANNEL, news_backend
from shmear.server.options import Options
from shmear.server.pages import SECURITY, page_handlers, the_page, wants_page
from shmear.server.rest import (
    ErrorShown,
    Failure,
    GamesController,
    MatchesController,
    MoveAsked,
    MovesController,
    RulesSent,
    TablesController,
    TableWanted,
)
from shmear.server.store import Store, StoreTrouble

log = structlog.get_logger()

LARGEST_BODY = 128 * 1024
"""Most bytes of a request's body."""


def make_app(options: Options) -> Litestar:
    """The server as an ASGI application; its store is opened when it starts.

    `app.state.hub` is its `Hub` from then on. Raises `ValueError` for a database's address that is none.
    """
    channels = ChannelsPlugin(backend=news_backend(options.database), channels=[CHANNEL])

    @asynccontextmanager
    async def life(app: Litestar) -> AsyncGenerator[None, None]:
        store = await Store.open(options.database)
        try:
            hub = Hub(options, store, channels, await store.secret("cookie", lambda: secrets.token_hex(32)))
            app.state.hub = hub
            await hub.open()
            try:
                yield
            finally:
                await hub.close(CLOSE_RESTART, "the server is being stopped; connect again")
        finally:
            await store.close()

    app = Litestar(
        route_handlers=[
            GamesController,
            TablesController,
            MovesController,
            MatchesController,
            table_socket,
            health,
            metrics,
            *page_handlers(),
        ],
        plugins=[channels],
        lifespan=[life],
        dependencies={
            "hub": Provide(_hub, sync_to_thread=False),
            "player": Provide(_player, sync_to_thread=False),
        },
        middleware=[_guard],
        after_request=_finish,
        exception_handlers={
            HTTPException: _http_error,
            ValidationException: _invalid,
            RulesError: _rules_error,
            Refused: _refused,
            NoTable: _no_table,
            StoreTrouble: _trouble,
            RecursionError: _too_deep,
            Exception: _defect,
        },
        compression_config=CompressionConfig(backend="gzip", minimum_size=800),
        request_max_body_size=LARGEST_BODY,
        openapi_config=OpenAPIConfig(
            title="Shmear",
            version=__version__,
            description="Games, rules, tables and finished matches. Play itself goes over a socket: see the protocol.",
            path="/api",
            render_plugins=[JsonRenderPlugin()],
        ),
        # Errors are answered and logged by the handlers above.
        logging_config=None,
        debug=False,
    )
    _close(app, RulesSent, TableWanted, MoveAsked)
    return app


def _close(app: Litestar, *kinds: type[Struct]) -> None:
    """Say in the OpenAPI that there are no other fields, which Litestar leaves out, though msgspec refuses them."""
    for kind in kinds:
        app.openapi_schema.components.schemas[kind.__name__].additional_properties = False


# --- who asks --------------------------------------------------------------------------------------------------------


def _hub(state: State) -> Hub:
    return state.hub


def _player(request: Request[Any, Any, State]) -> str:
    """Who the browser is by its cookie; somebody new without one, to whom `_finish` gives a cookie."""
    hub: Hub = request.app.state.hub
    player = hub.identity.read(request.cookies.get(COOKIE))
    if player is None:
        player = new_player()
        request.state.new_player = player
    return player


async def _finish(response: Response[Any]) -> Response[Any]:
    for name, value in SECURITY.items():
        response.headers.setdefault(name, value)
    return response


def same_site(options: Options, headers: dict[str, str]) -> bool:
    """Whether a request comes from our own page, or from a program, which sends no ``Origin``."""
    if headers.get("sec-fetch-site", "none") not in ("none", "same-origin", "same-site"):
        return False
    origin = headers.get("origin")
    if origin is None:
        return True
    if options.public_url is not None:
        public = urlsplit(options.public_url)
        return origin.rstrip("/") == f"{public.scheme}://{public.netloc}"
    return urlsplit(origin).netloc == headers.get("host")


def _guard(app: ASGIApp) -> ASGIApp:
    """Refuse what another site's page makes a browser ask; give new browsers their cookie."""

    async def guarded(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await app(scope, receive, send)
            return
        hub: Hub = scope["litestar_app"].state.hub
        headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}
        if scope["method"] not in ("GET", "HEAD", "OPTIONS") and not same_site(hub.options, headers):
            answer = _failed(403, "this request comes from another site")
            await answer.to_asgi_response(None, Request(scope))(scope, receive, send)
            return

        async def send_with_cookie(message: Any) -> None:
            player = scope["state"].get("new_player")
            if message["type"] == "http.response.start" and player is not None:
                cookie = Cookie(
                    key=COOKIE,
                    value=hub.identity.sign(player),
                    max_age=YEAR,
                    path="/",
                    httponly=True,
                    samesite="lax",
                    secure=hub.options.secure,
                )
                message["headers"] = [*message["headers"], cookie.to_encoded_header()]
            await send(message)

        await app(scope, receive, send_with_cookie)

    return guarded


# --- the socket ------------------------------------------------------------------------------------------------------


@websocket("/ws/tables/{code:str}")
async def table_socket(socket: WebSocket[Any, Any, State], code: FromPath[str]) -> None:
    """The socket of a table: docs/protocol.md says what is spoken."""
    hub: Hub = socket.app.state.hub
    headers = {name.lower(): value for name, value in socket.headers.items()}
    address = socket.client.host if socket.client is not None else ""
    player = hub.identity.of_header(headers.get("cookie", ""))
    await socket.accept()
    wire = Socket(socket.receive, socket.send)
    if not same_site(hub.options, headers):
        await wire.close(CLOSE_FORBIDDEN, "this page is not of this site")
        return
    if player is None:
        await wire.close(CLOSE_FORBIDDEN, "no cookie; open the page first, or ask /api/v1/me")
        return
    if hub.closing:
        await wire.close(CLOSE_RESTART, "the server is being stopped; connect again")
        return
    if not hub.sockets.take(address):
        await wire.close(CLOSE_FORBIDDEN, "too many sockets from one address")
        return
    hub.metrics.sockets.inc()
    try:
        room = await hub.room(code.upper()) if hub.joining.take(address) else None
        if room is None:
            await wire.close(CLOSE_FAST, "too many connections; wait a moment")
        else:
            await Connection(room, wire, player, headers.get("host")).run()
    except NoTable:
        await wire.close(CLOSE_NO_TABLE, "no table has this code")
    except StoreTrouble as trouble:
        log.warning("socket_not_opened", trouble=str(trouble))
        await wire.close(CLOSE_RESTART, f"{trouble}; connect again")
    except Exception:
        log.exception("socket_failed")
        hub.metrics.defects.inc()
        await wire.close(1011, "something went wrong on the server; connect again")
    finally:
        hub.sockets.give(address)
        hub.metrics.sockets.dec()


# --- the rest --------------------------------------------------------------------------------------------------------


@get("/healthz", media_type=MediaType.TEXT, include_in_schema=False)
async def health(hub: NamedDependency[Hub]) -> Response[str]:
    """Whether the server is up and its store can be reached."""
    await hub.store.check()
    return Response("ok\n", media_type=MediaType.TEXT)


@get("/metrics", media_type=MediaType.TEXT, include_in_schema=False)
async def metrics(hub: NamedDependency[Hub]) -> Response[bytes]:
    """Figures for Prometheus."""
    return Response(hub.metrics.text(), media_type="text/plain; version=0.0.4")


def _failed(status: int, message: str, key: str | None = None, allowed: str | None = None) -> Response[Failure]:
    return Response(
        Failure(ErrorShown(message=message, key=key, allowed=allowed)),
        status_code=status,
        media_type=MediaType.JSON,
        headers=dict(SECURITY),
    )


def _http_error(request: Request[Any, Any, State], error: HTTPException) -> Response[Failure] | Response[str]:
    if error.status_code == 404 and wants_page(request):
        page = the_page(404)
        page.headers.update(SECURITY)
        return page
    response = _failed(error.status_code, error.detail)
    response.headers.update(error.headers or {})
    return response


def _invalid(_: Request[Any, Any, State], error: ValidationException) -> Response[Failure]:
    extra = cast("list[dict[str, str]]", error.extra) if isinstance(error.extra, list) else []
    first = extra[0] if extra else {}
    return _failed(400, str(first.get("message") or error.detail), first.get("key"))


def _rules_error(_: Request[Any, Any, State], error: RulesError) -> Response[Failure]:
    return _failed(400, str(error), error.key, error.allowed)


def _refused(_: Request[Any, Any, State], error: Refused) -> Response[Failure]:
    return _failed(409, error.message)


def _no_table(_: Request[Any, Any, State], error: NoTable) -> Response[Failure]:
    return _failed(404, "no table has this code")


def _trouble(_: Request[Any, Any, State], error: StoreTrouble) -> Response[Failure]:
    return _failed(503, f"{error}; try again in a moment")


def _too_deep(_: Request[Any, Any, State], error: RecursionError) -> Response[Failure]:
    return _failed(400, "what was sent is nested too deeply")


def _defect(request: Request[Any, Any, State], error: Exception) -> Response[Failure]:
    log.exception(
        "request_failed", exc_info=error, route=cast("dict[str, Any]", request.scope).get("path_template", "")
    )
    hub: Hub = request.app.state.hub
    hub.metrics.defects.inc()
    return _failed(500, "something went wrong on the server")
