"""What each receiver may know of a table: the only place where messages about a table are made.

A hand is shown through `shmear.game.view` for the receiver's seat, and never in another way; an event of the log is
told by `happened`, which names what may be told and leaves out all else.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from shmear.game import Discard, view
from shmear.game.over import Over
from shmear.protocol.messages import (
    HandResultShown,
    HandShown,
    Happened,
    MatchShown,
    Proof,
    SeatShown,
    SettingsShown,
    Spoken,
    TableShown,
    TrickShown,
    You,
)
from shmear.protocol.wire import OpenPart, hand_shown, open_part, result_shown, texts
from shmear.server.events import (
    Acted,
    AnyEvent,
    BotSeated,
    Committed,
    Created,
    Dealt,
    HostMade,
    MixedIn,
    Moved,
    Muted,
    Paused,
    Removed,
    Renamed,
    Returned,
    Sat,
    Shows,
    Spoke,
    Started,
    Stood,
    StoodIn,
    Swapped,
    Undone,
    WantsRematch,
    WasReady,
)
from shmear.server.names import handle
from shmear.server.table import Chair, Table


class Around(Struct, frozen=True):
    """What the log does not say: since when which players have no connection, how many watch, when a deal is due."""

    away: Mapping[str, float]
    watchers: int
    waiting: float | None
    grace: float


class Told(Struct, frozen=True):
    """Something that happened, and what only one seat may know of it."""

    public: Happened
    seat: int | None = None
    own_action: str | None = None
    by_who: str | None = None

    def to(self, seat: int | None, muted: frozenset[str]) -> Happened | None:
        """The event as a seat is told it; None for what somebody said whom the receiver has muted."""
        if self.by_who is not None and self.by_who in muted:
            return None
        if self.own_action is not None and seat == self.seat:
            return replace(self.public, action=self.own_action)
        return self.public


def told(table: Table, seq: int, at: float, event: AnyEvent) -> list[Told]:
    """An entry of the log as others may hear of it, right after the table has taken it."""
    base: dict[str, Any] = {"seq": seq, "at": at}
    match event:
        case Acted():
            return _acted(table, seq, at, event)
        case Spoke():
            spoken = _spoken(seq, at, event)
            return [Told(Happened(**base, what="spoke", seat=event.seat, spoken=spoken), by_who=spoken.who)]
        case Sat():
            what: dict[str, Any] = {"what": "sat", "seat": event.seat, "name": table.chairs[event.seat].name}
        case Stood() | Removed() | BotSeated() | Renamed() | Moved():
            kind = {Stood: "stood", Removed: "removed", BotSeated: "bot", Renamed: "renamed", Moved: "moved"}
            what = {"what": kind[type(event)], "seat": event.seat, "name": table.chairs[event.seat].name or None}
        case Swapped():
            what = {"what": "swapped", "seat": event.a, "other": event.b}
        case HostMade():
            what = {"what": "host", "seat": table.seat_of(event.player)}
        case Created() | Started() | Committed() | Dealt():
            kind = {Created: "created", Started: "started", Committed: "committed", Dealt: "dealt"}
            what = {"what": kind[type(event)]}
        case MixedIn() | WasReady() | StoodIn() | Returned() | WantsRematch() | Undone():
            kind = {
                MixedIn: "mixed_in",
                WasReady: "ready",
                StoodIn: "stood_in",
                Returned: "returned",
                WantsRematch: "rematch",
                Undone: "undone",
            }
            what = {"what": kind[type(event)], "seat": event.seat}
        case Shows():
            what = {"what": "shows", "seat": event.seat, "on": event.on}
        case Paused():
            what = {"what": "paused", "on": event.on}
        case Muted():
            return []
        case _:
            what = {"what": "changed"}
    return [Told(Happened(**base, **what))]


def _acted(table: Table, seq: int, at: float, event: Acted) -> list[Told]:
    hidden = event.action.startswith("discard")
    hand = table.hand
    trick = None
    if not hidden and hand is not None and event.action.startswith("play") and not hand.public.trick(len(table.chairs)):
        leader, cards, winner = hand.public.tricks(len(table.chairs))[-1]
        trick = TrickShown(leader=leader, cards=texts(cards), winner=winner)
    public = Happened(
        seq=seq,
        at=at,
        what="acted",
        seat=event.seat,
        by=event.by,
        action=None if hidden else event.action,
        trick=trick,
    )
    found = [Told(public, event.seat, event.action) if hidden else Told(public)]
    if table.phase in ("dealing", "over"):
        found.append(Told(Happened(seq=seq, at=at, what="hand_over")))
    if table.phase == "over":
        found.append(Told(Happened(seq=seq, at=at, what="match_over")))
    return found


def _spoken(seq: int, at: float, event: Spoke) -> Spoken:
    return Spoken(
        seq=seq,
        at=at,
        who=handle(event.player),
        name=event.name,
        seat=event.seat,
        text=event.text,
        reaction=event.reaction,
    )


def you(table: Table, player: str) -> You:
    """Who a player is at a table."""
    return You(
        who=handle(player),
        seat=table.seat_of(player),
        host=table.host == player,
        muted=sorted(table.muted.get(player, ())),
        can_undo=table.may_undo(player),
        advice=table.gives_advice(player),
    )


class Shown:
    """A table at one moment, for all its receivers: what all see alike is made once."""

    def __init__(self, table: Table, around: Around, at: float, before: Shown | None = None) -> None:
        """The table as it is at a time; `before` is an earlier moment, whose hand is taken over if it is the same."""
        self.table, self.at = table, at
        self.seats = [_seat(chair, around) for chair in table.chairs]
        self.settings = _settings(table, around)
        self.match = _match(table)
        self.next = _next(table)
        self.around = around
        same = before is not None and _same_hand(before.table, table)
        self._hands: _Hands | None = before._hands if same and before is not None else _hands(table)

    def to(self, player: str, *, sheet: bool, chat: bool) -> TableShown:
        """The table for a player; with the score sheet and what was said where they are wanted."""
        table = self.table
        who = you(table, player)
        muted = table.muted.get(player, set())
        said = [_spoken(*one) for one in table.spoken] if chat else None
        return TableShown(
            phase=table.phase,
            seats=self.seats,
            you=who,
            settings=self.settings,
            paused=table.paused,
            watchers=self.around.watchers,
            match=self.match,
            hand=self.hand(who.seat) if who.seat is not None or table.settings.watch else None,
            next=self.next,
            waiting=self.around.waiting,
            sheet=table.sheet if sheet else None,
            chat=None if said is None else [one for one in said if one.who not in muted],
        )

    def hand(self, seat: int | None) -> HandShown | None:
        """The hand for a seat, or for a spectator."""
        if self._hands is None:
            return None
        if seat not in self._hands.made:
            self._hands.made[seat] = _hand(self.table, seat, self._hands)
        return self._hands.made[seat]


class _Hands(Struct):
    """A hand as the seats are shown it: what is everybody's, and the whole of it for those who have asked."""

    part: OpenPart
    result: HandResultShown | None
    made: dict[int | None, HandShown]


