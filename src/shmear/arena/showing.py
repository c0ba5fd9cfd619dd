"""The report in a terminal: a table of the matchups, one of the kinds; and the bar that says how long it takes."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Generator

from rich.box import SIMPLE
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TaskID, TextColumn, TimeRemainingColumn
from rich.table import Table
from rich.text import Text

from shmear.arena.interval import Interval
from shmear.arena.report import KindFigures, MatchupFigures, Report


def heading(report: Report) -> str:
    """What was played, on one line."""
    asked, done = report.wanted, report.figures.finished
    matches = report.arguments["matches"]
    what = ("match" if done == 1 else "matches") if matches else ("deal" if done == 1 else "deals")
    count = f"{done} {what}" if done == asked else f"{done} of {asked} {what}"
    arguments = report.arguments
    return f"{arguments['game']} · {arguments['players']} players · {count} · seed {arguments['seed']}"


def matchup_words(figures: MatchupFigures, sides: int) -> str:
    """A matchup in words: ``club against novice``, ``club among 3 novice``."""
    if sides == 2:
        return f"{figures.one} against {figures.others}"
    return f"{figures.one} among {sides - 1} {figures.others}"


def print_report(report: Report, console: Console) -> None:
    """Print the figures."""
    console.print(Text(heading(report), style="bold"))
    if not report.figures.finished:
        console.print("Nothing is finished yet.")
        return
    console.print(_matchups(report))
    console.print("A seat's points a hand, and the hands in which it was the bidder:")
    console.print(_kinds(report))
    console.print("Time of a decision, where there was one to make:")
    console.print(_times(report))
    for note in _notes(report):
        console.print(Text(note))


def share_text(share: Interval | None) -> str:
    """A share in percent with its interval: ``62.1 (60.2–64.0)``."""
    if share is None or share.low is None or share.high is None:
        return _percent(None if share is None else share.mean)
    return f"{_percent(share.mean)} ({_percent(share.low)}–{_percent(share.high)})"


def spread_text(points: Interval | None) -> str:
    """Points with their interval: ``+0.412 ± 0.035``."""
    if points is None or points.high is None:
        return _signed(points)
    return f"{_signed(points)} ± {points.high - points.mean:.3f}"


@contextlib.contextmanager
def progress(console: Console, wanted: int, what: str) -> Generator[Callable[[int], None]]:
    """A bar with the time left, on a terminal and nowhere else; what is given is told how many are finished."""
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(elapsed_when_finished=True),
    )
    with Progress(*columns, console=console, disable=not console.is_terminal) as bar:
        task: TaskID | None = None

        def told(done: int) -> None:
            nonlocal task
            if task is None:  # those that a file held already are no measure of the speed
                task = bar.add_task(what, total=wanted, completed=done)
            else:
                bar.update(task, completed=done)

        yield told


def _table(*columns: str) -> Table:
    table = Table(box=SIMPLE, pad_edge=False, padding=(0, 1, 0, 0), header_style="bold")
    for place, name in enumerate(columns):
        table.add_column(name, justify="left" if place == 0 else "right")
    return table


def _matchups(report: Report) -> Table:
    figures, sides = report.figures, round(1 / report.figures.fair_share)
    if not report.arguments["matches"]:
        table = _table("", "points a hand", "the others", "difference, 95 %")
        for one in figures.matchups:
            table.add_row(
                matchup_words(one, sides), _signed(one.points), _signed(one.others_points), spread_text(one.difference)
            )
        return table
    table = _table("", "% won, 95 %", "fair", "× fair", "more points a hand")
    for one in figures.matchups:
        ratio = "–" if one.of_fair is None else f"{one.of_fair:.2f}"
        fair = _percent(figures.fair_share)
        table.add_row(matchup_words(one, sides), share_text(one.share), fair, ratio, spread_text(one.difference))
    return table


def _kinds(report: Report) -> Table:
    matches, kinds = report.arguments["matches"], report.figures.kinds
    special = any(one.shots or one.forfeits for one in kinds)
    columns = ["", "points", *(["% won"] if matches else []), "% bid", "average", "% made", "set"]
    table = _table(*columns, *(["shots", "forfeits"] if special else []))
    table.columns[0].no_wrap = True
    for one in kinds:
        table.add_row(*_kind(one, matches=matches, special=special))
    return table


def _kind(one: KindFigures, *, matches: bool, special: bool) -> list[str]:
    return [
        one.kind,
        _signed(one.points),
        *([_percent(None if one.share is None else one.share.mean)] if matches else []),
        _percent(None if one.bid_share is None else one.bid_share.mean),
        "–" if one.average_bid is None else f"{one.average_bid:.2f}",
        _percent(one.made_share),
        str(one.bids_set),
        *([f"{one.shots_made}/{one.shots}", str(one.forfeits)] if special else []),
    ]


def _times(report: Report) -> Table:
    table = _table("", "decisions", "p50 ms", "p95 ms")
    for one in report.times:
        times = ("–" if time is None else f"{time:.3g}" for time in (one.p50_ms, one.p95_ms))
        table.add_row(one.kind, str(one.decisions), *times)
    return table


def _notes(report: Report) -> list[str]:
    matchups = report.figures.matchups
    notes: list[str] = []
    thrown_in, hands = sum(one.thrown_in for one in matchups), sum(one.hands for one in matchups)
    if thrown_in:
        notes.append(f"{thrown_in} of {hands} hands were thrown in; they count, with no points for anybody.")
    stopped, matches = sum(one.stopped for one in matchups), sum(one.matches for one in matchups)
    if stopped:
        cap = report.arguments["cap"]
        notes.append(f"{stopped} of {matches} matches were stopped after {cap} hands and went to the highest score.")
    return notes


def _percent(share: float | None) -> str:
    return "–" if share is None else f"{100 * share:.1f}"


def _signed(points: Interval | None) -> str:
    return "–" if points is None else f"{points.mean + 0.0:+.3f}"
