"""From the referee's cards to the kernel's: a hand in play, or what one seat knows of it, as a `POSITION`.

What the rules say of a hand becomes numbers here and nowhere else: which card beats which, what a card is worth to who
plays it and to who takes it (§7), which follow rule holds (§6), who scores with whom (§1, §4, §7). What finished tricks
have settled is written down as won.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from shmear.cards import BITS, CARDS, JOKERS, RANKS, SUIT_MASKS, SUITS, Card, mask_of
from shmear.game import Contract, HandState, Phase, PublicHand, Setup, View
from shmear.game.setup import Side, TrumpSuit
from shmear.kernel.lanes import CARD_NUMBERS, LANE_START, TRUMP
from shmear.kernel.position import HIGHEST_CARD, LOWEST_CARD, POSITION
from shmear.rules.knobs import (
    CalledCard,
    DiscardsScore,
    FirstLead,
    Follow,
    GameTie,
    Jokers,
    Partners,
    PointCard,
    PointTo,
    TrumpMade,
)
from shmear.rules.ruleset import PointName

Masks = NDArray[np.int64]
"""Sets of cards, one a number."""

Positions = NDArray[np.void]
"""Positions of the kernel: an array of the type `POSITION`."""


class Numbering:
    """The cards of a hand with one suit as trump, as the referee (0 to 53) and the kernel number them.

    The trumps lie in lane 3 in the order of `TrumpSuit.order`; the plain cards of the other suits, in the order of
    `Suit`, in lanes 0 to 2, a card at its rank. `number` (54,) leads from the referee's numbers to the kernel's (-1 for
    a trump that is not in the deck), `card` (63,) back (-1 where there is none); `equals` is the mask of two jokers of
    one strength.
    """

    def __init__(self, suit: TrumpSuit) -> None:
        """The numbers of the cards where a suit is trump."""
        self.suit = suit
        number = [-1] * len(CARDS)
        for lane, plain in enumerate(one for one in SUITS if one != suit.suit):
            for rank in range(len(RANKS)):
                number[13 * plain + rank] = int(LANE_START[lane]) + rank
        for place, card in enumerate(suit.order):
            number[card] = TRUMP + place
        back = [-1] * CARD_NUMBERS
        pieces: dict[int, int] = {}
        for card, one in enumerate(number):
            if one >= 0:
                back[one] = card
                pieces[one - card] = pieces.get(one - card, 0) | BITS[card]
        self.number = np.array(number, np.int64)
        self.card = np.array(back, np.int64)
        self._numbers, self._cards = tuple(number), tuple(back)
        self._up = tuple((mask, shift) for shift, mask in pieces.items() if shift >= 0)
        self._down = tuple((mask, -shift) for shift, mask in pieces.items() if shift < 0)
        jokers = suit.mask & JOKERS
        heights = {suit.height[card] for card in CARDS if BITS[card] & jokers}
        self.equals = self.encode(jokers) if jokers == JOKERS and len(heights) == 1 else 0

    def number_of(self, card: int) -> int:
        """The kernel's number of a card."""
        return self._numbers[card]

    def card_of(self, number: int) -> Card:
        """The card of a number of the kernel; `ValueError` where there is none."""
        return Card(self._cards[number])

    def encode(self, cards: int) -> int:
        """The kernel's mask of a mask of the referee."""
        found = 0
        for mask, shift in self._up:
            found |= (cards & mask) << shift
        for mask, shift in self._down:
            found |= (cards & mask) >> shift
        return found

    def decode(self, cards: int) -> int:
        """The referee's mask of a mask of the kernel."""
        found = 0
        for mask, shift in self._up:
            found |= (cards >> shift) & mask
        for mask, shift in self._down:
            found |= (cards << shift) & mask
        return found

    def encode_many(self, cards: NDArray[Any]) -> Masks:
        """The kernel's masks of an array of masks of the referee, of any shape."""
        masks = cards.astype(np.int64)
        found = np.zeros_like(masks)
        for mask, shift in self._up:
            found |= (masks & mask) << shift
        for mask, shift in self._down:
            found |= (masks & mask) >> shift
        return found

    def decode_many(self, cards: NDArray[Any]) -> Masks:
        """The referee's masks of an array of masks of the kernel, of any shape."""
        masks = cards.astype(np.int64)
        found = np.zeros_like(masks)
        for mask, shift in self._up:
            found |= (masks >> shift) & mask
        for mask, shift in self._down:
            found |= (masks << shift) & mask
        return found


