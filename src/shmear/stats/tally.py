"""What is counted in the hands of one chunk; tallies of chunks add up."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from shmear.cards import BITS
from shmear.game import Setup
from shmear.kernel.chance import signed
from shmear.rules.knobs import PointCard, TrumpMade
from shmear.stats.dealing import Dealt, deal_many, powers, strongest_first
from shmear.stats.patterns import THREES, TOPS, Patterns, ace_high
from shmear.stats.playing import NOBODY, OURS, THEIRS, Ended, make_ready, play_many
from shmear.stats.study import Chunk, Study

Key = tuple[str | int, ...]
Counts = NDArray[np.int64]
Tally = dict[Key, Counts]
"""Counts by what they are of.

``("bid", top, length)``, ``("worth", ace, point cards, length)``, ``("ace", kind)``, ``("any",)``, ``("strongest",)``:
how many hands brought the bidder's side 0, 1, … points. ``("deck", point)``: in how many deals the card of the point
was in play for a suit drawn blindly. ``("won", point)``: how often nobody, the bidder's side, another got it, and in
how many hands it could be had at all. ``("low", who)``: who held Low's card, and how many of those times it was the
bidder's side that got the point.
"""

HOLDERS = ("nobody", "bidder", "partner", "other")
"""Who holds the card of a point."""


def add_up(tallies: Iterable[Tally]) -> Tally:
    """All tallies in one."""
    found: Tally = {}
    for tally in tallies:
        for key, counts in tally.items():
            found[key] = found[key] + counts if key in found else counts
    return found


def count_chunk(study: Study, chunk: Chunk, parts: frozenset[str]) -> Tally:
    """Deal and play the hands of a chunk.

    `parts` says what for: ``mine`` (seat 0 bids on whatever it holds), ``ace`` (its ace-high three-card suits),
    ``table`` (the strongest of the table bids), ``points`` (who gets each point then).
    """
    setup = study.setup(chunk.number)
    rng = np.random.Generator(np.random.PCG64([study.seed, chunk.number]))
    seed = signed(int(rng.integers(1 << 62)))
    dealt = deal_many(setup, chunk.hands, rng)
    size = setup.rules.total_points + 1
    found: Tally = {}
    if "mine" in parts:
        found |= _mine(setup, dealt, seed, chunk.first, size)
    if "ace" in parts:
        found |= _ace(setup, dealt, seed + 1, chunk.first, size)
    if "table" in parts or "points" in parts:
        found |= _table(setup, dealt, seed + 2, chunk.first, size, points="points" in parts)
    return found


def _best_suit(setup: Setup, dealt: Dealt) -> NDArray[np.intp]:
    """The suit that seat 0 makes trump: after it has seen the kitty where trump is made by the first lead."""
    seen = dealt.holdings[:, 0]
    if setup.kitty_size and setup.rules.trump.made is TrumpMade.FIRST_LEAD:
        seen = seen | dealt.kitty
    return powers(setup, seen).argmax(axis=1)


def _mine(setup: Setup, dealt: Dealt, seed: int, first: int, size: int) -> Tally:
    ended = play_many(setup, make_ready(setup, dealt, _best_suit(setup, dealt)), seed, first)
    patterns, holdings = Patterns(setup), dealt.holdings[:, 0]
    suit = powers(setup, holdings).argmax(axis=1)
    top, length = patterns.top_of(holdings, suit), patterns.length_of(holdings, suit)
    ace, worth = patterns.has(holdings, suit, "A").astype(np.intp), patterns.points_of(holdings, suit)
    found: Tally = {("any",): np.bincount(ended.points, minlength=size)}
    for one in patterns.lengths:
        for number in range(len(TOPS)):
            which = (length == one) & (top == number)
            _add(found, ("bid", number, one), ended.points[which], size)
        for held in range(patterns.most_points + 1):
            for with_ace in (0, 1):
                which = (length == one) & (worth == held) & (ace == with_ace)
                _add(found, ("worth", with_ace, held, one), ended.points[which], size)
    return found


def _ace(setup: Setup, dealt: Dealt, seed: int, first: int, size: int) -> Tally:
    holdings = dealt.holdings[:, 0]
    those = ace_high(holdings, powers(setup, holdings))
    ended = play_many(setup, make_ready(setup, dealt.rows(those.rows), those.suit), seed, first)
    found: Tally = {}
    for kind in range(len(THREES)):
        _add(found, ("ace", kind), ended.points[those.kind == kind], size)
    return found


def _table(setup: Setup, dealt: Dealt, seed: int, first: int, size: int, *, points: bool) -> Tally:
    turned = strongest_first(setup, dealt)
    ended = play_many(setup, make_ready(setup, turned, _best_suit(setup, turned)), seed, first, points=points)
    found: Tally = {("strongest",): np.bincount(ended.points, minlength=size)}
    blind = (first + np.arange(len(dealt.asleep))) % 4
    for name, won in ended.won.items():
        point = setup.rules.points[name]
        cards = [trump.card_for(point.card) for trump in setup.trumps]
        masks = np.array([0 if card is None else BITS[card] & setup.deck_mask for card in cards], np.int64)
        if masks.any():
            found["deck", name] = np.array([int(((masks[blind] & ~dealt.asleep) != 0).sum())])
        had = len(dealt.asleep) if point.card is PointCard.COUNTING else int((won.who != NOBODY).sum())
        codes = np.bincount(won.who, minlength=3)
        found["won", name] = np.array([codes[NOBODY], codes[OURS], codes[THEIRS], had])
        if name == "low":
            _low(found, ended)
    return found


def _low(found: Tally, ended: Ended) -> None:
    low = ended.won["low"]
    holder = np.maximum(low.holder, 0)
    same = np.take_along_axis(ended.sides, holder[:, None].astype(np.intp), axis=1)[:, 0] == ended.sides[:, 0]
    who = np.where(low.holder < 0, 0, np.where(low.holder == 0, 1, np.where(same, 2, 3)))
    for number, name in enumerate(HOLDERS):
        which = who == number
        found["low", name] = np.array([int(which.sum()), int((low.who[which] == OURS).sum())])


def _add(found: Tally, key: Key, points: NDArray[np.int64], size: int) -> None:
    if len(points):
        found[key] = np.bincount(points, minlength=size)
