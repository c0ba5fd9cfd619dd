"""Writing a review to files and as JSON."""

from __future__ import annotations

from pathlib import Path

import msgspec

from shmear.review.errors import ReviewError
from shmear.review.model import MatchReview


def json_text(review: MatchReview, seat: int | None = None) -> str:
    """The review as one line of JSON; with a seat, the decisions of that seat alone."""
    if seat is not None:
        review = only(review, seat)
    return msgspec.json.encode(review).decode()


def only(review: MatchReview, seat: int) -> MatchReview:
    """The review with the decisions of one seat alone."""
    hands = tuple(
        msgspec.structs.replace(hand, decisions=tuple(one for one in hand.decisions if one.seat == seat))
        for hand in review.hands
    )
    return msgspec.structs.replace(review, hands=hands)


def check_file(path: Path) -> None:
    """Refuse a file that cannot be written, before anybody waits for it: `ReviewError`."""
    try:
        if path.is_dir():
            raise ReviewError(f"cannot write {path}: it is a folder")
        with path.open("ab"):
            pass
        if not path.stat().st_size:
            path.unlink()
    except OSError as error:
        raise ReviewError(f"cannot write {path}: {error.strerror or error}") from error


def write_text(path: Path, text: str) -> None:
    """Write a text file; `ReviewError` where that fails."""
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise ReviewError(f"cannot write {path}: {error.strerror or error}") from error


def folder(path: Path) -> None:
    """Make a folder where there is none; `ReviewError` where that fails."""
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise ReviewError(f"cannot write into {path}: {error.strerror or error}") from error
