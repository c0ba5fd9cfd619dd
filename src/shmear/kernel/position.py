"""A trick-taking problem as plain numbers: one `POSITION` record, or an array of them.

The kernel plays cards. It knows suits (lanes), which card wins, which may be played, what a card is worth to the player
who plays it and to the one who takes it, and who scores with whom; it knows no game, no auction and no match.

Points for the highest and the lowest card of a set (High and Low) need no play where they go to who *plays* the card:
every card held is played in the end, so that who holds it gets the point whatever happens. `settle` writes them down.
Where they go to who *takes* the card, it becomes a card with a worth like any other.
"""

# pyright: basic
# (numba finds the types of compiled functions; records and arrays of them have none that a checker knows)

from __future__ import annotations

from typing import Any

import numpy as np

from shmear.kernel.compiled import compiled, highest, lowest, ones
from shmear.kernel.lanes import CARD_NUMBERS, LANE_0, LANE_1, LANE_2, LANE_3, MAX_SEATS, beats, lane_of

HIGHEST_CARD = 64
"""In `pair_card`: the highest card of `highest_of`."""

LOWEST_CARD = 65
"""In `pair_card`: the lowest card of `lowest_of`."""

UNDECIDED = -2
"""`pair_of` gives this number less the card where play decides who takes the card."""

POSITION = np.dtype(
    (
        np.record,  # so that plain Python reads a field by its name as compiled code does
        [
            ("hands", np.int64, (MAX_SEATS,)),  # mask of the cards that each seat holds
            ("forced", np.int64),  # cards that have to be played to this trick, whatever was led
            ("due", np.int64),  # cards that have to be played to this trick where following lets them be played
            ("barred", np.int64),  # cards that may not be led now, unless the leader has no other
            ("equals", np.int64),  # two cards of one strength: of both in a trick the first played wins; or 0
            ("highest_of", np.int64),  # the cards of which the highest brings points; 0 for no such points
            ("lowest_of", np.int64),  # the same for the lowest
            ("seats", np.int64),  # how many, 2 to 8
            ("floor", np.int64),  # `lanes.TRUMP`, or `lanes.NO_TRUMP`
            ("may_trump", np.int64),  # 1: a trump may be played to any lead; 0: only by who cannot follow
            ("turn", np.int64),  # the seat to play
            ("lying", np.int64),  # cards on the table
            ("trick", np.int64, (MAX_SEATS,)),  # those cards in the order played
            ("side", np.int64, (MAX_SEATS,)),  # the side of each seat, numbered from 0
            ("sides", np.int64),  # how many sides
            ("points", np.int64, (MAX_SEATS,)),  # what each seat has won for certain
            ("counted", np.int64, (MAX_SEATS,)),  # counting points in each seat's tricks
            ("game", np.int64),  # what the most counting points are worth
            ("tie_to", np.int64),  # the seat whose side gets Game of a tie that it is in; -1: nobody does
            ("trick_worth", np.int64),  # what a trick is worth to its winner, apart from its cards
            ("highest_player", np.int64),  # what the highest card is worth to who plays it
            ("highest_taker", np.int64),  # what it is worth to who takes it
            ("highest_gone", np.int64),  # of the cards in finished tricks the highest of `highest_of`; -1 for none
            ("highest_seat", np.int64),  # who played that card
            ("highest_took", np.int64),  # who took it
            ("lowest_player", np.int64),  # the same for the lowest card
            ("lowest_taker", np.int64),
            ("lowest_gone", np.int64),
            ("lowest_seat", np.int64),
            ("lowest_took", np.int64),
            ("paired", np.int64),  # 1: the seats that get two certain cards are one side, all others alone
            ("pair_card", np.int64, (2,)),  # those cards, or `HIGHEST_CARD`, `LOWEST_CARD`; -1: seat settled
            ("pair_taker", np.int64, (2,)),  # 1: the seat that takes the card is paired; 0: the one that plays it
            ("pair_seat", np.int64, (2,)),  # the seat where it is settled; -1: nobody is paired
            ("taker", np.int64, (CARD_NUMBERS,)),  # what a card is worth to who takes it
            ("player", np.int64, (CARD_NUMBERS,)),  # what it is worth to who plays it
            ("count", np.int64, (CARD_NUMBERS,)),  # its counting points
        ],
    )
)
"""One position. Seats from 0, cards numbered as in `lanes`, masks of 63 bits; unused places are 0 (`trick`: any)."""


