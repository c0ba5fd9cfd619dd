"""A server and Debian's Chromium for the tests of the page, and in every test an eye on what goes wrong in it."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, sync_playwright

sys.path.append(str(Path(__file__).resolve().parents[1] / "server"))  # where `live` is

from live import Server
from pages import DESKTOP, QUICK, Opened, Watch, kept, launch


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server for all tests of a process."""
    with Server(str(tmp_path_factory.mktemp("server") / "tables.db")) as one:
        yield one


@pytest.fixture
def base(server: Server) -> str:
    """The address of the server."""
    return server.url


# For each module and not the session: while it is there, Playwright keeps an event loop running in this thread, in
# which no test of another folder could begin its own.
@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        one = launch(playwright)
        try:
            yield one
        finally:
            one.close()


@pytest.fixture
def open_context(browser: Browser, base: str) -> Iterator[Opened]:
    """Opens browsers of different people: no console error, no broken script, no request to anywhere else.

    Settings are those of the page; `watched` False leaves its messages alone, where a test takes the server away.
    """
    opened: list[tuple[BrowserContext, Watch | None]] = []

    def open_one(
        *, settings: dict[str, Any] | None = None, watched: bool = True, url: str | None = None, **options: Any
    ) -> BrowserContext:
        context = browser.new_context(
            storage_state=kept(url or base, QUICK | (settings or {})),
            **{"viewport": DESKTOP, "locale": "en-GB", "reduced_motion": "no-preference"} | options,
        )
        context.set_default_timeout(15_000)
        opened.append((context, Watch(context, url or base) if watched else None))
        return context

    yield open_one
    wrong = []
    for context, watch in opened:
        wrong += watch.wrong if watch else []
        context.close()
    assert not wrong, "\n".join(wrong)


@pytest.fixture
def context(open_context: Opened) -> BrowserContext:
    """One person's browser."""
    return open_context()
