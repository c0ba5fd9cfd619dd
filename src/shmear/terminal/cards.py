"""Cards in colour, and a holding in the order in which players sort theirs."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rich.text import Text

from shmear.cards import Card, Suit
from shmear.game.setup import TrumpSuit

SUIT_STYLE = {Suit.CLUBS: "green", Suit.DIAMONDS: "bright_blue", Suit.HEARTS: "red", Suit.SPADES: "bold"}
"""Four colours, so that no two suits share one."""
_ORDER = (Suit.SPADES, Suit.HEARTS, Suit.CLUBS, Suit.DIAMONDS)


def suit_text(suit: int) -> Text:
    """A suit with its pip: ``♥ hearts``."""
    one = Suit(suit)
    return Text(f"{one.symbol} {one.word}", style=SUIT_STYLE[one])


def card_text(one: Card) -> Text:
    """A card in its colour: ``J♥``."""
    return Text(one.symbol, style="magenta" if one.suit is None else SUIT_STYLE[one.suit])


def cards_text(cards: Iterable[Card]) -> Text:
    """Some cards in a row."""
    return Text(" ").join(map(card_text, cards))


def grouped(cards: Sequence[Card], trump: TrumpSuit | None) -> list[list[Card]]:
    """A holding by suits, each from the high end: trumps first, with Jick and jokers among them once trump is known."""
    groups: list[list[Card]] = []
    rest = list(cards)
    if trump is not None:
        groups.append(sorted((one for one in rest if trump.height[one]), key=lambda one: (-trump.height[one], -one)))
        rest = [one for one in rest if not trump.height[one]]
    for suit in _ORDER:
        groups.append(sorted((one for one in rest if one.suit is suit), reverse=True))
    groups.append(sorted((one for one in rest if one.suit is None), reverse=True))
    return [group for group in groups if group]


def in_order(cards: Sequence[Card], trump: TrumpSuit | None) -> list[Card]:
    """A holding in the order of `grouped`."""
    return [one for group in grouped(cards, trump) for one in group]
