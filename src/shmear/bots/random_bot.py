"""The player without a thought, to measure the others by."""

from __future__ import annotations

import random

from shmear.bots.protocol import Decision
from shmear.game import Action, View


class RandomBot:
    """Takes any legal action, each as likely as the others."""

    name: str = "random"

    def act(self, view: View, rng: random.Random) -> Action:
        """A legal action drawn at random."""
        return view.legal[rng.randrange(len(view.legal))]

    def explain(self, view: View, rng: random.Random) -> Decision:
        """What it does with the same view and chance, and what a player with more patience would think of it."""
        from shmear.bots.thinker import estimated  # noqa: PLC0415 - it brings the kernel, which takes a while to load

        return estimated(view, self.act(view, rng), rng)
