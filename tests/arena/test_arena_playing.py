"""Tasks: every lineup plays the same cards, in every seat as often, at every game."""

from __future__ import annotations

from collections import Counter

import pytest
from arena_bots import FORFEITING, PASSING, Cheating, Noting, Seen

from shmear.arena import ArenaError, Plan, play_task, playing, report
from shmear.arena.lineups import Matchup, matchups, rotations
from shmear.arena.tally import WHOLE, bucket, percentile
from shmear.bots import Bot
from shmear.rules import RulesError, RuleSet, preset, preset_names, rules_from_toml

TABLES = [
    (name, players)
    for name in preset_names()
    for players in sorted({min(preset(name).deal.players), 4, 5, max(preset(name).deal.players)})
    if players in preset(name).deal.players
]


def plan_of(game: str | RuleSet, players: int = 4, *kinds: str, matches: bool = False, cap: int = 300) -> Plan:
    rules = preset(game) if isinstance(game, str) else game
    return Plan(rules=rules, players=players, kinds=kinds or ("novice", "random"), matches=matches, cap=cap)


def seat_everybody(monkeypatch: pytest.MonkeyPatch, player: Bot) -> None:
    monkeypatch.setattr(playing, "_made", lambda _: player)


@pytest.fixture
def notes(monkeypatch: pytest.MonkeyPatch) -> list[Seen]:
    """What all bots are shown, whichever kind they are."""
    found: list[Seen] = []
    monkeypatch.setattr(playing, "_made", lambda name: Noting(name, found))
    return found


# Who sits where


def test_two_sides_meet_once_from_either_side() -> None:
    assert matchups(3, 2) == (Matchup(0, 1), Matchup(0, 2), Matchup(1, 2))
    assert [lineup.kinds for lineup in rotations(Matchup(0, 1), 2)] == [(0, 1), (1, 0)]


def test_more_sides_meet_both_ways_round() -> None:
    assert matchups(2, 3) == (Matchup(0, 1), Matchup(1, 0))
    assert [lineup.kinds for lineup in rotations(Matchup(1, 0), 3)] == [(1, 0, 0), (0, 1, 0), (0, 0, 1)]


@pytest.mark.parametrize(("game", "players"), TABLES)
def test_each_kind_sits_in_each_seat_as_often_with_the_same_cards(game: str, players: int, notes: list[Seen]) -> None:
    plan = plan_of(game, players)
    for number in range(2):
        notes.clear()
        play_task(plan, number)
        # The first call of every hand: one from each lineup and seat, at a game where all get to call.
        first = [seen for seen in notes if seen.seat == (number + 1) % players]
        by_kind = {kind: {seen.dealt for seen in first if seen.kind == kind} for kind in plan.kinds}
        assert len(by_kind["novice"]) == 1
        assert by_kind["novice"] == by_kind["random"]
        assert {seen.dealer for seen in notes} == {number % players}
    sides = plan.setup(0).sides
    seats: Counter[tuple[int, int]] = Counter()
    for matchup in plan.matchups():
        for lineup in rotations(matchup, len(sides)):
            seats.update((kind, seat) for kind, side in zip(lineup.kinds, sides, strict=True) for seat in side)
    assert len(seats) == 2 * players
    assert len(set(seats.values())) == 1


def test_a_seat_has_the_same_chance_whoever_sits_there(notes: list[Seen]) -> None:
    play_task(plan_of("partner"), 3)
    first = {(seen.kind, seen.draw) for seen in notes[:1] + [one for one in notes if one.seat == notes[0].seat]}
    draws = {kind: {draw for name, draw in first if name == kind} for kind in ("novice", "random")}
    assert draws["novice"] == draws["random"]


def test_the_deals_of_a_match_are_those_of_its_number(notes: list[Seen]) -> None:
    plan = plan_of("partner", matches=True, cap=5)
    play_task(plan, 0)
    by_deal: dict[tuple[str, int], list[tuple[object, ...]]] = {}
    for seen in notes:
        held = by_deal.setdefault((seen.kind, seen.seat), [])
        if seen.dealt not in held:
            held.append(seen.dealt)
    for seat in range(4):
        assert by_deal["novice", seat] == by_deal["random", seat]
        assert len(by_deal["novice", seat]) > 1


def test_a_match_shows_its_scores_and_a_deal_has_none(notes: list[Seen]) -> None:
    play_task(plan_of("six-point"), 0)
    assert {seen.scores for seen in notes} == {()}
    notes.clear()
    play_task(plan_of("six-point", matches=True, cap=3), 0)
    assert (0, 0, 0, 0) in {seen.scores for seen in notes}
    assert len({seen.scores for seen in notes}) > 1


# Every game


@pytest.mark.parametrize(("game", "players"), TABLES)
def test_every_preset_plays_deals_and_matches(game: str, players: int) -> None:
    for matches in (False, True):
        plan = plan_of(game, players, matches=matches, cap=2)
        result = play_task(plan, 1)
        score = result.scores[0]
        sides = plan.sides
        assert score.hands in range(sides, 2 * sides + 1 if matches else sides + 1)
        assert score.one.hands + score.others.hands == players * score.hands
        assert score.matches == (sides if matches else 0)
        assert score.one.won + score.others.won == WHOLE * score.matches
        assert report(plan, [result], 1).figures.fair_share == 1 / sides


