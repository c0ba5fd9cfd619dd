"""What the points of a hand do to the scores (§8), for many imagined hands at once."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from shmear.game import Contract, Setup
from shmear.kernel import Playouts
from shmear.rules.knobs import SetCosts, ShootFailure

Numbers = NDArray[np.float64]

MOON = 12.0
"""What winning the match by a shot is worth in points, where nobody looks at the score of the match."""


def cost_of(setup: Setup, contract: Contract) -> float:
    """What being set costs each player of the bidder's side; a smuck counts as half a point."""
    rules = setup.rules
    if contract.shooting:
        lost = MOON if rules.shoot.failure is ShootFailure.ZERO else float(rules.match.target)
        return lost + rules.shoot.smucks / 2
    bid = contract.bid if rules.scoring.set_costs is SetCosts.BID else rules.auction.maximum
    return bid + rules.scoring.set_smucks / 2


def changes(setup: Setup, contract: Contract, played: Playouts) -> Numbers:
    """What each hand does to each seat's score: (k, players)."""
    n = setup.players
    rows = np.arange(len(played.points))[:, None]
    sides = played.sides[:, :n].astype(np.intp)
    won = played.points[rows, sides].astype(np.float64)
    bidders = sides == sides[:, contract.bidder : contract.bidder + 1]
    wanted = setup.rules.total_points if contract.shooting else contract.bid
    made = won[:, contract.bidder : contract.bidder + 1] >= wanted
    if contract.shooting:
        return np.where(bidders, np.where(made, won + MOON, -cost_of(setup, contract)), won)
    return np.where(bidders & ~made, -cost_of(setup, contract), won)


def advantage(setup: Setup, seat: int, change: Numbers) -> Numbers:
    """What a seat's side gains on the others, in each hand: its change less the mean of all others'. Shape (k,)."""
    ours = list(setup.side_of[seat])
    others = [one for one in range(setup.players) if one not in ours]
    gained: Numbers = change[:, seat] - (change[:, others].mean(axis=1) if others else 0.0)
    return gained


def table_of(setup: Setup, contract: Contract, *, bidding: bool) -> Numbers:
    """The same for a hand of two sides as a table: [our points, their points], as the solver takes it."""
    most = 2 * setup.rules.total_points + 1
    ours, theirs = np.meshgrid(np.arange(most, dtype=np.float64), np.arange(most, dtype=np.float64), indexing="ij")
    wanted = setup.rules.total_points if contract.shooting else contract.bid
    prize = MOON if contract.shooting else 0.0
    taken, other = (ours, theirs) if bidding else (theirs, ours)
    change: Numbers = np.where(taken >= wanted, taken + prize, -cost_of(setup, contract)) - other
    return change if bidding else -change
