"""What a player's message would write in a table's log, or why it is refused. It changes nothing by itself."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal, cast

from msgspec.structs import replace

from shmear.bots import bot_names
from shmear.game import Discard, HandState, IllegalAction, parse_action
from shmear.protocol.messages import (
    Act,
    Change,
    Chat,
    ClientMessage,
    MakeHost,
    MixIn,
    Mute,
    Pause,
    React,
    Ready,
    Rematch,
    Remove,
    Rename,
    SeatBot,
    ShowHands,
    Sit,
    Stand,
    Start,
    Swap,
    Undo,
)
from shmear.server.events import (
    Acted,
    BotSeated,
    Changed,
    Event,
    HostMade,
    MixedIn,
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
    Swapped,
    Undone,
    WantsRematch,
    WasReady,
)
from shmear.server.names import clean_name, clean_saying
from shmear.server.table import Chair, Table

Code = Literal["stale", "illegal", "not_allowed", "not_now", "bad_message", "trouble"]


class Refused(Exception):
    """A message that is refused: the protocol's code, a sentence for the player, and the rules' clause if any."""

    def __init__(self, code: Code, message: str, clause: str | None = None) -> None:
        """A refusal."""
        super().__init__(message)
        self.code: Code = code
        self.message = message
        self.clause = clause or None


def decide(table: Table, player: str, name: str, said: ClientMessage) -> list[Event]:
    """The events that a player's message brings about; none where it is already so.

    `name` is what a player without a seat is called. Raises `Refused` with the reason, in words for the player.
    """
    handler = _HANDLERS.get(type(said))
    if handler is None:
        raise Refused("bad_message", f"a {type(said).__name__.lower()} message is not for a table")
    return handler(table, player, name, said)


# --- seats -----------------------------------------------------------------------------------------------------------


def _sit(table: Table, player: str, name: str, said: Sit) -> list[Event]:
    if table.seat_of(player) is not None:
        raise Refused("not_now", "you already have a seat; leave it first")
    looked = table.looked.get(player) if table.phase == "playing" else None
    seat = said.seat if said.seat is not None else _first_free(table) if looked is None else looked
    chair = _chair(table, seat)
    if chair.is_person:
        raise Refused("not_allowed", f"{chair.name} has that seat")
    if looked is not None and looked != seat:
        raise Refused("not_now", "you have seen the cards of another seat; sit down here when this hand is over")
    if table.phase == "playing" and table.opened:
        raise Refused("not_now", "spectators could see all cards of this hand; sit down when it is over")
    return [Sat(seat=seat, player=player, name=clean_name(said.name or name))]


def _first_free(table: Table) -> int:
    free = [seat for seat, chair in enumerate(table.chairs) if not chair.is_person]
    if not free:
        raise Refused("not_now", "every seat is taken; you can watch")
    return next((seat for seat in free if table.chairs[seat].is_open), free[0])


def _stand(table: Table, player: str, name: str, said: Stand) -> list[Event]:
    seat = _seat(table, player)
    running = table.phase in ("dealing", "playing")
    events: list[Event] = [Stood(seat=seat, level=table.settings.level if running else None)]
    if table.host == player:
        heir = next((chair.player for other, chair in table.persons() if other != seat), None)
        if heir is not None:
            events.append(HostMade(player=heir))
    return events


def _rename(table: Table, player: str, name: str, said: Rename) -> list[Event]:
    seat = _seat(table, player)
    new = clean_name(said.name, otherwise=table.chairs[seat].name)
    return [] if new == table.chairs[seat].name else [Renamed(seat=seat, name=new)]


def _swap(table: Table, player: str, name: str, said: Swap) -> list[Event]:
    _host(table, player)
    _before_match(table, "seats are exchanged")
    _chair(table, said.a)
    _chair(table, said.b)
    return [] if said.a == said.b else [Swapped(a=said.a, b=said.b)]


def _seat_bot(table: Table, player: str, name: str, said: SeatBot) -> list[Event]:
    _host(table, player)
    chair = _chair(table, said.seat)
    if chair.is_person:
        raise Refused("not_allowed", f"{chair.name} has that seat")
    if said.level is None:
        _before_match(table, "a bot leaves its seat")
    elif said.level not in bot_names():
        raise Refused("bad_message", f"there are no bots of level {said.level!r}; there are {', '.join(bot_names())}")
    return [] if said.level == chair.level else [BotSeated(seat=said.seat, level=said.level)]


def _remove(table: Table, player: str, name: str, said: Remove) -> list[Event]:
    _host(table, player)
    _before_match(table, "a player is sent away")
    chair = _chair(table, said.seat)
    if chair.is_open:
        return []
    if chair.player == player:
        raise Refused("not_allowed", "you cannot send yourself away; leave the seat instead")
    return [Removed(seat=said.seat)]


def _make_host(table: Table, player: str, name: str, said: MakeHost) -> list[Event]:
    _host(table, player)
    heir = _chair(table, said.seat).player
    if heir is None:
        raise Refused("not_allowed", "nobody sits there who could be the host")
    return [] if heir == player else [HostMade(player=heir)]


# --- the match -------------------------------------------------------------------------------------------------------


def _start(table: Table, player: str, name: str, said: Start) -> list[Event]:
    _host(table, player)
    _before_match(table, "a match is started")
    return [starting(table)]


def starting(table: Table) -> Started:
    """The event that begins a match, with bots in every seat that is open."""
    free = [seat for seat, chair in enumerate(table.chairs) if chair.is_open]
    return Started(levels=dict.fromkeys(free, table.settings.level))


def _act(table: Table, player: str, name: str, said: Act) -> list[Event]:
    seat = _seat(table, player)
    if table.hand is None or table.phase != "playing":
        raise Refused("not_now", "no hand is being played")
    if table.paused:
        raise Refused("not_now", "the table is paused")
    if said.answers != table.question:
        raise Refused("stale", "that was about an earlier moment; the table has moved on")
    if seat not in table.asked():
        raise Refused("not_now", "it is not your turn")
    state = table.facing(seat)
    events: list[Event] = [Returned(seat=seat)] if table.chairs[seat].standin else []
    return [*events, acting(state, seat, said.action)]


def acting(state: HandState, seat: int, text: str) -> Acted:
    """The event of a seat's action given as text. Raises `Refused` for what is no action or not legal."""
    try:
        action = parse_action(text)
    except (ValueError, KeyError, IndexError) as error:
        raise Refused("bad_message", str(error) or f"{text!r} is no action") from None
    if isinstance(action, Discard) and len(text.split()) - 1 != len(action.cards):
        raise Refused("illegal", "a card is discarded twice", "4")
    refusal: IllegalAction | None = state.verify(action)
    if refusal is not None:
        raise Refused("illegal", refusal.to_you(), refusal.clause)
    return Acted(seat=seat, action=str(action))


