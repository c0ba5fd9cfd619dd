"""Points of a hand (§7) and what they do to the score (§8)."""

from __future__ import annotations

import enum

from msgspec import Struct

from shmear.cards import BITS, Card
from shmear.game.setup import Setup, Side, TrumpSuit
from shmear.game.state import Contract, PublicHand
from shmear.rules.knobs import (
    DiscardsScore,
    Floor,
    ForfeitPaidBy,
    GameTie,
    Partners,
    PointCard,
    PointTo,
    SetCosts,
    ShootFailure,
    ShootNeeds,
    ShootSuccess,
)
from shmear.rules.ruleset import PointName

Got = tuple[int | None, Card | None]
"""The seat that gets a point and the card it is for; None where the card was not played."""


class Outcome(enum.Enum):
    """How a hand ended, by the record's names."""

    PLAYED = "played"
    FORFEIT = "forfeit"
    REDEAL = "redeal"


class PointWon(Struct, frozen=True):
    """Who got a point, and by which card: `seat` played or took `card`; both None where nobody did.

    For Game, `card` is None and `seat` the lowest of the side that won it.
    """

    seat: int | None
    card: Card | None
    side: Side | None


class HandResult(Struct, frozen=True):
    """What a finished hand came to.

    `sides` are the sides of this hand and `side_points` what each took; `points` says of each point of the rule set
    who got it; `game_count` the counting points in the tricks of each seat; `made` is None in a hand not played.
    """

    outcome: Outcome
    contract: Contract | None
    made: bool | None
    points: dict[PointName, PointWon]
    game_count: tuple[int, ...]
    sides: tuple[Side, ...]
    side_points: tuple[int, ...]

    def side_of(self, seat: int) -> Side:
        """The side of this hand that a seat belongs to."""
        return next(side for side in self.sides if seat in side)


def judge(setup: Setup, public: PublicHand, discards: tuple[int, ...], outcome: Outcome) -> HandResult:
    """The points of a hand that is over (§7)."""
    contract = public.contract
    if outcome is not Outcome.PLAYED or contract is None or contract.trump is None:
        return HandResult(outcome, contract, None, {}, (), (), ())
    taken = public.taken
    if setup.rules.exchange.discards_score is DiscardsScore.BIDDER:
        mine = taken[contract.bidder] | discards[contract.bidder]
        taken = (*taken[: contract.bidder], mine, *taken[contract.bidder + 1 :])
    cards = _card_points(setup, public, taken, setup.trumps[contract.trump])
    sides = _hand_sides(setup, contract, cards)
    home = {seat: side for side in sides for seat in side}
    counts = tuple(
        sum([value * (mask & cards_of_value).bit_count() for value, cards_of_value in setup.counting]) for mask in taken
    )
    points: dict[PointName, PointWon] = {}
    totals = dict.fromkeys(sides, 0)
    for name, point in setup.rules.points.items():
        if point.card is PointCard.COUNTING:
            side = _game(setup, contract, sides, counts)
            points[name] = PointWon(None if side is None else side[0], None, side)
        else:
            seat, which = cards[name]
            side = None if seat is None else home[seat]
            points[name] = PointWon(seat, which, side)
        if side is not None:
            totals[side] += point.worth
    made = totals[home[contract.bidder]] >= contract.bid
    if contract.shooting and setup.rules.shoot.needs is ShootNeeds.TRICKS:
        made = made and set(public.winners) <= set(home[contract.bidder])
    return HandResult(outcome, contract, made, points, counts, sides, tuple(totals.values()))


def _card_points(setup: Setup, public: PublicHand, taken: tuple[int, ...], suit: TrumpSuit) -> dict[PointName, Got]:
    """Who gets each point that a card brings."""
    played = 0
    for one in public.plays:
        played |= BITS[one]
    found: dict[PointName, Got] = {}
    for name, point in setup.rules.points.items():
        if point.card is PointCard.COUNTING:
            continue
        which = _card_of(point.card, suit, played)
        if which is None:
            found[name] = (None, None)
        elif point.to is PointTo.TAKER:
            bit = BITS[which]
            seat = next((seat for seat, mask in enumerate(taken) if mask & bit), None)
            found[name] = (seat, None if seat is None else which)
        elif BITS[which] & played:
            found[name] = (public.player_of(which, setup.players), which)
        else:
            found[name] = (None, None)
    return found


