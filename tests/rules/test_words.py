"""The rule book, the difference of two games, and the table of knobs."""

import contextlib
import itertools
import re
from typing import Any

import pytest
from hypothesis import given

from shmear.rules import (
    POINT_WORDS,
    Knob,
    RulesError,
    RuleSet,
    difference,
    knob_table,
    preset,
    preset_names,
    read_rules,
    rule_book,
    rules_from_toml,
)
from shmear.rules import knobs as kinds
from shmear.testing import rule_sets, rule_sets_at


def section(book: str, heading: str) -> str:
    """What stands under a heading."""
    found = re.search(rf"^## {heading}\b[^\n]*\n(.*?)(?=^## |\Z)", book, re.DOTALL | re.MULTILINE)
    assert found, f"no heading {heading} in:\n{book}"
    return found[1]


def house(base: str, **groups: dict[str, Any]) -> RuleSet:
    return read_rules({"extends": base, **groups})


NO_TEN = {"deck": {"ranks": "2-9 J-A", "jokers": "equal"}, "trump": {"first_lead": "no-joker"}}

# Each value of each knob, and what the book says when the knob has it: game, players, knobs, heading, words.
SAYS: list[tuple[str, int, dict[str, dict[str, Any]], str, str]] = [
    ("shmear", 4, {}, "Cards", "The deck is the usual 52 cards."),
    ("six-point", 4, {}, "Cards", "the A, K, Q, J, 10, 9 and 8 of each suit, 28 cards, with a Big and a Little Joker"),
    ("six-point", 4, {}, "Cards", "The 6 other cards sleep"),
    ("kitty", 8, {}, "Cards", "The next 3 are the kitty, face down. The other card sleeps"),
    ("ten-point", 6, {}, "Cards", "The 6 not dealt are the widow"),
    ("shmear", 4, {}, "Cards", "6 cards, 3 at a time"),
    ("shmear", 4, {"deal": {"players": [4], "cards": 7}}, "Cards", "7 cards, 3 at a time, the last time 1"),
    ("shmear", 4, {"deal": {"at_a_time": 1}}, "Cards", "one at a time"),
    ("shmear", 4, {"deal": {"at_a_time": 6}}, "Cards", "all at once"),
    ("shmear", 4, {}, "Order", "A K Q J 10 9 8 7 6 5 4 3 2."),
    ("jick", 4, {}, "Order", "A K Q J Jick 10 9 8 7 6 5 4 3 2."),
    ("six-point", 4, {}, "Order", "A K Q J 10 9 8 Big Joker Little Joker."),
    ("ten-point", 4, {}, "Order", "A K Q J Jick Joker Joker 10 9 8 7 6 5 4 3 2."),
    ("jick", 4, NO_TEN, "Order", "A K Q J Jick Joker Joker 9 8"),
    ("ten-point", 4, {}, "Order", "the one played first is the higher"),
    ("jick", 4, {}, "Order", "the jack of clubs when spades are trump"),
    ("shmear", 4, {}, "Players", "Everybody plays alone"),
    ("partner", 4, {}, "Players", "2 seats to your left and 2 to your right. So there are 2 pairs"),
    ("partner", 6, {}, "Players", "3 seats to your left and 3 to your right. So there are 3 pairs"),
    ("six-point-partners", 6, {}, "Players", "3 pairs are drawn at random"),
    ("ten-point", 5, {}, "Players", "the bidder calls a card"),
    ("crazy", 4, {}, "Players", "the player who got High and the player who got Low are partners"),
    ("shmear", 4, {"deal": {"players": [4]}, "sides": {"partners": "explicit"}}, "Players", "the players agree who"),
    ("shmear", 4, {}, "Bidding", "a number of points from 2 to 4, higher than any bid before it"),
    ("shmear", 4, {"auction": {"minimum": 4}}, "Bidding", "bid 4 points, if nobody has yet"),
    ("shmear", 4, {}, "Bidding", "After a bid of 4, the highest there is, the rest may only pass or shoot."),
    ("shmear", 4, {"auction": {"may_match": "dealer"}}, "Bidding", "the dealer may match the highest bid"),
    ("ten-point", 4, {}, "Bidding", "A bid of 10 ends the round at once."),
    ("six-point", 4, {}, "Bidding", "the dealer has to bid 2 or more"),
    ("shmear", 4, {}, "Bidding", "the dealer chooses: play at 2, shoot or forfeit"),
    ("shmear", 4, {}, "Bidding", "the dealer loses 2 chips and gains 1 smuck, and the next player to the left deals"),
    ("partner", 4, {}, "Bidding", "each player of the dealer's side loses 2 chips"),
    ("partner", 4, {"auction": {"forfeit_paid_by": "dealer"}}, "Bidding", "though not the dealer's partners,"),
    ("shmear", 4, {}, "Bidding", "the next is no longer the first"),
    ("shmear", 4, {"auction": {"forfeit_counts": False}}, "Bidding", "the next is still the first"),
    ("ten-point", 4, {}, "Bidding", "the cards are thrown in, and the same dealer deals again"),
    ("ten-point", 4, {"auction": {"redealer": "next"}}, "Bidding", "the next player to the left deals"),
    ("ten-point", 4, {"auction": {"all_pass": "redeal-after"}}, "Bidding", "If everybody passes, the dealer too"),
    ("shmear", 4, {}, "Shooting", "at least 1 chip; in the first hand of the match everybody may"),
    ("shmear", 4, {"shoot": {"first_hand": False, "from_score": 3}}, "Shooting", "a score of at least 3 chips."),
    ("shmear", 4, {"shoot": {"from_score": 0}}, "Shooting", "Anybody may shoot."),
    ("shmear", 4, {}, "Shooting", "the score of the shooter becomes zero"),
    ("shmear", 4, {"shoot": {"failure": "target"}}, "Shooting", "the score of the shooter falls by 11"),
    ("kitty", 4, {}, "Shooting", "The shooter does not take the kitty."),
    ("kitty", 4, {"shoot": {"takes_kitty": True}}, "Shooting", "The shooter takes the kitty."),
    ("crazy", 4, {}, "Shooting", "everybody is alone in it"),
    ("crazy", 4, {"shoot": {"alone": False}}, "Shooting", "the shooter alone wins the match at once"),
    ("partner", 4, {}, "Shooting", "the shooter's side scores them and wins the match at once"),
    ("shmear", 4, {}, "Trump", "the suit printed on that card is trump"),
    ("six-point", 4, {}, "Trump", "That card may not be a joker."),
    ("jick", 4, {}, "Trump", "it is the jack of trump, never the Jick"),
    ("ten-point", 4, {}, "Trump", "1. The bidder names one of the four suits as trump.\n2. The bidder takes the 14"),
    ("ten-point", 4, {}, "Trump", "4. The bidder leads to the first trick: any card."),
    ("ten-point", 4, {"trump": {"first_lead": "no-joker"}}, "Trump", "any card but a joker"),
    ("kitty", 4, {}, "Trump", "1. The bidder takes the 3 cards of the kitty (a shooter does not).\n2. The"),
    ("kitty", 4, {}, "Trump", "down to 6 cards. Any cards may go. Discards count for nobody."),
    ("kitty", 4, {"exchange": {"discards_score": "bidder"}}, "Trump", "counts as if the bidder had taken it"),
    ("kitty", 4, {"exchange": {"discards_score": "bidder"}}, "Points", "discarded counts as taken by the bidder"),
    ("ten-point", 4, {}, "Trump", "Every player then discards, face down, down to 6 cards. Nobody may discard a trump"),
    ("ten-point", 5, {}, "Trump", "but one that the bidder was dealt or the three of trump"),
    ("ten-point", 5, {"sides": {"not_callable": []}}, "Trump", "but one that the bidder was dealt."),
    ("ten-point", 5, {}, "Trump", "to the first trick, even if another suit is led that its holder could follow"),
    ("ten-point", 5, {"sides": {"called_card": "when-legal"}}, "Trump", "if the rules of following suit allow it"),
    ("shmear", 4, {}, "Play", "you may trump even if you could follow"),
    ("six-point", 4, {}, "Play", "a player who can may not trump"),
    ("shmear", 4, {}, "Play", "A hand has 6 tricks."),
    ("six-point", 4, {}, "Points", "A joker is never High or Low."),
    ("jick", 4, {}, "Points", "The Jick can be High or Low."),
    ("jick", 4, {"scoring": {"high_low_among": "natural"}}, "Points", "Only a card printed with the trump suit can be"),
    ("six-point", 4, {"scoring": {"high_low_among": "all"}}, "Points", "Any trump can be High or Low, the jokers too."),
    ("shmear", 4, {}, "Counting", "a ten 10, an ace 4, a king 3, a queen 2 and a jack 1"),
    ("ten-point", 4, {}, "Counting", "and a joker 1"),
    ("shmear", 4, {}, "Counting", "If several tie for the most, nobody gets it."),
    ("partner", 4, {"scoring": {"game_tie": "bidder"}}, "Counting", "the bidder's side gets it if it is among them"),
    ("crazy", 4, {}, "Counting", "The partners add theirs together first; everybody else counts alone."),
    ("shmear", 4, {}, "Scoring", "the score falls by the number bid"),
    ("shmear", 4, {"scoring": {"set_costs": "maximum"}}, "Scoring", "falls by 4, the highest bid there is"),
    ("shmear", 4, {}, "Scoring", "A score never falls below zero"),
    ("six-point", 4, {}, "Scoring", "A score may fall below zero."),
    ("crazy", 4, {}, "Scoring", "if not, the bidder's own are"),
    ("shmear", 4, {}, "Chips", "A player who is set gains 1 smuck."),
    ("partner", 4, {}, "Chips", "Each player of a side that fails to shoot the moon gains 2 smucks."),
    ("shmear", 4, {}, "Chips", "A forfeit brings the dealer 1 smuck."),
    ("shmear", 4, {}, "Winning", "reaches 11 chips"),
    ("six-point", 4, {}, "Winning", "reaches 21 points"),
    ("partner", 4, {}, "Winning", "the bidder's side wins if among them. If that does not decide it, the"),
    ("ten-point", 4, {}, "Winning", "the highest score wins. If that does not decide it, the bidder's"),
    ("ten-point", 5, {}, "Winning", "the partner who was called wins if among them"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "players", "knobs", "heading", "words"), SAYS)
