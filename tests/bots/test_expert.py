"""The expert: each habit that players miss in programs has a position here, with the right move and why it is right."""

from __future__ import annotations

import random

import pytest
from bot_tables import FOUR, PASS, THREE, TWO, at_play

from shmear.bots.expert import Expert
from shmear.cards import Card
from shmear.game import (
    Action,
    Bid,
    CallCard,
    Deal,
    Discard,
    Forfeit,
    HandState,
    NameTrump,
    Pass,
    Phase,
    Play,
    Setup,
    Shoot,
    open_hand,
    view,
)
from shmear.rules import preset

EXPERT = Expert()
EVERYBODY = 0b1111


def act(state: HandState, scores: tuple[int, ...] | None = None, seed: int = 5) -> Action:
    assert state.to_act is not None
    scores = (0,) * state.setup.players if scores is None else scores
    return EXPERT.act(view(state, state.to_act, scores), random.Random(seed))


def dealt(game: str, hand: str, *, players: int = 4, seat: int = 1, dealer: int = 0, may_shoot: int = 0) -> HandState:
    """A deal in which one seat holds a hand and the others anything."""
    setup = Setup(preset(game), players)
    cards = tuple(Card(text) for text in hand.split())
    rest = [card for card in setup.deck if card not in cards]
    random.Random(3).shuffle(rest)
    hands: list[tuple[Card, ...]] = []
    for number in range(players):
        hands.append(cards if number == seat else tuple(rest[: setup.cards_dealt]))
        if number != seat:
            rest = rest[setup.cards_dealt :]
    assert len(cards) == setup.cards_dealt
    return open_hand(setup, Deal(tuple(hands), tuple(rest)), dealer, may_shoot=may_shoot)


# Calls


def test_it_shoots_the_moon_with_every_point_in_hand() -> None:
    # Six trumps from the ace take every trick: High, Low, Jack and Game. A shot that cannot fail wins the match.
    state = dealt("partner", "AH KH QH JH TH 2H", may_shoot=EVERYBODY)
    assert act(state, (3, 3, 3, 3)) == Shoot()


def test_it_does_not_shoot_what_it_cannot_take() -> None:
    # No jack in hand and four tricks to lose: the chips are worth more than the hope.
    state = dealt("partner", "AH 9H 4C 5C 7S TS", may_shoot=EVERYBODY)
    assert act(state, (3, 12, 3, 12)) != Shoot()


def test_it_forfeits_a_dump() -> None:
    # Seven and eight high: two points are out of reach. Set costs the two chips of the forfeit, and others score too.
    state = dealt("shmear", "7C 8D 7S 8C 7D 8S", seat=0)
    for _ in range(4):
        state = state.apply(Pass())
    assert state.phase is Phase.DEALER_CHOICE
    assert act(state, (5, 5, 5, 5)) == Forfeit()


def test_it_plays_rather_than_forfeit_with_two_sure_points() -> None:
    # Ace and two of hearts are High and Low whoever takes what.
    state = dealt("shmear", "AH 2H 7S 8C 7D 8S", seat=0)
    for _ in range(4):
        state = state.apply(Pass())
    assert act(state, (5, 5, 5, 5)) == TWO


def test_it_takes_the_bid_off_an_opponent_about_to_go_out() -> None:
    # Three points more and the opponent is out, as happens twice in three. Ace, king and jack make four nearly every
    # other time, which leads to nineteen; set, we have eleven, but the opponent still has to come home.
    state = dealt("six-point", "AH KH JH 9C TD 9S", seat=2).apply(THREE)
    assert act(state, (10, 18, 15, 10)) == FOUR


def test_at_the_brink_a_sure_low_bid_is_worth_more_than_a_pass() -> None:
    # Nineteen all, to 21: ace, king, jack and a joker take two points whatever happens, and who bids goes out first.
    state = dealt("six-point", "AH KH JH BJ TD 9S", seat=0, dealer=0)
    for call in (PASS, PASS, TWO):
        state = state.apply(call)
    assert isinstance(act(state, (19, 19, 19, 19)), Bid)


def test_a_partner_is_left_the_bid_that_he_has() -> None:
    # Nothing but a nine of trump: more than three would be too much for two.
    state = dealt("partner", "9H 4C 5C 7S TS 6D", seat=3).apply(THREE).apply(PASS)
    assert act(state) == PASS


def test_it_passes_six_low_cards() -> None:
    assert act(dealt("six-point", "TC 9C TD 9D TH 9S", seat=2).apply(TWO)) == PASS


# Between auction and play

TEN = [
    "AH KH QH JH JD BJ LJ TH 9H 2H",
    "5H 6H 2C 3C 6C 2S 3S 2D 3D 4D",
    "7H 4C 7C 8C 9C 4S 5S 5D 6D 7D",
    "8H 3H TC JC QC 6S 9S 8D JS QS",
    "4H KC AC TS AS KD AD QD KS 5C",
]


def to_call(hands: list[str]) -> HandState:
    state = at_play("ten-point", hands, [Bid(10)], 4).apply(NameTrump("H"))
    while state.phase is Phase.DISCARD:
        action = act(state)
        assert isinstance(action, Discard)
        state = state.apply(action)
    assert state.phase is Phase.CALL
    return state


def test_who_can_take_all_points_calls_a_card_that_nobody_keeps() -> None:
    # Aces, jacks and jokers take five tricks and catch the three on the way, and the two is Low whoever takes it. A
    # partner would only score the same ten points.
    call = act(to_call(TEN))
    assert isinstance(call, CallCard)
    assert call.card.suit is not None
    assert call.card.suit.letter != "H"
    assert call.card.rank not in ("A", "K")


