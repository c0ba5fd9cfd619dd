"""Hands imagined from what a seat knows: unseen cards dealt at random, a contract supposed, the cards played out."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from shmear.bots.settling import Hands, Numbers
from shmear.cards import BITS, CARDS, RANKS, Card, cards_of
from shmear.game import Contract, Setup
from shmear.game.exchange import not_callable
from shmear.game.setup import TrumpSuit
from shmear.kernel import Playouts, play_out
from shmear.rules.knobs import Discards, Partners, PointCard
from shmear.search.lower import lower_deal, numbering
from shmear.search.worlds import Sample

Masks = NDArray[np.int64]


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
    if setup.kitty_size and (not shooting or setup.rules.shoot.takes_kitty):
        holdings[:, bidder] |= sample.kitty
    return keeping_best(setup, holdings, bidder, trump)


def keeping_best(setup: Setup, holdings: Masks, bidder: int, trump: TrumpSuit) -> Masks:
    """Holdings (m, 8) after the discards that are still due, by `kept`; changes them in place."""
    rules = setup.rules
    if rules.exchange.discards is Discards.EVERYONE:
        holdings[:, : setup.players] = kept(setup, trump, holdings[:, : setup.players], setup.tricks)
    elif rules.exchange.discards is Discards.BIDDER:
        holdings[:, bidder] = kept(setup, trump, holdings[:, bidder], setup.tricks)
    return holdings


def hands_imagined(
    setup: Setup,
    sample: Sample,
    bidders: NDArray[np.intp],
    suits: NDArray[np.intp],
    seed: int,
    *,
    shooting: bool = False,
    dealt: int = 0,
) -> Hands:
    """Play every world of a sample out by rules of thumb, with a bidder and a trump suit for each: (m,) and (m,).

    Kitty, discards and called partner are seen to first; who calls does not call a card of `dealt`. The bids of what
    comes back are 0.
    """
    rows = len(sample)
    hands = no_hands(setup, rows)
    kinds: list[tuple[int, int]] = np.unique(np.stack([bidders, suits], axis=1), axis=0).tolist()
    for bidder, suit in kinds:
        which = np.flatnonzero((bidders == bidder) & (suits == suit))
        holdings = holdings_to_play(setup, sample.rows(which), bidder, setup.trumps[suit], shooting=shooting)
        played = hands_played(setup, Contract(bidder, 0, shooting, suit), holdings, seed, dealt=dealt)
        hands.points[which], hands.partners[which] = played.points, played.partners
    return hands._replace(bidder=bidders, shot=np.full(rows, shooting))


def no_hands(setup: Setup, rows: int) -> Hands:
    """So many hands in which nobody has got anything yet."""
    return Hands(
        np.full(rows, -1),
        np.zeros(rows, np.int64),
        np.zeros(rows, bool),
        np.zeros((rows, setup.players)),
        np.zeros((rows, setup.players), bool),
    )


def hands_played(setup: Setup, contract: Contract, holdings: Masks, seed: int, *, dealt: int = 0) -> Hands:
    """Play a contract, its trump suit known, out in every world by rules of thumb from the first lead on.

    `holdings` (m, 8) are what the seats hold then. Where partners are called and the contract has no called card, the
    bidder calls the highest trump that it lacks and was not `dealt`.
    """
    rows, bidder, suit = len(holdings), contract.bidder, contract.trump
    assert suit is not None, "a contract is played with a trump suit"
    trump, names = setup.trumps[suit], numbering(setup, suit)
    hands = no_hands(setup, rows)
    for partner, card, some in _partners(setup, contract, trump, holdings, dealt):
        supposed = Contract(bidder, contract.bid, contract.shooting, suit, card, partner)
        template = lower_deal(setup, supposed, [0] * setup.players)
        played = play_out(template, names.encode_many(holdings[some]), policy="thumb", seed=seed)
        hands.points[some], sides = points_by_seat(setup, played)
        hands.partners[some] = sides == sides[:, bidder : bidder + 1]
    return hands._replace(
        bidder=np.full(rows, bidder), bid=np.full(rows, contract.bid), shot=np.full(rows, contract.shooting)
    )


def points_by_seat(setup: Setup, played: Playouts) -> tuple[Numbers, NDArray[np.intp]]:
    """What the side of each seat took in playouts (k, players), and the sides by their numbers (k, players)."""
    sides = played.sides[:, : setup.players].astype(np.intp)
    return played.points[np.arange(len(sides))[:, None], sides].astype(np.float64), sides


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
