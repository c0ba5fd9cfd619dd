"""The proof of a match's deals as its record carries it, under ``meta`` and ``fair``: writing and reading."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NoReturn, cast

from msgspec import Struct

from shmear.fair.stream import SeatNonce, is_hex64, is_nonce
from shmear.record.errors import is_seat, kind_of, missing_or_wrong, shown

VERSION = 1
"""The version of the algorithm and of what a record says of it."""


class HandProof(Struct, frozen=True):
    """What proves the deal of one hand: the commitment shown before it, the secret shown after it, the nonces."""

    commitment: str
    secret: str
    nonces: tuple[SeatNonce, ...]


class FairError(ValueError):
    """A proof that does not hold: the hand's index, the field, and what is wrong with it."""

    def __init__(self, message: str, field: str | None = None, *, hand: int | None = None) -> None:
        """An error in a field of a hand's proof, or of the whole proof."""
        self.message, self.field, self.hand = message, field, hand
        where = [] if hand is None else [f"hand {hand + 1}"]
        where += [] if field is None else [field]
        super().__init__(f"{', '.join(where)}: {message}" if where else message)

    def to_dict(self) -> dict[str, Any]:
        """The error as ``shmear verify --json`` prints it."""
        return {"hand": self.hand, "field": self.field, "message": self.message}


class NoProof(FairError):
    """A record without a proof that this program could check: there is nothing to be said about its deals."""


def proof_meta(hands: Sequence[HandProof], *, drawn_sides: bool) -> dict[str, Any]:
    """The proofs of a match's hands as plain JSON data, for ``record["meta"]["fair"]``.

    `drawn_sides` is whether the pairs of the match were drawn by `draw_pairs` from the first hand's secret.
    """
    return {
        "version": VERSION,
        "drawn_sides": drawn_sides,
        "hands": [
            {"commitment": one.commitment, "secret": one.secret, "nonces": [list(nonce) for nonce in one.nonces]}
            for one in hands
        ],
    }


def read_proof(meta: dict[str, Any] | None, players: int, hands: int) -> tuple[tuple[HandProof, ...], bool]:
    """The proofs of so many hands from a record's ``meta``, and whether the pairs were drawn.

    Raises `NoProof` where there is none or it is of another version, and `FairError` for the first thing in it that
    is missing or malformed.
    """
    fair = None if meta is None else meta.get("fair")
    if fair is None:
        raise NoProof('the record has no proof of its deals: "fair" is missing in its "meta"')
    if not isinstance(fair, dict):
        raise FairError(f'"fair" is an object, not {kind_of(cast("object", fair))}')
    table = cast("dict[str, Any]", fair)
    version = table.get("version")
    if type(version) is not int or version != VERSION:
        raise NoProof(f"{missing_or_wrong(table, 'version', f'{VERSION}')}, the only one that this program knows")
    drawn = table.get("drawn_sides")
    if not isinstance(drawn, bool):
        raise FairError(missing_or_wrong(table, "drawn_sides", "true or false"), "drawn_sides")
    entries = table.get("hands")
    if not isinstance(entries, list):
        raise FairError(missing_or_wrong(table, "hands", "a list with the proof of each hand"), "hands")
    given = cast("list[object]", entries)
    if len(given) != hands:
        raise FairError(f"the record has {_counted(hands, 'hand')}, the proof is of {len(given)}", "hands")
    return tuple(_hand(number, entry, players) for number, entry in enumerate(given)), drawn


def _hand(number: int, entry: object, players: int) -> HandProof:
    def fail(message: str, field: str | None = None) -> NoReturn:
        raise FairError(message, field, hand=number)

    if not isinstance(entry, dict):
        fail(f"the proof of a hand is an object, not {kind_of(entry)}")
    table = cast("dict[str, Any]", entry)
    for key in ("commitment", "secret"):
        if not is_hex64(table.get(key)):
            fail(missing_or_wrong(table, key, "64 lower-case hexadecimal digits"), key)
    if not isinstance(table.get("nonces"), list):
        fail(missing_or_wrong(table, "nonces", "a list of seats with their nonces"), "nonces")
    nonces: list[SeatNonce] = []
    for place, pair in enumerate(cast("list[object]", table["nonces"])):
        field = f"nonces[{place}]"
        both = cast("list[object]", pair) if isinstance(pair, list) else []
        if len(both) != 2:
            fail(f"{shown(cast('object', pair))} is not a seat with its nonce", field)
        seat, nonce = both
        if not is_seat(seat, players):
            fail(f"{shown(seat)} is not a seat from 0 to {players - 1}", field)
        if not is_nonce(nonce):
            fail(f"{shown(nonce)} is not a nonce of 32 lower-case hexadecimal digits", field)
        if nonces and cast("int", seat) <= nonces[-1][0]:
            fail(f"seat {seat} stands after seat {nonces[-1][0]}; seats ascend, with one nonce each", field)
        nonces.append((cast("int", seat), cast("str", nonce)))
    return HandProof(table["commitment"], table["secret"], tuple(nonces))


def _counted(number: int, word: str) -> str:
    return f"{number} {word}" if number == 1 else f"{number} {word}s"
