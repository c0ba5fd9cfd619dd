"""Why an action: claims that hold in the position and bear on the action, and one plain sentence made of them.

For each kind of decision there are two lists of claims that would bear on it, the weightier first. The first claim of
the one list that holds opens the sentence, the first of the other that adds something closes it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from shmear.bots.appraisal import best_suit
from shmear.bots.claims import Claim
from shmear.bots.known import Known
from shmear.bots.protocol import Estimate
from shmear.bots.saying import PLAIN, Names, seats_of, sentence
from shmear.cards import BITS, SUIT_MASKS, Card, cards_of, mask_of
from shmear.game import Action, Bid, CallCard, Discard, Forfeit, NameTrump, Pass, Phase, Play, Shoot, View
from shmear.rules.knobs import PointCard, TrumpMade

RICH = 10
"""From how many counting points on the table on they are a reason to take a trick."""


LONG = 3
"""From how many trumps on a holding is long enough to speak for it."""


class Reason(NamedTuple):
    """What speaks for an action: claims, every one of which holds, and the sentence that says them."""

    claims: tuple[Claim, ...]
    sentence: str


def why(view: View, estimates: Sequence[Estimate], names: Names | None = None) -> str:
    """The reason for the first of some estimates, as one sentence.

    `names` says how to speak of a seat; where none is given the others are the bidder, the partner, the player on the
    left and so on.
    """
    return reasons(view, estimates, names).sentence


def reasons(view: View, estimates: Sequence[Estimate], names: Names | None = None) -> Reason:
    """The reason for the first of some estimates: its claims and its sentence."""
    action = estimates[0].action
    claims = next(_told(view, action), ())
    return Reason(claims, sentence(claims, names or seats_of(view)) if claims else PLAIN)


Lists = tuple[Iterable[Claim], Iterable[Claim]]


def _told(view: View, action: Action) -> Iterator[tuple[Claim, ...]]:
    """The claims to be told of an action, from the lists that bear on it."""
    for first, second in _lists(view, action):
        opening = next((one for one in first if one.holds(view)), None)
        if opening is not None:
            closing = next((one for one in second if one.kind not in _says(opening) and one.holds(view)), None)
            yield (opening,) if closing is None else (opening, closing)


SAME = (
    ("long", "longest"),
    ("long", "near"),
    ("longest", "near"),
    ("stuck", "least"),
    ("drawn", "no_trump"),
)
"""Kinds of which the second adds nothing to the first, or the first to the second."""


def _says(claim: Claim) -> set[str]:
    """The kinds that would add nothing to a claim."""
    return {claim.kind}.union(*(pair for pair in SAME if claim.kind in pair))


def _lists(view: View, action: Action) -> Iterator[Lists]:
    if len(view.legal) == 1 and isinstance(action, Play):
        yield from _forced(view, action.card)
    match action:
        case Bid() | Shoot() | Pass() | Forfeit():
            yield from _call(view, action)
        case NameTrump():
            yield _suit(view, int(action.suit))
        case Discard():
            yield from _discard(view, action)
        case CallCard():
            yield from _partner(view, action)
        case Play() if view.trump is None and action.card.suit is not None:
            yield _suit(view, int(action.card.suit))
        case Play() if view.trump is not None:
            yield from _follow(view, action.card) if view.trick else _lead(view, action.card)
        case _:
            pass


def _forced(view: View, one: Card) -> Iterator[Lists]:
    """Where there is no choice."""
    yield [Claim("last_card")], ()
    if view.trick and view.trump is not None:
        led = view.trick[0].suit
        yield [Claim("called", (one,)), Claim("only_one", (one,))], ()
        if led is not None:
            yield [Claim("void", suit=int(led))], [Claim("only_trump", (one,))]
        yield [Claim("only_trump", (one,))], ()
    yield [Claim("only")], ()


# A suit as trump


def _suit(view: View, suit: int) -> Lists:
    return _strength(view, suit), [*_more(view, suit), *_length(view, suit)]


def _strength(view: View, suit: int) -> list[Claim]:
    """What speaks for a suit: High for sure, then its length, then how few are higher."""
    near = [Claim("near", one.cards, number=one.number, suit=suit) for one in _over(view, suit)]
    return [*_high(view, suit), *_length(view, suit), *near]


def _high(view: View, suit: int) -> list[Claim]:
    held = _held(view, suit)
    return [Claim("high", held[:1], suit=suit)] if held else []


def _more(view: View, suit: int) -> list[Claim]:
    """What speaks for it beside: the jack in company, Low."""
    known, held = Known(view, suit), _held(view, suit)
    jack = known.trump.card_for(PointCard.JACK)
    found: list[Claim] = []
    if jack is not None:
        found.append(Claim("guarded", (jack, *cards_of(known.above(jack) & known.mine)), suit=suit))
    return found + [Claim("low", (one,), suit=suit) for one in held]


def _length(view: View, suit: int) -> list[Claim]:
    held = _held(view, suit)
    if len(held) < LONG:
        return []
    return [Claim(kind, held, number=len(held), suit=suit) for kind in ("longest", "long")]


def _held(view: View, suit: int) -> tuple[Card, ...]:
    """The trumps held, the highest first."""
    return tuple(one for one in reversed(view.setup.trumps[suit].order) if one in view.holding)


def _best(view: View, cards: int, bid: int) -> int:
    """The suit that would be trump, as far as can be told from a holding."""
    among = [suit for suit in range(4) if cards & SUIT_MASKS[suit]]
    if view.setup.rules.trump.made is TrumpMade.NAMED or not among:
        among = list(range(4))
    return best_suit(view.setup, cards, view.setup.deck_mask & ~cards, bid, 0.0, among).suit


# Calls


def _call(view: View, call: Bid | Shoot | Pass | Forfeit) -> Iterator[Lists]:
    mine = mask_of(view.holding)
    wanted = call.points if isinstance(call, Bid) else view.setup.rules.auction.minimum
    suit = _best(view, mine, wanted)
    if isinstance(call, Bid):
        yield from _bid(view, call.points, suit)
    elif isinstance(call, Shoot):
        good = [*_strength(view, suit), Claim("all_passed")]
        yield [Claim("shot_wins")], [Claim("no_loss"), *good]
        yield good, [*_more(view, suit), *_length(view, suit)]
    elif isinstance(call, Forfeit):
        yield (
            [Claim("forfeit", number=view.setup.rules.auction.forfeit), Claim("all_passed")],
            [*_weak(view, mine), *_over(view, suit)],
        )
    else:
        yield from _pass(view, mine, suit)


def _bid(view: View, points: int, suit: int) -> Iterator[Lists]:
    good = _strength(view, suit)
    out = [Claim("goes_out", number=points), Claim("to_target", number=points)]
    rival = _caller(view, "rival_goes_out")
    least = Claim("least", number=points)
    yield [Claim("stuck")], [*out, *_high(view, suit), least]
    yield rival, [*out, *good]
    yield out, good
    if view.phase is Phase.DEALER_CHOICE:
        yield [Claim("all_passed")], [Claim("no_loss"), *good]
    if not any(one.holds(view) for one in _high(view, suit)):
        yield [Claim("no_loss")], good
    last = [Claim("last_call", number=points), Claim("no_overbid", number=points)]
    yield good, [last[0], *_more(view, suit), *_length(view, suit), last[1], least]


def _pass(view: View, mine: int, suit: int) -> Iterator[Lists]:
    legal = [call for call in view.legal if isinstance(call, Bid)]
    dear = Claim("price", number=legal[0].points if legal else 0)
    partner = _caller(view, "partner_bid")
    yield [*_caller(view, "after_shot"), *_caller(view, "too_dear")], ()
    yield partner, ()
    yield _weak(view, mine), [dear, *_over(view, suit)]
    yield [dear], _over(view, suit)
    yield _over(view, suit), ()


def _weak(view: View, mine: int) -> list[Claim]:
    most = max((mine & suit).bit_count() for suit in SUIT_MASKS)
    short = [Claim("short", number=most)] if most <= 3 and len(view.holding) > 4 else []
    return [*short, Claim("no_ace")] if most <= 2 else [Claim("no_ace"), *short]


def _over(view: View, suit: int) -> list[Claim]:
    held, known = _held(view, suit), Known(view, suit)
    if not held:
        return []
    number = (known.above(held[0]) & known.others).bit_count()
    return [Claim("over", held[:1], number=number, suit=suit)] if number else []


def _caller(view: View, kind: str) -> list[Claim]:
    """A claim about whoever has called the most so far."""
    seat = view.public.high_caller(view.setup.players)
    if seat is None:
        return []
    call = view.public.calls_by(seat, view.setup.players)[0]
    return [Claim(kind, seats=(seat,), number=call.points if isinstance(call, Bid) else 0)]


# Between auction and play


def _discard(view: View, discard: Discard) -> Iterator[Lists]:
    kept = mask_of(view.holding) & ~discard.bit
    bid = view.contract.bid if view.contract is not None else 1
    suit = int(view.trump.suit) if view.trump is not None else _best(view, kept, bid)
    known = Known(view, suit)
    gone = discard.cards
    aces = sum(1 for one in view.holding if one.rank == "A" and not BITS[one] & known.trump.mask)
    trumps = Claim("keeps_trumps", gone, suit=suit)
    nothing = Claim("throws", gone, suit=suit)
    forced = [Claim("only")] if len(view.legal) == 1 else []
    yield [Claim("too_many"), *forced], [trumps]
    yield [Claim("buries", gone, number=known.counting(discard.bit))], [trumps]
    yield [trumps], [Claim("keeps_aces", gone, number=aces, suit=suit), nothing]
    yield [nothing], ()


def _partner(view: View, call: CallCard) -> Iterator[Lists]:
    suit = int(view.trump.suit) if view.trump is not None else _best(view, mask_of(view.holding), 1)
    yield [Claim("missing", (call.card,), suit=suit)], _strength(view, suit)


# Play


def _bid_stands(view: View) -> list[Claim]:
    """How the bid stands."""
    contract = view.contract
    if contract is None or view.setup.rules.total_points < contract.bid:
        return []
    needs = [Claim("needs", seats=(contract.bidder,), number=number) for number in range(1, contract.bid + 1)]
    out = Claim("bidder_goes_out", seats=(contract.bidder,), number=contract.bid)
    return [Claim("made"), Claim("beaten"), out, *needs]


def _unbeaten(known: Known, one: Card) -> list[Claim]:
    """Why nobody can beat a card that could be beaten, had some not shown what they lack."""
    strength = known.led(one).strength
    if not any(strength[other] > strength[one] for other in cards_of(known.others)):
        return []
    out = [seat for seat in known.rivals if not known.trump.mask & ~known.lacking[seat]]
    return [Claim("drawn"), Claim("no_trump", seats=tuple(out[:2]))]


def _kept(view: View, known: Known, one: Card) -> list[Claim]:
    """Points that could be played and are not, while they may be caught."""
    could = [action.card for action in view.legal if isinstance(action, Play) and action.card != one]
    could.sort(key=lambda other: (other not in known.prizes, -known.trump.height[other]))
    return [Claim("kept", (other,), number=(known.above(other) & known.others).bit_count()) for other in could]


def _saved(view: View, known: Known, one: Card) -> list[Claim]:
    """The better cards that stay in hand, the best first."""
    could = [action.card for action in view.legal if isinstance(action, Play) and action.card != one]
    could.sort(key=lambda other: (-known.trump.height[other], -int(other) % 13))
    return [Claim("saves", (one, other)) for other in could]


def _follow(view: View, one: Card) -> Iterator[Lists]:
    known = Known(view)
    worth = Claim("counts", (one,), number=known.counting(BITS[one]))
    table = mask_of(view.trick)
    prizes = tuple(card for card in view.trick if card in known.prizes)
    rich = [Claim("rich", number=known.counting(table))] if known.counting(table) >= RICH else []
    led = view.trick[0].suit
    ruffs = [Claim("ruffs", (one,), suit=int(led))] if led is not None else []
    prize, low, idle = Claim("prize", (one,)), Claim("low", (one,)), Claim("idle", (one,))
    kept, saved = _kept(view, known, one), _saved(view, known, one)
    lies, cheapest = Claim("on_table", prizes), Claim("cheapest", (one,))
    stands = _bid_stands(view)
    if known.beats(one):
        ends = [Claim("makes_it", (one,)), Claim("sets_it", (one,))]
        goods = [Claim("home", (one,)), lies, *rich]
        yield (
            [Claim("last_to_play", (one,)), Claim("sure", (one,))],
            [*ends, *goods, low, *_unbeaten(known, one), cheapest, *stands],
        )
        higher = Claim("higher", (one,), number=(known.above(one) & known.others).bit_count())
        yield [*ruffs, Claim("beats", (one,))], [lies, *rich, low, cheapest, higher, *kept, *stands]
    winning = view.winning
    if winning is not None and winning in known.friends:
        best = view.trick[(winning - (view.public.leader or 0)) % known.players]
        sure = Claim("partner_wins", (best,), seats=(winning,))
        yield [sure], [low, prize, worth, *kept, idle, Claim("smallest", (one,)), *saved]
        yield [Claim("partner_ahead", seats=(winning,))], [low, *kept, idle, Claim("smallest", (one,)), *saved]
    least = Claim("least_worth", (one,))
    quiet = [*kept, low, idle, Claim("smallest", (one,)), least, *saved, *stands]
    yield [Claim("cannot_take")], [low, *quiet]
    yield [Claim("empty")], quiet
    yield kept, [idle, Claim("smallest", (one,))]
    yield [low], saved
    yield saved, stands
    yield [idle, Claim("least_worth", (one,))], stands
    yield stands, ()


def _lead(view: View, one: Card) -> Iterator[Lists]:
    known = Known(view)
    stands = _bid_stands(view)
    ends = [Claim("makes_it", (one,)), Claim("sets_it", (one,)), Claim("home", (one,))]
    sure = [Claim("sure", (one,))]
    kept, saved = _kept(view, known, one), _saved(view, known, one)
    if BITS[one] & known.trump.mask:
        number = (known.others & known.trump.mask).bit_count()
        out = [Claim(kind, number=number) for kind in ("trumps_out", "up_to")]
        below = known.others & known.trump.mask & ~known.above(one) & ~BITS[one]
        hunts = Claim("hunts", (one, *(card for card in known.prizes if BITS[card] & below)))
        low_out = Claim("hunts_low", (one,))
        gone = Claim("gone", (one,), number=(known.above(one) & known.played).bit_count())
        yield sure, [*ends, hunts, low_out, *_unbeaten(known, one), gone, *out, *stands]
        low = Claim("low", (one,))
        yield [low], [*out, *saved]
        yield kept, [Claim("smallest", (one,))]
        yield (
            [Claim("best_held", (one,)), Claim("smallest", (one,))],
            [hunts, low_out, *out, *stands],
        )
        yield saved, out
        yield out, stands
    else:
        yield sure, [*ends, *_unbeaten(known, one), *stands]
        yield [Claim("top_fail", (one,))], [Claim("drawn"), *kept, *saved, *stands]
        yield [Claim("idle", (one,))], [*kept, *saved, *stands]
        yield kept, stands
        yield saved, stands
        yield [Claim("drawn"), Claim("least_worth", (one,))], stands
    yield stands, ()