def _mix_in(table: Table, player: str, name: str, said: MixIn) -> list[Event]:
    seat = _seat(table, player)
    coming = table.coming
    if coming is None or coming.hand != said.hand:
        raise Refused("stale", "that hand is not being prepared")
    if seat in coming.nonces:
        raise Refused("not_now", "you have already mixed in for this hand")
    return [MixedIn(hand=said.hand, seat=seat, nonce=said.nonce)]


def _ready(table: Table, player: str, name: str, said: Ready) -> list[Event]:
    seat = _seat(table, player)
    if table.coming is None or table.coming.hand != said.hand:
        raise Refused("stale", "that hand is not being prepared")
    return [] if table.chairs[seat].ready else [WasReady(hand=said.hand, seat=seat)]


def _rematch(table: Table, player: str, name: str, said: Rematch) -> list[Event]:
    seat = _seat(table, player)
    if table.phase != "over":
        raise Refused("not_now", "the match is not over")
    return [] if table.chairs[seat].rematch else [WantsRematch(seat=seat)]


def _undo(table: Table, player: str, name: str, said: Undo) -> list[Event]:
    seat = _seat(table, player)
    if len(list(table.persons())) > 1:
        raise Refused("not_allowed", "nothing is taken back while other people play")
    if not table.has_acted():
        raise Refused("not_now", "there is nothing to take back in this hand")
    if not table.may_undo(player):
        raise Refused("not_now", "that is past taking back: you have seen something new since")
    return [Undone(seat=seat)]


