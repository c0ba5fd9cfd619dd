"""Reading one hand of a record: its cards, and every action through the referee, in the order of docs/record.md.

Dealer, deal seat by seat, undealt, auction, trump, discards, call, plays: the first thing that is wrong is named by
its place.
"""

from __future__ import annotations

from typing import Any, NoReturn, cast

from msgspec.structs import replace

from shmear.cards import Card, mask_of
from shmear.game import Action, Deal, Discard, HandState, IllegalAction, Match, NameTrump, Phase, Play
from shmear.game.actions import CallCard
from shmear.record.errors import RecordError, is_seat, kind_of, missing_or_wrong, shown, table_of
from shmear.record.model import call_from_json
from shmear.rules.knobs import TrumpMade


class HandReader:
    """Reads one hand. `follows` is whether another hand comes after it, so that it may not stop early."""

    def __init__(self, number: int, entry: object, match: Match, names: tuple[str, ...], *, follows: bool) -> None:
        """A reader of the hand that an entry stands for, to follow a match; `RecordError` for what is no object."""
        self.number = number
        self.raw = table_of(entry, "a hand is an object", None, number)
        self.match = match
        self.names = names
        self.follows = follows
        self.setup = match.setup
        self.states: list[HandState] = []

    @property
    def state(self) -> HandState:
        """Where the hand stands."""
        return self.states[-1]

    def read(self) -> tuple[HandState, ...]:
        """The states of the hand."""
        dealer = self._dealer()
        match = self.match if dealer == self.match.dealer else replace(self.match, dealer=dealer)
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
        """Raise a `RecordError` at an action of this hand."""
        raise RecordError(message, action, hand=self.number, seat=seat)

    # The cards

    def _dealer(self) -> int:
        n, dealer = self.setup.players, self.raw.get("dealer")
        if self.match.is_over:
            self.fail("the match was won before this hand", "dealer")
        if not is_seat(dealer, n):
            self.fail(missing_or_wrong(self.raw, "dealer", f"a seat from 0 to {n - 1}"), "dealer")
        if self.number and dealer != self.match.dealer:
            self.fail(
                f"{self.names[self.match.dealer]} (seat {self.match.dealer}) deals next, not seat {dealer}", "dealer"
            )
        return cast("int", dealer)

    def _deal(self) -> Deal:
        setup, n = self.setup, self.setup.players
        deal = self.raw.get("deal")
        if not isinstance(deal, list) or len(cast("list[object]", deal)) != n:
            self.fail(missing_or_wrong(self.raw, "deal", f"a list of {n} lists of cards"), "deal")
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
            self.fail(f"{who}: a list of cards belongs here, not {kind_of(given)}", action, seat)
        cards: list[Card] = []
        for text in cast("list[object]", given):
            one = _card(text)
            if one is None or one not in self.setup.deck:
                self.fail(f"{shown(text)} is no card of this deck", action, seat)
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
            self.fail(f'"{key}" is {kind_of(given)}; it is a list', f"{key}[0]")
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
        self.fail(f"{shown(value)} is not {what}{who}", name, seat)

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
            self.fail(f"the first lead makes {made} trump, not {shown(given)}", "trump", seat)


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
