"""Putting cards into places, place after place: the state is how many cards of each type are left.

Cards that fit the same places equally well are of one type. With few types there are few states, whatever the number of
cards and places. `grow` walks through all states that can be met, counts backward how much every one of them is worth
(the number of ways to go on, or the sum of their weights), and leaves for each the ways to fill its place, with
cumulative chances. `draw` then walks forward: one look-up a place, one random number a card.
"""

# pyright: basic
# (numba finds the types of compiled functions; records and arrays of them have none that a checker knows)

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from shmear.kernel.chance import below, onward, part, scramble, stream
from shmear.kernel.compiled import compiled

PLAIN = 0
GUARDED = 1
"""The next place is open to guarded cards only if this one is filled with guarded cards alone."""
BEHIND = 2
"""The place after a guarded one."""

MAX_TYPES = 10
"""Six bits a type: how many of it a place gets is packed into one word."""


def _binomials(size: int) -> NDArray[np.float64]:
    table = np.zeros((size, size), np.float64)
    table[:, 0] = 1
    for row in range(1, size):
        table[row, 1:] = table[row - 1, 1:] + table[row - 1, :-1]
    return table


BINOMIAL = _binomials(64)
"""How many ways there are to choose so many (second index) out of so many; exact up to 2^53, beyond within 2^-50."""


