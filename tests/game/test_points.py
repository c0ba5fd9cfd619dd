"""The points of a hand (docs/rules.md §7), each in a hand of three tricks."""

from typing import Any

import pytest
from game_builders import act, house, opened, played, result_of, scored, setup_of, short, won

from shmear.cards import Card
from shmear.game import HandState, Over
from shmear.rules.knobs import GameTie, HighLowAmong, Jokers, Partners, PointCard, PointTo


def point(state: HandState, name: str) -> tuple[int | None, Card | None]:
    """The seat that got a point, and the card it was given for."""
    found = result_of(state).points[name]
    return found.seat, found.card


SMALL = ("0: KH 3H QH", "0: 4S 9S 5S", "1: 6C 7C 8C")
"""Three players, hearts: K, Q and 3 are played; seat 0 takes them, seat 1 the rest."""


@pytest.mark.clause("7.SP.high")
@pytest.mark.parametrize(
    ("name", "tricks"), [("shmear", SMALL), ("six-point", ("0: KH TH QH", "0: TS JS QS", "2: TC JC QC"))]
)
def test_high_goes_to_who_plays_the_highest_trump_played(name: str, tricks: tuple[str, ...]) -> None:
    hand = played(short(name, 3), "H", 0, 2, *tricks)
    assert point(hand, "high") == (0, Card("KH"))
    assert hand.setup.rules.points["high"].card is PointCard.HIGHEST
    assert hand.setup.rules.points["high"].to is PointTo.PLAYER


@pytest.mark.clause("7.SP.high")
def test_high_stays_with_its_player_though_nobody_can_take_it() -> None:
    # The ace is played last to the trick that seat 0 led: High to seat 2.
    assert point(played(short("shmear", 3), "H", 0, 2, "0: KH 3H AH", "2: 4S 9S 5S", "0: 6C 7C 8C"), "high") == (
        2,
        Card("AH"),
    )


@pytest.mark.clause("7.T.high")
@pytest.mark.clause("7.T.low")
def test_ten_point_high_is_the_ace_and_low_the_two() -> None:
    hand = played(short("ten-point", 4), "H", 0, 4, "0: AH 2H 4H 5H", "0: 4S 9S 5S 6S", "1: 6C 7C 8C 9C")
    assert point(hand, "high") == (0, Card("AH"))
    assert point(hand, "low") == (1, Card("2H"))
    rules = hand.setup.rules
    assert (rules.points["high"].card, rules.points["low"].card) == (PointCard.ACE, PointCard.TWO)


@pytest.mark.clause("7.T.high")
@pytest.mark.clause("7.T.low")
def test_ten_point_high_and_low_are_nobodys_when_they_sleep() -> None:
    hand = played(short("ten-point", 4), "H", 0, 4, "0: KH 3H 4H 5H", "0: 4S 9S 5S 6S", "1: 6C 7C 8C 9C")
    assert point(hand, "high") == (None, None)
    assert point(hand, "low") == (None, None)


@pytest.mark.clause("7.SP.low")
@pytest.mark.parametrize("name", ["shmear", "jick"])
def test_low_goes_to_who_plays_it(name: str) -> None:
    hand = played(short(name, 3), "H", 0, 2, *SMALL)
    assert point(hand, "low") == (1, Card("3H"))
    assert hand.setup.rules.points["low"].card is PointCard.LOWEST


@pytest.mark.clause("7.S.low-taker")
@pytest.mark.parametrize("name", ["pitch", "partner-pitch"])
def test_in_pitch_low_goes_to_who_takes_it(name: str) -> None:
    if name == "pitch":
        assert point(played(short(name, 3), "H", 0, 2, *SMALL), "low") == (0, Card("3H"))
    else:
        hand = played(short(name, 4), "H", 0, 2, "0: KH 3H QH 4H", "0: 4S 9S 5S 6S", "1: 6C 7C 8C 9C")
        assert point(hand, "low") == (0, Card("3H"))
        assert won(hand)["low"] == [0, 2]
    assert short(name, 4).rules.points["low"].to is PointTo.TAKER


