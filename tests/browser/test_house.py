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


def test_a_knob_may_differ_by_the_number_of_players(page: Page, open_context: Opened, base: str) -> None:
    heard = Heard(page)
    open_group(page, "knob-deal.cards")
    by_id(page, "knob-deal.players").fill("3 4")
    by_id(page, "knob-deal.players").blur()
    expect(by_id(page, "house-problem")).to_have_count(0)
    by_id(page, "split-deal.cards").check()
    for players in (3, 4):
        expect(by_id(page, f"knob-deal.cards.{players}")).to_have_value("6")
    by_id(page, "knob-deal.cards.3").fill("9")
    by_id(page, "knob-deal.cards.3").blur()
    expect(by_id(page, "house-differences")).to_contain_text("9")

    # The link says it too.
    by_id(page, "house-share").click()
    friend = open_context().new_page()
    friend.goto(page.url)
    expect(by_id(friend, "knob-deal.cards.3")).to_have_value("9")
    expect(by_id(friend, "knob-deal.cards.4")).to_have_value("6")

    # A number of players that is let in needs a value of its own.
    by_id(page, "knob-deal.players").fill("3 4 5")
    by_id(page, "knob-deal.players").blur()
    expect(by_id(page, "house-problem")).to_contain_text("a table with a value for 5 players too")
    by_id(page, "knob-deal.cards.5").fill("5")
    by_id(page, "knob-deal.cards.5").blur()
    expect(by_id(page, "house-problem")).to_have_count(0)

    by_id(page, "house-players").select_option("3")
    by_id(page, "house-play").click()
    page.wait_for_url("**/t/*")
    expect(page.locator(".hand [data-card]")).to_have_count(9)
    assert heard.all("welcome")[0]["game"]["rules"]["deal"]["cards"] == {"3": 9, "4": 6, "5": 5}

    # One value for all again.
    page.goto(f"{base}/house")
    by_id(page, "house-base").select_option("shmear")
    expect(by_id(page, "house-title")).to_have_value("Shmear")
    open_group(page, "knob-deal.cards")
    by_id(page, "split-deal.cards").check()
    by_id(page, "split-deal.cards").uncheck()
    expect(by_id(page, "knob-deal.cards")).to_have_value("6")


def test_the_form_speaks_the_readers_language_and_the_rule_book_says_which_it_is_in(
    open_context: Opened, base: str
) -> None:
    page = open_context(settings={"lang": "de"}, watched=False).new_page()
    page.goto(f"{base}/house?shmear", wait_until="networkidle")
    form = by_id(page, "house-form")
    expect(form).to_contain_text("Das niedrigste Gebot")
    expect(by_id(page, "knob-auction.all_pass")).to_contain_text("der Geber darf nicht passen")
    by_id(page, "knob-auction.minimum").fill("9")
    by_id(page, "knob-auction.minimum").blur()
    expect(by_id(page, "house-problem")).to_have_text(
        "Das niedrigste Gebot: erlaubt ist höchstens so viel wie das höchste Gebot, 4."
    )
    expect(page.locator(".book").first).to_have_attribute("lang", "en")
