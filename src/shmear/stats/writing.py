"""Tables as text: cells for people, Markdown, CSV and JSON."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal

import msgspec

from shmear.stats.report import METHOD, Report
from shmear.stats.study import StatsError
from shmear.stats.table import Cell, Column, Exact, Measured, Table

SHORT = 20
"""Up to this denominator a chance is shown as a fraction too."""

Figures = Literal["full", "whole", "lean", "bare"]
"""How much of a figure there is room for.

Shares to a tenth of a percent, to a percent, the same with intervals for shares only, and without any interval.
"""


def cell_text(column: Column, cell: Cell, figures: Figures = "full") -> str:
    """A cell for people: shares in percent, an interval as the reach to its farther end.

    Among whole percents a reach of less than half a percent is left out.
    """
    if cell is None:
        return "–"
    if isinstance(cell, str | int):
        return str(cell)
    share = column.kind == "share"
    scale = 100 if share else 1
    if isinstance(cell, Exact):
        _, _, below = cell.fraction.partition("/")
        if not share:
            return f"{cell.value:.2f}"
        number = exact_text(scale * cell.value)
        return f"{number} ({cell.fraction})" if below and int(below) <= SHORT else number
    places = 2 if not share else 1 if figures == "full" else 0
    number = f"{scale * cell.value:.{places}f}"
    if cell.reach is None or figures == "bare" or (figures == "lean" and not share):
        return number
    if share and figures != "full" and scale * cell.reach < 0.5:
        return number
    return f"{number}±{scale * cell.reach:.{places}f}"


def exact_text(number: float) -> str:
    """An exact number: to one place, or to two digits where it is small."""
    if number == 0:
        return "0"
    if number < 0.001:
        return "<0.001"
    return f"{number:.1f}" if number >= 0.95 else f"{number:.{2 if number >= 0.095 else 3 if number >= 0.0095 else 4}f}"


def source_text(table: Table, hands: int, figures: Figures = "full") -> str:
    """What a table's figures are, in a sentence or two."""
    percent = "In percent." if any(column.kind == "share" for column in table.columns) else ""
    hands_out = f"From {hands:,} {'hand' if hands == 1 else 'hands'} played out"
    intervals = {
        "full": ", with 95 % intervals.",
        "whole": ", with 95 % intervals (±) of half a percent and more.",
        "lean": ", with 95 % intervals (±) of half a percent and more for the shares.",
        "bare": "; for the 95 % intervals, which have no room here, see --csv or --json.",
    }[figures]
    formula = "The column “exact” is a formula." if table.source == "both" else ""
    said = "Exact." if table.source == "exact" else f"{hands_out}{intervals}"
    return " ".join(part for part in (said, formula, percent) if part)


def markdown(table: Table, hands: int) -> str:
    """A table for a page of the docs, with what its figures are and its notes below."""
    lines = [
        "| " + " | ".join(column.head for column in table.columns) + " |",
        "| " + " | ".join("---" if column.kind == "text" else "---:" for column in table.columns) + " |",
    ]
    for row in table.rows:
        cells = [cell_text(*pair).replace("±", " ± ") for pair in zip(table.columns, row, strict=True)]
        lines.append("| " + " | ".join(cells) + " |")
    return "\n".join([*lines, "", " ".join([source_text(table, hands), *table.notes])])


def csv_text(table: Table) -> str:
    """A table as CSV. A measured column becomes three, with ``_low`` and ``_high``; an exact one gets an ``_exact``."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    kinds = [_kind(table, number) for number in range(len(table.columns))]
    heads: list[str] = []
    for column, kind in zip(table.columns, kinds, strict=True):
        heads += [f"{column.key}{more}" for more in _SUFFIXES[kind]]
    writer.writerow(heads)
    for row in table.rows:
        cells: list[str | int | float | None] = []
        for cell, kind in zip(row, kinds, strict=True):
            cells += _csv_cells(cell, kind)
        writer.writerow(cells)
    return out.getvalue()


_SUFFIXES = {"plain": ("",), "exact": ("", "_exact"), "measured": ("", "_low", "_high")}


def _kind(table: Table, number: int) -> str:
    cells = [row[number] for row in table.rows]
    if any(isinstance(cell, Measured) for cell in cells):
        return "measured"
    return "exact" if any(isinstance(cell, Exact) for cell in cells) else "plain"


def _csv_cells(cell: Cell, kind: str) -> Iterator[str | int | float | None]:
    if isinstance(cell, Measured):
        yield from (cell.value, cell.low, cell.high)
    elif isinstance(cell, Exact):
        yield cell.value
        yield from (cell.value, cell.value) if kind == "measured" else (cell.fraction,)
    else:
        yield from (cell, *[None] * (len(_SUFFIXES[kind]) - 1))


def json_text(report: Report) -> str:
    """A report as JSON: its arguments, tables and notes. Shares are parts of one."""
    found: dict[str, Any] = {
        "arguments": report.arguments,
        "tables": [table.to_dict() for table in report.tables],
        "notes": [*report.notes, *([METHOD] if report.played else [])],
    }
    return msgspec.json.format(msgspec.json.encode(found), indent=2).decode()


def folder(path: Path) -> Path:
    """A folder to write into, made where there is none; `StatsError` where that cannot be done."""
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise StatsError(f"cannot write into {path}: {error.strerror or error}") from error
    return path


def write_csv(report: Report, path: Path) -> None:
    """Write each table into a folder as ``NAME.csv``; `StatsError` where that cannot be done."""
    for table in report.tables:
        file = folder(path) / f"{table.name}.csv"
        try:
            file.write_text(csv_text(table), encoding="utf-8")
        except OSError as error:
            raise StatsError(f"cannot write {file}: {error.strerror or error}") from error
