"""Many hands played out at once, with seat 0 as the bidder: kitty, discards and call by rules of thumb, then the cards.

Who takes a card is not among the results of a playout. It comes out all the same: a point of a card weighs as much to
the players as so many counting points. With the one put in the place of the other they play the very same cards, and
the side that took the card has so many counting points more.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from shmear.bots.imagining import kept
from shmear.cards import BITS, CARDS
from shmear.game import Contract, Setup
from shmear.game.exchange import not_callable
from shmear.kernel import Playouts, play_out
from shmear.kernel.lanes import MAX_SEATS
from shmear.kernel.thumb_play import A_POINT
from shmear.rules.knobs import Discards, DiscardsScore, GameTie, Partners, PointCard, PointTo
from shmear.rules.ruleset import Point, PointName
from shmear.search.lower import Numbering, Positions, lower_deal, numbering
from shmear.stats.dealing import Dealt, Masks

NOBODY, OURS, THEIRS = 0, 1, 2
"""Who gets a point: nobody, the bidder's side, another."""

Codes = NDArray[np.int8]


class Won(NamedTuple):
    """One point in each hand (m,): who gets it, and the seat that held its card when play began (-1: nobody)."""

    who: Codes
    holder: Codes


class Ended(NamedTuple):
    """Hands played out, a row each: the points of the bidder's side (m,), each seat's side (m, 8), each point."""

    points: NDArray[np.int64]
    sides: Codes
    won: dict[PointName, Won]


class Ready(NamedTuple):
    """Hands when the play begins, a row each.

    `trump` (m,) is a suit, `holdings` (m, 8) what each seat holds, `buried` (m,) the bidder's discards where they
    count; `partner` and `called` (m,) are the seat and the card called, -1 for none.
    """

    trump: NDArray[np.intp]
    holdings: Masks
    buried: Masks
    partner: NDArray[np.intp]
    called: NDArray[np.intp]


def make_ready(setup: Setup, dealt: Dealt, trump: NDArray[np.intp]) -> Ready:
    """Seat 0 has won the bid and plays with these suits as trump: kitty, discards, call (§4)."""
    rows = len(trump)
    holdings, buried = dealt.holdings.copy(), np.zeros(rows, np.int64)
    partner, called = np.full(rows, -1, np.intp), np.full(rows, -1, np.intp)
    if setup.kitty_size:
        holdings[:, 0] |= dealt.kitty
    known = holdings[:, 0].copy()
    exchange = setup.rules.exchange
    seats = {Discards.NONE: 0, Discards.BIDDER: 1, Discards.EVERYONE: setup.players}[exchange.discards]
    for suit in range(4):
        which = np.flatnonzero(trump == suit)
        if not len(which):
            continue
        if seats:
            before = holdings[which, :seats]
            after = kept(setup, setup.trumps[suit], before, setup.tricks)
            holdings[which, :seats] = after
            if exchange.discards_score is DiscardsScore.BIDDER:
                buried[which] = before[:, 0] & ~after[:, 0]
        if setup.partners is Partners.CALLED:
            partner[which], called[which] = _called(setup, suit, holdings[which], known[which])
    return Ready(trump, holdings, buried, partner, called)


def _called(setup: Setup, suit: int, holdings: Masks, known: Masks) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """The bidder calls the highest trump that is not known to it and may be called: who has it, and which it is."""
    trump = setup.trumps[suit]
    barred = not_callable(setup, Contract(0, 0, trump=suit))
    partner, called = np.full(len(known), -1, np.intp), np.full(len(known), -1, np.intp)
    for card in reversed(trump.order):
        if not BITS[card] & barred:
            called[(called < 0) & (known >> int(card) & 1 == 0)] = int(card)
    shift = np.maximum(called, 0)
    for seat in range(1, setup.players):
        partner[(called >= 0) & (holdings[:, seat] >> shift & 1 == 1)] = seat
    return partner, called


def play_many(setup: Setup, ready: Ready, seed: int, first: int = 0, *, points: bool = False) -> Ended:
    """Play hands out to the end by the kernel's rules of thumb.

    The numbers of the hands, from `first` on, and the seed settle the playouts. With `points` each point's winner is
    found too, which takes a further playout for each point that goes to who takes its card.
    """
    rows = len(ready.trump)
    taken, sides = np.zeros(rows, np.int64), np.zeros((rows, MAX_SEATS), np.int8)
    names = tuple(setup.rules.points) if points else ()
    won: dict[PointName, Won] = {name: Won(np.zeros(rows, np.int8), np.full(rows, -1, np.int8)) for name in names}
    done = 0
    for which, contract in _alike(ready):
        hands = _Alike(setup, contract, ready, which, seed, first + done)
        played = hands.played
        done += len(which)
        taken[which] = np.take_along_axis(played.points, played.sides[:, :1].astype(np.intp), axis=1)[:, 0]
        sides[which] = played.sides
        for name, (who, holder) in won.items():
            who[which], holder[which] = hands.won(setup.rules.points[name])
    return Ended(taken, sides, won)


