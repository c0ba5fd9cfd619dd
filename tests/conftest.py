"""The worked example of the six-point sheet, read from the page that documents it: docs/record.md."""

import copy
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings

# No test is about time: on a busy machine an example may take long.
settings.register_profile("shmear", deadline=None)
settings.load_profile("shmear")

PAGE = Path(__file__).resolve().parents[1] / "docs" / "record.md"
RECORD, RESULT, *_ = (
    json.loads(block.partition("```")[0]) for block in PAGE.read_text(encoding="utf-8").split("```json\n")[1:3]
)


@pytest.fixture
def worked() -> dict[str, Any]:
    """The record, to be changed at will."""
    return copy.deepcopy(RECORD)


@pytest.fixture
def worked_result() -> dict[str, Any]:
    """The beginning of what `shmear score --json` says of it: the page leaves five tricks out."""
    return copy.deepcopy(RESULT)
