"""The solver from Python: positions and holdings in, the value of every card out."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Literal, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from shmear.kernel.duel import MAX_CARDS
from shmear.kernel.lanes import CARD_NUMBERS, MAX_SEATS
from shmear.kernel.position import NO_LANE, POSITION, TWICE, UNEVEN, misfit, settle
from shmear.kernel.rivals import (
    ROW,
    max_n_values,  # pyright: ignore[reportUnknownVariableType]
    rival_values,  # pyright: ignore[reportUnknownVariableType]
)
from shmear.kernel.solving import (
    NOT_MONOTONE,
    TABLE_WORDS,
    TOO_MANY_LEVELS,
    UNSOLVABLE_PAIRS,
    solve_many,  # pyright: ignore[reportUnknownVariableType]
)
from shmear.kernel.walk import legal_cards, play_card

Objective = Literal["difference", "points", "make", "values", "rivals"]
"""What the side to play wants.

- ``difference``: its points less those of all others together (with two sides: of the other side);
- ``points``: its points;
- ``make``: 1 if it gets at least `amount` points, else 0;
- ``values``: the number that `values` has for its points and those of all others together;
- ``rivals``: its points less those of the *best* other side, all others playing together against it.
"""

OBJECTIVES: tuple[Objective, ...] = ("difference", "points", "make", "values", "rivals")


class Solved(NamedTuple):
    """Solved positions: `scores` (m, 63) has the value of every card that may be played, NaN elsewhere.

    `best` (m,) is the value of the card that is best for the seat to play: the highest of its row, or the lowest where
    the seat plays against the side whose values these are. A position without cards has NaN. `nodes` is how many
    positions the search looked at.
    """

    scores: NDArray[np.float64]
    best: NDArray[np.float64]
    nodes: int


def solve(
    positions: NDArray[np.void],
    holdings: ArrayLike | None = None,
    *,
    objective: Objective = "difference",
    amount: int = 0,
    values: ArrayLike | None = None,
    hero: int = -1,
    best_only: bool = False,
    jobs: int = 1,
) -> Solved:
    """Solve positions exactly, all hands open: what every card leads to with the best play of both sides.

    `positions` is an array of `POSITION`, (m,) or (1,); `holdings` (m, 8), masks of what each seat holds, stand in for
    their hands. The values are those of the side of seat `hero`, -1 for the side to play; the cards are always those
    of the seat to play, who plays for its own side. Sides beyond the second play together against the first: what is
    found is then what one side can be sure of, counting the others' points and their Game as one side's.
    ``values`` needs an array (points of ours, points of theirs), which must not fall with ours nor rise with theirs.
    With `best_only` only `best` is found, several times as fast. With a `hero`, positions that differ
    from the one before only in the seat to lead share what was found. `jobs` threads share the positions.

    `ValueError` for shapes that do not go together, hands that do not go with their position, values that are not
    monotone, and for positions whose partners are made by who takes a card where the objective is not ``rivals``.
    """
    hands = checked(positions, holdings)
    if objective not in OBJECTIVES:
        raise ValueError(f"{objective!r} is no objective; it is one of {', '.join(OBJECTIVES)}")
    if not -1 <= hero < int(positions["seats"].min()):
        raise ValueError(f"hero is a seat, or -1 for the seat to play, not {hero}")
    table = np.zeros((1, 1)) if values is None else np.ascontiguousarray(values, np.float64)
    if objective == "values" and (values is None or table.ndim != 2):
        raise ValueError("the objective 'values' needs values: an array (our points, their points)")
    if not np.isfinite(table).all():
        raise ValueError("values are finite numbers")
    parts = np.array_split(np.arange(len(hands)), max(1, min(jobs, len(hands))))

    def run(rows: NDArray[np.intp]) -> tuple[NDArray[np.float64], int]:
        some = positions if len(positions) == 1 else positions[rows[0] : rows[-1] + 1]
        return _solve(some, hands[rows[0] : rows[-1] + 1], objective, amount, table, hero, best_only=best_only)

    if len(parts) == 1:
        found = [run(parts[0])]
    else:
        with ThreadPoolExecutor(len(parts)) as pool:
            found = list(pool.map(run, parts))
    scores = np.concatenate([one for one, _ in found])
    if best_only and objective != "rivals":
        best = np.where(hands.any(axis=1), scores[:, 0], np.nan)
    else:
        with_us = np.ones(len(hands), bool) if hero < 0 else _plays_with(hero, positions, hands)
        best = _best(scores, with_us)
    if best_only:
        scores = np.full_like(scores, np.nan)
    return Solved(scores, best, sum(nodes for _, nodes in found))


def checked(positions: NDArray[np.void], holdings: ArrayLike | None) -> NDArray[np.int64]:
    """The holdings to solve, (m, 8); `ValueError` where the shapes do not go together."""
    if positions.dtype != POSITION or positions.ndim != 1 or not len(positions):
        raise ValueError("positions are an array of POSITION with one dimension and at least one row")
    hands = np.ascontiguousarray(positions["hands"] if holdings is None else holdings, np.int64)
    if hands.ndim != 2 or hands.shape[1] != MAX_SEATS or not len(hands):
        raise ValueError(f"holdings have the shape (worlds, {MAX_SEATS}), not {hands.shape}")
    if len(positions) not in (1, len(hands)):
        raise ValueError(f"{len(positions)} positions do not go with {len(hands)} worlds; give one, or as many")
    _check_hands(positions, hands)
    return hands


def _check_hands(positions: NDArray[np.void], hands: NDArray[np.int64]) -> None:
    """`ValueError` where the seats do not hold what their position asks for."""
    where = np.zeros(4, np.int64)
    reason = misfit(positions, hands, where)
    world, seat, held, should = where.tolist()
    if reason == UNEVEN:
        cards = "card" if held == 1 else "cards"
        raise ValueError(f"in world {world}: seat {seat} holds {held} {cards} and should hold {should}")
    if reason == TWICE:
        raise ValueError(f"in world {world}: a card is there twice")
    if reason == NO_LANE:
        raise ValueError(f"in world {world}: a card has a number that no lane has")
    most = int(np.bitwise_count(hands[0]).sum() + positions[0]["lying"])
    if len(hands) > 1:
        most = int((np.bitwise_count(hands).sum(axis=1) + positions["lying"]).max())
    if most > MAX_CARDS:
        raise ValueError(f"at most {MAX_CARDS} cards can be solved, not {most}")


def _plays_with(hero: int, positions: NDArray[np.void], hands: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Whether the seat to play is of a seat's side; where play still decides who is, everybody is against it."""
    turn, side = positions["turn"], positions["side"]
    found = np.broadcast_to(side[np.arange(len(side)), turn] == side[:, hero], len(hands)).copy()
    for row in np.flatnonzero(np.broadcast_to(positions["paired"], len(hands))):
        position = positions[row if len(positions) > 1 else 0]
        settled = np.empty(MAX_SEATS, np.int64)
        scratch = np.empty(CARD_NUMBERS, np.int64), np.empty(MAX_SEATS, np.int64)
        decided = settle(position, hands[row], *scratch, settled) >= 0
        mover = int(position["turn"])
        found[row] = mover == hero or (decided and settled[mover] == settled[hero])
    return found


