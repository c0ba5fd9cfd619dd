"""Counting: how many sequences of actions there are, ply by ply, which a second program can count too."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection

from shmear.cards import texts_of
from shmear.game import DiscardOptions, HandState, Over, Phase

CAP = 50_000
"""Sequences that are gone through one by one, at most, to count a ply."""

AUCTION = frozenset({Phase.AUCTION, Phase.DEALER_CHOICE})
"""The phases of bidding."""
EXCHANGE = frozenset({Phase.TRUMP, Phase.DISCARD, Phase.CALL})
"""The phases between the auction and the first lead."""
PLAY = frozenset({Phase.PLAY})
"""The phase of the tricks."""


def perft(state: HandState, depth: int, *, cap: int = CAP, within: Collection[Phase] | None = None) -> list[int]:
    """How many sequences of one action there are from a state, of two, and so on to `depth`.

    A sequence that ends the hand, or leaves the phases `within`, is not made longer. The list stops when no longer
    sequence is left, and before a ply that would take going through more than `cap` sequences: the last ply is
    counted without playing it, so that the discards of a hand are counted but not listed.
    """
    counts: list[int] = []
    while len(counts) < depth and (not counts or counts[-1] <= cap):
        found = _count(state, len(counts) + 1, within)
        if not found:
            break
        counts.append(found)
    return counts


def _count(state: HandState, depth: int, within: Collection[Phase] | None) -> int:
    if state.is_over or (within is not None and state.phase not in within):
        return 0
    actions = state.legal_actions()
    if depth == 1:
        return len(actions)
    return sum(_count(state.apply(action), depth - 1, within) for action in actions)


def endings(state: HandState, within: Collection[Phase]) -> dict[str, int]:
    """How many sequences lead out of some phases, by what they come to: ``seat 2: 3``, ``redeal``, ``forfeit``."""
    found: Counter[str] = Counter()
    waiting = [state]
    while waiting:
        one = waiting.pop()
        if one.phase in within:
            waiting += [one.apply(action) for action in one.legal_actions()]
        else:
            found[_ending(one)] += 1
    return dict(sorted(found.items()))


def _ending(state: HandState) -> str:
    contract = state.public.contract
    if contract is None:
        assert isinstance(state, Over)
        return state.outcome.value
    return f"seat {contract.bidder}: {contract.text}"


def perft_lines(state: HandState, depth: int, *, cap: int = CAP, within: Collection[Phase] | None = None) -> list[str]:
    """`perft` as lines of text: ply and count."""
    return [f"{ply:3}  {count}" for ply, count in enumerate(perft(state, depth, cap=cap, within=within), start=1)]


def discards_text(options: DiscardOptions) -> str:
    """Legal discards in short: how many cards in all, which must go, out of which the rest is chosen, how many ways."""
    must = " ".join(texts_of(options.must)) or "-"
    pool = " ".join(texts_of(options.pool)) or "-"
    return f"discard {options.size}: must {must}; from {pool}; {len(options)} ways"
