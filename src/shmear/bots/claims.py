"""A claim: one thing said of a position that is true by what its seat knows.

`shmear.bots.reasons` picks the claims that bear on an action, and `shmear.bots.saying` puts them into English.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from shmear.bots import claims_before, claims_in_play
from shmear.cards import Card
from shmear.game import View


class Claim(NamedTuple):
    """One thing said of a position: its kind, and the cards, seats, number and suit that it is about.

    What each of them means is said at the kind's predicate, a function of its name.
    """

    kind: str
    cards: tuple[Card, ...] = ()
    seats: tuple[int, ...] = ()
    number: int = 0
    suit: int | None = None

    def holds(self, view: View) -> bool:
        """Whether it is true: worked out from the view alone, so that it says nothing of what is hidden."""
        return PREDICATES[self.kind](view, self)


Predicate = Callable[[View, Claim], bool]

PREDICATES: dict[str, Predicate] = {**claims_before.PREDICATES, **claims_in_play.PREDICATES}
"""Each kind of claim and when it is true."""
