"""Names and sayings as others may see them."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shmear.server.names import LONGEST, LONGEST_SAYING, bot_name, clean_name, clean_saying, handle, unlike

SHOWN_ALIKE = [
    ("Ann", "Ann"),
    ("  Ann   Lee\t", "Ann Lee"),
    ("Ann\u00a0Lee", "Ann Lee"),  # a space that does not break
    ("Ann\u3000Lee", "Ann Lee"),  # an ideographic space
    ("Ann\nLee\r\x00\x1b[31m", "Ann Lee [31m"),
    ("Zoë", "Zoë"),
    ("Zoe\u0308", "Zoë"),  # the same letter in two parts
    ("Łukasz 小明 Ольга", "Łukasz 小明 Ольга"),
    ("\uff21\uff2e\uff2e", "ANN"),  # full width
    ("ﬁsh", "fish"),
    ("\U0001f600 Ann", "\U0001f600 Ann"),
]


@pytest.mark.parametrize(("given_name", "shown"), SHOWN_ALIKE)
def test_a_name_is_one_line_of_ordinary_letters(given_name: str, shown: str) -> None:
    assert clean_name(given_name) == shown


@pytest.mark.parametrize(
    "letter",
    [
        "\u202e",  # right to left from here on
        "\u202d",
        "\u202a",
        "\u2066",
        "\u2069",
        "\u200e",
        "\u200f",
        "\u061c",
        "\u200b",  # zero width space
        "\u200c",
        "\u200d",
        "\u2060",
        "\ufeff",
        "\u00ad",  # soft hyphen
        "\u034f",  # grapheme joiner
        "\u115f",  # Hangul fillers: letters that nobody sees
        "\u1160",
        "\u3164",
        "\uffa0",
        "\u17b4",
        "\u180e",
        "\u2800",  # Braille without a dot
        "\ufe0f",  # selects a form of the letter before
        "\U000e0041",  # a tag
        "\ue000",  # for private use
        "\U000e0100",
        "\ud800",  # half of a character
        "\uffff",
    ],
)
def test_direction_marks_and_invisible_characters_are_dropped(letter: str) -> None:
    assert clean_name(f"A{letter}nn") == "Ann"
    assert clean_name(letter * 3) == "Player"
    assert clean_saying(f"well{letter} played") == "well played"


def test_marks_do_not_pile_up() -> None:
    zalgo = "Z" + "\u0335\u0321\u0353\u0347" * 20 + "a"
    shown = clean_name(zalgo)
    assert sum(unicodedata.category(letter) == "Mn" for letter in shown) <= 2
    assert shown.endswith("a")
    between = "Z" + "\u0335\u0321\u200b" * 20 + "a"
    assert sum(unicodedata.category(letter) == "Mn" for letter in clean_name(between)) <= 2


def test_a_mark_stands_on_a_letter() -> None:
    assert clean_name("\u0301\u0301") == "Player"
    assert clean_name(" \u0301Ann") == "Ann"


def test_a_name_has_at_most_20_characters_and_a_saying_240() -> None:
    assert clean_name("x" * 200) == "x" * LONGEST == "x" * 20
    assert clean_saying("y" * 900) == "y" * LONGEST_SAYING == "y" * 240
    assert clean_name("x" * 19 + "  yz") == "x" * 19
    assert len(clean_name("\ufdfa" * 200)) <= 20, "one letter that becomes eighteen"


@pytest.mark.parametrize("nothing", [None, "", "   ", "\n\t", "\u200b\u202e"])
def test_nothing_that_can_be_shown_is_called_player(nothing: str | None) -> None:
    assert clean_name(nothing) == "Player"
    assert clean_name(nothing, otherwise="Spectator") == "Spectator"


def test_a_name_that_is_taken_gets_a_number() -> None:
    assert unlike("Ann", []) == "Ann"
    assert unlike("Ann", ["Bob"]) == "Ann"
    assert unlike("ann", ["Ann"]) == "ann 2"
    assert unlike("Ann", ["Ann", "Ann 2"]) == "Ann 3"
    assert unlike("STRASSE", ["straße"]) == "STRASSE 2"
    assert unlike("Ann 2", ["Ann", "Ann 2"]) == "Ann 2 2"


def test_a_long_name_stays_within_its_length_with_its_number() -> None:
    taken = ["x" * 20, *(f"{'x' * 17} {number}" for number in range(2, 12))]
    assert unlike("x" * 20, taken) == f"{'x' * 17} 12"
    assert len(unlike("x" * 20, taken)) == 20
    assert unlike("a" * 16 + " bcd", ["A" * 16 + " BCD"]) == "a" * 16 + " 2"


def test_the_bots_of_a_table_have_names_of_their_own() -> None:
    names: list[str] = []
    for seat in range(8):
        names.append(bot_name(seat, "ABCDEF", names))
    assert len(set(names)) == 8
    assert names[0] == bot_name(0, "ABCDEF", [])
    assert len({bot_name(0, code, []) for code in ("ABCDEF", "GHJKMN", "PQRSTU", "234567")}) > 1


def test_a_handle_says_who_is_the_same_and_nothing_of_the_player() -> None:
    assert handle("some player") == handle("some player") != handle("another")
    assert len(handle("some player")) == 12
    assert "some" not in handle("some player")


@given(st.text(max_size=60))
def test_any_text_makes_a_name_that_may_be_shown_and_is_clean_already(text: str) -> None:
    name = clean_name(text)
    assert 1 <= len(name) <= LONGEST
    assert name == name.strip()
    assert not [one for one in name if unicodedata.category(one) in ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")]
    assert clean_name(name) == name
    name.encode()


@given(st.text(max_size=30), st.lists(st.text(max_size=30), max_size=8))
def test_no_two_at_a_table_are_called_alike(text: str, others: list[str]) -> None:
    names: list[str] = []
    for one in (text, *others, text, text):
        names.append(unlike(clean_name(one), names))
    assert len({name.casefold() for name in names}) == len(names)
    assert all(len(name) <= LONGEST for name in names)