@compiled
def settle(position: Any, hands: Any, taker: Any, points: Any, side: Any) -> Any:
    """Write down what the holdings alone settle; give the number of sides, or -1 where play decides who is paired.

    `hands` (8,) are the holdings; into `taker` (63,) goes what each card is worth to who takes it, into `points` (8,)
    what each seat has for certain, into `side` (8,) who scores together.
    """
    n = position.seats
    for card in range(CARD_NUMBERS):
        taker[card] = position.taker[card]
    for seat in range(n):
        points[seat] = position.points[seat]
        side[seat] = position.side[seat]
    lying = position.lying
    leader = (position.turn - lying) % n
    table = 0
    for place in range(lying):
        card = position.trick[place]
        table |= 1 << card
        points[(leader + place) % n] += position.player[card]
    held = table
    for seat in range(n):
        mask = hands[seat]
        held |= mask
        while mask:
            points[seat] += position.player[lowest(mask)]
            mask &= mask - 1
    high = highest_of_all(position, held)
    low = lowest_of_all(position, held)
    if high >= 0 and high == position.highest_gone:
        points[position.highest_seat] += position.highest_player
        points[position.highest_took] += position.highest_taker
    elif high >= 0:
        points[_holder(position, hands, high, leader)] += position.highest_player
        taker[high] += position.highest_taker
    if low >= 0 and low == position.lowest_gone:
        points[position.lowest_seat] += position.lowest_player
        points[position.lowest_took] += position.lowest_taker
    elif low >= 0:
        points[_holder(position, hands, low, leader)] += position.lowest_player
        taker[low] += position.lowest_taker
    if not position.paired:
        return position.sides
    first = pair_of(position, hands, held, 0)
    second = pair_of(position, hands, held, 1)
    if first == -1 or second == -1:
        return pair_up(n, -1, -1, side)
    if first < -1 or second < -1:
        return -1
    return pair_up(n, first, second, side)


FITS = 0
UNEVEN = 1
TWICE = 2
NO_LANE = 3


@compiled
def misfit(positions: Any, holdings: Any, where: Any) -> Any:
    """Whether hands go with their positions: `FITS`, or the reason why some do not.

    `holdings` (m, 8) stand in for the hands of the positions, of which one stands for all. Writes into `where` (4,) the
    world, the seat, how many cards it holds and how many it should hold.
    """
    for world in range(holdings.shape[0]):
        position = positions[world if positions.shape[0] > 1 else 0]
        n = position.seats
        leader = (position.turn - position.lying) % n
        seen = 0
        where[0] = world
        for place in range(position.lying):
            bit = 1 << position.trick[place]
            if seen & bit:
                return TWICE
            seen |= bit
        most = ones(holdings[world, position.turn])
        for seat in range(MAX_SEATS):
            mask = holdings[world, seat]
            place = (seat - leader) % n
            should = (most - 1 if place < position.lying else most) if seat < n else 0
            if ones(mask) != should:
                where[1] = seat
                where[2] = ones(mask)
                where[3] = should
                return UNEVEN
            if seen & mask:
                return TWICE
            seen |= mask
        if seen & ~(LANE_0 | LANE_1 | LANE_2 | LANE_3):
            return NO_LANE
    return FITS


@compiled
def highest_of_all(position: Any, held: Any) -> Any:
    """The highest card that there is of `highest_of`, in finished tricks or in the mask `held`; -1 for none."""
    mask = held & position.highest_of
    return max(highest(mask) if mask else -1, position.highest_gone)


@compiled
def lowest_of_all(position: Any, held: Any) -> Any:
    """The lowest card that there is of `lowest_of`, in finished tricks or in the mask `held`; -1 for none."""
    mask = held & position.lowest_of
    gone = position.lowest_gone
    if not mask:
        return gone
    card = lowest(mask)
    return card if gone < 0 else min(card, gone)


@compiled
def pair_of(position: Any, hands: Any, held: Any, which: Any) -> Any:
    """The seat that is paired by one of the two cards, -1 for nobody, or `UNDECIDED` less a card still to be taken."""
    card = position.pair_card[which]
    if card < 0:
        return position.pair_seat[which]
    by_taker = position.pair_taker[which]
    if card == HIGHEST_CARD:
        card = highest_of_all(position, held)
        if card >= 0 and card == position.highest_gone:
            return position.highest_took if by_taker else position.highest_seat
    elif card == LOWEST_CARD:
        card = lowest_of_all(position, held)
        if card >= 0 and card == position.lowest_gone:
            return position.lowest_took if by_taker else position.lowest_seat
    if card < 0 or ((held >> card) & 1) == 0:
        return -1
    if by_taker:
        return UNDECIDED - card
    return _holder(position, hands, card, (position.turn - position.lying) % position.seats)


@compiled
def _holder(position: Any, hands: Any, card: Any, leader: Any) -> Any:
    for place in range(position.lying):
        if position.trick[place] == card:
            return (leader + place) % position.seats
    for seat in range(position.seats):
        if (hands[seat] >> card) & 1:
            return seat
    return -1


@compiled
def pair_up(seats: Any, high: Any, low: Any, side: Any) -> Any:
    """Make two seats one side and all others sides of their own; without two seats everybody is alone."""
    number = 0
    for seat in range(seats):
        if high >= 0 and low >= 0 and seat == max(high, low) and high != low:
            side[seat] = side[min(high, low)]
        else:
            side[seat] = number
            number += 1
    return number


@compiled
def trick_so_far(position: Any) -> Any:
    """Of the cards on the table: the one that wins, its place from the leader, the lane led (all 0 without cards)."""
    best = 0
    winner = 0
    led = 0
    for place in range(position.lying):
        card = position.trick[place]
        if place == 0:
            best = card
            led = lane_of(card)
        elif beats(card, best, position.floor, position.equals):
            best = card
            winner = place
    return best, winner, led


@compiled
def cards_held(hands: Any, seats: Any) -> Any:
    """How many cards the seats hold together."""
    total = 0
    for seat in range(seats):
        total += ones(hands[seat])
    return total
