"""Reading a record: every action replayed through the referee, the first thing that is wrong named by its place.

A hand is read in the order of docs/record.md: dealer, deal seat by seat, undealt, auction, trump, discards, call,
plays.
"""

from __future__ import annotations

from typing import Any, NoReturn, cast

from msgspec import Struct

from shmear.cards import Card, mask_of
from shmear.game import (
    Action,
    Deal,
    Discard,
    HandState,
    IllegalAction,
    Match,
    NameTrump,
    Phase,
    Play,
    Setup,
)
from shmear.game.actions import CallCard
from shmear.record.model import FORMAT, VERSION, call_from_json
from shmear.rules import RulesError, RuleSet, preset, read_rules
from shmear.rules.knobs import Floor, ForfeitPaidBy, TrumpMade


class RecordError(ValueError):
    """What is wrong with a record and where: the hand's index, the action's name, the seat (docs/record.md, Errors)."""

    def __init__(self, message: str, action: str | None = None, *, hand: int | None = None, seat: int | None = None):
        """An error at an action of a hand, by a seat."""
        self.message, self.action, self.hand, self.seat = message, action, hand, seat
        super().__init__(message)

    def to_dict(self) -> dict[str, Any]:
        """The error as ``shmear score --json`` prints it."""
        return {"error": {"hand": self.hand, "action": self.action, "seat": self.seat, "message": self.message}}


class ReplayedHand(Struct, frozen=True):
    """One hand of a record: the match before and after it, and its states, the last being where it stands.

    `states` holds every state in which somebody had to decide, and the end; `after` is `before` while the hand is
    unfinished.
    """

    before: Match
    after: Match
    states: tuple[HandState, ...]

    @property
    def last(self) -> HandState:
        """Where the hand stands: over, or waiting for an action."""
        return self.states[-1]


class Replay(Struct, frozen=True):
    """A whole record, replayed: the names, the match before its first hand and now, and every hand."""

    names: tuple[str, ...]
    start: Match
    match: Match
    hands: tuple[ReplayedHand, ...]
    meta: dict[str, Any] | None

    @property
    def setup(self) -> Setup:
        """Rules, players and sides."""
        return self.start.setup

    @property
    def unfinished(self) -> HandState | None:
        """The hand that waits for an action, None where every hand is over."""
        return None if not self.hands or self.hands[-1].last.is_over else self.hands[-1].last


def replay(record: object) -> Replay:
    """Replay a record given as plain JSON data. Raises `RecordError` for the first thing that is wrong."""
    table = _table(record, "a record is a JSON object", None)
    if table.get("format") != FORMAT:
        raise RecordError(f'"format" is {_shown(table.get("format"))}; a match record has "{FORMAT}"')
    if type(table.get("version")) is not int or table["version"] != VERSION:
        raise RecordError(f'"version" is {_shown(table.get("version"))}; this reader knows version {VERSION}')
    rules = _rules(table)
    names, setup = _seats(table, rules)
    hands = table.get("hands")
    start = _start(table, setup, hands)
    if not isinstance(hands, list):
        raise RecordError(_missing_or_wrong(table, "hands", "a list of hands"))
    match = start
    done: list[ReplayedHand] = []
    entries = cast("list[object]", hands)
    said = tuple(said_name(name, seat) for seat, name in enumerate(names))
    for number, entry in enumerate(entries):
        reader = _HandReader(number, entry, match, said, follows=number + 1 < len(entries))
        states = reader.read()
        before = reader.match
        match = before.after(states[-1]) if states[-1].is_over else before
        done.append(ReplayedHand(before, match, states))
    meta = table.get("meta")
    start = done[0].before if done else start
    return Replay(names, start, match, tuple(done), cast("dict[str, Any]", meta) if isinstance(meta, dict) else None)


def said_name(name: str, seat: int) -> str:
    """A player's name as a sentence says it: on one line and short, ``seat 2`` where there is none."""
    clean = " ".join("".join(char if char.isprintable() else " " for char in name[:200]).split())
    return f"seat {seat}" if not clean else clean if len(clean) <= 40 else clean[:39] + "…"


def _shown(value: object) -> str:
    """A value from a record in a sentence: short, whatever it is."""
    if isinstance(value, list | dict):
        return f"{_kind(cast('object', value))} of {len(cast('list[object]', value))}"
    text = repr(value[:60]) if isinstance(value, str) else "a number too large" if _is_huge(value) else repr(value)
    return text if len(text) <= 60 else text[:57] + "…"


