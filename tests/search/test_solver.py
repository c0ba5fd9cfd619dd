"""Hands of the referee solved: the same as looking at every line, by the referee's own tables or by the referee."""

import random
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, seed, settings
from hypothesis import Phase as Stage
from plain_minimax import plain_scores

from shmear.cards import Card
from shmear.game import HandResult, HandState, Phase, Play, Setup, open_hand
from shmear.kernel import OBJECTIVES, Objective, solve
from shmear.rules import RuleSet, preset, preset_names, read_rules
from shmear.rules.knobs import CalledCard, Follow, Partners, PointTo
from shmear.search.lower import lower, numbering
from shmear.search.solve import best_line, solve_hand
from shmear.testing import random_action, random_setup, rule_sets_at, walk

PRESETS = [(name, players) for name in preset_names() for players in preset(name).deal.players]
LARGEST = {2: 4, 3: 4, 4: 3, 5: 3, 6: 2, 7: 2, 8: 2}
"""Cards a seat, by the number of seats, of which every line can be looked at."""


def dealt_hand(setup: Setup, rng: random.Random) -> HandState:
    dealer = rng.randrange(setup.players)
    return open_hand(setup, setup.deal(rng, dealer), dealer, (1 << setup.players) - 1 if rng.random() < 0.2 else 0)


def ending(setup: Setup, rng: random.Random, cards: int) -> HandState | None:
    """A hand of random players when at most so many cards are held; None where it did not come to that."""
    for state, _ in walk(dealt_hand(setup, rng), rng):
        if state.phase is Phase.PLAY and sum(map(int.bit_count, state.holdings)) <= cards and state.public.winners:
            return state
    return None


def endings(rules: RuleSet, players: int, rng: random.Random, count: int) -> Iterator[HandState]:
    while count:
        setup = random_setup(rules, players, rng)
        state = ending(setup, rng, LARGEST[players] * players - rng.randrange(players))
        if state is not None:
            yield state
            count -= 1


@pytest.mark.parametrize(("name", "players"), PRESETS)
def test_endings_of_every_preset_are_worth_what_looking_at_every_line_finds(name: str, players: int) -> None:
    rng = random.Random(f"{name} {players}")
    rules = preset(name)
    for _ in range(SHARE):
        (state,) = endings(rules, players, rng, 1)
        together = solve_hand(state, objective="difference")
        assert together.scores == plain_scores(state, together=True), state
        rivals = solve_hand(state)
        assert rivals.scores == plain_scores(state), state
        assert (rivals.to_play, rivals.best) == (state.to_act, max(rivals.scores.values()))
        assert all(together.scores[card] <= value for card, value in rivals.scores.items())
        assert [Play(card) for card in rivals.scores] == list(state.legal_actions())


