"""Where an error is placed (docs/record.md, Errors). Each record here breaks one rule of the format."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from shmear.record import RecordError, replay, score

Record = dict[str, Any]
Place = tuple[int | None, str | None, int | None]


def place(record: Any) -> Place:
    with pytest.raises(RecordError) as error:
        replay(record)
    assert error.value.message
    return error.value.hand, error.value.action, error.value.seat


def hand(record: Record) -> Record:
    return record["hands"][0]


@pytest.mark.parametrize(
    ("key", "value", "want"),
    [
        ("format", "pgn", (None, None, None)),
        ("version", 2, (None, None, None)),
        ("version", True, (None, None, None)),
        ("rules", "bridge", (None, None, None)),
        ("rules", 6, (None, None, None)),
        ("rules", {"extends": "six-point", "auction": {"maximum": 7}}, (None, None, None)),
        ("players", ["North", "East"], (None, "players", None)),
        ("players", ["North", "East", "South", 4], (None, "players", None)),
        ("players", 4, (None, "players", None)),
        ("sides", [[0, 2], [1, 3]], (None, "sides", None)),
        ("sides", [[0], [1], [2]], (None, "sides", None)),
        ("sides", [[0], [1], [2], [True]], (None, "sides", None)),
        ("sides", 4, (None, "sides", None)),
        ("start", {"scores": [21, 0, 0, 0]}, (None, "start", None)),
        ("start", {"scores": [0, 0, 0]}, (None, "start", None)),
        ("start", {"scores": [0, 0, 0, 1.0]}, (None, "start", None)),
        ("start", {"smucks": [1, 0, 0, 0]}, (None, "start", None)),
        ("start", {"first_hand": 1}, (None, "start", None)),
        ("start", 5, (None, "start", None)),
        ("hands", 5, (None, None, None)),
    ],
)
def test_before_the_first_hand(worked: Record, key: str, value: Any, want: Place) -> None:
    assert place({**worked, key: value}) == want


@pytest.mark.parametrize("key", ["format", "version", "rules", "players", "hands"])
def test_a_missing_key_is_named(worked: Record, key: str) -> None:
    del worked[key]
    with pytest.raises(RecordError, match=key):
        replay(worked)


@pytest.mark.parametrize("value", [None, 5, "x", [], [[]]])
def test_what_is_no_object_is_no_record(value: Any) -> None:
    assert place(value) == (None, None, None)


def test_drawn_pairs_have_to_be_given(worked: Record) -> None:
    worked["rules"] = "six-point-partners"
    del worked["sides"]
    assert place(worked) == (None, "sides", None)


def test_a_negative_start_is_refused_where_scores_have_a_floor(worked: Record) -> None:
    assert place({**worked, "rules": "shmear", "start": {"scores": [-1, 0, 0, 0]}}) == (None, "start", None)


def test_partners_start_with_one_score(worked: Record) -> None:
    worked.update(rules="partner", sides=[[0, 2], [1, 3]], start={"scores": [3, 0, 4, 0]})
    assert place(worked) == (None, "start", None)


def change(**values: Any) -> Callable[[Record], None]:
    return lambda record: hand(record).update(values)


def put(key: str, index: int, value: Any) -> Callable[[Record], None]:
    return lambda record: hand(record)[key].__setitem__(index, value)


def deal(seat: int, index: int, value: Any) -> Callable[[Record], None]:
    return lambda record: hand(record)["deal"][seat].__setitem__(index, value)


@pytest.mark.parametrize(
    ("damage", "want"),
    [
        (change(dealer=4), (0, "dealer", None)),
        (change(dealer=True), (0, "dealer", None)),
        (change(dealer=None), (0, "dealer", None)),
        (change(deal=5), (0, "deal", None)),
        (deal(1, 0, "2C"), (0, "deal", 1)),  # the two is not in the deck of thirty-four
        (deal(1, 0, "1C"), (0, "deal", 1)),
        (deal(1, 0, 7), (0, "deal", 1)),
        (deal(3, 0, "TD"), (0, "deal", 3)),  # dealt to North already
        (lambda record: hand(record)["deal"][2].pop(), (0, "deal", 2)),
        (lambda record: hand(record)["deal"][2].append("AS"), (0, "deal", 2)),
        (change(undealt=["AS", "BJ", "JS", "QC", "TH"]), (0, "undealt", None)),
        (put("undealt", 0, "AH"), (0, "undealt", None)),
        (change(undealt=None), (0, "undealt", None)),
        (put("auction", 1, 2.0), (0, "auction[1]", 1)),
        (put("auction", 1, True), (0, "auction[1]", 1)),
        (put("auction", 1, "2"), (0, "auction[1]", 1)),
        (put("auction", 1, 7), (0, "auction[1]", 1)),
        (put("auction", 1, 1), (0, "auction[1]", 1)),
        (put("auction", 2, 2), (0, "auction[2]", 2)),
        (put("auction", 2, "shoot"), (0, "auction[2]", 2)),
        (change(auction=["pass", "pass", "pass", "pass"]), (0, "auction[3]", 3)),  # the dealer is stuck
        (lambda record: hand(record)["auction"].append("pass"), (0, "auction[4]", None)),
        (lambda record: hand(record)["auction"].pop(), (0, "auction[3]", 3)),
        (change(auction=[]), (0, "auction[0]", 0)),
        (change(auction=None), (0, "auction[0]", 0)),
        (change(auction=4), (0, "auction[0]", None)),
        (change(trump="S"), (0, "trump", 2)),
        (change(trump="H", plays=[]), (0, "trump", 2)),
        (change(call="AS"), (0, "call", None)),
        (change(discards=[["AH"], [], [], []]), (0, "discards[0]", 0)),
        (put("plays", 0, "LJ"), (0, "plays[0]", 2)),  # the first lead may not be a joker
        (put("plays", 1, "AC"), (0, "plays[1]", 3)),  # West holds a heart
        (put("plays", 1, "AH"), (0, "plays[1]", 3)),
        (put("plays", 1, None), (0, "plays[1]", 3)),
        (lambda record: hand(record)["plays"].append("AS"), (0, "plays[24]", None)),
        (change(plays="AH"), (0, "plays[0]", None)),
    ],
)
def test_within_a_hand(worked: Record, damage: Callable[[Record], None], want: Place) -> None:
    damage(worked)
    assert place(worked) == want


def test_a_trump_that_agrees_with_the_first_lead_is_fine(worked: Record) -> None:
    hand(worked)["trump"] = "H"
    assert score(worked)["hands"][0]["trump"] == "H"


def test_the_next_dealer_is_named_by_the_rules(two_hands: Record) -> None:
    two_hands["hands"][1]["dealer"] = 1
    assert place(two_hands) == (1, "dealer", None)


def test_a_hand_that_stops_may_not_be_followed_by_another(two_hands: Record) -> None:
    hand(two_hands)["plays"] = hand(two_hands)["plays"][:-1]
    assert place(two_hands) == (0, "plays[23]", 1)  # East's 8C was the last card


def test_no_hand_follows_the_end_of_the_match(two_hands: Record) -> None:
    two_hands["start"] = {"scores": [0, 0, 18, 0]}  # South's three points make 21
    assert place(two_hands) == (1, "dealer", None)


def test_the_message_says_it_as_a_player_would(worked: Record) -> None:
    hand(worked)["plays"][1] = "AC"
    with pytest.raises(RecordError, match=r"^West holds a heart and must follow$"):
        replay(worked)


def test_a_name_of_any_text_leaves_the_message_one_short_line(worked: Record) -> None:
    worked["players"][3] = "We\nst\x00 " + "t" * 10_000
    hand(worked)["plays"][1] = "AC"
    with pytest.raises(RecordError) as error:
        replay(worked)
    assert "\n" not in error.value.message
    assert len(error.value.message) < 120


TEN: Record = {
    "format": "shmear-record",
    "version": 1,
    "rules": "ten-point",
    "players": ["North", "East", "South", "West", "Fifth"],
    "hands": [
        {
            "dealer": 4,
            "deal": [
                "AS KS QS TS 9S 2C 3C 4C 5C 6C".split(),
                "JS JC BJ LJ 8S 7S 6S 2D 3D 4D".split(),
                "AH KH QH JH TH 9H 8H 7H 6H 5H".split(),
                "AD KD QD JD TD 9D 8D 7D 6D 5D".split(),
                "AC KC QC TC 9C 8C 7C 2S 3S 4S".split(),
            ],
            "undealt": "2H 3H 4H 5S".split(),
            "auction": ["pass", 7, "pass", "pass", "pass"],
            "trump": "S",
            "discards": [
                ["2C", "3C", "4C", "5C"],
                ["2D", "3D", "4D"],  # seven spades with Jick and jokers: corrected in the test below
                ["5H", "6H", "7H", "8H"],
                ["5D", "6D", "7D", "8D"],
                ["7C", "8C", "9C", "TC"],
            ],
            "call": "AS",
        }
    ],
}


@pytest.fixture
def ten() -> Record:
    import copy

    record = copy.deepcopy(TEN)
    record["hands"][0]["discards"][1].append("6S")  # holding seven trumps, six may be kept
    return record


def test_ten_point_record_is_fine(ten: Record) -> None:
    result = score(ten, trace=True)
    assert result["hands"][0]["called"] == "AS"
    assert result["hands"][0]["partner"] == 0
    east = result["trace"][0][7]
    assert east["seat"] == 1
    assert east["legal"] == {
        "count": 4,
        "from": ["6S", "7S", "8S", "BJ", "JC", "JS", "LJ"],
        "must": ["2D", "3D", "4D"],
    }


@pytest.mark.parametrize(
    ("damage", "want"),
    [
        (change(trump=None), (0, "trump", 1)),
        (change(trump="X"), (0, "trump", 1)),
        (change(trump=["S"]), (0, "trump", 1)),
        (put("discards", 0, ["2C", "3C", "4C"]), (0, "discards[0]", 0)),
        (put("discards", 0, ["2C", "3C", "4C", "AS"]), (0, "discards[0]", 0)),  # a trump
        (put("discards", 0, ["2C", "3C", "4C", "4C"]), (0, "discards[0]", 0)),
        (put("discards", 0, ["2C", "3C", "4C", "AH"]), (0, "discards[0]", 0)),  # South's card
        (put("discards", 0, "2C"), (0, "discards[0]", 0)),
        (put("discards", 1, ["2D", "6S", "7S", "8S"]), (0, "discards[1]", 1)),  # two fails are kept
        (put("discards", 2, []), (0, "discards[2]", 2)),
        (lambda record: hand(record)["discards"].pop(), (0, "discards[4]", 4)),
        (lambda record: hand(record)["discards"].append([]), (0, "discards[5]", None)),
        (change(discards=None), (0, "discards[0]", 0)),
        (change(call="JS"), (0, "call", 1)),  # dealt to the bidder
        (change(call="3S"), (0, "call", 1)),
        (change(call="2D"), (0, "call", 1)),  # dealt to the bidder, though discarded
        (change(call=7), (0, "call", 1)),
        (change(call=None, plays=["JS"]), (0, "call", 1)),
        (change(plays=["AS"]), (0, "plays[0]", 1)),
        (change(plays=["JS", "AH", "AD", "2S", "KS"]), (0, "plays[4]", 0)),  # the partner owes the called ace
    ],
)
def test_within_a_ten_point_hand(ten: Record, damage: Callable[[Record], None], want: Place) -> None:
    damage(ten)
    assert place(ten) == want


def test_cards_after_a_throw_in_are_extra(ten: Record) -> None:
    ten["hands"][0].update(auction=["pass"] * 4, plays=["AS"])
    for key in ("trump", "discards", "call"):
        del ten["hands"][0][key]
    assert place(ten) == (0, "plays[0]", None)


def test_a_call_after_a_throw_in_is_extra(ten: Record) -> None:
    ten["hands"] = [{**ten["hands"][0], "auction": ["pass"] * 5}]
    assert place(ten) == (0, "auction[4]", None)


def test_a_bid_of_ten_ends_the_auction(ten: Record) -> None:
    ten["hands"][0]["auction"] = ["pass", 10, "pass"]
    assert place(ten) == (0, "auction[2]", None)
