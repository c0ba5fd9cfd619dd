"""Between auction and play (§4): naming trump, the kitty or widow, discards, and the called partner."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from msgspec.structs import replace

from shmear.cards import card, mask_of, texts_of
from shmear.game.actions import CALLED, TRUMPS, Action, CallCard, Discard, DiscardOptions, IllegalAction, NameTrump
from shmear.game.play import open_play
from shmear.game.setup import Setup
from shmear.game.state import Contract, HandState, Phase, PublicHand
from shmear.rules.knobs import Discards, Partners, Protect, TrumpMade


def after_auction(state: HandState, public: PublicHand) -> HandState:
    """The first decision after the auction: naming trump where it is named, else the kitty and on."""
    contract = _contract(public)
    if state.setup.rules.trump.made is TrumpMade.NAMED:
        public = replace(public, phase=Phase.TRUMP, to_act=contract.bidder)
        return Naming(state.setup, state.deal, public, state.holdings, state.discards, 0b1111)
    return _take_kitty(state, public)


def _contract(public: PublicHand) -> Contract:
    assert public.contract is not None, "the auction is over"
    return public.contract


def _take_kitty(state: HandState, public: PublicHand) -> HandState:
    """The bidder takes the kitty into the holding; then the discards begin with the lowest seat that owes any."""
    setup, contract = state.setup, _contract(public)
    holdings = list(state.holdings)
    holdings[contract.bidder] |= kitty_taken(setup, state.deal.undealt, contract)
    return _next_discard(state, public, tuple(holdings), state.discards, 0)


def kitty_taken(setup: Setup, undealt: Sequence[int], contract: Contract) -> int:
    """The mask of the kitty cards that the bidder takes up; a shooter may not take any unless the rules say so."""
    if contract.shooting and not setup.rules.shoot.takes_kitty:
        return 0
    return mask_of(undealt[: setup.kitty_size])


def _next_discard(
    state: HandState, public: PublicHand, holdings: tuple[int, ...], discards: tuple[int, ...], seat: int
) -> HandState:
    """Seats discard in order from seat 0, face down, so that nobody learns anything from the order."""
    setup, contract = state.setup, _contract(public)
    for owing in range(seat, setup.players):
        if _owes(setup, contract, owing, holdings[owing]):
            public = replace(public, phase=Phase.DISCARD, to_act=owing)
            return Discarding(setup, state.deal, public, holdings, discards, holdings[owing])
    if setup.partners is Partners.CALLED:
        public = replace(public, phase=Phase.CALL, to_act=contract.bidder)
        dealt = state.deal.masks()[contract.bidder] | kitty_taken(setup, state.deal.undealt, contract)
        callable_cards = setup.deck_mask & ~dealt & ~not_callable(setup, contract)
        if callable_cards:
            return Calling(setup, state.deal, public, holdings, discards, callable_cards)
    return open_play(state, public, holdings, discards)


def _owes(setup: Setup, contract: Contract, seat: int, holding: int) -> int:
    """How many cards a seat has to discard."""
    who = setup.rules.exchange.discards
    if who is Discards.NONE or (who is Discards.BIDDER and seat != contract.bidder):
        return 0
    return holding.bit_count() - setup.tricks


def not_callable(setup: Setup, contract: Contract) -> int:
    """The mask of the trumps that may not be called, such as the three (§4)."""
    if contract.trump is None:
        return 0
    return mask_of(card(contract.trump, rank) for rank in setup.rules.sides.not_callable)


class Naming(HandState, frozen=True, gc=False):
    """The bidder is to name trump."""

    ACTIONS: ClassVar[dict[int, Action]] = TRUMPS

    def apply(self, action: Action) -> HandState:
        """The state after trump is named; the bidder then has the widow in hand."""
        if not isinstance(action, NameTrump):
            raise self.refusal(action)
        contract = replace(_contract(self.public), trump=int(action.suit))
        return _take_kitty(self, replace(self.public, contract=contract))

    def refusal(self, action: Action) -> IllegalAction:
        """Why something else is refused."""
        return IllegalAction("{player} has to name trump: C, D, H or S", seat=self.public.to_act, clause="4")


class Discarding(HandState, frozen=True, gc=False):
    """A seat is to discard. `legal` is the mask of all it holds."""

    def legal_actions(self) -> DiscardOptions:
        """The discards that the seat may make (§4)."""
        setup, contract, holding = self.setup, _contract(self.public), self.legal
        count = holding.bit_count() - setup.tricks
        if setup.rules.exchange.protect is Protect.NONE or contract.trump is None:
            return DiscardOptions(count, holding, 0)
        trumps = holding & setup.trumps[contract.trump].mask
        if trumps.bit_count() > setup.tricks:
            return DiscardOptions(count, trumps, holding & ~trumps)
        return DiscardOptions(count, holding & ~trumps, 0)

    def apply(self, action: Action) -> HandState:
        """The state after a discard."""
        if action not in self.legal_actions():
            raise self.refusal(action)
        seat = self.public.to_act or 0
        holdings, discards = list(self.holdings), list(self.discards)
        holdings[seat] &= ~action.bit
        discards[seat] = action.bit
        return _next_discard(self, self.public, tuple(holdings), tuple(discards), seat + 1)

    def refusal(self, action: Action) -> IllegalAction:
        """Why a discard is refused."""
        options, seat = self.legal_actions(), self.public.to_act
        if not isinstance(action, Discard):
            return HandState.refusal(self, action)
        if action.bit & ~self.legal:
            names = " ".join(texts_of(action.bit & ~self.legal))
            why = f"{{player}} does not hold {names}"
        elif action.bit.bit_count() != options.size:
            why = f"{{player}} has to discard {options.size} cards, not {action.bit.bit_count()}"
        elif options.must:
            why = "{player} holds more trumps than may be kept; {player} has to discard every card that is not trump"
        else:
            why = f"{' '.join(texts_of(action.bit & ~options.pool))} is trump, and {{player}} may not discard it"
        return IllegalAction(why, seat=seat, clause="4")


class Calling(HandState, frozen=True, gc=False):
    """The bidder is to call a card as partner (§4)."""

    ACTIONS: ClassVar[dict[int, Action]] = CALLED

    def apply(self, action: Action) -> HandState:
        """The state after the call: who holds the card has shown it."""
        if not isinstance(action, CallCard) or not action.bit & self.legal:
            raise self.refusal(action)
        partner = next((seat for seat, holding in enumerate(self.holdings) if holding & action.bit), None)
        contract = replace(_contract(self.public), called=action.card, partner=partner)
        return open_play(self, replace(self.public, contract=contract), self.holdings, self.discards)

    def refusal(self, action: Action) -> IllegalAction:
        """Why a call is refused."""
        seat, setup = self.public.to_act, self.setup
        if not isinstance(action, CallCard):
            return HandState.refusal(self, action)
        if not action.bit & setup.deck_mask:
            why = f"there is no {action.card.word} in this deck"
        elif action.bit & not_callable(setup, _contract(self.public)):
            why = f"the {action.card.word} may not be called"
        else:
            why = f"{{player}} was dealt the {action.card.word} and may not call it"
        return IllegalAction(why, seat=seat, clause="4")


def discards_due(state: HandState) -> tuple[int, ...]:
    """The seats that still owe a discard, ascending; empty when it is not time to discard.

    No seat's discard depends on another's: a live table may collect them in any order, with `asked`, and apply them
    from seat 0 on.
    """
    if state.phase is not Phase.DISCARD or state.to_act is None:
        return ()
    contract = _contract(state.public)
    owing = range(state.to_act, state.setup.players)
    return tuple(seat for seat in owing if _owes(state.setup, contract, seat, state.holdings[seat]))


def asked(state: HandState, seat: int) -> HandState:
    """The state as a seat that still owes a discard meets it: as if it were its turn.

    `ValueError` for a seat that owes none.
    """
    if seat not in discards_due(state):
        raise ValueError(f"seat {seat} has nothing to discard now")
    public = replace(state.public, to_act=seat)
    return replace(state, public=public, legal=state.holdings[seat])
