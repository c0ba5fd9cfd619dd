"""docs/odds.md is what its commands print: the exact tables all, the others by one of them that is played out anew."""

from __future__ import annotations

import importlib.util
import re
import shlex
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from typer.testing import CliRunner

from shmear.cli import app
from shmear.rules import preset
from shmear.stats import Study, study_report
from shmear.stats.report import is_played
from shmear.stats.writing import markdown

ROOT = Path(__file__).resolve().parents[2]
TEXT = (ROOT / "docs" / "odds.md").read_text(encoding="utf-8")
SECTION = re.compile(
    r"^`(shmear stats [^`]+)`\n\n(?:!\[[^\]]+\]\((odds-\w+\.svg)\)\n\n)?((?:\|.*\n)+\n.*\n)", re.MULTILINE
)
SECTIONS = {one[1]: one[3].rstrip() for one in SECTION.finditer(TEXT)}
COMMANDS = list(dict.fromkeys(one for one in re.findall(r"`(shmear stats [^`]+)`", TEXT) if "GAME" not in one))


def asked(command: str) -> dict[str, Any]:
    words = shlex.split(command)[2:]
    return dict(zip(words[::2], words[1::2], strict=True))


def printed(command: str) -> str:
    given = asked(command)
    hands = int(given.get("--hands", 1))
    study = Study(rules=preset(given["--game"]), players=int(given["--players"]), hands=hands)
    (table,) = study_report(study, [given["--table"]], jobs=2).tables
    return markdown(table, hands)


def tool() -> ModuleType:
    spec = importlib.util.spec_from_file_location("tools_odds", ROOT / "tools" / "odds.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("command", [one for one in SECTIONS if not is_played([asked(one)["--table"]])])
def test_an_exact_table_is_what_its_command_finds(command: str) -> None:
    assert SECTIONS[command] == printed(command)


def test_a_table_of_hands_played_out_is_what_its_command_finds() -> None:
    command = "shmear stats --game six-point --players 4 --hands 100000 --table points"
    assert SECTIONS[command] == printed(command)


def test_every_table_has_its_command() -> None:
    # Two tables have many: how often a card sleeps, and who has Low.
    tables = len(re.findall(r"^\| (?:---|---:) \|", TEXT, re.MULTILINE))
    assert tables == len(SECTIONS) + 2
    assert len([one for one in COMMANDS if one.endswith("--table low")]) == 11
    for section in re.findall(r"^## .*?(?=^## |\Z)", TEXT, re.MULTILINE | re.DOTALL):
        assert "| --" not in section or "shmear stats" in section


@pytest.mark.parametrize("command", [*SECTIONS, *COMMANDS[:2]])
def test_every_command_runs(command: str) -> None:
    words = shlex.split(command)[1:]
    if "--hands" in words:
        words[words.index("--hands") + 1] = "20"
    ran = CliRunner().invoke(app, words)
    assert ran.exit_code == 0, ran.output
    assert f"[{asked(command)['--table']}]" in ran.output


def test_the_page_is_made_by_the_tool() -> None:
    # With few hands: the words, headings and exact tables are those of the page.
    module = tool()
    made: str = module.page(module.Wanted(40, 1))
    assert made.count("\n## ") == TEXT.count("\n## ")
    assert (
        made.partition("## Who has Low")[0].replace("--hands 40", "--hands 100000")
        == TEXT.partition("## Who has Low")[0]
    )
    assert [one.replace(" --hands 40", " --hands 100000") for one in re.findall(r"`(shmear stats [^`]+)`", made)] == (
        re.findall(r"`(shmear stats [^`]+)`", TEXT)
    )


def test_a_card_sleeps_one_time_in_five_at_six_point() -> None:
    (line,) = [one for one in TEXT.splitlines() if one.startswith("| `six-point` |")]
    assert line == "| `six-point` | – | 18.2 | 20.0 | 11.8 | 14.3 | 8.7 | 11.1 |"  # 4/22, 6/30, 4/34, 6/42, 4/46, 6/54


def test_the_pictures_are_there() -> None:
    for name in re.findall(r"\((odds-\w+\.svg)\)", TEXT):
        assert "<text" in (ROOT / "docs" / name).read_text(encoding="utf-8")