def _is_huge(value: object) -> bool:
    return type(value) is int and abs(value) > 10**18


def _table(value: object, sentence: str, action: str | None, hand: int | None = None) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise RecordError(f"{sentence}, not {_kind(value)}", action, hand=hand)
    return cast("dict[str, Any]", value)


def _kind(value: object) -> str:
    kinds: dict[type, str] = {
        type(None): "null",
        bool: "true or false",
        int: "a number",
        float: "a number",
        str: "a text",
        list: "a list",
    }
    return kinds.get(type(value), "an object")


def _missing_or_wrong(table: dict[str, Any], key: str, right: str) -> str:
    if key not in table:
        return f'"{key}" is missing; it is {right}'
    return f'"{key}" is {_shown(table[key])}; it is {right}'


def _rules(table: dict[str, Any]) -> RuleSet:
    given = table.get("rules")
    try:
        if isinstance(given, str):
            return preset(given)
        if isinstance(given, dict):
            return read_rules(cast("dict[str, Any]", given), where='"rules"')
    except RulesError as error:
        raise RecordError(str(error)) from None
    raise RecordError(_missing_or_wrong(table, "rules", "the name of a game or a rule set as an object"))


def _is_seat(value: object, players: int) -> bool:
    return type(value) is int and 0 <= value < players


def _seats(table: dict[str, Any], rules: RuleSet) -> tuple[tuple[str, ...], Setup]:
    names = table.get("players")
    if not isinstance(names, list) or not all(isinstance(name, str) for name in cast("list[object]", names)):
        raise RecordError(_missing_or_wrong(table, "players", "a list with a name a seat"), "players")
    names = tuple(cast("list[str]", names))
    if len(names) not in rules.deal.players:
        allowed = ", ".join(map(str, rules.deal.players))
        raise RecordError(f"{len(names)} players cannot play {rules.title}; it is for {allowed}", "players")
    sides = table.get("sides")
    if sides is not None:
        wrong = not isinstance(sides, list) or not all(
            isinstance(side, list) and all(_is_seat(seat, len(names)) for seat in cast("list[object]", side))
            for side in cast("list[object]", sides)
        )
        if wrong:
            raise RecordError(_missing_or_wrong(table, "sides", "a list of lists of seats"), "sides")
    try:
        return names, Setup(rules, len(names), cast("list[list[int]] | None", sides))
    except ValueError as error:
        raise RecordError(str(error), "sides") from None


def _start(table: dict[str, Any], setup: Setup, hands: object) -> Match:
    """The match before its first hand. Its dealer is whoever the first hand names."""
    match = Match.new(setup, 0)
    given = table.get("start")
    if given is None:
        return match
    start = _table(given, '"start" is an object', "start")
    n, target = setup.players, setup.rules.match.target
    scores = _numbers(start, "scores", n)
    smucks = _numbers(start, "smucks", n)
    if any(score >= target for score in scores):
        raise RecordError(f"a score of {max(scores)} has reached the target of {target}: the match is over", "start")
    if setup.rules.scoring.floor is Floor.ZERO and min(scores) < 0:
        raise RecordError(f"a score of {min(scores)} is below the floor of zero", "start")
    if min(smucks) < 0 or (any(smucks) and not setup.rules.has_smucks):
        raise RecordError("smucks are counted from zero up, and only where the game has them", "start")
    together = setup.rules.auction.forfeit_paid_by is ForfeitPaidBy.SIDE
    if together and any(len({scores[seat] for seat in side}) > 1 for side in setup.sides):
        raise RecordError("partners have the same score", "start")
    first = start.get("first_hand", False)
    if not isinstance(first, bool):
        raise RecordError(f'"first_hand" is {_shown(first)}; it is true or false', "start")
    return Match(setup, scores, smucks, 0, first)


def _numbers(start: dict[str, Any], key: str, players: int) -> tuple[int, ...]:
    given = start.get(key)
    if given is None:
        return (0,) * players
    if (
        not isinstance(given, list)
        or len(cast("list[object]", given)) != players
        or not all(type(one) is int and abs(one) < 1_000_000_000 for one in cast("list[object]", given))
    ):
        raise RecordError(
            f'"{key}" is {_shown(cast("object", given))}; it is a list of {players} whole numbers', "start"
        )
    return tuple(cast("list[int]", given))


