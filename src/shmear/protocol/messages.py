"""The messages of the live table, version 1: what a client says and what the server says, as typed JSON.

Every message is a JSON object whose ``type`` says what it is. A client opens ``/ws/tables/{code}``, says `Hello`, and
from then on gets a `Welcome`, an `Update` for everything that happens, and an `Error` or `Done` for what it asked.
Cards are written as in the record (``TD``, ``BJ``), actions by their text forms (``bid 3``, ``play AS``), seats as
numbers from 0 clockwise, times as seconds since 1970.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

VERSION = 1
"""The version of the protocol. A client that says another is told so and cut off."""

LONGEST_MESSAGE = 8_192
"""Most bytes that a message of a client may have."""

CardText = Annotated[
    str, Meta(pattern="^([2-9TJQKA][CDHS]|BJ|LJ)$", description="Rank then suit, such as TD; BJ and LJ the jokers.")
]
SeatNumber = Annotated[int, Meta(ge=0, le=7, description="A seat, counted clockwise from 0.")]
Hex64 = Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]
Nonce = Annotated[str, Meta(pattern="^[0-9a-f]{32}$", description="16 random bytes in hexadecimal.")]
Reaction = Literal["well played", "thanks", "nice try", "hurry", "thinking", "laugh", "wow", "sorry", "hello", "bye"]
Pace = Literal["instant", "fast", "normal", "slow"]


# --- what a client says ----------------------------------------------------------------------------------------------


class Said(Struct, kw_only=True, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """What every message of a client may carry: `id`, which the answer (`Done` or `Error`) gives back as ``re``."""

    id: Annotated[int, Meta(ge=0, le=2**53)] | None = None


class Hello(Said, frozen=True, tag="hello"):
    """The first message of a connection. `since` is the last `Update.seq` seen, if the client was here before."""

    v: int
    since: Annotated[int, Meta(ge=0)] | None = None
    name: Annotated[str, Meta(max_length=200)] | None = None


class Sit(Said, frozen=True, tag="sit"):
    """Take a seat: the one named, else the first that is free. A bot may be displaced before the match begins."""

    seat: SeatNumber | None = None
    name: Annotated[str, Meta(max_length=200)] | None = None


class Stand(Said, frozen=True, tag="stand"):
    """Leave the seat. During a match a bot plays on in it, and anybody may take it over."""


class Rename(Said, frozen=True, tag="rename"):
    """Change the name one is shown by."""

    name: Annotated[str, Meta(max_length=200)]


class Swap(Said, frozen=True, tag="swap"):
    """The host exchanges who sits in two seats, before the match begins."""

    a: SeatNumber
    b: SeatNumber


class SeatBot(Said, frozen=True, tag="seat_bot"):
    """The host sets a bot of a level in a seat that no person has, or with no level clears it again."""

    seat: SeatNumber
    level: Annotated[str, Meta(max_length=30)] | None = None


class Remove(Said, frozen=True, tag="remove"):
    """The host takes a player out of a seat before the match begins."""

    seat: SeatNumber


class Start(Said, frozen=True, tag="start"):
    """The host begins the match; free seats get bots."""


class MakeHost(Said, frozen=True, tag="make_host"):
    """The host hands the table over to the player in a seat."""

    seat: SeatNumber


class Change(Said, frozen=True, tag="change"):
    """The host changes settings of the table; what is left out stays."""

    chat: bool | None = None
    public: bool | None = None
    pace: Pace | None = None
    clock: Annotated[int, Meta(ge=0, le=3600)] | None = None
    watch: bool | None = None
    watch_delay: Annotated[int, Meta(ge=0, le=600)] | None = None
    hints: bool | None = None


class Act(Said, frozen=True, tag="act"):
    """Bid, name trump, discard, call or play. `answers` is the `HandShown.question` that this is the answer to."""

    answers: int
    action: Annotated[str, Meta(max_length=200, description="Such as 'bid 3', 'pass', 'discard 2C 3D', 'play AS'.")]


class MixIn(Said, frozen=True, tag="mix_in"):
    """A client's own chance for the next deal, sent once the commitment was seen."""

    hand: int
    nonce: Nonce


class Ready(Said, frozen=True, tag="ready"):
    """The player has seen the last hand and wants the next one dealt. `hand` is the number of the hand to deal."""

    hand: int


class Rematch(Said, frozen=True, tag="rematch"):
    """After a match: the player wants another. It begins when everybody present does."""


class Chat(Said, frozen=True, tag="chat"):
    """Say something to the table; at public tables there are quick reactions only."""

    text: Annotated[str, Meta(max_length=1000)]


