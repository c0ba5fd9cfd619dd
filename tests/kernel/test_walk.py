"""The walk of a position: what may be played, who wins, and how many ways there are."""

import math
import random
from typing import Any

import numpy as np
import pytest
from random_positions import bits, forward, outcome, random_position

from shmear.kernel.lanes import NO_TRUMP, TRUMP
from shmear.kernel.position import HIGHEST_CARD, LOWEST_CARD, POSITION
from shmear.kernel.walk import legal_cards, perft, play_card

CLUB, HEART = 0, 16


def position(*hands: list[int], **fields: Any) -> Any:
    """Hands of card numbers, each seat alone, trumps in lane 3, seat 0 to lead."""
    positions = np.zeros(1, POSITION)
    one: Any = positions[0]
    one.seats, one.sides, one.floor, one.tie_to = len(hands), len(hands), TRUMP, -1
    one.side[: len(hands)] = range(len(hands))
    one.highest_gone = one.lowest_gone = -1
    one.pair_card = one.pair_seat = -1
    for seat, hand in enumerate(hands):
        one.hands[seat] = sum(1 << card for card in hand)
    for name, value in fields.items():
        one[name] = value
    return one


def mask(*cards: int) -> int:
    return sum(1 << card for card in cards)


def test_who_has_the_suit_led_follows_or_trumps() -> None:
    for may_trump, legal in ((1, mask(CLUB + 1, TRUMP)), (0, mask(CLUB + 1))):
        one = position([CLUB, CLUB + 5], [CLUB + 1, HEART, TRUMP], may_trump=may_trump)
        play_card(one, CLUB)
        assert legal_cards(one) == legal


def test_who_lacks_the_suit_led_must_trump_only_where_trumps_may_be_played() -> None:
    for may_trump, legal in ((1, mask(TRUMP)), (0, mask(HEART, TRUMP))):
        one = position([CLUB, CLUB + 5], [HEART, TRUMP], may_trump=may_trump)
        play_card(one, CLUB)
        assert legal_cards(one) == legal


def test_without_trumps_lane_3_is_a_suit_like_the_others() -> None:
    one = position([CLUB], [TRUMP + 5], floor=NO_TRUMP, may_trump=1)
    play_card(one, CLUB)
    assert play_card(one, TRUMP + 5) == 0


def test_a_forced_card_goes_before_all_others_and_a_due_one_where_it_may_be_played() -> None:
    forced = position([CLUB], [CLUB + 1, HEART], forced=mask(HEART))
    play_card(forced, CLUB)
    assert legal_cards(forced) == mask(HEART)
    due = position([CLUB], [CLUB + 1, HEART], due=mask(HEART))
    play_card(due, CLUB)
    assert legal_cards(due) == mask(CLUB + 1)
    due = position([CLUB], [CLUB + 1, CLUB + 2], due=mask(CLUB + 2))
    play_card(due, CLUB)
    assert legal_cards(due) == mask(CLUB + 2)


def test_what_is_due_or_barred_in_the_first_trick_is_free_after_it() -> None:
    one = position([CLUB, CLUB + 3], [CLUB + 1, HEART], due=mask(HEART), barred=mask(CLUB + 3))
    assert legal_cards(one) == mask(CLUB)
    play_card(one, CLUB)
    play_card(one, CLUB + 1)
    assert (one.due, one.barred, one.turn) == (0, 0, 1)


def test_a_leader_with_nothing_but_barred_cards_leads_one() -> None:
    assert legal_cards(position([CLUB, HEART], [CLUB + 1, HEART + 1], barred=mask(CLUB, HEART))) == mask(CLUB, HEART)


@pytest.mark.parametrize(("lead", "other"), [(TRUMP + 2, TRUMP + 3), (TRUMP + 3, TRUMP + 2)])
def test_of_two_equal_cards_the_first_played_wins(lead: int, other: int) -> None:
    one = position([lead], [other], [TRUMP], equals=mask(TRUMP + 2, TRUMP + 3))
    play_card(one, lead)
    play_card(one, other)
    assert play_card(one, TRUMP) == 0


def test_highest_and_lowest_go_to_who_plays_or_takes_them() -> None:
    one = position(
        [TRUMP, CLUB], [TRUMP + 4, CLUB + 1], highest_of=mask(TRUMP, TRUMP + 4), lowest_of=mask(TRUMP, TRUMP + 4)
    )
    one.highest_player, one.lowest_taker = 1, 2
    for card in (TRUMP, TRUMP + 4, CLUB + 1, CLUB):
        play_card(one, card)
    assert outcome(one)[0][:2] == [0, 3]
    one = position(
        [TRUMP, CLUB], [TRUMP + 4, CLUB + 1], highest_of=mask(TRUMP, TRUMP + 4), lowest_of=mask(TRUMP, TRUMP + 4)
    )
    one.highest_taker, one.lowest_player = 1, 2
    for card in (TRUMP, TRUMP + 4, CLUB + 1, CLUB):
        play_card(one, card)
    assert outcome(one)[0][:2] == [2, 1]


@pytest.mark.parametrize("by_taker", [0, 1])
def test_two_seats_are_paired_by_the_cards_that_they_play_or_take(by_taker: int) -> None:
    trumps = mask(TRUMP, TRUMP + 1, TRUMP + 2)
    one = position([TRUMP], [TRUMP + 1], [TRUMP + 2], highest_of=trumps, lowest_of=trumps, paired=1)
    one.pair_card[:] = [HIGHEST_CARD, LOWEST_CARD]
    one.pair_taker[:] = by_taker
    for card in (TRUMP, TRUMP + 1, TRUMP + 2):
        play_card(one, card)
    assert outcome(one)[2][:3] == ([0, 1, 2] if by_taker else [0, 1, 0])


@pytest.mark.parametrize("chunk", range(10))
def test_perft_counts_the_sequences_of_the_walk(chunk: int) -> None:
    rng = random.Random(chunk)
    positions = random_position(rng, seats=3, tricks=3)
    positions = forward(positions, rng.randrange(4), rng)

    def count(now: Any, depth: int) -> int:
        if not depth:
            return 1
        found = 0
        for card in bits(legal_cards(now[0])):
            after = now.copy()
            play_card(after[0], card)
            found += count(after, depth - 1)
        return found

    assert [perft(positions, depth) for depth in range(7)] == [count(positions, depth) for depth in range(7)]


def test_perft_of_hands_that_cannot_follow_is_a_product_of_factorials() -> None:
    positions = np.zeros(1, POSITION)
    positions[0] = position([0, 1, 2, 3], [16, 17, 18, 19], [32, 33, 34, 35], floor=NO_TRUMP)
    assert perft(positions, 12) == math.factorial(4) ** 3
    assert perft(positions, 13) == 0
