"""A bounded share of the fuzz that `make fuzz` runs for longer."""

from __future__ import annotations

import json
import random

import pytest

from shmear.testing.mutations import answer, mutated, random_record


@pytest.mark.fuzz
@pytest.mark.parametrize("seed", range(20))
def test_a_damaged_record_gets_a_result_or_an_error_with_a_place(seed: int) -> None:
    rng = random.Random(seed)
    errors = 0
    for _ in range(6):
        record = random_record(rng)
        for _ in range(40):
            errors += answer(mutated(record, rng)) is not None
    assert errors > 200  # damage is nearly always noticed


@pytest.mark.fuzz
def test_an_undamaged_record_is_legal() -> None:
    rng = random.Random(0)
    for _ in range(40):
        assert answer(json.dumps(random_record(rng)).encode()) is None
