"""What must hold of a single state, whatever the rules: part of the conformance suite, `check_rules`."""

from __future__ import annotations

import random
from typing import Any

from shmear.cards import CARDS, cards_of, mask_of
from shmear.game import (
    Action,
    Discard,
    DiscardOptions,
    HandState,
    IllegalAction,
    Over,
    Phase,
    from_code,
    parse_action,
    view,
)
from shmear.game.actions import CODES
from shmear.testing.leaks import check_view_hides

CODED = tuple(map(from_code, range(CODES)))
"""Every action that has a code."""

CHOSEN = {
    Phase.AUCTION: ("Bid", "Pass", "Shoot"),
    Phase.DEALER_CHOICE: ("Bid", "Forfeit", "Shoot"),
    Phase.TRUMP: ("NameTrump",),
    Phase.DISCARD: ("Discard",),
    Phase.CALL: ("CallCard",),
    Phase.PLAY: ("Play",),
    Phase.OVER: (),
}
"""The kinds of action that each phase asks for."""


class Nonconformance(AssertionError):
    """A promise that the referee does not keep, in a sentence."""


def ensure(holds: bool, sentence: str) -> None:
    """Raise `Nonconformance` with the sentence unless something holds."""
    if not holds:
        raise Nonconformance(sentence)


def facts(state: HandState) -> tuple[Any, ...]:
    """All that a state says, for comparing states of different setups."""
    outcome = state.outcome if isinstance(state, Over) else None
    return state.setup, state.deal, state.public, state.holdings, state.discards, state.legal, outcome


def check_state(state: HandState, rng: random.Random) -> None:
    """Everything that must hold of one state; raises `Nonconformance`."""
    check_cards(state)
    check_legal(state)
    check_refused(state, rng)
    check_views(state)
    try:
        check_view_hides(state, rng)
    except AssertionError as found:
        raise Nonconformance(str(found)) from None


