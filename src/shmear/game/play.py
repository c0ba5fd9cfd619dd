"""The play of the tricks (§6)."""

from __future__ import annotations

from functools import lru_cache
from typing import ClassVar

from msgspec.structs import replace

from shmear.cards import JOKERS, SUIT_MASKS, of_bits
from shmear.game.actions import PLAYS, Action, IllegalAction, Play
from shmear.game.over import Over
from shmear.game.scoring import Outcome
from shmear.game.setup import Led, TrumpSuit
from shmear.game.state import Contract, HandState, Phase, PublicHand
from shmear.rules.knobs import CalledCard, FirstLead


@lru_cache(maxsize=1 << 15)
def _plays(legal: int) -> tuple[Action, ...]:
    """The plays of a mask. Few masks make up most of a hand's decisions, so that a bounded cache answers them."""
    return of_bits(PLAYS, legal)


def open_play(state: HandState, public: PublicHand, holdings: tuple[int, ...], discards: tuple[int, ...]) -> HandState:
    """The state before the bidder's first lead."""
    setup, contract = state.setup, public.contract
    assert contract is not None, "the auction is over"
    suit = None if contract.trump is None else setup.trumps[contract.trump]
    seat = contract.bidder
    public = PublicHand(
        public.dealer, Phase.PLAY, seat, public.may_shoot, public.calls, contract, (), (), (0,) * setup.players
    )
    legal = holdings[seat]
    if setup.rules.trump.first_lead is FirstLead.NO_JOKER:
        legal = legal & ~JOKERS or legal
    return Playing(setup, state.deal, public, holdings, discards, legal, suit, None, 0, 0, 0)


class Playing(HandState, frozen=True, gc=False):
    """Somebody is to play a card. The last fields keep what the public part already says, for speed.

    `suit` is trump once known, `led` what the lead settled (None before a lead), `best` and `best_seat` the strength
    of the card that is winning and who played it, `trick` the mask of the cards on the table.
    """

    suit: TrumpSuit | None
    led: Led | None
    best: int
    best_seat: int
    trick: int

    ACTIONS: ClassVar[dict[int, Action]] = PLAYS

    def legal_actions(self) -> tuple[Action, ...]:
        """The cards that may be played, in index order."""
        return _plays(self.legal)

    def apply(self, action: Action) -> HandState:
        """The state after a card is played (§6)."""
        if type(action) is not Play or not action.bit & self.legal:
            raise self.refusal(action)
        setup, public, suit, led = self.setup, self.public, self.suit, self.led
        contract = public.contract
        n = setup.players
        seat: int = public.to_act  # pyright: ignore[reportAssignmentType]
        bit = action.bit
        changed = list(self.holdings)
        changed[seat] ^= bit
        holdings = tuple(changed)
        plays = public.plays + (action.card,)  # noqa: RUF005 (the quicker of the two)
        if led is None:
            if suit is None:
                suit, contract = self._made(action)
            led = suit.led[action.index]
            trick, best, best_seat = bit, led.strength[action.index], seat
        else:
            trick = self.trick | bit
            best, best_seat = led.strength[action.index], seat
            if best <= self.best:
                best, best_seat = self.best, self.best_seat
        turn = seat + 1 if seat + 1 < n else 0
        if len(plays) % n:
            holding = holdings[turn]
            legal = holding & led.allowed or holding
            if len(plays) < n and contract is not None and contract.partner == turn:
                legal = self._called(contract, legal)
            public = PublicHand(
                public.dealer,
                Phase.PLAY,
                turn,
                public.may_shoot,
                public.calls,
                contract,
                plays,
                public.winners,
                public.taken,
            )
            return Playing(setup, self.deal, public, holdings, self.discards, legal, suit, led, best, best_seat, trick)
        changed = list(public.taken)
        changed[best_seat] |= trick
        winners = (*public.winners, best_seat)
        over = len(winners) == setup.tricks
        public = PublicHand(
            public.dealer,
            Phase.OVER if over else Phase.PLAY,
            None if over else best_seat,
            public.may_shoot,
            public.calls,
            contract,
            plays,
            winners,
            tuple(changed),
        )
        if over:
            return Over(setup, self.deal, public, holdings, self.discards, 0, Outcome.PLAYED)
        return Playing(
            setup, self.deal, public, holdings, self.discards, holdings[best_seat], suit, None, 0, best_seat, 0
        )

    def _made(self, action: Play) -> tuple[TrumpSuit, Contract]:
        """The first lead makes its printed suit trump (§4)."""
        contract, printed = self.public.contract, action.card.suit
        assert contract is not None, "the auction is over"
        assert printed is not None, "a joker cannot make trump: check() asks for first_lead no-joker"
        made = replace(contract, trump=int(printed))
        return self.setup.trumps[printed], made

    def _called(self, contract: Contract, legal: int) -> int:
        """What the called partner may play to the first trick (§4)."""
        called = 1 << (contract.called or 0)
        if self.setup.rules.sides.called_card is CalledCard.FIRST_TRICK:
            return called
        return legal & called or legal

    def refusal(self, action: Action) -> IllegalAction:
        """Why a card may not be played."""
        if not isinstance(action, Play):
            return HandState.refusal(self, action)
        seat = self.public.to_act or 0
        why, clause = why_not(self, seat, action)
        return IllegalAction(why, seat=seat, clause=clause)


def why_not(state: Playing, seat: int, action: Play) -> tuple[str, str]:
    """The sentence, with ``{player}``, and the clause by which a seat may not play a card now."""
    holding, led, suit = state.holdings[seat], state.led, state.suit
    contract = state.public.contract
    if not action.bit & holding:
        return f"{{player}} does not hold the {action.card.word}", "6"
    if led is None:
        return "the first lead may not be a joker, for it makes trump", "4"
    if contract is not None and contract.partner == seat and state.legal == 1 << (contract.called or 0):
        called = (contract.called or action.card).word
        return f"{{player}} holds the called {called}, which has to be played in the first trick", "4"
    lead = state.public.plays[len(state.public.winners) * state.setup.players]
    printed = lead.suit
    plain = printed is not None and bool(holding & led.suit & SUIT_MASKS[printed])
    of_trump = suit is not None and bool(led.suit & suit.mask)
    word = printed.one if printed is not None and (plain or not of_trump) else "trump"
    if holding & led.suit:
        if led.allowed != led.suit:
            return f"{{player}} holds a {word} and must play a {word} or a trump", "6"
        return f"{{player}} holds a {word} and must follow", "6"
    return f"{{player}} holds no {word} but a trump, and must play it", "6"