SHARE = -(-2200 // len(PRESETS))
"""Endings of each preset and number of players: 2,200 together."""


@pytest.mark.parametrize("follow", Follow)
def test_either_follow_rule_under_every_preset(follow: Follow) -> None:
    rng = random.Random(follow.value)
    for name, players in PRESETS:
        rules = read_rules({"extends": name, "play": {"follow": follow.value}})
        for state in endings(rules, players, rng, 4):
            assert solve_hand(state, objective="difference").scores == plain_scores(state, together=True)
            assert solve_hand(state).scores == plain_scores(state)


@pytest.mark.parametrize(("name", "players"), [(name, players) for name, players in PRESETS if players in (2, 3, 4)])
def test_whole_hands_are_worth_what_a_plain_search_finds(name: str, players: int) -> None:
    """From the first lead, or the second card where the lead makes trump; by a plain alpha-beta of its own."""
    rng = random.Random(f"{name} {players} whole")
    setup = random_setup(preset(name), players, rng)
    while True:
        state = next((state for state, _ in walk(dealt_hand(setup, rng), rng) if state.phase is Phase.PLAY), None)
        if state is not None and state.public.contract is not None and state.public.contract.called is None:
            break
        if state is not None and state.public.winners == ():
            # A called card is due in the first trick, which the plain search does not know: begin after it.
            while not state.public.winners:
                state = state.apply(random_action(state, rng))
            break
    if state.public.contract.trump is None:
        state = state.apply(random_action(state, rng))
    assert solve_hand(state, objective="difference").scores == plain_scores(state, together=True, pruned=True)


@pytest.mark.parametrize(
    ("name", "players"),
    [
        ("six-point", 4),
        ("six-point-partners", 6),
        ("six-point-partners", 8),
        ("ten-point", 4),
        ("ten-point", 5),
        ("partner", 8),
    ],
)
def test_what_a_card_leads_to_is_the_best_of_what_follows(name: str, players: int) -> None:
    """Whole hands: the value of a card is that of the position after it, from the deal down to the last trick."""
    rng = random.Random(f"{name} {players} follows")
    setup = random_setup(preset(name), players, rng)
    state = None
    while state is None or state.public.contract.trump is None:
        state = next((state for state, _ in walk(dealt_hand(setup, rng), rng) if state.phase is Phase.PLAY), None)
        if state is not None and state.public.contract.trump is None:
            state = state.apply(random_action(state, rng))
    hero = state.to_act
    while not state.is_over:
        position = lower(state)
        names = numbering(setup, state.public.contract.trump)
        found = solve(position, hero=hero)
        with_us = position["side"][0, state.to_act] == position["side"][0, hero]
        assert found.best[0] == (np.nanmax if with_us else np.nanmin)(found.scores[0])
        action = random_action(state, rng)
        value = found.scores[0, names.number_of(action.card)]
        state = state.apply(action)
        if not state.is_over:
            assert solve(lower(state), hero=hero).best[0] == value
    result = state.result()
    ours = result.sides.index(result.side_of(hero))
    assert value == 2 * result.side_points[ours] - sum(result.side_points)


# By the referee itself, for rules of any kind.


def sides_by_play(state: HandState, end: HandResult) -> bool:
    """Whether play still decides who is paired, by who takes a card: everybody is against the seat to play then."""
    setup = state.setup
    contract = state.public.contract
    assert contract is not None
    if setup.partners is not Partners.HIGH_LOW or (contract.shooting and setup.rules.shoot.alone):
        return False
    points = [(setup.rules.points[name], end.points[name]) for name in ("high", "low")]
    if any(won.card is None for _, won in points):
        return False
    gone = sum(state.public.taken)
    return any(point.to is PointTo.TAKER and not gone >> won.card & 1 for point, won in points)


def worth(end: HandResult, seat: int, objective: Objective, amount: int, values: Any) -> float:
    """What the end of a hand is worth to the side of a seat."""
    own = end.side_of(seat)
    points = dict(zip(end.sides, end.side_points, strict=True))
    others = [points[side] for side in end.sides if side != own]
    if objective == "rivals":
        return points[own] - max(others, default=0)
    ours, theirs = points[own], sum(others)
    if objective == "difference":
        return ours - theirs
    if objective == "points":
        return ours
    if objective == "make":
        return float(ours >= amount)
    return float(values[ours, theirs])


def by_the_referee(state: HandState, objective: Objective, amount: int = 0, values: Any = None) -> dict[Card, float]:
    """Every line played by the referee, and its result at the end."""
    any_end = state
    while not any_end.is_over:
        any_end = any_end.apply(any_end.legal_actions()[0])
    hero, end = state.to_act, any_end.result()
    own = (hero,) if sides_by_play(state, end) else end.side_of(hero)

    def value(now: HandState) -> float:
        if now.is_over:
            return worth(now.result(), hero, objective, amount, values)
        after = [value(now.apply(action)) for action in now.legal_actions()]
        return max(after) if now.to_act in own else min(after)

    return {action.card: value(state.apply(action)) for action in state.legal_actions()}


@pytest.mark.fuzz
@pytest.mark.parametrize("chunk", range(4))
def test_endings_of_any_house_rules_are_worth_what_the_referee_finds(chunk: int) -> None:
    @seed(chunk)
    @settings(
        max_examples=25,
        deadline=None,
        database=None,
        phases=[Stage.generate],
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much, HealthCheck.data_too_large],
    )
    @given(rule_sets_at())
    def same(rules_at: tuple[RuleSet, int]) -> None:
        rules, players = rules_at
        rng = random.Random(chunk)
        setup = random_setup(rules, players, rng)
        for _ in range(6):
            check_ending(setup, rng)

    same()


