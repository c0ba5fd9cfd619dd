"""Who sits where: every pairing of two kinds of bot, and for each the rotations of its seats."""

from __future__ import annotations

from msgspec import Struct


class Matchup(Struct, frozen=True):
    """Two kinds of bot, by their numbers: one side of `one`, every other side of `others`."""

    one: int
    others: int


class Lineup(Struct, frozen=True):
    """A matchup and the kind that plays each side."""

    matchup: Matchup
    kinds: tuple[int, ...]


def matchups(kinds: int, sides: int) -> tuple[Matchup, ...]:
    """All pairings of so many kinds at so many sides.

    At two sides each pair once, for one against the other is the other against the one; at more sides both ways: one
    of a kind among the other, and the reverse.
    """
    pairs = [(one, others) for one in range(kinds) for others in range(kinds) if one != others]
    return tuple(Matchup(one, others) for one, others in pairs if sides > 2 or one < others)


def rotations(matchup: Matchup, sides: int) -> tuple[Lineup, ...]:
    """The lineups of a matchup: its `one` at each side in turn."""
    return tuple(
        Lineup(matchup, tuple(matchup.one if side == turn else matchup.others for side in range(sides)))
        for turn in range(sides)
    )
