"""The novice: a player by the rules of thumb that rule sheets give, at any game."""

from __future__ import annotations

import random

from shmear.bots.appraisal import Appraisal, best_suit, keep
from shmear.bots.cardplay import best_card
from shmear.bots.protocol import Decision
from shmear.bots.scene import Scene, suits_to_lead
from shmear.cards import Card, mask_of
from shmear.game import (
    Action,
    Bid,
    CallCard,
    Discard,
    DiscardOptions,
    Forfeit,
    NameTrump,
    Pass,
    Phase,
    Play,
    Shoot,
    View,
)
from shmear.rules.knobs import Discards, Partners, SetCosts, ShootNeeds, TrumpMade

SURE = 0.58
"""How likely a bid must be made before the novice bids it."""
LAST = 0.5
"""The same for the last caller, who buys the hand at the lowest price."""
OVER_PARTNER = 0.8
"""The same over a partner's bid."""
MOON = 0.9
"""How likely every point must be before the novice shoots."""
MOON_AND_TRICKS = 0.97
"""The same where it takes every trick too."""
KITTIES = 10
"""How many kitties the novice imagines before it bids for one."""


class Novice:
    """Bids what it is likely to take, leads high trumps, gives counting cards to friends and saves the jack.

    It reads the rule set and never its name; it counts the cards that it has seen, and no others.
    """

    name: str = "novice"

    def act(self, view: View, rng: random.Random) -> Action:
        """A legal action."""
        if len(view.legal) == 1:
            return view.legal[0]
        match view.phase:
            case Phase.AUCTION | Phase.DEALER_CHOICE:
                return _call(view, rng)
            case Phase.TRUMP:
                return NameTrump(_suit(view).suit)
            case Phase.DISCARD:
                return _discard(view)
            case Phase.CALL:
                return _partner(view)
            case _:
                return _play(view)

    def explain(self, view: View, rng: random.Random) -> Decision:
        """What it does with the same view and chance, and what a player with more patience would think of it."""
        from shmear.bots.thinker import estimated  # noqa: PLC0415 - it brings the kernel, which takes a while to load

        return estimated(view, self.act(view, rng), rng)


# Calls


def _call(view: View, rng: random.Random) -> Action:
    bids = [call for call in view.legal if isinstance(call, Bid)]
    partner_bids = _partner_has_bid(view)
    helpers = _helpers(view)
    lowest = bids[0].points if bids else view.setup.rules.total_points
    wanted = _imagined(view, rng, lowest, helpers)
    moon = MOON_AND_TRICKS if view.setup.rules.shoot.needs is ShootNeeds.TRICKS else MOON
    if Shoot() in view.legal and wanted(view.setup.rules.total_points, True) >= moon:
        return Shoot()
    if view.phase is Phase.DEALER_CHOICE:
        return _choice(view, bids, wanted(lowest, False))
    if Pass() not in view.legal:
        return bids[0]
    last = view.seat == view.public.dealer
    sure = OVER_PARTNER if partner_bids else LAST if last else SURE
    good = [bid for bid in bids if wanted(bid.points, False) >= sure]
    if not good:
        return Pass()
    return good[0] if last else good[-1]


def _choice(view: View, bids: list[Bid], chance: float) -> Action:
    """The dealer plays where that is likely to cost less than the forfeit."""
    rules = view.setup.rules
    if Forfeit() not in view.legal:
        return bids[0]
    costs = rules.auction.maximum if rules.scoring.set_costs is SetCosts.MAXIMUM else bids[0].points
    costs += rules.scoring.set_smucks
    forfeit = rules.auction.forfeit + rules.auction.forfeit_smucks
    return bids[0] if chance * bids[0].points - (1 - chance) * costs >= -forfeit else Forfeit()


def _helpers(view: View) -> float:
    """How many partners would help a bid; a partner who has bid counts for more, one who has passed for less."""
    setup = view.setup
    if setup.partners is Partners.CALLED:
        return 0.8
    if setup.partners is Partners.HIGH_LOW or view.seat is None:
        return 0.5 if setup.partners is Partners.HIGH_LOW else 0.0
    found = 0.0
    for seat in setup.side_of[view.seat]:
        if seat != view.seat:
            calls = view.public.calls_by(seat, setup.players)
            found += 1.0 if not calls else 0.7 if isinstance(calls[0], Pass) else 1.6
    return found


