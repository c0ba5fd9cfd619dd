"""The match record, version 1 (docs/record.md), as types: what is written, and the JSON Schema of what is read."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

from shmear.cards import texts_of
from shmear.game import (
    Action,
    Bid,
    Forfeit,
    HandState,
    Match,
    Pass,
    Phase,
    Shoot,
)
from shmear.rules import RuleSet, preset, preset_names
from shmear.rules.knobs import Discards, TrumpMade

FORMAT = "shmear-record"
VERSION = 1

CardText = Annotated[
    str, Meta(pattern="^([2-9TJQKA][CDHS]|BJ|LJ)$", description="Rank then suit, such as TD; BJ and LJ the jokers.")
]
Seat = Annotated[int, Meta(ge=0, le=7, description="A seat, counted clockwise from 0.")]
Call = Annotated[int, Meta(ge=1)] | Literal["pass", "shoot", "forfeit"]


class HandRecord(Struct, kw_only=True, omit_defaults=True):
    """One hand: its deal and its actions, all else follows from the rules.

    Any action list may stop early in the last hand; what comes after it is then absent.
    """

    dealer: Annotated[int, Meta(ge=0, le=7, description="The dealer's seat.")]
    deal: Annotated[list[list[CardText]], Meta(description="What each seat was dealt, in order.")]
    undealt: Annotated[list[CardText], Meta(description="The rest of the deck: kitty or widow first, then sleepers.")]
    auction: Annotated[list[Call] | None, Meta(description="Every call from the dealer's left.")] = None
    trump: Annotated[Literal["C", "D", "H", "S"] | None, Meta(description="The trump named, where it is named.")] = None
    discards: Annotated[list[list[CardText]] | None, Meta(description="One list a seat, from seat 0.")] = None
    call: Annotated[CardText | None, Meta(description="The called card, where partners are called.")] = None
    plays: Annotated[list[CardText] | None, Meta(description="Every card in the order played.")] = None


class StartRecord(Struct, kw_only=True, omit_defaults=True):
    """The state of a match that begins in the middle."""

    scores: Annotated[list[int] | None, Meta(description="A score a seat; zeros where left out.")] = None
    smucks: Annotated[list[int] | None, Meta(description="Smucks a seat; zeros where left out.")] = None
    first_hand: Annotated[bool, Meta(description="Whether the next hand is the first of the match.")] = False


class MatchRecord(Struct, kw_only=True, omit_defaults=True):
    """One match."""

    format: Literal["shmear-record"]
    version: Literal[1]
    rules: Annotated[
        str | dict[str, Any],
        Meta(description="A preset's name, or a whole rule set with the keys of its TOML file."),
    ]
    players: Annotated[list[str], Meta(min_length=2, max_length=8, description="A name a seat.")]
    sides: Annotated[list[list[Seat]] | None, Meta(description="Seats that score together.")] = None
    start: StartRecord | None = None
    hands: list[HandRecord]
    meta: Annotated[dict[str, Any] | None, Meta(description="Place, date, seed, proof of the deal.")] = None


def schema() -> dict[str, Any]:
    """JSON Schema of a match record."""
    return msgspec.json.schema(MatchRecord)


def call_to_json(action: Action) -> int | str:
    """A call as the record writes it: a number, ``"pass"``, ``"shoot"`` or ``"forfeit"``."""
    return action.points if isinstance(action, Bid) else str(action)


def call_from_json(value: object) -> Action | None:
    """The call that a record's entry stands for; None for anything that is no call (``2.0``, ``true``, ``"2"``)."""
    if type(value) is int:
        try:
            return Bid(value)
        except ValueError:
            return None
    simple: dict[object, Action] = {"pass": Pass(), "shoot": Shoot(), "forfeit": Forfeit()}
    return simple.get(value) if isinstance(value, str) else None


def hand_record(state: HandState) -> dict[str, Any]:
    """A hand, finished or not, as the record writes it."""
    public, setup = state.public, state.setup
    contract = public.contract
    hand = HandRecord(
        dealer=public.dealer,
        deal=[[str(one) for one in cards] for cards in state.deal.hands],
        undealt=[str(one) for one in state.deal.undealt],
        auction=[call_to_json(call) for call in public.calls],  # pyright: ignore[reportArgumentType]
    )
    if contract is not None:
        if setup.rules.trump.made is TrumpMade.NAMED and contract.trump is not None:
            hand.trump = "CDHS"[contract.trump]  # pyright: ignore[reportAttributeAccessIssue]
        hand.discards = _discards(state)
        hand.call = None if contract.called is None else str(contract.called)
        if public.phase in (Phase.PLAY, Phase.OVER):
            hand.plays = [str(one) for one in public.plays]
    return msgspec.to_builtins(hand)


def _discards(state: HandState) -> list[list[str]] | None:
    exchange = state.setup.rules.exchange.discards
    if exchange is Discards.NONE or not any(state.discards):
        return None
    lists = [texts_of(mask) for mask in state.discards]
    if state.phase is Phase.DISCARD and state.to_act is not None:
        return lists[: state.to_act]
    return lists


def match_record(
    start: Match, names: list[str], hands: list[HandState], *, meta: dict[str, Any] | None = None
) -> dict[str, Any]:
    """A match as a record: from its beginning, the players' names, and its hands (the last may be unfinished).

    A match that begins with scores, smucks or past its first hand is written with ``start``.
    """
    rules = start.setup.rules
    record = MatchRecord(
        format="shmear-record",
        version=1,
        rules=rules_to_json(rules),
        players=list(names),
        sides=[list(side) for side in start.setup.sides],
        hands=[],
        meta=meta,
    )
    if any(start.scores) or any(start.smucks) or not start.first_hand:
        record.start = StartRecord(scores=list(start.scores), smucks=list(start.smucks), first_hand=start.first_hand)
    plain: dict[str, Any] = msgspec.to_builtins(record)
    plain["hands"] = [hand_record(hand) for hand in hands]
    return plain


def rules_to_json(rules: RuleSet) -> str | dict[str, Any]:
    """A preset's name, or the whole rule set where the rules are a house's own."""
    if rules.name in preset_names() and preset(rules.name) == rules:
        return rules.name
    return rules.to_dict()
