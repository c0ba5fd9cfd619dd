"""The outcome as a picture: a line a matchup, its interval beside the fair share. It reads as well in grey."""

from __future__ import annotations

import importlib
from pathlib import Path
from typing import Any

from shmear.arena.plan import ArenaError
from shmear.arena.report import Report
from shmear.arena.showing import heading, matchup_words, share_text, spread_text

FORMATS = (".svg", ".png")
"""What a picture may be, by its file's name."""


def check_plot(path: Path) -> None:
    """Refuse a picture that could not be drawn, before hours are played for it: `ArenaError`."""
    if path.suffix.lower() not in FORMATS:
        raise ArenaError(f"a picture is named NAME{' or NAME'.join(FORMATS)}, not {path.name}")
    _matplotlib()


def plot(report: Report, path: Path) -> None:
    """Draw the matchups of a report: shares of the matches, or differences of points a hand where deals were played."""
    matplotlib = _matplotlib()
    figures, matches = report.figures, report.arguments["matches"]
    scale, fair = (100, 100 * figures.fair_share) if matches else (1, 0.0)
    rows = [(one, one.share if matches else one.difference) for one in figures.matchups]
    # Text stays text, and the same figures give the same file.
    with matplotlib.rc_context({"svg.fonttype": "none", "svg.hashsalt": "shmear", "font.size": 10}):
        picture: Any = matplotlib.figure.Figure(figsize=(7.5, 1.4 + 0.42 * len(rows)), layout="constrained")
        axes: Any = picture.subplots()
        for place, (_, interval) in enumerate(rows):
            if interval is None:
                continue
            mean = scale * interval.mean
            axes.barh(place, mean - fair, left=fair, height=0.4, color="0.85", edgecolor="0.45")
            if interval.low is not None and interval.high is not None:
                reach = [[mean - scale * interval.low], [scale * interval.high - mean]]
                axes.errorbar(mean, place, xerr=reach, fmt="o", color="black", capsize=4, markersize=5)
            said = share_text(interval) if matches else spread_text(interval)
            beside = axes.get_yaxis_transform()  # across the axes from 0 to 1, down them by rows
            axes.text(1.02, place, said, transform=beside, va="center", fontsize=9)
        axes.axvline(fair, color="black", linestyle="--", linewidth=1)
        sides = round(1 / figures.fair_share)
        axes.set_yticks(range(len(rows)), [matchup_words(one, sides) for one, _ in rows])
        axes.set_ylim(len(rows) - 0.35, -0.65)
        axes.margins(x=0.06)
        said = f"matches won, % (dashed: the fair share, {fair:.1f} %)"
        axes.set_xlabel(said if matches else "points a hand more than the others (dashed: level)")
        axes.set_title(f"{heading(report)}\nmeans with 95 % intervals", fontsize=10)
        axes.spines[["top", "right"]].set_visible(False)
        svg = path.suffix.lower() == ".svg"
        try:
            picture.savefig(path, dpi=150, metadata={"Date": None} if svg else None)
        except OSError as error:
            raise ArenaError(f"cannot write {path}: {error.strerror or error}") from error


def _matplotlib() -> Any:
    # By name: matplotlib is an extra, and neither the command nor the type checker may need it.
    try:
        importlib.import_module("matplotlib.figure")
        return importlib.import_module("matplotlib")
    except ImportError:
        raise ArenaError("drawing needs matplotlib, which is not installed here; pip install 'shmear[bench]'") from None