def _pause(table: Table, player: str, name: str, said: Pause) -> list[Event]:
    _host(table, player)
    return [] if said.on == table.paused else [Paused(on=said.on)]


# --- the rest --------------------------------------------------------------------------------------------------------


def _change(table: Table, player: str, name: str, said: Change) -> list[Event]:
    _host(table, player)
    fields = ("chat", "public", "pace", "clock", "watch", "watch_delay", "hints")
    wanted: dict[str, Any] = {key: getattr(said, key) for key in fields if getattr(said, key) is not None}
    settings = replace(table.settings, **wanted)
    return [] if settings == table.settings else [Changed(settings=settings)]


def _chat(table: Table, player: str, name: str, said: Chat) -> list[Event]:
    if not table.settings.chat:
        raise Refused("not_allowed", "the host has switched chat off at this table")
    if table.settings.public:
        raise Refused("not_allowed", "at a public table people speak by quick reactions only")
    text = clean_saying(said.text)
    if not text:
        raise Refused("bad_message", "there is nothing in that message that can be shown")
    return [_spoke(table, player, name, text=text)]


def _react(table: Table, player: str, name: str, said: React) -> list[Event]:
    if not table.settings.chat:
        raise Refused("not_allowed", "the host has switched chat off at this table")
    return [_spoke(table, player, name, reaction=said.what)]


def _spoke(table: Table, player: str, name: str, **what: Any) -> Spoke:
    seat = table.seat_of(player)
    shown = clean_name(name, otherwise="Spectator") if seat is None else table.chairs[seat].name
    return Spoke(player=player, name=shown, seat=seat, **what)


def _mute(table: Table, player: str, name: str, said: Mute) -> list[Event]:
    muted = said.who in table.muted.get(player, ())
    if said.on and not muted and len(table.muted.get(player, ())) >= 50:
        raise Refused("not_now", "you have muted 50 people here, which is as many as a table keeps")
    return [] if muted == said.on else [Muted(player=player, who=said.who, on=said.on)]


def _show_hands(table: Table, player: str, name: str, said: ShowHands) -> list[Event]:
    seat = _seat(table, player)
    return [] if table.chairs[seat].shows == said.on else [Shows(seat=seat, on=said.on)]


def _seat(table: Table, player: str) -> int:
    seat = table.seat_of(player)
    if seat is None:
        raise Refused("not_allowed", "you are watching; take a seat first")
    return seat


def _chair(table: Table, seat: int) -> Chair:
    if seat >= len(table.chairs):
        raise Refused("bad_message", f"there is no seat {seat}; seats run from 0 to {len(table.chairs) - 1}")
    return table.chairs[seat]


def _host(table: Table, player: str) -> None:
    if table.host != player:
        raise Refused("not_allowed", "only the host of the table may do that")


def _before_match(table: Table, what: str) -> None:
    if table.phase not in ("seating", "over"):
        raise Refused("not_now", f"{what} before a match, not in it")


_Handler = Callable[[Table, str, str, Any], list[Event]]
_HANDLERS: dict[type, _Handler] = cast(
    "dict[type, _Handler]",
    {
        Sit: _sit,
        Stand: _stand,
        Rename: _rename,
        Swap: _swap,
        SeatBot: _seat_bot,
        Remove: _remove,
        MakeHost: _make_host,
        Start: _start,
        Act: _act,
        MixIn: _mix_in,
        Ready: _ready,
        Rematch: _rematch,
        Undo: _undo,
        Pause: _pause,
        Change: _change,
        Chat: _chat,
        React: _react,
        Mute: _mute,
        ShowHands: _show_hands,
    },
)
