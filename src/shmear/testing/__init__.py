"""For those who test games: hypothesis strategies that make rule sets up. Needs the extra ``shmear[testing]``."""

from shmear.testing.strategies import rule_sets, rule_sets_at

__all__ = ["rule_sets", "rule_sets_at"]
