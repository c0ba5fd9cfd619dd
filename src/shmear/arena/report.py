"""The figures of a contest: shares, points and what each kind did, each with how sure it is."""

from __future__ import annotations

import platform
from collections.abc import Iterable, Sequence
from importlib import metadata
from typing import Any

from msgspec import Struct

import shmear
from shmear.arena.interval import Interval, Parts, difference, ratio, share
from shmear.arena.plan import Plan
from shmear.arena.tally import WHOLE, Score, Tally, TaskResult, percentile, together


class MatchupFigures(Struct, frozen=True):
    """One side of a kind against sides of another.

    `share` is what that side wins of the matches and `of_fair` that share over the fair one (both None where deals
    were played), `points`, `others_points` and `difference` what a seat gets a hand.
    """

    one: str
    others: str
    share: Interval | None
    of_fair: float | None
    points: Interval | None
    others_points: Interval | None
    difference: Interval | None
    hands: int
    thrown_in: int
    matches: int
    stopped: int


class KindFigures(Struct, frozen=True):
    """What a kind of bot did in all its lineups.

    `hands` are counted a seat, `points` are a seat's a hand, `share` of the matches a side's. `bid_share` is the part
    of the hands in which the seat was the bidder, by a bid or a shot; `bids` and `average_bid` leave shots out.
    """

    kind: str
    hands: int
    points: Interval | None
    share: Interval | None
    bid_share: Interval | None
    bids: int
    bids_made: int
    bids_set: int
    average_bid: float | None
    made_share: float | None
    shots: int
    shots_made: int
    forfeits: int


class TimeFigures(Struct, frozen=True):
    """How long a kind's decisions took, in milliseconds; those with one legal action only are left out."""

    kind: str
    decisions: int
    p50_ms: float | None
    p95_ms: float | None


class Figures(Struct, frozen=True):
    """All that follows from the plan alone: the same at every run, whatever the jobs and machines."""

    finished: int
    fair_share: float
    matchups: list[MatchupFigures]
    kinds: list[KindFigures]


class Report(Struct, frozen=True):
    """A contest's outcome. `wanted` tasks were asked for; times belong to the machine and stand apart."""

    arguments: dict[str, Any]
    versions: dict[str, str]
    wanted: int
    figures: Figures
    times: list[TimeFigures]


def report(plan: Plan, results: Iterable[TaskResult], wanted: int) -> Report:
    """The report of some finished tasks of a plan, in whatever order they come."""
    done = sorted(results, key=lambda one: one.number)
    pairs = plan.matchups()
    fair = plan.fair_share
    figures = Figures(
        finished=len(done),
        fair_share=fair,
        matchups=[
            _matchup(
                plan.labels[pair.one], plan.labels[pair.others], [result.scores[place] for result in done], fair=fair
            )
            for place, pair in enumerate(pairs)
        ],
        kinds=[
            _kind(label, [_all_of(kind, result, plan) for result in done]) for kind, label in enumerate(plan.labels)
        ],
    )
    return Report(plan.arguments(), _versions(), wanted, figures, [*_times(plan, done)])


def _matchup(one: str, others: str, scores: Sequence[Score], *, fair: float) -> MatchupFigures:
    won = share(_won(score.one for score in scores))
    mine, theirs = _points(score.one for score in scores), _points(score.others for score in scores)
    return MatchupFigures(
        one,
        others,
        won,
        None if won is None else won.mean / fair,
        ratio(mine),
        ratio(theirs),
        difference(mine, theirs),
        hands=sum(score.hands for score in scores),
        thrown_in=sum(score.thrown_in for score in scores),
        matches=sum(score.matches for score in scores),
        stopped=sum(score.stopped for score in scores),
    )


def _all_of(kind: int, result: TaskResult, plan: Plan) -> Tally:
    """What a kind did in a task, in all matchups."""
    found = Tally()
    for pair, score in zip(plan.matchups(), result.scores, strict=True):
        if pair.one == kind:
            found.add(score.one)
        if pair.others == kind:
            found.add(score.others)
    return found


def _kind(label: str, tallies: Sequence[Tally]) -> KindFigures:
    whole = Tally()
    for tally in tallies:
        whole.add(tally)
    return KindFigures(
        label,
        whole.hands,
        ratio(_points(tallies)),
        share(_won(tallies)),
        share([(tally.bids + tally.shots, tally.hands) for tally in tallies]),
        bids=whole.bids,
        bids_made=whole.bids_made,
        bids_set=whole.bids - whole.bids_made,
        average_bid=whole.bid_points / whole.bids if whole.bids else None,
        made_share=whole.bids_made / whole.bids if whole.bids else None,
        shots=whole.shots,
        shots_made=whole.shots_made,
        forfeits=whole.forfeits,
    )


def _won(tallies: Iterable[Tally]) -> Parts:
    return [(tally.won / WHOLE, tally.sides) for tally in tallies]


def _points(tallies: Iterable[Tally]) -> Parts:
    return [(tally.points, tally.hands) for tally in tallies]


def _times(plan: Plan, done: Sequence[TaskResult]) -> Iterable[TimeFigures]:
    for kind, label in enumerate(plan.labels):
        times = together(result.times[kind] for result in done)
        p50, p95 = (percentile(times, part) for part in (0.5, 0.95))
        yield TimeFigures(label, sum(times.values()), _milliseconds(p50), _milliseconds(p95))


def _milliseconds(seconds: float | None) -> float | None:
    return None if seconds is None else float(f"{seconds * 1000:.3g}")


def _versions() -> dict[str, str]:
    return {
        "shmear": shmear.__version__,
        "python": platform.python_version(),
        "numpy": metadata.version("numpy"),
        "numba": metadata.version("numba"),
    }
