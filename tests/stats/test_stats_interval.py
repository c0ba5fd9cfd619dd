"""Intervals reckoned by hand, and how often they hold the truth."""

from __future__ import annotations

import math

import numpy as np
import pytest

from shmear.stats.interval import mean_of, share_of


def test_a_share_reckoned_by_hand() -> None:
    # Wilson for 3 of 10 with z = 1.96: middle (0.3 + 0.19208) / 1.38416, reach 1.96 · sqrt(0.021 + 0.009604) / 1.38416.
    found = share_of(3, 10)
    assert found is not None
    assert found.value == 0.3
    assert found.low == pytest.approx(0.35551 - 0.24772, abs=0.0001)
    assert found.high == pytest.approx(0.35551 + 0.24772, abs=0.0001)


def test_a_share_of_nothing_or_all_leaves_something_open() -> None:
    # z² / (n + z²) = 3.8415 / 13.8415.
    none, every = share_of(0, 10), share_of(10, 10)
    assert none is not None
    assert every is not None
    assert (none.low, none.high) == (0, pytest.approx(0.27753, abs=0.0001))
    assert (every.low, every.high) == (pytest.approx(0.72247, abs=0.0001), 1)
    assert share_of(0, 0) is None


def test_a_mean_reckoned_by_hand() -> None:
    # 0, 1, 1, 2: mean 1, variance 2/3, standard error sqrt(1/6).
    found = mean_of(np.array([1, 2, 1]))
    assert found is not None
    assert found.value == 1
    assert found.high == pytest.approx(1 + 1.95996 * math.sqrt(1 / 6), abs=0.0001)
    one = mean_of(np.array([0, 1]))
    assert one is not None
    assert (one.value, one.low, one.high) == (1, None, None)
    assert mean_of(np.array([0, 0])) is None


def test_nineteen_of_twenty_intervals_hold_the_truth() -> None:
    # The chance to hold it is known for every truth: a sum over the binomial distribution.
    hands, chances = 200, [place / 100 for place in range(2, 99)]
    intervals = [share_of(count, hands) for count in range(hands + 1)]
    held = 0.0
    for truth in chances:
        for count, one in enumerate(intervals):
            assert one is not None
            if (one.low or 0) <= truth <= (one.high or 0):
                held += math.comb(hands, count) * truth**count * (1 - truth) ** (hands - count)
    assert held / len(chances) == pytest.approx(0.95, abs=0.005)
