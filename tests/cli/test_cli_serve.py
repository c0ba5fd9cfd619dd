"""``shmear serve`` as ``make play`` runs it: how long it took from the first command to the table."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

TOP = Path(__file__).resolve().parents[2]


def said_at_the_start(folder: Path, lines: int, **environment: str) -> list[str]:
    """The first lines that a server writes, which is then stopped."""
    command = [sys.executable, "-m", "shmear", "serve", "--port", "0", "--database", str(folder / "tables.db")]
    server = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, env=os.environ | environment
    )
    try:
        assert server.stdout is not None
        return [server.stdout.readline() for _ in range(lines)]
    finally:
        server.terminate()
        server.communicate(timeout=30)


def test_the_time_from_make_play_to_the_table_is_told(tmp_path: Path) -> None:
    began = time.time() - 24
    where, ready = said_at_the_start(tmp_path, 2, SHMEAR_STARTED=str(int(began)))
    most = time.time() - began + 1
    assert where.startswith("Shmear is at http://")
    found = re.fullmatch(r"The table is ready after (\d+) s \(set-up (\d+) s\)\.\n", ready)
    assert found, ready
    taken, set_up = int(found[1]), int(found[2])
    assert 24 <= set_up <= taken <= most


def test_make_play_says_when_it_began() -> None:
    if shutil.which("make") is None:
        pytest.skip("there is no make here")
    before = int(time.time())
    told = subprocess.run(
        ["make", "-n", "play"], cwd=TOP, capture_output=True, text=True, check=True, timeout=60
    ).stdout
    found = re.search(r"SHMEAR_STARTED=(\d+) \S+/shmear serve --open", told)
    assert found, told
    assert before <= int(found[1]) <= time.time()
