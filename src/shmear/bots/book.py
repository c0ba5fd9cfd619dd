"""The bidding book of a game: what a holding is worth, what each call brings with it, learned from hands played out.

Nobody wrote the book. For a rule set, whatever its knobs, some thousand deals are played out by rules of thumb, and
lines are laid through what came of them: first what a holding with a suit as trump may be expected to take; then, in a
few rounds of auctions in which everybody calls by the book so far and now and then at random, what a pass and each bid
bring. It takes half a second to make, and is made once for a setup.
"""

from __future__ import annotations

import random
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from shmear.bots.imagining import hands_imagined, power_of
from shmear.bots.settling import Numbers, advantages
from shmear.cards import BITS, CARDS, RANKS, SUIT_MASKS
from shmear.game import HandState, Setup, open_hand, view
from shmear.search.worlds import Sample, Worlds

Masks = NDArray[np.int64]
Counts = NDArray[np.int64]

DEALS = 5000
"""Deals that are played out for a book, and again for each round of auctions."""

ROUNDS = 6
"""Rounds of auctions."""

AT_RANDOM = 0.15
"""How often a call of those rounds is drawn by lot."""

TERMS = 5
"""Terms of the lines: one, the worth, its square, the seats still to call, whether a friend has the bid."""


def random_deals(setup: Setup, count: int, seed: int) -> Sample:
    """So many deals of a setup, each as likely as any other."""
    return Worlds(view(opening(setup), None)).sample(count, seed)


def opening(setup: Setup) -> HandState:
    """A hand before its first call, seat 0 dealing: for all that is the same whatever the cards."""
    return open_hand(setup, setup.deal(random.Random(0), 0), 0)


