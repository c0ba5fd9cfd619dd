"""Match equity: the chance of each side to win the match from a score, in any rule set.

Some thousand hands of the setup are bid by the book and played by rules of thumb. What they do to a side's score makes
a table: from each score, how likely the side is out after one hand, two, three. The sides then race: the chance of one
is that it is out before all others, or with them and lucky. Races know nothing of how hands hang together, nor of shots
for the moon, by which one that lies behind may yet win. So matches are played with those hands from all scores, with
shots where they pay, and the chances are drawn closer to each other, or apart, by what came of them.

A hand that may end the match is not left to the table: `Equity.after` settles it by the rules first, so that who bid
goes out first where the rules say so.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from shmear.bots.bidding import bid_and_play
from shmear.bots.book import Book, book_of, random_deals
from shmear.bots.imagining import hands_imagined
from shmear.bots.settling import FAR, Hands, Numbers, by_side, forfeited, settle_many, winners
from shmear.game import Setup
from shmear.rules.knobs import Floor

DEALS = 4000
"""Hands from which an equity is made."""

HORIZON = 80
"""After so many hands more a match counts as over."""

MATCHES = 500
"""Matches by which the races are put right, in each of two rounds."""

PARTING = np.linspace(0.3, 1.3, 41)
"""How far apart chances may be drawn: powers of them."""


class Equity:
    """The chance to win a match in one setup. Make it with `equity_of`.

    `parting` is the power of its race's chance to which a side's chance goes: below 1, who lies behind has more hope.
    """

    def __init__(self, setup: Setup, deals: int = DEALS, seed: int = 2) -> None:
        """Bid and play hands, make the table, and put it right by matches."""
        self.setup = setup
        self.target = setup.rules.match.target
        self.floor = 0 if setup.rules.scoring.floor is Floor.ZERO else -self.target
        self.parting = 1.0
        book = book_of(setup)
        _, hands = bid_and_play(book, deals, seed)
        self._out = self._race(_changes(setup, hands).ravel())
        shots = _Shots(book, deals, seed) if setup.rules.shoot.allowed else None
        for number in range(2):
            self.parting = self._parting(hands, shots, np.random.default_rng(seed + number))

    def _race(self, steps: Numbers) -> Numbers:
        """The chance to be out after so many hands, or fewer, from each score: (scores, HORIZON + 1)."""
        size = self.target - self.floor
        change, often = np.unique(steps.astype(np.int64), return_counts=True)
        move, out = np.zeros((size, size)), np.zeros(size)
        for one, share in zip(change.tolist(), (often / often.sum()).tolist(), strict=True):
            for score in range(size):
                to = max(0, score + one)
                if to >= size:
                    out[score] += share
                else:
                    move[score, to] += share
        reached = np.zeros((size + 1, HORIZON + 1))
        reached[size] = 1.0
        for hand in range(1, HORIZON + 1):
            reached[:size, hand] = out + move @ reached[:size, hand - 1]
        return reached

    def _parting(self, hands: Hands, shots: _Shots | None, rng: np.random.Generator) -> float:
        """The power that makes the chances of races those of matches played: the likeliest of `PARTING`."""
        setup, sides = self.setup, len(self.setup.sides)
        start = rng.integers(max(0, self.floor // 2), self.target, (MATCHES, sides)).astype(np.float64)
        scores = np.zeros((MATCHES, setup.players))
        for number, side in enumerate(setup.sides):
            scores[:, list(side)] = start[:, number : number + 1]
        playing, won = np.arange(MATCHES), np.full((MATCHES, sides), 1 / sides)
        met: list[tuple[NDArray[np.intp], Numbers]] = []
        for _ in range(HORIZON):
            met.append((playing, self._raced(scores)))
            rows = rng.integers(0, len(hands.bidder), len(playing))
            dealt = hands.rows(rows)
            if shots is not None:
                dealt = shots.shot(self, dealt, rows, scores)
            after = settle_many(setup, scores, dealt)
            shares = winners(setup, dealt, after)
            over = ~np.isnan(shares[:, 0])
            won[playing[over]] = shares[over]
            playing, scores = playing[~over], after.scores[~over]
            if not len(playing):
                break
        chances = np.log(np.concatenate([raced for _, raced in met]))
        ends = np.concatenate([won[which] for which, _ in met])
        fits: list[float] = []
        for power in PARTING.tolist():
            drawn = power * chances
            fits.append(float((ends * (drawn - np.log(np.exp(drawn).sum(axis=1, keepdims=True)))).sum()))
        return float(PARTING[int(np.argmax(fits))])

    def _raced(self, scores: Numbers) -> Numbers:
        """The chance of each side in the race from scores (m, players): (m, sides)."""
        best = by_side(self.setup, scores)
        place = np.clip(best, self.floor, self.target).astype(np.intp) - self.floor
        reached = self._out[place]  # (m, sides, hands)
        step = np.diff(reached, axis=2)
        share = 1.0 - reached[:, :, 1:] + 0.5 * step
        found = np.empty(best.shape)
        for side in range(best.shape[1]):
            rest = np.delete(share, side, axis=1).prod(axis=1)
            found[:, side] = (step[:, side] * rest).sum(axis=1)
        found += 1e-6
        return found / found.sum(axis=1, keepdims=True)

    def chances(self, scores: NDArray[np.generic]) -> Numbers:
        """The chance of each side to win from scores (m, players) between two hands: (m, sides)."""
        drawn = self._raced(np.asarray(scores, np.float64)) ** self.parting
        found: Numbers = drawn / drawn.sum(axis=1, keepdims=True)
        return found

    def after(self, scores: NDArray[np.generic], hands: Hands) -> Numbers:
        """The chance of each side to win once hands are played from scores (players,): (m, sides)."""
        then = settle_many(self.setup, scores, hands)
        won = winners(self.setup, hands, then)
        going = np.isnan(won[:, 0])
        if going.any():
            won[going] = self.chances(then.scores[going])
        return won

    def forfeited(self, scores: NDArray[np.generic], dealer: int) -> Numbers:
        """The chance of each side once the dealer has forfeited a hand from scores (players,): (sides,)."""
        found: Numbers = self.chances(forfeited(self.setup, dealer, scores)[None])[0]
        return found


@lru_cache(maxsize=64)
def equity_of(setup: Setup) -> Equity:
    """The equity of a setup; made when it is first asked for."""
    return Equity(setup)


class _Shots:
    """What shots for the moon would bring each seat in the deals of `bid_and_play` with the same seed."""

    def __init__(self, book: Book, deals: int, seed: int) -> None:
        self.setup = setup = book.setup
        sample = random_deals(setup, deals, seed)
        worths = book.worths(sample.holdings[:, : setup.players])
        suits = worths.argmax(axis=2)
        self.chance = book.chance(worths.max(axis=2), setup.rules.total_points)
        self.ends = [
            hands_imagined(setup, sample, np.full(deals, seat), suits[:, seat], seed, shooting=True)
            for seat in range(setup.players)
        ]

    def shot(self, equity: Equity, dealt: Hands, rows: NDArray[np.intp], scores: Numbers) -> Hands:
        """Hands dealt in rows of the deals, with the shots of those to whom they promise more than they have."""
        setup = self.setup
        now = equity.chances(scores)
        found = dealt.copy()
        open_to = np.ones(len(rows), bool)
        for seat in (*range(1, setup.players), 0):  # the first to call shoots first
            side = setup.sides.index(setup.side_of[seat])
            fallen = scores.copy()
            fallen[:, list(setup.side_of[seat])] = 0.0
            chance = self.chance[rows, seat]
            promise = chance + (1 - chance) * equity.chances(fallen)[:, side]
            shoots = open_to & (scores[:, seat] >= setup.rules.shoot.from_score) & (promise > now[:, side])
            end = self.ends[seat]
            found.bidder[shoots], found.shot[shoots] = seat, True
            found.points[shoots] = end.points[rows[shoots]]
            found.partners[shoots] = end.partners[rows[shoots]]
            open_to &= ~shoots
        return found


def _changes(setup: Setup, hands: Hands) -> Numbers:
    """What hands do to the score of each side: (m, sides), as if no floor were near."""
    return by_side(setup, settle_many(setup, np.full(setup.players, FAR), hands).scores) - FAR
