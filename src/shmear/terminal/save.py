"""Matches on disk: written whole or not at all, and never over somebody else's file."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from shmear.record import RecordError, Replay, decode, encode, replay

LIMIT = 20_000_000
"""Most bytes that a record to go on with may have."""


class SaveError(ValueError):
    """A place that cannot be written, or a file that cannot be gone on with; one sentence."""


class SaveFile:
    """Where a match is kept. The first save claims the name, so that a file that is already there stays as it is."""

    def __init__(self, path: Path, *, mine: bool = False) -> None:
        """A file that is wanted; `mine` is a file that this match came from and goes back to.

        Raises `SaveError` where the folder is missing or cannot be written.
        """
        self.path, self.mine = path, mine
        folder = path.parent
        if not folder.is_dir():
            raise SaveError(f"cannot save to {path}: there is no folder {folder}")
        if path.is_dir():
            raise SaveError(f"cannot save to {path}: it is a folder")
        if not os.access(folder, os.W_OK):
            raise SaveError(f"cannot save to {path}: the folder may not be written; name another with --save FILE")

    def write(self, record: dict[str, Any]) -> Path:
        """Write the record and say where: the name wanted, or one with -2, -3 … where that is taken.

        Raises `SaveError` when the disk refuses.
        """
        try:
            text = encode(record) + "\n"
            temporary = self.path.with_name(f".{self.path.name}.{os.getpid()}")
            try:
                with temporary.open("w", encoding="utf-8") as file:
                    file.write(text)
                    file.flush()
                    os.fsync(file.fileno())
                if not self.mine:
                    self._claim()
                temporary.replace(self.path)
            finally:
                temporary.unlink(missing_ok=True)
        except OSError as error:
            raise SaveError(f"cannot save to {self.path}: {error.strerror or error}") from None
        return self.path

    def _claim(self) -> None:
        wanted, number = self.path, 1
        while True:
            try:
                os.close(os.open(self.path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o644))
            except FileExistsError:
                number += 1
                self.path = wanted.with_name(f"{wanted.stem}-{number}{wanted.suffix}")
            else:
                self.mine = True
                return


def load(path: Path) -> Replay:
    """The match of a file. Raises `SaveError` with the file and what is wrong in it."""
    try:
        if path.stat().st_size > LIMIT:
            raise SaveError(f"{path}: is longer than {LIMIT} bytes, which is no match")
        return replay(decode(path.read_bytes().removeprefix(b"\xef\xbb\xbf")))
    except OSError as error:
        raise SaveError(f"{path}: cannot be read: {error.strerror or error}") from None
    except RecordError as error:
        place = "" if error.hand is None else f"hand {error.hand + 1}, {error.action}: "
        raise SaveError(f"{path}: {place}{error.message}") from None
    except RecursionError:
        raise SaveError(f"{path}: the text is nested too deeply to be a record") from None
