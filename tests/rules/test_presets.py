"""The presets, against the table of the rules and the clauses beside it."""

import tomllib

import pytest

from shmear.rules import RulesError, RuleSet, at, preset, preset_names, preset_text, same_as_preset
from shmear.rules.facts import Facts
from shmear.rules.knobs import (
    AllPass,
    CalledCard,
    Decide,
    Discards,
    DiscardsScore,
    FirstLead,
    Floor,
    Follow,
    GameTie,
    Jokers,
    Partners,
    PointCard,
    PointTo,
    Protect,
    Redealer,
    ShootFailure,
    TrumpMade,
)

SHMEAR = ("shmear", "crazy", "partner", "kitty", "jick", "partner-jick", "pitch", "partner-pitch")
SIX = ("six-point", "six-point-partners")
ALL = (*SHMEAR, *SIX, "ten-point")

# preset: players, partners, points, bids, target, who Low goes to
FOUR = ["high", "low", "jack", "game"]
FIVE = ["high", "low", "jack", "jick", "game"]
JOKERS = ["high", "low", "jack", "big_joker", "little_joker", "game"]
TABLE = {
    "shmear": ([2, 3, 4, 5, 6, 7, 8], Partners.NONE, FOUR, (2, 4), 11, PointTo.PLAYER),
    "crazy": ([3, 4, 5, 6, 7, 8], Partners.HIGH_LOW, FOUR, (2, 4), 15, PointTo.PLAYER),
    "partner": ([4, 6, 8], Partners.ACROSS, FOUR, (2, 4), 15, PointTo.PLAYER),
    "kitty": ([2, 3, 4, 5, 6, 7, 8], Partners.NONE, FOUR, (2, 4), 15, PointTo.PLAYER),
    "jick": ([2, 3, 4, 5, 6, 7, 8], Partners.NONE, FIVE, (2, 5), 11, PointTo.PLAYER),
    "partner-jick": ([4, 6, 8], Partners.ACROSS, FIVE, (2, 5), 15, PointTo.PLAYER),
    "pitch": ([2, 3, 4, 5, 6, 7, 8], Partners.NONE, FOUR, (2, 4), 11, PointTo.TAKER),
    "partner-pitch": ([4, 6, 8], Partners.ACROSS, FOUR, (2, 4), 15, PointTo.TAKER),
    "six-point": ([3, 4, 5, 6, 7, 8], Partners.NONE, JOKERS, (2, 6), 21, PointTo.PLAYER),
    "six-point-partners": ([4, 6, 8], Partners.DRAWN, JOKERS, (2, 6), 21, PointTo.PLAYER),
}


@pytest.fixture(params=ALL)
def rules(request: pytest.FixtureRequest) -> RuleSet:
    return preset(request.param)


def test_the_presets_are_the_eleven_of_the_table() -> None:
    assert set(preset_names()) == set(ALL)


@pytest.mark.clause("1.all.presets")
@pytest.mark.parametrize("name", TABLE)
def test_a_preset_plays_what_its_row_says(name: str) -> None:
    rules = preset(name)
    players, partners, points, bids, target, low = TABLE[name]
    assert list(rules.deal.players) == players
    assert {at(rules.sides.partners, n) for n in players} == {partners}
    assert list(rules.points) == points
    assert rules.total_points == len(points)
    assert (rules.auction.minimum, rules.auction.maximum) == bids
    assert rules.match.target == target
    assert rules.points["low"].to is low
    assert {at(rules.deal.cards, n) for n in players} == {6}
    assert rules.play.follow is (Follow.SUIT_ELSE_ANY if name in SIX else Follow.SUIT_OR_TRUMP)
    assert rules.shoot.allowed is (name in SHMEAR)


@pytest.mark.clause("1.all.presets")
def test_ten_point_plays_what_its_row_says() -> None:
    rules = preset("ten-point")
    assert rules.deal.players == (4, 5, 6)
    assert [at(rules.sides.partners, n) for n in (4, 5, 6)] == [Partners.ACROSS, Partners.CALLED, Partners.ACROSS]
    assert [at(rules.deal.cards, n) for n in (4, 5, 6)] == [10, 10, 8]
    assert list(rules.points) == ["high", "low", "jack", "jick", "big_joker", "little_joker", "three", "game"]
    assert (rules.total_points, rules.points["three"].worth) == (10, 3)
    assert (rules.auction.minimum, rules.auction.maximum, rules.match.target) == (4, 10, 52)
    assert rules.play.follow is Follow.SUIT_ELSE_ANY
    assert not rules.shoot.allowed


