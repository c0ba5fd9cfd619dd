"""The solver against a search that looks at every line; and what has to hold whatever the position."""

import random
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from plain_search import is_paired_by_play, plain_values
from random_positions import bits, forward, outcome, random_position

from shmear.kernel import OBJECTIVES, POSITION, line, max_n, position_of, solve
from shmear.kernel.lanes import MAX_SEATS
from shmear.kernel.walk import legal_cards, play_card

LARGEST = {2: 5, 3: 4, 4: 3, 5: 2, 6: 2, 7: 2, 8: 2}
"""Cards a seat, by the number of seats, of which every line can be looked at."""

Names = dict[int, float]


def endings(rng: random.Random, count: int, **fixed: int) -> Iterator[Any]:
    """Positions of few cards, at the start of a trick or in the middle of one."""
    for _ in range(count):
        seats = rng.randint(2, 8)
        tricks = rng.randint(1, LARGEST[seats])
        positions = random_position(rng, seats, tricks)
        for name, value in fixed.items():
            positions[name] = value
        yield forward(positions, rng.choice([0, 0, rng.randrange(seats * tricks)]), rng)


def table(rng: random.Random, steps: tuple[float, ...] = (0, 0, 0.5, 1, 2)) -> Any:
    """Values that do not fall with our points nor rise with theirs."""
    rises = np.array([rng.choices(steps, k=64) for _ in range(64)])
    return np.cumsum(np.cumsum(rises, axis=0), axis=1)[:, ::-1]


def found_in(row: Any) -> Names:
    return {card: float(row[card]) for card in np.flatnonzero(~np.isnan(row)).tolist()}


@pytest.mark.parametrize("chunk", range(2))
def test_every_objective_is_worth_what_looking_at_every_line_finds(chunk: int) -> None:
    rng = random.Random(chunk)
    for positions in endings(rng, 300):
        hero = rng.choice([-1, rng.randrange(int(positions["seats"][0]))])
        amount, values = rng.randrange(16), table(rng)
        for objective in OBJECTIVES:
            if objective != "rivals" and is_paired_by_play(positions[0]):
                continue
            wanted = plain_values(positions, objective, amount, values, hero)
            solved = solve(positions, objective=objective, amount=amount, values=values, hero=hero)
            assert found_in(solved.scores[0]) == wanted, (objective, hero, positions)
            chosen = max if good(positions, hero, int(positions["turn"][0])) else min
            assert solved.best[0] == chosen(wanted.values())


def test_the_best_alone_is_the_best_of_all() -> None:
    rng = random.Random(3)
    for _ in range(40):
        positions = random_position(rng, rng.randint(2, 6), rng.randint(1, 5))
        hero, amount, values = rng.choice([-1, 0, 1]), rng.randrange(10), table(rng)
        for objective in OBJECTIVES:
            if is_paired_by_play(positions[0]) and objective != "rivals":
                continue
            wish: Any = dict(objective=objective, amount=amount, values=values, hero=hero)
            assert solve(positions, best_only=True, **wish).best[0] == solve(positions, **wish).best[0]


def good(positions: Any, hero: int, seat: int) -> bool:
    """Whether a seat plays for the side of another, as far as the holdings say."""
    if hero in (-1, seat):
        return True
    if is_paired_by_play(positions[0]):
        return False
    end = positions.copy()
    while end[0].hands[end[0].turn]:
        play_card(end[0], bits(legal_cards(end[0]))[0])
    sides = outcome(end[0])[2]
    return sides[hero] == sides[seat]


def test_a_batch_is_solved_as_each_of_its_positions_alone() -> None:
    rng = random.Random(4)
    many = np.concatenate([random_position(rng, 4, 4) for _ in range(60)])
    many["paired"] = 0
    for objective in ("difference", "points", "rivals"):
        whole = solve(many, objective=objective)
        for row in range(60):
            assert found_in(solve(many[row : row + 1], objective=objective).scores[0]) == found_in(whole.scores[row])


