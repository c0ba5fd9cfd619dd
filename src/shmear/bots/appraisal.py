"""What a holding is likely to take with a suit as trump: a chance for every point, and so for every bid.

The estimates are a card player's: an ace of trump is High, a jack wants company, a low trump needs luck. They read
the points, the deck and the sides of the rule set, whatever those are.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from shmear.cards import BITS, RANK_MASKS, RANKS, SUIT_MASKS, Card, cards_of
from shmear.game import Setup
from shmear.game.setup import TrumpSuit
from shmear.rules.knobs import DiscardsScore, PointCard, PointTo

DRAWN = 0.62
"""How likely a trump in another's hand is still there after the bidder has led a higher one."""
CATCH = 0.42
"""How likely a trump that wins a trick catches a certain lower trump that somebody else holds."""
_FAIL_TRICKS = {"A": 0.5, "K": 0.22, "Q": 0.06}


class Appraisal(NamedTuple):
    """A trump suit and what could be taken with it: each point's chance, and the chance of so many points or more."""

    suit: int
    chances: dict[str, float]
    at_least: tuple[float, ...]

    @property
    def expected(self) -> float:
        """The points to be expected."""
        return sum(self.at_least[1:])

    def chance(self, points: int) -> float:
        """The chance of taking so many points or more."""
        return self.at_least[points] if points < len(self.at_least) else 0.0


def appraise(setup: Setup, holding: int, unseen: int, suit: int, helpers: float = 0.0) -> Appraisal:
    """What a bidder with a holding (a mask) can hope for with a trump suit.

    `unseen` is the mask of the cards that may be in others' hands or asleep; `helpers` the number of partners, where
    one who has bid counts for more.
    """
    trump = setup.trumps[suit]
    others = (setup.players - 1) * setup.cards_dealt
    near = min(1.0, others / max(1, unseen.bit_count()))
    hand = _Hand(setup, trump, holding, unseen, near)
    chances: dict[str, float] = {}
    distribution = [1.0]
    for name, point in setup.rules.points.items():
        chance = hand.chance(point.card, point.to)
        if helpers:
            left = near if point.card not in (PointCard.HIGHEST, PointCard.LOWEST, PointCard.COUNTING) else 1.0
            chance += (1 - chance) * min(0.85, left * helpers * 1.1 / max(1, setup.players - 1))
        chances[name] = chance
        distribution = _added(distribution, chance, point.worth)
    tails: list[float] = []
    total = 0.0
    for part in reversed(distribution):
        total += part
        tails.append(total)
    return Appraisal(suit, chances, tuple(reversed(tails)))


def _added(distribution: list[float], chance: float, worth: int) -> list[float]:
    """A distribution of points with one more point in it, taken with a chance."""
    longer = [share * (1 - chance) for share in distribution] + [0.0] * worth
    for points, share in enumerate(distribution):
        longer[points + worth] += share * chance
    return longer


