"""The club player: imagines the unseen cards many times over, plays every hand out, and does what comes out best."""

from __future__ import annotations

from shmear.bots.thinker import Thinker


class Club(Thinker):
    """Acts by the points that it expects, bid and set counted as the rules count them from the score of the match."""

    name: str = "club"

    def __init__(self, worlds: int = 160, endgame: int = 4) -> None:
        """A club player with its budget."""
        super().__init__(worlds, endgame)
