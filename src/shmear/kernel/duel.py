"""The exact solver for two sides: what can one side get against the best play of the other, with all hands open?

The question is cut into yes-or-no questions, "can our side take at least so many points from here?", where the number
depends on how Game comes out, because Game goes by counting points and is known only at the end. Each is answered by a
depth-first search that looks for one good card of the side that needs one and tries all cards of the other, with

- bounds at the start of a trick: what is left, and what either side takes for sure (cards that are highest; `sure`);
- the last two tricks looked through by a search of their own (`ending`);
- cards that are neighbours in rank and worth the same tried once (nothing is between them that could part them);
- a table of answers. An answer is kept with the ranks on which it rests (partition search: Ginsberg 1996; the idea of
  winning ranks in Haglund's DDS): it holds for every position with the same lengths, the same cards of worth and the
  same owners of the highest cards, whatever the low ones are. It holds too where fewer points are wanted or more
  counting points are ahead;
- the same ranks used at once: of two cards that differ only in ranks that did not matter, one is tried.

The search keeps its stack in an array and does not recurse.
"""

# pyright: basic
# (numba finds the types of compiled functions; records and arrays of them have none that a checker knows)

from __future__ import annotations

import numpy as np

from shmear.kernel.compiled import compiled, highest, lowest, ones
from shmear.kernel.ending import (
    AGAINST,
    BY_TRUMPS,
    COUNT_OF,
    ENDING,
    ENDING_WORDS,
    FOUND_NODES,
    FOUND_POINTS,
    FOUND_RANKS,
    FOUND_SPARE,
    HANDS,
    OWNER,
    PLENTY,
    SIDE,
    WORTH_OF,
    last_two,
    winning_card,
)
from shmear.kernel.lanes import LANE_3, LANE_START, NO_TRUMP, beats, lane_mask, lane_of, playable
from shmear.kernel.sure import (
    BY_TRUMPS_CARDS,
    BY_TRUMPS_COUNT,
    BY_TRUMPS_KEPT,
    BY_TRUMPS_TRICKS,
    BY_TRUMPS_WORDS,
    BY_TRUMPS_WORTH,
    least_loot,
    sure_trumps,
)

# One ply of the stack: the position before a card is played, and how far its search has come.
SEAT = 0  # the seat to play
REM = 1  # the cards that are held
LYING = 2  # how many lie on the table
BEST = 3  # the card that wins of those
WINNER = 4  # the seat that played it
LED = 5  # the lane led
TRICK = 6  # the cards on the table
VALUE = 7  # their points
COUNT = 8  # their counting points
TAKEN = 9  # points that our side has taken since the root
AHEAD = 10  # counting points of our side less those of the other
LEFT = 11  # points still to be taken, those on the table too
LEFT_COUNT = 12  # the same of counting points
CARDS = 13  # how many cards are worth trying
TRIED = 14  # which of them is being tried
RANKS = 15  # cards on whose rank the failures so far rest
SLOT = 16  # where in the table an answer goes; -1: nowhere
META = 17
LENGTH_A = 18
LENGTH_B = 19
WORTH = 20  # cards of worth that are held
WANTED = 21
MARGIN = 22
SPARE = 23  # how much the failures so far have to spare: of counting points,
SPARE_POINTS = 24  # and of points

RANK_IN = 25  # the card that won the trick before by its rank, as a mask
OFFERS = 32  # the cards worth trying, the best first
PLY = 64

# One array holds all that a search works with, so that the machine has few addresses to keep. It begins with what
# `ending` needs too.
SURE_TRICKS = 208
SURE_WORTH = 216
SURE_COUNT = 224
SURE_CARDS = 232
DANGER = ENDING + ENDING_WORDS  # for each seat, and each number of cards before its own, what others can play after it
LEADS = DANGER + 64  # for each number of tricks left, and each seat, the lead that was last good enough
ROOT = LEADS + 128
"""Where the stack begins."""

MAX_CARDS = 54
WORK = ROOT + (MAX_CARDS + 2) * PLY
"""Length of the array."""

