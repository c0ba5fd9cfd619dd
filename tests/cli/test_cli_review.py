"""`shmear review` as docs/review.md describes it."""

from __future__ import annotations

import importlib.util
import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from shmear.game import HandState, Match, Setup, view
from shmear.record import match_record
from shmear.review import BUDGET
from shmear.review import plots as plots_module
from shmear.review import running as running_module
from shmear.rules import preset

Shmear = Callable[..., Any]
QUICK = ("--budget", "2", "--jobs", "1")


@pytest.fixture(scope="module")
def record() -> dict[str, Any]:
    """Two hands of six-point, played at random."""
    rng = random.Random(1)
    start = match = Match.new(Setup(preset("six-point"), 4), 0)
    hands: list[HandState] = []
    for _ in range(2):
        state = match.deal(rng)
        while not state.is_over:
            assert state.to_act is not None
            state = state.apply(rng.choice(view(state, state.to_act).legal))
        hands.append(state)
        match = match.after(state)
    return match_record(start, ["Ann", "Ben", "Cleo", "Dan"], hands)


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, record: dict[str, Any]) -> None:
    monkeypatch.chdir(tmp_path)
    Path("match.json").write_text(json.dumps(record))


def changed(record: dict[str, Any], **hand: Any) -> dict[str, Any]:
    return {**record, "hands": [*record["hands"][:-1], {**record["hands"][-1], **hand}]}


def test_it_prints_players_luck_and_hands_in_eighty_columns(shmear: Shmear) -> None:
    ran = shmear("review", "match.json", *QUICK)
    assert ran.code == 0
    assert ran.err == ""
    assert ran.out.startswith("Six-point Smear to 21 · nobody has won yet\n")
    for said in ("Note: nobody has won yet", "2 worlds a decision, seed 1", "Ann", "luck", "Hand 1 · ", "Hand 2 · "):
        assert said in ran.out
    assert all(len(line) <= 80 for line in ran.out.splitlines())


def test_one_seat_is_told_every_decision_of_its_own(shmear: Shmear) -> None:
    ran = shmear("review", "match.json", "--seat", "1", *QUICK)
    whole = json.loads(shmear("review", "match.json", "--json", "--seat", "1", *QUICK).out)
    decisions = [one for hand in whole["hands"] for one in hand["decisions"]]
    assert {one["seat"] for one in decisions} == {1}
    told = [line for line in ran.out.splitlines() if line.strip().startswith(("✓", "·", "?"))]
    assert len(told) == len(decisions)
    assert all(": Ben " in line for line in told)


def test_json_is_one_line_and_the_same_from_the_same_seed(shmear: Shmear) -> None:
    ran = shmear("review", "match.json", "--json", *QUICK, "--seed", "5")
    assert ran.out.count("\n") == 1
    found = json.loads(ran.out)
    assert (found["format"], found["worlds"], found["seed"], len(found["hands"])) == ("shmear-review", 2, 5, 2)
    assert shmear("review", "match.json", "--json", *QUICK, "--seed", "5").out == ran.out
    assert shmear("review", "match.json", "--json", *QUICK, "--seed", "6").out != ran.out


def test_the_record_may_come_by_standard_input(shmear: Shmear) -> None:
    assert shmear("review", "-", *QUICK, stdin=Path("match.json").read_bytes()).code == 0


def test_the_page_and_the_pictures_are_written(shmear: Shmear) -> None:
    pytest.importorskip("matplotlib")
    assert shmear("review", "match.json", *QUICK, "--html", "out.html", "--plots", "some/plots").code == 0
    assert Path("out.html").read_text(encoding="utf-8").startswith("<!doctype html>")
    assert {file.name for file in Path("some/plots").iterdir()} == {"chances.svg", "points.svg", "losses.svg"}


