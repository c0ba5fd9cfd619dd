"""What can be said before a card is played: of a holding, of calls, of discards and called cards."""

from __future__ import annotations

from typing import TYPE_CHECKING

from shmear.bots.known import Known, lowest_for
from shmear.cards import BITS, RANK_MASKS, SUIT_MASKS, mask_of
from shmear.game import Bid, CallCard, DiscardOptions, Forfeit, Pass, Phase, Shoot, View
from shmear.rules.knobs import (
    Decide,
    DiscardsScore,
    Floor,
    Match,
    Partners,
    PointCard,
    PointTo,
    SetCosts,
    ShootSuccess,
)

if TYPE_CHECKING:
    from shmear.bots.claims import Claim, Predicate

PREDICATES: dict[str, Predicate] = {}
"""Each kind of claim and when it is true."""


def _kind(predicate: Predicate) -> Predicate:
    PREDICATES[predicate.__name__.strip("_")] = predicate
    return predicate


def _caller(view: View) -> tuple[int, Bid | Shoot] | None:
    """The seat with the highest call and that call."""
    seat = view.public.high_caller(view.setup.players)
    made = [call for call in view.public.calls if isinstance(call, Bid | Shoot)]
    return None if seat is None else (seat, made[-1])


def _score(view: View, seat: int) -> int:
    """The score of a seat's side."""
    return max(view.scores[one] for one in view.setup.side_of[seat])


def _fixed(view: View) -> bool:
    """Whether sides are known before the play."""
    return view.setup.partners not in (Partners.CALLED, Partners.HIGH_LOW)


def lowest_bid(view: View) -> int:
    """The least that may be bid now, 0 where nothing may."""
    return min((call.points for call in view.legal if isinstance(call, Bid)), default=0)


# A holding with a suit as trump


@_kind
def _high(view: View, claim: Claim) -> bool:
    """The card is held and is High: nothing in the deck is above it, and its player gets the point."""
    known, one = Known(view, claim.suit), claim.cards[0]
    top = next(card for card in reversed(known.trump.order) if BITS[card] & known.trump.high_low)
    highest = known.goes(PointCard.HIGHEST) is PointTo.PLAYER and one == top
    ace = known.goes(PointCard.ACE) is PointTo.PLAYER and one == known.trump.card_for(PointCard.ACE)
    return (highest or ace) and bool(BITS[one] & known.mine)


@_kind
def _low(view: View, claim: Claim) -> bool:
    """The card is held and is Low for its player: everything below it is out of the play."""
    return lowest_for(Known(view, claim.suit), claim.cards[0], PointTo.PLAYER)


@_kind
def _long(view: View, claim: Claim) -> bool:
    """The cards are all the trumps held."""
    known = Known(view, claim.suit)
    return mask_of(claim.cards) == known.mine & known.trump.mask and claim.number == len(claim.cards)


@_kind
def _longest(view: View, claim: Claim) -> bool:
    """The cards are all the trumps held, and every other suit would give fewer."""
    counts = [(mask_of(view.holding) & trump.mask).bit_count() for trump in view.setup.trumps]
    return _long(view, claim) and all(count < claim.number for suit, count in enumerate(counts) if suit != claim.suit)


@_kind
def _guarded(view: View, claim: Claim) -> bool:
    """The jack of trump is held, a point for its taker, and the other cards are all the higher ones held."""
    known, jack = Known(view, claim.suit), claim.cards[0]
    over = known.above(jack) & known.mine
    return (
        jack == known.trump.card_for(PointCard.JACK)
        and jack in known.prizes
        and jack in view.holding
        and (mask_of(claim.cards[1:]) == over != 0)
    )


@_kind
def _over(view: View, claim: Claim) -> bool:
    """So many trumps that others may hold are over the highest held."""
    known = Known(view, claim.suit)
    held = [one for one in reversed(known.trump.order) if BITS[one] & known.mine]
    return (
        bool(held) and held[0] == claim.cards[0] and claim.number == (known.above(held[0]) & known.others).bit_count()
    )


@_kind
def _near(view: View, claim: Claim) -> bool:
    """The same, and they are few."""
    return 0 < claim.number <= 3 and _over(view, claim)


@_kind
def _short(view: View, claim: Claim) -> bool:
    """No printed suit has more cards in the holding."""
    return claim.number == max((mask_of(view.holding) & suit).bit_count() for suit in SUIT_MASKS)


@_kind
def _no_ace(view: View, _claim: Claim) -> bool:
    return not mask_of(view.holding) & RANK_MASKS[12]


# Calls


@_kind
def _partner_bid(view: View, claim: Claim) -> bool:
    """A partner has the highest call: a number, or 0 for a shot."""
    caller = _caller(view)
    if caller is None or not _fixed(view):
        return False
    seat, call = caller
    made = call.points if isinstance(call, Bid) else 0
    return (seat,) == claim.seats and seat in view.setup.side_of[view.seat or 0] and made == claim.number


@_kind
def _rival_goes_out(view: View, claim: Claim) -> bool:
    """Whoever has bid the most, on another side, reaches the target by making that bid."""
    caller = _caller(view)
    if caller is None or not view.scores or not isinstance(caller[1], Bid):
        return False
    seat, bid = caller[0], caller[1].points
    enemy = seat not in view.setup.side_of[view.seat or 0]
    return enemy and (seat,) == claim.seats and bid == claim.number and _reaches(view, seat, bid)


def _reaches(view: View, seat: int, points: int) -> bool:
    return bool(view.scores) and _score(view, seat) + points >= view.setup.rules.match.target


@_kind
def _goes_out(view: View, claim: Claim) -> bool:
    """So many points win the match, for the bidder comes first among those at the target."""
    first = view.setup.rules.match.decide[0] is Decide.BIDDER
    return first and _reaches(view, view.seat or 0, claim.number)


