"""The auction (docs/rules.md §3)."""

import random

import pytest
from game_builders import act, house, legal, match_at, opened, scored, setup_of, short

from shmear.game import Bid, HandState, IllegalAction, Match, Outcome, Over, Pass, Phase, Shoot
from shmear.rules.knobs import AllPass, Floor, ForfeitPaidBy, Partners, Redealer
from shmear.rules.knobs import Match as MayMatch

EVERYONE = 0b1111
MATCHING = house("six-point", auction={"may_match": MayMatch.DEALER})


@pytest.mark.clause("3.all.one-round")
def test_one_call_each_from_the_dealers_left() -> None:
    state = opened(setup_of("six-point", 4), dealer=1)
    seats = []
    for call in ("pass", "bid 2", "pass", "bid 4"):
        seats.append(state.to_act)
        state = act(state, call)
    assert seats == [2, 3, 0, 1]
    contract = state.public.contract
    assert contract is not None
    assert (contract.bidder, contract.bid) == (1, 4)
    assert state.phase is Phase.PLAY


@pytest.mark.clause("3.all.higher")
def test_a_call_is_a_higher_number_or_pass() -> None:
    state = act(opened(setup_of("six-point", 4)), "bid 3")
    assert legal(state) == ["pass", "bid 4", "bid 5", "bid 6"]
    for call in ("bid 2", "bid 3"):
        with pytest.raises(IllegalAction, match="has to bid more than 3, or pass") as refused:
            act(state, call)
        assert refused.value.clause == "3"


@pytest.mark.clause("3.all.higher")
def test_a_bid_is_at_least_the_lowest() -> None:
    with pytest.raises(IllegalAction, match="the lowest bid is 4"):
        act(opened(setup_of("ten-point", 4)), "bid 3")


@pytest.mark.clause("3.all.top-bid")
def test_after_the_highest_bid_the_rest_may_only_pass() -> None:
    assert legal(act(opened(setup_of("six-point", 4)), "bid 6")) == ["pass"]
    with pytest.raises(IllegalAction, match="the highest bid is 6"):
        act(opened(setup_of("six-point", 4)), "bid 7")


@pytest.mark.clause("3.all.top-bid")
def test_after_the_highest_bid_a_shmear_player_may_also_shoot() -> None:
    state = act(opened(setup_of("shmear", 4), shoot=0b0110), "bid 4")
    assert legal(state) == ["pass", "shoot"]
    assert legal(act(state, "pass", "pass")) == ["pass"]


@pytest.mark.clause("3.all.sleeping-points")
def test_all_the_points_may_be_bid_though_some_sleep() -> None:
    state = opened(setup_of("six-point", 4), undealt="BJ LJ")
    assert "bid 6" in legal(state)


@pytest.mark.clause("3.S.dealer-choice")
def test_when_everybody_passed_the_dealer_chooses() -> None:
    passed = act(opened(setup_of("shmear", 4), shoot=EVERYONE), *["pass"] * 4)
    assert passed.phase is Phase.DEALER_CHOICE
    assert passed.to_act == 3
    assert legal(passed) == ["bid 2", "forfeit", "shoot"]
    assert legal(act(opened(setup_of("shmear", 4)), *["pass"] * 4)) == ["bid 2", "forfeit"]
    assert passed.setup.rules.auction.all_pass is AllPass.CHOOSES
    with pytest.raises(IllegalAction, match="dealer chooses"):
        act(passed, "pass")
    with pytest.raises(IllegalAction, match="dealer chooses"):
        act(passed, "bid 3")


@pytest.mark.clause("3.S.dealer-choice")
def test_a_dealer_who_plays_at_two_leads() -> None:
    state = act(opened(setup_of("shmear", 4)), *["pass"] * 4, "bid 2")
    contract = state.public.contract
    assert contract is not None
    assert (contract.bidder, contract.bid, contract.shooting) == (3, 2, False)
    assert (state.phase, state.to_act) == (Phase.PLAY, 3)


@pytest.mark.clause("3.S.dealer-choice")
def test_a_dealer_who_has_passed_may_still_shoot() -> None:
    state = act(opened(setup_of("shmear", 4), shoot=EVERYONE), *["pass"] * 4, "shoot")
    contract = state.public.contract
    assert contract is not None
    assert (contract.bidder, contract.bid, contract.text) == (3, 4, "shoot")


@pytest.mark.clause("3.S.forfeit")
def test_a_forfeit_costs_two_chips_and_brings_a_smuck() -> None:
    hand = act(opened(setup_of("shmear", 4), dealer=2), *["pass"] * 4, "forfeit")
    assert isinstance(hand, Over)
    assert hand.outcome is Outcome.FORFEIT
    match = scored(hand, [5, 5, 5, 5], [0, 1, 1, 0])
    assert match.scores == (5, 5, 3, 5)
    assert match.smucks == (0, 1, 2, 0)
    assert match.dealer == 3


