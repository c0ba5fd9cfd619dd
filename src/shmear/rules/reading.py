"""Reading rule sets: presets from the package, files from a player, objects from a record.

A rule set may name another in ``extends``; what it does not say is then as there. A table that differs by player
count replaces the older value whole; a point, or counting card, set to ``false`` is taken out.
"""

from __future__ import annotations

import difflib
import enum
import re
import tomllib
import types
from collections.abc import Mapping
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Annotated, Any, Union, cast, get_args, get_origin

import msgspec

from shmear.rules.check import problems
from shmear.rules.ruleset import POINT_NAMES, RuleSet

LIMIT = 200_000
"""Most bytes a rules file may have."""


class RulesError(ValueError):
    """A rule set that cannot be played.

    `where` is the file or other source, `key` the dotted key (empty when it is the file as a whole), `value` what
    stands there, `allowed` what would be right.
    """

    def __init__(
        self, allowed: str, *, key: str = "", value: object = None, where: str = "", unknown: bool = False
    ) -> None:
        """An error at a key of a source; `unknown` where the key itself is wrong."""
        self.unknown = unknown
        self.where, self.key, self.value, self.allowed = where, key, value, allowed
        super().__init__(str(self))

    def __str__(self) -> str:
        """One sentence: the source, the key, the value and what is allowed."""
        place = f"{self.where}: " if self.where else ""
        if not self.key:
            return place + self.allowed
        must = self.allowed if self.unknown else f"must be {self.allowed}"
        key = self.key if len(self.key) <= 80 else self.key[:79] + "…"
        return f"{place}{key} = {_shown(self.value)}: {must}"


def _shown(value: object) -> str:
    text = repr(value) if not isinstance(value, bool) else str(value).lower()
    if isinstance(value, str):
        text = f'"{value}"'
    return text if len(text) <= 80 else text[:77] + "…"


@cache
def preset_names() -> tuple[str, ...]:
    """The names of the presets, alphabetically."""
    folder = resources.files("shmear.rules") / "presets"
    return tuple(sorted(entry.name[: -len(".toml")] for entry in folder.iterdir() if entry.name.endswith(".toml")))


def preset_text(name: str) -> str:
    """The TOML file of a preset; `RulesError` for a name that is none, with the nearest that is."""
    if name not in preset_names():
        near = difflib.get_close_matches(name, preset_names(), n=1)
        hint = f"did you mean {near[0]}? " if near else ""
        raise RulesError(f"there is no game named {_shown(name)}; {hint}The games are {', '.join(preset_names())}")
    return (resources.files("shmear.rules") / "presets" / f"{name}.toml").read_text(encoding="utf-8")


@cache
def preset(name: str) -> RuleSet:
    """The rule set of a preset, `RulesError` for a name that is none."""
    return read_rules({"name": name, **tomllib.loads(preset_text(name))}, where=f"preset {name}")


def rules_named(name: str) -> RuleSet:
    """The rule set of a preset's name, or of a TOML file's path; `RulesError` for what is neither."""
    return load_rules(name) if name not in preset_names() and Path(name).is_file() else preset(name)


def load_rules(path: str | Path) -> RuleSet:
    """The rule set of a TOML file; `RulesError` for a file that cannot be read or is wrong."""
    where = str(path)
    try:
        data = Path(path).read_bytes()
    except OSError as error:
        raise RulesError(f"cannot be read: {error.strerror or error}", where=where) from None
    if len(data) > LIMIT:
        raise RulesError(f"is {len(data)} bytes long; a rules file has at most {LIMIT}", where=where)
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise RulesError("is not UTF-8 text; a rules file is TOML", where=where) from None
    return rules_from_toml(text, where=where)


def rules_from_toml(text: str, *, where: str = "") -> RuleSet:
    """The rule set of a TOML text; `RulesError`, with line and column for text that is not TOML."""
    try:
        table = tomllib.loads(text)
    except (ValueError, RecursionError) as error:  # ValueError: TOML's own, and a number of thousands of digits
        raise RulesError(f"is not TOML: {error}", where=where) from None
    rules = read_rules(table, where=where)
    same = same_as_preset(rules)
    return same if same is not None and "name" not in table else rules


