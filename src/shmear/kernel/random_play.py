"""Players who choose among all cards that they may play, each as likely as any other."""

# pyright: basic
# (numba finds the types of compiled functions; records and arrays of them have none that a checker knows)

from __future__ import annotations

from typing import Any

import numpy as np

from shmear.kernel.chance import below, further, stream
from shmear.kernel.compiled import compiled, highest, lowest, ones
from shmear.kernel.lanes import MAX_SEATS, lane_mask, lane_of
from shmear.kernel.plan import (
    ALLOWED,
    CARDS,
    DUE,
    FORCED,
    GAIN,
    LEFT,
    MAY_TRUMP,
    PAIR,
    SEATS,
    SIDES,
    SUIT,
    TABLE,
    TODO,
    TRICK_WORTH,
    TRICKS,
    TRUMPS,
    TURN,
    follows,
    leads,
    rare_winner,
    watched_cards,
)

SUIT_OF = np.array([lane_mask(lane_of(card)) for card in range(64)], np.int64)
"""The mask of the lane of each card."""


@compiled
def chosen(legal: Any, which: int) -> int:
    """The mask of one card: the lowest but `which` of some cards."""
    # The first five, which are most of a hand, without a branch: one wrong guess costs more than all of them. Take off
    # the lowest card, or nothing where the sign says that it is enough.
    legal &= legal - (((0 - which) >> 63) & 1)
    legal &= legal - (((1 - which) >> 63) & 1)
    legal &= legal - (((2 - which) >> 63) & 1)
    legal &= legal - (((3 - which) >> 63) & 1)
    legal &= legal - (((4 - which) >> 63) & 1)
    while which > 5:
        legal &= legal - 1
        which -= 1
    return legal & -legal


@compiled
def play_random(
    plan: Any,
    hand: Any,
    owner: Any,
    worth: Any,
    home: Any,
    start: Any,
    count: Any,
    seed: Any,
    number: Any,
    totals: Any,
    pairs: Any,
) -> Any:
    """Play a prepared position out at random `count` times.

    `number` is the number of the first playout: each has the random numbers of its own number. For each, `totals`
    (8 * count,) gets what was added up under each number of `home`, and `pairs` (2 * count,) the two seats that are
    paired, where play decides that.
    """
    n = plan[SEATS]
    trumps = plan[TRUMPS]
    may_trump = trumps if plan[MAY_TRUMP] else 0
    trick_worth = plan[TRICK_WORTH]
    tricks = plan[TRICKS]
    cards = plan[CARDS]
    left = plan[LEFT]
    pairing = plan[SIDES] < 0
    watched = watched_cards(plan)
    special = plan[TODO] < n or plan[FORCED] | plan[DUE] != 0
    first_leads = leads(plan, hand[plan[TURN]])
    hold = np.empty(MAX_SEATS, np.int64)
    pair = np.empty(2, np.int64)
    at = 0
    for index in range(count):
        state = stream(seed, number + index)
        at &= 0xFFFFFF  # tells the compiler that it is not negative
        for seat in range(MAX_SEATS):
            hold[seat] = hand[seat]
            totals[at + seat] = start[seat]
        seat = plan[TURN]
        rest = cards
        unwon = left
        later = tricks - 1
        may_lead = first_leads
        if pairing:
            pair[0] = plan[PAIR]
            pair[1] = plan[PAIR + 1]
        if special and tricks:
            state, seat, trick, gain = odd_trick(plan, hold, owner, worth, state, pair)
            totals[at + (home[seat & 7] & 7)] += gain
            rest ^= trick
            unwon -= gain
            later -= 1
            may_lead = -1
        for _ in range(later):
            leader = seat
            mine = hold[seat & 7]
            legal = mine & may_lead
            may_lead = -1
            state = further(state)
            trick = chosen(legal, below(state, ones(legal)))
            hold[seat & 7] = mine ^ trick
            card = lowest(trick) & 63
            gain = worth[card] + trick_worth
            suit = SUIT_OF[card]
            allowed = suit | may_trump
            for _ in range(n - 1):
                seat = seat + 1 if seat + 1 < n else 0
                mine = hold[seat & 7]
                legal = mine & allowed
                legal = legal if legal else mine
                state = further(state)
                bit = chosen(legal, below(state, ones(legal)))
                hold[seat & 7] = mine ^ bit
                trick |= bit
                gain += worth[lowest(bit) & 63]
            high = trick & trumps
            seat = owner[highest(high if high else trick & suit) & 63]
            if trick & watched:
                seat = rare_winner(plan, owner, trick, leader, seat, pair)
            totals[at + (home[seat & 7] & 7)] += gain
            unwon -= gain
            rest ^= trick
        if later >= 0:
            # The last trick: everybody plays the one card that is left.
            suit = SUIT_OF[lowest(hold[seat & 7]) & 63]
            high = rest & trumps
            winner = owner[highest(high if high else rest & suit) & 63]
            if rest & watched:
                winner = rare_winner(plan, owner, rest, seat, winner, pair)
            totals[at + (home[winner & 7] & 7)] += unwon
        if pairing:
            pairs[at >> 2] = pair[0]
            pairs[(at >> 2) + 1] = pair[1]
        at += MAX_SEATS


@compiled
def odd_trick(plan: Any, hold: Any, owner: Any, worth: Any, state: Any, pair: Any) -> Any:
    """Play a trick that has begun, or in which some cards have to be played or may not be led.

    Gives the state of the random numbers, the winner, the cards and their worth.
    """
    n = plan[SEATS]
    seat = plan[TURN]
    todo = plan[TODO]
    leader = seat + todo if seat + todo < n else seat + todo - n
    trick = plan[TABLE]
    gain = plan[GAIN]
    suit = plan[SUIT]
    allowed = plan[ALLOWED]
    for _ in range(todo):
        mine = hold[seat & 7]
        if trick == 0:
            legal = leads(plan, mine)
        else:
            legal = follows(plan, mine, allowed)
        state = further(state)
        bit = chosen(legal, below(state, ones(legal)))
        hold[seat & 7] = mine ^ bit
        card = lowest(bit) & 63
        if trick == 0:
            suit = SUIT_OF[card]
            allowed = suit | (plan[TRUMPS] if plan[MAY_TRUMP] else 0)
        trick |= bit
        gain += worth[card]
        seat = seat + 1 if seat + 1 < n else 0
    high = trick & plan[TRUMPS]
    winner = owner[highest(high if high else trick & suit) & 63]
    if trick & watched_cards(plan):
        winner = rare_winner(plan, owner, trick, leader, winner, pair)
    return state, winner, trick, gain
