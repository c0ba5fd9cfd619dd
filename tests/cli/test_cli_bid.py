"""`shmear bid` as docs/bid.md describes it."""

from __future__ import annotations

import inspect
import io
import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from shmear.cli import bid_showing
from shmear.cli.bid import Weighed, bid_command
from shmear.cli.bid_showing import print_weighed
from shmear.game import Action, Match, Pass, Setup, view
from shmear.rules import preset
from shmear.terminal.console import make_console

Shmear = Callable[..., Any]
HOLDING = "AH JH 9H KS TC LJ"
FEW = ("--worlds", "40")


def answer(shmear: Shmear, *args: str) -> Any:
    ran = shmear("bid", *args, *FEW, "--json")
    assert (ran.code, ran.err) == (0, "")
    return json.loads(ran.out)


def test_every_call_is_shown_with_its_chances_in_eighty_columns(shmear: Shmear) -> None:
    ran = shmear("bid", HOLDING, "--game", "six-point", "--seat", "2", "--calls", "pass,2", *FEW)
    assert (ran.code, ran.err) == (0, "")
    lines = ran.out.splitlines()
    assert lines[:3] == [
        "Six-point Smear, 4 players, to 21: you sit in seat 2; seat 3 deals.",
        "You hold K♠ A♥ J♥ 9♥ 10♣ LJ.",
        "All scores are 0. Seat 0 passes, seat 1 bids 2.",
    ]
    assert lines[4].split() == "call to make it trump points to win the match".split()
    assert [line.split()[:2] for line in lines[6:10]] == [["bid", str(number)] for number in (3, 4, 5, 6)]
    assert all(line.count(" % ± ") == 2 for line in lines[6:10])
    assert lines[5].startswith("pass")
    assert sum(" * " in line for line in lines[5:10]) == 1
    assert "█" in ran.out
    assert all(len(line) <= 80 for line in lines)
    assert "…" not in ran.out
    assert "High whatever happens" in ran.out


@pytest.mark.parametrize(
    "args",
    [
        ("AH QH JH JD 9H 8H 7H AC 3C 2D", "--game", "ten-point", "--players", "5", "--calls", "4"),
        ("AH KH QH JH TH 2H", "--game", "crazy", "--players", "3"),
        ("9H 8H 7H 3C 4D 5S", "--game", "kitty", "--seat", "7", "--players", "8", "--scores", "0 1 2 3 4 5 6 14"),
        ("ah, kh, jh, 10c, 4d, 5s", "--game", "partner", "--calls", "shoot"),
        ("9H 8H 7H 3C 4D 5S", "--game", "shmear", "--calls", "pass,pass,pass,pass", "--scores", "3,9,9,9"),
    ],
)
def test_any_game_fits_into_eighty_columns(shmear: Shmear, args: tuple[str, ...]) -> None:
    ran = shmear("bid", *args, *FEW)
    assert (ran.code, ran.err) == (0, "")
    assert all(len(line) <= 80 for line in ran.out.splitlines())
    assert "…" not in ran.out


def test_the_best_holding_there_is_is_made_for_sure(shmear: Shmear) -> None:
    # High, Low and Jack are in hand, and with A K Q J 10 all but four counting points of the suit.
    found = answer(shmear, "AH KH QH JH TH 2H", "--game", "partner")
    four = next(one for one in found["weighed"] if one["call"] == "bid 4")
    assert four["made"] == [1.0, 0.0]
    assert four["trump"] == "H"
    assert found["best"] in ("bid 4", "shoot")


def test_json_has_what_was_asked_and_every_figure_with_its_error(shmear: Shmear) -> None:
    found = answer(shmear, HOLDING, "--seat", "2", "--calls", "pass,2", "--scores", "3,4,5,6")
    assert {key: found[key] for key in ("game", "players", "seat", "dealer", "scores", "calls", "worlds", "seed")} == {
        "game": "six-point",
        "players": 4,
        "seat": 2,
        "dealer": 3,
        "scores": [3, 4, 5, 6],
        "calls": ["pass", "bid 2"],
        "worlds": 40,
        "seed": 1,
    }
    assert found["holding"] == HOLDING.split()
    assert sorted(one["call"] for one in found["weighed"]) == ["bid 3", "bid 4", "bid 5", "bid 6", "pass"]
    assert found["weighed"][0]["call"] == found["best"]
    assert found["weighed"][0]["behind"] == [0.0, 0.0]
    wins = [one["win"][0] for one in found["weighed"]]
    assert wins == sorted(wins, reverse=True)
    bids = {one["call"]: one["made"][0] for one in found["weighed"] if one["made"]}
    assert "pass" not in bids
    assert bids["bid 3"] >= bids["bid 4"] >= bids["bid 5"] >= bids["bid 6"]


def test_the_same_seed_gives_the_same_answer(shmear: Shmear) -> None:
    args = (HOLDING, "--seed", "5")
    assert answer(shmear, *args) == answer(shmear, *args)
    assert answer(shmear, *args) != answer(shmear, HOLDING, "--seed", "6")


def test_a_score_for_each_side_is_enough(shmear: Shmear) -> None:
    found = answer(shmear, "AH KH JH TC 9D 8S", "--game", "six-point-partners", "--scores", "17,12")
    assert found["scores"] == [17, 12, 17, 12]
    found = answer(
        shmear, "AH KH JH TC 9D 8S", "--game", "six-point-partners", "--scores", "17,12", "--sides", "0+1 2+3"
    )
    assert found["scores"] == [17, 17, 12, 12]


