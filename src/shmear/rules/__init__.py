"""Games as data: `RuleSet`, the presets, house rule files, and their forms in one line and in words."""

from shmear.rules.describe import Knob, difference, knob_table
from shmear.rules.line import from_line, to_line
from shmear.rules.reading import (
    RulesError,
    load_rules,
    preset,
    preset_names,
    preset_text,
    read_rules,
    rules_from_toml,
    rules_named,
    same_as_preset,
)
from shmear.rules.ruleset import POINT_NAMES, POINT_WORDS, RuleSet, at
from shmear.rules.toml import to_toml
from shmear.rules.words import rule_book

__all__ = [
    "Knob",
    "POINT_NAMES",
    "POINT_WORDS",
    "RuleSet",
    "RulesError",
    "at",
    "difference",
    "from_line",
    "knob_table",
    "load_rules",
    "preset",
    "preset_names",
    "preset_text",
    "read_rules",
    "rule_book",
    "rules_from_toml",
    "rules_named",
    "same_as_preset",
    "to_line",
    "to_toml",
]
