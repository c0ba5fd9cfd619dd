"""Reading rule sets: what a file may say, what it inherits, and what is said about a wrong one."""

import contextlib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shmear.rules import RulesError, RuleSet, load_rules, preset, preset_names, read_rules, rules_from_toml, to_toml
from shmear.rules.knobs import PointTo
from shmear.testing import rule_sets


def refused(text: str) -> RulesError:
    with pytest.raises(RulesError) as caught:
        rules_from_toml(text, where="my.toml")
    return caught.value


# A key that is not there: the key, and the keys that are.
@pytest.mark.parametrize(
    ("text", "key", "near"),
    [
        ("[auction]\nminimun = 2", "auction.minimun", "did you mean minimum?"),
        ("[acution]\nminimum = 2", "acution", "did you mean auction?"),
        ("[points]\njak = { card = 'J' }", "points.jak", "high, low, jack"),
        ("[points]\njack = { card = 'J', two = 'taker' }", "points.jack.two", "card, to, worth"),
        ("[scoring]\ncounting = { X = 10 }", "scoring.counting.X", "A, K, Q, J, T"),
    ],
)
def test_an_unknown_key_is_named_with_the_keys_there_are(text: str, key: str, near: str) -> None:
    error = refused(f'extends = "shmear"\n{text}')
    assert error.key == key
    assert key in str(error)
    assert near in str(error)
    assert "no such key" in str(error)


# A value of the wrong kind or out of range: the key, the value, and what is allowed.
@pytest.mark.parametrize(
    ("group", "line", "key", "value", "allowed"),
    [
        ("auction", 'minimum = "two"', "auction.minimum", '"two"', "a whole number from 1 to 30"),
        ("auction", "minimum = 2.5", "auction.minimum", "2.5", "a whole number from 1 to 30"),
        ("auction", "minimum = 0", "auction.minimum", "0", "a whole number from 1 to 30"),
        ("auction", "maximum = 31", "auction.maximum", "31", "a whole number from 1 to 30"),
        ("auction", "maximum_ends = 1", "auction.maximum_ends", "1", "true or false"),
        ("auction", "minimum = true", "auction.minimum", "true", "a whole number"),
        ("auction", 'all_pass = "glued"', "auction.all_pass", '"glued"', '"stuck" or "chooses"'),
        ("play", 'follow = "suit"', "play.follow", '"suit"', '"suit-or-trump" or "suit-else-any"'),
        ("deck", 'ranks = "1-A"', "deck.ranks", '"1-A"', '"2-A", "8-A" or "2 9-A"'),
        ("deck", 'ranks = "A-2"', "deck.ranks", '"A-2"', "the lower rank first"),
        ("deck", "ranks = { 9 = '2-A' }", "deck.ranks", "9", "numbers of players (2 to 8)"),
        ("deal", "players = [1, 2]", "deal.players", "[1, 2]", "from 2 to 8"),
        ("deal", "players = []", "deal.players", "[]", "from 2 to 8"),
        ("deal", "players = [3, 3]", "deal.players", "[3, 3]", "each number once, ascending"),
        ("deal", "players = [4, 3]", "deal.players", "[4, 3]", "each number once, ascending"),
        ("deal", "at_a_time = 0", "deal.at_a_time", "0", "from 1 to 54"),
        ("match", "target = 0", "match.target", "0", "a whole number from 1 to 999"),
        ("match", "decide = []", "match.decide", "[]", '"bidder" or "most" or "partner"'),
        ("points", "jack = { card = 'queen' }", "points.jack.card", '"queen"', '"highest" or "lowest"'),
        ("points", "jack = { card = 'J', worth = 21 }", "points.jack.worth", "21", "from 1 to 20"),
        ("scoring", "counting = { T = 101 }", "scoring.counting.T", "101", "from 0 to 100"),
        ("sides", "not_callable = ['10']", "sides.not_callable", "['10']", '"3"'),
    ],
)
def test_a_wrong_value_is_shown_with_what_is_allowed(group: str, line: str, key: str, value: str, allowed: str) -> None:
    error = refused(f'extends = "shmear"\n[{group}]\n{line}')
    assert error.key == key
    assert f"{key} = " in str(error)
    assert value in str(error)
    assert allowed in str(error)
    assert str(error).startswith("my.toml: ")


def test_a_point_without_a_card_is_told_what_is_missing() -> None:
    error = refused('extends = "shmear"\n[points]\njick = { to = "taker" }')
    assert "points.jick.card is missing" in str(error)