class _Hand:
    """A holding looked at with a suit as trump."""

    def __init__(self, setup: Setup, trump: TrumpSuit, holding: int, unseen: int, near: float) -> None:
        self.setup, self.trump, self.holding, self.unseen, self.near = setup, trump, holding, unseen, near
        self.mine = [one for one in reversed(trump.order) if BITS[one] & holding]
        self.wins = {one: self._wins(one, place) for place, one in enumerate(self.mine)}

    def _above(self, height: int, among: int) -> int:
        """How many unseen trumps of a mask are higher than a height."""
        count, heights = 0, self.trump.height
        for one in reversed(self.trump.order):
            if heights[one] <= height:
                break
            if BITS[one] & among:
                count += 1
        return count

    def _wins(self, one: Card, above: int) -> float:
        """The chance that a trump wins a trick, with so many of one's own trumps above it to lead first."""
        higher = self._above(self.trump.height[one], self.unseen)
        chance = (1 - self.near * DRAWN**above) ** higher
        company = len(self.mine) - 1
        return chance + (1 - chance) * min(0.3, 0.06 * company)

    def chance(self, what: PointCard, to: PointTo) -> float:
        """The chance of a point."""
        if what is PointCard.COUNTING:
            return self._game()
        among = [one for one in self.mine if BITS[one] & self.trump.high_low]
        if what is PointCard.HIGHEST:
            if not among:
                return 0.0
            return (1 - self.near) ** self._above(self.trump.height[among[0]], self.unseen & self.trump.high_low)
        if what is PointCard.LOWEST:
            lowest = among[-1] if among else None
            mine = 0.0 if lowest is None else (1 - self.near) ** self._below(lowest)
            if to is PointTo.PLAYER:
                return mine
            home = 0.0 if lowest is None else self.wins[lowest]
            return mine * home + (1 - mine) * self._caught(0)
        one = self.trump.card_for(what)
        if one is None:
            return 0.0
        if BITS[one] & self.holding:
            return 1.0 if to is PointTo.PLAYER else self.wins.get(one, 0.0)
        if to is PointTo.PLAYER or not BITS[one] & self.unseen:
            return 0.0
        return self.near * self._caught(self.trump.height[one])

    def _below(self, lowest: Card) -> int:
        """How many unseen trumps that could be Low are lower than a trump that could be."""
        unseen = self.unseen & self.trump.high_low
        level = sum(1 for one in cards_of(unseen) if self.trump.height[one] == self.trump.height[lowest])
        return unseen.bit_count() - self._above(self.trump.height[lowest], unseen) - level

    def _caught(self, height: int) -> float:
        """The chance to catch a trump of a height that somebody else holds."""
        free = 1.0
        for one in self.mine:
            if self.trump.height[one] > height:
                free *= 1 - CATCH * self.wins[one]
        return 1 - free

    def _game(self) -> float:
        """The chance of the most counting points: by tricks to be expected and tens to bring home."""
        tricks = sum(self.wins.values())
        tens = 0
        for one in cards_of(self.holding & ~self.trump.mask):
            tricks += _FAIL_TRICKS.get(one.rank or "", 0.0)
            tens += one.rank == "T"
        share = min(1.0, tricks / self.setup.tricks)
        fair = 1 / len(self.setup.sides)
        return min(0.92, max(0.0, fair * 0.45 + 0.85 * share + 0.05 * tens - 0.06))


def keep(setup: Setup, cards: int, suit: int, count: int, *, bury: bool = False) -> int:
    """The mask of the cards worth keeping with a suit as trump: trumps, then the best fails.

    Where discards score for the bidder (`bury`), cards that are points or count for Game may go down instead.
    """
    trump = setup.trumps[suit]
    worth = {one: _keeping(setup, trump, one, cards, bury=bury) for one in cards_of(cards)}
    best = sorted(worth, key=lambda one: (-worth[one], one))[:count]
    return sum(BITS[one] for one in best)


def _keeping(setup: Setup, trump: TrumpSuit, one: Card, cards: int, *, bury: bool) -> float:
    count = next((value for value, mask in setup.counting if BITS[one] & mask), 0)
    buried = bury and setup.rules.exchange.discards_score is DiscardsScore.BIDDER
    if BITS[one] & trump.mask:
        height = trump.height[one] / len(trump.order)
        value = 100 + 40 * height**2
        for point in setup.rules.points.values():
            if trump.card_for(point.card) == one:
                value += 25 * point.worth * (-1 if buried and point.to is PointTo.TAKER and height < 0.9 else 1)
            elif point.card is PointCard.LOWEST and one == _lowest(trump, cards):
                value += 20 * point.worth * (point.to is PointTo.PLAYER)
        return value
    rank = RANKS.index(one.rank) if one.rank else 0
    value = 10 + rank + 2 * max(0, rank - 10) ** 2
    if one.suit is not None and not buried:
        ace = RANK_MASKS[12] & SUIT_MASKS[one.suit] & cards
        value += 0.4 * count if ace else 0.1 * count
    return value - (3 * count if buried else 0)


def _lowest(trump: TrumpSuit, cards: int) -> Card | None:
    return next((one for one in trump.order if BITS[one] & cards & trump.high_low), None)


def best_suit(setup: Setup, cards: int, unseen: int, bid: int, helpers: float, among: Iterable[int]) -> Appraisal:
    """The best trump suit of some for cards of which the best are kept: the likeliest to make a bid."""
    found: list[tuple[float, float, int, Appraisal]] = []
    for suit in among:
        kept = keep(setup, cards, suit, setup.tricks, bury=True) if cards.bit_count() > setup.tricks else cards
        one = appraise(setup, kept, unseen, suit, helpers)
        natural = (cards & SUIT_MASKS[suit]).bit_count()
        found.append((one.chance(bid) + 0.05 * one.expected, one.expected, natural, one))
    return max(found, key=lambda entry: entry[:3])[3]
