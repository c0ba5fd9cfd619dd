"""A table without network and clock: what players say is decided, written in a list and applied, as a room does it."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Mapping
from typing import Any

from shmear.bots import RandomBot
from shmear.game import Action, Discard, view
from shmear.protocol.messages import Act, ClientMessage, MixIn, Ready, Sit, Start
from shmear.rules import preset
from shmear.server import driving
from shmear.server.commands import decide
from shmear.server.driving import Due
from shmear.server.events import AnyEvent, Committed, Created, Event, Finished, Settings, decode, encode
from shmear.server.table import Table

CODE = "TABLE7"
NAMES = ("ann", "bob", "cid", "dee", "eve", "fay", "gus", "hal")


def house_rules(game: str = "six-point", **groups: Any) -> dict[str, Any]:
    """A preset with some fields otherwise, as a table's settings carry rules: ``match={"target": 3}``."""
    return {"extends": game, "title": preset(game).title, **groups}


class Desk:
    """A table with its log. The host is ``ann``; its clock is `now`, which nothing but a test moves."""

    def __init__(self, rules: dict[str, Any] | str = "six-point", players: int = 4, **settings: Any) -> None:
        self.log: list[tuple[int, float, bytes]] = []
        self.now = 1000.0
        self.table = Table(CODE)
        self.away: dict[str, float] = {}
        self.grace = 90.0
        self.rng = random.Random(7)
        chosen: dict[str, Any] = {"level": "random", "pace": "instant"} | settings
        self.write(Created(host="ann", settings=Settings(rules=rules, players=players, **chosen)))

    # --- what happens --------------------------------------------------------------------------------------------

    def write(self, *events: Event) -> None:
        """Write events and take them, on a copy as a room does."""
        before, table = self.table, self.table.clone()
        for event in events:
            self._add(table, event)
        if table.phase == "over" and before.phase != "over":
            self._add(table, Finished(record=f"record-{table.matches}"))
        self.table = table

    def _add(self, table: Table, event: Event) -> None:
        data = encode(event)
        self.log.append((table.seq + 1, self.now, data))
        table.apply(table.seq + 1, self.now, decode(data))

    def say(self, player: str, said: ClientMessage) -> list[Event]:
        """Do what a player says. Raises `Refused`."""
        events = decide(self.table, player, player.title(), said)
        self.write(*events)
        return events

    def sit(self, *players: str) -> Desk:
        """Players take the first free seats."""
        for player in players:
            self.say(player, Sit(name=player.title()))
        return self

    def due(self) -> Due | None:
        """What comes next by itself."""
        return driving.due(self.table, self.away, self.grace)

    def happen(self) -> Due:
        """Let what is due happen, and the clock run until then."""
        what = self.due()
        assert what is not None, "nothing is due"
        assert what.at < float("inf"), "the table waits for somebody"
        self.now = max(self.now, what.at)
        if what.kind == "commit":
            secret = hashlib.sha256(f"{CODE} {self.table.seq}".encode()).hexdigest()
            self.write(Committed(hand=len(self.table.hands) + 1, secret=secret))
        else:
            self.write(*driving.events_for(self.table, what))
        return what

    def start(self) -> Desk:
        """The host begins the match, and everybody mixes in: the first hand is dealt."""
        self.say("ann", Start())
        return self.deal()

    def deal(self) -> Desk:
        """Commit to the next hand, let every person who is there mix in and be ready, and deal it."""
        assert self.table.phase == "dealing"
        if self.table.coming is None:
            self.happen()
        self.ready()
        assert self.happen().kind == "deal"
        return self

    def ready(self) -> None:
        """Every person who is there mixes in and is ready."""
        coming = self.table.coming
        assert coming is not None, "a hand is being prepared"
        for seat, chair in list(self.table.persons()):
            if chair.player is None or chair.player in self.away:
                continue
            if seat not in coming.nonces:
                self.say(chair.player, MixIn(hand=coming.hand, nonce=f"{self.rng.getrandbits(128):032x}"))
            self.say(chair.player, Ready(hand=coming.hand))

    # --- playing -------------------------------------------------------------------------------------------------

    def choose(self, seat: int) -> Action:
        """Something legal for a seat that is asked."""
        return RandomBot().act(view(self.table.facing(seat), seat), self.rng)

    def act(self, seat: int, action: Action | str | None = None) -> None:
        """A person in a seat that is asked acts, at random where no action is given."""
        player = self.table.chairs[seat].player
        assert player is not None, "a person sits there"
        chosen = str(action if action is not None else self.choose(seat))
        self.say(player, Act(answers=self.table.question, action=chosen))

    def step(self) -> None:
        """The next thing of a match: by the persons who are asked, who do whatever is legal, else by itself."""
        table = self.table
        if table.phase == "dealing":
            self.deal()
            return
        persons = [seat for seat in table.asked() if not table.chairs[seat].bot_plays]
        if persons:
            self.act(persons[0])
        else:
            self.happen()

    def play_until(self, phase: str) -> Desk:
        """Play until a hand has come to a phase (``discard``, ``play``, …)."""
        for _ in range(2000):
            if self.table.phase == "playing" and self.table.hand is not None and self.table.hand.phase.value == phase:
                return self
            self.step()
        raise AssertionError(f"no hand came to {phase}")

    def finish_hand(self) -> Desk:
        """Play the hand out."""
        while self.table.phase == "playing":
            self.step()
        return self

    def finish_match(self) -> Desk:
        """Play the match out."""
        while self.table.phase != "over":
            self.step()
        return self


def rebuilt(log: list[tuple[int, float, bytes]], upto: int | None = None) -> Table:
    """The table that a log makes, or its first entries."""
    table = Table(CODE)
    for seq, at, data in log[:upto]:
        event: AnyEvent = decode(data)
        table.apply(seq, at, event)
    return table


def parts(table: Table) -> Mapping[str, Any]:
    """Everything that a table is."""
    return vars(table)


def discards_of(desk: Desk) -> dict[int, Discard]:
    """A legal discard for every seat that owes one."""
    chosen = {seat: desk.choose(seat) for seat in desk.table.asked()}
    return {seat: action for seat, action in chosen.items() if isinstance(action, Discard)}
