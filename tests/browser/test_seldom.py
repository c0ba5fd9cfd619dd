"""What happens seldom at a table: each thing driven once in the page, as a player meets it."""

from __future__ import annotations

import json
import re
import shutil
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from live import Server
from pages import (
    ASKED,
    SPOT,
    Heard,
    Opened,
    Player,
    at_table,
    by_id,
    code_of,
    hurry,
    make_table,
    short_game,
    wait_until,
)
from playwright.sync_api import BrowserContext, Locator, Page, WebSocketRoute, expect
from test_whole_matches import judged, verbs

import shmear
from shmear.cards import Card

ORDER = "23456789TJQKA"


@pytest.fixture
def page(context: BrowserContext) -> Page:
    return context.new_page()


def held(page: Page) -> list[str]:
    return page.locator(".hand [data-card]").evaluate_all("(all) => all.map((card) => card.dataset.card)")


def people_at(open_context: Opened, base: str, count: int, *, settings: dict[str, Any] | None = None) -> list[Page]:
    """So many people at a table of Shmear for just them, and no bots."""
    pages: list[Page] = []
    for seat in range(count):
        context = open_context(settings={"name": f"P{seat}", "confirm": False} | (settings or {}))
        page = context.new_page()
        if seat == 0:
            code = make_table(context, base, game="shmear", players=count, start=False, name="P0")
        page.goto(f"{base}/t/{code}")
        if seat:
            by_id(page, f"sit-{seat}").click()
        expect(by_id(page, "own-name")).to_be_visible()
        pages.append(page)
    by_id(pages[0], "start").click()
    for page in pages:
        page.locator(".hand [data-card]").first.wait_for()
    return pages


def asked(page: Page) -> dict[str, Any] | None:
    return page.evaluate(ASKED)


def hear_until(page: Page, condition: Callable[[], Any], what: str) -> Any:
    """Wait for something that is known from messages: they are heard while the page is asked."""
    return wait_until(lambda: page.evaluate("true") and condition(), what=what)


def step(pages: list[Page], chosen: Callable[[int, dict[str, Any]], Locator | None]) -> bool:
    """Whoever is asked does what is chosen for them; whether somebody did."""
    for seat, page in enumerate(pages):
        what = asked(page)
        if what is not None and (button := chosen(seat, what)) is not None:
            button.click()
            wait_until(lambda page=page, what=what: asked(page) != what, what="an answer")
            return True
    return False


# --- calls that are seldom made --------------------------------------------------------------------------------------


def test_the_moon_is_asked_about_twice_and_then_shot(page: Page, base: str) -> None:
    heard = Heard(page)
    at_table(page.context, base, page=page, game="shmear", players=2)
    player = Player(page, seed=101)
    player.until("call")
    by_id(page, "bid-shoot").click()
    confirm = by_id(page, "confirm")
    expect(confirm).to_contain_text("Shoot the moon?")
    by_id(page, "confirm-no").click()
    expect(confirm).to_have_count(0)
    assert "shoot" not in verbs(heard), "who says no has not shot"

    by_id(page, "bid-shoot").click()
    expect(confirm).to_contain_text("You have to take all 4 points")
    by_id(page, "confirm-yes").click()
    expect(confirm).to_contain_text("Really the moon?")
    assert "shoot" not in verbs(heard), "one yes is not enough"
    by_id(page, "confirm-yes").click()
    expect(by_id(page, "contract")).to_contain_text("the moon")
    player.until("ready", "match-over")
    expect(by_id(page, "verdict")).to_contain_text("You shot the moon and ")
    assert "shoot" in verbs(heard)


def test_a_dealer_whom_all_have_passed_to_gives_the_hand_up(open_context: Opened, base: str) -> None:
    pages = people_at(open_context, base, 2, settings={"confirm": True})

    def passing(seat: int, what: dict[str, Any]) -> Locator | None:
        return by_id(pages[seat], "bid-pass") if "bid-pass" in what.get("open", []) else None

    def choosing() -> Page | None:
        return next((page for page in pages if by_id(page, "bid-forfeit").count()), None)

    dealer = wait_until(lambda: choosing() or (step(pages, passing) and None), what="the dealer's choice")
    other = pages[1 - pages.index(dealer)]
    expect(by_id(dealer, "actions")).to_contain_text("Everybody passed: you choose")
    assert by_id(dealer, "bid-pass").count() == 0, "the dealer does not pass any more"
    by_id(dealer, "bid-forfeit").click()
    expect(by_id(dealer, "confirm")).to_contain_text("It costs 2 points, and the next player deals.")
    by_id(dealer, "confirm-yes").click()
    expect(by_id(dealer, "verdict")).to_have_text("You gave the hand up.")
    expect(by_id(other, "verdict")).to_contain_text("gave the hand up.")


