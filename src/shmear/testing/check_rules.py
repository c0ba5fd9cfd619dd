"""The conformance suite: whether the referee keeps its promises under a rule set, a preset's or a house's own.

`check_rules` plays random hands and matches and looks at every state on the way. What it asks holds for every rule
set that can be written; it knows no game by name.
"""

from __future__ import annotations

import random
from collections.abc import Iterable

from shmear.cards import BITS, JOKERS, RANK_MASKS, RANKS, mask_of
from shmear.game import HandResult, HandState, Match, Outcome, Over, Setup
from shmear.record import match_record, replay
from shmear.rules import RuleSet, from_line, read_rules, rules_from_toml, to_line, to_toml
from shmear.rules.check import problems
from shmear.rules.facts import Facts
from shmear.rules.knobs import (
    Decide,
    DiscardsScore,
    Floor,
    ForfeitPaidBy,
    Partners,
    PointCard,
    Redealer,
    ShootNeeds,
    ShootSuccess,
)
from shmear.testing.check_state import Nonconformance, check_state, ensure
from shmear.testing.play import random_setup, walk


def check_rules(rules: RuleSet, *, hands: int = 3, seed: int = 0, players: Iterable[int] | None = None) -> None:
    """Put a rule set through the conformance suite at every number of players that it allows, or at those given.

    `hands` hands of a random match are looked at state by state at each number; the same `seed` plays the same ones.
    Raises `Nonconformance`, an `AssertionError`, with a sentence that says what was found and where.
    """
    check_texts(rules)
    for count in players if players is not None else rules.deal.players:
        rng = random.Random(f"{seed} {count}")
        setup = random_setup(rules, count, rng)
        try:
            check_deal(setup, rng)
            check_match(setup, rng, hands)
        except Nonconformance as found:
            raise Nonconformance(f"{rules.title} at {count} players, seed {seed}: {found}") from None


def check_texts(rules: RuleSet) -> None:
    """A rule set that is written down, as plain data, as a file or on a line, is read back as the same game."""
    wrong = next(problems(rules), None)
    ensure(wrong is None, f"these rules contradict themselves: {wrong}")
    ensure(read_rules(rules.to_dict()) == rules, "as plain data they are not read back as they were")
    ensure(rules_from_toml(to_toml(rules)) == rules, "their TOML file is not read back as they were")
    again, _ = from_line(to_line(rules))
    ensure(again.knobs() == rules.knobs(), "their line is not read back as they were")


def check_deal(setup: Setup, rng: random.Random) -> None:
    """A deal is the deck, each card once, so many to each player; the same generator deals the same cards."""
    dealer, seed = rng.randrange(setup.players), rng.random()
    deal = setup.deal(random.Random(seed), dealer)
    cards = [one for hand in (*deal.hands, deal.undealt) for one in hand]
    ensure(sorted(cards) == sorted(setup.deck), "the cards dealt and undealt are not the deck, each card once")
    ensure({len(hand) for hand in deal.hands} == {setup.cards_dealt}, "not every player is dealt as many cards")
    ensure(len(deal.hands) == setup.players, "not every player is dealt cards")
    ensure(setup.deal(random.Random(seed), dealer) == deal, "the same generator deals different cards")
    ensure(len(deal.undealt) >= setup.kitty_size, "fewer cards are left than the kitty takes")


def check_match(setup: Setup, rng: random.Random, hands: int) -> None:
    """So many hands of a match of random players, each state of each hand, the scores, and its record."""
    start = match = Match.new(setup, rng.randrange(setup.players))
    played: list[list[HandState]] = []
    while not match.is_over and len(played) < hands:
        states = check_hand(match, rng)
        now = match.after(states[-1])
        check_after(match, states[-1], now)
        match = now
        played.append(states)
    check_record(start, played, match)
    if match.is_over:
        try:
            match.deal(rng)
        except ValueError:
            pass
        else:
            raise Nonconformance("a hand is dealt after the match was won")


