"""What is studied: a game at a number of players, how many hands, and the seed. Nothing else settles the figures."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any, NamedTuple

import msgspec
from msgspec import Struct

import shmear
from shmear.game import Setup, draw_sides
from shmear.game.setup import Side
from shmear.rules import RuleSet, at
from shmear.rules.knobs import Partners

HANDS = 100_000
"""Hands that are dealt where nobody says how many."""

CHUNK = 5_000
"""Hands that are dealt and played at a time. The figures hang on it, not on how many chunks are worked on at once."""


class StatsError(ValueError):
    """Something that cannot be studied or written; one sentence for whoever asked."""


class Chunk(NamedTuple):
    """Some of the hands: which chunk it is, the number of its first hand, and how many there are."""

    number: int
    first: int
    hands: int


class Study(Struct, frozen=True, kw_only=True):
    """A game at a number of players, of which so many hands are dealt from a seed."""

    rules: RuleSet
    players: int
    hands: int = HANDS
    seed: int = 1

    def __post_init__(self) -> None:
        """Refuse what cannot be dealt: `StatsError`, or `RulesError` for a number of players."""
        if self.hands < 1:
            raise StatsError(f"at least one hand has to be dealt, not {self.hands}")
        self.setup(0)

    def chunks(self) -> Iterator[Chunk]:
        """The hands in parts."""
        for number, first in enumerate(range(0, self.hands, CHUNK)):
            yield Chunk(number, first, min(CHUNK, self.hands - first))

    def setup(self, chunk: int) -> Setup:
        """The table of a chunk: pairs that the game draws are drawn for each chunk anew."""
        rules, players = self.rules, self.players
        if players not in rules.deal.players:
            return Setup(rules, players)  # which says what would be right
        return Setup(rules, players, _sides(rules, players, random.Random(f"{self.seed}:{chunk}:sides")))

    def arguments(self) -> dict[str, Any]:
        """All that settles the figures, as JSON has it."""
        found = {
            "game": self.rules.name,
            "revision": self.rules.revision,
            "players": self.players,
            "hands": self.hands,
            "seed": self.seed,
            "rules": self.rules.to_dict(),
            "version": shmear.__version__,
        }
        return msgspec.json.decode(msgspec.json.encode(found))


def _sides(rules: RuleSet, players: int, chance: random.Random) -> tuple[Side, ...] | None:
    """Sides where the rules do not fix them; where the players would set them, every other seat."""
    if at(rules.sides.partners, players) is Partners.EXPLICIT:
        return tuple(range(0, players, 2)), tuple(range(1, players, 2))
    return draw_sides(rules, players, chance)
