"""The algorithm of docs/fair.md once more, written from the page and sharing nothing with the package."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence


def hmac_sha256(key: bytes, message: bytes) -> bytes:
    """HMAC by its definition (RFC 2104), from SHA-256 alone; keys of up to 64 bytes."""
    key = key.ljust(64, b"\0")
    inner = hashlib.sha256(bytes(byte ^ 0x36 for byte in key) + message).digest()
    return hashlib.sha256(bytes(byte ^ 0x5C for byte in key) + inner).digest()


def block(secret: str, nonces: Sequence[tuple[int, str]], purpose: str, index: int) -> bytes:
    lines = ["shmear-fair-1", purpose, *(f"{seat}:{nonce}" for seat, nonce in nonces), str(index)]
    return hmac_sha256(bytes.fromhex(secret), "\n".join(lines).encode())


def numbers_of(one: bytes) -> list[int]:
    return [int.from_bytes(one[start : start + 4], "big") for start in range(0, 32, 4)]


def numbers(secret: str, nonces: Sequence[tuple[int, str]], purpose: str) -> Iterator[int]:
    index = 0
    while True:
        yield from numbers_of(block(secret, nonces, purpose, index))
        index += 1


def below(row: Iterator[int], n: int) -> int:
    return next(number % n for number in row if number // n < 2**32 // n)


def shuffled(row: Iterator[int], items: Sequence[object]) -> list[object]:
    # What Fisher and Yates do: what is drawn goes to the end, the last of those left takes its place.
    left, done = list(items), []
    while len(left) > 1:
        place = below(row, len(left))
        done.append(left[place])
        left[place] = left[-1]
        left.pop()
    return (left + done[::-1]) if left else []
