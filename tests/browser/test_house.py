"""House rules: made in the form, read in words, saved, shared as a link, and played."""

from __future__ import annotations

import pytest
from pages import Heard, Opened, Player, by_id, hurry
from playwright.sync_api import Page, expect


@pytest.fixture
def page(open_context: Opened, base: str) -> Page:
    # Chromium's console tells of every refused request: here rules are refused, and said to be.
    page = open_context(watched=False).new_page()
    page.goto(f"{base}/house", wait_until="networkidle")
    with page.expect_response("**/api/v1/rules"):
        by_id(page, "house-base").select_option("shmear")
    expect(by_id(page, "house-line")).to_contain_text("4-point · 4 solo · to 11")
    expect(by_id(page, "house-title")).to_have_value("Shmear")
    return page


def open_group(page: Page, knob: str) -> None:
    """Unfold the part of the form that a knob is in."""
    page.evaluate("(id) => { document.getElementById(id).closest('details').open = true }", knob)


def make(page: Page) -> None:
    """Shmear to 3 with the deuce's point to its taker, under a name."""
    by_id(page, "house-title").fill("Sunday Shmear")
    open_group(page, "knob-match.target")
    by_id(page, "knob-match.target").fill("3")
    by_id(page, "knob-match.target").blur()
    open_group(page, "knob-points.low.to")
    by_id(page, "knob-points.low.to").select_option("taker")
    differences = by_id(page, "house-differences")
    expect(differences.locator("li")).to_have_count(2)
    expect(differences).to_contain_text("3")
    expect(by_id(page, "house-line")).to_contain_text("to 3")
    expect(by_id(page, "house-line")).to_contain_text("low to taker")


def test_house_rules_are_made_saved_shared_and_played(page: Page, open_context: Opened, base: str) -> None:
    make(page)
    line = by_id(page, "house-line").inner_text()
    by_id(page, "house-save").click()
    by_id(page, "house-share").click()
    link = page.url
    assert link.startswith(f"{base}/house#")

    friend = open_context().new_page()
    friend.goto(link)
    expect(by_id(friend, "house-line")).to_have_text(line)
    expect(by_id(friend, "knob-match.target")).to_have_value("3")

    heard = Heard(page)
    by_id(page, "house-play").click()
    page.wait_for_url("**/t/*")
    hurry(page)
    expect(by_id(page, "target")).to_contain_text("3")
    game = heard.all("welcome")[0]["game"]
    assert (game["title"], game["target"], game["low_to"]) == ("Sunday Shmear", 3, "taker")
    Player(page, seed=51).until("match-over")

    by_id(page, "tool-menu").click()
    by_id(page, "leave").click()
    expect(by_id(page, "choose-game").locator("option", has_text="Sunday Shmear")).to_have_count(1)


def test_what_cannot_be_played_is_said_at_its_place(page: Page) -> None:
    open_group(page, "knob-auction.minimum")
    by_id(page, "knob-auction.minimum").fill("9")
    by_id(page, "knob-auction.minimum").blur()
    expect(by_id(page, "house-problem")).to_be_visible()
    expect(by_id(page, "house-play")).to_be_disabled()
    by_id(page, "knob-auction.minimum").fill("3")
    by_id(page, "knob-auction.minimum").blur()
    expect(by_id(page, "house-problem")).to_have_count(0)
    expect(by_id(page, "house-play")).to_be_enabled()
