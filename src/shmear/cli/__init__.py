"""The ``shmear`` command. Each command is a thin layer over one function of the packages below."""

from __future__ import annotations

import io
import os
import sys
from typing import Annotated

import typer

from shmear import __version__
from shmear.cli.arena import arena_command
from shmear.cli.bid import bid_command
from shmear.cli.play import play_command
from shmear.cli.review import review_command
from shmear.cli.rules import rules_command
from shmear.cli.score import score_command
from shmear.cli.serve import serve_command
from shmear.cli.solve import solve_command
from shmear.cli.stats import stats_command
from shmear.cli.verify import verify_command
from shmear.rules import RulesError

app = typer.Typer(
    name="shmear",
    help="Every game of Smear, Shmear and Pitch at one table.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.command("arena")(arena_command)
app.command("bid")(bid_command)
app.command("play")(play_command)
app.command("review")(review_command)
app.command("rules")(rules_command)
app.command("score")(score_command)
app.command("serve")(serve_command)
app.command("solve")(solve_command)
app.command("stats")(stats_command)
app.command("verify")(verify_command)


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"shmear {__version__}")
        raise typer.Exit


@app.callback()
def _shmear(  # pyright: ignore[reportUnusedFunction]
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    """Every game of Smear, Shmear and Pitch at one table."""


def main() -> None:
    """Run the command; an error that a player can mend is one line on standard error and exit code 2."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):  # a name may hold what the terminal cannot show
            stream.reconfigure(errors="backslashreplace")
    try:
        app()
    except RulesError as error:
        typer.echo(f"shmear: {error}", err=True)
        sys.exit(2)
    except BrokenPipeError:  # the reader, such as head, has gone
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(0)
    except Exception as error:
        if os.environ.get("SHMEAR_TRACEBACK"):
            raise
        typer.echo(f"shmear: a defect in the program: {type(error).__name__}: {error}", err=True)
        typer.echo("Please report it; with SHMEAR_TRACEBACK=1 set it shows where it happened.", err=True)
        sys.exit(70)
