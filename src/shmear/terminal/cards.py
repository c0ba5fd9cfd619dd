"""Cards in colour."""

from __future__ import annotations

from collections.abc import Iterable

from rich.text import Text

from shmear.cards import Card, Suit

SUIT_STYLE = {Suit.CLUBS: "green", Suit.DIAMONDS: "bright_blue", Suit.HEARTS: "red", Suit.SPADES: "bold"}
"""Four colours, so that no two suits share one."""


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
