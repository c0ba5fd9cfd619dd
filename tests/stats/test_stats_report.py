"""A study's tables: for every game and number of players, the same for any number of threads."""

from __future__ import annotations

import csv
import io
from typing import Any

import pytest
from msgspec.structs import replace

from shmear.rules import RulesError, preset, preset_names, rules_from_toml
from shmear.rules.knobs import Partners
from shmear.stats import TABLES, Exact, Measured, StatsError, Study, Table, study_report
from shmear.stats.study import CHUNK
from shmear.stats.writing import cell_text, csv_text, exact_text, json_text, markdown, source_text
from shmear.terminal.console import make_console

GAMES = [(name, players) for name in preset_names() for players in preset(name).deal.players]


def tables_of(name: str, players: int, **more: Any) -> dict[str, Table]:
    study = Study(rules=preset(name), players=players, hands=more.pop("hands", 60), **more)
    return {table.name: table for table in study_report(study).tables}


def cells(table: Table, key: str) -> list[Any]:
    number = [column.key for column in table.columns].index(key)
    return [row[number] for row in table.rows]


@pytest.mark.parametrize(("name", "players"), GAMES)
def test_every_game_has_its_tables(name: str, players: int) -> None:
    rules = preset(name)
    report = study_report(Study(rules=rules, players=players, hands=60))
    found = [table.name for table in report.tables]
    lacking = [note.split(":")[0].removeprefix("no table ") for note in report.notes]
    assert sorted([*found, *lacking]) == sorted(TABLES)
    assert set(lacking) <= {"worth", "ace"}
    for table in report.tables:
        assert table.rows, table.name
        assert all(len(row) == len(table.columns) for row in table.rows)
        for row in table.rows:
            for column, cell in zip(table.columns, row, strict=True):
                if column.kind == "share" and isinstance(cell, Exact | Measured):
                    assert 0 <= cell.value <= 1
                if isinstance(cell, Measured) and cell.low is not None and cell.high is not None:
                    assert cell.low <= cell.value <= cell.high


def test_a_game_with_one_point_card_has_no_table_of_them() -> None:
    report = study_report(Study(rules=preset("shmear"), players=4, hands=10), ["worth"])
    assert report.tables == ()
    assert report.notes == ("no table worth: this game has fewer than two point cards",)


def test_every_hand_is_in_one_row() -> None:
    found = tables_of("six-point", 4, hands=3000)
    bids = dict(zip(cells(found["bids"], "pattern"), cells(found["bids"], "hands"), strict=True))
    assert bids.pop("any holding") == bids.pop("the strongest") == 3000 == sum(bids.values())
    assert sum(cells(found["worth"], "hands")) == 3000
    *kinds, together = cells(found["ace"], "hands")
    assert together == sum(kinds)


def test_who_gets_a_point_adds_up_to_all_hands() -> None:
    for name in ("six-point", "partner-pitch", "crazy", "ten-point"):
        table = tables_of(name, 4, hands=400)["points"]
        parts = zip(*(cells(table, key) for key in ("bidders_side", "others", "nobody")), strict=True)
        for ours, theirs, nobody in parts:
            assert ours.value + theirs.value + nobody.value == pytest.approx(1)


@pytest.mark.clause("7.SP.high")
def test_exact_and_counted_chances_of_a_point_agree() -> None:
    table = tables_of("six-point", 4, hands=20_000)["points"]
    both = list(zip(cells(table, "exact"), cells(table, "counted"), strict=True))
    certain = [(exact, counted) for exact, counted in both if counted is not None]
    assert len(certain) == 3  # jack and jokers
    for exact, counted in certain:
        assert exact.fraction == "4/5"
        assert abs(exact.value - counted.value) < 4 * (0.8 * 0.2 / 20_000) ** 0.5


@pytest.mark.clause("7.S.low-taker")
def test_low_is_told_by_who_holds_it_and_where_it_goes_to_its_taker_by_who_takes_it() -> None:
    assert cells(tables_of("shmear", 4)["low"], "who") == ["the bidder", "another player"]
    keys = [column.key for column in tables_of("partner-pitch", 4)["low"].columns]
    assert keys == ["who", "holds", "bidders_side_gets_it"]
    assert cells(tables_of("partner-pitch", 4, hands=500)["low"], "who") == [
        "the bidder",
        "a partner of the bidder",
        "another player",
        "all together",
    ]


@pytest.mark.clause("7.T.low")
def test_at_ten_point_nobody_may_have_low() -> None:
    assert "nobody: asleep or discarded" in cells(tables_of("ten-point", 5, hands=500)["low"], "who")


@pytest.mark.clause("7.S.crazy-pair")
def test_in_crazy_the_bidders_side_is_known_after_the_hand() -> None:
    found = tables_of("crazy", 5, hands=500)
    assert any("Partners are made by High and Low" in note for note in found["cards"].notes)
    assert "your partner holds it" not in cells(found["cards"], "where")
    assert "a partner of the bidder" in cells(found["low"], "who")


