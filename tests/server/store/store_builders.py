"""Entries and summaries that differ in what a test is about."""

from typing import Any

from shmear.server.store import Append, Entry, Summary


def summary(code: str = "ABCD", **changes: Any) -> Summary:
    usual: dict[str, Any] = dict(
        created=1000.0,
        host="h",
        public=True,
        phase="seating",
        title="Six-Point",
        line="to 11",
        players=4,
        people=1,
        open=3,
        changed=1000.0,
    )
    return Summary(code, **(usual | changes))


def entry(seq: int, code: str = "ABCD", data: str = '{"type":"sat"}', at: float = 1000.5) -> Entry:
    return Entry(code, seq, at, data.encode())


def append(*seqs: int, code: str = "ABCD", data: str = '{"type":"sat"}', **more: Any) -> Append:
    return Append(tuple(entry(seq, code, data) for seq in seqs), **more)
