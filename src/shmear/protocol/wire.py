"""A view as the protocol writes it, and the view again out of what was written: for browsers and for bots elsewhere."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Literal, cast

from msgspec import Struct

from shmear.cards import BITS, Card, Suit, cards_of, mask_of
from shmear.game import (
    Action,
    Contract,
    Discard,
    DiscardOptions,
    Outcome,
    Over,
    Phase,
    PublicHand,
    Setup,
    View,
    parse_action,
)
from shmear.game.exchange import kitty_taken
from shmear.game.sorting import in_order
from shmear.game.standing import standing
from shmear.protocol.messages import (
    ContractShown,
    DiscardAsked,
    HandResultShown,
    HandShown,
    PointShown,
    PointStanding,
    Proof,
    RulesShown,
    SheetRow,
    TrickShown,
)
from shmear.rules import RuleSet, read_rules, to_line
from shmear.rules.knobs import PointCard
from shmear.rules.ruleset import Point

WhyNot = Literal["asleep", "discarded", "not_played", "tie"]


def texts(cards: Iterable[Card]) -> list[str]:
    """Cards as the protocol writes them."""
    return [str(one) for one in cards]


class OpenPart(Struct, frozen=True):
    """What everybody is shown of a hand alike, so that it is made once for all seats."""

    calls: list[tuple[int, str]]
    may_shoot: list[int]
    contract: ContractShown | None
    trick: TrickShown | None
    tricks: list[TrickShown]
    counts: list[int]
    standing: list[PointStanding]
    game: list[int]


def open_part(view: View) -> OpenPart:
    """The part of a view that is everybody's."""
    public, setup = view.public, view.setup
    points, game = standing(setup, public)
    return OpenPart(
        calls=[((public.dealer + 1 + place) % setup.players, str(call)) for place, call in enumerate(public.calls)],
        may_shoot=[seat for seat in range(setup.players) if public.may_shoot >> seat & 1],
        contract=_contract(public.contract),
        trick=_trick(view),
        tricks=[TrickShown(leader=led, cards=texts(cards), winner=won) for led, cards, won in view.tricks],
        counts=list(view.counts),
        standing=[
            PointStanding(
                point=one.point,
                worth=setup.rules.points[one.point].worth,
                state=one.stands.value,
                seats=list(one.seats),
                card=None if one.card is None else str(one.card),
            )
            for one in points
        ],
        game=list(game),
    )


def hand_shown(
    view: View,
    *,
    number: int,
    question: int,
    asked: Sequence[int],
    deadline: float | None = None,
    pending: Discard | None = None,
    hands: Sequence[int] | None = None,
    result: HandResultShown | None = None,
    part: OpenPart | None = None,
) -> HandShown:
    """A hand as a view shows it.

    `asked` are the seats that owe a decision, `pending` the discard that the seat has chosen while others still
    choose, `hands` masks of all holdings for a spectator who may see them, `part` what `open_part` makes of any view
    of this hand, where that is at hand already.
    """
    part = open_part(view) if part is None else part
    public = view.public
    holding, discards = view.holding, view.discards
    if pending is not None:
        holding, discards = tuple(one for one in holding if not BITS[one] & pending.bit), pending.cards
    legal = view.legal if view.seat in asked else ()
    return HandShown(
        number=number,
        dealer=public.dealer,
        phase=public.phase.value,
        asked=list(asked),
        question=question,
        deadline=deadline,
        may_shoot=part.may_shoot,
        calls=part.calls,
        contract=part.contract,
        trick=part.trick,
        tricks=part.tricks,
        counts=part.counts,
        holding=texts(in_order(holding, view.trump)),
        dealt=texts(view.dealt),
        kitty=texts(view.kitty),
        discards=texts(discards),
        legal=[] if isinstance(legal, DiscardOptions) else [str(one) for one in legal],
        discard=None
        if not isinstance(legal, DiscardOptions)
        else DiscardAsked(size=legal.size, must=texts(cards_of(legal.must)), pool=texts(cards_of(legal.pool))),
        refused={str(one): why for one, why in view.refused},
        standing=part.standing,
        game=part.game,
        hands=None if hands is None else [texts(in_order(cards_of(mask), view.trump)) for mask in hands],
        result=result,
    )


def _contract(contract: Contract | None) -> ContractShown | None:
    if contract is None:
        return None
    return ContractShown(
        bidder=contract.bidder,
        bid=cast("Any", contract.text),
        points=contract.bid,
        trump=None if contract.trump is None else cast("Any", Suit(contract.trump).letter),
        called=None if contract.called is None else str(contract.called),
        partner=contract.partner,
    )


def _trick(view: View) -> TrickShown | None:
    leader = view.public.leader
    if view.phase is not Phase.PLAY or leader is None:
        return None
    return TrickShown(leader=leader, cards=texts(view.trick), winner=view.winning)


