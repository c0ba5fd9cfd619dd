"""What a person who plays with bots alone may ask them: what an expert would do now, and why a bot did what it did.

A hint is thought out from the view of the one seat, as a bot's action is. A bot is asked why only when the hand is over
and its cards lie open, for its reason may speak of them. What is thought out here takes a while, and is for a thread.
"""

from __future__ import annotations

import random

from msgspec import Struct

from shmear.bots import Decision, Estimate, bot
from shmear.game import HandState, Phase, View, view
from shmear.game.exchange import asked
from shmear.game.over import Over
from shmear.protocol.messages import Advice, Explain, Hint, Weighed
from shmear.server.commands import Refused
from shmear.server.driving import chance
from shmear.server.table import Before, Table

HINTS_FROM = "expert"
"""The bot that gives hints, whoever sits at the table."""
MOST_WEIGHED = 12
"""How many of the actions that came into question are told."""


class Asked(Struct, frozen=True):
    """What a bot is to think about: its level, what its seat knows, the chance to use, and what was done, if it was."""

    seat: int
    level: str
    view: View
    rng: random.Random
    done: str | None = None


def question(table: Table, player: str, said: Hint | Explain) -> Asked:
    """What a bot is asked by a player. Raises `Refused` with the reason, in words for the player."""
    seat = table.seat_of(player)
    if seat is None:
        raise Refused("not_allowed", "you are watching; take a seat first")
    if not table.is_alone(player):
        raise Refused("not_allowed", "there are no hints where other people play")
    if not table.settings.hints:
        raise Refused("not_allowed", "the host has switched hints off at this table")
    return _hint(table, seat, said) if isinstance(said, Hint) else _reason(table, said)


def _hint(table: Table, seat: int, said: Hint) -> Asked:
    if table.hand is None or table.phase != "playing":
        raise Refused("not_now", "no hand is being played")
    if said.answers != table.question:
        raise Refused("stale", "that was about an earlier moment; the table has moved on")
    if seat not in table.asked():
        raise Refused("not_now", "it is not your turn")
    scores = () if table.match is None else table.match.scores
    # Not from the secret of the deal, of which nothing may be known yet.
    rng = random.Random(f"{table.code}:{table.question}:{seat}")
    return Asked(seat, HINTS_FROM, view(table.facing(seat), seat, scores), rng)


def _reason(table: Table, said: Explain) -> Asked:
    if not isinstance(table.hand, Over) or table.hand_number != said.hand:
        raise Refused("not_now", "a bot says why when the hand is over, for its cards are hidden until then")
    one = next((one for one in table.trail if one.seat == said.seat and _same(one.action, said.action)), None)
    if one is None:
        raise Refused("bad_message", "nobody did that in this hand")
    if one.level is None:
        raise Refused("bad_message", "that was done by a person")
    seen = view(_faced(one), one.seat, _scores_before(table))
    return Asked(one.seat, one.level, seen, chance(table, one.question, one.seat), one.action)


def _same(one: str, other: str) -> bool:
    """Whether two texts are one action: cards are discarded in any order."""
    return sorted(one.split()) == sorted(other.split())


def _faced(one: Before) -> HandState:
    return asked(one.state, one.seat) if one.state.phase is Phase.DISCARD else one.state


def _scores_before(table: Table) -> tuple[int, ...]:
    """The scores of the match before the hand that is over."""
    assert table.opening is not None, "a hand belongs to a match"
    return tuple(table.sheet[-2].scores) if len(table.sheet) > 1 else table.opening.scores


def advise(about: Asked) -> Advice:
    """What the bot says. Takes up to some seconds, the first time longer."""
    player = bot(about.level)
    said = player.explain(about.view, about.rng)
    action = str(said.action)
    if about.done is not None and about.done != action:
        # It was done by an older release of the bot, whose reasons are not known any more.
        return Advice(seat=about.seat, bot=about.level, action=about.done, weighed=_weighed(said))
    return Advice(seat=about.seat, bot=about.level, action=action, why=said.why, weighed=_weighed(said))


def _weighed(said: Decision) -> list[Weighed]:
    return [_one(each) for each in said.estimates[:MOST_WEIGHED]]


def _one(each: Estimate) -> Weighed:
    return Weighed(
        action=str(each.action),
        points=round(each.points, 2),
        made=None if each.made is None else round(each.made, 4),
        win=None if each.win is None else round(each.win, 4),
    )
