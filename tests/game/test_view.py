"""What a seat may know: `view` is built from what everybody sees and the seat's own cards."""

import random

import pytest
from game_builders import act, cards, opened, setup_of
from msgspec.structs import replace

from shmear.cards import Card, mask_of
from shmear.game import HandState, Phase, PublicHand, Setup, View, draw_sides, view
from shmear.rules import preset, preset_names
from shmear.testing import another_world, check_view_hides, walk
from shmear.testing.leaks import known_to

MINE = "AS KS QS JS TS 9S"


def test_a_seat_sees_its_own_cards_and_everybodys_numbers() -> None:
    state = opened(setup_of("shmear", 4), {1: MINE})
    mine = view(state, 1)
    assert mine.holding == tuple(sorted(cards(MINE)))
    assert mine.dealt == cards(MINE)
    assert mine.counts == (6, 6, 6, 6)
    assert mine.public is state.public


def test_a_spectator_sees_no_card_that_is_not_played() -> None:
    state = act(opened(setup_of("six-point", 3), {0: MINE}), "bid 2", "pass", "pass", "play AS")
    found = view(state, None)
    assert (found.holding, found.dealt, found.kitty, found.discards, found.refused) == ((), (), (), (), ())
    assert list(found.legal) == []
    assert found.trick == (Card("AS"),)
    assert found.counts == (5, 6, 6)


def test_only_the_seat_to_act_sees_what_it_may_do() -> None:
    state = opened(setup_of("six-point", 4))
    assert view(state, 0).legal == state.legal_actions()
    assert all(not view(state, seat).legal for seat in (1, 2, 3))


def test_a_card_that_may_not_be_played_comes_with_the_reason() -> None:
    state = opened(setup_of("six-point", 3), {0: "AS KS TD JD QD KD", 1: "TS AH KH QH JH TH"})
    state = act(state, "bid 2", "pass", "pass", "play AS")
    mine = view(state, 1)
    assert [str(card) for card, _ in mine.refused] == ["TH", "JH", "QH", "KH", "AH"]
    assert all(reason.startswith("you hold") for _, reason in mine.refused)
    assert view(state, 0).refused == ()


def test_only_the_bidder_sees_the_kitty_and_only_once_it_is_taken() -> None:
    state = opened(setup_of("kitty", 3), undealt="2H 3H 4H")
    assert all(view(state, seat).kitty == () for seat in range(3))
    state = act(state, "bid 2", "pass", "pass")
    assert [view(state, seat).kitty for seat in range(3)] == [cards("2H 3H 4H"), (), ()]
    state = act(state, "discard 2H 3H 4H")
    assert [view(state, seat).discards for seat in range(3)] == [cards("2H 3H 4H"), (), ()]


def test_the_widow_is_hidden_while_trump_is_being_named() -> None:
    state = act(opened(setup_of("ten-point", 4)), "bid 4", "pass", "pass", "pass")
    assert state.phase is Phase.TRUMP
    assert view(state, 0).kitty == ()
    check_view_hides(state, random.Random(1))


def test_there_is_no_view_of_a_seat_that_is_not_there() -> None:
    for seat in (-1, 4):
        with pytest.raises(ValueError, match="there is no seat"):
            view(opened(setup_of("shmear", 4)), seat)


def test_everything_but_the_deal_holdings_and_discards_is_in_plain_sight() -> None:
    # A field that is added to one of these types has to be looked at here: does it hide, or give away, a card?
    assert set(HandState.__struct_fields__) == {"setup", "deal", "public", "holdings", "discards", "legal"}
    assert set(PublicHand.__struct_fields__) == {
        "dealer",
        "phase",
        "to_act",
        "may_shoot",
        "calls",
        "contract",
        "plays",
        "winners",
        "taken",
    }
    assert set(View.__struct_fields__) == {
        "setup",
        "seat",
        "public",
        "holding",
        "dealt",
        "kitty",
        "discards",
        "counts",
        "legal",
        "refused",
        "scores",
    }


def test_another_world_keeps_what_a_seat_knows_and_moves_the_rest() -> None:
    state = act(opened(setup_of("six-point", 4), {0: MINE}), "bid 2", "pass", "pass", "pass", "play AS")
    other = another_world(state, 0, random.Random(3))
    assert other.holdings[0] == state.holdings[0]
    assert other.public == state.public
    assert other.holdings[1:] != state.holdings[1:]
    everywhere = [mask_of(hand) for hand in other.deal.hands] + [mask_of(other.deal.undealt)]
    assert sum(everywhere) == state.setup.deck_mask


def test_what_is_known_grows_with_every_card_played() -> None:
    state = act(opened(setup_of("six-point", 4), {0: MINE}), "bid 2", "pass", "pass", "pass")
    assert known_to(state, None) == 0
    assert known_to(state, 0) == mask_of(cards(MINE))
    assert known_to(act(state, "play AS"), 1) == state.holdings[1] | mask_of(cards("AS"))


def test_a_leak_would_be_found() -> None:
    """The check itself: a view that shows another seat's cards differs in another world."""
    state = opened(setup_of("shmear", 4))
    other = another_world(state, 0, random.Random(1))
    shown = replace(view(state, 0), kitty=state.deal.hands[1])
    assert shown != replace(view(other, 0), kitty=other.deal.hands[1])


@pytest.mark.parametrize("name", preset_names())
def test_no_view_gives_a_hidden_card_away(name: str) -> None:
    rng = random.Random(name)
    for players in preset(name).deal.players:
        setup = Setup(preset(name), players, draw_sides(preset(name), players, rng))
        dealer = rng.randrange(players)
        state = opened(setup, dealer=dealer, shoot=(1 << players) - 1)
        for before, action in walk(state, rng):
            check_view_hides(before, rng)
            state = before.apply(action)
        check_view_hides(state, rng)
