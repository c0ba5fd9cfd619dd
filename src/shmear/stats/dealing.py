"""Many hands dealt at once, as masks of cards, and whose turn it is to play them."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from shmear.bots.imagining import power_of
from shmear.cards import BITS, SUIT_MASKS
from shmear.game import Setup
from shmear.kernel.lanes import MAX_SEATS
from shmear.rules.knobs import TrumpMade

Masks = NDArray[np.int64]
"""Sets of cards, one a number."""


class Dealt(NamedTuple):
    """Deals, a row each: what each seat was dealt (m, 8), the kitty or widow (m,), the cards asleep (m,)."""

    holdings: Masks
    kitty: Masks
    asleep: Masks

    def rows(self, which: NDArray[np.intp]) -> Dealt:
        """Some of the deals, by their numbers."""
        return Dealt(self.holdings[which], self.kitty[which], self.asleep[which])


def deal_many(setup: Setup, count: int, rng: np.random.Generator) -> Dealt:
    """Deal so many hands (§2), each shuffle as likely as any other."""
    bits = np.array([BITS[card] for card in setup.deck], np.int64)
    shuffled = bits[rng.random((count, len(bits))).argsort(axis=1)]
    size, n = setup.cards_dealt, setup.players
    holdings = np.zeros((count, MAX_SEATS), np.int64)
    for seat in range(n):
        holdings[:, seat] = shuffled[:, seat * size : (seat + 1) * size].sum(axis=1)
    end = n * size + setup.kitty_size
    return Dealt(holdings, shuffled[:, n * size : end].sum(axis=1), shuffled[:, end:].sum(axis=1))


def powers(setup: Setup, holdings: Masks) -> NDArray[np.float64]:
    """How good holdings are with each suit as trump, (…, 4), by a quick count; minus infinity where it cannot be made.

    A bidder whose first lead makes trump (§4) needs a card printed with the suit.
    """
    found = power_of(setup, holdings)
    if setup.rules.trump.made is TrumpMade.FIRST_LEAD:
        held = np.stack([holdings & mask for mask in SUIT_MASKS], axis=-1) != 0
        found = np.where(held | ~held.any(axis=-1, keepdims=True), found, -np.inf)
    return found


def strongest_first(setup: Setup, dealt: Dealt) -> Dealt:
    """The same deals with the seats turned so that seat 0 is the one whose holding counts highest."""
    n = setup.players
    seat = powers(setup, dealt.holdings[:, :n]).max(axis=2).argmax(axis=1)
    turned = (seat[:, None] + np.arange(n)) % n
    holdings = dealt.holdings.copy()
    holdings[:, :n] = np.take_along_axis(dealt.holdings, turned, axis=1)
    return Dealt(holdings, dealt.kitty, dealt.asleep)
