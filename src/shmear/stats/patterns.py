"""Patterns of holdings with one suit as trump: top cards and length, point cards, ace-high three-card suits."""

from __future__ import annotations

from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from shmear.cards import BITS, RANKS, SUIT_MASKS, Card
from shmear.game import Setup
from shmear.rules.knobs import PointCard, PointTo
from shmear.rules.ruleset import PointName
from shmear.stats.dealing import Masks

TOPS = ("A K J", "A K", "A J", "A", "K J", "K", "J", "")
"""The top cards that make a pattern; any other trump is an x."""

THREES = ("A K Q", "A K J", "A Q J", "A K x", "A Q x", "A J x", "A x x")
"""Suits of three cards with the ace; x is lower than the jack."""

MOST_POINTS = 3
"""How many point cards in a holding are told apart."""

Codes = NDArray[np.intp]


class Patterns:
    """The patterns of a game at a number of players, each with a number.

    Lengths are told apart from `shortest` trumps, which stands for fewer too, to `longest`, which stands for more.
    """

    def __init__(self, setup: Setup) -> None:
        """The patterns of a setup."""
        self._setup = setup
        self.shortest = max(1, round(setup.cards_dealt / 3))
        self.longest = min(self.shortest + 3, setup.cards_dealt)
        self._trumps = np.array([trump.mask for trump in setup.trumps], np.int64)

    @property
    def lengths(self) -> range:
        """The lengths that are told apart."""
        return range(self.shortest, self.longest + 1)

    @cached_property
    def point_cards(self) -> tuple[PointName, ...]:
        """The points that go to who takes a certain trump: ``jack``, ``jick`` and so on, as far as the deck has it."""
        rules, trump = self._setup.rules, self._setup.trumps[0]
        found: list[PointName] = []
        for name, point in rules.points.items():
            card = trump.card_for(point.card)
            if point.to is PointTo.TAKER and card is not None and BITS[card] & self._setup.deck_mask:
                found.append(name)
        return tuple(found)

    def label(self, top: int, length: int) -> str:
        """A pattern of `top_of` and `length_of` in letters: ``A J x x``; ``+`` where there may be more trumps."""
        cards = TOPS[top].split()
        text = " ".join([*cards, *["x"] * (length - len(cards))])
        return text + " +" if length == self.longest < self._setup.cards_dealt else text

    def length_text(self, length: int) -> str:
        """A length in figures: ``3``, ``2-`` for two or fewer, ``5+`` for five or more."""
        if length == self.longest < self._setup.cards_dealt:
            return f"{length}+"
        return f"{length}-" if length == self.shortest > 1 else str(length)

    def length_of(self, holdings: Masks, trump: Codes) -> Codes:
        """How many trumps holdings (m,) have, jokers and Jick too, between `shortest` and `longest`."""
        count = np.bitwise_count(holdings & self._trumps[trump]).astype(np.intp)
        return np.clip(count, self.shortest, self.longest)

    @staticmethod
    def has(holdings: Masks, trump: Codes, rank: str) -> NDArray[np.bool_]:
        """Whether holdings have the trump of a rank."""
        return (holdings >> (13 * trump + RANKS.index(rank))) & 1 == 1

    def top_of(self, holdings: Masks, trump: Codes) -> Codes:
        """Which of `TOPS` holdings have."""
        ace, king, jack = (self.has(holdings, trump, rank) for rank in "AKJ")
        return np.select(
            [ace & king & jack, ace & king, ace & jack, ace, king & jack, king, jack], list(range(7)), 7
        ).astype(np.intp)

    @property
    def most_points(self) -> int:
        """How many point cards are told apart; this number stands for more too."""
        return min(MOST_POINTS, len(self.point_cards))

    def points_of(self, holdings: Masks, trump: Codes) -> Codes:
        """How many of the point cards holdings have, up to `most_points`."""
        found = np.zeros(len(holdings), np.intp)
        for name in self.point_cards:
            what = self._setup.rules.points[name].card
            found += _has_one_of(holdings, trump, [self._card(what, suit) for suit in range(4)])
        return np.minimum(found, self.most_points)

    def _card(self, what: PointCard, suit: int) -> Card | None:
        return self._setup.trumps[suit].card_for(what)


def _has_one_of(holdings: Masks, trump: Codes, cards: list[Card | None]) -> Codes:
    """1 where a holding has the card that belongs to its trump suit, else 0."""
    masks = np.array([0 if card is None else BITS[card] for card in cards], np.int64)
    return (holdings & masks[trump] != 0).astype(np.intp)


class AceHigh(NamedTuple):
    """Holdings with a suit of just three cards, the ace among them: their rows, the suit, which of `THREES` it is."""

    rows: NDArray[np.intp]
    suit: Codes
    kind: Codes


def ace_high(holdings: Masks, power: NDArray[np.float64]) -> AceHigh:
    """The ace-high three-card suits in holdings (m,); of several in a holding the one of the greatest power (m, 4)."""
    suits = np.stack([holdings & mask for mask in SUIT_MASKS], axis=1)
    fits = np.bitwise_count(suits) == 3
    for suit in range(4):
        fits[:, suit] &= Patterns.has(holdings, np.full(len(holdings), suit, np.intp), "A")
    rows = np.flatnonzero(fits.any(axis=1))
    suit = np.where(fits, power, -np.inf)[rows].argmax(axis=1)
    mine = holdings[rows]
    king, queen, jack = (Patterns.has(mine, suit, rank) for rank in "KQJ")
    kind = np.select([king & queen, king & jack, queen & jack, king, queen, jack], list(range(6)), 6).astype(np.intp)
    return AceHigh(rows, suit, kind)