@pytest.mark.clause("7.P.jokers")
def test_six_point_jokers_are_never_high_or_low() -> None:
    # The Little Joker is the lowest trump played, the ten the lowest that may be Low.
    hand = played(short("six-point", 3), "H", 0, 2, "0: KH TH LJ", "0: TS JS BJ", "2: TC JC QC")
    assert point(hand, "low") == (1, Card("TH"))
    assert point(hand, "high") == (0, Card("KH"))
    assert hand.setup.rules.scoring.high_low_among is HighLowAmong.RANKED


@pytest.mark.parametrize(
    ("among", "low"),
    [
        (HighLowAmong.ALL, (2, Card("LJ"))),
        (HighLowAmong.RANKED, (1, Card("TH"))),
        (HighLowAmong.NATURAL, (1, Card("TH"))),
    ],
)
def test_a_house_says_which_trumps_may_be_low(among: HighLowAmong, low: tuple[int, Card]) -> None:
    setup = short("six-point", 3, scoring={"high_low_among": among})
    assert point(played(setup, "H", 0, 2, "0: KH TH LJ", "0: TS JS BJ", "2: TC JC QC"), "low") == low


JICK = ("0: AC KC JS", "0: 4H 9H 5H", "1: 6D 7D 8D")


@pytest.mark.clause("7.all.jick-high-low")
def test_the_jick_may_be_low() -> None:
    assert point(played(short("jick", 3), "C", 0, 2, *JICK), "low") == (2, Card("JS"))


@pytest.mark.clause("7.all.jick-high-low")
def test_the_jick_may_be_high() -> None:
    hand = played(short("jick", 3), "C", 0, 2, "0: 9C 8C JS", "2: 4H 9H 5H", "0: 6D 7D 8D")
    assert point(hand, "high") == (2, Card("JS"))
    assert point(hand, "jick") == (2, Card("JS"))


def test_a_house_may_keep_the_jick_from_being_high_or_low() -> None:
    setup = short("jick", 3, scoring={"high_low_among": HighLowAmong.NATURAL})
    assert point(played(setup, "C", 0, 2, *JICK), "low") == (1, Card("KC"))


@pytest.mark.clause("7.all.high-and-low")
def test_one_card_may_be_both_high_and_low() -> None:
    hand = played(short("shmear", 3), "H", 0, 2, "0: 9H 3C 4C", "0: 4S 9S 5S", "1: 6C 7C 8C")
    assert point(hand, "high") == point(hand, "low") == (0, Card("9H"))
    assert result_of(hand).made


@pytest.mark.clause("7.all.taken")
@pytest.mark.parametrize("jack", ["0: JH 3H QH", "0: QH JH 3H"])
def test_the_jack_is_who_takes_its(jack: str) -> None:
    hand = played(
        short("shmear", 3), "H", 0, 2, jack, *(("2: 4S 9S 5S", "0: 6C 7C 8C") if jack[3:5] == "JH" else SMALL[1:])
    )
    assert point(hand, "jack") == ((2 if jack[3:5] == "JH" else 0), Card("JH"))
    assert hand.setup.rules.points["jack"].card is PointCard.JACK


@pytest.mark.clause("7.all.taken")
@pytest.mark.clause("7.all.captured")
def test_the_jack_stays_with_its_player_who_takes_the_trick() -> None:
    assert point(played(short("shmear", 3), "H", 0, 2, "0: JH 3H 4H", "0: 4S 9S 5S", "1: 6C 7C 8C"), "jack") == (
        0,
        Card("JH"),
    )


@pytest.mark.clause("7.all.taken")
def test_a_jack_that_is_not_played_is_nobodys() -> None:
    assert point(played(short("shmear", 3), "H", 0, 2, *SMALL), "jack") == (None, None)


@pytest.mark.clause("7.all.taken")
def test_jick_and_jokers_are_who_takes_thems() -> None:
    hand = played(short("ten-point", 4), "H", 0, 4, "0: AH JD BJ 4H", "0: 4S 9S 5S LJ", "3: 6C 7C 8C 9C")
    assert (point(hand, "jick"), point(hand, "big_joker")) == ((0, Card("JD")), (0, Card("BJ")))
    assert point(hand, "little_joker") == (3, Card("LJ"))
    cards = {name: one.card for name, one in hand.setup.rules.points.items()}
    assert cards["jick"] is PointCard.JICK
    assert cards["big_joker"] is PointCard.BIG_JOKER
    assert cards["little_joker"] is PointCard.LITTLE_JOKER