@pytest.mark.clause("1.all.presets")
@pytest.mark.parametrize(("players", "undealt"), [(4, 14), (5, 4), (6, 6)])
def test_ten_point_leaves_undealt(players: int, undealt: int) -> None:
    facts = Facts(preset("ten-point"), players)
    assert facts.kitty + facts.asleep == undealt


@pytest.mark.clause("2.P.deck")
@pytest.mark.parametrize("name", SIX)
@pytest.mark.parametrize(
    ("players", "lowest", "deck"), [(3, "T", 22), (4, "8", 30), (5, "7", 34), (6, "5", 42), (7, "4", 46), (8, "2", 54)]
)
def test_six_point_strips_the_deck(name: str, players: int, lowest: str, deck: int) -> None:
    rules = preset(name)
    if players in rules.deal.players:
        facts = Facts(rules, players)
        assert facts.ranks[-1] == lowest
        assert facts.deck == deck
        assert facts.asleep == (4 if players % 2 else 6)


@pytest.mark.clause("2.S.deck")
@pytest.mark.parametrize("name", SHMEAR)
def test_shmear_is_played_with_52_cards(name: str) -> None:
    rules = preset(name)
    assert {Facts(rules, n).deck for n in rules.deal.players} == {52}


@pytest.mark.clause("2.T.deck")
def test_ten_point_is_played_with_54_cards() -> None:
    assert {Facts(preset("ten-point"), n).deck for n in (4, 5, 6)} == {54}


@pytest.mark.clause("2")
@pytest.mark.parametrize("players", range(2, 9))
def test_at_shmear_whatever_is_not_dealt_sleeps(players: int) -> None:
    assert Facts(preset("shmear"), players).asleep == 52 - 6 * players


@pytest.mark.clause("2.S.three-at-a-time")
@pytest.mark.parametrize("name", SHMEAR)
def test_shmear_deals_three_at_a_time(name: str) -> None:
    assert preset(name).deal.at_a_time == 3


@pytest.mark.clause("2.S.kitty")
@pytest.mark.parametrize("players", range(2, 9))
def test_the_kitty_has_three_cards(players: int) -> None:
    facts = Facts(preset("kitty"), players)
    assert (facts.kitty, facts.asleep) == (3, 52 - 6 * players - 3)


@pytest.mark.clause("6.all.six-tricks")
def test_every_preset_plays_six_tricks(rules: RuleSet) -> None:
    assert {Facts(rules, n).tricks for n in rules.deal.players} == {6}


@pytest.mark.clause("3.S.forfeit")
@pytest.mark.parametrize("name", SHMEAR)
def test_a_shmear_dealer_may_forfeit_two_chips_for_a_smuck(name: str) -> None:
    auction = preset(name).auction
    assert (auction.all_pass, auction.forfeit, auction.forfeit_smucks) == (AllPass.CHOOSES, 2, 1)


@pytest.mark.clause("3.S.shoot-when")
@pytest.mark.parametrize("name", SHMEAR)
def test_shooting_needs_a_chip_or_the_first_hand(name: str) -> None:
    shoot = preset(name).shoot
    assert (shoot.from_score, shoot.first_hand, shoot.takes_kitty) == (1, True, False)


@pytest.mark.clause("8.S.moon-missed")
@pytest.mark.parametrize("name", SHMEAR)
def test_a_missed_moon_costs_everything_and_two_smucks(name: str) -> None:
    assert (preset(name).shoot.failure, preset(name).shoot.smucks) == (ShootFailure.ZERO, 2)


@pytest.mark.clause("3.S.shoot-crazy")
def test_only_in_crazy_a_shooter_is_alone() -> None:
    assert [name for name in ALL if preset(name).shoot.alone] == ["crazy"]


@pytest.mark.clause("3.P.dealer-bids")
@pytest.mark.parametrize("name", SIX)
def test_the_six_point_dealer_has_to_bid(name: str) -> None:
    assert preset(name).auction.all_pass is AllPass.STUCK


@pytest.mark.clause("3.T.throw-in")
def test_ten_point_cards_are_thrown_in_before_the_dealer_calls() -> None:
    auction = preset("ten-point").auction
    assert (auction.all_pass, auction.redealer) == (AllPass.REDEAL_BEFORE_DEALER, Redealer.SAME)


@pytest.mark.clause("3.T.ten-ends")
def test_only_at_ten_point_the_highest_bid_ends_the_auction() -> None:
    assert [name for name in ALL if preset(name).auction.maximum_ends] == ["ten-point"]


