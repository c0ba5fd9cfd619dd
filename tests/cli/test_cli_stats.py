"""`shmear stats` as docs/odds.md describes it."""

from __future__ import annotations

import csv
import importlib.util
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from shmear.stats import TABLES
from shmear.stats import plot as plot_module
from shmear.stats import report as report_module

Shmear = Callable[..., Any]
SMALL = ("--hands", "200", "--jobs", "1")


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_it_prints_every_table_in_eighty_columns(shmear: Shmear) -> None:
    for game in ("six-point", "ten-point", "kitty"):
        ran = shmear("stats", "--game", game, *SMALL)
        assert ran.code == 0
        assert ran.err == ""
        assert f"{game} · 4 players · 200 hands · seed 1" in ran.out
        assert all(len(line) <= 80 for line in ran.out.splitlines())
        assert "…" not in ran.out
        for name in TABLES:
            assert f"[{name}]" in ran.out or f"No table {name}: " in ran.out


@pytest.mark.clause("2")
def test_a_card_sleeps_one_time_in_five(shmear: Shmear) -> None:
    ran = shmear("stats", "--table", "cards")
    assert ran.out.splitlines()[0] == "six-point · 4 players"
    (line,) = [line for line in ran.out.splitlines() if line.startswith("asleep")]
    assert line.split() == ["asleep", "20.0", "(1/5)", "25.0", "(1/4)"]
    assert "Exact. In percent." in ran.out
    assert "played out" not in ran.out


def test_tables_played_out_say_so(shmear: Shmear) -> None:
    ran = shmear("stats", "--table", "low", *SMALL)
    assert "From 200 hands played out, with 95 % intervals. In percent." in ran.out
    assert "No auction is held" in ran.out
    assert "[bids]" not in ran.out


def test_the_same_seed_prints_the_same_for_any_number_of_jobs(shmear: Shmear) -> None:
    args = ("stats", "--game", "pitch", "--hands", "7000", "--table", "low", "--table", "bids")
    found = shmear(*args, "--seed", "5", "--jobs", "1").out
    assert shmear(*args, "--seed", "5", "--jobs", "2").out == found
    assert shmear(*args, "--seed", "6", "--jobs", "2").out.replace("seed 6", "seed 5") != found


def test_csv_is_a_file_a_table(shmear: Shmear) -> None:
    assert shmear("stats", *SMALL, "--csv", "some/tables").code == 0
    assert {file.name for file in Path("some/tables").iterdir()} == {f"{name}.csv" for name in TABLES}
    with Path("some/tables/suits.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert sum(float(row["longest"]) for row in rows) == pytest.approx(1)
    with Path("some/tables/bids.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert [row["hands"] for row in rows if row["pattern"] == "any holding"] == ["200"]
    assert all(float(row["bid_2"]) >= float(row["bid_3"]) >= float(row["bid_6"]) for row in rows)


def test_json_holds_arguments_tables_and_notes(shmear: Shmear) -> None:
    ran = shmear("stats", "--game", "shmear", "--players", "3", *SMALL, "--json")
    found = json.loads(ran.out)
    assert (found["arguments"]["game"], found["arguments"]["players"], found["arguments"]["seed"]) == ("shmear", 3, 1)
    tables = {table["name"]: table for table in found["tables"]}
    assert "no table worth: this game has fewer than two point cards" in found["notes"]
    (asleep,) = [row for row in tables["cards"]["rows"] if row["where"] == "asleep"]
    assert asleep["before"] == {"value": pytest.approx(34 / 52), "fraction": "17/26"}
    assert set(tables["bids"]["rows"][0]["bid_2"]) == {"value", "low", "high"}


needs_matplotlib = pytest.mark.skipif(
    importlib.util.find_spec("matplotlib") is None, reason="matplotlib is not installed (pip install 'shmear[bench]')"
)


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("--game", "sheepshead"), "six-point"),
        (("--game", "ten-point", "--players", "7"), "one of 4, 5, 6"),
        (("--rules", "none.toml"), "none.toml"),
        (("--rules", "none.toml", "--game", "pitch"), "not both"),
        (("--table", "odds"), "there is no table 'odds'; the tables are cards, suits"),
        (("--csv", "taken"), "cannot write into taken"),
        pytest.param(("--plots", "taken"), "cannot write into taken", marks=needs_matplotlib),
        (("--table", "cards", "--plots", "pictures"), "none of these tables has a picture"),
        (("--hands", "0"), "--hands"),
        (("--hands", "many"), "--hands"),
        (("--jobs", "0"), "--jobs"),
        (("--seed", "-1"), "--seed"),
    ],
)
def test_what_cannot_be_studied_is_said_in_a_sentence(args: tuple[str, ...], said: str, shmear: Shmear) -> None:
    Path("taken").write_text("a file")
    ran = shmear("stats", *(() if args[0] == "--hands" else ("--hands", "50")), *args)
    assert ran.code == 2
    assert said in ran.err
    assert "Traceback" not in ran.err
    assert ran.out == ""