def test_the_book_says(name: str, players: int, knobs: dict[str, dict[str, Any]], heading: str, words: str) -> None:
    assert words in section(rule_book(house(name, **knobs), players), heading)


@pytest.mark.parametrize(
    ("point", "words"),
    [(kind, kind.words) for kind in kinds.PointCard] + [(kind, kind.words) for kind in kinds.PointTo],
)
def test_the_book_names_what_each_point_is_for(point: kinds.PointCard | kinds.PointTo, words: str) -> None:
    card = point if isinstance(point, kinds.PointCard) else kinds.PointCard.JACK
    to = point if isinstance(point, kinds.PointTo) else kinds.PointTo.TAKER
    rules = house("ten-point", points={"three": {"card": card.value, "to": to.value}})
    row = next(line for line in rule_book(rules, 4).splitlines() if line.startswith("| Three "))
    assert words in row


def _values() -> list[kinds.Choice]:
    found = [one for one in vars(kinds).values() if isinstance(one, type) and issubclass(one, kinds.Choice)]
    return [member for kind in found for member in kind]


@pytest.mark.parametrize("value", _values(), ids=repr)
def test_every_value_of_a_knob_has_words(value: kinds.Choice) -> None:
    assert value.words
    assert any(f'"{value.value}"' in knob.allowed for knob in knob_table())


