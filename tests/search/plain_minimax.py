"""A plain minimax with nothing clever in it, on the referee's own tables: what the solver is held against."""

from __future__ import annotations

import numba
import numpy as np

from shmear.cards import Card
from shmear.game import HandState
from shmear.game.scoring import Outcome, judge
from shmear.rules.knobs import GameTie, PointCard, PointTo

FAR = 1000


class Tables:
    """A trump suit as the referee has it: for each card led what may be played, and how strong every card is."""

    def __init__(self, state: HandState) -> None:
        suit = state.setup.trumps[state.public.contract.trump]
        self.allowed = np.array([one.allowed for one in suit.led], np.int64)
        self.strength = np.array([one.strength for one in suit.led], np.int64)


@numba.njit(cache=True)
def worth_of_result(points, counts, sides, game, tie):
    """Our points, side 0, less those of the best other side; Game goes by the counting points."""
    most = max(counts[:sides])
    first = -1
    for number in range(sides):
        if counts[number] == most:
            first = number if first < 0 else FAR
    if first == FAR:
        first = tie if tie >= 0 and counts[tie] == most else -1
    ours = points[0] + (game if first == 0 else 0)
    others = -FAR
    for number in range(1, sides):
        others = max(others, points[number] + (game if first == number else 0))
    return ours - others if sides > 1 else ours


@numba.njit  # not kept: numba loads a function that calls itself badly from its cache
def best_of(
    hands, n, sides, side, turn, trick, lying, held, allowed, strength, worth, counting, points, counts, game, tie,
    only, low, high,
):  # fmt: skip
    """What side 0 gets, less what the best other side gets, when all others play together against it.

    Every line is looked at; but with `low` above -FAR or `high` below FAR those are left out that a plain alpha-beta
    leaves out. With `only` at least 0 the first card is that one.
    """
    if held == 0:
        return worth_of_result(points, counts, sides, game, tie)
    legal = hands[turn]
    if lying and legal & allowed[trick[0]]:
        legal &= allowed[trick[0]]
    us = side[turn] == 0
    best = -FAR if us else FAR
    for card in range(54):
        if not (legal >> card) & 1 or (only >= 0 and card != only):
            continue
        then = hands.copy()
        table = trick.copy()
        then[turn] &= ~(1 << card)
        table[lying] = card
        if lying + 1 < n:
            value = best_of(
                then, n, sides, side, (turn + 1) % n, table, lying + 1, held - 1, allowed, strength, worth, counting,
                points, counts, game, tie, -1, low, high,
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
                won[side[winner]] += worth[table[place]]
                counted[side[winner]] += counting[table[place]]
            value = best_of(
                then, n, sides, side, winner, table, 0, held - 1, allowed, strength, worth, counting,
                won, counted, game, tie, -1, low, high,
            )  # fmt: skip
        best = max(best, value) if us else min(best, value)
        if low > -FAR or high < FAR:
            if us:
                low = max(low, best)
            else:
                high = min(high, best)
            if low >= high:
                break
    return best


def plain_scores(state: HandState, *, together: bool = False, pruned: bool = False) -> dict[Card, int]:
    """For every legal card of a hand in play: our points less those of the best other side, by looking at every line.

    `together` counts all others as one side. `pruned` leaves out what a plain alpha-beta leaves out. Sides are those
    that the referee finds at the end of any play, so High and Low must not decide them by who takes; nor must a called
    card still be due in the first trick.
    """
    setup, public = state.setup, state.public
    assert public.winners or public.contract.called is None
    tables = Tables(state)
    end = state
    while not end.is_over:
        end = end.apply(end.legal_actions()[0])
    result = judge(setup, end.public, end.discards, Outcome.PLAYED)
    ours = result.side_of(state.to_act)
    order = sorted(result.sides, key=lambda one: one != ours)  # ours first
    side = np.zeros(8, np.int64)
    for number, seats in enumerate(order):
        for seat in seats:
            side[seat] = min(number, 1) if together else number
    worth = np.zeros(54, np.int64)
    counting = np.zeros(54, np.int64)
    for value, mask in setup.counting:
        for card in range(54):
            if mask >> card & 1:
                counting[card] = value
    settled = np.zeros(8, np.int64)
    counts = np.zeros(8, np.int64)
    game = 0
    for name, point in setup.rules.points.items():
        won = result.points[name]
        if point.card is PointCard.COUNTING:
            game += point.worth
        elif won.card is None:
            continue
        elif point.to is PointTo.PLAYER:
            settled[side[won.seat]] += point.worth
        else:
            worth[won.card] += point.worth
    for seat, taken in enumerate(public.taken):
        for card in range(54):
            if taken >> card & 1:
                settled[side[seat]] += worth[card]
                counts[side[seat]] += counting[card]
    trick = np.zeros(8, np.int64)
    table = public.trick(setup.players)
    trick[: len(table)] = table
    hands = np.zeros(8, np.int64)
    hands[: setup.players] = state.holdings
    held = sum(one.bit_count() for one in state.holdings)
    tie = int(side[public.contract.bidder]) if setup.rules.scoring.game_tie is GameTie.BIDDER else -1
    bound = FAR - 1 if pruned else FAR
    return {
        action.card: int(
            best_of(
                hands, setup.players, int(side.max()) + 1, side, state.to_act, trick, len(table), held,
                tables.allowed, tables.strength, worth, counting, settled, counts, game, tie, int(action.card),
                -bound, bound,
            )
        )
        for action in state.legal_actions()
    }  # fmt: skip
