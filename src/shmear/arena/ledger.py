"""Results of finished tasks in a file, one a line, so that a contest that was cut short goes on where it was.

The first line says what is played; a line is written when its task is finished, and one that was cut off is dropped.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from shmear.arena.plan import ArenaError, Plan
from shmear.arena.tally import TaskResult

VERSION = 1
"""The version of the file's format."""


class _Head(Struct, forbid_unknown_fields=True):
    arena: int
    arguments: dict[str, Any]


class Ledger:
    """A file of results. `finished` are those that were in it, by number."""

    def __init__(self, path: Path, plan: Plan) -> None:
        """Open or begin a file; `ArenaError` for one of something else, or of other arguments."""
        self.path = path
        self.finished: dict[int, TaskResult] = {}
        try:
            data = path.read_bytes() if path.exists() else b""
            whole = data[: data.rfind(b"\n") + 1]
            if whole or not data:
                self._read(whole, plan)
            else:
                raise ArenaError(f"{path} is not a file of the arena's results; give another name")
            self._file = path.open("r+b" if data else "wb")
            self._file.seek(len(whole))
            self._file.truncate()
            if not whole:
                self._write(_Head(VERSION, plan.arguments()))
        except OSError as error:
            raise ArenaError(f"cannot keep results in {path}: {error.strerror or error}") from error

    def add(self, result: TaskResult) -> None:
        """Keep a result; it is in the file when this returns."""
        self._write(result)

    def close(self) -> None:
        """Close the file."""
        self._file.close()

    def _write(self, line: Struct) -> None:
        self._file.write(msgspec.json.encode(line) + b"\n")
        self._file.flush()

    def _read(self, whole: bytes, plan: Plan) -> None:
        first, *lines = whole.splitlines() or [b""]
        if not first:
            return
        try:
            head = msgspec.json.decode(first, type=_Head)
        except msgspec.DecodeError:
            raise ArenaError(f"{self.path} is not a file of the arena's results; give another name") from None
        if head.arena != VERSION:
            raise ArenaError(f"{self.path} was written by another version of the arena ({head.arena}, not {VERSION})")
        _same(self.path, head.arguments, plan.arguments())
        for number, line in enumerate(lines, start=2):
            try:
                result = msgspec.json.decode(line, type=TaskResult)
            except msgspec.DecodeError as error:
                raise ArenaError(f"{self.path}, line {number}, is damaged: {error}") from None
            self.finished[result.number] = result


def _same(path: Path, held: dict[str, Any], wanted: dict[str, Any]) -> None:
    different = [name for name, value in wanted.items() if held.get(name) != value]
    if not different:
        return
    if different == ["code"]:
        raise ArenaError(
            f"{path} holds results of another state of the program, which would not mix with what it plays now; "
            "remove it, or give another file"
        )
    said = [
        name if name in ("rules", "code") else f"{name} {_shown(held.get(name))}, not {_shown(wanted[name])}"
        for name in different
        if name != "code" or len(different) == 1
    ]
    raise ArenaError(f"{path} holds results of other arguments ({'; '.join(said)}); give those, or another file")


def _shown(value: Any) -> str:
    if isinstance(value, list):
        return " ".join(map(str, value))  # pyright: ignore[reportUnknownArgumentType, reportUnknownVariableType]
    return str(value).lower() if isinstance(value, bool) else str(value)