# Some values need other knobs beside them; `discards` is left out, as without a kitty two of its values are one game.
BESIDE: dict[str, dict[str, Any]] = {
    "trump.made": {"sides": {"partners": "none"}},
    "deck.jokers": {"trump": {"first_lead": "no-joker"}},
}
CHOICES = [
    knob
    for knob in knob_table()
    if '" or "' in knob.allowed and knob.key[:6] != "points" and knob.key[-8:] != "discards"
]


@pytest.mark.parametrize("knob", CHOICES, ids=lambda knob: knob.key)
def test_every_two_values_of_a_knob_make_different_books(knob: Knob) -> None:
    group, key = knob.key.split(".")
    values = sorted(set(re.findall(r'"([a-z-]+)"', knob.allowed)))
    told: set[tuple[str, str]] = set()
    tables = [(name, players) for name in preset_names() for players in preset(name).deal.players]
    for base, players in tables:
        books: dict[str, str] = {}
        for value in values:
            knobs = {**BESIDE.get(knob.key, {}), group: {key: [value] if key == "decide" else value}}
            with contextlib.suppress(RulesError):
                books[value] = rule_book(house(base, deal={"players": [players]}, **knobs), players)
        told |= {(a, b) for a, b in itertools.combinations(books, 2) if books[a] != books[b]}
    assert told == set(itertools.combinations(values, 2))


def test_a_book_has_no_shooting_where_nobody_shoots() -> None:
    assert "shoot" not in rule_book(preset("six-point"), 4).lower()


def test_a_book_has_no_smucks_where_there_are_none() -> None:
    book = rule_book(preset("ten-point"), 5)
    assert "smuck" not in book
    assert "chip" not in book


