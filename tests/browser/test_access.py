"""For everybody: no fault that axe finds, the play spoken, targets large enough, nothing lost when magnified."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from pages import DESKTOP, PHONE, TOUCH, Opened, Player, at_table, by_id, short_game, wait_until
from playwright.sync_api import BrowserContext, Page, expect

AXE = Path(__file__).resolve().parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]

LEAST = 24
"""The least size of a target, in CSS pixels: WCAG 2.2, 2.5.8."""

SIZES = {
    "small phone": PHONE,
    "phone": {"width": 390, "height": 844},
    "phone on its side": {"width": 844, "height": 390},
    "laptop": {"width": 1366, "height": 768},
}
WIDOW = ("small phone", "phone on its side", "laptop")

THEMES = {
    "light": {"theme": "light"},
    "dark": {"theme": "dark"},
    "contrast": {"theme": "dark", "contrast": True},
}


def faults(page: Page) -> list[str]:
    """What axe finds in the page as it is, each with the place."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE.read_text(encoding="utf-8") + "\n;0")
    found: list[dict[str, Any]] = page.evaluate(
        "(tags) => axe.run(document, { runOnly: tags, resultTypes: ['violations'] }).then((said) => said.violations)",
        TAGS,
    )
    return [
        f"{one['id']} ({one['impact']}): {one['help']}: {node['target']} {node.get('failureSummary', '')[:300]}"
        for one in found
        for node in one["nodes"]
    ]


