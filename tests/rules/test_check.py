"""Contradictions between knobs: each is refused with the key, the value, and what would be right."""

import pytest

from shmear.rules import RulesError, rules_from_toml
from shmear.rules.check import can_sit
from shmear.rules.knobs import Partners

# A change to a preset that contradicts itself: the key that is blamed, its value, what the message has to say.
WRONG = {
    "7 players cannot sit across": (
        'extends = "partner"\n[deal]\nplayers = [4, 7]',
        "sides.partners", "across", "an even number of players from 4, for 7 cannot sit across",
    ),
    "2 players are not two pairs": (
        'extends = "partner"\n[deal]\nplayers = [2]', "sides.partners", "across", "from 4, for 2 cannot sit across",
    ),
    "5 players do not make drawn pairs": (
        'extends = "six-point-partners"\n[deal]\nplayers = [5]', "sides.partners", "drawn", "cannot sit drawn in pairs",
    ),
    "2 players leave nobody against a called partner": (
        'extends = "shmear"\n[deal]\nplayers = [2]\n[sides]\npartners = "called"',
        "sides.partners", "called", "at least 3 players",
    ),
    "partners by High and Low need both points": (
        'extends = "crazy"\n[auction]\nmaximum = 3\n[points]\nlow = false',
        "sides.partners", "high-low", 'points "high" and "low"',
    ),
    "partners by High and Low need cards, not counts": (
        'extends = "crazy"\n[points]\nlow = { card = "counting" }', "sides.partners", "high-low", "for cards",
    ),
    "the deck is too small for the deal": (
        'extends = "shmear"\n[deal]\nplayers = [8]\ncards = 7',
        "deal.cards", "7", "at most 6: 8 players, 7 cards each and a kitty of 0 need 56 cards, and the deck has 52",
    ),
    "the deck is too small for the kitty": (
        'extends = "kitty"\n[deal]\nplayers = [8]\n[exchange]\nkitty = 5', "deal.cards", "6", "of 5 need 53 cards",
    ),
    "a hand has three cards": ('extends = "shmear"\n[deal]\ncards = 2', "deal.cards", "2", "at least 3 cards"),
    "a point for a card that the deck lacks": (
        'extends = "six-point"\n[points]\nthree = { card = "3" }',
        "points.three.card", "3", "at 3 players Three is for the three of trump, and the deck has the ranks T-A",
    ),
    "a point for the Jick without a Jick": (
        'extends = "shmear"\n[points]\njick = { card = "jick" }', "points.jick.card", "jick", "deck.jick = true",
    ),
    "a point for a joker without jokers": (
        'extends = "shmear"\n[points]\nbig_joker = { card = "big-joker" }',
        "points.big_joker.card", "big-joker", "there are no jokers in this deck",
    ),
    "no points": ('[deck]\nranks = "2-A"', "points", "{}", "at least one point"),
    "Game without counting points": (
        'extends = "shmear"\n[scoring]\ncounting = { T = 0, A = 0, K = 0, Q = 0, J = 0 }',
        "scoring.counting", "'T': 0", "some card counts, for Game",
    ),
    "the lowest bid above the highest": (
        'extends = "shmear"\n[auction]\nminimum = 5', "auction.minimum", "5", "at most the maximum, 4",
    ),
    "a bid of more than all the points": (
        'extends = "shmear"\n[auction]\nmaximum = 5', "auction.maximum", "5", "at most 4, which is all the points",
    ),
    "a shooter alone where nobody shoots": (
        'extends = "crazy"\n[shoot]\nallowed = false', "shoot.alone", "true", "false, since shooting is not allowed",
    ),
    "a shooter alone where partners are not by High and Low": (
        'extends = "shmear"\n[shoot]\nalone = true', "shoot.alone", "true", 'unless sides.partners is "high-low"',
    ),
    "a shooter who takes a kitty that is not there": (
        'extends = "shmear"\n[shoot]\ntakes_kitty = true', "shoot.takes_kitty", "true", "there is no kitty",
    ),
    "a kitty without discards": (
        'extends = "shmear"\n[exchange]\nkitty = 3', "exchange.kitty", "3", "who takes cards must discard as many",
    ),
    "a bidder who keeps more than the others hold": (
        'extends = "kitty"\n[exchange]\nkeep = 7', "exchange.keep", "7", "6, as many as the others hold",
    ),
    "players who keep more than they are dealt": (
        'extends = "ten-point"\n[exchange]\nkeep = 9', "exchange.keep", "9", "at most 8, as many as are dealt",
    ),
    "players who keep two cards": ('extends = "ten-point"\n[exchange]\nkeep = 2', "exchange.keep", "2", "at least 3"),
    "trumps protected before trump is known": (
        'extends = "kitty"\n[exchange]\nprotect = "trumps"', "exchange.protect", "trumps", "trump is not known yet",
    ),
    "a trump that may not be called before trump is known": (
        'extends = "shmear"\n[deal]\nplayers = [5]\n[sides]\npartners = "called"\nnot_callable = ["3"]',
        "sides.not_callable", "['3']", "trump is not known yet",
    ),
    "a joker led first, which cannot make trump": (
        'extends = "six-point"\n[trump]\nfirst_lead = "any"', "trump.first_lead", "any", "no-joker",
    ),
    "a called partner to decide for where none is called": (
        'extends = "shmear"\n[match]\ndecide = ["most", "partner"]', "match.decide", "partner", 'is "called"',
    ),
    "a step of the decision twice": (
        'extends = "shmear"\n[match]\ndecide = ["most", "most"]', "match.decide", "['most', 'most']", "each step once",
    ),
}  # fmt: skip


@pytest.mark.parametrize("wrong", WRONG)
def test_a_contradiction_is_refused(wrong: str) -> None:
    text, key, value, allowed = WRONG[wrong]
    with pytest.raises(RulesError) as caught:
        rules_from_toml(text, where="my.toml")
    message = str(caught.value)
    assert caught.value.key == key
    assert message.startswith(f"my.toml: {key} = ")
    assert value in message.split(": must be ", maxsplit=1)[0]
    assert allowed in message.split(": must be ")[1]


@pytest.mark.clause("1.all.across")
@pytest.mark.parametrize("partners", [Partners.ACROSS, Partners.DRAWN])
def test_pairs_need_an_even_table_of_four_or_more(partners: Partners) -> None:
    assert [n for n in range(2, 9) if can_sit(n, partners)] == [4, 6, 8]


@pytest.mark.parametrize("partners", [Partners.CALLED, Partners.HIGH_LOW, Partners.EXPLICIT])
def test_a_side_needs_somebody_to_play_against(partners: Partners) -> None:
    assert [n for n in range(2, 9) if can_sit(n, partners)] == [3, 4, 5, 6, 7, 8]


@pytest.mark.clause("1.S.players")
def test_at_eight_players_52_cards_serve_six_each() -> None:
    assert rules_from_toml('extends = "shmear"\n[deal]\nplayers = [8]\ncards = 6').deal.cards == 6


def test_a_table_may_say_more_than_the_players_allowed() -> None:
    rules = rules_from_toml('extends = "six-point"\n[deal]\nplayers = [4]')
    assert rules.deal.players == (4,)
