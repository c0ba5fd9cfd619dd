"""The exact solver for any number of sides: one side against all others together, or each for itself.

With more than two sides a hand is no longer a game of one against one. `rival_values` takes the careful view: all other
sides play together to hold ours down, and what counts is our points less those of the best of them. That is a sound
bound: whatever the others do, our side can get as much. `max_n` lets every side want the same for itself (Luckhardt and
Irani 1986) and looks at every line, so it is for small endings.

Both know sides that are made by the play itself (partners by a High or a Low that goes to who takes it).
"""

# pyright: basic
# (numba finds the types of compiled functions; records and arrays of them have none that a checker knows)

from __future__ import annotations

import numpy as np

from shmear.kernel.compiled import compiled, highest, lowest, ones
from shmear.kernel.lanes import CARD_NUMBERS, MAX_SEATS, beats, lane_of, playable
from shmear.kernel.position import (
    POSITION,
    UNDECIDED,
    pair_of,
    pair_up,
    settle,
    trick_so_far,
)
from shmear.kernel.walk import allowed_cards, game_winner, legal_cards, play_card, result

TOO_MANY_POINTS = -3

# A row of the table of answers.
ROW = 8
R_CARDS = 0
R_POINTS = 1
R_COUNT_LOW = 2
R_COUNT_HIGH = 3
R_META = 4
R_LEAST = 5
R_MOST = 6

POINT_BITS = 8
COUNT_BITS = 15
BEST = 1 << 20

# A ply of the stack.
SEAT = 0
REM = 1
LYING = 2
WINNING = 3
WINNER = 4
LED = 5
TABLE = 6
UNTRIED = 7
SLOT = 8
FIRST_PAIR = 9
SECOND_PAIR = 10
POINTS = 12
COUNTS = 20
PLY = 28


@compiled
def _difference(points, counts, first, second, n, hero, side, by_play, base, game, tie_to, total, total_count, home):
    """Our points less those of the best other side when all is played; `total`, `total_count` are scratch (8,)."""
    sides = 0
    if by_play:
        sides = pair_up(n, first, second, home)
    else:
        for seat in range(n):
            home[seat] = side[seat]
            sides = max(sides, side[seat] + 1)
    for number in range(sides):
        total[number] = 0
        total_count[number] = 0
    for seat in range(n):
        total[home[seat]] += points[seat] + base[seat]
        total_count[home[seat]] += counts[seat]
    winner = game_winner(total_count, sides, home[tie_to] if tie_to >= 0 else -1)
    if winner >= 0:
        total[winner] += game
    best = -BEST
    for number in range(sides):
        if number != home[hero]:
            best = max(best, total[number])
    return total[home[hero]] - (best if best > -BEST else 0)


