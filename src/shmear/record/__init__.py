"""Match records: reading, judging and writing them (docs/record.md)."""

from shmear.record.dealline import from_deal_line, to_deal_line
from shmear.record.errors import RecordError
from shmear.record.files import Found, decode, encode, find
from shmear.record.model import hand_record, match_record, schema
from shmear.record.replay import Replay, ReplayedHand, replay
from shmear.record.score import hand_report, report, score

__all__ = [
    "Found",
    "RecordError",
    "Replay",
    "ReplayedHand",
    "decode",
    "encode",
    "find",
    "from_deal_line",
    "hand_record",
    "hand_report",
    "match_record",
    "replay",
    "report",
    "schema",
    "score",
    "to_deal_line",
]
