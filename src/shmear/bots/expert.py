"""The expert player: believes what the calls say, and plays for the match."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from shmear.bots.belief import believed
from shmear.bots.correction import weights
from shmear.bots.settling import Hands, Numbers
from shmear.bots.thinker import Thinker, chance_forfeited, chance_to_win
from shmear.game import View
from shmear.search.worlds import Sample

FEW = 4
"""At so many players or fewer whole hands of two sides are solved exactly, at more only endings."""


class Expert(Thinker):
    """Acts by the chance to win the match, in worlds drawn by what everybody has called.

    A hand of two sides is solved exactly from its first card on where it is small enough.
    """

    name: str = "expert"
    for_the_match: bool = True

    def __init__(self, worlds: int = 200, endgame: int = 6, endgame_of_many: int = 4) -> None:
        """An expert with its budget: `endgame_of_many` stands for `endgame` at more than `FEW` players."""
        super().__init__(worlds, endgame)
        self.endgame_of_many = endgame_of_many

    def solves_from(self, view: View) -> int:
        """From how many cards a seat on it solves."""
        return self.endgame if view.setup.players <= FEW else self.endgame_of_many

    def sample(self, view: View, seed: int, numbers: NDArray[np.int64] | None = None) -> Sample:
        """Worlds of a view, as the calls let one believe in them."""
        return believed(view, self.worlds, seed, numbers)

    def weigh(self, view: View, hands: Hands) -> Numbers:
        """More for hands made or set where playouts have too few of them."""
        return weights(view.setup, hands)

    def worth(self, view: View, hands: Hands) -> Numbers:
        """The chance to win the match after hands; where a hand stands alone, the points gained."""
        return chance_to_win(view, hands) if view.scores else super().worth(view, hands)

    def worth_forfeited(self, view: View) -> float:
        """The same after the dealer has forfeited the hand."""
        return chance_forfeited(view) if view.scores else super().worth_forfeited(view)
