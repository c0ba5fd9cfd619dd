"""`shmear score` as docs/record.md describes it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Shmear = Callable[..., Any]


@pytest.fixture
def match(tmp_path: Path, worked: dict[str, Any]) -> Path:
    path = tmp_path / "match.json"
    path.write_text(json.dumps(worked, indent=1))
    return path


def test_the_documented_record_has_the_documented_result(
    shmear: Shmear, match: Path, worked_result: dict[str, Any]
) -> None:
    ran = shmear("score", "--json", str(match))
    assert ran.code == 0
    got, want = json.loads(ran.out), worked_result
    want["hands"][0]["tricks"] = want["hands"][0]["tricks"][:1]  # the page leaves the other five out
    got["hands"][0]["tricks"] = got["hands"][0]["tricks"][:1]
    assert got == want
    assert list(got["hands"][0]) == list(want["hands"][0])


def test_a_line_a_record_and_the_command_goes_on_after_an_error(
    shmear: Shmear, match: Path, tmp_path: Path, worked: dict[str, Any]
) -> None:
    good = worked
    bad = json.loads(json.dumps(good))
    bad["hands"][0]["plays"][1] = "AC"
    path = tmp_path / "many.jsonl"
    path.write_text(f"{json.dumps(good)}\n{json.dumps(bad)}\nnot json\n{json.dumps(good)}\n")
    ran = shmear("score", "--json", str(path), str(match), str(tmp_path / "none.json"))
    lines = [json.loads(line) for line in ran.out.splitlines()]
    assert ran.code == 2
    assert ["error" in line for line in lines] == [False, True, True, False, False, True]
    assert lines[1]["error"] == {
        "hand": 0,
        "action": "plays[1]",
        "seat": 3,
        "message": "West holds a heart and must follow",
    }
    assert lines[2]["error"]["action"] is None


def test_standard_input(shmear: Shmear, match: Path) -> None:
    ran = shmear("score", "--json", "-", stdin=match.read_bytes())
    assert json.loads(ran.out)["scores"] == [0, 0, 3, 2]


def test_trace_has_every_decision(shmear: Shmear, match: Path) -> None:
    ran = shmear("score", "--json", "--trace", str(match))
    (trace,) = json.loads(ran.out)["trace"]
    assert len(trace) == 4 + 24
    assert trace[0] == {"seat": 0, "phase": "auction", "legal": ["pass", 2, 3, 4, 5, 6]}
    assert trace[4] == {"seat": 2, "phase": "play", "legal": ["9H", "AH", "JH", "KS", "TC"]}


def test_without_json_it_is_a_score_sheet(shmear: Shmear, match: Path) -> None:
    ran = shmear("score", str(match))
    assert ran.code == 0
    for word in ("North", "East", "South", "West", "Game"):
        assert word in ran.out
    assert "{" not in ran.out


def test_without_json_an_error_names_file_hand_and_action(shmear: Shmear, match: Path) -> None:
    record = json.loads(match.read_text())
    record["hands"][0]["auction"][1] = 7
    match.write_text(json.dumps(record))
    ran = shmear("score", str(match))
    assert ran.code == 2
    assert ran.err == f"shmear: {match}, hand 1, auction[1]: the highest bid is 6, East may not bid 7\n"


def test_a_file_that_is_not_there_is_named_once(shmear: Shmear, tmp_path: Path) -> None:
    ran = shmear("score", str(tmp_path / "none.json"))
    assert (ran.code, ran.out) == (2, "")
    assert ran.err == f"shmear: {tmp_path / 'none.json'} cannot be read: No such file or directory\n"


def test_hands_come_out_as_lines_and_go_in_again(shmear: Shmear, match: Path) -> None:
    line = shmear("score", "--deals", str(match)).out
    assert line.startswith("six-point | dealer 3 | deal TD QS 9C KD 9D KC, QH")
    assert line.count("\n") == 1
    ran = shmear("score", "--json", "--deal", line)
    assert json.loads(ran.out)["scores"] == [0, 0, 3, 2]


def test_a_call_without_a_file_says_what_to_give(shmear: Shmear) -> None:
    ran = shmear("score")
    assert ran.code == 2
    assert "Traceback" not in ran.err


def test_names_of_any_text_come_out_on_any_terminal(match: Path) -> None:
    record = json.loads(match.read_text())
    record["players"] = ["Nörd ♥", "[bold]East[/bold]", "", "W\x1b[31m\n"]
    match.write_text(json.dumps(record))
    for args in (["--json"], []):
        done = subprocess.run(
            [sys.executable, "-m", "shmear", "score", *args, str(match)],
            capture_output=True,
            env={**os.environ, "PYTHONIOENCODING": "ascii", "NO_COLOR": "1"},
            check=False,
        )
        assert done.returncode == 0, done.stderr
        assert b"\x1b" not in done.stdout


def test_a_reader_that_goes_away_is_no_error(tmp_path: Path, worked: dict[str, Any]) -> None:
    path = tmp_path / "many.jsonl"
    path.write_text((json.dumps(worked) + "\n") * 400)
    done = subprocess.run(
        f"{sys.executable} -m shmear score --json --trace {path} | head -1",
        shell=True,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stderr == ""
    assert json.loads(done.stdout)["scores"] == [0, 0, 3, 2]


@pytest.mark.fuzz
@pytest.mark.parametrize(
    "text",
    [b"[" * 100_000_000, b'{"format": "' + b"x" * 100_000_000 + b'"}', b"7" * 100_000_000],
    ids=["brackets", "text", "digits"],
)
def test_a_line_of_100_mb_is_answered_like_any_other(shmear: Shmear, match: Path, tmp_path: Path, text: bytes) -> None:
    path = tmp_path / "huge.jsonl"
    path.write_bytes(text + b"\n" + match.read_bytes().replace(b"\n", b"") + b"\n")
    ran = shmear("score", "--json", str(path))
    first, second = map(json.loads, ran.out.splitlines())
    assert ran.code == 2
    assert first["error"]["action"] is None
    assert len(first["error"]["message"]) < 200
    assert second["scores"] == [0, 0, 3, 2]
