"""What a hand does to the scores (docs/rules.md §8), each in a hand of three tricks."""

import pytest
from game_builders import act, opened, played, result_of, scored, short

from shmear.rules.knobs import Floor, SetCosts, ShootFailure, ShootNeeds, ShootSuccess

THREE = ("0: AH 3H JH", "0: KS 4S 5S", "0: 6C 7C 8C")
"""Three players, hearts: seat 0 takes High, the Jack and Game (3 points), seat 1 plays Low."""

FOUR = ("0: AH JH 3C", "0: 2H KH 4C", "1: TS 5C 6C")
"""Seat 0 takes High, Low and the Jack; seat 1 has Game, 13 to 5."""


@pytest.mark.clause("8.all.made")
def test_a_bid_is_made_by_as_many_points_and_scores_all() -> None:
    for bid in (2, 3):
        hand = played(short("shmear", 3), "H", 0, bid, *THREE)
        assert result_of(hand).made
        assert scored(hand).scores == (3, 1, 0)


@pytest.mark.clause("8.all.made")
@pytest.mark.clause("3.all.sleeping-points")
def test_a_bid_of_more_points_than_exist_cannot_be_made() -> None:
    # The jack sleeps; seat 0 takes the other three points.
    hand = played(short("shmear", 3), "H", 0, 4, "0: AH 3C 4C", "0: 2H 5C 6C", "0: KS 4S 5S")
    assert result_of(hand).side_points == (3, 0, 0)
    assert not result_of(hand).made
    assert scored(hand, [9, 0, 0]).scores == (5, 0, 0)


@pytest.mark.clause("8.all.set")
def test_who_is_set_loses_the_bid_and_scores_nothing() -> None:
    hand = played(short("shmear", 3), "H", 0, 4, *THREE)
    assert not result_of(hand).made
    assert scored(hand, [9, 5, 5]).scores == (5, 6, 5)


@pytest.mark.clause("8.all.set")
def test_a_bid_below_the_highest_loses_itself_only() -> None:
    # Seat 0 bids 2 and takes nothing but High.
    hand = played(short("shmear", 3), "H", 0, 2, "0: QH 3H 4H", "0: 5S TS 6S", "1: 7C 8C 9C")
    assert result_of(hand).side_points == (1, 2, 0)
    assert scored(hand, [9, 5, 5]).scores == (7, 7, 5)
    assert hand.setup.rules.scoring.set_costs is SetCosts.BID


def test_a_house_may_charge_the_highest_bid_for_being_set() -> None:
    setup = short("shmear", 3, scoring={"set_costs": SetCosts.MAXIMUM})
    hand = played(setup, "H", 0, 2, "0: QH 3H 4H", "0: 5S TS 6S", "1: 7C 8C 9C")
    assert scored(hand, [9, 5, 5]).scores == (5, 7, 5)


@pytest.mark.clause("8.all.others")
@pytest.mark.parametrize("bid", [3, 4])
def test_every_other_side_scores_what_it_took(bid: int) -> None:
    assert scored(played(short("shmear", 3), "H", 0, bid, *THREE), [0, 7, 2]).scores[1:] == (8, 2)


@pytest.mark.clause("8.all.partners")
def test_fixed_partners_score_and_lose_together() -> None:
    tricks = "0: AH 3H JH 4H", "0: KS 4S 5S 6S", "0: 6C 7C 8C 9C"
    made = played(short("partner", 4), "H", 0, 3, *tricks)
    assert scored(made, [5, 2, 5, 2]).scores == (8, 3, 8, 3)
    missed = played(short("partner", 4), "H", 0, 4, *tricks)
    after = scored(missed, [5, 2, 5, 2])
    assert after.scores == (1, 3, 1, 3)
    assert after.smucks == (1, 0, 1, 0)


@pytest.mark.clause("8.all.partners")
def test_partners_made_by_the_cards_score_and_lose_together() -> None:
    hand = played(short("crazy", 3), "H", 0, 4, "0: AH 3H JH", "0: KS 4S 5S", "0: 6C 7C 8C")
    # Seat 0 has High, the Jack and Game, seat 1 Low: all four, as partners.
    assert result_of(hand).made
    assert scored(hand, [1, 2, 3]).scores == (5, 6, 3)
    missed = played(short("crazy", 3), "H", 0, 4, "0: AH 3H 9H", "0: KS 4S 5S", "0: 6C 7C 8C")
    after = scored(missed, [6, 6, 6])
    assert after.scores == (2, 2, 6)
    assert after.smucks == (1, 1, 0)


