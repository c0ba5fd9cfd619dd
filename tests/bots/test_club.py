"""Club and expert: legal at every game, blind to what is hidden, repeatable, right where right can be reckoned."""

from __future__ import annotations

import random

import pytest
from bot_tables import at_play, new_match
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from shmear.bots import bot, bot_names
from shmear.bots.club import Club
from shmear.bots.expert import Expert
from shmear.bots.thinker import Thinker
from shmear.cards import Card
from shmear.game import Action, Bid, HandState, Match, Pass, Play, Setup, Shoot, draw_sides, view
from shmear.rules import RuleSet, at, preset, preset_names
from shmear.rules.knobs import Partners
from shmear.search.worlds import Worlds, complete
from shmear.testing import rule_sets_at

TABLES = [
    (name, players)
    for name in preset_names()
    for players in sorted({min(preset(name).deal.players), preset(name).usual_players, max(preset(name).deal.players)})
]


KINDS = [Club, Expert]


def act(state: HandState, player: Thinker | None = None, seed: int = 5, scores: tuple[int, ...] = ()) -> Action:
    assert state.to_act is not None
    return (player or Club()).act(view(state, state.to_act, scores), random.Random(seed))


@pytest.mark.parametrize(("game", "players"), TABLES)
def test_every_action_is_legal_and_repeatable(game: str, players: int) -> None:
    match = new_match(preset(game), players, 7)
    state = match.deal(random.Random(players))
    made: list[Action] = []
    while not state.is_over:
        kind = KINDS[len(made) % 2]
        action = act(state, kind(worlds=12, endgame=2), scores=match.scores)
        assert action in state.legal_actions()
        if len(made) % 5 == 0:
            assert act(state, kind(worlds=12, endgame=2), scores=match.scores) == action
        made.append(action)
        state = state.apply(action)


@settings(max_examples=8, deadline=None, suppress_health_check=list(HealthCheck))
@given(table=rule_sets_at(), seed=st.integers(0, 2**32))
def test_every_action_is_legal_at_any_house_rules(table: tuple[RuleSet, int], seed: int) -> None:
    rules, players = table
    chance = random.Random(seed)
    sides = draw_sides(rules, players, chance)
    if at(rules.sides.partners, players) is Partners.EXPLICIT:
        sides = tuple((seat,) for seat in range(players))
    match = Match.new(Setup(rules, players, sides), chance.randrange(players))
    state = match.deal(chance)
    while not state.is_over:
        action = act(state, chance.choice(KINDS)(worlds=8, endgame=2), seed, match.scores)
        assert action in state.legal_actions()
        state = state.apply(action)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(("game", "players"), [("partner", 4), ("six-point", 5), ("ten-point", 4), ("ten-point", 5)])
def test_hidden_cards_change_nothing(kind: type[Thinker], game: str, players: int) -> None:
    state = new_match(preset(game), players, 3).deal(random.Random(9))
    player = kind(worlds=12, endgame=3)
    while not state.is_over:
        assert state.to_act is not None
        seen = view(state, state.to_act)
        action = act(state, player)
        other = complete(seen, Worlds(seen).sample(1, 77)[0])
        if other.to_act == state.to_act:
            assert act(other, player) == action
        state = state.apply(action)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(("game", "players"), [("kitty", 4), ("ten-point", 5), ("crazy", 3)])
def test_it_explains_what_it_does(kind: type[Thinker], game: str, players: int) -> None:
    match = new_match(preset(game), players, 4)
    state = match.deal(random.Random(8))
    player = kind(worlds=12, endgame=3)
    while not state.is_over:
        assert state.to_act is not None
        seen = view(state, state.to_act, match.scores)
        decision = player.explain(seen, random.Random(5))
        assert decision.action == player.act(seen, random.Random(5))
        assert decision.estimates[0].action == decision.action
        assert decision.why.endswith(".")
        for one in decision.estimates:
            assert one.action in seen.legal
            assert 0 <= one.points <= match.setup.rules.total_points
            assert one.made is None or 0 <= one.made <= 1
            assert one.win is not None
            assert 0 <= one.win <= 1
            assert one.error >= 0
        worths = [one.worth for one in decision.estimates]
        assert worths == sorted(worths, reverse=True)
        state = state.apply(decision.action)


