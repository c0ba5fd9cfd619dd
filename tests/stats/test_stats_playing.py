"""Hands played out by the many: who gets each point adds up to the points, and what the rules settle comes out so."""

from __future__ import annotations

import math
from math import comb
from typing import Any

import numpy as np
import pytest
from msgspec.structs import replace

from shmear.cards import Card, mask_of
from shmear.game import Setup
from shmear.rules import RuleSet, preset, preset_names
from shmear.rules.knobs import DiscardsScore, GameTie, Partners, PointCard, PointTo, TrumpMade
from shmear.rules.ruleset import Point
from shmear.stats.dealing import Dealt, deal_many, powers, strongest_first
from shmear.stats.patterns import ace_high
from shmear.stats.playing import NOBODY, OURS, THEIRS, make_ready, play_many
from shmear.stats.study import Study

GAMES = [(name, players) for name in preset_names() for players in preset(name).deal.players]


def to_takers(rules: RuleSet) -> RuleSet:
    """The same game with every point for a card going to who takes it."""
    points = {name: replace(one, to=PointTo.TAKER) for name, one in rules.points.items()}
    return replace(rules, points=points)


def without_game(rules: RuleSet) -> RuleSet:
    return replace(rules, points={name: one for name, one in rules.points.items() if name != "game"})


def counting_discards(rules: RuleSet) -> RuleSet:
    return replace(rules, exchange=replace(rules.exchange, discards_score=DiscardsScore.BIDDER))


def ties_to_the_bidder(rules: RuleSet) -> RuleSet:
    return replace(rules, scoring=replace(rules.scoring, game_tie=GameTie.BIDDER))


HOUSE = {
    "everything to takers": (to_takers(preset("jick")), 5),
    "everything to takers, made by High and Low": (to_takers(preset("crazy")), 6),
    "no Game": (without_game(preset("pitch")), 3),
    "no Game, discards count": (without_game(counting_discards(to_takers(preset("kitty")))), 4),
    "discards count": (counting_discards(preset("ten-point")), 5),
    "discards count, widow": (counting_discards(ties_to_the_bidder(preset("ten-point"))), 4),
    "discards count, and hold points": (counting_discards(to_takers(preset("ten-point"))), 4),
    "a tie goes to the bidder": (ties_to_the_bidder(preset("partner-pitch")), 4),
}


def played(rules: RuleSet, players: int, hands: int, seed: int = 4) -> Any:
    setup = Study(rules=rules, players=players).setup(0)
    dealt = strongest_first(setup, deal_many(setup, hands, np.random.default_rng(seed)))
    trump = powers(setup, dealt.holdings[:, 0]).argmax(axis=1)
    ready = make_ready(setup, dealt, trump)
    return setup, ready, play_many(setup, ready, seed, points=True)


def adds_up(rules: RuleSet, players: int, hands: int) -> None:
    setup, ready, ended = played(rules, players, hands)
    ours = np.zeros(hands, int)
    for name, won in ended.won.items():
        assert set(np.unique(won.who)) <= {NOBODY, OURS, THEIRS}
        ours += setup.rules.points[name].worth * (won.who == OURS)
    assert (ours == ended.points).all()
    for name, won in ended.won.items():
        point = setup.rules.points[name]
        card = setup.trumps[0].card_for(point.card)
        buried = rules.exchange.discards_score is DiscardsScore.BIDDER and point.to is PointTo.TAKER
        if card is not None and not buried:  # somebody gets it when somebody holds it, and only then
            assert ((won.who != NOBODY) == (won.holder >= 0)).all()
    held = ready.holdings[:, :players]
    assert (np.bitwise_count(held) == setup.tricks).all()


@pytest.mark.parametrize(("name", "players"), GAMES)
def test_the_points_of_each_add_up_to_those_of_the_bidders_side(name: str, players: int) -> None:
    adds_up(preset(name), players, 150)


@pytest.mark.parametrize("name", HOUSE)
def test_the_points_of_each_add_up_by_house_rules(name: str) -> None:
    adds_up(*HOUSE[name], 300)


def by_hand(texts: list[str], asleep: str = "") -> Dealt:
    holdings = np.zeros((1, 8), np.int64)
    for seat, text in enumerate(texts):
        holdings[0, seat] = mask_of(map(Card, text.split()))
    return Dealt(holdings, np.zeros(1, np.int64), np.array([mask_of(map(Card, asleep.split()))]))


@pytest.mark.clause("7.all.taken")
def test_who_takes_a_card_where_there_is_no_choice() -> None:
    # Clubs are trump, and the bidder leads its only one, the jack: the other's one club is the ace, or the nine.
    setup = Setup(preset("pitch"), 2)
    lost = by_hand(["JC 2D 3D 4D 5D 6D", "AC 2H 3H 4H 5H 6H"])
    kept = by_hand(["JC 2D 3D 4D 5D 6D", "9C 2H 3H 4H 5H 6H"])
    for dealt, jack, low in ((lost, THEIRS, THEIRS), (kept, OURS, OURS)):
        ended = play_many(setup, make_ready(setup, dealt, np.array([0])), 1, points=True)
        assert [ended.won[name].who[0] for name in ("jack", "low")] == [jack, low]
    assert play_many(setup, make_ready(setup, lost, np.array([0])), 1, points=True).won["high"].who[0] == THEIRS


