"""Records to damage."""

from __future__ import annotations

from typing import Any

import pytest


@pytest.fixture
def two_hands(worked: dict[str, Any]) -> dict[str, Any]:
    """The worked example with the same cards dealt again by the next dealer, seat 0, and no call made yet."""
    first = worked["hands"][0]
    worked["hands"].append({"dealer": 0, "deal": first["deal"], "undealt": first["undealt"], "auction": []})
    return worked