class Faults:
    """Collects what axe finds in one state after another, so that one run names them all."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.found: list[str] = []

    def look(self, state: str) -> None:
        # What appears is looked at once it is there.
        self.page.evaluate(
            """() => Promise.all(document.getAnimations({ subtree: true })
              .filter((one) => one.effect?.getTiming().iterations !== Infinity)
              .map((one) => one.finished)).then(() => 0)"""
        )
        self.found += [f"{state}: {fault}" for fault in faults(self.page)]

    def dialog(self, state: str, *ids: str) -> None:
        for name in ids:
            by_id(self.page, name).first.click()
        self.page.locator("dialog[open]").wait_for()
        self.look(state)
        self.page.locator("dialog[open]").get_by_test_id("close").click()


@pytest.mark.parametrize("theme", list(THEMES))
def test_axe_finds_nothing_on_any_page(open_context: Opened, base: str, theme: str) -> None:
    page = open_context(settings=THEMES[theme], bypass_csp=True).new_page()
    axe = Faults(page)
    for place in ("/", "/rules", "/rules/ten-point", "/house", "/move#x", "/about"):
        page.goto(base + place, wait_until="networkidle")
        axe.look(place)
    page.goto(base)
    axe.dialog("settings", "tool-settings")
    axe.dialog("invite", "invite-friends")
    assert not axe.found, "\n".join(axe.found)


@pytest.mark.parametrize(
    ("theme", "size"),
    [("light", DESKTOP), ("dark", PHONE), ("contrast", DESKTOP)],
    ids=["light desktop", "dark phone", "contrast desktop"],
)
def test_axe_finds_nothing_at_the_table_in_any_state(
    open_context: Opened, base: str, theme: str, size: dict[str, int]
) -> None:
    context = open_context(settings=THEMES[theme], bypass_csp=True, viewport=size)
    page = at_table(context, base, game="ten-point", players=5, start=False)
    axe = Faults(page)
    axe.look("seating")
    by_id(page, "start").click()
    player = Player(page, seed=71)
    player.wishes = ["bid-10"]
    seen: set[str] = set()

    def step() -> str:
        asked = player.asked()
        assert asked is not None
        state = page.locator(".actions h2").inner_text() if asked["what"] in ("call", "discard") else asked["what"]
        if state not in seen:
            seen.add(state)
            axe.look(state)
        return player.step()

    while step() != "play":
        pass
    player.until("play")
    axe.dialog("last trick", "tool-last")
    axe.dialog("sheet, empty", "tool-sheet")
    axe.dialog("menu", "tool-menu")
    axe.dialog("rules", "tool-menu", "menu-rules")
    axe.dialog("host", "tool-menu", "menu-host")
    axe.dialog("move", "tool-menu", "menu-move")
    axe.dialog("proof, too early", "tool-menu", "menu-proof")
    if by_id(page, "tool-chat").count():
        axe.dialog("chat", "tool-chat")
    while step() != "ready":
        pass
    assert {"play", "ready", "confirm"} <= seen
    assert len(seen) >= 7, "auction, trump, call and discards were seen too"

    # The end of a match, with its sheet and its proof.
    at_table(context, base, page=page, rules=short_game("shmear", 1), players=4)
    player.until("match-over")
    axe.look("match over")
    axe.dialog("sheet", "open-sheet")
    axe.dialog("proof", "open-proof")
    by_id(page, "replay").click()
    by_id(page, "replay-place").wait_for()
    by_id(page, "replay-next").click()
    axe.look("replay")
    assert not axe.found, "\n".join(axe.found)


def test_the_play_is_spoken_as_a_caller_would(open_context: Opened, base: str) -> None:
    page = open_context().new_page()
    page.add_init_script(
        """addEventListener('DOMContentLoaded', () => {
          window.spoken = []
          new MutationObserver((changes) => {
            for (const change of changes) for (const node of change.addedNodes) {
              const region = node.parentElement?.closest('[aria-live=polite]')
              if (region && node.textContent.trim()) window.spoken.push(node.textContent.trim())
            }
          }).observe(document.body, { childList: true, subtree: true, characterData: true })
        })"""
    )
    at_table(page.context, base, page=page, game="shmear", players=3)
    player = Player(page, seed=72)
    player.until("ready", "match-over")
    spoken = page.evaluate("window.spoken")
    names = [seat["name"] for seat in _seats(page)]
    text = "\n".join(spoken)
    for name in names[1:]:
        assert any(line.startswith(f"{name} plays the ") for line in spoken), text
        assert any(line.startswith((f"{name} bids ", f"{name} passes")) for line in spoken), text
    assert any(line.startswith("You play the ") for line in spoken), text
    assert any(" takes the trick." in line or "You take the trick." in line for line in spoken), text
    assert any(" are trump." in line for line in spoken), text
    assert sum(" plays the " in line or "You play the " in line for line in spoken) == 18, "each card once"


def _seats(page: Page) -> list[dict[str, Any]]:
    labels = page.locator("[data-testid^=seat-]").evaluate_all(
        "(all) => all.map((node) => [Number(node.dataset.testid.slice(5)), node.getAttribute('aria-label')])"
    )
    return [{"name": label.split(",")[0]} for _, label in sorted(labels)]


def test_everything_can_be_read_aloud_on_demand(open_context: Opened, base: str) -> None:
    context = open_context()
    page = at_table(context, base, game="shmear", players=3)
    player = Player(page, seed=73)
    player.until("play")
    page.keyboard.press("r")
    said = by_id(page, "live-region").locator("p").last
    expect(said).to_contain_text("has bid")
    expect(said).to_contain_text("Your hand: ")
    expect(said).to_contain_text("Score: ")


def test_no_hidden_card_is_in_the_accessibility_tree(open_context: Opened, base: str) -> None:
    page = at_table(open_context(), base, game="shmear", players=4)
    player = Player(page, seed=74)
    player.until("play")
    while len(page.locator(".hand [data-card]").all()) > 3:
        player.step()
    player.until("play", "ready")
    client = page.context.new_cdp_session(page)
    tree = client.send("Accessibility.getFullAXTree")["nodes"]
    names = {str(node.get("name", {}).get("value", "")) for node in tree if not node.get("ignored")}
    own = set(page.locator(".hand [data-card]").evaluate_all("(all) => all.map((one) => one.ariaLabel.split(',')[0])"))
    lying = page.locator("[data-testid^=lying-]").evaluate_all("(all) => all.map((one) => one.ariaLabel)")
    spoken = "\n".join(by_id(page, "live-region").locator("p").all_inner_texts())
    log = by_id(page, "talk").inner_text()
    ranks = "two three four five six seven eight nine ten jack queen king ace".split()
    suits = "clubs diamonds hearts spades".split()
    for rank in ranks:
        for suit in suits:
            card = f"{rank} of {suit}"
            if any(card in name for name in names):
                assert card in own or any(card in one for one in lying) or card in spoken or card in log, card


def small(page: Page) -> list[str]:
    """Controls of which less than 24 × 24 px can be touched; links in running text are excused."""
    return page.evaluate(
        """(least) => [...document.querySelectorAll('button, a, input, select, summary, [role=button]')]
          .filter((node) => node.checkVisibility({ visibilityProperty: true }) && !node.closest('p, li, .note') )
          .map((node) => [node, (node.closest('label') ?? node).getBoundingClientRect()])
          .filter(([, box]) => box.width && (box.width < least - 0.5 || box.height < least - 0.5))
          .map(([node, box]) => `${node.outerHTML.slice(0, 90)} ${box.width.toFixed(1)}×${box.height.toFixed(1)}`)""",
        LEAST,
    )


STRIPS = """
(least) => [...document.querySelectorAll('.hand [data-card]')].map((node) => {
  const box = node.getBoundingClientRect()
  let wide = 0, tall = 0
  for (let y = Math.ceil(box.top); y < box.bottom; y += 3) {
    let run = 0
    for (let x = Math.ceil(box.left); x <= box.right; x++)
      if (document.elementFromPoint(x, y)?.closest('[data-card]') === node) run++
    if (run >= least) tall += 3
    wide = Math.max(wide, run)
  }
  return [node.dataset.card, wide, tall, box.left, box.right, box.top, box.bottom]
})
"""


@pytest.mark.parametrize(
    "size", [PHONE, {"width": 390, "height": 844}, {"width": 844, "height": 390}, DESKTOP], ids=str
)
def test_controls_are_large_enough_to_touch(open_context: Opened, base: str, size: dict[str, int]) -> None:
    context = open_context(viewport=size)
    page = context.new_page()
    found = []
    for place in ("/", "/rules", "/house"):
        page.goto(base + place, wait_until="networkidle")
        found += [f"{place}: {one}" for one in small(page)]
    at_table(context, base, page=page, game="six-point", players=4)
    player = Player(page, seed=75)
    for state in ("call", "play", "ready"):
        player.until(state)
        found += [f"{state}: {one}" for one in small(page) if "data-card" not in one]
        for card, wide, tall, *_ in page.evaluate(STRIPS, LEAST):
            if min(wide, tall) < LEAST:
                found.append(f"{state}: of {card} only {wide}×{tall} px show")
    assert not found, "\n".join(found)


@pytest.mark.parametrize("size", [SIZES[name] for name in WIDOW], ids=WIDOW)
def test_24_cards_can_be_seen_and_touched(open_context: Opened, base: str, size: dict[str, int]) -> None:
    context = open_context(viewport=size)
    page = at_table(context, base, game="ten-point", players=4)
    player = Player(page, seed=76)
    player.wishes = ["bid-10"]
    player.until("discard")
    strips = page.evaluate(STRIPS, LEAST)
    assert len(strips) == 24, "ten cards and the widow"
    poor = [
        f"{card}: {wide}×{tall} px show, at {left:.0f}–{right:.0f}, {top:.0f}–{bottom:.0f}"
        for card, wide, tall, left, right, top, bottom in strips
        if wide < LEAST or tall < LEAST or left < -1 or right > size["width"] + 1 or bottom > size["height"] + 1
    ]
    assert not poor, "\n".join(poor)
    assert not overflow(page)
    for name in ("discard-suggest", "discard-done"):
        box = by_id(page, name).bounding_box()
        assert box is not None
        assert 0 <= box["y"] <= size["height"] - box["height"], name


def overflow(page: Page) -> str:
    """What reaches past the page's right edge, if the page can be scrolled sideways."""
    return page.evaluate(
        """() => document.documentElement.scrollWidth <= innerWidth + 1 ? '' : [...document.querySelectorAll('body *')]
          .filter((node) => node.getBoundingClientRect().right > innerWidth + 1).slice(0, 5)
          .map((node) => node.outerHTML.slice(0, 120)).join('\\n')"""
    )


