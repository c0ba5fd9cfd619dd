"""Several people at one table, each in a browser of their own; and a server that dies under them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from live import Server
from pages import ASKED, PHONE, Opened, Player, at_table, by_id, code_of, hurry, short_game, wait_until
from playwright.sync_api import Page, expect

NAMES = ("Ann", "Bob", "Cid", "Dee")
CARD = re.compile(
    r"(?:two|three|four|five|six|seven|eight|nine|ten|jack|queen|king|ace) of (?:clubs|diamonds|hearts|spades)"
)


@pytest.fixture(scope="module")
def patient(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server on which a bot stands in after two seconds."""
    with Server(str(tmp_path_factory.mktemp("patient") / "tables.db"), grace=2) as one:
        yield one


@pytest.fixture
def base(patient: Server) -> str:
    return patient.url


class Company:
    """Four people at one table."""

    def __init__(self, pages: list[Page], way: str = "mouse") -> None:
        self.pages = pages
        self.players = [Player(page, seed=20 + at) for at, page in enumerate(pages)]

    def step(self) -> str | None:
        """Somebody who is asked does what is asked, which is answered; None while all wait for the server."""
        for player in self.players:
            asked = player.page.evaluate(ASKED)
            if asked is not None and asked["what"] != "match-over":
                return player.step()
        return None

    def play_until(self, done: Any, what: str) -> None:
        def tried() -> bool:
            return bool(done()) or (self.step() is None and bool(done()))

        wait_until(tried, seconds=60, what=what)


def company(
    open_context: Opened,
    base: str,
    game: Any = "six-point",
    *,
    people: int = 4,
    start: bool = True,
    phone: int | None = None,
) -> Company:
    """Four people, or fewer and bots, who come by the link: the first makes the table on the first page."""
    pages = []
    for at, name in enumerate(NAMES[:people]):
        size = {"viewport": PHONE} if at == phone else {}
        context = open_context(settings={"name": name}, url=base, **size)
        page = context.new_page()
        if at == 0:
            link = invite(page, base, game)
        else:
            page.goto(link)
            by_id(page, f"sit-{at}").click()
            expect(by_id(page, f"place-{at}")).to_contain_text(name)
        pages.append(page)
    if start:
        by_id(pages[0], "start").click()
        by_id(pages[0], "strip").first.wait_for()
        if people < len(NAMES) and isinstance(game, str):
            hurry(pages[0])
        for page in pages:
            by_id(page, "strip").first.wait_for()
            page.locator(".hand [data-card]").first.wait_for()  # dealt
    return Company(pages)


def invite(page: Page, base: str, game: Any) -> str:
    """Make a table to which friends are invited; its link."""
    if isinstance(game, str):
        page.goto(base)
        by_id(page, "choose-game").select_option(game)
        by_id(page, "choose-players").select_option("4")
        by_id(page, "invite-friends").click()
        by_id(page, "invite-make").click()
    else:
        headers = {"Origin": base}
        body = {"rules": game, "players": 4, "name": NAMES[0], "pace": "instant"}
        made = page.context.request.post(f"{base}/api/v1/tables", data=body, headers=headers)
        page.goto(f"{base}/t/{made.json()['code']}")
    page.wait_for_url("**/t/*")
    link = by_id(page, "invite-link").input_value()
    assert link == f"{base}/t/{code_of(page)}"
    assert by_id(page, "code").inner_text() == code_of(page)
    expect(page.locator('[data-testid="invite"] svg')).to_be_visible()  # the link as a picture
    return link


def named(page: Page) -> set[str]:
    """The cards whose names stand anywhere in the page, for eyes or for a screen reader."""
    return set(CARD.findall(page.content()))


def held(page: Page) -> list[str]:
    return page.locator(".hand [data-card]").evaluate_all("(all) => all.map((card) => card.dataset.card)")


def word(page: Page, card: str) -> str:
    """A card's name, from its own button."""
    label = by_id(page, f"card-{card}").get_attribute("aria-label") or ""
    return label.split(",")[0]


