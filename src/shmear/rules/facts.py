"""What follows from a rule set at a number of players: the deck in numbers, who is asleep, how many tricks."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from shmear.rules.check import deck_size
from shmear.rules.knobs import Discards, Jokers, Partners, PointCard, Protect
from shmear.rules.ruleset import RuleSet, at, ranks_in


@dataclass(frozen=True)
class Facts:
    """A game at a number of players that it allows."""

    rules: RuleSet
    players: int

    @cached_property
    def ranks(self) -> tuple[str, ...]:
        """The rank letters in the deck, high to low."""
        return ranks_in(at(self.rules.deck.ranks, self.players))[::-1]

    @cached_property
    def deck(self) -> int:
        """How many cards the deck has."""
        return deck_size(self.rules, self.players)

    @cached_property
    def cards(self) -> int:
        """How many cards each player is dealt."""
        return at(self.rules.deal.cards, self.players)

    @cached_property
    def kitty(self) -> int:
        """How many cards the kitty or widow has."""
        return at(self.rules.exchange.kitty, self.players)

    @cached_property
    def asleep(self) -> int:
        """How many undealt cards nobody takes, not even the bidder."""
        return self.deck - self.players * self.cards - self.kitty

    @cached_property
    def kitty_word(self) -> str:
        """``widow`` when the bidder takes everything that was not dealt, else ``kitty``."""
        return "kitty" if self.asleep else "widow"

    @cached_property
    def tricks(self) -> int:
        """How many tricks are played: the cards that each player holds when play starts."""
        exchange = self.rules.exchange
        return self.cards if exchange.discards is Discards.NONE else exchange.keep

    @cached_property
    def partners(self) -> Partners:
        """Who plays with whom."""
        return at(self.rules.sides.partners, self.players)

    @cached_property
    def fixed(self) -> bool:
        """Whether partners stay together for the whole match."""
        return self.partners in (Partners.ACROSS, Partners.DRAWN, Partners.EXPLICIT)

    @cached_property
    def jick(self) -> bool:
        """Whether there is a Jick."""
        return self.rules.deck.jick and "J" in self.ranks

    @cached_property
    def jokers(self) -> bool:
        """Whether there are jokers."""
        return self.rules.deck.jokers is not Jokers.NONE

    @cached_property
    def discards(self) -> Discards:
        """Who has anything to discard."""
        if self.rules.exchange.discards is Discards.EVERYONE and self.cards > self.tricks:
            return Discards.EVERYONE
        return Discards.BIDDER if self.kitty else Discards.NONE

    @cached_property
    def protected(self) -> bool:
        """Whether trumps may not be discarded."""
        return self.discards is not Discards.NONE and self.rules.exchange.protect is Protect.TRUMPS

    @cached_property
    def counting(self) -> bool:
        """Whether some point is for counting points."""
        return any(point.card is PointCard.COUNTING for point in self.rules.points.values())

    @cached_property
    def side(self) -> str:
        """What keeps a score in the match: a side where partners are fixed, else a player."""
        return "side" if self.fixed else "player"

    def unit(self, number: int) -> str:
        """An amount of score: chips at a table with smucks, else points."""
        return several(number, "chip" if self.rules.has_smucks else "point")


def several(number: int, word: str) -> str:
    """``1 card``, ``3 cards``."""
    return f"{number} {word}" if number == 1 else f"{number} {word}s"
