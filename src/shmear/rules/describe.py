"""Knobs in words: a table of all of them, and how two rule sets differ."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import FieldInfo

from shmear.cards import RANK_WORDS, RANKS
from shmear.rules.knobs import Choice
from shmear.rules.reading import allows
from shmear.rules.ruleset import POINT_NAMES, POINT_WORDS, Point, RuleSet, knob_fields
from shmear.rules.toml import inline


class Knob(NamedTuple):
    """One knob, as a reference page lists it."""

    key: str
    """Its dotted key; ``points.NAME.card`` and so on stand for each point's."""
    words: str
    """What it says."""
    allowed: str
    """The values it can take."""
    default: str
    """What a file that does not name it gets, as TOML; empty where it has to be named."""
    clause: str
    """The section of docs/rules.md that it comes from."""


def knob_table() -> list[Knob]:
    """Every knob of a rule set, in the order of `RuleSet`."""
    return [
        Knob(key, words, allows(field.type), _default(field), clause) for key, words, clause, field in knob_fields()
    ]


def difference(a: RuleSet, b: RuleSet) -> list[str]:
    """How two games differ: a sentence for each knob that is not the same, none for the same game.

    The sentences call the games by their titles, or "the first" and "the second" where those are equal.
    """
    names = (a.title, b.title) if a.title != b.title else ("the first", "the second")
    found: list[str] = []
    for key, words, _, _ in knob_fields():
        group, name = key.split(".", 1)
        if group != "points":
            one, two = getattr(getattr(a, group), name), getattr(getattr(b, group), name)
            if one != two:
                found.append(_sentence(words, one, two, names))
        elif name == "NAME.card":
            for point in POINT_NAMES:
                ours, theirs = a.points.get(point), b.points.get(point)
                if ours != theirs:
                    found.append(_point_sentence(POINT_WORDS[point], ours, theirs, names))
    return found


def listed(parts: Iterable[object], last: str = "and") -> str:
    """Several things in a sentence: ``a, b and c``."""
    texts = [str(part) for part in parts]
    return f"{', '.join(texts[:-1])} {last} {texts[-1]}" if len(texts) > 1 else "".join(texts)


def card_word(key: str) -> str:
    """A rank letter, or ``joker``, in words: ``ten`` for ``T``."""
    return RANK_WORDS[RANKS.index(key)] if key in RANKS else key


def capital(text: str) -> str:
    """A text with a capital first letter, its other letters as they are."""
    return text[:1].upper() + text[1:]


def _default(field: FieldInfo) -> str:
    """The default of a field as TOML."""
    if field.required:
        return ""
    value = field.default if field.default is not msgspec.NODEFAULT else field.default_factory()
    return inline(msgspec.to_builtins(value, str_keys=True))


def _sentence(words: str, one: object, two: object, names: tuple[str, str]) -> str:
    if isinstance(one, bool):
        yes, no = names if one else names[::-1]
        return f"{capital(words)}: so it is in {yes}, not in {no}."
    if isinstance(one, int | str) and isinstance(two, int | str):
        return f"{capital(words)}: {one} in {names[0]}, {two} in {names[1]}."
    return f"{capital(words)}: in {names[0]}, {_value(one)}; in {names[1]}, {_value(two)}."


def _value(value: object) -> str:
    """A knob's value in words."""
    if isinstance(value, Choice):
        return value.words
    if isinstance(value, dict):
        table: dict[Any, Any] = value  # pyright: ignore[reportUnknownVariableType]
        if all(isinstance(key, int) for key in table):
            texts = {count: _value(one) for count, one in sorted(table.items())}
            groups = {text: [count for count in texts if texts[count] == text] for text in texts.values()}
            return ", ".join(f"{text} at {listed(counts)} players" for text, counts in groups.items())
        return listed(f"{card_word(key)} {count}" for key, count in sorted(table.items(), key=_worth)) or "none"
    if isinstance(value, tuple):
        parts: tuple[object, ...] = value  # pyright: ignore[reportUnknownVariableType]
        if any(isinstance(part, Choice) for part in parts):
            return ", then ".join(map(_value, parts))
        return listed(card_word(part) if isinstance(part, str) else part for part in parts) or "none"
    return str(value)


def _worth(entry: tuple[str, int]) -> int:
    return -entry[1]


def _point_sentence(name: str, one: Point | None, two: Point | None, names: tuple[str, str]) -> str:
    if one is None or two is None:
        point = one or two
        where, other = names if one else names[::-1]
        assert point is not None
        return (
            f"{name} is a point in {where}, worth {point.worth}, for {point.card.words}, to {point.to.words}; "
            f"there is none in {other}."
        )
    parts: list[str] = []
    if one.card is not two.card:
        parts.append(f"is for {one.card.words} in {names[0]}, for {two.card.words} in {names[1]}")
    if one.to is not two.to:
        parts.append(f"goes to {one.to.words} in {names[0]}, to {two.to.words} in {names[1]}")
    if one.worth != two.worth:
        parts.append(f"is worth {one.worth} in {names[0]}, {two.worth} in {names[1]}")
    return f"{name} {'; it '.join(parts)}."