def test_four_people_play_and_one_drops_and_returns(open_context: Opened, base: str) -> None:
    together = company(open_context, base)
    pages = together.pages
    for page in pages:
        expect(page.locator(".hand [data-card]")).to_have_count(6)
    hands = [held(page) for page in pages]
    assert len({card for hand in hands for card in hand}) == 24, "four hands of one deck"
    for page in pages:
        for seat, name in enumerate(NAMES):
            mine = page is pages[seat]
            expect(by_id(page, f"seat-{seat}")).to_contain_text("You" if mine else name)

    together.play_until(lambda: len(held(pages[2])) == 4, "two tricks")
    left = held(pages[2])
    link = pages[2].url
    context = pages[2].context
    pages[2].close()
    together.players = [player for player in together.players if player.page is not pages[2]]
    expect(by_id(pages[0], "seat-2")).to_contain_text(re.compile(r"away( [12] s)?\b"))
    # After the grace a bot plays for her, marked as one, and the hand goes on.
    together.play_until(lambda: "bot plays" in by_id(pages[0], "seat-2").inner_text(), "that a bot stands in")

    back = context.new_page()
    back.goto(link)
    expect(by_id(back, "seat-2")).to_contain_text("You")
    expect(by_id(pages[0], "seat-2")).not_to_contain_text("bot plays")
    assert set(held(back)) <= set(left), "the same seat and hand"
    together.players.append(Player(back, seed=99))
    together.play_until(lambda: by_id(back, "hand-over").count(), "the end of the hand")


def test_nobody_sees_a_hidden_card(open_context: Opened, base: str) -> None:
    together = company(open_context, base, "shmear")
    pages = together.pages
    watching = open_context(url=base).new_page()
    watching.goto(pages[0].url)
    expect(watching.get_by_text("You are watching")).to_be_visible()
    hands = [{word(page, card) for card in held(page)} for page in pages]
    assert named(watching) == set()
    for at, page in enumerate(pages):
        assert named(page) == hands[at], "one's own cards and no other's"

    together.play_until(lambda: any(len(held(page)) == 3 for page in pages), "some tricks")
    hidden = [{word(page, card) for card in held(page)} for page in pages]
    assert named(watching).isdisjoint(set().union(*hidden))
    assert watching.locator("[data-card]").count() == 0
    for at, page in enumerate(pages):
        assert named(page).isdisjoint(set().union(*(cards for seat, cards in enumerate(hidden) if seat != at)))

    # Watchers see all hands once everybody lets them.
    for page in pages:
        assert named(watching).isdisjoint(set().union(*hidden))
        by_id(page, "tool-menu").click()
        by_id(page, "menu-show").click()
        by_id(page, "close").click()
    wait_until(lambda: named(watching) >= set().union(*hidden), what="that all hands are shown")


def test_a_second_window_takes_over_and_gives_back(open_context: Opened, base: str) -> None:
    together = company(open_context, base, people=2)
    first = together.pages[1]
    second = first.context.new_page()
    second.goto(first.url)
    expect(by_id(second, "seat-1")).to_contain_text("You")
    expect(by_id(first, "here")).to_be_visible()
    second.locator(".hand [data-card]").first.wait_for()  # the hand is in the new window
    by_id(first, "here").click()
    expect(by_id(second, "here")).to_be_visible()
    expect(by_id(first, "seat-1")).to_contain_text("You")
    second.close()
    together.play_until(lambda: by_id(first, "hand-over").count(), "the end of the hand")


def test_a_link_moves_the_seat_to_another_device(open_context: Opened, base: str) -> None:
    together = company(open_context, base, people=2)
    old = together.pages[1]
    hand = held(old)
    by_id(old, "tool-menu").click()
    by_id(old, "menu-move").click()
    link = by_id(old, "invite-link").input_value()
    assert "#" in link, "what is secret is sent to no server"

    new = open_context(url=base).new_page()
    new.goto(link)
    by_id(new, "move-here").click()
    expect(by_id(new, "seat-1")).to_contain_text("You")
    assert held(new) == hand
    # Whoever finds the link later finds nothing.
    third = open_context(url=base, watched=False).new_page()
    third.goto(link)
    by_id(third, "move-here").click()
    expect(third.get_by_role("alert")).to_contain_text("has been used")
    together.players[1] = Player(new, seed=33)
    together.play_until(lambda: by_id(new, "hand-over").count(), "the end of the hand")


