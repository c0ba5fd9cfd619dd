"""A contest from its first task to its last, or to where it was cut short."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from pathlib import Path

from msgspec import Struct

from shmear.arena.ledger import Ledger
from shmear.arena.plan import Plan
from shmear.arena.running import run
from shmear.arena.tally import TaskResult


class Competed(Struct, frozen=True):
    """What has been played, by number; `interrupted` where Ctrl-C came before the end."""

    results: list[TaskResult]
    interrupted: bool


def compete(
    plan: Plan,
    count: int,
    *,
    jobs: int = 1,
    ray: str | None = None,
    keep: Path | None = None,
    told: Callable[[int], None] = lambda done: None,
) -> Competed:
    """Play tasks 0 to `count` - 1 of a plan; see `shmear.arena.running.run` for `jobs` and `ray`.

    With `keep`, results go into that file as they come, and those that it holds already are not played again. `told`
    hears after every task how many are finished. Ctrl-C ends the contest and not the program.
    """
    ledger = None if keep is None else Ledger(keep, plan)
    found = {} if ledger is None else {number: done for number, done in ledger.finished.items() if number < count}
    interrupted = False
    told(len(found))
    try:
        missing = [number for number in range(count) if number not in found]
        with contextlib.closing(run(plan, missing, jobs=jobs, ray=ray)) as results:
            for result in results:
                if ledger is not None:
                    ledger.add(result)
                found[result.number] = result
                told(len(found))
    except KeyboardInterrupt:
        interrupted = True
    finally:
        if ledger is not None:
            ledger.close()
    return Competed([found[number] for number in sorted(found)], interrupted)