@pytest.mark.clause("7.SP.high")
@pytest.mark.parametrize("name", ["six-point", "shmear"])
def test_high_is_with_whoever_holds_the_highest_trump(name: str) -> None:
    setup, ready, ended = played(preset(name), 4, 200)
    for row in range(200):
        trump = setup.trumps[int(ready.trump[row])]
        heights = [
            max([trump.height[card] for card in setup.deck if mask >> int(card) & 1], default=0)
            for mask in ready.holdings[row, :4].tolist()
        ]
        assert ended.won["high"].holder[row] == heights.index(max(heights))
        assert (ended.won["high"].who[row] == OURS) == (heights.index(max(heights)) == 0)


@pytest.mark.clause("4")
def test_the_bidder_takes_the_kitty_and_everybody_keeps_trumps() -> None:
    setup = Setup(preset("ten-point"), 4)
    dealt = deal_many(setup, 200, np.random.default_rng(1))
    trump = np.full(200, 2)
    ready = make_ready(setup, dealt, trump)
    suit = setup.trumps[2].mask
    before = dealt.holdings.copy()
    before[:, 0] |= dealt.kitty
    for seat in range(4):
        kept, had = ready.holdings[:, seat], np.bitwise_count(before[:, seat] & suit)
        assert (kept & ~before[:, seat] == 0).all()
        assert (np.bitwise_count(kept & suit) == np.minimum(had, 6)).all()


@pytest.mark.clause("4.T.call")
def test_the_bidder_calls_the_highest_trump_that_it_misses() -> None:
    setup = Setup(preset("ten-point"), 5)
    dealt = deal_many(setup, 300, np.random.default_rng(2))
    ready = make_ready(setup, dealt, np.full(300, 1))
    for row in range(300):
        mine = int(dealt.holdings[row, 0])
        missed = [card for card in reversed(setup.trumps[1].order) if not mine >> int(card) & 1 and card != Card("3D")]
        assert ready.called[row] == int(missed[0])
        holders = [seat for seat in range(1, 5) if int(ready.holdings[row, seat]) >> int(missed[0]) & 1]
        assert ready.partner[row] == (holders[0] if holders else -1)


@pytest.mark.clause("4")
def test_trump_is_made_of_a_suit_that_the_bidder_can_lead() -> None:
    for name in ("six-point", "jick"):
        setup = Setup(preset(name), 3)
        assert setup.rules.trump.made is TrumpMade.FIRST_LEAD
        dealt = deal_many(setup, 2000, np.random.default_rng(8))
        suit = powers(setup, dealt.holdings[:, 0]).argmax(axis=1)
        assert (dealt.holdings[:, 0] >> 13 * suit & 0x1FFF != 0).all()


def test_the_strongest_comes_first_and_the_others_keep_their_order() -> None:
    setup = Setup(preset("partner"), 4)
    dealt = deal_many(setup, 500, np.random.default_rng(5))
    turned = strongest_first(setup, dealt)
    best = powers(setup, dealt.holdings[:, :4]).max(axis=2)
    for row in range(500):
        first = int(best[row].argmax())
        assert turned.holdings[row, :4].tolist() == [int(dealt.holdings[row, (first + seat) % 4]) for seat in range(4)]


def test_ace_high_suits_of_three_are_as_frequent_as_the_formula_says() -> None:
    # Six cards of 30, seven of them of a suit: the ace, two of the other six, three of the 23 of no such suit; four
    # suits, less the six pairs of suits that both are so.
    setup, hands = Setup(preset("six-point"), 4), 50_000
    chance = (4 * comb(6, 2) * comb(23, 3) - 6 * comb(6, 2) ** 2) / comb(30, 6)
    holdings = deal_many(setup, hands, np.random.default_rng(6)).holdings[:, 0]
    found = ace_high(holdings, powers(setup, holdings))
    assert abs(len(found.rows) / hands - chance) < 4 * math.sqrt(chance * (1 - chance) / hands)
    for row, suit in zip(found.rows[:500].tolist(), found.suit[:500].tolist(), strict=True):
        mine = int(holdings[row]) >> 13 * suit & 0x1FFF
        assert mine.bit_count() == 3
        assert mine >> 12 & 1


def test_a_point_for_one_card_more_changes_nothing_else() -> None:
    # A point that nobody can get, for a card that is not in the deck.
    rules = preset("six-point")
    more = replace(rules, points={**rules.points, "three": Point(card=PointCard.THREE, to=PointTo.TAKER)})
    _, _, ended = played(rules, 4, 200)
    _, _, other = played(more, 4, 200)
    assert (ended.points == other.points).all()
    assert (other.won["three"].who == NOBODY).all()


def test_drawn_pairs_and_sides_set_by_the_players_are_played() -> None:
    assert len(Study(rules=preset("six-point-partners"), players=6).setup(3).sides) == 3
    rules = preset("partner")
    rules = replace(rules, sides=replace(rules.sides, partners=Partners.EXPLICIT))
    assert Study(rules=rules, players=4).setup(0).sides == ((0, 2), (1, 3))
    adds_up(rules, 6, 50)