def test_positions_that_differ_in_who_leads_share_what_was_found() -> None:
    rng = random.Random(13)
    for _ in range(60):
        seats = rng.randint(2, 6)
        first = random_position(rng, seats, rng.randint(2, 4))
        first["paired"] = 0
        many = np.repeat(first, 3 * seats)
        for row in range(len(many)):
            many["turn"][row] = row % seats
            for name, kinds in (
                ("tie_to", [-1, 0, 1]),
                ("game", [0, 1, 3]),
                ("barred", [0, 1 << 50]),
                ("may_trump", [0, 1]),
            ):
                if rng.random() < 0.2:
                    many[name][row:] = rng.choice(kinds)
            if rng.random() < 0.2:
                many["points"][row:, :seats] = rng.choices(range(4), k=seats)
                many["counted"][row:, :seats] = rng.choices(range(20), k=seats)
        hero, objective = rng.randrange(seats), rng.choice(["difference", "points", "make"])
        for best_only in (False, True):
            wish: Any = dict(objective=objective, amount=5, hero=hero, best_only=best_only)
            whole = solve(many, **wish)
            for row in range(len(many)):
                alone = solve(many[row : row + 1], **wish)
                assert np.array_equal(alone.scores[0], whole.scores[row], equal_nan=True)
                assert alone.best[0] == whole.best[row]


@pytest.mark.parametrize("objective", ["difference", "rivals"])
@pytest.mark.parametrize("best_only", [False, True])
def test_threads_change_nothing(objective: Any, best_only: bool) -> None:
    rng = random.Random(5)
    many = np.concatenate([random_position(rng, 4, 4) for _ in range(61)])
    many["paired"] = 0
    one = solve(many, objective=objective, best_only=best_only)
    for jobs in (2, 5, 100):
        other = solve(many, objective=objective, best_only=best_only, jobs=jobs)
        assert np.array_equal(one.scores, other.scores, equal_nan=True)
        assert np.array_equal(one.best, other.best)


def test_holdings_stand_in_for_the_hands_of_one_position() -> None:
    rng = random.Random(6)
    positions = random_position(rng, 4, 4)
    positions["paired"] = 0
    holdings = np.stack([np.roll(positions["hands"][0, :4], shift) for shift in range(4)])
    holdings = np.pad(holdings, ((0, 0), (0, 4)))
    many = np.repeat(positions, 4)
    many["hands"] = holdings
    assert np.array_equal(solve(positions, holdings).scores, solve(many).scores, equal_nan=True)


def test_what_every_card_leads_to_is_the_best_of_what_follows() -> None:
    """The value of a card is the value of the position after it, down to the last trick."""
    rng = random.Random(7)
    for seats, tricks in ((4, 5), (6, 4), (8, 3), (2, 10), (3, 6), (5, 4)):
        for _ in range(3):
            positions = random_position(rng, seats, tricks)
            positions["paired"], positions["sides"] = 0, 2
            positions["side"][0, :seats] = [seat % 2 for seat in range(seats)]
            hero = rng.randrange(seats)
            scores = solve(positions, hero=hero).scores[0]
            while True:
                card = rng.choice(sorted(found_in(scores)))
                value = scores[card]
                play_card(positions[0], card)
                turn = int(positions["turn"][0])
                if not positions["hands"][0, turn]:
                    break
                scores = solve(positions, hero=hero).scores[0]
                with_us = positions["side"][0, turn] == positions["side"][0, hero]
                assert value == (np.nanmax(scores) if with_us else np.nanmin(scores))
            points, _, sides = outcome(positions[0])
            assert value == 2 * points[sides[hero]] - sum(points)


def test_one_side_against_all_others_together_is_sure_of_it() -> None:
    """The others' points counted as one side's are a bound: against the best of them our side gets as much."""
    rng = random.Random(8)
    several = 0
    for positions in endings(rng, 200, paired=0):
        several += int(positions["sides"][0]) > 2
        bound, exact = solve(positions).scores[0], solve(positions, objective="rivals").scores[0]
        assert all(bound[card] <= value for card, value in found_in(exact).items())
        if int(positions["sides"][0]) == 2:
            assert found_in(bound) == found_in(exact)
    assert several > 50


