"""What the page costs: bytes to load, time to a usable table, smoothness while cards move, memory in the long run.

Times are compared with what this machine does in the same run. `pytest -rP` shows the figures; with SHMEAR_SOAK=1 the
memory is watched for 50 hands.
"""

from __future__ import annotations

import gzip
import json
from typing import Any

from live import SOAK
from pages import Opened, Player, at_table, by_id, wait_until
from playwright.sync_api import Browser, BrowserContext, CDPSession, Page, expect

MOST_BYTES = 180_000
"""JavaScript and CSS together, as they are sent."""
MOST_SECONDS = 1.5
"""From asking for the page to a table that can be played at, with the processor slowed four times."""
SLOWED = 4
LONG_TASK = 50
"""Milliseconds: what takes longer is felt."""
HANDS = 50 if SOAK else 10
GROWTH = 1.5e6
"""Bytes by which the memory may differ from before: a few hands' worth of sheet and log, and no more."""

# A fixed piece of work, in milliseconds: how fast this machine is now, with all that runs beside.
CONTROL = """
() => {
  const start = performance.now()
  let sum = 0
  for (let i = 0; i < 2e6; i++) sum = (sum * 31 + (i ^ (i >> 3))) % 1000003
  const all = []
  for (let i = 0; i < 2e4; i++) all.push(String(sum + i))
  all.sort()
  return performance.now() - start
}
"""
CONTROL_IDLE = 13


def slowness(page: Page) -> float:
    """How many times slower than an idle machine this one is now; at least 1."""
    taken = [page.evaluate(CONTROL) for _ in range(8)]
    return max(1.0, sum(taken) / len(taken) / CONTROL_IDLE)


def cdp(page: Page) -> CDPSession:
    return page.context.new_cdp_session(page)


def test_the_first_load_is_small(open_context: Opened, base: str) -> None:
    page = open_context().new_page()
    client = cdp(page)
    client.send("Network.enable")
    kinds: dict[str, str] = {}
    sizes: dict[str, float] = {}
    client.on("Network.responseReceived", lambda said: kinds.update({said["requestId"]: said["type"]}))
    client.on("Network.loadingFinished", lambda said: sizes.update({said["requestId"]: said["encodedDataLength"]}))
    encodings: list[str | None] = []
    page.on(
        "response",
        lambda answer: encodings.append(answer.headers.get("content-encoding")) if "/assets/" in answer.url else None,
    )
    at_table(page.context, base, page=page, game="six-point")
    wait_until(lambda: page.locator(".hand [data-card]").count(), what="a hand")
    loaded = sum(sizes.get(request, 0) for request, kind in kinds.items() if kind in ("Script", "Stylesheet"))
    print(f"JavaScript and CSS of the first page and table: {loaded / 1000:.1f} kB as sent")
    assert 10_000 < loaded < MOST_BYTES
    assert encodings
    assert set(encodings) <= {"gzip", "br", "zstd"}, "all of it is compressed"


def test_all_parts_together_are_small(context: BrowserContext, base: str) -> None:
    """Every script and style that there is, the languages and the seldom pages too."""
    index = context.request.get(base).text()
    assert "<script" in index
    worker = context.request.get(f"{base}/sw.js").text()
    files = sorted({part for part in worker.split('"') if part.startswith("/assets/")})
    files = [name for name in files if name.endswith((".js", ".css"))]
    assert files
    total = sum(len(gzip.compress(context.request.get(base + name).body(), 6)) for name in files)
    print(f"all scripts and styles: {total / 1000:.1f} kB with gzip, in {len(files)} files")
    assert total < MOST_BYTES


def test_the_first_table_is_soon_usable(open_context: Opened, base: str) -> None:
    """The best of six: what else runs on this machine is not the page's fault."""
    best, slow = 1e9, 1.0
    for _ in range(6):
        context = open_context()
        page = context.new_page()
        slow = slowness(page)
        client = cdp(page)
        client.send("Emulation.setCPUThrottlingRate", {"rate": SLOWED})
        page.goto(f"{base}/t/{_made(context, base)}", wait_until="commit")
        taken = page.evaluate(
            """() => new Promise((done) => {
              const look = () => document.querySelector('.hand [data-card]')
                ? requestAnimationFrame(() => done(performance.now())) : setTimeout(look, 5)
              look()
            })"""
        )
        client.send("Emulation.setCPUThrottlingRate", {"rate": 1})
        slow = (slow + slowness(page)) / 2
        best = min(best, taken / 1000 / slow)
        context.close()
        if best < MOST_SECONDS:
            break
    print(f"first table usable after {best:.2f} s at {SLOWED} times slowed (this machine is {slow:.1f} times slower)")
    assert best < MOST_SECONDS