def test_at_twice_the_size_everything_can_be_reached(open_context: Opened, base: str) -> None:
    """A window of 1280 × 1024 at 200 % is one of 640 × 512; the pages also at 400 %, as WCAG 1.4.10 has it."""
    context = open_context(viewport={"width": 320, "height": 256})
    page = context.new_page()
    found = []
    for place in ("/", "/rules", "/rules/kitty", "/house", "/move#x"):
        page.goto(base + place, wait_until="networkidle")
        if wide := overflow(page):
            found.append(f"{place} at 320 px: {wide}")
    page.set_viewport_size({"width": 640, "height": 512})
    at_table(context, base, page=page, game="ten-point", players=4)
    player = Player(page, seed=77)
    player.wishes = ["bid-10"]
    seen = set()
    for _ in range(60):
        asked = player.asked()
        assert asked is not None
        if asked["what"] not in seen:
            seen.add(asked["what"])
            if wide := overflow(page):
                found.append(f"{asked['what']}: {wide}")
            out = page.evaluate(
                """() => [...document.querySelectorAll('main button')].filter((node) => {
                  if (!node.checkVisibility() || node.closest('dialog')) return false
                  node.scrollIntoView({ block: 'nearest', inline: 'nearest' })
                  const { left, right, top, bottom } = node.getBoundingClientRect()
                  return right < 8 || left > innerWidth - 8 || bottom < 8 || top > innerHeight - 8
                }).map((node) => node.outerHTML.slice(0, 120))"""
            )
            found += [f"{asked['what']}: cannot be reached: {one}" for one in out]
        if player.step() == "ready":
            break
    assert {"call", "discard", "play", "ready"} <= seen
    assert not found, "\n".join(found)