def test_a_bid_of_everything_and_the_first_lead_are_asked_about(page: Page, base: str) -> None:
    heard = Heard(page)
    at_table(page.context, base, page=page, game="shmear", players=2)
    player = Player(page, seed=112)
    player.until("call")
    by_id(page, "bid-4").click()
    expect(by_id(page, "confirm")).to_contain_text("Bid all 4?")
    by_id(page, "confirm-no").click()
    assert "bid" not in verbs(heard)
    by_id(page, "bid-4").click()
    by_id(page, "confirm-yes").click()

    player.until("play")
    [card, other, *_] = held(page)
    player.card(f"card-{card}")
    expect(by_id(page, "confirm")).to_contain_text(
        re.compile("Your first lead makes (clubs|diamonds|hearts|spades) trump")
    )
    by_id(page, "confirm-no").click()
    assert len(held(page)) == 6, "nothing is led yet"
    player.card(f"card-{other}")
    by_id(page, "confirm-yes").click()
    expect(by_id(page, f"card-{other}")).to_have_count(0)


def test_the_last_trick_is_shown_with_its_leader_and_its_winner(page: Page, base: str) -> None:
    heard = Heard(page)
    at_table(page.context, base, page=page, game="shmear", players=3)
    player = Player(page, seed=113)
    while not any(event.get("trick") for event in heard.events()):
        player.step()
    player.until("play", "confirm", "ready")
    trick = [event["trick"] for event in heard.events() if event.get("trick")][-1]
    by_id(page, "tool-last").click()
    shown = by_id(page, "last-trick").locator("li")
    expect(shown).to_have_count(3)
    expect(shown.first).to_contain_text("led")
    winner = (trick["winner"] - trick["leader"]) % 3
    expect(shown.nth(winner)).to_contain_text("takes it")
    expect(by_id(page, "last-trick").get_by_text("takes it")).to_have_count(1)


def test_the_sleepers_are_turned_over_after_the_hand(page: Page, base: str) -> None:
    heard = Heard(page)
    at_table(page.context, base, page=page, game="shmear", players=4)
    Player(page, seed=114).until("ready", "match-over")
    undealt = heard.record()["hands"][0]["undealt"]
    asleep = page.get_by_role("img", name=re.compile(r"^28 cards asleep: "))
    expect(asleep).to_be_visible()
    named = (asleep.get_attribute("aria-label") or "").partition(": ")[2].split(", ")
    assert len(set(named)) == len(undealt) == 28
    assert {Card(card).word for card in undealt} == set(named)


# --- a card chosen ahead of one's turn -------------------------------------------------------------------------------


def strength(card: str) -> int:
    return ORDER.index(card[0])


def following(hand: list[str], lead: str) -> list[str]:
    """What may be played to a lead of trump."""
    return [card for card in hand if card[1] == lead[1]] or hand


def first_trick(first: list[str], second: list[str], *, turns: bool) -> tuple[str, str] | None:
    """A lead, and an answer that beats it or does not; None where these hands have none."""
    for lead in first:
        for answer in following(second, lead):
            beats = answer[1] == lead[1] and strength(answer) > strength(lead)
            if beats == turns:
                return lead, answer
    return None


def first_bids(pages: list[Page]) -> None:
    """The first bids everything and the others pass, so that the first leads."""

    def call(seat: int, what: dict[str, Any]) -> Locator | None:
        return by_id(pages[seat], "bid-4" if seat == 0 else "bid-pass") if what["what"] == "call" else None

    def leads() -> bool:
        return (asked(pages[0]) or {}).get("what") == "play"

    wait_until(lambda: leads() or (step(pages, call) and leads()), what="the first lead")


