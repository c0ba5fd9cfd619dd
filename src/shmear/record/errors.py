"""What is wrong with a record, and the words for it."""

from __future__ import annotations

from typing import Any, cast


class RecordError(ValueError):
    """What is wrong with a record and where: the hand's index, the action's name, the seat (docs/record.md, Errors)."""

    def __init__(self, message: str, action: str | None = None, *, hand: int | None = None, seat: int | None = None):
        """An error at an action of a hand, by a seat."""
        self.message, self.action, self.hand, self.seat = message, action, hand, seat
        super().__init__(message)

    def to_dict(self) -> dict[str, Any]:
        """The error as ``shmear score --json`` prints it."""
        return {"error": {"hand": self.hand, "action": self.action, "seat": self.seat, "message": self.message}}


def said_name(name: str, seat: int) -> str:
    """A player's name as a sentence says it: on one line and short, ``seat 2`` where there is none."""
    clean = " ".join("".join(char if char.isprintable() else " " for char in name[:200]).split())
    return f"seat {seat}" if not clean else clean if len(clean) <= 40 else clean[:39] + "…"


def shown(value: object) -> str:
    """A value from a record in a sentence: short, whatever it is."""
    if isinstance(value, list | dict):
        return f"{kind_of(cast('object', value))} of {len(cast('list[object]', value))}"
    text = repr(value[:60]) if isinstance(value, str) else "a number too large" if _is_huge(value) else repr(value)
    return text if len(text) <= 60 else text[:57] + "…"


def _is_huge(value: object) -> bool:
    return type(value) is int and abs(value) > 10**18


def table_of(value: object, sentence: str, action: str | None, hand: int | None = None) -> dict[str, Any]:
    """A JSON object; `RecordError` with a sentence for anything else."""
    if not isinstance(value, dict):
        raise RecordError(f"{sentence}, not {kind_of(value)}", action, hand=hand)
    return cast("dict[str, Any]", value)


def kind_of(value: object) -> str:
    """The kind of a JSON value in words: ``a list``."""
    kinds: dict[type, str] = {
        type(None): "null",
        bool: "true or false",
        int: "a number",
        float: "a number",
        str: "a text",
        list: "a list",
    }
    return kinds.get(type(value), "an object")


def missing_or_wrong(table: dict[str, Any], key: str, right: str) -> str:
    """The sentence for a key that is missing or has the wrong value."""
    if key not in table:
        return f'"{key}" is missing; it is {right}'
    return f'"{key}" is {shown(table[key])}; it is {right}'


def is_seat(value: object, players: int) -> bool:
    """Whether a JSON value is a seat: an integer in range, no truth and no fraction."""
    return type(value) is int and 0 <= value < players