def same_as_preset(rules: RuleSet) -> RuleSet | None:
    """The preset that is played exactly as these rules, None if there is none."""
    knobs = rules.knobs()
    return next((one for one, theirs in _preset_knobs() if theirs == knobs), None)


@cache
def _preset_knobs() -> tuple[tuple[RuleSet, dict[str, Any]], ...]:
    return tuple((one, one.knobs()) for one in map(preset, preset_names()))


def read_rules(table: object, *, where: str = "") -> RuleSet:
    """The rule set of plain data with the keys of a TOML file, checked whole.

    Raises `RulesError` naming the key, the value and what is allowed: for unknown keys, wrong types, values out of
    range, and contradictions between keys.
    """
    if not isinstance(table, Mapping):
        raise RulesError("a rule set is a table of keys", where=where)
    plain = _extended(dict(table), where, ())  # pyright: ignore[reportUnknownArgumentType]
    try:
        rules = msgspec.convert(plain, RuleSet, str_keys=True)
    except msgspec.ValidationError as error:
        raise _explained(error, plain, where) from None
    except (RecursionError, OverflowError):
        raise RulesError("is nested too deeply to be a rule set", where=where) from None
    rules = msgspec.structs.replace(
        rules, points={name: rules.points[name] for name in POINT_NAMES if name in rules.points}
    )
    for key, value, allowed in problems(rules):
        raise RulesError(allowed, key=key, value=value, where=where)
    return rules


def _extended(table: dict[str, Any], where: str, seen: tuple[str, ...]) -> dict[str, Any]:
    """The table with everything it extends filled in, and what it takes out taken out."""
    base: dict[str, Any] = {}
    if "extends" in table:
        name = table.pop("extends")
        if not isinstance(name, str) or name not in preset_names():
            raise RulesError("one of " + ", ".join(preset_names()), key="extends", value=name, where=where)
        base = _extended(tomllib.loads(preset_text(name)), where, (*seen, name))
    for key, value in table.items():
        old = base.get(key)
        if isinstance(old, dict) and isinstance(value, dict):
            base[key] = _merged(old, value, nested=key == "points")  # pyright: ignore[reportUnknownArgumentType]
        elif isinstance(value, dict):
            base[key] = _merged({}, value, nested=False)  # pyright: ignore[reportUnknownArgumentType]
        else:
            base[key] = value
    return base


def _merged(old: dict[str, Any], new: dict[str, Any], *, nested: bool) -> dict[str, Any]:
    merged = dict(old)
    for key, value in new.items():
        before = merged.get(key)
        if key == "counting" and isinstance(before, dict) and isinstance(value, dict):
            merged[key] = _merged(before, value, nested=False)  # pyright: ignore[reportUnknownArgumentType]
            merged[key] = {card: count for card, count in merged[key].items() if count is not False}
        elif nested and value is False:
            merged.pop(key, None)
        elif nested and isinstance(before, dict) and isinstance(value, dict):
            merged[key] = {**before, **value}
        else:
            merged[key] = value
    return merged


_PLACE = re.compile(r"^(?P<what>.*?)(?: - at (?P<key>`key` in )?`\$?(?P<path>[^`]*)`)?$", re.DOTALL)


def _explained(error: msgspec.ValidationError, plain: dict[str, Any], where: str) -> RulesError:
    """What msgspec complains of, as an error that a player can act on."""
    found = _PLACE.match(str(error))
    what, path = (found["what"], found["path"] or "") if found else (str(error), "")
    names: list[str] = []
    steps = re.findall(r"[A-Za-z_]\w*|\[\.\.\.\]", path) + (["[...]"] if found and found["key"] else [])
    for step in steps:
        kind, value = _bare(_type_at(names)), _value_at(plain, names)
        if step != "[...]":
            names.append(step)
        elif get_origin(kind) is dict and isinstance(value, dict):
            key = _wrong_entry(kind, value)  # pyright: ignore[reportUnknownArgumentType]
            if key is None:
                break
            if found and found["key"]:
                keys = ", ".join(map(str, get_args(_bare(get_args(kind)[0]))))
                place = ".".join([*names, key])
                return RulesError(
                    f"no such key; the keys here are {keys}",
                    key=place,
                    value=value[key],  # pyright: ignore[reportUnknownArgumentType]
                    where=where,
                    unknown=True,
                )
            names.append(key)
    kind = _type_at(names)
    unknown = re.search(r"unknown field `([^`]*)`", what)
    if unknown:
        key, fields = unknown[1], _fields(kind)
        near = difflib.get_close_matches(key, fields, n=1)
        hint = f"no such key{f' (did you mean {near[0]}?)' if near else ''}; the keys here are "
        value = _value_at(plain, [*names, key])
        where_to = ".".join([*names, key])
        return RulesError(hint + ", ".join(fields), key=where_to, value=value, where=where, unknown=True)
    missing = re.search(r"missing required field `([^`]*)`", what)
    if missing:
        key = ".".join([*names, missing[1]])
        return RulesError(f"{key} is missing: must be {allows(_type_at([*names, missing[1]]))}", where=where)
    return RulesError(allows(kind), key=".".join(names) or "rules", value=_value_at(plain, names), where=where)


