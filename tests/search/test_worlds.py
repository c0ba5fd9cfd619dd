"""The worlds of a view: exactly those that the referee finds possible, each as likely as any other.

What is possible is decided here by the referee alone: every way to place the unseen cards is dealt and played again,
and counts if nothing is refused and the seat's view comes out the same.
"""

import math
import random
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, seed, settings
from hypothesis import Phase as Stage

from shmear.cards import BITS, CARDS, Card, cards_of, mask_of
from shmear.game import (
    Deal,
    Discard,
    HandState,
    IllegalAction,
    Phase,
    Setup,
    View,
    open_hand,
    parse_action,
    view,
)
from shmear.game.exchange import asked, discards_due
from shmear.rules import RuleSet, preset, preset_names, read_rules
from shmear.search.lower import numbering
from shmear.search.worlds import ASLEEP, HOLDING, KITTY, PILE, NoWorld, World, Worlds, complete
from shmear.testing import random_setup, rule_sets_at, walk

PRESETS = [(name, players) for name in preset_names() for players in preset(name).deal.players]
EVERYBODY = 0xFF


def small(**changes: Any) -> RuleSet:
    """A game of few cards: the ranks jack to ace, three or four dealt to each of three players."""
    table: dict[str, Any] = {
        "deck": {"ranks": "J-A"},
        "deal": {"players": [3], "cards": 4},
        "auction": {"minimum": 1, "maximum": 1},
        "points": {"game": {"card": "counting"}},
    }
    for group, values in changes.items():
        table[group] = {**table.get(group, {}), **values}
    return read_rules(table)


EXCHANGE = {"discards": "everyone", "keep": 3, "protect": "trumps"}
SMALL = {
    "follow or trump": small(),
    "follow suit": small(play={"follow": "suit-else-any"}),
    "jick and jokers": small(
        deck={"ranks": "Q-A", "jokers": "equal"},
        deal={"cards": 3},
        trump={"made": "named"},
        play={"follow": "suit-else-any"},
    ),
    "kitty": small(exchange={"kitty": 2, "discards": "bidder", "keep": 4}, shoot={"allowed": True}),
    "protected": small(deck={"ranks": "J-A", "jokers": "low"}, trump={"made": "named"}, exchange=EXCHANGE),
    "protected, with a widow": small(
        trump={"made": "named"}, exchange={**EXCHANGE, "kitty": 3}, play={"follow": "suit-else-any"}
    ),
    "called": small(
        trump={"made": "named"}, exchange=EXCHANGE, sides={"partners": "called"}, play={"follow": "suit-else-any"}
    ),
    "called, when legal": small(
        trump={"made": "named"}, exchange=EXCHANGE, sides={"partners": "called", "called_card": "when-legal"}
    ),
}
"""Games small enough to list all worlds of many a view."""


