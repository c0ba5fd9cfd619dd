"""One deal and its calls on one line, for bug reports and forum posts (docs/record.md, One deal on one line).

``six-point | dealer 3 | deal TD QS …, QH 8S …, AH KS …, 8H 9S … | undealt AS BJ … | auction pass 2 3 pass | plays AH``
"""

from __future__ import annotations

from typing import Any, cast

from shmear.game import HandState, Match, Setup
from shmear.record.errors import RecordError
from shmear.record.model import FORMAT, VERSION, hand_record, rules_to_json
from shmear.rules import RulesError, RuleSet, at, preset, preset_names
from shmear.rules.knobs import Partners
from shmear.rules.line import from_line, to_line

KEYS = (
    "sides",
    "scores",
    "smucks",
    "first",
    "dealer",
    "deal",
    "undealt",
    "auction",
    "trump",
    "discards",
    "call",
    "plays",
)
"""The words that a part may begin with, in the order they are written."""


def to_deal_line(state: HandState, before: Match | None = None) -> str:
    """A hand on one line; with the match before it, also the scores it was played at."""
    setup, rules = state.setup, state.setup.rules
    name = rules_to_json(rules)
    parts = [name if isinstance(name, str) else to_line(rules, setup.players)]
    if at(rules.sides.partners, setup.players) in (Partners.DRAWN, Partners.EXPLICIT):
        parts.append("sides " + " ".join("+".join(map(str, side)) for side in setup.sides))
    if before is not None and not before.first_hand:
        parts.append("first no")
    if before is not None and any(before.scores):
        parts.append("scores " + " ".join(map(str, before.scores)))
    if before is not None and any(before.smucks):
        parts.append("smucks " + " ".join(map(str, before.smucks)))
    for key, value in hand_record(state).items():
        parts.append(f"{key} {_written(value)}".rstrip())
    return " | ".join(parts)


def _written(value: Any) -> str:
    if isinstance(value, list):
        entries = cast("list[Any]", value)
        nested = any(isinstance(one, list) for one in entries)
        return (", " if nested else " ").join(_written(one) for one in entries)
    return str(value)


def from_deal_line(text: str) -> dict[str, Any]:
    """The record of one hand that a line stands for. Raises `RecordError` that names the part which is wrong.

    ``undealt`` may be left out: the rest of the deck, in the order of docs/record.md. Whether the actions are legal
    is for `shmear.record.replay` to say.
    """
    head, *parts = [part.strip() for part in text.strip().split("|")]
    try:
        rules, _ = (preset(head), None) if head in preset_names() else from_line(head)
    except RulesError as error:
        raise RecordError(f"the line begins with a game's name or its one-line rules: {error}") from None
    found: dict[str, str] = {}
    for part in parts:
        key, _, rest = part.partition(" ")
        if key not in KEYS:
            raise RecordError(f"{part[:40]!r} is no part of a deal line; parts begin with {', '.join(KEYS)}")
        if key in found:
            raise RecordError(f"{key} stands twice in the line")
        found[key] = rest.strip()
    if "deal" not in found:
        raise RecordError("the line has no deal; it lists the cards of each seat, separated by commas", "deal", hand=0)
    deal = [cards.split() for cards in found["deal"].split(",")]
    record: dict[str, Any] = {"format": FORMAT, "version": VERSION, "rules": rules_to_json(rules)}
    record["players"] = [f"Seat {seat}" for seat in range(len(deal))]
    if "sides" in found:
        record["sides"] = [[_number(seat, "sides") for seat in side.split("+")] for side in found["sides"].split()]
    start: dict[str, Any] = {
        key: [_number(one, "start") for one in found[key].split()] for key in ("scores", "smucks") if key in found
    }
    first = found.get("first", "yes")
    if first not in ("yes", "no"):
        raise RecordError(f"first is yes or no, not {first[:40]!r}", "start")
    if start or first == "no":
        record["start"] = {**start, "first_hand": first == "yes"}
    hand: dict[str, Any] = {"dealer": _number(found.get("dealer", "0"), "dealer"), "deal": deal}
    hand["undealt"] = found["undealt"].split() if "undealt" in found else _rest(rules, record, deal)
    if "auction" in found:
        hand["auction"] = [int(call) if _is_number(call) else call for call in found["auction"].split()]
    if "discards" in found:
        hand["discards"] = [cards.split() for cards in found["discards"].split(",")]
    for key in ("trump", "call"):
        if found.get(key):
            hand[key] = found[key]
    if "plays" in found:
        hand["plays"] = found["plays"].split()
    record["hands"] = [hand]
    return record


def _is_number(text: str) -> bool:
    return text.removeprefix("-").isascii() and text.removeprefix("-").isdigit() and len(text) < 10


def _number(text: str, key: str) -> int:
    if not _is_number(text):
        raise RecordError(f"{text[:40]!r} is not a whole number", key)
    return int(text)


def _rest(rules: RuleSet, record: dict[str, Any], deal: list[list[str]]) -> list[str]:
    """The cards of the deck that nobody was dealt, in index order; none where the players or sides are wrong."""
    try:
        deck = Setup(rules, len(deal), record.get("sides")).deck
    except ValueError:
        return []
    dealt = {text for cards in deal for text in cards}
    return [str(one) for one in deck if str(one) not in dealt]
