"""One hand, from the first page to its result: the page says of it what the rules say, and proves the deal."""

from __future__ import annotations

import hashlib
import json
from typing import Any

import pytest
from pages import Heard, Player, at_table, by_id, play_now
from playwright.sync_api import BrowserContext, Page, WebSocketRoute

from shmear.record import score

POINTS = {
    "high": "High",
    "low": "Low",
    "jack": "Jack",
    "big_joker": "Big Joker",
    "little_joker": "Little Joker",
    "game": "Game",
}


@pytest.fixture
def page(context: BrowserContext) -> Page:
    return context.new_page()


def test_a_hand_from_the_first_page_to_its_result(page: Page, base: str) -> None:
    heard = Heard(page)
    play_now(page, base, "six-point", 4)
    player = Player(page, seed=11)
    player.until("ready", "match-over")
    assert player.done.count("play") == 6, "six cards were played by clicks"

    [hand] = score(heard.record())["hands"]
    names = [seat["name"] for seat in heard.tables()[-1]["seats"]]
    shown = ["You", *names[1:]]

    said = by_id(page, "verdict").inner_text()
    bidder = shown[hand["bidder"]]
    taken = sum(1 for seats in hand["points"].values() if seats == [hand["bidder"]])
    assert said.startswith(f"{bidder} bid {hand['bid']} and ")
    assert ("made it" in said) == hand["made"]
    assert f"with {taken} point" in said

    rows = page.locator('[data-testid="hand-over"] .points li')
    told = {row.locator(".name").inner_text(): row.locator(".why").inner_text() for row in rows.all()}
    assert list(told) == [POINTS[point] for point in hand["points"]]
    for point, seats in hand["points"].items():
        who = "Nobody" if seats is None else shown[seats[0]]
        assert told[POINTS[point]].startswith(who), point
    winner = hand["points"]["game"]
    if winner is not None:
        assert f"with {hand['game_count'][winner[0]]} counting points" in told["Game"]

    by_id(page, "open-sheet").click()
    [row] = by_id(page, "sheet-row").all()
    cells = [cell.strip() for cell in row.locator("th, td").all_inner_texts()]
    key = page.get_by_test_id("sheet-dialog").locator(".key").inner_text()
    shorts = [part.split(" ", 1)[0] for part in key.split(" · ")]
    owners = ["–" if seats is None else shorts[seats[0]] for seats in hand["points"].values()]
    assert cells[:3] == ["1", shorts[hand["dealer"]], f"{shorts[hand['bidder']]} {hand['bid']}"]
    assert cells[3:9] == owners
    assert cells[9] == ("made" if hand["made"] else "SET")
    assert [cell.split()[0].replace("\N{MINUS SIGN}", "-") for cell in cells[10:]] == [
        str(total) for total in hand["scores"]
    ]


def test_the_deal_is_proved_in_the_page(page: Page, base: str) -> None:
    heard = Heard(page)
    play_now(page, base, "shmear", 3)
    Player(page, seed=12).until("ready", "match-over")
    promised = next(table["next"]["commitment"] for table in heard.tables() if table.get("next"))

    by_id(page, "open-proof").click()
    page.locator('[data-testid="proof-commitment"].good').wait_for()
    page.locator('[data-testid="proof-deal"].good').wait_for()
    page.locator('[data-testid="proof"] summary').click()
    numbers = page.locator('[data-testid="proof"] details dd').all_inner_texts()
    commitment, secret = numbers[:2]
    assert commitment == promised, "the one that was shown before the deal"
    assert hashlib.sha256(bytes.fromhex(secret)).hexdigest() == commitment
    assert len(numbers) == 3, "this browser's own chance went in"


@pytest.mark.parametrize(("tampered", "found"), [("dealt", "proof-deal"), ("secret", "proof-commitment")])
def test_a_deal_that_was_tampered_with_is_found_out(page: Page, base: str, tampered: str, found: str) -> None:
    def lie(message: str) -> str:
        said: dict[str, Any] = json.loads(message)
        result = (said.get("table", {}).get("hand") or {}).get("result")
        if result is None:
            return message
        if tampered == "dealt":
            first, second = result["dealt"][1:3]
            first[0], second[0] = second[0], first[0]
        else:
            result["proof"]["secret"] = "00" * 32
        return json.dumps(said)

    def between(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()
        server.on_message(lambda message: socket.send(lie(str(message))))

    page.route_web_socket("**/ws/tables/*", between)
    code_page = at_table(page.context, base, game="shmear", players=3, page=page)
    Player(code_page, seed=13).until("ready", "match-over")
    by_id(page, "open-proof").click()
    page.locator(f'[data-testid="{found}"].wrong').wait_for()
