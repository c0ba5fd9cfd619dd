"""The page as a person uses it: a browser, tables, and a player who does whatever the page asks."""

from __future__ import annotations

import json
import random
import shutil
import time
from collections.abc import Callable, Sequence
from typing import Any, Literal
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Locator, Page, Playwright, WebSocket

CHROMIUM = shutil.which("chromium")
NEEDED = "the tests of the page need Chromium: as root `sh tools/services.sh`, or on Debian `apt-get install chromium`"

DESKTOP = {"width": 1440, "height": 900}
PHONE = {"width": 360, "height": 640}
TOUCH = {"viewport": PHONE, "has_touch": True, "is_mobile": True, "device_scale_factor": 2}
"""A phone, for `Browser.new_context`."""

QUICK = {"speed": "off", "hold": 0, "autoLast": "never", "lang": "en"}
"""Settings of the page with which a match takes seconds; in English, whatever the machine speaks."""


Opened = Callable[..., BrowserContext]
"""What the fixture `open_context` is."""


def launch(playwright: Playwright) -> Browser:
    """Debian's Chromium, without a window."""
    if CHROMIUM is None:
        pytest.fail(NEEDED, pytrace=False)
    # Root may not use the sandbox; the page is ours. Emulated phones scroll as phones do.
    return playwright.chromium.launch(
        executable_path=CHROMIUM, args=["--no-sandbox", "--disable-dev-shm-usage", "--js-flags=--expose-gc"]
    )


def kept(base: str, settings: dict[str, Any]) -> Any:
    """A browser's memory in which the page finds settings."""
    value = [{"name": "shmear.settings", "value": json.dumps(settings)}]
    return {"cookies": [], "origins": [{"origin": base, "localStorage": value}]}