def test_a_table_by_players_has_to_cover_every_number() -> None:
    error = refused('extends = "shmear"\n[deal]\nplayers = [3, 4, 5]\ncards = { 3 = 6, 4 = 6 }')
    assert error.key == "deal.cards"
    assert "5 players" in str(error)


def test_text_that_is_not_toml_gets_line_and_column() -> None:
    assert "line 2, column" in str(refused("[deck]\nranks = = 3"))


def test_a_number_of_thousands_of_digits_is_refused() -> None:
    assert "is not TOML" in str(refused("[match]\ntarget = " + "9" * 5000))


def test_what_a_file_extends_has_to_be_a_preset() -> None:
    error = refused('extends = "smear"')
    assert error.key == "extends"
    assert "one of " + ", ".join(preset_names()) in str(error)


def test_what_a_file_does_not_say_is_as_in_the_game_it_extends() -> None:
    rules = rules_from_toml('extends = "six-point"\n[match]\ntarget = 30')
    changed = {key for key, value in rules.knobs().items() if value != preset("six-point").knobs()[key]}
    assert changed == {"match.target"}


def test_a_point_that_is_false_is_taken_out() -> None:
    rules = rules_from_toml('extends = "jick"\n[auction]\nmaximum = 4\n[points]\njick = false')
    assert list(rules.points) == ["high", "low", "jack", "game"]


def test_a_point_keeps_what_is_not_said_of_it() -> None:
    low = rules_from_toml('extends = "shmear"\n[points]\nlow = { to = "taker" }').points["low"]
    assert (low.to, low.card) == (PointTo.TAKER, preset("shmear").points["low"].card)


def test_a_counting_card_that_is_false_is_taken_out() -> None:
    rules = rules_from_toml('extends = "ten-point"\n[scoring]\ncounting = { joker = false, A = 5 }')
    assert rules.scoring.counting == {"T": 10, "A": 5, "K": 3, "Q": 2, "J": 1}


def test_points_stand_in_the_order_of_the_record_whatever_the_file_says() -> None:
    rules = rules_from_toml('[auction]\nmaximum = 2\n[points]\ngame = { card = "counting" }\nhigh = { card = "A" }')
    assert list(rules.points) == ["high", "game"]


def test_a_file_that_only_repeats_a_preset_is_that_preset() -> None:
    assert rules_from_toml('extends = "shmear"\n[points]\nlow = { card = "lowest", to = "taker" }') is preset("pitch")


def test_a_file_is_read(tmp_path: Path) -> None:
    path = tmp_path / "house.toml"
    path.write_text('extends = "pitch"\nname = "ours"\n', encoding="utf-8")
    assert load_rules(path).name == "ours"


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(RulesError, match=r"none\.toml: cannot be read"):
        load_rules(tmp_path / "none.toml")


def test_a_file_that_is_not_text_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "bad.toml"
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(RulesError, match="not UTF-8"):
        load_rules(path)


def test_a_rule_set_is_a_table() -> None:
    with pytest.raises(RulesError, match="a table of keys"):
        read_rules([])


@pytest.mark.parametrize("name", preset_names())
def test_a_preset_comes_back_from_its_plain_data(name: str) -> None:
    assert read_rules(preset(name).to_dict()) == preset(name)


@given(rule_sets())
def test_a_rule_set_comes_back_from_its_plain_data(rules: RuleSet) -> None:
    assert read_rules(rules.to_dict()) == rules


@given(rule_sets(), st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=60))
def test_a_rule_set_comes_back_from_its_toml(rules: RuleSet, title: str) -> None:
    named = read_rules({**rules.to_dict(), "name": "ours", "title": title})
    assert rules_from_toml(to_toml(named)) == named


JUNK: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=5,
)


@given(rule_sets(), st.data())
def test_junk_in_a_knob_is_refused_or_is_a_rule_set(rules: RuleSet, data: st.DataObject) -> None:
    table = rules.to_dict()
    group = data.draw(st.sampled_from(sorted(table)))
    if isinstance(table[group], dict) and data.draw(st.booleans()):
        table[group][data.draw(st.sampled_from(sorted(table[group])) | st.text(max_size=8))] = data.draw(JUNK)
    else:
        table[group] = data.draw(JUNK)
    with contextlib.suppress(RulesError):
        assert isinstance(read_rules(table), RuleSet)
