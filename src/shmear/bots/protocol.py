"""What every bot is: something that is shown a view and answers with an action."""

from __future__ import annotations

import random
from typing import Protocol

from shmear.game import Action, View


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
