"""``shmear review``: what each decision of a match cost, and what was luck (docs/review.md)."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Annotated, Any

import typer

from shmear.cli.options import error_line
from shmear.record import Found, RecordError, find

BUDGET = 400
"""Worlds a decision; `shmear.review.BUDGET`, which takes a while to import."""


def review_command(
    record: Annotated[str, typer.Argument(metavar="RECORD", help="A match on record; - for standard input.")],
    seat: Annotated[
        int | None, typer.Option(min=0, help="Only the decisions of this seat, and all of them.", show_default=False)
    ] = None,
    html: Annotated[
        Path | None, typer.Option(metavar="OUT", help="Write a page for the browser, one file.", show_default=False)
    ] = None,
    plots: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Draw plots to DIR/NAME.svg.", show_default=False)
    ] = None,
    png: Annotated[bool, typer.Option("--png", help="Draw .png instead of .svg.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print one line of JSON.")] = False,
    budget: Annotated[int, typer.Option(min=2, max=100_000, help="Worlds imagined for a decision.")] = BUDGET,
    seed: Annotated[int, typer.Option(min=0, help="The seed of the worlds.")] = 1,
    jobs: Annotated[
        int | None, typer.Option(min=1, max=512, help="Processes that share the hands.", show_default="one a core")
    ] = None,
) -> None:
    """Review a match on record: what every decision was worth and what it lost, skill apart from luck.

    Each legal action is weighed by what the seat knew then, in worlds that fit it; the figures with all hands open
    stand beside and are marked so. The same seed gives the same review for any number of jobs.
    """
    from shmear.review import ReviewError

    place = record
    try:
        found = _only(record)
        place = found.place
        _review(
            found.decode(),
            seat,
            html=html,
            plots=plots,
            suffix=".png" if png else ".svg",
            as_json=as_json,
            options={"worlds": budget, "seed": seed, "jobs": jobs or os.cpu_count() or 1},
        )
    except RecordError as error:
        typer.echo(error_line(error.to_dict()["error"], place), err=True)
        raise typer.Exit(2) from None
    except RecursionError:
        typer.echo(f"shmear: {place}: the text is nested too deeply to be a record", err=True)
        raise typer.Exit(2) from None
    except ReviewError as error:
        typer.echo(f"shmear: {error}", err=True)
        raise typer.Exit(2) from None
    except KeyboardInterrupt:
        typer.echo("Stopped.", err=True)
        raise typer.Exit(130) from None


def _only(path: str) -> Found:
    """The one record of a file; `RecordError` where there are more or none."""
    found: list[Found] = []
    for one in find(path, sys.stdin.buffer):
        found.append(one)
        if len(found) > 1:
            raise RecordError(f"{path} holds more than one record; give a file with one")
    if not found:
        raise RecordError(f"{path} is empty; a record is a JSON object")
    return found[0]


def _review(
    record: Any,
    seat: int | None,
    *,
    html: Path | None,
    plots: Path | None,
    suffix: str,
    as_json: bool,
    options: dict[str, int],
) -> None:
    from shmear.record import replay
    from shmear.review import ReviewError, review_match
    from shmear.review.page import page
    from shmear.review.plots import check_plots, write_plots
    from shmear.review.showing import print_review, progress
    from shmear.review.writing import check_file, folder, json_text, write_text
    from shmear.terminal.console import make_console

    # Everything that can go wrong does so before anybody waits.
    players = len(replay(record).names)
    if seat is not None and seat >= players:
        raise ReviewError(f"there is no seat {seat}; the seats of this match run from 0 to {players - 1}")
    if html is not None:
        check_file(html)
    if plots is not None:
        check_plots()
        folder(plots)
    with progress(make_console(sys.stderr)) as told:
        review = review_match(record, told=told, **options)
    if as_json:
        print(json_text(review, seat))
    else:
        print_review(review, make_console(), seat)
    if html is not None:
        write_text(html, page(review, seat))
    if plots is not None:
        write_plots(review, plots, suffix)
