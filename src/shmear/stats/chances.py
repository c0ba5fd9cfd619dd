"""Chances of cards by counting: exact fractions, from nothing but how many cards there are and where they can be."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import comb


def none_among(total: int, few: int, places: int) -> Fraction:
    """The chance that none of a few certain cards lies among some places, where `total` cards lie in any order.

    The other cards fill the places: C(total - few, places) of C(total, places) ways.
    """
    return Fraction(comb(total - few, places), comb(total, places))


def lengths(total: int, marked: int, drawn: int) -> list[Fraction]:
    """How many of `drawn` cards out of `total` are `marked` ones: the chance of 0, 1, … `drawn` (hypergeometric)."""
    ways = comb(total, drawn)
    return [
        Fraction(comb(marked, some) * comb(total - marked, drawn - some), ways) if some <= marked else Fraction(0)
        for some in range(drawn + 1)
    ]


def longest(suits: Sequence[int], others: int, drawn: int) -> list[Fraction]:
    """How long the longest suit of `drawn` cards is: the chance of 0, 1, … `drawn`.

    `suits` says how many cards each suit has, `others` how many cards are of none. The ways with no suit longer than a
    number are the product of the suits' choices up to that number, added up over all ways to share the cards out.
    """
    ways = comb(sum(suits) + others, drawn)
    within = [Fraction(_no_longer(suits, others, drawn, most), ways) for most in range(drawn + 1)]
    return [one - before for one, before in zip(within, [Fraction(0), *within], strict=False)]


def _no_longer(suits: Sequence[int], others: int, drawn: int, most: int) -> int:
    """In how many ways `drawn` cards have no suit longer than `most`."""
    ways = [comb(others, count) for count in range(drawn + 1)]
    for size in suits:
        ways = [
            sum(ways[count - some] * comb(size, some) for some in range(min(most, count) + 1))
            for count in range(drawn + 1)
        ]
    return ways[drawn]
