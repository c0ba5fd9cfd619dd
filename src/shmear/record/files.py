"""Records from files and standard input: whole JSON files, or many records one a line (``.jsonl``)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, islice
from pathlib import Path
from typing import IO, Any

import msgspec
from msgspec import Struct

from shmear.record.errors import RecordError


class Found(Struct, frozen=True):
    """One text that stands for a record: where it was found, and its bytes or why it could not be read."""

    place: str
    data: bytes = b""
    error: RecordError | None = None

    def decode(self) -> Any:
        """The record as plain JSON data. Raises `RecordError` for text that is not JSON."""
        if self.error is not None:
            raise self.error
        return decode(self.data)


def decode(data: bytes | str) -> Any:
    """JSON text as plain data. Raises `RecordError` for text that is not JSON, with the place in the text."""
    try:
        return msgspec.json.decode(data)
    except RecursionError:
        raise RecordError("the text is nested too deeply to be a record") from None
    except (msgspec.DecodeError, ValueError) as error:
        if not data.strip():
            raise RecordError("the text is empty; a record is a JSON object") from None
        raise RecordError(f"the text is not JSON: {error}") from None


def encode(record: Any) -> str:
    """Plain data as one line of JSON."""
    return msgspec.json.encode(record).decode()


def find(path: str, stdin: IO[bytes], *, lines: bool = False) -> Iterator[Found]:
    """The records of a file, or of standard input for ``-``.

    A ``.jsonl`` file has one a line, and with `lines` standard input too. Any other file is one record, or one a line
    where its first line already is a whole JSON value. A file that cannot be read is found with its error.
    """
    try:
        if path == "-":
            yield from _split(stdin, "standard input", lines=lines)
        else:
            with Path(path).open("rb") as file:
                many = path.endswith(".jsonl")
                yield from _split(file, path, lines=many, ahead=not many)
    except OSError as error:
        yield Found(path, error=RecordError(f"{path} cannot be read: {error.strerror or error}"))


def _split(file: IO[bytes], place: str, *, lines: bool, ahead: bool = False) -> Iterator[Found]:
    """The records of an open file. `ahead` looks whether a second line follows before it numbers the first."""
    first = file.readline().removeprefix(b"\xef\xbb\xbf")
    if not lines and not _is_whole(first):
        yield Found(place, first + file.read())
        return
    numbered = ((number, line) for number, line in enumerate(chain((first,), file), start=1) if line.strip())
    looked = list(islice(numbered, 2)) if ahead else []
    for number, line in chain(looked, numbered):
        yield Found(place if len(looked) == 1 else f"{place}, line {number}", line)


def _is_whole(line: bytes) -> bool:
    """Whether a line is a whole JSON value, so that the next line is another record."""
    try:
        msgspec.json.decode(line)
    except (msgspec.DecodeError, ValueError, RecursionError):
        return False
    return True
