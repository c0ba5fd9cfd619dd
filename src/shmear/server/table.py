"""One table: who sits where, the match, the hand. It knows no network and no clock.

`Table.apply` takes the events of the log one after another; a table rebuilt from its log is equal to the one that
wrote it. `commands.decide` says what a player's message would write, `driving` what is due by itself.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Literal

from shmear.fair import HandProof, commitment, draw_dealer, draw_pairs, fair_deal, proof_meta
from shmear.game import Discard, HandState, Match, Outcome, Phase, Setup, parse_action
from shmear.game.exchange import asked, discards_due
from shmear.game.over import Over
from shmear.protocol.messages import SheetRow
from shmear.record import match_record
from shmear.rules import RuleSet, preset, read_rules, to_line
from shmear.rules.facts import Facts
from shmear.rules.knobs import Partners
from shmear.server.events import (
    Acted,
    AnyEvent,
    BotSeated,
    Changed,
    Committed,
    Created,
    Dealt,
    Finished,
    HostMade,
    MixedIn,
    Moved,
    Muted,
    Paused,
    Removed,
    Renamed,
    Returned,
    Sat,
    Settings,
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
from shmear.server.names import bot_name, unlike

SPOKEN_KEPT = 60
"""How many things said a table remembers."""

TablePhase = Literal["seating", "dealing", "playing", "over"]


@dataclass
class Chair:
    """A seat and who is in it: a person (`player`), a bot (`level`), or nobody."""

    player: str | None = None
    name: str = ""
    level: str | None = None
    standin: bool = False
    ready: bool = False
    rematch: bool = False
    shows: bool = False

    def copy(self) -> Chair:
        """Another chair like this one."""
        return Chair(**self.__dict__)

    @property
    def is_person(self) -> bool:
        """Whether a person has this seat, there or not."""
        return self.player is not None

    @property
    def is_open(self) -> bool:
        """Whether neither a person nor a bot has it."""
        return self.player is None and self.level is None

    @property
    def bot_plays(self) -> bool:
        """Whether a bot decides for this seat now."""
        return self.standin or (self.player is None and self.level is not None)


@dataclass
class Coming:
    """The hand to be dealt next: the secret is known to the server alone."""

    hand: int
    secret: str
    commitment: str
    since: float
    nonces: dict[int, str] = field(default_factory=dict[int, str])

    def proof(self) -> HandProof:
        """The proof with all that was mixed in, ascending by seat."""
        return HandProof(self.commitment, self.secret, tuple(sorted(self.nonces.items())))


@dataclass
class Before:
    """A state of the hand before a seat acted, kept so that it can be taken back, and explained when the hand is over.

    `question` is what the action answered, `level` that of the bot that acted, None where a person did.
    """

    seat: int
    state: HandState
    pending: dict[int, Discard]
    question: int
    action: str
    level: str | None

    @property
    def stage(self) -> tuple[Phase, int]:
        """What the actions have in common after which nothing hidden is seen: the auction, or a trick by its number."""
        phase, public = self.state.phase, self.state.public
        if phase is Phase.DEALER_CHOICE:
            return Phase.AUCTION, 0
        return phase, len(public.plays) // self.state.setup.players if phase is Phase.PLAY else 0


class Table:
    """A table as its log makes it. Every attribute may be read; only `apply` changes anything."""

    def __init__(self, code: str) -> None:
        """A table of which no event is known yet."""
        self.code = code
        self.seq = 0
        self.host = ""
        self.settings = Settings(rules="six-point", players=4)
        self.rules: RuleSet = preset("six-point")
        self.line = ""
        self.chairs: list[Chair] = []
        self.phase: TablePhase = "seating"
        self.paused = False
        self.matches = 0
        self.setup: Setup | None = None
        self.opening: Match | None = None
        self.match: Match | None = None
        self.hand: HandState | None = None
        self.hand_number = 0
        self.pending: dict[int, Discard] = {}
        self.question = 0
        self.asked_at = 0.0
        self.coming: Coming | None = None
        self.proofs: list[HandProof] = []
        self.hands: list[HandState] = []
        self.sheet: list[SheetRow] = []
        self.record_id: str | None = None
        self.spoken: list[tuple[int, float, Spoke]] = []
        self.muted: dict[str, set[str]] = {}
        self.trail: list[Before] = []
        self.taken_back = 0
        self.created_at = 0.0
        self.changed_at = 0.0
        self.trick_ended = False
        self.looked: dict[str, int] = {}
        self.opened = False

    # --- questions ---------------------------------------------------------------------------------------------------

    def seat_of(self, player: str) -> int | None:
        """The seat of a player, None for one who watches."""
        for seat, chair in enumerate(self.chairs):
            if chair.player == player:
                return seat
        return None

    def persons(self) -> Iterator[tuple[int, Chair]]:
        """The seats that persons have."""
        return ((seat, chair) for seat, chair in enumerate(self.chairs) if chair.is_person)

    def names(self) -> list[str]:
        """A name a seat, for the record; an open seat has its number."""
        return [chair.name or f"Seat {seat}" for seat, chair in enumerate(self.chairs)]

    def asked(self) -> tuple[int, ...]:
        """The seats that owe a decision: one, or several while cards are discarded."""
        if self.hand is None or self.phase != "playing" or self.hand.to_act is None:
            return ()
        if self.hand.phase is Phase.DISCARD:
            return tuple(seat for seat in discards_due(self.hand) if seat not in self.pending)
        return (self.hand.to_act,)

    def facing(self, seat: int) -> HandState:
        """The hand as a seat meets it: when several discard at once, as if it were this one's turn."""
        assert self.hand is not None, "there is a hand"
        if self.hand.phase is Phase.DISCARD and seat in self.asked():
            return asked(self.hand, seat)
        return self.hand

    def all_show(self) -> bool:
        """Whether every person in a seat allows spectators to see the hands; there must be one to allow it."""
        persons = [chair for _, chair in self.persons()]
        return bool(persons) and all(chair.shows for chair in persons)

    def is_alone(self, player: str) -> bool:
        """Whether a player has a seat and nobody else at the table is a person."""
        return self.seat_of(player) is not None and all(chair.player in (None, player) for chair in self.chairs)

    def has_acted(self) -> bool:
        """Whether a person has done something in the hand that is being played."""
        return self.phase == "playing" and any(one.level is None for one in self.trail)

    def may_undo(self, player: str) -> bool:
        """Whether a player may take the last action back: only bots have acted since, and nothing hidden was seen.

        They may have called on in the same auction or played on in the same trick. A kitty that was taken up, a card
        led to the next trick, and what was answered to a called card cannot be unseen.
        """
        if not self.has_acted() or not self.is_alone(player):
            return False
        since = self._since_person()
        seat, hand = since[0].seat, self.hand
        assert hand is not None, "somebody acted in a hand"
        if since[0].state.phase is Phase.CALL or hand.holdings[seat] & ~since[0].state.holdings[seat]:
            return False
        return len({one.stage for one in since}) == 1

    def _since_person(self) -> list[Before]:
        """What was done from a person's last action on."""
        last = max(place for place, one in enumerate(self.trail) if one.level is None)
        return self.trail[last:]

    def gives_advice(self, player: str) -> bool:
        """Whether a player may ask for hints and explanations: alone with bots, where the host allows it."""
        return self.settings.hints and self.is_alone(player)

    def level_in(self, seat: int) -> str:
        """The level of the bot that has a seat, or that acts for the person who has it."""
        return self.chairs[seat].level or self.settings.level

    def deadline(self, seat: int) -> float | None:
        """When the clock runs out for a seat that is asked, None without one."""
        chair = self.chairs[seat]
        if not self.settings.clock or self.paused or chair.bot_plays or seat not in self.asked():
            return None
        return self.asked_at + self.settings.clock

    def record(self) -> dict[str, Any]:
        """The match so far as a record, with the proof of every deal."""
        assert self.opening is not None, "a hand was dealt"
        hands = [*self.hands, self.hand] if self.hand is not None and self.phase == "playing" else self.hands
        drawn = Facts(self.rules, self.settings.players).partners is Partners.DRAWN
        meta = {"table": self.code, "match": self.matches, "fair": proof_meta(self.proofs, drawn_sides=drawn)}
        if self.taken_back:
            meta["taken_back"] = self.taken_back
        return match_record(self.opening, self.names(), hands, meta=meta)

    def clone(self) -> Table:
        """An equal table that can take events without changing this one; what never changes is shared."""
        other = Table.__new__(Table)
        other.__dict__.update(self.__dict__)
        other.chairs = [chair.copy() for chair in self.chairs]
        other.pending = dict(self.pending)
        other.coming = None if self.coming is None else dataclasses.replace(self.coming, nonces={**self.coming.nonces})
        other.proofs, other.hands = list(self.proofs), list(self.hands)
        other.sheet, other.trail = list(self.sheet), list(self.trail)
        other.muted = {player: set(muted) for player, muted in self.muted.items()}
        other.looked = dict(self.looked)
        return other

    # --- changes -----------------------------------------------------------------------------------------------------

    def apply(self, seq: int, at: float, event: AnyEvent) -> None:
        """Take the next event of the log, of entry `seq`, written `at` a time.

        Raises `ValueError` for an entry out of order; an event that does not fit the table is a defect and raises
        whatever it meets.
        """
        if seq != self.seq + 1:
            raise ValueError(f"entry {seq} cannot follow entry {self.seq} of table {self.code}")
        match event:
            case Created():
                self.created_at = at
                self.host = event.host
                self.chairs = [Chair() for _ in range(event.settings.players)]
                self._set(event.settings)
            case Sat():
                taken = [chair.name for seat, chair in enumerate(self.chairs) if seat != event.seat]
                self.chairs[event.seat] = Chair(player=event.player, name=unlike(event.name, taken))
            case Stood() | BotSeated():
                self._seat_bot(event.seat, event.level)
            case Removed():
                self.chairs[event.seat] = Chair()
                self._clear()
            case Swapped():
                self._clear()
                chairs = self.chairs
                chairs[event.a], chairs[event.b] = chairs[event.b], chairs[event.a]
            case HostMade():
                self.host = event.player
            case Renamed():
                taken = [chair.name for seat, chair in enumerate(self.chairs) if seat != event.seat]
                self.chairs[event.seat].name = unlike(event.name, taken)
            case Moved():
                if self.host == self.chairs[event.seat].player:
                    self.host = event.player
                self.chairs[event.seat].player = event.player
                self.chairs[event.seat].standin = False
            case Changed():
                self._set(event.settings)
            case Started():
                self._start(event)
            case Committed():
                self.coming = Coming(event.hand, event.secret, commitment(event.secret), at)
                self.phase = "dealing"
                for chair in self.chairs:
                    chair.ready = False
            case MixedIn():
                if self.coming is not None and self.coming.hand == event.hand:
                    self.coming.nonces[event.seat] = event.nonce
            case WasReady():
                self.chairs[event.seat].ready = True
            case Dealt():
                self._deal()
                self._ask(seq, at)
            case Acted():
                if self._act(event):
                    self._ask(seq, at)
            case Finished():
                self.record_id = event.record
            case Spoke():
                self.spoken = [*self.spoken[-SPOKEN_KEPT + 1 :], (seq, at, event)]
            case Muted():
                mine = self.muted.setdefault(event.player, set[str]())
                (mine.add if event.on else mine.discard)(event.who)
            case StoodIn():
                self.chairs[event.seat].standin = True
            case Returned():
                self.chairs[event.seat].standin = False
                if event.seat in self.asked():
                    self.asked_at = at
            case WantsRematch():
                self.chairs[event.seat].rematch = True
            case Shows():
                self.chairs[event.seat].shows = event.on
            case Paused():
                self.paused = event.on
                self.asked_at = at
                if self.coming is not None:
                    self.coming.since = at
            case Undone():
                self._undo()
                self.taken_back += 1
                self._ask(seq, at)
        self._look()
        self.seq = seq
        self.changed_at = at

    def _set(self, settings: Settings) -> None:
        if not self.line or (settings.rules, settings.players) != (self.settings.rules, self.settings.players):
            self.rules = preset(settings.rules) if isinstance(settings.rules, str) else read_rules(settings.rules)
            self.line = to_line(self.rules, settings.players)
        self.settings = settings

    def _seat_bot(self, seat: int, level: str | None) -> None:
        taken = [chair.name for other, chair in enumerate(self.chairs) if other != seat]
        name = "" if level is None else bot_name(seat, self.code, taken)
        self.chairs[seat] = Chair(level=level, name=name)

    def _look(self) -> None:
        """Remember of the hand in play whose seat each player has been in, and whether spectators saw all hands."""
        if self.phase == "playing":
            for seat, chair in self.persons():
                self.looked.setdefault(chair.player or "", seat)
            self.opened = self.opened or (self.settings.watch and self.all_show())

    def _start(self, event: Started) -> None:
        for seat, level in event.levels.items():
            self._seat_bot(seat, level)
        self._clear()
        self.matches += 1
        self.hand_number = 0
        self.phase = "dealing"

    def _clear(self) -> None:
        """Put the last match away: it belonged to those who sat there then."""
        self.phase = "seating"
        self.setup = self.opening = self.match = self.hand = self.record_id = None
        self.proofs, self.hands, self.sheet, self.trail = [], [], [], []
        self.pending = {}
        self.taken_back = 0
        for chair in self.chairs:
            chair.rematch = False

    def _deal(self) -> None:
        coming = self.coming
        assert coming is not None, "a hand is dealt after its commitment"
        proof = coming.proof()
        if self.match is None:
            players = self.settings.players
            sides = draw_pairs(self.rules, players, proof.secret, proof.nonces)
            self.setup = Setup(self.rules, players, sides if sides is not None else self.settings.sides)
            self.opening = self.match = Match.new(self.setup, draw_dealer(players, proof.secret, proof.nonces))
        match = self.match
        self.proofs.append(proof)
        self.hand = match.begin(fair_deal(match.setup, match.dealer, proof.secret, proof.nonces))
        self.hand_number = coming.hand
        self.coming = None
        self.pending = {}
        self.trail = []
        self.looked, self.opened = {}, False
        self.phase = "playing"

    def _ask(self, seq: int, at: float) -> None:
        public = None if self.hand is None else self.hand.public
        self.trick_ended = public is not None and bool(public.plays) and not public.trick(len(self.chairs))
        self.question = seq
        self.asked_at = at

    def _act(self, event: Acted) -> bool:
        """Take an action; whether it changed the question that is asked."""
        hand, action = self.hand, parse_action(event.action)
        assert hand is not None, "a hand is being played"
        level = None if event.by == "person" else self.level_in(event.seat)
        self.trail.append(Before(event.seat, hand, dict(self.pending), self.question, event.action, level))
        if isinstance(action, Discard):
            self.pending[event.seat] = action
            if self.asked():
                return False
            for seat in discards_due(hand):
                hand = hand.apply(self.pending[seat])
            self.pending = {}
        else:
            hand = hand.apply(action)
        self.hand = hand
        if isinstance(hand, Over):
            self._finish(hand)
        return True

    def _finish(self, hand: Over) -> None:
        before = self.match
        assert before is not None, "a hand belongs to a match"
        self.match = before.after(hand)
        self.hands.append(hand)
        self.sheet.append(sheet_row(len(self.hands), before, self.match, hand))
        self.phase = "over" if self.match.is_over else "dealing"

    def _undo(self) -> None:
        since = self._since_person()
        self.hand, self.pending = since[0].state, dict(since[0].pending)
        del self.trail[-len(since) :]


def sheet_row(number: int, before: Match, after: Match, hand: Over) -> SheetRow:
    """The row of a finished hand on the score sheet."""
    result = hand.result()
    contract = result.contract if result.outcome is Outcome.PLAYED else None
    seats = range(hand.setup.players)
    return SheetRow(
        hand=number,
        dealer=before.dealer,
        outcome=result.outcome.value,
        bidder=None if contract is None else contract.bidder,
        bid=None if contract is None else contract.text,  # pyright: ignore[reportArgumentType]
        made=result.made,
        points={name: won.seat for name, won in result.points.items()},
        change=[after.scores[seat] - before.scores[seat] for seat in seats],
        smucks=[after.smucks[seat] - before.smucks[seat] for seat in seats],
        scores=list(after.scores),
    )
