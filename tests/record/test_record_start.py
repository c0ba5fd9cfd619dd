"""A record that begins in the middle of a match: `start` (docs/record.md)."""

from __future__ import annotations

from typing import Any

import pytest

from shmear.record import RecordError, replay, score

Record = dict[str, Any]

DEAL = {
    "dealer": 3,
    "deal": [
        "AS KS QS JS TS 9S".split(),
        "AH KH QH JH TH 9H".split(),
        "AD KD QD JD TD 9D".split(),
        "AC KC QC JC TC 9C".split(),
    ],
    "undealt": [rank + suit for suit in "CDHS" for rank in "2345678"],
}
"""Each seat holds the top of one suit."""


def shmear(start: Any, auction: list[Any], **more: Any) -> Record:
    record: Record = {"format": "shmear-record", "version": 1, "rules": "shmear", "players": ["a", "b", "c", "d"]}
    if start is not None:
        record["start"] = start
    return {**record, "hands": [{**DEAL, "auction": auction, **more}]}


@pytest.mark.clause("3.S.shoot")
@pytest.mark.parametrize(
    "start",
    [None, {"first_hand": True}, {"scores": [1, 0, 0, 0]}, {"scores": [1, 0, 0, 0], "first_hand": False}],
)
def test_a_shot_on_the_first_hand_or_with_a_chip(start: Any) -> None:
    assert score(shmear(start, ["shoot"]))["hands"][0]["outcome"] == "unfinished"


@pytest.mark.clause("3.S.shoot")
@pytest.mark.parametrize(
    "start", [{}, {"scores": [0, 5, 5, 5]}, {"smucks": [3, 0, 0, 0]}, {"scores": [0, 0, 0, 0], "first_hand": False}]
)
def test_no_shot_later_without_a_chip(start: Any) -> None:
    with pytest.raises(RecordError) as error:
        replay(shmear(start, ["shoot"]))
    assert (error.value.hand, error.value.action, error.value.seat) == (0, "auction[0]", 0)


def test_scores_and_smucks_go_on_from_the_start() -> None:
    plays = ["AS", "9H", "9D", "9C", "KS", "TH", "TD", "TC", "QS", "JH", "JD", "JC"]
    plays += ["JS", "QH", "QD", "QC", "TS", "KH", "KD", "KC", "9S", "AH", "AD", "AC"]
    # Seat 0 has all six tricks: High A, Low 9 (the lowest spade played), Jack and Game are four points for a bid of 4.
    start = {"scores": [3, 1, 2, 10], "smucks": [0, 1, 0, 2]}
    result = score(shmear(start, [4, "pass", "pass", "pass"], plays=plays))
    assert result["hands"][0]["deltas"] == [4, 0, 0, 0]
    assert result["scores"] == [7, 1, 2, 10]
    assert result["smucks"] == [0, 1, 0, 2]
    assert result["winners"] is None


@pytest.mark.clause("8.S.floor")
def test_a_forfeit_takes_what_is_there_down_to_the_floor() -> None:
    start = {"scores": [4, 4, 4, 1], "smucks": [0, 0, 0, 1]}
    result = score(shmear(start, ["pass", "pass", "pass", "pass", "forfeit"]))
    assert result["hands"][0]["outcome"] == "forfeit"
    assert result["hands"][0]["deltas"] == [0, 0, 0, -1]
    assert result["scores"] == [4, 4, 4, 0]
    assert result["smucks"] == [0, 0, 0, 2]
