"""One deal on one line (docs/record.md)."""

from __future__ import annotations

import random
from typing import Any

import pytest

from shmear.game import Match, Setup, draw_sides
from shmear.record import RecordError, from_deal_line, replay, score, to_deal_line
from shmear.rules import preset, preset_names, read_rules

LINE = (
    "six-point | dealer 3 | deal TD QS 9C KD 9D KC, QH 8S 8D JD JC 8C, AH KS JH 9H LJ TC, 8H 9S KH AD QD AC"
    " | undealt AS BJ JS QC TH TS | auction pass 2 3 pass"
    " | plays AH 8H TD QH KS 9S QS 8S JH KH 9C 8D AD KD JD 9H LJ QD 9D JC TC AC KC 8C"
)


def test_the_worked_example_on_one_line(worked: dict[str, Any]) -> None:
    assert score(from_deal_line(LINE))["scores"] == [0, 0, 3, 2]
    done = replay(worked)
    assert to_deal_line(done.hands[0].last, done.hands[0].before) == LINE


def test_undealt_cards_may_be_left_out() -> None:
    short = LINE.replace(" | undealt AS BJ JS QC TH TS", "")
    assert score(from_deal_line(short))["scores"] == [0, 0, 3, 2]


def test_a_line_may_stop_after_the_deal() -> None:
    record = from_deal_line(LINE.partition(" | auction")[0])
    assert score(record)["hands"][0]["outcome"] == "unfinished"


def test_house_rules_go_by_their_one_line_form() -> None:
    rules = read_rules({"extends": "six-point", "auction": {"minimum": 3}})
    setup = Setup(rules, 4)
    state = Match.new(setup, 1).deal(random.Random(5))
    line = to_deal_line(state)
    assert line.startswith("6-point · ")
    again = replay(from_deal_line(line))
    assert again.setup.rules.knobs() == rules.knobs()
    assert again.hands[0].last.deal == state.deal


@pytest.mark.parametrize("name", preset_names())
def test_every_hand_of_a_match_goes_through_its_line(name: str) -> None:
    rules, rng = preset(name), random.Random(name)
    players = rules.deal.players[-1]
    match = Match.new(Setup(rules, players, draw_sides(rules, players, rng)), 1)
    for _ in range(6):
        state = match.deal(rng)
        stop = rng.randrange(60)
        while not state.is_over and stop:
            state, stop = state.apply(rng.choice(state.legal_actions())), stop - 1
        before = match
        again = replay(from_deal_line(to_deal_line(state, before)))
        assert again.hands[0].last.public == state.public
        assert again.hands[0].last.holdings == state.holdings
        assert again.hands[0].before.scores == before.scores
        while not state.is_over:
            state = state.apply(rng.choice(state.legal_actions()))
        match = match.after(state)
        if match.is_over:
            break


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("bridge | deal AS", "begins with a game's name or its one-line rules"),
        ("six-point", "no deal"),
        ("six-point | dealer 3 | cards AS", "no part of a deal line"),
        ("six-point | dealer 3 | dealer 2", "twice"),
        ("six-point | dealer x | deal AS", "not a whole number"),
        ("six-point | first maybe | deal AS", "yes or no"),
    ],
)
def test_a_wrong_line_says_what_is_wrong(line: str, message: str) -> None:
    with pytest.raises(RecordError, match=message):
        replay(from_deal_line(line))


@pytest.mark.parametrize("line", [LINE.replace("AH 8H", "AH AC"), LINE.replace("auction pass 2", "auction pass two")])
def test_an_illegal_action_is_placed_as_in_a_record(line: str) -> None:
    with pytest.raises(RecordError) as error:
        replay(from_deal_line(line))
    assert error.value.hand == 0
    assert error.value.action in ("plays[1]", "auction[1]")
