"""Tables as pictures that read as well in grey: shapes, hatches and words tell things apart, never colour alone."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from shmear.stats.report import Report
from shmear.stats.showing import heading
from shmear.stats.study import StatsError
from shmear.stats.table import Cell, Measured, Table

SHAPES = "os^Dv*P"
"""Markers, one a bid or a suit."""

GREYS = ("black", "white", "0.55", "white", "0.3", "white", "0.75")
"""What the markers are filled with."""


def check_plots(names: Iterable[str]) -> None:
    """Refuse pictures that could not be drawn, before hands are played for them: `StatsError`."""
    if not any(name in _DRAWN for name in names):
        raise StatsError(f"none of these tables has a picture; those of {', '.join(_DRAWN)} have")
    _matplotlib()


def write_plots(report: Report, folder: Path, suffix: str = ".svg") -> list[Path]:
    """Draw each table that has a picture into a folder as ``NAME.svg`` or ``.png``: the files written."""
    written: list[Path] = []
    for table in report.tables:
        if table.name in _DRAWN:
            written.append(folder / f"{table.name}{suffix}")
            draw(table, heading(report), written[-1])
    return written


def draw(table: Table, said: str, path: Path) -> None:
    """Draw one table, with a line that says what was studied; `StatsError` where the file cannot be written."""
    matplotlib = _matplotlib()
    # Text stays text, and the same figures give the same file.
    with matplotlib.rc_context(
        {"svg.fonttype": "none", "svg.hashsalt": "shmear", "font.size": 10, "hatch.linewidth": 0.6}
    ):
        picture: Any = matplotlib.figure.Figure(layout="constrained")
        axes: Any = picture.subplots()
        _DRAWN[table.name](table, picture, axes)
        axes.set_title(f"{table.title}\n{said}", fontsize=10)
        axes.spines[["top", "right"]].set_visible(False)
        svg = path.suffix == ".svg"
        try:
            picture.savefig(path, dpi=150, metadata={"Date": None} if svg else None)
        except OSError as error:
            raise StatsError(f"cannot write {path}: {error.strerror or error}") from error
    if svg:
        text = path.read_text(encoding="utf-8")
        path.write_text("\n".join(line.rstrip() for line in text.splitlines()) + "\n", encoding="utf-8")


def _bids(table: Table, picture: Any, axes: Any) -> None:
    """A line a pattern, a marker a bid, at the chance that it is made."""
    picture.set_size_inches(7.5, 1.6 + 0.24 * len(table.rows))
    heads = sum(column.kind == "text" for column in table.columns)
    bids = [number for number, column in enumerate(table.columns) if column.key.startswith("bid_")]
    labels = [" · ".join(str(cell) for cell in row[:heads]) for row in table.rows]
    for place in range(0, len(labels), 2):
        axes.axhspan(place - 0.5, place + 0.5, color="0.95", zorder=0)
    for which, number in enumerate(bids):
        rows = [(place, row[number]) for place, row in enumerate(table.rows)]
        kept = [(place, cell) for place, cell in rows if isinstance(cell, Measured)]
        axes.errorbar(
            [100 * cell.value for _, cell in kept],
            [place for place, _ in kept],
            xerr=[_below(cell for _, cell in kept), _above(cell for _, cell in kept)],
            fmt=SHAPES[which % len(SHAPES)],
            color="black",
            markerfacecolor=GREYS[which % len(GREYS)],
            markersize=6,
            elinewidth=0.8,
            label=table.columns[number].head,
        )
    axes.set_yticks(range(len(labels)), labels)
    axes.set_ylim(len(labels) - 0.5, -0.5)
    axes.set_ylabel(" · ".join(column.head for column in table.columns[:heads]))
    axes.set_xlim(-2, 102)
    axes.set_xlabel("made, % (strokes: 95 % intervals)")
    picture.legend(loc="outside lower center", ncols=7, frameon=False)


def _points(table: Table, picture: Any, axes: Any) -> None:
    """A bar a point, shared out between the bidder's side, the others and nobody."""
    picture.set_size_inches(7.5, 1.9 + 0.42 * len(table.rows))
    parts = [(number, column) for number, column in enumerate(table.columns) if column.key in _PARTS]
    labels = [str(row[0]) for row in table.rows]
    left = [0.0] * len(labels)
    for number, column in parts:
        shares = [
            100 * cell.value if isinstance(cell, Measured) else 0.0 for cell in (row[number] for row in table.rows)
        ]
        colour, hatch, ink = _PARTS[column.key]
        axes.barh(
            range(len(labels)),
            shares,
            left=left,
            height=0.7,
            color=colour,
            edgecolor="black",
            linewidth=0.8,
            hatch=hatch,
            label=column.head,
        )
        for place, share in enumerate(shares):  # a part that is too small has no room for its figure
            if share >= 4:
                axes.text(
                    left[place] + share / 2,
                    place,
                    f"{share:.0f}",
                    ha="center",
                    va="center",
                    color=ink,
                    fontsize=9,
                    bbox=None if not hatch else {"facecolor": "white", "edgecolor": "none", "pad": 1},
                )
        left = [one + share for one, share in zip(left, shares, strict=True)]
    axes.set_yticks(range(len(labels)), labels)
    axes.set_ylim(len(labels) - 0.5, -0.5)
    axes.set_xlim(0, 100)
    axes.set_xlabel("of the hands in which the strongest holding plays, %")
    picture.legend(loc="outside lower center", ncols=7, frameon=False)


