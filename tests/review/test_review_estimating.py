"""What actions lead to, held against every world counted out by the referee; and decisions with a known answer."""

from __future__ import annotations

import itertools
import random
from typing import Any

import numpy as np
import pytest
from review_records import at_card, one_hand, states_of

from shmear.bots.equity import equity_of
from shmear.bots.expert import Expert
from shmear.bots.thinker import Thinker
from shmear.game import (
    Action,
    Deal,
    Discard,
    HandState,
    IllegalAction,
    Match,
    NameTrump,
    Phase,
    Play,
    Setup,
    draw_sides,
    open_hand,
    view,
)
from shmear.review.estimating import decided, weigh
from shmear.review.model import Decided
from shmear.review.opened import opened
from shmear.rules import preset


def judged(state: HandState, action: Action, scores: tuple[int, ...], worlds: int = 200, seed: int = 1) -> Decided:
    prospects = weigh(state, action, scores, worlds, (seed, seed + 1))
    return decided(state, action, 0, prospects, opened(state))


# Endings counted out


def last_to_play(game: str, seed: int) -> tuple[Match, HandState, list[Action]]:
    """A hand played at random up to the last card of the last trick but one, where its player has a choice."""
    for attempt in range(1000):
        rng = random.Random(f"{seed}:{attempt}")
        rules = preset(game)
        match = Match.new(Setup(rules, 4, draw_sides(rules, 4, rng)), 0)
        state, actions = match.deal(rng), []
        while not state.is_over:
            if len(state.public.plays) == 19 and len(state.legal_actions()) == 2:
                return match, state, actions
            actions.append(rng.choice(state.legal_actions()))
            state = state.apply(actions[-1])
    raise AssertionError("no such ending")


def counted_out(match: Match, state: HandState, actions: list[Action]) -> dict[str, tuple[float, float, float]]:
    """For each legal card the average points, bids made and matches won, over every way that the cards may lie.

    By the referee alone: the cards that the seat has not seen are dealt in every way, and what was done is done again.
    """
    seat, setup = state.to_act, state.setup
    assert seat is not None
    others = [one for one in range(4) if one != seat]
    seen = set(state.public.plays) | set(view(state, seat).holding)
    unseen = [card for card in setup.deck if card not in seen]
    side = next(number for number, one in enumerate(setup.sides) if seat in one)
    found: dict[str, list[tuple[float, float, float]]] = {str(action): [] for action in state.legal_actions()}
    for held in itertools.permutations(unseen, 3):
        hands = list(state.deal.hands)
        for other, card in zip(others, held, strict=True):
            (left,) = [one for one in hands[other] if one not in state.public.plays]
            hands[other] = tuple(card if one is left else one for one in hands[other])
        undealt = tuple(card for card in unseen if card not in held)
        again: HandState = open_hand(setup, Deal(tuple(hands), undealt), match.dealer, match.may_shoot)
        try:
            for action in actions:
                again = again.apply(action)
        except IllegalAction:
            continue
        for action in again.legal_actions():
            end = again.apply(action)
            while not end.is_over:
                end = end.apply(end.legal_actions()[0])
            result, then = end.result(), match.after(end)
            points = result.side_points[next(n for n, one in enumerate(result.sides) if seat in one)]
            won = float(equity_of(setup).chances(np.array(then.scores)[None])[0, side])
            found[str(action)].append((points, float(bool(result.made)), won))
    return {action: tuple(np.mean(rows, axis=0)) for action, rows in found.items()}  # type: ignore[misc]


@pytest.mark.parametrize("game", ["six-point", "six-point-partners"])
def test_endings_come_out_as_every_world_counted_says(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    # What calls let one believe is left aside here: every world counts the same.
    monkeypatch.setattr(Expert, "sample", Thinker.sample)
    for seed in range(2):
        match, state, actions = last_to_play(game, seed)
        right = counted_out(match, state, actions)
        one = judged(state, state.legal_actions()[0], match.scores, worlds=1000)
        for option in one.options:
            points, made, won = right[option.action]
            assert option.points == pytest.approx(points, abs=4 * option.points_error + 1e-6)
            assert option.made == pytest.approx(made, abs=4 * (option.made_error or 0) + 1e-6)
            assert option.win == pytest.approx(won, abs=4 * option.win_error + 1e-6)
        best = max(won for _, _, won in right.values())
        loss = best - right[one.chosen][2]
        assert one.loss == pytest.approx(loss, abs=4 * one.loss_error + 1e-6)


def test_the_standard_error_is_that_of_reviews_with_other_seeds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Expert, "sample", Thinker.sample)
    away: list[float] = []
    for ending in range(6):
        match, state, actions = last_to_play("six-point", ending)
        if not any(one.points_error for one in judged(state, state.legal_actions()[0], match.scores).options):
            continue  # who takes what does not hang on the last trick
        right = counted_out(match, state, actions)
        for seed in range(25):
            options = judged(state, state.legal_actions()[0], match.scores, worlds=60, seed=10 * seed).options
            varied = [option for option in options if option.points_error > 0]
            away += [(option.points - right[option.action][0]) / option.points_error for option in varied[:1]]
        if len(away) >= 25:
            break
    assert 0.6 < float(np.std(away)) < 1.5
    assert abs(float(np.mean(away))) < 0.5