def test_chat_counts_what_is_unread_and_can_be_muted(open_context: Opened, base: str) -> None:
    together = company(open_context, base, people=3, phone=1)
    ann, bob = together.pages[:2]
    by_id(ann, "chat-text").fill("Good luck <b>all</b>")
    by_id(ann, "chat-send").click()
    by_id(ann, "react-hello").click()
    expect(by_id(bob, "tool-chat")).to_have_attribute("aria-label", "Chat (2)")
    by_id(bob, "tool-chat").click()
    talk = by_id(bob, "chat-dialog")
    expect(talk).to_contain_text("Good luck <b>all</b>")
    expect(talk).to_contain_text("Hello")
    by_id(bob, "close").click()
    expect(by_id(bob, "tool-chat")).to_have_attribute("aria-label", "Chat")

    by_id(bob, "tool-chat").click()
    by_id(talk, "mute").filter(has_text="Ann").click()
    expect(by_id(talk, "mute").filter(has_text="Hear Ann again")).to_be_visible()
    expect(talk).not_to_contain_text("Good luck")
    by_id(ann, "chat-text").fill("Anybody there?")
    by_id(ann, "chat-send").click()
    expect(by_id(together.pages[2], "talk")).to_contain_text("Anybody there?")
    expect(talk).not_to_contain_text("Anybody there?")
    by_id(bob, "close").click()
    expect(by_id(bob, "tool-chat")).to_have_attribute("aria-label", "Chat")


def test_the_host_swaps_removes_and_seats_bots_before_the_start(open_context: Opened, base: str) -> None:
    together = company(open_context, base, start=False)
    ann, bob, cid, dee = together.pages
    by_id(ann, "swap-1").click()
    by_id(ann, "swap-2").click()
    for page in together.pages:
        expect(by_id(page, "place-1")).to_contain_text("Cid")
        expect(by_id(page, "place-2")).to_contain_text("Bob")
    by_id(ann, "remove-3").click()
    expect(by_id(dee, "place-3")).not_to_contain_text("Dee")
    expect(by_id(dee, "sit-3")).to_be_visible()
    by_id(ann, "bot-3").select_option("novice")
    expect(by_id(bob, "place-3")).to_contain_text("bot")
    assert by_id(bob, "start").count() == 0, "the host alone starts"
    by_id(ann, "start").click()
    expect(by_id(cid, "seat-1")).to_contain_text("You")
    expect(dee.get_by_text("You are watching")).to_be_visible()


def test_they_play_again_when_everybody_wants_to(open_context: Opened, base: str) -> None:
    together = company(open_context, base, short_game("six-point", 1), people=2)
    pages = together.pages
    together.play_until(lambda: all(by_id(page, "match-over").count() for page in pages), "the end of the match")
    by_id(pages[0], "rematch").click()
    expect(pages[0].get_by_text("Waiting for Bob")).to_be_visible()
    by_id(pages[1], "rematch").click()
    for page in pages:
        expect(by_id(page, "match-over")).to_have_count(0)
        wait_until(lambda page=page: len(held(page)) == 6, what="a new hand")
        expect(page.get_by_role("heading", level=1)).to_contain_text("hand 1")


def test_the_page_goes_on_by_itself_when_the_server_is_killed(open_context: Opened, tmp_path: Path) -> None:
    with Server(str(tmp_path / "tables.db"), grace=30) as mortal:
        context = open_context(url=mortal.url, watched=False)
        page = at_table(context, mortal.url, game="six-point")
        wait_until(lambda: len(held(page)) == 6, what="a hand")
        player = Player(page, seed=41)
        while len(held(page)) > 3:
            player.step()
        wait_until(lambda: page.evaluate(ASKED), what="our turn")
        hand = held(page)
        mortal.kill()
        expect(by_id(page, "banner-lost")).to_be_visible()
        expect(by_id(page, "banner-lost")).to_contain_text(re.compile(r"\b[1-9]\d* s\b"))
        assert held(page) == hand, "the place is kept"
        mortal.start()
        expect(by_id(page, "banner-lost")).to_have_count(0, timeout=30_000)
        assert held(page) == hand
        player.until("ready", "match-over")
        by_id(page, "open-sheet").click()
        expect(by_id(page, "sheet-row")).to_have_count(1)