def test_the_line_comes_to_its_value() -> None:
    rng = random.Random(9)
    values = table(rng)
    for positions in endings(rng, 80):
        hero = int(positions["turn"][0])
        if is_paired_by_play(positions[0]):
            continue
        for objective in OBJECTIVES:
            cards, value = line(positions, objective=objective, amount=5, values=values)
            assert value == solve(positions, objective=objective, amount=5, values=values).best[0]
            end = positions.copy()
            for card in cards:
                assert int(legal_cards(end[0])) >> card & 1
                play_card(end[0], card)
            assert not end["hands"].any()
            # Without cards a position is worth what it came to: its last trick, from before its last card.
            last = positions.copy()
            for card in cards[:-1]:
                play_card(last[0], card)
            assert plain_values(last, objective, 5, values, hero) == {cards[-1]: value}


def test_a_line_plays_of_equally_good_cards_the_lowest() -> None:
    made = position_of([1 << 3 | 1 << 5, 1 << 20 | 1 << 21], turn=0, side=(0, 1), floor=47)
    assert line(made) == ([3, 20, 5, 21], 0.0)


def test_a_line_leaves_the_position_as_it_was() -> None:
    positions = random_position(random.Random(1), 4, 3)
    positions["paired"] = 0
    before = positions.copy()
    line(positions)
    max_n(positions)
    solve(positions)
    assert np.array_equal(before, positions)


def every_side_for_itself(positions: Any) -> list[int]:
    """Points by seat when each side wants its own less the best other's; of equally good cards the lowest is played."""
    now = positions[0]
    n = int(now.seats)
    if not now.hands[now.turn]:
        points, _, side = outcome(now)
        return [points[side[seat]] << 8 | side[seat] for seat in range(n)]
    best: list[int] = []
    most = -1000
    for card in bits(legal_cards(now)):
        after = positions.copy()
        play_card(after[0], card)
        came_to = every_side_for_itself(after)
        mine = came_to[now.turn]
        others = [one >> 8 for one in came_to if one & 255 != mine & 255]
        value = (mine >> 8) - max(others, default=0)
        if value > most:
            most, best = value, came_to
    return best


def test_max_n_is_every_side_for_itself() -> None:
    rng = random.Random(10)
    for _ in range(60):
        seats = rng.randint(2, 6)
        positions = random_position(rng, seats, 2 if seats > 3 else 3)
        positions = forward(positions, rng.choice([0, rng.randrange(seats * 2)]), rng)
        found = max_n(positions)
        legal = bits(legal_cards(positions[0]))
        assert np.flatnonzero(found[:, 0] >= 0).tolist() == legal
        for card in legal:
            after = positions.copy()
            play_card(after[0], card)
            assert found[card, :seats].tolist() == [one >> 8 for one in every_side_for_itself(after)]


def test_max_n_of_two_sides_is_what_the_solver_finds() -> None:
    rng = random.Random(11)
    for _ in range(40):
        positions = random_position(rng, 4, 3)
        positions["paired"], positions["sides"] = 0, 2
        positions["side"][0, :4] = (0, 1, 0, 1)
        outcomes, scores = max_n(positions), solve(positions).scores[0]
        us = int(positions["turn"][0])
        for card, value in found_in(scores).items():
            assert outcomes[card, us] - outcomes[card, (us + 1) % 4] == value


