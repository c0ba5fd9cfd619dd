"""Putting cards into places: counted as listing them one by one counts, and drawn as the counts say."""

import math
import random
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from placing import Way, allowed_ways, assert_drawn_as_weighted

from shmear.kernel.worlds import NoWorld, Placements

METHODS = ("by place", "by card")


def ways_of(found: Placements, count: int, seed: int = 1) -> list[Way]:
    return [tuple(row) for row in found.sample(count, seed).tolist()]


@pytest.mark.parametrize("method", METHODS)
def test_ways_without_constraints_are_a_multinomial(method: str) -> None:
    found = Placements(range(46), [6, 6, 6, 28], [0b1111] * 46, method=method)
    expected = math.factorial(46) / (math.factorial(6) ** 3 * math.factorial(28))
    assert found.count == pytest.approx(expected, rel=1e-12)


@pytest.mark.parametrize("method", METHODS)
def test_every_way_is_as_likely_as_any_other(method: str) -> None:
    cards = [3, 9, 17, 30, 31, 52, 62]
    ways = allowed_ways(cards, [2, 2, 3], [0b111] * 7)
    found = Placements(cards, [2, 2, 3], [0b111] * 7, method=method)
    assert found.count == len(ways) == 210
    assert_drawn_as_weighted(ways_of(found, 20_000), dict.fromkeys(ways, 1.0))


@pytest.mark.parametrize("method", METHODS)
def test_cards_go_only_where_they_fit(method: str) -> None:
    cards, fits = list(range(8)), [0b011, 0b011, 0b101, 0b101, 0b111, 0b111, 0b100, 0b111]
    ways = allowed_ways(cards, [3, 2, 3], fits)
    found = Placements(cards, [3, 2, 3], fits, method=method)
    assert found.count == len(ways) > 20
    assert_drawn_as_weighted(ways_of(found, 20_000), dict.fromkeys(ways, 1.0))


@pytest.mark.parametrize("method", METHODS)
def test_a_pile_has_guarded_cards_only_beside_a_holding_of_nothing_else(method: str) -> None:
    cards, guarded = list(range(8)), 0b1111
    capacities, pairs = [2, 2, 1, 2, 1], [(0, 1), (2, 3)]
    ways = allowed_ways(cards, capacities, [0b11111] * 8, guarded, pairs)
    found = Placements(cards, capacities, [0b11111] * 8, guarded=guarded, pairs=pairs, method=method)
    assert found.count == len(ways) > 100
    assert any(way[1] & guarded for way in ways)
    assert_drawn_as_weighted(ways_of(found, 40_000), dict.fromkeys(ways, 1.0))


@pytest.mark.parametrize("method", METHODS)
def test_a_way_is_as_likely_as_the_product_of_its_weights(method: str) -> None:
    rng = np.random.default_rng(5)
    cards, fits = list(range(6)), [0b111, 0b111, 0b110, 0b111, 0b011, 0b111]
    weights = rng.uniform(0.3, 3.0, (6, 3))
    ways = {
        way: math.prod(float(weights[card, place]) for place in range(3) for card in cards if way[place] >> card & 1)
        for way in allowed_ways(cards, [2, 2, 2], fits)
    }
    found = Placements(cards, [2, 2, 2], fits, weights=weights, method=method)
    assert found.count == pytest.approx(sum(ways.values()), rel=1e-12)
    assert_drawn_as_weighted(ways_of(found, 40_000), ways)
    for way, weight in ways.items():
        assert found.weight_of(way) == pytest.approx(weight)


@pytest.mark.parametrize("method", METHODS)
def test_weights_and_guarded_pairs_go_together(method: str) -> None:
    weights = np.random.default_rng(2).uniform(0.3, 3.0, (7, 4))
    weights[3:, 3] = 1.0
    cards, capacities, guarded, pairs = list(range(7)), [2, 2, 2, 1], 0b0001111, [(1, 0)]
    ways = {
        way: math.prod(float(weights[card, place]) for place in range(4) for card in cards if way[place] >> card & 1)
        for way in allowed_ways(cards, capacities, [0b1111] * 7, guarded, pairs)
    }
    found = Placements(cards, capacities, [0b1111] * 7, weights=weights, guarded=guarded, pairs=pairs, method=method)
    assert found.count == pytest.approx(sum(ways.values()), rel=1e-12)
    assert_drawn_as_weighted(ways_of(found, 100_000), ways)


@pytest.mark.parametrize("method", METHODS)
def test_places_that_fit_alike_share_fairly(method: str) -> None:
    weights = np.repeat([[1.0], [2.0], [3.0], [1.0], [5.0], [1.0]], 3, axis=1)
    weights[:, 2] = [4, 1, 2, 3, 1, 1]
    cards = list(range(6))
    ways = {
        way: math.prod(float(weights[card, place]) for place in range(3) for card in cards if way[place] >> card & 1)
        for way in allowed_ways(cards, [1, 2, 3], [0b111] * 6)
    }
    found = Placements(cards, [1, 2, 3], [0b111] * 6, weights=weights, method=method)
    assert found.count == pytest.approx(sum(ways.values()), rel=1e-12)
    assert_drawn_as_weighted(ways_of(found, 40_000), ways)


