"""Cards, suits and their text forms (docs/record.md: rank then suit, ``AS TD 9C``; jokers ``BJ`` and ``LJ``).

A card is a small int (0–53), a set of cards a 54-bit mask with bit ``1 << card``. `Card` is that int with a text
form; where speed matters the code handles the plain ints and masks.
"""

from __future__ import annotations

import enum
from collections.abc import Iterable, Mapping
from typing import TypeVar

T = TypeVar("T")

RANKS = "23456789TJQKA"
"""Rank letters, low to high."""

RANK_WORDS = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace")
"""Rank names, in the order of `RANKS`."""

LITTLE_JOKER = 52
BIG_JOKER = 53
NO_CARD = -1


class Suit(enum.IntEnum):
    """A printed suit. The letters sort as the record sorts them: C D H S."""

    CLUBS = 0
    DIAMONDS = 1
    HEARTS = 2
    SPADES = 3

    @property
    def letter(self) -> str:
        """``C``, ``D``, ``H`` or ``S``."""
        return "CDHS"[self]

    @property
    def symbol(self) -> str:
        """The pip as one character."""
        return "♣♦♥♠"[self]

    @property
    def word(self) -> str:
        """Plural English name: ``hearts``."""
        return self.name.lower()

    @property
    def one(self) -> str:
        """Singular English name: ``heart``."""
        return self.word[:-1]

    @property
    def mate(self) -> Suit:
        """The other suit of the same colour, whose jack is the Jick when this suit is trump (§5)."""
        return Suit(3 - self)

    @classmethod
    def parse(cls, text: str) -> Suit:
        """The suit of a letter ``C D H S``; `ValueError` on anything else."""
        if len(text) != 1 or text not in "CDHS":
            raise ValueError(f"{text!r} is not a suit; a suit is C, D, H or S")
        return cls("CDHS".index(text))


SUITS = tuple(Suit)

_TEXTS = (*(rank + suit.letter for suit in SUITS for rank in RANKS), "LJ", "BJ")
_INDEX = {text: index for index, text in enumerate(_TEXTS)}


class Card(int):
    """One card. ``Card("AS")`` or ``Card(51)``; ``str(Card("AS")) == "AS"``; one object a card, so ``is`` works too.

    Raises `ValueError` for text or numbers that are no card of the 54.
    """

    __slots__ = ()

    def __new__(cls, value: str | int) -> Card:
        """The card of a text form or an index 0–53."""
        if isinstance(value, str):
            index = _INDEX.get(value)
            if index is None:
                raise ValueError(f"{value!r} is not a card; a card is rank then suit, such as AS or TD, or BJ or LJ")
            return CARDS[index]
        if not 0 <= value < len(CARDS):
            raise ValueError(f"{value!r} is not a card; cards are numbered 0 to {len(CARDS) - 1}")
        return CARDS[value]

    @property
    def is_joker(self) -> bool:
        """Whether this is the Big or the Little Joker."""
        return self >= LITTLE_JOKER

    @property
    def suit(self) -> Suit | None:
        """The printed suit; None for a joker."""
        return None if self >= LITTLE_JOKER else SUITS[self // 13]

    @property
    def rank(self) -> str | None:
        """The rank letter of `RANKS`; None for a joker."""
        return None if self >= LITTLE_JOKER else RANKS[self % 13]

    @property
    def word(self) -> str:
        """English name: ``jack of hearts``, ``Big Joker``."""
        if self >= LITTLE_JOKER:
            return "Big Joker" if self == BIG_JOKER else "Little Joker"
        return f"{RANK_WORDS[self % 13]} of {SUITS[self // 13].word}"

    @property
    def symbol(self) -> str:
        """Short form with a pip: ``J♥``, ``10♣``; jokers ``BJ`` and ``LJ``."""
        if self >= LITTLE_JOKER:
            return str(self)
        rank = RANKS[self % 13]
        return ("10" if rank == "T" else rank) + SUITS[self // 13].symbol

    def __str__(self) -> str:
        """The record's text form."""
        return _TEXTS[self]

    def __repr__(self) -> str:
        """Valid code for this card."""
        return f"Card({_TEXTS[self]!r})"

    def __format__(self, spec: str) -> str:
        """Format as the text form."""
        return format(_TEXTS[self], spec)

    def __reduce__(self) -> tuple[type[Card], tuple[int]]:
        """Pickle by index, so that a copy is the same object again."""
        return Card, (int(self),)


CARDS: tuple[Card, ...] = tuple(int.__new__(Card, index) for index in range(len(_TEXTS)))
"""All 54 cards by index: clubs 2…A, diamonds, hearts, spades, Little Joker, Big Joker."""

BITS: tuple[int, ...] = tuple(1 << index for index in range(len(CARDS)))
"""The mask of each card."""

JOKERS = BITS[LITTLE_JOKER] | BITS[BIG_JOKER]
"""Mask of both jokers."""

SUIT_MASKS: tuple[int, ...] = tuple(0x1FFF << (13 * suit) for suit in range(4))
"""Mask of the thirteen cards printed with each suit."""

RANK_MASKS: tuple[int, ...] = tuple(sum(1 << (13 * suit + rank) for suit in range(4)) for rank in range(13))
"""Mask of the four cards of each rank, low to high."""

CARD_OF_BIT = dict(zip(BITS, CARDS, strict=True))


def card(suit: int, rank: str) -> Card:
    """The card of a suit (0–3) and a rank letter."""
    return CARDS[13 * suit + RANKS.index(rank)]


def mask_of(cards: Iterable[int]) -> int:
    """The mask of some cards."""
    mask = 0
    for one in cards:
        mask |= BITS[one]
    return mask


def of_bits(table: Mapping[int, T], mask: int) -> tuple[T, ...]:
    """What a table from single bits holds for the bits of a mask, the lowest bit first."""
    found: list[T] = []
    while mask:
        low = mask & -mask
        found.append(table[low])
        mask ^= low
    return tuple(found)


def cards_of(mask: int) -> tuple[Card, ...]:
    """The cards of a mask, in index order."""
    return of_bits(CARD_OF_BIT, mask)


def texts_of(mask: int) -> list[str]:
    """The cards of a mask as texts, sorted as text (the order of the record's traces)."""
    return sorted(map(str, cards_of(mask)))
