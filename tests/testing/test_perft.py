from math import comb

import pytest

from shmear.cards import CARDS
from shmear.game import Deal, HandState, Phase, Setup, open_hand
from shmear.rules import preset, read_rules
from shmear.testing import perft, perft_lines
from shmear.testing.perft import AUCTION, endings


def opened(name: str, players: int, cards: int = 3, shoot: int = 0) -> HandState:
    exchange = {"exchange": {"kitty": 0, "keep": cards}} if name == "ten-point" else {}
    rules = read_rules({"extends": name, "deal": {"cards": cards, "players": [players]}, **exchange})
    setup = Setup(rules, players)
    deck = setup.deck
    hands = tuple(deck[seat * cards : (seat + 1) * cards] for seat in range(players))
    return open_hand(setup, Deal(hands, deck[players * cards :]), players - 1, shoot)


def test_counts_by_ply() -> None:
    # Two players, bids 2 to 4: 4 calls; then 4 + 3 + 2 + 1 = 10 pairs; after two passes the dealer has two choices.
    assert perft(opened("shmear", 2), 5, within=AUCTION) == [4, 10, 2]


def test_counts_stop_at_the_depth_that_is_asked_for() -> None:
    assert perft(opened("shmear", 2), 2) == [4, 10]


@pytest.mark.parametrize("players", [3, 4, 5])
def test_a_whole_hand_of_one_suit(players: int) -> None:
    """With nothing but clubs dealt each card may always be played: 3!^players orders of play."""
    rules = read_rules({"extends": "shmear", "deal": {"cards": 3, "players": [players]}, "deck": {"ranks": "2-A"}})
    setup = Setup(rules, players)
    clubs = CARDS[: 3 * players] if players < 5 else (*CARDS[:12], *CARDS[13:16])
    hands = tuple(clubs[3 * seat : 3 * seat + 3] for seat in range(players))
    state = open_hand(setup, Deal(hands, tuple(card for card in setup.deck if card not in clubs)), players - 1)
    for text in ["bid 2"] + ["pass"] * (players - 1):
        state = state.apply(next(one for one in state.legal_actions() if str(one) == text))
    assert state.phase is Phase.PLAY
    assert perft(state, 3 * players, cap=10**6)[-1] == 6**players


def test_the_cap_ends_the_count_before_a_ply_that_is_too_long() -> None:
    assert perft(opened("shmear", 2), 5, cap=3) == [4]
    assert perft(opened("shmear", 2), 5, cap=9) == [4, 10]


def test_discards_are_counted_without_being_listed() -> None:
    rules = preset("kitty")
    setup = Setup(rules, 4)
    state = open_hand(setup, Deal(tuple(setup.deck[6 * s : 6 * s + 6] for s in range(4)), setup.deck[24:]), 3)
    for text in ("bid 2", "pass", "pass", "pass"):
        state = state.apply(next(one for one in state.legal_actions() if str(one) == text))
    assert perft(state, 1) == [comb(9, 3)]


def test_lines_say_ply_and_count() -> None:
    assert perft_lines(opened("shmear", 2), 2) == ["  1  4", "  2  10"]


def test_endings_say_what_auctions_come_to() -> None:
    found = endings(opened("shmear", 2), AUCTION)
    assert found == {
        "forfeit": 1,
        "seat 0: 2": 1,
        "seat 0: 3": 1,
        "seat 0: 4": 1,
        "seat 1: 2": 2,
        "seat 1: 3": 2,
        "seat 1: 4": 3,
    }