class React(Said, frozen=True, tag="react"):
    """A quick reaction."""

    what: Reaction


class Mute(Said, frozen=True, tag="mute"):
    """Hear no more (or again) what a person at the table says; only oneself knows of it."""

    who: Annotated[str, Meta(max_length=40)]
    on: bool = True


class ShowHands(Said, frozen=True, tag="show_hands"):
    """Allow spectators to see one's hand. They see all hands once every person in a seat allows it."""

    on: bool


class Pause(Said, frozen=True, tag="pause"):
    """The host stops the table, or lets it go on."""

    on: bool


class Undo(Said, frozen=True, tag="undo"):
    """Take back one's last action, and what bots did since; only where all others are bots.

    Not once something has been seen that was hidden then: another trick, a kitty, who holds the called card.
    """


class Hint(Said, frozen=True, tag="hint"):
    """Ask what an expert would do in one's place; only where all others are bots. `answers` is as in `Act`.

    The answer is an `Advice`, for nobody else.
    """

    answers: int


class Explain(Said, frozen=True, tag="explain"):
    """Ask a bot why it did something in the hand that is just over, when all cards lie open; where `Hint` may be asked.

    The action is named by the number of the hand, the seat, and its text as everybody saw it or the result shows it.
    """

    hand: int
    seat: SeatNumber
    action: Annotated[str, Meta(max_length=200)]


class Ping(Said, frozen=True, tag="ping"):
    """Answered at once by a `Pong`."""


ClientMessage = (
    Hello
    | Sit
    | Stand
    | Rename
    | Swap
    | SeatBot
    | Remove
    | Start
    | MakeHost
    | Change
    | Act
    | MixIn
    | Ready
    | Rematch
    | Chat
    | React
    | Mute
    | ShowHands
    | Pause
    | Undo
    | Hint
    | Explain
    | Ping
)


# --- the table as it is shown ----------------------------------------------------------------------------------------


class SeatShown(Struct, kw_only=True, frozen=True, omit_defaults=True):
    """One seat. `kind` is ``open``, ``person`` or ``bot``.

    `who` is the handle of the person, the same for all who see it and no secret. `away` is since when the person has
    had no connection; `standin` is whether a bot plays for the person until they are back; `ready`, `rematch` and
    `shows` what they have asked for.
    """

    kind: Literal["open", "person", "bot"]
    name: str = ""
    who: str | None = None
    level: str | None = None
    away: float | None = None
    standin: bool = False
    ready: bool = False
    rematch: bool = False
    shows: bool = False


class SettingsShown(Struct, kw_only=True, frozen=True):
    """How the table is run: `clock` seconds a decision (0: none), `grace` seconds until a bot stands in.

    `hints` is whether somebody who plays with bots alone may ask for a `Hint` and an `Explain`.
    """

    public: bool
    chat: bool
    pace: Pace
    clock: int
    watch: bool
    watch_delay: int
    hints: bool
    grace: float


class You(Struct, kw_only=True, frozen=True, omit_defaults=True):
    """Who the receiver is at this table: `seat` None watches.

    `can_undo` is whether `Undo` has something to take back now, `advice` whether `Hint` and `Explain` are answered.
    """

    who: str
    seat: int | None = None
    host: bool = False
    muted: list[str] = []
    can_undo: bool = False
    advice: bool = False


class ContractShown(Struct, kw_only=True, frozen=True):
    """The contract: `bid` is a number or ``shoot``; `trump` a suit's letter once known."""

    bidder: int
    bid: int | Literal["shoot"]
    points: int
    trump: Literal["C", "D", "H", "S"] | None
    called: CardText | None
    partner: int | None


class TrickShown(Struct, kw_only=True, frozen=True):
    """A trick: the cards in the order played from the leader; `winner` is who takes it as it stands."""

    leader: int
    cards: list[CardText]
    winner: int | None


class DiscardAsked(Struct, kw_only=True, frozen=True):
    """What discards are legal: `size` cards, all of `must` and the rest out of `pool`."""

    size: int
    must: list[CardText]
    pool: list[CardText]


class PointStanding(Struct, kw_only=True, frozen=True):
    """Where a point stands by what lies open.

    `state` is ``out`` (not seen yet), ``so_far`` (High, Low or Game as of now), ``on_table`` (in the trick that is not
    finished) or ``won``. `seats` are those it goes to as it stands, a side's for Game (several sides' where they tie).
    """

    point: str
    worth: int
    state: Literal["out", "so_far", "on_table", "won"]
    seats: list[int]
    card: CardText | None


