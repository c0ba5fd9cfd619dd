"""Tables of bots for the tests: whole matches from a seed, and hands set up card by card."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence

from shmear.bots import Bot
from shmear.cards import Card
from shmear.game import Action, Bid, Deal, HandState, Match, Pass, Phase, Play, Setup, draw_sides, open_hand, view
from shmear.rules import RuleSet, at, preset
from shmear.rules.knobs import Partners


def new_match(rules: RuleSet, players: int, seed: int) -> Match:
    chance = random.Random(f"{seed}:match")
    sides = draw_sides(rules, players, chance)
    if at(rules.sides.partners, players) is Partners.EXPLICIT:
        sides = tuple((seat,) for seat in range(players))
    return Match.new(Setup(rules, players, sides), chance.randrange(players))


def play_hand(match: Match, bots: Sequence[Bot], seed: int) -> HandState:
    state = match.deal(random.Random(f"{seed}:{match.hands}"))
    actions = 0
    while not state.is_over:
        seat = state.to_act
        assert seat is not None
        state = state.apply(bots[seat].act(view(state, seat), random.Random(f"{seed}:{match.hands}:{actions}")))
        actions += 1
    return state


def play_match(match: Match, bots: Sequence[Bot], seed: int, counts: Counter[str] | None = None) -> Match:
    while not match.is_over and match.hands < 300:
        hand = play_hand(match, bots, seed)
        made = hand.result().made  # type: ignore[attr-defined]
        if counts is not None and made is not None:
            counts["made" if made else "set"] += 1
        match = match.after(hand)
    return match


def at_play(game: str, hands: Sequence[str], calls: Sequence[Action], dealer: int, *plays: str) -> HandState:
    """A hand in which the seats hold these cards, after these calls and plays; what is left of the deck is undealt."""
    rules = preset(game)
    setup = Setup(rules, len(hands))
    dealt = tuple(tuple(Card(text) for text in hand.split()) for hand in hands)
    held = {one for hand in dealt for one in hand}
    assert len(held) == len(hands) * setup.cards_dealt
    undealt = tuple(one for one in setup.deck if one not in held)
    state = open_hand(setup, Deal(dealt, undealt), dealer, may_shoot=0)
    for call in calls:
        state = state.apply(call)
    assert state.phase is Phase.PLAY or not plays
    for text in plays:
        state = state.apply(Play(text))
    return state


def choice(state: HandState, player: Bot) -> str:
    """What a bot does in a state, as text."""
    seat = state.to_act
    assert seat is not None
    return str(player.act(view(state, seat), random.Random(1)))


PASS, TWO, THREE, FOUR = Pass(), Bid(2), Bid(3), Bid(4)
