"""Luck against skill: how a hand changed everybody's chance to win the match, in parts that add up.

The chance of a side before a hand and after it comes from the match equity of the scores, or from who has won. What
lies between is shared out:

- *decisions*: a decision that loses a chance takes it from the side that decides, and gives it to the other sides in
  proportion to their chances before the hand;
- *deal*: the chance that a side has by its own estimate when it first calls, the best call made, less the chance
  before the hand. Partners' estimates are averaged, a side that never comes to call keeps its chance, and as everybody
  sees the hand from another seat, the chances of all sides are scaled so that they add up to 1;
- *cards*: what is left, that is how the cards lay that the side could not see, in other hands and asleep, together with
  whatever the estimates get wrong.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from shmear.game import Setup
from shmear.review.model import Account, Decided


def accounts(
    setup: Setup,
    before: Sequence[float],
    after: Sequence[float],
    first: Mapping[int, float],
    decisions: Sequence[Decided],
) -> tuple[Account, ...]:
    """The account of each seat for a hand.

    `before` and `after` are the chances of the sides; `first` what each seat thought of its side's chance when it first
    called.
    """
    opening = _opening(setup, before, first)
    number = [setup.sides.index(setup.side_of[seat]) for seat in range(setup.players)]
    lost = [0.0] * setup.players
    for one in decisions:
        lost[one.seat] += one.loss
    found: list[Account] = []
    for seat in range(setup.players):
        side = number[seat]
        change = after[side] - before[side]
        deal = opening[side] - before[side]
        own = -lost[seat]
        partner = -sum(lost[one] for one in setup.sides[side] if one != seat)
        others = sum(
            lost[one] * _share(before, number[one], side) for one in range(setup.players) if number[one] != side
        )
        found.append(Account(seat, change, deal, own, partner, others, change - deal - own - partner - others))
    return tuple(found)


def added(seat: int, parts: Sequence[Account]) -> Account:
    """The sum of a seat's accounts."""
    return Account(
        seat,
        *(sum(getattr(one, name) for one in parts) for name in ("change", "deal", "own", "partner", "others", "cards")),
    )


def _opening(setup: Setup, before: Sequence[float], first: Mapping[int, float]) -> list[float]:
    """The chances of the sides by what each thought when it first called."""
    found: list[float] = []
    for side, usual in zip(setup.sides, before, strict=True):
        thought = [first[seat] for seat in side if seat in first]
        found.append(sum(thought) / len(thought) if thought else usual)
    whole = sum(found)
    return [one / whole for one in found] if whole > 0 else list(before)


def _share(before: Sequence[float], loser: int, side: int) -> float:
    """What part of a loss of one side goes to another."""
    rest = sum(before) - before[loser]
    return before[side] / rest if rest > 0 else 1 / (len(before) - 1)
