"""The load driver works: a few tables for a few seconds."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

BENCHMARK = Path(__file__).resolve().parents[2] / "benchmarks" / "table.py"


@pytest.mark.slow
def test_a_few_tables_play_under_the_load_driver_without_an_error() -> None:
    command = [sys.executable, str(BENCHMARK), "--quick", "--tables", "5", "--seconds", "2", "--rate", "4"]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=120)
    assert done.returncode == 0, done.stdout + done.stderr
    said = done.stdout.splitlines()
    place = next(number for number, line in enumerate(said) if "actions/s" in line)
    rates = [float(figure) for figure in said[place + 1].split()[:3]]
    assert said[place].split()[:3] == ["wanted/s", "actions/s", "updates/s"]
    assert (said[place].split()[-1], said[place + 1].split()[-1]) == ("errors", "0")
    wanted, actions, updates = rates
    assert wanted == 20
    assert 10 < actions < 25
    assert updates > 3 * actions
    assert "bare rooms of the same framework" in done.stdout