def test_who_needs_help_calls_the_highest_trump_that_is_missing() -> None:
    hands = [
        "KH QH TH 9H 8H 2S 3S 2C 3C 2D",
        "5H 6H AH 4C 6C 8S 7S 8C 3D 4D",
        "7H AS 7C JD 9C 4S 5S 5D 6D 7D",
        "2H 3H TC JC QC 6S 9S 8D JS QS",
        "JH KC AC TS BJ KD AD QD KS LJ",
    ]
    assert act(to_call(hands)) == CallCard("AH")


def test_it_names_the_suit_of_its_points() -> None:
    assert act(at_play("ten-point", TEN, [Bid(10)], 4)) == NameTrump("H")


# Play. Hearts are trump.


def test_a_ten_is_thrown_on_the_partners_ace_of_trump() -> None:
    # Nothing beats the ace, and ten counting points are most of Game.
    hands = ["2H 9C 8C 7D 8D 9D", "AH KH 3H 5C 6C JD", "4H 9S 8S 7S 6S QD", "TC 2C 3C 4D 5D 6D"]
    state = at_play("partner", hands, (TWO, PASS, PASS, PASS), 0, "AH", "4H")
    assert act(state) == Play("TC")


def test_a_ten_is_kept_from_the_other_sides_sure_trick() -> None:
    hands = ["7H 9C 8C 7D 8D 9D", "AH KH 8H 5C 6C JD", "TC 9S 8S 7S 6S QD", "QH 2H 3C 4D 5D 6D"]
    state = at_play("partner", hands, (TWO, PASS, PASS, PASS), 0, "AH")
    assert act(state) != Play("TC")


def test_the_smallest_trump_goes_under_the_partners_ace() -> None:
    # Low is for who plays the lowest trump, whatever trick it falls in; the queen can still win one.
    hands = ["7H 9C 8C 7D 8D 9D", "AH KH 8H 5C 6C JD", "4H 9S 8S 7S 6S QD", "QH 2H 3C 4D 5D 6D"]
    state = at_play("partner", hands, (TWO, PASS, PASS, PASS), 0, "AH", "4H")
    assert act(state) == Play("2H")


@pytest.mark.parametrize(("game", "card"), [("shmear", "2H"), ("pitch", "9H")])
def test_low_is_protected_only_where_its_taker_gets_it(game: str, card: str) -> None:
    # To who plays it: the two is Low already, and the nine may win a trick. To who takes it: the ace would have it.
    hands = ("9H 2H 4C 5C 7S 9S", "AH KH QH 2S 3S 2C", "3H 4H 6D 7D 8D 8C", "5H 6H 3D 4D 9C TC")
    state = at_play(game, hands, [TWO, PASS, PASS, PASS], 0, "AH", "4H", "5H")
    assert act(state) == Play(card)


def test_low_comes_home_under_the_partners_ace_where_its_taker_gets_it() -> None:
    hands = ("9H 2H 4C 5C 7S 9S", "3H 4H 6D 7D 8D 8C", "AH KH QH 2S 3S 2C", "5H 6H 3D 4D 9C TC")
    state = at_play("partner-pitch", hands, [PASS, TWO, PASS, PASS], 0, "AH", "5H")
    assert act(state) == Play("2H")


def test_low_is_hunted_where_its_taker_gets_it() -> None:
    # The bidder has the ace left and the two is out: a trump brings it, a club would give it time to slip away.
    hands = ("AH KH 9C 4C 5C 7S", "2H 3H 8S 6D 7D 8D", "QD 4S 6S 7C 8C 9S", "5H 6S 3D 4D 9D TC".replace("6S", "TS"))
    state = at_play("pitch", hands, [PASS, PASS, PASS, THREE], 0, "KH", "3H", "7C", "5H")
    assert act(state) == Play("AH")


def test_a_joker_is_not_led_while_a_higher_trump_is_out() -> None:
    # Two cards each. The jack of trump is with one of three: led, the joker goes to it. The ace of spades can be led
    # first, and if the jack is spent on it the joker takes the last trick or falls to nobody.
    hands = ("AH QH KH BJ AS TD", "TH 9H JH QS TS 9S", "9C TC JC QC KC JD", "AD KD QD 9D KS JS")
    plays = ("AH", "9H", "9C", "JS", "KH", "TH", "TC", "9D", "QH", "JH", "JC", "QD", "TD", "TS", "JD", "KD")
    state = at_play("six-point", hands, [PASS, PASS, PASS, THREE], 0, *plays[:12])
    assert act(state) != Play("BJ") or not _trump_out(state)


def _trump_out(state: HandState) -> bool:
    assert state.public.contract is not None
    trump = state.setup.trumps[state.public.contract.trump or 0]
    return any(state.holdings[seat] & trump.mask for seat in range(state.setup.players) if seat != state.to_act)


def test_the_jack_is_kept_from_the_opponents_ace_and_saved_where_it_cannot_be_beaten() -> None:
    hands = ("JH 9H 4C 5C 7S 9S", "AH KH QH 2S 3S 2C", "3H 4H 6D 7D 8D 8C", "5H 6H 3D 4D 9C TC")
    state = at_play("shmear", hands, [TWO, PASS, PASS, PASS], 0, "AH", "4H", "5H")
    assert act(state) == Play("9H")
    hands = ("JH 9H 4C 5C 7S 9S", "TH 2H QD 2S 3S 2C", "3H 4H 6D 7D 8D 8C", "5H 6H 3D 4D 9C TC")
    state = at_play("shmear", hands, [TWO, PASS, PASS, PASS], 0, "TH", "4H", "5H")
    assert act(state) == Play("JH")
