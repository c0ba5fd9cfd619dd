"""What is written in a table's log. The table is whatever its log says: `Table` is rebuilt from these alone.

The log is the server's own: it holds secrets of hands that are not over. Nothing here is sent to a client; `showing`
builds what each may know. New fields get defaults, so that an old log stays readable.
"""

from __future__ import annotations

from typing import Any, Literal

import msgspec
from msgspec import Struct

from shmear.protocol.messages import Pace, Reaction

By = Literal["person", "bot", "standin", "clock"]


class Settings(Struct, frozen=True, kw_only=True):
    """How a table is played and run. `rules` is a rule set as plain data, `level` that of bots put in by default."""

    rules: dict[str, Any] | str
    players: int
    level: str = "novice"
    pace: Pace = "normal"
    public: bool = False
    chat: bool = True
    clock: int = 0
    watch: bool = True
    watch_delay: int = 0
    sides: list[list[int]] | None = None
    hints: bool = True


class Event(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One entry of a log."""


class Created(Event, frozen=True, tag="created"):
    """The table was made by a player, its host."""

    host: str
    settings: Settings


class Sat(Event, frozen=True, tag="sat"):
    """A player took a seat under a name."""

    seat: int
    player: str
    name: str


class Stood(Event, frozen=True, tag="stood"):
    """The player in a seat left it; during a match a bot of the level plays on."""

    seat: int
    level: str | None = None


class Removed(Event, frozen=True, tag="removed"):
    """The host took the player out of a seat."""

    seat: int


class Swapped(Event, frozen=True, tag="swapped"):
    """Two seats exchanged those who sit in them."""

    a: int
    b: int


class BotSeated(Event, frozen=True, tag="bot"):
    """A bot of a level sits down, or with None leaves."""

    seat: int
    level: str | None = None


class HostMade(Event, frozen=True, tag="host"):
    """Another player is the host."""

    player: str


class Renamed(Event, frozen=True, tag="renamed"):
    """The player in a seat is called otherwise."""

    seat: int
    name: str


class Moved(Event, frozen=True, tag="moved"):
    """A seat belongs to the same person on another device: to another player's cookie."""

    seat: int
    player: str


class Changed(Event, frozen=True, tag="changed"):
    """The settings are others."""

    settings: Settings


class Started(Event, frozen=True, tag="started"):
    """A match begins; `levels` are the bots put into free seats, by seat."""

    levels: dict[int, str]


class Committed(Event, frozen=True, tag="committed"):
    """The server has drawn the secret of the next hand."""

    hand: int
    secret: str


class MixedIn(Event, frozen=True, tag="mixed_in"):
    """A player's own chance for the next hand."""

    hand: int
    seat: int
    nonce: str


class WasReady(Event, frozen=True, tag="ready"):
    """A player wants the next hand."""

    hand: int
    seat: int


class Dealt(Event, frozen=True, tag="dealt"):
    """The hand is dealt, from the secret and what was mixed in."""

    hand: int


class Acted(Event, frozen=True, tag="acted"):
    """A seat did something in the hand."""

    seat: int
    action: str
    by: By = "person"


class Finished(Event, frozen=True, tag="finished"):
    """The match is over; its record is kept under an id."""

    record: str


class Spoke(Event, frozen=True, tag="spoke"):
    """Somebody said something, or reacted."""

    player: str
    name: str
    seat: int | None = None
    text: str | None = None
    reaction: Reaction | None = None


class Muted(Event, frozen=True, tag="muted"):
    """A player wants to hear nothing more (or something again) of the person with a handle."""

    player: str
    who: str
    on: bool


class StoodIn(Event, frozen=True, tag="stood_in"):
    """A bot plays for the person in a seat."""

    seat: int


class Returned(Event, frozen=True, tag="returned"):
    """The person in a seat is back and plays again."""

    seat: int


class WantsRematch(Event, frozen=True, tag="rematch"):
    """The person in a seat wants another match."""

    seat: int


class Shows(Event, frozen=True, tag="shows"):
    """The person in a seat allows spectators to see the hand, or no longer."""

    seat: int
    on: bool


class Paused(Event, frozen=True, tag="paused"):
    """The table stands still, or goes on."""

    on: bool


class Undone(Event, frozen=True, tag="undone"):
    """The only person at the table took the last action back, and what the bots did since."""

    seat: int


AnyEvent = (
    Created
    | Sat
    | Stood
    | Removed
    | Swapped
    | BotSeated
    | HostMade
    | Renamed
    | Moved
    | Changed
    | Started
    | Committed
    | MixedIn
    | WasReady
    | Dealt
    | Acted
    | Finished
    | Spoke
    | Muted
    | StoodIn
    | Returned
    | WantsRematch
    | Shows
    | Paused
    | Undone
)

_encoder = msgspec.json.Encoder()
_decoder: msgspec.json.Decoder[AnyEvent] = msgspec.json.Decoder(AnyEvent)


def encode(event: Event) -> bytes:
    """An event as the JSON text of the log."""
    return _encoder.encode(event)


def decode(data: bytes | str) -> AnyEvent:
    """The event of a JSON text. Raises `msgspec.ValidationError` for what is none."""
    return _decoder.decode(data)
