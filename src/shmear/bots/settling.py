"""What hands do to the scores, and who wins by them (§8, §9), for many imagined hands at once.

The referee settles one hand that was played; this settles thousands that were not. A test holds the two together.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from shmear.game import Setup
from shmear.rules.knobs import Decide, Floor, ForfeitPaidBy, Partners, SetCosts, ShootFailure, ShootSuccess

Numbers = NDArray[np.float64]

MOON = 12.0
"""What winning the match by a shot is worth in points, where a hand stands alone and there is no match to win."""


FAR = 10.0**4
"""A score far from the floor."""


class Hands(NamedTuple):
    """Finished hands, a row each.

    `bidder` (m,) is -1 where the cards were thrown in; `bid` (m,) and `shot` (m,) are the contract; `points`
    (m, players) what the side of each seat took; `partners` (m, players) who scored with the bidder, the bidder too.
    """

    bidder: NDArray[np.intp]
    bid: NDArray[np.int64]
    shot: NDArray[np.bool_]
    points: Numbers
    partners: NDArray[np.bool_]

    def rows(self, which: NDArray[np.intp]) -> Hands:
        """Some of these hands, by their numbers."""
        return Hands(self.bidder[which], self.bid[which], self.shot[which], self.points[which], self.partners[which])

    @property
    def taken(self) -> Numbers:
        """What the bidder's side took: (m,)."""
        found: Numbers = self.points[np.arange(len(self.bidder)), self.bidder]
        return found

    def made(self, setup: Setup) -> NDArray[np.bool_]:
        """Whether the bidder's side took what was bid: (m,)."""
        wanted = np.where(self.shot, setup.rules.total_points, self.bid)
        return (self.taken >= wanted) & (self.bidder >= 0)

    def copy(self) -> Hands:
        """The same hands, to be changed."""
        return self.rows(np.arange(len(self.bidder)))


class Scores(NamedTuple):
    """Scores after hands (m, players), and whether a shot has won the match (m,)."""

    scores: Numbers
    shot_home: NDArray[np.bool_]


def settle_many(setup: Setup, scores: NDArray[np.generic], hands: Hands) -> Scores:
    """The scores after hands (§8), from scores (players,) or (m, players) before."""
    rules = setup.rules
    before = np.broadcast_to(np.asarray(scores, np.float64), hands.points.shape)
    made = hands.made(setup)
    lost = hands.partners & ~made[:, None]
    cost = hands.bid if rules.scoring.set_costs is SetCosts.BID else np.full(len(made), rules.auction.maximum)
    after = before + np.where(lost, -cost[:, None], hands.points)
    shot_home = hands.shot & made
    if hands.shot.any():
        failed = lost & hands.shot[:, None]
        after = np.where(
            failed, 0.0 if rules.shoot.failure is ShootFailure.ZERO else before - rules.match.target, after
        )
        if rules.shoot.success is ShootSuccess.MATCH_OR_ZERO:
            poor = shot_home & (before[np.arange(len(made)), hands.bidder] < 0)
            after = np.where(poor[:, None] & hands.partners, 0.0, after)
            shot_home &= ~poor
    if rules.scoring.floor is Floor.ZERO:
        after = np.maximum(after, 0.0)
    return Scores(after, shot_home)


def advantages(setup: Setup, hands: Hands) -> Numbers:
    """What hands bring each seat in points, less what they bring the seats of other sides on the average: (m, players).

    Far from the floor and the target, a smuck counted as half a point.
    """
    change = settle_many(setup, np.full(setup.players, FAR), hands).scores - FAR
    change -= (hands.partners & ~hands.made(setup)[:, None]) * setup.rules.scoring.set_smucks / 2
    found = np.empty_like(change)
    for seat in range(setup.players):
        others = [one for one in range(setup.players) if one not in setup.side_of[seat]]
        foes = ~hands.partners[:, others] | ~hands.partners[:, seat : seat + 1]  # a partner of this hand is no rival
        count = np.maximum(1, foes.sum(axis=1))
        found[:, seat] = change[:, seat] - (change[:, others] * foes).sum(axis=1) / count
    return found


