"""What a card player would do, in positions set up by hand. Hearts are trump throughout."""

from __future__ import annotations

import random

import pytest
from bot_tables import FOUR, PASS, THREE, TWO, at_play, choice

from shmear.bots import Novice
from shmear.cards import Card
from shmear.game import Bid, Discard, NameTrump, Phase, view

NOVICE = Novice()


def test_a_ten_goes_to_the_partner_whose_ace_of_trump_wins() -> None:
    hands = ("TD 2D 4C 5C 7S 9S", "3H 4H 6D 7D 8D 8C", "AH KH QH 2S 3S 2C", "5H 6H 3D 4D 9C TC")
    state = at_play("partner", hands, [PASS, TWO, PASS, PASS], 0, "AH", "5H")
    assert choice(state, NOVICE) == "play TD"


def test_no_ten_goes_to_an_opponent_whose_ace_of_trump_wins() -> None:
    hands = ("TD 2D 4C 5C 7S 9S", "AH KH QH 2S 3S 2C", "3H 4H 6D 7D 8D 8C", "5H 6H 3D 4D 9C TC")
    state = at_play("partner", hands, [TWO, PASS, PASS, PASS], 0, "AH", "4H", "5H")
    assert choice(state, NOVICE) == "play 2D"


def test_the_ten_of_trump_goes_under_the_partners_ace() -> None:
    hands = ("TH 3H 4C 5C 7S 9S", "2H 4H 6D 7D 8D 8C", "AH KH QH 2S 3S 2C", "5H 6H 3D 4D 9C TC")
    state = at_play("partner", hands, [PASS, TWO, PASS, PASS], 0, "AH", "5H")
    assert choice(state, NOVICE) == "play TH"


def test_the_jack_stays_home_when_an_opponents_ace_is_led() -> None:
    hands = ("JH 9H 4C 5C 7S 9S", "AH KH QH 2S 3S 2C", "3H 4H 6D 7D 8D 8C", "5H 6H 3D 4D 9C TC")
    state = at_play("shmear", hands, [TWO, PASS, PASS, PASS], 0, "AH", "4H", "5H")
    assert choice(state, NOVICE) == "play 9H"


def test_the_jack_is_saved_where_nobody_can_beat_it() -> None:
    hands = ("JH 9H 4C 5C 7S 9S", "TH 2H QD 2S 3S 2C", "3H 4H 6D 7D 8D 8C", "5H 6H 3D 4D 9C TC")
    state = at_play("shmear", hands, [TWO, PASS, PASS, PASS], 0, "TH", "4H", "5H")
    assert choice(state, NOVICE) == "play JH"


def test_the_bidder_leads_the_ace_before_the_jack() -> None:
    hands = ("AH JH 9H 4C 5C 7S", "KH 2H QD 2S 3S 2C", "3H QH 6D 7D 8D 8C", "5H 6H 3D 4D 9C TC")
    assert choice(at_play("shmear", hands, [PASS, PASS, PASS, TWO], 0), NOVICE) == "play AH"


def test_the_bidder_goes_on_with_the_king_of_trump() -> None:
    hands = ("AH KH JH 4C 5C 7S", "QH 2H QD 2S 3S 2C", "3H 7H 6D 7D 8D 8C", "5H 6H 3D 4D 9C TC")
    state = at_play("shmear", hands, [PASS, PASS, PASS, TWO], 0, "AH", "2H", "3H", "5H")
    assert choice(state, NOVICE) == "play KH"


def test_a_trick_is_won_cheaply_by_the_last_to_play() -> None:
    hands = ("AS JS 4C 5C 7D 9D", "AH KH TS 2S 3S 2C", "3H 4H 5S 7C 8D 8C", "5H 6H 6S 4D 9C TC")
    plays = ("AH", "3H", "5H", "4C", "TS", "5S", "6S")
    state = at_play("shmear", hands, [TWO, PASS, PASS, PASS], 0, *plays)
    assert choice(state, NOVICE) == "play JS"


@pytest.mark.parametrize(("game", "card"), [("shmear", "2H"), ("pitch", "9H")])
def test_the_two_of_trump_is_held_back_only_where_its_taker_gets_low(game: str, card: str) -> None:
    hands = ("9H 2H 4C 5C 7S 9S", "AH KH QH 2S 3S 2C", "3H 4H 6D 7D 8D 8C", "5H 6H 3D 4D 9C TC")
    state = at_play(game, hands, [TWO, PASS, PASS, PASS], 0, "AH", "4H", "5H")
    assert choice(state, NOVICE) == f"play {card}"


