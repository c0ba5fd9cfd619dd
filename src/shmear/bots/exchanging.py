"""Which discards and which called cards come into question: the few that a player would think about."""

from __future__ import annotations

from collections.abc import Sequence

from shmear.bots.appraisal import keep
from shmear.bots.imagining import order_to_keep
from shmear.cards import BITS, RANKS, SUIT_MASKS, cards_of, mask_of
from shmear.game import Action, CallCard, Discard, DiscardOptions, View
from shmear.game.setup import Setup

SWAPS = 3
"""How many of the worst cards kept, and of the best laid away, are weighed against each other."""

TO_CALL = 6
"""How many cards to call come into question for a suit."""


def discards_to_weigh(view: View, also: Sequence[Action] = ()) -> list[tuple[int, Discard]]:
    """Suits and discards: what a suit asks one to keep, changes of one card at the edge, and what else is asked for."""
    options, setup = view.legal, view.setup
    assert isinstance(options, DiscardOptions), "it is time to discard"
    staying = options.pool.bit_count() - options.free
    found: dict[tuple[int, int], None] = {}
    for suit in _suits(view):
        trump = setup.trumps[suit]
        bidding = view.contract is not None and view.contract.bidder == view.seat
        order = [card for card in order_to_keep(setup, trump) if BITS[card] & options.pool]
        best = mask_of(order[:staying])
        found[suit, best] = None
        found[suit, keep(setup, options.pool, suit, staying, bury=bidding)] = None
        for out in order[max(0, staying - SWAPS) : staying]:
            for back in order[staying : staying + SWAPS]:
                found[suit, best & ~BITS[out] | BITS[back]] = None
        for discard in also:
            if isinstance(discard, Discard):
                found[suit, options.pool & ~discard.bit] = None
    return [(suit, Discard(options.must | options.pool & ~kept)) for suit, kept in found]


def calls_to_weigh(view: View, also: Sequence[Action] = ()) -> list[tuple[int, CallCard]]:
    """Suits and cards to call: the highest trumps that are missing, aces of other suits, and what else is asked for.

    And the lowest plain card, which everybody lays away: who can take all points alone need not share them.
    """
    setup = view.setup
    legal = mask_of([action.card for action in view.legal if isinstance(action, CallCard)])
    found: list[tuple[int, CallCard]] = []
    for suit in _suits(view):
        trump = setup.trumps[suit]
        trumps = [card for card in reversed(trump.order) if BITS[card] & legal][:TO_CALL]
        aces = [card for card in cards_of(legal & ~trump.mask) if card.rank == "A"]
        plain = sorted(cards_of(legal & ~trump.mask), key=lambda card: RANKS.index(card.rank or "2"))
        some = dict.fromkeys([*trumps, *aces, *plain[:1]])
        calls = [CallCard(card) for card in some]
        calls += [call for call in also if isinstance(call, CallCard) and call not in calls]
        found += [(suit, call) for call in calls]
    return found


def _suits(view: View) -> list[int]:
    """The trump suit, or where the first lead will make it the suits that the bidder may lead; for others all."""
    if view.trump is not None:
        return [int(view.trump.suit)]
    cards = mask_of(view.holding)
    return _longest(view.setup, cards)


def _longest(setup: Setup, cards: int) -> list[int]:
    """The three suits with the most trumps that can be led."""
    printed = [suit for suit in range(4) if cards & SUIT_MASKS[suit]] or [0]
    printed.sort(key=lambda suit: -(cards & setup.trumps[suit].mask).bit_count())
    return printed[:3]