def test_the_dealer_chooses_when_all_have_passed(shmear: Shmear) -> None:
    found = answer(shmear, "9H 8H 7H 3C 4D 5S", "--game", "shmear", "--calls", "pass,pass,pass,pass")
    assert found["dealer"] == 0
    assert sorted(one["call"] for one in found["weighed"]) == ["bid 2", "forfeit", "shoot"]


@pytest.mark.clause("3")
def test_only_who_has_a_point_may_shoot_after_the_first_hand(shmear: Shmear) -> None:
    def calls(*args: str) -> list[str]:
        return [one["call"] for one in answer(shmear, "AH KH QH 3C 4D 5S", "--game", "shmear", *args)["weighed"]]

    assert "shoot" in calls()
    assert "shoot" in calls("--scores", "1,0,0,0")
    assert "shoot" not in calls("--scores", "0,1,1,1")


WRONG = [
    (("AH JH 9H KS TC",), "Six-point Smear for 4 deals 6 cards to each; 5 are given"),
    (("AH JH 9H KS TC TC",), "the ten of clubs is given twice"),
    (("AH JH 9H KS TC 2C",), "there is no two of clubs in the deck of Six-point Smear for 4"),
    (("AH JH 9H KS TC XX",), "'XX' is not a card; a card is rank then suit, such as AS or TD, or BJ or LJ"),
    ((HOLDING, "--seat", "2", "--calls", "3,2"), "--calls: seat 1 has to bid more than 3, or pass"),
    ((HOLDING, "--calls", "3,x"), "--calls: 'x' is no call; a call is pass, a number such as 3, or shoot"),
    ((HOLDING, "--calls", "shoot"), "--calls: there is no shooting in this game"),
    ((HOLDING, "--calls", "pass,pass,pass,2,3"), "--calls: the auction is over after 4 calls"),
    (
        (HOLDING, "--calls", "pass,pass,pass,2"),
        "with seat 3 dealing and 4 calls the auction is over: nobody is to call",
    ),
    (
        (HOLDING, "--seat", "2", "--calls", "3", "--dealer", "3"),
        "with seat 3 dealing and 1 call it is the turn of seat 1, not of seat 2",
    ),
    ((HOLDING, "--seat", "7"), "--seat 7: there is no such seat; 4 players sit from 0 to 3"),
    ((HOLDING, "--dealer", "4"), "--dealer 4: there is no such seat; 4 players sit from 0 to 3"),
    ((HOLDING, "--scores", "3,4"), "--scores: 4 are needed, one a seat; 2 given"),
    ((HOLDING, "--scores", "3,4,5,21"), "--scores: the match goes to 21; at 21 it is over"),
    (
        (HOLDING, "--scores", "a"),
        "--scores 'a': scores are whole numbers with commas between, such as 12,7,0,3",
    ),
    ((HOLDING, "--sides", "0+1"), "--sides is such as 0+2 1+3: sides must hold every seat from 0 to 3 once"),
    (
        ("AH JH 9H 8H 7H 6H 5H 3C 3D 2D", "--game", "ten-point", "--calls", "pass,pass,pass"),
        "with seat 0 dealing and 3 calls the cards are thrown in: nobody is to call",
    ),
]


@pytest.mark.parametrize(("args", "why"), WRONG)
def test_what_cannot_be_asked_is_one_line(shmear: Shmear, args: tuple[str, ...], why: str) -> None:
    ran = shmear("bid", *args)
    assert (ran.code, ran.out, ran.err) == (2, "", f"shmear bid: {why}\n")


def test_where_the_terminal_has_no_blocks_there_are_signs(shmear: Shmear, monkeypatch: pytest.MonkeyPatch) -> None:
    plain = shmear("bid", HOLDING, *FEW).out
    monkeypatch.setattr(bid_showing, "_can_show", lambda *_: False)
    ran = shmear("bid", HOLDING, *FEW)
    assert "█" in plain
    assert "#" not in plain
    assert "#" in ran.out
    assert "█" not in ran.out
    assert all(len(line) <= 80 for line in ran.out.splitlines())
    assert "…" not in ran.out


@pytest.mark.parametrize("width", [50, 60, 66, 80, 120])
def test_the_chart_fits_a_terminal_of_any_usual_width(width: int) -> None:
    def weighed(call: Action, win: float, made: float | None) -> Weighed:
        return Weighed(call, (1.5, 0.1), (win, 0.004), (0.0, 0.0), None if made is None else 2, made and (made, 0.02))

    setup = Setup(preset("partner"), 4)
    match = Match(setup, (14, 0, 14, 0), (0,) * 4, 3, first_hand=False)
    seen = view(match.deal(random.Random(1)), 0, match.scores)
    out = io.StringIO()
    found = [weighed(call, 1.0, None if isinstance(call, Pass) else 1.0) for call in seen.legal]
    print_weighed(make_console(out, width), seen, found, "Because.", 400, 1)
    assert all(len(line) <= width for line in out.getvalue().splitlines())
    assert "…" not in out.getvalue()
    assert ("█" in out.getvalue()) == (width >= 60)


def test_the_page_names_every_option() -> None:
    page = (Path(__file__).resolve().parents[2] / "docs" / "bid.md").read_text(encoding="utf-8")
    options = [name for name in inspect.signature(bid_command).parameters if name not in ("holding", "as_json")]
    assert len(options) > 8
    assert all(f"`--{name}" in page for name in [*options, "json"])


def test_a_number_of_players_that_the_game_does_not_allow(shmear: Shmear) -> None:
    ran = shmear("bid", HOLDING, "--players", "9")
    assert ran.code == 2
    assert ran.err == "shmear: players = 9: must be one of 3, 4, 5, 6, 7, 8 for Six-point Smear\n"
