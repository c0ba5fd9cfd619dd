"""What playouts get wrong about bids, learned from hands that bots have played.

Where suit must be followed, bids are made less often than in hands played out by rules of thumb: from 1,200 contracts
of club players (`python tools/strength.py fit` plays such) comes how the chance in playouts, on the scale of logarithms
of odds, leads to the share that was made. Where a trump may be played to any lead, players make rather more than
playouts say; but an expert that reckoned with it bid more and won fewer matches, so there nothing is corrected.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from shmear.bots.settling import Hands, Numbers
from shmear.game import Setup
from shmear.rules.knobs import Follow

LINES = {Follow.SUIT_OR_TRUMP: (0.0, 1.0), Follow.SUIT_ELSE_ANY: (-0.34, 1.12)}
"""Level and slope by the rule on following, so that house rules have theirs too."""


def corrected(setup: Setup, chance: float) -> float:
    """The chance that a bid is made, for the share of playouts in which it was."""
    if not 0 < chance < 1:
        return chance
    level, slope = LINES[setup.rules.play.follow]
    return float(1 / (1 + np.exp(-(level + slope * np.log(chance / (1 - chance))))))


def weights(setup: Setup, hands: Hands) -> Numbers:
    """How much each of some playouts counts, (m,), so that each bidder makes its bids as often as `corrected` says.

    Their mean is 1 for each bidder.
    """
    found = np.ones(len(hands.bidder))
    made: NDArray[np.bool_] = hands.made(setup)
    for bidder in np.unique(hands.bidder[hands.bidder >= 0]).tolist():
        rows = hands.bidder == bidder
        chance = float(made[rows].mean())
        if 0 < chance < 1:
            truer = corrected(setup, chance)
            found[rows] = np.where(made[rows], truer / chance, (1 - truer) / (1 - chance))
    return found
