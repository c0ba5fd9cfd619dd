"""What is played: the game, the bots, deals or whole matches, the seed. Nothing else settles the figures."""

from __future__ import annotations

import hashlib
import random
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

import shmear
from shmear.arena.lineups import Matchup, matchups
from shmear.bots import bot_names
from shmear.game import Setup, draw_sides
from shmear.game.setup import Side
from shmear.rules import RuleSet, at
from shmear.rules.knobs import Partners

CAP = 300
"""Hands after which a match is stopped where nobody says otherwise."""


class ArenaError(ValueError):
    """Something that the arena cannot do; one sentence for whoever asked."""


class Plan(Struct, frozen=True, kw_only=True):
    """A contest. Task number k is one deal, or one match with `matches`, played by every lineup.

    A match still open after `cap` hands is stopped, and goes to the highest score.
    """

    rules: RuleSet
    players: int
    kinds: tuple[str, ...]
    matches: bool = False
    seed: int = 1
    cap: int = CAP

    def __post_init__(self) -> None:
        """Refuse what cannot be played: `ArenaError`, or `RulesError` for a number of players."""
        for name in self.kinds:
            if name not in bot_names():
                raise ArenaError(f"there is no bot named {name!r}; the bots are {', '.join(bot_names())}")
        if len(self.kinds) < 2:
            one = self.kinds[0] if self.kinds else "novice"
            raise ArenaError(f"name two bots or more; {one} {one} plays a bot against itself")
        if self.cap < 1:
            raise ArenaError(f"a match is stopped after one hand at the earliest, not after {self.cap}")
        self.setup(0)

    @property
    def labels(self) -> tuple[str, ...]:
        """The kinds by name; one that is named again is counted."""
        seen: Counter[str] = Counter()
        found: list[str] = []
        for name in self.kinds:
            seen[name] += 1
            found.append(name if seen[name] == 1 else f"{name} ({seen[name]})")
        return tuple(found)

    @property
    def sides(self) -> int:
        """How many sides a match has."""
        return len(self.setup(0).sides)

    @property
    def fair_share(self) -> float:
        """The share of the matches that a side wins among equals."""
        return 1 / self.sides

    def matchups(self) -> tuple[Matchup, ...]:
        """Every pairing of the kinds."""
        return matchups(len(self.kinds), self.sides)

    def setup(self, number: int) -> Setup:
        """The table of a task: pairs that the game draws are drawn from the seed, the same for every lineup."""
        rules, players = self.rules, self.players
        if players not in rules.deal.players:
            return Setup(rules, players)  # which says what would be right
        return Setup(rules, players, _sides(rules, players, random.Random(f"{self.seed}:{number}:sides")))

    def arguments(self) -> dict[str, Any]:
        """All that settles a task's figures, as JSON has it; `code` stands for the program that plays."""
        found = {
            "game": self.rules.name,
            "revision": self.rules.revision,
            "players": self.players,
            "bots": list(self.kinds),
            "matches": self.matches,
            "seed": self.seed,
            "cap": self.cap,
            "rules": self.rules.to_dict(),
            "version": shmear.__version__,
            "code": code_digest(),
        }
        return msgspec.json.decode(msgspec.json.encode(found))


def _sides(rules: RuleSet, players: int, chance: random.Random) -> tuple[Side, ...] | None:
    """Sides where the rules do not fix them; where the players would set them, every other seat."""
    if at(rules.sides.partners, players) is Partners.EXPLICIT:
        return tuple(range(0, players, 2)), tuple(range(1, players, 2))
    return draw_sides(rules, players, chance)


@cache
def code_digest() -> str:
    """A digest of the parts of the package that decide what a bot does: another one, and figures may differ."""
    package = Path(shmear.__file__).parent
    digest = hashlib.sha256()
    for part in _PLAYS:
        for file in sorted((package / part).rglob("*")) or [package / part]:
            if file.is_file() and "__pycache__" not in file.parts:
                digest.update(f"\n{file.relative_to(package).as_posix()}\n".encode())
                digest.update(file.read_bytes())
    return digest.hexdigest()[:12]


_PLAYS = (
    "cards.py",
    "rules",
    "game",
    "kernel",
    "search",
    "bots",
    "arena/lineups.py",
    "arena/plan.py",
    "arena/playing.py",
    "arena/tally.py",
)
