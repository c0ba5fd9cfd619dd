"""Actions as values: texts, codes, order and equality."""

import copy
import pickle

import pytest
from game_builders import act, cards, opened, setup_of

from shmear.cards import CARDS, Suit
from shmear.game import (
    Bid,
    CallCard,
    Discard,
    Forfeit,
    IllegalAction,
    NameTrump,
    Pass,
    Play,
    Setup,
    Shoot,
    from_code,
    parse_action,
)
from shmear.game.actions import CODES
from shmear.rules import preset

EVERY = [from_code(code) for code in range(CODES)]


def test_codes_are_dense_and_never_change() -> None:
    # Learners and stored models depend on these numbers.
    assert CODES == 1 + 30 + 1 + 1 + 4 + 54 + 54
    assert from_code(0) is Pass()
    assert from_code(4) is Bid(4)
    assert from_code(31) is Forfeit()
    assert from_code(32) is Shoot()
    assert from_code(33) is NameTrump("C")
    assert from_code(37) is Play("2C")
    assert from_code(90) is Play("BJ")
    assert from_code(91) is CallCard("2C")
    for wrong in (-1, CODES):
        with pytest.raises(ValueError, match="is no action"):
            from_code(wrong)


@pytest.mark.parametrize("action", EVERY, ids=str)
def test_text_code_copy_and_pickle_give_the_same_action(action: object) -> None:
    assert parse_action(str(action)) is action
    assert from_code(action.code) is action
    assert copy.deepcopy(action) is action
    assert pickle.loads(pickle.dumps(action)) is action
    assert eval(repr(action)) is action


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("pass", Pass()),
        ("bid 3", Bid(3)),
        ("shoot", Shoot()),
        ("forfeit", Forfeit()),
        ("trump H", NameTrump(Suit.HEARTS)),
        ("call KC", CallCard("KC")),
        ("play BJ", Play("BJ")),
        ("discard 2C 3D", Discard(["3D", "2C"])),
    ],
)
def test_the_text_of_an_action(text: str, action: object) -> None:
    assert parse_action(text) == action
    assert str(action) == text


@pytest.mark.parametrize(
    "text", ["bid", "bid 0", "bid 31", "bid x", "bid 3 4", "play", "play 1H", "trump X", "hold", "pass 1"]
)
def test_other_texts_are_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        parse_action(text)


def test_discards_are_sets_of_cards() -> None:
    one, other = Discard(["AS", "2C"]), Discard(["2C", "AS"])
    assert one == other
    assert hash(one) == hash(other)
    assert one != Discard(["AS"])
    assert one.cards == cards("2C AS")
    assert pickle.loads(pickle.dumps(one)) == one
    assert eval(repr(one)) == one


def test_an_action_cannot_be_changed() -> None:
    with pytest.raises(AttributeError, match="cannot be changed"):
        Bid(3).points = 4


@pytest.mark.parametrize("points", [0, 31, True, 2.5, "3"])
def test_a_bid_is_a_whole_number_from_1_to_30(points: object) -> None:
    with pytest.raises(ValueError, match="is no bid"):
        Bid(points)


def test_a_refusal_names_seat_reason_and_clause() -> None:
    refused = IllegalAction("{player} holds a heart and must follow", seat=2, clause="6")
    assert str(refused) == "seat 2 holds a heart and must follow"
    assert refused.said("East") == "East holds a heart and must follow"
    assert (refused.seat, refused.clause) == (2, "6")


def test_legal_actions_stand_in_the_order_of_their_codes() -> None:
    state = opened(setup_of("shmear", 4), {0: "AS 2C KD TH 3S 4C"}, shoot=0b1111)
    for step in ("bid 2", "pass", "pass", "pass"):
        codes = [action.code for action in state.legal_actions()]
        assert codes == sorted(codes)
        state = act(state, step)
    assert [str(action) for action in state.legal_actions()] == [
        f"play {card}" for card in ["2C", "4C", "KD", "TH", "3S", "AS"]
    ]


def test_a_refused_action_changes_nothing() -> None:
    state = opened(setup_of("six-point", 4))
    before = copy.deepcopy((state.public, state.holdings, state.legal))
    for action in (Shoot(), Play(CARDS[0]), Bid(7), None, "pass"):
        with pytest.raises(IllegalAction):
            state.apply(action)
    assert (state.public, state.holdings, state.legal) == before


@pytest.mark.parametrize(
    "actions", [(), ("pass",), ("bid 2", "pass", "pass"), ("bid 2", "pass", "pass", "pass", "play 8C")]
)
def test_states_are_values(actions: tuple[str, ...]) -> None:
    one, other = (act(opened(Setup(preset("six-point"), 4)), *actions) for _ in range(2))
    assert one == other
    assert hash(one) == hash(other)
    assert act(one, str(one.legal_actions()[0])) != one
    assert pickle.loads(pickle.dumps(one)) == one
    with pytest.raises(AttributeError):
        one.legal = 0
