"""The last two tricks of a duel, by a search of their own: no table, no bounds, and a stack of two cards a seat.

Half of all positions of a search lie here, and each seat has one choice at most, so that a plain loop is done before
the machinery of `duel` has begun. The answer and what it rests on are those that `duel` gives.
"""

# pyright: basic
# (numba finds the types of compiled functions; records and arrays of them have none that a checker knows)

from __future__ import annotations

from shmear.kernel.compiled import compiled, highest, lowest
from shmear.kernel.lanes import LANE_3, NO_TRUMP, lane_mask, lane_of

PLENTY = 1 << 20
"""To spare where nothing hangs on it."""

# The array that a search works with, see `duel`.
HANDS = 0
SIDE = 8
OWNER = 16
WORTH_OF = 80
COUNT_OF = 144
BY_TRUMPS = 244  # ten words: what each side takes for sure with trumps, see `sure`
AGAINST = 254  # for each side a byte for every seat of the other
FOUND_RANKS = 240  # what an answer rests on,
FOUND_SPARE = 241  # and what it has to spare: of counting points,
FOUND_POINTS = 242  # and of points
FOUND_NODES = 243
ENDING = 256
"""Where the stack of the last two tricks begins."""

# One choice of two cards.
PLACE = 0  # how many cards lie on the table
TURN = 1  # the seat
TABLE = 2  # those cards
VALUE = 3  # their points
COUNT = 4  # their counting points
PLAYED = 5  # the card tried
OTHER = 6  # the one to try next; -1: none
RANKS = 7  # on what the failure so far rests
SPARE = 8
POINTS = 9
CHOICE = 10

ENDING_WORDS = 8 * CHOICE


@compiled
def winning_card(cards, led, floor, equals, leader, n, w):
    """Which of the cards of a full trick takes it, where `led` is the lane led."""
    trumps = cards & LANE_3 if floor < NO_TRUMP else 0
    best = highest(trumps if trumps else cards & lane_mask(led))
    if equals and cards & equals == equals and (equals >> best) & 1:
        # Of two equal cards the first played wins.
        other = lowest(equals)
        first = w[OWNER + (best & 63)] - leader
        second = w[OWNER + (other & 63)] - leader
        if (second if second >= 0 else second + n) < (first if first >= 0 else first + n):
            best = other
    return best


@compiled
def last_two(
    n, seat, rem, floor, may_trump, equals, trick_worth,
    taken, ahead, left, left_count, want_win, want_tie, want_lose, live, w,
):  # fmt: skip
    """Whether our side takes so many points when every seat holds two cards and `seat` leads.

    Writes into `w` what the answer rests on, and what it has to spare.
    """
    trump_game = floor < NO_TRUMP
    choice = ENDING
    place = 0
    turn = seat
    on_table = 0
    value = trick_worth
    count = 0
    follow = 0
    nodes = 0
    result = False
    ranks = 0
    spare = 0
    spare_points = 0
    while True:
        # Play on to the end of the trick, the first card of every choice.
        while place < n:
            mine = w[HANDS + (turn & 7)] & rem
            legal = mine & follow
            if legal == 0:
                legal = mine
            card = highest(legal)
            other = lowest(legal)
            if card != other:
                w[choice + PLACE] = place
                w[choice + TURN] = turn
                w[choice + TABLE] = on_table
                w[choice + VALUE] = value
                w[choice + COUNT] = count
                w[choice + PLAYED] = card
                w[choice + OTHER] = other
                choice += CHOICE
            if place == 0:
                follow = lane_mask(lane_of(card))
                if may_trump and trump_game:
                    follow |= LANE_3
            on_table |= 1 << card
            value += w[WORTH_OF + (card & 63)]
            count += w[COUNT_OF + (card & 63)]
            place += 1
            turn = turn + 1 if turn + 1 < n else 0
        nodes += 1
        led = lane_of(lowest(w[HANDS + (seat & 7)] & on_table))
        best = winning_card(on_table, led, floor, equals, seat, n, w)
        winner = w[OWNER + (best & 63)]
        ranks = 1 << best if on_table & lane_mask(lane_of(best)) != 1 << best else 0
        points = taken
        margin = ahead - count
        if w[SIDE + (winner & 7)] == 0:
            points += value
            margin = ahead + count
        rest = left - value
        low = margin - (left_count - count)
        high = margin + (left_count - count)
        dear = want_win if low > 0 else (want_tie if low == 0 else want_lose)
        cheap = want_win if high > 0 else (want_tie if high == 0 else want_lose)
        if points >= dear:
            result = True
        elif points + rest < cheap:
            result = False
        else:
            nodes += 1
            cards = rem ^ on_table
            led = lane_of(lowest(w[HANDS + (winner & 7)] & cards))
            best = winning_card(cards, led, floor, equals, winner, n, w)
            if cards & lane_mask(lane_of(best)) != 1 << best:
                ranks |= 1 << best
            if w[SIDE + (w[OWNER + (best & 63)] & 7)] == 0:
                points += rest
                low = high
            else:
                high = low
            rest = 0
            result = points >= (want_win if low > 0 else (want_tie if low == 0 else want_lose))
        if result:
            if points >= want_lose:
                spare = PLENTY
                spare_points = points - want_lose
            elif points >= want_tie:
                spare = low
                spare_points = points - want_tie
            else:
                spare = low - 1
                spare_points = points - want_win
        elif points + rest < want_win:
            spare = PLENTY
            spare_points = want_win - 1 - points - rest
        elif points + rest < want_tie:
            spare = -high
            spare_points = want_tie - 1 - points - rest
        else:
            spare = -1 - high
            spare_points = want_lose - 1 - points - rest
        # Go back to a choice that is not settled by that.
        again = False
        while choice > ENDING and not again:
            choice -= CHOICE
            turn = w[choice + TURN]
            if (w[SIDE + (turn & 7)] == 0) == result:
                continue
            other = w[choice + OTHER]
            if other < 0:
                ranks |= w[choice + RANKS]
                spare = min(spare, w[choice + SPARE])
                spare_points = min(spare_points, w[choice + POINTS])
                continue
            card = w[choice + PLAYED]
            lane = lane_of(card)
            if (
                lane_of(other) == lane
                and ranks & lane_mask(lane) & ((2 << card) - 1) == 0
                and w[WORTH_OF + (other & 63)] == w[WORTH_OF + (card & 63)]
                and (not live or w[COUNT_OF + (other & 63)] == w[COUNT_OF + (card & 63)])
                and ((equals >> card) | (equals >> other)) & 1 == 0
            ):
                continue
            w[choice + OTHER] = -1
            w[choice + RANKS] = ranks
            w[choice + SPARE] = spare
            w[choice + POINTS] = spare_points
            again = True
        if not again:
            break
        place = w[choice + PLACE]
        if place == 0:
            follow = lane_mask(lane_of(other))
            if may_trump and trump_game:
                follow |= LANE_3
        on_table = w[choice + TABLE] | 1 << other
        value = w[choice + VALUE] + w[WORTH_OF + (other & 63)]
        count = w[choice + COUNT] + w[COUNT_OF + (other & 63)]
        choice += CHOICE
        place += 1
        turn = turn + 1 if turn + 1 < n else 0
    w[FOUND_RANKS] = ranks
    w[FOUND_SPARE] = spare
    w[FOUND_POINTS] = spare_points
    w[FOUND_NODES] = nodes
    return result