_PARTS = {
    "bidders_side": ("0.35", "", "white"),
    "others": ("white", "///", "black"),
    "nobody": ("0.85", "", "black"),
}
"""How the parts of a bar look: colour, hatch, colour of its figure."""


def _ace(table: Table, picture: Any, axes: Any) -> None:
    """Bars for all ace-high suits of three cards by points taken, markers for some kinds."""
    picture.set_size_inches(7.5, 4.2)
    columns = [number for number, column in enumerate(table.columns) if column.key.startswith("points_")]
    *kinds, together = table.rows
    names = [int(table.columns[number].head) for number in columns]
    axes.bar(
        names, [_percent(together[number]) for number in columns], color="0.85", edgecolor="0.4", label="all of them"
    )
    shown = [row for row in kinds if row[0] in ("A x x", "A J x", "A K x")]
    for which, row in enumerate(shown):
        cells = [cell for cell in (row[number] for number in columns) if isinstance(cell, Measured)]
        axes.errorbar(
            [name + 0.22 * (which - (len(shown) - 1) / 2) for name in names],
            [100 * cell.value for cell in cells],
            yerr=[_below(cells), _above(cells)],
            fmt=SHAPES[which],
            color="black",
            markerfacecolor=GREYS[which],
            elinewidth=0.8,
            label=str(row[0]),
        )
    axes.set_xticks(names)
    axes.set_xlabel("points of the bidder's side")
    axes.set_ylabel("of the hands, % (strokes: 95 % intervals)")
    axes.legend(frameon=False)


_DRAWN: dict[str, Callable[[Table, Any, Any], None]] = {"points": _points, "bids": _bids, "worth": _bids, "ace": _ace}


def _percent(cell: Cell) -> float:
    return 100 * cell.value if isinstance(cell, Measured) else 0.0


def _below(cells: Iterable[Measured]) -> list[float]:
    return [0.0 if cell.low is None else max(0.0, 100 * (cell.value - cell.low)) for cell in cells]


def _above(cells: Iterable[Measured]) -> list[float]:
    return [0.0 if cell.high is None else max(0.0, 100 * (cell.high - cell.value)) for cell in cells]


def _matplotlib() -> Any:
    # By name: matplotlib is an extra, and neither the command nor the type checker may need it.
    try:
        importlib.import_module("matplotlib.figure")
        return importlib.import_module("matplotlib")
    except ImportError:
        raise StatsError("drawing needs matplotlib, which is not installed here; pip install 'shmear[bench]'") from None
