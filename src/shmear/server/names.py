"""Names as they may be shown to others: one short line of ordinary letters, and no two alike at a table."""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections.abc import Collection
from functools import lru_cache

LONGEST = 20
"""Most characters of a display name."""
LONGEST_SAYING = 240
"""Most characters of something said at the table."""

_BOTS = ("Alder", "Birch", "Cedar", "Elm", "Fir", "Hazel", "Larch", "Maple", "Oak", "Pine", "Rowan", "Willow")
_MARKS_IN_A_ROW = 2
_UNSEEN = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef]"
)
"""Letters and marks that nobody sees: fillers, joiners, selectors, Braille without a dot."""


def clean_name(given: str | None, *, otherwise: str = "Player") -> str:
    """A display name out of what somebody typed.

    Control and direction characters, invisible ones and stacks of combining marks are dropped, white space becomes
    single spaces, and the rest is cut to `LONGEST` characters. Nothing left gives `otherwise`.
    """
    return _clean(given or "")[:LONGEST].strip() or otherwise


def clean_saying(given: str) -> str:
    """What somebody says, cleaned in the same way and cut to `LONGEST_SAYING` characters; may be empty."""
    return _clean(given)[:LONGEST_SAYING].strip()


def _clean(text: str) -> str:
    kept: list[str] = []
    marks = 0
    # The length is cut before normalising: one letter can become eighteen.
    for letter in unicodedata.normalize("NFKC", text[:2000]):
        kind = unicodedata.category(letter)
        if kind in ("Cc", "Zs", "Zl", "Zp"):
            kept.append(" ")
        elif kind not in ("Cf", "Cs", "Co", "Cn") and not _UNSEEN.match(letter):
            on_nothing = not kept or kept[-1] == " "
            marks = 0 if kind not in ("Mn", "Me") else _MARKS_IN_A_ROW + 1 if on_nothing else marks + 1
            if marks <= _MARKS_IN_A_ROW:
                kept.append(letter)
    # What was dropped may have stood between a letter and its mark.
    return re.sub(r"\s+", " ", unicodedata.normalize("NFKC", "".join(kept))).strip()


def unlike(name: str, taken: Collection[str]) -> str:
    """The name, with a number behind it where somebody at the table already has it."""
    others = {one.casefold() for one in taken}
    if name.casefold() not in others:
        return name
    number = 2
    start = name[: LONGEST - 3].rstrip()
    while f"{start} {number}".casefold() in others:
        number += 1
    return f"{start} {number}"


def bot_name(seat: int, code: str, taken: Collection[str]) -> str:
    """A name for the bot in a seat, different from table to table."""
    first = hashlib.sha256(code.encode()).digest()[0]
    for step in range(len(_BOTS)):
        name = _BOTS[(first + seat * 5 + step) % len(_BOTS)]
        if name not in taken:
            return name
    return unlike("Bot", taken)


@lru_cache(maxsize=20_000)
def handle(player: str) -> str:
    """What others know a player by: it says whether two are the same, and nothing of the player's cookie."""
    return hashlib.sha256(f"handle:{player}".encode()).hexdigest()[:12]
