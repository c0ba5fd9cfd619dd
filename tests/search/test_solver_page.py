"""The examples of docs/solver.md are right: what is asked, what is answered, and what the Python example prints."""

from __future__ import annotations

import contextlib
import io
import json
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from shmear.cli.solve import answer_to
from shmear.record import find

RANKS = "23456789TJQKA"
PAGE = Path(__file__).resolve().parents[2] / "docs" / "solver.md"
TEXT = PAGE.read_text(encoding="utf-8")


def blocks(kind: str) -> list[str]:
    """The blocks of code of a kind."""
    return [part.partition("```")[0] for part in TEXT.split(f"```{kind}\n")[1:]]


JSON: list[dict[str, Any]] = [json.loads(block) for block in blocks("json")]
EXAMPLES = [(asked, answer) for asked, answer in pairwise(JSON) if "hands" in asked or "record" in asked]


def answered(asked: dict[str, Any], folder: Path) -> dict[str, Any]:
    """The answer to one line, as the command finds it."""
    file = folder / "problem.jsonl"
    file.write_text(json.dumps(asked) + "\n", encoding="utf-8")
    (found,) = find(str(file), io.BytesIO(), lines=True)
    return answer_to(found)


def tricks(hands: list[frozenset[str]], table: tuple[str, ...], seat: int, trump: str | None, free: bool) -> int:
    """Tricks of seats 0 and 2 from here on: every line of play, by nothing but the words of the page."""
    if len(table) == 4:
        trumps = [card for card in table if card[1] == trump]
        best = max(trumps or [card for card in table if card[1] == table[0][1]], key=lambda card: RANKS.index(card[0]))
        winner = (seat + table.index(best)) % 4
        rest = tricks(hands, (), winner, trump, free) if any(hands) else 0
        return rest + (winner % 2 == 0)
    found = [
        tricks([*hands[:seat], hands[seat] - {card}, *hands[seat + 1 :]], (*table, card), (seat + 1) % 4, trump, free)
        for card in playable(hands[seat], table, trump, free)
    ]
    return max(found) if seat % 2 == 0 else min(found)


def playable(holding: frozenset[str], table: tuple[str, ...], trump: str | None, free: bool) -> list[str]:
    suits = {table[0][1], trump if free else table[0][1]} if table else set[str]()
    return sorted(card for card in holding if card[1] in suits) or sorted(holding)


PLAIN = [(asked, answer) for asked, answer in EXAMPLES if "hands" in asked and "scores" in answer]


@pytest.mark.parametrize(("asked", "answer"), PLAIN)
def test_the_tricks_of_plain_cards_are_right_by_trying_every_line(
    asked: dict[str, Any], answer: dict[str, Any]
) -> None:
    hands, table = [frozenset(hand) for hand in asked["hands"]], tuple(asked.get("played", ()))
    seat, trump, free = (asked["leader"] + len(table)) % 4, asked["trump"], asked["follow"] == "suit-or-trump"
    right: dict[str, int] = {}
    for card in playable(hands[seat], table, trump, free):
        after = [*hands[:seat], hands[seat] - {card}, *hands[seat + 1 :]]
        mine = tricks(after, (*table, card), (seat + 1) % 4, trump, free)
        right[card] = mine if seat % 2 == 0 else max(len(hand) for hand in hands) - mine
    assert (answer["to_play"], answer["scores"], answer["best"]) == (seat, right, max(right.values()))


def test_every_block_is_a_question_or_its_answer() -> None:
    assert len(EXAMPLES) * 2 == len(JSON) == 10


@pytest.mark.parametrize(("asked", "answer"), EXAMPLES)
def test_an_example_is_answered_as_the_page_says(asked: dict[str, Any], answer: dict[str, Any], tmp_path: Path) -> None:
    right = answered(asked, tmp_path)
    # How many positions were looked at is no promise.
    assert right.keys() == answer.keys()
    assert {**right, "nodes": None} == {**answer, "nodes": None}


def test_the_example_on_record_is_the_worked_one(worked: dict[str, Any]) -> None:
    (record,) = [asked["record"] for asked, _ in EXAMPLES if "record" in asked]
    plays = record["hands"][0]["plays"]
    assert plays == worked["hands"][0]["plays"][: len(plays)]
    assert {**record["hands"][0], "plays": []} == {**worked["hands"][0], "plays": []}
    assert record["players"] == worked["players"]


def test_the_python_example_prints_what_the_page_says() -> None:
    (example,) = blocks("python")
    said = io.StringIO()
    with contextlib.redirect_stdout(said):
        exec(compile(example, str(PAGE), "exec"), {})
    assert said.getvalue() == TEXT.partition("It prints:\n\n```\n")[2].partition("```")[0]
