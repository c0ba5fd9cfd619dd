"""What can be said of a card that is to be played: of the trick, of trumps that are out, of the bid."""

from __future__ import annotations

from typing import TYPE_CHECKING

from shmear.bots.known import Known, lowest_for
from shmear.bots.scene import friends_of
from shmear.cards import BITS, RANKS, Card, cards_of, mask_of
from shmear.game import Play, View
from shmear.rules.knobs import Partners, PointCard, PointTo

if TYPE_CHECKING:
    from shmear.bots.claims import Claim, Predicate

PREDICATES: dict[str, Predicate] = {}
"""Each kind of claim and when it is true."""


def _kind(predicate: Predicate) -> Predicate:
    PREDICATES[predicate.__name__.strip("_")] = predicate
    return predicate


# Play; the first card is the one to be played


@_kind
def _last_card(view: View, _claim: Claim) -> bool:
    return len(view.holding) == 1


@_kind
def _only(view: View, _claim: Claim) -> bool:
    return len(view.legal) == 1


@_kind
def _only_one(view: View, claim: Claim) -> bool:
    """A fail was led, and the card is the only one held of its suit."""
    known, one = Known(view), claim.cards[0]
    led = known.led(one).suit
    return bool(view.trick) and not led & known.trump.mask and known.mine & led == BITS[one]


@_kind
def _only_trump(view: View, claim: Claim) -> bool:
    """The card is the only trump held."""
    known = Known(view)
    return known.mine & known.trump.mask == BITS[claim.cards[0]]


@_kind
def _called(view: View, claim: Claim) -> bool:
    """The card was called, and its holder has no choice in the first trick."""
    contract = view.contract
    called = contract is not None and contract.partner == view.seat and contract.called == claim.cards[0]
    return called and len(view.legal) == 1 and len(view.holding) > 1 and not view.public.winners


@_kind
def _beats(view: View, claim: Claim) -> bool:
    """The card beats what lies on the table."""
    return bool(view.trick) and Known(view).beats(claim.cards[0])


@_kind
def _sure(view: View, claim: Claim) -> bool:
    """The card beats the table, and nobody to come can beat it."""
    known = Known(view)
    return bool(known.to_come) and known.stands(claim.cards[0], known.to_come)


@_kind
def _last_to_play(view: View, claim: Claim) -> bool:
    known = Known(view)
    return not known.to_come and known.beats(claim.cards[0])


@_kind
def _higher(view: View, claim: Claim) -> bool:
    """So many trumps that others may hold are over a trump in hand."""
    known, one = Known(view), claim.cards[0]
    held = bool(BITS[one] & known.trump.mask & known.mine)
    return held and claim.number == (known.above(one) & known.others).bit_count() > 0


@_kind
def _gone(view: View, claim: Claim) -> bool:
    """So many trumps over a trump in hand have been played, and others can hold none that is."""
    known, one = Known(view), claim.cards[0]
    above = known.above(one)
    held = bool(BITS[one] & known.trump.mask & known.mine)
    return held and not above & known.others and claim.number == (above & known.played).bit_count() > 0


@_kind
def _no_trump(view: View, claim: Claim) -> bool:
    """Some seats have shown that they hold no trump."""
    known = Known(view)
    return bool(claim.seats) and all(
        not known.trump.mask & ~known.lacking[seat] and seat != known.seat for seat in claim.seats
    )


@_kind
def _trumps_out(view: View, claim: Claim) -> bool:
    """So many trumps are in others' hands, for no unseen card can be elsewhere."""
    known = Known(view)
    held = sum(count for seat, count in enumerate(view.counts) if seat != known.seat)
    return known.others.bit_count() == held and claim.number == (known.others & known.trump.mask).bit_count() > 0


@_kind
def _up_to(view: View, claim: Claim) -> bool:
    """So many trumps are unseen: others hold them, or they are asleep or laid away."""
    known = Known(view)
    held = sum(count for seat, count in enumerate(view.counts) if seat != known.seat)
    return known.others.bit_count() > held and claim.number == (known.others & known.trump.mask).bit_count() > 0


@_kind
def _drawn(view: View, _claim: Claim) -> bool:
    """Nobody else can hold a trump."""
    known = Known(view)
    return not any(known.may_hold(seat) & known.trump.mask for seat in range(known.players) if seat != known.seat)


@_kind
def _partner_wins(view: View, claim: Claim) -> bool:
    """A partner's card is the best on the table, and no rival to come can beat it."""
    known, seat = Known(view), view.winning
    if not _partner_ahead(view, claim) or seat is None or view.public.leader is None:
        return False
    one = view.trick[(seat - view.public.leader) % known.players]
    return (one,) == claim.cards and not known.can_beat(known.rivals, known.led(one), known.best)


