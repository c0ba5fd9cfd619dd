"""What the table answers to what is typed. Seed 3 of six-point: North has the ace of hearts and bids 3."""

from __future__ import annotations

import io
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from matches import Ran, Typist, read, seated, typed

from shmear.game import Action, Bid, Discard, Forfeit, Match, NameTrump, Pass, Play, Setup, Shoot, View, view
from shmear.rules import preset
from shmear.terminal.console import make_console
from shmear.terminal.prompt import Command, Misread
from shmear.terminal.prompt import read as understood
from shmear.terminal.render import choices

Typing = Callable[..., Ran]


@pytest.fixture
def table(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Typing:
    def run(*lines: str, game: str | None = "six-point", **options: Any) -> Ran:
        text = "".join(f"{line}\n" for line in lines)
        return typed(capsys, text, game, save=tmp_path / "match.json", **{"seed": 3, **options})

    return run


def test_a_bid_that_is_too_low_is_refused_in_words_and_asked_again(table: Typing) -> None:
    out = table("3", "p").out
    assert "You have to bid more than 3, or pass." in out
    assert out.count("Your call (4-6, pass)") == 2
    assert "you pass" in out


def test_a_word_that_means_nothing_is_answered_with_what_may_be_said(table: Typing) -> None:
    assert '"double" is no call; you may say: pass, bid 4, bid 5, bid 6.' in table("double").out


def test_a_card_that_is_not_held_or_must_not_be_played_is_refused(table: Typing) -> None:
    out = table("p", "as", "8c", "xx", "9", "10h").out
    assert "You do not hold the ace of spades." in out
    assert "You hold a heart and must follow." in out
    assert '"xx" is no card' in out
    assert "there is no card 9; the numbers run from 1 to 1." in out
    assert "you 10♥" in out


def test_question_mark_says_what_may_be_done_and_why_not_else(table: Typing) -> None:
    out = table("p", "?").out
    assert "Now: play one of 10♥." in out
    assert "Not 8♣ 10♦ J♦ 8♠ J♠: you hold a heart and must follow." in out
    assert "Trumps from the top: A K Q J 10 9 8 BJ LJ." in out
    assert "Low: the lowest trump played in the hand, to who plays it" in out


def test_the_whole_rule_book_can_be_read(table: Typing) -> None:
    assert "## Scoring a hand" in table("rules").out


def test_u_shows_the_last_trick(table: Typing) -> None:
    out = table("p", "u", "10h", "u").out
    assert "No trick of this hand is finished yet." in out
    assert out.count("Trick 1: North A♥, East 8♥, you 10♥, West 9♥. North takes it.") == 2


def test_s_shows_the_sheet_and_hint_what_the_novice_would_do(table: Typing) -> None:
    out = table("hint", "s").out
    assert "The novice would pass." in out
    assert "│You│West│North│East│" in out


def test_an_empty_line_shows_the_table_again(table: Typing) -> None:
    assert table("", "").out.count("Hand 1 · Six-point Smear to 21") == 3


def test_a_hand_ends_with_who_got_what_and_why(table: Typing) -> None:
    out = table("p", "1", "1", "1", "1", "1", "1").out
    assert "North played A♥, the highest trump in play" in out
    assert "East played 8♥, the lowest trump in play" in out
    assert "nobody: J♥ was asleep" in out
    assert "North took BJ, played by East" in out
    assert "North bid 3 and made the bid with 3 points." in out
    assert "Asleep: Q♥ J♥" in out
    assert "Score: You 0" in out


def test_the_first_lead_says_what_it_makes_trump(table: Typing) -> None:
    out = table("6", "8s").out
    assert "You bid 6: 6 of 6 points are needed. Trump is made by the first lead." in out
    assert "You lead 8♠: spades are trump." in out


def test_q_leaves_and_saves(table: Typing, tmp_path: Path) -> None:
    ran = table("p", "q")
    assert ran.code == 0
    assert "Go on with it by: shmear play --resume" in ran.out
    assert read(tmp_path / "match.json")["hands"][0]["auction"] == [3, "pass", "pass", "pass"]


def test_a_house_rule_file_is_played(table: Typing, tmp_path: Path) -> None:
    rules = tmp_path / "ours.toml"
    rules.write_text('extends = "pitch"\nname = "ours"\ntitle = "Our Pitch"\nmatch.target = 5\n', encoding="utf-8")
    ran = table(game=None, rules=rules)
    assert "Our Pitch, 4 players, to 5." in ran.out
    assert read(tmp_path / "match.json")["rules"]["match"]["target"] == 5


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"game": "sixpoint"}, "did you mean six-point?"),
        ({"players": 2}, "Six-point Smear is for 3, 4, 5, 6, 7, 8 players, not 2"),
        ({"seat": "4"}, "--seat is a number from 0 to 3, or none"),
        ({"bots": "master"}, "the bots are random, novice, club, expert"),
        ({"bots": "novice,random"}, "names one bot, or 3"),
        ({"rules": Path("nowhere.toml")}, "one of them is enough"),
        ({"rules": Path("nowhere.toml"), "game": None}, "nowhere.toml: cannot be read"),
        ({"save": Path("/nowhere/at/all.json")}, "there is no folder /nowhere/at"),
        ({"resume": Path("nowhere.json")}, "name no others"),
        ({"resume": Path("nowhere.json"), "game": None, "seed": None}, "nowhere.json: cannot be read"),
    ],
)
def test_what_cannot_be_had_is_said_in_one_line(
    options: dict[str, Any], said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    given: dict[str, Any] = {"game": "six-point", "seed": 3, "save": tmp_path / "match.json", **options}
    ran = typed(capsys, "", given.pop("game"), **given)
    assert ran.code == 2
    assert said in ran.err
    assert ran.err.startswith("shmear play: ")
    assert ran.err.count("\n") == 1
    assert not (tmp_path / "match.json").exists()


@pytest.mark.parametrize(
    ("text", "call"),
    [
        ("3", Bid(3)),
        ("b3", Bid(3)),
        ("bid 3", Bid(3)),
        (" P ", Pass()),
        ("pass", Pass()),
        ("shoot", Shoot()),
        ("moon", Shoot()),
        ("f", Forfeit()),
    ],
)
def test_a_call_can_be_typed_in_several_ways(text: str, call: Action) -> None:
    assert understood(text, seen_at("shmear", 0)) is call


@pytest.mark.parametrize("text", ["³", "0", "31", "b", "3 3", "-1", "jh", "\x00"])
def test_what_is_no_call_is_none(text: str) -> None:
    with pytest.raises(Misread, match="you may say"):
        understood(text, seen_at("shmear", 0))


@pytest.mark.parametrize(
    ("text", "card"),
    [
        ("jh", "JH"),
        ("JH", "JH"),
        ("hj", "JH"),
        ("10h", "TH"),
        ("th", "TH"),
        ("10♥", "TH"),
        ("jack of hearts", "JH"),
        ("play jh", "JH"),
        ("bj", "BJ"),
        ("LJ", "LJ"),
        ("big joker", "BJ"),
    ],
)
def test_a_card_can_be_typed_in_several_ways(text: str, card: str) -> None:
    assert understood(text, seen_at("six-point", 4)) is Play(card)


def test_a_number_is_the_card_with_that_number_on_the_screen() -> None:
    seen = seen_at("six-point", 4)
    assert [understood(str(number), seen) for number in range(1, len(seen.legal) + 1)] == [
        Play(one) for one in choices(seen)
    ]


def test_commands_are_understood_at_every_decision() -> None:
    for typed_text, command in {"?": Command.HELP, "u": Command.LAST, "s": Command.SCORE, "Q": Command.QUIT}.items():
        assert understood(typed_text, seen_at("six-point", 4)) is command
        assert understood(typed_text, seen_at("six-point", 0)) is command


def test_s_is_spades_when_trump_is_named() -> None:
    assert understood("s", seen_at("ten-point", 1, Bid(10))) is NameTrump("S")
    assert understood("hearts", seen_at("ten-point", 1, Bid(10))) is NameTrump("H")


def test_discards_are_named_by_number_or_text_or_by_those_kept() -> None:
    seen = seen_at("kitty", 4, Bid(4))
    cards = choices(seen)
    assert len(cards) == 9
    assert understood("1 2 3", seen) == Discard(cards[:3])
    assert understood("1,2, 3", seen) == Discard(cards[:3])
    assert understood(" ".join(map(str, cards[3:6])), seen) == Discard(cards[3:6])
    assert understood("keep 1 2 3 4 5 6", seen) == Discard(cards[6:])
    assert understood("d", seen) is Command.SUGGESTED
    for text, said in (("1 2", "that is 2; name 3"), ("1 1 2", "twice"), ("keep 1 2", "you keep 6 of them")):
        with pytest.raises(Misread, match=said):
            understood(text, seen)


def seen_at(game: str, calls: int, *first: Action) -> View:
    """The view of who is to act after some calls: these, then the lowest that are legal."""
    rules = preset(game)
    state = Match.new(Setup(rules, 4), 0).deal(random.Random(1))
    for number in range(calls):
        state = state.apply(first[number] if number < len(first) else state.legal_actions()[0])
    return view(state, state.to_act)


def test_a_question_before_a_lead_that_makes_trump_takes_yes_or_no_and_asks_again(tmp_path: Path) -> None:
    out = io.StringIO()
    lines = ["3", "d", "1", "what?", "n", "1", "y"]
    table = seated("kitty", 4, 12, Typist(lines), tmp_path / "match.json", make_console(out))
    table.live = True
    with pytest.raises(EOFError):
        table.run()
    assert out.getvalue().count("type y for yes, n for no, or q to save and leave") == 1
    state = table.state
    assert state is not None
    assert state.public.leader is not None
    assert state.public.plays
    assert state.public.contract is not None
    assert state.public.contract.trump is not None