@pytest.mark.parametrize("chunk", range(4))
def test_both_methods_count_as_listing_counts(chunk: int) -> None:
    rng = random.Random(chunk)
    for _ in range(40):
        places = rng.randint(1, 5)
        capacities = [rng.randint(0, 2) for _ in range(places)]
        cards = rng.sample(range(63), sum(capacities))
        usual = [rng.randrange(1, 1 << places) | rng.randrange(1 << places) for _ in range(3)]
        fits = [rng.choice(usual) for _ in cards]
        guarded = sum(1 << card for card in cards if rng.random() < 0.5)
        pairs = [(0, 1), (3, 2)][: places // 2] if rng.random() < 0.7 else []
        ways = allowed_ways(cards, capacities, fits, guarded, pairs)
        for method in METHODS:
            if not ways:
                with pytest.raises(NoWorld):
                    Placements(cards, capacities, fits, guarded=guarded, pairs=pairs, method=method)
                continue
            found = Placements(cards, capacities, fits, guarded=guarded, pairs=pairs, method=method)
            assert found.count == len(ways)
            assert set(ways_of(found, 50)) <= set(ways)
            assert all(found.weight_of(way) == 1.0 for way in ways[:20])


@pytest.mark.parametrize("method", METHODS)
def test_a_seed_gives_the_same_worlds_however_they_are_split(method: str) -> None:
    found = Placements(range(20), [5, 5, 5, 5], [0b1111] * 10 + [0b0111] * 10, method=method)
    whole = found.sample(100, 9)
    assert np.array_equal(whole, np.concatenate([found.sample(30, 9), found.sample(70, 9, start=30)]))
    assert not np.array_equal(whole, found.sample(100, 10))
    with ThreadPoolExecutor(4) as pool:
        parts = list(pool.map(lambda start: found.sample(25, 9, start=start), range(0, 100, 25)))
    assert np.array_equal(whole, np.concatenate(parts))


def test_a_seed_may_be_any_integer() -> None:
    found = Placements(range(6), [3, 3], [0b11] * 6)
    for seed in (-1, 0, 2**63, 10**40):
        assert found.sample(5, seed).shape == (5, 2)


def test_the_masks_may_use_other_numbers_for_the_cards() -> None:
    found = Placements([1, 2, 5, 7], [2, 2], [0b11] * 4)
    bits = np.array([0, 40, 50, 0, 0, 62, 0, 3])
    plain, renamed = found.sample(20, 1).tolist(), found.sample(20, 1, bits=bits).tolist()
    for before, after in zip(plain, renamed, strict=True):
        for old, new in zip(before, after, strict=True):
            assert new == sum(1 << int(bits[card]) for card in (1, 2, 5, 7) if old >> card & 1)


def test_no_cards_at_all_are_one_way() -> None:
    found = Placements([], [0, 0], [])
    assert found.count == 1.0
    assert found.sample(3, 1).tolist() == [[0, 0]] * 3


@pytest.mark.parametrize("method", METHODS)
def test_contradictions_are_told(method: str) -> None:
    with pytest.raises(NoWorld, match="card 4"):
        Placements([4, 5], [1, 1], [0, 0b11], method=method)
    with pytest.raises(NoWorld, match="do not fill"):
        Placements([4, 5], [1, 2], [0b11, 0b11], method=method)
    with pytest.raises(NoWorld, match="no way"):
        Placements([4, 5, 6], [1, 2], [0b01, 0b01, 0b11], method=method)
    with pytest.raises(NoWorld, match="card 5"):
        Placements([4, 5], [1, 1], [0b11, 0b11], weights=[[1, 1], [0, 0]], method=method)


def test_weights_must_be_numbers_that_can_be_weights() -> None:
    with pytest.raises(ValueError, match="shape"):
        Placements([4, 5], [1, 1], [0b11, 0b11], weights=[[1, 1]])
    for bad in (-1.0, math.nan, math.inf):
        with pytest.raises(ValueError, match="not negative"):
            Placements([4, 5], [1, 1], [0b11, 0b11], weights=[[1, 1], [1, bad]])


def test_tiny_weights_do_not_vanish() -> None:
    weights = np.full((40, 4), 1e-12)
    weights[:, 0] = 1.0
    found = Placements(range(40), [10, 10, 10, 10], [0b1111] * 40, weights=weights)
    plain = Placements(range(40), [10, 10, 10, 10], [0b1111] * 40)
    assert np.array_equal(found.sample(50, 1), plain.sample(50, 1))


def test_the_worst_table_stays_small() -> None:
    """Eight seats of six cards and other weights for every card and seat."""
    weights = np.random.default_rng(1).uniform(0.1, 1.0, (46, 8))
    found = Placements(range(46), [6] * 7 + [4], [0xFF] * 46, weights=weights)
    assert found.method == "by card"
    drawn = found.sample(200, 1)
    assert np.all(np.bitwise_or.reduce(drawn, axis=1) == (1 << 46) - 1)
    assert np.all(np.bitwise_count(drawn) == [6] * 7 + [4])
