"""The pages: one built page with its assets, which shows whatever its address says."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from litestar import Request, Response, get
from litestar.datastructures import State
from litestar.di import NamedDependency
from litestar.exceptions import NotFoundException
from litestar.params import FromPath
from litestar.static_files import create_static_files_router  # pyright: ignore[reportUnknownVariableType]
from litestar.types import ControllerRouterHandler

STATIC = Path(__file__).with_name("static")
"""Where the browser client is built to."""

SECURITY = {
    "Content-Security-Policy": (
        "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
        "object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "X-Frame-Options": "DENY",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}
"""Headers of every answer: nothing runs but our own scripts, and nobody frames the table."""

_MISSING = (
    "<!doctype html><html lang=en><title>Shmear</title><h1>The page is not built</h1>"
    "<p>This server has everything but its page: <code>make play</code> builds it.</p></html>"
)


@get(
    [
        "/",
        "/t/{code:str}",
        "/replay/{id:str}",
        "/review/{id:str}",
        "/rules",
        "/rules/{name:str}",
        "/house",
        "/move",
        "/about",
    ],
    include_in_schema=False,
)
async def page(request: Request[Any, Any, State], player: NamedDependency[str]) -> Response[str]:
    """The page, whatever its address; opening it makes the browser known."""
    return the_page()


def the_page(status: int = 200) -> Response[str]:
    """The page with a status; where it was not built, a word about that."""
    index = STATIC / "index.html"
    if not index.is_file():
        return Response(_MISSING, media_type="text/html", status_code=503)
    headers = {"Cache-Control": "no-cache"}
    return Response(index.read_text(encoding="utf-8"), media_type="text/html", headers=headers, status_code=status)


def wants_page(request: Request[Any, Any, State]) -> bool:
    """Whether somebody opened an address that is none of ours in a browser, who is then shown the page that says so."""
    ours = request.url.path.startswith(("/api", "/assets", "/ws"))
    return request.method == "GET" and not ours and "text/html" in request.headers.get("accept", "")


_TYPES = {
    ".js": "text/javascript",
    ".webmanifest": "application/manifest+json",
    ".json": "application/json",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".ico": "image/x-icon",
    ".txt": "text/plain",
}


@get("/{name:str}", include_in_schema=False)
async def top_file(name: FromPath[str]) -> Response[bytes]:
    """A file beside the page, such as the manifest or the service worker."""
    file = STATIC / name
    if "/" in name or "\\" in name or name.startswith(".") or file.suffix not in _TYPES or not file.is_file():
        raise NotFoundException("there is no page at this address")
    return Response(file.read_bytes(), media_type=_TYPES[file.suffix], headers={"Cache-Control": "no-cache"})


def page_handlers() -> list[ControllerRouterHandler]:
    """The routes of the pages and their files."""
    handlers: list[ControllerRouterHandler] = [page, top_file]
    if (STATIC / "assets").is_dir():
        handlers.append(
            create_static_files_router(
                path="/assets", directories=[STATIC / "assets"], cache_control=None, include_in_schema=False
            )
        )
    return handlers
