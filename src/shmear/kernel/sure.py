"""What each side takes for sure with trumps, whoever leads and whatever is played."""

# pyright: basic
# (numba finds the types of compiled functions; records and arrays of them have none that a checker knows)

from __future__ import annotations

from shmear.kernel.compiled import compiled, highest, lowest, ones
from shmear.kernel.ending import AGAINST, BY_TRUMPS, COUNT_OF, HANDS, OWNER, SIDE, WORTH_OF

# For each side, from `BY_TRUMPS` on:
BY_TRUMPS_TRICKS = 0
BY_TRUMPS_WORTH = 1
BY_TRUMPS_COUNT = 2
BY_TRUMPS_CARDS = 3
"""The cards on whose rank that rests."""
BY_TRUMPS_KEPT = 4
"""The trumps that stay with the side."""
BY_TRUMPS_WORDS = 5


@compiled
def sure_trumps(trumps, split, live, w):
    """Writes for each side how many tricks it takes for sure with trumps, and their points and counting points.

    A seat plays each of its trumps to a trick of its own, and its side takes that trick unless an opponent plays a
    higher trump to it. So many of a seat's trumps bring a trick as cannot be matched, each with a higher trump of the
    other side. And a trump that is higher than all of the other side stays with its own, whoever takes the trick.
    `split` are two equal cards of different seats: there we stop, for it is open which is higher. `live`: counting
    points matter.
    """
    higher = 0  # a byte a seat: trumps of opponents not yet matched
    got = 0  # a byte a seat: tricks
    tricks_0 = 0
    tricks_1 = 0
    rests_0 = 0
    rests_1 = 0
    top_side = w[SIDE + (w[OWNER + highest(trumps)] & 7)]
    unbeaten = True
    value = 0
    count = 0
    kept = 0
    cards = trumps
    while cards:
        card = highest(cards)
        bit = 1 << card
        if bit & split:
            break
        cards ^= bit
        holder = w[OWNER + (card & 63)]
        side = w[SIDE + (holder & 7)]
        unbeaten = unbeaten and side == top_side
        if unbeaten and (w[WORTH_OF + (card & 63)] or (live and w[COUNT_OF + (card & 63)])):
            value += w[WORTH_OF + (card & 63)]
            count += w[COUNT_OF + (card & 63)]
            kept |= bit
        shift = (holder & 7) * 8
        if (higher >> shift) & 255:
            higher -= 1 << shift
        else:
            got += 1 << shift
            tricks = (got >> shift) & 255
            if side == 0:
                if tricks > tricks_0:
                    tricks_0 = tricks
                    rests_0 = bit
            elif tricks > tricks_1:
                tricks_1 = tricks
                rests_1 = bit
        higher += w[AGAINST + side]
    w[BY_TRUMPS + BY_TRUMPS_TRICKS] = tricks_0
    w[BY_TRUMPS + BY_TRUMPS_CARDS] = rests_0
    w[BY_TRUMPS + BY_TRUMPS_WORDS + BY_TRUMPS_TRICKS] = tricks_1
    w[BY_TRUMPS + BY_TRUMPS_WORDS + BY_TRUMPS_CARDS] = rests_1
    at = BY_TRUMPS + BY_TRUMPS_WORDS * top_side
    w[at + BY_TRUMPS_WORTH] = value
    w[at + BY_TRUMPS_COUNT] = count
    w[at + BY_TRUMPS_KEPT] = kept
    if kept:
        w[at + BY_TRUMPS_CARDS] |= 1 << lowest(kept)
    at = BY_TRUMPS + BY_TRUMPS_WORDS - BY_TRUMPS_WORDS * top_side
    w[at + BY_TRUMPS_WORTH] = 0
    w[at + BY_TRUMPS_COUNT] = 0
    w[at + BY_TRUMPS_KEPT] = 0


@compiled
def least_loot(n, rem, tricks, counted, sure, w):
    """The fewest counting points that a side takes which gets the cards of `sure` and so many tricks.

    To each trick every seat plays a card, at best its cheapest. `counted` are the cards that may have counting points.
    """
    loot = 0
    cards = sure & counted
    while cards:
        loot += w[COUNT_OF + (lowest(cards) & 63)]
        cards &= cards - 1
    for seat in range(n):
        hand = w[HANDS + (seat & 7)] & rem
        cards = hand & counted & ~sure
        short = tricks - ones(hand ^ cards)
        while short > 0 and cards:
            least = 1 << 20
            cheapest = 0
            others = cards
            while others:
                bit = others & -others
                others ^= bit
                one = w[COUNT_OF + (lowest(bit) & 63)]
                if one < least:
                    least = one
                    cheapest = bit
            cards ^= cheapest
            loot += least
            short -= 1
    return loot
