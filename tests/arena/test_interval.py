"""Means and intervals against hand reckoning and the printed table of Student's t."""

from __future__ import annotations

import math
import random

import pytest

from shmear.arena.interval import Interval, difference, ratio, share, student

TABLE = {1: 12.706, 2: 4.303, 3: 3.182, 4: 2.776, 5: 2.571, 10: 2.228, 30: 2.042, 100: 1.984, 120: 1.980, 1000: 1.962}
"""The two-sided 95 % points as any book of statistics prints them."""


@pytest.mark.parametrize(("freedom", "value"), TABLE.items())
def test_students_t_is_that_of_the_printed_table(freedom: int, value: float) -> None:
    assert student(freedom) == pytest.approx(value, abs=0.0005)


def test_an_interval_reckoned_by_hand() -> None:
    # Four deals of two hands: means 1, 2, 3, 4; mean 2.5, variance 5/3, standard error sqrt(5/12) = 0.6455.
    found = ratio([(2, 2), (4, 2), (6, 2), (8, 2)])
    assert found is not None
    assert found.mean == 2.5
    assert found.high == pytest.approx(2.5 + 3.1824 * 0.6455, abs=0.001)
    assert found.low == pytest.approx(2.5 - 3.1824 * 0.6455, abs=0.001)


def test_clusters_of_different_sizes_reckoned_by_hand() -> None:
    # 6 points in 2 hands, 3 in 3: 9/5 = 1.8. Residuals (6 - 3.6)/5 and (3 - 5.4)/5, ±0.48.
    # Standard error sqrt(2 · 0.48² · 2/1) = 0.96.
    found = ratio([(6, 2), (3, 3)])
    assert found is not None
    assert found.mean == 1.8
    assert found.high == pytest.approx(1.8 + 12.7062 * 0.96, abs=0.001)


def test_a_difference_is_paired_by_deal() -> None:
    # The deals differ wildly, the difference never: what both share is no doubt about the difference.
    mine, theirs = [(1, 1), (50, 1), (-7, 1)], [(0, 1), (49, 1), (-8, 1)]
    assert difference(mine, theirs) == Interval(pytest.approx(1), pytest.approx(1), pytest.approx(1))


def test_a_difference_reckoned_by_hand() -> None:
    # Differences 1 and 3: mean 2, standard error sqrt(2/2) = 1.
    found = difference([(2, 1), (5, 1)], [(1, 1), (2, 1)])
    assert found is not None
    assert found.mean == 2
    assert found.low == pytest.approx(2 - 12.7062, abs=0.001)


def test_one_deal_has_no_interval() -> None:
    assert ratio([(3, 2)]) == Interval(1.5, None, None)
    assert ratio([]) is None
    assert difference([(0, 0)], [(1, 1)]) is None


def test_a_share_of_nothing_in_every_match_leaves_something_open() -> None:
    # Of 10 matches none: up to 1 - 0.025^(1/10) = 30.85 % is still possible.
    assert share([(0, 1)] * 10) == Interval(0, 0, pytest.approx(0.3085, abs=0.0001))
    assert share([(2, 2)] * 10) == Interval(1, pytest.approx(0.6915, abs=0.0001), 1)


def test_a_share_stays_between_none_and_all() -> None:
    found = share([(1, 1), (1, 1), (1, 1), (0, 1)])
    assert found is not None
    assert (found.mean, found.low, found.high) == (0.75, 0, 1)


def test_nineteen_of_twenty_intervals_hold_the_truth() -> None:
    rng, held, trials = random.Random(5), 0, 1000
    for _ in range(trials):
        # Clusters of unequal sizes, with a luck that all hands of a cluster share; the truth is 1.
        sizes = [rng.randrange(4, 9) for _ in range(25)]
        found = ratio([(size + size * rng.gauss(0, 2) + rng.gauss(0, math.sqrt(size)), size) for size in sizes])
        assert found is not None
        held += (found.low or 0) <= 1 <= (found.high or 0)
    assert 0.93 < held / trials < 0.97
