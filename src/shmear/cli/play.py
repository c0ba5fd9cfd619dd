"""``shmear play``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer


def play_command(
    game: Annotated[
        str | None, typer.Argument(help="A game's name; asked for when left out.", show_default=False)
    ] = None,
    players: Annotated[int | None, typer.Option(help="How many play.", show_default="4, or the nearest")] = None,
    seat: Annotated[
        str | None, typer.Option(help="Your seat, counted from 0; none to watch.", show_default="0")
    ] = None,
    seed: Annotated[int | None, typer.Option(min=0, help="Deal the match of a seed.", show_default="drawn")] = None,
    rules: Annotated[Path | None, typer.Option(help="House rules, a TOML file.", show_default=False)] = None,
    bots: Annotated[
        str | None,
        typer.Option(help="Who plays against you: random, novice, club or expert, or one a seat: club,novice,club."),
    ] = None,
    sides: Annotated[
        str | None, typer.Option(help="Who plays together, 0+2 1+3, where pairs are drawn or set.", show_default=False)
    ] = None,
    resume: Annotated[Path | None, typer.Option(help="Go on with a saved match.", show_default=False)] = None,
    save: Annotated[
        Path | None, typer.Option(help="Where the match is saved.", show_default="shmear-GAME-SEED.json")
    ] = None,
    pace: Annotated[float, typer.Option(min=0, max=2, help="Seconds between cards at a terminal.")] = 0.3,
) -> None:
    """Play a match against bots at the terminal.

    Type a card's number or its rank and suit (jh, 10c, bj), a bid (3), pass or shoot; ? helps at any moment. The
    match is saved when you leave, and --resume goes on with it.
    """
    from shmear.terminal import play

    raise typer.Exit(
        play(
            game,
            players=players,
            seat=seat,
            seed=seed,
            rules=rules,
            bots=bots,
            sides=sides,
            resume=resume,
            save=save,
            pace=pace,
        )
    )
