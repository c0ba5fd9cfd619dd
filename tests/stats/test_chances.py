"""The formulas against counting every way that a few cards can lie."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations

import pytest

from shmear.stats.chances import lengths, longest, none_among

SMALL = [(total, few, places) for total in (1, 5, 8) for few in range(total + 1) for places in range(total + 1)]


def test_none_of_a_few_cards_among_some_places() -> None:
    for total, few, places in SMALL:
        ways = list(combinations(range(total), places))
        right = sum(not set(drawn) & set(range(few)) for drawn in ways)
        assert none_among(total, few, places) == Fraction(right, len(ways)), (total, few, places)


def test_how_many_marked_cards_are_drawn() -> None:
    for total, marked, drawn in SMALL:
        ways = list(combinations(range(total), drawn))
        counts = [sum(card < marked for card in one) for one in ways]
        right = [Fraction(counts.count(some), len(ways)) for some in range(drawn + 1)]
        assert lengths(total, marked, drawn) == right, (total, marked, drawn)


@pytest.mark.parametrize(
    ("suits", "others", "drawn"),
    [((3, 3, 3, 3), 0, 5), ((3, 3, 3, 3), 2, 4), ((5, 2, 1), 0, 6), ((2, 2), 3, 3), ((4,), 0, 2), ((3, 3), 0, 0)],
)
def test_the_longest_suit(suits: tuple[int, ...], others: int, drawn: int) -> None:
    deck = [suit for suit, size in enumerate(suits) for _ in range(size)] + [-1] * others
    ways = list(combinations(deck, drawn))
    counts = [max(one.count(suit) for suit in range(len(suits))) for one in ways]
    assert longest(suits, others, drawn) == [Fraction(counts.count(some), len(ways)) for some in range(drawn + 1)]


def test_a_certain_card_sleeps_one_time_in_five_at_six_point() -> None:
    # 30 cards, 24 of them dealt (§2).
    assert none_among(30, 1, 24) == Fraction(1, 5)