# In what order cards are tried. A kind of card has a score, and eighths of what its worth and its height add to it; a
# point is worth 16, a counting point 1. The numbers are those that make the search of random deals small.
ORDER = np.array(
    [
        (135, 16, 20),  # a trump that is highest
        (100, -32, -4),  # another trump
        (0, -36, -8),  # a suit whose highest card they hold
        (185, 24, 0),  # our highest card of a suit that they cannot trump
        (-60, -4, 16),  # the same where they can
        (150, 56, 0),  # a lower card of a suit whose highest is our partner's
        (85, -4, -12),  # the same where they can trump
        (350, 8, 0),  # last to play: what is thrown on our trick
        (350, 4, -8),  # taking our own side's trick
        (500, 8, -16),  # taking theirs
        (480, 12, -16),  # trumping theirs
        (250, -8, 0),  # losing
        (300, 12, -8),  # before the last: thrown on a trick that is ours for sure
        (85, -24, -8),  # on one that may stay ours
        (15, -4, 0),  # on one of theirs
        (450, 32, -32),  # taking it for sure
        (250, 4, 0),  # taking our own side's for sure
        (180, 0, 0),  # taking it, perhaps not for good
        (150, 8, 20),  # the same from our side
        (400, 8, -12),  # trumping it for sure
        (250, 4, -12),  # trumping our own
        (150, -8, -24),  # trumping it, perhaps not for good
        (135, -24, -4),  # the same from our side
    ],
    np.int64,
)

# One answer in the table.
ENTRY = 16
WAYS = 4
E_LENGTH_A = 0
E_LENGTH_B = 1
E_WORTH = 2
E_META = 3
E_OWNERS = 4  # four words: the owners of the highest cards of each lane
E_MASK = 8  # four words: which of them matter
E_WANTED = 12
E_MARGIN = 13
E_YES = 14
E_MORE = 15  # best card, tricks that were left, and how many of the highest cards matter in each lane

# What is wanted with more counting points, as many and fewer: three numbers in one word, compared at once.
EACH = 1 | 1 << 20 | 1 << 40
FIELD = (1 << 20) - 1
GUARDS = EACH << 19
BIAS = 4096  # keeps each of them above 0

GENERATION_SHIFT = 20
TRICKS_SHIFT = 24
NODES = 0
PROOF_RANKS = 1


@compiled
def write_tables(sizes, owner, value, count, equals, lengths, owners_live, owners_settled):
    """For every set of each lane's cards: how many each seat holds of it, and who holds them from the highest down.

    `lengths` has four bits a seat; the owners' words four bits a card from the top, its seat and whether it is of
    worth: `owners_live` while counting points matter, `owners_settled` when they do not.
    """
    base = 0
    for lane in range(4):
        start = LANE_START[lane]
        lengths[base] = 0
        owners_live[base] = 0
        owners_settled[base] = 0
        for place in range(sizes[lane]):
            card = start + place
            settled = 1 if value[card] != 0 or (equals >> card) & 1 else 0
            live = 1 if settled or count[card] != 0 else 0
            one = 1 << (owner[card] * 4)
            top_live = (owner[card] << 1 | live) << 60
            top_settled = (owner[card] << 1 | settled) << 60
            new = 1 << place
            for rest in range(new):
                lengths[base + new + rest] = lengths[base + rest] + one
                owners_live[base + new + rest] = top_live | ((owners_live[base + rest] >> 4) & 0x0FFFFFFFFFFFFFFF)
                owners_settled[base + new + rest] = top_settled | (
                    (owners_settled[base + rest] >> 4) & 0x0FFFFFFFFFFFFFFF
                )
        base += 1 << sizes[lane]


@compiled
def settled_spare(result, counting, low, high):
    """How far the counting points of our side may move against the answer, Game being decided, and leave it decided.

    `low` and `high` are the least and the most that our side can be ahead in the end.
    """
    if not counting:
        return PLENTY
    if low > 0:
        return low - 1 if result else PLENTY
    if high < 0:
        return PLENTY if result else -1 - high
    return 0


