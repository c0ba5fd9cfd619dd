"""The example of the six-point sheet, a whole hand, fact by fact."""

import json
from typing import Any

import pytest
from game_builders import ORACLE, act, cards, deal_of, legal, legal_cards, match_at, setup_of

from shmear.cards import Card, mask_of
from shmear.game import HandState, Over, Phase, open_hand
from shmear.record import hand_record, match_record, replay, score

HANDS = {0: "TD QS 9C KD 9D KC", 1: "QH 8S 8D JD JC 8C", 2: "AH KS JH 9H LJ TC", 3: "8H 9S KH AD QD AC"}
ASLEEP = "AS BJ JS QC TH TS"
YOU = 2
TRICKS = ["AH 8H TD QH", "KS 9S QS 8S", "JH KH 9C 8D", "AD KD JD 9H", "LJ QD 9D JC", "TC AC KC 8C"]


@pytest.fixture(scope="module")
def states() -> list[HandState]:
    """The hand before the auction, after it, and after each trick."""
    setup = setup_of("six-point", 4)
    deal = deal_of(setup, HANDS, ASLEEP)
    state = open_hand(setup, deal, dealer=3)
    found = [state]
    state = act(state, "pass", "bid 2", "bid 3", "pass")
    found.append(state)
    for trick in TRICKS:
        state = act(state, f"play {trick}")
        found.append(state)
    return found


@pytest.mark.clause("2.P.deck")
def test_four_players_play_with_thirty_cards_and_six_are_asleep(states: list[HandState]) -> None:
    setup = states[0].setup
    assert len(setup.deck) == 30
    assert states[0].deal.undealt == cards(ASLEEP)
    assert sorted({card.rank or "joker" for card in setup.deck}) == sorted(["8", "9", "T", "J", "Q", "K", "A", "joker"])


@pytest.mark.clause("3.all.one-round")
def test_you_take_the_bid_at_three(states: list[HandState]) -> None:
    contract = states[1].public.contract
    assert contract is not None
    assert (contract.bidder, contract.bid) == (YOU, 3)
    assert states[1].to_act == YOU


@pytest.mark.clause("4.P.first-lead")
def test_the_little_joker_may_not_be_led_first(states: list[HandState]) -> None:
    assert legal(states[1]) == ["play TC", "play 9H", "play JH", "play AH", "play KS"]


@pytest.mark.clause("4.SP.lead-is-trump")
def test_the_ace_of_hearts_makes_hearts_trump(states: list[HandState]) -> None:
    contract = act(states[1], "play AH").public.contract
    assert contract is not None
    assert contract.trump == 2


@pytest.mark.clause("7.all.counting")
def test_the_first_trick_takes_sixteen_counting_points(states: list[HandState]) -> None:
    assert states[2].public.winners == (YOU,)
    assert states[2].public.taken[YOU] == mask_of(cards("AH 8H TD QH"))
    # A ten (10), an ace (4) and a queen (2).
    values = {"A": 4, "K": 3, "Q": 2, "J": 1, "T": 10}
    assert sum(values.get(card[0], 0) for card in TRICKS[0].split()) == 16


@pytest.mark.clause("6.PT.follow")
def test_who_has_spades_must_follow_the_king(states: list[HandState]) -> None:
    assert legal_cards(act(states[2], "play KS")) == "9S"


@pytest.mark.clause("6.all.winner")
def test_the_king_takes_the_jack_in_the_third_trick(states: list[HandState]) -> None:
    assert states[4].public.winners == (YOU, YOU, 3)
    assert states[4].public.taken[3] == mask_of(cards("JH KH 9C 8D"))


@pytest.mark.clause("6.PT.void")
def test_you_are_out_of_diamonds_and_may_trump(states: list[HandState]) -> None:
    before_you = act(states[4], "play AD KD JD")
    assert before_you.to_act == YOU
    assert legal_cards(before_you) == "TC 9H LJ"
    assert states[5].public.winners[-1] == YOU


@pytest.mark.clause("6.P.joker-lead")
def test_by_the_fifth_trick_no_heart_is_left_and_the_little_joker_takes_it(states: list[HandState]) -> None:
    held = states[5].holdings
    hearts = mask_of(card for card in states[5].setup.deck if str(card)[1] == "H")
    assert not any(mask & hearts for mask in held)
    assert legal_cards(states[5]) == "TC LJ"
    assert states[6].public.winners[-1] == YOU


@pytest.mark.clause("7.SP.high")
@pytest.mark.clause("7.SP.low")
@pytest.mark.clause("7.P.jokers")
def test_the_points(states: list[HandState]) -> None:
    last = states[-1]
    assert isinstance(last, Over)
    result = last.result()
    got = {name: (won.seat, won.card) for name, won in result.points.items()}
    assert got == {
        "high": (YOU, Card("AH")),
        "low": (3, Card("8H")),
        "jack": (3, Card("JH")),
        "big_joker": (None, None),
        "little_joker": (YOU, Card("LJ")),
        "game": (YOU, None),
    }


@pytest.mark.clause("7.all.game")
def test_game_is_thirty_two_to_twenty_one(states: list[HandState]) -> None:
    last = states[-1]
    assert isinstance(last, Over)
    # You: 16, then K+Q of spades (5), then K+J+A of diamonds (8), then Q of diamonds and J of clubs (3).
    assert last.result().game_count == (0, 0, 16 + 5 + 8 + 3, 3 + 1 + (10 + 4 + 3))


@pytest.mark.clause("8.all.made")
@pytest.mark.clause("8.all.others")
def test_high_little_joker_and_game_make_the_bid_of_three(states: list[HandState]) -> None:
    match = match_at(states[0].setup, dealer=3).after(states[-1])
    assert match.scores == (0, 0, 3, 2)
    assert match.winners is None
    assert match.dealer == 0


def test_it_is_the_record_of_the_documentation(states: list[HandState]) -> None:
    written = hand_record(states[-1])
    page = (ORACLE.parents[1] / "docs" / "record.md").read_text()
    examples = [text for text in page.split("```json\n")[1:] if text.startswith('{"format"')]
    record: dict[str, Any] = json.loads(examples[0].split("```")[0])
    assert record["hands"] == [written]
    answer = score(record)["hands"][0]
    assert (answer["outcome"], answer["made"], answer["scores"]) == ("played", True, [0, 0, 3, 2])
    assert answer["points"] == {
        "high": [2],
        "low": [3],
        "jack": [3],
        "big_joker": None,
        "little_joker": [2],
        "game": [2],
    }


def test_it_is_written_and_read_back(states: list[HandState]) -> None:
    start = match_at(states[0].setup, dealer=3, first=True)
    for state in states:
        record = match_record(start, ["North", "East", "South", "West"], [state])
        last = replay(json.loads(json.dumps(record))).hands[0].last
        assert last.public == state.public
        assert last.holdings == state.holdings
    assert states[-1].phase is Phase.OVER
