"""A position prepared for playing on many times: numbers that every playout starts from, and how it ends.

What a card is worth to who takes it is one number, its points times 2^32 plus its counting points, so that a trick is
added up once. Counting points are not negative.
"""

# pyright: basic
# (numba finds the types of compiled functions; records and arrays of them have none that a checker knows)

from __future__ import annotations

from typing import Any

import numpy as np

from shmear.kernel.compiled import compiled, highest, lowest, ones
from shmear.kernel.lanes import LANE_3, MAX_SEATS, NO_TRUMP, lane_mask
from shmear.kernel.position import UNDECIDED, pair_of, pair_up, settle, trick_so_far

# Places in the array `plan`.
SEATS = 0
TURN = 1  # the seat to play
TODO = 2  # how many have still to play to this trick
TABLE = 3  # the cards on the table
GAIN = 4  # what they are worth
SUIT = 5  # the cards of the lane that was led
ALLOWED = 6  # the cards that may be played while one is held
TRICKS = 7  # tricks left, this one too
TRUMPS = 8  # all trumps; 0 without a trump suit
FORCED = 9
DUE = 10
BARRED = 11
EQUALS = 12  # two equal cards, if both are in play
CARDS = 13  # all cards that are in play, those on the table too
LEFT = 14  # what all tricks to come are worth
SIDES = 15  # sides, or -1 where play decides who is paired
TIE_TO = 16  # the seat whose side gets Game of a tie that it is in, or -1
GAME = 17
TRICK_WORTH = 18
MAY_TRUMP = 19
PAIR = 20  # two places: a seat, or `UNDECIDED` less the card whose taker is paired
PLAN = 22

POINT = 1 << 32
"""One point in what a card is worth."""

COUNTS = POINT - 1
"""The mask of the counting points."""


@compiled
def prepare(
    position: Any, hands: Any, plan: Any, hand: Any, owner: Any, worth: Any, home: Any, start: Any, scratch: Any
) -> Any:
    """Write down what all playouts of a position have in common.

    Into `plan` the numbers above; into `hand` (8,) what each seat holds, into `owner` (64,) who holds or played each
    card and into `worth` (64,) what it is worth; into `home` (8,) the number under which each seat's takings are added
    up and into `start` (8,) what there is under that number so far. `scratch` (2, 64) is for this function. Gives
    whether the hands are of the lengths that they must have.
    """
    taker = scratch[0]
    points = scratch[1]
    n = position.seats
    sides = settle(position, hands, taker, points, home)
    lying = position.lying
    leader = (position.turn - lying) % n
    table = 0
    for place in range(lying):
        card = position.trick[place]
        table |= 1 << card
        owner[card & 63] = (leader + place) % n
    cards = table
    for seat in range(n):
        mask = hands[seat]
        hand[seat] = mask
        cards |= mask
        while mask:
            owner[lowest(mask) & 63] = seat
            mask &= mask - 1
    left = 0
    gain = 0
    mask = cards
    while mask:
        card = lowest(mask) & 63
        mask &= mask - 1
        worth[card] = (taker[card] << 32) + position.count[card]
        left += worth[card]
        if (table >> card) & 1:
            gain += worth[card]
    if sides < 0:
        for seat in range(n):
            home[seat] = seat
        for which in range(2):
            plan[PAIR + which] = pair_of(position, hands, cards, which)
    for number in range(MAX_SEATS):
        start[number] = 0
    for seat in range(n):
        start[home[seat]] += (points[seat] << 32) + position.counted[seat]
    tricks = ones(hands[position.turn])
    even = True
    for seat in range(n):
        place = seat - leader if seat >= leader else seat - leader + n
        even = even and ones(hands[seat]) == (tricks if place >= lying else tricks - 1)
    trumps = LANE_3 if position.floor < NO_TRUMP else 0
    suit = lane_mask(trick_so_far(position)[2]) if lying else 0
    equals = position.equals
    plan[SEATS] = n
    plan[TURN] = position.turn
    plan[TODO] = n - lying
    plan[TABLE] = table
    plan[GAIN] = gain + (position.trick_worth << 32)
    plan[SUIT] = suit
    plan[ALLOWED] = suit | (trumps if position.may_trump else 0)
    plan[TRICKS] = tricks
    plan[TRUMPS] = trumps
    plan[FORCED] = position.forced & cards
    plan[DUE] = position.due & cards
    plan[BARRED] = position.barred if lying == 0 else 0
    plan[EQUALS] = equals if equals & cards == equals else 0
    plan[CARDS] = cards
    plan[LEFT] = left + tricks * (position.trick_worth << 32)
    plan[SIDES] = sides
    plan[TIE_TO] = position.tie_to
    plan[GAME] = position.game
    plan[TRICK_WORTH] = position.trick_worth << 32
    plan[MAY_TRUMP] = position.may_trump
    return even


