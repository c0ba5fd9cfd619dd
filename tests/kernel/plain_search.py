"""Every line of a position of the kernel, looked at one by one, with rules written here anew and nothing kept.

A line is judged only at its end: who played and who took each card says all. Numbers of cards are the kernel's.
"""

from __future__ import annotations

from typing import Any

import numba
import numpy as np

from shmear.kernel.answers import OBJECTIVES, Objective
from shmear.kernel.position import HIGHEST_CARD, LOWEST_CARD

FAR = np.inf


@numba.njit(cache=True)
def suit_of(card):
    return 3 if card >= 47 else card // 16


@numba.njit(cache=True)
def is_on(mask, card):
    return (mask >> card) & 1 == 1


@numba.njit(cache=True)
def may_play(position, holding, trick, lying, is_first):
    """The mask of the cards that may be played; `is_first` in the trick that the search begins with."""
    if is_first and holding & position.forced:
        allowed = holding & position.forced
        if lying == 0 and allowed & ~position.barred:
            allowed &= ~position.barred
        return allowed
    allowed = 0
    if lying == 0:
        allowed = holding
        if is_first and allowed & ~position.barred:
            allowed &= ~position.barred
        return allowed
    for card in range(63):
        follows = suit_of(card) == suit_of(trick[0])
        trumps = position.may_trump == 1 and position.floor == 47 and card >= 47
        if is_on(holding, card) and (follows or trumps):
            allowed |= 1 << card
    if allowed == 0:
        allowed = holding
    if is_first and allowed & position.due:
        allowed &= position.due
    return allowed


@numba.njit(cache=True)
def place_of_winner(position, trick, n):
    first = 0
    for place in range(1, n):
        card = trick[place]
        best = trick[first]
        trumped = card >= position.floor and best < position.floor
        higher = suit_of(card) == suit_of(best) and card > best
        equal = is_on(position.equals, card) and is_on(position.equals, best)
        if (trumped or higher) and not equal:
            first = place
    return first


@numba.njit(cache=True)
def judge(position, played_by, taken_by, tricks, points, counted, side):
    """Points and counting points of each side, and the side of each seat, at the end; gives the number of sides."""
    n = position.seats
    won = np.zeros(8, np.int64)
    count = np.zeros(8, np.int64)
    highest = position.highest_gone
    lowest = position.lowest_gone
    for seat in range(n):
        won[seat] = position.points[seat] + position.trick_worth * tricks[seat]
        count[seat] = position.counted[seat]
    for card in range(63):
        if played_by[card] >= 0:
            won[played_by[card]] += position.player[card]
            won[taken_by[card]] += position.taker[card]
            count[taken_by[card]] += position.count[card]
            if is_on(position.highest_of, card):
                highest = max(highest, card)
            if is_on(position.lowest_of, card):
                lowest = card if lowest < 0 else min(lowest, card)
    player_of_high = position.highest_seat if highest == position.highest_gone else played_by[highest]
    taker_of_high = position.highest_took if highest == position.highest_gone else taken_by[highest]
    player_of_low = position.lowest_seat if lowest == position.lowest_gone else played_by[lowest]
    taker_of_low = position.lowest_took if lowest == position.lowest_gone else taken_by[lowest]
    if highest >= 0:
        won[player_of_high] += position.highest_player
        won[taker_of_high] += position.highest_taker
    if lowest >= 0:
        won[player_of_low] += position.lowest_player
        won[taker_of_low] += position.lowest_taker
    sides = position.sides
    for seat in range(n):
        side[seat] = position.side[seat]
    if position.paired:
        pair = np.full(2, -1, np.int64)
        for which in range(2):
            card = position.pair_card[which]
            if card < 0:
                pair[which] = position.pair_seat[which]
            elif card == HIGHEST_CARD:
                if highest >= 0:
                    pair[which] = taker_of_high if position.pair_taker[which] else player_of_high
            elif card == LOWEST_CARD:
                if lowest >= 0:
                    pair[which] = taker_of_low if position.pair_taker[which] else player_of_low
            else:
                pair[which] = taken_by[card] if position.pair_taker[which] else played_by[card]
        sides = 0
        for seat in range(n):
            if pair[0] >= 0 and pair[1] >= 0 and seat == max(pair) and pair[0] != pair[1]:
                side[seat] = side[min(pair)]
            else:
                side[seat] = sides
                sides += 1
    for number in range(8):
        points[number] = 0
        counted[number] = 0
    for seat in range(n):
        points[side[seat]] += won[seat]
        counted[side[seat]] += count[seat]
    return sides


@numba.njit(cache=True)
def give_game(points, counted, sides, game, tie):
    """Add Game to the points of the side that wins it."""
    most = max(counted[:sides])
    firsts = 0
    winner = -1
    for number in range(sides):
        if counted[number] == most:
            firsts += 1
            winner = number
    if firsts > 1:
        winner = tie if tie >= 0 and counted[tie] == most else -1
    if winner >= 0:
        points[winner] += game


