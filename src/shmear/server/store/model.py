"""What goes into a store and comes out of it."""

from __future__ import annotations

from msgspec import Struct


class Entry(Struct, frozen=True):
    """One entry of a table's log: `seq` counts from 1 without gaps, `data` is JSON text, `at` is Unix time."""

    table: str
    seq: int
    at: float
    data: bytes


class Summary(Struct, frozen=True):
    """What the lobby shows of a table: `people` are in seats, `open` seats have no person, `changed` is Unix time."""

    code: str
    created: float
    host: str
    public: bool
    phase: str
    title: str
    line: str
    players: int
    people: int
    open: int
    changed: float


class FinishedMatch(Struct, frozen=True):
    """The record of a match that is over, the `number`-th of its table; `record` is JSON text."""

    id: str
    table: str
    number: int
    ended: float
    title: str
    record: bytes


class Append(Struct, frozen=True):
    """What is stored whole or not at all: entries of one table with consecutive `seq`, and what follows from them."""

    entries: tuple[Entry, ...] = ()
    summary: Summary | None = None
    match: FinishedMatch | None = None

    @property
    def table(self) -> str:
        """The code of the one table that it is about. Raises ValueError for several, none, or a gap in the entries."""
        codes = {entry.table for entry in self.entries}
        if self.summary is not None:
            codes.add(self.summary.code)
        if self.match is not None:
            codes.add(self.match.table)
        if len(codes) != 1:
            raise ValueError(f"an Append is about one table, not about {sorted(codes) or 'none'}")
        if self.entries:
            first = self.entries[0].seq
            if first < 1 or any(entry.seq != first + step for step, entry in enumerate(self.entries)):
                raise ValueError(f"the entries of an Append are consecutive, not {[e.seq for e in self.entries]}")
        return codes.pop()