@pytest.mark.clause("3.S.forfeit")
@pytest.mark.clause("8.S.floor")
def test_a_forfeit_stops_at_zero() -> None:
    hand = act(opened(setup_of("shmear", 4), dealer=2), *["pass"] * 4, "forfeit")
    assert scored(hand, [5, 5, 1, 5]).scores == (5, 5, 0, 5)


@pytest.mark.clause("3.S.forfeit-side")
def test_each_partner_of_the_dealer_pays_a_forfeit() -> None:
    hand = act(opened(setup_of("partner", 4), dealer=1), *["pass"] * 4, "forfeit")
    match = scored(hand, [5, 6, 5, 6])
    assert match.scores == (5, 4, 5, 4)
    assert match.smucks == (0, 1, 0, 1)
    assert match.setup.rules.auction.forfeit_paid_by is ForfeitPaidBy.SIDE


def test_the_dealer_alone_may_pay_a_forfeit() -> None:
    rules = house("partner", auction={"forfeit_paid_by": ForfeitPaidBy.DEALER, "forfeit": 3, "forfeit_smucks": 2})
    hand = act(opened(setup_of(rules, 4), dealer=1), *["pass"] * 4, "forfeit")
    match = scored(hand, [5, 6, 5, 6])
    assert match.scores == (5, 3, 5, 6)
    assert match.smucks == (0, 2, 0, 0)


@pytest.mark.clause("3.S.shoot")
def test_shooting_is_higher_than_any_bid() -> None:
    state = act(opened(setup_of("shmear", 4), shoot=EVERYONE), "bid 4", "shoot", "pass", "pass")
    contract = state.public.contract
    assert contract is not None
    assert (contract.bidder, contract.shooting) == (1, True)


@pytest.mark.clause("3.S.shoot")
def test_shooting_with_the_jick_is_for_five_points() -> None:
    contract = act(opened(setup_of("jick", 4), shoot=EVERYONE), "shoot", "pass", "pass", "pass").public.contract
    assert contract is not None
    assert contract.bid == 5


@pytest.mark.clause("3.S.shoot-when")
def test_shooting_needs_the_first_hand_or_a_chip() -> None:
    setup = setup_of("shmear", 4)
    assert Match.new(setup, 0).may_shoot == EVERYONE
    later = match_at(setup, [0, 1, 2, 0])
    assert later.may_shoot == 0b0110
    state = later.deal(random.Random(1))
    assert state.to_act == 1
    assert Shoot() in state.legal_actions()
    state = act(state, "pass", "pass")
    with pytest.raises(IllegalAction, match="may not shoot"):
        act(state, "shoot")


@pytest.mark.clause("3.S.shoot-when")
def test_nobody_shoots_where_the_sheet_has_no_moon() -> None:
    match = Match.new(setup_of("six-point", 4), 0)
    assert match.may_shoot == 0
    with pytest.raises(IllegalAction, match="no shooting in this game"):
        act(match.deal(random.Random(1)), "shoot")


def test_a_house_may_ask_more_before_a_shot() -> None:
    rules = house("shmear", shoot={"from_score": 5, "first_hand": False})
    assert Match.new(setup_of(rules, 4), 0).may_shoot == 0
    assert match_at(setup_of(rules, 4), [4, 5, 6, 0]).may_shoot == 0b0110


@pytest.mark.clause("3.S.shoot-last")
def test_nobody_can_overcall_a_shooter() -> None:
    state = act(opened(setup_of("shmear", 4), shoot=EVERYONE), "shoot")
    assert legal(state) == ["pass"]
    for call in ("shoot", "bid 4"):
        with pytest.raises(IllegalAction, match="nobody can overcall a shooter"):
            act(state, call)


@pytest.mark.clause("3.S.shoot-crazy")
def test_a_shot_crazy_hand_has_no_partners_and_the_same_target() -> None:
    # High is seat 0's and Low seat 1's, who would be partners.
    state = act(opened(short("crazy", 3), {0: "AS KS QS", 1: "2S 3H 4H", 2: "5H 6H 7H"}, shoot=0b111), "shoot")
    state = act(state, "pass", "pass", "play AS 2S 5H", "play KS 3H 6H", "play QS 4H 7H")
    assert isinstance(state, Over)
    assert state.result().sides == ((0,), (1,), (2,))
    assert state.setup.rules.match.target == 15


@pytest.mark.clause("3.S.first-hand")
def test_after_a_forfeit_the_next_hand_is_not_the_first() -> None:
    setup = setup_of("shmear", 4)
    hand = act(opened(setup, shoot=EVERYONE), *["pass"] * 4, "forfeit")
    after = Match.new(setup, 3).after(hand)
    assert not after.first_hand
    assert after.may_shoot == 0


def test_a_house_may_say_that_a_forfeit_is_no_hand() -> None:
    rules = house("shmear", auction={"forfeit_counts": False})
    hand = act(opened(setup_of(rules, 4), shoot=EVERYONE), *["pass"] * 4, "forfeit")
    assert Match.new(hand.setup, 3).after(hand).may_shoot == EVERYONE


