"""The other pages: rules, replay, no network, three languages, settings that stay."""

from __future__ import annotations

import re
from urllib.parse import urlsplit

import pytest
from pages import Heard, Opened, Player, at_table, by_id, short_game, wait_until
from playwright.sync_api import BrowserContext, Page, expect

from shmear.record import score
from shmear.rules import preset, preset_names


@pytest.fixture
def page(context: BrowserContext) -> Page:
    return context.new_page()


def test_the_first_page_explains_every_game(page: Page, base: str) -> None:
    page.goto(base)
    games = by_id(page, "games").locator("li")
    expect(games).to_have_count(len(preset_names()))
    for name in preset_names():
        card = games.filter(has=by_id(page, f"game-{name}"))
        expect(card.get_by_role("heading")).to_have_text(preset(name).title)
        expect(card).to_contain_text("players")
        expect(card).to_contain_text("min")
    by_id(page, "game-kitty").click()
    expect(by_id(page, "choose-game")).to_have_value("kitty")
    page.reload()
    expect(by_id(page, "choose-game")).to_have_value("kitty")


def test_the_rules_of_every_game_can_be_read(page: Page, base: str) -> None:
    page.goto(f"{base}/rules")
    links = by_id(page, "rules-list").get_by_role("link")
    expect(links).to_have_count(len(preset_names()))
    for name in preset_names():
        said = page.context.request.get(f"{base}/api/v1/games/{name}/rules").json()
        page.goto(f"{base}/rules/{name}")
        book = by_id(page, "book")
        expect(book.get_by_role("heading").first).to_contain_text(said["title"])
        shown = " ".join(book.inner_text().split())
        for paragraph in paragraphs(said["book"]):
            assert paragraph in shown


def paragraphs(book: str) -> list[str]:
    """The beginnings of a rule book's paragraphs, without the marks of Markdown."""
    # Tables are left out.
    plain = re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", book)
    parts = [" ".join(re.sub(r"[*_`#>|]", "", part).split()) for part in plain.split("\n\n") if "|" not in part]
    return [part[:60].strip() for part in parts if part[:1].isalpha()]


def test_the_rules_are_those_of_so_many_players(page: Page, base: str) -> None:
    page.goto(f"{base}/rules/ten-point")
    book = by_id(page, "book")
    expect(book.get_by_role("heading").first).to_have_text("Ten Point Smear, 4 players")
    by_id(page, "rules-players").select_option("5")
    expect(book.get_by_role("heading").first).to_have_text("Ten Point Smear, 5 players")
    expect(book).to_contain_text("the bidder calls a card")


def test_a_table_that_is_not_there(open_context: Opened, base: str) -> None:
    page = open_context(watched=False).new_page()
    page.goto(f"{base}/t/NOBODY")
    expect(page.get_by_text("There is no such table")).to_be_visible()
    page.goto(base)
    by_id(page, "join-code").fill("nobody")
    by_id(page, "join").click()
    expect(page.get_by_text("There is no such table")).to_be_visible()


def test_a_finished_match_is_replayed_and_downloaded(page: Page, base: str) -> None:
    at_table(page.context, base, page=page, rules=short_game("kitty", 2), players=3, name="Ada")
    Player(page, seed=61).until("match-over")
    winner = by_id(page, "winner").inner_text()
    with page.expect_download() as waiting:
        by_id(page, "download").click()
    assert waiting.value.suggested_filename.startswith("shmear-")
    record = page.context.request.get(base + (by_id(page, "download").get_attribute("href") or "")).json()
    result = score(record)

    by_id(page, "replay").click()
    page.wait_for_url("**/replay/*")
    place = by_id(page, "replay-place")
    last = int(place.get_attribute("max") or 0)
    said = []
    plays = sum(len(hand.get("plays", [])) for hand in record["hands"])
    for _ in range(last):
        by_id(page, "replay-next").click()
        said.append(by_id(page, "replay-line").inner_text())
    expect(place).to_have_value(str(last))
    assert sum(" plays the " in line for line in said) == plays
    by_id(page, "replay-back").click()
    expect(place).to_have_value(str(last - 1))
    expect(by_id(page, "sheet-row")).to_have_count(len(result["hands"]))
    page.go_back()
    expect(by_id(page, "winner")).to_have_text(winner)