def _alike(ready: Ready) -> Iterator[tuple[NDArray[np.intp], Contract]]:
    """The hands by trump, partner and called card: rows, and the contract of them all. The bid does not matter."""
    size = len(CARDS) + 1
    keys = (ready.trump * (MAX_SEATS + 1) + ready.partner + 1) * size + ready.called + 1
    for key in np.unique(keys):
        which = np.flatnonzero(keys == key)
        row = which[0]
        called, partner = int(ready.called[row]), int(ready.partner[row])
        yield (
            which,
            Contract(
                0,
                0,
                trump=int(ready.trump[row]),
                called=CARDS[called] if called >= 0 else None,
                partner=partner if partner >= 0 else None,
            ),
        )


class _Alike:
    """Hands with one trump suit, one partner and one called card, played out."""

    def __init__(
        self, setup: Setup, contract: Contract, ready: Ready, which: NDArray[np.intp], seed: int, first: int
    ) -> None:
        self.setup, self.suit = setup, setup.trumps[int(ready.trump[which[0]])]
        self.names: Numbering = numbering(setup, int(ready.trump[which[0]]))
        self.holdings, self.buried = ready.holdings[which], ready.buried[which]
        self.hands = np.ascontiguousarray(self.names.encode_many(self.holdings))
        self.held = np.bitwise_or.reduce(self.holdings, axis=1)
        self._seed, self._first = seed, first
        nothing = [0] * setup.players
        if self.buried.any():
            self.positions: Positions = np.concatenate(
                [lower_deal(setup, contract, nothing, int(mask)) for mask in self.buried]
            )
        else:
            self.positions = lower_deal(setup, contract, nothing)
        self.played = self._play(self.positions)

    def _play(self, positions: Positions) -> Playouts:
        return play_out(positions, self.hands, policy="thumb", seed=self._seed, first_position=self._first)

    def won(self, point: Point) -> Won:
        """Who gets a point (§7), and who held its card."""
        if point.card is PointCard.COUNTING:
            return Won(self._game(), np.full(len(self.hands), -1, np.int8))
        card = self._card(point.card)
        holder = self._holder(card)
        if point.to is PointTo.PLAYER:
            return Won(self._side_of_seat(holder), holder)
        return Won(self._taker(point, card), holder)

    def _card(self, what: PointCard) -> NDArray[np.int64]:
        """The card that a point is for, by the referee's number, (m,); -1 for none. It need not be in play."""
        rows = len(self.hands)
        if what is PointCard.HIGHEST or what is PointCard.LOWEST:
            found = np.full(rows, -1, np.int64)
            order = self.suit.order if what is PointCard.HIGHEST else self.suit.order[::-1]
            for card in order:  # the last one that is there stays
                if BITS[card] & self.suit.high_low:
                    found[self.held >> int(card) & 1 == 1] = int(card)
            return found
        card = self.suit.card_for(what)
        there = card is not None and BITS[card] & self.setup.deck_mask
        return np.full(rows, int(card) if card is not None and there else -1, np.int64)

    def _holder(self, card: NDArray[np.int64]) -> Codes:
        found, shift = np.full(len(card), -1, np.int8), np.maximum(card, 0)
        for seat in range(self.setup.players):
            found[(card >= 0) & (self.holdings[:, seat] >> shift & 1 == 1)] = seat
        return found

    def _side_of_seat(self, seat: Codes) -> Codes:
        sides = self.played.sides
        side = np.take_along_axis(sides, np.maximum(seat, 0)[:, None].astype(np.intp), axis=1)[:, 0]
        return np.where(seat < 0, NOBODY, np.where(side == sides[:, 0], OURS, THEIRS)).astype(np.int8)

    def _side_of_number(self, side: NDArray[np.intp]) -> Codes:
        return np.where(side < 0, NOBODY, np.where(side == self.played.sides[:, 0], OURS, THEIRS)).astype(np.int8)

    def _game(self) -> Codes:
        n, sides = self.setup.players, self.played.sides
        counted = self.played.counted.astype(np.int64)
        counted[np.arange(MAX_SEATS) > sides[:, :n].max(axis=1)[:, None]] = -1  # no such side
        most = counted == counted.max(axis=1, keepdims=True)
        found = self._side_of_number(np.where(most.sum(axis=1) == 1, most.argmax(axis=1), -1))
        if self.setup.rules.scoring.game_tie is GameTie.BIDDER:
            among = np.take_along_axis(most, sides[:, :1].astype(np.intp), axis=1)[:, 0]
            found[(found == NOBODY) & among] = OURS
        return found

    def _taker(self, point: Point, card: NDArray[np.int64]) -> Codes:
        """Who takes the card of a point: see the head of this file."""
        weight = A_POINT * point.worth
        same: Any = np.repeat(self.positions, len(self.hands)) if len(self.positions) == 1 else self.positions.copy()
        before = self.played.counted.astype(np.int64)
        if not same["game"][0]:  # counting points weigh nothing here: let none but the card's be there, and weigh
            same["count"], same["counted"], same["game"] = 0, 0, 1
            before = np.zeros_like(before)
        rows = np.flatnonzero(card >= 0)
        numbers = self.names.number[card[rows]]
        if point.card is PointCard.HIGHEST or point.card is PointCard.LOWEST:
            same[f"{point.card.value}_taker"] -= point.worth
        else:
            same["taker"][rows, numbers] -= point.worth
        same["count"][rows, numbers] += weight
        more = self._play(same).counted.astype(np.int64) - before
        found = self._side_of_number(np.where((more == weight).any(axis=1), (more == weight).argmax(axis=1), -1))
        buried = (card >= 0) & (self.buried >> np.maximum(card, 0) & 1 == 1)
        found[buried] = OURS
        return found
