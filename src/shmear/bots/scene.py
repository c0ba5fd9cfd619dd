"""What a seat can work out from its view in the middle of a hand: friends, unseen cards, who is out of what."""

from __future__ import annotations

from functools import cached_property

from shmear.cards import BITS, JOKERS, SUIT_MASKS, Card, cards_of, mask_of
from shmear.game import Play, View
from shmear.game.setup import Led, TrumpSuit
from shmear.rules.knobs import Follow, Partners, PointCard, PointTo, Protect

POINT = 10.0
"""What one point is worth to a bot that weighs cards against each other."""


def friends_of(view: View, seat: int) -> frozenset[int]:
    """The seats known to play with a seat in this hand, itself too."""
    setup, contract = view.setup, view.contract
    if setup.partners is Partners.CALLED and contract is not None and contract.called is not None:
        pair = frozenset({contract.bidder} if contract.partner is None else {contract.bidder, contract.partner})
        return pair if seat in pair else frozenset(range(setup.players)) - pair
    if setup.partners in (Partners.CALLED, Partners.HIGH_LOW):
        return frozenset({seat})
    return frozenset(setup.side_of[seat])


class Scene:
    """A view in play, with trump known or supposed."""

    def __init__(self, view: View, trump: TrumpSuit) -> None:
        """A scene of a view whose seat is to play."""
        assert view.seat is not None, "a spectator has nothing to decide"
        self.view, self.trump, self.setup, self.seat = view, trump, view.setup, view.seat
        self.players = view.setup.players
        self.mine = mask_of(view.holding)
        self.friends = friends_of(view, view.seat)
        contract = view.contract
        self.bidder = contract.bidder if contract is not None else view.seat
        self.bidding = self.bidder in self.friends
        self.played = mask_of(view.public.plays)
        known = self.mine | self.played | mask_of(view.discards)
        self.shown: dict[int, int] = {}
        if contract is not None and contract.called is not None and contract.partner is not None:
            bit = BITS[contract.called] & ~known
            known |= bit
            self.shown[contract.partner] = bit
        self.unseen = view.setup.deck_mask & ~known
        self.tricks_left = view.setup.tricks - len(view.public.winners)

    @cached_property
    def near(self) -> float:
        """The chance that an unseen trump is in somebody's holding."""
        setup = self.setup
        if setup.rules.exchange.protect is Protect.TRUMPS:
            asleep = len(setup.deck) - self.players * setup.cards_dealt - setup.kitty_size
            return 1 - asleep / max(1, len(setup.deck) - setup.cards_dealt)
        held = sum(count for seat, count in enumerate(self.view.counts) if seat != self.seat)
        return min(1.0, held / max(1, self.unseen.bit_count()))

    @cached_property
    def lacking(self) -> list[int]:
        """For each seat the mask of the cards that it has shown not to hold."""
        lacks = [0] * self.players
        rounds = [*((leader, cards) for leader, cards, _ in self.view.tricks)]
        if self.view.trick and self.view.public.leader is not None:
            rounds.append((self.view.public.leader, self.view.trick))
        for number, (leader, cards) in enumerate(rounds):
            led = self.trump.led[cards[0]]
            for place, one in enumerate(cards):
                seat = (leader + place) % self.players
                forced = number == 0 and self.view.contract is not None and one == self.view.contract.called
                if not BITS[one] & led.allowed and not forced:
                    lacks[seat] |= led.allowed
        return lacks

    @cached_property
    def _values(self) -> list[float]:
        values = [0.0] * 54
        setup, trump = self.setup, self.trump
        game = sum(point.worth for point in setup.rules.points.values() if point.card is PointCard.COUNTING)
        total = sum(value * (mask & setup.deck_mask).bit_count() for value, mask in setup.counting)
        for value, mask in setup.counting:
            for one in cards_of(mask):
                values[one] += POINT * game * 2 * value / max(1, total)
        for point in setup.rules.points.values():
            if point.to is not PointTo.TAKER or point.card is PointCard.COUNTING:
                continue
            certain = trump.card_for(point.card)
            if certain is not None:
                values[certain] += POINT * point.worth
                continue
            order = trump.order if point.card is PointCard.LOWEST else trump.order[::-1]
            chance = 1.0
            for one in order:
                if not BITS[one] & trump.high_low:
                    continue
                if BITS[one] & self.unseen:
                    values[one] += POINT * point.worth * chance * self.near
                    chance *= 1 - self.near
                else:
                    values[one] += POINT * point.worth * chance
                    if BITS[one] & (self.mine | self.played | sum(self.shown.values())):
                        break
        return values

    def value(self, one: Card) -> float:
        """What a card is worth to whoever takes it."""
        return self._values[one]

    def above(self, one: Card) -> float:
        """How many higher trumps others are likely to hold."""
        height = self.trump.height
        out = sum(1 for other in cards_of(self.unseen & self.trump.mask) if height[other] > height[one])
        shown = sum(1 for mask in self.shown.values() for other in cards_of(mask) if height[other] > height[one])
        return out * self.near + shown

    def trumps_out(self) -> float:
        """How many trumps those who are not friends are likely to hold."""
        enemies = [seat for seat in range(self.players) if seat not in self.friends]
        some = sum(1 for seat in enemies if self.trump.mask & ~self.lacking[seat] & self.unseen)
        if not some:
            return 0.0
        out = (self.unseen & self.trump.mask).bit_count() * self.near
        return out * len(enemies) / max(1, self.players - 1)

    def may_beat(self, seat: int, led: Led, strength: int) -> float:
        """The chance that a seat that is still to play can play higher than a strength."""
        stronger = [one for one in cards_of(self.unseen & ~self.lacking[seat]) if led.strength[one] > strength]
        if any(led.strength[one] > strength for one in cards_of(self.shown.get(seat, 0))):
            return 0.95
        if not stronger:
            return 0.0
        pool = max(1, (self.unseen & ~self.lacking[seat]).bit_count())
        held = self.view.counts[seat]
        protect = self.setup.rules.exchange.protect is Protect.TRUMPS
        boost = min(2.0, self.near * pool / max(1, sum(self.view.counts) - len(self.view.holding))) if protect else 1.0

        def has(mask: int, factor: float = 1.0) -> float:
            share = min(1.0, mask.bit_count() * factor / pool)
            return 1 - (1 - share) ** held

        mask = mask_of(stronger)
        in_suit = has(mask & led.suit, boost if led.suit & self.trump.mask else 1.0)
        trumping = mask & ~led.suit
        if not trumping:
            return 0.9 * in_suit
        ruff = has(trumping, boost)
        if self.setup.rules.play.follow is Follow.SUIT_ELSE_ANY:
            ruff *= 1 - has(led.suit & self.unseen & ~self.lacking[seat])
        return 0.9 * (1 - (1 - in_suit) * (1 - ruff))


def suits_to_lead(view: View) -> list[int]:
    """The suits that a first lead could make trump."""
    held = mask_of(action.card for action in view.legal if isinstance(action, Play)) & ~JOKERS
    return [suit for suit in range(4) if held & SUIT_MASKS[suit]] or list(range(4))