# Decisions with a known answer


def test_a_guarded_jack_under_the_ace_thrown_away_is_a_mistake() -> None:
    """Ben has Low and needs the jack too, and gives it to an ace; Ann wins with it. King and queen sleep."""
    record = one_hand(
        "six-point",
        ["AH TH AD KD 8C 9C", "JH 9H 8H KS QS TS", "8S 9S JS QC JC TC", "QD JD TD 9D 8D KC"],
        [3, "pass", "pass", "pass"],
        "TH 8H 8S 8D AH JH",
        dealer=3,
        scores=[18, 19, 10, 10],
    )
    state, action, _ = at_card(record, 1, "JH")
    one = judged(state, action, (18, 19, 10, 10))
    assert one.best == "play 9H"
    assert one.verdict in ("mistake", "blunder")
    assert one.points_loss > 0.1
    # With all hands open too: the jack is the highest trump left once the ace is gone.
    assert one.open_figure == "ahead"
    assert one.open_loss is not None
    assert one.open_loss >= 1


def test_a_joker_led_before_trump_is_out_is_no_good_card() -> None:
    """Ann leads the Big Joker into three hands that may hold higher trumps, with the king of trump in hers."""
    record = one_hand(
        "six-point",
        ["AH KH QH BJ 8C 9C", "JH 9H AS KS QS TS", "TH 8H JS QC JC TC", "QD JD TD 9D 8D KC"],
        [4, "pass", "pass", "pass"],
        "AH 9H 8H 8D BJ",
        dealer=3,
        scores=[15, 15, 15, 15],
    )
    state, action, _ = at_card(record, 0, "BJ")
    one = judged(state, action, (15, 15, 15, 15))
    assert one.best != "play BJ"
    assert one.verdict == "blunder"
    wins = {option.action: option.win for option in one.options}
    assert wins["play KH"] > wins["play BJ"]


def test_to_pass_with_the_match_in_hand_is_a_blunder() -> None:
    """At 19 each Dan holds five hearts from the ace down and may bid; Ben has bid two."""
    record = one_hand(
        "six-point",
        ["8S 9S TS 8C 9C 8D", "QC KC AS KS QS TC", "JS JC 9D TD 8H 9H", "AH KH QH JH TH AC"],
        ["pass", 2, "pass", "pass"],
        "",
        dealer=3,
        scores=[19, 19, 19, 19],
    )
    state, action = states_of(record)[3]
    assert (state.to_act, str(action)) == (3, "pass")
    one = judged(state, action, (19, 19, 19, 19))
    assert one.verdict == "blunder"
    assert one.best.startswith("bid")
    assert one.loss > 0.3
    # High, the jack, and as a rule Game: with all hands open that many are certain with hearts as trump.
    bid = next(option for option in one.options if option.action == "bid 3")
    assert one.open_figure == "taken"
    assert bid.open is not None
    assert bid.open >= 3
    assert next(option for option in one.options if option.action == "pass").open is None


def test_low_goes_under_the_partners_ace() -> None:
    """Low goes to whoever takes it. Cleo has the two and the nine when Ann, her partner, leads the ace."""
    record = one_hand(
        "partner-pitch",
        ["AH KH 3C 4C 5C 6C", "TH 4S 5S 6S 7S 8S", "2H 9H 2C 2D 3D 4D", "QH 9S TD 9D 8D 7D"],
        [2, "pass", "pass", "pass"],
        "AH TH 9H",
        dealer=3,
        scores=[13, 14, 13, 14],
    )
    state, action, _ = at_card(record, 2, "9H")
    one = judged(state, action, (13, 14, 13, 14))
    assert one.best == "play 2H"
    assert one.loss > 0
    assert judged(state, Play("2H"), (13, 14, 13, 14)).verdict == "best"


def test_a_discard_that_nobody_would_think_of_is_weighed_too() -> None:
    rng = random.Random(4)
    setup = Setup(preset("ten-point"), 4)
    state: HandState = Match.new(setup, 0).deal(rng)
    while state.phase is Phase.AUCTION:
        state = state.apply(state.legal_actions()[-1])
    state = state.apply(NameTrump("H"))
    options = list(state.legal_actions())
    chosen = options[-1]
    assert isinstance(chosen, Discard)
    one = judged(state, chosen, (0, 0, 0, 0), worlds=10)
    assert one.kind == "discard"
    assert str(chosen) in {option.action for option in one.options}
    assert one.open_figure is None


def test_many_hands_open_are_not_solved_before_they_are_short() -> None:
    setup = Setup(preset("six-point"), 8)
    rng = random.Random(1)
    state: HandState = Match.new(setup, 0).deal(rng)
    while not state.is_over:
        cards = sum(holding.bit_count() for holding in state.holdings)
        found: Any = opened(state)
        if state.phase is Phase.PLAY:
            assert bool(found.figures) == (cards <= 20)
        state = state.apply(rng.choice(state.legal_actions()))