class Watch:
    """What goes wrong in a browser: errors on the console and in scripts, and requests to other servers."""

    def __init__(self, context: BrowserContext, base: str) -> None:
        self.wrong: list[str] = []
        self._base = base
        context.on("console", self._console)
        context.on("weberror", lambda error: self.wrong.append(f"a script failed: {error.error}"))
        context.on("request", lambda request: self._asked(request.url))
        context.on("page", lambda page: page.on("websocket", lambda socket: self._asked(socket.url)))

    def _console(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.wrong.append(f"console: {message.type}: {message.text} ({message.location.get('url', '')})")

    def _asked(self, url: str) -> None:
        parts = urlsplit(url)
        if parts.scheme in ("http", "https", "ws", "wss") and parts.netloc != urlsplit(self._base).netloc:
            self.wrong.append(f"a request to another server: {url}")


def by_id(place: Page | Locator, name: str) -> Locator:
    return place.get_by_test_id(name)


def wait_until(condition: Callable[[], Any], *, seconds: float = 15, what: str = "it") -> Any:
    """The first true answer of a condition that the page itself cannot be asked for."""
    end = time.monotonic() + seconds
    while not (answer := condition()):
        assert time.monotonic() < end, f"{what} did not happen within {seconds:g} s"
        time.sleep(0.03)
    return answer


def make_table(context: BrowserContext, base: str, **wanted: Any) -> str:
    """Make a table as the page does, with what the page has no field for; its code."""
    body = {"pace": "instant", "start": True} | wanted
    answer = context.request.post(f"{base}/api/v1/tables", data=body, headers={"Origin": base})
    assert answer.ok, answer.text()
    return answer.json()["code"]


def at_table(context: BrowserContext, base: str, page: Page | None = None, **wanted: Any) -> Page:
    """A page at a new table."""
    code = make_table(context, base, **wanted)
    page = page or context.new_page()
    page.goto(f"{base}/t/{code}")
    by_id(page, "felt").and_(page.locator("[data-phase]:not([data-phase=none])")).wait_for()
    return page


def short_game(name: str, target: int, **groups: Any) -> dict[str, Any]:
    """The rules of a game, played to fewer points."""
    return {"extends": name, "title": "Short game", **groups, "match": groups.get("match", {}) | {"target": target}}


def play_now(page: Page, base: str, game: str, players: int, *, name: str = "Ada") -> None:
    """From the first page to a table with bots, which are then told to be quick: all by what the page offers."""
    page.goto(base)
    by_id(page, "choose-game").select_option(game)
    by_id(page, "choose-players").select_option(str(players))
    by_id(page, "play-now").click()
    page.wait_for_url("**/t/*")
    hurry(page)


def hurry(page: Page) -> None:
    """Let the host tell the bots to act at once."""
    by_id(page, "tool-menu").click()
    by_id(page, "menu-host").click()
    by_id(page, "host-pace").select_option("instant")
    by_id(page, "close").click()


def code_of(page: Page) -> str:
    """The code of the table that a page shows."""
    return urlsplit(page.url).path.split("/")[2]


class Heard:
    """The messages that the server sends to the page's table, as they come."""

    def __init__(self, page: Page) -> None:
        self.text: list[str] = []
        page.on("websocket", self._opened)

    def _opened(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda data: self.text.append(str(data)))

    def all(self, kind: str) -> list[dict[str, Any]]:
        return [said for said in map(json.loads, self.text) if said["type"] == kind]

    def tables(self) -> list[dict[str, Any]]:
        """The table as it was shown, time after time."""
        return [said["table"] for said in self.all("update")]

    def events(self) -> list[dict[str, Any]]:
        """Everything that happened, each thing once."""
        found = {event["seq"]: event for said in self.all("update") for event in said["events"]}
        return [found[seq] for seq in sorted(found)]

    def record(self) -> dict[str, Any]:
        """The first hand as a record: the cards that were dealt, and who then did what."""
        shown = next(table for table in self.tables() if (table.get("hand") or {}).get("result"))
        hand_shown = shown["hand"]
        result = hand_shown["result"]
        calls = [call.removeprefix("bid ") for _, call in hand_shown["calls"]]
        hand = {
            "dealer": result["row"]["dealer"],
            "deal": result["dealt"],
            "undealt": result["undealt"],
            "auction": [int(call) if call.isdecimal() else call for call in calls],
            "plays": [card for trick in hand_shown["tricks"] for card in trick["cards"]],
        }
        if any(result["discards"]):
            hand["discards"] = result["discards"]
        rules = self.all("welcome")[0]["game"]["rules"]
        names = [seat["name"] for seat in shown["seats"]]
        return {"format": "shmear-record", "version": 1, "rules": rules, "players": names, "hands": [hand]}


# --- the player ------------------------------------------------------------------------------------------------------

# What the page asks for at the moment, null while it asks for nothing. Read out of what a person sees: what is shown,
# enabled and marked as allowed.
ASKED = """
() => {
  const one = (id) => document.querySelector(`[data-testid="${id}"]`)
  const named = (list) => [...list].map((node) => node.dataset.testid)
  const over = one('match-over')
  if (over) return { what: 'match-over' }
  if (one('confirm')) return { what: 'confirm' }
  const ready = one('ready')
  if (ready) return ready.disabled ? null : { what: 'ready' }
  const trick = one('trick')
  if (trick && trick.dataset.full === 'true') return null
  const actions = one('actions')
  if (actions) {
    const open = named(actions.querySelectorAll('button[data-testid]:not(:disabled)'))
    if (one('discard-suggest')) {
      const cards = [...document.querySelectorAll('.hand.discard [data-legal=true]')]
      const done = one('discard-done')
      return one('discard-suggest').disabled ? null : {
        what: 'discard', enough: !done.disabled,
        left: named(cards.filter((card) => card.getAttribute('aria-pressed') !== 'true')),
      }
    }
    const waits = one('call-done')?.disabled && actions.querySelector('.pick[aria-pressed=true]')
    return open.length && !waits ? { what: 'call', open } : null
  }
  if (document.querySelector('.hand .going')) return null
  const cards = named(document.querySelectorAll('.hand.play [data-legal=true]'))
  return cards.length ? { what: 'play', open: cards } : null
}
"""
WAIT = f"""
(until) => new Promise((resolve) => {{
  const asked = {ASKED}
  const end = performance.now() + until
  const look = () => {{
    const found = asked()
    if (found) resolve(found)
    else if (performance.now() > end) resolve(null)
    else setTimeout(look, 5)
  }}
  look()
}})
"""

READY = "document.querySelector('[data-testid=ready]:not(:disabled)') !== null"

# Where a card shows from under its neighbours: the middle of what a person sees of it.
SPOT = """
(node) => {
  const { left, top, width, height } = node.getBoundingClientRect()
  const seen = []
  for (let y = top + 3; y < Math.min(top + height, innerHeight); y += 4)
    for (let x = left + 2; x < left + width; x += 4)
      if (document.elementFromPoint(x, y)?.closest('[data-testid]') === node) seen.push([x, y])
  return seen.length ? seen[seen.length >> 1] : null
}
"""

Way = Literal["mouse", "touch", "keys"]


class Player:
    """Does whatever the page asks, at random: by clicks, taps or keys alone."""

    def __init__(self, page: Page, seed: int = 1, way: Way = "mouse", *, boldness: float = 0.35) -> None:
        """`boldness` is how often it bids where it may pass."""
        self.page = page
        self.rng = random.Random(seed)
        self.way = way
        self.boldness = boldness
        self.wishes: list[str] = []
        """Calls that it makes as soon as it may, before any at random."""
        self.done: list[str] = []
        """What it was asked for, in order: call, discard, play, …"""

    def asked(self, *, seconds: float = 15) -> dict[str, Any] | None:
        """What the page asks for, as soon as it does; None where it asks for nothing all the time."""
        return self.page.evaluate(WAIT, seconds * 1000)

    def step(self, *, seconds: float = 15) -> str:
        """Do the next thing that the page asks for; what it was. `match-over` is left as it is."""
        asked = self.asked(seconds=seconds)
        assert asked is not None, f"the page asked for nothing within {seconds:g} s"
        what = asked["what"]
        self.done.append(what)
        match what:
            case "confirm":
                self.press("confirm-yes")
            case "ready":
                self.press("ready", "n")
                wait_until(lambda: not self.page.evaluate(READY), what="that the page hears who is ready")
            case "call":
                self.call(asked["open"])
            case "discard":
                self.discard(enough=asked["enough"], left=asked["left"])
            case "play":
                self.card(self.rng.choice(asked["open"]))
        return what

    def until(self, *ends: str, steps: int = 3000) -> str:
        """Go on until the page asks for one of these, which is left undone."""
        for _ in range(steps):
            asked = self.asked()
            assert asked is not None, "the page asked for nothing"
            if asked["what"] in ends:
                return asked["what"]
            self.step()
        raise AssertionError(f"the page asked {steps} times, and never for {' or '.join(ends)}")

    def call(self, open_now: Sequence[str]) -> None:
        """Bid, pass, name trump, or call a card."""
        if "call-done" in open_now or any(name.startswith("call-") for name in open_now):
            if "call-done" not in open_now:
                self.press(self.rng.choice([name for name in open_now if name.startswith("call-")]))
            self.press("call-done", "n")
            return
        if wish := next((wish for wish in self.wishes if wish in open_now), None):
            self.wishes.remove(wish)
            self.press(wish)
            return
        calls = [name for name in open_now if name not in ("bid-shoot", "bid-forfeit", "bid-pass")] or list(open_now)
        if "bid-pass" in open_now and self.rng.random() >= self.boldness:
            calls = ["bid-pass"]
        chosen = self.rng.choice(calls[:2])  # the lower bids, so that somebody gets somewhere
        self.press(chosen, {"bid-pass": "p", "bid-forfeit": "f", "bid-shoot": "m"}.get(chosen, chosen[-1].lower()))

    def discard(self, *, enough: bool, left: Sequence[str]) -> None:
        if enough:
            self.press("discard-done", "n")
        elif self.rng.random() < 0.6:
            self.press("discard-suggest")
        else:
            self.card(self.rng.choice(left))

    def press(self, name: str, key: str | None = None) -> None:
        """Press a button: with keys alone by its own key, else by going there with Tab."""
        node = by_id(self.page, name)
        match self.way:
            case "mouse":
                node.click()
            case "touch":
                node.tap()
            case "keys" if key is not None:
                self.page.keyboard.press(key)
            case "keys":
                self.tab_to(name)
                self.page.keyboard.press("Enter")

    def card(self, name: str) -> None:
        """Choose a card of one's own, where it shows from under its neighbours."""
        node = by_id(self.page, name)
        if self.way == "keys":
            for _ in range(30):
                if self.page.evaluate("document.activeElement?.dataset?.testid ?? ''") == name:
                    break
                self.page.keyboard.press("ArrowRight")
            self.page.keyboard.press("Enter")
            return
        x, y = wait_until(lambda: node.evaluate(SPOT), seconds=3, what=f"that {name} can be touched")
        if self.way == "touch":
            self.page.touchscreen.tap(x, y)
        else:
            self.page.mouse.click(x, y)

    def tab_to(self, name: str) -> None:
        """Go to a control with the Tab key, as somebody without a mouse does."""
        for _ in range(60):
            self.page.keyboard.press("Tab")
            if self.page.evaluate("document.activeElement?.dataset?.testid ?? ''") == name:
                return
        raise AssertionError(f"{name} cannot be reached with Tab")
