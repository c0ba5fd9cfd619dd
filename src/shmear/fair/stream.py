"""Chance that everybody at the table has a part in: numbers from the server's secret and the players' nonces.

The algorithm, version 1, is written out in docs/fair.md for whoever wants to check it with a program of their own.
"""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
import struct
from collections.abc import Iterable, Iterator, Sequence
from itertools import count
from typing import TypeVar

T = TypeVar("T")

SeatNonce = tuple[int, str]
"""A seat and the nonce that its player mixed in: 16 bytes as 32 lower-case hexadecimal digits."""

_HEX64 = re.compile("[0-9a-f]{64}")
_HEX32 = re.compile("[0-9a-f]{32}")
_EIGHT_NUMBERS = struct.Struct(">8I")
_NUMBERS = 1 << 32


def new_secret() -> str:
    """A secret for one hand: 32 bytes from the system's generator, as 64 hexadecimal digits.

    The one place where randomness is not passed in: a secret from a seed is one that can be guessed.
    """
    return secrets.token_hex(32)


def commitment(secret: str) -> str:
    """What is shown of a secret before the hand: the SHA-256 of its 32 bytes, as 64 hexadecimal digits."""
    return hashlib.sha256(_secret_bytes(secret)).hexdigest()


def is_hex64(value: object) -> bool:
    """Whether a value has the form of a secret or a commitment."""
    return isinstance(value, str) and _HEX64.fullmatch(value) is not None


def is_nonce(value: object) -> bool:
    """Whether a value has the form of a nonce."""
    return isinstance(value, str) and _HEX32.fullmatch(value) is not None


class Stream:
    """Whole numbers from a secret and nonces, for one purpose (``"deal"``, ``"dealer"`` or ``"sides"``).

    The same three always give the same numbers. Raises `ValueError` for a secret that is not 64 lower-case
    hexadecimal digits, and for nonces that are malformed or not in ascending order of seats, one a seat.
    """

    def __init__(self, secret: str, nonces: Sequence[SeatNonce], purpose: str) -> None:
        """A stream at its beginning."""
        self._key = _secret_bytes(secret)
        self._prefix = f"shmear-fair-1\n{purpose}\n{_lines(nonces)}".encode("ascii")
        self._numbers = self._all_numbers()

    def block(self, index: int) -> bytes:
        """The 32 bytes of a block, counted from 0."""
        return hmac.digest(self._key, self._prefix + str(index).encode("ascii"), "sha256")

    def below(self, n: int) -> int:
        """The next number from 0 up to, not including, `n`; each as likely as the others.

        Of the 2³² numbers so many at the top are passed over that the rest is a multiple of `n`. Raises `ValueError`
        for `n` outside 1 to 2³².
        """
        if not 1 <= n <= _NUMBERS:
            raise ValueError(f"numbers are drawn below 1 to 2**32, not below {n}")
        limit = _NUMBERS - _NUMBERS % n
        number = next(self._numbers)
        while number >= limit:
            number = next(self._numbers)
        return number % n

    def shuffled(self, items: Iterable[T]) -> list[T]:
        """The items in an order drawn from the stream: Fisher and Yates' shuffle, from the end."""
        order = list(items)
        for last in range(len(order) - 1, 0, -1):
            other = self.below(last + 1)
            order[last], order[other] = order[other], order[last]
        return order

    def _all_numbers(self) -> Iterator[int]:
        for index in count():
            yield from _EIGHT_NUMBERS.unpack(self.block(index))


def _secret_bytes(secret: str) -> bytes:
    if not is_hex64(secret):
        raise ValueError("a secret is 64 lower-case hexadecimal digits")
    return bytes.fromhex(secret)


def _lines(nonces: Sequence[SeatNonce]) -> str:
    """The nonces as a stream's text has them, a line each."""
    seats = [seat for seat, _ in nonces]
    if seats != sorted(set(seats)) or any(seat < 0 for seat in seats):
        raise ValueError(f"nonces stand in ascending order of seats, one a seat, not {seats}")
    if not all(is_nonce(nonce) for _, nonce in nonces):
        raise ValueError("a nonce is 32 lower-case hexadecimal digits")
    return "".join(f"{seat}:{nonce}\n" for seat, nonce in nonces)
