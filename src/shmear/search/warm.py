"""Compiling all of the kernel ahead of time."""

from __future__ import annotations

import random

from shmear.game import HandState, Phase, Setup, open_hand, view
from shmear.kernel import POLICIES, max_n, perft, play_out, solve
from shmear.rules import preset
from shmear.search.lower import lower, numbering
from shmear.search.worlds import Worlds


def warm_up() -> None:
    """Call every compiled function once with what a game gives it. Takes a minute at first, then a second."""
    state = _in_play()
    position = lower(state)
    for policy in POLICIES:
        play_out(position, count=2, policy=policy)
    solve(position)
    solve(position, objective="rivals")
    max_n(position)
    perft(position, 2)
    seen = view(state, state.to_act)
    contract = state.public.contract
    trump = 0 if contract is None or contract.trump is None else contract.trump
    worlds = Worlds(seen)
    numbers = numbering(state.setup, trump).number
    worlds.sample(2, 1, numbers=numbers)
    weights = [[1.0 + (seat * card) % 7 / 10 for seat in range(8)] for card in range(54)]
    worlds.weighted(weights).sample(2, 1)


def _in_play() -> HandState:
    """A hand at its fourth trick."""
    rng = random.Random(1)
    setup = Setup(preset("partner"), 4)
    state = open_hand(setup, setup.deal(rng, 0), 0)
    while state.phase is not Phase.PLAY or len(state.public.plays) < 14:
        state = state.apply(state.legal_actions()[-1])
    return state
