"""Does a view give anything away? The cards that a seat may not know are exchanged, and its view must stay the same."""

from __future__ import annotations

import random
from collections.abc import Sequence

from msgspec.structs import asdict, replace

from shmear.cards import BITS, Card, cards_of, mask_of
from shmear.game import Action, Deal, DiscardOptions, HandState, Phase, Play, view


def known_to(state: HandState, seat: int | None) -> int:
    """The mask of the cards whose places a seat knows: its own, those played, and a called card that was shown.

    A spectator (seat None) knows the last two only.
    """
    known = mask_of(state.public.plays)
    contract = state.public.contract
    if contract is not None and contract.called is not None:
        known |= BITS[contract.called]
    if seat is not None:
        known |= mask_of(state.deal.hands[seat]) | state.holdings[seat] | state.discards[seat]
    return known


def another_world(state: HandState, seat: int | None, rng: random.Random) -> HandState:
    """A state that differs only in what a seat may not know.

    The hidden cards change places at random: in what the others were dealt, hold and have discarded, and among the
    cards undealt.
    """
    hidden = cards_of(state.setup.deck_mask & ~known_to(state, seat))
    moved = list(hidden)
    rng.shuffle(moved)
    becomes = dict(zip(hidden, moved, strict=True))

    def cards(old: tuple[Card, ...]) -> tuple[Card, ...]:
        return tuple(becomes.get(one, one) for one in old)

    def mask(old: int) -> int:
        return mask_of(cards(cards_of(old)))

    deal = Deal(tuple(map(cards, state.deal.hands)), cards(state.deal.undealt))
    # What another seat may do follows from its cards; bits of calls and suits are no cards and stay.
    card_phase = state.phase in (Phase.PLAY, Phase.DISCARD, Phase.CALL)
    legal = mask(state.legal) if card_phase and state.to_act != seat else state.legal
    return replace(
        state,
        deal=deal,
        holdings=tuple(map(mask, state.holdings)),
        discards=tuple(map(mask, state.discards)),
        legal=legal,
    )


def check_view_hides(state: HandState, rng: random.Random) -> None:
    """Every seat's view, and a spectator's, is the same in another world, and shows no card that is hidden from it.

    Raises `AssertionError` with the seat and the part of the view that gives something away.
    """
    for seat in (None, *range(state.setup.players)):
        here, there = view(state, seat), view(another_world(state, seat, rng), seat)
        who = "a spectator" if seat is None else f"seat {seat}"
        if here != there:
            one, other = asdict(here), asdict(there)
            differing = [name for name in one if one[name] != other[name]]
            raise AssertionError(
                f"in {state.phase.value} the view of {who} gives hidden cards away by {', '.join(differing)}"
            )
        own = 0 if seat is None else known_to(state, seat)
        shown = {
            "holding": mask_of(here.holding),
            "dealt": mask_of(here.dealt),
            "kitty": mask_of(here.kitty),
            "discards": mask_of(here.discards),
            "refused": mask_of(one for one, _ in here.refused),
            "legal": _cards_in(here.legal),
        }
        for name, mask in shown.items():
            if mask & ~own:
                raise AssertionError(f"in {state.phase.value} the view of {who} shows hidden cards in {name}")


def _cards_in(legal: Sequence[Action]) -> int:
    """The mask of the cards that legal discards and plays name; a call may name any card."""
    if isinstance(legal, DiscardOptions):
        return legal.pool | legal.must
    return mask_of(one.card for one in legal if isinstance(one, Play))
