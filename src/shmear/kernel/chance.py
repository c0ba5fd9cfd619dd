"""Random numbers for compiled code: a stream of its own for each (seed, index), so that batches may be split anywhere.

The generator is SplitMix64 (Steele, Lea, Flood 2014, "Fast splittable pseudorandom number generators"): a counter that
goes on by an odd constant, and a scrambled copy of it as output. Where every nanosecond counts, `further` goes on from
such a start by a linear congruence (Knuth's MMIX), of which `below` uses the high bits. All 64-bit words are signed, as
everywhere in the kernel; compiled and plain Python give the same numbers.

    state = stream(seed, index)
    state = onward(state)
    place = below(scramble(state), 7)       # 0 to 6
"""

# pyright: basic
# (numba finds the types of compiled functions; records and arrays of them have none that a checker knows)

from __future__ import annotations

from shmear.kernel.compiled import JIT, compiled

_STEP = 0x9E3779B97F4A7C15 - (1 << 64)
_FIRST = 0xBF58476D1CE4E5B9 - (1 << 64)
_SECOND = 0x94D049BB133111EB - (1 << 64)
_PART = 2.0**-53
_FACTOR = 6364136223846793005
_TERM = 1442695040888963407


def signed(number: int) -> int:
    """An integer modulo 2^64 as a signed 64-bit word: what a seed of any size is to the kernel."""
    return ((int(number) + (1 << 63)) & ((1 << 64) - 1)) - (1 << 63)


if not JIT:

    def onward(state: int) -> int:
        """The next state of a stream."""
        return signed(int(state) + _STEP)

    def _ahead(state: int, steps: int) -> int:
        return signed(int(state) + int(steps) * _STEP)

    def scramble(state: int) -> int:
        """The 64 random bits of a state."""
        bits = signed((int(state) ^ ((int(state) >> 30) & 0x3FFFFFFFF)) * _FIRST)
        bits = signed((bits ^ ((bits >> 27) & 0x1FFFFFFFFF)) * _SECOND)
        return bits ^ ((bits >> 31) & 0x1FFFFFFFF)

    def further(state: int) -> int:
        """The next state of a stream and its random bits in one, at half the price: the high bits are the good ones."""
        return signed(int(state) * _FACTOR + _TERM)

else:

    @compiled
    def further(state: int) -> int:
        """The next state of a stream and its random bits in one, at half the price: the high bits are the good ones."""
        return state * _FACTOR + _TERM

    @compiled
    def onward(state: int) -> int:
        """The next state of a stream."""
        return state + _STEP

    @compiled
    def _ahead(state: int, steps: int) -> int:
        return state + steps * _STEP

    @compiled
    def scramble(state: int) -> int:
        """The 64 random bits of a state."""
        bits = (state ^ ((state >> 30) & 0x3FFFFFFFF)) * _FIRST
        bits = (bits ^ ((bits >> 27) & 0x1FFFFFFFFF)) * _SECOND
        return bits ^ ((bits >> 31) & 0x1FFFFFFFF)


@compiled
def stream(seed: int, index: int) -> int:
    """The first state of the stream of a seed and an index."""
    return scramble(_ahead(scramble(onward(seed)), index))


@compiled
def below(bits: int, count: int) -> int:
    """A number from 0 to ``count - 1`` (count at most 63): each as likely as any other, within 2^-51 of it."""
    return (((bits >> 7) & 0x1FFFFFFFFFFFFFF) * count) >> 57


@compiled
def part(bits: int) -> float:
    """A number from 0 on, below 1."""
    return ((bits >> 11) & 0x1FFFFFFFFFFFFF) * _PART