def _best(scores: NDArray[np.float64], with_us: NDArray[np.bool_]) -> NDArray[np.float64]:
    """The highest of each row, or where the seat to play is against us the lowest; NaN for a row without a value."""
    worst = np.where(with_us, -np.inf, np.inf)
    known: NDArray[np.float64] = np.where(np.isnan(scores), worst[:, None], scores)
    highest: NDArray[np.float64] = np.amax(known, axis=1)
    lowest: NDArray[np.float64] = np.amin(known, axis=1)
    found: NDArray[np.float64] = np.where(with_us, highest, lowest)
    return np.where(found == worst, np.nan, found)


def _solve(
    positions: NDArray[np.void],
    hands: NDArray[np.int64],
    objective: Objective,
    amount: int,
    values: NDArray[np.float64],
    hero: int,
    *,
    best_only: bool,
) -> tuple[NDArray[np.float64], int]:
    scores = np.empty((len(hands), CARD_NUMBERS))
    counters = np.zeros(4, np.int64)
    held = int(np.bitwise_count(hands[0]).sum())
    if objective == "rivals":
        rows = _power(held, 10, 20)
        with np.errstate(over="ignore"):  # hashing goes beyond 64 bits on purpose, which plain Python would warn of
            code = rival_values(positions, hands, hero, np.zeros(rows * ROW, np.int64), rows, 0, scores, counters)
        if code:
            raise ValueError("a position has too many points to be solved")
    else:
        slots = _power(held, 6, 17)
        table = np.zeros(slots * TABLE_WORDS, np.int64)
        number = OBJECTIVES.index(objective)
        with np.errstate(over="ignore"):
            code = solve_many(  # pyright: ignore[reportUnknownVariableType]
                positions, hands, hero, number, amount, values, best_only, table, slots, 0, scores, counters
            )
        if code == UNSOLVABLE_PAIRS:
            raise ValueError("partners are made by who takes a card: only the objective 'rivals' can be solved")
        if code == NOT_MONOTONE:
            raise ValueError("values must not fall with our points nor rise with theirs")
        if code == TOO_MANY_LEVELS:
            raise ValueError("a position has too many points to be solved")
    return scores, int(counters[0])