def test_nothing_moves_for_whoever_wants_that(open_context: Opened, base: str) -> None:
    context = open_context(settings={"speed": "normal"}, reduced_motion="reduce")
    page = at_table(context, base, game="shmear", players=2)
    player = Player(page, seed=78)
    player.until("play")
    player.step()
    moving = page.evaluate(
        "document.getAnimations({ subtree: true }).filter((one) => one.effect?.getComputedTiming().duration > 1).length"
    )
    assert moving == 0


def test_the_suits_are_told_apart_by_shape_and_four_colours(open_context: Opened, base: str) -> None:
    page = at_table(open_context(settings={"fourColour": True}), base, game="ten-point", players=4)
    player = Player(page, seed=79)
    player.wishes = ["bid-10"]
    player.until("discard")
    colours = page.locator(".hand [data-card]").evaluate_all(
        """(all) => Object.fromEntries(all.filter((one) => !/J$/.test(one.dataset.card))
          .map((one) => [one.dataset.card[1], getComputedStyle(one.querySelector('path.ink')).fill]))"""
    )
    assert len(set(colours.values())) == len(colours) >= 3, json.dumps(colours)


def test_a_phones_keyboardless_player_needs_no_drag(open_context: Opened, base: str) -> None:
    context: BrowserContext = open_context(**TOUCH)
    page = at_table(context, base, game="six-point", players=3)
    player = Player(page, seed=80, way="touch")
    player.until("play")
    left = page.locator(".hand [data-card]").count()
    player.step()
    if by_id(page, "confirm").count():
        player.step()
    wait_until(lambda: page.locator(".hand [data-card]").count() < left, what="that a tap plays a card")