def moved(positions: Any, rng: random.Random) -> tuple[Any, list[int], int]:
    """The same position with plain suits, seats and sides named otherwise; cards' new numbers and the seats' shift."""
    order = rng.sample(range(3), 3)
    number = [16 * order[card // 16] + card % 16 if card < 47 else card for card in range(66)]
    old, n = positions[0], int(positions["seats"][0])
    shift = rng.randrange(n)
    names = rng.sample(range(n), n) if not old.paired else list(range(n))
    while not old.paired and max(names[int(side)] for side in old.side[:n]) >= old.sides:
        names = rng.sample(range(n), n)
    new = positions.copy()
    one = new[0]
    for name in POSITION.names or ():
        value = old[name]
        if name in ("forced", "due", "barred", "equals", "highest_of", "lowest_of"):
            one[name] = sum(1 << number[card] for card in bits(value))
        elif name in ("turn", "tie_to", "highest_seat", "highest_took", "lowest_seat", "lowest_took"):
            one[name] = (value + shift) % n if value >= 0 else value
        elif name in ("highest_gone", "lowest_gone"):
            one[name] = number[value] if value >= 0 else value
        elif name in ("taker", "player", "count"):
            for card in range(63):
                if number[card] < 63:
                    one[name][number[card]] = value[card]
    for seat in range(n):
        there = (seat + shift) % n
        one.hands[there] = sum(1 << number[card] for card in bits(old.hands[seat]))
        one.points[there], one.counted[there] = old.points[seat], old.counted[seat]
        one.side[there] = names[int(old.side[seat])] if not old.paired else there
    one.trick[: old.lying] = [number[int(card)] for card in old.trick[: old.lying]]
    for which in range(2):
        card, seat = int(old.pair_card[which]), int(old.pair_seat[which])
        one.pair_card[which] = number[card] if 0 <= card < 63 else card
        one.pair_seat[which] = (seat + shift) % n if seat >= 0 else -1
    return new, number, shift


def test_names_of_suits_seats_and_sides_change_nothing() -> None:
    rng = random.Random(12)
    for _ in range(150):
        seats = rng.randint(2, 8)
        positions = random_position(rng, seats, rng.randint(1, 3 if seats > 5 else 4))
        positions = forward(positions, rng.choice([0, rng.randrange(seats)]), rng)
        other, number, shift = moved(positions, rng)
        hero = rng.choice([-1, rng.randrange(seats)])
        for objective in OBJECTIVES:
            if objective != "rivals" and is_paired_by_play(positions[0]):
                continue
            wish: Any = dict(objective=objective, amount=6, values=table(random.Random(1)))
            one = found_in(solve(positions, hero=hero, **wish).scores[0])
            two = found_in(solve(other, hero=hero if hero < 0 else (hero + shift) % seats, **wish).scores[0])
            assert {number[card]: value for card, value in one.items()} == two


# What is refused.


def small(**fields: Any) -> Any:
    return position_of([0b11, 0b1100, 0b110000], turn=0, side=(0, 1, 1), floor=47, **fields)


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"objective": "win"}, "'win' is no objective; it is one of difference, points"),
        ({"objective": "values"}, "needs values"),
        ({"objective": "values", "values": [1.0, 2.0]}, "needs values"),
        ({"hero": 8}, "hero is a seat"),
        ({"hero": -2}, "hero is a seat"),
        ({"hero": 3}, "hero is a seat"),
    ],
)
def test_an_argument_that_cannot_be_is_named(given: dict[str, Any], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        solve(small(), **given)


def test_positions_and_holdings_go_together() -> None:
    with pytest.raises(ValueError, match="array of POSITION"):
        solve(np.zeros(3))  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="array of POSITION"):
        solve(np.zeros(0, POSITION))
    with pytest.raises(ValueError, match="array of POSITION"):
        solve(np.zeros((1, 1), POSITION))
    with pytest.raises(ValueError, match=r"\(worlds, 8\)"):
        solve(small(), np.zeros((1, 4)))
    with pytest.raises(ValueError, match="2 positions do not go with 3 worlds"):
        solve(np.concatenate([small(), small()]), np.repeat(small()["hands"], 3, axis=0))
    with pytest.raises(ValueError, match="array of POSITION"):
        max_n(np.zeros(1))  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="array of POSITION"):
        line(np.zeros(0, POSITION))


