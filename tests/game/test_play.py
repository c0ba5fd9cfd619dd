"""Order of the trumps and the play of tricks (docs/rules.md §5 and §6)."""

from itertools import pairwise

import pytest
from game_builders import act, house, in_trick, legal_cards, opened, played, setup_of, short, winner_of

from shmear.cards import Card, Suit
from shmear.game import IllegalAction, Over, Phase, Play, view
from shmear.rules.knobs import Follow, Jokers


def order(name: str, trump: str, players: int = 4) -> str:
    """The trumps, high to low."""
    return " ".join(str(card) for card in reversed(setup_of(name, players).trumps[Suit.parse(trump)].order))


def chain(name: str, trump: str, highest_first: str, players: int = 4) -> None:
    """Each card of a list beats the next, whichever of the two is led."""
    setup = setup_of(name, players)
    fails = [str(card) for card in setup.deck if not setup.trumps[Suit.parse(trump)].mask >> card & 1]
    found = highest_first.split()
    for high, low in pairwise(found):
        fill = [fail for fail in fails if fail not in (high, low)][: players - 2]
        assert winner_of(setup, trump, " ".join([high, low, *fill])) == 0
        assert winner_of(setup, trump, " ".join([low, high, *fill])) == 1


@pytest.mark.clause("5.S.order")
def test_shmear_trumps_rank_from_the_ace_to_the_two() -> None:
    assert order("shmear", "H") == "AH KH QH JH TH 9H 8H 7H 6H 5H 4H 3H 2H"
    chain("shmear", "H", "AH KH QH JH TH 9H 8H 7H 6H 5H 4H 3H 2H AS")


@pytest.mark.clause("5.S.jick-order")
def test_the_jick_ranks_below_the_jack() -> None:
    assert order("jick", "D") == "AD KD QD JD JH TD 9D 8D 7D 6D 5D 4D 3D 2D"
    chain("jick", "D", "AD KD QD JD JH TD 9D 2D AS")


@pytest.mark.clause("5.P.order")
def test_six_point_jokers_are_the_lowest_trumps_big_over_little() -> None:
    assert order("six-point", "C") == "AC KC QC JC TC 9C 8C BJ LJ"
    chain("six-point", "C", "AC KC QC JC TC 9C 8C BJ LJ AS")
    assert setup_of("six-point", 4).rules.deck.jokers is Jokers.LOW


@pytest.mark.clause("5.T.order")
def test_ten_point_trumps_with_jick_and_jokers() -> None:
    found = order("ten-point", "S")
    assert found in (
        "AS KS QS JS JC BJ LJ TS 9S 8S 7S 6S 5S 4S 3S 2S",
        "AS KS QS JS JC LJ BJ TS 9S 8S 7S 6S 5S 4S 3S 2S",
    )
    chain("ten-point", "S", "AS KS QS JS JC BJ TS 9S 2S AH")
    chain("ten-point", "S", "JC LJ TS")
    assert setup_of("ten-point", 4).rules.deck.jokers is Jokers.EQUAL


@pytest.mark.clause("5.T.first-joker")
@pytest.mark.parametrize(
    ("trick", "winner"), [("LJ BJ TD 9D", 0), ("BJ LJ TD 9D", 0), ("2D BJ LJ 3D", 1), ("AS 2D LJ BJ", 2)]
)
def test_of_two_jokers_in_a_trick_the_first_played_is_higher(trick: str, winner: int) -> None:
    assert winner_of(setup_of("ten-point", 4), "D", trick) == winner


@pytest.mark.clause("5.all.jick")
@pytest.mark.parametrize(("trump", "jick"), [("C", "JS"), ("S", "JC"), ("D", "JH"), ("H", "JD")])
@pytest.mark.parametrize("name", ["jick", "partner-jick", "ten-point"])
def test_the_jick_is_the_jack_of_the_other_suit_of_the_colour(name: str, trump: str, jick: str) -> None:
    assert setup_of(name, 4).trumps[Suit.parse(trump)].jick == Card(jick)


def test_there_is_no_jick_where_the_sheet_has_none() -> None:
    assert setup_of("shmear", 4).trumps[0].jick is None
    assert setup_of("shmear", 4).rules.deck.jokers is Jokers.NONE