def _hands(table: Table) -> _Hands | None:
    hand = table.hand
    if hand is None:
        return None
    result = None
    if isinstance(hand, Over):
        proof = table.proofs[-1]
        result = result_shown(hand, table.sheet[-1], _proof(table.hand_number, proof, revealed=True))
    return _Hands(open_part(view(hand, None)), result, {})


def _same_hand(one: Table, other: Table) -> bool:
    """Whether whatever `_hand` looks at is the same in two moments of a table."""
    return (
        one.hand is other.hand
        and one.question == other.question
        and one.asked_at == other.asked_at
        and one.phase == other.phase
        and one.paused == other.paused
        and one.pending == other.pending
        and one.settings is other.settings
        and one.all_show() == other.all_show()
        and [chair.bot_plays for chair in one.chairs] == [chair.bot_plays for chair in other.chairs]
    )


def _hand(table: Table, seat: int | None, hands: _Hands) -> HandShown:
    hand, result = table.hand, hands.result
    assert hand is not None, "there is a hand to show"
    asked = table.asked()
    pending = None if seat is None else table.pending.get(seat)
    deadlines = [when for when in map(table.deadline, asked) if when is not None]
    everything = seat is None and result is None and table.settings.watch and table.all_show()
    return hand_shown(
        view(hand if seat is None else table.facing(seat), seat),
        number=table.hand_number,
        question=table.question,
        asked=asked,
        deadline=min(deadlines, default=None),
        pending=pending if isinstance(pending, Discard) else None,
        hands=hand.holdings if everything else None,
        result=result,
        part=hands.part,
    )


def _proof(number: int, proof: Any, *, revealed: bool) -> Proof:
    return Proof(
        hand=number,
        commitment=proof.commitment,
        nonces=[(seat, nonce) for seat, nonce in proof.nonces],
        secret=proof.secret if revealed else None,
    )


def _next(table: Table) -> Proof | None:
    coming = table.coming
    return None if coming is None else _proof(coming.hand, coming.proof(), revealed=False)


def _seat(chair: Chair, around: Around) -> SeatShown:
    if chair.player is None:
        kind = "open" if chair.level is None else "bot"
        return SeatShown(kind=kind, name=chair.name, level=chair.level)
    return SeatShown(
        kind="person",
        name=chair.name,
        who=handle(chair.player),
        away=around.away.get(chair.player),
        standin=chair.standin,
        ready=chair.ready,
        rematch=chair.rematch,
        shows=chair.shows,
    )


def _settings(table: Table, around: Around) -> SettingsShown:
    one = table.settings
    return SettingsShown(
        public=one.public,
        chat=one.chat,
        pace=one.pace,
        clock=one.clock,
        watch=one.watch,
        watch_delay=one.watch_delay,
        hints=one.hints,
        grace=around.grace,
    )


def _match(table: Table) -> MatchShown | None:
    if table.match is None:
        return None
    match = table.match
    return MatchShown(
        number=table.matches,
        scores=list(match.scores),
        smucks=list(match.smucks),
        hands=match.hands,
        sides=[list(side) for side in match.setup.sides],
        winners=None if match.winners is None else list(match.winners),
        record=table.record_id,
        taken_back=table.taken_back,
    )


def as_happened(found: Iterable[Told], seat: int | None, muted: frozenset[str]) -> list[Happened]:
    """Events as one receiver is told them."""
    return [one for one in (each.to(seat, muted) for each in found) if one is not None]
