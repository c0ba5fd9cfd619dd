"""Consoles: 80 columns at most, no escape codes where none are wanted, letters where the output has no pips."""

from __future__ import annotations

import os
import sys
from typing import IO, TextIO, cast

from rich.console import Console

WIDTH = 80
"""Columns that the table is laid out for."""

_LETTERS = str.maketrans(
    {"♣": "C", "♦": "D", "♥": "H", "♠": "S", "·": "-", "–": "-", "…": "..", "─": "-", "━": "-", "│": "|", "┼": "+"}
)


def make_console(out: TextIO | None = None, width: int | None = None) -> Console:
    """A console on a stream (stdout): plain text with ``NO_COLOR``, a dumb terminal or no terminal at all.

    It is as wide as the terminal, at most 80 columns; `width` sets it.
    """
    stream = out if out is not None else sys.stdout
    plain = bool(os.environ.get("NO_COLOR")) or os.environ.get("TERM") == "dumb"
    console = Console(
        file=_writable(stream),
        color_system=None if plain else "auto",
        highlight=False,
        emoji=False,
        markup=False,
        width=width,
        legacy_windows=False,
    )
    if width is None:
        console.width = min(WIDTH, console.width) if stream.isatty() else WIDTH
    return console


def _writable(stream: TextIO) -> IO[str]:
    """The stream, or where it cannot write a pip, one that writes letters instead."""
    encoding = getattr(stream, "encoding", None) or "utf-8"
    try:
        "♣♦♥♠·–…─│".encode(encoding)
    except (UnicodeEncodeError, LookupError):
        return cast("IO[str]", _Letters(stream, encoding))
    return stream


class _Letters:
    """A stream that writes ``AH`` where ``A♥`` is not to be had."""

    def __init__(self, stream: TextIO, encoding: str) -> None:
        self._stream = stream
        self.encoding = encoding

    def write(self, text: str) -> int:
        plain = text.translate(_LETTERS)
        return self._stream.write(plain.encode(self.encoding, "replace").decode(self.encoding))

    def flush(self) -> None:
        self._stream.flush()

    def isatty(self) -> bool:
        return self._stream.isatty()

    def fileno(self) -> int:
        return self._stream.fileno()
