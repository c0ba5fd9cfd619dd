"""Damaging records in every way that files get damaged, to see that reading them never fails but always answers."""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Callable
from typing import Any, cast

from shmear.cards import CARDS
from shmear.game import HandState, Match
from shmear.record import RecordError, decode, match_record, replay, report
from shmear.rules import preset, preset_names
from shmear.testing.play import random_setup, walk

WRONG: tuple[Any, ...] = (
    None, True, False, 0, 1, -1, 2.0, 3, 99, 10**30, 1e308, "", "2", "AS", "BJ", "as", "pass", "shoot", "forfeit",
    "double", "♠A", "\x00", [], {}, [[]], ["AS"], [None], {"rules": []}, "x" * 5000, [0] * 1000,
)  # fmt: skip
"""Values of every type that a record may hold where something else belongs."""


def places(value: Any, here: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The path of every value within plain data, itself included."""
    found = [here]
    if isinstance(value, dict):
        inside: list[tuple[Any, Any]] = list(cast("dict[Any, Any]", value).items())
    else:
        inside = list(enumerate(cast("list[Any]", value))) if isinstance(value, list) else []
    for step, inner in inside:
        found += places(inner, (*here, step))
    return found


def _parent(record: Any, path: tuple[Any, ...]) -> Any:
    for step in path[:-1]:
        record = record[step]
    return record


def drop(record: Any, rng: random.Random) -> Any:
    """Take out one key or entry."""
    path = rng.choice(places(record)[1:])
    del _parent(record, path)[path[-1]]
    return record


def swap(record: Any, rng: random.Random) -> Any:
    """Exchange two values anywhere in the record."""
    one, two = (rng.choice(places(record)[1:]) for _ in range(2))
    if one[: len(two)] == two or two[: len(one)] == one:
        return record
    a, b = _parent(record, one), _parent(record, two)
    a[one[-1]], b[two[-1]] = b[two[-1]], a[one[-1]]
    return record


def retype(record: Any, rng: random.Random) -> Any:
    """Put a value of another type somewhere."""
    path = rng.choice(places(record))
    wrong = copy.deepcopy(rng.choice(WRONG))
    if not path:
        return wrong
    _parent(record, path)[path[-1]] = wrong
    return record


def recard(record: Any, rng: random.Random) -> Any:
    """Put another card in place of one."""
    texts = [str(card) for card in CARDS]
    cards = [path for path in places(record) if path and _parent(record, path)[path[-1]] in texts]
    if cards:
        path = rng.choice(cards)
        _parent(record, path)[path[-1]] = str(rng.choice(CARDS))
    return record


def repeat(record: Any, rng: random.Random) -> Any:
    """Write an entry of a list twice, or a whole hand."""
    lists = [path for path in places(record) if path and isinstance(_parent(record, path), list)]
    if lists:
        path = rng.choice(lists)
        _parent(record, path).insert(path[-1], copy.deepcopy(_parent(record, path)[path[-1]]))
    return record


def nest(record: Any, rng: random.Random) -> Any:
    """Put something deeply nested somewhere."""
    deep: Any = []
    for _ in range(rng.choice((10, 150))):
        deep = [deep] if rng.random() < 0.5 else {"a": deep}
    path = rng.choice(places(record)[1:])
    _parent(record, path)[path[-1]] = deep
    return record


MUTATIONS: tuple[Callable[[Any, random.Random], Any], ...] = (drop, swap, retype, recard, repeat, nest)


def damage_text(text: bytes, rng: random.Random) -> bytes:
    """Damage a record's text: cut, flipped and inserted bytes, deep brackets."""
    kind = rng.randrange(5)
    at = rng.randrange(len(text) + 1)
    if kind == 0:
        return text[:at]
    if kind == 1:
        return text[:at] + bytes([rng.randrange(256)]) + text[at + 1 :]
    if kind == 2:
        return (
            text[:at] + rng.choice((b"[" * 100_000, b'{"a":' * 100_000, b"9" * 10_000, b'"', b"\xff\xfe")) + text[at:]
        )
    if kind == 3:
        return text[at:] + text[:at]
    return bytes(rng.randrange(256) for _ in range(rng.randrange(200)))


def random_record(rng: random.Random) -> dict[str, Any]:
    """The record of a few hands of any game, some of them under rules written out, the last perhaps unfinished."""
    rules = preset(rng.choice(preset_names()))
    players = rng.choice(rules.deal.players)
    start = match = Match.new(random_setup(rules, players, rng), rng.randrange(players))
    hands: list[HandState] = []
    for _ in range(rng.randrange(1, 4)):
        state = match.deal(rng)
        stop = rng.random() < 0.2
        for before, action in walk(state, rng):
            state = before
            if stop and rng.random() < 0.05:
                break
            state = before.apply(action)
        hands.append(state)
        if not state.is_over:
            break
        match = match.after(state)
        if match.is_over:
            break
    record = match_record(start, [f"Seat {seat}" for seat in range(players)], hands)
    if rng.random() < 0.25:
        record["rules"] = rules.to_dict()
    return record


def answer(data: bytes) -> RecordError | None:
    """Read a record's text as the command does: None if it is legal, else its error.

    Anything but a `RecordError` comes through. The error is checked to have a message and a place: an action of the
    record, a key in quotes, or a position in the text.
    """
    try:
        report(replay(decode(data)), trace=True)
    except RecordError as error:
        message = error.message
        assert message, "an error says what is wrong"
        assert "\n" not in message, "an error is one line"
        assert len(message) < 2000, f"an error is a sentence, not {len(message)} characters"
        placed = error.action is not None or '"' in message or "JSON" in message or "text" in message
        assert placed or "object" in message, f"an error names its place: {message}"
        return error
    return None


def mutated(record: Any, rng: random.Random) -> bytes:
    """A record with one to three things damaged, as text."""
    record = copy.deepcopy(record)
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        if not isinstance(record, dict | list) or not record:
            break
        record = rng.choice(MUTATIONS)(record, rng)
    text = json.dumps(record).encode()
    return damage_text(text, rng) if rng.random() < 0.15 else text
