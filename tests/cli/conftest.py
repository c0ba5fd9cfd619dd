"""Running the command in the same process, as a user would call it."""

from __future__ import annotations

import contextlib
import io
import sys
from collections.abc import Callable
from typing import NamedTuple

import pytest

from shmear.cli import main


class Ran(NamedTuple):
    code: int
    out: str
    err: str


@pytest.fixture
def shmear(monkeypatch: pytest.MonkeyPatch) -> Callable[..., Ran]:
    """``shmear("rules", "pitch")``: exit code, standard output and standard error."""

    def run(*args: str, stdin: bytes = b"") -> Ran:
        out, err = io.StringIO(), io.StringIO()
        monkeypatch.setattr(sys, "argv", ["shmear", *args])
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin), encoding="utf-8"))
        monkeypatch.setenv("COLUMNS", "100")
        monkeypatch.setenv("NO_COLOR", "1")
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            try:
                main()
                code = 0
            except SystemExit as leaving:
                code = leaving.code if isinstance(leaving.code, int) else 1 if leaving.code else 0
        return Ran(code, out.getvalue(), err.getvalue())

    return run
