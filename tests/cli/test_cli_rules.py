"""`shmear rules`: the games, a game's rules, its file, and where two differ."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from shmear.rules import preset, preset_names, preset_text

Shmear = Callable[..., Any]


def test_without_a_game_it_lists_all_eleven(shmear: Shmear) -> None:
    ran = shmear("rules")
    assert ran.code == 0
    assert len(preset_names()) == 11
    for name in preset_names():
        assert f"\n{name} " in f"\n{ran.out}"
        assert preset(name).title in ran.out


@pytest.mark.parametrize("name", preset_names())
def test_every_game_is_explained_for_every_number_of_players(shmear: Shmear, name: str) -> None:
    rules = preset(name)
    for players in rules.deal.players:
        ran = shmear("rules", name, "--players", str(players))
        assert ran.code == 0
        assert f"{players} players" in ran.out
        assert str(rules.match.target) in ran.out
        assert max(map(len, ran.out.splitlines())) <= 100


@pytest.mark.parametrize("name", preset_names())
def test_the_file_it_prints_is_taken_back(shmear: Shmear, name: str, tmp_path: Path) -> None:
    ran = shmear("rules", name, "--toml")
    assert ran.out == preset_text(name)
    path = tmp_path / "mine.toml"
    path.write_text(ran.out)
    assert shmear("rules", "--rules", str(path)).out == shmear("rules", name).out
    assert shmear("rules", "--rules", str(path), "--toml").out == ran.out
    assert shmear("rules", name, "--diff", str(path)).out == (
        f"{preset(name).title} and {preset(name).title} are played by the same rules.\n"
    )


def test_a_difference_is_said_in_words(shmear: Shmear) -> None:
    ran = shmear("rules", "shmear", "--diff", "pitch")
    assert ran.out == "Low goes to who plays it in Shmear, to who takes it in Pitch.\n"


def test_the_one_line_form(shmear: Shmear) -> None:
    ran = shmear("rules", "six-point", "--players", "4", "--line")
    assert ran.out == "6-point · 4 solo · to 21 · bids 2–6, dealer stuck · follow suit · low to player\n"


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (["six-pont"], ["six-pont", "did you mean six-point"]),
        (["partner", "--players", "7"], ["players = 7", "4, 6, 8"]),
        (["shmear", "--rules", "none.toml"], ["not both"]),
        (["--rules", "none.toml"], ["none.toml", "cannot be read"]),
        (["shmear", "--diff", "bridge"], ["bridge", "The games are"]),
        (["--toml"], ["name a game"]),
    ],
)
def test_a_wrong_call_says_what_is_wrong_and_ends_with_2(shmear: Shmear, args: list[str], words: list[str]) -> None:
    ran = shmear("rules", *args)
    assert ran.code == 2
    assert ran.out == ""
    assert ran.err.count("\n") == 1
    for word in words:
        assert word in ran.err


def test_a_wrong_file_gets_its_key_value_and_what_is_allowed(shmear: Shmear, tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text('extends = "partner"\n[deal]\nplayers = [7]\n')
    ran = shmear("rules", "--rules", str(path))
    assert ran.code == 2
    assert f'{path}: sides.partners = "across": must be an even number of players' in ran.err