def spread(cards: Sequence[Card], sizes: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """All ways to fill places of these sizes: a mask a place."""
    if not sizes:
        yield ()
        return
    for chosen in combinations(cards, sizes[0]):
        rest = [card for card in cards if card not in chosen]
        for way in spread(rest, sizes[1:]):
            yield (mask_of(chosen), *way)


def room_in(state: HandState, seen: View) -> dict[tuple[str, int], int]:
    """How many unseen cards go where, as the true state has it."""
    world, known = World.of(state), mask_of([*seen.holding, *seen.discards])
    if seen.contract is not None and seen.contract.called is not None and seen.contract.partner is not None:
        known |= BITS[seen.contract.called]
    sizes = {("holding", seat): (mask & ~known).bit_count() for seat, mask in enumerate(world.holdings)}
    sizes |= {("pile", seat): (mask & ~known).bit_count() for seat, mask in enumerate(world.piles)}
    sizes |= {("kitty", 0): world.kitty.bit_count(), ("asleep", 0): world.asleep.bit_count()}
    return {place: size for place, size in sizes.items() if size}


def worlds_by_the_referee(state: HandState, seen: View) -> list[World]:
    """All worlds that give a view again, found by trying every way to place the unseen cards."""
    true, sizes = World.of(state), room_in(state, seen)
    hidden = Counter[tuple[str, int]](sizes)
    players = state.setup.players
    known = mask_of([*seen.holding, *seen.discards, *seen.public.plays])
    shown = 0
    if seen.contract is not None and seen.contract.called is not None and seen.contract.partner is not None:
        shown = BITS[seen.contract.called] & ~known
    unseen = cards_of(state.setup.deck_mask & ~known & ~shown)
    possible: list[World] = []
    for way in spread(unseen, list(hidden.values())):
        placed = dict(zip(hidden, way, strict=True))
        holdings = [
            placed.get(("holding", seat), 0) | (true.holdings[seat] & (known | shown)) for seat in range(players)
        ]
        piles = [placed.get(("pile", seat), 0) | (true.piles[seat] & known) for seat in range(players)]
        world = World(tuple(holdings), tuple(piles), placed.get(("kitty", 0), 0), placed.get(("asleep", 0), 0))
        try:
            again = complete(seen, world)
        except IllegalAction:
            continue
        except ValueError as error:
            assert "possible" in str(error)  # noqa: PT017 (the other reason for a ValueError is a mistake)
            continue
        if view(again, seen.seat) == seen:
            possible.append(world)
    return possible


def ways_to_place(state: HandState, seen: View) -> int:
    sizes = room_in(state, seen).values()
    return math.factorial(sum(sizes)) // math.prod(map(math.factorial, sizes))


def hand_of(setup: Setup, rng: random.Random) -> list[HandState]:
    """The states of a random hand, the end too."""
    steps = list(walk(open_hand(setup, setup.deal(rng, 0), 0, EVERYBODY), rng))
    return [*(state for state, _ in steps), steps[-1][0].apply(steps[-1][1])]


def views_to_list(setup: Setup, rng: random.Random, most: int) -> Iterator[tuple[HandState, View]]:
    """States with views that leave few enough ways to list them."""
    for state in hand_of(setup, rng):
        for seat in (None, *range(setup.players)):
            seen = view(state, seat)
            if ways_to_place(state, seen) <= most:
                yield state, seen


def dealt(setup: Setup, hands: dict[int, str], *, undealt: str = "") -> HandState:
    """A hand by the last seat, with some cards where they are wanted and the others in order."""
    given = [tuple(map(Card, hands.get(seat, "").split())) for seat in range(setup.players)]
    first = tuple(map(Card, undealt.split()))
    used = {card for hand in (*given, first) for card in hand}
    rest = [card for card in setup.deck if card not in used]
    full: list[tuple[Card, ...]] = []
    for hand in given:
        missing = setup.cards_dealt - len(hand)
        full.append((*hand, *rest[:missing]))
        rest = rest[missing:]
    return open_hand(setup, Deal(tuple(full), (*first, *rest)), setup.players - 1, EVERYBODY)


def done(state: HandState, *actions: str) -> HandState:
    for text in actions:
        state = state.apply(parse_action(text))
    return state


@pytest.mark.parametrize("game", SMALL)
def test_the_worlds_are_those_that_the_referee_finds_possible(game: str) -> None:
    rng = random.Random(game)
    setup = Setup(SMALL[game], 3)
    listed = 0
    while listed < 12:
        choices = list(views_to_list(setup, rng, 900))
        for state, seen in rng.sample(choices, min(3, len(choices))):
            worlds, possible = Worlds(seen), worlds_by_the_referee(state, seen)
            assert worlds.count == pytest.approx(len(possible), rel=1e-12), (seen.phase, seen.seat)
            assert all(world in worlds for world in possible)
            drawn = worlds.sample(100, 1)
            assert {drawn[row] for row in range(100)} <= set(possible)
            listed += 1


@pytest.mark.parametrize("game", SMALL)
def test_every_world_is_as_likely_as_any_other(game: str) -> None:
    """Chi-square: of k worlds the statistic has the mean k - 1 and the variance 2 (k - 1)."""
    rng = random.Random(f"{game} 2")
    setup = Setup(SMALL[game], 3)
    tested = 0
    while tested < 3:
        for state, seen in views_to_list(setup, rng, 1700):
            worlds = Worlds(seen)
            limited = worlds.count < ways_to_place(state, seen)
            if not (30 <= worlds.count <= 400 and (limited or rng.random() < 0.02)):
                continue
            possible = worlds_by_the_referee(state, seen)
            drawn = worlds.sample(100 * len(possible), 1)
            counts = Counter(drawn[row] for row in range(len(drawn)))
            assert set(counts) == set(possible)
            statistic = sum((counts[world] - 100) ** 2 / 100 for world in possible)
            freedom = len(possible) - 1
            assert abs(statistic - freedom) < 5 * math.sqrt(2 * freedom)
            tested += 1
            break


@pytest.mark.parametrize(("name", "players"), PRESETS)
def test_a_world_of_any_preset_gives_the_same_view_again(name: str, players: int) -> None:
    check_worlds(preset(name), players, random.Random(f"{name} at {players}"), 14)


@pytest.mark.fuzz
@pytest.mark.parametrize("chunk", range(4))
def test_a_world_of_any_house_rules_gives_the_same_view_again(chunk: int) -> None:
    @seed(chunk)
    @settings(
        max_examples=15,
        deadline=None,
        database=None,
        phases=[Stage.generate],
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much, HealthCheck.data_too_large],
    )
    @given(rule_sets_at())
    def same_again(rules_at: tuple[RuleSet, int]) -> None:
        rules, players = rules_at
        check_worlds(rules, players, random.Random(chunk), 8)

    same_again()