def test_any_number_of_threads_finds_the_same() -> None:
    study = Study(rules=preset("ten-point"), players=5, hands=2 * CHUNK + 7, seed=3)
    heard: list[int] = []
    names = ("points", "bids", "ace")
    alone = study_report(study, names, jobs=1, told=heard.append)
    assert heard == [0, CHUNK, 2 * CHUNK, 2 * CHUNK + 7]
    heard.clear()
    assert study_report(study, names, jobs=3, told=heard.append) == alone
    assert heard[-1] == 2 * CHUNK + 7


def test_a_table_alone_has_the_same_figures_as_among_others() -> None:
    study = Study(rules=preset("jick"), players=4, hands=300)
    every = {table.name: table for table in study_report(study).tables}
    for name, table in every.items():
        assert study_report(study, [name]).tables == (table,)


def test_another_seed_deals_other_hands() -> None:
    assert tables_of("pitch", 3, seed=1)["bids"] != tables_of("pitch", 3, seed=2)["bids"]


def test_exact_tables_need_no_hands() -> None:
    def told(done: int) -> None:
        raise AssertionError(done)

    report = study_report(Study(rules=preset("pitch"), players=4, hands=10**12), ["cards", "top"], told=told)
    assert not report.played


def test_house_rules_of_every_shape_are_studied() -> None:
    house = [
        rules_from_toml('extends = "six-point"\n[deal]\nplayers = [4]\ncards = 3\n[deck]\nranks = "J-A"'),
        rules_from_toml(
            'name = "one"\n[auction]\nminimum = 1\nmaximum = 1\n[points]\njack = { card = "J", to = "player" }'
        ),
    ]
    explicit = preset("partner")
    house.append(replace(explicit, sides=replace(explicit.sides, partners=Partners.EXPLICIT)))
    for rules in house:
        for players in rules.deal.players:
            report = study_report(Study(rules=rules, players=players, hands=40))
            console = make_console(io.StringIO(), 80)
            assert len(report.tables) + len(report.notes) == len(TABLES)
            assert console.width == 80
    without_low = study_report(Study(rules=house[1], players=4, hands=40))
    assert "no table low: this game has no point for Low" in without_low.notes


def test_what_cannot_be_studied_is_refused_in_a_sentence() -> None:
    with pytest.raises(StatsError, match="at least one hand has to be dealt, not 0"):
        Study(rules=preset("pitch"), players=4, hands=0)
    with pytest.raises(RulesError, match="one of 4, 5, 6"):
        Study(rules=preset("ten-point"), players=3)
    with pytest.raises(StatsError, match="there is no table 'odds'; the tables are cards, suits"):
        study_report(Study(rules=preset("pitch"), players=4, hands=1), ["odds"])


def test_csv_has_the_ends_of_intervals_and_the_fractions() -> None:
    found = tables_of("six-point", 4, hands=200)
    cards = list(csv.DictReader(io.StringIO(csv_text(found["cards"]))))
    assert cards[-1] == {
        "where": "asleep",
        "before": "0.2",
        "before_exact": "1/5",
        "not_held": "0.25",
        "not_held_exact": "1/4",
    }
    bids = list(csv.DictReader(io.StringIO(csv_text(found["bids"]))))
    assert [float(row["bid_2"]) for row in bids] == [cell.value for cell in cells(found["bids"], "bid_2")]
    assert float(bids[0]["bid_2_low"]) <= float(bids[0]["bid_2"]) <= float(bids[0]["bid_2_high"])
    ragged = csv.reader(io.StringIO(csv_text(found["points"])))
    assert len({len(row) for row in ragged}) == 1


def test_numbers_for_people() -> None:
    share = tables_of("pitch", 4)["low"].columns[1]
    assert cell_text(share, Measured(0.2314, 0.22, 0.2414)) == "23.1±1.1"
    assert cell_text(share, Measured(0.2314, 0.22, 0.2414), "whole") == "23±1"
    assert cell_text(share, Measured(0.2314, 0.2294, 0.2334), "whole") == "23"
    assert cell_text(share, Measured(0.2314, 0.22, 0.2414), "bare") == "23"
    assert cell_text(share, Measured(1.0, None, None)) == "100.0"
    assert cell_text(share, Exact(0.2, "1/5")) == "20.0 (1/5)"
    assert cell_text(share, Exact(5 / 92, "5/92")) == "5.4"
    assert cell_text(share, None) == "–"
    assert [exact_text(one) for one in (0, 0.0004, 0.0012, 0.0123, 0.949, 0.951, 53.846)] == [
        "0",
        "<0.001",
        "0.0012",
        "0.012",
        "0.95",
        "1.0",
        "53.8",
    ]


def test_every_table_says_whether_it_is_exact() -> None:
    for table in tables_of("six-point", 4).values():
        said = source_text(table, 60)
        assert said.startswith(
            "Exact." if table.source == "exact" else "From 60 hands played out, with 95 % intervals."
        )
        assert said in markdown(table, 60)


def test_json_says_the_same() -> None:
    report = study_report(Study(rules=preset("pitch"), players=4, hands=50), ["cards", "low"])
    text = json_text(report)
    assert '"fraction": "7/13"' in text
    assert '"hands": 50' in text
    assert "rules of thumb" in text
