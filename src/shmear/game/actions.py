"""What a player can do: calls, naming trump, discards, calling a partner, plays.

Every action is a small immutable value with a text form (``parse_action(str(action)) == action``). All but
`Discard` are interned, so that ``Play("AS") is Play("AS")``, and have a dense int `code` for learners.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Sequence
from typing import Any, ClassVar, NoReturn, overload

from shmear.cards import BITS, CARDS, Card, Suit, cards_of, mask_of, texts_of
from shmear.rules.ruleset import MAX_BID

_YOURS = (("does not", "do not"), ("holds", "hold"), ("has", "have"), ("was", "were"), ("chooses", "choose"))
"""Verbs of what is said of a player, and as one says them to the player."""


class IllegalAction(ValueError):
    """A refused action: which seat, why, and by which clause of docs/rules.md.

    `text` holds the sentence with ``{player}`` where the seat's name belongs; `said` fills it in.
    """

    def __init__(self, text: str, *, seat: int | None = None, clause: str = "") -> None:
        """A refusal in words, for a seat, by a clause."""
        self.text, self.seat, self.clause = text, seat, clause
        super().__init__(self.said())

    def said(self, player: str | None = None) -> str:
        """The sentence with the player's name, or ``seat 1`` where none is given."""
        name = player if player is not None else f"seat {self.seat}"
        return self.text.replace("{player}", name)

    def to_you(self) -> str:
        """The sentence as one says it to the player."""
        text = self.said("you")
        for verb, yours in _YOURS:
            for who in ("you", "you as dealer"):
                text = text.replace(f"{who} {verb} ", f"{who} {yours} ").replace(f"{who} {verb}:", f"{who} {yours}:")
        return text


class Action:
    """Something a player can do. `bit` is its place in the mask of legal actions of its phase."""

    __slots__ = ("bit",)
    bit: int

    def __setattr__(self, name: str, value: object) -> NoReturn:
        """Actions do not change."""
        raise AttributeError(f"{self!r} cannot be changed")

    def __copy__(self) -> Action:
        """An action is its own copy."""
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> Action:
        """An action is its own copy."""
        return self


def _set(action: Action, **values: object) -> None:
    for name, value in values.items():
        object.__setattr__(action, name, value)


class _Single(Action):
    """An action without detail: one object a class."""

    __slots__ = ()
    CODE: ClassVar[int]
    TEXT: ClassVar[str]
    _one: ClassVar[dict[type, Any]] = {}

    def __new__(cls) -> _Single:
        if cls not in cls._one:
            cls._one[cls] = one = object.__new__(cls)
            _set(one, bit=1 << cls.CODE)
        return cls._one[cls]

    @property
    def code(self) -> int:
        """The action's dense int."""
        return self.CODE

    def __str__(self) -> str:
        return self.TEXT

    def __repr__(self) -> str:
        return f"{type(self).__name__}()"

    def __reduce__(self) -> tuple[type, tuple[()]]:
        return type(self), ()


class Pass(_Single):
    """Make no bid (§3)."""

    __slots__ = ()
    CODE = 0
    TEXT = "pass"


class Shoot(_Single):
    """Shoot the moon (§3)."""

    __slots__ = ()
    CODE = MAX_BID + 2
    TEXT = "shoot"


class Forfeit(_Single):
    """The dealer gives the hand up when everybody passed (§3)."""

    __slots__ = ()
    CODE = MAX_BID + 1
    TEXT = "forfeit"


class _Numbered(Action):
    """An action with one detail, an int in a range: one object a value."""

    __slots__ = ("code",)
    code: int

    def __reduce__(self) -> tuple[type, tuple[int]]:
        return type(self), (self._detail(),)

    def _detail(self) -> int:
        raise NotImplementedError


class Bid(_Numbered):
    """Bid a number of points (§3)."""

    __slots__ = ("points",)
    points: int
    _all: ClassVar[dict[int, Bid]] = {}

    def __new__(cls, points: int) -> Bid:
        """The bid of a number of points, 1 to 30; `ValueError` otherwise."""
        found = cls._all.get(points)
        if found is None or isinstance(points, bool):
            raise ValueError(f"{points!r} is no bid; a bid is a whole number from 1 to {MAX_BID}")
        return found

    @classmethod
    def _make(cls, points: int) -> None:
        cls._all[points] = one = object.__new__(cls)
        _set(one, points=points, bit=1 << points, code=points)

    def _detail(self) -> int:
        return self.points

    def __str__(self) -> str:
        return f"bid {self.points}"

    def __repr__(self) -> str:
        return f"Bid({self.points})"