def check_worlds(rules: RuleSet, players: int, rng: random.Random, states: int) -> None:
    """Some states of a random hand, each seen by who is to act, by somebody else, and by a spectator."""
    setup = random_setup(rules, players, rng)
    hand = hand_of(setup, rng)
    for state in rng.sample(hand, min(states, len(hand))):
        for seat in {state.to_act, rng.randrange(players), None}:
            check_view(state, view(state, seat))
        for seat in discards_due(state)[1:2]:
            check_view(asked(state, seat), view(asked(state, seat), seat))


def check_view(state: HandState, seen: View) -> None:
    where = f"{seen!r} of {state!r}"
    worlds = Worlds(seen)
    assert World.of(state) in worlds, where
    assert worlds.count >= 1, where
    drawn = worlds.sample(4, 5)
    for row in range(4):
        world = drawn[row]
        places = (*world.holdings, *world.piles, world.kitty, world.asleep)
        assert sum(places) == sum(BITS[card] for card in state.setup.deck if card not in seen.public.plays), where
        assert sum(mask.bit_count() for mask in places) + len(seen.public.plays) == len(state.setup.deck), where
        again = complete(seen, world)
        assert view(again, seen.seat) == seen, where
        assert World.of(again) == world, where


def test_the_masks_of_a_sample_are_its_worlds() -> None:
    setup = Setup(preset("ten-point"), 4)
    state = next(state for state in hand_of(setup, random.Random(4)) if state.phase is Phase.PLAY)
    drawn = Worlds(view(state, 2)).sample(50, 3)
    assert len(drawn) == 50
    assert drawn.holdings.shape == drawn.piles.shape == (50, 8)
    for row in range(50):
        world = drawn[row]
        assert tuple(drawn.holdings[row, :4].tolist()) == world.holdings
        assert tuple(drawn.piles[row, :4].tolist()) == world.piles
        assert (drawn.kitty[row], drawn.asleep[row]) == (world.kitty, world.asleep)
    assert not drawn.holdings[:, 4:].any()


def test_a_seed_gives_the_same_worlds_however_they_are_split() -> None:
    setup = Setup(preset("six-point"), 5)
    worlds = Worlds(view(dealt(setup, {}), 1))
    whole = worlds.sample(20, 8).holdings
    parts = [worlds.sample(5, 8).holdings, worlds.sample(15, 8, start=5).holdings]
    assert np.array_equal(whole, np.concatenate(parts))
    assert np.array_equal(whole, Worlds(worlds.view).sample(20, 8).holdings)
    assert not np.array_equal(whole, worlds.sample(20, 9).holdings)


def test_worlds_come_in_the_numbers_of_the_kernel_too() -> None:
    setup = Setup(preset("ten-point"), 5)
    state = next(state for state in hand_of(setup, random.Random(8)) if len(state.public.plays) == 7)
    seen = view(state, 1)
    assert seen.trump is not None
    numbers = numbering(setup, seen.trump.suit)
    worlds = Worlds(seen)
    plain, lanes = worlds.sample(20, 1), worlds.sample(20, 1, numbers=numbers.number)
    assert np.array_equal(numbers.encode_many(plain.holdings), lanes.holdings)
    assert np.array_equal(numbers.encode_many(plain.piles), lanes.piles)


@pytest.mark.clause("6")
def test_who_does_not_follow_has_neither_suit_nor_trump_under_follow_or_trump() -> None:
    setup = Setup(preset("shmear"), 3)
    state = dealt(setup, {0: "AS KS QS JS TS 9S", 1: "AH KH QH JH TH 9H", 2: "2S 3S 4S AD KD QD"})
    state = done(state, "bid 2", "pass", "pass", "play AS", "play AH", "play 2S")
    spades = sum(BITS[card] for card in setup.deck if card.suit == 3)
    drawn = Worlds(view(state, 2)).sample(200, 1)
    assert not np.any(drawn.holdings[:, 1] & spades)
    assert np.any(drawn.holdings[:, 0] & spades)
    assert np.any(drawn.asleep & spades)


