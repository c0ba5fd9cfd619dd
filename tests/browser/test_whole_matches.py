"""Whole matches, from the first page to the winner: every family by mouse, one by keys alone, one on a phone."""

from __future__ import annotations

from typing import Any

import pytest
from pages import TOUCH, Heard, Opened, Player, by_id, hurry, play_now
from playwright.sync_api import Page

from shmear.record import score


def judged(page: Page, base: str, heard: Heard) -> dict[str, Any]:
    """The record of the finished match, judged by the rules and compared with what the page shows."""
    link = by_id(page, "download").get_attribute("href")
    assert link
    answer = page.context.request.get(base + link)
    assert answer.ok
    result = score(answer.json())

    names = ["You", *answer.json()["players"][1:]]
    told = by_id(page, "winner").inner_text()
    assert result["winners"], "somebody won"
    for seat, name in enumerate(names):
        assert (name in told) == (seat in result["winners"]), told

    by_id(page, "open-sheet").click()
    rows = by_id(page, "sheet-row").all()
    assert len(rows) == len(result["hands"])
    sides = heard.tables()[-1]["match"]["sides"]
    for row, hand in zip(rows, result["hands"], strict=True):
        totals = [text.replace("\N{MINUS SIGN}", "-") for text in row.locator(".num b").all_inner_texts()]
        assert totals == [str(hand["scores"][side[0]]) for side in sides]
    by_id(page, "close").click()
    return result


def verbs(heard: Heard, seat: int = 0) -> set[str]:
    """What a seat did, by its first word."""
    return {event["action"].split()[0] for event in heard.events() if event.get("action") and event["seat"] == seat}


@pytest.mark.parametrize(
    ("game", "players"),
    [("six-point", 4), ("pitch", 3), ("kitty", 4), ("crazy", 4), ("partner", 4), ("six-point-partners", 6)],
)
def test_a_match_by_mouse(open_context: Opened, base: str, game: str, players: int) -> None:
    page = open_context().new_page()
    heard = Heard(page)
    play_now(page, base, game, players)
    player = Player(page, seed=players)
    player.until("match-over")
    result = judged(page, base, heard)
    assert len(result["scores"]) == players
    assert "play" in verbs(heard)
    assert verbs(heard) & {"pass", "bid"}  # a short match may bring no cards to pass with


def test_a_match_of_ten_point_with_widow_trump_and_discards(open_context: Opened, base: str) -> None:
    page = open_context().new_page()
    heard = Heard(page)
    play_now(page, base, "ten-point", 4)
    player = Player(page, seed=4)
    player.wishes = ["bid-10"]  # which ends the auction: the widow is ours
    player.until("match-over")
    judged(page, base, heard)
    assert {"bid", "trump", "discard", "play"} <= verbs(heard)


def test_a_match_of_ten_point_at_five_with_a_called_partner(open_context: Opened, base: str) -> None:
    page = open_context().new_page()
    heard = Heard(page)
    play_now(page, base, "ten-point", 5)
    player = Player(page, seed=5)
    player.wishes = ["bid-10"]
    player.until("match-over")
    judged(page, base, heard)
    assert {"bid", "trump", "call", "discard", "play"} <= verbs(heard)


def test_a_match_by_keys_alone(open_context: Opened, base: str) -> None:
    page = open_context(settings={"game": "jick", "players": 3}).new_page()
    heard = Heard(page)
    page.goto(base)
    player = Player(page, seed=6, way="keys")
    page.locator('[data-testid="play-now"]:not(:disabled)').wait_for()
    player.press("play-now")
    page.wait_for_url("**/t/*")
    player.press("tool-menu")
    player.press("menu-host")
    player.tab_to("host-pace")
    page.keyboard.press("Home")
    page.keyboard.press("Escape")
    player.until("match-over")
    assert heard.tables()[-1]["settings"]["pace"] == "instant"
    player.press("open-sheet")
    by_id(page, "sheet").wait_for()
    page.keyboard.press("Escape")
    judged(page, base, heard)
    page.keyboard.press("l")
    by_id(page, "last-trick").wait_for()
    page.keyboard.press("Escape")
    page.keyboard.press("?")
    by_id(page, "keys").wait_for()


def test_a_match_on_a_phone(open_context: Opened, base: str) -> None:
    page = open_context(**TOUCH, settings={"game": "partner-jick", "players": 4}).new_page()
    heard = Heard(page)
    page.goto(base)
    by_id(page, "play-now").tap()
    page.wait_for_url("**/t/*")
    hurry(page)
    player = Player(page, seed=7, way="touch")
    player.until("match-over")
    judged(page, base, heard)
    assert {"pass", "play"} <= verbs(heard)