def forfeited(setup: Setup, dealer: int, scores: NDArray[np.generic]) -> Numbers:
    """The scores (players,) after the dealer has forfeited a hand (§3)."""
    rules = setup.rules
    after = np.array(scores, np.float64)
    payers = setup.side_of[dealer] if rules.auction.forfeit_paid_by is ForfeitPaidBy.SIDE else (dealer,)
    after[list(payers)] -= rules.auction.forfeit
    return np.maximum(after, 0.0) if rules.scoring.floor is Floor.ZERO else after


def by_side(setup: Setup, scores: Numbers) -> Numbers:
    """Scores (m, players) as those of the sides of the match (m, sides): a side's is that of its highest player."""
    return np.stack([scores[:, list(side)].max(axis=1) for side in setup.sides], axis=1)


def winners(setup: Setup, hands: Hands, after: Scores) -> Numbers:
    """Who has won the match (§9): (m, sides), 1 for the winner, shares in a draw; rows of NaN where it goes on."""
    best = by_side(setup, after.scores)
    left = best >= setup.rules.match.target
    over = left.any(axis=1) | after.shot_home
    number = np.zeros(setup.players, np.intp)
    for which, side in enumerate(setup.sides):
        number[list(side)] = which
    played = hands.bidder >= 0
    for step in setup.rules.match.decide:
        if step is Decide.MOST:
            left &= best == np.where(left, best, -np.inf).max(axis=1, keepdims=True)
        elif step is Decide.BIDDER:
            left = _narrowed(left, number[hands.bidder], played)
        elif setup.partners is Partners.CALLED:
            called = hands.partners.copy()
            called[np.arange(len(called)), hands.bidder] = False
            left = _narrowed(left, number[called.argmax(axis=1)], played & called.any(axis=1))
    home = np.eye(len(setup.sides), dtype=bool)[number[hands.bidder]]
    left = np.where(after.shot_home[:, None], home, left)
    shares = left / np.maximum(1, left.sum(axis=1, keepdims=True))
    shares[~over] = np.nan
    return shares


def _narrowed(left: NDArray[np.bool_], side: NDArray[np.intp], known: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Of the sides that are left only a certain one, in the rows where it is known and left."""
    rows = np.arange(len(left))
    only = np.zeros_like(left)
    only[rows, side] = True
    return np.where((known & left[rows, side])[:, None], only, left)


def points_gained(setup: Setup, seat: int, scores: tuple[int, ...], hands: Hands) -> Numbers:
    """What hands bring a seat's side in points, less what they bring the others on the average: (m,).

    A shot that comes home brings what is missing to the target; where the hand stands alone (no `scores`), `MOON`.
    """
    rules, known = setup.rules, bool(scores)
    before = np.array(scores or (FAR,) * setup.players, np.float64)
    change = settle_many(setup, before, hands).scores - before
    if hands.shot.any():
        made = hands.made(setup)
        prize = np.maximum(1.0, rules.match.target - before) if known else np.full(setup.players, MOON)
        change = np.where((hands.shot & made)[:, None] & hands.partners, prize, change)
        if not known:
            change = np.where((hands.shot & ~made)[:, None] & hands.partners, -MOON, change)
    rivals = [one for one in range(setup.players) if one not in setup.side_of[seat]]
    gained: Numbers = change[:, seat] - change[:, rivals].mean(axis=1)
    return gained


def forfeited_gain(setup: Setup, seat: int, scores: tuple[int, ...], dealer: int) -> float:
    """The same where the dealer forfeits the hand; a smuck counts as half a point."""
    before = np.array(scores or (FAR,) * setup.players, np.float64)
    change = forfeited(setup, dealer, before) - before
    rivals = [one for one in range(setup.players) if one not in setup.side_of[seat]]
    smucks = setup.rules.auction.forfeit_smucks if seat in setup.side_of[dealer] else 0
    return float(change[seat] - change[rivals].mean() - smucks / 2)
