"""How long bots think: what decisions of each cost at several games, median and 95th percentile.

Four bots of a kind play hands from the middle of a match. Prints milliseconds, and the median in steps of a plain
Python loop timed in the same run (`benchmarks/hands.py`): the figure to compare. Aims on one core: a novice
under 0.2 ms, a club player's 95th percentile under 60 ms, an expert's under 400 ms at four players and 1 s at eight.

    python benchmarks/bots.py [--hands 12]
"""

from __future__ import annotations

import argparse
import random
import statistics
import time

from hands import STEPS, control
from msgspec.structs import replace

from shmear.bots import bot
from shmear.game import Match, view
from shmear.rules import preset
from shmear.testing.play import random_setup

CASES = (("partner", 4), ("six-point", 4), ("ten-point", 4), ("ten-point", 5), ("six-point", 8), ("partner", 8))
KINDS = ("novice", "club", "expert")


def decisions(kind: str, game: str, players: int, hands: int) -> list[float]:
    """Seconds of each decision where there was one to make."""
    setup, player, times = random_setup(preset(game), players, random.Random(3)), bot(kind), list[float]()
    level = setup.rules.match.target // 2
    match = replace(Match.new(setup, 0), scores=(level,) * players, first_hand=False)
    for number in range(-1, hands):
        state, rng = match.deal(random.Random(number)), random.Random(number)
        while not state.is_over:
            assert state.to_act is not None
            seen = view(state, state.to_act, match.scores)
            begin = time.perf_counter()
            action = player.act(seen, rng)
            if number >= 0 and len(seen.legal) > 1:  # the first hand makes the book
                times.append(time.perf_counter() - begin)
            state = state.apply(action)
    return times


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--hands", type=int, default=12)
    args = parser.parse_args()
    print(f"{'bot':<8} {'game':<12} {'players':>7} {'decisions':>10} {'p50 ms':>8} {'p95 ms':>8} {'p50 in steps':>13}")
    for kind in KINDS:
        for game, players in CASES:
            step = control(STEPS) / STEPS
            times = decisions(kind, game, players, args.hands)
            step = (step + control(STEPS) / STEPS) / 2
            middle, late = statistics.median(times), statistics.quantiles(times, n=20)[-1]
            print(
                f"{kind:<8} {game:<12} {players:>7} {len(times):>10} {1e3 * middle:>8.2f} {1e3 * late:>8.2f} "
                f"{middle / step:>13,.0f}",
                flush=True,
            )


if __name__ == "__main__":
    main()
