"""The kernel: playouts, the exact solver and the sampling of worlds, each beside a control timed in the same run.

The ratio is the figure to compare: machines differ and are shared, the ratio stays. What is compared takes turns with
its control, round by round, and the median of the rounds counts. One thread is timed by the processor time that it
used; two threads, and DDS's tables, for which it starts a thread of its own, by the clock on the wall.

The controls are

- for playouts a plain loop over masks, written as one would write it first (`plain_playouts`), compiled by numba too;
- for the solver DDS, the bridge solver, on the same deals and with one thread (needs `pip install shmear[bench]`);
- for everything else a step of a loop of three shifts (`steps`): what a solve or a world costs is given in such steps,
  and as a rate where a step takes 2 ns.

    python benchmarks/kernel.py [--rounds 9] [--quick] [--only playouts,dds,hands,worlds,threads]
    python benchmarks/kernel.py --fill docs/solver.md
"""

from __future__ import annotations

import argparse
import ctypes
import math
import os
import random
import statistics
import sys
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, NamedTuple

import numba
import numpy as np

from shmear.bots import bot
from shmear.game import HandState, Phase, Setup, open_hand, view
from shmear.kernel import LANE_START, NO_TRUMP, POSITION, TRUMP, play_out, solve
from shmear.kernel.compiled import lowest, ones
from shmear.kernel.lanes import lane_mask, lane_of
from shmear.rules import at, preset
from shmear.rules.knobs import Partners
from shmear.search.lower import lower, numbering
from shmear.search.worlds import Worlds

try:
    from endplay import _dds as dds
except ImportError:
    dds = None

NOMINAL = 2e-9
"""Seconds that a step of the control is taken to need where a rate is given for a nominal machine."""

BEGIN, END = "<!-- figures -->", "<!-- end of figures -->"


# --- controls --------------------------------------------------------------------------------------------------------


@numba.njit(nogil=True)
def steps(count: int) -> int:
    """A plain loop in which each step needs the one before: three shifts and three exclusive ors."""
    x = 88172645463325252
    for _ in range(count):
        x ^= x << 13
        x ^= x >> 7
        x ^= x << 17
    return x


@numba.njit(nogil=True)
def plain_playouts(hands: Any, worth: Any, leader: int, count: int, seed: int) -> int:
    """Random playouts of six tricks at four under suit-or-trump: sets of cards are masks, and nothing is clever.

    `worth` (63,) is what each card brings to the side that takes it. Gives a sum over all, so that nothing is left out.
    """
    holding = np.empty(4, np.int64)
    x = seed
    total = 0
    for _ in range(count):
        for seat in range(4):
            holding[seat] = hands[seat]
        seat = leader
        ours = 0
        for _ in range(6):
            led = 0
            best = 0
            winner = seat
            brings = 0
            for place in range(4):
                legal = holding[seat]
                if place:
                    fitting = legal & (lane_mask(led) | lane_mask(3))
                    if fitting:
                        legal = fitting
                x ^= x << 13
                x ^= (x >> 7) & 0x1FFFFFFFFFFFFFF
                x ^= x << 17
                for _ in range((x & 0x7FFFFFFF) % ones(legal)):
                    legal &= legal - 1
                card = lowest(legal)
                holding[seat] ^= 1 << card
                if place == 0:
                    led = lane_of(card)
                    best = card
                elif card > best and (card >= 47 or lane_of(card) == lane_of(best)):
                    best = card
                    winner = seat
                brings += worth[card]
                seat = (seat + 1) & 3
            if winner & 1 == 0:
                ours += brings
            seat = winner
        total += ours
    return total


class Timed(NamedTuple):
    """How many of something were done, in how many seconds, looking at how many positions."""

    count: int
    seconds: float
    nodes: int = 0

    @property
    def rate(self) -> float:
        return self.count / self.seconds


Run = Callable[[int], Timed]
"""Does a round's work; the number of the round chooses the deals."""


def one_step(quick: bool) -> float:
    count = 1_000_000 if quick else 10_000_000
    begin = time.thread_time()
    steps(count)
    return (time.thread_time() - begin) / count


def timed(count: int, work: Callable[[], Any], clock: Callable[[], float] = time.thread_time) -> Timed:
    begin = clock()
    done = work()
    return Timed(count, clock() - begin, getattr(done, "nodes", 0))


