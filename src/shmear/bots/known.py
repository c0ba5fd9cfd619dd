"""What a seat can work out from its view beyond a scene: what may beat a card, and which points are safe."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from shmear.bots.scene import Scene
from shmear.cards import BITS, Card, cards_of, mask_of
from shmear.game import View
from shmear.game.setup import Led
from shmear.rules.knobs import DiscardsScore, Partners, PointCard, PointTo


class Known(Scene):
    """A scene with what claims ask of it. Trump is the suit given, else that of the hand."""

    def __init__(self, view: View, suit: int | None = None) -> None:
        """What is known with a suit as trump."""
        named = suit if suit is not None else view.contract.trump if view.contract is not None else None
        assert named is not None, "the claim needs a trump suit"
        super().__init__(view, view.setup.trumps[named])

    @cached_property
    def others(self) -> int:
        """The mask of the cards that others may hold."""
        return self.unseen | mask_of(one for mask in self.shown.values() for one in cards_of(mask))

    @cached_property
    def to_come(self) -> list[int]:
        """The seats that play after this one in the trick."""
        return [(self.seat + step) % self.players for step in range(1, self.players - len(self.view.trick))]

    @cached_property
    def rivals(self) -> list[int]:
        """Those of them that are not friends."""
        return [seat for seat in self.to_come if seat not in self.friends]

    def may_hold(self, seat: int) -> int:
        """The mask of the cards that a seat may hold."""
        return self.unseen & ~self.lacking[seat] | self.shown.get(seat, 0)

    def led(self, one: Card) -> Led:
        """The lead of the trick, if this card is played."""
        return self.trump.led[self.view.trick[0] if self.view.trick else one]

    @cached_property
    def best(self) -> int:
        """The strength that wins the trick as it stands, 0 before a card lies."""
        trick = self.view.trick
        return max((self.trump.led[trick[0]].strength[one] for one in trick), default=0)

    def beats(self, one: Card) -> bool:
        """Whether a card beats what lies on the table."""
        return self.led(one).strength[one] > self.best

    def can_beat(self, seats: list[int], led: Led, strength: int) -> bool:
        """Whether one of some seats may hold a card that is stronger."""
        return any(led.strength[one] > strength for seat in seats for one in cards_of(self.may_hold(seat)))

    def stands(self, one: Card, seats: list[int]) -> bool:
        """Whether a card beats the table and none of some seats can beat it."""
        led = self.led(one)
        return self.beats(one) and not self.can_beat(seats, led, led.strength[one])

    def above(self, one: Card) -> int:
        """The mask of the trumps over a trump."""
        height = self.trump.height
        return mask_of(other for other in self.trump.order if height[other] > height[one])

    def counting(self, one: int) -> int:
        """The counting points of the cards of a mask."""
        return sum(value * (mask & one).bit_count() for value, mask in self.setup.counting)

    def goes(self, what: PointCard) -> PointTo | None:
        """Who gets the point for a card, None where there is no such point."""
        found = [point.to for point in self.setup.rules.points.values() if point.card is what]
        return found[0] if found else None

    @cached_property
    def prizes(self) -> dict[Card, int]:
        """The trumps that are points for whoever takes them, and what they are worth."""
        found: dict[Card, int] = {}
        for point in self.setup.rules.points.values():
            one = self.trump.card_for(point.card)
            if point.to is PointTo.TAKER and one is not None and point.card is not PointCard.COUNTING:
                found[one] = found.get(one, 0) + point.worth
        return found

    def idle(self, mask: int) -> bool:
        """Whether cards are worth nothing to whoever takes them, as far as can be said now."""
        taken = PointTo.TAKER in (self.goes(PointCard.HIGHEST), self.goes(PointCard.LOWEST))
        ranked = self.trump.high_low if taken else 0
        return not self.counting(mask) and not mask & (ranked | mask_of(self.prizes))

    @cached_property
    def bidders(self) -> frozenset[int]:
        """The seats known to play with the bidder."""
        if self.seat in self.friends and self.bidding:
            return self.friends
        if self.setup.partners is Partners.CALLED:
            return frozenset(range(self.players)) - self.friends
        return frozenset(self.setup.side_of[self.bidder])

    def home(self) -> tuple[int, int]:
        """The points that are safe with the bidder's side, and those that are safe with others."""
        ours = theirs = 0
        for seat, worth in self._safe():
            if seat in self.bidders:
                ours += worth
            else:
                theirs += worth
        return ours, theirs

    def _safe(self) -> Iterator[tuple[int, int]]:
        """Each point that nothing can change any more: a seat of its side, and its worth."""
        taken, still = self.view.public.taken, self.mine | self.others
        for point in self.setup.rules.points.values():
            if point.card is PointCard.COUNTING:
                yield from ((seat, point.worth) for seat in self._game())
                continue
            one = self.trump.card_for(point.card)
            if point.card in (PointCard.HIGHEST, PointCard.LOWEST):
                order = self.trump.order if point.card is PointCard.LOWEST else self.trump.order[::-1]
                one = next((card for card in order if BITS[card] & self.trump.high_low & (self.played | still)), None)
            if one is None or not BITS[one] & self.played:
                continue
            if point.to is PointTo.PLAYER:
                yield self.view.public.player_of(one, self.players), point.worth
            else:
                yield from ((seat, point.worth) for seat in range(self.players) if BITS[one] & taken[seat])

    def _game(self) -> list[int]:
        """A seat of the side that has Game for sure, if there is one."""
        taken = self.view.public.taken
        if self.setup.rules.exchange.discards_score is not DiscardsScore.NOBODY:
            return []
        sides: list[frozenset[int]] = [self.bidders]
        rest = frozenset(range(self.players)) - self.bidders
        if self.setup.partners is Partners.CALLED:
            sides.append(rest)
        else:
            sides += [frozenset(side) for side in self.setup.sides if rest & set(side)]
        left = self.counting(self.mine | self.others | mask_of(self.view.trick))
        counts = sorted(((sum(self.counting(taken[seat]) for seat in side), min(side)) for side in sides), reverse=True)
        return [counts[0][1]] if counts[0][0] > counts[1][0] + left else []


def lowest_for(known: Known, one: Card, to: PointTo) -> bool:
    """Whether a card in hand is Low, where Low goes to its player or to its taker: all below it are out of the play."""
    if known.goes(PointCard.TWO) is to and known.trump.card_for(PointCard.TWO) == one:
        return bool(BITS[one] & known.mine)
    if known.goes(PointCard.LOWEST) is not to:
        return False
    in_play = (known.mine | known.others | known.played) & known.trump.high_low
    lowest = next((card for card in known.trump.order if BITS[card] & in_play), None)
    return one == lowest and bool(BITS[one] & known.mine)