@pytest.mark.clause("5.all.effective-suit")
def test_a_jick_does_not_follow_its_printed_suit() -> None:
    state = act(in_trick(setup_of("ten-point", 4), "D", {0: "AH", 1: "JH 5H 4D"}, 2), "play AH")
    assert legal_cards(state) == "5H"


@pytest.mark.clause("5.all.effective-suit")
@pytest.mark.parametrize(
    ("lead", "holding", "allowed"),
    [("JH", "5H 3D KS", "3D"), ("BJ", "5H JH KS", "JH"), ("AD", "LJ 5H KS", "LJ"), ("JH", "5H 2H KS", "2H 5H KS")],
)
def test_jick_and_jokers_are_trumps_when_following_and_when_led(lead: str, holding: str, allowed: str) -> None:
    state = act(in_trick(setup_of("ten-point", 4), "D", {0: lead, 1: holding}, 2), f"play {lead}")
    assert legal_cards(state) == allowed


@pytest.mark.clause("5.all.effective-suit")
def test_before_trump_is_known_a_jick_is_a_card_of_its_suit() -> None:
    # The lead of JS makes spades trump: it is their jack, and the JC of the next player is now the Jick.
    state = opened(short("jick", 3), {0: "JS 2H 3H", 1: "JC 4H 5H"})
    state = act(state, "bid 2", "pass", "pass", "play JS")
    assert legal_cards(state) == "JC"


@pytest.mark.clause("5.all.fails")
def test_fails_rank_from_the_ace_to_the_two() -> None:
    setup = setup_of("shmear", 2)
    ranks = "AKQJT98765432"
    for high, low in pairwise(ranks):
        assert winner_of(setup, "H", f"{high}S {low}S") == 0
        assert winner_of(setup, "H", f"{low}S {high}S") == 1


@pytest.mark.clause("6.all.six-tricks")
@pytest.mark.parametrize(
    ("name", "players"), [("shmear", 2), ("kitty", 8), ("six-point", 3), ("ten-point", 4), ("ten-point", 6)]
)
def test_six_tricks_are_played(name: str, players: int) -> None:
    state = opened(setup_of(name, players))
    while not state.is_over:
        state = state.apply(state.legal_actions()[-1])
        if state.phase is Phase.DEALER_CHOICE:
            state = act(state, "bid 2")
    if isinstance(state, Over) and state.outcome.value == "played":
        assert len(state.public.winners) == 6
        assert len(state.public.plays) == 6 * players
        assert not any(state.holdings)


@pytest.mark.clause("6.all.leader")
def test_the_bidder_leads_then_the_winner_of_each_trick() -> None:
    hand = played(short("shmear", 3), "H", 1, 2, "1: KH 2H AH", "0: 3S 4S 9S", "2: 5C 6C 7C")
    assert [leader for leader, _, _ in hand.public.tricks(3)] == [1, 0, 2]
    assert hand.public.winners == (0, 2, 1)


@pytest.mark.clause("6.all.winner")
@pytest.mark.parametrize(
    ("trick", "winner"),
    [("9C AS TH 2C", 0), ("9C AC KC QC", 1), ("9C 2D 3D AC", 2), ("9D 2D AD AC", 2), ("2C AS AH 3C", 3)],
)
def test_the_highest_trump_wins_else_the_highest_of_the_suit_led(trick: str, winner: int) -> None:
    assert winner_of(setup_of("shmear", 4), "D", trick) == winner


def following(name: str, lead: str, holding: str, *, trump: str = "H") -> str:
    return legal_cards(act(in_trick(setup_of(name, 4), trump, {0: lead, 1: holding}, 3), f"play {lead}"))


@pytest.mark.clause("6.S.suit-or-trump")
def test_a_shmear_player_plays_the_suit_led_or_a_trump() -> None:
    assert following("shmear", "KS", "AS 2H TD") == "2H AS"
    assert setup_of("shmear", 4).rules.play.follow is Follow.SUIT_OR_TRUMP
    state = act(in_trick(setup_of("shmear", 4), "H", {0: "KS", 1: "AS 2H TD"}, 3), "play KS")
    with pytest.raises(IllegalAction, match="seat 1 holds a spade and must play a spade or a trump") as refused:
        act(state, "play TD")
    assert refused.value.clause == "6"


