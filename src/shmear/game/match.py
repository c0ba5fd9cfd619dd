"""A match: hands until somebody wins (§9)."""

from __future__ import annotations

import random
from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from shmear.game.auction import open_hand
from shmear.game.over import Over
from shmear.game.scoring import HandResult, Outcome, settle
from shmear.game.setup import Deal, Setup, Side
from shmear.game.state import HandState, after
from shmear.rules.knobs import Decide, Redealer


class Match(Struct, frozen=True):
    """A match between hands. `dealer` deals next; `scores` and `smucks` are one a seat.

    `first_hand` is whether the next hand is the first of the match (§3: everyone may shoot); `hands` counts those
    finished; `winners` the winning seats, ascending, None while nobody has won.
    """

    setup: Setup
    scores: tuple[int, ...]
    smucks: tuple[int, ...]
    dealer: int
    first_hand: bool = True
    hands: int = 0
    winners: tuple[int, ...] | None = None

    @classmethod
    def new(cls, setup: Setup, dealer: int) -> Match:
        """A match before its first hand. Draw the first dealer at random (§2): ``rng.randrange(players)``."""
        nothing = (0,) * setup.players
        return cls(setup, nothing, nothing, dealer)

    @property
    def is_over(self) -> bool:
        """Whether somebody has won, or some have drawn."""
        return self.winners is not None

    @property
    def may_shoot(self) -> int:
        """The mask of the seats that may shoot in the next hand (§3)."""
        shoot = self.setup.rules.shoot
        if not shoot.allowed:
            return 0
        free = shoot.first_hand and self.first_hand
        return sum(1 << seat for seat, score in enumerate(self.scores) if free or score >= shoot.from_score)

    def deal(self, rng: random.Random) -> HandState:
        """Shuffle and deal the next hand."""
        return self.begin(self.setup.deal(rng, self.dealer))

    def begin(self, deal: Deal) -> HandState:
        """The next hand with cards dealt elsewhere. Raises `ValueError` when the match is over."""
        if self.winners is not None:
            raise ValueError("the match is over; no hand follows")
        return open_hand(self.setup, deal, self.dealer, self.may_shoot)

    def after(self, hand: HandState) -> Match:
        """The match after a finished hand: scores, smucks, the next dealer and, when it is decided, the winners.

        Raises `ValueError` for a hand that is not over.
        """
        if not isinstance(hand, Over):
            raise ValueError("the hand is not over")
        setup, result = self.setup, hand.result()
        settled = settle(setup, self.dealer, result, self.scores, self.smucks)
        again = result.outcome is Outcome.REDEAL
        keeps = again and setup.rules.auction.redealer is Redealer.SAME
        forfeit = result.outcome is Outcome.FORFEIT
        first = self.first_hand and (again or (forfeit and not setup.rules.auction.forfeit_counts))
        return replace(
            self,
            scores=settled.scores,
            smucks=settled.smucks,
            dealer=self.dealer if keeps else after(self.dealer, setup.players),
            first_hand=first,
            hands=self.hands + 1,
            winners=winners(setup, result, settled.scores, shot_home=settled.shot_home),
        )


def winners(setup: Setup, result: HandResult, scores: Sequence[int], *, shot_home: bool) -> tuple[int, ...] | None:
    """The winning seats after a hand (§9), ascending; several sides' in a draw; None while nobody has won.

    A side's score is that of its highest player (they differ only under house rules).
    """
    contract = result.contract
    bidder = None if contract is None else contract.bidder
    partner = None if contract is None else contract.partner
    if shot_home and bidder is not None:
        return setup.side_of[bidder]
    best = {side: max(scores[seat] for seat in side) for side in setup.sides}
    left = [side for side, score in best.items() if score >= setup.rules.match.target]
    if not left:
        return None
    for step in setup.rules.match.decide:
        if step is Decide.MOST:
            most = max(best[side] for side in left)
            left = [side for side in left if best[side] == most]
        else:
            left = _with(left, bidder if step is Decide.BIDDER else partner)
    return tuple(sorted(seat for side in left for seat in side))


def _with(sides: list[Side], seat: int | None) -> list[Side]:
    """The one of some sides that a seat belongs to, else all of them."""
    return [side for side in sides if seat in side] or sides