def test_the_two_of_trump_comes_home_under_the_partners_ace() -> None:
    hands = ("9H 2H 4C 5C 7S 9S", "3H 4H 6D 7D 8D 8C", "AH KH QH 2S 3S 2C", "5H 6H 3D 4D 9C TC")
    state = at_play("partner-pitch", hands, [PASS, TWO, PASS, PASS], 0, "AH", "5H")
    assert choice(state, NOVICE) == "play 2H"


def test_nothing_is_not_bid_on() -> None:
    hands = ("9C 8D 9D TS 8S QC", "AH KH QH JH TH BJ", "AC KC JC TC 9S KD", "AD QD JD TD AS KS")
    state = at_play("six-point", hands, [PASS, PASS, TWO], 0)
    assert choice(state, NOVICE) == "pass"
    four = at_play("shmear", ("9C 8D 3D 4S 8S 5C", *FILL), [PASS, PASS, PASS], 0)
    assert choice(four, NOVICE) == "pass"


FILL = ("AH KH QH JH TH 2H", "AC KC JC TC 9S KD", "AD QD JD TD AS KS")


def test_a_holding_full_of_trumps_is_bid_high() -> None:
    hands = ("9C 8D 9D TS 8S QC", "AH KH QH JH TH BJ", "AC KC JC TC 9S KD", "AD QD JD TD AS KS")
    call = choice(at_play("six-point", hands, [], 0), NOVICE)
    assert call in ("bid 4", "bid 5", "bid 6")


def test_the_last_to_call_buys_at_the_lowest_price() -> None:
    hands = ("AH KH QH JH TH BJ", "9C 8D 9D TS 8S QC", "AC KC JC TC 9S KD", "AD QD JD TD AS KS")
    assert choice(at_play("six-point", hands, [PASS, TWO, PASS], 0), NOVICE) == "bid 3"


def test_a_partners_bid_is_left_alone() -> None:
    hands = ("AH 9H 4C 5C 7S TS", "8H 4H 6D 7D 8D 8C", "KH QH 2H 2S 3S 2C", "5H 6H 3D 4D 9C TC")
    assert choice(at_play("partner", hands, [PASS, THREE, PASS], 0), NOVICE) == "pass"


def test_the_moon_is_not_shot_for_without_cards() -> None:
    hands = ("AH 9H 4C 5C 7S TS", "8H 4H 6D 7D 8D 8C", "KH QH 2H 2S 3S 2C", "5H 6H 3D 4D 9C TC")
    state = at_play("partner", hands, [PASS, PASS, PASS], 0)
    assert choice(state, NOVICE) != "shoot"


TEN = (
    "AH QH TH 3H 4C 5C 7S 8S 9D TD",
    "5H 6H 2C 3C 6C 2S 3S 2D 3D 4D",
    "7H 8H 7C 8C 9C 4S 5S 5D 6D 7D",
    "2H 9H TC JC QC 6S 9S 8D JS QS",
    "JH KC AC TS AS KD AD QD KS BJ",
)


def test_a_bidder_without_the_king_of_trump_calls_it() -> None:
    state = at_play("ten-point", TEN, [Bid(10)], 4)
    state = state.apply(NameTrump("H"))
    while state.phase is Phase.DISCARD:
        assert state.to_act is not None
        state = state.apply(NOVICE.act(view(state, state.to_act), random.Random(1)))
    assert choice(state, NOVICE) == "call KH"


def test_trump_is_named_in_the_suit_of_most_power() -> None:
    state = at_play("ten-point", TEN, [Bid(10)], 4)
    assert choice(state, NOVICE) == "trump H"


def test_trumps_and_aces_are_kept_at_the_kitty() -> None:
    hands = ("AH JH 9H 2H KC 7S", "KH 3H QD 2S 3S 2C", "4H QH 6D 7D 8D 8C", "5H 6H 3D 4D 9C TC")
    state = at_play("kitty", hands, [PASS, PASS, PASS, FOUR], 0)
    seen = view(state, 0)
    discard = NOVICE.act(seen, random.Random(1))
    assert isinstance(discard, Discard)
    assert not set(discard.cards) & {Card("AH"), Card("JH"), Card("9H"), Card("2H")}
    assert len(discard.cards) == 3