class NameTrump(_Numbered):
    """Name the trump suit (§4)."""

    __slots__ = ("suit",)
    suit: Suit
    _all: ClassVar[dict[int, NameTrump]] = {}

    def __new__(cls, suit: Suit | int | str) -> NameTrump:
        """Name a suit, given as `Suit`, its number or its letter."""
        return cls._all[Suit.parse(suit) if isinstance(suit, str) else Suit(suit)]

    @classmethod
    def _make(cls, suit: Suit) -> None:
        cls._all[suit] = one = object.__new__(cls)
        _set(one, suit=suit, bit=1 << suit, code=MAX_BID + 3 + suit)

    def _detail(self) -> int:
        return int(self.suit)

    def __str__(self) -> str:
        return f"trump {self.suit.letter}"

    def __repr__(self) -> str:
        return f"NameTrump({self.suit.letter!r})"


class Play(_Numbered):
    """Play a card to the trick (§6). `card` is the `Card`, `index` the same as a plain int."""

    __slots__ = ("card", "index")
    card: Card
    index: int
    _all: ClassVar[dict[int, Play]] = {}

    def __new__(cls, card: Card | int | str) -> Play:
        """The play of a card, given as `Card`, index or text."""
        return cls._all[Card(card)]

    @classmethod
    def _make(cls, card: Card) -> None:
        cls._all[card] = one = object.__new__(cls)
        _set(one, card=card, index=int(card), bit=BITS[card], code=MAX_BID + 7 + int(card))

    def _detail(self) -> int:
        return self.index

    def __str__(self) -> str:
        return f"play {self.card}"

    def __repr__(self) -> str:
        return f"Play({str(self.card)!r})"


class CallCard(_Numbered):
    """Call a card whose holder is the partner (§4)."""

    __slots__ = ("card",)
    card: Card
    _all: ClassVar[dict[int, CallCard]] = {}

    def __new__(cls, card: Card | int | str) -> CallCard:
        """The call of a card, given as `Card`, index or text."""
        return cls._all[Card(card)]

    @classmethod
    def _make(cls, card: Card) -> None:
        cls._all[card] = one = object.__new__(cls)
        _set(one, card=card, bit=BITS[card], code=MAX_BID + 7 + len(CARDS) + int(card))

    def _detail(self) -> int:
        return int(self.card)

    def __str__(self) -> str:
        return f"call {self.card}"

    def __repr__(self) -> str:
        return f"CallCard({str(self.card)!r})"


class Discard(Action):
    """Discard a set of cards, face down (§4). One action a seat; it has no `code` of its own."""

    __slots__ = ()

    def __init__(self, cards: Sequence[Card | int | str] | int) -> None:
        """The discard of some cards, or of a mask of cards."""
        _set(self, bit=cards if isinstance(cards, int) else mask_of(Card(card) for card in cards))

    @property
    def cards(self) -> tuple[Card, ...]:
        """The cards, in index order."""
        return cards_of(self.bit)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Discard) and other.bit == self.bit

    def __hash__(self) -> int:
        return hash((Discard, self.bit))

    def __reduce__(self) -> tuple[type, tuple[int]]:
        return Discard, (self.bit,)

    def __str__(self) -> str:
        return " ".join(["discard", *texts_of(self.bit)])

    def __repr__(self) -> str:
        return f"Discard({texts_of(self.bit)!r})"