@pytest.mark.clause("8.S.smuck")
def test_who_is_set_gains_a_smuck() -> None:
    after = scored(played(short("shmear", 3), "H", 0, 4, *THREE), [9, 5, 5], [1, 0, 2])
    assert after.smucks == (2, 0, 2)


@pytest.mark.clause("8.S.smuck")
def test_there_are_no_smucks_on_the_other_sheets() -> None:
    hand = played(short("six-point", 3), "H", 0, 6, "0: KH TH QH", "0: TS JS QS", "2: TC JC QC")
    assert scored(hand).smucks == (0, 0, 0)


@pytest.mark.clause("8.S.floor")
def test_a_shmear_score_never_falls_below_zero() -> None:
    hand = played(short("shmear", 3), "H", 0, 4, *THREE)
    assert scored(hand, [3, 0, 0]).scores == (0, 1, 0)
    assert hand.setup.rules.scoring.floor is Floor.ZERO


@pytest.mark.clause("8.PT.negative")
def test_other_scores_may_fall_below_zero() -> None:
    point = played(short("six-point", 3), "H", 0, 6, "0: KH TH QH", "0: TS JS QS", "2: TC JC QC")
    # Seat 0 has High and Game (15 to 13 and 13), seat 1 Low.
    assert result_of(point).game_count == (15, 13, 13)
    assert scored(point, [2, 0, 0]).scores == (-4, 1, 0)
    ten = played(short("ten-point", 4), "H", 0, 4, "0: KH 5H 6H 7H", "0: 4S TS 5S 6S", "1: 6C 7C 8C 9C")
    assert scored(ten, [1, 0, 1, 0]).scores == (-3, 1, -3, 1)
    assert ten.setup.rules.scoring.floor is Floor.NONE


@pytest.mark.clause("8.S.moon")
def test_the_moon_is_every_point_and_wins_at_once() -> None:
    tricks = "0: AH JH 3C", "0: 2H 7S 4C", "0: TS 5S 6C"
    after = scored(played(short("shmear", 3), "H", 0, "shoot", *tricks), [1, 10, 0])
    assert after.scores == (5, 10, 0)
    assert after.winners == (0,)


@pytest.mark.clause("8.S.moon")
def test_the_moon_with_the_jick_is_five_points() -> None:
    # Without the Jick, four of five.
    missed = played(short("jick", 3), "H", 0, "shoot", "0: AH JH 3C", "0: 2H 7S 4C", "0: TS 5S 6C")
    assert result_of(missed).side_points == (4, 0, 0)
    assert not result_of(missed).made
    home = played(short("jick", 3), "H", 0, "shoot", "0: AH JH JD", "0: 2H 7S 4C", "0: TS 5S 6C")
    assert scored(home).scores == (5, 0, 0)
    assert scored(home).winners == (0,)


@pytest.mark.clause("8.S.moon")
def test_partners_shoot_the_moon_together() -> None:
    tricks = "0: AH JH 3C 4C", "0: 2H 7S TD 5C", "0: TS 5S 6C 7C"
    after = scored(played(short("partner", 4), "H", 0, "shoot", *tricks), [2, 14, 2, 14])
    assert after.scores == (6, 14, 6, 14)
    assert after.winners == (0, 2)


@pytest.mark.clause("8.S.moon-sleeping")
def test_a_sleeping_jack_makes_the_moon_impossible() -> None:
    hand = played(short("shmear", 3), "H", 0, "shoot", "0: AH 3C 4C", "0: 2H 5C 6C", "0: TS 4S 5S")
    assert result_of(hand).points["jack"].seat is None
    after = scored(hand, [9, 0, 0])
    assert (after.scores, after.winners) == ((0, 0, 0), None)


@pytest.mark.clause("8.S.moon-missed")
def test_a_missed_moon_costs_all_chips_and_two_smucks() -> None:
    after = scored(played(short("shmear", 3), "H", 0, "shoot", *THREE), [9, 5, 5], [0, 1, 0])
    assert after.scores == (0, 6, 5)
    assert after.smucks == (2, 1, 0)


@pytest.mark.clause("8.S.moon-missed")
def test_both_partners_pay_for_a_missed_moon() -> None:
    tricks = "0: AH 3H JH 4H", "0: KS 4S 5S 6S", "0: 6C 7C 8C 9C"
    after = scored(played(short("partner", 4), "H", 0, "shoot", *tricks), [5, 2, 5, 2])
    assert after.scores == (0, 3, 0, 3)
    assert after.smucks == (2, 0, 2, 0)
    assert after.setup.rules.shoot.failure is ShootFailure.ZERO