def check_hand(match: Match, rng: random.Random) -> list[HandState]:
    """One hand of random players: all its states, the end among them."""
    state = match.deal(rng)
    states = [state]
    actions: list[str] = []
    try:
        for before, action in walk(state, rng):
            check_state(before, rng)
            state = before.apply(action)
            actions.append(str(action))
            states.append(state)
            ensure(len(states) < 1000, "the hand does not end")
        check_state(state, rng)
        ensure(isinstance(state, Over), "the last state of a hand is not `Over`")
        check_result(state)
    except Nonconformance as found:
        said = ", ".join(actions) or "the deal"
        raise Nonconformance(f"{found} (dealer {match.dealer}, hand {match.hands}, after {said})") from None
    return states


def check_result(state: HandState) -> None:
    """The result of a hand that is over: no point twice or from nowhere, and the bid made or not by its points."""
    assert isinstance(state, Over)
    setup, result = state.setup, state.result()
    if result.outcome is not Outcome.PLAYED:
        ensure(result.made is None and not result.points, "a hand that was not played gives points")
        return
    rules, contract = setup.rules, result.contract
    assert contract is not None
    ensure(list(result.points) == list(rules.points), "the points of the result are not those of the rules")
    ensure(sorted(seat for side in result.sides for seat in side) == list(range(setup.players)), "a seat has no side")
    totals = dict.fromkeys(result.sides, 0)
    for name, won in result.points.items():
        point = rules.points[name]
        ensure((won.side is None) == (won.seat is None), f"{name} goes to a side without a seat, or to a seat alone")
        if won.side is None or won.seat is None:
            continue
        ensure(won.side in totals, f"{name} goes to seats {won.side}, which are no side of this hand")
        ensure(won.seat in won.side, f"{name} goes to seat {won.seat}, which is not of the side that gets it")
        if point.card is not PointCard.COUNTING:
            ensure(won.card is not None, f"{name} is given for no card")
            seen = mask_of(state.public.plays) | state.discards[contract.bidder]
            ensure(won.card is not None and bool(BITS[won.card] & seen), f"{name} is given for a card not played")
        totals[won.side] += point.worth
    ensure(tuple(totals.values()) == result.side_points, "the sides' points are not the sum of what they got")
    ensure(sum(totals.values()) <= rules.total_points, "more points are given than there are")
    mine = next(points for side, points in totals.items() if contract.bidder in side)
    made = mine >= contract.bid
    if contract.shooting and rules.shoot.needs is ShootNeeds.TRICKS:
        made = made and set(state.public.winners) <= set(result.side_of(contract.bidder))
    ensure(result.made == made, f"a bid of {contract.text} with {mine} points is judged wrongly")
    _check_counts(state, result)
    _check_hand_sides(setup, result)


def _check_counts(state: Over, result: HandResult) -> None:
    counting = state.setup.rules.scoring.counting
    in_tricks = mask_of(state.public.plays)
    assert result.contract is not None
    if state.setup.rules.exchange.discards_score is DiscardsScore.BIDDER:
        in_tricks |= state.discards[result.contract.bidder]
    masks = dict(zip(RANKS, RANK_MASKS, strict=True)) | {"joker": JOKERS}
    there_is = sum(value * (masks[card] & in_tricks).bit_count() for card, value in counting.items())
    deck = sum(value * (masks[card] & state.setup.deck_mask).bit_count() for card, value in counting.items())
    ensure(sum(result.game_count) == there_is, f"{there_is} counting points were played, not {sum(result.game_count)}")
    ensure(there_is <= deck, "more counting points were played than the deck has")


def _check_hand_sides(setup: Setup, result: HandResult) -> None:
    """Sides of the hand are those of the match, or a pair or two teams made from them."""
    if Facts(setup.rules, setup.players).fixed or setup.partners is Partners.NONE:
        ensure(result.sides == setup.sides, "the sides of the hand are not those of the match")
    elif setup.partners is Partners.HIGH_LOW:
        ensure(sorted(map(len, result.sides))[:-1] == [1] * (len(result.sides) - 1), "there is more than one pair")
        ensure(len(result.sides) >= setup.players - 1, "more than two players are partners")
    else:
        ensure(len(result.sides) == 2, "with a called partner there are not two teams")


