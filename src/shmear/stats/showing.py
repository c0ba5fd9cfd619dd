"""The tables in a terminal, and the bar that says how long it takes."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Generator
from typing import NamedTuple

from rich.box import SIMPLE_HEAD
from rich.cells import cell_len
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TaskID, TextColumn, TimeRemainingColumn
from rich.table import Table as RichTable
from rich.text import Text

from shmear.stats.report import METHOD, Report
from shmear.stats.table import Table
from shmear.stats.writing import Figures, cell_text, source_text


class Style(NamedTuple):
    """How much of each figure is shown, and how far columns stand apart."""

    figures: Figures
    gap: int


STYLES = (Style("full", 2), Style("whole", 2), Style("whole", 1), Style("lean", 1), Style("bare", 1))
"""The styles of a terminal's tables, the roomiest first."""


def heading(report: Report) -> str:
    """What was studied, on one line."""
    arguments = report.arguments
    said = f"{arguments['game']} · {arguments['players']} players"
    if not report.played:
        return said
    hands = arguments["hands"]
    return f"{said} · {hands} hand{'' if hands == 1 else 's'} · seed {arguments['seed']}"


def print_report(report: Report, console: Console) -> None:
    """Print the tables and notes."""
    console.print(Text(heading(report), style="bold"))
    for table in report.tables:
        console.print()
        console.print(Text(f"{table.title}  [{table.name}]", style="bold"))
        style, shown = _that_fits(table, console.width)
        console.print(Text(source_text(table, report.arguments["hands"], style.figures)))
        console.print(_grid(shown, style, console.width))
        if shown is not table:
            first = table.columns[len(shown.columns)].head
            console.print(Text(f"There is no room for the columns from “{first}” on; see --csv or --json."))
        for note in table.notes:
            console.print(Text(note))
    if report.notes or report.played:
        console.print()
    for note in report.notes:
        console.print(Text(f"{note[:1].upper()}{note[1:]}."))
    if report.played:
        console.print(Text(METHOD))


@contextlib.contextmanager
def progress(console: Console, hands: int) -> Generator[Callable[[int], None]]:
    """A bar with the time left, on a terminal and nowhere else; what is given is told how many hands are done."""
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
            if task is None:  # exact tables need no hands, and no bar
                task = bar.add_task("hands", total=hands)
            bar.update(task, completed=done)

        yield told


def _that_fits(table: Table, width: int) -> tuple[Style, Table]:
    """The roomiest style in which a table fits so many columns; where none does, the first columns of the table."""
    for style in STYLES:
        if _width(table, style) <= width:
            return style, table
    style, count = STYLES[-1], len(table.columns)
    while count > 2 and _width(table.first(count), style) > width:
        count -= 1
    return style, table.first(count)


def _width(table: Table, style: Style) -> int:
    """How many columns of a terminal a table needs."""
    count = len(table.columns)
    return sum(_least_width(table, number, style.figures) for number in range(count)) + style.gap * (count - 1)


def _grid(table: Table, style: Style, width: int) -> RichTable:
    """A table for the terminal, each column as wide as its cells and the words of its head."""
    widths = [_least_width(table, number, style.figures) for number in range(len(table.columns))]
    spare = width - _width(table, style)
    for number, column in enumerate(table.columns):  # what is left makes heads fit on one line
        more = max(0, min(spare, cell_len(column.head) - widths[number]))
        widths[number] += more
        spare -= more
    # The box brings one space between columns.
    padding = (0, style.gap - 1, 0, 0)
    grid = RichTable(box=SIMPLE_HEAD, pad_edge=False, padding=padding, header_style="bold", show_edge=False)
    for column, wide in zip(table.columns, widths, strict=True):
        grid.add_column(column.head, justify="left" if column.kind == "text" else "right", width=wide)
    for row in table.rows:
        grid.add_row(*(cell_text(*pair, style.figures) for pair in zip(table.columns, row, strict=True)))
    return grid


def _least_width(table: Table, number: int, figures: Figures) -> int:
    column = table.columns[number]
    cells = [cell_text(column, row[number], figures) for row in table.rows]
    return max(map(cell_len, [*cells, *column.head.split()]), default=1)