def _card_of(what: PointCard, suit: TrumpSuit, played: int) -> Card | None:
    """The card that a point is for: of the cards played where it is the highest or lowest, else that very card."""
    if what is PointCard.HIGHEST or what is PointCard.LOWEST:
        among = played & suit.high_low
        if not among:
            return None
        order = suit.order if what is PointCard.LOWEST else reversed(suit.order)
        return next(one for one in order if BITS[one] & among)
    return suit.card_for(what)


def _hand_sides(setup: Setup, contract: Contract, cards: dict[PointName, Got]) -> tuple[Side, ...]:
    """Who scored together in this hand: the match's sides, or the hand's own partners (§4, §7)."""
    together: set[int] = set()
    if setup.partners is Partners.CALLED:
        pair = {contract.bidder} if contract.partner is None else {contract.bidder, contract.partner}
        rest = set(range(setup.players)) - pair
        return tuple(sorted((tuple(sorted(pair)), tuple(sorted(rest)))))
    if setup.partners is not Partners.HIGH_LOW:
        return setup.sides
    if not (contract.shooting and setup.rules.shoot.alone):
        found = (cards.get("high", (None, None))[0], cards.get("low", (None, None))[0])
        together = {seat for seat in found if seat is not None} if None not in found else set()
    if len(together) < 2:
        return setup.sides
    singles = [(seat,) for seat in range(setup.players) if seat not in together]
    return tuple(sorted([tuple(sorted(together)), *singles]))


def _game(setup: Setup, contract: Contract, sides: tuple[Side, ...], counts: tuple[int, ...]) -> Side | None:
    """The side with the most counting points; a tie goes where the rules say (§7)."""
    totals = [sum([counts[seat] for seat in side]) for side in sides]
    most = max(totals)
    first = [side for side, total in zip(sides, totals, strict=True) if total == most]
    if len(first) == 1:
        return first[0]
    if setup.rules.scoring.game_tie is GameTie.BIDDER:
        return next((side for side in first if contract.bidder in side), None)
    return None


class Settled(Struct, frozen=True):
    """Scores and smucks after a hand, one a seat, and whether a shot won the match at once."""

    scores: tuple[int, ...]
    smucks: tuple[int, ...]
    shot_home: bool = False


def settle(setup: Setup, dealer: int, result: HandResult, scores: tuple[int, ...], smucks: tuple[int, ...]) -> Settled:
    """What a finished hand does to the scores and smucks (§3 forfeit, §8)."""
    now, chips = list(scores), list(smucks)
    rules = setup.rules
    shot_home = False
    if result.outcome is Outcome.FORFEIT:
        payers = setup.side_of[dealer] if rules.auction.forfeit_paid_by is ForfeitPaidBy.SIDE else (dealer,)
        for seat in payers:
            now[seat] -= rules.auction.forfeit
            chips[seat] += rules.auction.forfeit_smucks
    elif result.outcome is Outcome.PLAYED and result.contract is not None:
        contract = result.contract
        for side, points in zip(result.sides, result.side_points, strict=True):
            for seat in side:
                if contract.bidder not in side or result.made:
                    now[seat] += points
                elif not contract.shooting:
                    now[seat] -= contract.bid if rules.scoring.set_costs is SetCosts.BID else rules.auction.maximum
                    chips[seat] += rules.scoring.set_smucks
                else:
                    zero = rules.shoot.failure is ShootFailure.ZERO
                    now[seat] = 0 if zero else now[seat] - rules.match.target
                    chips[seat] += rules.shoot.smucks
        shot_home = contract.shooting and bool(result.made)
        if shot_home and rules.shoot.success is ShootSuccess.MATCH_OR_ZERO and scores[contract.bidder] < 0:
            shot_home = False
            for seat in result.side_of(contract.bidder):
                now[seat] = 0
    if rules.scoring.floor is Floor.ZERO:
        now = [max(0, score) for score in now]
    return Settled(tuple(now), tuple(chips), shot_home)
