"""Bots for the arena's tests: those that note what they are shown, and those that do one thing."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import NamedTuple

from shmear.cards import Card
from shmear.game import Action, Forfeit, Pass, Play, View


class Seen(NamedTuple):
    kind: str
    seat: int
    dealer: int
    dealt: tuple[Card, ...]
    scores: tuple[int, ...]
    draw: float


class Noting:
    """Plays the first legal action and notes who was dealt what."""

    def __init__(self, name: str, notes: list[Seen]) -> None:
        self.name, self.notes = name, notes

    def act(self, view: View, rng: random.Random) -> Action:
        assert view.seat is not None
        self.notes.append(Seen(self.name, view.seat, view.public.dealer, view.dealt, view.scores, rng.random()))
        return view.legal[0]


class Stubborn:
    """Takes the action that it prefers where it may, else the first."""

    def __init__(self, prefers: Callable[[Action], bool]) -> None:
        self.name, self.prefers = "stubborn", prefers

    def act(self, view: View, rng: random.Random) -> Action:
        return next((action for action in view.legal if self.prefers(action)), view.legal[0])


class Cheating:
    """Plays a card that it does not hold."""

    name = "cheating"

    def act(self, view: View, rng: random.Random) -> Action:
        return Play("2C")


PASSING = Stubborn(lambda action: isinstance(action, Pass))
FORFEITING = Stubborn(lambda action: isinstance(action, Pass | Forfeit))
