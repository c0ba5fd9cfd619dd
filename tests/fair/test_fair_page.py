"""The worked example of docs/fair.md is right, by a program that shares nothing with the package."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

import fair_by_hand

from shmear.fair import draw_dealer, draw_pairs, fair_deal, verify
from shmear.game import Setup
from shmear.rules import preset

TEXT = (Path(__file__).resolve().parents[2] / "docs" / "fair.md").read_text(encoding="utf-8")


def table(number: int) -> dict[str, str]:
    """A block of the example, as names and values."""
    blocks = TEXT.partition("## A worked example")[2].split("```\n")[1::2]
    return {line[:12].strip(): line[12:] for line in blocks[number].splitlines()}


HEADER, DEALER, CARDS, PAIRS = (table(number) for number in (0, 2, 3, 4))
SECRET = HEADER["secret"]
NONCES = tuple((seat, HEADER[f"seat {seat}"]) for seat in (1, 3))
RULES = preset("six-point")


def words(row: list[Any]) -> str:
    return " ".join(map(str, row))


def test_the_commitment() -> None:
    assert HEADER["commitment"] == hashlib.sha256(bytes.fromhex(SECRET)).hexdigest()


def test_the_blocks_and_their_numbers() -> None:
    for purpose, shown in (("dealer", DEALER), ("deal", CARDS), ("sides", PAIRS)):
        first = fair_by_hand.block(SECRET, NONCES, purpose, 0)
        assert shown["block 0"] == first.hex()
        assert shown["numbers"] == words(fair_by_hand.numbers_of(first))


def test_the_dealer() -> None:
    right = fair_by_hand.below(fair_by_hand.numbers(SECRET, NONCES, "dealer"), 4)
    assert DEALER["dealer"] == str(right)
    assert draw_dealer(4, SECRET, NONCES) == right


def test_the_cards() -> None:
    deck = [rank + suit for suit in "CDHS" for rank in "89TJQKA"] + ["LJ", "BJ"]
    assert CARDS["before"] == words(deck)
    row = fair_by_hand.numbers(SECRET, NONCES, "deal")
    assert CARDS["places"] == words([fair_by_hand.below(row, n) for n in (30, 29, 28)])
    after = fair_by_hand.shuffled(fair_by_hand.numbers(SECRET, NONCES, "deal"), deck)
    assert CARDS["after"] == words(after)
    # Seat 3 sits after the dealer, then come seats 0, 1 and 2; six cards each, one at a time.
    for turn, seat in enumerate((3, 0, 1, 2)):
        assert CARDS[f"seat {seat}"] == words(after[turn:24:4])
    assert CARDS["undealt"] == words(after[24:])


def test_the_deal_of_the_package_is_that_of_the_page() -> None:
    deal = fair_deal(Setup(RULES, 4), int(DEALER["dealer"]), SECRET, NONCES)
    assert [words(list(hand)) for hand in deal.hands] == [CARDS[f"seat {seat}"] for seat in range(4)]
    assert words(list(deal.undealt)) == CARDS["undealt"]


def test_the_pairs() -> None:
    seats = fair_by_hand.shuffled(fair_by_hand.numbers(SECRET, NONCES, "sides"), range(4))
    assert PAIRS["seats"] == words(seats)
    assert draw_pairs(preset("six-point-partners"), 4, SECRET, NONCES) == ((0, 3), (1, 2))


def test_the_commands_are_for_this_secret_and_these_nonces() -> None:
    commands = TEXT.partition("In a shell")[2].split("```\n")[1]
    lines = ["shmear-fair-1", "deal", *(f"{seat}:{nonce}" for seat, nonce in NONCES), "0"]
    assert "\\n".join(lines) in commands
    assert commands.count(SECRET) == 2


def test_the_record_of_the_example_is_verified() -> None:
    proof = json.loads(TEXT.partition("```json\n")[2].partition("```")[0])
    hand = {
        "dealer": int(DEALER["dealer"]),
        "deal": [CARDS[f"seat {seat}"].split() for seat in range(4)],
        "undealt": CARDS["undealt"].split(),
    }
    record = {
        "format": "shmear-record",
        "version": 1,
        "rules": "six-point",
        "players": ["North", "East", "South", "West"],
        "hands": [hand],
        "meta": {"fair": proof},
    }
    (checked,) = verify(record).hands
    assert (checked.commitment, checked.mixed_in) == (HEADER["commitment"], (1, 3))