def numbering(setup: Setup, trump: int) -> Numbering:
    """How the cards are numbered in a hand with a suit (0 to 3) as trump; the same object for the same trumps."""
    return _numbering(setup.trumps[trump])


def lower(state: HandState, trump: int | None = None) -> Positions:
    """A hand in play as one position of the kernel, an array of shape (1,).

    Where the first lead makes trump (§4) and has not been made, `trump` is the suit (0 to 3) that is supposed; only its
    cards may be led then, so that a bidder's choice among all cards is one position for each suit of the holding.
    `ValueError` for a hand that is not in play, without a trump suit, or with another one than supposed.
    """
    contract = state.public.contract
    discards = state.discards[contract.bidder] if contract is not None else 0
    return _lower(state.setup, state.public, state.holdings, discards, trump)


def lower_view(view: View, trump: int | None = None) -> Positions:
    """What a seat knows of a hand in play as one position, an array of shape (1,); `hands` has only its own cards.

    The holdings of the others are given to the kernel beside it, as masks of shape (m, 8), one row a world. Where the
    bidder's discards count (`DiscardsScore.BIDDER`) they are counted only in the bidder's own view: another seat does
    not know them, and what they bring is missing from its position. `trump` as for `lower`.
    """
    holdings = [0] * view.setup.players
    discards = 0
    if view.seat is not None:
        holdings[view.seat] = mask_of(view.holding)
        if view.contract is not None and view.contract.bidder == view.seat:
            discards = mask_of(view.discards)
    return _lower(view.setup, view.public, holdings, discards, trump)


def lower_deal(setup: Setup, contract: Contract, holdings: Sequence[int], discards: int = 0) -> Positions:
    """The position before the first lead of a hand that is only supposed, an array of shape (1,).

    `holdings` are masks of the referee, one a seat; `contract` says who plays what with which trump suit and partner;
    `discards` are the bidder's.
    """
    nothing = (0,) * setup.players
    public = PublicHand(0, Phase.PLAY, contract.bidder, 0, (), contract, (), (), nothing)
    return _lower(setup, public, holdings, discards, contract.trump)


@lru_cache(maxsize=256)
def _numbering(suit: TrumpSuit) -> Numbering:
    return Numbering(suit)


def _lower(setup: Setup, public: PublicHand, holdings: Sequence[int], discards: int, trump: int | None) -> Positions:
    contract, turn = public.contract, public.to_act
    if public.phase is not Phase.PLAY or contract is None or turn is None:
        raise ValueError(f"only a hand in play has a position in the kernel, this one is in {public.phase.value}")
    known = contract.trump if contract.trump is not None else trump
    if known is None:
        raise ValueError("trump is made by the first lead: say which suit is supposed")
    if trump is not None and trump != known:
        raise ValueError(f"{SUITS[known].word} are trump, not {SUITS[trump].word}")
    rules, suit = setup.rules, setup.trumps[known]
    scored = discards if rules.exchange.discards_score is DiscardsScore.BIDDER else 0
    cards = _numbering(suit)
    positions = _still(setup, known).copy()
    one = positions[0]
    one["hands"][: setup.players] = [cards.encode(mask) for mask in holdings]
    one["turn"] = turn
    trick = public.trick(setup.players)
    one["lying"] = len(trick)
    one["trick"][: len(trick)] = [cards.number_of(card) for card in trick]
    if not public.winners and contract.partner is not None and contract.called is not None:
        first = rules.sides.called_card is CalledCard.FIRST_TRICK
        one["forced" if first else "due"] = cards.encode(BITS[contract.called])
    if not public.plays:
        one["barred"] = cards.encode(_barred(setup, suit))
    if rules.scoring.game_tie is GameTie.BIDDER:
        one["tie_to"] = contract.bidder
    sides, paired = _sides(setup, contract)
    one["sides"], one["paired"] = len(sides), paired
    for number, side in enumerate(sides):
        for seat in side:
            one["side"][seat] = number
    if public.winners or scored:
        _settle(one, setup, public, contract.bidder, scored, suit)
    return positions


def _barred(setup: Setup, suit: TrumpSuit) -> int:
    """What may not be led first (§4): jokers, and where the lead makes trump, what is not printed with the suit."""
    rules = setup.rules
    barred = JOKERS if rules.trump.first_lead is FirstLead.NO_JOKER else 0
    if rules.trump.made is TrumpMade.FIRST_LEAD:
        barred |= setup.deck_mask & ~SUIT_MASKS[suit.suit]
    return barred & setup.deck_mask