def check_cards(state: HandState) -> None:
    """No card is lost or doubled: each is held, discarded, played or still undealt, and by the seat it went to."""
    setup, public = state.setup, state.public
    n = setup.players
    played = [0] * n
    leader = public.contract.bidder if public.contract is not None else 0
    for place, card in enumerate(public.plays):
        if place and place % n == 0:
            leader = public.winners[place // n - 1]
        bit = 1 << card
        ensure(not bit & sum(played), f"{card} was played twice")
        played[(leader + place) % n] |= bit
    undealt = mask_of(state.deal.undealt)
    seen = 0
    for seat in range(n):
        parts = (state.holdings[seat], state.discards[seat], played[seat])
        mine = parts[0] | parts[1] | parts[2]
        ensure(sum(part.bit_count() for part in parts) == mine.bit_count(), f"seat {seat} has a card in two places")
        ensure(not mine & seen, f"seat {seat} has a card that another seat has")
        dealt = mask_of(state.deal.hands[seat])
        ensure(dealt & mine == dealt, f"seat {seat} lost a card that it was dealt")
        ensure(not mine & ~dealt & ~undealt, f"seat {seat} has a card from nowhere")
        bidder = public.contract is not None and public.contract.bidder == seat
        took = (mine & ~dealt).bit_count()
        ensure(took in ((0, setup.kitty_size) if bidder else (0,)), f"seat {seat} took up {took} cards")
        seen |= mine
    ensure(seen | undealt == setup.deck_mask, "the cards at the table are not the deck")
    finished = mask_of(public.plays[: len(public.winners) * n])
    together = 0
    for mask in public.taken:
        ensure(not mask & together, "a card was taken twice")
        together |= mask
    ensure(together == finished, "the cards taken are not those of the finished tricks")


def check_legal(state: HandState) -> None:
    """Somebody can always do something until the hand is over; the options are of the phase, unique and stable."""
    options = state.legal_actions()
    ensure(bool(len(options)) != state.is_over, f"there are {len(options)} legal actions in {state.phase.value}")
    ensure((state.to_act is None) == state.is_over, f"the seat to act is {state.to_act} in {state.phase.value}")
    ensure(state.to_act is None or 0 <= state.to_act < state.setup.players, f"seat {state.to_act} is to act")
    ensure(options == state.legal_actions(), "the legal actions differ when they are asked for again")
    if isinstance(options, DiscardOptions):
        ensure(not options.must & options.pool, "a discard has cards that both must and may go")
        listed = list(options) if len(options) <= 300 else [options[place] for place in (0, len(options) // 2, -1)]
        ensure(
            len(options) > 300 or listed == [options[place] for place in range(len(options))], "discards out of order"
        )
    else:
        listed = list(options)
    ensure(len(set(listed)) == len(listed), "a legal action stands twice")
    for action in listed:
        ensure(type(action).__name__ in CHOSEN[state.phase], f"{action} is legal in {state.phase.value}")
        ensure(parse_action(str(action)) == action, f"{action} is not read back from its text")
        if not isinstance(action, Discard):
            code: int = action.code  # pyright: ignore[reportUnknownMemberType, reportAttributeAccessIssue, reportUnknownVariableType]
            ensure(from_code(code) is action, f"{action} is not read back from its code")  # pyright: ignore[reportUnknownArgumentType]
        ensure(state.verify(action) is None, f"{action} is legal and would be refused")
    for action in listed[:: 1 + len(listed) // 60]:
        _accepts(state, action)


def _accepts(state: HandState, action: Action) -> None:
    try:
        state.apply(action)
    except IllegalAction as refused:
        raise Nonconformance(f"{action} is legal and was refused: {refused}") from None


def check_refused(state: HandState, rng: random.Random) -> None:
    """Everything that is not legal is refused with a sentence and a clause, and nothing changes."""
    before = facts(state)
    options = state.legal_actions()
    legal = set(options) if not isinstance(options, DiscardOptions) else set[Action]()
    for action in CODED:
        if action not in legal:
            _refuses(state, action)
    for action in _discards(state, rng):
        if action in options:
            ensure(state.verify(action) is None, f"{action} is legal and would be refused")
        else:
            _refuses(state, action)
    for nothing in (None, "pass", 0):
        _refuses(state, nothing)  # pyright: ignore[reportArgumentType]
    ensure(facts(state) == before, "a refused action changed the state")


def _refuses(state: HandState, action: Action) -> None:
    try:
        state.apply(action)
    except IllegalAction as refused:
        why = refused
    else:
        raise Nonconformance(f"{action} is not legal in {state.phase.value} and was not refused")
    said = why.said("North")
    ensure(bool(said.strip()) and "{" not in said, f"{action} is refused without a sentence: {said!r}")
    ensure(why.clause[:1].isdigit(), f"{action} is refused by no clause: {said}")
    asked = state.verify(action)
    ensure(asked is not None and asked.text == why.text, f"{action} is refused for another reason than verify() gives")


def _discards(state: HandState, rng: random.Random) -> list[Discard]:
    """Discards to try: of cards held, of too few and too many, and of cards that the seat does not hold."""
    seat = state.to_act or 0
    holding = cards_of(state.holdings[seat])
    options = state.legal_actions()
    size = options.size if isinstance(options, DiscardOptions) else min(3, len(holding))
    tries = [
        Discard(rng.sample(holding, count)) for count in {size, max(size - 1, 0), size + 1} if count <= len(holding)
    ]
    tries += [Discard(rng.sample(holding, min(size, len(holding)))) for _ in range(4)]
    tries.append(Discard(rng.sample(CARDS, max(size, 1))))
    if isinstance(options, DiscardOptions):
        tries += [options[rng.randrange(len(options))] for _ in range(3)]
    return tries


def check_views(state: HandState) -> None:
    """Each seat sees its own cards; the seat to act its options, and of the cards that it may not play the reason."""
    for seat in range(state.setup.players):
        mine = view(state, seat)
        ensure(mask_of(mine.holding) == state.holdings[seat], f"seat {seat} does not see what it holds")
        ensure(mine.dealt == state.deal.hands[seat], f"seat {seat} does not see what it was dealt")
        ensure(mask_of(mine.discards) == state.discards[seat], f"seat {seat} does not see what it discarded")
        ensure(mine.counts == tuple(one.bit_count() for one in state.holdings), "the numbers of cards held are wrong")
        ensure(mine.public == state.public, f"seat {seat} does not see all that is public")
        if seat != state.to_act:
            ensure(not len(mine.legal) and not mine.refused, f"seat {seat} has options out of turn")
            continue
        ensure(mine.legal == state.legal_actions(), f"seat {seat} does not see what it may do")
        if state.phase is Phase.PLAY:
            refused = mask_of(card for card, _ in mine.refused)
            ensure(refused == state.holdings[seat] & ~state.legal, f"seat {seat} is not told what it may not play")
            ensure(all(reason for _, reason in mine.refused), "a card is refused without a reason")