@pytest.mark.parametrize("turns", [False, True], ids=["nobody else wins the trick", "somebody else wins it"])
def test_a_card_chosen_ahead_is_played_unless_the_trick_turns(open_context: Opened, base: str, *, turns: bool) -> None:
    for _ in range(4):
        pages = people_at(open_context, base, 3, settings={"ahead": True})
        first_bids(pages)
        hands = [held(page) for page in pages]
        if (cards := first_trick(hands[0], hands[1], turns=turns)) is not None:
            break
    else:
        pytest.fail("four deals in a row in which no first trick could go so")
    lead, answer = cards
    first, second, third = pages
    wish = following(hands[2], lead)[0]

    Player(first).card(f"card-{lead}")
    expect(by_id(third, f"lying-{lead}")).to_be_visible()
    Player(third).card(f"card-{wish}")
    expect(by_id(third, "prompt")).to_contain_text("At your turn: ")
    expect(by_id(third, f"card-{wish}")).to_have_attribute("aria-pressed", "true")
    assert by_id(second, f"lying-{wish}").count() == 0, "nobody else knows"

    Player(second).card(f"card-{answer}")
    if turns:
        expect(by_id(third, "prompt")).to_contain_text("The trick has turned")
        time.sleep(1)
        assert wish in held(third), "it is chosen anew, or another"
        expect(by_id(third, f"card-{wish}")).to_have_attribute("data-legal", "true")
    else:
        expect(by_id(third, f"card-{wish}")).to_have_count(0)
        assert wish not in held(third)


def test_a_card_chosen_ahead_is_taken_back_by_a_second_tap(open_context: Opened, base: str) -> None:
    pages = people_at(open_context, base, 2, settings={"ahead": True})

    def bidding(seat: int, what: dict[str, Any]) -> Locator | None:
        call = next((name for name in ("bid-4", "bid-pass") if name in what.get("open", [])), None)
        return None if call is None else by_id(pages[seat], call)

    def waiting() -> Page | None:
        return next((page for page in pages if page.locator(".hand.wait .ahead").count()), None)

    other = wait_until(lambda: waiting() or (step(pages, bidding) and None), what="a hand that waits")
    card = held(other)[0]
    player = Player(other)
    player.card(f"card-{card}")
    expect(by_id(other, f"card-{card}")).to_have_attribute("aria-pressed", "true")
    player.card(f"card-{card}")
    expect(by_id(other, f"card-{card}")).to_have_attribute("aria-pressed", "false")
    player.card(f"card-{card}")
    other.keyboard.press("Escape")
    expect(by_id(other, f"card-{card}")).to_have_attribute("aria-pressed", "false")


# --- the last card ---------------------------------------------------------------------------------------------------


def to_the_last_card(player: Player) -> None:
    wait_until(lambda: len(held(player.page)) == 6, what="a hand")
    while (left := len(held(player.page))) > 1:
        player.until("call", "play", "confirm")
        if player.step() == "play":
            wait_until(
                lambda left=left: len(held(player.page)) < left or by_id(player.page, "confirm").count(),
                what="that the card is gone",
            )


def test_the_last_card_plays_itself_against_bots_and_can_be_kept(open_context: Opened, base: str) -> None:
    page = open_context(settings={"autoLast": "bots"}).new_page()
    at_table(page.context, base, page=page, game="shmear", players=3)
    player = Player(page, seed=102)
    to_the_last_card(player)
    expect(by_id(page, "live-region")).to_contain_text("Your last card plays itself: ")
    by_id(page, "ready").wait_for()
    assert player.done.count("play") == 5, "six cards, and nobody touched the last"

    # In the next hand it is kept, and then played by hand.
    by_id(page, "ready").click()
    to_the_last_card(player)
    by_id(page, "play-myself").click()
    time.sleep(1.5)
    assert len(held(page)) == 1, "it waits for its player"
    player.until("play")
    player.step()
    by_id(page, "ready").or_(by_id(page, "match-over")).first.wait_for()


