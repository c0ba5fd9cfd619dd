"""A plain minimax with nothing clever in it, on the referee's own tables: what the solver is held against."""

from __future__ import annotations

import numba
import numpy as np

from shmear.game import HandState
from shmear.game.scoring import Outcome, judge
from shmear.rules.knobs import GameTie, PointCard, PointTo


class Tables:
    """A trump suit as the referee has it: for each card led what may be played, and how strong every card is."""

    def __init__(self, state: HandState) -> None:
        suit = state.setup.trumps[state.public.contract.trump]
        self.allowed = np.array([one.allowed for one in suit.led], np.int64)
        self.strength = np.array([one.strength for one in suit.led], np.int64)


@numba.njit
def best_of(
    hands, n, side, mine, turn, trick, lying, held, allowed, strength, worth, counting, points, counts, game, tie, only
):
    """What our side can get, less what the others together get, when everybody plays well: every line is looked at.

    With `only` at least 0 the first card is that one.
    """
    if held == 0:
        ours = points[0]
        theirs = points[1]
        if counts[0] > counts[1] or (counts[0] == counts[1] and tie == 0):
            ours += game
        elif counts[0] < counts[1] or tie == 1:
            theirs += game
        return ours - theirs
    legal = hands[turn]
    if lying and legal & allowed[trick[0]]:
        legal &= allowed[trick[0]]
    us = side[turn] == mine
    best = -1000 if us else 1000
    for card in range(54):
        if not (legal >> card) & 1 or (only >= 0 and card != only):
            continue
        then = hands.copy()
        table = trick.copy()
        then[turn] &= ~(1 << card)
        table[lying] = card
        if lying + 1 < n:
            value = best_of(
                then, n, side, mine, (turn + 1) % n, table, lying + 1, held - 1, allowed, strength, worth, counting,
                points, counts, game, tie, -1,
            )  # fmt: skip
        else:
            first = 0
            for place in range(1, n):
                if strength[table[0], table[place]] > strength[table[0], table[first]]:
                    first = place
            winner = (turn + 1 + first) % n
            won = points.copy()
            counted = counts.copy()
            for place in range(n):
                won[0 if side[winner] == mine else 1] += worth[table[place]]
                counted[0 if side[winner] == mine else 1] += counting[table[place]]
            value = best_of(
                then, n, side, mine, winner, table, 0, held - 1, allowed, strength, worth, counting,
                won, counted, game, tie, -1,
            )  # fmt: skip
        best = max(best, value) if us else min(best, value)
    return best


def plain_scores(state: HandState) -> dict[int, int]:
    """For every legal card of a hand in play: our points less all others', by looking at every line.

    Sides are those that the referee finds at the end of any play, so High and Low must not decide them by who takes.
    """
    setup, public = state.setup, state.public
    tables = Tables(state)
    end = state
    while not end.is_over:
        end = end.apply(end.legal_actions()[0])
    result = judge(setup, end.public, end.discards, Outcome.PLAYED)
    side = np.zeros(8, np.int64)
    for number, seats in enumerate(result.sides):
        for seat in seats:
            side[seat] = number
    mine = side[state.to_act]
    worth = np.zeros(54, np.int64)
    counting = np.zeros(54, np.int64)
    for value, mask in setup.counting:
        for card in range(54):
            if mask >> card & 1:
                counting[card] = value
    settled = np.zeros(2, np.int64)
    counts = np.zeros(2, np.int64)
    game = 0
    for name, point in setup.rules.points.items():
        won = result.points[name]
        if point.card is PointCard.COUNTING:
            game = point.worth
        elif won.card is None:
            continue
        elif point.to is PointTo.PLAYER:
            settled[0 if side[won.seat] == mine else 1] += point.worth
        else:
            worth[won.card] += point.worth
    for seat, taken in enumerate(public.taken):
        for card in range(54):
            if taken >> card & 1:
                settled[0 if side[seat] == mine else 1] += worth[card]
                counts[0 if side[seat] == mine else 1] += counting[card]
    trick = np.zeros(8, np.int64)
    table = public.trick(setup.players)
    trick[: len(table)] = table
    hands = np.zeros(8, np.int64)
    hands[: setup.players] = state.holdings
    held = sum(one.bit_count() for one in state.holdings)
    tie = -1
    if setup.rules.scoring.game_tie is GameTie.BIDDER:
        tie = 0 if side[public.contract.bidder] == mine else 1
    return {
        action.card: int(
            best_of(
                hands, setup.players, side, mine, state.to_act, trick, len(table), held,
                tables.allowed, tables.strength, worth, counting, settled, counts, game, tie, int(action.card),
            )
        )
        for action in state.legal_actions()
    }  # fmt: skip