@numba.njit(cache=True)
def value_of(position, played_by, taken_by, tricks, hero, wish, amount, values):
    """What an end is worth to the side of `hero`: `wish` 0 to 3 as in `OBJECTIVES`, 4 for ``rivals``."""
    points = np.zeros(8, np.int64)
    counted = np.zeros(8, np.int64)
    side = np.zeros(8, np.int64)
    sides = judge(position, played_by, taken_by, tricks, points, counted, side)
    ours = side[hero]
    if wish == 4:
        give_game(points, counted, sides, position.game, side[position.tie_to] if position.tie_to >= 0 else -1)
        rival = -FAR
        for number in range(sides):
            if number != ours:
                rival = max(rival, points[number])
        return points[ours] - (rival if sides > 1 else 0.0)
    both = np.zeros(2, np.int64)
    counts = np.zeros(2, np.int64)
    for number in range(sides):
        both[0 if number == ours else 1] += points[number]
        counts[0 if number == ours else 1] += counted[number]
    tie = -1
    if position.tie_to >= 0:
        tie = 0 if side[position.tie_to] == ours else 1
    give_game(both, counts, 2, position.game, tie)
    if wish == 0:
        return float(both[0] - both[1])
    if wish == 1:
        return float(both[0])
    if wish == 2:
        return 1.0 if both[0] >= amount else 0.0
    return values[both[0], both[1]]


@numba.njit  # not kept: numba loads a function that calls itself badly from its cache
def search(
    position, good, hero, wish, amount, values, hands, turn, trick, lying, is_first, played_by, taken_by, tricks, only
):
    """The value of a position when the seats of `good` want much for the side of `hero`, and all others little."""
    n = position.seats
    if hands[turn] == 0:
        return value_of(position, played_by, taken_by, tricks, hero, wish, amount, values)
    best = -FAR if good[turn] else FAR
    legal = may_play(position, hands[turn], trick, lying, is_first)
    for card in range(63):
        if not is_on(legal, card) or (only >= 0 and only != card):
            continue
        hands[turn] ^= 1 << card
        trick[lying] = card
        played_by[card] = turn
        if lying + 1 < n:
            value = search(
                position, good, hero, wish, amount, values, hands, (turn + 1) % n, trick, lying + 1, is_first,
                played_by, taken_by, tricks, -1,
            )  # fmt: skip
        else:
            table = trick.copy()
            winner = (turn + 1 + place_of_winner(position, table, n)) % n
            for place in range(n):
                taken_by[table[place]] = winner
            tricks[winner] += 1
            value = search(
                position, good, hero, wish, amount, values, hands, winner, trick, 0, False,
                played_by, taken_by, tricks, -1,
            )  # fmt: skip
            tricks[winner] -= 1
            trick[:] = table
        hands[turn] ^= 1 << card
        best = max(best, value) if good[turn] else min(best, value)
    return best


def is_paired_by_play(position: Any) -> bool:
    """Whether play decides who is paired: nobody but the hero is on its side then."""
    if not position.paired:
        return False
    n = int(position.seats)
    cards = [int(card) for card in position.trick[: position.lying]]
    cards += [card for card in range(63) if any(int(hand) >> card & 1 for hand in position.hands[:n])]
    open_still = False
    for which in range(2):
        card = int(position.pair_card[which])
        if card < 0:
            if position.pair_seat[which] < 0:
                return False
            continue
        kind = {HIGHEST_CARD: "highest", LOWEST_CARD: "lowest"}.get(card)
        if kind is not None:
            gone = int(position[f"{kind}_gone"])
            among = [one for one in cards if int(position[f"{kind}_of"]) >> one & 1] + [gone] * (gone >= 0)
            if not among:
                return False
            card = max(among) if kind == "highest" else min(among)
            if card == gone:
                continue
        elif card not in cards:
            return False
        open_still |= bool(position.pair_taker[which])
    return open_still


def plain_values(
    positions: Any,
    objective: Objective = "difference",
    amount: int = 0,
    values: Any = None,
    hero: int = -1,
) -> dict[int, float]:
    """The value of every card that may be played, by looking at every line."""
    position = positions[0]
    n, lying, turn = int(position.seats), int(position.lying), int(position.turn)
    hero = turn if hero < 0 else hero
    leader = (turn - lying) % n
    played_by, taken_by = np.full(66, -1, np.int64), np.full(66, -1, np.int64)
    for place in range(lying):
        played_by[position.trick[place]] = (leader + place) % n
    good = np.zeros(8, np.bool_)
    if is_paired_by_play(position):
        good[hero] = True
    else:
        # Who is paired does not hang on the play: any end says it.
        side = np.zeros(8, np.int64)
        any_end = played_by.copy()
        for seat in range(n):
            for card in range(63):
                if int(position.hands[seat]) >> card & 1:
                    any_end[card] = seat
        scratch = [np.zeros(8, np.int64) for _ in range(3)]
        judge(position, any_end, any_end, scratch[0], scratch[1], scratch[2], side)
        good[:n] = side[:n] == side[hero]
    table = np.zeros((1, 1)) if values is None else np.ascontiguousarray(values, np.float64)
    legal = int(may_play(position, position.hands[turn], position.trick, lying, True))
    return {
        card: search(
            position, good, hero, OBJECTIVES.index(objective), amount, table, position.hands.copy(), turn,
            position.trick.copy(), lying, True, played_by.copy(), taken_by.copy(), np.zeros(8, np.int64), card,
        )
        for card in range(63)
        if legal >> card & 1
    }  # fmt: skip
