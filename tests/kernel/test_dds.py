"""Every figure of the 300 deals that DDS solved (tests/oracle): tricks of every lead, for every trump and leader."""

import json
import lzma
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from shmear.cards import Card, Suit
from shmear.kernel import solve
from shmear.search.problems import Problem, read_problem, solve_problem

ORACLE = Path(__file__).resolve().parents[1] / "oracle" / "dds6.json.xz"
SEATS = "NESW"
STRAINS = ("S", "H", "D", "C", "NT")


@cache
def deals() -> list[dict[str, Any]]:
    return json.loads(lzma.decompress(ORACLE.read_bytes()))["deals"]


def card(text: str) -> Card:
    """A card as DDS writes it, suit first."""
    return Card(text[1] + text[0])


def problem(deal: dict[str, Any], strain: str, leader: str, played: tuple[str, ...] = ()) -> Problem:
    hands = tuple(tuple(card(one) for one in deal["hands"][seat] if one not in played) for seat in SEATS)
    trump = None if strain == "NT" else Suit.parse(strain)
    return Problem(hands, SEATS.index(leader), trump, tuple(map(card, played)))


def solved(problems: list[Problem]) -> list[dict[Card, float]]:
    """All problems in one call, every card's score; and the best alone, which has to be the best of them."""
    made = [one.position() for one in problems]
    positions = np.concatenate([position for position, _ in made])
    found = solve(positions, objective="points")
    best = solve(positions, objective="points", best_only=True).best
    assert np.array_equal(found.best, best)
    return [
        {names[number]: float(row[number]) for number in np.flatnonzero(~np.isnan(row)).tolist()}
        for (_, names), row in zip(made, found.scores, strict=True)
    ]


def test_there_are_300_deals_of_six_cards_each() -> None:
    assert [deal["id"] for deal in deals()] == list(range(300))
    assert all(len(deal["hands"][seat]) == 6 for deal in deals() for seat in SEATS)


@pytest.mark.parametrize("strain", STRAINS)
def test_every_lead_takes_as_many_tricks_as_dds_says(strain: str) -> None:
    asked = [(deal, leader) for deal in deals() for leader in SEATS]
    for (deal, leader), scores in zip(
        asked, solved([problem(deal, strain, lead) for deal, lead in asked]), strict=True
    ):
        wanted = {card(text): tricks for text, tricks in deal["scores"][strain][leader].items()}
        assert scores == wanted, (deal["id"], leader)
        assert max(scores.values()) == deal["max_tricks"][strain][leader]


def test_every_card_in_the_middle_of_a_trick_takes_as_many_tricks_as_dds_says() -> None:
    asked = [deal["mid_trick"] for deal in deals()]
    problems = [
        problem(deal, one["trump"], one["leader"], tuple(one["played"]))
        for deal, one in zip(deals(), asked, strict=True)
    ]
    for one, made, scores in zip(asked, problems, solved(problems), strict=True):
        assert SEATS[made.to_play] == one["to_play"]
        assert scores == {card(text): tricks for text, tricks in one["scores"].items()}
        assert max(scores.values()) == one["max_tricks"]


def test_a_problem_from_outside_has_the_same_scores() -> None:
    for deal in deals()[:60]:
        one = deal["mid_trick"]
        made = problem(deal, one["trump"], one["leader"], tuple(one["played"]))
        given = {
            "hands": [[str(one) for one in hand] for hand in made.hands],
            "leader": made.leader,
            "trump": None if one["trump"] == "NT" else one["trump"],
            "played": [str(one) for one in made.played],
            "follow": "suit-else-any",
            "objective": "tricks",
        }
        assert read_problem(given) == made
        scores, nodes = solve_problem(made)
        assert scores == {card(text): tricks for text, tricks in one["scores"].items()}
        assert list(scores) == sorted(scores)
        assert nodes > 0
