"""The auction: one round from the dealer's left (§3), and the dealer's choice where everybody passed."""

from __future__ import annotations

from typing import ClassVar

from msgspec.structs import replace

from shmear.game.actions import CALLS, Action, Bid, Forfeit, IllegalAction, Pass, Shoot
from shmear.game.exchange import after_auction
from shmear.game.over import finish
from shmear.game.scoring import Outcome
from shmear.game.setup import Deal, Setup
from shmear.game.state import Contract, HandState, Phase, PublicHand, after
from shmear.rules.knobs import AllPass, Match

_PASSED, _SHOT = Pass(), Shoot()
_PASS, _SHOOT, _FORFEIT = _PASSED.bit, _SHOT.bit, Forfeit().bit
_CALLS = (Bid, Pass, Shoot)
_CHOICES = (Bid, Forfeit, Shoot)


def open_hand(setup: Setup, deal: Deal, dealer: int, may_shoot: int = 0) -> HandState:
    """A dealt hand before its first call. `may_shoot` is the mask of the seats that may shoot (§3)."""
    seat = after(dealer, setup.players)
    nothing = (0,) * setup.players
    public = PublicHand(dealer, Phase.AUCTION, seat, may_shoot, (), None, (), (), nothing)
    return Auction(setup, deal, public, deal.masks(), nothing, _legal(setup, public))


def _legal(setup: Setup, public: PublicHand) -> int:
    """The mask of the calls that the seat to act may make."""
    seat, calls = public.to_act, public.calls
    if seat is None or _SHOT in calls:
        return _PASS
    auction = setup.rules.auction
    high, dealing = _high(calls), seat == public.dealer
    lowest = _lowest(setup, public)
    legal = (2 << auction.maximum) - (1 << lowest) if lowest <= auction.maximum else 0
    if high or not dealing or auction.all_pass is not AllPass.STUCK:
        legal |= _PASS
    if public.may_shoot >> seat & 1:
        legal |= _SHOOT
    return legal


def _lowest(setup: Setup, public: PublicHand) -> int:
    """The lowest number that beats the bids so far, or matches them where the dealer may."""
    high, auction = _high(public.calls), setup.rules.auction
    matching = high > 0 and auction.may_match is Match.DEALER and public.to_act == public.dealer
    return high if matching else max(auction.minimum, high + 1)


def _high(calls: tuple[Action, ...]) -> int:
    """The highest number bid, which is the last; 0 where nobody has bid."""
    for call in reversed(calls):
        if type(call) is Bid:
            return call.points
    return 0


class Auction(HandState, frozen=True, gc=False):
    """Somebody is to bid, pass or shoot."""

    ACTIONS: ClassVar[dict[int, Action]] = CALLS

    def apply(self, action: Action) -> HandState:
        """The state after a call (§3)."""
        if not isinstance(action, _CALLS) or not action.bit & self.legal:
            raise self.refusal(action)
        setup, public = self.setup, self.public
        auction = setup.rules.auction
        calls = (*public.calls, action)
        said = len(calls)
        if isinstance(action, Bid) and action.points == auction.maximum and auction.maximum_ends:
            return self._contract(calls)
        nobody = calls.count(_PASSED) == said
        if nobody and auction.all_pass is AllPass.REDEAL_BEFORE_DEALER and said == setup.players - 1:
            return finish(self, replace(public, calls=calls), Outcome.REDEAL)
        if said < setup.players:
            public = replace(public, calls=calls, to_act=after(public.to_act or 0, setup.players))
            return Auction(setup, self.deal, public, self.holdings, self.discards, _legal(setup, public))
        if not nobody:
            return self._contract(calls)
        public = replace(public, calls=calls, to_act=public.dealer, phase=Phase.DEALER_CHOICE)
        if auction.all_pass is not AllPass.CHOOSES:
            return finish(self, public, Outcome.REDEAL)
        legal = 1 << auction.minimum | _FORFEIT | (_SHOOT if public.may_shoot >> public.dealer & 1 else 0)
        return DealerChoice(setup, self.deal, public, self.holdings, self.discards, legal)

    def _contract(self, calls: tuple[Action, ...]) -> HandState:
        """The auction is over: the last bid or the shot stands (a later call is higher, or a pass)."""
        public, n = replace(self.public, calls=calls), self.setup.players
        bidder = public.high_caller(n)
        assert bidder is not None, "somebody has bid"
        return _taken(self, public, bidder, public.calls_by(bidder, n)[0])

    def refusal(self, action: Action) -> IllegalAction:
        """Why a call is refused."""
        seat, auction = self.public.to_act, self.setup.rules.auction
        if not isinstance(action, _CALLS):
            return HandState.refusal(self, action)
        if _SHOT in self.public.calls:
            return IllegalAction("nobody can overcall a shooter, {player} may only pass", seat=seat, clause="3")
        if isinstance(action, Pass):
            why = f"everybody passed, and {{player}} as dealer has to bid {auction.minimum} or more"
        elif isinstance(action, Shoot):
            why = _no_shot(self.setup)
        elif action.points > auction.maximum:
            why = f"the highest bid is {auction.maximum}, {{player}} may not bid {action.points}"
        elif action.points < auction.minimum:
            why = f"the lowest bid is {auction.minimum}, {{player}} may not bid {action.points}"
        else:
            lowest, high = _lowest(self.setup, self.public), _high(self.public.calls)
            why = f"{{player}} has to bid {f'{high} or more' if lowest == high else f'more than {high}'}, or pass"
            if lowest > auction.maximum:
                why = f"after a bid of {auction.maximum}, the highest there is, {{player}} may not bid"
        return IllegalAction(why, seat=seat, clause="3")


def _no_shot(setup: Setup) -> str:
    """Why a player may not shoot."""
    shoot = setup.rules.shoot
    if not shoot.allowed:
        return "there is no shooting in this game"
    first = "the first hand of the match or " if shoot.first_hand else ""
    return f"{{player}} may not shoot: it takes {first}a score of {shoot.from_score}"


class DealerChoice(HandState, frozen=True, gc=False):
    """Everybody passed: the dealer plays at the minimum, shoots or forfeits (§3)."""

    ACTIONS: ClassVar[dict[int, Action]] = CALLS

    def apply(self, action: Action) -> HandState:
        """The state after the dealer's choice."""
        if not isinstance(action, _CHOICES) or not action.bit & self.legal:
            raise self.refusal(action)
        public = replace(self.public, calls=(*self.public.calls, action))
        if isinstance(action, Forfeit):
            return finish(self, public, Outcome.FORFEIT)
        return _taken(self, public, public.dealer, action)

    def refusal(self, action: Action) -> IllegalAction:
        """Why a choice is refused."""
        if not isinstance(action, Bid | Forfeit | Shoot | Pass):
            return HandState.refusal(self, action)
        choices = " or ".join(str(one) for one in self.legal_actions())
        return IllegalAction(
            f"everybody passed, and {{player}} as dealer chooses: {choices}", seat=self.public.dealer, clause="3"
        )


def _taken(state: HandState, public: PublicHand, bidder: int, call: Action) -> HandState:
    shooting = isinstance(call, Shoot)
    bid = call.points if isinstance(call, Bid) else state.setup.rules.total_points
    return after_auction(state, replace(public, contract=Contract(bidder, bid, shooting)))