def test_without_a_network_the_rules_open_and_the_rest_is_said_to_be_away(open_context: Opened, base: str) -> None:
    context = open_context(watched=False)
    page = context.new_page()
    page.goto(base)
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.reload()
    wait_until(lambda: page.evaluate("navigator.serviceWorker.controller !== null"), what="the service worker")
    for name in ("six-point", "kitty"):
        page.goto(f"{base}/rules/{name}")
        expect(by_id(page, "book")).to_be_visible()
    context.set_offline(True)
    page.goto(f"{base}/rules/kitty")
    expect(by_id(page, "book")).to_contain_text("Kitty")
    page.goto(base)
    expect(by_id(page, "away")).to_contain_text("The server cannot be reached just now. The rules can still be read.")
    by_id(page, "play-now").click()
    expect(by_id(page, "problem")).to_contain_text("The server cannot be reached")
    page.goto(f"{base}/rules")
    expect(by_id(page, "rules-list").get_by_role("link")).to_have_count(len(preset_names()))
    context.set_offline(False)
    page.goto(base)
    by_id(page, "play-now").click()
    page.wait_for_url("**/t/*")


def test_every_rule_book_opens_offline_also_where_it_was_not_read_before(open_context: Opened, base: str) -> None:
    context = open_context(watched=False)
    page = context.new_page()
    page.goto(base)
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    wait_until(lambda: page.evaluate("navigator.serviceWorker.controller !== null"), what="the service worker")
    context.set_offline(True)
    page.goto(f"{base}/rules/pitch")
    expect(by_id(page, "book")).to_contain_text("Pitch")


def test_the_page_can_be_installed(page: Page, base: str) -> None:
    page.goto(base)
    found = page.locator("link[rel=manifest]").get_attribute("href")
    assert found
    manifest = page.context.request.get(f"{base}{found}").json()
    assert manifest["display"] == "standalone"
    assert {"192x192", "512x512"} <= {icon["sizes"] for icon in manifest["icons"]}
    assert any("maskable" in icon.get("purpose", "") for icon in manifest["icons"])
    for icon in manifest["icons"]:
        answer = page.context.request.get(f"{base}/{icon['src'].lstrip('/')}")
        assert answer.ok, icon["src"]


@pytest.mark.parametrize(
    ("lang", "play", "card"),
    [
        ("de", "Jetzt spielen", r"(Karo|Herz|Pik|Kreuz)"),
        ("tr", "", r"(karo|kupa|maça|sinek)"),
    ],
)
def test_another_language(page: Page, base: str, lang: str, play: str, card: str) -> None:
    page.goto(base)
    english = page.locator("main").inner_text()
    by_id(page, "tool-settings").click()
    by_id(page, "set-lang").select_option(lang)
    expect(page.locator("html")).to_have_attribute("lang", lang)
    by_id(page, "close").click()
    assert page.locator("main").inner_text() != english
    if play:
        expect(by_id(page, "play-now")).to_contain_text(play)
    page.reload()
    expect(page.locator("html")).to_have_attribute("lang", lang)
    by_id(page, "play-now").click()
    page.wait_for_url("**/t/*")
    expect(page.locator(".hand [data-card]").first).to_have_attribute("aria-label", re.compile(card, re.IGNORECASE))


def test_the_browsers_own_language_is_spoken(open_context: Opened, base: str) -> None:
    page = open_context(settings={"lang": "auto"}, locale="de-DE").new_page()
    page.goto(base)
    expect(page.locator("html")).to_have_attribute("lang", "de")


