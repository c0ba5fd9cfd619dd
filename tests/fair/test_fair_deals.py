"""What is drawn from secret and nonces: cards, the first dealer, pairs."""

from __future__ import annotations

import fair_by_hand
import pytest

from shmear.fair import draw_dealer, draw_pairs, fair_deal
from shmear.game import Setup
from shmear.rules import at, preset, preset_names
from shmear.rules.knobs import Partners

SECRET = "5e" * 32
NONCES = ((0, "01" * 16), (1, "23" * 16))


@pytest.mark.parametrize("name", preset_names())
def test_the_whole_deck_of_every_game_is_shuffled_and_dealt_by_its_rules(name: str) -> None:
    rules = preset(name)
    for players in rules.deal.players:
        setup = Setup(rules, players, draw_pairs(rules, players, SECRET, NONCES))
        texts = [str(card) for card in setup.deck]
        order = fair_by_hand.shuffled(fair_by_hand.numbers(SECRET, NONCES, "deal"), texts)
        cards = {str(card): card for card in setup.deck}
        right = setup.deal_from([cards[str(text)] for text in order], dealer=1)
        assert fair_deal(setup, 1, SECRET, NONCES) == right


def test_the_deck_lies_suit_by_suit_before_the_shuffle() -> None:
    # The order that the page names, for a full deck with jokers and for a stripped one without ranks below the ten.
    full = [rank + suit for suit in "CDHS" for rank in "23456789TJQKA"] + ["LJ", "BJ"]
    assert [str(card) for card in Setup(preset("ten-point"), 4).deck] == full
    short = [rank + suit for suit in "CDHS" for rank in "TJQKA"] + ["LJ", "BJ"]
    assert [str(card) for card in Setup(preset("six-point"), 3).deck] == short
    assert [str(card) for card in Setup(preset("shmear"), 4).deck] == full[:-2]


@pytest.mark.clause("2.all.first-dealer")
@pytest.mark.parametrize("players", range(2, 9))
def test_the_first_dealer_is_drawn_from_all(players: int) -> None:
    drawn = [draw_dealer(players, f"{number:064x}", NONCES) for number in range(200)]
    assert set(drawn) == set(range(players))
    row = fair_by_hand.numbers(f"{7:064x}", NONCES, "dealer")
    assert drawn[7] == fair_by_hand.below(row, players)


@pytest.mark.parametrize("name", preset_names())
def test_pairs_are_drawn_where_the_rules_draw_them_and_nowhere_else(name: str) -> None:
    rules = preset(name)
    for players in rules.deal.players:
        drawn = at(rules.sides.partners, players) is Partners.DRAWN
        assert (draw_pairs(rules, players, SECRET, NONCES) is not None) == drawn


@pytest.mark.parametrize("players", [4, 6, 8])
def test_neighbours_in_the_shuffled_seats_are_partners(players: int) -> None:
    seats = fair_by_hand.shuffled(fair_by_hand.numbers(SECRET, NONCES, "sides"), range(players))
    pairs = draw_pairs(preset("six-point-partners"), players, SECRET, NONCES)
    assert pairs is not None
    assert {frozenset(pair) for pair in pairs} == {frozenset(seats[i : i + 2]) for i in range(0, players, 2)}
    assert list(pairs) == sorted(tuple(sorted(pair)) for pair in pairs)
