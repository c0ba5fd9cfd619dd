"""The exact tables: values worked out by hand, by going through every deal of a tiny deck, and by dealing many."""

from __future__ import annotations

import math
from fractions import Fraction
from itertools import combinations
from typing import Any

import numpy as np
import pytest

from shmear.cards import BITS, SUIT_MASKS, Card, mask_of
from shmear.game import Setup
from shmear.rules import RuleSet, preset, rules_from_toml
from shmear.stats.dealing import deal_many
from shmear.stats.exact import cards_table, in_play, others_table, suits_table, top_table
from shmear.stats.table import Exact, Table

TINY = rules_from_toml("""
name = "tiny"
[deck]
ranks = "Q-A"
[auction]
minimum = 1
maximum = 2
[deal]
players = [3]
cards = 3
[points]
high = { card = "highest", to = "player" }
low = { card = "lowest", to = "player" }
""")
"""Twelve cards, three each to three players, three asleep."""


def column(table: Table | None, key: str) -> list[Any]:
    assert table is not None
    number = [one.key for one in table.columns].index(key)
    return [
        Fraction(cell.fraction) if isinstance(cell, Exact) else cell for cell in (row[number] for row in table.rows)
    ]


def rows(table: Table, key: str) -> dict[str, Any]:
    return dict(zip(column(table, table.columns[0].key), column(table, key), strict=True))


@pytest.mark.clause("2")
def test_where_a_card_is_at_six_point() -> None:
    table = cards_table(Setup(preset("six-point"), 4))
    assert rows(table, "before") == {
        "you hold it": Fraction(1, 5),
        "one of the 3 other players holds it": Fraction(3, 5),
        "a certain other player holds it": Fraction(1, 5),
        "asleep": Fraction(1, 5),
    }
    assert rows(table, "not_held")["asleep"] == Fraction(6, 24)


@pytest.mark.clause("2")
def test_where_a_card_is_with_partners_and_a_kitty() -> None:
    # 52 cards, six each: 28 undealt. In the kitty game three of those are the bidder's.
    table = cards_table(Setup(preset("partner"), 4))
    assert rows(table, "not_held")["your partner holds it"] == Fraction(6, 46)
    assert rows(table, "not_held")["one of the 2 opponents holds it"] == Fraction(12, 46)
    kitty = cards_table(Setup(preset("kitty"), 4))
    assert rows(kitty, "before")["in the kitty, which the bidder takes up"] == Fraction(3, 52)
    assert rows(kitty, "before")["asleep"] == Fraction(25, 52)


@pytest.mark.clause("2")
@pytest.mark.parametrize(
    ("players", "sleeps"), [(3, "4/22"), (4, "6/30"), (5, "4/34"), (6, "6/42"), (7, "4/46"), (8, "6/54")]
)
def test_how_often_a_card_sleeps_at_six_point(players: int, sleeps: str) -> None:
    table = cards_table(Setup(preset("six-point"), players))
    assert rows(table, "before")["asleep"] == Fraction(sleeps)


@pytest.mark.parametrize("name", ["six-point", "ten-point", "crazy", "kitty", "six-point-partners"])
def test_every_card_is_somewhere(name: str) -> None:
    rules = preset(name)
    for players in rules.deal.players:
        setup = Setup(rules, players, sides_of(rules, players))
        for key in ("before", "not_held"):
            found = rows(cards_table(setup), key)
            whole = sum(
                (chance for where, chance in found.items() if chance is not None and _disjoint(where, list(found))),
                Fraction(0),
            )
            assert whole == 1, (players, key)


def _disjoint(where: str, others: list[str]) -> bool:
    """Whether a row is no part of another: a certain player is one of the several."""
    several = [other for other in others if other.startswith("one of")]
    if where.startswith("a certain partner"):
        return False
    return not (where.startswith("a certain") and any("partners" not in other for other in several))


def sides_of(rules: RuleSet, players: int) -> list[list[int]] | None:
    return [[seat, seat + 1] for seat in range(0, players, 2)] if rules.name == "six-point-partners" else None


def test_the_longest_suit_by_every_holding_of_a_tiny_deck() -> None:
    setup = Setup(TINY, 3)
    holdings = [mask_of(cards) for cards in combinations(setup.deck, 3)]
    counts = [max((holding & mask).bit_count() for mask in SUIT_MASKS) for holding in holdings]
    assert column(suits_table(setup), "longest") == [Fraction(counts.count(some), len(holdings)) for some in range(4)]


