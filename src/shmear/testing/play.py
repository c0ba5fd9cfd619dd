"""Random play: hands and matches of players who choose among all that is legal."""

from __future__ import annotations

import random
from collections.abc import Iterator

from shmear.game import Action, Deal, HandState, Match, Over, Setup, draw_sides, open_hand
from shmear.rules import RuleSet, at
from shmear.rules.knobs import Partners


def random_setup(rules: RuleSet, players: int, rng: random.Random) -> Setup:
    """Rules at a number of players; where pairs are drawn or sides are set, with random ones."""
    sides = draw_sides(rules, players, rng)
    if at(rules.sides.partners, players) is Partners.EXPLICIT:
        seats = list(range(players))
        rng.shuffle(seats)
        cut = rng.randrange(1, players)
        sides = (tuple(seats[:cut]), tuple(seats[cut:]))
    return Setup(rules, players, sides)


def random_action(state: HandState, rng: random.Random) -> Action:
    """One of the legal actions, each as likely as any other."""
    options = state.legal_actions()
    return options[rng.randrange(len(options))]


def walk(state: HandState, rng: random.Random) -> Iterator[tuple[HandState, Action]]:
    """Every decision from a state to the end of the hand, with what a random player does there.

    Apply the last action to the last state for the end itself.
    """
    while not state.is_over:
        action = random_action(state, rng)
        yield state, action
        state = state.apply(action)


def play_out(state: HandState, rng: random.Random) -> Over:
    """The end of a hand that random players finish from a state."""
    for before, action in walk(state, rng):
        state = before.apply(action)
    assert isinstance(state, Over)
    return state


def random_hand(
    setup: Setup, rng: random.Random, *, dealer: int | None = None, deal: Deal | None = None, may_shoot: int = 0
) -> Over:
    """A whole hand of random players: by a random dealer and of a random deal unless they are given."""
    dealer = rng.randrange(setup.players) if dealer is None else dealer
    return play_out(open_hand(setup, deal or setup.deal(rng, dealer), dealer, may_shoot), rng)


def random_match(setup: Setup, rng: random.Random, *, hands: int = 1000) -> tuple[Match, list[Over], Match]:
    """A match of random players: before its first hand, its hands, and after the last.

    It ends when somebody has won, or after so many hands.
    """
    start = match = Match.new(setup, rng.randrange(setup.players))
    played: list[Over] = []
    while not match.is_over and len(played) < hands:
        played.append(play_out(match.deal(rng), rng))
        match = match.after(played[-1])
    return start, played, match