@_kind
def _partner_ahead(view: View, claim: Claim) -> bool:
    """A partner's card is the best on the table."""
    known, seat = Known(view), view.winning
    return seat is not None and (seat,) == claim.seats and seat in known.friends - {known.seat}


@_kind
def _counts(view: View, claim: Claim) -> bool:
    """The card brings so many counting points."""
    return claim.number == Known(view).counting(BITS[claim.cards[0]]) > 0


@_kind
def _prize(view: View, claim: Claim) -> bool:
    """The card is a point for whoever takes it."""
    return claim.cards[0] in Known(view).prizes


@_kind
def _home(view: View, claim: Claim) -> bool:
    """The card is a point for its taker, and nobody can take it from its player."""
    known, one = Known(view), claim.cards[0]
    return one in known.prizes and known.stands(one, known.to_come)


@_kind
def _kept(view: View, claim: Claim) -> bool:
    """A prize, or what may be Low for its taker, stays in hand while so many trumps over it may be out."""
    known, one = Known(view), claim.cards[0]
    low = lowest_for(known, one, PointTo.TAKER)
    return (
        one in view.holding
        and (low or one in known.prizes)
        and claim.number == (known.above(one) & known.others).bit_count() > 0
    )


@_kind
def _hunts(view: View, claim: Claim) -> bool:
    """The other cards are all the prizes that others may hold and that a lead of the card, a trump in hand, beats."""
    known, one = Known(view), claim.cards[0]
    below = known.trump.mask & ~known.above(one) & ~BITS[one] & known.others
    found = [prize for prize in known.prizes if BITS[prize] & below and known.trump.height[prize]]
    return bool(BITS[one] & known.trump.mask & known.mine) and bool(found) and set(claim.cards[1:]) == set(found)


@_kind
def _hunts_low(view: View, claim: Claim) -> bool:
    """Low is for its taker, and others may hold a trump that would be it, below a trump in hand."""
    known, one = Known(view), claim.cards[0]
    ranked = known.trump.high_low & ~known.above(one) & ~BITS[one]
    order = [card for card in known.trump.order if BITS[card] & ranked & (known.others | known.mine | known.played)]
    taker = known.goes(PointCard.LOWEST) is PointTo.TAKER
    held = bool(BITS[one] & known.trump.mask & known.mine)
    return taker and held and bool(order) and bool(BITS[order[0]] & known.others)


@_kind
def _cannot_take(view: View, _claim: Claim) -> bool:
    """No card that may be played beats the table."""
    known = Known(view)
    return bool(view.trick) and not any(isinstance(one, Play) and known.beats(one.card) for one in view.legal)


@_kind
def _cheapest(view: View, claim: Claim) -> bool:
    """Of several cards that beat the table the card is the weakest."""
    known, strength = Known(view), Known(view).led(claim.cards[0]).strength
    winning = [one.card for one in view.legal if isinstance(one, Play) and known.beats(one.card)]
    mine = strength[claim.cards[0]]
    weakest = all(strength[one] > mine for one in winning if one != claim.cards[0])
    return bool(view.trick) and len(winning) > 1 and claim.cards[0] in winning and weakest


@_kind
def _empty(view: View, _claim: Claim) -> bool:
    """What lies on the table is worth nothing to its taker."""
    return bool(view.trick) and Known(view).idle(mask_of(view.trick))


@_kind
def _rich(view: View, claim: Claim) -> bool:
    """So many counting points lie on the table."""
    return claim.number == Known(view).counting(mask_of(view.trick)) > 0


@_kind
def _on_table(view: View, claim: Claim) -> bool:
    """The cards are all the prizes on the table."""
    known = Known(view)
    lying = [one for one in view.trick if one in known.prizes]
    return bool(lying) and set(lying) == set(claim.cards)


@_kind
def _void(view: View, claim: Claim) -> bool:
    """A fail was led of which nothing is held; the suit is its number."""
    known = Known(view)
    fail = bool(view.trick) and not BITS[view.trick[0]] & known.trump.mask
    return fail and view.trick[0].suit == claim.suit and not known.mine & known.led(view.trick[0]).suit


@_kind
def _ruffs(view: View, claim: Claim) -> bool:
    """The same, and the card is a trump that beats the table."""
    known, one = Known(view), claim.cards[0]
    return _void(view, claim) and bool(BITS[one] & known.trump.mask) and known.beats(one)


@_kind
def _top_fail(view: View, claim: Claim) -> bool:
    """The card is a fail, and no higher one of its suit can be held by anybody."""
    known, one = Known(view), claim.cards[0]
    led = known.trump.led[one]
    higher = [
        other for other in cards_of((known.others | known.mine) & led.suit) if led.strength[other] > led.strength[one]
    ]
    return not BITS[one] & known.trump.mask and not higher