@pytest.mark.clause("7.T.three")
def test_the_three_of_trump_is_worth_three_to_its_taker() -> None:
    hand = played(short("ten-point", 4), "H", 0, 4, "0: KH 3H 4H 5H", "0: 4S 9S 5S 6S", "1: 6C 7C 8C 9C")
    assert point(hand, "three") == (0, Card("3H"))
    # Seats 0 and 2: the three (3) and Game (king 3 to nothing: 1).
    assert result_of(hand).side_points == (4, 0)
    assert hand.setup.rules.points["three"].card is PointCard.THREE


@pytest.mark.clause("7.all.captured")
@pytest.mark.clause("7.all.counting")
def test_captured_cards_count_the_winners_own() -> None:
    hand = played(short("shmear", 3), "H", 0, 2, "0: AH TH QH", "0: JS 9S KS", "2: 6C 7C 8C")
    # A 4 + 10 + Q 2; then J 1 + K 3.
    assert result_of(hand).game_count == (16, 0, 4)


@pytest.mark.clause("7.all.game")
def test_game_goes_to_the_most_counting_points() -> None:
    hand = played(short("shmear", 3), "H", 0, 2, "0: AH 3H QH", "0: 4S TS 5S", "1: 6C 7C 8C")
    # 6 to 10.
    assert won(hand)["game"] == [1]
    assert hand.setup.rules.points["game"].card is PointCard.COUNTING


@pytest.mark.clause("7.all.counting")
@pytest.mark.parametrize(
    ("card", "value"), [("TS", 10), ("AS", 4), ("KS", 3), ("QS", 2), ("JS", 1), ("9S", 0), ("2S", 0)]
)
def test_the_values_of_the_cards(card: str, value: int) -> None:
    hand = played(short("shmear", 2), "H", 0, 2, f"0: 2H {card}", "0: 4H 3C", "0: 5H 4C")
    assert result_of(hand).game_count == (value, 0)


@pytest.mark.clause("7.T.joker-counts")
def test_ten_point_jokers_count_one_each() -> None:
    hand = played(short("ten-point", 4), "H", 0, 4, "0: AH BJ LJ 4H", "0: 4S 9S 5S 6S", "1: 6C 7C 8C 9C")
    assert result_of(hand).game_count == (4 + 1 + 1, 0, 0, 0)


def test_six_point_jokers_count_nothing() -> None:
    hand = played(short("six-point", 3), "H", 0, 2, "0: KH TH LJ", "0: TS JS BJ", "2: TC JC QC")
    assert result_of(hand).game_count == (3 + 10, 10 + 1 + 2, 10 + 1)


TIE = ("0: KH 3H 4H", "0: 4S KS 5S", "1: 6C 7C 8C")
"""Three counting points to seat 0, three to seat 1."""


@pytest.mark.clause("7.all.game-tie")
@pytest.mark.parametrize("name", ["shmear", "pitch", "jick"])
def test_a_tie_for_game_is_nobodys(name: str) -> None:
    hand = played(short(name, 3), "H", 0, 2, *TIE)
    assert result_of(hand).game_count == (3, 3, 0)
    assert won(hand)["game"] is None
    assert hand.setup.rules.scoring.game_tie is GameTie.NOBODY


def test_a_house_may_give_a_tie_to_the_bidder() -> None:
    setup = short("shmear", 3, scoring={"game_tie": GameTie.BIDDER})
    assert won(played(setup, "H", 0, 2, *TIE))["game"] == [0]
    # Seats 1 and 2 tie; the bidder is not among them.
    apart = played(setup, "H", 0, 2, "0: 2H 3C 4C", "0: 4S KS 5S", "1: 6C KC 7C")
    assert result_of(apart).game_count == (0, 3, 3)
    assert won(apart)["game"] is None


@pytest.mark.clause("7.all.partners-add")
@pytest.mark.clause("7.all.side-points")
def test_partners_add_their_counts_and_points() -> None:
    # Seat 0: K+Q = 5. Seat 2: 4+3 = 7. Seat 1: 10. Together 12 to 10.
    tricks = "0: KH 3H QH 4H", "0: 4S TS 5S 6S", "1: 6C AC 7C KC"
    assert won(played(short("partner", 4), "H", 0, 2, *tricks))["game"] == [0, 2]
    assert won(played(short("shmear", 4), "H", 0, 2, *tricks))["game"] == [1]
    assert won(played(short("partner", 4), "H", 0, 2, *tricks))["high"] == [0, 2]


