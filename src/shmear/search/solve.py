"""A hand of the referee solved with all hands open: what every card leads to."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from shmear.cards import Card
from shmear.game import HandState
from shmear.kernel.answers import Objective, line, solve
from shmear.search.lower import Masks, Numbering, Positions, lower, numbering


class OpenHand(NamedTuple):
    """A hand in play with all hands open.

    `to_play` is the seat whose turn it is, `scores` what each of its legal cards leads to, `best` the highest of these,
    `nodes` how many positions the search looked at.
    """

    to_play: int
    scores: Mapping[Card, float]
    best: float
    nodes: int


def solve_hand(
    state: HandState,
    *,
    objective: Objective = "rivals",
    amount: int = 0,
    values: ArrayLike | None = None,
    trump: int | None = None,
) -> OpenHand:
    """Solve a hand in play, all hands open, for the side of the seat to play (`shmear.kernel.answers.solve`).

    With two sides ``rivals`` and ``difference`` are the same and the quicker search is taken. Where the first lead is
    still to make trump, every suit that the bidder can lead is tried, or `trump` (0 to 3) alone. `ValueError` for a
    hand that is not in play.
    """
    to_play = state.to_act
    if to_play is None:
        raise ValueError("the hand is over: there is nothing to solve")
    contract = state.public.contract
    suits: list[int | None] = [None]
    if contract is not None and contract.trump is None:
        suits = [trump] if trump is not None else _suits_to_lead(state)
    scores: dict[Card, float] = {}
    nodes = 0
    for suit in suits:
        position = lower(state, suit)
        wanted: Objective = objective
        if objective == "rivals" and int(position[0]["sides"]) == 2 and not int(position[0]["paired"]):
            wanted = "difference"
        found = solve(position, objective=wanted, amount=amount, values=values)
        nodes += found.nodes
        names = _names(state, suit)
        for number in np.flatnonzero(~np.isnan(found.scores[0])):
            scores[names.card_of(int(number))] = float(found.scores[0, number])
    return OpenHand(to_play, dict(sorted(scores.items())), max(scores.values()), nodes)


def best_line(state: HandState, *, objective: Objective = "difference", amount: int = 0) -> tuple[list[Card], float]:
    """The best play of a hand in play to its end, all hands open, and its value for the side to play now."""
    numbers, value = line(lower(state), objective=objective, amount=amount)
    names = _names(state, None)
    return [names.card_of(number) for number in numbers], value


def _suits_to_lead(state: HandState) -> list[int | None]:
    return sorted({one.card.suit for one in state.legal_actions() if one.card.suit is not None})  # pyright: ignore


def _names(state: HandState, suit: int | None) -> Numbering:
    contract = state.public.contract
    trump = suit if suit is not None else contract.trump if contract is not None else None
    if trump is None:
        raise ValueError("no suit is trump yet")
    return numbering(state.setup, trump)


__all__ = ["Masks", "OpenHand", "Positions", "best_line", "solve_hand"]