def test_the_last_card_waits_for_its_player_where_people_play(open_context: Opened, base: str) -> None:
    pages = people_at(open_context, base, 2, settings={"autoLast": "bots"})
    players = [Player(page, seed=103 + seat) for seat, page in enumerate(pages)]

    def waits_with_one() -> Page | None:
        for player in players:
            what = asked(player.page)
            if what is None:
                continue
            if what["what"] == "play" and len(held(player.page)) == 1:
                return player.page
            player.step()
        return None

    page = wait_until(waits_with_one, seconds=40, what="a last card")
    time.sleep(1.5)
    assert len(held(page)) == 1
    assert by_id(page, "play-myself").count() == 0


# --- clock, sounds, pause --------------------------------------------------------------------------------------------


def test_the_clock_is_shown_and_runs_out(page: Page, base: str) -> None:
    heard = Heard(page)
    at_table(page.context, base, page=page, game="shmear", players=2, clock=6)
    Player(page, seed=104).until("call", "play")
    seat = by_id(page, "seat-0")
    expect(seat).to_have_attribute("data-turn", "true")
    expect(seat).to_contain_text(re.compile(r"\b[1-6] s\b"))
    expect(seat).to_contain_text(re.compile(r"\b1 s\b"), timeout=8000)
    hear_until(page, lambda: [one for one in heard.events() if one.get("by") == "clock"], "that the clock runs out")

    # The host takes it away again.
    by_id(page, "tool-menu").click()
    by_id(page, "menu-host").click()
    by_id(page, "host-clock").select_option("0")
    by_id(page, "close").click()
    hear_until(page, lambda: heard.tables()[-1]["settings"]["clock"] == 0, "no clock")
    wait_until(lambda: not re.search(r"\d s\b", seat.inner_text()), what="that no seconds are shown")


LISTEN = """
  window.tones = 0
  const Real = window.AudioContext
  window.contexts = 0
  window.AudioContext = class extends Real {
    constructor(...given) { super(...given); window.contexts++ }
    createOscillator() { window.tones++; return super.createOscillator() }
    createBufferSource() { window.tones++; return super.createBufferSource() }
  }
"""


def test_there_is_no_sound_until_it_is_asked_for(page: Page, base: str) -> None:
    page.add_init_script(LISTEN)
    at_table(page.context, base, page=page, game="shmear", players=2)
    player = Player(page, seed=105)
    player.until("play")
    player.step()
    player.until("play", "confirm", "ready")
    assert page.evaluate("[window.contexts, window.tones]") == [0, 0]
    by_id(page, "tool-settings").click()
    by_id(page, "set-sounds").check()
    by_id(page, "close").click()
    player.step()
    wait_until(lambda: page.evaluate("window.tones") > 0, what="a sound")
    page.reload()
    by_id(page, "tool-settings").click()
    expect(by_id(page, "set-sounds")).to_be_checked()
    by_id(page, "set-sounds").uncheck()
    by_id(page, "close").click()
    before = page.evaluate("window.tones")
    player.until("play", "confirm", "ready", "call")
    player.step()
    player.until("play", "confirm", "ready", "call", "match-over")
    assert page.evaluate("window.tones") == before


def test_the_host_pauses_the_table_and_lets_it_go_on(open_context: Opened, base: str) -> None:
    host, guest = people_at(open_context, base, 2)
    by_id(host, "tool-menu").click()
    by_id(host, "pause").click()
    for page in (host, guest):
        expect(page.get_by_text("The host has paused the table.").first).to_be_visible()
        assert asked(page) is None or not page.locator(".actions button:not(:disabled)").count()
    assert by_id(guest, "go-on").count() == 0, "the host alone lets it go on"
    by_id(host, "go-on").click()
    wait_until(lambda: asked(host) or asked(guest), what="that somebody is asked again")


def test_the_host_sets_the_bots_and_makes_another_host(open_context: Opened, base: str) -> None:
    host = open_context(settings={"name": "Ann"}).new_page()
    at_table(host.context, base, page=host, game="shmear", players=3, name="Ann", bots="novice", start=False)
    guest = open_context(settings={"name": "Bob"}).new_page()
    guest.goto(host.url)
    by_id(guest, "sit-1").click()
    by_id(host, "bot-2").select_option("novice")
    expect(by_id(guest, "place-2")).to_contain_text("bot, Novice")
    by_id(host, "start").click()
    expect(by_id(guest, "seat-2")).to_have_attribute("aria-label", re.compile("bot, Novice"))
    by_id(host, "tool-menu").click()
    by_id(host, "menu-host").click()
    by_id(host, "host-bot-2").select_option("random")
    expect(by_id(guest, "seat-2")).to_have_attribute("aria-label", re.compile("bot, Random"))
    by_id(host, "host-make-1").click()
    by_id(host, "close").click()
    by_id(guest, "tool-menu").click()
    expect(by_id(guest, "menu-host")).to_be_visible()
    by_id(host, "tool-menu").click()
    expect(by_id(host, "menu-rules")).to_be_visible()
    assert by_id(host, "menu-host").count() == 0, "there is one host"


