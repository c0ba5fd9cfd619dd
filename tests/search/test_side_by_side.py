"""Referee and kernel side by side: the same legal cards, winners and points, whatever is played."""

import random

import pytest
from hypothesis import HealthCheck, Phase, given, seed, settings
from played_hands import check_rows, check_side_by_side, played_hand, printed, trump_of

from shmear.kernel.playout import POLICIES, play_out
from shmear.kernel.walk import perft
from shmear.rules import RuleSet, preset, preset_names
from shmear.search.lower import lower
from shmear.testing import perft as perft_of_referee
from shmear.testing import random_setup, rule_sets_at

PRESETS = [(name, players) for name in preset_names() for players in preset(name).deal.players]
SOME = settings(
    max_examples=25,
    deadline=None,
    database=None,
    phases=[Phase.generate],
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much, HealthCheck.data_too_large],
)


@pytest.mark.parametrize(("name", "players"), PRESETS)
def test_every_preset_is_played_alike(name: str, players: int) -> None:
    rng = random.Random(f"{name} {players}")
    assert sum(check_side_by_side(random_setup(preset(name), players, rng), rng) for _ in range(4))


@pytest.mark.fuzz
@pytest.mark.parametrize("chunk", range(4))
def test_house_rules_are_played_alike(chunk: int) -> None:
    @seed(chunk)
    @settings(SOME)
    @given(rule_sets_at())
    def alike(rules_at: tuple[RuleSet, int]) -> None:
        rules, players = rules_at
        rng = random.Random(chunk)
        for _ in range(3):
            check_side_by_side(random_setup(rules, players, rng), rng)

    alike()


@pytest.mark.fuzz
@pytest.mark.parametrize("policy", POLICIES)
def test_a_playout_of_the_last_trick_comes_to_what_the_referee_says(policy: str) -> None:
    @seed(7)
    @settings(SOME)
    @given(rule_sets_at())
    def alike(rules_at: tuple[RuleSet, int]) -> None:
        rules, players = rules_at
        rng = random.Random(7)
        hand = played_hand(random_setup(rules, players, rng), rng)
        if hand is None:
            return
        decisions, came_to = hand
        for state, _ in decisions[-players:]:
            found = play_out(lower(state), policy=policy)  # type: ignore[arg-type]
            check_rows(*(rows[0] for rows in found), came_to)

    alike()


@pytest.mark.parametrize(("name", "players"), PRESETS)
def test_perft_counts_as_many_endings_as_the_referee(name: str, players: int) -> None:
    rng = random.Random(f"{name} {players}")
    hand = None
    while hand is None:
        hand = played_hand(random_setup(preset(name), players, rng), rng)
    decisions, _ = hand
    for state, _ in (decisions[-3 * players], decisions[-2 * players - 1], decisions[-players]):
        counts = perft_of_referee(state, 3 * players, cap=2_000)
        assert counts == [perft(lower(state), depth) for depth in range(1, len(counts) + 1)]


@pytest.mark.parametrize("name", preset_names())
def test_perft_of_the_first_lead_is_the_sum_over_the_suits_that_may_be_trump(name: str) -> None:
    players = preset(name).usual_players
    rng = random.Random(name)
    hand = None
    while hand is None:
        hand = played_hand(random_setup(preset(name), players, rng), rng)
    decisions, came_to = hand
    state, _ = decisions[0]
    assert state.public.contract is not None
    suits = [trump_of(came_to)] if state.public.contract.trump is not None else range(4)
    supposed = [suit for suit in suits if state.legal & printed(state, suit)]
    counts = perft_of_referee(state, 4, cap=2_000)
    assert counts == [sum(perft(lower(state, suit), depth) for suit in supposed) for depth in range(1, len(counts) + 1)]
