"""Records for the tests of the review: hands set up card by card, and matches played at random."""

from __future__ import annotations

import random
from typing import Any

from shmear.game import Action, HandState, Match, Phase, Setup, draw_sides, view
from shmear.record import match_record, replay
from shmear.rules import preset

NAMES = ["Ann", "Ben", "Cleo", "Dan", "Eve", "Fay", "Gus", "Hal"]


def at_random(game: str, players: int, seed: int, hands: int = 2) -> dict[str, Any]:
    """A record of so many hands, or to the end of the match, played at random."""
    rng = random.Random(seed)
    rules = preset(game)
    start = match = Match.new(Setup(rules, players, draw_sides(rules, players, rng)), rng.randrange(players))
    played: list[HandState] = []
    while len(played) < hands and not match.is_over:
        state = match.deal(rng)
        while not state.is_over:
            assert state.to_act is not None
            state = state.apply(rng.choice(view(state, state.to_act).legal))
        played.append(state)
        match = match.after(state)
    return match_record(start, NAMES[:players], played)


def one_hand(
    game: str, deal: list[str], auction: list[Any], plays: str, *, dealer: int, scores: list[int] | None = None
) -> dict[str, Any]:
    """A record of one hand to its end: after the given plays everybody plays the first card that is legal.

    The undealt cards are the rest of the deck.
    """
    rules = preset(game)
    setup = Setup(rules, len(deal))
    cards = [one.split() for one in deal]
    dealt = {text for holding in cards for text in holding}
    record: dict[str, Any] = {
        "format": "shmear-record",
        "version": 1,
        "rules": game,
        "players": NAMES[: len(deal)],
        "hands": [
            {
                "dealer": dealer,
                "deal": cards,
                "undealt": [str(one) for one in setup.deck if str(one) not in dealt],
                "auction": auction,
                "plays": plays.split(),
            }
        ],
    }
    if scores is not None:
        record["start"] = {"scores": scores}
    state = replay(record).hands[0].last
    while not state.is_over:
        action = state.legal_actions()[0]
        record["hands"][0]["plays"].append(str(action).split()[1])
        state = state.apply(action)
    return record


def states_of(record: dict[str, Any]) -> list[tuple[HandState, Action]]:
    """Every state of the first hand of a record in which somebody acted, with the action."""
    from shmear.review.hand import steps

    return steps(replay(record).hands[0])


def at_card(record: dict[str, Any], seat: int, card: str) -> tuple[HandState, Action, int]:
    """Where a seat played a card in the first hand: state, action and its place."""
    for place, (state, action) in enumerate(states_of(record)):
        if state.phase is Phase.PLAY and state.to_act == seat and str(action) == f"play {card}":
            return state, action, place
    raise AssertionError(f"seat {seat} never played {card}")
