"""A record to damage: the worked example of the six-point sheet, whole, as docs/record.md prints it."""

from __future__ import annotations

import copy
from typing import Any

import pytest

WORKED: dict[str, Any] = {
    "format": "shmear-record",
    "version": 1,
    "rules": "six-point",
    "players": ["North", "East", "South", "West"],
    "sides": [[0], [1], [2], [3]],
    "hands": [
        {
            "dealer": 3,
            "deal": [
                ["TD", "QS", "9C", "KD", "9D", "KC"],
                ["QH", "8S", "8D", "JD", "JC", "8C"],
                ["AH", "KS", "JH", "9H", "LJ", "TC"],
                ["8H", "9S", "KH", "AD", "QD", "AC"],
            ],
            "undealt": ["AS", "BJ", "JS", "QC", "TH", "TS"],
            "auction": ["pass", 2, 3, "pass"],
            "plays": ("AH 8H TD QH KS 9S QS 8S JH KH 9C 8D AD KD JD 9H LJ QD 9D JC TC AC KC 8C".split()),
        }
    ],
}


@pytest.fixture
def worked() -> dict[str, Any]:
    return copy.deepcopy(WORKED)


@pytest.fixture
def two_hands(worked: dict[str, Any]) -> dict[str, Any]:
    """The worked example with the same cards dealt again by the next dealer, seat 0, and no call made yet."""
    first = worked["hands"][0]
    worked["hands"].append({"dealer": 0, "deal": first["deal"], "undealt": first["undealt"], "auction": []})
    return worked