def test_a_folder_that_cannot_be_written_is_said_in_a_sentence(shmear: Shmear) -> None:
    Path("tables/cards.csv").mkdir(parents=True)
    ran = shmear("stats", "--table", "cards", "--csv", "tables")
    assert ran.code == 2
    assert ran.err.startswith("shmear: cannot write tables/cards.csv: ")


def test_house_rules_are_studied(shmear: Shmear) -> None:
    Path("ours.toml").write_text('extends = "partner"\nname = "ours"\n[auction]\nminimum = 3\n')
    ran = shmear("stats", "--rules", "ours.toml", *SMALL)
    assert ran.code == 0
    assert "ours · 4 players · 200 hands" in ran.out
    assert "bid 3" in ran.out
    assert "bid 2" not in ran.out


def test_a_game_of_many_points_says_what_has_no_room(shmear: Shmear) -> None:
    Path("many.toml").write_text(
        'extends = "ten-point"\nname = "many"\n[auction]\nmaximum = 26\n[points]\n'
        'three = { card = "3", to = "taker", worth = 19 }\n'
    )
    ran = shmear("stats", "--rules", "many.toml", *SMALL)
    assert ran.code == 0
    assert all(len(line) <= 80 for line in ran.out.splitlines())
    assert "There is no room for the columns from “bid " in ran.out


def test_ctrl_c_stops(shmear: Shmear, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object) -> object:
        raise KeyboardInterrupt

    monkeypatch.setattr(report_module, "count_chunk", interrupted)
    for jobs in ("1", "2"):
        ran = shmear("stats", "--hands", "50", "--jobs", jobs)
        assert ran.code == 130
        assert ran.err == "Stopped.\n"


@needs_matplotlib
def test_pictures_hold_their_words_as_text_and_are_the_same_each_time(shmear: Shmear) -> None:
    assert shmear("stats", *SMALL, "--plots", "one").code == 0
    assert shmear("stats", *SMALL, "--plots", "two", "--table", "points", "--table", "bids").code == 0
    assert {file.name for file in Path("one").iterdir()} == {"points.svg", "bids.svg", "worth.svg", "ace.svg"}
    assert {file.name for file in Path("two").iterdir()} == {"points.svg", "bids.svg"}
    for name in ("points.svg", "bids.svg"):
        text = Path("one", name).read_text(encoding="utf-8")
        assert text == Path("two", name).read_text(encoding="utf-8")
        words = "".join(ElementTree.fromstring(text).itertext())
        assert "six-point · 4 players · 200 hands · seed 1" in words
    words = "".join(ElementTree.fromstring(Path("one/bids.svg").read_text(encoding="utf-8")).itertext())
    assert "A J x x" in words
    assert "bid 6" in words


@needs_matplotlib
def test_pictures_may_be_png(shmear: Shmear) -> None:
    assert shmear("stats", *SMALL, "--table", "points", "--plots", "out", "--png").code == 0
    assert [file.name for file in Path("out").iterdir()] == ["points.png"]
    assert Path("out/points.png").read_bytes().startswith(b"\x89PNG")


def test_without_matplotlib_a_sentence_says_what_to_install(shmear: Shmear, monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(name: str) -> object:
        raise ImportError(name)

    monkeypatch.setattr(plot_module.importlib, "import_module", missing)
    ran = shmear("stats", "--hands", "2", "--plots", "out")
    assert ran.code == 2
    assert "drawing needs matplotlib" in ran.err
    assert "pip install 'shmear[bench]'" in ran.err
