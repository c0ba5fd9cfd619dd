"""Playing one task: a deal or a match by every lineup, with the same cards and the same chance at every seat."""

from __future__ import annotations

import random
from functools import cache
from time import perf_counter

from msgspec.structs import replace

from shmear.arena.lineups import Lineup, matchups, rotations
from shmear.arena.plan import ArenaError, Plan
from shmear.arena.tally import WHOLE, Score, Tally, TaskResult, Times, bucket
from shmear.bots import Bot, bot
from shmear.game import HandState, IllegalAction, Match, Outcome, Over, Setup, open_hand, view
from shmear.game.scoring import HandResult, settle
from shmear.rules.knobs import Floor


def play_task(plan: Plan, number: int) -> TaskResult:
    """Deal or match number `number` by every lineup. It depends on nothing but the plan and the number."""
    setup = plan.setup(number)
    scores: list[Score] = []
    times: list[Times] = [{} for _ in plan.kinds]
    bare = _without_floor(setup)
    for matchup in matchups(len(plan.kinds), len(setup.sides)):
        scores.append(Score(Tally(), Tally()))
        for lineup in rotations(matchup, len(setup.sides)):
            table = _Table(plan, number, setup, lineup, scores[-1], times)
            if plan.matches:
                table.match()
            else:
                table.deal(bare)
    return TaskResult(number, scores, times)


def _without_floor(setup: Setup) -> Setup:
    rules = setup.rules
    return Setup(replace(rules, scoring=replace(rules.scoring, floor=Floor.NONE)), setup.players, setup.sides)


_made = cache(bot)
"""One bot a name and process: it keeps nothing between two actions, and may have a table to load."""


class _Table:
    """A lineup at the table of a task."""

    def __init__(self, plan: Plan, number: int, setup: Setup, lineup: Lineup, score: Score, times: list[Times]) -> None:
        self.plan, self.number, self.setup, self.score, self.times = plan, number, setup, score, times
        at_side = dict(zip(setup.sides, lineup.kinds, strict=True))
        self.kinds = [at_side[setup.side_of[seat]] for seat in range(setup.players)]
        self.bots: list[Bot] = [_made(plan.kinds[kind]) for kind in self.kinds]
        one = lineup.matchup.one
        self.tallies = [score.one if kind == one else score.others for kind in self.kinds]

    def deal(self, bare: Setup) -> None:
        """One hand by itself, settled by rules without a floor: a set costs what it costs at any score.

        Nobody may shoot: what a shot wins or loses is the match, and there is none.
        """
        setup, dealer = self.setup, self.number % self.setup.players
        end = self._hand(open_hand(setup, setup.deal(self._chance(0, "deal"), dealer), dealer), 0, ())
        result, nothing = end.result(), (0,) * setup.players
        self._count(result, dealer, settle(bare, dealer, result, nothing, nothing).scores)

    def match(self) -> None:
        """A match to its end, or to the cap."""
        match = Match.new(self.setup, self.number % self.setup.players)
        while not match.is_over and match.hands < self.plan.cap:
            state = match.deal(self._chance(match.hands, "deal"))
            end = self._hand(state, match.hands, match.scores)
            before, match = match, match.after(end)
            gained = tuple(now - then for now, then in zip(match.scores, before.scores, strict=True))
            self._count(end.result(), before.dealer, gained)
        winners = match.winners
        if winners is None:
            self.score.stopped += 1
            most = max(match.scores)
            winners = tuple(seat for seat, score in enumerate(match.scores) if score == most)
        won = [side for side in self.setup.sides if not set(side).isdisjoint(winners)]
        self.score.matches += 1
        for side in self.setup.sides:
            tally = self.tallies[side[0]]
            tally.sides += 1
            tally.won += WHOLE // len(won) if side in won else 0

    def _chance(self, hand: int, what: str | int) -> random.Random:
        """The chance of a seat in a hand, or of its deal: the same whoever sits where."""
        return random.Random(f"{self.plan.seed}:{self.number}:{hand}:{what}")

    def _hand(self, state: HandState, hand: int, scores: tuple[int, ...]) -> Over:
        chance = [self._chance(hand, seat) for seat in range(self.setup.players)]
        while not isinstance(state, Over):
            seat = state.to_act
            assert seat is not None, "somebody is to act until the hand is over"
            seen = view(state, seat, scores)
            start = perf_counter()
            action = self.bots[seat].act(seen, chance[seat])
            took = perf_counter() - start
            if len(seen.legal) > 1:  # with one thing to do there is nothing to decide
                times, step = self.times[self.kinds[seat]], bucket(took)
                times[step] = times.get(step, 0) + 1
            try:
                state = state.apply(action)
            except IllegalAction as error:
                kind = self.plan.kinds[self.kinds[seat]]
                what = f"{'match' if self.plan.matches else 'deal'} {self.number}, hand {hand}"
                raise ArenaError(f"{what}: {kind} at seat {seat} may not {action}: {error}") from error
        return state

    def _count(self, result: HandResult, dealer: int, gained: tuple[int, ...]) -> None:
        self.score.hands += 1
        for tally, points in zip(self.tallies, gained, strict=True):
            tally.hands += 1
            tally.points += points
        contract = result.contract
        if result.outcome is Outcome.FORFEIT:
            self.tallies[dealer].forfeits += 1
        elif result.outcome is Outcome.REDEAL or contract is None:
            self.score.thrown_in += 1
        elif contract.shooting:
            self.tallies[contract.bidder].shots += 1
            self.tallies[contract.bidder].shots_made += bool(result.made)
        else:
            tally = self.tallies[contract.bidder]
            tally.bids += 1
            tally.bids_made += bool(result.made)
            tally.bid_points += contract.bid
