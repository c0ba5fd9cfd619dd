"""Whole matches at the terminal table, from typed lines."""

from __future__ import annotations

import contextlib
import io
import os
import subprocess
import sys
from pathlib import Path

import pytest
from matches import Player, read, seated, typed

from shmear.game import DiscardOptions, HandState
from shmear.record import score
from shmear.rules import preset, preset_names
from shmear.terminal.console import make_console
from shmear.terminal.table import Leave

LARGEST = [(name, max(preset(name).deal.players)) for name in preset_names()]
CODE = "from shmear.cli import main; import sys; sys.argv = ['shmear', 'play', *sys.argv[1:]]; main()"
USUAL = [(name, 4) for name in preset_names()]


def command(tmp_path: Path, *args: str, stdin: str = "", **env: str) -> subprocess.CompletedProcess[str]:
    """``shmear play`` as its own process, in an empty folder."""
    return subprocess.run(
        [sys.executable, "-c", CODE, *args],
        input=stdin,
        capture_output=True,
        text=True,
        encoding="utf-8",
        cwd=tmp_path,
        env={**os.environ, "PYTHONIOENCODING": "utf-8", **env},
        timeout=120,
        check=False,
    )


@pytest.mark.parametrize(("game", "players"), USUAL)
def test_a_match_typed_line_by_line_comes_to_an_end(game: str, players: int, tmp_path: Path) -> None:
    player = Player(3)
    table = seated(game, players, 3, player, tmp_path / "match.json")
    player.table = table
    table.run()
    done = score(read(table.write()))
    assert done["winners"] is not None
    assert done["scores"] == list(table.match.scores)
    assert all(hand["outcome"] != "unfinished" for hand in done["hands"])


@pytest.mark.parametrize(("game", "players"), USUAL)
def test_the_same_lines_on_standard_input_play_the_same_match(
    game: str, players: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    player = Player(4, stop=60)
    table = seated(game, players, 4, player, tmp_path / "first.json")
    player.table = table
    with contextlib.suppress(Leave):
        table.run()
    table.write()
    lines = "\n".join(player.lines) + "\n"
    ran = typed(capsys, lines, game, players=players, seed=4, save=tmp_path / "second.json")
    assert (ran.code, ran.err) == (0, "")
    assert read(tmp_path / "second.json") == read(tmp_path / "first.json")


@pytest.mark.parametrize(("game", "players"), [*LARGEST, ("shmear", 2), ("ten-point", 4), ("ten-point", 5)])
def test_every_decision_fits_a_terminal_of_80_by_24(game: str, players: int, tmp_path: Path) -> None:
    out = io.StringIO()
    player = Player(players, stop=60)
    table = seated(game, players, 11, player, tmp_path / "match.json", make_console(out))
    player.table = table
    tallest = 0

    def watch(prompt: str, state: HandState) -> None:
        nonlocal tallest
        lines = out.getvalue().split("\n")
        start = max(number for number, line in enumerate(lines) if line.startswith("Hand ") and "──" in line)
        shown = [line for line in lines[start:] if line] + [prompt]
        tallest = max(tallest, len(lines[start:]))
        assert all(len(line) <= 80 for line in shown)
        assert len(prompt) < 72, "there is room to type"

    player.watch = watch
    with contextlib.suppress(Leave):
        table.run()
    assert 0 < tallest <= 24
    assert max(map(len, out.getvalue().split("\n"))) <= 80


def test_the_bidder_with_24_cards_fits_too(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    ran = typed(capsys, "10\nh\n", "ten-point", seed=5, save=tmp_path / "match.json")
    screen = ran.out[ran.out.rindex("\nHand 1 ") : ran.out.index("Discard 18")]
    assert "Your cards, 24:" in screen
    assert "The widow gave you" in screen
    assert screen.count("\n") < 24
    assert max(map(len, ran.out[: ran.out.index("The match is saved")].splitlines())) <= 80


@pytest.mark.parametrize("game", ["six-point", "ten-point"])
def test_a_match_of_bots_runs_in_a_process_of_its_own(game: str, tmp_path: Path) -> None:
    ran = command(tmp_path, game, "--seat", "none", "--seed", "9")
    assert (ran.returncode, ran.stderr) == (0, "")
    saved = tmp_path / f"shmear-{game}-9.json"
    assert f"The match is saved in {saved.name}" in ran.stdout
    done = score(read(saved))
    assert done["winners"]
    line = ran.stdout.splitlines()[1]
    meta = read(saved)["meta"]
    assert meta.pop("line").startswith(line.rstrip())
    assert meta == {"seed": 9, "seat": None, "bots": ["novice"] * 4}
    assert (
        command(tmp_path, game, "--seat", "none", "--seed", "9").stdout.splitlines()[:50]
        == ran.stdout.splitlines()[:50]
    )


def test_a_pipe_gets_no_escape_codes(tmp_path: Path) -> None:
    ran = command(tmp_path, "--seed", "3", stdin="p\nrules\n?\ns\n", NO_COLOR="1")
    assert ran.returncode == 0
    assert "\x1b" not in ran.stdout
    assert "♥" in ran.stdout


def test_a_pipe_that_closes_early_loses_no_match(tmp_path: Path) -> None:
    process = subprocess.Popen(
        [sys.executable, "-c", CODE, "six-point", "--seat", "none", "--seed", "9"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=tmp_path,
    )
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.close()
    assert process.stderr.read() == b""
    process.stderr.close()
    assert process.wait(60) == 1
    saved = list(tmp_path.iterdir())
    assert [path.name for path in saved] in ([], ["shmear-six-point-9.json"])


def test_a_stream_without_pips_gets_letters(tmp_path: Path) -> None:
    ran = command(tmp_path, "--seed", "3", stdin="p\n", PYTHONIOENCODING="ascii")
    assert (ran.returncode, ran.stderr) == (0, "")
    assert " AH " in ran.stdout
    assert ran.stdout.isascii()


def test_a_kitty_is_discarded_by_number_and_by_the_novice(tmp_path: Path) -> None:
    for seed in range(20):
        player = Player(seed, stop=40)
        table = seated("kitty", 3, seed, player, tmp_path / f"{seed}.json")
        player.table = table
        seen: list[int] = []

        def watch(prompt: str, state: HandState, player: Player = player, seen: list[int] = seen) -> None:
            legal = state.legal_actions()
            if isinstance(legal, DiscardOptions):
                player.lines[-1] = "1 2 3"
                seen.append(legal.size)

        player.watch = watch
        with contextlib.suppress(Leave):
            table.run()
        if seen:
            assert set(seen) == {3}
            return
    pytest.fail("the person never had the kitty")


def test_partners_are_named_where_there_are_any(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    ran = typed(capsys, "", "partner", seed=1, save=tmp_path / "match.json")
    assert "Partners: North and you; West and East." in ran.out
