"""Shares and averages with their 95 % intervals, from counts over hands that were dealt independent of each other."""

from __future__ import annotations

import math
from statistics import NormalDist

import numpy as np
from numpy.typing import NDArray

from shmear.stats.table import Measured

Z = NormalDist().inv_cdf(0.975)
"""How many standard errors an interval reaches to each side."""


def share_of(count: int, hands: int) -> Measured | None:
    """A share with the interval of E. B. Wilson (1927), which is right for few hands and near 0 and 1 too."""
    if not hands:
        return None
    share = count / hands
    spread = Z * Z / hands
    middle = (share + spread / 2) / (1 + spread)
    reach = Z / (1 + spread) * math.sqrt(share * (1 - share) / hands + spread / (4 * hands))
    low = 0.0 if count == 0 else max(0.0, middle - reach)
    high = 1.0 if count == hands else min(1.0, middle + reach)
    return Measured(share, low, high)


def mean_of(counts: NDArray[np.int64]) -> Measured | None:
    """The average of whole numbers, of which `counts[k]` were k; the interval is that of the normal approximation."""
    hands = int(counts.sum())
    if not hands:
        return None
    numbers = np.arange(len(counts))
    mean = float((numbers * counts).sum()) / hands
    if hands < 2:
        return Measured(mean, None, None)
    spread = float(((numbers - mean) ** 2 * counts).sum()) / (hands - 1)
    reach = Z * math.sqrt(spread / hands)
    return Measured(mean, mean - reach, mean + reach)
