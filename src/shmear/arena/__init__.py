"""Bots against bots at the same deals: who is stronger, by how much, and how sure that is (docs/arena.md).

``compete(Plan(rules, 4, ("novice", "random")), 200)`` plays; ``report`` makes the figures of what was played.
"""

from shmear.arena.competing import Competed, compete
from shmear.arena.interval import Interval
from shmear.arena.ledger import Ledger
from shmear.arena.lineups import Lineup, Matchup
from shmear.arena.plan import ArenaError, Plan
from shmear.arena.playing import play_task
from shmear.arena.report import Report, report
from shmear.arena.tally import TaskResult

__all__ = [
    "ArenaError",
    "Competed",
    "Interval",
    "Ledger",
    "Lineup",
    "Matchup",
    "Plan",
    "Report",
    "TaskResult",
    "compete",
    "play_task",
    "report",
]
