"""The kernel: a trick-taking hand as plain numbers, played, solved and sampled at the speed of machine code.

It knows cards and nothing of Smear. `shmear.search` writes a hand of the referee down as a `POSITION`.

    solve(positions, holdings)      what every card leads to, all hands open
    line(positions)                 the best play to the end
    max_n(positions)                the same with every side for itself, for small endings
    play_out(positions, …)          playouts, at random or by rules of thumb
    Placements(…)                   unseen cards dealt to places, uniformly over all ways that fit

Arrays in, arrays out; every call lets go of the GIL, so that threads share the work. The first call of a function
compiles it and keeps the machine code (see `compiled`); ``python -m shmear.search`` does that for all ahead of time.
"""

from shmear.kernel.answers import OBJECTIVES, Objective, Solved, line, max_n, position_of, solve
from shmear.kernel.lanes import CARD_NUMBERS, LANE_START, MAX_SEATS, NO_TRUMP, TRUMP
from shmear.kernel.playout import POLICIES, Playouts, Policy, play_out
from shmear.kernel.position import POSITION
from shmear.kernel.walk import perft
from shmear.kernel.worlds import NoWorld, Placements

__all__ = [
    "CARD_NUMBERS",
    "LANE_START",
    "MAX_SEATS",
    "NO_TRUMP",
    "NoWorld",
    "OBJECTIVES",
    "Objective",
    "POLICIES",
    "POSITION",
    "Placements",
    "Playouts",
    "Policy",
    "Solved",
    "TRUMP",
    "line",
    "max_n",
    "perft",
    "play_out",
    "position_of",
    "solve",
]
