"""What one seat may know of a hand: the only door through which a player, a bot or a browser sees it.

A `View` is put together from what everybody sees and the seat's own cards. It is never a state with parts cut
out, so a new hidden field stays hidden until somebody writes it in here.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from shmear.cards import BITS, Card, cards_of
from shmear.game.actions import Action, Play
from shmear.game.exchange import kitty_taken
from shmear.game.setup import Setup, TrumpSuit
from shmear.game.state import Contract, HandState, Phase, PublicHand


class View(Struct, frozen=True):
    """One seat's knowledge of a hand.

    `holding` are the cards it holds now, `dealt` those it was dealt, `kitty` those it took up, `discards` those it
    laid away; `counts` says how many cards each seat holds. `legal` is what it may do now, `refused` the cards it
    holds and may not play with the reason; both are empty when it is not its turn. `seat` None is a spectator. `scores`
    are the scores of the match before this hand, one a seat; empty where the hand stands alone.
    """

    setup: Setup
    seat: int | None
    public: PublicHand
    holding: tuple[Card, ...]
    dealt: tuple[Card, ...]
    kitty: tuple[Card, ...]
    discards: tuple[Card, ...]
    counts: tuple[int, ...]
    legal: Sequence[Action]
    refused: tuple[tuple[Card, str], ...]
    scores: tuple[int, ...] = ()

    @property
    def phase(self) -> Phase:
        """What is to be done next."""
        return self.public.phase

    @property
    def to_act(self) -> int | None:
        """The seat whose turn it is."""
        return self.public.to_act

    @property
    def contract(self) -> Contract | None:
        """The contract, once the auction is over."""
        return self.public.contract

    @property
    def trump(self) -> TrumpSuit | None:
        """The trump suit, once known."""
        contract = self.public.contract
        return None if contract is None or contract.trump is None else self.setup.trumps[contract.trump]

    @property
    def trick(self) -> tuple[Card, ...]:
        """The cards on the table, in the order played."""
        return self.public.trick(self.setup.players)

    @property
    def winning(self) -> int | None:
        """The seat whose card takes the trick as it stands; None where no card lies on the table."""
        trick, leader = self.trick, self.public.leader
        if not trick or self.trump is None or leader is None:
            return None
        strength = self.trump.led[trick[0]].strength
        best = max(range(len(trick)), key=lambda place: (strength[trick[place]], -place))
        return (leader + best) % self.setup.players

    @property
    def tricks(self) -> list[tuple[int, tuple[Card, ...], int]]:
        """The finished tricks: leader, cards, winner."""
        return self.public.tricks(self.setup.players)


def view(state: HandState, seat: int | None, scores: tuple[int, ...] = ()) -> View:
    """What a seat may know of a state; None for a spectator, who sees only what lies open.

    `scores` are the scores of the match before the hand, one a seat, where it is part of one.
    """
    setup, public = state.setup, state.public
    counts = tuple(holding.bit_count() for holding in state.holdings)
    if seat is None:
        return View(setup, None, public, (), (), (), (), counts, (), (), scores)
    if not 0 <= seat < setup.players:
        raise ValueError(f"there is no seat {seat}; seats run from 0 to {setup.players - 1}")
    mine = public.to_act == seat
    holding = cards_of(state.holdings[seat])
    contract = public.contract
    kitty = 0
    if contract is not None and contract.bidder == seat and public.phase is not Phase.TRUMP:
        kitty = kitty_taken(setup, state.deal.undealt, contract)
    return View(
        setup,
        seat,
        public,
        holding,
        state.deal.hands[seat],
        cards_of(kitty),
        cards_of(state.discards[seat]),
        counts,
        state.legal_actions() if mine else (),
        _refused(state, holding) if mine and public.phase is Phase.PLAY else (),
        scores,
    )


def _refused(state: HandState, holding: tuple[Card, ...]) -> tuple[tuple[Card, str], ...]:
    return tuple((one, state.refusal(Play(one)).to_you()) for one in holding if not BITS[one] & state.legal)