TWO_FROM_SEAT_1 = (Bid(2), Pass(), Pass(), Pass())


def test_a_ten_is_thrown_on_the_partners_ace_of_trump() -> None:
    # Nothing beats the ace of trump, and ten counting points are most of Game.
    hands = ["2H 9C 8C 7D 8D 9D", "AH KH 3H 5C 6C JD", "4H 9S 8S 7S 6S QD", "TC 2C 3C 4D 5D 6D"]
    state = at_play("partner", hands, TWO_FROM_SEAT_1, 0, "AH", "4H")
    assert act(state) == Play(Card("TC"))


def test_the_smallest_trump_goes_under_the_partners_ace() -> None:
    # Low is for who plays the lowest trump, whatever trick it falls in; the queen can still win one.
    hands = ["7H 9C 8C 7D 8D 9D", "AH KH 8H 5C 6C JD", "4H 9S 8S 7S 6S QD", "QH 2H 3C 4D 5D 6D"]
    state = at_play("partner", hands, TWO_FROM_SEAT_1, 0, "AH", "4H")
    assert act(state) == Play(Card("2H"))


def test_a_ten_is_kept_from_the_other_sides_sure_trick() -> None:
    hands = ["7H 9C 8C 7D 8D 9D", "AH KH 8H 5C 6C JD", "TC 9S 8S 7S 6S QD", "QH 2H 3C 4D 5D 6D"]
    state = at_play("partner", hands, TWO_FROM_SEAT_1, 0, "AH")
    assert act(state) != Play(Card("TC"))


def test_six_trumps_from_the_ace_are_bid() -> None:
    # High, Low, Jack and twenty counting points of its own: all four points, whoever plays what.
    state = at_play(
        "partner", ["7S 9C 8C 7D 8D 9D", "AH KH QH JH TH 2H", "4S 9S 8S 3S 6S QD", "QS 2S 3C 4D 5D 6D"], (), 0
    )
    assert isinstance(act(state), Bid | Shoot)


def test_six_low_cards_of_all_suits_are_passed() -> None:
    state = at_play(
        "partner", ["7S AC KC AD KD QD", "3H 4H 5C 7C 8D 9S", "AS AH KH 3S JH QC", "QS KS JS JD QH TC"], (), 0
    )
    assert act(state) == Pass()


def test_the_bots_are_listed_from_the_weakest() -> None:
    assert bot_names() == ("random", "novice", "club", "expert")
    assert isinstance(bot("club"), Club)
    assert isinstance(bot("expert"), Expert)


@pytest.mark.slow
@pytest.mark.parametrize("game", ["ten-point"])
def test_the_club_gains_points_on_novices(game: str) -> None:
    """Duplicate: the same deals with the sides changed. A check of sanity; docs/strength.md has the figures."""
    setup = Setup(preset(game), 4)
    chance, gained = random.Random(4), 0
    novice, club = bot("novice"), Club(worlds=48)
    for number in range(16):
        deal = setup.deal(chance, number % 4)
        for side in setup.sides:
            match = Match.new(setup, number % 4)
            state = match.begin(deal)
            while not state.is_over:
                assert state.to_act is not None
                player = club if state.to_act in side else novice
                seen = view(state, state.to_act, match.scores)
                state = state.apply(
                    player.act(seen, random.Random(f"{number} {state.to_act} {len(state.public.plays)}"))
                )
            result = state.result()
            if result.contract is None:
                continue
            for scoring, points in zip(result.sides, result.side_points, strict=True):
                lost = result.contract.bidder in scoring and not result.made
                change = -result.contract.bid if lost else points
                gained += change if scoring == side else -change
    assert gained > 0
