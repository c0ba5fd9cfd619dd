"""Running the server: uvicorn, logs, a free port, and the browser."""

from __future__ import annotations

import asyncio
import gc
import logging
import socket
import sys
import webbrowser
from collections.abc import Awaitable, Callable
from contextlib import suppress

import structlog
import uvicorn
from litestar import Litestar
from msgspec.structs import replace
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from shmear.protocol.messages import LONGEST_MESSAGE
from shmear.server.app import make_app
from shmear.server.options import Options
from shmear.server.store import Store, StoreTrouble, locate

GRACEFUL = 5
"""Seconds that open requests have to end when the server is stopped."""
CUT_AFTER = 5.0
"""Seconds after its end in which a socket's client may still read what was sent to it."""
NEXT_PORTS = 20
"""So many ports after the wanted one are tried where a free one will do."""


class CannotServe(Exception):
    """The server cannot begin: the address is taken, the database is none. The message says what would be right."""


def serve(
    options: Options,
    *,
    any_port: bool = False,
    open_path: str | None = None,
    ready: Callable[[str], Awaitable[None] | None] | None = None,
    log_level: str = "info",
) -> None:
    """Serve until interrupted. Raises `CannotServe`.

    `any_port` takes the next free port where the wanted one is taken; `open_path` opens the browser there when the
    server answers; `ready` is called with the server's address then.
    """
    set_up_logs(log_level)
    listening = _listen(options, any_port=any_port)
    options = replace(options, port=listening.getsockname()[1])
    try:
        with asyncio.Runner(loop_factory=_loop_factory()) as runner:
            runner.run(_serve(options, listening, open_path, ready))
    except KeyboardInterrupt:
        pass
    finally:
        listening.close()


def _spare_the_collector() -> None:
    """Let the garbage collector look at everything seldom: with hundreds of tables a look stops the server for long.

    What was made until now stays for good and is not looked at again. A table that goes on leaves its former states to
    be freed by their reference counts; only what refers to itself, such as tracebacks, waits for the collector.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 50, 100)


def _loop_factory() -> Callable[[], asyncio.AbstractEventLoop] | None:
    """The fast event loop; None, which is Python's own, where there is none."""
    try:
        import uvloop  # noqa: PLC0415
    except ImportError:
        return None
    return uvloop.new_event_loop


async def _serve(
    options: Options,
    listening: socket.socket,
    open_path: str | None,
    ready: Callable[[str], Awaitable[None] | None] | None,
) -> None:
    try:
        # Tried before uvicorn begins, which would answer trouble with the whole way there and not with a sentence.
        await (await Store.open(options.database)).close()
        app = make_app(options)
    except StoreTrouble as error:
        raise CannotServe(f"{locate(options.database).render_as_string()}: {error}") from None
    except ValueError as error:
        raise CannotServe(str(error)) from None
    _spare_the_collector()
    server = uvicorn.Server(configured(app, options))
    task = asyncio.create_task(server.serve(sockets=[listening]))
    while not server.started and not task.done():
        await asyncio.sleep(0.02)
    if task.done():
        with suppress(SystemExit):
            await task
        raise CannotServe("the server could not start; the log above says why")
    url = f"http://{_reachable(options.host)}:{options.port}"
    if ready is not None:
        waiting = ready(url)
        if waiting is not None:
            await waiting
    if open_path is not None:
        await asyncio.to_thread(webbrowser.open, url + open_path)
    await task


def configured(app: Litestar, options: Options) -> uvicorn.Config:
    """How uvicorn serves an application of `make_app`."""
    return uvicorn.Config(
        app,
        lifespan="on",
        ws=_TableProtocol,
        ws_max_size=LONGEST_MESSAGE * 4,
        ws_ping_interval=20,
        ws_ping_timeout=20,
        # An update is short, and its text changes little from one to the next: packing costs more than it saves.
        ws_per_message_deflate=False,
        access_log=False,  # addresses of tables are secrets of those who play there
        log_config=None,
        server_header=False,
        proxy_headers=options.trust_proxy,
        forwarded_allow_ips="*" if options.trust_proxy else None,
        timeout_graceful_shutdown=GRACEFUL,
        backlog=2048,
    )


class _TableProtocol(WebSocketsSansIOProtocol):
    """uvicorn's own, which closes a socket when all that was written has been read: here it is not waited for long."""

    async def run_asgi(self) -> None:
        """Serve the socket; once that is done, it is closed or is cut off."""
        await super().run_asgi()
        self.loop.call_later(CUT_AFTER, self.transport.abort)


def _listen(options: Options, *, any_port: bool) -> socket.socket:
    ports = [options.port]
    if any_port and options.port:
        ports += [*range(options.port + 1, options.port + NEXT_PORTS), 0]
    for port in ports:
        listening = socket.socket(socket.AF_INET6 if ":" in options.host else socket.AF_INET, socket.SOCK_STREAM)
        try:
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            listening.bind((options.host, port))
            listening.listen(2048)
            listening.setblocking(False)
        except OSError as error:
            listening.close()
            reason = error.strerror or str(error)
            if port == ports[-1]:
                raise CannotServe(f"cannot listen on {options.host}:{port}: {reason}. Try --port 0") from None
        else:
            return listening
    raise AssertionError("the last port either works or raises")


def _reachable(host: str) -> str:
    """The host to open in a browser on this machine."""
    if host in ("0.0.0.0", "::", ""):
        return "127.0.0.1"
    return f"[{host}]" if ":" in host else host


def set_up_logs(level: str) -> None:
    """One line an event on standard error: for people at a terminal, as JSON elsewhere."""
    number = logging.getLevelNamesMapping()[level.upper()]
    shared: list[structlog.typing.Processor] = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
    ]
    if sys.stderr.isatty():
        # A plain trace: the usual one prints what variables hold, and ours hold cards and cookies.
        plain = structlog.dev.plain_traceback
        last: list[structlog.typing.Processor] = [structlog.dev.ConsoleRenderer(exception_formatter=plain)]
    else:
        last = [structlog.processors.format_exc_info, structlog.processors.JSONRenderer()]
    structlog.configure(
        processors=[*shared, *last],
        wrapper_class=structlog.make_filtering_bound_logger(number),
        logger_factory=structlog.PrintLoggerFactory(file=sys.stderr),
    )
    formatter = structlog.stdlib.ProcessorFormatter(
        foreign_pre_chain=shared,
        processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, *last],
    )
    handler = logging.StreamHandler()
    handler.setFormatter(formatter)
    # A client's text that is no UTF-8 is the client's defect and needs no trace of ours.
    logging.getLogger("uvicorn.error").addFilter(lambda record: "Invalid UTF-8" not in record.msg)
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel(max(number, logging.WARNING))
