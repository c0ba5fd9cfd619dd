"""The files of a contest: its figures as JSON, and where finished tasks are kept."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import msgspec

from shmear.arena.ledger import Ledger
from shmear.arena.plan import ArenaError, Plan
from shmear.arena.report import Report
from shmear.arena.tally import TaskResult


def write_json(report: Report, path: Path) -> None:
    """Write a report; `ArenaError` where the file cannot be written."""
    text = msgspec.json.format(msgspec.json.encode(report), indent=2) + b"\n"
    try:
        path.write_bytes(text)
    except OSError as error:
        raise ArenaError(f"cannot write {path}: {error.strerror or error}") from error


def kept_beside(json: Path | None) -> Path | None:
    """The file that keeps finished tasks while figures are on their way to a file: ``out.json.tasks``."""
    return None if json is None else json.with_name(json.name + ".tasks")


def keep_all(plan: Plan, results: Iterable[TaskResult]) -> Path:
    """Put results into a new file in the current directory, so that a contest that was cut short can go on."""
    kinds = "-".join(dict.fromkeys(plan.kinds))
    stem = f"arena-{plan.rules.name}-{plan.players}-{kinds}-{plan.seed}"
    path, again = Path(f"{stem}.tasks"), 2
    while path.exists():
        path, again = Path(f"{stem}-{again}.tasks"), again + 1
    ledger = Ledger(path, plan)
    for result in results:
        ledger.add(result)
    ledger.close()
    return path