def test_a_number_of_players_that_is_not_allowed_is_refused() -> None:
    with pytest.raises(RulesError, match="players = 5: must be 4/6/8"):
        rule_book(preset("partner"), 5)


@given(rule_sets_at())
def test_a_book_gives_target_bids_and_every_point(game: tuple[RuleSet, int]) -> None:
    rules, players = game
    book = rule_book(rules, players)
    assert re.search(rf"reaches {rules.match.target} (point|chip)s?\b", section(book, "Winning"))
    assert re.search(rf"\b{rules.auction.minimum}\b.*\b{rules.auction.maximum}\b", section(book, "Bidding"))
    rows = [line for line in section(book, "Points").splitlines() if line.startswith("| ")][2:]
    assert [row.split("|")[1].strip() for row in rows] == [POINT_WORDS[name] for name in rules.points]
    assert [row.split("|")[3].strip() for row in rows] == [str(point.worth) for point in rules.points.values()]


@given(rule_sets_at())
def test_a_book_is_whole_sentences(game: tuple[RuleSet, int]) -> None:
    for line in rule_book(*game).splitlines()[1:]:
        assert not line or line[0] in "#|" or line.endswith(".")
        assert "  " not in line or line.startswith("|")
        assert ".." not in line
        assert "None" not in line


# Differences.


def test_where_low_goes_is_a_sentence() -> None:
    assert difference(preset("shmear"), preset("pitch")) == [
        "Low goes to who plays it in Shmear, to who takes it in Pitch."
    ]


def test_a_target_that_differs_is_a_sentence() -> None:
    (sentence,) = difference(preset("shmear"), house("shmear", match={"target": 15}, title="Ours"))
    assert sentence == "Points that win the match: 11 in Shmear, 15 in Ours."


def test_a_point_that_only_one_game_has_is_a_sentence() -> None:
    assert any(one.startswith("Jick is a point in Jick") for one in difference(preset("shmear"), preset("jick")))


def test_games_of_one_title_are_the_first_and_the_second() -> None:
    (sentence,) = difference(house("shmear", match={"target": 9}), house("shmear", match={"target": 13}))
    assert sentence == "Points that win the match: 9 in the first, 13 in the second."


@pytest.mark.parametrize("a", preset_names())
@pytest.mark.parametrize("b", preset_names())
def test_every_knob_that_differs_is_one_sentence(a: str, b: str) -> None:
    ours, theirs = preset(a).knobs(), preset(b).knobs()
    differing = [key for key in {**ours, **theirs} if ours.get(key) != theirs.get(key)]
    assert len(difference(preset(a), preset(b))) == len(differing)


@given(rule_sets(), rule_sets())
def test_games_differ_in_words_as_in_knobs(a: RuleSet, b: RuleSet) -> None:
    ours, theirs = a.knobs(), b.knobs()
    assert len(difference(a, b)) == sum(ours.get(key) != theirs.get(key) for key in {**ours, **theirs})
    assert difference(a, a) == []


# The table of knobs.


def test_the_table_has_every_knob_once() -> None:
    keys = [knob.key for knob in knob_table()]
    assert len(set(keys)) == len(keys)
    points = {f"points.NAME.{part}" for part in ("card", "to", "worth")}
    assert set(keys) - points == {key for key in preset("shmear").knobs() if not key.startswith("points.")}


def test_the_table_names_clause_meaning_and_values() -> None:
    table = {knob.key: knob for knob in knob_table()}
    follow = table["play.follow"]
    assert (follow.clause, follow.allowed, follow.default) == (
        "6",
        '"suit-or-trump" or "suit-else-any"',
        '"suit-or-trump"',
    )
    assert table["auction.minimum"].allowed == "a whole number from 1 to 30"
    assert table["points.NAME.card"].default == ""
    assert all(knob.words and knob.clause in "123456789" for knob in table.values())


def test_a_default_of_the_table_is_what_a_file_without_the_knob_gets() -> None:
    bare = rules_from_toml('[points]\nhigh = { card = "highest" }\ngame = { card = "counting", worth = 3 }').knobs()
    for knob in knob_table():
        if not knob.key.startswith("points."):
            group, key = knob.key.split(".")
            text = "[points]\nhigh = { card = 'highest' }\ngame = { card = 'counting', worth = 3 }\n"
            assert rules_from_toml(f"{text}[{group}]\n{key} = {knob.default}").knobs() == bare
