"""`shmear arena` as docs/arena.md describes it."""

from __future__ import annotations

import importlib.util
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from shmear.arena import Plan, TaskResult, competing, play_task
from shmear.arena import plot as plot_module

Shmear = Callable[..., Any]
SMALL = ("novice", "random", "--game", "partner", "--jobs", "1")


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_deals_are_told_as_points_a_hand(shmear: Shmear) -> None:
    ran = shmear("arena", *SMALL, "--deals", "5")
    assert ran.code == 0
    assert ran.err == ""
    assert "partner · 4 players · 5 deals · seed 1" in ran.out
    assert "novice against random" in ran.out
    assert "difference, 95 %" in ran.out
    assert "p95 ms" in ran.out
    assert all(len(line) <= 80 for line in ran.out.splitlines())


def test_matches_are_told_beside_the_fair_share(shmear: Shmear) -> None:
    ran = shmear("arena", *SMALL, "--matches", "--deals", "3", "--cap", "4", "--seed", "8")
    assert "partner · 4 players · 3 matches · seed 8" in ran.out
    assert "× fair" in ran.out
    assert "were stopped after 4 hands and went to the highest score" in ran.out


def test_every_figure_is_in_the_json(shmear: Shmear) -> None:
    assert shmear("arena", *SMALL, "--matches", "--deals", "2", "--json", "out.json").code == 0
    found = json.loads(Path("out.json").read_text())
    assert found["arguments"]["bots"] == ["novice", "random"]
    assert found["arguments"]["seed"] == 1
    assert set(found["versions"]) == {"shmear", "python", "numpy", "numba"}
    assert (found["wanted"], found["figures"]["finished"], found["figures"]["fair_share"]) == (2, 2, 0.5)
    (matchup,) = found["figures"]["matchups"]
    assert (matchup["one"], matchup["others"], matchup["matches"]) == ("novice", "random", 4)
    assert [one["kind"] for one in found["figures"]["kinds"]] == ["novice", "random"]
    assert {"bids_made", "bids_set", "average_bid", "bid_share", "forfeits", "shots"} <= set(
        found["figures"]["kinds"][0]
    )
    assert "times" not in found["figures"]
    assert found["times"][0]["p50_ms"] <= found["times"][0]["p95_ms"]
    assert not Path("out.json.tasks").exists()


def interrupted_after(count: int) -> Callable[..., Iterator[TaskResult]]:
    def run(plan: Plan, numbers: list[int], **_: object) -> Iterator[TaskResult]:
        yield from (play_task(plan, number) for number in numbers[:count])
        raise KeyboardInterrupt

    return run


@pytest.mark.parametrize("where", [["--json", "out.json"], ["--resume", "kept.tasks"], []])
def test_ctrl_c_prints_what_there_is_and_how_to_go_on(where: list[str], shmear: Shmear) -> None:
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(competing, "run", interrupted_after(2))
        ran = shmear("arena", *SMALL, "--deals", "5", *where)
    assert ran.code == 130
    assert "2 of 5 deals" in ran.out
    if not where:
        assert "Go on with the same command and --resume arena-partner-4-novice-random-1.tasks" in ran.err
        where = ["--resume", "arena-partner-4-novice-random-1.tasks"]
    else:
        assert "The same command goes on from there" in ran.err
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(competing, "run", interrupted_after(2))
        assert "4 of 5 deals" in shmear("arena", *SMALL, "--deals", "5", *where).out
    again, straight = shmear("arena", *SMALL, "--deals", "5", *where), shmear("arena", *SMALL, "--deals", "5")
    assert again.code == 0
    assert again.out.partition("Time of")[0] == straight.out.partition("Time of")[0]


def test_ctrl_c_before_the_first_result(shmear: Shmear, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(competing, "run", interrupted_after(0))
    ran = shmear("arena", *SMALL, "--deals", "5")
    assert ran.code == 130
    assert "Nothing is finished yet." in ran.out
    assert ran.err == "Stopped.\n"
    assert not list(Path().iterdir())


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("expret", "novice"), "there is no bot named 'expret'; the bots are"),
        (("novice",), "name two bots or more; novice novice plays a bot against itself"),
        (("novice", "random", "--game", "sheepshead"), "six-point"),
        (("novice", "random", "--game", "ten-point", "--players", "7"), "one of 4, 5, 6"),
        (("novice", "random", "--plot", "out.gif"), "a picture is named NAME.svg or NAME.png, not out.gif"),
        (("novice", "random", "--rules", "none.toml"), "none.toml"),
        (("novice", "random", "--json", "no-such/out.json"), "no-such"),
    ],
)
def test_what_cannot_be_played_is_said_in_a_sentence(args: tuple[str, ...], said: str, shmear: Shmear) -> None:
    ran = shmear("arena", *args, "--jobs", "1", "--deals", "2")
    assert ran.code == 2
    assert said in ran.err
    assert "Traceback" not in ran.err
    assert ran.out == ""


def test_house_rules_are_played(shmear: Shmear) -> None:
    Path("ours.toml").write_text('extends = "partner"\nname = "ours"\n[auction]\nminimum = 3\n')
    ran = shmear("arena", "novice", "random", "--rules", "ours.toml", "--deals", "2", "--jobs", "1")
    assert ran.code == 0
    assert "ours · 4 players · 2 deals" in ran.out


needs_matplotlib = pytest.mark.skipif(
    importlib.util.find_spec("matplotlib") is None, reason="matplotlib is not installed (pip install 'shmear[bench]')"
)


@needs_matplotlib
@pytest.mark.parametrize("matches", [[], ["--matches", "--cap", "3"]])
def test_a_picture_holds_the_matchups_as_text_and_is_the_same_each_time(matches: list[str], shmear: Shmear) -> None:
    args = ("arena", "novice", "random", "--game", "pitch", "--players", "3", "--deals", "3", "--jobs", "1", *matches)
    assert shmear(*args, "--plot", "one.svg").code == 0
    assert shmear(*args, "--plot", "two.svg").code == 0
    text = Path("one.svg").read_text()
    assert text == Path("two.svg").read_text()
    words = "".join(ElementTree.fromstring(text).itertext())
    assert "novice among 2 random" in words
    assert "random among 2 novice" in words
    assert ("the fair share, 33.3 %" if matches else "points a hand more than the others") in words


@needs_matplotlib
def test_a_picture_may_be_a_png(shmear: Shmear) -> None:
    assert shmear("arena", *SMALL, "--deals", "2", "--plot", "out.PNG").code == 0
    assert Path("out.PNG").read_bytes().startswith(b"\x89PNG")


def test_without_matplotlib_a_sentence_says_what_to_install(shmear: Shmear, monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(name: str) -> object:
        raise ImportError(name)

    monkeypatch.setattr(plot_module.importlib, "import_module", missing)
    ran = shmear("arena", *SMALL, "--deals", "2", "--plot", "out.svg")
    assert ran.code == 2
    assert "drawing needs matplotlib" in ran.err
    assert "pip install 'shmear[bench]'" in ran.err
