"""``shmear arena``: bots against bots (docs/arena.md)."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from shmear.cli.options import game_named, players_or_usual

if TYPE_CHECKING:
    from shmear.arena import Plan

DEALS, MATCHES = 2000, 200
"""How many are played where nobody says."""


def arena_command(
    bots: Annotated[list[str], typer.Argument(metavar="BOT BOT…", help="Two or more kinds of bot, by name.")],
    game: Annotated[str | None, typer.Option(help="A game's name.", show_default="six-point")] = None,
    players: Annotated[int | None, typer.Option(help="How many play.", show_default="4, or the nearest")] = None,
    deals: Annotated[
        int | None,
        typer.Option(min=1, help="How many deals, or matches with --matches.", show_default=f"{DEALS}, {MATCHES}"),
    ] = None,
    matches: Annotated[bool, typer.Option("--matches", help="Play whole matches to the target.")] = False,
    seed: Annotated[int, typer.Option(min=0, help="The seed of the deals and of the bots' chance.")] = 1,
    cap: Annotated[int, typer.Option(min=1, help="Hands after which a match is stopped.")] = 300,
    jobs: Annotated[
        int | None, typer.Option(min=1, max=512, help="Processes that play.", show_default="one a core")
    ] = None,
    ray: Annotated[
        str | None,
        typer.Option(metavar="ADDRESS", help="Play on a Ray cluster; local starts one here.", show_default=False),
    ] = None,
    rules: Annotated[Path | None, typer.Option(help="House rules, a TOML file.", show_default=False)] = None,
    json: Annotated[
        Path | None, typer.Option(metavar="OUT", help="Write every figure to a file.", show_default=False)
    ] = None,
    plot: Annotated[
        Path | None, typer.Option(metavar="OUT", help="Draw the outcome, .svg or .png.", show_default=False)
    ] = None,
    resume: Annotated[
        Path | None, typer.Option(help="Keep results in a file and go on with those in it.", show_default=False)
    ] = None,
) -> None:
    """Let bots play the same deals in each other's seats: who is stronger, and how sure that is.

    Every deal is played by every pairing of the kinds in every rotation of the seats. Ctrl-C prints what there is so
    far; the same command goes on from there where --json or --resume names a file.
    """
    from shmear.arena import ArenaError, Plan

    rule_set = game_named(game or ("six-point" if rules is None else None), rules)
    try:
        plan = Plan(
            rules=rule_set,
            players=players_or_usual(rule_set, players),
            kinds=tuple(bots),
            matches=matches,
            seed=seed,
            cap=cap,
        )
        count = deals if deals is not None else MATCHES if matches else DEALS
        code = _compete(plan, count, jobs or os.cpu_count() or 1, ray=ray, json=json, plot=plot, resume=resume)
    except ArenaError as error:
        typer.echo(f"shmear: {error}", err=True)
        code = 2
    raise typer.Exit(code)


def _compete(
    plan: Plan, count: int, jobs: int, *, ray: str | None, json: Path | None, plot: Path | None, resume: Path | None
) -> int:
    from shmear.arena import compete, report
    from shmear.arena.files import keep_all, kept_beside, write_json
    from shmear.arena.plot import check_plot
    from shmear.arena.plot import plot as draw
    from shmear.arena.showing import print_report, progress
    from shmear.terminal.console import make_console

    if plot is not None:
        check_plot(plot)
    keep = resume if resume is not None else kept_beside(json)
    what = "matches" if plan.matches else "deals"
    with progress(make_console(sys.stderr), count, what) as told:
        competed = compete(plan, count, jobs=jobs, ray=ray, keep=keep, told=told)
    done = report(plan, competed.results, count)
    print_report(done, make_console())
    if json is not None:
        write_json(done, json)
    if plot is not None and competed.results:
        draw(done, plot)
    if not competed.interrupted:
        if keep is not None and resume is None:
            keep.unlink(missing_ok=True)
        return 0
    if keep is None and not competed.results:
        typer.echo("Stopped.", err=True)
    elif keep is None:
        keep = keep_all(plan, competed.results)
        typer.echo(f"Stopped. Go on with the same command and --resume {keep}", err=True)
    else:
        typer.echo(f"Stopped; what is finished is in {keep}. The same command goes on from there.", err=True)
    return 130
