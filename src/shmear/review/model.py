"""What a review says: the whole match, its hands, their decisions and what each action would have led to.

Chances run from 0 to 1 and are those of the side of whoever decides. All of it is plain data: `msgspec.json.encode`
writes it, and ``shmear review --json`` prints that.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

Kind = Literal["call", "trump", "discard", "partner", "card"]
"""What is decided: a call, trump, cards to discard, the card that is called for a partner, a card to play."""

KINDS: tuple[Kind, ...] = ("call", "trump", "discard", "partner", "card")

Verdict = Literal["best", "good", "inaccuracy", "mistake", "blunder"]

Part = Literal["auction", "play"]
"""The two halves of a hand: the auction with the naming of trump, and all that comes after it."""

OpenFigure = Literal["ahead", "taken"]
"""What is counted with all hands open.

``ahead``: points of the own side less those of the best other side. ``taken``: the points that the caller's side can
be sure of with the hand bought and the best lead.
"""


class Option(Struct, frozen=True):
    """One action and what it leads to, as far as the seat could know.

    `win` is the chance to win the match, `points` those of the own side in this hand, `made` the chance that the
    bidder's side makes its bid, whoever that will be (None where no hand would be played). `behind` is how much less
    `win` is than that of the best action. Each has its standard error; that of `behind` is of the paired difference.
    `open` is the figure with all hands open, None where it was not reckoned.
    """

    action: str
    win: float
    win_error: float
    points: float
    points_error: float
    made: float | None
    made_error: float | None
    behind: float
    behind_error: float
    open: int | None = None


class Decided(Struct, frozen=True):
    """One decision: who, what was done (`chosen`), what could have been done (the best first), and what it cost.

    `number` is its place among the actions of the hand. `loss` is the chance to win the match that the action gave
    away against the best, `loss_error` the standard error of that, `sure_loss` how much is beyond the sampling error.
    `points_loss` is the same in points of the hand. `open_loss` is how many points it gave away with all hands open.
    """

    number: int
    seat: int
    kind: Kind
    chosen: str
    best: str
    verdict: Verdict
    loss: float
    loss_error: float
    sure_loss: float
    points_loss: float
    open_loss: int | None
    open_figure: OpenFigure | None
    worlds: int
    options: tuple[Option, ...]


class Account(Struct, frozen=True):
    """How a hand changed the chance of a seat's side to win the match, in parts that add up to `change`.

    `deal`: what the own cards were worth more than usual. `own`, `partner`, `others`: what the decisions of the seat,
    of its partners and of the other sides did. `cards`: all the rest, that is how the cards that the seat could not see
    lay, those asleep too.
    """

    seat: int
    change: float
    deal: float
    own: float
    partner: float
    others: float
    cards: float

    @property
    def luck(self) -> float:
        """What nobody decided."""
        return self.deal + self.cards


class Trick(Struct, frozen=True):
    """A trick: who led, the cards in the order played with their places among the actions, who took it."""

    leader: int
    cards: tuple[str, ...]
    numbers: tuple[int, ...]
    winner: int


class Hand(Struct, frozen=True):
    """One hand: the deal, what happened, what it came to, and every decision in it.

    `before` and `after` are the chances of the sides to win the match. `auction` are the calls with their seats,
    `asleep` the point cards that nobody was dealt or took up.
    """

    number: int
    dealer: int
    deal: tuple[tuple[str, ...], ...]
    undealt: tuple[str, ...]
    auction: tuple[tuple[int, str], ...]
    outcome: str
    bidder: int | None
    bid: int | str | None
    trump: str | None
    called: str | None
    made: bool | None
    taken: int | None
    points: dict[str, tuple[int, ...] | None]
    asleep: tuple[str, ...]
    tricks: tuple[Trick, ...]
    deltas: tuple[int, ...]
    scores: tuple[int, ...]
    before: tuple[float, ...]
    after: tuple[float, ...]
    accounts: tuple[Account, ...]
    decisions: tuple[Decided, ...]


class Tally(Struct, frozen=True):
    """Decisions of one sort added up: how many, what they lost on the average and in all, how many were at least good.

    `loss` is a decision's on the average, `loss_error` its standard error; both None where there was no decision.
    """

    decisions: int
    total: float
    loss: float | None
    loss_error: float | None
    accurate: int

    @property
    def accuracy(self) -> float | None:
        """The share of the decisions that were best or good."""
        return self.accurate / self.decisions if self.decisions else None


class Player(Struct, frozen=True):
    """One player over the match: decisions in all, by part, kind and verdict, and luck against skill.

    `account` is the sum of those of the hands.
    """

    seat: int
    name: str
    all: Tally
    parts: dict[Part, Tally]
    kinds: dict[Kind, Tally]
    verdicts: dict[Verdict, int]
    account: Account


class MatchReview(Struct, frozen=True):
    """A whole match under review. `worlds` is the budget; `notes` say what a reader must know of it."""

    format: Literal["shmear-review"]
    version: Literal[1]
    rules: str
    title: str
    target: int
    names: tuple[str, ...]
    sides: tuple[tuple[int, ...], ...]
    start: tuple[int, ...]
    winners: tuple[int, ...] | None
    worlds: int
    seed: int
    notes: tuple[str, ...]
    players: tuple[Player, ...]
    hands: tuple[Hand, ...]

    def side_of(self, seat: int) -> int:
        """The number of the side of a seat."""
        return next(number for number, side in enumerate(self.sides) if seat in side)