def result_shown(hand: Over, row: SheetRow, proof: Proof) -> HandResultShown:
    """What a finished hand came to: every point with its card and player, and all that was hidden."""
    setup, public = hand.setup, hand.public
    result = hand.result()
    contract = public.contract
    taken = 0 if contract is None else kitty_taken(setup, hand.deal.undealt, contract)
    points: list[PointShown] = []
    if result.outcome is Outcome.PLAYED:
        for name, point in setup.rules.points.items():
            won = result.points[name]
            played = won.card is not None and won.card in public.plays
            points.append(
                PointShown(
                    point=name,
                    worth=point.worth,
                    seat=won.seat,
                    side=None if won.side is None else list(won.side),
                    card=None if won.card is None else str(won.card),
                    player=public.player_of(won.card, setup.players) if played and won.card is not None else None,
                    why_not=None if won.side is not None else _why_not(hand, point),
                )
            )
    return HandResultShown(
        row=row,
        points=points,
        game=list(result.game_count),
        sides=[list(side) for side in result.sides],
        side_points=list(result.side_points),
        dealt=[texts(cards) for cards in hand.deal.hands],
        undealt=texts(hand.deal.undealt),
        kitty=texts(cards_of(taken)),
        sleepers=texts(one for one in hand.deal.undealt if not BITS[one] & taken),
        discards=[texts(cards_of(mask)) for mask in hand.discards],
        proof=proof,
    )


def _why_not(hand: Over, point: Point) -> WhyNot:
    """Why nobody has a point."""
    contract = hand.public.contract
    if point.card is PointCard.COUNTING:
        return "tie"
    if contract is None or contract.trump is None or point.card in (PointCard.HIGHEST, PointCard.LOWEST):
        return "not_played"
    one = hand.setup.trumps[contract.trump].card_for(point.card)
    if one is None:
        return "not_played"
    if any(BITS[one] & mask for mask in hand.discards):
        return "discarded"
    return "asleep" if one in hand.deal.undealt else "not_played"


def rules_shown(rules: RuleSet, players: int) -> RulesShown:
    """A table's game for a client."""
    low = rules.points.get("low")
    return RulesShown(
        name=rules.name,
        title=rules.title,
        line=to_line(rules, players),
        players=players,
        target=rules.match.target,
        points={name: point.worth for name, point in rules.points.items()},
        total=rules.total_points,
        low_to=None if low is None else low.to.value,
        rules=rules.to_dict(),
    )


def setup_of(game: RulesShown, sides: Sequence[Sequence[int]]) -> Setup:
    """The rules of a table at its sides, as the referee takes them."""
    return Setup(read_rules(game.rules), game.players, sides)


def to_view(setup: Setup, seat: int | None, hand: HandShown, scores: tuple[int, ...] = ()) -> View:
    """The view that a hand was written from, so that any `shmear.bots.Bot` can answer it.

    `scores` are those of the match before the hand.
    """
    phase = Phase(hand.phase)
    to_act = seat if seat is not None and seat in hand.asked else (hand.asked[0] if hand.asked else None)
    plays: list[str] = []
    taken = [0] * setup.players
    for trick in hand.tricks:
        plays += trick.cards
        taken[trick.winner or 0] |= mask_of(map(Card, trick.cards))
    plays += hand.trick.cards if hand.trick is not None else []
    public = PublicHand(
        hand.dealer,
        phase,
        to_act,
        sum(1 << one for one in hand.may_shoot),
        tuple(parse_action(call) for _, call in hand.calls),
        _contract_of(hand.contract),
        tuple(map(Card, plays)),
        tuple(trick.winner or 0 for trick in hand.tricks),
        tuple(taken),
    )
    legal: Sequence[Action] = tuple(map(parse_action, hand.legal))
    if hand.discard is not None:
        asked = hand.discard
        legal = DiscardOptions(asked.size, mask_of(map(Card, asked.pool)), mask_of(map(Card, asked.must)))
    return View(
        setup,
        seat,
        public,
        tuple(sorted(map(Card, hand.holding))),
        tuple(map(Card, hand.dealt)),
        tuple(map(Card, hand.kitty)),
        tuple(map(Card, hand.discards)),
        tuple(hand.counts),
        legal,
        tuple((Card(one), why) for one, why in hand.refused.items()),
        scores,
    )


def _contract_of(shown: ContractShown | None) -> Contract | None:
    if shown is None:
        return None
    return Contract(
        shown.bidder,
        shown.points,
        shown.bid == "shoot",
        None if shown.trump is None else int(Suit.parse(shown.trump)),
        None if shown.called is None else Card(shown.called),
        shown.partner,
    )