# --- unusual tables --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("game", "players", "target"), [("crazy", 5, 4), ("ten-point", 6, 12)])
def test_a_short_match_of_an_unusual_number(page: Page, base: str, game: str, players: int, target: int) -> None:
    heard = Heard(page)
    at_table(page.context, base, page=page, rules=short_game(game, target), players=players, name="Ada")
    player = Player(page, seed=106)
    player.wishes = ["bid-10"] if game == "ten-point" else []
    player.until("match-over")
    result = judged(page, base, heard)
    assert len(result["scores"]) == players
    if game == "ten-point":
        assert {"bid", "trump", "discard", "play"} <= verbs(heard)


def test_a_table_among_the_open_ones_is_found_and_joined(open_context: Opened, base: str) -> None:
    ann = open_context(settings={"name": "Ann"}).new_page()
    ann.goto(base)
    by_id(ann, "choose-game").select_option("pitch")
    by_id(ann, "invite-friends").click()
    by_id(ann, "invite-public").check()
    by_id(ann, "invite-make").click()
    ann.wait_for_url("**/t/*")
    code = code_of(ann)

    bob = open_context(settings={"name": "Bob"}).new_page()
    bob.goto(base)
    by_id(bob, "open-tables").locator(f'a[href="/t/{code}"]').click()
    bob.wait_for_url(f"**/t/{code}")
    by_id(bob, "sit-1").click()
    expect(by_id(ann, "place-1")).to_contain_text("Bob")
    cid = open_context(settings={"name": "Cid"}).new_page()
    cid.goto(base)
    by_id(cid, "join-code").fill(code.lower())
    by_id(cid, "join").click()
    cid.wait_for_url(re.compile(f"/t/{code}$", re.IGNORECASE))
    expect(by_id(cid, "place-1")).to_contain_text("Bob")


def test_a_card_is_played_by_dragging_it_up(open_context: Opened, base: str) -> None:
    page = open_context(settings={"confirm": False}).new_page()
    at_table(page.context, base, page=page, game="shmear", players=2)
    player = Player(page, seed=107)
    player.until("play")
    what = player.asked()
    assert what is not None
    name = what["open"][0]
    card = by_id(page, name)
    x, y = wait_until(lambda: card.evaluate(SPOT), what="a card in reach")
    for up, stays in ((20, True), (160, False)):
        page.mouse.move(x, y)
        page.mouse.down()
        page.mouse.move(x + 5, y - up, steps=6)
        page.mouse.up()
        if stays:
            time.sleep(0.3)
            expect(card).to_have_count(1)
        else:
            expect(card).to_have_count(0)


def test_where_the_points_stand_is_shown_or_not(page: Page, base: str) -> None:
    at_table(page.context, base, page=page, game="six-point", players=4)
    player = Player(page, seed=108)
    player.until("play")
    player.step()
    if (player.asked() or {})["what"] == "confirm":
        player.step()
    points = by_id(page, "points")
    expect(points).to_contain_text("High")
    expect(points).to_contain_text("Game")
    by_id(page, "points-toggle").click()
    expect(points).to_have_count(0)
    by_id(page, "points-toggle").click()
    expect(points).to_be_visible()


# --- the server has trouble, or a newer page -------------------------------------------------------------------------


