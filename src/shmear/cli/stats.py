"""``shmear stats``: what the cards are likely to be, and what holdings are likely to take (docs/odds.md)."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from shmear.cli.options import game_named, players_or_usual

if TYPE_CHECKING:
    from shmear.stats import Study

HANDS = 100_000
"""How many hands are dealt where nobody says."""


def stats_command(
    game: Annotated[str | None, typer.Option(help="A game's name.", show_default="six-point")] = None,
    players: Annotated[int | None, typer.Option(help="How many play.", show_default="4, or the nearest")] = None,
    hands: Annotated[int, typer.Option(min=1, help="How many hands are dealt and played out.")] = HANDS,
    table: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME",
            help="Only this table: cards, suits, top, others, points, low, bids, worth or ace. May be given again.",
            show_default=False,
        ),
    ] = None,
    seed: Annotated[int, typer.Option(min=0, help="The seed of the deals and of the play.")] = 1,
    jobs: Annotated[int | None, typer.Option(min=1, max=512, help="Threads.", show_default="one a core")] = None,
    rules: Annotated[Path | None, typer.Option(help="House rules, a TOML file.", show_default=False)] = None,
    csv: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Write each table to DIR/NAME.csv.", show_default=False)
    ] = None,
    plots: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Draw tables to DIR/NAME.svg.", show_default=False)
    ] = None,
    png: Annotated[bool, typer.Option("--png", help="Draw .png instead of .svg.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """The odds of a game: where cards are, how often each point exists, what is made with which holding.

    Tables cards, suits, top and others are exact. For the others hands are dealt and played out by rules of thumb,
    and every figure has its 95 % interval. The same seed gives the same figures for any number of jobs.
    """
    from shmear.stats import TABLES, StatsError, Study

    rule_set = game_named(game or ("six-point" if rules is None else None), rules)
    try:
        study = Study(rules=rule_set, players=players_or_usual(rule_set, players), hands=hands, seed=seed)
        names = table or TABLES
        _study(study, names, jobs or os.cpu_count() or 1, csv=csv, plots=plots, png=png, as_json=as_json)
    except StatsError as error:
        typer.echo(f"shmear: {error}", err=True)
        raise typer.Exit(2) from None
    except KeyboardInterrupt:
        typer.echo("Stopped.", err=True)
        raise typer.Exit(130) from None


def _study(
    study: Study,
    names: list[str] | tuple[str, ...],
    jobs: int,
    *,
    csv: Path | None,
    plots: Path | None,
    png: bool,
    as_json: bool,
) -> None:
    from shmear.stats import check_names, study_report
    from shmear.stats.plot import check_plots, write_plots
    from shmear.stats.showing import print_report, progress
    from shmear.stats.writing import folder, json_text, write_csv
    from shmear.terminal.console import make_console

    check_names(names)
    if plots is not None:
        check_plots(names)
    for path in (csv, plots):  # before hands are played for it
        if path is not None:
            folder(path)
    with progress(make_console(sys.stderr), study.hands) as told:
        report = study_report(study, names, jobs=jobs, told=told)
    if as_json:
        print(json_text(report))
    else:
        print_report(report, make_console())
    if csv is not None:
        write_csv(report, csv)
    if plots is not None:
        write_plots(report, plots, ".png" if png else ".svg")
