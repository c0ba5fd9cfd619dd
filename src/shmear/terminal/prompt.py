"""What a person typed: an action, a command, or a sentence that says what would be right."""

from __future__ import annotations

import enum
import re
from functools import cache

from shmear.cards import CARDS, SUITS, Card, mask_of
from shmear.game import (
    Action,
    Bid,
    CallCard,
    Discard,
    DiscardOptions,
    Forfeit,
    NameTrump,
    Pass,
    Phase,
    Play,
    Shoot,
    View,
)
from shmear.terminal.render import choices


class Command(enum.Enum):
    """Things that one can ask of the table instead of acting."""

    HELP = "?"
    RULES = "rules"
    LAST = "u"
    SCORE = "s"
    HINT = "hint"
    SHOW = ""
    SUGGESTED = "d"
    QUIT = "q"


class Misread(ValueError):
    """Something typed that means nothing here; the text says what would."""


_COMMANDS = {
    "?": Command.HELP,
    "help": Command.HELP,
    "rules": Command.RULES,
    "u": Command.LAST,
    "last": Command.LAST,
    "score": Command.SCORE,
    "hint": Command.HINT,
    "": Command.SHOW,
    "table": Command.SHOW,
    "q": Command.QUIT,
    "quit": Command.QUIT,
    "exit": Command.QUIT,
}
_CALLS: dict[str, Action] = {
    "p": Pass(),
    "pass": Pass(),
    "shoot": Shoot(),
    "moon": Shoot(),
    "f": Forfeit(),
    "forfeit": Forfeit(),
}


def read(text: str, view: View) -> Action | Command:
    """What a line means at a decision. Whether the action is legal is for the referee to say.

    Raises `Misread` with what may be typed.
    """
    line = " ".join(text.strip().lower().split())
    if line in _COMMANDS:
        return _COMMANDS[line]
    if line == "s" and view.phase is not Phase.TRUMP:
        return Command.SCORE
    match view.phase:
        case Phase.AUCTION | Phase.DEALER_CHOICE:
            return _call(line, view)
        case Phase.TRUMP:
            return _trump(line)
        case Phase.DISCARD:
            return Command.SUGGESTED if line == "d" else _discard(line, view)
        case Phase.CALL:
            return CallCard(_card(line, view, "call"))
        case _:
            return Play(_card(line, view, "play"))


def _call(line: str, view: View) -> Action:
    if line in _CALLS:
        return _CALLS[line]
    found = re.fullmatch(r"(?:b|bid )? ?([0-9]{1,2})", line)
    if found and found[1].isascii() and 0 < int(found[1]) <= 30:
        return Bid(int(found[1]))
    calls = ", ".join(str(call) for call in view.legal)
    raise Misread(f"{_quoted(line)} is no call; you may say: {calls}")


def _trump(line: str) -> Action:
    word = line.removeprefix("trump ")
    for suit in SUITS:
        if word in (suit.letter.lower(), suit.word, suit.one, suit.symbol):
            return NameTrump(suit)
    raise Misread(f"{_quoted(line)} is no suit; type c, d, h or s")


def _discard(line: str, view: View) -> Action:
    keeping = line.startswith("keep ")
    words = line.removeprefix("keep ").removeprefix("discard ")
    cards = [_card(word, view, "discard") for word in re.split(r"[ ,]+", words) if word]
    twice = next((one for place, one in enumerate(cards) if one in cards[:place]), None)
    if twice is not None:
        raise Misread(f"{twice.symbol} stands there twice")
    mask = mask_of(cards)
    options = view.legal
    if isinstance(options, DiscardOptions):
        if keeping:
            mask = (options.pool | options.must) & ~mask
            if mask.bit_count() != options.size:
                kept = options.pool.bit_count() - options.free
                raise Misread(f"that keeps {len(cards)} of the numbered cards; you keep {kept} of them")
        if mask.bit_count() == options.free and not mask & options.must:
            mask |= options.must
        if mask.bit_count() != options.size:
            wanted = options.free or options.size
            raise Misread(f"that is {len(cards)}; name {wanted}, with spaces between, or d for the novice's choice")
    return Discard(mask)


def _card(word: str, view: View, verb: str) -> Card:
    """A card by its number on the screen, or as text."""
    numbered = choices(view)
    word = word.removeprefix(f"{verb} ")
    if word.isascii() and word.isdigit():
        number = int(word) if len(word) < 4 else 0
        if 0 < number <= len(numbered):
            return numbered[number - 1]
        if not numbered:
            raise Misread("name the card by rank and suit, such as kh, 10c or bj")
        raise Misread(f"there is no card {word[:6]}; the numbers run from 1 to {len(numbered)}")
    if word == "joker":
        held = [one for one in view.holding if one.is_joker]
        if len(held) == 1:
            return held[0]
    one = _texts().get(word)
    if one is None:
        how = "its number, or " if numbered else ""
        raise Misread(f"{_quoted(word)} is no card; type {how}rank and suit, such as jh, 10c or bj")
    return one


@cache
def _texts() -> dict[str, Card]:
    """Every way to write a card."""
    found: dict[str, Card] = {}
    for one in CARDS:
        text = str(one).lower()
        for form in (text, text.replace("t", "10"), one.symbol.lower(), one.word.lower(), text[::-1]):
            found.setdefault(form, one)
    return found


def _quoted(text: str) -> str:
    shown = "".join(letter if letter.isprintable() else "?" for letter in text)
    return f'"{shown if len(shown) <= 20 else shown[:19] + "…"}"'
