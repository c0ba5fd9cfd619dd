"""The one-line form: what it looks like, what it forgives, and that it says the whole game."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shmear.rules import RulesError, RuleSet, from_line, preset, preset_names, rules_from_toml, to_line
from shmear.rules.line import counts_text
from shmear.testing import rule_sets, rule_sets_at


@pytest.mark.parametrize(
    ("name", "players", "line"),
    [
        ("six-point", 4, "6-point · 4 solo · to 21 · bids 2–6, dealer stuck · follow suit · low to player"),
        ("six-point", None, "6-point · 3–8 solo · to 21 · bids 2–6, dealer stuck · follow suit · low to player"),
        ("pitch", 2, "4-point · 2 solo · to 11 · bids 2–4, dealer chooses, shoot · follow or trump · low to taker"),
        (
            "partner",
            6,
            "4-point · 6 across · to 15 · bids 2–4, dealer chooses, shoot · follow or trump · low to player",
        ),
        (
            "partner-jick",
            None,
            "5-point · 4/6/8 across · to 15 · bids 2–5, dealer chooses, shoot · follow or trump · low to player",
        ),
        (
            "kitty",
            5,
            "4-point · 5 solo · to 15 · bids 2–4, dealer chooses, shoot · follow or trump · low to player · kitty of 3",
        ),
        (
            "ten-point",
            4,
            (
                "10-point · 4 across · to 52 · bids 4–10, redeal before the dealer · follow suit · low to player"
                " · widow of 14"
            ),
        ),
        (
            "ten-point",
            None,
            (
                "10-point · 4/6 across, 5 with a called partner · to 52 · bids 4–10, redeal before the dealer"
                " · follow suit · low to player · widow of 14 at 4, 6 at 6"
            ),
        ),
    ],
)
def test_the_line_of_a_preset(name: str, players: int | None, line: str) -> None:
    assert to_line(preset(name), players) == line


@pytest.mark.parametrize(
    ("change", "segment"),
    [
        ("[deal]\ncards = 9", "deal.cards 9"),
        ("[deck]\njick = true", "deck.jick true"),
        ("[auction]\nmaximum = 3\n[points]\njack = false", "points.jack off"),
        ('[points]\nthree = { card = "3", worth = 3 }', 'points.three { card = "3", to = "taker", worth = 3 }'),
        ('[points]\njack = { to = "player" }', 'points.jack { card = "J", to = "player" }'),
        ('[deck]\nranks = { 4 = "9-A" }', 'deck.ranks { 4 = "9-A" }'),
        ("[scoring]\ncounting = { T = 11 }", "scoring.counting { A = 4, K = 3, Q = 2, J = 1, T = 11 }"),
    ],
)
def test_a_house_rule_stands_at_the_end_of_the_line(change: str, segment: str) -> None:
    rules = rules_from_toml(f'extends = "partner"\n[deal]\nplayers = [4]\n{change.replace("[deal]", "")}')
    assert segment in to_line(rules, 4).split(" · ")


@pytest.mark.parametrize("name", preset_names())
def test_a_preset_comes_back_from_its_line(name: str) -> None:
    for players in (None, *preset(name).deal.players):
        assert from_line(to_line(preset(name), players)) == (preset(name), players)


@given(rule_sets_at())
def test_a_rule_set_comes_back_from_its_line(game: tuple[RuleSet, int]) -> None:
    rules, players = game
    back, count = from_line(to_line(rules, players))
    assert (back.knobs(), count) == (rules.knobs(), players)
    assert to_line(back, players) == to_line(rules, players)


@given(rule_sets())
def test_a_rule_set_comes_back_from_its_line_for_all_numbers_of_players(rules: RuleSet) -> None:
    assert from_line(to_line(rules))[0].knobs() == rules.knobs()


def test_a_house_game_is_named_house() -> None:
    assert from_line("6-point · to 31")[0].name == "house"


def test_what_a_line_leaves_out_is_as_under_its_heading() -> None:
    rules, players = from_line("6-point")
    assert rules is preset("six-point")
    assert players is None


def test_who_sits_across_is_who_can() -> None:
    assert from_line("4-point · 6 across · to 15") == (preset("partner"), 6)


def test_a_kitty_makes_the_bidder_discard() -> None:
    assert from_line("4-point · to 15 · kitty of 3")[0] is preset("kitty")


@pytest.mark.parametrize(
    "line",
    [
        "6-point·4 solo·bids 2-6,  dealer stuck",
        "  6-Point  ·  4 solo  ·  to 21 ",
        "6-point · 4 solo · match.target 21",
        "6-point · 4 solo · play.follow suit-else-any",
        "6-point · low to player · follow suit · 4 solo",
    ],
)
def test_a_line_may_be_written_carelessly(line: str) -> None:
    assert from_line(line) == (preset("six-point"), 4)


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("7-point", ['heading = "7-point"', "one of 4-point, 5-point, 6-point, 10-point"]),
        ("6-point · hello", ["'hello' is no part of a rules line", "to TARGET", "low to player or taker"]),
        ("6-point · ", ["'' is no part of a rules line"]),
        ("6-point · to 21 · to 22", ["says the target twice", "'to 22'"]),
        ("6-point · match.target 21 · match.target 22", ["says match.target twice"]),
        ("6-point · bids 2–6, glued", ['bids = "glued"', "dealer stuck or dealer chooses"]),
        ("6-point · bids 2–7", ["auction.maximum = 7", "at most 6"]),
        ("6-point · to 1000", ["match.target = 1000", "from 1 to 999"]),
        ("6-point · 9 solo", ["players = 9", "3–8"]),
        ("6-point · 4/4 solo", ['players = "4/4 solo"', "each number of players once"]),
        ("10-point · kitty of 3 at 7", ['kitty = "3 at 7"', "at 4–6 players"]),
        ("6-point · deck.jik true", ["deck.jik", "did you mean deck.jick?"]),
        ("6-point · deck.jick yes", ["deck.jick", '"yes"', "true or false"]),
        ("6-point · match.target { a = 1", ["match.target", "{ a = 1", "a value as in TOML"]),
        ("6-point · points.low { card = 3 }", ["points.low.card = 3", '"lowest"']),
        ("6-point · " + "x" * 20_000, ["at most 20000"]),
    ],
)
def test_a_wrong_line_is_told_what_is_allowed(line: str, says: list[str]) -> None:
    with pytest.raises(RulesError) as caught:
        from_line(line)
    for words in says:
        assert words in str(caught.value)


@given(
    st.text(max_size=60)
    | st.lists(st.sampled_from(["6-point", "4 solo", "to", "bids 2", "points.low off", "kitty of 3", "·", " "])).map(
        "".join
    )
)
def test_any_text_is_a_line_or_is_refused(text: str) -> None:
    try:
        rules, _ = from_line(text)
    except RulesError:
        return
    assert from_line(to_line(rules))[0] == rules


def test_a_number_of_players_that_is_not_allowed_is_refused() -> None:
    with pytest.raises(RulesError, match="players = 2: must be 3–8"):
        to_line(preset("six-point"), 2)


@pytest.mark.parametrize(
    ("counts", "text"), [([3, 4, 5, 6], "3–6"), ([4, 6, 8], "4/6/8"), ([2, 3], "2/3"), ([2, 4, 5, 6, 8], "2/4–6/8")]
)
def test_numbers_of_players_in_short(counts: list[int], text: str) -> None:
    assert counts_text(counts) == text