def _partner_has_bid(view: View) -> bool:
    """Whether the highest call so far is a partner's."""
    if view.seat is None or view.setup.partners in (Partners.CALLED, Partners.HIGH_LOW):
        return False
    seat = view.public.high_caller(view.setup.players)
    return seat is not None and seat in view.setup.side_of[view.seat]


class _Wanted:
    """The chance of so many points, over some imagined kitties (one without cards where there is no kitty)."""

    def __init__(self, plain: list[Appraisal], kitties: list[Appraisal]) -> None:
        self.plain, self.kitties = plain, kitties

    def __call__(self, points: int, shot: bool) -> float:
        cases = self.plain if shot or not self.kitties else self.kitties
        return sum(one.chance(points) for one in cases) / len(cases)


def _imagined(view: View, rng: random.Random, lowest: int, helpers: float) -> _Wanted:
    setup = view.setup
    cards = mask_of(view.dealt)
    unseen = setup.deck_mask & ~cards
    suits = range(4) if setup.rules.trump.made is TrumpMade.NAMED else _printed(cards)
    plain = best_suit(setup, cards, unseen, lowest, helpers, suits)
    size = setup.kitty_size if setup.rules.exchange.discards is not Discards.NONE else 0
    if not size:
        return _Wanted([plain], [])
    named = setup.rules.trump.made is TrumpMade.NAMED
    pool = [one for one in setup.deck if not cards >> one & 1]
    found: list[Appraisal] = []
    for _ in range(KITTIES):
        kitty = mask_of(rng.sample(pool, size))
        among = [plain.suit] if named else _longest(cards | kitty)
        found.append(best_suit(setup, cards | kitty, unseen & ~kitty, lowest, helpers, among))
    return _Wanted([plain], found)


def _printed(cards: int) -> list[int]:
    return [suit for suit in range(4) if cards >> (13 * suit) & 0x1FFF] or list(range(4))


def _longest(cards: int) -> list[int]:
    """The two suits with the most cards."""
    return sorted(range(4), key=lambda suit: -(cards >> (13 * suit) & 0x1FFF).bit_count())[:2]


# Trump and the exchange


def _suit(view: View, among: list[int] | None = None) -> Appraisal:
    """The best trump suit for the bidder as the holding is now."""
    contract = view.contract
    assert contract is not None, "the auction is over"
    cards = mask_of(view.holding)
    unseen = view.setup.deck_mask & ~cards & ~mask_of(view.discards)
    return best_suit(view.setup, cards, unseen, contract.bid, _helpers(view), among or list(range(4)))


def _discard(view: View) -> Action:
    options = view.legal
    assert isinstance(options, DiscardOptions), "it is time to discard"
    setup, contract = view.setup, view.contract
    cards = mask_of(view.holding)
    bidding = contract is not None and contract.bidder == view.seat
    if view.trump is not None:
        suit = int(view.trump.suit)
    elif bidding:
        suit = _suit(view, _printed(cards)).suit
    else:
        suit = max(range(4), key=lambda one: (cards >> (13 * one) & 0x1FFF).bit_count())
    kept = keep(setup, options.pool, suit, options.pool.bit_count() - options.free, bury=bidding)
    return Discard(options.must | options.pool & ~kept)


def _partner(view: View) -> Action:
    """The highest trump that is missing, else the highest card."""
    calls = [call for call in view.legal if isinstance(call, CallCard)]
    trump = view.trump
    if trump is None:
        trump = view.setup.trumps[_suit(view, _printed(mask_of(view.holding))).suit]
    return max(calls, key=lambda call: (trump.height[call.card], int(call.card) % 13, -int(call.card)))


# Play


def _play(view: View) -> Action:
    cards: list[Card] = [action.card for action in view.legal if isinstance(action, Play)]
    trump = view.trump
    if trump is None:
        suit = _suit(view, suits_to_lead(view)).suit
        trump = view.setup.trumps[suit]
        cards = [one for one in cards if one.suit == suit] or cards
    return Play(best_card(Scene(view, trump), cards))