@pytest.mark.clause("3.P.dealer-bids")
def test_the_dealer_is_stuck_when_everybody_passed() -> None:
    state = act(opened(setup_of("six-point", 4)), "pass", "pass", "pass")
    assert legal(state) == ["bid 2", "bid 3", "bid 4", "bid 5", "bid 6"]
    assert state.setup.rules.auction.all_pass is AllPass.STUCK
    with pytest.raises(IllegalAction, match="everybody passed, and seat 3 as dealer has to bid 2 or more"):
        act(state, "pass")
    refused = state.verify(Pass())
    assert refused is not None
    assert refused.to_you() == "everybody passed, and you as dealer have to bid 2 or more"


@pytest.mark.clause("3.P.dealer-bids")
def test_the_dealer_may_pass_once_somebody_has_bid() -> None:
    assert "pass" in legal(act(opened(setup_of("six-point", 4)), "pass", "bid 2", "pass"))


@pytest.mark.clause("3.T.throw-in")
def test_the_cards_are_thrown_in_before_the_dealer_calls() -> None:
    hand = act(opened(setup_of("ten-point", 5)), "pass", "pass", "pass", "pass")
    assert isinstance(hand, Over)
    assert hand.outcome is Outcome.REDEAL
    assert hand.setup.rules.auction.all_pass is AllPass.REDEAL_BEFORE_DEALER
    assert scored(hand, [3, -4, 5, 6, 7]).scores == (3, -4, 5, 6, 7)


@pytest.mark.clause("3.T.same-dealer")
def test_the_same_dealer_deals_again() -> None:
    hand = act(opened(setup_of("ten-point", 4), dealer=2), "pass", "pass", "pass")
    match = match_at(hand.setup, dealer=2).after(hand)
    assert match.dealer == 2
    assert hand.setup.rules.auction.redealer is Redealer.SAME


@pytest.mark.clause("3.T.ten-ends")
def test_a_bid_of_ten_ends_the_auction_at_once() -> None:
    state = act(opened(setup_of("ten-point", 4)), "bid 4", "bid 10")
    assert state.phase is Phase.TRUMP
    assert state.to_act == 1
    assert state.public.calls[-1] is Bid(10)


def test_a_house_may_throw_in_after_the_dealer_passed() -> None:
    rules = house("ten-point", auction={"all_pass": AllPass.REDEAL_AFTER, "redealer": Redealer.NEXT})
    state = act(opened(setup_of(rules, 4)), "pass", "pass", "pass")
    assert legal(state)[:2] == ["pass", "bid 4"]
    hand = act(state, "pass")
    assert isinstance(hand, Over)
    assert hand.outcome is Outcome.REDEAL
    assert match_at(hand.setup, dealer=3).after(hand).dealer == 0


def test_a_house_may_let_the_dealer_match() -> None:
    state = act(opened(setup_of(MATCHING, 3)), "bid 3")
    assert legal(state) == ["pass", "bid 4", "bid 5", "bid 6"]
    state = act(state, "pass")
    assert legal(state) == ["pass", "bid 3", "bid 4", "bid 5", "bid 6"]
    contract = act(state, "bid 3").public.contract
    assert contract is not None
    assert (contract.bidder, contract.bid) == (2, 3)
    assert setup_of("six-point", 3).rules.auction.may_match is MayMatch.NOBODY


def test_a_redeal_keeps_the_first_hand() -> None:
    rules = house("shmear", auction={"all_pass": AllPass.REDEAL_AFTER}, scoring={"floor": Floor.NONE})
    hand = act(opened(setup_of(rules, 4)), *["pass"] * 4)
    assert Match.new(hand.setup, 3).after(hand).first_hand


def test_calls_of_another_phase_are_refused() -> None:
    state = opened(setup_of("shmear", 4))
    for action in ("play AS", "trump S", "forfeit", "call AS", "discard AS"):
        with pytest.raises(IllegalAction, match="it is time to bid or pass") as refused:
            act(state, action)
        assert refused.value.clause == "3"
    assert state.setup.partners is Partners.NONE


@pytest.mark.parametrize(
    ("state", "call", "why"),
    [
        (act(opened(setup_of("six-point", 4)), "bid 6"), "bid 6", "after a bid of 6, the highest there is"),
        (
            act(
                opened(setup_of(house("six-point", auction={"may_match": MayMatch.DEALER}), 4)), "bid 3", "pass", "pass"
            ),
            "bid 2",
            "seat 3 has to bid 3 or more, or pass",
        ),
        (opened(setup_of("six-point", 4)), "shoot", "no shooting in this game"),
        (opened(setup_of("shmear", 4)), "shoot", "the first hand of the match or a score of 1"),
        (
            opened(setup_of(house("shmear", shoot={"first_hand": False, "from_score": 5}), 4)),
            "shoot",
            "it takes a score of 5$",
        ),
    ],
    ids=["after-the-highest", "a-dealer-who-may-match", "no-shooting", "no-chip", "no-first-hand"],
)
def test_a_refused_call_says_what_would_be_right_under_these_rules(state: HandState, call: str, why: str) -> None:
    with pytest.raises(IllegalAction, match=why):
        act(state, call)