def test_an_unfinished_last_hand_is_left_out_with_a_note(shmear: Shmear, record: dict[str, Any]) -> None:
    Path("open.json").write_text(json.dumps(changed(record, plays=record["hands"][-1]["plays"][:7])))
    ran = shmear("review", "open.json", *QUICK)
    assert ran.code == 0
    assert "Note: hand 2 is not finished and was left out; the match is still open." in ran.out
    assert "Hand 2" not in ran.out


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("none.json",), "shmear: none.json cannot be read: No such file or directory"),
        (("illegal.json",), "shmear: illegal.json, hand 2, plays[0]: "),
        (("text.json",), "shmear: text.json: the text is not JSON"),
        (("empty.json",), "shmear: empty.json: the text is empty; a record is a JSON object"),
        (("list.json",), "shmear: list.json: a record is a JSON object, not a list"),
        (("deep.json",), "shmear: deep.json: the text is nested too deeply to be a record"),
        (("two.jsonl",), "shmear: two.jsonl holds more than one record; give a file with one"),
        (("begun.json",), "shmear: no hand of the record is finished: there is nothing to review yet"),
        (("match.json", "--seat", "4"), "shmear: there is no seat 4; the seats of this match run from 0 to 3"),
        (("match.json", "--html", "none/out.html"), "shmear: cannot write none/out.html: No such file or directory"),
        (("match.json", "--html", "."), "shmear: cannot write .: it is a folder"),
        pytest.param(
            ("match.json", "--plots", "text.json"),
            "shmear: cannot write into text.json: File exists",
            marks=pytest.mark.skipif(
                importlib.util.find_spec("matplotlib") is None, reason="matplotlib is not installed"
            ),
        ),
        (("match.json", "--seat", "-1"), "--seat"),
        (("match.json", "--budget", "1"), "--budget"),
        (("match.json", "--jobs", "0"), "--jobs"),
    ],
)
def test_what_cannot_be_reviewed_is_said_in_a_sentence(
    args: tuple[str, ...], said: str, shmear: Shmear, record: dict[str, Any]
) -> None:
    held = record["hands"][-1]["deal"]
    bidder = next(seat for seat, cards in enumerate(held) if record["hands"][-1]["plays"][0] in cards)
    Path("illegal.json").write_text(json.dumps(changed(record, plays=[held[bidder - 1][0]])))
    Path("text.json").write_text("six-point | dealer 3")
    Path("empty.json").write_text("")
    Path("list.json").write_text("[]")
    Path("deep.json").write_text("[" * 100_000)
    Path("two.jsonl").write_text(f"{json.dumps(record)}\n{json.dumps(record)}\n")
    Path("begun.json").write_text(json.dumps({**record, "hands": [{**record["hands"][0], "plays": []}]}))
    ran = shmear("review", *args)
    assert ran.code == 2
    assert said in ran.err
    assert ran.err.count("\n") == 1 or "Usage" in ran.err
    assert "Traceback" not in ran.err
    assert ran.out == ""


def test_a_page_that_cannot_be_written_leaves_no_file_behind(shmear: Shmear) -> None:
    assert shmear("review", "match.json", "--seat", "9", "--html", "out.html").code == 2
    assert not Path("out.html").exists()


def test_ctrl_c_stops(shmear: Shmear, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object, **__: object) -> object:
        raise KeyboardInterrupt

    monkeypatch.setattr(running_module, "review_hand", interrupted)
    ran = shmear("review", "match.json", *QUICK)
    assert (ran.code, ran.out, ran.err) == (130, "", "Stopped.\n")


def test_without_matplotlib_a_sentence_says_what_to_install(shmear: Shmear, monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(name: str) -> object:
        raise ImportError(name)

    monkeypatch.setattr(plots_module.importlib, "import_module", missing)
    ran = shmear("review", "match.json", "--plots", "out")
    assert ran.code == 2
    assert "pip install 'shmear[bench]'" in ran.err


def test_the_command_has_the_budget_of_the_library(shmear: Shmear) -> None:
    from shmear.cli import review

    assert review.BUDGET == BUDGET