@pytest.mark.clause("4")
def test_the_called_card_shows_no_void_where_it_has_to_be_played() -> None:
    setup = Setup(preset("ten-point"), 5)
    state = dealt(
        setup,
        {0: "AS KS QS JS TS 9S 2C 3C 4C 5C", 1: "AH KH QH JH 8S 7S 6C 7C 8C 9C", 2: "TD 9D 8D 7D 6D 5D 4D 3D 2D TC"},
    )
    state = done(state, "bid 4", "pass", "pass", "pass", "pass", "trump S")
    while state.phase is Phase.DISCARD:
        state = state.apply(state.legal_actions()[0])
    state = done(state, "call AH", "play AS", "play AH")
    drawn = Worlds(view(state, 0)).sample(200, 1)
    spades = sum(BITS[card] for card in setup.deck if card.suit == 3)
    assert np.any(drawn.holdings[:, 1] & spades)


@pytest.mark.clause("4")
def test_a_called_card_that_was_shown_is_with_the_partner_and_else_with_nobody() -> None:
    setup = Setup(preset("ten-point"), 5)
    hands = {0: "AS KS QS JS TS 9S 2C 3C 4C 5C", 3: "AH KH 8S 7S 6S 5S 4S 6C 7C 8C"}
    opened = done(dealt(setup, hands, undealt="QH JH TH 9H"), "bid 4", "pass", "pass", "pass", "pass", "trump S")
    while opened.phase is Phase.DISCARD:
        discard = Discard(["6C", "7C", "8C", "AH"]) if opened.to_act == 3 else opened.legal_actions()[0]
        opened = opened.apply(discard)
    shown = Worlds(view(done(opened, "call KH"), 1)).sample(100, 1)
    assert np.all(shown.holdings[:, 3] & BITS[Card("KH")])
    for asleep in ("QH", "AH"):
        drawn = Worlds(view(done(opened, f"call {asleep}"), 1)).sample(100, 1)
        assert not np.any(drawn.holdings & BITS[Card(asleep)])
        assert not np.any(drawn.piles[:, 0] & BITS[Card(asleep)])
        assert np.any(drawn.piles & BITS[Card(asleep)])
        assert np.any(drawn.asleep & BITS[Card(asleep)])


@pytest.mark.clause("4")
def test_who_shows_a_called_card_that_is_no_trump_has_discarded_no_trump() -> None:
    setup = Setup(preset("ten-point"), 5)
    hands = {2: "2S 3S AD KD QD JD TD 9D 8D 7D", 3: "AH KH 8S 7S 6S 5S 4S 6C 7C 8C"}
    state = done(dealt(setup, hands), "bid 4", "pass", "pass", "pass", "pass", "trump S")
    while state.phase is Phase.DISCARD:
        state = state.apply(Discard("6C 7C 8C AH".split()) if state.to_act == 3 else state.legal_actions()[0])
    both = BITS[Card("2S")] | BITS[Card("6C")]

    def exchanged(world: World) -> World:
        """The two of trumps in the discards of seat 3, the six of clubs in the holding of seat 2."""
        holdings, piles = list(world.holdings), list(world.piles)
        holdings[2] ^= both
        piles[3] ^= both
        return World(tuple(holdings), tuple(piles), world.kitty, world.asleep)

    shown = done(state, "call KH")
    assert World.of(shown) in Worlds(view(shown, 1))
    assert exchanged(World.of(shown)) not in Worlds(view(shown, 1))
    king = BITS[Card("KH")] | BITS[Card("9S")]
    shown = done(state, "call 8S")
    all_trumps = [mask ^ king if mask & king else mask for mask in shown.holdings]
    assert all_trumps[3] & ~setup.trumps[3].mask == 0
    kept = World(tuple(all_trumps), shown.discards, 0, mask_of(shown.deal.undealt))
    assert kept in Worlds(view(shown, 1))
    assert exchanged(kept) in Worlds(view(shown, 1))


