"""Problems of plain cards: four hands, a trump suit or none, and how many tricks each card is worth."""

from __future__ import annotations

from typing import Any, cast

import numpy as np
from msgspec import Struct

from shmear.cards import CARDS, SUITS, Card, Suit
from shmear.kernel.answers import position_of, solve
from shmear.kernel.lanes import LANE_START, NO_TRUMP, TRUMP
from shmear.search.lower import Positions

SEATS = 4
KEYS = ("hands", "leader", "trump", "played", "follow", "objective")
FOLLOW = ("suit-else-any", "suit-or-trump")
LONGEST = 40
"""How much of a wrong value an error quotes."""


class ProblemError(ValueError):
    """What is wrong with a problem: the key it is at, the seat where one is meant, and a sentence."""

    def __init__(self, message: str, key: str | None = None, seat: int | None = None) -> None:
        """An error at a key."""
        super().__init__(message)
        self.message, self.key, self.seat = message, key, seat


class Problem(Struct, frozen=True):
    """Four hands of plain cards and a trick begun by `leader`; seats 0 and 2 play against 1 and 3.

    `trump` is a suit or None. `may_trump` is the follow rule: a trump may be played to any lead (suit-or-trump), or
    only by who cannot follow. `played` are the cards on the table, which the hands no longer hold.
    """

    hands: tuple[tuple[Card, ...], ...]
    leader: int
    trump: Suit | None
    played: tuple[Card, ...] = ()
    may_trump: bool = False

    @property
    def to_play(self) -> int:
        """The seat whose turn it is."""
        return (self.leader + len(self.played)) % SEATS

    def position(self) -> tuple[Positions, dict[int, Card]]:
        """The problem for the kernel, and the card of each of its numbers."""
        order = sorted(Suit, key=lambda suit: suit is self.trump)  # trump last
        number = {one: int(LANE_START[order.index(SUITS[one // 13])]) + one % 13 for one in CARDS[:52]}
        masks = [sum(1 << number[card] for card in hand) for hand in self.hands]
        made = position_of(
            masks,
            turn=self.to_play,
            side=(0, 1, 0, 1),
            floor=NO_TRUMP if self.trump is None else TRUMP,
            may_trump=self.may_trump,
            trick=[number[card] for card in self.played],
            trick_worth=1,
        )
        return made, {one: card for card, one in number.items()}


def read_problem(given: object) -> Problem:
    """A problem from plain JSON data; `ProblemError` for the first thing that is wrong.

    The keys are ``hands`` (four lists of cards), ``leader`` (0 to 3), ``trump`` (a suit letter or null), ``played``
    (0 to 3 cards, may be left out), ``follow`` and ``objective`` ("tricks").
    """
    if not isinstance(given, dict):
        raise ProblemError("a problem is a JSON object with hands, leader, trump, played, follow and objective")
    table = cast("dict[str, Any]", given)
    for key in table:
        if key not in KEYS:
            short = key if len(key) <= LONGEST else key[: LONGEST - 1] + "…"
            raise ProblemError(f'"{short}" is no key of a problem; these are: {", ".join(KEYS)}', short)
    if table.get("objective") != "tricks":
        raise ProblemError(f'"objective" has to be "tricks" for plain cards, {_not(table, "objective")}', "objective")
    if table.get("follow") not in FOLLOW:
        raise ProblemError(f'"follow" has to be {" or ".join(FOLLOW)}, {_not(table, "follow")}', "follow")
    leader = table.get("leader")
    if type(leader) is not int or not 0 <= leader < SEATS:
        raise ProblemError(f'"leader" has to be a seat from 0 to 3, {_not(table, "leader")}', "leader")
    trump = _suit(table)
    lists = table.get("hands")
    if not isinstance(lists, list) or len(cast("list[Any]", lists)) != SEATS:
        raise ProblemError('"hands" has to be a list of four lists of cards', "hands")
    seen: set[Card] = set()
    hands = tuple(_cards(one, "hands", seat, seen) for seat, one in enumerate(cast("list[Any]", lists)))
    played = _cards(table.get("played", []), "played", None, seen)
    if len(played) >= SEATS:
        raise ProblemError(f'"played" has at most three cards, those of the trick so far, not {len(played)}', "played")
    problem = Problem(hands, leader, trump, played, table["follow"] == "suit-or-trump")
    _check_counts(problem)
    return problem


def _not(table: dict[str, Any], key: str) -> str:
    """What a key has instead of what is right."""
    return f"not {_shown(table[key])}" if key in table else "and is missing"


def _shown(value: object) -> str:
    """A value in a sentence: short, whatever it is."""
    if isinstance(value, list):
        return "a list"
    if isinstance(value, dict):
        return "an object"
    if isinstance(value, str):
        value = value[:LONGEST]
    if isinstance(value, int) and abs(value) > 10**LONGEST:
        return "a number too large"
    text = repr(value)
    return text if len(text) <= LONGEST else text[: LONGEST - 1] + "…"


def _suit(table: dict[str, Any]) -> Suit | None:
    if "trump" not in table:
        raise ProblemError('"trump" is missing; it is C, D, H, S or null', "trump")
    letter = table["trump"]
    if letter is None:
        return None
    if not isinstance(letter, str) or len(letter) != 1 or letter not in "CDHS":
        raise ProblemError(f'"trump" has to be C, D, H, S or null, {_not(table, "trump")}', "trump")
    return Suit.parse(letter)


def _cards(given: object, key: str, seat: int | None, seen: set[Card]) -> tuple[Card, ...]:
    if not isinstance(given, list):
        raise ProblemError(f'"{key}" has to hold lists of cards such as "AS" or "TD"', key, seat)
    found: list[Card] = []
    for text in cast("list[object]", given):
        try:
            card = Card(text) if isinstance(text, str) else None
        except ValueError:
            card = None
        if card is None or card.is_joker:
            raise ProblemError(f'{_shown(text)} is no plain card; write rank and suit, such as "AS" or "TD"', key, seat)
        if card in seen:
            raise ProblemError(f"the {card.word} is there twice", key, seat)
        seen.add(card)
        found.append(card)
    return tuple(found)


def _check_counts(problem: Problem) -> None:
    most = max(len(hand) for hand in problem.hands)
    if not most:
        raise ProblemError("nobody holds a card", "hands")
    for place in range(SEATS):
        seat = (problem.leader + place) % SEATS
        wanted = most - 1 if place < len(problem.played) else most
        held = len(problem.hands[seat])
        if held != wanted:
            raise ProblemError(
                f"seat {seat} holds {held} {'card' if held == 1 else 'cards'} and should hold {wanted}: all hold as "
                "many, less the card that lies on the table",
                "hands",
                seat,
            )


def solve_problem(problem: Problem) -> tuple[dict[Card, int], int]:
    """For every legal card the tricks that the side to play takes from now on, this trick too; and the nodes."""
    position, names = problem.position()
    found = solve(position, objective="points")
    row = found.scores[0]
    scores = {names[int(number)]: int(row[number]) for number in np.flatnonzero(~np.isnan(row))}
    return dict(sorted(scores.items())), found.nodes
