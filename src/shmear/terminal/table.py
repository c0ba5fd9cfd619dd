"""The loop of the table: shows the person a view, reads lines until one is an action, lets the bots act."""

from __future__ import annotations

import random
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Protocol

from msgspec import Struct
from rich.console import Console
from rich.markdown import Markdown
from rich.text import Text

from shmear.bots import bot
from shmear.game import Action, HandState, Match, Phase, Play, Shoot, View, view
from shmear.record import Replay, ReplayedHand, match_record
from shmear.rules.describe import capital
from shmear.rules.knobs import TrumpMade
from shmear.rules.line import to_line
from shmear.terminal import telling
from shmear.terminal.helping import COMMANDS, moment, short_rules
from shmear.terminal.names import Names
from shmear.terminal.prompt import Command, Misread, read
from shmear.terminal.render import Around, question, screen
from shmear.terminal.save import SaveFile
from shmear.terminal.sheet import print_sheet


class Leave(Exception):
    """The person leaves the table: by q or at the end of the input."""


class Ask(Protocol):
    """Reads a line after a prompt; `EOFError` at the end of the input."""

    def __call__(self, prompt: str, /) -> str:
        """The line, without its end."""
        ...


class Seating(Struct, frozen=True):
    """Who plays: names and bots a seat (None the person), the person's seat or None, and the seed of the match."""

    names: tuple[str, ...]
    bots: tuple[str | None, ...]
    me: int | None
    seed: int

    def meta(self) -> dict[str, Any]:
        """What a record carries so that the match can be gone on with."""
        return {"seed": self.seed, "seat": self.me, "bots": list(self.bots)}