def take_turns(runs: Sequence[Run], rounds: int) -> list[list[Timed]]:
    """What each of some runs came to, a row a run: in every round each has its turn."""
    found: list[list[Timed]] = [[] for _ in runs]
    for number in range(rounds):
        for row, run in zip(found, runs, strict=True):
            row.append(run(number))
    return found


def rate(rounds: Sequence[Timed]) -> float:
    return statistics.median(one.rate for one in rounds)


def ratio(ours: Sequence[Timed], theirs: Sequence[Timed]) -> float:
    """How many times as fast ours is: the median of the rounds."""
    return statistics.median(one.rate / other.rate for one, other in zip(ours, theirs, strict=True))


def in_steps(run: Run, rounds: int, quick: bool) -> tuple[list[Timed], float]:
    """The rounds of a run, and what one of its items costs in steps of the control.

    The mean of all rounds, for some hands take a hundred times as long as others.
    """
    done: list[Timed] = []
    cost = 0.0
    for number in range(rounds):
        before = one_step(quick)
        done.append(run(number))
        cost += done[-1].seconds / ((before + one_step(quick)) / 2)
    return done, cost / sum(one.count for one in done)


# --- what is printed -------------------------------------------------------------------------------------------------


class Table(NamedTuple):
    """A title, the names of the columns, the rows, and remarks."""

    title: str
    head: tuple[str, ...]
    rows: list[tuple[str, ...]]
    notes: tuple[str, ...] = ()

    def text(self) -> str:
        cells = [self.head, *self.rows]
        widths = [max(len(row[column]) for row in cells) for column in range(len(self.head))]
        lines = [self.title]
        for row in cells:
            rest = [cell.rjust(width) for cell, width in zip(row[1:], widths[1:], strict=True)]
            lines.append("  ".join(["  " + row[0].ljust(widths[0]), *rest]))
        return "\n".join([*lines, *(f"  {note}" for note in self.notes), ""])

    def markdown(self) -> str:
        lines = [f"**{self.title}**", "", _row(self.head), _row(["---", *["---:"] * (len(self.head) - 1)])]
        lines += [_row(row) for row in self.rows]
        return "\n".join([*lines, *(line for note in self.notes for line in ("", note)), ""])


