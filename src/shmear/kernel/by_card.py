"""Putting cards into places, card after card: the state is how much room is left in each place.

For cards that all differ in how well they fit, where going `by_place` would meet too many states. Places that fit all
cards alike are one place here, and what it gets is split at random afterwards. `fill` writes down what every state is
worth, `draw_by_card` walks forward and weighs the places for each card.
"""

# pyright: basic
# (numba finds the types of compiled functions; records and arrays of them have none that a checker knows)

from __future__ import annotations

from typing import Any

import numpy as np

from shmear.kernel.chance import below, onward, part, scramble, stream
from shmear.kernel.compiled import compiled


@compiled
def fill(caps: Any, weights: Any, guarded: Any, holdings: Any, piles: Any) -> Any:
    """What every state is worth: the sum of the weights of all ways to put the remaining cards into the room left.

    `caps` (K,) of the places, `weights` (m, K), the first `guarded` cards being those that go into one of the places
    `piles` only if the place of `holdings` beside it is full of such cards. A state is the room left in each place in
    mixed radix, the first place changing fastest; the last state is the beginning.
    """
    places = caps.shape[0]
    cards = weights.shape[0]
    stride = np.empty(places, np.int64)
    states = 1
    for place in range(places):
        stride[place] = states
        states *= caps[place] + 1
    worth = np.empty(states, np.float64)
    room = np.zeros(places, np.int64)
    worth[0] = 1.0
    left = 0
    for state in range(1, states):
        place = 0
        while room[place] == caps[place]:
            left -= room[place]
            room[place] = 0
            place += 1
        room[place] += 1
        left += 1
        card = cards - left
        total = 0.0
        for place in range(places):
            if room[place]:
                total += weights[card, place] * worth[state - stride[place]]
        if card == guarded:
            for pair in range(holdings.shape[0]):
                pile = piles[pair]
                if room[pile] < caps[pile] and room[holdings[pair]]:
                    total = 0.0
        worth[state] = total
    return worth


@compiled
def draw_by_card(
    seed: int,
    start: int,
    cards: Any,
    caps: Any,
    weights: Any,
    worth: Any,
    begin: Any,
    columns: Any,
    sizes: Any,
    out: Any,
) -> None:
    """Draw worlds ``start`` and on of a seed into `out` (m, places), masks.

    `cards` are single bits in the order of `weights`, `worth` as `fill` gave it. Place k of `fill` is the columns
    ``columns[begin[k] : begin[k + 1]]`` of `out`, which get ``sizes`` cards of it each.
    """
    places = caps.shape[0]
    stride = np.empty(places, np.int64)
    states = 1
    for place in range(places):
        stride[place] = states
        states *= caps[place] + 1
    room = np.empty(places, np.int64)
    got = np.empty(places, np.int64)
    pool = np.empty(64, np.int64)
    for world in range(out.shape[0]):
        random = stream(seed, start + world)
        for place in range(places):
            room[place] = caps[place]
            got[place] = 0
        state = states - 1
        for card in range(cards.shape[0]):
            random = onward(random)
            where = part(scramble(random)) * worth[state]
            chosen = -1
            for place in range(places):
                if room[place] == 0:
                    continue
                piece = weights[card, place] * worth[state - stride[place]]
                if piece > 0.0:
                    chosen = place
                    where -= piece
                    if where < 0.0:
                        break
            room[chosen] -= 1
            state -= stride[chosen]
            got[chosen] |= cards[card]
        for place in range(places):
            last = begin[place + 1] - 1
            rest = got[place]
            count = 0
            if begin[place] < last:
                mask = rest
                while mask:
                    pool[count] = mask & -mask
                    mask &= mask - 1
                    count += 1
            for member in range(begin[place], last):
                mask = 0
                for _ in range(sizes[member]):
                    random = onward(random)
                    taken = below(scramble(random), count)
                    count -= 1
                    mask |= pool[taken]
                    pool[taken] = pool[count]
                rest ^= mask
                out[world, columns[member]] = mask
            out[world, columns[last]] = rest
