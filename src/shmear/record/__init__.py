"""Match records: reading, judging and writing them (docs/record.md)."""

from shmear.record.model import hand_record, match_record, schema
from shmear.record.replay import RecordError, Replay, ReplayedHand, replay
from shmear.record.score import hand_report, report, score

__all__ = [
    "RecordError",
    "Replay",
    "ReplayedHand",
    "hand_record",
    "hand_report",
    "match_record",
    "replay",
    "report",
    "schema",
    "score",
]
