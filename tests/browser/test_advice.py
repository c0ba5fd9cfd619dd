"""Hints, reasons, taking back and the review, as somebody without a mouse meets them; with axe in every state."""

from __future__ import annotations

import json
import re
from itertools import pairwise

import pytest
from pages import PHONE, Opened, Player, at_table, by_id, hurry, make_table, short_game
from playwright.sync_api import BrowserContext, Page, expect
from test_access import Faults


@pytest.fixture
def page(open_context: Opened) -> Page:
    return open_context(bypass_csp=True).new_page()


def test_a_hint_by_its_key_says_what_and_why_and_marks_the_card(page: Page, base: str) -> None:
    at_table(page.context, base, page=page, game="six-point", players=4)
    axe, player = Faults(page), Player(page, seed=5, way="keys")
    player.until("call")
    page.keyboard.press("i")
    expect(by_id(page, "hint-why")).to_be_visible()
    expect(by_id(page, "live-region")).to_contain_text("Hint:")
    expect(page.locator(".actions .hinted")).to_have_count(1)
    expect(page.locator(".actions .hinted")).to_have_accessible_name(re.compile("hint"))
    axe.look("a hint in the auction")
    page.keyboard.press("Escape")
    expect(by_id(page, "hint-panel")).to_have_count(0)
    player.until("play")
    page.keyboard.press("i")
    expect(by_id(page, "hint-why")).to_be_visible()
    marked = page.locator(".hand .hinted")
    expect(marked).to_have_count(1)
    expect(marked).to_have_accessible_name(re.compile(r"playable, hint, card \d of 6"))
    axe.look("a hint in the play")
    rows = by_id(page, "weighed").locator("tbody tr")
    assert rows.count() == page.locator(".hand [data-legal=true]").count()
    card = marked.get_attribute("data-testid") or ""
    player.card(card)  # focused and played with Enter, while the hint is there
    player.until("play", "ready")
    expect(by_id(page, "hint-panel")).to_have_count(0)
    assert not axe.found, "\n".join(axe.found)


def test_a_hint_leaves_the_table_in_sight_on_a_phone(open_context: Opened, base: str) -> None:
    page = open_context(viewport=PHONE).new_page()
    at_table(page.context, base, page=page, game="six-point", players=4)
    Player(page, seed=5).until("call")
    by_id(page, "hint").click()
    by_id(page, "hint-why").wait_for()
    boxes = [by_id(page, name).bounding_box() for name in ("actions", "hint-panel", "hint", "hand")]
    assert all(boxes)
    for above, below in pairwise(boxes):
        assert above is not None
        assert below is not None
        assert above["y"] + above["height"] <= below["y"] + 1, "nothing lies on anything else"
    assert boxes[2] is not None
    assert min(boxes[2]["width"], boxes[2]["height"]) >= 40
    by_id(page, "bid-pass").click()
    expect(by_id(page, "actions")).to_have_count(0)


def test_hints_are_for_those_who_play_with_bots_alone_and_the_host_switches_them_off(
    open_context: Opened, context: BrowserContext, base: str
) -> None:
    page = at_table(context, base, game="six-point", players=4)
    Player(page, seed=5).until("call", "play")
    expect(by_id(page, "hint")).to_be_visible()
    other = open_context().new_page()
    other.goto(page.url)
    by_id(other, "take-seat").click()
    expect(by_id(page, "hint")).to_have_count(0)
    page = at_table(context, base, game="six-point", players=4)
    by_id(page, "tool-menu").click()
    by_id(page, "menu-host").click()
    by_id(page, "host-hints").uncheck()
    by_id(page, "close").click()
    Player(page, seed=5).until("call", "play")
    expect(by_id(page, "hint")).to_have_count(0)
    page.keyboard.press("i")
    expect(by_id(page, "hint-panel")).to_have_count(0)


def test_after_a_hand_the_bots_say_why_and_a_match_says_that_something_was_taken_back(page: Page, base: str) -> None:
    at_table(page.context, base, page=page, rules=short_game("six-point", 1), players=4, pace="slow")
    axe, player = Faults(page), Player(page, seed=5, way="keys")
    player.until("call", "play")
    asked = player.asked()
    player.step()
    if by_id(page, "confirm-yes").count():
        player.step()
    by_id(page, "undo").wait_for()  # before a bot has led to another trick
    page.keyboard.press("u")
    expect(by_id(page, "live-region")).to_contain_text("You take your last action back.")
    assert player.asked() == asked
    hurry(page)
    player.until("ready", "match-over")
    page.keyboard.press("e")
    dialog = by_id(page, "why-dialog")
    expect(dialog).to_be_visible()
    player.tab_to(dialog.locator("[data-testid^=why-1-]").first.get_attribute("data-testid") or "")
    page.keyboard.press("Enter")
    expect(by_id(page, "why-sentence")).to_be_visible()
    expect(by_id(page, "weighed").locator(".was")).to_have_count(1)
    axe.look("why")
    page.keyboard.press("Escape")
    player.until("match-over")
    expect(by_id(page, "taken-back")).to_have_text("With take-backs: 1 action was taken back.")
    record = page.context.request.get(base + (by_id(page, "download").get_attribute("href") or "")).json()
    assert record["meta"]["taken_back"] == 1
    assert not axe.found, "\n".join(axe.found)


