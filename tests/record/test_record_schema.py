"""The JSON Schema in docs/ is the one the code makes, and says of records what the reader says of their shape."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from shmear.record import schema
from shmear.testing.mutations import random_record

SCHEMA = Path(__file__).parents[2] / "docs" / "record.schema.json"


@pytest.fixture(scope="module")
def validator() -> jsonschema.Draft202012Validator:
    return jsonschema.Draft202012Validator(json.loads(SCHEMA.read_text(encoding="utf-8")))


def test_the_page_is_up_to_date() -> None:
    assert json.loads(SCHEMA.read_text(encoding="utf-8")) == schema(), "run `make docs`"


@pytest.mark.parametrize("seed", range(12))
def test_a_record_that_is_written_fits(validator: jsonschema.Draft202012Validator, seed: int) -> None:
    validator.validate(random_record(random.Random(seed)))


def test_the_worked_example_fits(validator: jsonschema.Draft202012Validator, worked: dict[str, Any]) -> None:
    validator.validate(worked)


@pytest.mark.parametrize(
    ("key", "value"),
    [("version", 2), ("players", "North"), ("hands", {}), ("hands", [{"dealer": 0}]), ("sides", [["a"]]), ("start", 1)],
)
def test_a_wrong_shape_does_not(
    validator: jsonschema.Draft202012Validator, worked: dict[str, Any], key: str, value: Any
) -> None:
    assert not validator.is_valid({**worked, key: value})
