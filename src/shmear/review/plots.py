"""A review as pictures in files. Shapes, dashes and words tell things apart, so that they read in grey too."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

from shmear.review.errors import ReviewError
from shmear.review.model import Kind, MatchReview
from shmear.review.words import KIND_WORDS, side_name

SHAPES = "osdvxP^*"
DASHES = ("-", "--", ":", "-.", (0, (8, 2)), (0, (3, 1)), (0, (1, 2)), (0, (5, 1, 1, 1, 1, 1)))
GREYS = ("0", "0.4", "0.2", "0.55", "0.1", "0.5", "0.3", "0.6")
HATCHES = ("", "///", "xxx", "...", "\\\\\\", "++", "oo", "--")


def check_plots() -> None:
    """Refuse pictures where they could not be drawn, before anybody waits for them: `ReviewError`."""
    _matplotlib()


def write_plots(review: MatchReview, folder: Path, suffix: str = ".svg") -> list[Path]:
    """Draw a review into a folder, ``.svg`` or ``.png``: the files written."""
    matplotlib = _matplotlib()
    written: list[Path] = []
    for name, draw in _DRAWN.items():
        path = folder / f"{name}{suffix}"
        # Text stays text, and the same figures give the same file.
        with matplotlib.rc_context({"svg.fonttype": "none", "svg.hashsalt": "shmear", "font.size": 10}):
            picture: Any = matplotlib.figure.Figure(figsize=(7.5, 4.2), layout="constrained")
            axes: Any = picture.subplots()
            draw(review, picture, axes)
            axes.spines[["top", "right"]].set_visible(False)
            try:
                picture.savefig(path, dpi=150, metadata={"Date": None} if suffix == ".svg" else None)
            except OSError as error:
                raise ReviewError(f"cannot write {path}: {error.strerror or error}") from error
        written.append(path)
    return written


def _chances(review: MatchReview, picture: Any, axes: Any) -> None:
    rows = [review.hands[0].before, *(hand.after for hand in review.hands)]
    for side in range(len(review.sides)):
        look = side % len(SHAPES)
        axes.plot(
            range(len(rows)),
            [100 * row[side] for row in rows],
            marker=SHAPES[look],
            linestyle=DASHES[look],
            color=GREYS[look],
            markerfacecolor="black" if look % 2 == 0 else "white",
            markersize=5,
            label=_plain(side_name(review, side)),
        )
    axes.set_ylim(-3, 103)
    axes.set_xlabel("after hand")
    axes.set_ylabel("chance to win the match, %")
    axes.set_title(f"Chance to win the match · {review.title}", fontsize=10)
    picture.legend(loc="outside lower center", ncols=4, frameon=False)


def _points(review: MatchReview, picture: Any, axes: Any) -> None:
    played = [hand for hand in review.hands if hand.taken is not None]
    for made in (True, False):
        some = [hand for hand in played if bool(hand.made) is made]
        axes.bar(
            [hand.number for hand in some],
            [hand.taken for hand in some],
            width=0.7,
            color="0.7" if made else "white",
            edgecolor="black",
            hatch="" if made else "///",
            label="points of the bidder's side: " + ("made" if made else "set"),
        )
    bids = [hand.bid if isinstance(hand.bid, int) else len(hand.points) for hand in played]
    numbers = [hand.number for hand in played]
    axes.hlines(
        bids, [one - 0.45 for one in numbers], [one + 0.45 for one in numbers], color="black", lw=3, label="bid"
    )
    axes.set_xlabel("hand")
    axes.set_ylabel("points")
    axes.set_title(f"Points won against points bid · {review.title}", fontsize=10)
    picture.legend(loc="outside lower center", ncols=3, frameon=False)


def _losses(review: MatchReview, picture: Any, axes: Any) -> None:
    kinds: list[Kind] = [kind for kind in KIND_WORDS if any(kind in player.kinds for player in review.players)]
    height = 0.8 / len(review.players)
    for place, player in enumerate(review.players):
        tallies = [player.kinds.get(kind) for kind in kinds]
        axes.barh(
            [row + (place + 0.5) * height - 0.4 for row in range(len(kinds))],
            [100 * (one.loss or 0) if one else 0 for one in tallies],
            xerr=[100 * (one.loss_error or 0) if one else 0 for one in tallies],
            height=height,
            color=("0.35", "white", "0.7", "white")[place % 4],
            edgecolor="black",
            hatch=HATCHES[place % len(HATCHES)] if place else "",
            error_kw={"elinewidth": 1},
            label=_plain(player.name),
        )
    axes.set_yticks(range(len(kinds)), [KIND_WORDS[kind] for kind in kinds])
    axes.invert_yaxis()
    axes.set_xlim(left=0)
    axes.set_xlabel("chance to win lost by a decision on the average, % (strokes: standard errors)")
    axes.set_title(f"Loss by kind of decision · {review.title}", fontsize=10)
    picture.legend(loc="outside lower center", ncols=4, frameon=False)


_DRAWN: dict[str, Callable[[MatchReview, Any, Any], None]] = {
    "chances": _chances,
    "points": _points,
    "losses": _losses,
}


def _plain(name: str) -> str:
    """A name as a label: no formula in it, and shown though it begins with an underscore."""
    return ("\u200b" if name.startswith("_") else "") + name.replace("$", r"\$")


def _matplotlib() -> Any:
    # By name: matplotlib is an extra, and neither the command nor the type checker may need it.
    try:
        importlib.import_module("matplotlib.figure")
        return importlib.import_module("matplotlib")
    except ImportError:
        raise ReviewError(
            "drawing needs matplotlib, which is not installed here; pip install 'shmear[bench]'"
        ) from None
