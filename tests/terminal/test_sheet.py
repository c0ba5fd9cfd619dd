"""The score sheet: what is on it, and that it fits."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import pytest
from matches import read, typed

from shmear.record import replay
from shmear.rules import preset, preset_names
from shmear.terminal import print_sheet, score_sheet
from shmear.terminal.console import make_console

TABLES = [
    (name, players) for name in preset_names() for players in preset(name).deal.players if players in (2, 4, 5, 8)
]


def printed(record: object, width: int = 80) -> str:
    out = io.StringIO()
    print_sheet(replay(record), make_console(out, width))
    return out.getvalue()


def test_the_worked_hand_of_the_six_point_sheet(worked: dict[str, Any]) -> None:
    row = next(line for line in printed(worked).splitlines() if line.startswith("│1"))
    cells = [cell.strip() for cell in row.strip("│").split("│")]
    assert cells == ["1", "W", "S 3♥", "S", "W", "W", "-", "S", "S", "made", "0", "0", "+3   3", "+2   2"]


def test_smucks_are_marked_and_summed_up() -> None:
    record = {
        "format": "shmear-record",
        "version": 1,
        "rules": "shmear",
        "players": ["Here", "There"],
        "hands": [
            {
                "dealer": 0,
                "deal": [["AH", "KH", "QH", "JH", "TH", "2H"], ["AC", "KC", "QC", "JC", "TC", "2C"]],
                "undealt": [str(one) for one in _rest("AH KH QH JH TH 2H AC KC QC JC TC 2C")],
                "auction": ["pass", "pass", "forfeit"],
            }
        ],
    }
    text = printed(record)
    assert "forf" in text
    assert "0*" in text
    assert "smucks" in text
    assert "* a smuck" in text


def _rest(dealt: str) -> list[str]:
    texts = [rank + suit for suit in "CDHS" for rank in "23456789TJQKA"]
    return [text for text in texts if text not in dealt.split()]


@pytest.mark.parametrize(("game", "players"), TABLES)
def test_a_whole_match_fits_80_columns(
    game: str, players: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "match.json"
    typed(capsys, "", game, players=players, seat="none", seed=1, save=file)
    record = read(file)
    lines = printed(record).splitlines()
    assert max(map(len, lines)) <= 80
    assert not any("…" in line for line in lines)
    table = [line for line in lines if line.startswith("│")]
    assert len(table) == 1 + len(record["hands"]) + preset(game).has_smucks
    assert len({len(line) for line in table}) == 1


def test_a_narrow_terminal_gets_the_totals(worked: dict[str, Any]) -> None:
    text = printed(worked, width=40)
    assert max(map(len, text.splitlines())) <= 40
    assert "made" in text


def test_the_person_is_addressed(worked: dict[str, Any]) -> None:
    out = io.StringIO()
    console = make_console(out)
    console.print(score_sheet(replay(worked), me=2, width=80, console=console))
    assert "You" in out.getvalue()
    assert "South" not in out.getvalue()
