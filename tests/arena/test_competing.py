"""Contests: the same figures for any number of jobs and any number of interruptions, here and on a cluster."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import pytest

from shmear.arena import ArenaError, Plan, compete, competing, report, running
from shmear.arena.report import Figures
from shmear.rules import preset

PLAN = Plan(rules=preset("shmear"), players=3, kinds=("novice", "random"), matches=True, cap=6)
COUNT = 7


def figures(plan: Plan = PLAN, count: int = COUNT, **how: object) -> Figures:
    done = compete(plan, count, **how)  # type: ignore[arg-type]
    assert not done.interrupted
    return report(plan, done.results, count).figures


@pytest.fixture(scope="module")
def expected() -> Figures:
    return figures()


def stop_after(count: int) -> object:
    """Ctrl-C when so many tasks are finished."""

    def told(done: int) -> None:
        if done == count:
            raise KeyboardInterrupt

    return told


def test_any_number_of_jobs_gives_the_same_figures(expected: Figures) -> None:
    assert expected.finished == COUNT
    assert figures(jobs=2) == expected


def test_another_seed_gives_other_figures(expected: Figures) -> None:
    other = Plan(rules=PLAN.rules, players=3, kinds=PLAN.kinds, matches=True, cap=6, seed=2)
    assert figures(other) != expected


@pytest.mark.parametrize("jobs", [1, 2])
def test_going_on_equals_not_having_stopped(jobs: int, expected: Figures, tmp_path: Path) -> None:
    keep = tmp_path / "results.tasks"
    first = compete(PLAN, COUNT, jobs=jobs, keep=keep, told=stop_after(3))  # type: ignore[arg-type]
    assert first.interrupted
    assert len(first.results) == 3
    heard: list[int] = []
    second = compete(PLAN, COUNT, keep=keep, told=heard.append)
    assert heard == [3, 4, 5, 6, 7]
    assert report(PLAN, second.results, COUNT).figures == expected


def test_a_line_that_was_cut_off_is_played_again(expected: Figures, tmp_path: Path) -> None:
    keep = tmp_path / "results.tasks"
    figures(count=4, keep=keep)
    keep.write_bytes(keep.read_bytes()[:-30])
    heard: list[int] = []
    assert figures(keep=keep, told=heard.append) == expected
    assert heard[0] == 3


def test_more_deals_go_on_from_fewer_and_fewer_use_what_they_need(expected: Figures, tmp_path: Path) -> None:
    keep = tmp_path / "results.tasks"
    figures(count=2, keep=keep)
    assert figures(keep=keep) == expected
    assert figures(count=2, keep=keep) == figures(count=2)


def test_results_of_other_arguments_are_refused(tmp_path: Path) -> None:
    keep = tmp_path / "results.tasks"
    figures(count=1, keep=keep)
    other = Plan(rules=preset("shmear"), players=4, kinds=("novice", "novice"), matches=True, cap=6, seed=9)
    with pytest.raises(ArenaError) as refused:
        compete(other, 1, keep=keep)
    assert "players 3, not 4; bots novice random, not novice novice; seed 1, not 9" in str(refused.value)


def test_results_of_another_program_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    keep = tmp_path / "results.tasks"
    figures(count=1, keep=keep)
    monkeypatch.setattr("shmear.arena.plan.code_digest", lambda: "0" * 12)
    with pytest.raises(ArenaError, match="another state of the program"):
        compete(PLAN, 1, keep=keep)


@pytest.mark.parametrize("text", ["a letter to a friend", "a letter\nto a friend\n", '{"arena": 1}\n'])
def test_a_file_of_something_else_is_refused_and_left_alone(text: str, tmp_path: Path) -> None:
    keep = tmp_path / "letter.txt"
    keep.write_text(text)
    with pytest.raises(ArenaError, match=r"letter\.txt is not a file of the arena's results"):
        compete(PLAN, 1, keep=keep)
    assert keep.read_text() == text


def test_a_file_that_cannot_be_written_is_said_at_once(tmp_path: Path) -> None:
    with pytest.raises(ArenaError, match=r"cannot keep results in .*no-such"):
        compete(PLAN, 1, keep=tmp_path / "no-such" / "results.tasks")


def test_another_program_on_a_worker_is_refused() -> None:
    with pytest.raises(ArenaError, match="another shmear installed"):
        running._play_same(PLAN, "0" * 12, 0)


def test_without_ray_a_sentence_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    def no_ray(name: str) -> object:
        raise ImportError(name)

    monkeypatch.setattr(running.importlib, "import_module", no_ray)
    with pytest.raises(ArenaError, match=r"pip install 'shmear\[cluster\]'"):
        competing.compete(PLAN, 1, ray="local")


RAY = pytest.mark.skipif(
    importlib.util.find_spec("ray") is None, reason="Ray is not installed (pip install 'shmear[cluster]')"
)


@RAY
@pytest.mark.slow
@pytest.mark.filterwarnings("default")  # Ray's own
def test_a_local_ray_of_two_workers_gives_the_same_figures(expected: Figures) -> None:
    assert figures(jobs=2, ray="local") == expected


@RAY
def test_an_address_where_nobody_listens_is_said_at_once() -> None:
    with pytest.raises(ArenaError, match="no Ray cluster answers at 127"):
        compete(PLAN, 1, ray="127.0.0.1:1")