class DiscardOptions(Sequence[Discard]):
    """All legal discards of a seat, counted and drawn from without listing them.

    `size` cards go in all: every one of the mask `must`, the rest out of the mask `pool`.
    """

    __slots__ = ("must", "pool", "size")

    def __init__(self, count: int, pool: int, must: int) -> None:
        """The discards of `count` cards: all of `must`, the rest from `pool` (masks that share no card)."""
        self.size, self.pool, self.must = count, pool, must

    @property
    def free(self) -> int:
        """How many cards are to be chosen from `pool`."""
        return self.size - self.must.bit_count()

    def __len__(self) -> int:
        return math.comb(self.pool.bit_count(), self.free)

    def __contains__(self, action: object) -> bool:
        return (
            isinstance(action, Discard)
            and not action.bit & ~(self.pool | self.must)
            and action.bit & self.must == self.must
            and action.bit.bit_count() == self.size
        )

    def __iter__(self) -> Iterator[Discard]:
        for chosen in itertools.combinations(cards_of(self.pool), self.free):
            yield Discard(self.must | mask_of(chosen))

    @overload
    def __getitem__(self, index: int) -> Discard: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Discard]: ...
    def __getitem__(self, index: int | slice) -> Discard | Sequence[Discard]:
        """The discard at an index of the order of iteration, without making those before it."""
        size = len(self)
        if isinstance(index, slice):
            return [self[place] for place in range(*index.indices(size))]
        if not -size <= index < size:
            raise IndexError(f"discard {index} of {size}")
        index %= size
        mask, left, cards = self.must, self.free, cards_of(self.pool)
        for place, one in enumerate(cards):
            if not left:
                break
            with_it = math.comb(len(cards) - place - 1, left - 1)
            if index < with_it:
                mask |= BITS[one]
                left -= 1
            else:
                index -= with_it
        return Discard(mask)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, DiscardOptions) and (self.size, self.pool, self.must) == (
            other.size,
            other.pool,
            other.must,
        )

    def __hash__(self) -> int:
        return hash((self.size, self.pool, self.must))

    def __repr__(self) -> str:
        return f"DiscardOptions({self.size}, {self.pool:#x}, {self.must:#x})"


for _number in range(1, MAX_BID + 1):
    Bid._make(_number)  # pyright: ignore[reportPrivateUsage]
for _suit in Suit:
    NameTrump._make(_suit)  # pyright: ignore[reportPrivateUsage]
for _card in CARDS:
    Play._make(_card)  # pyright: ignore[reportPrivateUsage]
    CallCard._make(_card)  # pyright: ignore[reportPrivateUsage]

CALLS: dict[int, Action] = {
    one.bit: one for one in (Pass(), Shoot(), Forfeit(), *(Bid(number) for number in range(1, MAX_BID + 1)))
}
"""Calls by bit."""
TRUMPS: dict[int, Action] = {1 << suit: NameTrump(suit) for suit in Suit}
"""Trump namings by bit."""
PLAYS: dict[int, Action] = {BITS[one]: Play(one) for one in CARDS}
"""Plays by bit."""
CALLED: dict[int, Action] = {BITS[one]: CallCard(one) for one in CARDS}
"""Called cards by bit."""

_BY_CODE: dict[int, Action] = {
    one.code: one  # pyright: ignore[reportAttributeAccessIssue, reportUnknownMemberType]
    for table in (CALLS, TRUMPS, PLAYS, CALLED)
    for one in table.values()
}
CODES = len(_BY_CODE)
"""How many coded actions there are: codes run from 0 to ``CODES - 1``."""


def from_code(code: int) -> Action:
    """The action of a dense int; `ValueError` for an int that is none."""
    try:
        return _BY_CODE[code]
    except KeyError:
        raise ValueError(f"{code!r} is no action; codes run from 0 to {CODES - 1}") from None


def parse_action(text: str) -> Action:
    """The action of a text form, such as ``pass``, ``bid 3``, ``trump H``, ``discard 2C 3D``, ``call KC``, ``play AS``.

    Raises `ValueError` with the forms that there are.
    """
    word, *rest = text.split()
    simple = {"pass": Pass, "shoot": Shoot, "forfeit": Forfeit}
    if word in simple and not rest:
        return simple[word]()
    if word == "discard":
        return Discard(rest)
    if len(rest) == 1:
        if word == "bid" and rest[0].isascii() and rest[0].isdigit() and len(rest[0]) < 4:
            return Bid(int(rest[0]))
        one = {"trump": NameTrump, "call": CallCard, "play": Play}.get(word)
        if one is not None:
            return one(rest[0])
    raise ValueError(
        f"{text!r} is no action; actions are pass, bid N, shoot, forfeit, trump SUIT, "
        "discard CARDS, call CARD and play CARD"
    )
