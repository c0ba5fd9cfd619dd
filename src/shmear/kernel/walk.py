"""A position walked card by card: what may be played, what a card changes, the result, and how many ways there are."""

# pyright: basic
# (numba finds the types of compiled functions; records and arrays of them have none that a checker knows)

from __future__ import annotations

from typing import Any

import numpy as np

from shmear.kernel.compiled import compiled, lowest, ones
from shmear.kernel.lanes import CARD_NUMBERS, MAX_SEATS, playable
from shmear.kernel.position import POSITION, settle, trick_so_far


@compiled
def legal_cards(position: Any) -> Any:
    """The mask of the cards that the seat to play may play; 0 when none is left."""
    return allowed_cards(position, position.hands)


@compiled
def allowed_cards(position: Any, hands: Any) -> Any:
    """The same with holdings (8,) that stand in for the position's."""
    mine = hands[position.turn]
    if position.lying == 0:
        legal = mine & position.forced if mine & position.forced else mine
        allowed = legal & ~position.barred
        return allowed if allowed else legal
    led = trick_so_far(position)[2]
    legal = playable(mine, led, position.floor, position.may_trump != 0, position.forced)
    return legal & position.due if legal & position.due else legal


@compiled
def play_card(position: Any, card: Any) -> Any:
    """Change a position: the seat to play has played a card. Gives the winner of a trick that this ends, else -1."""
    n = position.seats
    seat = position.turn
    position.hands[seat] &= ~(1 << card)
    position.trick[position.lying] = card
    position.lying += 1
    position.barred = 0
    position.turn = seat + 1 if seat + 1 < n else 0
    if position.lying < n:
        return -1
    leader = position.turn
    winner = (leader + trick_so_far(position)[1]) % n
    position.turn = winner
    position.lying = 0
    position.forced = 0
    position.due = 0
    position.points[winner] += position.trick_worth
    for place in range(n):
        _take(position, position.trick[place], (leader + place) % n, winner)
    return winner


@compiled
def _take(position: Any, card: Any, seat: Any, winner: Any) -> Any:
    """Write down as won what a card of a finished trick has brought."""
    position.points[seat] += position.player[card]
    position.points[winner] += position.taker[card]
    position.counted[winner] += position.count[card]
    if (position.highest_of >> card) & 1 and card > position.highest_gone:
        position.highest_gone = card
        position.highest_seat = seat
        position.highest_took = winner
    if (position.lowest_of >> card) & 1 and (position.lowest_gone < 0 or card < position.lowest_gone):
        position.lowest_gone = card
        position.lowest_seat = seat
        position.lowest_took = winner
    for which in range(2):
        if position.pair_card[which] == card:
            position.pair_card[which] = -1
            position.pair_seat[which] = winner if position.pair_taker[which] else seat


@compiled
def result(position: Any, points: Any, counted: Any, side: Any) -> Any:
    """What a position without cards has come to: points and counting points of each side, and the side of each seat.

    Writes into three arrays (8,); gives the number of sides.
    """
    taker = np.empty(CARD_NUMBERS, np.int64)
    won = np.empty(MAX_SEATS, np.int64)
    sides = settle(position, position.hands, taker, won, side)
    for number in range(MAX_SEATS):
        points[number] = 0
        counted[number] = 0
    for seat in range(position.seats):
        points[side[seat]] += won[seat]
        counted[side[seat]] += position.counted[seat]
    winner = game_winner(counted, sides, side[position.tie_to] if position.tie_to >= 0 else -1)
    if winner >= 0:
        points[winner] += position.game
    return sides


@compiled
def game_winner(counted: Any, sides: Any, tie_side: Any) -> Any:
    """The side with the most counting points; of a tie `tie_side` if it is among the first, else -1."""
    most = counted[0]
    first = 0
    tied = False
    for number in range(1, sides):
        if counted[number] > most:
            most = counted[number]
            first = number
            tied = False
        elif counted[number] == most:
            tied = True
    if not tied:
        return first
    return tie_side if tie_side >= 0 and counted[tie_side] == most else -1


@compiled
def perft(positions: Any, depth: Any) -> Any:
    """How many sequences of so many cards there are from the first of some positions, an array of shape (m,)."""
    if depth <= 0:
        return 1
    stack = np.empty(depth + 1, POSITION)
    untried = np.empty(depth + 1, np.int64)
    stack[0] = positions[0]
    untried[0] = legal_cards(stack[0])
    found = 0
    ply = 0
    while ply >= 0:
        if ply == depth - 1:
            found += ones(untried[ply])
            ply -= 1
            continue
        if untried[ply] == 0:
            ply -= 1
            continue
        card = lowest(untried[ply])
        untried[ply] &= untried[ply] - 1
        stack[ply + 1] = stack[ply]
        ply += 1
        play_card(stack[ply], card)
        untried[ply] = legal_cards(stack[ply])
    return found