def check_ending(setup: Setup, rng: random.Random) -> None:
    """An ending of a few cards, of the first trick too where a holding has no more."""
    state = dealt_hand(setup, rng)
    most = {2: 7, 3: 7, 4: 8}.get(setup.players, setup.players) - rng.randrange(2)
    while not state.is_over and (state.phase is not Phase.PLAY or sum(map(int.bit_count, state.holdings)) > most):
        state = state.apply(random_action(state, rng))
    if state.is_over or state.public.contract.trump is None:
        return
    assert solve_hand(state).scores == by_the_referee(state, "rivals"), state
    position = lower(state)[0]
    if int(position.sides) == 2 and not int(position.paired):
        total = setup.rules.total_points + 1
        rises = np.array([[rng.choice([0, 0.5, 2]) for _ in range(total)] for _ in range(total)])
        values = np.cumsum(np.cumsum(rises, axis=0), axis=1)[:, ::-1]
        amount = rng.randrange(total)
        for objective in OBJECTIVES:
            found = solve_hand(state, objective=objective, amount=amount, values=values).scores
            assert found == by_the_referee(state, objective, amount, values), (objective, state)


@pytest.mark.clause("4")
@pytest.mark.parametrize("called", CalledCard)
def test_a_called_card_is_played_to_the_first_trick_as_the_referee_has_it(called: CalledCard) -> None:
    rules = read_rules(
        {
            "extends": "ten-point",
            "deal": {"cards": 3, "players": [5]},
            "exchange": {"kitty": 0, "keep": 3, "discards": "none"},
            "sides": {"called_card": called.value},
        }
    )
    rng = random.Random(called.value)
    setup = Setup(rules, 5)
    looked = 0
    while looked < 25:
        state = dealt_hand(setup, rng)
        stop = rng.choice([7, 8, 9, 10])
        while not state.is_over and (state.phase is not Phase.PLAY or sum(map(int.bit_count, state.holdings)) > stop):
            state = state.apply(random_action(state, rng))
        if state.is_over or state.public.contract.partner is None:
            continue
        assert solve_hand(state).scores == by_the_referee(state, "rivals")
        looked += 1


@pytest.mark.parametrize(("name", "players"), PRESETS)
def test_the_line_of_play_comes_to_its_value(name: str, players: int) -> None:
    """The referee plays it to the end of the hand."""
    rng = random.Random(f"{name} {players} line")
    for state in endings(preset(name), players, rng, 4):
        for objective in ("difference", "rivals", "points"):
            cards, value = best_line(state, objective=objective)
            assert value == solve_hand(state, objective=objective).best
            end = state
            for card in cards:
                end = end.apply(Play(card))
            result = end.result()
            if len(result.sides) == 2 or objective == "rivals":
                assert worth(result, state.to_act, objective, 0, None) == value


def test_the_first_lead_makes_trump_and_every_suit_is_tried() -> None:
    """The bidder's best is the best over all suits; each suit alone has the scores of its cards."""
    rng = random.Random(5)
    setup = random_setup(preset("partner"), 4, rng)
    looked = 0
    while looked < 5:
        state = next((state for state, _ in walk(dealt_hand(setup, rng), rng) if state.phase is Phase.PLAY), None)
        if state is None:
            continue
        whole = solve_hand(state)
        assert [Play(card) for card in whole.scores] == list(state.legal_actions())
        suits = {card.suit for card in whole.scores}
        for suit in suits:
            alone = solve_hand(state, trump=int(suit))
            assert alone.scores == {card: value for card, value in whole.scores.items() if card.suit is suit}
        for (
            card,
            value,
        ) in whole.scores.items():  # once led the other side is to play: what is good for us is bad for it
            assert solve_hand(state.apply(Play(card))).best == -value
        looked += 1


def test_what_is_not_in_play_is_refused() -> None:
    rng = random.Random(2)
    setup = random_setup(preset("partner"), 4, rng)
    state = dealt_hand(setup, rng)
    with pytest.raises(ValueError, match="only a hand in play"):
        solve_hand(state)
    while not state.is_over:
        state = state.apply(random_action(state, rng))
    with pytest.raises(ValueError, match="the hand is over"):
        solve_hand(state)


def test_partners_made_by_who_takes_high_and_low_need_the_objective_rivals() -> None:
    points = {name: {"card": card, "to": "taker"} for name, card in (("high", "highest"), ("low", "lowest"))}
    sides = {"partners": "high-low"}
    rules = read_rules({"extends": "shmear", "deal": {"players": [4]}, "sides": sides, "points": points})
    rng = random.Random(4)
    (state,) = endings(rules, 4, rng, 1)
    while not int(lower(state)[0].paired) or any(int(card) < 0 for card in lower(state)[0].pair_card):
        (state,) = endings(rules, 4, rng, 1)
    assert solve_hand(state).scores == by_the_referee(state, "rivals")
    for objective in ("difference", "points", "make", "values"):
        with pytest.raises(ValueError, match="made by who takes a card"):
            solve_hand(state, objective=objective, values=np.zeros((1, 1)))
