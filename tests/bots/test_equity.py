"""Settling many hands, the bidding book and match equity: held against the referee, and against what must be so."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from bot_tables import new_match, play_hand
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from shmear.bots import Novice
from shmear.bots.book import book_of
from shmear.bots.correction import corrected, weights
from shmear.bots.equity import equity_of
from shmear.bots.settling import Hands, forfeited, settle_many, winners
from shmear.cards import mask_of
from shmear.game import Outcome, Setup
from shmear.game.match import winners as who_won
from shmear.game.scoring import HandResult, settle
from shmear.rules import preset, preset_names
from shmear.testing import rule_sets_at


def as_hands(setup: Setup, result: HandResult) -> Hands:
    contract = result.contract
    assert contract is not None
    points = np.zeros((1, setup.players))
    for side, got in zip(result.sides, result.side_points, strict=True):
        points[0, list(side)] = got
    partners = np.zeros((1, setup.players), bool)
    partners[0, list(result.side_of(contract.bidder))] = True
    return Hands(np.array([contract.bidder]), np.array([contract.bid]), np.array([contract.shooting]), points, partners)


@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(table=rule_sets_at(), seed=st.integers(0, 2**32), data=st.data())
def test_many_hands_are_settled_as_the_referee_settles_one(table: tuple, seed: int, data: st.DataObject) -> None:
    rules, players = table
    match = new_match(rules, players, seed)
    setup = match.setup
    target = rules.match.target
    by_side = {side: data.draw(st.integers(-target, target - 1)) for side in setup.sides}
    scores = tuple(max(0, by_side[setup.side_of[seat]]) for seat in range(players))
    result = play_hand(match, [Novice()] * players, seed).result()  # type: ignore[attr-defined]
    if result.outcome is not Outcome.PLAYED:
        return
    settled = settle(setup, match.dealer, result, scores, (0,) * players)
    hands = as_hands(setup, result)
    if result.contract.shooting and rules.shoot.needs.value == "tricks" and hands.made(setup)[0] != result.made:
        return  # which tricks were taken, points do not say
    many = settle_many(setup, np.array(scores), hands)
    assert tuple(many.scores[0].tolist()) == settled.scores
    assert bool(many.shot_home[0]) == settled.shot_home
    won = who_won(setup, result, settled.scores, shot_home=settled.shot_home)
    shares = winners(setup, hands, many)[0]
    if won is None:
        assert np.isnan(shares).all()
    else:
        assert {seat for side, share in zip(setup.sides, shares, strict=True) if share > 0 for seat in side} == set(won)
        assert shares.sum() == pytest.approx(1)


def test_a_forfeit_costs_what_the_referee_says() -> None:
    setup = Setup(preset("partner"), 4)
    assert forfeited(setup, 1, np.array([5, 7, 5, 7])).tolist() == [5, 5, 5, 5]
    assert forfeited(setup, 1, np.array([5, 1, 5, 1])).tolist() == [5, 0, 5, 0]


@pytest.mark.parametrize("game", ["partner", "six-point", "ten-point"])
def test_chances_are_even_when_level_and_grow_with_the_score(game: str) -> None:
    setup = new_match(preset(game), 4, 1).setup
    equity, target, sides = equity_of(setup), setup.rules.match.target, len(setup.sides)
    rows = np.zeros((target, 4))
    for own in range(target):
        rows[own, list(setup.sides[0])] = own
    chances = equity.chances(rows)
    assert chances.sum(axis=1) == pytest.approx(np.ones(target))
    assert chances[0] == pytest.approx(np.full(sides, 1 / sides))
    assert (np.diff(chances[:, 0]) > -1e-9).all()
    assert chances[-1, 0] > 1.2 / sides


def test_a_hand_that_ends_the_match_is_settled_by_the_rules() -> None:
    # Nineteen all at six-point: the bidder makes two and is out first, though another has reached the target too.
    setup = Setup(preset("six-point"), 4)
    points = np.array([[2.0, 3.0, 1.0, 0.0]])
    partners = np.array([[True, False, False, False]])
    hands = Hands(np.array([0]), np.array([2]), np.array([False]), points, partners)
    assert equity_of(setup).after(np.array([19, 19, 19, 19]), hands).tolist() == [[1, 0, 0, 0]]


def test_two_sides_that_change_seats_change_chances() -> None:
    equity = equity_of(Setup(preset("partner"), 4))
    behind = equity.chances(np.array([[5, 10, 5, 10]]))[0]
    ahead = equity.chances(np.array([[10, 5, 10, 5]]))[0]
    assert behind == pytest.approx(ahead[::-1])


@pytest.mark.parametrize("game", preset_names())
def test_the_book_values_what_players_value(game: str) -> None:
    setup = new_match(preset(game), preset(game).usual_players, 1).setup
    book = book_of(setup)
    trump = setup.trumps[2]
    high, low = trump.order[::-1], setup.trumps[2].order
    plain = [card for card in setup.deck if card not in trump.order]
    count = setup.cards_dealt
    strong = mask_of([*high[: count // 2], *plain[: count - count // 2]])
    weak = mask_of([*low[2:4], *plain[: count - 2]])
    worths = book.worths(np.array([strong, weak]))[:, 2]
    assert worths[0] > worths[1] + 0.5
    chances = [book.chance(worths, points) for points in range(setup.rules.total_points + 1)]
    assert all((one[0] >= one[1]) for one in chances)
    assert all((sooner >= later - 1e-9).all() for sooner, later in itertools.pairwise(chances[1:]))


@pytest.mark.parametrize("game", ["partner", "six-point"])
def test_the_correction_moves_chances_and_keeps_the_whole(game: str) -> None:
    setup = new_match(preset(game), 4, 1).setup
    taken = np.array([4.0, 4, 1, 1, 4, 0, 1, 1])
    points = np.zeros((8, 4))
    bidder = np.array([0, 0, 0, 0, 1, 1, 1, 1])
    points[np.arange(8), bidder] = taken
    hands = Hands(bidder, np.full(8, 3), np.zeros(8, bool), points, np.eye(4, dtype=bool)[bidder])
    found = weights(setup, hands)
    assert found[:4].mean() == pytest.approx(1)
    assert found[4:].mean() == pytest.approx(1)
    assert (found * hands.made(setup))[:4].mean() == pytest.approx(corrected(setup, 0.5))
    assert (found * hands.made(setup))[4:].mean() == pytest.approx(corrected(setup, 0.25))
    # Who must follow suit makes less than playouts say; where a trump may be played to any lead they are left alone.
    assert (corrected(setup, 0.5) < 0.5) == (game == "six-point")
    assert [corrected(setup, share) for share in (0.0, 1.0)] == [0.0, 1.0]