class Book:
    """What holdings and calls are worth in one setup. Make it with `book_of`.

    A *worth* is the number of points that a bidder may expect with a holding, a suit as trump, and average luck.
    """

    def __init__(self, setup: Setup, deals: int = DEALS, seed: int = 1) -> None:
        """Play deals out and learn from them."""
        self.setup = setup
        self.total = setup.rules.total_points
        self.most = setup.rules.auction.maximum
        sample = random_deals(setup, deals, seed)
        own = sample.holdings[:, 0]
        powers = power_of(setup, own)
        suits = (powers + np.random.default_rng(seed).gumbel(scale=0.25, size=powers.shape)).argmax(axis=1)
        taken = hands_imagined(setup, sample, np.zeros(deals, np.intp), suits, seed).points[:, 0]
        self._learn_worths(own, suits, taken)
        self._learn_chances(self.worths(own)[np.arange(deals), suits], taken)
        self._learn_calls(deals, seed)

    # What a holding is worth

    def _learn_worths(self, holdings: Masks, suits: NDArray[np.intp], taken: Numbers) -> None:
        """A line through the cards held: trumps by their place from the top, plain cards by rank, lengths, voids."""
        size = len(self.setup.trumps[0].order)
        feature = np.full((4, len(CARDS)), -1)
        for suit in range(4):
            trump = self.setup.trumps[suit]
            for place, card in enumerate(reversed(trump.order)):
                feature[suit, card] = min(place, size - 1)
            for card in CARDS:
                if BITS[card] & self.setup.deck_mask & ~trump.mask and card.rank is not None:
                    feature[suit, card] = size + RANKS.index(card.rank)
        self._masks = np.array([self.setup.trumps[suit].mask for suit in range(4)], np.int64)
        count, rows = size + len(RANKS), np.arange(len(holdings))
        lengths = np.bitwise_count(holdings & self._masks[suits]).astype(np.intp)
        design = np.zeros((len(holdings), count + int(lengths.max()) + 2))
        for suit in range(4):
            which = np.flatnonzero(suits == suit)
            for card in np.flatnonzero(feature[suit] >= 0):
                design[which, feature[suit, card]] += (holdings[which] >> card) & 1
        design[rows, count + lengths] = 1.0
        design[:, -1] = self._voids(holdings)[rows, suits]
        weights = np.linalg.solve(design.T @ design + 3.0 * np.eye(design.shape[1]), design.T @ taken)
        self._weights = np.where(feature >= 0, weights[feature], 0.0).T
        self._by_length = weights[count:-1]
        self._by_void = float(weights[-1])

    def _voids(self, holdings: Masks) -> Numbers:
        """How many plain suits a holding lacks with each suit as trump: (…, 4)."""
        found = np.zeros((*holdings.shape, 4))
        for suit in range(4):
            for plain in {0, 1, 2, 3} - {suit}:
                cards = SUIT_MASKS[plain] & self.setup.deck_mask & ~self.setup.trumps[suit].mask
                found[..., suit] += (holdings & cards) == 0
        return found

    def worths(self, holdings: Masks) -> Numbers:
        """What holdings are worth with each suit as trump: masks of any shape (…) to points (…, 4)."""
        bits = ((holdings[..., None] >> np.arange(len(CARDS))) & 1).astype(np.float64)
        lengths = np.bitwise_count(holdings[..., None] & self._masks).astype(np.intp)
        by_length = self._by_length[np.minimum(lengths, len(self._by_length) - 1)]
        found: Numbers = bits @ self._weights + by_length + self._by_void * self._voids(holdings)
        return found

    # How likely so many points are

    def _learn_chances(self, worths: Numbers, taken: Numbers) -> None:
        self._curves = np.array([_logistic(worths / self.total, taken >= points) for points in range(self.total + 1)])

    def chance(self, worths: Numbers, points: int) -> Numbers:
        """How likely so many points are taken at a worth."""
        if points > self.total:
            return np.zeros(np.shape(worths))
        level, slope = self._curves[points]
        found: Numbers = 1 / (1 + np.exp(-(level + slope * np.asarray(worths) / self.total)))
        return found

    # What a call is worth

    def _learn_calls(self, deals: int, seed: int) -> None:
        """Rounds of auctions: each time lines through what passes and bids have brought, by who had what."""
        from shmear.bots.bidding import bid_and_play  # noqa: PLC0415 - they call by this book

        minimum = self.setup.rules.auction.minimum
        self._range = (0.0, float(self.total))
        self._passes = np.zeros((self.most + 1, TERMS))
        self._bids = np.zeros((self.most + 1, TERMS))
        for bid in range(minimum, self.most + 1):  # to begin with: bid what is likelier than not
            self._bids[bid] = [-float(bid), 1.0, 0.0, 0.0, 0.0]
        seen: list[tuple[Counts, Counts, Numbers, Numbers]] = []
        for number in range(ROUNDS):
            calls, hands = bid_and_play(self, deals, seed + 100 + number, at_random=AT_RANDOM)
            gained = advantages(self.setup, hands)
            seen.append((calls.high.ravel(), calls.bid.ravel(), calls.terms.reshape(-1, TERMS), gained.ravel()))
            high, bid, terms, gain = (np.concatenate(parts) for parts in zip(*seen[-2:], strict=True))
            called = bid >= 0
            worths = terms[called, 1]
            self._range = float(np.quantile(worths, 0.002)), float(np.quantile(worths, 0.998))
            self._passes = _lines(terms, gain, high, called & (bid == 0), self.most)
            self._bids = _lines(terms, gain, bid, called & (bid > 0), self.most)
        self._bids[:minimum] = 0.0

    def terms(self, worths: Numbers, left: int, friend: NDArray[np.bool_]) -> Numbers:
        """What the lines are laid through, (m, TERMS): for worths (m,), seats left to call, whether a friend bids."""
        low, high = self._range
        x = np.clip(worths, low, high)
        columns = [np.ones(len(x)), x, x**2 / self.total, np.full(len(x), float(left)), friend.astype(np.float64)]
        found: Numbers = np.stack(columns, axis=1)
        return found

    def calls(self, worths: Numbers, high: Counts, left: int, friend: NDArray[np.bool_], lowest: Counts) -> Numbers:
        """What each call is worth with hands of such worths (m,), in points gained on the others: (m, maximum + 1).

        Column 0 is the pass, the others are bids; those below `lowest` (m,) are -inf. `high` (m,) is the bid so far, 0
        for none, `left` how many seats call later, `friend` (m,) whether a partner has the bid.
        """
        terms = self.terms(worths, left, friend)
        found = terms @ self._bids.T
        found[np.arange(self.most + 1) < np.maximum(lowest, self.setup.rules.auction.minimum)[:, None]] = -np.inf
        found[:, 0] = (terms * self._passes[high]).sum(axis=1)
        return found


@lru_cache(maxsize=64)
def book_of(setup: Setup) -> Book:
    """The book of a setup; made when it is first asked for."""
    return Book(setup)


def _lines(terms: Numbers, gain: Numbers, group: Counts, which: NDArray[np.bool_], most: int) -> Numbers:
    """A line for each group, (most + 1, TERMS), drawn to the line of all where a group has seen little."""
    penalty = np.diag([1.0, 1.0, 1.0, 1.0, 1.0])

    def fit(rows: NDArray[np.bool_], prior: Numbers, weight: float) -> Numbers:
        x, y = terms[rows], gain[rows] - terms[rows] @ prior
        found: Numbers = prior + np.linalg.solve(x.T @ x + weight * penalty, x.T @ y)
        return found

    common = fit(which, np.zeros(TERMS), 1.0)
    return np.array([fit(which & (group == one), common, 20.0) for one in range(most + 1)])


def _logistic(x: Numbers, hit: NDArray[np.bool_]) -> tuple[float, float]:
    """Level and slope of the logistic curve through what was seen."""
    share = float(np.clip(hit.mean(), 0.002, 0.998))
    beta = np.array([np.log(share / (1 - share)), 0.0])
    design = np.column_stack([np.ones(len(x)), x])
    for _ in range(12):
        p = 1 / (1 + np.exp(-np.clip(design @ beta, -30, 30)))
        hessian = design.T @ (design * (p * (1 - p))[:, None]) + np.diag([1e-2, 1.0])
        beta += np.linalg.solve(hessian, design.T @ (hit - p) - np.array([0.0, 1.0]) * beta)
    return float(beta[0]), float(beta[1])