class Between:
    """Stands between the page and the server, and lets the server say of some messages that it cannot store them."""

    def __init__(self, page: Page, *kinds: str) -> None:
        self.kinds = set(kinds)
        self.kept: list[dict[str, Any]] = []
        self.events: list[dict[str, Any]] = []
        self._page: WebSocketRoute | None = None
        page.route_web_socket("**/ws/tables/*", self._opened)

    def _opened(self, page: WebSocketRoute) -> None:
        self._page, server = page, page.connect_to_server()

        def heard(text: str | bytes) -> None:
            said = json.loads(text)
            if said["type"] not in self.kinds:
                server.send(text)
                return
            self.kept.append(said)
            self.say(type="notice", kind="trouble", message="The table cannot be saved just now: the disk is full.")
            self.say(type="error", code="trouble", message="that could not be saved: the disk is full", re=said["id"])

        def told(text: str | bytes) -> None:
            self.events += json.loads(text).get("events", [])
            page.send(text)

        page.on_message(heard)
        server.on_message(told)

    def say(self, **said: Any) -> None:
        assert self._page is not None
        self._page.send(json.dumps(said))

    def well(self) -> None:
        self.kinds.clear()
        self.say(type="notice", kind="well", message="The table can be saved again.")


def test_what_could_not_be_stored_is_said_again_when_the_server_is_well(page: Page, base: str) -> None:
    between = Between(page, "act")
    at_table(page.context, base, page=page, game="shmear", players=2)
    player = Player(page, seed=109)
    player.until("call", "play")
    button = by_id(page, "bid-pass").or_(by_id(page, "bid-2")).first
    button.click()
    expect(by_id(page, "banner-notice")).to_contain_text("Nothing is lost")
    expect(by_id(page, "prompt")).to_contain_text("It is sent by itself")
    assert len(between.kept) == 1
    between.well()
    expect(by_id(page, "banner-notice")).to_have_count(0)
    [kept] = between.kept
    done = {"what": "acted", "seat": 0, "action": kept["action"]}
    hear_until(page, lambda: any(one.items() >= done.items() for one in between.events), "that it is done")
    player.until("ready", "match-over")


def test_a_hand_does_not_wait_for_a_ready_that_was_lost(page: Page, base: str) -> None:
    between = Between(page)
    at_table(page.context, base, page=page, game="shmear", players=2)
    player = Player(page, seed=110)
    player.until("ready")
    between.kinds |= {"ready", "mix_in"}
    by_id(page, "ready").click()
    hear_until(page, lambda: between.kept, "that it was said")
    between.well()
    began = time.monotonic()
    wait_until(lambda: len(held(page)) == 6, what="the next hand")
    assert time.monotonic() - began < 20, "at once, and not when the server waits no longer"


@pytest.fixture
def own_copy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[Server, Path]]:
    """A server that runs a copy of the program, and the folder of its page, which may be exchanged for a newer one."""
    copy = tmp_path / "copy"
    shutil.copytree(Path(shmear.__file__).parent, copy / "shmear", ignore=shutil.ignore_patterns("__pycache__"))
    monkeypatch.setenv("PYTHONPATH", str(copy))
    with Server(str(tmp_path / "tables.db")) as one:
        yield one, copy / "shmear" / "server" / "static"


def test_a_newer_page_is_offered_and_never_taken_by_itself(open_context: Opened, own_copy: tuple[Server, Path]) -> None:
    server, static = own_copy
    page = open_context(url=server.url, watched=False).new_page()
    page.goto(server.url)
    wait_until(lambda: page.evaluate("navigator.serviceWorker.controller !== null"), what="the service worker")
    offer = by_id(page, "newer")
    assert offer.count() == 0

    worker = static / "sw.js"
    worker.write_text(worker.read_text(encoding="utf-8") + "\n// a newer one\n", encoding="utf-8")
    page.reload()
    expect(offer).to_contain_text("There is a newer version of this page.")
    page.evaluate("window.mark = 'the same page'")
    by_id(page, "play-now").click()
    page.wait_for_url("**/t/*")
    hurry(page)
    expect(offer).to_have_count(0)
    player = Player(page, seed=111)
    player.until("play")
    player.step()
    time.sleep(1)
    assert page.evaluate("window.mark") == "the same page", "nothing is loaded anew while one plays"

    by_id(page, "tool-menu").click()
    by_id(page, "leave").click()
    expect(offer).to_be_visible()
    assert page.evaluate("window.mark") == "the same page"
    with page.expect_event("load"):
        by_id(page, "newer-take").click()
    assert page.evaluate("window.mark === undefined"), "loaded anew, once that is wanted"
    expect(by_id(page, "play-now")).to_be_visible()
    expect(offer).to_have_count(0)