@_kind
def _to_target(view: View, claim: Claim) -> bool:
    """So many points reach the target, where the highest score wins."""
    most = view.setup.rules.match.decide[0] is not Decide.BIDDER
    return most and _reaches(view, view.seat or 0, claim.number)


@_kind
def _no_loss(view: View, _claim: Claim) -> bool:
    """The score is zero and cannot fall."""
    floor = view.setup.rules.scoring.floor is Floor.ZERO
    return floor and bool(view.scores) and _score(view, view.seat or 0) == 0


@_kind
def _stuck(view: View, _claim: Claim) -> bool:
    """Everybody passed and the dealer may not."""
    before = view.phase is Phase.AUCTION and _nobody_bid(view)
    return before and view.seat == view.public.dealer and Pass() not in view.legal


@_kind
def _all_passed(view: View, _claim: Claim) -> bool:
    return _nobody_bid(view)


def _nobody_bid(view: View) -> bool:
    """Whether everybody passed, the dealer apart."""
    calls = view.public.calls
    return len(calls) >= view.setup.players - 1 and all(isinstance(call, Pass) for call in calls)


@_kind
def _last_call(view: View, claim: Claim) -> bool:
    """Nobody calls after this seat, and the number is the least that it may bid."""
    last = view.phase is Phase.AUCTION and view.seat == view.public.dealer
    return last and Pass() in view.legal and claim.number == lowest_bid(view) != 0


@_kind
def _least(view: View, claim: Claim) -> bool:
    return claim.number == lowest_bid(view) != 0


@_kind
def _no_overbid(view: View, claim: Claim) -> bool:
    """The number is the highest bid, and nobody to come may shoot or match it."""
    public, auction, players = view.public, view.setup.rules.auction, view.setup.players
    if claim.number != auction.maximum or Bid(claim.number) not in view.legal:
        return False
    if auction.maximum_ends or view.seat == public.dealer:
        return True
    after = [(view.seat or 0) + step for step in range(1, players - len(public.calls))]
    shots = any(public.may_shoot >> (seat % players) & 1 for seat in after)
    return not shots and auction.may_match is Match.NOBODY


@_kind
def _price(view: View, claim: Claim) -> bool:
    """Somebody else has bid, and it takes so much to get the bid."""
    return _caller(view) is not None and claim.number == lowest_bid(view) != 0


@_kind
def _too_dear(view: View, claim: Claim) -> bool:
    """No number may be bid any more after the highest."""
    caller = _caller(view)
    return (
        caller is not None and isinstance(caller[1], Bid) and (caller[1].points, lowest_bid(view)) == (claim.number, 0)
    )


@_kind
def _after_shot(view: View, claim: Claim) -> bool:
    """Somebody shoots, and nobody can overcall that."""
    caller = _caller(view)
    return caller is not None and isinstance(caller[1], Shoot) and (caller[0],) == claim.seats


@_kind
def _shot_wins(view: View, _claim: Claim) -> bool:
    """A shot that succeeds wins the match at once."""
    if not view.scores:
        return False
    success, score = view.setup.rules.shoot.success, view.scores[view.seat or 0]
    return Shoot() in view.legal and (success is ShootSuccess.MATCH or score >= 0)


@_kind
def _forfeit(view: View, claim: Claim) -> bool:
    """A forfeit costs so much, no more than a set at the lowest bid."""
    rules = view.setup.rules
    costs = rules.auction.maximum if rules.scoring.set_costs is SetCosts.MAXIMUM else rules.auction.minimum
    chips = rules.auction.forfeit_smucks <= rules.scoring.set_smucks
    return Forfeit() in view.legal and claim.number == rules.auction.forfeit <= costs and chips


# Between auction and play; the cards are those discarded


@_kind
def _keeps_trumps(view: View, claim: Claim) -> bool:
    known = Known(view, claim.suit)
    return bool(known.mine & known.trump.mask) and not mask_of(claim.cards) & known.trump.mask


@_kind
def _keeps_aces(view: View, claim: Claim) -> bool:
    """So many fail aces are held, and none of them is among the cards."""
    known = Known(view, claim.suit)
    aces = known.mine & RANK_MASKS[12] & ~known.trump.mask
    return claim.number == aces.bit_count() > 0 and not mask_of(claim.cards) & aces


@_kind
def _throws(view: View, claim: Claim) -> bool:
    """The cards are worth nothing to anybody who might have taken them."""
    return Known(view, claim.suit).idle(mask_of(claim.cards))


@_kind
def _buries(view: View, claim: Claim) -> bool:
    """The cards hold so many counting points, and the bidder's discards count for the bidder."""
    bury = view.setup.rules.exchange.discards_score is DiscardsScore.BIDDER and view.contract is not None
    counted = sum(value * (mask & mask_of(claim.cards)).bit_count() for value, mask in view.setup.counting)
    return bury and view.contract is not None and view.contract.bidder == view.seat and counted == claim.number > 0


@_kind
def _too_many(view: View, _claim: Claim) -> bool:
    """More trumps are held than may be kept, so that every fail goes."""
    return isinstance(view.legal, DiscardOptions) and bool(view.legal.must)


@_kind
def _missing(view: View, claim: Claim) -> bool:
    """The card is the highest trump that the seat neither holds nor was dealt."""
    trump = view.setup.trumps[claim.suit or 0]
    had = mask_of(view.holding) | mask_of(view.dealt) | mask_of(view.kitty)
    lacked = [one for one in trump.order if not BITS[one] & had]
    return CallCard(claim.cards[0]) in view.legal and lacked[-1] == claim.cards[0]
