"""A rule set bound to a number of players and their sides, with everything the referee looks up worked out once."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence

from msgspec import Struct

from shmear.cards import (
    BIG_JOKER,
    BITS,
    CARDS,
    JOKERS,
    LITTLE_JOKER,
    RANKS,
    SUIT_MASKS,
    SUITS,
    Card,
    Suit,
    card,
    mask_of,
)
from shmear.rules.facts import Facts
from shmear.rules.knobs import Follow, HighLowAmong, Jokers, Partners, PointCard
from shmear.rules.reading import RulesError
from shmear.rules.ruleset import RuleSet, at, ranks_in

Side = tuple[int, ...]
"""Seats that score together, ascending."""


class Led:
    """What the suit of a lead settles for the rest of the trick.

    `suit` is the mask of the cards that belong to it, `allowed` of those that may be played while one is held (§6),
    `strength` a number a card: the highest wins, 0 cannot win.
    """

    __slots__ = ("allowed", "strength", "suit")

    def __init__(self, suit: int, allowed: int, strength: tuple[int, ...]) -> None:
        """A suit led."""
        self.suit, self.allowed, self.strength = suit, allowed, strength

    def __eq__(self, other: object) -> bool:
        return self is other or (
            isinstance(other, Led)
            and (self.suit, self.allowed, self.strength) == (other.suit, other.allowed, other.strength)
        )

    def __hash__(self) -> int:
        return hash((self.suit, self.allowed, self.strength))


class TrumpSuit:
    """One suit as trump: `mask` and `order` of the trumps (low to high, §5), and `led`, a `Led` for each card.

    `high_low` is the mask of the trumps that may be High or Low (§7).
    """

    __slots__ = ("height", "high_low", "jick", "led", "mask", "order", "suit")

    def __init__(self, rules: RuleSet, deck: int, suit: Suit) -> None:
        """Trump `suit` in a game with a deck (a mask)."""
        self.suit = suit
        self.jick: Card | None = card(suit.mate, "J") if rules.deck.jick else None
        natural = [card(suit, rank) for rank in RANKS]
        jokers = [CARDS[LITTLE_JOKER], CARDS[BIG_JOKER]]
        order: list[Card] = list(jokers) if rules.deck.jokers is Jokers.LOW else []
        for one in natural:
            order.append(one)
            if one.rank == "T":
                order += jokers if rules.deck.jokers is Jokers.EQUAL else []
                order += [self.jick] if self.jick is not None else []
        self.order = tuple(one for one in order if BITS[one] & deck)
        self.mask = mask_of(self.order)
        height = [0] * len(CARDS)
        for place, one in enumerate(self.order, start=1):
            height[one] = place
        if rules.deck.jokers is Jokers.EQUAL:
            height[BIG_JOKER] = height[LITTLE_JOKER]
        self.height = tuple(height)
        among = rules.scoring.high_low_among
        self.high_low = self.mask
        if among is not HighLowAmong.ALL:
            self.high_low &= ~JOKERS
        if among is HighLowAmong.NATURAL:
            self.high_low &= SUIT_MASKS[suit]
        self.led = self._leads(rules, deck)

    def card_for(self, what: PointCard) -> Card | None:
        """The one card that a point is for (§7); None for points that no certain card brings, or for a lacking Jick."""
        if what in (PointCard.HIGHEST, PointCard.LOWEST, PointCard.COUNTING):
            return None
        if what is PointCard.JICK:
            return self.jick
        if what is PointCard.BIG_JOKER:
            return CARDS[BIG_JOKER]
        if what is PointCard.LITTLE_JOKER:
            return CARDS[LITTLE_JOKER]
        return card(self.suit, what.value)

    def __eq__(self, other: object) -> bool:
        return self is other or (
            isinstance(other, TrumpSuit)
            and (self.suit, self.order, self.height, self.high_low)
            == (
                other.suit,
                other.order,
                other.height,
                other.high_low,
            )
            and self.led == other.led
        )

    def __hash__(self) -> int:
        return hash((self.suit, self.order))

    def _leads(self, rules: RuleSet, deck: int) -> tuple[Led, ...]:
        trump_allowed = rules.play.follow is Follow.SUIT_OR_TRUMP
        strength = [100 + place if place else 0 for place in self.height]
        trump_led = Led(self.mask, self.mask, tuple(strength))
        leads: list[Led] = [trump_led] * len(CARDS)
        for plain in SUITS:
            fails = SUIT_MASKS[plain] & deck & ~self.mask
            members = [one for one in CARDS if BITS[one] & fails]
            mine = list(strength)
            for one in members:
                mine[one] = 1 + RANKS.index(one.rank or "2")
            led = Led(fails, fails | self.mask if trump_allowed else fails, tuple(mine))
            for one in members:
                leads[one] = led
        return tuple(leads)


class Deal(Struct, frozen=True):
    """Who was dealt what: a tuple of cards a seat in the order dealt, and the undealt cards, kitty or widow first."""

    hands: tuple[tuple[Card, ...], ...]
    undealt: tuple[Card, ...]

    def masks(self) -> tuple[int, ...]:
        """What each seat was dealt, as masks."""
        return tuple(map(mask_of, self.hands))


class Setup:
    """A rule set at a number of players with their sides: all that stays the same through a match.

    `sides` are the sides of the match (§1): who scores and wins together whatever the hand. Two setups are equal
    when rules, players and sides are.
    """

    def __init__(self, rules: RuleSet, players: int, sides: Iterable[Iterable[int]] | None = None) -> None:
        """Bind rules to a number of players; give `sides` where pairs are drawn or set.

        Raises `RulesError` for a number of players that the game does not allow, and `ValueError` for sides that
        are missing or not those of the rules.
        """
        if players not in rules.deal.players:
            allowed = ", ".join(map(str, rules.deal.players))
            raise RulesError(f"one of {allowed} for {rules.title}", key="players", value=players)
        self.rules = rules
        self.players = players
        facts = Facts(rules, players)
        self.partners = facts.partners
        self.sides = match_sides(rules, players, sides)
        self.side_of = tuple(next(side for side in self.sides if seat in side) for seat in range(players))
        self.cards_dealt = facts.cards
        self.kitty_size = facts.kitty
        self.tricks = facts.tricks
        deck = [card(suit, rank) for suit in SUITS for rank in ranks_in(at(rules.deck.ranks, players))]
        if rules.deck.jokers is not Jokers.NONE:
            deck += [CARDS[LITTLE_JOKER], CARDS[BIG_JOKER]]
        self.deck = tuple(deck)
        self.deck_mask = mask_of(deck)
        self.trumps = tuple(TrumpSuit(rules, self.deck_mask, suit) for suit in SUITS)
        self.counting = self._counting()
        self._places = self._dealing()

    def _counting(self) -> tuple[tuple[int, int], ...]:
        by_value: dict[int, int] = {}
        for name, value in self.rules.scoring.counting.items():
            mask = JOKERS if name == "joker" else mask_of(card(suit, name) for suit in SUITS)
            if value and mask & self.deck_mask:
                by_value[value] = by_value.get(value, 0) | (mask & self.deck_mask)
        return tuple(by_value.items())

    def _dealing(self) -> tuple[tuple[slice, ...], ...]:
        """For each seat counted from the dealer's left, where in the shuffled deck its cards lie."""
        n, packet = self.players, self.rules.deal.at_a_time
        places: list[list[slice]] = [[] for _ in range(n)]
        dealt, start = 0, 0
        while dealt < self.cards_dealt:
            size = min(packet, self.cards_dealt - dealt)
            for turn in range(n):
                places[turn].append(slice(start, start + size))
                start += size
            dealt += size
        if packet == 1:
            end = n * self.cards_dealt
            return tuple((slice(turn, end, n),) for turn in range(n))
        return tuple(map(tuple, places))

    def deal(self, rng: random.Random, dealer: int) -> Deal:
        """Shuffle with the generator and deal from the dealer's left, so many at a time as the sheet says (§2)."""
        deck = list(self.deck)
        rng.shuffle(deck)
        return self.deal_from(deck, dealer)

    def deal_from(self, deck: Sequence[Card], dealer: int) -> Deal:
        """Deal a shuffled deck, its top card first."""
        n = self.players
        hands: list[tuple[Card, ...]] = [()] * n
        for turn, places in enumerate(self._places, start=dealer + 1):
            cards: tuple[Card, ...] = ()
            for place in places:
                cards += tuple(deck[place])
            hands[turn % n] = cards
        return Deal(tuple(hands), tuple(deck[n * self.cards_dealt :]))

    def __eq__(self, other: object) -> bool:
        return self is other or (
            isinstance(other, Setup)
            and (self.rules, self.players, self.sides) == (other.rules, other.players, other.sides)
        )

    def __hash__(self) -> int:
        return hash((self.rules.name, self.players, self.sides))

    def __repr__(self) -> str:
        return f"<Setup {self.rules.name} at {self.players}, sides {self.sides}>"


