"""Players who go by rules of thumb, quickly, and know what has been played but no other hand.

On lead: cards that nobody can beat, trumps first; else the least. To a trick: what is sure to stay with the own side
gets the richest card; a trick that carries something is taken, by a sure card if there is one, by the cheapest that
wins otherwise; else the least goes. Equally good cards are drawn by lot.
"""

# pyright: basic
# (numba finds the types of compiled functions; records and arrays of them have none that a checker knows)

from __future__ import annotations

from typing import Any

import numpy as np

from shmear.kernel.chance import further, stream
from shmear.kernel.compiled import compiled, highest, lowest
from shmear.kernel.lanes import CARD_NUMBERS, LANE_START, MAX_SEATS, lane_of
from shmear.kernel.plan import (
    ALLOWED,
    CARDS,
    COUNTS,
    EQUALS,
    GAIN,
    GAME,
    MAY_TRUMP,
    PAIR,
    SEATS,
    SUIT,
    TABLE,
    TODO,
    TRICK_WORTH,
    TRICKS,
    TRUMPS,
    TURN,
    first_of_equals,
    follows,
    leads,
    rare_winner,
    watched_cards,
)
from shmear.kernel.random_play import SUIT_OF

A_POINT = 20
"""What one point weighs against one counting point."""

CARRIES = 2
"""A trick of such a weight is worth a sure card."""

CARRIES_MUCH = 4
"""A trick of such a weight is worth a card that may yet be beaten."""


@compiled
def play_thumb(
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
    """Play a prepared position out `count` times by rules of thumb; arguments and results as of `play_random`."""
    n = plan[SEATS]
    trumps = plan[TRUMPS]
    may_trump = trumps if plan[MAY_TRUMP] else 0
    watched = watched_cards(plan)
    hold = np.empty(MAX_SEATS, np.int64)
    pair = np.empty(2, np.int64)
    weight = np.zeros(64, np.int64)
    for card in range(CARD_NUMBERS):
        if (plan[CARDS] >> card) & 1:
            weight[card] = weight_of(worth[card], plan[GAME])
    for index in range(count):
        state = stream(seed, number + index)
        at = (index * MAX_SEATS) & 0xFFFFFF
        for seat in range(MAX_SEATS):
            hold[seat] = hand[seat]
            totals[at + seat] = start[seat]
        pair[0] = plan[PAIR]
        pair[1] = plan[PAIR + 1]
        seat = plan[TURN]
        todo = plan[TODO]
        leader = seat + todo if seat + todo < n else seat + todo - n
        trick = plan[TABLE]
        gain = plan[GAIN]
        suit = plan[SUIT]
        allowed = plan[ALLOWED]
        rest = plan[CARDS]
        for later in range(plan[TRICKS] - 1, -1, -1):
            first = later == plan[TRICKS] - 1
            while todo:
                mine = hold[seat & 7]
                state = further(state)
                if trick == 0:
                    card = lead_by_thumb(leads(plan, mine) if first else mine, mine, rest, trumps, weight, state)
                    suit = SUIT_OF[card & 63]
                    allowed = suit | may_trump
                else:
                    legal = mine & allowed if mine & allowed else mine
                    if first:
                        legal = follows(plan, mine, allowed)
                    if legal & (legal - 1) == 0:
                        card = lowest(legal)
                    else:
                        high = trick & trumps
                        best = highest(high if high else trick & suit)
                        winner = owner[best & 63]
                        winner = first_of_equals(plan, owner, trick, leader, winner)
                        ours = home[winner & 7] == home[seat & 7]
                        carried = weight_of(gain, plan[GAME])
                        unseen = rest & ~mine & ~trick
                        card = follow_by_thumb(
                            legal, best, plan[EQUALS], ours, todo == 1, carried, unseen, trumps, weight, state
                        )
                hold[seat & 7] = mine ^ 1 << card
                trick |= 1 << card
                gain += worth[card & 63]
                seat = seat + 1 if seat + 1 < n else 0
                todo -= 1
            high = trick & trumps
            seat = owner[highest(high if high else trick & suit) & 63]
            if trick & watched:
                seat = rare_winner(plan, owner, trick, leader, seat, pair)
            totals[at + (home[seat & 7] & 7)] += gain
            rest ^= trick
            leader = seat
            todo = n
            trick = 0
            gain = plan[TRICK_WORTH]
        pairs[2 * index] = pair[0]
        pairs[2 * index + 1] = pair[1]


@compiled
def weight_of(worth: Any, game: Any) -> Any:
    """What some cards weigh, in counting points."""
    return (worth >> 32) * A_POINT + (worth & COUNTS if game else 0)


@compiled
def keeping(card: Any, trumps: Any, weight: Any) -> Any:
    """How much a card is worth keeping: points first, then trumps, then height."""
    return weight[card & 63] * 64 + (32 if (trumps >> card) & 1 else 0) + card - LANE_START[lane_of(card) & 3]


@compiled
def stands(card: Any, unseen: Any, trumps: Any) -> Any:
    """Whether none of the cards unseen beats a card, whoever holds them."""
    if unseen & SUIT_OF[card & 63] & (-1 << card):
        return False
    return (trumps >> card) & 1 != 0 or unseen & trumps == 0


@compiled
def lead_by_thumb(legal: Any, mine: Any, rest: Any, trumps: Any, weight: Any, state: Any) -> Any:
    """The card to lead."""
    unseen = rest & ~mine
    chosen = 0
    most = -1 << 40
    while legal:
        card = lowest(legal)
        legal &= legal - 1
        if stands(card, unseen, trumps):
            score = 10000 + (5000 if (trumps >> card) & 1 and unseen & trumps else 0) + weight[card & 63] * 64
        else:
            score = -keeping(card, trumps, weight)
        score = score << 3 | (state >> (20 + (card & 31))) & 7
        if score > most:
            most = score
            chosen = card
    return chosen


@compiled
def follow_by_thumb(
    legal: Any,
    best: Any,
    equals: Any,
    ours: Any,
    last: Any,
    carried: Any,
    unseen: Any,
    trumps: Any,
    weight: Any,
    state: Any,
) -> Any:
    """The card to play to a trick in which `best` is the highest so far, `ours` if a partner's."""
    trump_best = (trumps >> best) & 1 != 0
    winning = legal & SUIT_OF[best & 63] & (-1 << best)
    if not trump_best:
        winning |= legal & trumps
    if (equals >> best) & 1:
        winning &= ~equals
    safe = ours and (last or stands(best, unseen, trumps))
    chosen = 0
    most = -1 << 40
    while legal:
        card = lowest(legal)
        legal &= legal - 1
        kept = keeping(card, trumps, weight)
        won = carried + weight[card & 63]
        score = -kept
        if safe:
            score = weight[card & 63] * 128 - kept
        elif (winning >> card) & 1:
            if last:
                if won:
                    score = 100000 + weight[card & 63] * 128 - kept
            elif won >= CARRIES and stands(card, unseen, trumps):
                score = 100000 - kept + weight[card & 63] * 64
            elif carried >= CARRIES_MUCH and not ours:
                score = 50000 - kept
        score = score << 3 | (state >> (20 + (card & 31))) & 7
        if score > most:
            most = score
            chosen = card
    return chosen
