"""What holds in every game: hypothesis makes house rules up, and `check_rules` plays them."""

import json
import random

import pytest
from hypothesis import HealthCheck, Phase, example, given, seed, settings
from hypothesis import strategies as st

from shmear.game import Match, from_code, parse_action
from shmear.game.actions import CODES, Discard
from shmear.record import match_record, replay, score
from shmear.rules import RuleSet, at, preset, preset_names
from shmear.rules.knobs import Decide, Floor, Partners, ShootSuccess
from shmear.testing import check_rules, random_hand, random_match, random_setup, rule_sets, rule_sets_at

CHUNKS = 10
PER_CHUNK = 20
SOME = settings(
    max_examples=PER_CHUNK,
    deadline=None,
    database=None,
    phases=[Phase.generate],  # shrinking a failure takes minutes; the message says the whole rule set
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much, HealthCheck.data_too_large],
)
"""A chunk of random rule sets."""

PRESETS = [(name, players) for name in preset_names() for players in preset(name).deal.players]


@pytest.mark.parametrize(("name", "players"), PRESETS)
def test_every_preset_conforms_at_every_number_of_players(name: str, players: int) -> None:
    check_rules(preset(name), hands=3, seed=1, players=[players])


@pytest.mark.fuzz
@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_random_house_rules_conform(chunk: int) -> None:
    @seed(chunk)
    @settings(SOME)
    @given(rule_sets_at())
    def conform(rules_at: tuple[RuleSet, int]) -> None:
        rules, players = rules_at
        check_rules(rules, hands=2, seed=chunk, players=[players])

    conform()


@given(st.integers(0, CODES - 1))
@settings(max_examples=50, database=None)
def test_codes_and_texts_name_the_same_action(code: int) -> None:
    action = from_code(code)
    assert from_code(parse_action(str(action)).code) is action


@given(st.sets(st.integers(0, 53), max_size=20))
@example(set())
@settings(max_examples=50, database=None)
def test_a_discard_is_read_back_from_its_text(cards: set[int]) -> None:
    assert parse_action(str(Discard(sorted(cards)))) == Discard(sorted(cards, reverse=True))


@pytest.mark.parametrize("name", preset_names())
def test_a_match_of_random_players_is_written_and_read_back(name: str) -> None:
    rng = random.Random(name)
    players = preset(name).deal.players[0]
    setup = random_setup(preset(name), players, rng)
    # Random players are set so often that few of their matches end.
    start, hands, end = random_match(setup, rng, hands=500)
    assert end.is_over or len(hands) == 500
    assert end.hands == len(hands)
    record = match_record(start, [f"player {seat}" for seat in range(players)], hands)
    again = json.loads(json.dumps(record))
    assert replay(again).match == end
    assert score(again)["winners"] == (None if end.winners is None else list(end.winners))


@pytest.mark.fuzz
@seed(20)
@settings(SOME, max_examples=60)
@given(rule_sets_at(), st.integers(0, 1 << 32))
def test_a_hand_is_the_same_by_its_seed(rules_at: tuple[RuleSet, int], number: int) -> None:
    rules, players = rules_at
    setup = random_setup(rules, players, random.Random(number))
    one, other = (random_hand(setup, random.Random(number)) for _ in range(2))
    assert one == other
    assert one.result() == other.result()


@pytest.mark.fuzz
@seed(21)
@settings(SOME, max_examples=60)
@given(rule_sets_at(), st.data())
def test_winners_stand_at_the_target_and_the_rest_follows_the_rules(
    rules_at: tuple[RuleSet, int], data: st.DataObject
) -> None:
    rules, players = rules_at
    rng = random.Random(data.draw(st.integers(0, 1 << 32)))
    setup = random_setup(rules, players, rng)
    near = st.integers(
        max(rules.match.target - 30, 0 if rules.scoring.floor is Floor.ZERO else -30), rules.match.target - 1
    )
    by_side = {side: data.draw(near) for side in setup.sides}
    scores = tuple(by_side[setup.side_of[seat]] for seat in range(players))
    before = Match(setup, scores, (0,) * players, rng.randrange(players), first_hand=False)
    hand = random_hand(setup, rng, dealer=before.dealer, may_shoot=before.may_shoot)
    after = before.after(hand)
    reached = {seat for seat, points in enumerate(after.scores) if points >= rules.match.target}
    contract = hand.public.contract
    shot_home = contract is not None and contract.shooting and bool(hand.result().made)
    if shot_home and contract is not None and rules.shoot.success is ShootSuccess.MATCH_OR_ZERO:
        shot_home = scores[contract.bidder] >= 0
    if after.winners is None:
        assert not reached
        assert not shot_home
        return
    if shot_home and contract is not None:
        assert after.winners == setup.side_of[contract.bidder]
        return
    assert reached
    assert set(after.winners) <= {other for seat in reached for other in setup.side_of[seat]}
    if rules.match.decide[0] is Decide.BIDDER and contract is not None and contract.bidder in reached:
        assert after.winners == setup.side_of[contract.bidder]
    if rules.match.decide[0] is Decide.MOST:
        assert max(after.scores) in {after.scores[seat] for seat in after.winners}


@pytest.mark.fuzz
@seed(22)
@settings(SOME, max_examples=40)
@given(rule_sets())
def test_partners_differ_by_the_number_of_players(rules: RuleSet) -> None:
    for players in rules.deal.players:
        setup = random_setup(rules, players, random.Random(players))
        partners = at(rules.sides.partners, players)
        assert setup.partners is partners
        assert sorted(seat for side in setup.sides for seat in side) == list(range(players))
        if partners in (Partners.NONE, Partners.CALLED, Partners.HIGH_LOW):
            assert all(len(side) == 1 for side in setup.sides)
        elif partners is not Partners.EXPLICIT:
            assert all(len(side) == 2 for side in setup.sides)