def _sides(setup: Setup, contract: Contract) -> tuple[Sequence[Side], bool]:
    """Who scores together in this hand, and whether two seats will be paired by High and Low."""
    if setup.partners is Partners.CALLED:
        pair = sorted({contract.bidder} if contract.partner is None else {contract.bidder, contract.partner})
        rest = [seat for seat in range(setup.players) if seat not in pair]
        return sorted((tuple(pair), tuple(rest))), False
    paired = setup.partners is Partners.HIGH_LOW and not (contract.shooting and setup.rules.shoot.alone)
    return setup.sides, paired


@lru_cache(maxsize=256)
def _still(setup: Setup, trump: int) -> Positions:
    """All that is the same in every hand of a setup with a trump suit."""
    rules, suit = setup.rules, setup.trumps[trump]
    cards = _numbering(suit)
    positions = np.zeros(1, POSITION)
    one: Any = positions[0]
    one["seats"] = setup.players
    one["floor"] = TRUMP
    one["may_trump"] = rules.play.follow is Follow.SUIT_OR_TRUMP
    one["tie_to"] = -1
    one["equals"] = cards.equals if rules.deck.jokers is Jokers.EQUAL else 0
    one["highest_gone"] = one["lowest_gone"] = -1
    one["pair_card"] = one["pair_seat"] = -1
    for value, mask in setup.counting:
        for card in CARDS:
            if mask & BITS[card]:
                one["count"][cards.number_of(card)] = value
    for name, point in rules.points.items():
        to = "taker" if point.to is PointTo.TAKER else "player"
        place = _pair_place(name)
        card = suit.card_for(point.card)
        if point.card is PointCard.COUNTING:
            one["game"] += point.worth
        elif point.card is PointCard.HIGHEST or point.card is PointCard.LOWEST:
            which = point.card.value
            one[f"{which}_of"] = cards.encode(suit.high_low)
            one[f"{which}_{to}"] += point.worth
            if place >= 0:
                one["pair_card"][place] = HIGHEST_CARD if which == "highest" else LOWEST_CARD
        elif card is not None and cards.number_of(card) >= 0:
            one[to][cards.number_of(card)] += point.worth
            if place >= 0:
                one["pair_card"][place] = cards.number_of(card)
        if place >= 0:
            one["pair_taker"][place] = point.to is PointTo.TAKER
    return positions


def _pair_place(name: PointName) -> int:
    """Which of the two paired seats a point makes: 0 for High, 1 for Low, -1 for others."""
    return ("high", "low").index(name) if name in ("high", "low") else -1


def _settle(one: Any, setup: Setup, public: PublicHand, bidder: int, scored: int, suit: TrumpSuit) -> None:
    """Write down as won what finished tricks, and discards that count, have brought."""
    n = setup.players
    cards = _numbering(suit)
    taken = list(public.taken)
    taken[bidder] |= scored
    for value, mask in setup.counting:
        for seat in range(n):
            one["counted"][seat] += value * (taken[seat] & mask).bit_count()
    played = public.plays[: len(public.winners) * n]
    gone = mask_of(played)
    for name, point in setup.rules.points.items():
        if point.card is PointCard.COUNTING:
            continue
        extreme = point.card is PointCard.HIGHEST or point.card is PointCard.LOWEST
        if extreme:
            among = cards.encode(gone & suit.high_low)
            if not among:
                continue
            number = among.bit_length() - 1 if point.card is PointCard.HIGHEST else (among & -among).bit_length() - 1
            which = cards.card_of(number)
            key = point.card.value
            one[f"{key}_gone"] = number
            one[f"{key}_seat"] = public.player_of(which, n)
            one[f"{key}_took"] = _taker(taken, which)
            continue
        card = suit.card_for(point.card)
        if card is None:
            continue
        seat = _taker(taken, card) if point.to is PointTo.TAKER else None
        if point.to is PointTo.PLAYER and BITS[card] & gone:
            seat = public.player_of(card, n)
        if seat is None:
            continue
        one["points"][seat] += point.worth
        place = _pair_place(name)
        if place >= 0:
            one["pair_card"][place], one["pair_seat"][place] = -1, seat


def _taker(taken: Sequence[int], card: Card) -> int | None:
    return next((seat for seat, mask in enumerate(taken) if mask & BITS[card]), None)
