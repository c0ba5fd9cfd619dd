"""A finished hand: played out, forfeited or thrown in."""

from __future__ import annotations

from typing import ClassVar

from msgspec.structs import replace

from shmear.game.scoring import HandResult, Outcome, judge
from shmear.game.state import HandState, Phase, PublicHand


class Over(HandState, frozen=True, gc=False):
    """A hand that is over. `outcome` says how it ended."""

    outcome: Outcome = Outcome.PLAYED

    is_over: ClassVar[bool] = True

    def result(self) -> HandResult:
        """Who took which point and whether the bid was made (§7, §8)."""
        return judge(self.setup, self.public, self.discards, self.outcome)


def finish(state: HandState, public: PublicHand, outcome: Outcome) -> Over:
    """The state as over."""
    public = replace(public, phase=Phase.OVER, to_act=None)
    return Over(state.setup, state.deal, public, state.holdings, state.discards, 0, outcome)
