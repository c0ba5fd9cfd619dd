"""The player without a thought, to measure the others by."""

from __future__ import annotations

import random

from shmear.game import Action, View


class RandomBot:
    """Takes any legal action, each as likely as the others."""

    name: str = "random"

    def act(self, view: View, rng: random.Random) -> Action:
        """A legal action drawn at random."""
        return view.legal[rng.randrange(len(view.legal))]