CRAZY = ("0: AH 3H 9H 4H", "0: 4S TS 5S 6S", "1: 6C 7C 8C KC")
"""Seat 0 plays High, seat 1 Low; counts 4, 10, 0, 3."""


@pytest.mark.clause("7.S.crazy-pair")
@pytest.mark.clause("7.S.crazy-game")
def test_crazy_partners_are_high_and_low() -> None:
    hand = played(short("crazy", 4), "H", 0, 2, *CRAZY)
    assert result_of(hand).sides == ((0, 1), (2,), (3,))
    assert won(hand) == {"high": [0, 1], "low": [0, 1], "jack": None, "game": [0, 1]}
    assert hand.setup.partners is Partners.HIGH_LOW


@pytest.mark.clause("7.S.crazy-pair")
def test_a_crazy_player_with_high_and_low_is_alone() -> None:
    hand = played(short("crazy", 3), "H", 0, 2, "0: 9H 3C 4C", "0: 4S 9S 5S", "1: 6C 7C 8C")
    assert result_of(hand).sides == ((0,), (1,), (2,))


@pytest.mark.clause("7.S.crazy-game")
def test_other_crazy_players_do_not_add_their_counts() -> None:
    # The partners, seats 0 and 1, have 14; seats 2 and 3 have 12 and 10, which would beat it if they were added.
    tricks = "0: AH 3H TH 4H", "0: 4S 7S QS TS", "2: 6C TC 2C 5C"
    hand = played(short("crazy", 4), "H", 0, 2, *tricks)
    assert result_of(hand).game_count == (14, 0, 12, 10)
    assert won(hand)["game"] == [0, 1]


@pytest.mark.clause("7.S.crazy-bid")
def test_the_crazy_pairs_points_are_held_against_the_bid() -> None:
    hand = played(short("crazy", 4), "H", 0, 3, *CRAZY)
    assert result_of(hand).made
    assert scored(hand).scores == (3, 3, 0, 0)


@pytest.mark.clause("7.S.crazy-bid")
def test_a_crazy_bidder_who_is_no_partner_counts_alone() -> None:
    # Seat 1 has High, seat 2 Low: together they have Game (10 + 0) too; seat 0, the bidder, has nothing.
    tricks = "0: 9H AH 3H 4H", "1: TS 4S 5S 6S", "1: 6C 7C 8C 9C"
    hand = played(short("crazy", 4), "H", 0, 2, *tricks)
    assert result_of(hand).sides == ((0,), (1, 2), (3,))
    assert not result_of(hand).made
    assert scored(hand, [5, 0, 0, 0]).scores == (3, 3, 3, 0)


def test_a_house_may_give_any_point_to_player_or_taker() -> None:
    points: dict[str, Any] = {"jack": {"card": PointCard.JACK, "to": PointTo.PLAYER, "worth": 2}}
    hand = played(short("shmear", 3, points=points), "H", 0, 2, "0: QH JH 3H", *SMALL[1:])
    assert point(hand, "jack") == (1, Card("JH"))
    # Seat 0: High and Game (3 counting points to none); seat 1: the Jack, 2; seat 2: Low.
    assert result_of(hand).side_points == (2, 2, 1)


def test_a_house_may_add_jokers_to_the_shmear_sheet() -> None:
    rules = house(
        "shmear",
        deck={"jokers": Jokers.LOW},
        trump={"first_lead": "no-joker"},
        points={"big_joker": {"card": PointCard.BIG_JOKER}},
    )
    setup = setup_of(rules, 2)
    state = act(opened(setup, {0: "AH KH QH JH TH 9H", 1: "BJ 2C 3C 4C 5C 6C"}), "bid 2", "pass", "play AH BJ")
    assert state.public.winners == (0,)
    state = act(state, "play KH 2C", "play QH 3C", "play JH 4C", "play TH 5C", "play 9H 6C")
    assert isinstance(state, Over)
    assert point(state, "big_joker") == (0, Card("BJ"))