@compiled
def leads(plan: Any, mine: Any) -> Any:
    """The cards of a holding that may be led to the first trick of a playout."""
    legal = mine & plan[FORCED] if mine & plan[FORCED] else mine
    return legal & ~plan[BARRED] if legal & ~plan[BARRED] else legal


@compiled
def follows(plan: Any, mine: Any, allowed: Any) -> Any:
    """The cards of a holding that may be played to a lead, of which `allowed` may be played while one is held."""
    if mine & plan[FORCED]:
        return mine & plan[FORCED]
    legal = mine & allowed if mine & allowed else mine
    return legal & plan[DUE] if legal & plan[DUE] else legal


@compiled
def watched_cards(plan: Any) -> Any:
    """The cards that make `rare_winner` worth a look: two equal cards, and those whose takers are paired."""
    watched = plan[EQUALS]
    if plan[SIDES] < 0:
        for which in range(2):
            if plan[PAIR + which] <= UNDECIDED:
                watched |= 1 << (UNDECIDED - plan[PAIR + which])
    return watched


@compiled
def rare_winner(plan: Any, owner: Any, trick: Any, leader: Any, winner: Any, pair: Any) -> Any:
    """The winner of a finished trick with a watched card; writes into `pair` (2,) who takes the cards that pair.

    `winner` has the highest card of the trick: of two equal cards, the first played wins.
    """
    winner = first_of_equals(plan, owner, trick, leader, winner)
    if plan[SIDES] < 0:
        for which in range(2):
            if plan[PAIR + which] <= UNDECIDED and (trick >> (UNDECIDED - plan[PAIR + which])) & 1:
                pair[which] = winner
    return winner


@compiled
def first_of_equals(plan: Any, owner: Any, trick: Any, leader: Any, winner: Any) -> Any:
    """Who wins a trick in which `winner` has the highest card: where its equal lies there too, the first played."""
    equals = plan[EQUALS]
    if equals == 0 or trick & equals != equals:
        return winner
    n = plan[SEATS]
    top = highest(equals)
    other = owner[lowest(equals)]
    if owner[top] == winner and (other - leader + n) % n < (winner - leader + n) % n:
        return other
    return winner


@compiled
def finish(
    plan: Any, home: Any, totals: Any, pairs: Any, count: Any, points: Any, counted: Any, sides: Any, row: Any
) -> Any:
    """Write down how `count` playouts ended: points and counting points of each side, and the side of each seat.

    `totals` (8 * count,) is what was added up under each number of `home`, `pairs` (2 * count,) are the seats that are
    paired where play decided that. `points`, `counted` and `sides` (k, 8) get their rows from `row` on.
    """
    n = plan[SEATS]
    number = plan[SIDES]
    tie_to = plan[TIE_TO]
    game = plan[GAME]
    side = np.empty(MAX_SEATS, np.int64)
    sums = np.empty(MAX_SEATS, np.int64)
    for seat in range(n):
        side[seat] = home[seat]
    for index in range(count):
        at = index * MAX_SEATS
        if plan[SIDES] < 0:
            number = pair_up(n, pairs[2 * index], pairs[2 * index + 1], side)
            for seat in range(n):
                sums[seat] = 0
            for seat in range(n):
                sums[side[seat] & 7] += totals[at + seat]
            for seat in range(n):
                totals[at + seat] = sums[seat]
        most = -1
        winner = -1
        for one in range(number):
            count_of_one = totals[at + one] & COUNTS
            points[row, one] = totals[at + one] >> 32
            counted[row, one] = count_of_one
            winner = one if count_of_one > most else (-1 if count_of_one == most else winner)
            most = max(most, count_of_one)
        if winner < 0 and tie_to >= 0:
            mine = side[tie_to]
            if totals[at + mine] & COUNTS == most:
                winner = mine
        if winner >= 0:
            points[row, winner] += game
        for seat in range(n):
            sides[row, seat] = side[seat]
        row += 1