def _wrong_entry(kind: Any, table: dict[Any, Any]) -> str | None:
    """The first key of a table whose key or value does not fit the table's type."""
    for key, value in table.items():
        try:
            msgspec.convert({key: value}, kind, str_keys=True)
        except msgspec.ValidationError:
            return str(key)
    return None


def _value_at(plain: object, names: list[str]) -> object:
    for name in names:
        if not isinstance(plain, dict) or name not in plain:
            return plain  # pyright: ignore[reportUnknownVariableType]
        plain = plain[name]  # pyright: ignore[reportUnknownVariableType]
    return plain  # pyright: ignore[reportUnknownVariableType]


def _type_at(names: list[str]) -> Any:
    kind: Any = RuleSet
    for name in names:
        kind = _bare(kind)
        if get_origin(kind) is dict:
            kind = get_args(kind)[1]
        elif isinstance(kind, type) and issubclass(kind, msgspec.Struct):
            field = next((one for one in msgspec.structs.fields(kind) if one.name == name), None)
            if field is None:
                break
            kind = field.type
        else:
            break
    return cast("Any", kind)


def _bare(kind: Any) -> Any:
    return _bare(get_args(kind)[0]) if get_origin(kind) is Annotated else kind


def _fields(kind: Any) -> list[str]:
    kind = _bare(kind)
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        return [one.name for one in msgspec.structs.fields(kind)]
    return list(POINT_NAMES)


def allows(kind: Any) -> str:
    """What the type of a knob allows, in words that fit after ``must be``."""
    metas: list[msgspec.Meta] = []
    while hasattr(kind, "__metadata__"):
        metas += kind.__metadata__
        kind = kind.__origin__
    if get_origin(kind) in (Union, types.UnionType):
        return ", or ".join(allows(part) for part in get_args(kind))
    if isinstance(kind, type) and issubclass(kind, enum.Enum):
        return " or ".join(f'"{member.value}"' for member in kind)
    if kind is bool:
        return "true or false"
    if kind is int:
        return _range("a whole number", metas)
    if kind is str:
        pattern = next((meta.pattern for meta in metas if meta.pattern), None)
        return f"a text like {_EXAMPLES[pattern]}" if pattern in _EXAMPLES else "a text of sensible length"
    if get_origin(kind) is tuple:
        return f"a list, each {allows(get_args(kind)[0])}"
    if get_origin(kind) is dict:
        key, value = get_args(kind)
        if get_origin(_bare(key)) is not None:
            return f"a table with the keys {', '.join(map(str, get_args(_bare(key))))}, each {allows(value)}"
        return f"a table from numbers of players (2 to 8) to {allows(value)}"
    return "a table with the keys " + ", ".join(_fields(kind))


_EXAMPLES = {
    r"^[2-9TJQKA](-[2-9TJQKA])?( [2-9TJQKA](-[2-9TJQKA])?)*$": '"2-A", "8-A" or "2 9-A"',
    "^[2-9TJQKA]$": '"3" (a rank: 2 to 9, T, J, Q, K or A)',
    r"^[a-z0-9][a-z0-9-]{0,39}$": '"my-house" (small letters, digits and dashes)',
}


def _range(word: str, metas: list[msgspec.Meta]) -> str:
    low = next((meta.ge for meta in metas if meta.ge is not None), None)
    high = next((meta.le for meta in metas if meta.le is not None), None)
    if low is not None and high is not None:
        return f"{word} from {low} to {high}"
    return f"{word} from {low} up" if low is not None else word
