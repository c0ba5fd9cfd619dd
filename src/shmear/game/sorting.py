"""A holding in the order in which players sort theirs."""

from __future__ import annotations

from collections.abc import Sequence

from shmear.cards import Card, Suit
from shmear.game.setup import TrumpSuit

_BLACK, _RED = (Suit.SPADES, Suit.CLUBS), (Suit.HEARTS, Suit.DIAMONDS)


def grouped(cards: Sequence[Card], trump: TrumpSuit | None) -> list[list[Card]]:
    """A holding by suits, each from the high end; `in_order` gives it in one row.

    Trumps come first once trump is known, Jick and jokers among them. The colours of the plain suits alternate as far
    as they can.
    """
    groups: list[list[Card]] = []
    rest = list(cards)
    if trump is not None:
        groups.append(sorted((one for one in rest if trump.height[one]), key=lambda one: (-trump.height[one], -one)))
        rest = [one for one in rest if not trump.height[one]]
    held = {one.suit for one in rest}
    red = [suit for suit in _RED if suit in held]
    black = [suit for suit in _BLACK if suit in held]
    after_black = trump is not None and trump.suit in _BLACK
    first, second = (red, black) if len(red) > len(black) or (len(red) == len(black) and after_black) else (black, red)
    order: list[Suit] = []
    for place in range(2):
        order += first[place : place + 1] + second[place : place + 1]
    for suit in order:
        groups.append(sorted((one for one in rest if one.suit is suit), reverse=True))
    groups.append(sorted((one for one in rest if one.suit is None), reverse=True))
    return [group for group in groups if group]


def in_order(cards: Sequence[Card], trump: TrumpSuit | None) -> list[Card]:
    """A holding in one row, in the order of `grouped`."""
    return [one for group in grouped(cards, trump) for one in group]