def _row(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"


def number(value: float) -> str:
    return f"{value:,.1f}" if value < 10 else f"{value:,.0f}"


def aimed(value: float, aim: float, form: str = ",.0f") -> str:
    return f"{aim:{form}} {'reached' if value >= aim else 'MISSED'}"


# --- hands -----------------------------------------------------------------------------------------------------------


def seated(name: str, players: int) -> Setup:
    """A preset at a table; where pairs are drawn, partners sit across."""
    rules = preset(name)
    half = players // 2
    drawn = at(rules.sides.partners, players) is Partners.DRAWN
    return Setup(rules, players, tuple((seat, seat + half) for seat in range(half)) if drawn else None)


def hand_in_play(setup: Setup, rng: random.Random, plays: int = 0) -> HandState:
    """A dealt hand that novices have brought to the first lead, or so many cards further."""
    novice = bot("novice")
    while True:
        dealer = rng.randrange(setup.players)
        state = open_hand(setup, setup.deal(rng, dealer), dealer)
        while not state.is_over and (state.phase is not Phase.PLAY or len(state.public.plays) < plays):
            state = state.apply(novice.act(view(state, state.to_act), rng))
        if not state.is_over:
            return state


def first_leads(setup: Setup, rng: random.Random, count: int) -> Any:
    """Positions of so many hands at their first lead; where that makes trump, the novice's choice of it is known."""
    found: list[Any] = []
    for _ in range(count):
        state = hand_in_play(setup, rng)
        contract = state.public.contract
        trump = None
        if contract is not None and contract.trump is None:
            trump = bot("novice").act(view(state, state.to_act), rng).card.suit
        found.append(lower(state, trump))
    return np.concatenate(found)


# --- playouts --------------------------------------------------------------------------------------------------------


def playouts(args: argparse.Namespace) -> Table:
    """Playouts of dealt 4×6 hands of Partner Shmear beside the plain loop."""
    deals, each = (2, 2_000) if args.quick else (20, 10_000)
    positions = first_leads(seated("partner", 4), random.Random(1), deals)
    count = deals * each
    worth = positions["count"] + (positions["taker"] << 32)

    def plain(number: int) -> Timed:
        def work() -> None:
            for row in range(deals):
                plain_playouts(positions["hands"][row], worth[row], int(positions["turn"][row]), each, number + row + 1)

        return timed(count, work)

    def ours(policy: Any) -> Run:
        return lambda number: timed(count, lambda: play_out(positions, count=each, policy=policy, seed=number))

    runs = [plain, ours("random"), ours("thumb")]
    take_turns(runs, 1)
    before = one_step(args.quick)
    control, by_lot, by_thumb = take_turns(runs, args.rounds)
    step = (before + one_step(args.quick)) / 2
    rows: list[tuple[str, ...]] = []
    for name, done, aim in (("at random", by_lot, 4e6), ("by rules of thumb", by_thumb, 0.0)):
        nominal = rate(done) * step / NOMINAL
        aims = aimed(nominal, aim) if aim else "–"
        rows.append(
            (name, number(rate(done)), number(rate(control)), f"{ratio(done, control):.2f}", number(nominal), aims)
        )
    head = ("one thread", "playouts/s", "plain loop/s", "ratio", "playouts/s at 2 ns", "aim")
    note = (
        "The plain loop plays the same hands at random and adds up what our side takes; it keeps no result of its own."
    )
    return Table("Playouts of a dealt hand, 4 × 6 cards", head, rows, (note,))


# --- the solver beside DDS -------------------------------------------------------------------------------------------

STRAINS = 5
"""Spades, hearts, diamonds, clubs, no trump: the suits of DDS in its order, and none."""

Deal = list[list[int]]
"""Four hands of cards from 0 to 51: 13 times the suit plus the rank, spades first, twos lowest."""


def deal_plain(rng: random.Random, cards: int) -> Deal:
    deck = list(range(52))
    rng.shuffle(deck)
    return [deck[seat * cards : (seat + 1) * cards] for seat in range(4)]


def kernel_number(card: int, strain: int) -> int:
    """The kernel's number of a card: the trump suit in lane 3, the others in their order."""
    suit, rank = divmod(card, 13)
    order = [one for one in range(4) if one != strain] + [strain]
    return int(LANE_START[order.index(suit)]) + rank


def tricks_position(deal: Deal, strain: int, leader: int) -> Any:
    """A POSITION that counts tricks, the follow rule that of bridge."""
    made = np.zeros(1, POSITION)
    one = made[0]
    for seat, hand in enumerate(deal):
        one["hands"][seat] = sum(1 << kernel_number(card, strain) for card in hand)
    one["seats"], one["turn"] = 4, leader
    one["side"][:4], one["sides"] = [0, 1, 0, 1], 2
    one["floor"] = TRUMP if strain < 4 else NO_TRUMP
    one["trick_worth"], one["tie_to"] = 1, -1
    one["highest_gone"] = one["lowest_gone"] = -1
    return made


def dds_hand(hand: Sequence[int]) -> list[int]:
    """DDS's masks of a hand, one a suit: bit 2 is the two, bit 14 the ace."""
    masks = [0] * 4
    for card in hand:
        masks[card // 13] |= 1 << card % 13 + 2
    return masks


def dds_board(deal: Deal, strain: int, leader: int) -> Any:
    board = dds.deal()
    board.trump, board.first = strain, leader
    for seat, hand in enumerate(deal):
        for suit, mask in enumerate(dds_hand(hand)):
            board.remainCards[seat][suit] = mask
    return board


def dds_scores(future: Any) -> dict[int, int]:
    """The tricks of every card that DDS has scored, equal cards too."""
    found: dict[int, int] = {}
    for place in range(future.cards):
        suit, score = future.suit[place], future.score[place]
        ranks = 1 << future.rank[place] | future.equals[place]
        found |= {13 * suit + rank - 2: score for rank in range(2, 15) if ranks >> rank & 1}
    return found


def every_card(cards: int, count: int, rounds: int) -> tuple[list[Timed], list[Timed], int]:
    """Every card of so many deals a round, by us and by DDS; and how many boards did not agree."""
    rng = random.Random(cards)
    boards = [
        [(deal_plain(rng, cards), index % STRAINS, index // STRAINS % 4) for index in range(count)]
        for _ in range(rounds)
    ]
    asked = [[dds_board(*board) for board in row] for row in boards]
    futures = [dds.futureTricks() for _ in range(count)]
    positions = [np.concatenate([tricks_position(*board) for board in row]) for row in boards]
    wrong = 0

    def theirs(number: int) -> Timed:
        board_of, solve_board = asked[number], dds.SolveBoard

        def work() -> None:
            for board, future in zip(board_of, futures, strict=True):
                solve_board(board, -1, 3, 1, future, 0)

        return timed(count, work)

    def ours(number: int) -> Timed:
        nonlocal wrong
        begin = time.thread_time()
        found = solve(positions[number], objective="points")
        seconds = time.thread_time() - begin
        for (_, strain, _), scores, future in zip(boards[number], found.scores, futures, strict=True):
            right = {kernel_number(card, strain): tricks for card, tricks in dds_scores(future).items()}
            wrong += right != {int(card): int(scores[card]) for card in np.flatnonzero(~np.isnan(scores))}
        return Timed(count, seconds, found.nodes)

    control, done = take_turns([theirs, ours], rounds)
    return done, control, wrong


TABLES = 40
"""How many tables DDS takes in one call."""


def best_only(cards: int, count: int, rounds: int) -> tuple[list[Timed], list[Timed], int]:
    """The best of every strain and leader of so many deals a round, by us and by DDS's tables, on the wall's clock."""
    rng = random.Random(cards)
    deals = [[deal_plain(rng, cards) for _ in range(count)] for _ in range(rounds)]
    solves = count * STRAINS * 4
    results: list[Any] = []
    wrong = 0
    positions = [
        np.concatenate([tricks_position(deal, *divmod(which, 4)) for deal in row for which in range(STRAINS * 4)])
        for row in deals
    ]

    def asked(row: Sequence[Deal]) -> Any:
        tables = dds.ddTableDeals()
        tables.noOfTables = len(row)
        for place, deal in enumerate(row):
            for seat, hand in enumerate(deal):
                for suit, mask in enumerate(dds_hand(hand)):
                    tables.ddTableDeal[place].cards[seat][suit] = mask
        return tables

    def theirs(number: int) -> Timed:
        calls = [asked(deals[number][first : first + TABLES]) for first in range(0, count, TABLES)]
        results[:] = [dds.ddTablesRes() for _ in calls]
        par, no_filter = dds.allParResults(), (ctypes.c_int * STRAINS)()

        def work() -> None:
            for tables, result in zip(calls, results, strict=True):
                dds.CalcAllTables(tables, -1, no_filter, result, par)

        return timed(solves, work, time.perf_counter)

    def ours(number: int) -> Timed:
        nonlocal wrong
        begin = time.perf_counter()
        # All values are seat 0's, so that the four leaders of a deal and strain share what is found.
        found = solve(positions[number], objective="points", hero=0, best_only=True)
        seconds = time.perf_counter() - begin
        for place in range(solves):
            which, rest = divmod(place, STRAINS * 4)
            strain, leader = divmod(rest, 4)
            table = results[which // TABLES].results[which % TABLES].resTable
            # DDS gives the declarer, who sits before the leader, all of thirteen tricks that the leader does not take.
            taken = 13 - table[strain][(leader + 3) % 4]
            wrong += (cards - taken if leader & 1 else taken) != int(found.best[place])
        return Timed(solves, seconds, found.nodes)

    control, done = take_turns([theirs, ours], rounds)
    return done, control, wrong


def beside_dds(args: argparse.Namespace) -> Table | str:
    """The solver beside DDS: tricks, following suit, one thread, the same deals."""
    if dds is None:
        return "The solver beside DDS: left out, since endplay is not installed (pip install shmear[bench]).\n"
    dds.SetMaxThreads(1)
    solve(tricks_position(deal_plain(random.Random(1), 2), 4, 0), objective="points")
    quick, rounds = args.quick, args.rounds
    cases = [
        ("every card, 6 a seat", every_card(6, 20 if quick else 400, rounds), 5.0),
        ("best only, 6 a seat, DDS's tables", best_only(6, 2 if quick else 120, rounds), 2.0),
        ("every card, 8 a seat", every_card(8, 5 if quick else 150, rounds), 1.0),
    ]
    rows: list[tuple[str, ...]] = []
    wrong = 0
    for name, (ours, theirs, differences), aim in cases:
        nodes = sum(one.nodes for one in ours) / sum(one.count for one in ours)
        times = ratio(ours, theirs)
        wrong += differences
        rows.append(
            (name, number(rate(ours)), number(rate(theirs)), f"{times:.2f}", aimed(times, aim, ".1f"), number(nodes))
        )
    agree = "All scores agree." if not wrong else f"{wrong} SCORES DIFFER."
    head = ("", "solves/s", "DDS/s", "ratio", "aim", "our nodes")
    return Table("The solver beside DDS: tricks, one thread", head, rows, (agree,))


# --- the solver on hands of our games --------------------------------------------------------------------------------


class Hands(NamedTuple):
    """Some hands to solve: how many in all, and an aim in solves a second."""

    name: str
    preset: str
    players: int
    count: int
    any_lead: bool = False
    aim: float = 0.0


HANDS = (
    Hands("Partner Shmear, trump led first", "partner", 4, 450, aim=10_000),
    Hands("the same, any card led", "partner", 4, 450, any_lead=True, aim=10_000),
    Hands("Shmear, one against three", "shmear", 4, 450),
    Hands("Six-point, drawn partners", "six-point-partners", 4, 450),
    Hands("Ten Point", "ten-point", 4, 225),
    Hands("Ten Point, called partner", "ten-point", 5, 45),
    Hands("Ten Point", "ten-point", 6, 18),
    Hands("Partner Shmear", "partner", 6, 45),
    Hands("Six-point, drawn partners", "six-point-partners", 6, 18),
    Hands("Partner Shmear", "partner", 8, 9),
    Hands("Six-point, drawn partners", "six-point-partners", 8, 9),
)


def whole_hands(args: argparse.Namespace) -> Table:
    """Every card at the first lead of whole hands: our points less theirs."""
    rows: list[tuple[str, ...]] = []
    for hands in HANDS:
        if args.quick and hands.players > 4:
            continue
        count = 2 if args.quick else math.ceil(hands.count / args.rounds)
        rng = random.Random(1)
        setup = seated(hands.preset, hands.players)
        rounds = [first_leads(setup, rng, count) for _ in range(args.rounds)]
        if hands.any_lead:
            for positions in rounds:
                positions["barred"] = 0
        solve(rounds[0][:1])

        def run(number: int, rounds: list[Any] = rounds, count: int = count) -> Timed:
            return timed(count, lambda: solve(rounds[number]))

        done, cost = in_steps(run, args.rounds, args.quick)
        nodes, solves, seconds = (sum(one[field] for one in done) for field in (2, 0, 1))
        nominal = 1 / (cost * NOMINAL)
        rows.append(
            (
                hands.name,
                f"{hands.players} × {int(rounds[0]['hands'][0][0]).bit_count()}",
                number(solves / seconds),
                number(nodes / solves),
                f"{nodes / seconds / 1e6:.1f}",
                number(cost),
                number(nominal),
                aimed(nominal, hands.aim) if hands.aim else "–",
            )
        )
    head = ("every card of", "cards", "solves/s", "nodes each", "M nodes/s", "steps each", "solves/s at 2 ns", "aim")
    note = (
        "Our points less those of all others, who play together. A step is one of the control loop; the last rate is "
        "for a machine on which it takes 2 ns."
    )
    return Table("The solver on whole hands, points, one thread", head, rows, (note,))


# --- worlds ----------------------------------------------------------------------------------------------------------


def worlds(args: argparse.Namespace) -> Table:
    """Worlds of views in the middle of a hand at four."""
    views, each = (2, 500) if args.quick else (10, 10_000)
    rows: list[tuple[str, ...]] = []
    weights = 1.0 + np.arange(54 * 4).reshape(54, 4) % 7 / 10
    for name, game, weighted in (
        ("Shmear", "shmear", False),
        ("Six-point", "six-point", False),
        ("Ten Point", "ten-point", False),
        ("Six-point, weights for every card", "six-point", True),
    ):
        setup, rng = seated(game, 4), random.Random(3)
        states = [hand_in_play(setup, rng, 13) for _ in range(views)]
        trumps = [state.public.contract.trump if state.public.contract is not None else 0 for state in states]
        numbers = [numbering(setup, trump or 0).number for trump in trumps]
        found = [Worlds(view(state, state.to_act), weights if weighted else None) for state in states]
        counted = [timed(1, lambda one=one: one.count) for one in found]

        def run(round_number: int, found: list[Worlds] = found, numbers: list[Any] = numbers) -> Timed:
            def work() -> None:
                for some, table in zip(found, numbers, strict=True):
                    _ = some.sample(each, round_number, numbers=table).holdings

            return timed(views * each, work)

        run(0)
        done, cost = in_steps(run, args.rounds, args.quick)
        nominal = 1 / (cost * NOMINAL)
        unseen = statistics.mean(one.unseen.bit_count() for one in found)
        rows.append(
            (
                name,
                f"{unseen:.0f}",
                number(rate(done)),
                number(cost),
                number(nominal),
                "–" if weighted else aimed(nominal, 500_000),
                f"{statistics.median(one.seconds for one in counted) * 1e3:.1f}",
            )
        )
    head = ("after 13 cards at four", "unseen", "worlds/s", "steps each", "worlds/s at 2 ns", "aim", "ms to count")
    notes = ("Counting is done once a view, before the first world is drawn.",)
    return Table("Worlds in the middle of a hand, one thread", head, rows, notes)


# --- threads ---------------------------------------------------------------------------------------------------------


def threads(args: argparse.Namespace) -> Table:
    """The same work on one thread and on two, by the clock on the wall."""
    rng = random.Random(5)
    setup = seated("partner", 4)
    dealt = first_leads(setup, rng, 1)
    hands = first_leads(setup, rng, 4 if args.quick else 200)
    some = Worlds(view(hand_in_play(setup, rng, 13), 0))
    size = 4_000 if args.quick else 400_000

    def play(first: int, count: int) -> None:
        play_out(dealt, count=count, first=first)

    def draw(first: int, count: int) -> None:
        some.sample(count, 1, start=first)

    def shared(work: Callable[[int, int], None], count: int, jobs: int) -> Run:
        def both() -> None:
            with ThreadPoolExecutor(jobs) as pool:
                list(pool.map(lambda job: work(job * count // jobs, count // jobs), range(jobs)))

        return lambda _: timed(count, both, time.perf_counter)

    def solving(jobs: int) -> Run:
        return lambda _: timed(len(hands), lambda: solve(hands, jobs=jobs), time.perf_counter)

    cases = (
        ("random playouts", [shared(play, size, jobs) for jobs in (1, 2)]),
        ("solves, Partner Shmear 4 × 6", [solving(jobs) for jobs in (1, 2)]),
        ("worlds, Partner Shmear after 13 cards", [shared(draw, size // 4, jobs) for jobs in (1, 2)]),
    )
    rows: list[tuple[str, ...]] = []
    for name, runs in cases:
        take_turns(runs, 1)
        alone, together = take_turns(runs, args.rounds)
        rows.append((name, number(rate(alone)), number(rate(together)), f"{ratio(together, alone):.2f}"))
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    note = f"Here the process may use {cores} core{'s' if cores > 1 else ''}; whoever else uses them lowers the ratio."
    return Table("Two threads beside one", ("", "one thread/s", "two threads/s", "ratio"), rows, (note,))


# --- the run ---------------------------------------------------------------------------------------------------------

SECTIONS: dict[str, Callable[[argparse.Namespace], Table | str]] = {
    "playouts": playouts,
    "dds": beside_dds,
    "hands": whole_hands,
    "worlds": worlds,
    "threads": threads,
}


def fill(path: Path, tables: Sequence[Table | str]) -> None:
    """Write the tables into a page, between its two marks."""
    text = path.read_text(encoding="utf-8")
    before, begin, rest = text.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not begin or not end:
        sys.exit(f"{path} has no {BEGIN} … {END} to fill")
    parts = [table if isinstance(table, str) else table.markdown() for table in tables]
    path.write_text("\n".join([f"{before}{BEGIN}\n", *parts, f"{END}{after}"]), encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--only", default=",".join(SECTIONS), help="some of the sections, joined by commas")
    parser.add_argument("--quick", action="store_true", help="so little of each that the figures mean nothing")
    parser.add_argument("--fill", type=Path, metavar="PAGE", help="write the tables into a page too")
    args = parser.parse_args()
    chosen = args.only.split(",")
    for name in chosen:
        if name not in SECTIONS:
            parser.error(f"{name!r} is no section; these are: {', '.join(SECTIONS)}")
    if args.quick:
        args.rounds = min(args.rounds, 2)
    one_step(args.quick)
    step = statistics.median(one_step(args.quick) for _ in range(3))
    print(f"a step of the control loop takes {step * 1e9:.2f} ns here\n", flush=True)
    tables: list[Table | str] = []
    for name in chosen:
        tables.append(SECTIONS[name](args))
        print(tables[-1] if isinstance(tables[-1], str) else tables[-1].text(), flush=True)
    if args.fill is not None:
        fill(args.fill, tables)
    if any(isinstance(table, Table) and "DIFFER" in " ".join(table.notes) for table in tables):
        sys.exit(1)


if __name__ == "__main__":
    main()
