"""The conformance suite finds what it is for: each test breaks one promise of the referee."""

import random
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from shmear import game
from shmear.game import HandState, IllegalAction, Setup, View, match, over, play
from shmear.game.auction import Auction
from shmear.rules import preset, read_rules, to_toml
from shmear.testing import Nonconformance, check_rules, check_state, leaks
from shmear.testing import check_state as state_checks

CHECKS: Any = sys.modules["shmear.testing.check_rules"]
STATES: Any = sys.modules["shmear.testing.check_state"]


def breaks(pattern: str, name: str = "six-point", players: int = 3) -> None:
    with pytest.raises(Nonconformance, match=pattern):
        check_rules(preset(name), hands=2, players=[players])


def test_a_preset_passes() -> None:
    check_rules(preset("six-point"), hands=1, players=[3])


def test_a_failure_is_an_assertion_error() -> None:
    assert issubclass(Nonconformance, AssertionError)


def test_a_house_rule_set_passes() -> None:
    check_rules(read_rules({"extends": "kitty", "exchange": {"discards_score": "bidder"}}), hands=1, players=[4])


def test_a_view_that_shows_too_much_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    real: Callable[..., View] = leaks.view

    def leaking(state: HandState, seat: int | None) -> View:
        return replace(real(state, seat), kitty=state.deal.undealt)

    monkeypatch.setattr(leaks, "view", leaking)
    breaks("gives hidden cards away by kitty")


def test_a_view_that_hides_the_options_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    real: Callable[..., View] = STATES.view
    monkeypatch.setattr(STATES, "view", lambda state, seat: replace(real(state, seat), legal=()))
    breaks("does not see what it may do")


def test_a_refusal_without_clause_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Auction, "refusal", lambda self, action: IllegalAction("no", seat=self.to_act))
    breaks("refused by no clause")


def test_an_illegal_call_that_is_accepted_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Auction, "apply", lambda self, action: self)
    breaks("was not refused")


def test_a_lost_card_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    real: Callable[..., Any] = play.Playing.apply

    def losing(self: play.Playing, action: Any) -> HandState:
        state = real(self, action)
        return replace(state, holdings=tuple(mask & (mask - 1) for mask in state.holdings))

    monkeypatch.setattr(play.Playing, "apply", losing)
    breaks("lost a card|has a card|no legal action|legal actions")


def test_points_out_of_nowhere_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    real: Callable[..., Any] = over.Over.result
    monkeypatch.setattr(
        over.Over, "result", lambda self: replace(real(self), side_points=tuple(9 for _ in real(self).side_points))
    )
    breaks("not the sum")


def test_a_winner_too_early_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(match, "winners", lambda *args, **more: (0,))
    breaks("too early or too late")


def test_a_deal_with_a_card_twice_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    real: Callable[..., Any] = Setup.deal

    def doubled(self: Setup, *args: Any) -> Any:
        deal = real(self, *args)
        return replace(deal, undealt=(deal.hands[0][0], *deal.undealt[1:]))

    monkeypatch.setattr(Setup, "deal", doubled)
    breaks("not the deck, each card once")


def test_a_rule_set_that_is_not_read_back_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(CHECKS, "to_toml", lambda rules: to_toml(preset("shmear")))
    breaks("TOML file is not read back")


def test_the_state_checks_can_be_used_alone() -> None:
    check_state(game.Match.new(Setup(preset("crazy"), 3), 0).deal(random.Random(1)), random.Random(2))
    assert state_checks is check_state


def test_it_runs_as_a_command(tmp_path: Path) -> None:
    house = tmp_path / "house.toml"
    house.write_text('extends = "pitch"\n[deal]\nplayers = [2]\n')
    command = [sys.executable, "-m", "shmear.testing"]
    done = subprocess.run([*command, str(house)], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, f"{house}: Pitch conforms, at 2 players\n")
    house.write_text("[deal]\nplayers = 2\n")
    wrong = subprocess.run([*command, str(house)], capture_output=True, text=True, check=False)
    assert wrong.returncode == 2
    assert "deal.players" in wrong.stderr
