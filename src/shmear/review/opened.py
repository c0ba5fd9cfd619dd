"""The same decision with all hands open: what could have been made of it by somebody who saw every card.

Nobody at the table could know this. It stands beside the estimate so that bad luck and bad play are told apart.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from shmear.bots.thinker import two_sided
from shmear.game import Action, Bid, HandState, Pass, Phase, Play, Shoot
from shmear.kernel import solve
from shmear.review.model import OpenFigure
from shmear.rules.knobs import Partners
from shmear.search.lower import lower
from shmear.search.solve import solve_hand

MOST = 30
"""Up to so many cards in all hands together between two sides; more can take minutes."""

MOST_OF_MANY = 20
"""The same where there are more sides, each against all others."""

MOST_TO_CALL = 24
"""The same for calls."""


class Opened(NamedTuple):
    """What each action leads to with all hands open, as far as it was reckoned, and what the figure counts."""

    figures: Mapping[Action, int]
    figure: OpenFigure | None

    def loss(self, chosen: Action) -> int | None:
        """How many points an action gives away; None for calls, which are not measured so, and where none was found."""
        if self.figure != "ahead" or chosen not in self.figures:
            return None
        return max(self.figures.values()) - self.figures[chosen]


NOTHING = Opened({}, None)


def opened(state: HandState) -> Opened:
    """The figures of a state's actions: of cards once hands are short, of bids where the bidder leads at once."""
    cards = sum(holding.bit_count() for holding in state.holdings)
    if state.phase is Phase.PLAY and cards <= (MOST if two_sides(state) else MOST_OF_MANY):
        solved = solve_hand(state)
        return Opened({Play(card): round(value) for card, value in solved.scores.items()}, "ahead")
    if state.phase in (Phase.AUCTION, Phase.DEALER_CHOICE) and cards <= MOST_TO_CALL:
        return _bids(state)
    return NOTHING


def two_sides(state: HandState) -> bool:
    """Whether a hand in play has two sides that stay the same."""
    contract = state.public.contract
    return two_sided(lower(state, 0 if contract is None or contract.trump is None else None))


def _bids(state: HandState) -> Opened:
    """What the caller's side can be sure to take with the hand bought: the same for every bid."""
    # Partners that play decides have no points of their own before it.
    if state.setup.partners is Partners.HIGH_LOW:
        return NOTHING
    found: dict[Action, int] = {}
    for shooting in (False, True):
        calls = [call for call in state.legal_actions() if isinstance(call, Shoot if shooting else Bid)]
        bought = _bought(state, calls[0]) if calls else None
        if bought is not None:
            found |= dict.fromkeys(calls, _taken(bought))
    return Opened(found, "taken") if found else NOTHING


def _bought(state: HandState, call: Action) -> HandState | None:
    """The hand once everybody after a call has passed, where its caller then leads."""
    seat, after = state.to_act, state.apply(call)
    while after.phase is Phase.AUCTION and Pass() in after.legal_actions():
        after = after.apply(Pass())
    return after if after.phase is Phase.PLAY and after.to_act == seat else None


def _taken(state: HandState) -> int:
    suits = {int(one.card.suit) for one in state.legal_actions() if isinstance(one, Play) and one.card.suit is not None}
    return round(max(float(solve(lower(state, suit), objective="points").best[0]) for suit in suits))