@pytest.mark.clause("6.S.suit-or-trump")
def test_nobody_has_to_beat_a_trump() -> None:
    state = act(in_trick(setup_of("shmear", 4), "H", {0: "KS", 1: "9H", 2: "AS TH 2H 3D"}, 3), "play KS 9H")
    assert legal_cards(state) == "2H TH AS"


@pytest.mark.clause("6.S.void")
def test_a_shmear_player_void_in_the_suit_must_trump() -> None:
    assert following("shmear", "KS", "2H TD 4C") == "2H"
    state = act(in_trick(setup_of("shmear", 4), "H", {0: "KS", 1: "2H TD"}, 3), "play KS")
    with pytest.raises(IllegalAction, match="holds no spade but a trump, and must play it"):
        act(state, "play TD")


@pytest.mark.clause("6.S.void")
def test_a_shmear_player_with_neither_may_play_anything() -> None:
    assert following("shmear", "KS", "TD 4C") == "4C TD"


@pytest.mark.clause("6.S.trump-led")
def test_when_trump_is_led_a_trump_must_be_played() -> None:
    assert following("shmear", "QH", "3H AS") == "3H"
    assert following("shmear", "QH", "3C AS") == "3C AS"
    state = act(in_trick(setup_of("shmear", 4), "H", {0: "QH", 1: "3H AS"}, 3), "play QH")
    with pytest.raises(IllegalAction, match="must follow"):
        act(state, "play AS")


@pytest.mark.clause("6.PT.follow")
@pytest.mark.parametrize("name", ["six-point", "ten-point"])
def test_who_has_the_suit_led_must_follow_and_may_not_trump(name: str) -> None:
    assert following(name, "KS", "9S AH BJ") == "9S"
    assert setup_of(name, 4).rules.play.follow is Follow.SUIT_ELSE_ANY
    state = act(in_trick(setup_of(name, 4), "H", {0: "KS", 1: "9S AH BJ"}, 3), "play KS")
    with pytest.raises(IllegalAction, match="holds a spade and must follow"):
        act(state, "play AH")


@pytest.mark.clause("6.PT.void")
@pytest.mark.parametrize("name", ["six-point", "ten-point"])
def test_who_lacks_the_suit_led_may_play_anything(name: str) -> None:
    assert following(name, "KS", "TD AH BJ") == "TD AH BJ"


@pytest.mark.clause("6.P.joker-lead")
def test_a_joker_may_be_led_from_the_second_trick_and_leads_trump() -> None:
    state = in_trick(setup_of("six-point", 4), "H", {0: "LJ 9C", 1: "BJ AH TD"}, 2)
    assert legal_cards(state) == "9C LJ"
    assert legal_cards(act(state, "play LJ")) == "AH BJ"


def test_a_card_that_is_not_held_is_refused() -> None:
    state = in_trick(setup_of("shmear", 4), "H", {0: "KS", 1: "2S"}, 3)
    with pytest.raises(IllegalAction, match="seat 0 does not hold the ace of clubs") as refused:
        act(state, "play AC")
    assert (refused.value.seat, refused.value.clause) == (0, "6")


def test_the_reason_names_the_player() -> None:
    state = act(in_trick(setup_of("six-point", 4), "S", {0: "KH", 1: "9H 9C"}, 3), "play KH")
    reason = state.verify(Play("9C"))
    assert reason is not None
    assert reason.said("East") == "East holds a heart and must follow"
    assert view(state, 1).refused == ((Card("9C"), "you hold a heart and must follow"),)


def test_when_the_hand_is_over_nothing_is_legal() -> None:
    hand = played(short("shmear", 3), "H", 0, 2, "0: KH 2H 3H", "0: 3S 4S 5S", "2: 5C 6C 7C")
    assert list(hand.legal_actions()) == []
    with pytest.raises(IllegalAction, match="the hand is over"):
        act(hand, "play AS")


def test_a_house_may_mix_the_follow_rules() -> None:
    rules = house("shmear", play={"follow": Follow.SUIT_ELSE_ANY})
    state = act(in_trick(setup_of(rules, 4), "H", {0: "KS", 1: "AS 2H TD"}, 3), "play KS")
    assert legal_cards(state) == "AS"