@pytest.mark.parametrize(
    ("hands", "words"),
    [
        ([0b11, 0b100, 0b110000], "world 0: seat 1 holds 1 card and should hold 2"),
        ([0b11, 0b1100, 0b110], "in world 0: a card is there twice"),
        ([0b11, 0b1100, 0b110000, 0b11000000], "in world 0: seat 3 holds"),
        ([-2, 0b1100, 0b110000], "world 0"),
    ],
)
def test_hands_that_cannot_be_are_refused(hands: list[int], words: str) -> None:
    holdings = np.zeros((1, MAX_SEATS), np.int64)
    holdings[0, : len(hands)] = hands
    for objective in ("difference", "rivals"):
        with pytest.raises(ValueError, match=words):
            solve(small(), holdings, objective=objective)


def test_a_card_on_the_table_is_in_no_hand() -> None:
    made = position_of([0b11, 0b1000, 0b110000], turn=2, side=(0, 1, 1), floor=47, trick=[1, 2])
    with pytest.raises(ValueError, match="world 0"):
        solve(made)


def test_more_cards_than_two_packs_with_jokers_hold_are_refused() -> None:
    numbers = [card for card in range(63) if card not in (15, 31)]
    hands = [sum(1 << card for card in numbers[7 * seat : 7 * seat + 7]) for seat in range(8)]
    made = position_of(hands, turn=0, side=(0, 1) * 4, floor=63)
    with pytest.raises(ValueError, match="54 cards"):
        solve(made)


def test_values_that_fall_with_our_points_or_rise_with_theirs_are_refused() -> None:
    taker = np.zeros(63, np.int64)
    taker[[0, 2, 4]] = 1
    made = small(taker=taker)
    rows, columns = np.indices((4, 4))
    assert solve(made, objective="values", values=rows - columns).best[0] == solve(made).best[0]
    for wrong in (columns - rows, -rows, columns):
        with pytest.raises(ValueError, match="must not fall with our points nor rise with theirs"):
            solve(made, objective="values", values=wrong)


@pytest.mark.parametrize("value", [np.nan, np.inf, -np.inf])
def test_values_that_are_no_numbers_are_refused(value: float) -> None:
    with pytest.raises(ValueError, match="finite numbers"):
        solve(small(), objective="values", values=np.full((4, 4), value))


def test_partners_made_by_who_takes_a_card_need_the_objective_rivals() -> None:
    made = small(paired=1, pair_card=[0, 2], pair_taker=[1, 1])
    for objective in ("difference", "points", "make", "values"):
        with pytest.raises(ValueError, match="only the objective 'rivals'"):
            solve(made, objective=objective, values=np.zeros((1, 1)))
    assert solve(made, objective="rivals").best[0] == 0
    for objective in OBJECTIVES:
        with pytest.raises(ValueError, match="made by who takes a card"):
            line(made, objective=objective)


def test_what_is_over_has_no_card_to_solve() -> None:
    made = position_of([0, 0], turn=0, side=(0, 1), floor=47)
    for objective in ("difference", "rivals"):
        solved = solve(made, objective=objective)
        assert np.isnan(solved.scores).all()
        assert np.isnan(solved.best).all()
        assert np.isnan(solve(made, objective=objective, best_only=True).best).all()
    assert line(made) == ([], 0.0)
    assert (max_n(made) == -1).all()


def test_with_the_best_alone_no_card_has_a_value() -> None:
    assert np.isnan(solve(small(), best_only=True).scores).all()


def test_points_beyond_any_rule_sheet_are_still_solved() -> None:
    """Eight points of twenty each: the most that a rule set can have."""
    taker = np.zeros(63, np.int64)
    taker[1:8] = 20
    made = position_of([0b11, 0b1100, 0b110000, 0b11000000], turn=0, side=(0, 1, 0, 1), floor=47, taker=taker, game=20)
    made["count"][0, :8] = [1, 2, 4, 8, 16, 32, 64, 128]
    for objective in ("difference", "rivals", "points"):
        assert found_in(solve(made, objective=objective).scores[0]) == plain_values(made, objective)