def test_a_house_may_charge_the_target_for_a_missed_moon() -> None:
    setup = short("shmear", 3, shoot={"failure": ShootFailure.TARGET, "smucks": 3}, scoring={"floor": Floor.NONE})
    after = scored(played(setup, "H", 0, "shoot", *THREE), [9, 5, 5])
    assert after.scores == (9 - 11, 6, 5)
    assert after.smucks == (3, 0, 0)


@pytest.mark.parametrize(("needs", "made"), [(ShootNeeds.POINTS, True), (ShootNeeds.TRICKS, False)])
def test_a_house_may_ask_for_every_trick_of_a_moon(needs: ShootNeeds, made: bool) -> None:
    # All four points, but the last trick is lost.
    setup = short("shmear", 3, shoot={"needs": needs})
    hand = played(setup, "H", 0, "shoot", "0: AH JH TS", "0: 2H 7S 4C", "0: 5D 6D 2C")
    assert result_of(hand).side_points == (4, 0, 0)
    assert result_of(hand).made == made
    assert scored(hand, [5, 1, 1]).scores == ((9, 1, 1) if made else (0, 1, 1))
    assert scored(hand, [5, 1, 1]).winners == ((0,) if made else None)


@pytest.mark.parametrize(
    ("success", "scores", "winners"),
    [(ShootSuccess.MATCH, (1, 1, 1), (0,)), (ShootSuccess.MATCH_OR_ZERO, (0, 1, 1), None)],
)
def test_a_house_may_let_the_moon_only_clear_a_score_below_zero(
    success: ShootSuccess, scores: tuple[int, ...], winners: tuple[int, ...] | None
) -> None:
    setup = short("shmear", 3, shoot={"success": success}, scoring={"floor": Floor.NONE})
    hand = played(setup, "H", 0, "shoot", "0: AH JH 3C", "0: 2H 7S 4C", "0: TS 5S 6C")
    after = scored(hand, [-3, 1, 1])
    assert (after.scores, after.winners) == (scores, winners)
    assert scored(hand, [0, 1, 1]).winners == (0,)


@pytest.mark.clause("8.S.moon-others")
def test_the_others_score_what_they_took_from_a_shooter() -> None:
    missed = played(short("shmear", 3), "H", 0, "shoot", *FOUR)
    assert result_of(missed).side_points == (3, 1, 0)
    assert scored(missed, [4, 4, 4]).scores == (0, 5, 4)


FIVE = ("0: AC 3C 4C AS 5C", "0: KC 5H 6H 7H 2S", "0: QC 8H 9H TH 3S")
"""Five players, clubs: seat 0 takes High, the Three and Game (seat 3, the partner, plays the called AS)."""


@pytest.mark.clause("8.T.own-score")
@pytest.mark.clause("4.T.call-others")
def test_at_five_each_player_scores_what_the_team_of_the_hand_did() -> None:
    hand = played(short("ten-point", 5), "C", 0, 5, *FIVE, called="AS")
    # High 1, Three 3, Game 1.
    assert result_of(hand).side_points == (5, 0)
    assert scored(hand, [10, 20, 30, 40, 50]).scores == (15, 20, 30, 45, 50)
    assert hand.setup.sides == ((0,), (1,), (2,), (3,), (4,))


@pytest.mark.clause("8.T.own-score")
def test_at_five_bidder_and_partner_lose_the_bid_each() -> None:
    hand = played(short("ten-point", 5), "C", 0, 6, *FIVE, called="AS")
    assert scored(hand, [10, 20, 30, 40, 50]).scores == (4, 20, 30, 34, 50)


@pytest.mark.clause("4.T.call-alone")
def test_at_five_a_bidder_alone_loses_alone_and_the_four_score_together() -> None:
    tricks = "0: KC 3C 4C 5C AC", "4: 5H 6H 7H 8H 9H", "3: 2S 3S 4S 5S TS"
    hand = played(short("ten-point", 5), "C", 0, 4, *tricks, called="BJ")
    # The four: High 1, Three 3 and Game 1, for the ace of clubs takes the first trick.
    assert result_of(hand).sides == ((0,), (1, 2, 3, 4))
    assert scored(hand, [0, 1, 2, 3, 4]).scores == (-4, 6, 7, 8, 9)


def test_a_match_goes_on_only_after_a_finished_hand() -> None:
    state = act(opened(short("shmear", 3)), "bid 2")
    with pytest.raises(ValueError, match="not over"):
        scored(state)
