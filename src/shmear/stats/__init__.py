"""What the cards are likely to be, what holdings are likely to take: exact chances, and hands played out by the many.

study = Study(rules=preset("six-point"), players=4, hands=100_000, seed=1)
report = study_report(study, jobs=2)
report.tables               # one `Table` after another: exact ones first, then those from hands played out
"""

from shmear.stats.report import TABLES, Report, check_names, study_report
from shmear.stats.study import StatsError, Study
from shmear.stats.table import Column, Exact, Measured, Table

__all__ = [
    "TABLES",
    "Column",
    "Exact",
    "Measured",
    "Report",
    "StatsError",
    "Study",
    "Table",
    "check_names",
    "study_report",
]
