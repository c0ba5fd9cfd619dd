"""Playouts: the same as a walk card by card with the same random numbers, whatever the position and the batch."""

import json
import os
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from random_positions import expected, forward, random_position, slow_playout

from shmear.kernel.lanes import TRUMP
from shmear.kernel.playout import POLICIES, Playouts, Policy, play_out
from shmear.kernel.position import POSITION


def same(one: Playouts, other: Playouts) -> bool:
    return all(np.array_equal(a, b) for a, b in zip(one, other, strict=True))


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("chunk", range(5))
def test_a_playout_is_the_walk_with_the_same_random_numbers(policy: Policy, chunk: int) -> None:
    rng = random.Random(chunk)
    for _ in range(20):
        start = random_position(rng)
        cards = int(start["hands"][0, 0]).bit_count() * int(start["seats"][0])
        positions = forward(start, rng.choice([0, rng.randrange(cards)]), rng)
        found = play_out(positions, count=3, policy=policy, seed=chunk, first_position=2)
        for index in range(3):
            slow = slow_playout(positions, policy, chunk, 2 << 32 | index)
            assert tuple(rows[index].tolist() for rows in found) == slow


@pytest.mark.parametrize("policy", POLICIES)
def test_the_same_seed_gives_the_same_playouts_however_a_batch_is_split(policy: Policy) -> None:
    rng = random.Random(5)
    positions = np.concatenate([random_position(rng, seats=4, tricks=5) for _ in range(3)])
    whole = play_out(positions, count=600, policy=policy, seed=9)
    assert same(whole, play_out(positions, count=600, policy=policy, seed=9))
    for place in range(3):
        own = slice(600 * place, 600 * (place + 1))
        one = positions[place : place + 1]
        parts = [
            play_out(one, count=some, policy=policy, seed=9, first=first, first_position=place)
            for first, some in ((0, 1), (1, 299), (300, 300))
        ]
        for rows, *pieces in zip(whole, *parts, strict=True):
            assert np.array_equal(rows[own], np.concatenate(pieces))


def test_another_seed_gives_other_playouts() -> None:
    positions = random_position(random.Random(3), seats=4, tricks=6)
    assert not same(play_out(positions, count=50, seed=1), play_out(positions, count=50, seed=2))


def test_holdings_stand_in_for_the_hands_of_one_position() -> None:
    rng = random.Random(8)
    positions = random_position(rng, seats=4, tricks=4)
    turned = positions["hands"][:, [1, 2, 3, 0, 4, 5, 6, 7]]
    holdings = np.concatenate([positions["hands"], turned])
    found = play_out(positions, holdings, count=10, seed=4)
    second = positions.copy()
    second["hands"] = turned
    assert same(found, play_out(np.concatenate([positions, second]), count=10, seed=4))


@pytest.mark.parametrize("chunk", range(4))
def test_random_playouts_have_the_mean_of_all_ways_to_play(chunk: int) -> None:
    rng = random.Random(chunk)
    positions = random_position(rng, seats=3, tricks=3)
    count = 20_000
    found = play_out(positions, count=count, seed=chunk).points.astype(float)
    error = found.std(axis=0) / count**0.5 + 1e-9
    assert (abs(found.mean(axis=0) - expected(positions)) < 5 * error).all()


@pytest.mark.parametrize("cards", [2, 3, 5, 6, 7, 9, 14])
def test_each_legal_card_is_as_likely_as_any_other(cards: int) -> None:
    # Seat 0 leads its only plain card and takes all later tricks with trumps; seat 1 takes the first with any of its
    # cards, each of which has a count of its own, and nothing after it.
    positions = np.zeros(1, POSITION)
    one: Any = positions[0]
    one.seats, one.floor, one.sides, one.tie_to, one.forced = 2, TRUMP, 2, -1, 1
    one.highest_gone = one.lowest_gone = -1
    one.side[1] = 1
    one.hands[0] = 1 | ((1 << (cards - 1)) - 1) << TRUMP
    one.hands[1] = ((1 << cards) - 1) << 1
    one.count[1 : cards + 1] = range(cards)
    count = 100_000
    found = np.bincount(play_out(positions, count=count, seed=cards).counted[:, 1], minlength=cards)
    assert len(found) == cards
    square = ((found - count / cards) ** 2).sum() * cards / count
    assert square < (cards - 1) + 4 * (2 * (cards - 1)) ** 0.5 + 8


def test_a_thumb_takes_a_rich_trick_and_throws_its_own_side_a_rich_card() -> None:
    # Four seats, 0 and 2 against 1 and 3; a trick each. Seat 0 has led the ace of its lane, which nobody can beat.
    positions = np.zeros(1, POSITION)
    one: Any = positions[0]
    one.seats, one.floor, one.sides, one.tie_to = 4, 63, 2, -1
    one.highest_gone = one.lowest_gone = -1
    one.side[:4] = [0, 1, 0, 1]
    one.hands[:4] = [1 << 14 | 1 << 20, 1 << 13 | 1 << 3, 1 << 12 | 1 << 4, 1 << 11 | 1 << 5]
    one.taker[[11, 12, 13]] = 1
    found = play_out(positions, count=20, policy="thumb", seed=1)
    # Its partner gives the point at once; the others keep theirs from it and win or lose them in the second trick.
    assert (found.points[:, 0] >= 1).all()
    assert (found.points[:, :2].sum(axis=1) == 3).all()


def some_results() -> list[Any]:
    rng = random.Random(6)
    found = [play_out(random_position(rng), count=2, policy=policy, seed=-7) for policy in POLICIES for _ in range(4)]
    return [rows.tolist() for one in found for rows in one]


def test_plain_python_gives_the_same_playouts_as_compiled_code() -> None:
    code = "import json, test_playout; print(json.dumps(test_playout.some_results()))"
    plain = subprocess.run(
        [sys.executable, "-W", "error", "-c", code],
        env=os.environ | {"NUMBA_DISABLE_JIT": "1", "PYTHONPATH": str(Path(__file__).parent)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert plain.returncode == 0, plain.stderr
    assert json.loads(plain.stdout) == some_results()


def test_a_hand_that_is_over_comes_to_what_is_settled() -> None:
    positions = random_position(random.Random(11), seats=5, tricks=2)
    positions["forced"] = positions["due"] = positions["barred"] = 0
    positions = forward(positions, 10, random.Random(1))
    found = play_out(positions, count=2)
    assert (found.points[0] == found.points[1]).all()
    assert np.array_equal(found.points[:1].astype(float)[0], expected(positions))


def test_what_does_not_go_together_is_refused() -> None:
    positions = random_position(random.Random(2), seats=3, tricks=3)
    with pytest.raises(ValueError, match="policy"):
        play_out(positions, policy="clever")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="holdings"):
        play_out(positions, np.zeros((2, 3), np.int64))
    with pytest.raises(ValueError, match="do not go with"):
        play_out(np.concatenate([positions] * 3), np.zeros((2, 8), np.int64))
    with pytest.raises(ValueError, match="count"):
        play_out(positions, count=-1)
    with pytest.raises(ValueError, match="POSITION"):
        play_out(np.zeros(3))
    uneven = positions["hands"].copy()
    uneven[0, 1] &= uneven[0, 1] - 1
    with pytest.raises(ValueError, match="world 0"):
        play_out(positions, uneven)
