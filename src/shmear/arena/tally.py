"""What is counted while bots play: whole numbers only, so that any order of adding gives the same sums."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping

from msgspec import Struct

WHOLE = 840
"""A match, in the parts that shares of it are counted in: what 2 to 8 draw is a whole number of them."""
STEPS = 50
"""Buckets of times: this many for each e-fold, so that one is 2 % wide."""


class Tally(Struct, array_like=True):
    """What one kind of bot did.

    `hands` counts a hand once for each of its seats, as `points` adds what each seat got; `sides` counts a match once
    for each of its sides, `won` what those won of it, in parts of `WHOLE`. `bids` are the contracts by a bid and
    `bid_points` the numbers bid in them, `shots` those shot.
    """

    hands: int = 0
    points: int = 0
    sides: int = 0
    won: int = 0
    bids: int = 0
    bids_made: int = 0
    bid_points: int = 0
    shots: int = 0
    shots_made: int = 0
    forfeits: int = 0

    def add(self, other: Tally) -> None:
        """Count what another tally counts."""
        for name in self.__struct_fields__:
            setattr(self, name, getattr(self, name) + getattr(other, name))


class Score(Struct, array_like=True):
    """One matchup at one deal or match, all rotations together.

    `one` and `others` are its two kinds; `hands` and `matches` count those played, `thrown_in` the hands that nobody
    played, `stopped` the matches that reached the cap.
    """

    one: Tally
    others: Tally
    hands: int = 0
    thrown_in: int = 0
    matches: int = 0
    stopped: int = 0


Times = dict[int, int]
"""Decisions by how long they took: buckets, see `bucket`, and how many fell into each."""


class TaskResult(Struct):
    """What a task came to: a score for each matchup of the plan, and for each kind how long its decisions took."""

    number: int
    scores: list[Score]
    times: list[Times]


def bucket(seconds: float) -> int:
    """The bucket of a time: so many steps of 2 % above a microsecond."""
    return max(0, int(math.log(max(1e-9, seconds) * 1e6) * STEPS))


def percentile(times: Mapping[int, int], part: float) -> float | None:
    """The time in seconds below which that part of the decisions lies, to 2 %; None where there are none."""
    wanted = part * sum(times.values())
    so_far = 0
    for step in sorted(times):
        so_far += times[step]
        if so_far >= wanted:
            return math.exp((step + 0.5) / STEPS) / 1e6
    return None


def together(all_times: Iterable[Times]) -> Times:
    """Several tables of times as one."""
    found: Times = {}
    for times in all_times:
        for step, count in times.items():
            found[step] = found.get(step, 0) + count
    return found