@pytest.mark.clause("4")
def test_trumps_lie_in_discards_only_of_who_kept_six_trumps() -> None:
    setup = Setup(preset("ten-point"), 4)
    hands = {0: "2C 3C 4C 5C 2D 3D 4D 5D 6D 7D", 1: "AS KS QS JS TS 9S 8S 7S AH KH"}
    state = done(dealt(setup, hands), "bid 4", "pass", "pass", "pass", "trump S")
    while state.phase is Phase.DISCARD:
        state = state.apply(state.legal_actions()[0])
    trumps = setup.trumps[3].mask
    assert (state.discards[1] & trumps).bit_count() == 2
    worlds = Worlds(view(state, 2))
    assert World.of(state) in worlds
    drawn = worlds.sample(20_000, 1)
    for seat in (0, 1, 3):
        some = (drawn.piles[:, seat] & trumps) != 0
        assert np.all(drawn.holdings[some, seat] & ~trumps == 0)
    assert np.any(drawn.piles[:, 0] & trumps)


def test_a_kitty_that_nobody_takes_is_apart_from_the_cards_asleep() -> None:
    setup = Setup(preset("kitty"), 4)
    opened = dealt(setup, {})
    for state in (opened, done(opened, "shoot", "pass", "pass", "pass")):
        worlds = Worlds(view(state, 0))
        assert (worlds.room[KITTY], worlds.room[ASLEEP]) == (3, 25)
        assert np.all(np.bitwise_count(worlds.sample(10, 1).kitty) == 3)
    taken = Worlds(view(done(opened, "bid 2", "pass", "pass", "pass"), 1))
    assert (taken.room[KITTY], taken.room[HOLDING], taken.room[PILE]) == (0, 9, 0)


def test_weights_make_worlds_likelier() -> None:
    setup = Setup(SMALL["protected"], 3)
    rng = random.Random(6)
    state, seen = next(
        (state, seen)
        for _ in range(100)
        for state, seen in views_to_list(setup, rng, 1700)
        if 60 < Worlds(seen).count < 300 and seen.phase is Phase.PLAY
    )
    table = np.random.default_rng(1).uniform(0.5, 2.0, (54, 18))
    for columns in (8, 18):
        weights = table[:, :columns]
        expected: dict[World, float] = {}
        for world in worlds_by_the_referee(state, seen):
            weight = 1.0
            places = dict(enumerate(world.holdings)) | {PILE + seat: mask for seat, mask in enumerate(world.piles)}
            for place, mask in (places | {KITTY: world.kitty, ASLEEP: world.asleep}).items():
                for card in cards_of(mask & Worlds(seen).unseen):
                    weight *= float(weights[card, place]) if place < columns else 1.0
            expected[world] = weight
        weighted = Worlds(seen).weighted(weights)
        total = sum(expected.values())
        assert weighted.count == pytest.approx(total, rel=1e-12)
        drawn = weighted.sample(40_000, 2)
        counts = Counter(drawn[row] for row in range(len(drawn)))
        assert set(counts) <= set(expected)
        statistic = sum(
            (counts[world] - 40_000 * weight / total) ** 2 / (40_000 * weight / total)
            for world, weight in expected.items()
        )
        freedom = len(expected) - 1
        assert abs(statistic - freedom) < 5 * math.sqrt(2 * freedom) + 5
        assert np.array_equal(drawn.holdings, Worlds(seen).sample(40_000, 2, weights).holdings)


def test_weights_of_a_wrong_shape_are_refused() -> None:
    seen = view(dealt(Setup(preset("shmear"), 4), {}), 0)
    for shape in ((52, 8), (54,), (54, 19), (54, 0)):
        with pytest.raises(ValueError, match="shape"):
            Worlds(seen).weighted(np.ones(shape))


def test_weights_that_leave_no_world_are_told() -> None:
    seen = view(dealt(Setup(preset("shmear"), 4), {}), 0)
    weights = np.ones((len(CARDS), 18))
    weights[Card("AS")] = 0.0
    if Card("AS") in seen.holding:
        weights[Card("2C")] = 0.0
    with pytest.raises(NoWorld):
        Worlds(seen).sample(1, 1, weights)


def test_a_world_of_another_view_is_refused() -> None:
    setup = Setup(preset("shmear"), 4)
    state = dealt(setup, {})
    seen, other = view(state, 0), view(dealt(setup, {0: "AS KS QS JS TS 9S"}), 0)
    world = Worlds(seen).sample(1, 1)[0]
    assert world not in Worlds(other)
    assert "a world" not in Worlds(other)
    with pytest.raises(ValueError, match="possible"):
        complete(seen, World(world.holdings[::-1], world.piles, 0, world.asleep))
