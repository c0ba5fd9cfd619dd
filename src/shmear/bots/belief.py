"""What calls let one believe of hands that nobody has seen.

Worlds of a view are all equally likely to the referee. To a player they are not: who bid three has something, who
passed has not, the suit that was named is the bidder's best, and nobody lays an ace away gladly. Each world is weighed
by how likely its hands would have called what they called, by the bidding book, and laid away what they did, and worlds
are drawn anew by their weights.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from shmear.bots.bidding import friends
from shmear.bots.book import book_of
from shmear.bots.settling import Numbers
from shmear.cards import RANK_MASKS
from shmear.game import Bid, Shoot, View
from shmear.rules.knobs import AllPass, Discards, Match
from shmear.search.worlds import PILE, Sample, Worlds

WAVERING = 0.6
"""How many points a call may seem worse than the best before players make it seldom: the noise in their judgement."""

OF_SUIT = 0.5
"""The same for the suit named."""

ACE_AWAY, KING_AWAY = 0.1, 0.4
"""How much more seldom than other plain cards an ace and a king are discarded."""

DRAWN = 6
"""Worlds drawn for each that is kept."""


def believed(view: View, worlds: int, seed: int, numbers: NDArray[np.int64] | None = None) -> Sample:
    """So many worlds of a view as a player believes in them, with masks in other numbers if a table is given."""
    possible = Worlds(view)
    n = view.setup.players
    others = [seat for seat in range(n) if seat != view.seat]
    if not any(view.public.calls_by(seat, n) or possible.room[PILE + seat] for seat in others):
        return possible.sample(worlds, seed, numbers=numbers)
    drawn = possible.sample(worlds * DRAWN, seed)
    weights = likelihoods(view, drawn)
    kept = _by_weight(weights, worlds, seed)
    if numbers is not None:
        drawn = possible.sample(worlds * DRAWN, seed, numbers=numbers)
    return drawn.rows(kept)


def _by_weight(weights: Numbers, count: int, seed: int) -> NDArray[np.intp]:
    """Rows drawn by their weights, evenly: a row of weight w of all comes w times its share, rounded up or down."""
    edges = np.cumsum(weights)
    if not edges[-1] > 0:
        return np.arange(count)
    start = np.random.default_rng(seed).random()
    at: Numbers = (np.arange(count) + start) / count * edges[-1]
    return np.array([min(row, len(weights) - 1) for row in np.searchsorted(edges, at).tolist()], np.intp)


def likelihoods(view: View, sample: Sample) -> Numbers:
    """How likely the calls and discards so far are in each world of a sample: (m,), up to a factor."""
    setup, public = view.setup, view.public
    n = setup.players
    book = book_of(setup)
    played = [0] * n
    for leader, cards, _ in view.tricks:
        for place, card in enumerate(cards):
            played[(leader + place) % n] |= 1 << card
    if view.trick and public.leader is not None:
        for place, card in enumerate(view.trick):
            played[(public.leader + place) % n] |= 1 << card
    found = np.zeros(len(sample))
    high, holder = 0, -1
    for place, call in enumerate(public.calls[:n]):
        seat = (public.dealer + 1 + place) % n
        if seat != view.seat and high <= setup.rules.auction.maximum:
            had = sample.holdings[:, seat] | sample.piles[:, seat] | played[seat]
            worths = book.worths(had)
            friend = np.full(len(had), holder >= 0 and bool(friends(setup, seat)[holder]))
            lowest = np.full(
                len(had), high if setup.rules.auction.may_match is Match.DEALER and seat == public.dealer else high + 1
            )
            values = book.calls(worths.max(axis=1), np.full(len(had), high), n - place - 1, friend, lowest)
            if holder < 0 and seat == public.dealer and setup.rules.auction.all_pass is AllPass.STUCK:
                values[:, 0] = -np.inf
            found += _of_call(values, call)
            contract = public.contract
            if contract is not None and contract.bidder == seat and contract.trump is not None:
                found += _log_share(worths / OF_SUIT, contract.trump)
        if isinstance(call, Bid):
            high, holder = call.points, seat
        elif isinstance(call, Shoot):
            high, holder = setup.rules.auction.maximum + 1, seat
    if view.trump is not None and setup.rules.exchange.discards is not Discards.NONE:
        aces, kings = RANK_MASKS[12] & ~view.trump.mask, RANK_MASKS[11] & ~view.trump.mask
        for seat in range(n):
            if seat != view.seat:
                found += np.log(ACE_AWAY) * np.bitwise_count(sample.piles[:, seat] & aces)
                found += np.log(KING_AWAY) * np.bitwise_count(sample.piles[:, seat] & kings)
    return np.exp(found - found.max())


def _of_call(values: Numbers, call: object) -> Numbers:
    """The logarithm of the chance of a call, where the calls have such values (m, bids), a pass the first."""
    column = call.points if isinstance(call, Bid) else values.shape[1] - 1 if isinstance(call, Shoot) else 0
    return _log_share(values / WAVERING, column)


def _log_share(scaled: Numbers, column: int) -> Numbers:
    """The logarithm of what one of several choices has of all, each by its exponential: (m, choices) to (m,)."""
    parts = np.exp(scaled - scaled.max(axis=1, keepdims=True))
    found: Numbers = np.log(parts[:, column] / parts.sum(axis=1) + 1e-6)
    return found
