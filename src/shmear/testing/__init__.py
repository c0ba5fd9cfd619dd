"""For those who test games, their own or ours. Needs the extra ``shmear[testing]``.

`check_rules` puts a rule set through the conformance suite; `rule_sets` and `rule_sets_at` are hypothesis strategies
that make rule sets up; `walk` and its like play at random; `perft` counts; `check_view_hides` looks for leaks.
"""

from shmear.testing.check_rules import check_rules
from shmear.testing.check_state import Nonconformance, check_state
from shmear.testing.leaks import another_world, check_view_hides
from shmear.testing.perft import perft, perft_lines
from shmear.testing.play import play_out, random_action, random_hand, random_match, random_setup, walk

try:
    from shmear.testing.strategies import rule_sets, rule_sets_at
except ModuleNotFoundError as missing:
    raise ImportError("shmear.testing needs hypothesis: pip install 'shmear[testing]'") from missing

__all__ = [
    "Nonconformance",
    "another_world",
    "check_rules",
    "check_state",
    "check_view_hides",
    "perft",
    "perft_lines",
    "play_out",
    "random_action",
    "random_hand",
    "random_match",
    "random_setup",
    "rule_sets",
    "rule_sets_at",
    "walk",
]
