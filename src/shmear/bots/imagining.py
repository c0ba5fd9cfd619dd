"""Hands imagined from what a seat knows: unseen cards dealt at random, a contract supposed, the cards played out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from shmear.bots.outcomes import Numbers, advantage, changes
from shmear.cards import BITS, CARDS, RANKS, Card, cards_of, mask_of
from shmear.game import Contract, Setup, View
from shmear.game.exchange import not_callable
from shmear.game.setup import TrumpSuit
from shmear.kernel import Playouts, play_out
from shmear.rules.knobs import Discards, Partners, PointCard
from shmear.search.lower import lower_deal, numbering
from shmear.search.worlds import Sample

Masks = NDArray[np.int64]


class Imagined(NamedTuple):
    """A contract in many worlds: what a seat's side gains on the others, and the points of the bidder's side."""

    gain: Numbers
    points: Numbers

    def made(self, points: int) -> float:
        """In which share of the worlds the bidder's side has so many points."""
        return float((self.points >= points).mean())


def order_to_keep(setup: Setup, trump: TrumpSuit) -> list[int]:
    """The cards as a player keeps them with a suit as trump: trumps of worth and high ones, then high plain cards."""
    counting = {card: value for value, mask in setup.counting for card in cards_of(mask)}
    worth = {trump.card_for(point.card): point.worth for point in setup.rules.points.values()}
    size = len(trump.order)
    trumps = sorted(
        trump.order,
        key=lambda card: -(40 * (trump.height[card] / size) ** 2 + 25 * worth.get(card, 0)),
    )
    plain = list(cards_of(setup.deck_mask & ~trump.mask))
    plain.sort(key=lambda card: (-RANKS.index(card.rank or "2") - (card.rank == "A") * 3, counting.get(card, 0)))
    return [*trumps, *plain]


def kept(setup: Setup, trump: TrumpSuit, holdings: Masks, count: int) -> Masks:
    """The best `count` cards of each of some holdings with a suit as trump, any shape."""
    left = np.full(holdings.shape, count)
    found = np.zeros_like(holdings)
    for card in order_to_keep(setup, trump):
        take = ((holdings >> card) & 1).astype(bool) & (left > 0)
        found |= np.where(take, BITS[card], 0)
        left -= take
    return found


def holdings_to_play(setup: Setup, sample: Sample, bidder: int, trump: TrumpSuit, *, shooting: bool = False) -> Masks:
    """The holdings of imagined deals when the play begins, (m, 8): kitty taken, discards made."""
    holdings = sample.holdings.copy()
    rules = setup.rules
    if setup.kitty_size and (not shooting or rules.shoot.takes_kitty):
        holdings[:, bidder] |= sample.kitty
    if rules.exchange.discards is Discards.EVERYONE:
        holdings[:, : setup.players] = kept(setup, trump, holdings[:, : setup.players], setup.tricks)
    elif rules.exchange.discards is Discards.BIDDER:
        holdings[:, bidder] = kept(setup, trump, holdings[:, bidder], setup.tricks)
    return holdings


def contract_played(
    view: View, contract: Contract, trump: int, sample: Sample, seed: int, *, dealt: int = 0
) -> Imagined:
    """A contract played out in every world of a sample, and what that brings to the view's seat."""
    return contracts_played(view, [contract], trump, sample, seed, dealt=dealt)[0]


def contracts_played(
    view: View, contracts: Sequence[Contract], trump: int, sample: Sample, seed: int, *, dealt: int = 0
) -> list[Imagined]:
    """Contracts that differ only in the bid, each as of `contract_played`: the cards are played out once for all."""
    setup, seat, first = view.setup, view.seat or 0, contracts[0]
    suit = setup.trumps[trump]
    names = numbering(setup, trump)
    holdings = holdings_to_play(setup, sample, first.bidder, suit, shooting=first.shooting)
    rows = len(holdings)
    gains, points = np.zeros((len(contracts), rows)), np.zeros(rows)
    for partner, called, which in _partners(setup, first, suit, holdings, dealt):
        supposed = [Contract(one.bidder, one.bid, one.shooting, trump, called, partner) for one in contracts]
        template = lower_deal(setup, supposed[0], [0] * setup.players)
        found = play_out(template, names.encode_many(holdings[which]), policy="thumb", seed=seed)
        points[which] = points_of(found, first.bidder)
        for gain, one in zip(gains, supposed, strict=True):
            gain[which] = advantage(setup, seat, changes(setup, one, found))
    return [Imagined(gain, points) for gain in gains]


def points_of(played: Playouts, seat: int) -> Numbers:
    """The points of a seat's side in each playout."""
    rows = np.arange(len(played.points))
    found: Numbers = played.points[rows, played.sides[:, seat].astype(np.intp)].astype(np.float64)
    return found


def _partners(
    setup: Setup, contract: Contract, suit: TrumpSuit, holdings: Masks, dealt: int
) -> list[tuple[int | None, Card | None, NDArray[np.intp]]]:
    """Worlds by the partner that the bidder would find: partner, called card, rows. One group where none is called."""
    everything = np.arange(len(holdings))
    if setup.partners is not Partners.CALLED:
        return [(None, None, everything)]
    if contract.called is not None:
        holder = np.full(len(holdings), -1)
        for seat in range(setup.players):
            holder[(holdings[:, seat] >> int(contract.called)) & 1 == 1] = seat
        groups: list[tuple[int | None, Card | None, NDArray[np.intp]]] = []
        for seat in np.unique(holder):
            groups.append((None if seat < 0 else int(seat), contract.called, np.flatnonzero(holder == seat)))
        return groups
    barred = not_callable(setup, Contract(contract.bidder, contract.bid, trump=int(suit.suit))) | dealt
    own = holdings[:, contract.bidder]
    partner = np.full(len(holdings), -1)
    settled = np.zeros(len(holdings), bool)
    for card in reversed(suit.order):
        if BITS[card] & barred:
            continue
        free = ~settled & (own >> int(card) & 1 == 0)
        for seat in range(setup.players):
            if seat != contract.bidder:
                partner[free & (holdings[:, seat] >> int(card) & 1 == 1)] = seat
        settled |= free
    return [(None if seat < 0 else int(seat), None, np.flatnonzero(partner == seat)) for seat in np.unique(partner)]


def power_of(setup: Setup, holdings: Masks) -> Numbers:
    """How good holdings are with each suit as trump, by a quick count: (…, 4). A hand worth a low bid has about 1.6."""
    found = np.zeros((*holdings.shape, 4))
    for suit in range(4):
        trump = setup.trumps[suit]
        size = len(trump.order)
        certain = {trump.card_for(point.card): point.worth for point in setup.rules.points.values()}
        lowest = any(point.card is PointCard.LOWEST for point in setup.rules.points.values())
        for place, card in enumerate(trump.order, start=1):
            value = 0.12 + 0.75 * (place / size) ** 6 + 0.3 * certain.get(card, 0)
            if lowest and place <= 2:
                value += 0.25
            found[..., suit] += value * ((holdings >> int(card)) & 1)
        for card in CARDS:
            if BITS[card] & setup.deck_mask & ~trump.mask and card.rank == "A":
                found[..., suit] += 0.12 * ((holdings >> int(card)) & 1)
    return found


def known_cards(view: View) -> int:
    """The mask of what the seat was dealt and took up."""
    return mask_of(view.dealt) | mask_of(view.kitty)
