"""From a position to the value of every card: objectives, cards numbered without gaps, one question after another."""

# pyright: basic
# (numba finds the types of compiled functions; records and arrays of them have none that a checker knows)

from __future__ import annotations

import numpy as np

from shmear.kernel.compiled import compiled, highest, lowest, ones
from shmear.kernel.duel import (
    AHEAD,
    BEST,
    COUNT,
    COUNT_OF,
    ENTRY,
    HANDS,
    LEADS,
    LED,
    LEFT,
    LEFT_COUNT,
    LYING,
    OWNER,
    PROOF_RANKS,
    REM,
    ROOT,
    SEAT,
    SIDE,
    TAKEN,
    TRICK,
    VALUE,
    WAYS,
    WINNER,
    WORK,
    WORTH_OF,
    prove,
    write_tables,
)
from shmear.kernel.lanes import CARD_NUMBERS, LANE_START, MAX_SEATS, lane_mask, lane_of
from shmear.kernel.position import settle, trick_so_far
from shmear.kernel.walk import allowed_cards

DIFFERENCE = 0
"""Points of our side less those of the other."""
POINTS = 1
"""Points of our side."""
MAKE = 2
"""1 if our side reaches an amount, else 0."""
VALUES = 3
"""Any number for each pair of points, ours and theirs."""

MAX_LEVELS = 512
"""Thresholds that an objective may have: what 170 points, with Game won, tied and lost, can be worth."""

UNSOLVABLE_PAIRS = -1
NOT_MONOTONE = -2
TOO_MANY_LEVELS = -3


@compiled
def worth_of(objective, amount, values, ours, theirs):
    """What a final result is worth."""
    if objective == DIFFERENCE:
        return float(ours - theirs)
    if objective == POINTS:
        return float(ours)
    if objective == MAKE:
        return 1.0 if ours >= amount else 0.0
    return values[max(0, min(ours, values.shape[0] - 1)), max(0, min(theirs, values.shape[1] - 1))]


@compiled
def thresholds(objective, amount, values, ours, theirs, total, game, tie, levels, wants):
    """Cut an objective into yes-or-no questions.

    `total` points are still to be taken; Game is worth `game` and of a tie goes to us (1), them (0) or nobody (-1).
    Writes the different worths, ascending, into `levels`, and for each what we have to take to reach it into `wants`,
    with more counting points, as many, and fewer. Gives their number, or `NOT_MONOTONE` where more points are worse, or
    `TOO_MANY_LEVELS`.
    """
    found = 0
    for outcome in range(3):
        won = outcome == 0 or (outcome == 1 and tie == 1)
        lost = outcome == 2 or (outcome == 1 and tie == 0)
        before = 0.0
        for taken in range(total + 1):
            mine = ours + taken + (game if won else 0)
            rest = theirs + total - taken + (game if lost else 0)
            worth = worth_of(objective, amount, values, mine, rest)
            if taken and worth < before:
                return NOT_MONOTONE
            before = worth
            place = 0
            while place < found and levels[place] < worth:
                place += 1
            if place < found and levels[place] == worth:
                continue
            if found == MAX_LEVELS:
                return TOO_MANY_LEVELS
            for later in range(found, place, -1):
                levels[later] = levels[later - 1]
            levels[place] = worth
            found += 1
    for level in range(found):
        for outcome in range(3):
            won = outcome == 0 or (outcome == 1 and tie == 1)
            lost = outcome == 2 or (outcome == 1 and tie == 0)
            wanted = total + 1
            for taken in range(total, -1, -1):
                mine = ours + taken + (game if won else 0)
                rest = theirs + total - taken + (game if lost else 0)
                if worth_of(objective, amount, values, mine, rest) >= levels[level]:
                    wanted = taken
            wants[level, outcome] = wanted
        if wants[level, 0] > wants[level, 1] or wants[level, 1] > wants[level, 2]:
            return NOT_MONOTONE
    return found