class _HandReader:
    """Reads one hand. `follows` is whether another hand comes after it, so that it may not stop early."""

    def __init__(self, number: int, entry: object, match: Match, names: tuple[str, ...], *, follows: bool) -> None:
        self.number = number
        self.raw = _table(entry, "a hand is an object", None, number)
        self.match = match
        self.names = names
        self.follows = follows
        self.setup = match.setup
        self.states: list[HandState] = []

    @property
    def state(self) -> HandState:
        return self.states[-1]

    def read(self) -> tuple[HandState, ...]:
        """The states of the hand."""
        dealer = self._dealer()
        match = self.match if dealer == self.match.dealer else _dealt_by(self.match, dealer)
        self.match = match
        self.states.append(match.begin(self._deal()))
        self._auction()
        if self.setup.rules.trump.made is TrumpMade.NAMED:
            self._one("trump", Phase.TRUMP, _trump)
        self._discards()
        self._one("call", Phase.CALL, _called)
        self._plays()
        return tuple(self.states)

    def fail(self, message: str, action: str | None, seat: int | None = None) -> NoReturn:
        raise RecordError(message, action, hand=self.number, seat=seat)

    # The cards

    def _dealer(self) -> int:
        n, dealer = self.setup.players, self.raw.get("dealer")
        if self.match.is_over:
            self.fail("the match was won before this hand", "dealer")
        if not _is_seat(dealer, n):
            self.fail(_missing_or_wrong(self.raw, "dealer", f"a seat from 0 to {n - 1}"), "dealer")
        if self.number and dealer != self.match.dealer:
            self.fail(
                f"{self.names[self.match.dealer]} (seat {self.match.dealer}) deals next, not seat {dealer}", "dealer"
            )
        return cast("int", dealer)

    def _deal(self) -> Deal:
        setup, n = self.setup, self.setup.players
        deal = self.raw.get("deal")
        if not isinstance(deal, list) or len(cast("list[object]", deal)) != n:
            self.fail(_missing_or_wrong(self.raw, "deal", f"a list of {n} lists of cards"), "deal")
        seen: set[Card] = set()
        hands = tuple(
            self._cards(cards, seen, setup.cards_dealt, "deal", seat)
            for seat, cards in enumerate(cast("list[object]", deal))
        )
        rest = len(setup.deck) - n * setup.cards_dealt
        if "undealt" not in self.raw:
            self.fail(f'"undealt" is missing; it lists the other {rest} cards of the deck', "undealt")
        return Deal(hands, self._cards(self.raw["undealt"], seen, rest, "undealt", None))

    def _cards(self, given: object, seen: set[Card], size: int, action: str, seat: int | None) -> tuple[Card, ...]:
        who = "the undealt cards" if seat is None else self.names[seat]
        if not isinstance(given, list):
            self.fail(f"{who}: a list of cards belongs here, not {_kind(given)}", action, seat)
        cards: list[Card] = []
        for text in cast("list[object]", given):
            one = _card(text)
            if one is None or one not in self.setup.deck:
                self.fail(f"{_shown(text)} is no card of this deck", action, seat)
            if one in seen:
                self.fail(f"{one} stands twice: again at {who}", action, seat)
            seen.add(one)
            cards.append(one)
        if len(cards) != size:
            self.fail(f"{who}: {len(cards)} cards where {size} belong", action, seat)
        return tuple(cards)

    # The actions

    def _list(self, key: str) -> list[object] | None:
        """An action list as it stands, None where it is absent."""
        given = self.raw.get(key)
        if given is None:
            return None
        if not isinstance(given, list):
            self.fail(f'"{key}" is {_kind(given)}; it is a list', f"{key}[0]")
        return cast("list[object]", given)

    def _entries_after(self, key: str) -> bool:
        """Whether something of the hand, or another hand, comes after an action list that has stopped."""
        order = ("auction", "trump", "discards", "call", "plays")
        named = self.setup.rules.trump.made is TrumpMade.NAMED
        later = [one for one in order[order.index(key) + 1 :] if one != "trump" or named]
        return self.follows or any(self._has_entries(one) for one in later)

    def _has_entries(self, key: str) -> bool:
        given = self.raw.get(key)
        if key == "discards" and isinstance(given, list):
            return any(entry != [] for entry in cast("list[object]", given))
        return given is not None and given != []

    def _do(self, action: Action, name: str) -> None:
        try:
            self.states.append(self.state.apply(action))
        except IllegalAction as error:
            seat = self.state.to_act
            self.fail(error.said(None if seat is None else self.names[seat]), name, seat)

    def _refuse(self, value: object, name: str, what: str) -> NoReturn:
        seat = self.state.to_act
        who = "" if seat is None else f" from {self.names[seat]}"
        self.fail(f"{_shown(value)} is not {what}{who}", name, seat)

    def _stops(self, key: str, name: str) -> None:
        """A list has stopped before its end: fine in the last hand where nothing follows, else an action is missing."""
        if self._entries_after(key):
            seat = self.state.to_act
            who = "" if seat is None else f" by {self.names[seat]}"
            self.fail(f"an action{who} is missing here", name, seat)

    def _auction(self) -> None:
        calls = self._list("auction") or []
        for place, value in enumerate(calls):
            if self.state.phase not in (Phase.AUCTION, Phase.DEALER_CHOICE):
                self.fail("the auction is over", f"auction[{place}]")
            action = call_from_json(value)
            if action is None:
                self._refuse(value, f"auction[{place}]", "a call")
            self._do(action, f"auction[{place}]")
        if self.state.phase in (Phase.AUCTION, Phase.DEALER_CHOICE):
            self._stops("auction", f"auction[{len(calls)}]")

    def _one(self, key: str, phase: Phase, read: Any) -> None:
        """An action that stands alone: trump where it is named, the called card."""
        value = self.raw.get(key)
        if self.state.phase is not phase:
            if value is not None:
                self.fail(f'there is no "{key}" here', key)
            return
        if value is None:
            self._stops(key, key)
            return
        action = read(value)
        if action is None:
            self._refuse(value, key, "a suit (C, D, H or S)" if key == "trump" else "a card of the deck")
        self._do(action, key)

    def _discards(self) -> None:
        lists = self._list("discards") or []
        n = self.setup.players
        if not self._has_entries("discards") and len(lists) <= n:
            lists = []
        for seat, cards in enumerate(lists):
            name = f"discards[{seat}]"
            if seat >= n:
                self.fail(f"there are only {n} players", name)
            if self.state.phase is Phase.DISCARD and self.state.to_act == seat:
                self._do(self._discard(cards, name), name)
            elif cards != []:
                self.fail(f"{self.names[seat]} does not discard", name, seat)
        if self.state.phase is Phase.DISCARD:
            self._stops("discards", f"discards[{self.state.to_act}]")

    def _discard(self, cards: object, name: str) -> Discard:
        if not isinstance(cards, list):
            self._refuse(cards, name, "a list of cards")
        found: list[Card] = []
        for text in cast("list[object]", cards):
            one = _card(text)
            if one is None or one in found:
                self._refuse(text, name, "a card of the deck" if one is None else "discarded only once")
            found.append(one)
        return Discard(mask_of(found))

    def _plays(self) -> None:
        cards = self._list("plays") or []
        for place, text in enumerate(cards):
            name = f"plays[{place}]"
            if self.state.phase is not Phase.PLAY:
                self.fail("no card is to be played any more", name)
            one = _card(text)
            if one is None:
                self._refuse(text, name, "a card of the deck")
            self._do(Play(one), name)
            if place == 0:
                self._check_trump()
        if not cards:
            self._check_trump()
        if self.state.phase is Phase.PLAY:
            self._stops("plays", f"plays[{len(cards)}]")

    def _check_trump(self) -> None:
        """Where the first lead makes trump, a trump that is written must be that suit."""
        given = self.raw.get("trump")
        if given is None or self.setup.rules.trump.made is TrumpMade.NAMED:
            return
        contract = self.state.public.contract
        seat = None if contract is None else contract.bidder
        if contract is None or contract.trump is None:
            self.fail("trump is written before the first lead, which makes it", "trump", seat)
        made = "CDHS"[contract.trump]
        if given != made:
            self.fail(f"the first lead makes {made} trump, not {_shown(given)}", "trump", seat)


def _dealt_by(match: Match, dealer: int) -> Match:
    return Match(match.setup, match.scores, match.smucks, dealer, match.first_hand, match.hands, match.winners)


def _card(text: object) -> Card | None:
    if not isinstance(text, str):
        return None
    try:
        return Card(text)
    except ValueError:
        return None


def _trump(value: object) -> Action | None:
    return NameTrump(value) if isinstance(value, str) and value in ("C", "D", "H", "S") else None


def _called(value: object) -> Action | None:
    one = _card(value)
    return None if one is None else CallCard(one)
