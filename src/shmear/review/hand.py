"""The review of one hand of a record."""

from __future__ import annotations

import random
from collections.abc import Sequence

import numpy as np

from shmear.bots.equity import equity_of
from shmear.cards import Card, cards_of
from shmear.game import Action, HandState, Match, Outcome, Over, Phase, Setup
from shmear.record import ReplayedHand
from shmear.record.model import hand_record
from shmear.review.estimating import best_win, decided, weigh
from shmear.review.luck import accounts
from shmear.review.model import Decided, Hand, Trick
from shmear.review.opened import opened


def review_hand(done: ReplayedHand, number: int, *, worlds: int, seed: int) -> Hand:
    """Review a finished hand, the `number`-th of its match from 1."""
    setup, scores = done.before.setup, done.before.scores
    before, after = chances(done.before), chances(done.after)
    decisions: list[Decided] = []
    first: dict[int, float] = {}
    for place, (state, action) in enumerate(steps(done)):
        seat = state.to_act
        assert seat is not None, "somebody acts"
        opening = state.phase is Phase.AUCTION and seat not in first
        if opening or len(state.legal_actions()) > 1:
            # By the place of the decision, so that it does not matter who reviews which hand when.
            chance = random.Random(f"{seed}:{number}:{place}")
            seeds = chance.getrandbits(62), chance.getrandbits(62)
            prospects = weigh(state, action, scores, worlds, seeds)
            if opening:
                first[seat] = best_win(prospects)
            if len(state.legal_actions()) > 1:
                decisions.append(decided(state, action, place, prospects, opened(state)))
    return _told(done, number, before, after, first, decisions, setup)


def steps(done: ReplayedHand) -> list[tuple[HandState, Action]]:
    """Every state of a hand in which somebody acted, and the action."""
    return [(state, _action(state, after)) for state, after in zip(done.states, done.states[1:], strict=False)]


def chances(match: Match) -> tuple[float, ...]:
    """The chance of each side to win a match between two hands."""
    sides = match.setup.sides
    if match.winners is not None:
        won = [any(seat in match.winners for seat in side) for side in sides]
        return tuple(one / sum(won) for one in won)
    return tuple(map(float, equity_of(match.setup).chances(np.array(match.scores)[None])[0]))


def _action(state: HandState, after: HandState) -> Action:
    """What led from one state to the next."""
    seat = state.to_act or 0
    if state.phase in (Phase.AUCTION, Phase.DEALER_CHOICE):
        return after.public.calls[-1]
    for action in state.legal_actions():
        if state.phase is Phase.DISCARD:
            if action.bit == after.discards[seat]:
                return action
        elif state.phase is Phase.PLAY:
            if state.holdings[seat] & ~after.holdings[seat] == action.bit:
                return action
        elif state.apply(action).public.contract == after.public.contract:
            return action
    raise ValueError("the states do not follow one another")


def _told(
    done: ReplayedHand,
    number: int,
    before: tuple[float, ...],
    after: tuple[float, ...],
    first: dict[int, float],
    decisions: Sequence[Decided],
    setup: Setup,
) -> Hand:
    last = done.last
    assert isinstance(last, Over), "only a finished hand is reviewed"
    result, record, contract = last.result(), hand_record(last), last.public.contract
    played = result.outcome is Outcome.PLAYED
    n, dealer = setup.players, last.public.dealer
    plays = [place for place, state in enumerate(done.states) if state.phase is Phase.PLAY]
    tricks = [
        Trick(leader, tuple(map(str, cards)), tuple(plays[trick * n : (trick + 1) * n]), winner)
        for trick, (leader, cards, winner) in enumerate(last.public.tricks(n))
    ]
    taken = None
    if played and contract is not None:
        side = next(which for which, one in enumerate(result.sides) if contract.bidder in one)
        taken = result.side_points[side]
    return Hand(
        number=number,
        dealer=dealer,
        deal=tuple(tuple(cards) for cards in record["deal"]),
        undealt=tuple(record["undealt"]),
        auction=tuple(((dealer + 1 + place) % n, str(call)) for place, call in enumerate(last.public.calls)),
        outcome=result.outcome.value,
        bidder=None if contract is None else contract.bidder,
        bid=None if contract is None else contract.text,
        trump=None if contract is None or contract.trump is None else "CDHS"[contract.trump],
        called=None if contract is None or contract.called is None else str(contract.called),
        made=result.made if played else None,
        taken=taken,
        points={str(name): won.side for name, won in result.points.items()} if played else {},
        asleep=tuple(str(one) for one in _asleep(last)),
        tricks=tuple(tricks),
        deltas=tuple(now - then for now, then in zip(done.after.scores, done.before.scores, strict=True)),
        scores=done.after.scores,
        before=before,
        after=after,
        accounts=accounts(setup, before, after, first, decisions),
        decisions=tuple(decisions),
    )


def _asleep(state: HandState) -> list[Card]:
    """The cards of certain points that nobody played, once trump is known."""
    setup, contract = state.setup, state.public.contract
    if contract is None or contract.trump is None:
        return []
    trump = setup.trumps[contract.trump]
    wanted = {trump.card_for(point.card) for point in setup.rules.points.values()} - {None}
    return [one for one in cards_of(setup.deck_mask) if one in wanted and one not in state.public.plays]
