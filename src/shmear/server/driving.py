"""What is due at a table by itself: bots that act, hands that are dealt, clocks that run out, people who have gone.

`due` only says what and when; nothing here reads a clock or changes a table.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Literal, NamedTuple

from shmear.bots import bot
from shmear.fair import new_secret
from shmear.game import view
from shmear.server.commands import starting
from shmear.server.events import Acted, By, Committed, Dealt, Event, Returned, StoodIn
from shmear.server.table import Table

Kind = Literal["bot", "clock", "stand_in", "return", "commit", "deal", "rematch"]


class Due(NamedTuple):
    """Something that happens at a time unless something else happens before."""

    at: float
    kind: Kind
    seat: int | None = None


class Pacing(NamedTuple):
    """How long things take, in seconds: a bot thinks between `least` and `most`."""

    least: float
    most: float
    trick: float
    deal: float
    hand: float


PACES: dict[str, Pacing] = {
    "instant": Pacing(0, 0, 0, 0, 0),
    "fast": Pacing(0.15, 0.4, 0.5, 0.4, 2),
    "normal": Pacing(0.4, 1.2, 1.2, 1.2, 5),
    "slow": Pacing(1.0, 2.0, 2.2, 2.0, 8),
}
"""`trick` is added after a trick was taken, `deal` after a deal, `hand` is the pause where nobody has to say ready."""

MIX_IN = 1.5
"""How long a deal waits for what people who are there mix in."""
BETWEEN = 30.0
"""How long the next deal waits for people who are there to say that they are ready."""


def due(table: Table, away: Mapping[str, float], grace: float) -> Due | None:
    """What comes next by itself, None while the table waits for people alone.

    `away` says since when players with a seat have had no connection; `grace` is how long a bot waits for them.
    """
    if table.paused or table.phase == "seating":
        return None
    for seat, chair in table.persons():
        if chair.standin and chair.player not in away:
            return Due(table.changed_at, "return", seat)
    if table.phase == "over":
        here = [chair for _, chair in table.persons() if chair.player not in away]
        wanted = bool(here) and all(chair.rematch for chair in here)
        return Due(table.changed_at, "rematch") if wanted else None
    if table.phase == "dealing":
        return _dealing(table, away)
    return min((_asked(table, seat, away, grace) for seat in table.asked()), default=None)


def _asked(table: Table, seat: int, away: Mapping[str, float], grace: float) -> Due:
    chair = table.chairs[seat]
    if chair.bot_plays:
        return Due(table.asked_at + _thinking(table, seat), "bot", seat)
    found: list[Due] = []
    clock = table.deadline(seat)
    if clock is not None:
        found.append(Due(clock, "clock", seat))
    if chair.player is not None and chair.player in away:
        found.append(Due(away[chair.player] + grace, "stand_in", seat))
    return min(found, default=Due(float("inf"), "bot", seat))


def _thinking(table: Table, seat: int) -> float:
    pace = PACES[table.settings.pace]
    hand = table.hand
    opening = hand is not None and not hand.public.calls
    extra = (pace.trick if table.trick_ended else 0) + (pace.deal if opening else 0)
    return extra + random.Random(f"{table.code}:{table.question}:{seat}").uniform(pace.least, pace.most)


def _dealing(table: Table, away: Mapping[str, float]) -> Due:
    coming = table.coming
    if coming is None:
        return Due(table.changed_at, "commit")
    here = [(seat, chair) for seat, chair in table.persons() if chair.player not in away]
    mixed = all(seat in coming.nonces for seat, _ in here)
    first = coming.hand == 1
    if here and (first or all(chair.ready for _, chair in here)):
        return Due(coming.since if mixed else max(coming.since + MIX_IN, table.changed_at), "deal")
    if here:
        return Due(coming.since + BETWEEN, "deal")
    nobody = not any(True for _ in table.persons())
    pause = 0.0 if first else PACES[table.settings.pace].hand if nobody else BETWEEN
    return Due(coming.since + pause, "deal")


def waiting(table: Table, away: Mapping[str, float]) -> float | None:
    """When the next hand is dealt at the latest, None while none is being prepared."""
    if table.phase != "dealing" or table.coming is None or table.paused:
        return None
    return max(_dealing(table, away).at, table.coming.since)


def events_for(table: Table, what: Due) -> list[Event]:
    """The events of something that is due. Bots think here, which can take a while."""
    match what.kind:
        case "bot" | "clock":
            assert what.seat is not None, "somebody acts"
            return [_by_bot(table, what.seat, "clock" if what.kind == "clock" else None)]
        case "stand_in":
            assert what.seat is not None, "a bot stands in for somebody"
            return [StoodIn(seat=what.seat)]
        case "return":
            assert what.seat is not None, "somebody is back"
            return [Returned(seat=what.seat)]
        case "commit":
            return [Committed(hand=len(table.hands) + 1, secret=new_secret())]
        case "deal":
            assert table.coming is not None, "a hand was prepared"
            return [Dealt(hand=table.coming.hand)]
        case "rematch":
            return [starting(table)]


def _by_bot(table: Table, seat: int, by: By | None) -> Acted:
    """What a bot does in a seat: the same on every server, so that two that serve the table agree."""
    chair = table.chairs[seat]
    scores = () if table.match is None else table.match.scores
    player = bot(table.level_in(seat))
    action = player.act(view(table.facing(seat), seat, scores), chance(table, table.question, seat))
    return Acted(seat=seat, action=str(action), by=by or ("standin" if chair.is_person else "bot"))


def chance(table: Table, question: int, seat: int) -> random.Random:
    """The chance with which a bot in a seat answers a question of the hand that was dealt last."""
    return random.Random(f"{table.proofs[-1].secret}:{question}:{seat}")
