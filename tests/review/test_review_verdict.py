"""The word for a decision (docs/review.md, Verdicts)."""

from __future__ import annotations

import numpy as np
import pytest

from shmear.review.estimating import sure_loss
from shmear.review.verdict import reach, verdict


@pytest.mark.parametrize(
    ("loss", "sure", "word"),
    [
        (0.0, 0.0, "best"),
        (0.001, 0.0, "good"),
        (0.3, 0.0049, "good"),  # much seems lost, and hardly anything for sure
        (0.3, 0.005, "inaccuracy"),
        (0.3, 0.019, "inaccuracy"),
        (0.3, 0.02, "mistake"),
        (0.3, 0.049, "mistake"),
        (0.3, 0.05, "blunder"),
        (1.0, 1.0, "blunder"),
    ],
)
def test_the_word_goes_by_what_is_lost_for_sure(loss: float, sure: float, word: str) -> None:
    assert verdict(loss, sure) == word


def test_the_more_alternatives_the_more_error_is_allowed_for() -> None:
    assert reach(1) == pytest.approx(1.96, abs=0.001)  # 2.5 % in the upper tail of a normal distribution
    assert reach(5) == pytest.approx(2.576, abs=0.001)  # 0.5 %
    assert reach(0) == reach(1)


def test_what_is_sure_is_the_mean_less_the_errors() -> None:
    gain = np.array([0.0, 0.2] * 50)  # mean 0.1, and a standard error of 0.1005 / 10
    assert sure_loss([gain]) == pytest.approx(0.1 - 1.96 * 0.01005, abs=1e-4)
    assert sure_loss([np.array([-0.2, 0.2] * 50)]) == 0
    assert sure_loss([-gain]) == 0
    assert sure_loss([]) == 0


def test_a_gain_in_every_world_is_sure_whole() -> None:
    assert sure_loss([np.full(20, 0.07), np.full(20, 0.02)]) == pytest.approx(0.07)


def test_alternatives_that_are_only_noise_seldom_cost_anything() -> None:
    chance = np.random.default_rng(5)
    blamed = sum(sure_loss(list(chance.normal(0, 0.2, (5, 200)))) > 0 for _ in range(400))
    assert blamed <= 400 * 0.05  # 2.5 % are expected
