"""Secrets, commitments and the numbers that follow from them (docs/fair.md)."""

from __future__ import annotations

import hashlib
import struct
from itertools import islice

import fair_by_hand
import pytest
from hypothesis import given
from hypothesis import strategies as st

from shmear.fair import SeatNonce, Stream, commitment, new_secret

SECRET = bytes(range(32)).hex()
NONCES = ((1, "a0" * 16), (3, "b1" * 16))

secrets_of_any_bytes = st.binary(min_size=32, max_size=32).map(bytes.hex)
nonces_of_any_bytes = st.dictionaries(st.integers(0, 7), st.binary(min_size=16, max_size=16).map(bytes.hex)).map(
    lambda found: tuple(sorted(found.items()))
)
purposes = st.sampled_from(["deal", "dealer", "sides"])


class Given(Stream):
    """A stream of numbers that a test chooses, in blocks of eight."""

    def __init__(self, *numbers: int) -> None:
        super().__init__(SECRET, (), "deal")
        self.given = numbers

    def block(self, index: int) -> bytes:
        return struct.pack(">8I", *self.given[8 * index : 8 * index + 8])


def test_a_commitment_is_the_sha256_of_the_bytes() -> None:
    # The digest of the bytes 0 to 31, as `sha256sum` prints it.
    assert commitment(SECRET) == "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"
    assert commitment("00" * 32) == hashlib.sha256(bytes(32)).hexdigest()


def test_every_secret_is_new() -> None:
    drawn = {new_secret() for _ in range(100)}
    assert len(drawn) == 100
    assert all(len(bytes.fromhex(one)) == 32 and one == one.lower() and len(one) == 64 for one in drawn)


@given(secrets_of_any_bytes, nonces_of_any_bytes, purposes)
def test_a_block_is_the_hmac_of_purpose_nonces_and_index(
    secret: str, nonces: tuple[SeatNonce, ...], purpose: str
) -> None:
    stream = Stream(secret, nonces, purpose)
    for index in (0, 1, 9, 10, 123):
        assert stream.block(index) == fair_by_hand.block(secret, nonces, purpose, index)


@given(secrets_of_any_bytes, nonces_of_any_bytes, purposes, st.lists(st.integers(1, 2**32), min_size=1, max_size=40))
def test_numbers_are_drawn_as_the_page_says(
    secret: str, nonces: tuple[SeatNonce, ...], purpose: str, bounds: list[int]
) -> None:
    stream, row = Stream(secret, nonces, purpose), fair_by_hand.numbers(secret, nonces, purpose)
    assert [stream.below(n) for n in bounds] == [fair_by_hand.below(row, n) for n in bounds]


def test_numbers_go_on_from_block_to_block() -> None:
    stream = Stream(SECRET, NONCES, "deal")
    row = [stream.below(2**32) for _ in range(20)]
    assert row == list(islice(fair_by_hand.numbers(SECRET, NONCES, "deal"), 20))
    assert len(set(row)) == 20


def test_a_number_that_would_favour_small_results_is_passed_over() -> None:
    # 2**32 is 3 × 1431655765 and one more: the number 2**32 - 1 alone is beyond the last whole three.
    top = 2**32 - 1
    assert [Given(top, 7, 0, 0, 0, 0, 0, 0).below(3)] == [1]
    assert [Given(top - 1, 7, 0, 0, 0, 0, 0, 0).below(3)] == [(top - 1) % 3]
    # Of 2**31 + 1 only one whole fits: nearly half of all numbers are passed over, blocks of them if need be.
    n = 2**31 + 1
    stream = Given(*[top] * 8, n, n - 1, 5, *[0] * 5)
    assert [stream.below(n), stream.below(n)] == [n - 1, 5]


@pytest.mark.parametrize("n", [1, 2, 4, 2**32])
def test_no_number_is_passed_over_where_all_serve(n: int) -> None:
    top = 2**32 - 1
    stream = Given(top, top - 1, *[0] * 6)
    assert [stream.below(n), stream.below(n)] == [top % n, (top - 1) % n]


def test_a_number_below_one_is_drawn_too() -> None:
    stream = Given(17, 18, *[0] * 6)
    assert [stream.below(1), stream.below(100)] == [0, 18]


@pytest.mark.parametrize("n", [0, -1, 2**32 + 1])
def test_there_is_no_number_below_nothing_or_above_all(n: int) -> None:
    with pytest.raises(ValueError, match=str(n)):
        Stream(SECRET, (), "deal").below(n)


def test_a_shuffle_exchanges_from_the_end() -> None:
    # Below 5, 4, 3, 2: 1, 3, 0, 1.  ABCDE, last with place 1: AECDB; D stays; AECDB: CEADB; E stays.
    assert "".join(Given(1, 3, 0, 1, *[9] * 4).shuffled("ABCDE")) == "CEADB"


@given(secrets_of_any_bytes, nonces_of_any_bytes, st.integers(0, 60))
def test_a_shuffle_is_that_of_the_page(secret: str, nonces: tuple[SeatNonce, ...], size: int) -> None:
    right = fair_by_hand.shuffled(fair_by_hand.numbers(secret, nonces, "deal"), range(size))
    assert Stream(secret, nonces, "deal").shuffled(range(size)) == right


def test_secret_purpose_seats_and_each_nonce_have_a_part_in_it() -> None:
    streams = [
        Stream(SECRET, NONCES, "deal"),
        Stream(SECRET[:-1] + "e", NONCES, "deal"),
        Stream(SECRET, NONCES, "dealer"),
        Stream(SECRET, NONCES, "sides"),
        Stream(SECRET, (NONCES[0],), "deal"),
        Stream(SECRET, (), "deal"),
        Stream(SECRET, ((0, NONCES[0][1]), NONCES[1]), "deal"),
        Stream(SECRET, (NONCES[0], (3, "b1" * 15 + "b0")), "deal"),
    ]
    assert len({stream.below(2**32) for stream in streams}) == len(streams)


@pytest.mark.parametrize("secret", ["", "00", "00" * 31 + "0", "00" * 33, "A0" * 32, "0g" * 32, " " + "0" * 63])
def test_a_secret_is_64_digits(secret: str) -> None:
    with pytest.raises(ValueError, match="64 lower-case hexadecimal digits"):
        Stream(secret, (), "deal")
    with pytest.raises(ValueError, match="64 lower-case hexadecimal digits"):
        commitment(secret)


@pytest.mark.parametrize("nonce", ["", "00" * 15, "00" * 17, "B1" * 16, "b1" * 15 + "b\n", "é" * 32])
def test_a_nonce_is_32_digits(nonce: str) -> None:
    with pytest.raises(ValueError, match="32 lower-case hexadecimal digits"):
        Stream(SECRET, ((0, nonce),), "deal")


@pytest.mark.parametrize("seats", [(1, 0), (2, 2), (-1, 0)])
def test_nonces_ascend_one_a_seat(seats: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="ascending order of seats"):
        Stream(SECRET, [(seat, "00" * 16) for seat in seats], "deal")
