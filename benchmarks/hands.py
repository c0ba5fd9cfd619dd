"""Random whole hands through the public API: deal, auction, exchange, play, scoring.

Prints decisions a second on one core, and what a decision costs in steps of a plain Python loop timed in the same
run. The ratio is the figure to compare: machines differ and are shared, the ratio stays. The two take turns, and
the median of the rounds counts.

    python benchmarks/hands.py [--rounds 9] [--seconds 0.5]
"""

from __future__ import annotations

import argparse
import random
import statistics
import time

from shmear.game import Match, Setup
from shmear.rules import preset

CASES = (("six-point", 4), ("ten-point", 6))
STEPS = 1_000_000
TARGET = 150_000
"""Decisions a second to reach where a step of the control takes 100 ns: at most 66.7 steps a decision."""


def control(steps: int) -> float:
    """Seconds for so many steps of a plain loop: a multiplication, an addition and a mask each."""
    value = 1
    begin = time.perf_counter()
    for _ in range(steps):
        value = (value * 1_103_515_245 + 12_345) & 0x7FFF_FFFF
    return time.perf_counter() - begin


def hands(setup: Setup, rng: random.Random, seconds: float) -> tuple[int, int, float]:
    """Play random hands for about so long: hands, decisions and seconds."""
    match = Match.new(setup, 0)
    choice = rng.random
    played = decisions = 0
    begin = time.perf_counter()
    end = begin + seconds
    now = begin
    while now < end:
        for _ in range(20):
            state = match.deal(rng)
            while not state.is_over:
                legal = state.legal_actions()
                state = state.apply(legal[int(choice() * len(legal))])
                decisions += 1
            match = match.after(state)
            if match.is_over:
                match = Match.new(setup, match.dealer)
            played += 1
        now = time.perf_counter()
    return played, decisions, now - begin


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--seconds", type=float, default=0.5)
    args = parser.parse_args()
    print(f"{'game':<12} {'players':>7} {'decisions/s':>12} {'hands/s':>9} {'control ns':>11} {'steps/decision':>15}")
    for name, players in CASES:
        setup, rng = Setup(preset(name), players), random.Random(1)
        hands(setup, rng, 0.1)
        speeds: list[float] = []
        hand_speeds: list[float] = []
        steps: list[float] = []
        ratios: list[float] = []
        for _ in range(args.rounds):
            step = control(STEPS) / STEPS
            played, decisions, seconds = hands(setup, rng, args.seconds)
            step = (step + control(STEPS) / STEPS) / 2
            speeds.append(decisions / seconds)
            hand_speeds.append(played / seconds)
            steps.append(step)
            ratios.append(seconds / decisions / step)
        ratio = statistics.median(ratios)
        print(
            f"{name:<12} {players:>7} {statistics.median(speeds):>12,.0f} {statistics.median(hand_speeds):>9,.0f} "
            f"{statistics.median(steps) * 1e9:>11.0f} {ratio:>15.1f}"
        )
        at_100 = 1e7 / ratio
        print(f"{'':<12} with a control of 100 ns a step: {at_100:,.0f} decisions/s (aim: {TARGET:,})")


if __name__ == "__main__":
    main()
