"""Lowering: the referee's cards by the kernel's numbers, and a hand or a view as a position."""

import random
from typing import Any

import numpy as np
import pytest
from played_hands import played_hand, trump_of

from shmear.cards import SUIT_MASKS, cards_of
from shmear.game import Contract, Setup, open_hand, view
from shmear.kernel.lanes import TRUMP, beats, lane_of
from shmear.kernel.walk import legal_cards
from shmear.rules import preset, preset_names, read_rules
from shmear.search.lower import lower, lower_deal, lower_view, numbering
from shmear.testing import random_setup

EVERY = [(name, players) for name in preset_names() for players in preset(name).deal.players]
RNG = random.Random


def hand_of(setup: Setup, rng: random.Random) -> Any:
    while True:
        hand = played_hand(setup, rng)
        if hand is not None:
            return hand


@pytest.mark.parametrize(("name", "players"), EVERY)
@pytest.mark.parametrize("trump", range(4))
def test_a_card_beats_another_by_number_as_it_does_by_the_rules(name: str, players: int, trump: int) -> None:
    setup = random_setup(preset(name), players, RNG(0))
    suit, cards = setup.trumps[trump], numbering(setup, trump)
    for lead in setup.deck:
        strength = suit.led[lead].strength
        for card in setup.deck:
            one, other = cards.number_of(card), cards.number_of(lead)
            assert beats(one, other, TRUMP, cards.equals) == (strength[card] > strength[lead])
            assert (lane_of(one) == lane_of(other)) == bool(suit.led[lead].suit >> card & 1)


@pytest.mark.parametrize("name", preset_names())
@pytest.mark.parametrize("trump", range(4))
def test_cards_and_masks_are_numbered_there_and_back(name: str, trump: int) -> None:
    setup = random_setup(preset(name), preset(name).usual_players, RNG(0))
    cards = numbering(setup, trump)
    assert cards is numbering(setup, trump)
    for card in setup.deck:
        assert cards.card_of(cards.number_of(card)) is card
        assert cards.card[cards.number[card]] == card
        assert cards.encode(1 << card) == 1 << cards.number_of(card)
    rng = RNG(trump)
    masks = np.array([[rng.getrandbits(54) & setup.deck_mask for _ in range(8)] for _ in range(5)])
    encoded = cards.encode_many(masks)
    assert encoded.tolist() == [[cards.encode(mask) for mask in row] for row in masks.tolist()]
    assert cards.decode_many(encoded).tolist() == masks.tolist()
    assert [cards.decode(mask) for mask in encoded[0].tolist()] == masks[0].tolist()


def test_trumps_lie_in_lane_3_from_the_lowest_to_the_highest() -> None:
    setup = Setup(preset("ten-point"), 4)
    cards = numbering(setup, 2)
    order = "2H 3H 4H 5H 6H 7H 8H 9H TH LJ BJ JD JH QH KH AH".split()
    assert [str(cards.card_of(TRUMP + place)) for place in range(16)] == order
    assert [str(card) for card in cards_of(cards.decode(cards.equals))] == ["LJ", "BJ"]
    assert numbering(Setup(preset("six-point"), 4), 2).equals == 0


@pytest.mark.parametrize(("name", "players"), EVERY)
def test_a_view_is_lowered_to_the_same_position_with_the_seat_s_own_cards(name: str, players: int) -> None:
    rng = RNG(f"{name} {players}")
    setup = random_setup(preset(name), players, rng)
    decisions, came_to = hand_of(setup, rng)
    for state, _ in decisions[:: max(1, len(decisions) // 6)]:
        whole: Any = lower(state, trump_of(came_to))[0]
        for seat in range(players):
            seen: Any = lower_view(view(state, seat), trump_of(came_to))[0]
            assert [int(mask) for mask in seen.hands] == [
                int(whole.hands[seat]) if other == seat else 0 for other in range(8)
            ]
            assert all(np.array_equal(seen[key], whole[key]) for key in whole.dtype.names if key != "hands")
        assert not lower_view(view(state, None), trump_of(came_to))["hands"].any()


def test_discards_that_count_are_counted_where_they_are_known() -> None:
    rules = read_rules({"extends": "kitty", "exchange": {"discards_score": "bidder"}})
    rng = RNG(3)
    setup = Setup(rules, 4)
    counted = 0
    for _ in range(20):
        decisions, came_to = hand_of(setup, rng)
        state, _ = decisions[0]
        bidder = state.public.contract.bidder
        own: Any = lower_view(view(state, bidder), trump_of(came_to))[0]
        whole: Any = lower(state, trump_of(came_to))[0]
        other: Any = lower_view(view(state, (bidder + 1) % 4), trump_of(came_to))[0]
        assert np.array_equal(own.counted, whole.counted)
        assert np.array_equal(own.points, whole.points)
        assert not other.counted.any()
        counted += int(whole.counted[bidder])
    assert counted


@pytest.mark.parametrize("name", ["shmear", "six-point", "jick"])
def test_before_the_first_lead_only_cards_printed_with_the_supposed_suit_may_be_led(name: str) -> None:
    rng = RNG(4)
    setup = Setup(preset(name), 4)
    decisions, _ = hand_of(setup, rng)
    state, _ = decisions[0]
    legal = 0
    for suit in range(4):
        wanted = state.legal & SUIT_MASKS[suit]
        if wanted:
            assert numbering(setup, suit).decode(int(legal_cards(lower(state, suit)[0]))) == wanted
            legal |= wanted
    assert legal == state.legal


@pytest.mark.parametrize(("name", "players"), EVERY)
def test_a_deal_that_is_supposed_is_the_position_before_the_first_lead(name: str, players: int) -> None:
    rng = RNG(f"{name} {players}")
    setup = random_setup(preset(name), players, rng)
    decisions, came_to = hand_of(setup, rng)
    state, _ = decisions[0]
    contract = state.public.contract
    found = lower_deal(
        setup,
        Contract(
            contract.bidder, contract.bid, contract.shooting, trump_of(came_to), contract.called, contract.partner
        ),
        state.holdings,
    )
    assert found == lower(state, trump_of(came_to))


def test_what_has_no_position_is_refused() -> None:
    setup = Setup(preset("shmear"), 4)
    state = open_hand(setup, setup.deal(RNG(1), 0), 0, 0)
    with pytest.raises(ValueError, match="in auction"):
        lower(state)
    decisions, came_to = hand_of(setup, RNG(1))
    with pytest.raises(ValueError, match="supposed"):
        lower(decisions[0][0])
    with pytest.raises(ValueError, match="are trump, not"):
        lower(decisions[1][0], 3 - trump_of(came_to))