class Table:
    """One match at the terminal. `state` is the hand in progress, None between hands.

    Every deal and every bot's chance follows from the seed, the hand's number and the number of actions in it, so a
    match that was left goes on as if it had not been.
    """

    def __init__(
        self,
        console: Console,
        ask: Ask,
        seating: Seating,
        start: Match,
        save: SaveFile,
        *,
        pace: float = 0.0,
        live: bool = False,
    ) -> None:
        """A table; `live` is whether a person sits at a terminal, `pace` the seconds between cards there."""
        self.console, self.ask, self.seating, self.save = console, ask, seating, save
        self.pace, self.live = pace, live
        self.start = self.match = start
        self.names = Names(seating.names, seating.me)
        self.hands: list[ReplayedHand] = []
        self.states: list[HandState] = []
        self.bots = [None if name is None else bot(name) for name in seating.bots]
        self.hinter = bot("novice")

    @property
    def state(self) -> HandState | None:
        """The hand in progress, None between hands."""
        return self.states[-1] if self.states else None

    def resume(self, done: Replay) -> None:
        """Take up a match where its record stops."""
        self.start, self.match = done.start, done.match
        self.hands = list(done.hands)
        if done.unfinished is not None:
            self.states = list(self.hands.pop().states)

    def replay(self) -> Replay:
        """The match so far."""
        unfinished = [] if self._kept() else [ReplayedHand(self.match, self.match, tuple(self.states))]
        return Replay(self.seating.names, self.start, self.match, (*self.hands, *unfinished), self.seating.meta())

    def record(self) -> dict[str, Any]:
        """The match so far as a record."""
        hands = [hand.last for hand in self.hands] + ([] if self._kept() else [self.states[-1]])
        setup = self.start.setup
        meta = {"line": to_line(setup.rules, setup.players), **self.seating.meta()}
        return match_record(self.start, list(self.seating.names), hands, meta=meta)

    def _kept(self) -> bool:
        """Whether the hand in progress stands among the finished ones; a signal may come while it is put there."""
        return not self.states or bool(self.hands and self.hands[-1].last is self.states[-1])

    def write(self) -> Path:
        """Save the match and say where."""
        return self.save.write(self.record())

    def run(self) -> None:
        """Play to the end of the match. Raises `Leave` when the person leaves."""
        while not self.match.is_over:
            state = self.state
            if state is None:
                rng = random.Random(f"{self.seating.seed}:{self.match.hands}")
                state = self.match.deal(rng)
                self.states = [state]
                self._say(Text(""), self._opening(state))
            while not state.is_over:
                action = self._decide(state)
                before, state = state, state.apply(action)
                self.states.append(state)
                self._tell(before, state)
            self._finish(state)
        self._say(Text(""))
        print_sheet(self.replay(), self.console, me=self.seating.me)

    def _opening(self, state: HandState) -> Text:
        dealer = self.names.does(state.public.dealer, "deal")
        return Text(f"Hand {self.match.hands + 1}: {dealer}.", style="bold")

    def _finish(self, state: HandState) -> None:
        before, self.match = self.match, self.match.after(state)
        self.hands.append(ReplayedHand(before, self.match, tuple(self.states)))
        self.states = []
        self._say(Text(""), *telling.summary(state, before, self.match, self.names))
        self.write()
        if self.live and self.seating.me is not None and not self.match.is_over:
            while self._line("Enter deals the next hand (s score, q leave): ", None) is not Command.SHOW:
                pass

    # What happened

    def _say(self, *lines: Text) -> None:
        for line in lines:
            self.console.print(line)

    def _tell(self, before: HandState, after: HandState) -> None:
        self._say(*telling.step(before, after, self.names))
        if len(after.public.winners) > len(before.public.winners):
            number = len(after.public.winners)
            leader, cards, winner = after.public.tricks(after.setup.players)[-1]
            self._deal_out(telling.trick(number, leader, cards, winner, self.names), leader, len(cards))

    def _deal_out(self, pieces: Sequence[Text], leader: int, count: int) -> None:
        """A trick: at a live table the cards that fell after the person's come one by one."""
        whole = Text("").join(pieces)
        if not self.live or not self.pace or whole.cell_len > self.console.width:
            self._say(whole)
            return
        me = self.seating.me
        seen = 0 if me is None else (me - leader) % count + 2
        for place, piece in enumerate(pieces):
            if place >= seen:
                time.sleep(self.pace)
            self.console.print(piece, end="")
        self.console.print()

    # Decisions

    def _decide(self, state: HandState) -> Action:
        seat = state.to_act
        assert seat is not None, "somebody is to act"
        player = self.bots[seat]
        if player is not None:
            return player.act(view(state, seat, self.match.scores), self._chance("bot"))
        seen = view(state, seat, self.match.scores)
        self._show(seen)
        while True:
            answer = self._line(question(seen), seen)
            if answer is Command.SUGGESTED or (answer is Command.SHOW and self.live and seen.phase is Phase.DISCARD):
                answer = self._hint(seen)
                self._say(Text(f"You {telling.action_words(answer)}."))
            if isinstance(answer, Command):
                self._show(seen)
                continue
            refused = state.verify(answer)
            if refused is not None:
                self._say(Text(capital(refused.to_you()) + "."))
            elif self._sure(seen, answer):
                return answer

    def _line(self, prompt: str, seen: View | None) -> Action | Command:
        """The next line that means something; help, score and the like are answered here."""
        while True:
            text = self.ask(prompt)
            try:
                answer = read(text, seen) if seen is not None else _between(text)
            except Misread as error:
                self._say(Text(f"{error}."))
                continue
            match answer:
                case Command.QUIT:
                    raise Leave
                case Command.HELP:
                    self._help(seen)
                case Command.RULES:
                    self._rules()
                case Command.LAST:
                    self._last_trick()
                case Command.SCORE:
                    print_sheet(self.replay(), self.console, me=self.seating.me)
                case Command.HINT if seen is not None:
                    self._say(Text(f"The novice would {telling.action_words(self._hint(seen))}."))
                case _:
                    return answer

    def _show(self, seen: View) -> None:
        self._say(Text(""))
        self.console.print(screen(seen, Around(self.names, self.match)))

    def _chance(self, use: str) -> random.Random:
        return random.Random(f"{self.seating.seed}:{self.match.hands}:{len(self.states)}:{use}")

    def _hint(self, seen: View) -> Action:
        return self.hinter.act(seen, self._chance("hint"))

    def _sure(self, seen: View, action: Action) -> bool:
        """Ask once more, at a live table, before the two choices that cannot be made good."""
        if isinstance(action, Play) and seen.trump is None and seen.setup.rules.trump.made is TrumpMade.FIRST_LEAD:
            suit = action.card.suit
            word = suit.word if suit is not None else "a joker"
            asked = f"Lead the {action.card.word} and make {word} trump?"
        elif isinstance(action, Shoot):
            asked = f"Shoot the moon, for all {seen.setup.rules.total_points} points?"
        else:
            return True
        return not self.live or self._yes(f"{asked} Enter is yes, n is no: ")

    def _yes(self, prompt: str) -> bool:
        while True:
            match self.ask(prompt).strip().lower():
                case "" | "y" | "yes":
                    return True
                case "n" | "no":
                    return False
                case "q":
                    raise Leave
                case _:
                    self._say(Text("Press Enter or type y for yes, n for no, or q to save and leave."))

    # Answers to questions

    def _help(self, seen: View | None) -> None:
        if seen is not None:
            for text in [*moment(seen), *short_rules(seen)]:
                self.console.print(Text(text))
        for text in COMMANDS:
            self.console.print(Text(text, style="dim"))

    def _rules(self) -> None:
        from shmear.rules.words import rule_book  # noqa: PLC0415 - only who asks for the book waits for it

        setup = self.match.setup
        book = rule_book(setup.rules, setup.players)
        self.console.print(Markdown(book) if self.console.color_system else Text(book))

    def _last_trick(self) -> None:
        state = self.state
        tricks = [] if state is None else state.public.tricks(state.setup.players)
        if not tricks:
            self._say(Text("No trick of this hand is finished yet."))
            return
        leader, cards, winner = tricks[-1]
        self._say(Text("").join(telling.trick(len(tricks), leader, cards, winner, self.names)))


def _between(text: str) -> Command:
    """A line typed between two hands."""
    line = text.strip().lower()
    known = {"": Command.SHOW, "s": Command.SCORE, "q": Command.QUIT, "rules": Command.RULES, "?": Command.HELP}
    if line not in known:
        raise Misread("press Enter for the next hand, or type s, rules, ? or q")
    return known[line]
