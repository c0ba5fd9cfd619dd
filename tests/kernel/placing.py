"""Every way to put cards into places, listed one by one, to hold the counting against."""

from __future__ import annotations

import itertools
import math
from collections import Counter
from collections.abc import Iterator, Sequence

Way = tuple[int, ...]
"""A mask a place."""


def every_way(cards: Sequence[int], capacities: Sequence[int]) -> Iterator[Way]:
    """All ways to fill places with cards, whatever fits where."""
    if not capacities:
        yield ()
        return
    for chosen in itertools.combinations(cards, capacities[0]):
        rest = [card for card in cards if card not in chosen]
        for way in every_way(rest, capacities[1:]):
            yield (sum(1 << card for card in chosen), *way)


def allowed_ways(
    cards: Sequence[int],
    capacities: Sequence[int],
    fits: Sequence[int],
    guarded: int = 0,
    pairs: Sequence[tuple[int, int]] = (),
) -> list[Way]:
    """The ways that keep to what fits, and to the guarded pairs."""
    return [
        way
        for way in every_way(cards, capacities)
        if all(
            fits[cards.index(card)] >> place & 1
            for place, mask in enumerate(way)
            for card in range(63)
            if mask >> card & 1
        )
        and not any(way[pile] & guarded and way[holding] & ~guarded for holding, pile in pairs)
    ]


def assert_drawn_as_weighted(drawn: Sequence[Way], weights: dict[Way, float]) -> None:
    """A chi-square test: ways drawn as often as their weights say, and no others.

    The statistic of k ways has the mean k - 1 and the variance 2 (k - 1); five standard deviations are allowed.
    """
    counts = Counter(drawn)
    assert set(counts) <= set(weights)
    total = sum(weights.values())
    expected = {way: len(drawn) * weight / total for way, weight in weights.items()}
    assert min(expected.values()) > 5, "too few draws for the test to mean anything"
    statistic = sum((counts[way] - mean) ** 2 / mean for way, mean in expected.items())
    freedom = len(weights) - 1
    assert abs(statistic - freedom) < 5 * math.sqrt(2 * freedom) + 5, f"chi-square {statistic:.0f} for {freedom}"
