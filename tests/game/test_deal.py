"""Players, decks and the deal (docs/rules.md §1 and §2)."""

import random
import re
from collections import Counter

import pytest
from game_builders import ORACLE, act, cards, house, match_at, opened, setup_of

from shmear.cards import CARDS, JOKERS
from shmear.game import Match, Setup, draw_sides
from shmear.rules import RulesError, at, preset, preset_names
from shmear.rules.knobs import AllPass, Follow, Jokers, Partners, PointTo, Redealer
from shmear.testing import random_match

RULES = (ORACLE.parents[1] / "docs" / "rules.md").read_text()


def rows() -> dict[str, list[str]]:
    """The table of presets in the rules, by name."""
    found = re.findall(r"^\| `([a-z-]+)` \| (.*) \|$", RULES, re.MULTILINE)
    return {name: [cell.strip() for cell in rest.split("|")] for name, rest in found if rest.count("|") >= 8}


def numbers(cell: str) -> list[int]:
    """``2–8`` or ``4, 6, 8`` as numbers."""
    if "–" in cell:
        low, high = map(int, cell.split("–"))
        return list(range(low, high + 1))
    return [int(number) for number in cell.split(", ")]


@pytest.mark.clause("1.all.presets")
def test_the_rules_have_a_row_for_every_preset() -> None:
    assert sorted(rows()) == list(preset_names())


@pytest.mark.clause("1.all.presets")
@pytest.mark.parametrize("name", preset_names())
def test_a_preset_plays_what_its_row_says(name: str) -> None:
    _, players, partners, dealt, undealt, points, bids, target, follow, low = rows()[name]
    rules = preset(name)
    assert list(rules.deal.players) == numbers(players)
    assert rules.match.target == int(target)
    assert rules.total_points == int(points[points.rindex("(") + 1 : -1])
    least, most = map(int, bids.split(",")[0].split("–"))
    assert (rules.auction.minimum, rules.auction.maximum) == (least, most)
    assert rules.shoot.allowed == ("shoot" in bids)
    assert rules.play.follow is Follow(follow)
    assert rules.points["low"].to is (PointTo.PLAYER if low == "who plays it" else PointTo.TAKER)
    if name == "ten-point":
        assert [at(rules.deal.cards, n) for n in (4, 5, 6)] == [10, 10, 8]
        assert [54 - n * at(rules.deal.cards, n) for n in (4, 5, 6)] == [14, 4, 6]
        assert [at(rules.sides.partners, n) for n in (4, 5, 6)] == [Partners.ACROSS, Partners.CALLED, Partners.ACROSS]
        return
    words = {
        "none": Partners.NONE,
        "across": Partners.ACROSS,
        "made by the cards, each hand": Partners.HIGH_LOW,
        "pairs drawn at random when the match starts": Partners.DRAWN,
    }
    assert rules.sides.partners is words[partners]
    assert rules.deal.cards == int(dealt)
    assert rules.exchange.kitty == (3 if undealt.startswith("kitty of 3") else 0)


@pytest.mark.clause("1.all.presets")
def test_a_preset_refuses_another_number_of_players() -> None:
    with pytest.raises(RulesError, match="4, 6, 8"):
        setup_of("partner", 5)


@pytest.mark.clause("1.all.across")
@pytest.mark.parametrize(
    ("players", "sides"),
    [(4, ((0, 2), (1, 3))), (6, ((0, 3), (1, 4), (2, 5))), (8, ((0, 4), (1, 5), (2, 6), (3, 7)))],
)
def test_partners_sit_across(players: int, sides: tuple[tuple[int, ...], ...]) -> None:
    assert setup_of("partner", players).sides == sides


@pytest.mark.clause("1.all.presets")
def test_pairs_are_drawn_when_the_match_starts() -> None:
    assert preset("six-point-partners").sides.partners is Partners.DRAWN
    drawn = {draw_sides(preset("six-point-partners"), 4, random.Random(seed)) for seed in range(60)}
    assert drawn == {((0, 1), (2, 3)), ((0, 2), (1, 3)), ((0, 3), (1, 2))}


def test_sides_that_players_set_may_be_of_any_size() -> None:
    rules = house("shmear", sides={"partners": Partners.EXPLICIT}, deal={"players": [3, 4, 5]})
    assert setup_of(rules, 5, [[4, 1], [0, 2, 3]]).sides == ((0, 2, 3), (1, 4))
    for wrong in (None, [[0, 1, 2, 3, 4]], [[0, 1], [2, 3]], [[0, 1], [1, 2, 3, 4]]):
        with pytest.raises(ValueError, match="side"):
            setup_of(rules, 5, wrong)


def test_sides_must_be_those_of_the_rules() -> None:
    with pytest.raises(ValueError, match=r"0\+2, 1\+3"):
        setup_of("partner", 4, [[0, 1], [2, 3]])
    with pytest.raises(ValueError, match="pairs"):
        setup_of("six-point-partners", 6, [[0, 1, 2], [3, 4, 5]])


@pytest.mark.clause("1.S.players")
def test_as_many_play_the_shmear_sheet_as_the_cards_serve() -> None:
    # Nine players would need 54 cards.
    assert preset("shmear").deal.players == (2, 3, 4, 5, 6, 7, 8)
    assert 8 * 6 <= 52 < 9 * 6