def _made(context: BrowserContext, base: str) -> str:
    body = {"game": "six-point", "pace": "instant", "start": True}
    answer = context.request.post(f"{base}/api/v1/tables", data=body, headers={"Origin": base})
    return answer.json()["code"]


def test_cards_move_without_a_long_task(browser: Browser, open_context: Opened, base: str) -> None:
    """Tasks are measured by the processor's time that they take, whatever else this machine does meanwhile.

    The driver of this test has tasks of its own in the page, seldom a long one; a task of ours is long in every hand.
    """
    longest = [_longest_task(browser, open_context, base)]
    while longest[-1] > LONG_TASK and len(longest) < 3:
        longest.append(_longest_task(browser, open_context, base))
    assert min(longest) <= LONG_TASK, longest


def _longest_task(browser: Browser, open_context: Opened, base: str) -> float:
    """The longest task while a hand is played, in milliseconds; frames come in time meanwhile."""
    page = open_context(settings={"speed": "normal", "hold": 0.2}).new_page()
    at_table(page.context, base, page=page, game="six-point", pace="fast")
    player = Player(page, seed=91)
    player.until("play")
    page.evaluate(
        """() => { window.between = []; let last = performance.now()
        const look = (now) => { window.between.push(now - last); last = now; requestAnimationFrame(look) }
        requestAnimationFrame(look) }"""
    )
    browser.start_tracing(page=page, categories=["toplevel", "disabled-by-default-devtools.timeline"])
    player.until("ready", "match-over")
    events = json.loads(browser.stop_tracing())["traceEvents"]
    frames = sorted(page.evaluate("window.between"))
    slow = slowness(page)
    drawing = {(one["pid"], one["tid"]) for one in events if one.get("args", {}).get("name") == "CrRendererMain"}
    tasks = sorted(
        one["tdur"] / 1000
        for one in events
        if one["name"].endswith("RunTask") and (one["pid"], one["tid"]) in drawing and "tdur" in one
    )
    median = frames[len(frames) // 2]
    print(
        f"while a hand was played: {len(tasks)} tasks, the longest {', '.join(f'{one:.0f}' for one in tasks[-3:])} ms;"
        f" {1000 / median:.0f} frames/s in the median (this machine is {slow:.1f} times slower)"
    )
    assert len(tasks) > 100
    assert median <= 17 * slow
    page.close()
    return float(tasks[-1])


def test_a_click_is_answered_at_once(open_context: Opened, base: str) -> None:
    """From the click to the card that shows it: before the server has answered."""
    page = at_table(open_context(settings={"confirm": False}), base, game="shmear", players=2)
    player = Player(page, seed=92)
    player.until("play")
    slow = slowness(page)
    page.evaluate(
        """() => {
          window.answered = null
          addEventListener('click', () => {
            const start = performance.now()
            const look = () => document.querySelector('.hand .going, [data-testid^=lying]')
              ? (window.answered = performance.now() - start) : requestAnimationFrame(look)
            requestAnimationFrame(look)
          }, true)
        }"""
    )
    player.step()
    taken = wait_until(lambda: page.evaluate("window.answered"), what="an answer")
    print(f"a click is answered after {taken:.0f} ms (this machine is {slow:.1f} times slower)")
    assert taken <= 50 * slow


def test_memory_stays_flat(open_context: Opened, base: str) -> None:
    context = open_context()
    page = at_table(context, base, rules=_endless(), players=3)
    client = cdp(page)
    client.send("Performance.enable")
    client.send("HeapProfiler.enable")
    player = Player(page, seed=93)
    figures: list[tuple[int, float, float]] = []

    def measure(hands: int) -> None:
        for _ in range(2):
            client.send("HeapProfiler.collectGarbage")
        found: dict[str, Any] = {one["name"]: one["value"] for one in client.send("Performance.getMetrics")["metrics"]}
        figures.append((hands, found["JSHeapUsedSize"], found["Nodes"]))

    for hand in range(1, HANDS + 1):
        player.until("ready")
        if hand in (HANDS // 5, HANDS):
            measure(hand)
        player.step()
    (first, before, nodes_before), (last, after, nodes_after) = figures
    print(
        f"memory after {first} hands {before / 1e6:.2f} MB and {nodes_before:.0f} nodes,"
        f" after {last} hands {after / 1e6:.2f} MB and {nodes_after:.0f} nodes"
    )
    assert after - before < GROWTH
    # A hand adds its row of the sheet and its lines of the log, some sixty nodes by how it was played.
    assert nodes_after - nodes_before < 80 * (last - first), "the sheet and the log grow; nothing else does"
    expect(by_id(page, "ready").or_(by_id(page, "strip").first).first).to_be_visible()


def _endless() -> dict[str, Any]:
    """A game that nobody wins within 50 hands."""
    return {"extends": "six-point", "title": "Endless", "match": {"target": 999}}