@_kind
def _smallest(view: View, claim: Claim) -> bool:
    """The card is the lowest of several trumps in hand."""
    known, one = Known(view), claim.cards[0]
    held = known.mine & known.trump.mask
    lowest = all(known.trump.height[other] >= known.trump.height[one] for other in cards_of(held))
    return bool(BITS[one] & held) and held.bit_count() > 1 and lowest


@_kind
def _idle(view: View, claim: Claim) -> bool:
    """The card is worth nothing to whoever takes it."""
    return Known(view).idle(BITS[claim.cards[0]])


@_kind
def _least_worth(view: View, claim: Claim) -> bool:
    """Of several cards the card brings whoever takes it no more than any other that may be played."""
    known, one = Known(view), claim.cards[0]
    could = [action.card for action in view.legal if isinstance(action, Play)]
    worth = {card: (known.prizes.get(card, 0), known.counting(BITS[card])) for card in could}
    least = all(worth[one][0] <= prize and worth[one][1] <= count for prize, count in worth.values())
    return one in could and len(could) > 1 and least


@_kind
def _saves(view: View, claim: Claim) -> bool:
    """The second card could be played and stays in hand, and outranks the first: a trump, or of the same suit."""
    known, (one, kept) = Known(view), claim.cards
    height = known.trump.height
    fail = not height[one] and not height[kept] and one.suit == kept.suit and rank_of(kept) > rank_of(one)
    return {Play(one), Play(kept)} <= set(view.legal) and (height[kept] > height[one] or fail)


@_kind
def _best_held(view: View, claim: Claim) -> bool:
    """The card is the highest of several trumps in hand."""
    known, one = Known(view), claim.cards[0]
    held = known.mine & known.trump.mask
    return bool(BITS[one] & held) and held.bit_count() > 1 and not known.above(one) & held


# The bid


@_kind
def _made(view: View, _claim: Claim) -> bool:
    """The points that are safe with the bidder's side are enough."""
    contract = view.contract
    return _settled(view) and contract is not None and not contract.shooting and Known(view).home()[0] >= contract.bid


@_kind
def _beaten(view: View, _claim: Claim) -> bool:
    """So many points are safe with others that the bidder's side cannot make the bid."""
    contract = view.contract
    left = view.setup.rules.total_points - (Known(view).home()[1] if _settled(view) else 0)
    return _settled(view) and contract is not None and left < contract.bid


def _settled(view: View) -> bool:
    """Whether it is known who plays with the bidder, and trump."""
    contract, partners = view.contract, view.setup.partners
    if contract is None or contract.trump is None or partners is Partners.HIGH_LOW:
        return False
    return partners is not Partners.CALLED or contract.called is not None


@_kind
def _needs(view: View, claim: Claim) -> bool:
    """The bidder's side needs so many points beyond those that are safe; the seat is the bidder."""
    contract = view.contract
    if not _settled(view) or contract is None or contract.shooting or _beaten(view, claim):
        return False
    return (contract.bidder,) == claim.seats and claim.number == contract.bid - Known(view).home()[0] > 0


@_kind
def _bidder_goes_out(view: View, claim: Claim) -> bool:
    """The bidder, of another side, reaches the target by making the bid."""
    contract = view.contract
    if contract is None or contract.shooting or not view.scores or contract.bidder in friends_of(view, view.seat or 0):
        return False
    score = max(view.scores[seat] for seat in view.setup.side_of[contract.bidder])
    out = score + contract.bid >= view.setup.rules.match.target
    return (contract.bidder,) == claim.seats and contract.bid == claim.number and out


@_kind
def _makes_it(view: View, claim: Claim) -> bool:
    """The bidder's side takes the trick for sure with the card, and the prizes in it make the bid."""
    contract, known = view.contract, Known(view)
    if not _settled(view) or contract is None or contract.shooting or known.seat not in known.bidders:
        return False
    safe = known.home()[0]
    return safe < contract.bid <= safe + _taking(known, claim.cards[0])


@_kind
def _sets_it(view: View, claim: Claim) -> bool:
    """The bidder's rivals take the trick for sure with the card, and the prizes in it set the bidder."""
    contract, known = view.contract, Known(view)
    if not _settled(view) or contract is None or known.seat in known.bidders:
        return False
    left = view.setup.rules.total_points - known.home()[1]
    return left >= contract.bid > left - _taking(known, claim.cards[0])


def _taking(known: Known, one: Card) -> int:
    """The points of the prizes that a card takes for sure, its own with them."""
    if not known.stands(one, known.to_come):
        return 0
    return sum(known.prizes.get(card, 0) for card in (*known.view.trick, one))


def rank_of(one: Card) -> int:
    """A card's rank as a number, jokers lowest."""
    return RANKS.index(one.rank) if one.rank else -1