@pytest.mark.clause("1.S.target")
def test_plain_shmear_plays_to_eleven() -> None:
    assert preset("shmear").match.target == 11


@pytest.mark.clause("2.S.deck")
@pytest.mark.parametrize(
    "name", ["shmear", "crazy", "partner", "kitty", "jick", "partner-jick", "pitch", "partner-pitch"]
)
def test_the_shmear_sheet_has_52_cards(name: str) -> None:
    for players in preset(name).deal.players:
        assert setup_of(name, players).deck == CARDS[:52]
    assert preset(name).deck.jokers is Jokers.NONE


@pytest.mark.clause("2.T.deck")
@pytest.mark.parametrize("players", [4, 5, 6])
def test_ten_point_has_52_cards_and_two_jokers(players: int) -> None:
    assert setup_of("ten-point", players).deck == CARDS
    assert preset("ten-point").deck.jokers is Jokers.EQUAL


@pytest.mark.clause("2.P.deck")
@pytest.mark.parametrize(
    ("players", "lowest", "size", "asleep"),
    [(3, "T", 22, 4), (4, "8", 30, 6), (5, "7", 34, 4), (6, "5", 42, 6), (7, "4", 46, 4), (8, "2", 54, 6)],
)
def test_the_six_point_deck_is_stripped_by_players(players: int, lowest: str, size: int, asleep: int) -> None:
    setup = setup_of("six-point", players)
    assert preset("six-point").deck.jokers is Jokers.LOW
    assert len(setup.deck) == size
    assert setup.deck_mask & JOKERS == JOKERS
    ranks = "23456789TJQKA"
    assert {card.rank for card in setup.deck if card.rank} == set(ranks[ranks.index(lowest) :])
    assert size - 6 * players == asleep


@pytest.mark.clause("2.S.three-at-a-time")
def test_shmear_is_dealt_three_at_a_time() -> None:
    deal = setup_of("shmear", 3).deal_from(CARDS[:52], dealer=0)
    assert deal.hands[1] == CARDS[0:3] + CARDS[9:12]
    assert deal.hands[2] == CARDS[3:6] + CARDS[12:15]
    assert deal.hands[0] == CARDS[6:9] + CARDS[15:18]
    assert deal.undealt == CARDS[18:52]


def test_one_at_a_time_and_a_short_last_round() -> None:
    one = setup_of("six-point", 3).deal_from(setup_of("six-point", 3).deck, dealer=2)
    assert one.hands[0] == setup_of("six-point", 3).deck[0:18:3]
    rules = house("shmear", deal={"at_a_time": 4})
    four = setup_of(rules, 2).deal_from(CARDS[:52], dealer=1)
    assert four.hands[0] == CARDS[0:4] + CARDS[8:10]
    assert four.hands[1] == CARDS[4:8] + CARDS[10:12]


@pytest.mark.parametrize("name", preset_names())
def test_a_deal_is_the_deck(name: str) -> None:
    for players in preset(name).deal.players:
        rng = random.Random(players)
        setup = Setup(preset(name), players, draw_sides(preset(name), players, rng))
        deal = setup.deal(rng, 0)
        assert sorted([*sum(deal.hands, ()), *deal.undealt]) == list(setup.deck)


def test_every_card_comes_to_every_place() -> None:
    # 22 cards over 2,000 deals: each is dealt to seat 0 about 2000 × 6/22 = 545 times (with a deviation of 20).
    setup, rng = setup_of("six-point", 3), random.Random(1)
    times = Counter(card for _ in range(2000) for card in setup.deal(rng, 0).hands[0])
    assert len(times) == 22
    assert all(440 < count < 650 for count in times.values())


@pytest.mark.clause("2.all.next-dealer")
def test_the_deal_turns_clockwise() -> None:
    setup = setup_of("shmear", 4)
    for dealer, following in ((0, 1), (3, 0)):
        hand = act(opened(setup, dealer=dealer), "pass", "pass", "pass", "pass", "forfeit")
        assert match_at(setup, [5, 5, 5, 5], dealer=dealer).after(hand).dealer == following


@pytest.mark.clause("2.all.first-dealer")
def test_anybody_may_deal_first() -> None:
    # Randomness is passed in: whoever starts a match draws the dealer.
    setup = setup_of("shmear", 4)
    assert {random_match(setup, random.Random(seed), hands=0)[0].dealer for seed in range(40)} == {0, 1, 2, 3}
    assert all(Match.new(setup, dealer).dealer == dealer for dealer in range(4))


@pytest.mark.clause("2.S.kitty")
def test_the_first_three_undealt_cards_are_the_kitty() -> None:
    state = opened(setup_of("kitty", 4), {0: "AS KS QS JS TS 9S"}, undealt="2H 3H 4H 5H")
    state = act(state, "bid 2", "pass", "pass", "pass")
    assert set(cards("2H 3H 4H")) <= {card for card in CARDS if state.holdings[0] >> card & 1}
    assert not state.holdings[0] >> cards("5H")[0] & 1


def test_cards_thrown_in_may_pass_the_deal_on() -> None:
    rules = house("ten-point", auction={"redealer": Redealer.NEXT})
    hand = act(opened(setup_of(rules, 4), dealer=1), "pass", "pass", "pass")
    assert match_at(hand.setup, dealer=1).after(hand).dealer == 2
    assert rules.auction.all_pass is AllPass.REDEAL_BEFORE_DEALER
