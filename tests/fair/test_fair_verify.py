"""`verify` accepts what was dealt fairly and refuses whatever was changed afterwards."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from typing import Any

import pytest
from fair_matches import NAMES, fair_match, proof_of
from hypothesis import given
from hypothesis import strategies as st

from shmear.fair import FairError, NoProof, commitment, draw_dealer, draw_pairs, fair_deal, proof_meta, verify
from shmear.game import Match, Setup
from shmear.record import RecordError, match_record
from shmear.rules import preset, preset_names

Record = dict[str, Any]
MATCH = fair_match("six-point-partners", 4, hands=3)
"""Three hands, with drawn pairs; seats 0 and 1 mixed in."""


@pytest.fixture
def record() -> Record:
    """The match, to be changed at will."""
    return copy.deepcopy(MATCH)


@pytest.fixture
def dealt() -> Record:
    """A match whose first hand has been dealt and in which nobody has called yet: any cards are legal there."""
    return dealt_only()


def dealt_only() -> Record:
    first = proof_of("dealt", (0, 1, 3))
    sides = draw_pairs(preset("six-point-partners"), 4, first.secret, first.nonces)
    setup = Setup(preset("six-point-partners"), 4, sides)
    match = Match.new(setup, draw_dealer(4, first.secret, first.nonces))
    hand = match.begin(fair_deal(setup, match.dealer, first.secret, first.nonces))
    meta = {"fair": proof_meta([first], drawn_sides=True)}
    return match_record(match, NAMES[:4], [hand], meta=meta)


def refused(record: Record) -> FairError:
    with pytest.raises(FairError) as caught:
        verify(record)
    return caught.value


def proof(record: Record, hand: int) -> dict[str, Any]:
    return record["meta"]["fair"]["hands"][hand]


def other_digit(digits: str, place: int) -> str:
    return digits[:place] + ("1" if digits[place] == "0" else "0") + digits[place + 1 :]


# What holds


@pytest.mark.parametrize("name", preset_names())
def test_a_match_dealt_fairly_holds_for_every_number_of_players(name: str) -> None:
    for players in preset(name).deal.players:
        record = fair_match(name, players, seed=players, hands=60)
        done = verify(json.loads(json.dumps(record)))
        assert len(done.hands) == len(record["hands"])
        assert [hand.dealer for hand in done.hands] == [hand["dealer"] for hand in record["hands"]]
        assert (done.sides is not None) == (name == "six-point-partners")
        assert not done.sides_unproved


def test_a_match_to_its_end_holds() -> None:
    record = fair_match("shmear", 4, seed=4)
    assert len(verify(record).hands) == len(record["hands"]) > 1
    assert len(record["hands"]) < 1000


def test_it_says_what_was_checked(record: Record) -> None:
    done = verify(record)
    assert done.names == ("Ann", "Bob", "Cid", "Dee")
    assert [hand.mixed_in for hand in done.hands] == [(0, 1)] * 3
    assert [hand.commitment for hand in done.hands] == [commitment(proof(record, hand)["secret"]) for hand in range(3)]
    assert [list(map(list, hand.nonces)) for hand in done.hands] == [proof(record, n)["nonces"] for n in range(3)]
    assert done.sides == tuple(map(tuple, record["sides"]))
    assert done.first_dealer == record["hands"][0]["dealer"]


def test_a_hand_that_nobody_mixed_in_holds_and_shows_it() -> None:
    assert [hand.mixed_in for hand in verify(fair_match("pitch", 3, seats=(), hands=2)).hands] == [(), ()]


@pytest.mark.parametrize("key", ["auction", "plays"])
def test_an_unfinished_hand_is_checked_too(record: Record, key: str) -> None:
    hand = record["hands"][-1]
    if key == "auction":
        hand.pop("plays", None)
    hand[key] = hand[key][:2]
    assert len(verify(record).hands) == 3
    hand["undealt"].reverse()
    error = refused(record)
    assert (error.hand, error.field) == (2, "undealt")


def test_pairs_that_were_settled_otherwise_are_said_to_be_unproved(record: Record) -> None:
    record["meta"]["fair"]["drawn_sides"] = False
    done = verify(record)
    assert (done.sides, done.sides_unproved) == (None, True)


def test_keys_that_it_does_not_know_are_passed_over(record: Record) -> None:
    record["meta"]["place"] = record["meta"]["fair"]["note"] = proof(record, 0)["note"] = "Lake house"
    assert len(verify(record).hands) == 3


# What does not


def test_two_cards_that_changed_hands_are_found(dealt: Record) -> None:
    first, second = dealt["hands"][0]["deal"][0], dealt["hands"][0]["deal"][2]
    right = first[4]
    first[4], second[1] = second[1], first[4]
    error = refused(dealt)
    assert (error.hand, error.field) == (0, "deal")
    assert str(error) == f"hand 1, deal: Ann's card 5 is {first[4]}; secret and nonces deal {right}"


@given(st.data())
def test_any_exchange_of_two_cards_is_found(data: st.DataObject) -> None:
    record = dealt_only()
    lists = [*record["hands"][0]["deal"], record["hands"][0]["undealt"]]
    places = [(cards, place) for cards in lists for place in range(len(cards))]
    one, other = data.draw(st.lists(st.integers(0, len(places) - 1), min_size=2, max_size=2, unique=True))
    (a, i), (b, j) = places[one], places[other]
    a[i], b[j] = b[j], a[i]
    assert refused(record).field in ("deal", "undealt")


@given(st.integers(0, 2), st.sampled_from(["commitment", "secret"]), st.integers(0, 63))
def test_any_other_digit_of_a_secret_or_commitment_is_found(hand: int, key: str, place: int) -> None:
    record = copy.deepcopy(MATCH)
    proof(record, hand)[key] = other_digit(proof(record, hand)[key], place)
    error = refused(record)
    assert (error.hand, error.field) == (hand, "commitment")


@given(st.integers(0, 2), st.integers(0, 1), st.integers(0, 31))
def test_any_other_digit_of_a_nonce_is_found(hand: int, which: int, place: int) -> None:
    record = copy.deepcopy(MATCH)
    pair = proof(record, hand)["nonces"][which]
    pair[1] = other_digit(pair[1], place)
    assert refused(record).hand == hand


@pytest.mark.parametrize("hand", [1, 2])
def test_another_secret_with_its_own_commitment_gives_other_cards(record: Record, hand: int) -> None:
    proof(record, hand)["secret"] = "77" * 32
    proof(record, hand)["commitment"] = commitment("77" * 32)
    error = refused(record)
    assert (error.hand, error.field) == (hand, "deal")


@pytest.mark.parametrize("hand", [1, 2])
def test_a_nonce_left_out_or_added_or_given_to_another_gives_other_cards(record: Record, hand: int) -> None:
    nonces = proof(record, hand)["nonces"]
    for changed in (nonces[:1], nonces[1:], [], [*nonces, [3, "00" * 16]], [nonces[0], [2, nonces[1][1]]]):
        proof(record, hand)["nonces"] = changed
        error = refused(record)
        assert (error.hand, error.field) == (hand, "deal")


def test_another_first_dealer_is_found(dealt: Record) -> None:
    hand = dealt["hands"][0]
    right, hand["dealer"] = hand["dealer"], (hand["dealer"] + 1) % 4
    error = refused(dealt)
    assert (error.hand, error.field) == (0, "dealer")
    assert f"draw {NAMES[right]} (seat {right})" in str(error)


def test_a_first_dealer_who_gives_everyone_the_same_cards_as_before_is_found_too(dealt: Record) -> None:
    # The deck dealt from another seat: right cards for that dealer, but it is not that dealer's turn.
    hand, one = dealt["hands"][0], proof(dealt, 0)
    setup = Setup(preset("six-point-partners"), 4, dealt["sides"])
    hand["dealer"] = (hand["dealer"] + 2) % 4
    deal = fair_deal(setup, hand["dealer"], one["secret"], [tuple(pair) for pair in one["nonces"]])
    hand["deal"] = [[str(card) for card in cards] for cards in deal.hands]
    assert refused(dealt).field == "dealer"


def test_a_later_dealer_out_of_turn_is_illegal(record: Record) -> None:
    record["hands"][1]["dealer"] = (record["hands"][1]["dealer"] + 1) % 4
    with pytest.raises(RecordError, match="deals next"):
        verify(record)


def test_other_pairs_are_found(dealt: Record) -> None:
    right = dealt["sides"]
    dealt["sides"] = next(sides for sides in ([[0, 1], [2, 3]], [[0, 2], [1, 3]]) if sides != right)
    error = refused(dealt)
    assert (error.hand, error.field) == (0, "sides")
    assert "+".join(map(str, right[0])) in str(error)


def test_pairs_are_not_drawn_in_a_game_without() -> None:
    record = fair_match("pitch", 4, hands=1)
    record["meta"]["fair"]["drawn_sides"] = True
    assert refused(record).field == "drawn_sides"


def test_hands_cut_off_or_exchanged_are_found(record: Record) -> None:
    shorter = copy.deepcopy(record)
    shorter["hands"].pop()
    assert refused(shorter).field == "hands"
    proofs = record["meta"]["fair"]["hands"]
    proofs[1], proofs[2] = proofs[2], proofs[1]
    error = refused(record)
    assert (error.hand, error.field) == (1, "deal")


def test_a_secret_serves_once(record: Record) -> None:
    # Its hand is over and it has been shown: whoever knows the nonces would know the cards.
    record["meta"]["fair"]["hands"][2] = proof(record, 0)
    error = refused(record)
    assert (error.hand, error.field) == (2, "secret")
    assert "hand 1" in str(error)


def test_a_proof_is_of_a_match_from_its_beginning(dealt: Record) -> None:
    # Else a record that claims to begin later could name any dealer.
    for start in ({"scores": [1, 1, 1, 1], "first_hand": True}, {"first_hand": False}, {}):
        dealt["start"] = start
        assert refused(dealt).field == "start"
    dealt["start"] = {"scores": [0, 0, 0, 0], "first_hand": True}
    assert len(verify(dealt).hands) == 1


# What is missing or malformed


@pytest.mark.parametrize("meta", [None, {}, {"fair": None}, {"seed": 1}])
def test_a_record_without_a_proof_says_so(record: Record, meta: Any) -> None:
    record["meta"] = meta
    with pytest.raises(NoProof, match="no proof"):
        verify(record)


@pytest.mark.parametrize("version", [0, 2, "1", True, 1.0, None])
def test_a_proof_of_another_version_cannot_be_judged(record: Record, version: Any) -> None:
    record["meta"]["fair"]["version"] = version
    with pytest.raises(NoProof, match="version"):
        verify(record)


def test_a_record_without_hands_has_nothing_to_prove(record: Record) -> None:
    record["hands"] = record["meta"]["fair"]["hands"] = []
    with pytest.raises(NoProof, match="no hands"):
        verify(record)


@pytest.mark.parametrize("wrong", [[], "yes", 1])
def test_a_proof_is_an_object(record: Record, wrong: Any) -> None:
    record["meta"]["fair"] = wrong
    assert '"fair" is an object' in str(refused(record))


@pytest.mark.parametrize("key", ["drawn_sides", "hands"])
@pytest.mark.parametrize("wrong", ["missing", None, 1, "x", {}])
def test_a_key_of_the_proof_that_is_missing_or_wrong_is_named(record: Record, key: str, wrong: Any) -> None:
    fair = record["meta"]["fair"]
    if wrong == "missing":
        del fair[key]
    else:
        fair[key] = wrong
    error = refused(record)
    assert (error.hand, error.field) == (None, key)
    assert key in error.message


@pytest.mark.parametrize("key", ["commitment", "secret", "nonces"])
@pytest.mark.parametrize("wrong", ["missing", None, 7, "", "00" * 31, "AB" * 32, {}])
def test_a_key_of_a_hand_that_is_missing_or_wrong_is_named_with_its_hand(record: Record, key: str, wrong: Any) -> None:
    if wrong == "missing":
        del proof(record, 1)[key]
    else:
        proof(record, 1)[key] = wrong
    error = refused(record)
    assert (error.hand, error.field) == (1, key)
    assert str(error).startswith(f'hand 2, {key}: "{key}" is ')


@pytest.mark.parametrize(
    "wrong",
    [
        None,
        [],
        [1],
        [1, "00" * 16, 0],
        [4, "00" * 16],
        [-1, "00" * 16],
        [True, "00" * 16],
        ["1", "00" * 16],
        [1, "00" * 15],
        [1, "AB" * 16],
        [1, 5],
        [0, "00" * 16],
    ],
)
def test_a_nonce_that_is_wrong_is_named_with_its_place(record: Record, wrong: Any) -> None:
    proof(record, 1)["nonces"][1] = wrong
    error = refused(record)
    assert (error.hand, error.field) == (1, "nonces[1]")


@pytest.mark.parametrize("wrong", [None, [], "x", 3])
def test_the_proof_of_a_hand_is_an_object(record: Record, wrong: Any) -> None:
    record["meta"]["fair"]["hands"][1] = wrong
    error = refused(record)
    assert (error.hand, error.field) == (1, None)


any_json = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=70),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)


@given(st.data())
def test_whatever_stands_in_a_proof_is_refused_with_a_sentence(data: st.DataObject) -> None:
    record = copy.deepcopy(MATCH)
    fair = record["meta"]["fair"]
    holder, key = data.draw(
        st.sampled_from(
            [
                (record["meta"], "fair"),
                *((fair, key) for key in ("version", "drawn_sides", "hands")),
                (fair["hands"], 1),
                *((fair["hands"][1], key) for key in ("commitment", "secret", "nonces")),
                *((fair["hands"][1]["nonces"], place) for place in (0, 1)),
                *((fair["hands"][1]["nonces"][0], place) for place in (0, 1)),
            ]
        )
    )
    holder[key] = data.draw(any_json.filter(lambda value: json.dumps(value) not in ("1", "0", "true", "false")))
    assert refused(record).message


def test_what_is_no_record_is_a_matter_for_the_record() -> None:
    make: Callable[[], object]
    for make in (list, dict, str):
        with pytest.raises(RecordError):
            verify(make())
