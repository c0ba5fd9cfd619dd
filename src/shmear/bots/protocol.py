"""What every bot is: something that is shown a view, answers with an action, and can say why."""

from __future__ import annotations

import random
from typing import NamedTuple, Protocol

from shmear.game import Action, View


class Estimate(NamedTuple):
    """What one action is thought to lead to.

    `points` are those that the own side takes in this hand; `made` the chance that the bidder's side makes what is bid
    in the end, whoever that is, None where no hand is played; `win` the chance to win the match, None where the hand
    stands alone; `worth` the number by which the bot chooses, the higher the better; `error` the standard error of
    `worth` less that of the best action, from the worlds that were drawn.
    """

    action: Action
    points: float
    made: float | None
    win: float | None
    worth: float
    error: float


class Decision(NamedTuple):
    """What a bot does and why: the action, what each legal one leads to (the best first), and one plain sentence.

    Of discards, and of cards to call, only those that come into question are among the estimates.
    """

    action: Action
    estimates: tuple[Estimate, ...]
    why: str


class Bot(Protocol):
    """A player that is a program.

    A bot is shown only what its seat may know, never a state. It keeps nothing between two actions: the same view
    and a generator in the same state give the same action, so that a match can be played again from its seed.
    """

    name: str
    """The name by which `shmear.bots.bot` makes it."""

    def act(self, view: View, rng: random.Random) -> Action:
        """One of ``view.legal`` for the seat whose turn it is; `rng` is all the chance that it may use."""
        ...

    def explain(self, view: View, rng: random.Random) -> Decision:
        """What `act` does with the same view and chance, and why. Takes longer."""
        ...
