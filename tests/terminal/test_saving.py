"""A match is never lost, never written over another file, and goes on as if it had not been left."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import sys
from pathlib import Path

import pexpect
import pytest
from matches import Player, read, seated, typed

from shmear.record import from_deal_line, score
from shmear.rules import preset_names
from shmear.terminal.save import SaveError, SaveFile
from shmear.terminal.table import Leave

COMMAND = "from shmear.cli import main; import sys; sys.argv = ['shmear', 'play', *sys.argv[1:]]; main()"


def lines_of(game: str, seed: int, count: int, tmp_path: Path) -> list[str]:
    """Lines that a person could type in a match, and that match in whole.json."""
    player = Player(seed, stop=count)
    player.table = seated(game, 4, seed, player, tmp_path / "whole.json")
    with contextlib.suppress(Leave):
        player.table.run()
    player.table.write()
    return player.lines


@pytest.mark.parametrize("game", preset_names())
@pytest.mark.parametrize("left_after", [0, 9, 23])
def test_a_match_that_was_left_goes_on_as_if_it_had_not_been(
    game: str, left_after: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = lines_of(game, 6, 40, tmp_path)
    file = tmp_path / "part.json"
    typed(capsys, "\n".join([*lines[:left_after], "q"]) + "\n", game, players=4, seed=6, save=file)
    score(read(file))
    ran = typed(capsys, "\n".join(lines[left_after:]) + "\n", resume=file)
    assert (ran.code, ran.err) == (0, "")
    assert read(file) == read(tmp_path / "whole.json")


def test_a_file_that_is_there_stays_as_it_is(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "match.json"
    file.write_text("mine", encoding="utf-8")
    assert "match-2.json" in typed(capsys, "q\n", "shmear", seed=1, save=file).out
    assert "match-3.json" in typed(capsys, "q\n", "shmear", seed=1, save=file).out
    assert file.read_text(encoding="utf-8") == "mine"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["match-2.json", "match-3.json", "match.json"]


def test_a_match_keeps_to_its_own_file(tmp_path: Path) -> None:
    file = SaveFile(tmp_path / "match.json")
    assert file.write({"hands": []}) == file.write({"hands": [1]}) == tmp_path / "match.json"
    assert read(tmp_path / "match.json") == {"hands": [1]}
    assert [path.name for path in tmp_path.iterdir()] == ["match.json"]


def test_a_folder_that_is_gone_is_an_error_and_no_traceback(tmp_path: Path) -> None:
    folder = tmp_path / "folder"
    folder.mkdir()
    file = SaveFile(folder / "match.json")
    folder.rmdir()
    with pytest.raises(SaveError, match="cannot save to"):
        file.write({})


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "the text is empty"),
        ("{", "the text is not JSON"),
        ("[]", "a record is a JSON object, not a list"),
        ("[" * 100_000, "nested too deeply"),
        ('{"format": "shmear-record", "version": 1, "rules": "bridge"}', "there is no game named"),
    ],
)
def test_a_file_that_is_no_match_is_said_to_be_none(
    text: str, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "match.json"
    file.write_text(text, encoding="utf-8")
    ran = typed(capsys, "", resume=file)
    assert ran.code == 2
    assert said in ran.err
    assert ran.err.count("\n") == 1
    assert file.read_text(encoding="utf-8") == text


def test_a_record_from_elsewhere_can_be_gone_on_with(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines_of("shmear", 2, 3, tmp_path)
    record = read(tmp_path / "whole.json")
    del record["meta"]
    record["players"] = ["\x1b[31mRed", "[bold]", "a" * 100, ""]
    file = tmp_path / "match.json"
    file.write_text(json.dumps(record), encoding="utf-8")
    ran = typed(capsys, "?\nq\n", resume=file)
    assert (ran.code, ran.err) == (0, "")
    assert "\x1b" not in ran.out
    assert "[bold]" in ran.out
    assert read(file)["players"] == record["players"]


def test_a_finished_match_is_shown(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "match.json"
    typed(capsys, "", "six-point", seat="none", seed=2, save=file)
    before = file.read_bytes()
    ran = typed(capsys, "", resume=file)
    assert ran.code == 0
    assert "the match with" in ran.out
    assert file.read_bytes() == before


def at_a_terminal(tmp_path: Path, *args: str) -> pexpect.spawn:
    return pexpect.spawn(
        sys.executable,
        ["-c", COMMAND, *args],
        cwd=str(tmp_path),
        dimensions=(24, 80),
        encoding="utf-8",
        timeout=30,
        env={**os.environ, "TERM": "xterm-256color", "PYTHONIOENCODING": "utf-8", "LANG": "C.UTF-8"},
    )


@pytest.mark.parametrize(("name", "code"), [("ctrl-c", 130), ("SIGTERM", 143), ("SIGHUP", 129), ("ctrl-d", 0)])
def test_whatever_ends_the_program_saves_the_match(name: str, code: int, tmp_path: Path) -> None:
    child = at_a_terminal(tmp_path, "six-point", "--seed", "3", "--pace", "0")
    child.expect(r"\? helps: ")
    child.sendline("p")
    child.expect(r"Play your card.*\? helps: ")
    if name == "ctrl-c":
        child.sendintr()
    elif name == "ctrl-d":
        child.sendeof()
    else:
        os.kill(child.pid, getattr(signal, name))
    child.expect("saved in shmear-six-point-3.json")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == code
    assert read(tmp_path / "shmear-six-point-3.json")["hands"][0]["plays"] == ["AH", "8H"]


def test_a_terminal_asks_for_the_game_and_before_a_lead_that_makes_trump(tmp_path: Path) -> None:
    child = at_a_terminal(tmp_path, "--seed", "3", "--pace", "0")
    child.expect("Number or name")
    child.sendline("12")
    child.expect("A number from 1 to 11")
    child.sendline("6-point")
    child.expect("A number from 1 to 11")
    child.sendline("")
    child.expect(r"\? helps: ")
    child.sendline("4")
    child.expect("Lead a card")
    child.sendline("1")
    child.expect("Lead the jack of spades and make spades trump")
    child.sendline("n")
    child.expect("Hand 1, trick 1|Lead a card")
    child.sendline("8s")
    child.expect("Lead the eight of spades")
    child.sendline("")
    child.expect("spades are trump")
    child.sendline("q")
    child.expect("saved in")
    child.expect(pexpect.EOF)


def test_colour_is_used_at_a_terminal_only_where_it_is_wanted(tmp_path: Path) -> None:
    for extra, coloured in (({}, True), ({"NO_COLOR": "1"}, False), ({"TERM": "dumb"}, False)):
        child = pexpect.spawn(
            sys.executable,
            ["-c", COMMAND, "six-point", "--seed", "3", "--pace", "0"],
            cwd=str(tmp_path),
            dimensions=(24, 80),
            encoding="utf-8",
            timeout=30,
            env={**os.environ, "TERM": "xterm-256color", "LANG": "C.UTF-8", **extra},
        )
        child.expect(r"Your cards: .*10")
        assert ("\x1b[31m10♥" in child.before + child.after) is coloured
        assert ("\x1b[1m" in child.before + child.after) is coloured
        child.close()


def test_a_defect_of_the_program_costs_nobody_the_match(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError("by design of this test")

    monkeypatch.setattr("shmear.terminal.table.screen", broken)
    file = tmp_path / "match.json"
    ran = typed(capsys, "pass\n", "six-point", seed=7, save=file)
    assert ran.code == 70
    assert "a defect in the program stopped the match: ZeroDivisionError" in ran.err
    line = ran.err.partition("Please report it with this hand: ")[2].strip()
    assert score(from_deal_line(line))["hands"][0]["outcome"] == "unfinished"
    assert score(read(file))["hands"][0]["outcome"] == "unfinished"


def test_sides_may_be_agreed_where_the_rules_leave_them_open(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "match.json"
    typed(capsys, "q\n", "six-point-partners", seed=1, sides="0+1 2+3", save=file)
    assert read(file)["sides"] == [[0, 1], [2, 3]]


@pytest.mark.parametrize(
    ("game", "sides", "message"),
    [
        ("six-point-partners", "0+1", "every seat from 0 to 3"),
        ("six-point-partners", "0+1+2 3", "pairs"),
        ("six-point-partners", "north+south", "no sides"),
        ("partner", "0+1 2+3", "the sides of this game are 0+2, 1+3"),
    ],
)
def test_sides_that_cannot_be_are_refused(
    game: str, sides: str, message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    ran = typed(capsys, "", game, sides=sides)
    assert (ran.code, ran.out) == (2, "")
    assert message in ran.err
