"""The novice: legal at every game, the same from the same seed, and clearly better than chance."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from bot_tables import new_match, play_hand, play_match
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from shmear.bots import Novice, RandomBot, bot, bot_names
from shmear.game import Match, Setup, draw_sides, view
from shmear.rules import RuleSet, at, preset, preset_names
from shmear.rules.knobs import Partners
from shmear.testing import rule_sets_at

TABLES = [(name, players) for name in preset_names() for players in preset(name).deal.players]


@pytest.mark.parametrize(("game", "players"), TABLES)
def test_every_action_is_legal_and_repeatable(game: str, players: int) -> None:
    match = new_match(preset(game), players, 7)
    novice = Novice()
    for number in range(3):
        state = match.deal(random.Random(number))
        while not state.is_over:
            assert state.to_act is not None
            seen = view(state, state.to_act)
            action = novice.act(seen, random.Random(5))
            assert action in state.legal_actions()
            assert Novice().act(seen, random.Random(5)) == action
            state = state.apply(action)
        match = match.after(state)
        if match.is_over:
            break


@settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))
@given(table=rule_sets_at(), seed=st.integers(0, 2**32))
def test_every_action_is_legal_at_any_house_rules(table: tuple[RuleSet, int], seed: int) -> None:
    rules, players = table
    chance = random.Random(seed)
    sides = draw_sides(rules, players, chance)
    if at(rules.sides.partners, players) is Partners.EXPLICIT:
        sides = tuple((seat,) for seat in range(players))
    state = Match.new(Setup(rules, players, sides), chance.randrange(players)).deal(chance)
    actors = [Novice(), RandomBot()]
    while not state.is_over:
        assert state.to_act is not None
        seen = view(state, state.to_act)
        actions = [actor.act(seen, chance) for actor in actors]
        assert all(action in state.legal_actions() for action in actions)
        state = state.apply(actions[chance.randrange(5) == 0])


@pytest.mark.parametrize(
    ("game", "players", "matches", "least"),
    [
        ("six-point", 4, 40, 36),
        ("six-point-partners", 4, 20, 18),
        ("shmear", 4, 30, 24),
        ("pitch", 4, 30, 18),
        ("kitty", 3, 12, 9),
        ("crazy", 5, 20, 14),
        ("partner-jick", 6, 20, 15),
        ("ten-point", 4, 12, 11),
        ("ten-point", 5, 20, 13),
    ],
)
def test_one_side_of_novices_beats_random_players(game: str, players: int, matches: int, least: int) -> None:
    won = 0
    for seed in range(matches):
        match = new_match(preset(game), players, seed)
        side = match.setup.sides[seed % len(match.setup.sides)]
        seats = [Novice() if seat in side else RandomBot() for seat in range(players)]
        winners = play_match(match, seats, seed).winners
        won += winners is not None and set(side) <= set(winners)
    assert won >= least


@pytest.mark.parametrize(
    ("game", "players", "matches"),
    [("six-point", 4, 25), ("six-point", 6, 12), ("shmear", 3, 20), ("partner", 4, 20), ("ten-point", 4, 12)],
)
def test_a_novice_makes_most_of_its_bids_against_novices(game: str, players: int, matches: int) -> None:
    counts: Counter[str] = Counter()
    for seed in range(matches):
        play_match(new_match(preset(game), players, seed), [Novice()] * players, seed, counts)
    assert counts["made"] > 0.55 * (counts["made"] + counts["set"])
    assert counts["set"] > 0, "who is never set bids too little"


def test_bots_have_names() -> None:
    assert set(bot_names()) >= {"novice", "random"}
    assert isinstance(bot("novice"), Novice)
    assert isinstance(bot("random"), RandomBot)
    with pytest.raises(ValueError, match="random, novice"):
        bot("grandmaster")


def test_a_random_bot_takes_every_legal_call_in_time() -> None:
    state = new_match(preset("six-point"), 4, 1).deal(random.Random(1))
    assert state.to_act is not None
    seen = view(state, state.to_act)
    found = {RandomBot().act(seen, random.Random(seed)) for seed in range(200)}
    assert found == set(state.legal_actions())


def test_the_same_seed_plays_the_same_hand() -> None:
    match = new_match(preset("kitty"), 4, 3)
    assert play_hand(match, [Novice()] * 4, 3) == play_hand(match, [Novice()] * 4, 3)
