"""Writing TOML: single values, as the one-line form holds them, and whole files, as house rules are kept in."""

from __future__ import annotations

import json
import re
from typing import Any

from shmear.rules.ruleset import RuleSet, knob_fields

_BARE = re.compile(r"^[A-Za-z0-9_-]+$")
_ORDER = ("A", "K", "Q", "J", "T", "2", "3", "4", "5", "6", "7", "8", "9", "joker")


def to_toml(rules: RuleSet) -> str:
    """The TOML file of a rule set: every knob written out, each with its meaning and its section of the rules.

    `rules_from_toml` of the text gives the rule set again.
    """
    meanings = {knob.key: f"§{knob.clause}: {knob.words}" for knob in knob_fields()}
    plain = rules.to_dict()
    lines = [f"{key} = {inline(plain[key])}" for key in ("name", "title", "revision")]
    if rules.heading:
        lines.append(f"heading = {inline(rules.heading)}")
    for group, table in plain.items():
        if not isinstance(table, dict):
            continue
        lines += ["", f"[{group}]"]
        for key, value in knobs_of(table).items():  # pyright: ignore[reportUnknownArgumentType]
            meaning = meanings.get(f"{group}.{key}")
            lines.append(f"{key} = {inline(value)}" + (f"  # {meaning}" if meaning else ""))
    return "\n".join(lines) + "\n"


def inline(value: Any) -> str:
    """A plain value (text, number, truth, list or table) as TOML on one line.

    Tables by player count are written ascending, counting points from the ace down, so that equal values give equal
    texts.
    """
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    if isinstance(value, dict):
        table = sorted(knobs_of(value).items(), key=_place)  # pyright: ignore[reportUnknownArgumentType]
        inside = ", ".join(f"{_key(key)} = {inline(one)}" for key, one in table)
        return f"{{ {inside} }}" if inside else "{}"
    return "[" + ", ".join(inline(one) for one in value) + "]"


def knobs_of(table: dict[Any, Any]) -> dict[str, Any]:
    """A table with its keys as texts."""
    return {str(key): value for key, value in table.items()}


def _place(entry: tuple[str, Any]) -> int:
    """Where an entry stands in its table; entries that no rule orders stay as they are."""
    return _ORDER.index(entry[0]) if entry[0] in _ORDER else 0


def _key(key: str) -> str:
    return key if _BARE.match(key) else inline(key)