@compiled
def squeeze(position, hands, taker, side, our_side, number, card_at, squeezed, owner, value, count, team, sizes):
    """Number the cards that are in play anew, without gaps. Gives the mask of the two equal cards, if both are there.

    `number` (63,) and `card_at` (63,) lead from the old numbers to the new and back.
    """
    n = position.seats
    leader = (position.turn - position.lying) % n
    table = 0
    for place in range(position.lying):
        table |= 1 << position.trick[place]
    in_play = table
    for seat in range(n):
        in_play |= hands[seat]
        squeezed[seat] = 0
        team[seat] = 0 if side[seat] == our_side else 1
    equals = 0
    for lane in range(4):
        cards = in_play & lane_mask(lane)
        new = LANE_START[lane]
        while cards:
            card = lowest(cards)
            cards &= cards - 1
            number[card] = new
            card_at[new] = card
            value[new] = taker[card]
            count[new] = position.count[card] if position.game else 0
            holder = 0
            if (table >> card) & 1:
                for place in range(position.lying):
                    if position.trick[place] == card:
                        holder = (leader + place) % n
            else:
                for seat in range(n):
                    if (hands[seat] >> card) & 1:
                        holder = seat
                squeezed[holder] |= 1 << new
            owner[new] = holder
            if (position.equals >> card) & 1:
                equals |= 1 << new
            new += 1
        sizes[lane] = new - LANE_START[lane]
    return equals if ones(equals) == 2 else 0


@compiled
def renumber(cards, number):
    """The mask of some cards with their new numbers."""
    found = 0
    while cards:
        found |= 1 << number[lowest(cards)]
        cards &= cards - 1
    return found


@compiled
def alike(positions, holdings, index):
    """Whether a position is the one before it with another seat to lead: then all answers serve it too."""
    one = positions[index]
    other = positions[index - 1]
    if one.lying or other.lying or one.floor != other.floor or one.may_trump != other.may_trump:
        return False
    if one.seats != other.seats or one.equals != other.equals or one.trick_worth != other.trick_worth:
        return False
    if one.forced or other.forced or one.due or other.due or one.paired or other.paired:
        return False
    if one.highest_of != other.highest_of or one.lowest_of != other.lowest_of:
        return False
    if one.highest_taker != other.highest_taker or one.lowest_taker != other.lowest_taker:
        return False
    if one.highest_gone != other.highest_gone or one.lowest_gone != other.lowest_gone:
        return False
    for seat in range(one.seats):
        if holdings[index, seat] != holdings[index - 1, seat] or one.side[seat] != other.side[seat]:
            return False
    for card in range(CARD_NUMBERS):
        if one.taker[card] != other.taker[card] or one.count[card] != other.count[card]:
            return False
    return (one.game != 0) == (other.game != 0)