def test_a_match_is_reviewed_with_the_keyboard_alone(page: Page, base: str) -> None:
    at_table(page.context, base, page=page, rules=short_game("six-point", 2), players=4, bots="random")
    player = Player(page, seed=8, way="keys")
    player.until("match-over")
    axe = Faults(page)
    player.tab_to("review")
    page.keyboard.press("Enter")
    page.wait_for_url("**/review/*")
    place = by_id(page, "replay-place")
    expect(place).to_be_visible()
    axe.look("review, being made")
    graph = by_id(page, "win-graph")
    expect(graph).to_be_visible(timeout=60_000)

    # From moment to moment, and from mistake to mistake of everybody.
    by_id(page, "replay-who").select_option("")
    page.locator("body").press("ArrowRight")
    expect(place).to_have_value("1")
    expect(by_id(page, "judged").or_(by_id(page, "not-judged"))).to_be_visible()
    page.keyboard.press("n")
    judged = by_id(page, "judged")
    expect(judged).to_have_attribute("data-verdict", re.compile("inaccuracy|mistake|blunder"))
    expect(judged).to_contain_text(re.compile("It gave away [0-9.]+% of the match"))
    expect(by_id(page, "weighed").locator(".was")).to_have_count(1)
    expect(page.locator(".spot .verdict")).to_have_text(re.compile(r"\? |\?! |\?\? "))
    first = int(place.input_value())
    axe.look("a mistake")
    page.keyboard.press("n")
    second = int(place.input_value())
    many = re.search(r"\d+", by_id(page, "mistake-next").get_attribute("aria-label") or "")
    assert many is not None
    assert (second > first) == (int(many[0]) > 1)
    if second > first:
        page.keyboard.press("p")
    expect(place).to_have_value(str(first))

    # The other hands, hidden and shown.
    held = by_id(page, "spot-1").get_by_role("img")
    expect(held.first).to_have_accessible_name(re.compile(" of |Joker"))
    page.keyboard.press("h")
    expect(held.first).to_have_accessible_name(re.compile(r"^\d cards?$"))
    axe.look("other hands hidden")
    page.keyboard.press("h")
    expect(held.first).to_have_accessible_name(re.compile(" of |Joker"))

    # The graph is a slider over its points; a click goes where it shows.
    player.tab_to("win-graph")
    page.keyboard.press("End")
    last = place.get_attribute("max") or ""
    expect(place).to_have_value(last)
    expect(graph).to_have_attribute("aria-valuetext", re.compile(r"^Hand \d+, \d+%$"))
    page.keyboard.press("ArrowLeft")
    assert int(place.input_value()) < int(last)
    page.keyboard.press("Home")
    expect(place).to_have_value("0")
    box = graph.bounding_box()
    assert box is not None
    graph.click(position={"x": box["width"] / 2, "y": 20})
    assert 0 < int(place.input_value()) < int(last)
    assert not axe.found, "\n".join(axe.found)


def test_a_link_leads_to_a_moment_of_a_review(open_context: Opened, base: str) -> None:
    context = open_context(permissions=["clipboard-read", "clipboard-write"])
    page = at_table(context, base, rules=short_game("six-point", 1), players=4)
    Player(page, seed=61).until("match-over")
    by_id(page, "review").click()
    for _ in range(3):
        by_id(page, "replay-next").click()
    by_id(page, "share-moment").click()
    link = page.evaluate("navigator.clipboard.readText()")
    assert re.fullmatch(rf"{re.escape(base)}/review/[\w-]+#3\.0", link)
    other = open_context().new_page()
    other.goto(link)
    expect(by_id(other, "replay-place")).to_have_value("3")
    expect(by_id(other, "replay-who")).to_have_value("0")
    with other.expect_download() as waiting:
        by_id(other, "record").click()
    assert json.loads(waiting.value.path().read_text())["format"] == "shmear-record"


def test_a_review_of_a_match_that_is_not_there_says_so(open_context: Opened, base: str) -> None:
    page = open_context(watched=False).new_page()
    make_table(page.context, base, start=False)
    page.goto(f"{base}/review/nothing")
    expect(page.get_by_role("alert").first).to_have_text("There is no match at this address.")
