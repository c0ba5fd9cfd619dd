"""Auctions imagined: how the rest of an auction goes in many deals at once, when everybody calls by the book."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from shmear.bots.book import TERMS, Book, Counts, opening, random_deals
from shmear.bots.imagining import hands_imagined
from shmear.bots.settling import Hands, Numbers
from shmear.game import Bid, Pass, PublicHand, Setup, Shoot
from shmear.rules.knobs import AllPass, Match

Call = Bid | Pass | Shoot


class Sold(NamedTuple):
    """How auctions ended, a row each: the bidder, -1 where the cards are thrown in; the bid; whether it is a shot.

    `forfeited` says where the dealer paid instead of playing.
    """

    bidder: NDArray[np.intp]
    bid: Counts
    shot: NDArray[np.bool_]
    forfeited: NDArray[np.bool_]


class Calls(NamedTuple):
    """The calls of auctions, (m, players) by seat: the bid before, the bid, 0 for a pass, -1 for none; the `terms`."""

    high: Counts
    bid: Counts
    terms: Numbers


def auction_on(
    book: Book,
    public: PublicHand,
    worths: Numbers,
    call: Call | None = None,
    *,
    at_random: float = 0.0,
    rng: np.random.Generator | None = None,
    note: Calls | None = None,
) -> Sold:
    """Bid an auction to its end, by the book, in many deals: `worths` (m, players) is what each seat's hand is worth.

    With a `call` the seat to act makes that one, whatever its hand. `at_random` is the share of calls drawn by lot with
    `rng`; all calls are written into `note`.
    """
    setup, n = book.setup, book.setup.players
    rules = setup.rules.auction
    rows = len(worths)
    high, holder = np.zeros(rows, np.int64), np.full(rows, -1)
    shot = np.zeros(rows, bool)
    seat = public.high_caller(n)
    if seat is not None:
        said = public.calls_by(seat, n)[0]
        holder[:] = seat
        high[:] = said.points if isinstance(said, Bid) else rules.maximum
        shot[:] = isinstance(said, Shoot)
    order = [(public.dealer + 1 + place) % n for place in range(len(public.calls), n)]
    if not order and call is not None:  # the dealer chooses
        order = [public.dealer]
    for place, seat in enumerate(order):
        if place == 0 and call is not None:
            bids = np.full(rows, call.points if isinstance(call, Bid) else 0)
            if isinstance(call, Shoot):
                bids[:] = rules.maximum
                shot[:] = True
        else:
            bids = _calls_of(book, public, seat, len(order) - place - 1, worths, high, holder, at_random, rng, note)
            bids = np.where(shot, 0, bids)
        holder = np.where(bids > 0, seat, holder)
        high = np.where(bids > 0, bids, high)
        if rules.all_pass is AllPass.REDEAL_BEFORE_DEALER and place == len(order) - 2:
            worths = np.where((holder < 0)[:, None], -np.inf, worths)  # thrown in: the dealer does not get to call
    forfeited = np.zeros(rows, bool)
    if rules.all_pass is AllPass.CHOOSES:
        nobody = holder < 0
        hopeful = book.chance(np.where(nobody, worths[:, public.dealer], 0.0), rules.minimum)
        loss = rules.forfeit + rules.forfeit_smucks / 2
        playing = hopeful * rules.minimum - (1 - hopeful) * (rules.minimum + setup.rules.scoring.set_smucks / 2)
        forfeited = nobody & (playing < -loss)
        holder = np.where(nobody & ~forfeited, public.dealer, holder)
        high = np.where(nobody & ~forfeited, rules.minimum, high)
    return Sold(holder.astype(np.intp), high, shot, forfeited)


def _calls_of(
    book: Book,
    public: PublicHand,
    seat: int,
    left: int,
    worths: Numbers,
    high: Counts,
    holder: NDArray[np.int64],
    at_random: float,
    rng: np.random.Generator | None,
    note: Calls | None,
) -> Counts:
    """What a seat calls in every deal: bids, 0 for a pass."""
    rules = book.setup.rules.auction
    dealing, nobody = seat == public.dealer, holder < 0
    own = worths[:, seat]
    out = ~np.isfinite(own)
    own = np.where(out, 0.0, own)
    friend = friends(book.setup, seat)[holder] & ~nobody
    matching = dealing and rules.may_match is Match.DEALER
    lowest = np.maximum(rules.minimum, high if matching else high + 1)
    values = book.calls(own, high, left, friend, lowest)
    if dealing and rules.all_pass is AllPass.STUCK:
        values[nobody, 0] = -np.inf
    if at_random and rng is not None:
        lot = rng.random(len(own)) < at_random
        values = np.where(lot[:, None] & np.isfinite(values), rng.random(values.shape), values)
    bids = values.argmax(axis=1)
    bids[out] = 0
    if note is not None:
        note.high[:, seat] = high
        note.bid[:, seat] = np.where(out, -1, bids)
        note.terms[:, seat] = book.terms(own, left, friend)
    return bids


def friends(setup: Setup, seat: int) -> NDArray[np.bool_]:
    """Which seats score with a seat whatever the hand: (players,)."""
    found = np.zeros(setup.players, bool)
    found[list(setup.side_of[seat])] = True
    return found


def bid_and_play(book: Book, deals: int, seed: int, *, at_random: float = 0.0) -> tuple[Calls, Hands]:
    """Deal so many hands, bid them by the book and play them by rules of thumb; seat 0 deals."""
    setup, n = book.setup, book.setup.players
    sample = random_deals(setup, deals, seed)
    worths = book.worths(sample.holdings[:, :n])
    note = Calls(np.zeros((deals, n), np.int64), np.full((deals, n), -1), np.zeros((deals, n, TERMS)))
    rng = np.random.default_rng(seed)
    best = worths.max(axis=2)
    sold = auction_on(book, opening(setup).public, best, at_random=at_random, rng=rng, note=note)
    bidder = np.maximum(sold.bidder, 0)
    suits = worths.argmax(axis=2)[np.arange(deals), bidder]
    hands = hands_imagined(setup, sample, bidder, suits, seed)
    nobody = sold.bidder < 0
    hands.points[nobody] = 0
    hands.partners[nobody] = False
    return note, hands._replace(bidder=sold.bidder, bid=sold.bid, shot=sold.shot)
