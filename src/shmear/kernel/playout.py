"""Playouts: a hand played on to its end by players who choose at random, or by rules of thumb, as fast as may be.

    found = play_out(positions, count=1000, seed=7)
    found.points            # (1000, 8): what each side got

A position is prepared once (`plan.prepare`): what lies on the table, what every card is worth to who takes it, who
holds it. A playout then needs no more than the hands: of a finished trick it keeps who took it and what it was worth,
and the last trick plays itself, because everybody has one card and what is left is known.
"""

from __future__ import annotations

from typing import Any, Literal, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from shmear.kernel.chance import signed
from shmear.kernel.compiled import compiled
from shmear.kernel.lanes import MAX_SEATS
from shmear.kernel.plan import PLAN, finish, prepare
from shmear.kernel.position import POSITION
from shmear.kernel.random_play import play_random
from shmear.kernel.thumb_play import play_thumb

Policy = Literal["random", "thumb"]
"""How the cards are chosen: at random, each legal one as likely as any other, or by rules of thumb."""

POLICIES: tuple[Policy, ...] = ("random", "thumb")


BATCH = 256
"""Playouts that are played before their results are written down."""


class Playouts(NamedTuple):
    """How playouts ended, a row each: those of the first position, then those of the second, and so on.

    `points` (k, 8) and `counted` (k, 8) are the points and the counting points of each side, by its number; `sides`
    (k, 8) is the number of each seat's side. Columns that no side or seat has are 0.
    """

    points: NDArray[np.int16]
    counted: NDArray[np.int16]
    sides: NDArray[np.int8]


def play_out(
    positions: NDArray[np.void],
    holdings: ArrayLike | None = None,
    *,
    count: int = 1,
    policy: Policy = "random",
    seed: int = 0,
    first: int = 0,
    first_position: int = 0,
) -> Playouts:
    """Play positions out to the end of the hand, `count` times each.

    `positions` is an array of `POSITION`, (m,) or (1,); `holdings` (m, 8), masks of what each seat holds, stand in for
    the hands of the positions, of which one stands for all. The numbers of the first playout of a position and of the
    first position choose the random numbers, with the seed: however a batch is split over calls that say where they
    begin, each playout is the same. Lets go of the GIL. `ValueError` where shapes do not go together, a seat
    holds more or fewer cards than the others, or the policy has no such name.
    """
    if policy not in POLICIES:
        raise ValueError(f"{policy!r} is no policy; it is one of {', '.join(POLICIES)}")
    if positions.dtype != POSITION or positions.ndim != 1 or not len(positions):
        raise ValueError("positions are an array of POSITION with one dimension and at least one row")
    hands = positions["hands"] if holdings is None else np.asarray(holdings, np.int64)
    if hands.ndim != 2 or hands.shape[1] != MAX_SEATS:
        raise ValueError(f"holdings have the shape (worlds, {MAX_SEATS}), not {hands.shape}")
    if len(positions) not in (1, len(hands)):
        raise ValueError(f"{len(positions)} positions do not go with {len(hands)} worlds; give one, or as many")
    if count < 0:
        raise ValueError(f"count is at least 0, not {count}")
    rows = len(hands) * count
    found = Playouts(
        np.zeros((rows, MAX_SEATS), np.int16),
        np.zeros((rows, MAX_SEATS), np.int16),
        np.zeros((rows, MAX_SEATS), np.int8),
    )
    wrong = play_out_many(
        positions,
        np.ascontiguousarray(hands),
        count,
        POLICIES.index(policy),
        signed(seed),
        first,
        first_position,
        *found,
    )
    if wrong >= 0:
        raise ValueError(f"in world {wrong} a seat holds another number of cards than its turn in the trick asks for")
    return found


@compiled
def play_out_many(
    positions: Any,
    holdings: Any,
    count: Any,
    policy: Any,
    seed: Any,
    first: Any,
    first_position: Any,
    points: Any,
    counted: Any,
    sides: Any,
) -> Any:
    """Play positions out; see `play_out`. Gives -1, or the number of a world whose hands are not of one length."""
    plan = np.zeros(PLAN, np.int64)
    hand = np.zeros(MAX_SEATS, np.int64)
    owner = np.zeros(64, np.int64)
    worth = np.zeros(64, np.int64)
    home = np.zeros(MAX_SEATS, np.int64)
    start = np.zeros(MAX_SEATS, np.int64)
    totals = np.zeros(BATCH * MAX_SEATS, np.int64)
    pairs = np.zeros(BATCH * 2, np.int64)
    scratch = np.zeros((2, 64), np.int64)
    for world in range(holdings.shape[0]):
        position = positions[world if positions.shape[0] > 1 else 0]
        if not prepare(position, holdings[world], plan, hand, owner, worth, home, start, scratch):
            return world
        number = (first_position + world) << 32 | first
        done = 0
        while done < count:
            some = min(BATCH, count - done)
            if policy == 0:
                play_random(plan, hand, owner, worth, home, start, some, seed, number + done, totals, pairs)
            else:
                play_thumb(plan, hand, owner, worth, home, start, some, seed, number + done, totals, pairs)
            finish(plan, home, totals, pairs, some, points, counted, sides, world * count + done)
            done += some
    return -1
