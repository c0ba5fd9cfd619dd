"""Cards inside the kernel: numbers from 0 to 62 in four lanes, a lane a suit, the lowest card first.

Lane 3 is trump where there is one. A card wins over another exactly when its number is higher and it is a trump or of
the same lane. Lanes 0 to 2 begin at 0, 16 and 32 and hold up to fifteen cards, lane 3 begins at 47 and holds up to
sixteen: every set of cards is a mask of 63 bits, never negative, and ``(card + 1) >> 4`` is the lane.
"""

# pyright: basic
# (numba finds the types of compiled functions; records and arrays of them have none that a checker knows)

from __future__ import annotations

import numpy as np

from shmear.kernel.compiled import compiled

LANE_START = np.array([0, 16, 32, 47], np.int64)
"""The number of the lowest card of each lane."""

LANE_SIZE = (15, 15, 15, 16)
"""How many cards a lane can hold."""

MAX_SEATS = 8
CARD_NUMBERS = 63
"""One more than the highest number of a card."""

LANE_0 = 0x7FFF
LANE_1 = 0x7FFF << 16
LANE_2 = 0x7FFF << 32
LANE_3 = 0xFFFF << 47

TRUMP = 47
"""`floor` of a hand with a trump suit: the number of its lowest trump."""

NO_TRUMP = 63
"""`floor` of a hand without one."""


@compiled
def lane_of(card: int) -> int:
    """The lane of a card."""
    return (card + 1) >> 4


@compiled
def lane_mask(lane: int) -> int:
    """The mask of all cards of a lane."""
    if lane == 0:
        return LANE_0
    if lane == 1:
        return LANE_1
    return LANE_2 if lane == 2 else LANE_3


@compiled
def beats(card: int, best: int, floor: int, equals: int) -> bool:
    """Whether a card wins over the best so far.

    `floor` is the number from which cards are trumps, `equals` the mask of two cards of which the first played wins.
    """
    return (
        card > best
        and (card >= floor or (card + 1) >> 4 == (best + 1) >> 4)
        and ((equals >> card) & (equals >> best) & 1) == 0
    )


@compiled
def playable(holding: int, led: int, floor: int, may_trump: bool, forced: int) -> int:
    """The cards of a holding that may be played to a trick in which lane `led` was led.

    Where `may_trump` holds, a trump is as good as a card of the suit led. Cards of `forced` go before all others.
    """
    if holding & forced:
        return holding & forced
    suit = lane_mask(led)
    legal = holding & (suit | LANE_3) if may_trump and floor == TRUMP else holding & suit
    return legal if legal else holding
