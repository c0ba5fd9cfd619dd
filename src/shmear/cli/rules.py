"""``shmear rules``: the games, their rules in words, as files, and where two differ."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from shmear.cli.options import game_named, players_or_usual
from shmear.rules import RulesError, RuleSet, preset, preset_names, preset_text


def rules_command(
    name: Annotated[str | None, typer.Argument(metavar="[GAME]", help="A game; without one, the list.")] = None,
    players: Annotated[int | None, typer.Option("--players", "-n", help="For so many players.")] = None,
    rules_file: Annotated[Path | None, typer.Option("--rules", help="A house rule set in place of GAME.")] = None,
    toml: Annotated[bool, typer.Option("--toml", help="Print the rules file, which --rules takes back.")] = False,
    line: Annotated[bool, typer.Option("--line", help="Print the rules on one line.")] = False,
    diff: Annotated[
        str | None,
        typer.Option("--diff", metavar="OTHER", help="Where this game and OTHER (a game or a file) differ."),
    ] = None,
) -> None:
    """List the games, or print one game's rules in plain English."""
    if name is None and rules_file is None:
        if toml or line or diff is not None or players is not None:
            raise RulesError(f"name a game: {', '.join(preset_names())}; or give --rules FILE")
        _list()
        return
    rules = game_named(name, rules_file)
    if toml:
        print(_toml(name, rules_file), end="")
    elif diff is not None:
        _diff(rules, game_named(diff, None))
    elif line:
        from shmear.rules.line import to_line

        print(to_line(rules, players))
    else:
        _book(rules, players_or_usual(rules, players))


def _list() -> None:
    from rich.console import Console
    from rich.table import Table

    from shmear.rules.line import to_line

    table = Table(box=None, padding=(0, 2, 0, 0), show_header=False)
    table.add_column(no_wrap=True, style="bold")
    table.add_column()
    for one in preset_names():
        rules = preset(one)
        table.add_row(one, f"{rules.title}\n[dim]{to_line(rules)}[/dim]")
    console = Console(highlight=False)
    console.print(table)
    console.print("\n[bold]shmear rules GAME --players N[/bold] prints a game's rules.")


def _toml(name: str | None, file: Path | None) -> str:
    """The text of the file that the rules were read from."""
    if name is not None and name in preset_names():
        return preset_text(name)
    return Path(name or file or "").read_text(encoding="utf-8-sig")


def _diff(rules: RuleSet, other: RuleSet) -> None:
    from shmear.rules.words import difference

    found = difference(rules, other)
    for sentence in found or [f"{rules.title} and {other.title} are played by the same rules."]:
        print(sentence)


def _book(rules: RuleSet, players: int) -> None:
    """Print the rules, paragraphs wrapped to the terminal (100 columns at most); tables and headings as they are."""
    import shutil
    import textwrap

    from rich.console import Console
    from rich.text import Text

    from shmear.rules.words import rule_book

    console = Console(highlight=False)
    width = min(100, shutil.get_terminal_size((100, 24)).columns)
    for line in rule_book(rules, players).splitlines():
        if line.startswith("#"):
            console.print(Text(line.lstrip("# "), style="bold"))
        elif line.startswith("|"):
            console.print(Text(line), soft_wrap=True)
        else:
            print(textwrap.fill(line, width))
