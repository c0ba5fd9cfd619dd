"""Who wins a match (docs/rules.md §9), each after a hand of three tricks."""

import random

import pytest
from game_builders import house, match_at, played, scored, setup_of, short

from shmear.game import Contract, HandResult, Match, Outcome
from shmear.game.match import winners
from shmear.rules import preset, preset_names
from shmear.rules.knobs import Decide

SMALL = ("0: AH 3H JH", "0: KS 4S 5S", "0: 6C 7C 8C")
"""Seat 0 takes High, the Jack and Game, seat 1 has Low."""


def decided(name: str, players: int, scores: list[int], bidder: int, partner: int | None = None, sides: object = None):
    """The winners when a bidder's hand ends at these scores."""
    setup = setup_of(name, players, sides)
    contract = Contract(bidder, 4, trump=0, partner=partner)
    result = HandResult(Outcome.PLAYED, contract, True, {}, (), (), ())
    return winners(setup, result, scores, shot_home=False)


@pytest.mark.clause("9.all.end")
def test_a_match_ends_after_the_hand_in_which_a_side_reaches_the_target() -> None:
    hand = played(short("shmear", 3), "H", 0, 3, *SMALL)
    assert scored(hand, [7, 9, 9]).winners is None
    done = scored(hand, [8, 0, 0])
    assert done.winners == (0,)
    assert done.is_over
    with pytest.raises(ValueError, match="the match is over"):
        done.deal(random.Random(1))


@pytest.mark.clause("9.all.end")
def test_points_count_to_the_end_of_the_hand() -> None:
    # Seat 1 has 10 and plays Low in the first trick; the hand goes on, and seat 0 reaches 11 too.
    assert scored(played(short("shmear", 3), "H", 0, 3, *SMALL), [8, 10, 0]).scores == (11, 11, 0)


@pytest.mark.clause("9.S.bidder")
def test_the_bidder_at_the_target_wins_whoever_has_more() -> None:
    hand = played(short("shmear", 3), "H", 0, 3, *SMALL)
    assert scored(hand, [8, 14, 0]).winners == (0,)
    assert decided("partner", 4, [15, 19, 15, 19], bidder=2) == (0, 2)
    assert preset("shmear").match.decide == (Decide.BIDDER, Decide.MOST)


@pytest.mark.clause("9.S.crazy-bidder")
def test_a_crazy_bidder_wins_alone() -> None:
    # Seats 0 and 1 are partners for the hand and reach 15 together.
    hand = played(short("crazy", 3), "H", 0, 4, *SMALL)
    done = scored(hand, [11, 13, 0])
    assert done.scores == (15, 17, 0)
    assert done.winners == (0,)


@pytest.mark.clause("9.S.most")
def test_without_the_bidder_the_most_chips_win() -> None:
    assert decided("shmear", 4, [10, 12, 13, 11], bidder=0) == (2,)
    assert decided("partner", 4, [14, 15, 14, 15], bidder=0) == (1, 3)


@pytest.mark.clause("9.S.draw")
def test_equal_chips_are_a_draw() -> None:
    assert decided("shmear", 4, [10, 12, 12, 11], bidder=0) == (1, 2)
    assert decided("partner", 6, [3, 16, 16, 3, 16, 16], bidder=0) == (1, 2, 4, 5)


@pytest.mark.clause("9.P.bidder")
def test_the_six_point_bidders_side_at_the_target_wins() -> None:
    assert decided("six-point", 4, [21, 25, 3, 4], bidder=0) == (0,)
    pairs = [[0, 1], [2, 3]]
    assert decided("six-point-partners", 4, [21, 21, 24, 24], bidder=1, sides=pairs) == (0, 1)


@pytest.mark.clause("9.P.highest")
def test_without_the_six_point_bidder_the_highest_score_wins() -> None:
    assert decided("six-point", 4, [20, 21, 25, 4], bidder=0) == (2,)


@pytest.mark.clause("9.P.draw")
def test_equal_six_point_scores_are_a_draw() -> None:
    assert decided("six-point", 4, [20, 22, 22, 4], bidder=0) == (1, 2)


@pytest.mark.clause("9.T.highest")
def test_the_highest_ten_point_score_wins_though_the_bidder_is_there() -> None:
    assert decided("ten-point", 4, [52, 53, 52, 53], bidder=0) == (1, 3)
    assert preset("ten-point").match.decide == (Decide.MOST, Decide.BIDDER, Decide.PARTNER)


@pytest.mark.clause("9.T.equal")
def test_of_equal_ten_point_sides_the_bidders_wins() -> None:
    assert decided("ten-point", 4, [55, 55, 55, 55], bidder=1) == (1, 3)


@pytest.mark.clause("9.T.equal")
def test_equal_ten_point_sides_without_the_bidder_draw() -> None:
    assert decided("ten-point", 6, [40, 55, 55, 40, 55, 55], bidder=0) == (1, 2, 4, 5)


@pytest.mark.clause("9.T.five-equal")
def test_at_five_of_equals_the_bidder_wins() -> None:
    assert decided("ten-point", 5, [52, 52, 52, 0, 0], bidder=1, partner=0) == (1,)


@pytest.mark.clause("9.T.five-equal")
def test_at_five_the_partner_wins_where_the_bidder_is_not_among_equals() -> None:
    assert decided("ten-point", 5, [52, 51, 52, 52, 0], bidder=1, partner=2) == (2,)


@pytest.mark.clause("9.T.five-equal")
def test_at_five_other_equals_draw() -> None:
    assert decided("ten-point", 5, [52, 51, 40, 52, 0], bidder=1, partner=2) == (0, 3)


@pytest.mark.clause("9.T.five-equal")
def test_at_five_the_most_comes_before_the_bidder() -> None:
    assert decided("ten-point", 5, [53, 52, 52, 0, 0], bidder=1, partner=2) == (0,)


def test_nobody_wins_below_the_target() -> None:
    assert decided("shmear", 4, [10, 10, 10, 10], bidder=0) is None


def test_a_house_may_decide_by_the_bidder_alone() -> None:
    rules = house("shmear", match={"decide": [Decide.BIDDER]})
    result = HandResult(Outcome.PLAYED, Contract(3, 2, trump=0), True, {}, (), (), ())
    assert winners(setup_of(rules, 4), result, [11, 12, 0, 0], shot_home=False) == (0, 1)


def test_a_house_may_let_the_partner_decide_first() -> None:
    rules = house("ten-point", match={"decide": [Decide.PARTNER, Decide.MOST]}, deal={"players": [5]})
    result = HandResult(Outcome.PLAYED, Contract(1, 4, trump=0, partner=2), True, {}, (), (), ())
    assert winners(setup_of(rules, 5), result, [60, 60, 52, 0, 0], shot_home=False) == (2,)


@pytest.mark.parametrize("name", preset_names())
def test_a_new_match_begins_at_zero(name: str) -> None:
    setup = setup_of(name, 4, [[0, 1], [2, 3]] if name == "six-point-partners" else None)
    match = Match.new(setup, 2)
    assert (match.scores, match.smucks, match.winners) == ((0,) * 4, (0,) * 4, None)
    assert (match.first_hand, match.hands, match.dealer) == (True, 0, 2)
    assert match_at(setup, dealer=2, first=True) == match
