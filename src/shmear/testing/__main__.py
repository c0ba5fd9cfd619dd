"""``python -m shmear.testing FILE.toml…``: put house rule files, or presets by name, through the conformance suite."""

from __future__ import annotations

import sys

from shmear.rules import RulesError, load_rules, preset, preset_names
from shmear.testing.check_rules import check_rules
from shmear.testing.check_state import Nonconformance


def main(names: list[str]) -> int:
    """Check each rule set and say how it did; the exit code is 1 if one failed, 2 if one could not be read."""
    if not names:
        print("usage: python -m shmear.testing FILE.toml…    house rules, or presets by name", file=sys.stderr)
        return 2
    worst = 0
    for name in names:
        try:
            rules = preset(name) if name in preset_names() else load_rules(name)
        except RulesError as error:
            print(error, file=sys.stderr)
            return 2
        try:
            check_rules(rules)
        except Nonconformance as error:
            print(f"{name}: {error}")
            worst = 1
        else:
            counts = ", ".join(map(str, rules.deal.players))
            print(f"{name}: {rules.title} conforms, at {counts} players")
    return worst


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
