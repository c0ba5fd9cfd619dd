"""A table of figures before anybody has decided how it looks: typed columns, and cells that say how sure they are."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, Literal

from msgspec import Struct
from msgspec.structs import replace


class Exact(Struct, frozen=True):
    """A number known exactly: a chance, or an average of cards."""

    value: float
    fraction: str

    @classmethod
    def of(cls, fraction: Fraction) -> Exact:
        """The cell of a fraction."""
        return cls(float(fraction), str(fraction))


class Measured(Struct, frozen=True):
    """A number from hands that were dealt, with its 95 % interval; None where one hand leaves nothing to go by."""

    value: float
    low: float | None
    high: float | None

    @property
    def reach(self) -> float | None:
        """How far the interval reaches to its farther end."""
        if self.low is None or self.high is None:
            return None
        return max(self.value - self.low, self.high - self.value)


Cell = str | int | Exact | Measured | None
Kind = Literal["text", "count", "share", "number"]
"""What a column holds: words, whole numbers, shares of one (printed in percent), or other numbers."""


class Column(Struct, frozen=True):
    """A column: its key in CSV and JSON, its head for people, what it holds."""

    key: str
    head: str
    kind: Kind = "share"


class Table(Struct, frozen=True):
    """A table: `name` as ``--table`` takes it; `source` says whether its figures are exact, played out, or of both."""

    name: str
    title: str
    source: Literal["exact", "played", "both"]
    columns: tuple[Column, ...]
    rows: tuple[tuple[Cell, ...], ...]
    notes: tuple[str, ...] = ()

    def first(self, count: int) -> Table:
        """The table with its first columns only; the same table where that is all of them."""
        if count >= len(self.columns):
            return self
        return replace(self, columns=self.columns[:count], rows=tuple(row[:count] for row in self.rows))

    def to_dict(self) -> dict[str, Any]:
        """The table as JSON has it, a row an object by the columns' keys."""
        keys = [column.key for column in self.columns]
        return {
            "name": self.name,
            "title": self.title,
            "source": self.source,
            "columns": [{"key": one.key, "head": one.head, "kind": one.kind} for one in self.columns],
            "rows": [dict(zip(keys, row, strict=True)) for row in self.rows],
            "notes": list(self.notes),
        }