def test_settings_stay_and_show(page: Page, base: str) -> None:
    page.goto(base)
    by_id(page, "tool-settings").click()
    by_id(page, "set-name").fill("Zoë")
    by_id(page, "set-theme").select_option("dark")
    by_id(page, "set-look").select_option("plum")
    by_id(page, "set-speed").select_option("slow")
    for one in ("fourColour", "largeIndex", "leftHanded", "contrast", "twoTap"):
        by_id(page, f"set-{one}").check()
    page.reload()
    root = page.locator("html")
    expect(root).to_have_attribute("data-theme", "dark")
    expect(root).to_have_attribute("data-look", "plum")
    classes = (root.get_attribute("class") or "").split()
    assert {"four-colour", "large-index", "left-handed", "contrast"} <= set(classes)
    by_id(page, "tool-settings").click()
    expect(by_id(page, "set-name")).to_have_value("Zoë")
    expect(by_id(page, "set-speed")).to_have_value("slow")
    expect(by_id(page, "set-twoTap")).to_be_checked()


def test_two_taps_play_a_card_where_that_is_wanted(open_context: Opened, base: str) -> None:
    context = open_context(settings={"twoTap": True, "confirm": False})
    page = at_table(context, base, game="shmear", players=2)
    player = Player(page, seed=62)
    player.until("play")
    asked = player.asked()
    assert asked is not None
    name = asked["open"][0]
    player.card(name)
    expect(by_id(page, name)).to_have_attribute("aria-pressed", "true")
    expect(by_id(page, "prompt")).to_contain_text("again to play it")
    player.card(name)
    expect(by_id(page, name)).to_have_count(0)


def test_a_card_that_may_not_be_played_says_why(page: Page, base: str) -> None:
    at_table(page.context, base, page=page, game="six-point", players=4)
    player = Player(page, seed=63)
    shut = page.locator(".hand.play .shut")
    for _ in range(400):
        player.until("play", "match-over")
        if shut.count():
            break
        assert player.step() != "match-over", "a match in which every card was always allowed"
    card = shut.first
    name = card.get_attribute("data-testid") or ""
    player.card(name)
    expect(by_id(page, "prompt")).to_contain_text(re.compile("follow|trump|joker", re.IGNORECASE))
    assert by_id(page, name).count() == 1, "it is still in the hand"
    expect(card).to_have_attribute("aria-label", re.compile("follow|trump|joker", re.IGNORECASE))


def test_against_bots_the_last_action_is_taken_back(page: Page, base: str) -> None:
    at_table(page.context, base, page=page, game="shmear", players=2, pace="slow")
    player = Player(page, seed=64)
    player.until("play")
    before = page.locator(".hand [data-card]").count()
    player.step()
    if by_id(page, "confirm-yes").count():
        player.step()
    expect(page.locator(".hand [data-card]")).to_have_count(before - 1)
    by_id(page, "undo").click()
    expect(page.locator(".hand [data-card]")).to_have_count(before)


def test_play_in_the_address_starts_a_game_against_bots_once(page: Page, base: str) -> None:
    with page.expect_request(lambda asked: asked.method == "POST" and asked.url.endswith("/tables")) as made:
        page.goto(f"{base}/?play=kitty&bots=club")
    assert made.value.post_data_json["bots"] == "club"
    page.wait_for_url("**/t/*")
    expect(page.get_by_role("heading", level=1)).to_contain_text("Kitty")
    expect(page.locator(".hand [data-card]")).to_have_count(6)
    there = urlsplit(page.url).path
    page.reload()
    expect(page.locator(".hand [data-card]").first).to_be_visible()
    assert urlsplit(page.url).path == there


def test_a_hand_is_not_shown_twice_after_a_reload(page: Page, base: str) -> None:
    heard = Heard(page)
    at_table(page.context, base, page=page, game="six-point", players=4)
    player = Player(page, seed=65)
    player.until("play")
    hand = page.locator(".hand [data-card]").evaluate_all("(all) => all.map((card) => card.dataset.card)")
    page.reload()
    player.until("play")
    again = page.locator(".hand [data-card]").evaluate_all("(all) => all.map((card) => card.dataset.card)")
    assert again == hand
    assert heard.all("welcome"), "it came back by a socket of its own"
