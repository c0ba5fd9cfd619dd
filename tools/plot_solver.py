"""How the cost of a solve grows with cards and seats: the plot and the table of docs/solver.md.

Hands of Partner Shmear that novices have bid for are dealt at 4, 6 and 8 seats and played on at random until so many
cards a seat are left; then every card is solved, for points, under either follow rule. Half of the hands need no more
than the median, nine of ten no more than the second figure. A solve that takes longer than a limit is broken off and
counts as one of the longest.

    python tools/plot_solver.py [--hands 1.0] [--limit 30]      writes docs/solver.svg and fills docs/solver.md
"""

import argparse
import importlib.util
import math
import multiprocessing
import random
import sys
import time
from multiprocessing.connection import Connection
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np

ROOT = Path(__file__).resolve().parents[1]
PAGE, PLOT = ROOT / "docs" / "solver.md", ROOT / "docs" / "solver.svg"
BEGIN, END = "<!-- nodes -->", "<!-- end of nodes -->"

SEATS = (4, 6, 8)
CARDS = (2, 3, 4, 5, 6)
FOLLOW = (("suit-or-trump", 1), ("suit-else-any", 0))
HANDS = {4: 200, 6: 60, 8: 30}
"""How many hands a point of the plot."""

Point = tuple[int, int, int]
"""Seats, cards left a seat, and whether a trump may be played to any lead."""
Cost = tuple[float, float]
"""Nodes and milliseconds."""


