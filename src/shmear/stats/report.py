"""A study from its hands to its tables; the same figures whatever number of threads works on it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from typing import Any

from msgspec import Struct

from shmear.stats.exact import cards_table, others_table, suits_table, top_table
from shmear.stats.played import ace_table, bids_table, low_table, points_table, worth_table
from shmear.stats.study import Chunk, StatsError, Study
from shmear.stats.table import Table
from shmear.stats.tally import Tally, add_up, count_chunk

TABLES = ("cards", "suits", "top", "others", "points", "low", "bids", "worth", "ace")
"""Every table by name, in order."""

_NEEDS: dict[str, frozenset[str]] = {
    "points": frozenset({"points"}),
    "low": frozenset({"points"}),
    "bids": frozenset({"mine", "table"}),
    "worth": frozenset({"mine"}),
    "ace": frozenset({"ace"}),
}
"""What has to be played for a table; nothing for the others."""

_LACKING = {
    "top": "no table top: nobody else is dealt a trump that could be higher",
    "low": "no table low: this game has no point for Low",
    "worth": "no table worth: this game has fewer than two point cards",
    "ace": "no table ace: nobody was dealt an ace-high suit of three cards",
}

METHOD = (
    "No auction is held in hands that are played out. In the tables bids, worth and ace the hand is yours, whatever "
    "you are dealt; in points and low the strongest holding of the table plays. Trump is the suit that counts highest; "
    "discards, calls and every card go by rules of thumb, on both sides: good players do otherwise."
)
"""What hands played out are, for whoever reads a figure."""


class Report(Struct, frozen=True):
    """The tables of a study, what settles their figures, and a line for each table that the game does not have."""

    arguments: dict[str, Any]
    tables: tuple[Table, ...]
    notes: tuple[str, ...]
    played: bool


def check_names(names: Iterable[str]) -> None:
    """Refuse a table that there is not: `StatsError`."""
    for name in names:
        if name not in TABLES:
            raise StatsError(f"there is no table {name!r}; the tables are {', '.join(TABLES)}")


def is_played(names: Iterable[str]) -> bool:
    """Whether any of these tables needs hands to be played."""
    return any(name in _NEEDS for name in names)


def study_report(
    study: Study,
    names: Sequence[str] = TABLES,
    *,
    jobs: int = 1,
    told: Callable[[int], None] = lambda done: None,
) -> Report:
    """The tables of these names, in the order of `TABLES`; `StatsError` for one that there is not.

    Hands are dealt and played only where a table needs them, in `jobs` threads; `told` hears how many are done.
    """
    check_names(names)
    parts = frozenset[str]().union(*(_NEEDS.get(name, frozenset[str]()) for name in names))
    tally = add_up(_counted(study, parts, jobs, told)) if parts else {}
    setup = study.setup(0)
    made: dict[str, Callable[[], Table | None]] = {
        "cards": lambda: cards_table(setup),
        "suits": lambda: suits_table(setup),
        "top": lambda: top_table(setup),
        "others": lambda: others_table(setup),
        "points": lambda: points_table(study, tally),
        "low": lambda: low_table(study, tally),
        "bids": lambda: bids_table(study, tally),
        "worth": lambda: worth_table(study, tally),
        "ace": lambda: ace_table(study, tally),
    }
    tables: list[Table] = []
    notes: list[str] = []
    for name in TABLES:
        if name not in names:
            continue
        table = made[name]()
        if table is None:
            notes.append(_LACKING[name])
        else:
            tables.append(table)
    return Report(study.arguments(), tuple(tables), tuple(notes), bool(parts))


def _counted(study: Study, parts: frozenset[str], jobs: int, told: Callable[[int], None]) -> Iterable[Tally]:
    """The tallies of all chunks as they come in; whole numbers are counted, so that the order does not matter."""
    done = 0
    told(0)
    if jobs == 1:
        for chunk in study.chunks():
            yield count_chunk(study, chunk, parts)
            done += chunk.hands
            told(done)
        return
    left = study.chunks()
    with ThreadPoolExecutor(jobs) as pool:
        counting: dict[Future[Tally], Chunk] = {}
        try:
            while True:
                for chunk in left:
                    counting[pool.submit(count_chunk, study, chunk, parts)] = chunk
                    if len(counting) >= 2 * jobs:
                        break
                if not counting:
                    return
                finished, _ = wait(counting, return_when=FIRST_COMPLETED)
                for future in finished:
                    done += counting.pop(future).hands
                    yield future.result()
                told(done)
        finally:
            pool.shutdown(wait=False, cancel_futures=True)