@compiled
def rival_values(positions, holdings, hero, table, rows, generation, scores, counters):
    """The value of every legal card of some positions, written into `scores` (m, 63), NaN elsewhere.

    `hero` is the seat whose side is ours, -1 the seat to play. `table` (rows * ROW,) keeps answers; a power of two.
    Gives 0, or `TOO_MANY_POINTS` where points or counting points go beyond what the table can hold.
    """
    taker = np.empty(CARD_NUMBERS, np.int64)
    base = np.empty(MAX_SEATS, np.int64)
    side = np.empty(MAX_SEATS, np.int64)
    home = np.empty(MAX_SEATS, np.int64)
    total = np.empty(MAX_SEATS, np.int64)
    total_count = np.empty(MAX_SEATS, np.int64)
    stack = np.zeros((56, PLY), np.int64)
    for index in range(holdings.shape[0]):
        position = positions[index if positions.shape[0] > 1 else 0]
        hands = holdings[index]
        n = position.seats
        by_play = settle(position, hands, taker, base, side) < 0
        ours = hero if hero >= 0 else position.turn
        rem = 0
        for seat in range(n):
            rem |= hands[seat]
        table_cards = 0
        for place in range(position.lying):
            table_cards |= 1 << position.trick[place]
        # Which cards settle who is paired, where play settles it.
        pair_cards_0 = -1
        pair_cards_1 = -1
        pair_0 = -1
        pair_1 = -1
        if by_play:
            pair_0 = pair_of(position, hands, rem | table_cards, 0)
            pair_1 = pair_of(position, hands, rem | table_cards, 1)
            if pair_0 <= UNDECIDED:
                pair_cards_0 = UNDECIDED - pair_0
                pair_0 = -1
            if pair_1 <= UNDECIDED:
                pair_cards_1 = UNDECIDED - pair_1
                pair_1 = -1
        apart = position.equals
        if pair_cards_0 >= 0:
            apart |= 1 << pair_cards_0
        if pair_cards_1 >= 0:
            apart |= 1 << pair_cards_1
        left = position.trick_worth * ((ones(rem) + position.lying) // n)
        left_count = 0
        mask = rem | table_cards
        while mask:
            left += taker[lowest(mask)]
            left_count += position.count[lowest(mask)]
            mask &= mask - 1
        for seat in range(n):
            left_count += position.counted[seat]
        if left >= 1 << POINT_BITS or left_count >= 1 << COUNT_BITS:
            return TOO_MANY_POINTS
        generation += 1
        best, place, led = trick_so_far(position)
        root = stack[0]
        root[SEAT] = position.turn
        root[REM] = rem
        root[LYING] = position.lying
        root[WINNING] = best
        root[WINNER] = (position.turn - position.lying + place) % n
        root[LED] = led
        root[TABLE] = table_cards
        root[FIRST_PAIR] = pair_0
        root[SECOND_PAIR] = pair_1
        for seat in range(n):
            root[POINTS + seat] = 0
            root[COUNTS + seat] = position.counted[seat]
        first_trick = ones(rem) - n + position.lying
        for card in range(CARD_NUMBERS):
            scores[index, card] = np.nan
        legal = allowed_cards(position, hands)
        guess = 0
        bound = left + position.game
        for seat in range(n):
            bound += base[seat]
        while legal:
            card = highest(legal)
            legal ^= 1 << card
            low = -bound
            high = bound
            level = guess
            step = 1
            while low < high:
                level = min(max(level, low + 1), high)
                # Is it at least `level`?
                ply = 0
                stack[0, UNTRIED] = 1 << card
                stack[0, SLOT] = -1
                entering = False
                answer = False
                while ply >= 0:
                    here = stack[ply]
                    seat = here[SEAT]
                    good = side[seat] == side[ours] if not by_play else seat == ours
                    if entering:
                        counters[0] += 1
                        entering = False
                        here[SLOT] = -1
                        here[UNTRIED] = 0
                        held = here[REM]
                        if here[LYING] == 0:
                            # What is left decides it, whatever happens?
                            least, most = _reach(
                                here, n, ours, side, by_play, base, taker, position, held, total, total_count, home
                            )
                            if least >= level:
                                answer = True
                                ply -= 1
                                continue
                            if most < level:
                                answer = False
                                ply -= 1
                                continue
                            slot = _slot(here, n, rows) * ROW
                            here[SLOT] = slot
                            if _matches(table, slot, here, n, generation):
                                if table[slot + R_LEAST] >= level:
                                    answer = True
                                    ply -= 1
                                    continue
                                if table[slot + R_MOST] < level:
                                    answer = False
                                    ply -= 1
                                    continue
                        mine = hands[seat] & held
                        in_first = ones(held) > first_trick
                        if here[LYING]:
                            choice = playable(
                                mine, here[LED], position.floor, position.may_trump != 0,
                                position.forced if in_first else 0,
                            )  # fmt: skip
                            if in_first and choice & position.due:
                                choice &= position.due
                        else:
                            choice = mine
                        here[UNTRIED] = _distinct(choice, held & ~mine, here, taker, position, apart)
                    elif here[UNTRIED] == 0 or (ply > 0 and answer == good):
                        # The card tried last has its answer, and that settles this ply.
                        slot = here[SLOT]
                        if slot >= 0:
                            _keep(table, slot, here, n, generation, level, answer)
                        ply -= 1
                        continue
                    play = highest(here[UNTRIED]) if good else lowest(here[UNTRIED])
                    here[UNTRIED] ^= 1 << play
                    after = stack[ply + 1]
                    _step(here, after, play, n, taker, position, pair_cards_0, pair_cards_1)
                    if after[REM] == 0 and after[LYING] == 0:
                        value = _difference(
                            after[POINTS : POINTS + 8], after[COUNTS : COUNTS + 8], after[FIRST_PAIR],
                            after[SECOND_PAIR], n, ours, side, by_play, base, position.game, position.tie_to,
                            total, total_count, home,
                        )  # fmt: skip
                        answer = value >= level
                        continue
                    ply += 1
                    entering = True
                if answer:
                    low = level
                    level += step
                else:
                    high = level - 1
                    level -= step
                step += step
            guess = low
            scores[index, card] = low
    return 0


@compiled
def _step(here, after, play, n, taker, position, pair_cards_0, pair_cards_1):
    """Write the ply after a card."""
    seat = here[SEAT]
    for field in range(PLY):
        after[field] = here[field]
    best = here[WINNING]
    winner = here[WINNER]
    if here[LYING] == 0:
        best = play
        winner = seat
        after[LED] = lane_of(play)
        after[TABLE] = 0
    elif beats(play, best, position.floor, position.equals):
        best = play
        winner = seat
    after[WINNING] = best
    after[WINNER] = winner
    after[TABLE] |= 1 << play
    after[REM] = here[REM] ^ (1 << play)
    after[LYING] = here[LYING] + 1
    after[SEAT] = seat + 1 if seat + 1 < n else 0
    if after[LYING] < n:
        return
    points = position.trick_worth
    counts = 0
    mask = after[TABLE]
    while mask:
        card = lowest(mask)
        mask &= mask - 1
        points += taker[card]
        counts += position.count[card]
        if card == pair_cards_0:
            after[FIRST_PAIR] = winner
        if card == pair_cards_1:
            after[SECOND_PAIR] = winner
    after[POINTS + winner] += points
    after[COUNTS + winner] += counts
    after[SEAT] = winner
    after[LYING] = 0
    after[TABLE] = 0


@compiled
def _distinct(choice, others, here, taker, position, apart):
    """One card of each run of neighbours that are worth the same, with nothing between them; all of `apart`."""
    between = others | (1 << here[WINNING] if here[LYING] else 0)
    kept = 0
    below = -1
    while choice:
        card = lowest(choice)
        choice &= choice - 1
        if (
            below >= 0
            and lane_of(below) == lane_of(card)
            and between & ((1 << card) - (1 << below)) == 0
            and taker[below] == taker[card]
            and position.count[below] == position.count[card]
            and ((apart >> below) | (apart >> card)) & 1 == 0
        ):
            below = card
            continue
        below = card
        kept |= 1 << card
    return kept


@compiled
def _reach(here, n, ours, side, by_play, base, taker, position, held, total, total_count, home):
    """The least and the most that the difference can be, by what is still to be taken."""
    left = position.trick_worth * (ones(held) // n)
    counts = 0
    mask = held
    while mask:
        card = lowest(mask)
        mask &= mask - 1
        left += taker[card]
        counts += position.count[card]
    if by_play:
        bound = left + position.game
        for seat in range(n):
            bound += base[seat] + here[POINTS + seat]
        return -bound, bound
    sides = 0
    for seat in range(n):
        sides = max(sides, side[seat] + 1)
    for number in range(sides):
        total[number] = 0
        total_count[number] = 0
    for seat in range(n):
        total[side[seat]] += base[seat] + here[POINTS + seat]
        total_count[side[seat]] += here[COUNTS + seat]
    mine = side[ours]
    rival = -BEST
    ahead = BEST
    for number in range(sides):
        if number != mine:
            rival = max(rival, total[number])
            ahead = min(ahead, total_count[mine] - total_count[number])
    if rival == -BEST:
        return total[mine] - position.game, total[mine] + left + position.game
    sure = position.game if ahead > counts else 0
    lost = 0 if ahead > counts else position.game
    least = total[mine] + sure - rival - left - lost
    most = total[mine] + left - rival + (position.game if ahead + counts >= 0 else 0)
    return least, most


@compiled
def _word(here, at, first, count, bits):
    word = 0
    for seat in range(first, first + count):
        word = word << bits | here[at + seat]
    return word


@compiled
def _slot(here, n, rows):
    key = here[REM] * -7046029254386353131
    key ^= _word(here, POINTS, 0, 8, POINT_BITS) * 2685821657736338717
    key ^= (_word(here, COUNTS, 0, 4, COUNT_BITS) << 1 ^ here[SEAT]) * -4417276706812531889
    key ^= _word(here, COUNTS, 4, 4, COUNT_BITS) * 1181783497276652981
    return ((key ^ (key >> 31)) >> 7) & (rows - 1) & 0xFFFFFFF


@compiled
def _meta(here, generation):
    return ((generation << 4 | (here[FIRST_PAIR] + 1)) << 4 | (here[SECOND_PAIR] + 1)) << 4 | here[SEAT]


@compiled
def _matches(table, slot, here, n, generation):
    return (
        table[slot] == here[REM]
        and table[slot + R_META] == _meta(here, generation)
        and table[slot + R_POINTS] == _word(here, POINTS, 0, 8, POINT_BITS)
        and table[slot + R_COUNT_LOW] == _word(here, COUNTS, 0, 4, COUNT_BITS)
        and table[slot + R_COUNT_HIGH] == _word(here, COUNTS, 4, 4, COUNT_BITS)
    )


@compiled
def _keep(table, slot, here, n, generation, level, answer):
    if not _matches(table, slot, here, n, generation):
        table[slot] = here[REM]
        table[slot + R_META] = _meta(here, generation)
        table[slot + R_POINTS] = _word(here, POINTS, 0, 8, POINT_BITS)
        table[slot + R_COUNT_LOW] = _word(here, COUNTS, 0, 4, COUNT_BITS)
        table[slot + R_COUNT_HIGH] = _word(here, COUNTS, 4, 4, COUNT_BITS)
        table[slot + R_LEAST] = -BEST
        table[slot + R_MOST] = BEST
    if answer:
        table[slot + R_LEAST] = max(table[slot + R_LEAST], level)
    else:
        table[slot + R_MOST] = min(table[slot + R_MOST], level - 1)


@compiled
def max_n_values(positions, outcomes):
    """What every card leads to when each side looks after itself: points of each side, written into (63, 8).

    A side wants its points less those of the best other side to be high; between lines as good for it the first card,
    in the order of their numbers, is played. Rows of cards that may not be played are -1. Every line is looked at.
    """
    stack = np.empty(56, POSITION)
    untried = np.empty(56, np.int64)
    last = np.empty(56, np.int64)
    best = np.empty((56, MAX_SEATS), np.int64)
    best_value = np.empty(56, np.int64)
    points = np.empty(MAX_SEATS, np.int64)
    counted = np.empty(MAX_SEATS, np.int64)
    side = np.empty(MAX_SEATS, np.int64)
    returned = np.empty(MAX_SEATS, np.int64)
    for card in range(CARD_NUMBERS):
        for number in range(MAX_SEATS):
            outcomes[card, number] = -1
    stack[0] = positions[0]
    untried[0] = legal_cards(stack[0])
    best_value[0] = -BEST
    ply = 0
    nodes = 0
    while ply >= 0:
        if untried[ply] == 0:
            if ply == 0:
                break
            for seat in range(MAX_SEATS):
                returned[seat] = best[ply, seat]
            ply -= 1
        else:
            card = lowest(untried[ply])
            untried[ply] &= untried[ply] - 1
            last[ply] = card
            stack[ply + 1] = stack[ply]
            play_card(stack[ply + 1], card)
            nodes += 1
            choice = legal_cards(stack[ply + 1])
            if choice:
                ply += 1
                untried[ply] = choice
                best_value[ply] = -BEST
                continue
            sides = result(stack[ply + 1], points, counted, side)
            # By seat, for sides may be made by the play.
            for seat in range(MAX_SEATS):
                returned[seat] = 0
            for seat in range(stack[ply].seats):
                returned[seat] = side[seat] << 8 | points[side[seat]] if sides else 0
        # `returned` is the outcome of the card tried last at this ply.
        mover = stack[ply].turn
        mine = returned[mover] >> 8
        rival = -BEST
        for seat in range(stack[ply].seats):
            if returned[seat] >> 8 != mine:
                rival = max(rival, returned[seat] & 255)
        value = (returned[mover] & 255) - (rival if rival > -BEST else 0)
        if ply == 0:
            for seat in range(stack[0].seats):
                outcomes[last[0], seat] = returned[seat] & 255
        if value > best_value[ply]:
            best_value[ply] = value
            for seat in range(MAX_SEATS):
                best[ply, seat] = returned[seat]
    return nodes
