"""Compiled code: nothing reads past an array, plain Python gives the same, and machine code is kept and found again."""

import json
import math
import os
import random
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from random_positions import bits, forward, random_position

import shmear.kernel
from shmear.kernel import OBJECTIVES, POLICIES, Placements, line, max_n, perft, play_out, solve
from shmear.kernel.walk import legal_cards, play_card

HERE = Path(__file__).parent


def listed(rows: Any) -> list[float | None]:
    """An array as a list that JSON can hold, NaN as None."""
    return [None if math.isnan(value) else value for value in np.asarray(rows, float).ravel().tolist()]


def some_of_everything(count: int, cards: int) -> list[Any]:
    """What every function of the kernel says of some positions with at most so many cards."""
    rng = random.Random(5)
    found: list[Any] = []
    values = np.arange(64.0)[:, None] - np.arange(64.0)
    for number in range(count):
        seats = 2 + number % 7
        start = random_position(rng, seats, max(1, cards // seats))
        for policy in POLICIES:
            found += [listed(rows) for rows in play_out(start, count=4, policy=policy, seed=number)]
        found.append(perft(start, min(4, seats)))
        found.append(listed(solve(start, objective="rivals").scores))
        few = forward(start, cards // 2 // seats * seats, rng)
        found.append(listed(max_n(few)))
        start["paired"] = 0
        for objective in OBJECTIVES:
            wish: Any = dict(objective=objective, amount=3, values=values)
            found += [listed(solve(start, **wish).scores), listed(solve(start, best_only=True, hero=1, **wish).best)]
        found.append(line(few) if not few["paired"][0] else None)
        now = start.copy()
        while legal_cards(now[0]):
            found.append(int(play_card(now[0], rng.choice(bits(legal_cards(now[0]))))))
    dealt = [0, 1, 2, 20, 21, 47, 48, 60]
    fits = [0b1111, 0b0111, 0b1011, 0b1111, 0b1110, 0b1111, 0b1101, 0b1111]
    weights = np.arange(1.0, 33.0).reshape(8, 4)
    for more in ({}, {"guarded": 0b111, "pairs": [(0, 3)]}, {"weights": weights}):
        for method in ("by place", "by card"):
            made = Placements(dealt, [2, 2, 2, 2], fits, method=method, **more)  # type: ignore[arg-type]
            found += [made.count, made.sample(20, 1).tolist()]
    return found


def in_another_process(code: str, **settings: str) -> str:
    """What a program prints that begins anew, warnings being errors."""
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", code],
        env=os.environ | {"PYTHONPATH": str(HERE)} | settings,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-3000:]
    return done.stdout


def test_plain_python_says_the_same_as_compiled_code() -> None:
    code = "import json, test_compiling as here; print(json.dumps(here.some_of_everything(7, 8)))"
    found = json.loads(in_another_process(code, NUMBA_DISABLE_JIT="1"))
    assert found == json.loads(json.dumps(some_of_everything(7, 8)))


@pytest.mark.slow
def test_nothing_reads_past_an_array(tmp_path: Path) -> None:
    """Compiled anew with every index checked, with machine code of its own that nobody else finds."""
    code = "import json, test_compiling as here; print(json.dumps(here.some_of_everything(21, 16)))"
    found = json.loads(in_another_process(code, NUMBA_BOUNDSCHECK="1", NUMBA_CACHE_DIR=str(tmp_path)))
    assert found == json.loads(json.dumps(some_of_everything(21, 16)))


# Where machine code is kept.

ONE_FUNCTION = """
from shmear.kernel.compiled import cache_folder
from shmear.kernel.lanes import lane_of
assert lane_of(62) == 3
print(cache_folder(), sum(lane_of.stats.cache_hits.values()), sum(lane_of.stats.cache_misses.values()), sep="|")
"""


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A copy of the package that no program has run yet."""
    package = Path(shmear.kernel.__file__).parents[1]
    ignored = shutil.ignore_patterns("__pycache__", "static")
    return Path(shutil.copytree(package, tmp_path / "site" / "shmear", ignore=ignored))


def run_copy(copy: Path) -> tuple[Path, int, int]:
    """Call one function of the copy: the folder of its machine code, and how often it was found there and not found."""
    home = copy.parents[1] / "home"
    settings = {"PYTHONPATH": str(copy.parent), "XDG_CACHE_HOME": str(home), "HOME": str(home), "NUMBA_CACHE_DIR": ""}
    folder, hits, misses = in_another_process(ONE_FUNCTION, **settings).strip().split("|")
    return Path(folder), int(hits), int(misses)


def test_machine_code_is_kept_beside_the_kernel_and_found_by_the_next_program(copy: Path) -> None:
    folder, hits, misses = run_copy(copy)
    assert folder.parent == copy / "kernel" / "__pycache__"
    assert (hits, misses) == (0, 1)
    kept = sorted(folder.rglob("*.nbc"))
    assert kept
    assert run_copy(copy) == (folder, 1, 0)
    assert sorted(folder.rglob("*.nbc")) == kept


def test_an_installation_that_cannot_be_written_keeps_it_in_the_user_s_folder(copy: Path) -> None:
    (copy / "kernel" / "__pycache__").write_text("a file where a folder would have to be made")
    folder, hits, misses = run_copy(copy)
    assert copy.parents[1] / "home" in folder.parents
    assert (hits, misses) == (0, 1)
    assert run_copy(copy) == (folder, 1, 0)


def test_another_source_has_a_folder_of_its_own(copy: Path) -> None:
    folder, _, _ = run_copy(copy)
    with (copy / "kernel" / "walk.py").open("a") as file:
        file.write("# changed\n")
    other, hits, misses = run_copy(copy)
    assert other != folder
    assert (hits, misses) == (0, 1)


def test_the_next_program_compiles_nothing_that_this_one_has_compiled() -> None:
    code = """
import random, test_compiling as here
from shmear.kernel import answers, playout, walk
here.some_of_everything(7, 8)
made = [answers.solve_many, answers.rival_values, answers.max_n_values, playout.play_out_many, walk.play_card]
print(sum(sum(one.stats.cache_misses.values()) for one in made), all(one.stats.cache_hits for one in made))
"""
    some_of_everything(7, 8)
    assert in_another_process(code) == "0 True\n"