@compiled
def solve_many(
    positions, holdings, hero, objective, amount, values, best_only, table, slots, generation, scores, counters
):
    """Solve positions one after another; see `shmear.kernel.solve`, which calls this.

    `holdings` (m, 8) replace the hands of the positions; with one position it stands for all. Writes the value of
    every legal card into `scores` (m, 63), NaN elsewhere, or with `best_only` the best alone into ``scores[:, 0]``.
    Gives 0, or the reason why one cannot be solved.
    """
    w = np.zeros(WORK, np.int64)
    taker = np.empty(CARD_NUMBERS, np.int64)
    points = np.empty(MAX_SEATS, np.int64)
    side = np.empty(MAX_SEATS, np.int64)
    number = np.empty(CARD_NUMBERS, np.int64)
    card_at = np.empty(CARD_NUMBERS, np.int64)
    squeezed = w[HANDS : HANDS + 8]
    owner = w[OWNER : OWNER + 64]
    value = w[WORTH_OF : WORTH_OF + 64]
    count = w[COUNT_OF : COUNT_OF + 64]
    team = w[SIDE : SIDE + 8]
    sizes = np.empty(4, np.int64)
    levels = np.empty(MAX_LEVELS, np.float64)
    wants = np.empty((MAX_LEVELS, 3), np.int64)
    room = 0
    lengths = np.empty(1, np.int64)
    owners_live = np.empty(1, np.int64)
    owners_settled = np.empty(1, np.int64)
    for index in range(holdings.shape[0]):
        position = positions[index if positions.shape[0] > 1 else 0]
        hands = holdings[index]
        n = position.seats
        if settle(position, hands, taker, points, side) < 0:
            return UNSOLVABLE_PAIRS
        our_side = side[hero if hero >= 0 else position.turn]
        equals = squeeze(
            position, hands, taker, side, our_side, number, card_at, squeezed, owner, value, count, team, sizes
        )
        need = (1 << sizes[0]) + (1 << sizes[1]) + (1 << sizes[2]) + (1 << sizes[3])
        if need > room:
            room = need
            lengths = np.empty(room, np.int64)
            owners_live = np.empty(room, np.int64)
            owners_settled = np.empty(room, np.int64)
        write_tables(sizes, owner, value, count, equals, lengths, owners_live, owners_settled)
        rem = 0
        worth_live = 0
        worth_settled = equals
        total = 0
        total_count = 0
        held = 0
        for seat in range(n):
            rem |= squeezed[seat]
            held |= hands[seat]
        table_value = 0
        table_count = 0
        on_table = 0
        for place in range(position.lying):
            card = number[position.trick[place]]
            on_table |= 1 << card
            table_value += value[card]
            table_count += count[card]
        mask = rem
        while mask:
            card = lowest(mask)
            mask &= mask - 1
            total += value[card]
            total_count += count[card]
            if value[card]:
                worth_settled |= 1 << card
            if count[card]:
                worth_live |= 1 << card
        worth_live |= worth_settled
        total += table_value + position.trick_worth * ((ones(rem) + position.lying) // n)
        total_count += table_count
        ours = 0
        theirs = 0
        ahead = 0
        for seat in range(n):
            if team[seat] == 0:
                ours += points[seat]
                ahead += position.counted[seat]
            else:
                theirs += points[seat]
                ahead -= position.counted[seat]
        tie = -1
        if position.tie_to >= 0:
            tie = 1 if team[position.tie_to] == 0 else 0
        found = thresholds(objective, amount, values, ours, theirs, total, position.game, tie, levels, wants)
        if found < 0:
            return found
        best_old, winner_place, led = trick_so_far(position)
        forced = renumber(position.forced & held, number)
        due = renumber(position.due & held, number)
        legal_old = allowed_cards(position, hands)
        legal = renumber(legal_old, number)
        w[ROOT + SEAT] = position.turn
        w[ROOT + REM] = rem
        w[ROOT + LYING] = position.lying
        w[ROOT + BEST] = number[best_old] if position.lying else 0
        w[ROOT + WINNER] = (position.turn - position.lying + winner_place) % n
        w[ROOT + LED] = led
        w[ROOT + TRICK] = on_table
        w[ROOT + VALUE] = table_value
        w[ROOT + COUNT] = table_count
        w[ROOT + TAKEN] = 0
        w[ROOT + AHEAD] = ahead
        w[ROOT + LEFT] = total
        w[ROOT + LEFT_COUNT] = total_count
        if index == 0 or hero < 0 or positions.shape[0] == 1 or not alike(positions, holdings, index):
            generation += 1
            w[LEADS:ROOT] = -1
        mine = squeezed[position.turn]
        between = rem & ~mine
        if position.lying:
            between |= 1 << number[best_old]
        guess = (found + 1) // 2
        above = -1
        below_ranks = -1
        ranks = 0
        if not best_only:
            for card in range(CARD_NUMBERS):
                scores[index, card] = np.nan
        while legal:
            card = highest(legal)
            only = 1 << card
            legal ^= only
            if best_only:
                only = legal | only if position.barred else 0
                legal = 0
            elif (
                above >= 0
                and lane_of(above) == lane_of(card)
                and between & ((1 << above) - (1 << card)) == 0
                and ((equals >> card) | (equals >> above)) & 1 == 0
                and value[above] == value[card]
                and count[above] == count[card]
            ):
                scores[index, card_at[card]] = scores[index, card_at[above]]
                above = card
                continue
            # A card below the ranks on which the value of the last one rests, and worth the same, has its value too.
            if not best_only and below_ranks >= 0:
                last = below_ranks
                if (
                    lane_of(last) == lane_of(card)
                    and ranks & lane_mask(lane_of(card)) & ((2 << last) - 1) == 0
                    and value[last] == value[card]
                    and count[last] == count[card]
                    and ((equals >> card) | (equals >> last)) & 1 == 0
                ):
                    scores[index, card_at[card]] = scores[index, card_at[last]]
                    above = card
                    continue
            above = card
            below_ranks = card
            ranks = 0
            low = 0
            high = found - 1
            level = max(1, guess)
            while low < high:
                level = min(max(level, low + 1), high)
                reached = prove(
                    n, equals, position.floor, position.may_trump != 0, forced, due,
                    position.trick_worth, only, wants[level, 0], wants[level, 1], wants[level, 2],
                    sizes, lengths, owners_live, owners_settled, worth_live, worth_settled,
                    table, slots, generation, w, counters,
                )  # fmt: skip
                ranks |= counters[PROOF_RANKS]
                if reached:
                    low = level
                    level += 1
                else:
                    high = level - 1
                    level -= 1
            guess = low if low else 1
            scores[index, 0 if best_only else card_at[card]] = levels[low]
    return 0


TABLE_WORDS = WAYS * ENTRY
"""64-bit words of one slot of the table of answers."""
