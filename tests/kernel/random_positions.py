"""Positions made up at random, of no game in particular, and a slow way to play them out that follows the walk."""

import random
from typing import Any

import numpy as np

from shmear.kernel.chance import below, further, signed, stream
from shmear.kernel.lanes import LANE_START, MAX_SEATS, NO_TRUMP, TRUMP
from shmear.kernel.plan import GAME, PLAN, TRUMPS, prepare
from shmear.kernel.playout import Policy
from shmear.kernel.position import HIGHEST_CARD, LOWEST_CARD, POSITION, trick_so_far
from shmear.kernel.random_play import chosen
from shmear.kernel.thumb_play import follow_by_thumb, lead_by_thumb, weight_of
from shmear.kernel.walk import legal_cards, play_card, result


def bits(mask: int) -> list[int]:
    return [card for card in range(63) if int(mask) >> card & 1]


def random_position(rng: random.Random, seats: int = 0, tricks: int = 0) -> Any:
    """One position, an array of shape (1,), at the start of its first trick."""
    n = seats or rng.randint(2, 8)
    tricks = tricks or rng.randint(1, 6)
    numbers = [LANE_START[lane] + place for lane in range(4) for place in range(16 if lane == 3 else 15)]
    deal = [int(card) for card in rng.sample(numbers, n * tricks)]
    trumps = [card for card in deal if card >= TRUMP]
    positions = np.zeros(1, POSITION)
    one: Any = positions[0]
    one.seats, one.turn = n, rng.randrange(n)
    for seat in range(n):
        one.hands[seat] = sum(1 << card for card in deal[seat * tricks : (seat + 1) * tricks])
    one.floor = rng.choice([TRUMP, TRUMP, TRUMP, NO_TRUMP])
    one.may_trump = rng.random() < 0.5
    neighbours = [card for card in trumps if card + 1 in trumps]
    if neighbours and rng.random() < 0.7:
        one.equals = 3 << rng.choice(neighbours)
    one.sides = rng.randint(2, n)
    one.side[:n] = rng.sample([*range(one.sides), *rng.choices(range(one.sides), k=n - one.sides)], n)
    one.points[:n] = rng.choices(range(4), k=n)
    one.counted[:n] = rng.choices(range(9), k=n)
    one.game, one.tie_to = rng.choice([0, 1, 3]), rng.choice([-1, rng.randrange(n)])
    one.trick_worth = rng.choice([0, 0, 1, 2])
    one.highest_gone = one.lowest_gone = -1
    one.pair_card = one.pair_seat = -1
    for kind in ("highest", "lowest"):
        if rng.random() < 0.6:
            one[f"{kind}_of"] = sum(1 << card for card in numbers if card >= TRUMP and rng.random() < 0.7)
            one[f"{kind}_player"], one[f"{kind}_taker"] = rng.choice([0, 1]), rng.choice([0, 1, 2])
    for card in deal:
        one.taker[card] = rng.choice([0, 0, 0, 1, 3])
        one.player[card] = rng.choice([0, 0, 0, 0, 1])
        one.count[card] = rng.choice([0, 0, 1, 4, 10])
    if rng.random() < 0.4:
        one.paired, one.sides = 1, n
        one.side[:n] = range(n)
        for which in range(2):
            one.pair_card[which] = rng.choice([HIGHEST_CARD, LOWEST_CARD, *deal, -1])
            one.pair_taker[which] = rng.random() < 0.7
            one.pair_seat[which] = rng.randrange(n) if one.pair_card[which] < 0 else -1
    kind = rng.choice(["", "", "forced", "due", "barred"])
    if kind == "barred":
        one.barred = sum(1 << card for card in deal if rng.random() < 0.6)
    elif kind:
        one[kind] = 1 << rng.choice(deal)
    return positions


def forward(positions: Any, cards: int, rng: random.Random) -> Any:
    """The position after so many random cards."""
    positions = positions.copy()
    for _ in range(cards):
        play_card(positions[0], rng.choice(bits(legal_cards(positions[0]))))
    return positions


def outcome(position: Any) -> tuple[list[int], list[int], list[int]]:
    """Points and counting points of each side and the side of each seat, where no cards are left."""
    points, counted, side = (np.zeros(MAX_SEATS, np.int64) for _ in range(3))
    result(position, points, counted, side)
    return points.tolist(), counted.tolist(), side.tolist()


def slow_playout(positions: Any, policy: Policy, seed: int, number: int) -> tuple[list[int], list[int], list[int]]:
    """One playout by walking, with the same random numbers as `play_out`."""
    plan = np.zeros(PLAN, np.int64)
    hand, home, start = (np.zeros(MAX_SEATS, np.int64) for _ in range(3))
    owner, worth = np.zeros(64, np.int64), np.zeros(64, np.int64)
    prepare(positions[0], positions[0].hands, plan, hand, owner, worth, home, start, np.zeros((2, 64), np.int64))
    game, trumps = plan[GAME], plan[TRUMPS]
    weight = np.array([weight_of(one, game) for one in worth], np.int64)
    now: Any = positions.copy()[0]
    state = stream(signed(seed), number)
    n = int(now.seats)
    while now.hands[now.turn]:
        legal, mine = int(legal_cards(now)), int(now.hands[now.turn])
        state = further(state)
        trick = sum(1 << int(card) for card in now.trick[: now.lying])
        rest = trick | sum(int(mask) for mask in now.hands[:n])
        if policy == "random":
            card = bits(chosen(legal, below(state, len(bits(legal)))))[0]
        elif not now.lying:
            card = lead_by_thumb(legal, mine, rest, trumps, weight, state)
        elif len(bits(legal)) == 1:
            card = bits(legal)[0]
        else:
            best, place, _ = trick_so_far(now)
            winner = (now.turn - now.lying + place) % n
            gain = sum(int(worth[one]) for one in now.trick[: now.lying]) + (int(now.trick_worth) << 32)
            card = follow_by_thumb(
                legal,
                best,
                now.equals,
                bool(home[winner] == home[now.turn]),
                bool(now.lying == n - 1),
                weight_of(gain, game),
                rest & ~mine & ~trick,
                trumps,
                weight,
                state,
            )
        assert legal >> card & 1
        play_card(now, card)
    return outcome(now)


def expected(positions: Any) -> np.ndarray:
    """The mean of the points of each side over all ways to play, each legal card as likely as any other; exactly."""
    now: Any = positions[0]
    if not now.hands[now.turn]:
        return np.array(outcome(now)[0], float)
    legal = bits(legal_cards(now))
    total = np.zeros(MAX_SEATS)
    for card in legal:
        after = positions.copy()
        play_card(after[0], card)
        total += expected(after)
    return total / len(legal)