def _power(held: int, least: int, most: int) -> int:
    """Places for answers, a power of two: as many as the cards of the hand ask for, so that small tables stay near."""
    return 1 << max(least, min(most, held // 3 if held <= 24 else 8 + (held - 24) // 2))


def line(
    positions: NDArray[np.void],
    *,
    objective: Objective = "difference",
    amount: int = 0,
    values: ArrayLike | None = None,
) -> tuple[list[int], float]:
    """The best play of the first position to its end, and its value for the side to play now.

    Cards by their numbers, of equally good ones the lowest. Every seat plays for its own side; sides beyond the second
    play together against the first. `ValueError` also where play still decides who is paired: who has become a partner
    on the way would play otherwise than the value at the beginning supposes.
    """
    hands = checked(positions, None)
    side = np.empty(MAX_SEATS, np.int64)
    if settle(positions[0], hands[0], np.empty(CARD_NUMBERS, np.int64), np.empty(MAX_SEATS, np.int64), side) < 0:
        raise ValueError("partners are made by who takes a card: there is no one line of play")
    position = positions[:1].copy()
    hero = int(position[0]["turn"])
    cards: list[int] = []
    value = 0.0
    while True:
        legal = int(legal_cards(position[0]))
        if not legal:
            return cards, value
        scores = solve(position, objective=objective, amount=amount, values=values, hero=hero).scores[0]
        good = side[int(position[0]["turn"])] == side[hero]
        best = float(np.nanmax(scores) if good else np.nanmin(scores))
        if not cards:
            value = best
        card = int(np.flatnonzero(scores == best)[0])
        cards.append(card)
        play_card(position[0], card)


def max_n(positions: NDArray[np.void]) -> NDArray[np.int64]:
    """What each card of the first position leads to when every side plays for itself: points by seat, (63, 8).

    A seat's points are those of its side. Rows of cards that may not be played are -1. Looks at every line: for endings
    of a few cards a seat.
    """
    checked(positions, None)
    outcomes = np.empty((CARD_NUMBERS, MAX_SEATS), np.int64)
    max_n_values(positions[:1], outcomes)
    return outcomes


def position_of(
    hands: Sequence[int],
    *,
    turn: int,
    side: Sequence[int],
    floor: int,
    may_trump: bool = False,
    trick: Sequence[int] = (),
    **fields: Any,
) -> NDArray[np.void]:
    """A position made by hand, an array of shape (1,): masks of the holdings, and any other field of `POSITION`."""
    made = np.zeros(1, POSITION)
    one = made[0]
    one["hands"][: len(hands)] = hands
    one["seats"] = len(hands)
    one["turn"] = turn
    one["side"][: len(side)] = side
    one["sides"] = max(side) + 1
    one["floor"] = floor
    one["may_trump"] = may_trump
    one["lying"] = len(trick)
    one["trick"][: len(trick)] = trick
    one["tie_to"] = one["highest_gone"] = one["lowest_gone"] = -1
    for name, value in fields.items():
        one[name] = value
    return made
