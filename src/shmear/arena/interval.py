"""Means with their 95 % confidence intervals, over deals or matches that lie independent of each other.

All rotations of one deal share its cards, so a deal with all its rotations is one observation (a cluster), however
many hands were played with it. A mean is a ratio of two sums over the clusters, and its standard error that of the
linearized ratio (W. G. Cochran, Sampling Techniques, 1977, §6.4): where every cluster has as many hands as the next,
this is the mean of the clusters' means with its ordinary standard error.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from statistics import NormalDist

from msgspec import Struct

LEVEL = 0.95
"""How sure an interval is."""


class Interval(Struct, frozen=True):
    """A mean and the ends of its interval; `low` and `high` are None where one cluster leaves nothing to go by."""

    mean: float
    low: float | None
    high: float | None


Parts = Sequence[tuple[float, float]]
"""For each cluster what is averaged, summed, and how many it is the sum over."""


def ratio(parts: Parts) -> Interval | None:
    """The mean of what the clusters add up to; None where nothing was counted."""
    over = math.fsum(count for _, count in parts)
    if not over:
        return None
    mean = math.fsum(value for value, _ in parts) / over
    return _around(mean, _residuals(parts, mean, over))


def share(parts: Parts) -> Interval | None:
    """The mean of shares between 0 and 1, with an interval that stays between them.

    Where every cluster says 0, or every one 1, the interval reaches as far as so many observations without an
    exception leave open (Clopper and Pearson, 1934).
    """
    found = ratio(parts)
    if found is None or found.low is None or found.high is None:
        return found
    open_ = 1 - ((1 - LEVEL) / 2) ** (1 / len(parts))
    if found.mean == 0:
        return Interval(0.0, 0.0, open_)
    if found.mean == 1:
        return Interval(1.0, 1 - open_, 1.0)
    return Interval(found.mean, max(0.0, found.low), min(1.0, found.high))


def difference(first: Parts, second: Parts) -> Interval | None:
    """How much the first mean is above the second, in the same clusters; None where either has no count."""
    above, below = ratio(first), ratio(second)
    if above is None or below is None:
        return None
    left = _residuals(first, above.mean, math.fsum(count for _, count in first))
    right = _residuals(second, below.mean, math.fsum(count for _, count in second))
    return _around(above.mean - below.mean, [one - other for one, other in zip(left, right, strict=True)])


def _residuals(parts: Parts, mean: float, over: float) -> list[float]:
    """What each cluster adds to the error of the mean."""
    return [(value - mean * count) / over for value, count in parts]


def _around(mean: float, residuals: Sequence[float]) -> Interval:
    n = len(residuals)
    if n < 2:
        return Interval(mean, None, None)
    error = math.sqrt(math.fsum(one * one for one in residuals) * n / (n - 1))
    if error < 1e-12:  # all clusters alike, to the last bits of a float
        return Interval(mean, mean, mean)
    reach = student(n - 1) * error
    return Interval(mean, mean - reach, mean + reach)


def student(freedom: int, level: float = LEVEL) -> float:
    """How many standard errors Student's t lies to both sides of 0 with this chance, at so many degrees of freedom."""
    z = NormalDist().inv_cdf((1 + level) / 2)
    if freedom > 100:  # Abramowitz and Stegun 26.7.5: right to more digits than are ever printed
        return z + (z**3 + z) / (4 * freedom) + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * freedom**2)
    low, high = 0.0, 1000.0
    while high - low > 1e-9:
        middle = (low + high) / 2
        low, high = (middle, high) if _within(middle, freedom) < level else (low, middle)
    return (low + high) / 2


def _within(t: float, freedom: int) -> float:
    """The chance of Student's t between -t and t (Abramowitz and Stegun 26.7.3 and 26.7.4)."""
    angle = math.atan(t / math.sqrt(freedom))
    sine, square = math.sin(angle), math.cos(angle) ** 2
    odd = freedom % 2
    term = math.cos(angle) if odd else 1.0
    total = term if freedom > 1 else 0.0
    for step in range(2 + odd, freedom - 1, 2):
        term *= square * (step - 1) / step
        total += term
    return 2 / math.pi * (angle + sine * total) if odd else sine * total