class PointShown(Struct, kw_only=True, frozen=True):
    """Who got a point of a finished hand. `player` played the card, `why_not` says why nobody has the point."""

    point: str
    worth: int
    seat: int | None
    side: list[int] | None
    card: CardText | None
    player: int | None
    why_not: Literal["asleep", "discarded", "not_played", "tie"] | None


class SheetRow(Struct, kw_only=True, frozen=True):
    """One hand on the score sheet: all lists are one entry a seat."""

    hand: int
    dealer: int
    outcome: Literal["played", "forfeit", "redeal"]
    bidder: int | None
    bid: int | Literal["shoot"] | None
    made: bool | None
    points: dict[str, int | None]
    change: list[int]
    smucks: list[int]
    scores: list[int]


class Proof(Struct, kw_only=True, frozen=True):
    """What proves a deal (docs/fair.md): before the hand all but the secret, after it the secret too."""

    hand: int
    commitment: Hex64
    nonces: list[tuple[int, Nonce]]
    secret: Hex64 | None = None


class HandResultShown(Struct, kw_only=True, frozen=True):
    """What a finished hand came to, and every card that was hidden in it."""

    row: SheetRow
    points: list[PointShown]
    game: list[int]
    sides: list[list[int]]
    side_points: list[int]
    dealt: list[list[CardText]]
    undealt: list[CardText]
    kitty: list[CardText]
    sleepers: list[CardText]
    discards: list[list[CardText]]
    proof: Proof


class HandShown(Struct, kw_only=True, frozen=True, omit_defaults=True):
    """One hand as one seat may know it.

    `asked` are the seats that owe a decision now (several only when discarding), `question` is what `Act.answers` must
    say, `deadline` when the clock runs out. `holding` is in the order to show it: trump first once known. `legal` are
    the action texts of the receiver's turn, or `discard` where it has to discard; `refused` says of each card held
    that may not be played why. `hands` are all holdings, for a spectator whom every player allows to see them.
    """

    number: int
    dealer: int
    phase: Literal["auction", "dealer_choice", "trump", "discard", "call", "play", "over"]
    asked: list[int]
    question: int
    deadline: float | None = None
    may_shoot: list[int] = []
    calls: list[tuple[int, str]] = []
    contract: ContractShown | None = None
    trick: TrickShown | None = None
    tricks: list[TrickShown] = []
    counts: list[int] = []
    holding: list[CardText] = []
    dealt: list[CardText] = []
    kitty: list[CardText] = []
    discards: list[CardText] = []
    legal: list[str] = []
    discard: DiscardAsked | None = None
    refused: dict[str, str] = {}
    standing: list[PointStanding] = []
    game: list[int] = []
    hands: list[list[CardText]] | None = None
    result: HandResultShown | None = None


class MatchShown(Struct, kw_only=True, frozen=True, omit_defaults=True):
    """The match: scores and smucks a seat, `hands` the number finished, `record` the id of the finished match.

    `taken_back` is how often something was taken back in it.
    """

    number: int
    scores: list[int]
    smucks: list[int]
    hands: int
    sides: list[list[int]]
    winners: list[int] | None = None
    record: str | None = None
    taken_back: int = 0


class Spoken(Struct, kw_only=True, frozen=True, omit_defaults=True):
    """Something said at the table: `text`, or a reaction."""

    seq: int
    at: float
    who: str
    name: str
    seat: int | None = None
    text: str | None = None
    reaction: Reaction | None = None


class TableShown(Struct, kw_only=True, frozen=True, omit_defaults=True):
    """The whole table as one receiver may know it.

    `phase` is ``seating`` before the first match, ``dealing`` while the next hand is being prepared (the last one is
    still shown in `hand`), ``playing`` and ``over``. `next` is the proof of the hand that is to be dealt, secret not
    yet; `waiting` when it is dealt at the latest. `sheet` and `chat` are there only when they have changed.
    """

    phase: Literal["seating", "dealing", "playing", "over"]
    seats: list[SeatShown]
    you: You
    settings: SettingsShown
    paused: bool = False
    watchers: int = 0
    match: MatchShown | None = None
    hand: HandShown | None = None
    next: Proof | None = None
    waiting: float | None = None
    sheet: list[SheetRow] | None = None
    chat: list[Spoken] | None = None