@compiled
def prove(
    n, equals, floor, may_trump, forced, due, trick_worth,
    only, want_win, want_tie, want_lose,
    sizes, lengths, owners_live, owners_settled, worth_live, worth_settled,
    table, slots, generation, w, counters,
):  # fmt: skip
    """Whether our side, number 0, can take so many points from the root, the first ply of the stack in `w`.

    `want_win`, `want_tie` and `want_lose` are what it needs if it has more counting points in the end, as many, or
    fewer. `only` restricts the root to some cards (0: all that may be played). `forced` and `due` hold for
    the first trick: cards that have to be played to it, and cards that have to be if following lets them.
    """
    counting = want_win != want_lose
    split = equals != 0 and w[OWNER + lowest(equals)] != w[OWNER + highest(equals)]
    trump_game = floor < NO_TRUMP
    first_trick = ones(w[ROOT + REM]) - n + w[ROOT + LYING]
    side_cards_0 = 0
    side_cards_1 = 0
    w[AGAINST] = 0
    w[AGAINST + 1] = 0
    for seat in range(n):
        later = 0
        turn = seat
        for lying in range(n - 1, -1, -1):
            w[DANGER + seat * 8 + lying] = later
            turn = turn + 1 if turn + 1 < n else 0
            if w[SIDE + turn] != w[SIDE + seat]:
                later |= w[HANDS + turn]
    for seat in range(n):
        w[AGAINST + 1 - w[SIDE + (seat & 7)]] |= 1 << (8 * seat)
        if w[SIDE + (seat & 7)] == 0:
            side_cards_0 |= w[HANDS + (seat & 7)]
        else:
            side_cards_1 |= w[HANDS + (seat & 7)]
    lane_1 = 1 << sizes[0]
    lane_2 = lane_1 + (1 << sizes[1])
    lane_3 = lane_2 + (1 << sizes[2])
    slot_mask = slots - 1
    nodes = 0
    entering = True
    result = False
    ranks = 0
    spare = 0
    spare_points = 0
    d = ROOT
    while True:
        d &= 0xFFFF  # tells the compiler that it is not negative
        if entering:
            nodes += 1
            seat = w[d + SEAT]
            rem = w[d + REM]
            lying = w[d + LYING]
            mine = w[HANDS + (seat & 7)] & rem
            first = -1
            w[d + SLOT] = -1
            if lying == 0 and (d != ROOT or only == 0):
                taken = w[d + TAKEN]
                ahead = w[d + AHEAD]
                left = w[d + LEFT]
                left_count = w[d + LEFT_COUNT]
                tricks = ones(mine)
                decided = 0
                ranks = 0
                low = ahead - left_count
                high = ahead + left_count
                dear = want_win if low > 0 else (want_tie if low == 0 else want_lose)
                cheap = want_win if high > 0 else (want_tie if high == 0 else want_lose)
                if taken >= dear:
                    decided = 1
                elif taken + left < cheap:
                    decided = -1
                elif tricks == 1:
                    # The last trick: everybody's card is settled.
                    best = winning_card(rem, lane_of(lowest(mine)), floor, equals, seat, n, w)
                    winner = w[OWNER + (best & 63)]
                    if rem & lane_mask(lane_of(best)) != 1 << best:
                        ranks = 1 << best
                    if w[SIDE + (winner & 7)] == 0:
                        taken += left
                        ahead += left_count
                    else:
                        ahead -= left_count
                    dear = want_win if ahead > 0 else (want_tie if ahead == 0 else want_lose)
                    decided = 1 if taken >= dear else -1
                    low = ahead
                    high = ahead
                    left = 0
                else:
                    low_then = low
                    high_then = high
                    # Where points hang on who comes out ahead, little of what is left is sure before the end.
                    ending = tricks == 2 and (forced | due) & rem == 0
                    if not (ending and counting):
                        # What either side takes for sure: whoever is on lead with cards that are highest and cannot
                        # be trumped; whoever has high trumps; and the other side, if whatever suit is led, it has the
                        # highest card of it.
                        us = w[SIDE + (seat & 7)]
                        trumps = rem & LANE_3 if trump_game else 0
                        trumps_0 = trumps & side_cards_0
                        trumps_1 = trumps & side_cards_1
                        our_tricks = 0
                        our_value = 0
                        our_count = 0
                        our_cards = 0
                        their_tricks = 0
                        their_value = 0
                        their_count = 0
                        their_cards = 0
                        sure = 0
                        # Where a trump may be played to any lead, no plain card is sure while both sides have trumps.
                        if not (may_trump and trumps_0 and trumps_1):
                            for other in range(n):
                                w[SURE_TRICKS + (other & 7)] = 0
                                w[SURE_WORTH + (other & 7)] = 0
                                w[SURE_COUNT + (other & 7)] = 0
                                w[SURE_CARDS + (other & 7)] = 0
                            partner = -1
                            answered = True
                            for lane in range(3, -1, -1):
                                suit = lane_mask(lane)
                                cards = rem & suit
                                if (
                                    d == ROOT and (forced | due) & rem
                                ):  # who is forced may have to trump its own side's trick
                                    answered = False
                                    break
                                if cards == 0:
                                    continue
                                top = w[OWNER + highest(cards)]
                                rounds = 16
                                if lane != 3 and trumps:
                                    theirs = trumps_1 if w[SIDE + (top & 7)] == 0 else trumps_0
                                    if may_trump:
                                        if theirs:
                                            rounds = 0
                                        elif trumps & ~w[HANDS + (top & 7)]:
                                            for other in range(n):
                                                if other != top and w[HANDS + (other & 7)] & trumps:
                                                    rounds = min(rounds, ones(w[HANDS + (other & 7)] & cards))
                                    elif theirs:
                                        for other in range(n):
                                            if w[HANDS + (other & 7)] & theirs:
                                                rounds = min(rounds, ones(w[HANDS + (other & 7)] & cards))
                                run = 0
                                run_value = 0
                                run_count = 0
                                run_cards = 0
                                while rounds and cards:
                                    card = highest(cards)
                                    bit = 1 << card
                                    if w[HANDS + (top & 7)] & bit == 0 or (
                                        split and equals & bit and equals & rem == equals
                                    ):
                                        break
                                    run += 1
                                    run_value += w[WORTH_OF + (card & 63)]
                                    run_count += w[COUNT_OF + (card & 63)]
                                    run_cards |= bit
                                    cards ^= bit
                                    rounds -= 1
                                w[SURE_TRICKS + (top & 7)] += run
                                w[SURE_WORTH + (top & 7)] += run_value
                                w[SURE_COUNT + (top & 7)] += run_count
                                w[SURE_CARDS + (top & 7)] |= run_cards
                                if mine & suit:
                                    if run == 0 or w[SIDE + (top & 7)] == us:
                                        answered = False
                                    if (
                                        w[SIDE + (top & 7)] == us
                                        and top != seat
                                        and run
                                        and (partner < 0 or w[SURE_TRICKS + (top & 7)] > w[SURE_TRICKS + (partner & 7)])
                                    ):
                                        partner = top
                            our_tricks = w[SURE_TRICKS + (seat & 7)]
                            our_value = w[SURE_WORTH + (seat & 7)]
                            our_count = w[SURE_COUNT + (seat & 7)]
                            our_cards = w[SURE_CARDS + (seat & 7)]
                            sure = our_cards
                            if partner >= 0:
                                # Cash, then cross to the partner; with only trumps it might have to take our tricks.
                                hand = w[HANDS + (partner & 7)] & rem
                                plain = ones(hand & ~trumps)
                                if our_tricks == 0 or plain >= our_tricks or hand & trumps == 0:
                                    our_tricks = min(tricks, our_tricks + w[SURE_TRICKS + (partner & 7)])
                                    our_value = max(our_value, w[SURE_WORTH + (partner & 7)])
                                    our_count = max(our_count, w[SURE_COUNT + (partner & 7)])
                                elif w[SURE_TRICKS + (partner & 7)] > our_tricks:
                                    our_tricks = w[SURE_TRICKS + (partner & 7)]
                                    our_value = w[SURE_WORTH + (partner & 7)]
                                    our_count = w[SURE_COUNT + (partner & 7)]
                                    sure = 0
                                our_cards |= w[SURE_CARDS + (partner & 7)]
                            if answered:
                                their_tricks = 99
                                their_value = 9999
                                their_count = 9999
                                for lane in range(4):
                                    suit = lane_mask(lane)
                                    if mine & suit:
                                        top = w[OWNER + highest(rem & suit)]
                                        their_tricks = min(their_tricks, w[SURE_TRICKS + (top & 7)])
                                        their_value = min(their_value, w[SURE_WORTH + (top & 7)])
                                        their_count = min(their_count, w[SURE_COUNT + (top & 7)])
                                        their_cards |= w[SURE_CARDS + (top & 7)]
                        unbeaten = 0
                        their_unbeaten = 0
                        if trumps:
                            both = equals if split and equals & rem == equals else 0
                            sure_trumps(trumps, both, counting, w)
                            e = BY_TRUMPS + BY_TRUMPS_WORDS * us
                            our_tricks = max(our_tricks, w[e + BY_TRUMPS_TRICKS])
                            our_value = max(our_value, w[e + BY_TRUMPS_WORTH])
                            our_count = max(our_count, w[e + BY_TRUMPS_COUNT])
                            our_cards |= w[e + BY_TRUMPS_CARDS]
                            unbeaten = w[e + BY_TRUMPS_KEPT]
                            e = BY_TRUMPS + BY_TRUMPS_WORDS * (1 - us)
                            their_tricks = max(their_tricks, w[e + BY_TRUMPS_TRICKS])
                            their_value = max(their_value, w[e + BY_TRUMPS_WORTH])
                            their_count = max(their_count, w[e + BY_TRUMPS_COUNT])
                            their_cards |= w[e + BY_TRUMPS_CARDS]
                            their_unbeaten = w[e + BY_TRUMPS_KEPT]
                        our_value += trick_worth * our_tricks
                        their_value += trick_worth * their_tricks
                        if counting and dear != cheap:
                            # What lies in those tricks besides, where that could settle it.
                            if our_tricks > 0 and (
                                taken + our_value >= want_win if us == 0 else taken + left - our_value < want_lose
                            ):
                                sure |= unbeaten
                                our_count = max(our_count, least_loot(n, rem, our_tricks, worth_live, sure, w))
                            if their_tricks > 0 and (
                                taken + their_value >= want_win if us == 1 else taken + left - their_value < want_lose
                            ):
                                sure = their_unbeaten
                                their_count = max(their_count, least_loot(n, rem, their_tricks, worth_live, sure, w))
                        if us == 1:
                            our_value, their_value = their_value, our_value
                            our_count, their_count = their_count, our_count
                            our_cards, their_cards = their_cards, our_cards
                        low += 2 * our_count
                        high -= 2 * their_count
                        needed = want_win if low > 0 else (want_tie if low == 0 else want_lose)
                        hoped = want_win if high > 0 else (want_tie if high == 0 else want_lose)
                        if taken + our_value >= needed:
                            decided = 1
                            ranks = our_cards
                            taken += our_value
                        elif taken + left - their_value < hoped:
                            decided = -1
                            ranks = their_cards
                            left -= their_value
                    if decided == 0 and ending:
                        live = counting and abs(ahead) <= left_count
                        result = last_two(
                            n, seat, rem, floor, may_trump, equals, trick_worth,
                            taken, ahead, left, left_count, want_win, want_tie, want_lose, live, w,
                        )  # fmt: skip
                        nodes += w[FOUND_NODES]
                        ranks = w[FOUND_RANKS]
                        spare = w[FOUND_SPARE]
                        spare_points = w[FOUND_POINTS]
                        decided = 2 if result else -2
                    if decided == 0 and not ending:
                        settled = dear == cheap
                        at_0 = rem & 0x7FFF
                        at_1 = lane_1 + ((rem >> 16) & 0x7FFF)
                        at_2 = lane_2 + ((rem >> 32) & 0x7FFF)
                        at_3 = lane_3 + (rem >> 47)
                        length_a = lengths[at_0] << 32 | lengths[at_1]
                        length_b = lengths[at_2] << 32 | lengths[at_3]
                        meta = generation << GENERATION_SHIFT | seat << 1
                        if settled:
                            meta |= 1
                            wanted = (dear - taken + BIAS) * EACH
                            margin = 0
                            worth = rem & worth_settled
                        else:
                            wanted = want_win | want_tie << 20 | want_lose << 40
                            wanted += (BIAS - taken) * EACH
                            margin = ahead
                            worth = rem & worth_live
                        key = (length_a * -7046029254386353131) ^ (length_b * 2685821657736338717)
                        key ^= (worth ^ (meta << 7)) * -4417276706812531889
                        slot = (((key ^ (key >> 29)) >> 8) & slot_mask & 0xFFFFFFF) * (WAYS * ENTRY)
                        w[d + SLOT] = slot
                        w[d + META] = meta
                        w[d + LENGTH_A] = length_a
                        w[d + LENGTH_B] = length_b
                        w[d + WORTH] = worth
                        w[d + WANTED] = wanted
                        w[d + MARGIN] = margin
                        for way in range(WAYS):
                            e = slot + way * ENTRY
                            if (
                                table[e] != length_a
                                or table[e + E_LENGTH_B] != length_b
                                or table[e + E_WORTH] != worth
                                or table[e + E_META] != meta
                            ):
                                continue
                            if settled:
                                other = (
                                    ((owners_settled[at_0] ^ table[e + 4]) & table[e + 8])
                                    | ((owners_settled[at_1] ^ table[e + 5]) & table[e + 9])
                                    | ((owners_settled[at_2] ^ table[e + 6]) & table[e + 10])
                                    | ((owners_settled[at_3] ^ table[e + 7]) & table[e + 11])
                                )
                            else:
                                other = (
                                    ((owners_live[at_0] ^ table[e + 4]) & table[e + 8])
                                    | ((owners_live[at_1] ^ table[e + 5]) & table[e + 9])
                                    | ((owners_live[at_2] ^ table[e + 6]) & table[e + 10])
                                    | ((owners_live[at_3] ^ table[e + 7]) & table[e + 11])
                                )
                            if other:
                                continue
                            if table[e + E_YES]:
                                easier = table[e + E_WANTED] - wanted + GUARDS
                                if easier & GUARDS == GUARDS and margin >= table[e + E_MARGIN]:
                                    decided = 2
                                    spare = margin - table[e + E_MARGIN]
                            else:
                                easier = wanted - table[e + E_WANTED] + GUARDS
                                if easier & GUARDS == GUARDS and margin <= table[e + E_MARGIN]:
                                    decided = -2
                                    spare = table[e + E_MARGIN] - margin
                            more = table[e + E_MORE]
                            if decided:
                                easier ^= GUARDS
                                spare_points = min(easier & FIELD, easier >> 20 & FIELD, easier >> 40)
                                if settled:
                                    spare = settled_spare(decided > 0, counting, low_then, high_then)
                                for lane in range(4):
                                    depth = (more >> (lane * 5)) & 31
                                    if depth:
                                        cards = rem & lane_mask(lane)
                                        while depth > 1:
                                            cards ^= 1 << highest(cards)
                                            depth -= 1
                                        ranks |= 1 << highest(cards)
                                break
                            first = (more >> 32) & 63
                if decided:
                    ranks |= w[d + RANK_IN]
                    result = decided > 0
                    entering = False
                    if decided == 1:
                        if taken >= want_lose:
                            spare = PLENTY
                            spare_points = taken - want_lose
                        elif taken >= want_tie:
                            spare = low
                            spare_points = taken - want_tie
                        else:
                            spare = low - 1
                            spare_points = taken - want_win
                    elif decided == -1:
                        if taken + left < want_win:
                            spare = PLENTY
                            spare_points = want_win - 1 - taken - left
                        elif taken + left < want_tie:
                            spare = -high
                            spare_points = want_tie - 1 - taken - left
                        else:
                            spare = -1 - high
                            spare_points = want_lose - 1 - taken - left
                    if d == ROOT:
                        break
                    d -= PLY
                    continue
            best = w[d + BEST]
            if lying:
                legal = playable(mine, w[d + LED], floor, may_trump, forced)
            else:
                legal = mine & forced if mine & forced else mine
            if lying and due & legal and ones(rem) > first_trick:
                legal &= due
            if d == ROOT and only:
                legal &= only
            w[d + TRIED] = 0
            w[d + RANKS] = 0
            w[d + SPARE] = PLENTY
            w[d + SPARE_POINTS] = PLENTY
            card = lowest(legal)
            if legal & (legal - 1) == 0:
                sole = lying != 0 and d != ROOT
                w[d + CARDS] = 1
                w[d + OFFERS] = card
            else:
                sole = False
                live = counting and abs(w[d + AHEAD]) <= w[d + LEFT_COUNT]
                us = w[SIDE + (seat & 7)]
                # What the other side can still play to this trick.
                danger = w[DANGER + (seat & 7) * 8 + (lying & 7)] & rem
                danger_trumps = danger & LANE_3 if trump_game else 0
                cards = 0
                chosen = 0
                highest_score = -(1 << 40)
                if lying == 0:
                    proven = w[LEADS + (ones(mine) & 15) * 8 + (seat & 7)]
                    for lane in range(4):
                        suit = lane_mask(lane)
                        offers = legal & suit
                        if offers == 0:
                            continue
                        others = rem & suit & ~mine
                        top = (2 << highest(others)) - 1 if others else 0
                        if trump_game and lane == 3:
                            kind_low = 1
                            kind_top = 0
                        elif w[SIDE + (w[OWNER + (highest(rem & suit) & 63)] & 7)] != us:
                            kind_low = 2
                            kind_top = 2
                        else:
                            ruffed = 1 if danger_trumps != 0 and (may_trump or danger & suit == 0) else 0
                            kind_low = 5 + ruffed
                            kind_top = 3 + ruffed
                        while offers:
                            card = lowest(offers)
                            offers &= offers - 1
                            kind = kind_low if (top >> card) & 1 else kind_top
                            weight = w[WORTH_OF + (card & 63)] * 16 + (w[COUNT_OF + (card & 63)] if live else 0)
                            height = card - LANE_START[lane]
                            score = ORDER[kind, 0] + ((ORDER[kind, 1] * weight + ORDER[kind, 2] * height) >> 3)
                            score += 10000 if card == first else (250 if card == proven else 0)
                            w[d + OFFERS + cards] = score << 8 | card
                            chosen = cards if score > highest_score else chosen
                            highest_score = max(score, highest_score)
                            cards += 1
                else:
                    best_lane = lane_of(best)
                    best_suit = lane_mask(best_lane)
                    ours = w[SIDE + ((w[d + WINNER]) & 7)] == us
                    trump_suit = LANE_3 if trump_game else 0
                    # Which cards take the trick so far, which of those by trumping it, and which for good.
                    taking = legal & (best_suit | trump_suit) & (-2 << best)
                    if (equals >> best) & 1:
                        taking &= ~equals
                    trumping = taking & trump_suit & ~best_suit
                    safe = 0
                    if lying == n - 1:
                        kind_lose = 7 if ours else 11
                        kind_take = 8 if ours else 9
                        kind_trump = 0 if ours else 1
                    else:
                        ruffed = best < floor and danger_trumps != 0 and (may_trump or danger & best_suit == 0)
                        others = danger & best_suit
                        if not ruffed:
                            safe = taking & best_suit & ~((2 << highest(others)) - 1) if others else taking & best_suit
                        safe |= trumping & ~((2 << highest(danger_trumps)) - 1) if danger_trumps else trumping
                        if ours:
                            kind_lose = 12 if others >> best == 0 and not ruffed else 13
                        else:
                            kind_lose = 14
                        kind_take = 18 if ours else 17
                        kind_trump = 4
                    while legal:
                        card = lowest(legal)
                        legal &= legal - 1
                        kind = kind_take - 2 * ((safe >> card) & 1) + kind_trump * ((trumping >> card) & 1)
                        kind = kind if (taking >> card) & 1 else kind_lose
                        weight = w[WORTH_OF + (card & 63)] * 16 + (w[COUNT_OF + (card & 63)] if live else 0)
                        height = card - LANE_START[lane_of(card)]
                        score = ORDER[kind, 0] + ((ORDER[kind, 1] * weight + ORDER[kind, 2] * height) >> 3)
                        score += 10000 if card == first else 0
                        w[d + OFFERS + cards] = score << 8 | card
                        chosen = cards if score > highest_score else chosen
                        highest_score = max(score, highest_score)
                        cards += 1
                w[d + CARDS] = cards
                chosen &= 31
                first = w[d + OFFERS + chosen]
                w[d + OFFERS + chosen] = w[d + OFFERS]
                w[d + OFFERS] = first
                card = first & 255
        else:
            # The card tried at this ply has its answer.
            seat = w[d + SEAT]
            rem = w[d + REM]
            lying = w[d + LYING]
            best = w[d + BEST]
            tried = w[d + TRIED]
            card = w[d + OFFERS + tried] & 255
            finished = (w[SIDE + (seat & 7)] == 0) == result
            if finished and lying == 0:
                w[LEADS + (ones(w[HANDS + (seat & 7)] & rem) & 15) * 8 + (seat & 7)] = card
            if not finished:
                # It failed. So do the cards that differ from it only in ranks that did not matter.
                live = counting and abs(w[d + AHEAD]) <= w[d + LEFT_COUNT]
                w[d + RANKS] |= ranks
                w[d + SPARE] = min(w[d + SPARE], spare)
                w[d + SPARE_POINTS] = min(w[d + SPARE_POINTS], spare_points)
                cards = w[d + CARDS]
                tried += 1
                kept = tried
                if tried < cards:
                    suit = lane_mask(lane_of(card))
                    mattered = ranks & suit
                    between = rem & suit & ~w[HANDS + (seat & 7)]
                    if lying:
                        between |= 1 << best
                    chosen = tried
                    highest_score = -(1 << 40)
                    for place in range(tried, cards):
                        offer = w[d + OFFERS + place]
                        other = offer & 255
                        low = min(card, other)
                        upto = (2 << max(card, other)) - 1
                        if (
                            (suit >> other) & 1
                            and w[WORTH_OF + (other & 63)] == w[WORTH_OF + (card & 63)]
                            and (not live or w[COUNT_OF + (other & 63)] == w[COUNT_OF + (card & 63)])
                            and ((equals >> card) | (equals >> other)) & 1 == 0
                        ):
                            if mattered & upto == 0:
                                continue
                            if between & (upto ^ ((1 << low) - 1)) == 0:
                                # Nothing parts the two: they are equal where the rank of both is known.
                                w[d + RANKS] |= 1 << low
                                continue
                        w[d + OFFERS + kept] = offer
                        chosen = kept if offer > highest_score else chosen
                        highest_score = max(offer, highest_score)
                        kept += 1
                    w[d + CARDS] = kept
                    offer = w[d + OFFERS + chosen]
                    w[d + OFFERS + chosen] = w[d + OFFERS + tried]
                    w[d + OFFERS + tried] = offer
                if tried == kept:
                    finished = True
                    ranks = w[d + RANKS]
                    spare = w[d + SPARE]
                    spare_points = w[d + SPARE_POINTS]
            if finished:
                slot = w[d + SLOT]
                if slot >= 0:
                    slot &= 0xFFFFFFFFFF
                    meta = w[d + META]
                    # A place that is free, or whose answer cost least; the last place takes what would find none.
                    tricks = ones(rem) // n
                    way = WAYS - 1
                    least = tricks
                    for place in range(WAYS):
                        e = slot + place * ENTRY
                        if table[e + E_META] >> GENERATION_SHIFT != generation:
                            way = place
                            break
                        cost = (table[e + E_MORE] >> TRICKS_SHIFT) & 63
                        if cost < least or (cost == least and way == WAYS - 1):
                            least = cost
                            way = place
                    e = slot + way * ENTRY
                    table[e] = w[d + LENGTH_A]
                    table[e + E_LENGTH_B] = w[d + LENGTH_B]
                    table[e + E_WORTH] = w[d + WORTH]
                    table[e + E_META] = meta
                    at_0 = rem & 0x7FFF
                    at_1 = lane_1 + ((rem >> 16) & 0x7FFF)
                    at_2 = lane_2 + ((rem >> 32) & 0x7FFF)
                    at_3 = lane_3 + (rem >> 47)
                    if meta & 1:
                        table[e + 4] = owners_settled[at_0]
                        table[e + 5] = owners_settled[at_1]
                        table[e + 6] = owners_settled[at_2]
                        table[e + 7] = owners_settled[at_3]
                    else:
                        table[e + 4] = owners_live[at_0]
                        table[e + 5] = owners_live[at_1]
                        table[e + 6] = owners_live[at_2]
                        table[e + 7] = owners_live[at_3]
                    more = card << 32 | tricks << TRICKS_SHIFT
                    for lane in range(4):
                        suit = lane_mask(lane)
                        mattered = ranks & suit
                        if mattered:
                            depth = ones((rem & suit) >> lowest(mattered))
                            more |= depth << (5 * lane)
                            table[e + 8 + lane] = -1 << (64 - 4 * depth)
                        else:
                            table[e + 8 + lane] = 0
                    if result:
                        table[e + E_WANTED] = w[d + WANTED] + spare_points * EACH
                        table[e + E_MARGIN] = w[d + MARGIN] - spare
                        table[e + E_YES] = 1
                    else:
                        table[e + E_WANTED] = w[d + WANTED] - spare_points * EACH
                        table[e + E_MARGIN] = w[d + MARGIN] + spare
                        table[e + E_YES] = 0
                    if meta & 1:
                        low = w[d + AHEAD] - w[d + LEFT_COUNT]
                        high = w[d + AHEAD] + w[d + LEFT_COUNT]
                        table[e + E_MARGIN] = 0
                        spare = min(spare, settled_spare(result, counting, low, high))
                    table[e + E_MORE] = more
                ranks |= w[d + RANK_IN]
                if d == ROOT:
                    break
                d -= PLY
                continue
            sole = False
            w[d + TRIED] = tried
            card = w[d + OFFERS + tried] & 255
        # Play the card.
        # Who has no choice needs no ply: there is nothing to come back to.
        after = d if sole else d + PLY
        rank_in = 0
        if lying == 0:
            best = card
            winner = seat
            led = lane_of(card)
            points = w[WORTH_OF + (card & 63)]
            counts = w[COUNT_OF + (card & 63)]
            on_table = 1 << card
        else:
            winner = w[d + WINNER]
            led = w[d + LED]
            if beats(card, best, floor, equals):
                best = card
                winner = seat
            points = w[d + VALUE] + w[WORTH_OF + (card & 63)]
            counts = w[d + COUNT] + w[COUNT_OF + (card & 63)]
            on_table = w[d + TRICK] | 1 << card
        w[after + REM] = rem ^ (1 << card)
        if lying + 1 == n:
            points += trick_worth
            if on_table & lane_mask(lane_of(best)) != 1 << best:
                rank_in = 1 << best
            w[after + SEAT] = winner
            w[after + LYING] = 0
            w[after + LEFT] = w[d + LEFT] - points
            w[after + LEFT_COUNT] = w[d + LEFT_COUNT] - counts
            if w[SIDE + (winner & 7)] == 0:
                w[after + TAKEN] = w[d + TAKEN] + points
                w[after + AHEAD] = w[d + AHEAD] + counts
            else:
                w[after + TAKEN] = w[d + TAKEN]
                w[after + AHEAD] = w[d + AHEAD] - counts
        else:
            w[after + SEAT] = seat + 1 if seat + 1 < n else 0
            w[after + LYING] = lying + 1
            w[after + BEST] = best
            w[after + WINNER] = winner
            w[after + LED] = led
            w[after + TRICK] = on_table
            w[after + VALUE] = points
            w[after + COUNT] = counts
            w[after + TAKEN] = w[d + TAKEN]
            w[after + AHEAD] = w[d + AHEAD]
            w[after + LEFT] = w[d + LEFT]
            w[after + LEFT_COUNT] = w[d + LEFT_COUNT]
        w[after + RANK_IN] = rank_in
        d = after
        entering = True
    counters[NODES] += nodes
    counters[PROOF_RANKS] = ranks
    return result