def match_sides(rules: RuleSet, players: int, given: Iterable[Iterable[int]] | None) -> tuple[Side, ...]:
    """The sides of a match (§1), each ascending, in the order of their lowest seats.

    `given` is needed where pairs are drawn or set, and elsewhere must agree with the rules; `ValueError` says how
    it does not.
    """
    partners = at(rules.sides.partners, players)
    if partners is Partners.ACROSS:
        fixed: tuple[Side, ...] | None = tuple((seat, seat + players // 2) for seat in range(players // 2))
    elif partners in (Partners.DRAWN, Partners.EXPLICIT):
        fixed = None
    else:
        fixed = tuple((seat,) for seat in range(players))
    if given is None:
        if fixed is None:
            raise ValueError(f"this game needs its sides: {partners.words}")
        return fixed
    sides = tuple(sorted(tuple(sorted(side)) for side in given))
    if sorted(seat for side in sides for seat in side) != list(range(players)) or () in sides:
        raise ValueError(f"sides must hold every seat from 0 to {players - 1} once")
    if fixed is not None and sides != fixed:
        raise ValueError(f"the sides of this game are {_listed(fixed)}, not {_listed(sides)}")
    if partners is Partners.DRAWN and any(len(side) != 2 for side in sides):
        raise ValueError(f"the sides of this game are pairs, not {_listed(sides)}")
    if partners is Partners.EXPLICIT and len(sides) < 2:
        raise ValueError("there must be at least two sides")
    return sides


def draw_sides(rules: RuleSet, players: int, rng: random.Random) -> tuple[Side, ...] | None:
    """Sides for a new match: pairs drawn at random where the game draws them, None where the rules fix them."""
    if at(rules.sides.partners, players) is not Partners.DRAWN:
        return None
    seats = list(range(players))
    rng.shuffle(seats)
    return tuple(sorted(tuple(sorted(seats[place : place + 2])) for place in range(0, players, 2)))


def _listed(sides: Iterable[Side]) -> str:
    return ", ".join("+".join(map(str, side)) for side in sides)
