"""The kernel's benchmark works, small, and its figures have the form that the docs' page takes."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
BENCHMARK = ROOT / "benchmarks" / "kernel.py"


@pytest.mark.slow
def test_every_section_runs_and_fills_the_page(tmp_path: Path) -> None:
    page = tmp_path / "solver.md"
    shutil.copy(ROOT / "docs" / "solver.md", page)
    command = [sys.executable, str(BENCHMARK), "--quick", "--fill", str(page)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=300)
    assert done.returncode == 0, done.stdout + done.stderr
    for title in ("Playouts of a dealt hand", "The solver beside DDS", "whole hands", "Worlds", "Two threads"):
        assert title in done.stdout
        assert title in page.read_text(encoding="utf-8")
    assert "All scores agree." in done.stdout or "endplay is not installed" in done.stdout


def test_a_section_that_there_is_not_is_refused() -> None:
    command = [sys.executable, str(BENCHMARK), "--only", "bridge"]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == 2
    assert "'bridge' is no section; these are: playouts, dds, hands, worlds, threads" in done.stderr