def benchmark() -> ModuleType:
    """benchmarks/kernel.py, which deals the hands too."""
    spec = importlib.util.spec_from_file_location("benchmarks_kernel", ROOT / "benchmarks" / "kernel.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def positions(point: Point, count: int) -> list[Any]:
    """Hands with so many cards left, the same for both follow rules at the start of the hand."""
    from shmear.kernel.walk import legal_cards, play_card  # noqa: PLC0415 - only where hands are dealt

    seats, cards, may_trump = point
    dealer = benchmark()
    rng = random.Random(seats)
    found: list[Any] = []
    for one in dealer.first_leads(dealer.seated("partner", seats), rng, count):
        position = np.array([one])
        position["may_trump"] = may_trump
        while int(position[0]["hands"][position[0]["turn"]]).bit_count() > cards or position[0]["lying"]:
            legal = [card for card in range(63) if int(legal_cards(position[0])) >> card & 1]
            play_card(position[0], legal[rng.randrange(len(legal))])
        position["barred"] = 0
        found.append(position)
    return found


def solver(pipe: Connection) -> None:
    """Solve what comes through a pipe: nodes and milliseconds of each."""
    from shmear.kernel import solve  # noqa: PLC0415 - this runs in a process of its own

    while (position := pipe.recv()) is not None:
        begin = time.thread_time()
        nodes = solve(position).nodes
        pipe.send((nodes, (time.thread_time() - begin) * 1000))


class Solver:
    """A process that solves, and that is ended when it takes too long."""

    def __init__(self, limit: float, first: Any) -> None:
        self._limit, self._first = limit, first
        self._begin()

    def _begin(self) -> None:
        context = multiprocessing.get_context("spawn")
        self._pipe, theirs = context.Pipe()
        self._process = context.Process(target=solver, args=(theirs,), daemon=True)
        self._process.start()
        self._pipe.send(self._first)  # compiled now, so that no figure has it in
        self._pipe.recv()

    def cost(self, position: Any) -> Cost:
        self._pipe.send(position)
        if self._pipe.poll(self._limit):
            return self._pipe.recv()
        self._process.kill()
        self._process.join()
        self._begin()
        return math.inf, math.inf

    def close(self) -> None:
        self._pipe.send(None)
        self._process.join()


def measure(share: float, limit: float) -> dict[Point, list[Cost]]:
    run = Solver(limit, positions((4, 2, 1), 1)[0])
    found: dict[Point, list[Cost]] = {}
    for seats in SEATS:
        for cards in CARDS:
            for _, may_trump in FOLLOW:
                point = (seats, cards, may_trump)
                count = max(1, round(HANDS[seats] * share))
                found[point] = sorted(run.cost(position) for position in positions(point, count))
                broken = sum(math.isinf(nodes) for nodes, _ in found[point])
                half, most = (said(at(found[point], part)[0]) for part in (0.5, 0.9))
                print(point, half, most, f"broken off: {broken} of {count}", flush=True)
    run.close()
    return found


def at(costs: list[Cost], share: float) -> Cost:
    """What so large a share of the hands needs no more than."""
    return costs[min(len(costs) - 1, int(share * len(costs)))]


def said(nodes: float) -> str:
    """A number of nodes, short."""
    if math.isinf(nodes):
        return "over"
    for size, letter in ((1e6, " M"), (1e3, " k")):
        if nodes >= size:
            return f"{nodes / size:.{0 if nodes >= 10 * size else 1}f}{letter}"
    return f"{nodes:.0f}"


def table(found: dict[Point, list[Cost]]) -> str:
    heads = [f"{seats} seats, {rule}" for seats in SEATS for rule, _ in FOLLOW]
    lines = [f"| cards left | {' | '.join(heads)} |", "| ---: |" + " ---: |" * len(heads)]
    for cards in CARDS:
        cells: list[str] = []
        for seats in SEATS:
            for _, may_trump in FOLLOW:
                costs = found[seats, cards, may_trump]
                cells.append(f"{said(at(costs, 0.5)[0])} ({said(at(costs, 0.9)[0])})")
        lines.append(f"| {cards} | {' | '.join(cells)} |")
    return "\n".join(lines)


def draw(found: dict[Point, list[Cost]]) -> None:
    import matplotlib as mpl  # noqa: PLC0415 - an optional dependency: pip install shmear[bench]

    mpl.use("svg")
    from matplotlib import pyplot as plt  # noqa: PLC0415

    mpl.rcParams.update({"svg.hashsalt": "shmear", "svg.fonttype": "none", "font.family": "sans-serif"})
    figure, panels = plt.subplots(1, 2, figsize=(9.6, 4.6), layout="constrained")
    marks = {4: ("o", "#000000"), 6: ("s", "#606060"), 8: ("^", "#9a9a9a")}
    for place, (panel, title) in enumerate(zip(panels, ("nodes a solve", "milliseconds a solve"), strict=True)):
        top = 3 * max(cost[place] for costs in found.values() for cost in costs if math.isfinite(cost[place]))
        for seats in SEATS:
            mark, colour = marks[seats]
            for number, (rule, may_trump) in enumerate(FOLLOW):
                rows = [found[seats, cards, may_trump] for cards in CARDS]
                middle = [min(top, at(row, 0.5)[place]) for row in rows]
                high = [at(row, 0.9)[place] for row in rows]
                shift = [cards + (number - 0.5) * 0.06 + (seats - 6) * 0.03 for cards in CARDS]
                panel.vlines(shift, middle, [min(top, one) for one in high], color=colour, linewidth=0.8)
                beyond = [x for x, one in zip(shift, high, strict=True) if math.isinf(one)]
                panel.plot(beyond, [top] * len(beyond), marker="$↑$", color=colour, linestyle="")
                panel.plot(
                    shift,
                    middle,
                    marker=mark,
                    color=colour,
                    linestyle="--" if number else "-",
                    markerfacecolor="white" if number else colour,
                    markersize=6,
                    linewidth=1.2,
                    label=f"{seats} seats, {rule}",
                )
        panel.set_yscale("log")
        panel.set_xticks(CARDS)
        panel.set_xlabel("cards left a seat")
        panel.set_title(title, fontsize=11)
        panel.grid(axis="y", color="#dddddd", linewidth=0.6)
        panel.spines[["top", "right"]].set_visible(False)
    panels[0].legend(fontsize=8, frameon=False)
    figure.savefig(PLOT, metadata={"Date": None})
    text = PLOT.read_text(encoding="utf-8")
    PLOT.write_text("\n".join(line.rstrip() for line in text.splitlines()) + "\n", encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--hands", type=float, default=1.0, help="so many times the usual number of hands")
    parser.add_argument("--limit", type=float, default=30, help="seconds after which a solve is broken off")
    args = parser.parse_args()
    text = PAGE.read_text(encoding="utf-8")
    before, begin, rest = text.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not begin or not end:
        sys.exit(f"{PAGE} has no {BEGIN} … {END} to fill")
    found = measure(args.hands, args.limit)
    draw(found)
    PAGE.write_text(f"{before}{BEGIN}\n\n{table(found)}\n\n{END}{after}", encoding="utf-8")


if __name__ == "__main__":
    main()
