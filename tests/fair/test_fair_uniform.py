"""Every card comes to every seat and every place of the deck equally often: chi-square over many deals.

100,000 deals, or a million with SHMEAR_SOAK=1; `-s` shows the figures. Secrets come from a counter, so that a run is
always the same run.
"""

from __future__ import annotations

import os
import random
from collections import Counter
from collections.abc import Sequence
from math import exp, lgamma, log
from statistics import NormalDist

import pytest

from shmear.fair import draw_dealer, draw_pairs, fair_deal
from shmear.game import Deal, Setup
from shmear.rules import preset

DEALS = 1_000_000 if os.environ.get("SHMEAR_SOAK") == "1" else 100_000
NONCES = ((0, "a5" * 16), (2, "5a" * 16))
P = 1e-6
"""How seldom a fair deck may fail a test, on either side."""


def quantile(freedom: int, p: float) -> float:
    """What chi-square with so many degrees of freedom stays below with probability `p` (Wilson and Hilferty, 1931)."""
    spread = 2 / (9 * freedom)
    return freedom * (1 - spread + NormalDist().inv_cdf(p) * spread**0.5) ** 3


def chi_square(counts: Sequence[int], expected: Sequence[float]) -> float:
    return sum((seen - wanted) ** 2 / wanted for seen, wanted in zip(counts, expected, strict=True))


def check(what: str, statistic: float, freedom: int) -> None:
    low, high = quantile(freedom, P), quantile(freedom, 1 - P)
    print(f"{what}: chi-square {statistic:.1f}, {freedom} degrees of freedom, allowed {low:.1f} to {high:.1f}")
    assert low < statistic < high


def in_a_row(deal: Deal) -> bytes:
    """The cards of a deal by their numbers: those of seat 0, of seat 1 and so on, then the undealt."""
    return b"".join(map(bytes, deal.hands)) + bytes(deal.undealt)


def counted(rows: bytes, size: int) -> list[list[int]]:
    """How often each card of a deck of 54 (a column) stood in each place (a row)."""
    return [[place.count(card) for card in range(size)] for place in (rows[start::size] for start in range(size))]


def by_place(counts: list[list[int]], deals: int) -> float:
    """Chi-square of a table of places and cards with (n - 1)² degrees of freedom.

    A deal puts one card in each place and each card in one place, so that the entries of the table vary by 1/n and
    hang together: the plain sum is n / (n - 1) times a chi-square with (n - 1)² degrees of freedom.
    """
    n = len(counts)
    return chi_square([seen for place in counts for seen in place], [deals / n] * n * n) * (n - 1) / n


def by_holder(counts: list[list[int]], sizes: Sequence[int], deals: int) -> float:
    """Chi-square of a table of holders (seats and the undealt) and cards, with (n - 1)(holders - 1) degrees."""
    n, start, total = len(counts), 0, 0.0
    for size in sizes:
        held = [sum(column) for column in zip(*counts[start : start + size], strict=True)]
        total += chi_square(held, [deals * size / n] * n)
        start += size
    return total * (n - 1) / n


@pytest.mark.slow
def test_every_card_comes_to_every_seat_and_place_equally_often() -> None:
    setup = Setup(preset("ten-point"), 4)
    rows = bytearray()
    for number in range(DEALS):
        rows += in_a_row(fair_deal(setup, 0, f"{number:064x}", NONCES))
    counts = counted(bytes(rows), 54)
    assert all(sum(place) == DEALS for place in counts)
    print(f"\n{DEALS} deals of ten-point to four")
    # Seat and place in the holding together are the place in the deck, since the dealer is always the same.
    check("54 places × 54 cards", by_place(counts, DEALS), 53 * 53)
    check("4 seats and the undealt × 54 cards", by_holder(counts, [10, 10, 10, 10, 14], DEALS), 53 * 4)


def test_a_biased_shuffle_would_be_found() -> None:
    # The well-known mistake: each card changes places with any of all, and not only of those up to it.
    rng, deals, rows = random.Random(1), 3_000, bytearray()
    for _ in range(deals):
        deck = list(range(54))
        for last in range(53, 0, -1):
            other = rng.randrange(54)
            deck[last], deck[other] = deck[other], deck[last]
        rows += bytes(deck)
    assert by_place(counted(bytes(rows), 54), deals) > quantile(53 * 53, 1 - P)


def test_a_good_shuffle_is_not_found_fault_with() -> None:
    # The same tables filled by another generator: what the thresholds say of a shuffle known to be fair.
    rng, deals, rows = random.Random(1), 10_000, bytearray()
    for _ in range(deals):
        deck = list(range(54))
        rng.shuffle(deck)
        rows += bytes(deck)
    counts = counted(bytes(rows), 54)
    check("54 places × 54 cards", by_place(counts, deals), 53 * 53)
    check("holders × 54 cards", by_holder(counts, [10, 10, 10, 10, 14], deals), 53 * 4)


@pytest.mark.parametrize(
    ("freedom", "p", "right"),
    # Printed tables of the chi-square distribution.
    [(10, 0.99, 23.209), (30, 0.999, 59.703), (30, 0.005, 13.787), (100, 0.99, 135.807), (100, 0.005, 67.328)],
)
def test_quantiles_are_those_of_the_tables(freedom: int, p: float, right: float) -> None:
    assert quantile(freedom, p) == pytest.approx(right, rel=0.005)


@pytest.mark.parametrize("freedom", [53 * 4, 53 * 53 - 1])
def test_quantiles_are_right_so_far_out_too(freedom: int) -> None:
    # Chi-square with 2m degrees of freedom is above x as often as a Poisson variable with mean x/2 is below m.
    def beyond(x: float) -> float:
        return sum(exp(k * log(x / 2) - x / 2 - lgamma(k + 1)) for k in range(freedom // 2))

    assert beyond(quantile(freedom, 1 - P)) == pytest.approx(P, rel=0.05)
    assert 1 - beyond(quantile(freedom, P)) == pytest.approx(P, rel=0.05)


def test_everybody_deals_first_equally_often() -> None:
    drawn = Counter(draw_dealer(7, f"{number:064x}", NONCES) for number in range(20_000))
    check("7 dealers", chi_square([drawn[seat] for seat in range(7)], [20_000 / 7] * 7), 6)


def test_all_fifteen_ways_to_pair_six_are_drawn_equally_often() -> None:
    rules = preset("six-point-partners")
    drawn = Counter(draw_pairs(rules, 6, f"{number:064x}", NONCES) for number in range(20_000))
    assert len(drawn) == 15
    check("15 pairings", chi_square(list(drawn.values()), [20_000 / 15] * 15), 14)