@compiled
def grow(sizes: Any, guarded: Any, caps: Any, roles: Any, powers: Any) -> Any:
    """All states, and the ways from each to the next.

    `sizes` (T,) cards of each type, `guarded` (T,) which types a place behind a guarded one may not always take,
    `caps` and `roles` (J,) of the places in the order of filling, `powers` (J, T, most + 1) the weights of 0, 1, …
    cards of a type in a place. The last place takes what is left over.

    Gives `first` (states + 1,) where the ways of each state begin, and for each way its cumulative chance, the packed
    numbers of cards, and the state that it leads to; then what the first state is worth in all: 0 where nothing fits.
    """
    types = sizes.shape[0]
    places = caps.shape[0]
    radix = np.empty(types, np.int64)
    span = 1
    for kind in range(types):
        radix[kind] = span
        span *= sizes[kind] + 1
    known = np.full(2 * span, -1, np.int32)
    keys = np.empty(256, np.int64)
    first = np.empty(257, np.int64)
    chance = np.empty(1024, np.float64)
    packed = np.empty(1024, np.int64)
    target = np.empty(1024, np.int32)
    keys[0] = 2 * (span - 1)
    states = 1
    ways = 0
    done = 0
    have = np.empty(types, np.int64)
    take = np.empty(types, np.int64)
    need = np.empty(types + 1, np.int64)
    room = np.empty(types + 1, np.int64)
    worth = np.empty(types + 1, np.float64)
    code = np.empty(types + 1, np.int64)
    word = np.empty(types + 1, np.int64)
    free = np.empty(types + 1, np.int64)
    for place in range(places - 1):
        end = states
        for state in range(done, end):
            first[state] = ways
            key = keys[state]
            closed = roles[place] == BEHIND and key & 1 == 0
            for kind in range(types):
                have[kind] = (key >> 1) // radix[kind] % (sizes[kind] + 1)
            room[types] = 0
            for kind in range(types - 1, -1, -1):
                if powers[place, kind, 1] == 0.0 or (closed and guarded[kind]):
                    have[kind] = 0
                room[kind] = room[kind + 1] + have[kind]
            need[0] = caps[place]
            worth[0] = 1.0
            code[0] = key >> 1
            word[0] = 0
            free[0] = 0
            kind = 0
            take[0] = max(0, need[0] - room[1]) - 1
            while kind >= 0:
                take[kind] += 1
                number = take[kind]
                if number > min(need[kind], have[kind]):
                    kind -= 1
                    continue
                total = (code[0] // radix[kind]) % (sizes[kind] + 1)
                need[kind + 1] = need[kind] - number
                worth[kind + 1] = worth[kind] * BINOMIAL[total, number] * powers[place, kind, number]
                code[kind + 1] = code[kind] - number * radix[kind]
                word[kind + 1] = word[kind] | number << 6 * kind
                free[kind + 1] = free[kind] + (0 if guarded[kind] else number)
                kind += 1
                if kind < types:
                    take[kind] = max(0, need[kind] - room[kind + 1]) - 1
                    continue
                next_key = 2 * code[kind]
                if roles[place] == GUARDED and free[kind] == 0:
                    next_key += 1
                found = known[next_key]
                if found < 0:
                    if states == keys.shape[0]:
                        keys = _longer(keys)
                        first = _longer(first)
                    found = states
                    known[next_key] = found
                    keys[states] = next_key
                    states += 1
                if ways == chance.shape[0]:
                    chance = _longer(chance)
                    packed = _longer(packed)
                    target = _longer(target)
                chance[ways] = worth[kind]
                packed[ways] = word[kind]
                target[ways] = found
                ways += 1
                kind -= 1
        done = end
        for state in range(end, states):
            known[keys[state]] = -1
    completions = np.empty(states, np.float64)
    for state in range(done, states):
        first[state] = ways
        key = keys[state]
        closed = roles[places - 1] == BEHIND and key & 1 == 0
        completions[state] = 1.0
        for kind in range(types):
            number = (key >> 1) // radix[kind] % (sizes[kind] + 1)
            completions[state] *= powers[places - 1, kind, number]
            if number and closed and guarded[kind]:
                completions[state] = 0.0
    first[states] = ways
    for state in range(done - 1, -1, -1):
        _accumulate(state, first, chance, target, completions)
    return first[: states + 1].copy(), chance[:ways].copy(), packed[:ways].copy(), target[:ways].copy(), completions[0]


@compiled
def _longer(old: Any) -> Any:
    new = np.empty(2 * old.shape[0], old.dtype)
    new[: old.shape[0]] = old
    return new


@compiled
def _accumulate(state: int, first: Any, chance: Any, target: Any, completions: Any) -> None:
    """What a state is worth; its ways' worths become cumulative chances, 2 from the last way that leads anywhere."""
    total = 0.0
    last = first[state]
    for way in range(first[state], first[state + 1]):
        part_of_it = chance[way] * completions[target[way]]
        if part_of_it > 0.0:
            last = way
        total += part_of_it
        chance[way] = total
    completions[state] = total
    if total > 0.0:
        for way in range(first[state], last):
            chance[way] /= total
        for way in range(last, first[state + 1]):
            chance[way] = 2.0


@compiled
def draw(
    seed: int,
    start: int,
    cards: Any,
    sizes: Any,
    columns: Any,
    first: Any,
    chance: Any,
    packed: Any,
    target: Any,
    out: Any,
) -> None:
    """Draw worlds ``start`` and on of a seed into `out` (m, places), masks.

    `cards` are single bits, type after type, `columns` (J,) the column of each place in the order of filling; the rest
    is as `grow` gave it.
    """
    types = sizes.shape[0]
    places = columns.shape[0]
    pool = np.empty(cards.shape[0], np.int64)
    left = np.empty(types, np.int64)
    everything = 0
    for place in range(cards.shape[0]):
        everything |= cards[place]
    for world in range(out.shape[0]):
        random = stream(seed, start + world)
        for place in range(cards.shape[0]):
            pool[place] = cards[place]
        for kind in range(types):
            left[kind] = sizes[kind]
        rest = everything
        state = 0
        for place in range(places - 1):
            low = first[state]
            high = first[state + 1] - 1
            if low < high:
                random = onward(random)
                where = part(scramble(random))
                while low < high:
                    middle = (low + high) >> 1
                    if chance[middle] > where:
                        high = middle
                    else:
                        low = middle + 1
            state = target[low]
            word = packed[low]
            mask = 0
            base = 0
            for kind in range(types):
                number = word & 63
                word >>= 6
                count = left[kind]
                for _ in range(number):
                    random = onward(random)
                    chosen = base + below(scramble(random), count)
                    count -= 1
                    mask |= pool[chosen]
                    pool[chosen] = pool[base + count]
                left[kind] = count
                base += sizes[kind]
            rest ^= mask
            out[world, columns[place]] = mask
        out[world, columns[places - 1]] = rest
