"""``shmear verify``: check that the deals of matches on record were fair (docs/fair.md)."""

from __future__ import annotations

import re
import sys
from collections.abc import Collection
from typing import Annotated, Any

import typer

from shmear.fair import FairError, NoProof, Verified, verify
from shmear.record import Found, RecordError, encode, find


def verify_command(
    files: Annotated[
        list[str], typer.Argument(metavar="RECORD", help="Records: .json, .jsonl (one a line), - standard input.")
    ],
    as_json: Annotated[bool, typer.Option("--json", help="Print one line of JSON a record.")] = False,
    commitments: Annotated[
        list[str] | None,
        typer.Option("--commitment", metavar="HEX", help="A commitment that you noted before its hand; repeatable."),
    ] = None,
) -> None:
    """Check that each hand was dealt from a secret fixed beforehand and the players' nonces.

    Exit code 1 if a proof does not hold or a commitment you noted is in none of the records; 2 if a record cannot be
    read, is illegal or has no proof.
    """
    noted = [_commitment(text) for text in commitments or []]
    seen: set[str] = set()
    broken = unread = False
    for file in files:
        for found in find(file, sys.stdin.buffer):
            try:
                done = _verified(found)
            except (RecordError, NoProof) as error:
                unread = True
                _complain(found.place, error, as_json=as_json)
                continue
            except FairError as error:
                broken = True
                print(
                    _broken_json(error) if as_json else f"{found.place}\nThe proof does not hold: {error}", flush=True
                )
                continue
            seen.update(hand.commitment for hand in done.hands)
            print(_json(done, noted) if as_json else _report(found.place, done, noted), flush=True)
    missing = [one for one in noted if one not in seen] if not broken and not unread else []
    for one in missing:
        typer.echo(f"shmear: the commitment that you noted, {one}, is of no hand on record", err=True)
    if broken or missing:
        raise typer.Exit(1)
    if unread:
        raise typer.Exit(2)


def _commitment(text: str) -> str:
    """A commitment as a record writes it, however the player copied it."""
    plain = text.strip().lower()
    if not re.fullmatch("[0-9a-f]{64}", plain):
        raise typer.BadParameter("a commitment is 64 hexadecimal digits", param_hint="--commitment")
    return plain


def _verified(found: Found) -> Verified:
    try:
        return verify(found.decode())
    except RecursionError:
        raise RecordError("the text is nested too deeply to be a record") from None


def _complain(place: str, error: RecordError | NoProof, *, as_json: bool) -> None:
    if as_json:
        detail = error.to_dict() if isinstance(error, NoProof) else error.to_dict()["error"]
        print(encode({"holds": None, "error": detail}), flush=True)
        return
    where = [] if error.message.startswith(place) else [place]
    if isinstance(error, RecordError):
        where += [] if error.hand is None else [f"hand {error.hand + 1}"]
        where += [] if error.action is None else [error.action]
    said = f"{', '.join(where)}: {error.message}" if where else error.message
    typer.echo(f"shmear: {said}", err=True)


def _broken_json(error: FairError) -> str:
    return encode({"holds": False, "error": error.to_dict()})


def _json(done: Verified, noted: Collection[str]) -> str:
    hands: list[dict[str, Any]] = [
        {
            "dealer": hand.dealer,
            "commitment": hand.commitment,
            "noted": hand.commitment in noted,
            "nonces": [list(nonce) for nonce in hand.nonces],
        }
        for hand in done.hands
    ]
    sides = None if done.sides is None else [list(side) for side in done.sides]
    return encode({"holds": True, "sides": sides, "hands": hands})


def _report(place: str, done: Verified, noted: Collection[str]) -> str:
    lines = [place]
    for number, hand in enumerate(done.hands, start=1):
        mark = " (you noted it)" if hand.commitment in noted else ""
        who = ", ".join(f"{done.names[seat]} {nonce[:8]}…" for seat, nonce in hand.nonces)
        count = len(hand.nonces)
        nonces = f"{count} nonce{'' if count == 1 else 's'}: {who}" if count else "no nonces"
        follows = "deal follows from secret and nonces" if count else "deal follows from the secret alone"
        lines.append(f"hand {number}: commitment {hand.commitment[:12]}…{mark}; {nonces}; {follows}")
    lines.append(f"{done.names[done.first_dealer]} was drawn to deal first.")
    if done.sides is not None:
        pairs = ", ".join(" and ".join(done.names[seat] for seat in side) for side in done.sides)
        lines.append(f"The pairs were drawn: {pairs}.")
    elif done.sides_unproved:
        lines.append("The pairs were not drawn with these secrets: the record says that they were settled otherwise.")
    count = len(done.hands)
    lines.append("The proof holds for the one hand." if count == 1 else f"The proof holds for all {count} hands.")
    if any(hand.commitment not in noted for hand in done.hands):
        lines.append("It is as good as your notes: were these the commitments shown before the hands, and your nonces?")
    return "\n".join(lines)