@pytest.mark.clause("7.SP.high")
def test_high_and_low_by_every_deal_of_a_tiny_deck() -> None:
    # You hold the king of clubs and neither ace nor queen: who has the ace? And the other way round for the queen.
    setup = Setup(TINY, 3)
    mine = {Card("KC"), Card("KD"), Card("KH")}
    others = [card for card in setup.deck if card not in mine]
    lie = list(combinations(others, 6))  # the cards of the two other players together
    free = Fraction(sum(Card("AC") not in cards for cards in lie), len(lie))
    two = Fraction(sum(not {Card("AC"), Card("QC")} & set(cards) for cards in lie), len(lie))
    table = top_table(setup)
    assert column(table, "highest") == ["K", "Q"]
    assert column(table, "lowest") == ["K", "A"]
    assert column(table, "nobody") == [free, two] == [Fraction(1, 3), Fraction(1, 12)]


def test_what_the_others_hold_by_every_deal_of_a_tiny_deck() -> None:
    setup = Setup(TINY, 3)
    lie = list(combinations(range(9), 6))  # places of the others' cards among nine unseen, the first two are trumps
    one = list(combinations(range(9), 3))
    table = others_table(setup)
    place = column(table, "mine").index(1)
    assert column(table, "nobody")[place] == Fraction(sum(min(cards) > 1 for cards in lie), len(lie))
    assert column(table, "void")[place] == Fraction(sum(min(cards) > 1 for cards in one), len(one))
    assert column(table, "with_others")[place] == Fraction(
        sum(sum(card < 2 for card in cards) for cards in lie), len(lie)
    )


@pytest.mark.clause("7.SP.high")
def test_the_king_is_high_one_time_in_four_at_six_point() -> None:
    # The ace is one of 24 cards not held, of which 6 sleep.
    table = top_table(Setup(preset("six-point"), 4))
    assert column(table, "highest")[0] == "K"
    assert column(table, "nobody")[0] == Fraction(6, 24)
    assert column(table, "lowest") == ["9", "10", "J", "Q", "K", "A"]


@pytest.mark.clause("5")
def test_of_two_equal_jokers_neither_is_higher() -> None:
    table = top_table(Setup(preset("ten-point"), 4))
    assert column(table, "highest") == ["K", "Q", "J", "Jick", "BJ"]
    assert table is not None
    assert "lowest" not in [one.key for one in table.columns]


@pytest.mark.parametrize(("name", "players"), [("six-point", 4), ("partner", 6), ("ten-point", 5), ("kitty", 8)])
def test_dealing_agrees_with_the_formulas(name: str, players: int) -> None:
    setup, hands = Setup(preset(name), players), 40_000
    dealt = deal_many(setup, hands, np.random.default_rng(3))
    every = np.bitwise_or.reduce(dealt.holdings, axis=1)
    assert (every | dealt.kitty | dealt.asleep == setup.deck_mask).all()
    assert (np.bitwise_count(dealt.holdings[:, :players]) == setup.cards_dealt).all()
    sleeps = float(rows(cards_table(setup), "before")["asleep"])
    spread = math.sqrt(sleeps * (1 - sleeps) / hands)
    for card in setup.deck:  # four and a half standard errors: one card in 100,000 would lie beyond
        assert abs(float((dealt.asleep & BITS[card] != 0).mean()) - sleeps) <= 4.5 * spread
    longest = [float(one) for one in column(suits_table(setup), "longest")]
    suits = np.stack([np.bitwise_count(dealt.holdings[:, 0] & mask) for mask in SUIT_MASKS]).max(axis=0)
    for length, chance in enumerate(longest):
        assert abs(float((suits == length).mean()) - chance) <= 4.5 * math.sqrt(chance * (1 - chance) / hands) + 1e-12
    trump = setup.trumps[0]
    for mine, nobody in zip(column(others_table(setup), "mine"), column(others_table(setup), "nobody"), strict=True):
        which = np.bitwise_count(dealt.holdings[:, 0] & trump.mask) == mine
        count = int(which.sum())
        rest = np.bitwise_or.reduce(dealt.holdings[which, 1:], axis=1) & trump.mask
        chance = float(nobody)
        if count * chance * (1 - chance) > 20:
            reach = 4.5 * math.sqrt(chance * (1 - chance) / count)
            assert abs(float((rest == 0).mean()) - chance) <= reach


@pytest.mark.clause("7")
def test_what_is_in_play_for_a_suit_drawn_blindly() -> None:
    rules = preset("six-point")
    setup = Setup(rules, 4)
    assert in_play(setup, rules.points["jack"].card) == Fraction(4, 5)
    assert in_play(setup, rules.points["high"].card) == 1
    assert in_play(setup, rules.points["game"].card) is None
    assert in_play(Setup(preset("kitty"), 4), preset("kitty").points["jack"].card) == Fraction(27, 52)
