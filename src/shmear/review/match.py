"""The review of a whole match on record."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from shmear.record import Replay, encode, replay
from shmear.record.errors import said_name
from shmear.review.errors import ReviewError
from shmear.review.model import Hand, MatchReview
from shmear.review.players import players
from shmear.review.running import reviewed

BUDGET = 400
"""Worlds a decision where nobody says."""


def review_match(
    record: Any,
    *,
    worlds: int = BUDGET,
    seed: int = 1,
    jobs: int = 1,
    told: Callable[[int, int], None] = lambda done, of: None,
) -> MatchReview:
    """Review a match, its record given as plain JSON data; a last hand that is unfinished is left out and noted.

    `worlds` are imagined for each decision. `jobs` processes share the hands; the same seed gives the same review for
    any number of them. `told` hears how many actions are done, and of how many. Raises `RecordError` for a record that
    is illegal, and `ReviewError` for one without a finished hand.
    """
    done = replay(record)
    finished = [hand for hand in done.hands if hand.last.is_over]
    if not finished:
        raise ReviewError("no hand of the record is finished: there is nothing to review yet")
    total = sum(len(hand.states) - 1 for hand in finished)
    hands: dict[int, Hand] = {}
    ready = 0
    for number, hand in reviewed(encode(record), len(finished), worlds=worlds, seed=seed, jobs=jobs):
        hands[number] = hand
        ready += len(finished[number].states) - 1
        told(ready, total)
    return gathered(done, [hands[number] for number in range(len(finished))], worlds=worlds, seed=seed)


def gathered(done: Replay, hands: list[Hand], *, worlds: int, seed: int) -> MatchReview:
    """The review of a match from those of its finished hands."""
    setup = done.setup
    names = tuple(said_name(name, seat) for seat, name in enumerate(done.names))
    return MatchReview(
        format="shmear-review",
        version=1,
        rules=setup.rules.name,
        title=setup.rules.title,
        target=setup.rules.match.target,
        names=names,
        sides=setup.sides,
        start=done.start.scores,
        winners=done.match.winners,
        worlds=worlds,
        seed=seed,
        notes=tuple(_notes(done)),
        players=players(names, hands),
        hands=tuple(hands),
    )


def _notes(done: Replay) -> list[str]:
    if done.unfinished is not None:
        return [f"hand {len(done.hands)} is not finished and was left out; the match is still open"]
    return [] if done.match.is_over else ["nobody has won yet: the match is still open"]