@pytest.mark.clause("4.SP.lead-is-trump")
def test_trump_is_named_at_ten_point_only() -> None:
    assert [name for name in ALL if preset(name).trump.made is TrumpMade.NAMED] == ["ten-point"]


@pytest.mark.clause("4.P.first-lead")
@pytest.mark.parametrize("name", SIX)
def test_at_six_point_no_joker_is_led_first(name: str) -> None:
    assert preset(name).trump.first_lead is FirstLead.NO_JOKER


@pytest.mark.clause("4.S.kitty-exchange")
def test_who_takes_the_kitty_discards_any_cards() -> None:
    exchange = preset("kitty").exchange
    assert (exchange.discards, exchange.keep, exchange.protect) == (Discards.BIDDER, 6, Protect.NONE)


@pytest.mark.clause("4.T.discard")
def test_at_ten_point_everybody_discards_but_no_trumps() -> None:
    exchange = preset("ten-point").exchange
    assert (exchange.discards, exchange.keep, exchange.protect) == (Discards.EVERYONE, 6, Protect.TRUMPS)


@pytest.mark.clause("4.T.dead-cards")
def test_discards_score_for_nobody(rules: RuleSet) -> None:
    assert rules.exchange.discards_score is DiscardsScore.NOBODY


@pytest.mark.clause("4.T.call")
def test_the_three_of_trump_is_not_called() -> None:
    assert preset("ten-point").sides.not_callable == ("3",)


@pytest.mark.clause("4.T.call-played")
def test_the_called_card_beats_following_suit() -> None:
    assert preset("ten-point").sides.called_card is CalledCard.FIRST_TRICK


@pytest.mark.clause("5")
def test_where_the_jokers_rank() -> None:
    ranks = {name: preset(name).deck.jokers for name in ALL}
    assert ranks == {**dict.fromkeys(SHMEAR, Jokers.NONE), **dict.fromkeys(SIX, Jokers.LOW), "ten-point": Jokers.EQUAL}


@pytest.mark.clause("5.all.jick")
def test_which_games_have_a_jick() -> None:
    assert {name for name in ALL if preset(name).deck.jick} == {"jick", "partner-jick", "ten-point"}


@pytest.mark.clause("7.T.high")
def test_ten_point_high_and_low_are_the_ace_and_the_two() -> None:
    points = preset("ten-point").points
    assert (points["high"].card, points["low"].card) == (PointCard.ACE, PointCard.TWO)


@pytest.mark.clause("7.SP.high")
@pytest.mark.parametrize("name", [*SHMEAR, *SIX])
def test_high_and_low_are_the_highest_and_lowest_trump_played(name: str) -> None:
    points = preset(name).points
    assert (points["high"].card, points["low"].card) == (PointCard.HIGHEST, PointCard.LOWEST)


@pytest.mark.clause("7.all.counting")
def test_what_cards_count_for_game(rules: RuleSet) -> None:
    usual = {"T": 10, "A": 4, "K": 3, "Q": 2, "J": 1}
    assert rules.scoring.counting == (usual | {"joker": 1} if rules.name == "ten-point" else usual)


@pytest.mark.clause("7.all.game-tie")
def test_a_tie_for_game_goes_to_nobody(rules: RuleSet) -> None:
    assert rules.scoring.game_tie is GameTie.NOBODY


@pytest.mark.clause("8.S.floor")
def test_only_a_shmear_score_stays_above_zero() -> None:
    assert {name for name in ALL if preset(name).scoring.floor is Floor.ZERO} == set(SHMEAR)


@pytest.mark.clause("8.S.smuck")
def test_only_a_shmear_set_brings_a_smuck() -> None:
    assert {name: preset(name).scoring.set_smucks for name in ALL} == {
        **dict.fromkeys(ALL, 0),
        **dict.fromkeys(SHMEAR, 1),
    }


@pytest.mark.clause("9")
def test_who_wins_of_several_at_the_target(rules: RuleSet) -> None:
    ten = (Decide.MOST, Decide.BIDDER, Decide.PARTNER)
    assert rules.match.decide == (ten if rules.name == "ten-point" else (Decide.BIDDER, Decide.MOST))


def test_every_preset_is_found_by_how_it_is_played(rules: RuleSet) -> None:
    assert same_as_preset(rules) is rules


def test_headings_are_different() -> None:
    headings = [one for name in ALL if (one := tomllib.loads(preset_text(name)).get("heading"))]
    assert len(set(headings)) == len(headings) == 4


def test_a_name_that_is_no_preset_gets_the_nearest_one() -> None:
    with pytest.raises(RulesError, match='no game named "ten-pont"; did you mean ten-point'):
        preset("ten-pont")
