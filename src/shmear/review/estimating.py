"""What each action of a decision leads to, in worlds that fit what the seat knew; the same worlds for all actions."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from shmear.bots.expert import Expert
from shmear.bots.thinker import Prospect
from shmear.game import Action, HandState, Phase, view
from shmear.review.model import Decided, Kind, Option
from shmear.review.opened import Opened, two_sides
from shmear.review.verdict import INACCURACY, reach, verdict

AGAIN = 3
"""A decision that seems to lose something is weighed once more, in so many times as many fresh worlds."""

LONG = ((30, 10), (24, 3))
"""From so many cards in all hands on, a world of two sides is solved so much longer that so many times fewer are."""

KIND: dict[Phase, Kind] = {
    Phase.AUCTION: "call",
    Phase.DEALER_CHOICE: "call",
    Phase.TRUMP: "trump",
    Phase.DISCARD: "discard",
    Phase.CALL: "partner",
    Phase.PLAY: "card",
}


def weigh(
    state: HandState, chosen: Action, scores: Sequence[int], worlds: int, seeds: tuple[int, int]
) -> list[Prospect]:
    """The prospects of a state's actions for the seat to act, that of the chosen one always among them.

    `scores` are those before the hand. Two seeds: for the first look, and for the second where it is needed.
    """
    seen = view(state, state.to_act, tuple(scores))
    worlds = max(1, worlds // _fewer(state))
    prospects = Expert(worlds).consider(seen, seeds[0], full=True, also=(chosen,))
    if best_win(prospects) - _win(_of(prospects, chosen)) >= INACCURACY:
        prospects = Expert(AGAIN * worlds).consider(seen, seeds[1], full=True, also=(chosen,))
    return prospects


def best_win(prospects: Sequence[Prospect]) -> float:
    """The chance to win the match with the best of some actions."""
    return max(map(_win, prospects))


def decided(state: HandState, chosen: Action, number: int, prospects: Sequence[Prospect], opened: Opened) -> Decided:
    """A decision by the prospects of its actions, with the figures of all hands open."""
    assert state.to_act is not None, "somebody decides"
    ours = _of(prospects, chosen)
    # Of equals the chosen one comes first: nothing was better.
    ranked = sorted(prospects, key=lambda one: (-_win(one), one is not ours))
    best = ranked[0]
    options = tuple(_option(one, best, opened.figures.get(one.action)) for one in ranked)
    loss = _win(best) - _win(ours)
    sure = sure_loss([one.win - ours.win for one in prospects if one is not ours])
    return Decided(
        number=number,
        seat=state.to_act,
        kind=KIND[state.phase],
        chosen=str(chosen),
        best=str(best.action),
        verdict=verdict(loss, sure),
        loss=loss,
        loss_error=_error(best.win - ours.win),
        sure_loss=sure,
        points_loss=float(best.points.mean() - ours.points.mean()),
        open_loss=opened.loss(chosen),
        open_figure=opened.figure,
        worlds=len(ours.win),
        options=options,
    )


def sure_loss(gains: Sequence[NDArray[np.float64]]) -> float:
    """What is lost beyond the sampling error, by how much better each other action is in each world: 0 or more."""
    wide = reach(len(gains))
    return max([0.0, *(float(gain.mean()) - wide * _error(gain) for gain in gains)])


def _fewer(state: HandState) -> int:
    """How many times fewer worlds there is time for."""
    if state.phase is not Phase.PLAY or not two_sides(state):
        return 1
    cards = sum(holding.bit_count() for holding in state.holdings)
    return next((fewer for least, fewer in LONG if cards >= least), 1)


def _of(prospects: Sequence[Prospect], action: Action) -> Prospect:
    return next(one for one in prospects if one.action == action)


def _win(one: Prospect) -> float:
    return float(one.win.mean())


def _option(one: Prospect, best: Prospect, figure: int | None) -> Option:
    played = one.made[~np.isnan(one.made)]
    return Option(
        action=str(one.action),
        win=_win(one),
        win_error=_error(one.win),
        points=float(one.points.mean()),
        points_error=_error(one.points),
        made=float(played.mean()) if len(played) else None,
        made_error=_error(played) if len(played) else None,
        behind=_win(best) - _win(one),
        behind_error=_error(best.win - one.win),
        open=figure,
    )


def _error(numbers: NDArray[np.float64]) -> float:
    """The standard error of a mean, 0 where there is but one number."""
    return float(numbers.std(ddof=1) / len(numbers) ** 0.5) if len(numbers) > 1 else 0.0