def check_after(match: Match, hand: HandState, now: Match) -> None:
    """What a hand did to the match: scores and smucks in bounds, the right dealer, winners exactly at the target."""
    assert isinstance(hand, Over)
    setup, rules, result = match.setup, match.setup.rules, hand.result()
    n = setup.players
    keeps = result.outcome is Outcome.REDEAL and rules.auction.redealer is Redealer.SAME
    ensure(now.dealer == (match.dealer if keeps else (match.dealer + 1) % n), f"seat {now.dealer} deals next")
    ensure(now.hands == match.hands + 1, "hands are miscounted")
    ensure(all(new >= old for new, old in zip(now.smucks, match.smucks, strict=True)), "somebody lost a smuck")
    ensure(rules.has_smucks or not any(now.smucks), "there are smucks where the rules have none")
    if rules.scoring.floor is Floor.ZERO:
        ensure(min(now.scores) >= 0, "a score is below the floor")
    if result.outcome is Outcome.REDEAL:
        ensure((now.scores, now.smucks) == (match.scores, match.smucks), "cards thrown in changed a score")
    if Facts(rules, setup.players).fixed and rules.auction.forfeit_paid_by is ForfeitPaidBy.SIDE:
        ensure(all(len({now.scores[seat] for seat in side}) == 1 for side in setup.sides), "partners' scores differ")
    for side, points in zip(result.sides, result.side_points, strict=True):
        for seat in side:
            gained = now.scores[seat] - match.scores[seat]
            zeroed = now.scores[seat] == 0  # a shot can lift a score below zero to zero
            ensure(gained <= points or zeroed, f"seat {seat} scored {gained} where its side got {points}")
    shot_home = _shot_home(match, result)
    reached = [seat for seat, score in enumerate(now.scores) if score >= rules.match.target]
    ensure((now.winners is not None) == bool(reached or shot_home), "the match is over too early or too late")
    if now.winners is None:
        return
    ensure(bool(now.winners) and list(now.winners) == sorted(set(now.winners)), "the winners are not seats, ascending")
    for side in setup.sides:
        ensure(len(set(side) & set(now.winners)) in (0, len(side)), "a side wins in part")
        if set(side) <= set(now.winners) and not shot_home:
            ensure(bool(set(side) & set(reached)), "a side wins below the target")
    if rules.match.decide[0] is Decide.MOST and not shot_home:
        ensure(max(now.scores) == max(now.scores[seat] for seat in now.winners), "the most did not win")


def _shot_home(match: Match, result: HandResult) -> bool:
    """Whether a shot has won the match at once."""
    contract = result.contract
    if contract is None or not contract.shooting or not result.made:
        return False
    below = match.scores[contract.bidder] < 0
    return not (below and match.setup.rules.shoot.success is ShootSuccess.MATCH_OR_ZERO)


def check_record(start: Match, played: list[list[HandState]], end: Match) -> None:
    """The record of a match is replayed to the same states, result and winners; so is a match that stops early."""
    names = [f"player {seat}" for seat in range(start.setup.players)]
    again = replay(match_record(start, names, [states[-1] for states in played]))
    ensure(again.match == end, f"the record of the match is replayed to {again.match}, not to {end}")
    ensure(len(again.hands) == len(played), "the record of the match has another number of hands")
    for states, hand in zip(played, again.hands, strict=True):
        ensure(tuple(states) == hand.states, "the record of a hand is replayed to other states")
    if played:
        stops = played[0][len(played[0]) // 2]
        again = replay(match_record(start, names, [stops]))
        ensure(again.hands[0].last == stops, "the record of an unfinished hand is replayed to another state")