class Happened(Struct, kw_only=True, frozen=True, omit_defaults=True):
    """One thing that happened, for whoever animates or narrates it. Which fields are set depends on `what`.

    ``acted``: `seat`, `action` (absent for another's discard), `by` and, when the card ended a trick, `trick`.
    """

    seq: int
    at: float
    what: Literal[
        "created",
        "sat",
        "stood",
        "removed",
        "swapped",
        "bot",
        "host",
        "renamed",
        "moved",
        "changed",
        "started",
        "committed",
        "mixed_in",
        "ready",
        "dealt",
        "acted",
        "hand_over",
        "match_over",
        "spoke",
        "stood_in",
        "returned",
        "rematch",
        "shows",
        "paused",
        "undone",
    ]
    seat: int | None = None
    other: int | None = None
    name: str | None = None
    action: str | None = None
    by: Literal["person", "bot", "standin", "clock"] | None = None
    trick: TrickShown | None = None
    spoken: Spoken | None = None
    on: bool | None = None


# --- what the server says --------------------------------------------------------------------------------------------


class RulesShown(Struct, kw_only=True, frozen=True):
    """The game of a table: its name and title, the one-line form, the whole rule set, and how many play."""

    name: str
    title: str
    line: str
    players: int
    target: int
    points: dict[str, int]
    total: int
    low_to: Literal["player", "taker"] | None
    rules: dict[str, Any]


class Welcome(Struct, kw_only=True, frozen=True, tag="welcome"):
    """The answer to `Hello`; an `Update` follows at once."""

    v: int
    server: str
    code: str
    url: str
    game: RulesShown
    you: You
    now: float


class Update(Struct, kw_only=True, frozen=True, tag="update"):
    """The table after something happened: `seq` is the last entry of its log that this shows.

    `events` are what happened since the last update this client saw; `missed` is whether some are left out because
    there were too many, so that the client should show the table as it stands and animate nothing.
    """

    seq: int
    events: list[Happened]
    table: TableShown
    missed: bool = False


class Done(Struct, kw_only=True, frozen=True, omit_defaults=True, tag="done"):
    """What was asked with an `id` has been done and is stored, as entry `seq` of the table's log."""

    re: int
    seq: int


class Error(Struct, kw_only=True, frozen=True, omit_defaults=True, tag="error"):
    """What was asked was refused, and nothing has changed.

    `code` is for programs: ``stale`` (the action answers a question that is no longer open), ``illegal`` (the rules
    forbid it, `clause` says by which), ``not_allowed``, ``not_now``, ``bad_message``, ``too_fast``, ``trouble`` (the
    store cannot be written just now), ``no_table``, ``version``.
    """

    code: Literal[
        "stale", "illegal", "not_allowed", "not_now", "bad_message", "too_fast", "trouble", "no_table", "version"
    ]
    message: str
    re: int | None = None
    clause: str | None = None


class Weighed(Struct, kw_only=True, frozen=True, omit_defaults=True):
    """What a bot thinks that an action leads to.

    `points` are those of its side in this hand, `made` the chance that the bid is made, whoever has bid, `win` the
    chance of its side to win the match; the last two are left out where there is nothing to say.
    """

    action: str
    points: float
    made: float | None = None
    win: float | None = None


class Advice(Struct, kw_only=True, frozen=True, omit_defaults=True, tag="advice"):
    """The answer to `Hint` and `Explain`: what a bot does in a seat, one sentence why, and what it leads to.

    `bot` is its level. `weighed` are the actions that came into question, the best first, which a bot that goes by
    rules of thumb need not have done. `why` is left out where an older release of the bot did it.
    """

    seat: int
    bot: str
    action: str
    why: str = ""
    weighed: list[Weighed] = []
    re: int | None = None


class Notice(Struct, kw_only=True, frozen=True, omit_defaults=True, tag="notice"):
    """News of the server itself: ``trouble`` (nothing can be stored, the table waits), ``well`` again, ``closing``."""

    kind: Literal["trouble", "well", "closing"]
    message: str


class Pong(Struct, kw_only=True, frozen=True, omit_defaults=True, tag="pong"):
    """The answer to `Ping`, with the server's time."""

    now: float
    re: int | None = None


ServerMessage = Welcome | Update | Done | Error | Advice | Notice | Pong

CLOSE_BAD = 4400
"""Close code: too many bad messages."""
CLOSE_VERSION = 4406
"""Close code: a version of the protocol that this server does not speak."""
CLOSE_NO_TABLE = 4404
"""Close code: no table has this code, or it may not be watched."""
CLOSE_FORBIDDEN = 4403
"""Close code: the page that opened the socket is not of this site, or there are too many sockets."""
CLOSE_SLOW = 4408
"""Close code: the client did not read what it was sent."""
CLOSE_MOVED = 4409
"""Close code: the same player sits at this table in a newer window."""
CLOSE_FAST = 4429
"""Close code: too many messages, or too many connections one after another; come back later."""
CLOSE_RESTART = 1012
"""Close code: the server is being restarted; connect again."""
