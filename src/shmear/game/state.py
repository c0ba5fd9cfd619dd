"""The state of one hand: what everybody sees (`PublicHand`), what is hidden, and whose turn it is.

A state never changes. `legal_actions()` says what the seat to act may do, `apply(action)` gives the next state and
refuses everything else. Each phase is a subclass in its own file: auction, exchange, play, over.
"""

from __future__ import annotations

import enum
from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar

from msgspec import Struct

from shmear.cards import Card, of_bits
from shmear.game.actions import Action, IllegalAction, Pass
from shmear.game.setup import Deal, Setup

if TYPE_CHECKING:
    from shmear.game.scoring import HandResult


class Phase(enum.Enum):
    """What is to be done next, by the names of the record's traces."""

    AUCTION = "auction"
    DEALER_CHOICE = "dealer_choice"
    TRUMP = "trump"
    DISCARD = "discard"
    CALL = "call"
    PLAY = "play"
    OVER = "over"


class Contract(Struct, frozen=True, gc=False):
    """What the bidder has undertaken, and with whom.

    `bid` is the number bid, or when `shooting` the points of the whole list. `trump` is a suit's number once known;
    `called` and `partner` the called card and the seat that showed it.
    """

    bidder: int
    bid: int
    shooting: bool = False
    trump: int | None = None
    called: Card | None = None
    partner: int | None = None

    @property
    def text(self) -> int | str:
        """The bid as the record writes it: a number or ``"shoot"``."""
        return "shoot" if self.shooting else self.bid


class PublicHand(Struct, frozen=True, gc=False):
    """Everything about a hand that everybody at the table sees. What is not in here is hidden.

    `calls` from the dealer's left; `plays` every card in order; `winners` the winner of each finished trick; `taken`
    the mask of the cards that each seat has taken in tricks; `may_shoot` the mask of the seats allowed to shoot.
    """

    dealer: int
    phase: Phase
    to_act: int | None
    may_shoot: int
    calls: tuple[Action, ...]
    contract: Contract | None
    plays: tuple[Card, ...]
    winners: tuple[int, ...]
    taken: tuple[int, ...]

    @property
    def leader(self) -> int | None:
        """Who led, or is to lead, the current trick."""
        if self.winners:
            return self.winners[-1]
        return self.contract.bidder if self.contract is not None else None

    def high_caller(self, players: int) -> int | None:
        """The seat whose call is the highest so far, which is the last that was not a pass; None where all passed."""
        made = [place for place, call in enumerate(self.calls) if not isinstance(call, Pass)]
        return (self.dealer + 1 + made[-1]) % players if made else None

    def calls_by(self, seat: int, players: int) -> tuple[Action, ...]:
        """What a seat has called: nothing yet, its one call, or as dealer the choice after it too."""
        return self.calls[(seat - self.dealer - 1) % players :: players]

    def player_of(self, card: Card, players: int) -> int:
        """The seat that played a card; `ValueError` for one that nobody has played."""
        number, place = divmod(self.plays.index(card), players)
        leader = self.winners[number - 1] if number else self.contract.bidder if self.contract is not None else 0
        return (leader + place) % players

    def trick(self, players: int) -> tuple[Card, ...]:
        """The cards of the trick on the table, in the order played."""
        return self.plays[len(self.winners) * players :]

    def tricks(self, players: int) -> list[tuple[int, tuple[Card, ...], int]]:
        """The finished tricks: leader, cards in the order played, winner."""
        found: list[tuple[int, tuple[Card, ...], int]] = []
        leader = self.contract.bidder if self.contract is not None else 0
        for number, winner in enumerate(self.winners):
            found.append((leader, self.plays[number * players : (number + 1) * players], winner))
            leader = winner
        return found


class HandState(Struct, frozen=True, gc=False):
    """One hand at one moment. Hidden from others: `deal`, `holdings` and `discards` (masks, one a seat).

    `legal` is the mask of what may be done: bits of the actions of this phase (`Action.bit`).
    """

    setup: Setup
    deal: Deal
    public: PublicHand
    holdings: tuple[int, ...]
    discards: tuple[int, ...]
    legal: int

    ACTIONS: ClassVar[dict[int, Action]] = {}
    """The actions of this phase by bit."""

    is_over: ClassVar[bool] = False
    """Whether the hand is finished: played, forfeited or thrown in."""

    @property
    def phase(self) -> Phase:
        """What is to be done next."""
        return self.public.phase

    @property
    def to_act(self) -> int | None:
        """The seat whose turn it is; None when the hand is over."""
        return self.public.to_act

    def legal_actions(self) -> Sequence[Action]:
        """Everything the seat to act may do, always in the same order; empty when the hand is over."""
        return of_bits(self.ACTIONS, self.legal)

    def verify(self, action: Action) -> IllegalAction | None:
        """Why an action would be refused now, None if it is legal."""
        return None if action in self.legal_actions() else self.refusal(action)

    def apply(self, action: Action) -> HandState:
        """The state after the seat to act does this. Raises `IllegalAction` and changes nothing if it may not."""
        raise self.refusal(action)

    def result(self) -> HandResult:
        """Who took which point and whether the bid was made. Raises `ValueError` before the hand is over."""
        raise ValueError("the hand is not over")

    def refusal(self, action: Action) -> IllegalAction:
        """The reason why an action that is not legal is refused."""
        if self.is_over:
            return IllegalAction("the hand is over", clause="6")
        why = f"it is time {TIME_TO[self.phase]}, {{player}} may not {action}"
        return IllegalAction(why, seat=self.to_act, clause=CLAUSES[self.phase])


TIME_TO = {
    Phase.AUCTION: "to bid or pass",
    Phase.DEALER_CHOICE: "for the dealer to choose",
    Phase.TRUMP: "to name trump",
    Phase.DISCARD: "to discard",
    Phase.CALL: "to call a card",
    Phase.PLAY: "to play a card",
    Phase.OVER: "to deal",
}
"""What each phase asks for, in words."""

CLAUSES = {
    Phase.AUCTION: "3",
    Phase.DEALER_CHOICE: "3",
    Phase.TRUMP: "4",
    Phase.DISCARD: "4",
    Phase.CALL: "4",
    Phase.PLAY: "6",
}
"""The section of the rules that says what each phase asks for."""


def after(seat: int, players: int) -> int:
    """The next seat clockwise."""
    return seat + 1 if seat + 1 < players else 0