def test_sides_that_players_would_set_are_every_other_seat() -> None:
    rules = rules_from_toml('extends = "pitch"\n[sides]\npartners = "explicit"\n[deal]\nplayers = [5]\n')
    assert plan_of(rules, 5).setup(0).sides == ((0, 2, 4), (1, 3))
    assert play_task(plan_of(rules, 5), 0).scores[0].hands == 2


@pytest.mark.parametrize(("game", "players"), [("partner", 4), ("ten-point", 5), ("six-point-partners", 6)])
def test_a_bot_against_itself_gets_exactly_the_fair_share(game: str, players: int) -> None:
    plan = plan_of(game, players, "novice", "novice", matches=True)
    done = report(plan, [play_task(plan, number) for number in range(2)], 2)
    for one in done.figures.matchups:
        assert one.share is not None
        assert one.difference is not None
        assert one.share.mean == one.share.low == one.share.high == pytest.approx(done.figures.fair_share, abs=1e-12)
        assert one.difference.mean == pytest.approx(0, abs=1e-12)
    assert [one.kind for one in done.figures.kinds] == ["novice", "novice (2)"]


@pytest.mark.parametrize(("game", "players", "tasks"), [("partner", 4, 8), ("ten-point", 4, 7), ("pitch", 3, 6)])
def test_the_novice_beats_chance_beyond_doubt(game: str, players: int, tasks: int) -> None:
    plan = plan_of(game, players, matches=True, cap=100)
    done = report(plan, [play_task(plan, number) for number in range(tasks)], tasks)
    first = done.figures.matchups[0]
    assert first.share is not None
    assert first.difference is not None
    assert (first.share.low or 0) > done.figures.fair_share
    assert (first.difference.low or 0) > 0


# What is counted


def test_thrown_in_hands_count_without_points(monkeypatch: pytest.MonkeyPatch) -> None:
    seat_everybody(monkeypatch, PASSING)
    (score,) = play_task(plan_of("ten-point"), 0).scores
    assert (score.hands, score.thrown_in, score.one.points, score.others.points) == (2, 2, 0, 0)
    assert score.one.bids == score.others.bids == 0


def test_a_match_without_end_is_stopped_and_shared(monkeypatch: pytest.MonkeyPatch) -> None:
    seat_everybody(monkeypatch, PASSING)
    (score,) = play_task(plan_of("ten-point", matches=True, cap=7), 0).scores
    assert (score.matches, score.stopped, score.hands, score.thrown_in) == (2, 2, 14, 14)
    assert score.one.won == score.others.won == WHOLE


def test_a_forfeit_costs_its_two_points_though_a_match_would_begin_at_the_floor(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    seat_everybody(monkeypatch, FORFEITING)
    scores = play_task(plan_of("shmear"), 2).scores
    # One hand a seat and matchup; the dealer is of the lone kind in one of four.
    assert [(score.one.forfeits, score.others.forfeits) for score in scores] == [(1, 3), (1, 3)]
    assert [(score.one.points, score.others.points) for score in scores] == [(-2, -6), (-2, -6)]
    assert all(score.thrown_in == 0 for score in scores)


def test_nobody_shoots_for_a_match_that_is_not_played() -> None:
    for number in range(5):
        assert all(score.one.shots + score.others.shots == 0 for score in play_task(plan_of("shmear"), number).scores)
    plan = plan_of("shmear", 4, "random", "random", matches=True, cap=10)
    assert play_task(plan, 0).scores[0].others.shots > 0


def test_the_dealer_who_is_stuck_bids_two(monkeypatch: pytest.MonkeyPatch) -> None:
    seat_everybody(monkeypatch, PASSING)
    score = play_task(plan_of("six-point"), 0).scores[0]
    assert (score.one.bids, score.others.bids) == (1, 3)
    assert (score.one.bid_points, score.others.bid_points) == (2, 6)


def test_an_illegal_action_names_the_bot_and_the_deal(monkeypatch: pytest.MonkeyPatch) -> None:
    seat_everybody(monkeypatch, Cheating())
    with pytest.raises(ArenaError, match="deal 4, hand 0: random at seat 1 may not play 2C: it is time to bid"):
        play_task(plan_of("six-point"), 4)


def test_percentiles_of_times_are_right_to_two_percent() -> None:
    times: Counter[int] = Counter(bucket(0.001 * step) for step in range(1, 101))
    assert percentile(times, 0.5) == pytest.approx(0.050, rel=0.02)
    assert percentile(times, 0.95) == pytest.approx(0.095, rel=0.02)
    assert percentile({}, 0.5) is None
    assert bucket(0.0) == 0


def test_decisions_without_a_choice_are_not_timed(notes: list[Seen]) -> None:
    result = play_task(plan_of("partner"), 0)
    timed = sum(sum(times.values()) for times in result.times)
    assert 0 < timed < len(notes)


# What is refused


def test_who_cannot_play_is_refused_by_name() -> None:
    with pytest.raises(ArenaError, match="there is no bot named 'nobody'; the bots are random, novice"):
        plan_of("pitch", 4, "nobody", "novice")
    with pytest.raises(ArenaError, match="novice novice plays a bot against itself"):
        plan_of("pitch", 4, "novice")
    with pytest.raises(RulesError, match="players = 7: must be one of 4, 5, 6"):
        plan_of("ten-point", 7)
    with pytest.raises(ArenaError, match="after one hand at the earliest"):
        plan_of("pitch", cap=0)
