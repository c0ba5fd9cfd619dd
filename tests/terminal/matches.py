"""Matches at the terminal table, played from typed lines in the same process."""

from __future__ import annotations

import io
import json
import random
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from rich.console import Console

from shmear.game import Action, Bid, CallCard, Discard, HandState, Match, NameTrump, Play, Setup, draw_sides
from shmear.rules import preset
from shmear.terminal import play
from shmear.terminal.console import make_console
from shmear.terminal.names import default_names
from shmear.terminal.save import SaveFile
from shmear.terminal.start import Seating
from shmear.terminal.table import Leave, Table


class Ran(NamedTuple):
    code: int
    out: str
    err: str


def typed(capsys: pytest.CaptureFixture[str], lines: str, *args: Any, **options: Any) -> Ran:
    """``play`` with lines on its standard input."""
    out = io.StringIO()
    code = play(*args, stdin=io.StringIO(lines), stdout=out, **options)
    return Ran(code, out.getvalue(), capsys.readouterr().err)


def words(action: Action) -> str:
    """An action as a person would type it."""
    match action:
        case Bid():
            return str(action.points)
        case NameTrump():
            return action.suit.letter.lower()
        case Play() | CallCard():
            return str(action.card).lower()
        case Discard():
            return " ".join(str(one).lower() for one in action.cards)
        case _:
            return str(action)


def read(path: Path) -> dict[str, Any]:
    return json.loads(path.read_text(encoding="utf-8"))


class Player:
    """Types legal actions drawn from a seed; `stop` ends the input after so many lines."""

    def __init__(self, seed: int, stop: int | None = None) -> None:
        self.chance, self.stop, self.lines = random.Random(seed), stop, list[str]()
        self.table: Table | None = None
        self.watch: Callable[[str, HandState], None] | None = None

    def __call__(self, prompt: str) -> str:
        assert self.table is not None
        if self.stop is not None and len(self.lines) >= self.stop:
            raise Leave
        state = self.table.state
        assert state is not None
        legal = state.legal_actions()
        self.lines.append(words(legal[self.chance.randrange(len(legal))]))
        if self.watch is not None:
            self.watch(prompt, state)
        return self.lines[-1]


class Typist:
    """Types given lines."""

    def __init__(self, lines: Iterable[str]) -> None:
        self.lines: Iterator[str] = iter(lines)

    def __call__(self, prompt: str) -> str:
        for line in self.lines:
            return line
        raise EOFError


def seated(game: str, players: int, seed: int, ask: Any, path: Path, console: Console | None = None) -> Table:
    """A table of a new match with the person in seat 0 and novices elsewhere."""
    chance = random.Random(f"{seed}:match")
    rules = preset(game)
    setup = Setup(rules, players, draw_sides(rules, players, chance))
    names = tuple(default_names(players, 0))
    seating = Seating(names, (None, *["novice"] * (players - 1)), 0, seed)
    screen = console or make_console(io.StringIO())
    return Table(screen, ask, seating, Match.new(setup, chance.randrange(players)), SaveFile(path))
