"""Hands of random players by the referee, and how the kernel walks beside it."""

import random
from typing import Any

import numpy as np

from shmear.cards import SUIT_MASKS
from shmear.game import Action, HandResult, HandState, Over, Phase, Setup, open_hand
from shmear.kernel.lanes import MAX_SEATS
from shmear.kernel.walk import legal_cards, play_card, result
from shmear.search.lower import lower, numbering
from shmear.testing import walk

Decisions = list[tuple[HandState, Action]]


def played_hand(setup: Setup, rng: random.Random) -> tuple[Decisions, HandResult] | None:
    """The decisions of the play of a random hand, and what it came to; None where no card was played."""
    dealer = rng.randrange(setup.players)
    state = open_hand(setup, setup.deal(rng, dealer), dealer, (1 << setup.players) - 1)
    decisions = list(walk(state, rng))
    end = decisions[-1][0].apply(decisions[-1][1])
    assert isinstance(end, Over)
    played = [(state, action) for state, action in decisions if state.phase is Phase.PLAY]
    return (played, end.result()) if played else None


def trump_of(result: HandResult) -> int:
    assert result.contract is not None
    assert result.contract.trump is not None
    return result.contract.trump


def check_side_by_side(setup: Setup, rng: random.Random) -> bool:
    """Walk a random hand with both; False where no card was played."""
    hand = played_hand(setup, rng)
    if hand is None:
        return False
    decisions, came_to = hand
    trump = trump_of(came_to)
    cards = numbering(setup, trump)
    walked: Any = lower(decisions[0][0], trump)[0]
    begin = rng.randrange(len(decisions))
    later: Any = None
    for number, (state, action) in enumerate(decisions):
        lowered: Any = lower(state, trump)[0]
        check_same(walked, lowered)
        if number == begin:
            later = lowered
        legal = state.legal if number else state.legal & printed(state, trump)
        assert cards.decode(int(legal_cards(walked))) == legal
        card = cards.number_of(action.card)
        after = state.apply(action).public
        ended = len(after.winners) > len(state.public.winners)
        assert play_card(walked, card) == (after.winners[-1] if ended else -1)
        if later is not None:
            play_card(later, card)
    check_result(walked, came_to)
    check_result(later, came_to)
    return True


def printed(state: HandState, trump: int) -> int:
    """What may be led if a suit is supposed: where the lead makes trump, the cards printed with it."""
    contract = state.public.contract
    assert contract is not None
    return -1 if contract.trump is not None else SUIT_MASKS[trump]


def check_same(walked: Any, lowered: Any) -> None:
    """A position that was walked to is the one that the state is lowered to."""
    for name in lowered.dtype.names:
        if name == "trick":
            assert walked.trick[: walked.lying].tolist() == lowered.trick[: lowered.lying].tolist()
        else:
            assert np.array_equal(walked[name], lowered[name]), name


def check_result(position: Any, came_to: HandResult) -> None:
    """A position without cards comes to what the referee says of the hand."""
    points, counted, side = (np.zeros(MAX_SEATS, np.int64) for _ in range(3))
    assert result(position, points, counted, side) == len(came_to.sides)
    check_rows(points, counted, side, came_to)


def check_rows(points: Any, counted: Any, side: Any, came_to: HandResult) -> None:
    for number, seats in enumerate(came_to.sides):
        assert [int(side[seat]) for seat in seats] == [number] * len(seats)
        assert points[number] == came_to.side_points[number]
        assert counted[number] == sum(came_to.game_count[seat] for seat in seats)
