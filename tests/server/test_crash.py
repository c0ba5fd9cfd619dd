"""A server that is killed in the midst of play: no action that was acknowledged is lost, and none counts twice."""

from __future__ import annotations

import asyncio
import json
import random
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from live import SOAK, Figures, People, Server, drop, finished

from shmear.bots import bot
from shmear.client import Client, RefusedByServer, Seat
from shmear.fair import verify
from shmear.record import score
from shmear.server.events import Acted, AnyEvent, Finished, MixedIn, decode
from shmear.server.store import Store
from shmear.server.table import Table

pytestmark = [pytest.mark.anyio, pytest.mark.slow]

KILLS = 100 if SOAK else 6
KILLS_OF_ONE = 100 if SOAK else 4
"""Of one of two servers."""
TABLES = 3
PAUSE = 0.02
"""Seconds that players think, so that a kill falls into play."""
GAMES = (("six-point", 4), ("ten-point", 5), ("kitty", 3), ("six-point-partners", 4), ("ten-point", 4), ("crazy", 5))


class Sent(NamedTuple):
    """An action that a client sent, and whether it was told that it was done: as which entry of the log."""

    seat: int
    question: int
    action: str
    done: int | None


class Player:
    """A person at a table who plays on through every crash and remembers what was acknowledged."""

    def __init__(self, seat: Seat, number: int) -> None:
        self.seat, self.bot = seat, bot("novice" if number % 3 else "random")
        self.rng = random.Random(number)
        self.sent: list[Sent] = []

    async def play(self) -> None:
        """Play until the match is over."""
        seat, answered = self.seat, -1
        async for table in seat.updates():
            if table.phase == "over":
                return
            hand, view = table.hand, seat.view
            if hand is None or view is None or not seat.asked or hand.question == answered:
                continue
            await asyncio.sleep(self.rng.random() * 2 * PAUSE)
            action = self.bot.act(view, self.rng)
            done: int | None = None
            try:
                done = (await seat.act_when_it_can(action, hand.question)).seq
                answered = hand.question
            except RefusedByServer as refused:
                if refused.code not in ("lost", "stale", "not_now"):
                    raise
            finally:
                assert seat.seat is not None
                self.sent.append(Sent(seat.seat, hand.question, str(action), done))


class Match(NamedTuple):
    """A match that goes on while servers are killed."""

    code: str
    host: Client
    players: list[Player]


async def begin(people: People, number: int, urls: Sequence[Sequence[str]]) -> Match:
    """A match with persons in all seats but one; they prefer different servers where there are several."""
    game, players = GAMES[number % len(GAMES)]
    clients = [await people.enter(*urls[place % len(urls)]) for place in range(players - 1)]
    code = await clients[0].create(game=game, players=players, pace="instant", bots="novice")
    seats = [await people.come(one, code, patience=90) for one in clients]
    await seats[0].start()
    return Match(code, clients[0], [Player(seat, place) for place, seat in enumerate(seats)])


async def check(match: Match, database: str, folder: Path) -> int:
    """The log has every acknowledged action once, and the match has the result that was shown; its actions."""
    store = await Store.open(database)
    try:
        log = [(one.seq, one.at, decode(one.data)) for one in await store.entries(match.code)]
    finally:
        await store.close()
    assert [seq for seq, _, _ in log] == list(range(1, len(log) + 1))
    events: dict[int, AnyEvent] = {seq: event for seq, _, event in log}
    sent = [one for player in match.players for one in player.sent]
    acknowledged = [one for one in sent if one.done is not None]
    assert len(acknowledged) > 20
    for one in acknowledged:
        assert one.done is not None
        wanted = Acted(seat=one.seat, action=one.action, by="person")
        assert wanted in (events[one.done], events[one.done - 1]), "with the last action of a match comes its end"

    # Every question is answered once a seat, and by what was sent in answer to it.
    table = Table(match.code)
    tried = Counter((one.seat, one.question, one.action) for one in sent)
    answered: set[tuple[int, int]] = set()
    mixed: set[tuple[int, int]] = set()
    for seq, at, event in log:
        if isinstance(event, Acted):
            assert (event.seat, table.question) not in answered
            answered.add((event.seat, table.question))
            if event.by == "person":
                assert tried[event.seat, table.question, event.action] >= 1
        if isinstance(event, MixedIn):
            assert (event.seat, event.hand) not in mixed
            mixed.add((event.seat, event.hand))
            assert event.nonce in match.players[event.seat].seat.own_nonces
        table.apply(seq, at, event)
    assert sum(isinstance(event, Finished) for event in events.values()) == 1

    record = await match.host.record(await finished(match.players[0].seat))
    assert record == table.record()
    listed = await match.host.get(f"/api/v1/tables/{match.code}/matches")
    assert len(listed["matches"]) == 1
    judged = judged_by_score(record, folder / f"{match.code}.json")
    for player in match.players:
        shown = (await player.seat.until(lambda table: table.match is not None and bool(table.match.record))).match
        assert shown is not None
        assert (judged["scores"], judged["winners"]) == (shown.scores, shown.winners)
    verify(record)
    return sum(isinstance(event, Acted) for event in events.values())


def judged_by_score(record: dict[str, Any], path: Path) -> dict[str, Any]:
    """What ``shmear score`` says of a record: once by the command itself, else by what the command calls."""
    if not list(path.parent.glob("*.json")):
        path.write_text(json.dumps(record))
        command = [sys.executable, "-m", "shmear", "score", "--json", str(path)]
        judged = json.loads(subprocess.run(command, capture_output=True, check=True).stdout)
        assert judged == score(record)
    return score(record)


async def play_through(
    people: People,
    urls: Sequence[Sequence[str]],
    kills: int,
    kill: Callable[[random.Random, list[Match]], Any],
    check_one: Callable[[Match], Any],
) -> dict[str, int]:
    """Matches one after another at some tables, until so many kills have been survived; then the last to their ends."""
    rng, calm = random.Random(kills), asyncio.Lock()
    running: list[Match] = []
    left = kills
    matches = actions = 0
    numbers = iter(range(10_000))

    async def one_table() -> None:
        nonlocal matches, actions
        while left > 0:
            async with calm:
                match = await begin(people, next(numbers), urls)
            running.append(match)
            await asyncio.gather(*(player.play() for player in match.players))
            running.remove(match)
            async with calm:
                actions += await check_one(match)
                matches += 1
                for player in match.players:
                    await player.seat.close()

    async def killing() -> None:
        nonlocal left
        while left > 0:
            await asyncio.sleep(0.2 + rng.random() * 0.8)
            async with calm:
                if any(in_play(match) for match in running):
                    await kill(rng, running)
                    left -= 1

    async with asyncio.timeout(300 + 30 * kills), asyncio.TaskGroup() as tasks:
        tasks.create_task(killing())
        for _ in range(TABLES):
            tasks.create_task(one_table())
    return {"kills": kills, "matches": matches, "actions": actions}


def in_play(match: Match) -> bool:
    table = match.players[0].seat.table
    return table.phase == "playing"


async def test_a_server_killed_at_any_moment_loses_nothing_and_doubles_nothing(tmp_path: Path) -> None:
    figures, database = Figures("crashes"), str(tmp_path / "tables.db")
    with Server(database) as server:

        async def kill(rng: random.Random, running: list[Match]) -> None:
            server.kill()
            await asyncio.to_thread(server.restart)

        async with People(server.url) as people:
            counted = await play_through(
                people, [[server.url]], KILLS, kill, lambda match: check(match, database, tmp_path)
            )
            assert server.starts == KILLS + 1
    figures.say(**counted)


async def test_one_of_two_servers_killed_loses_nothing_and_doubles_nothing(
    request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    figures, database = Figures("crashes of one of two"), request.getfixturevalue("postgres").url()
    with Server(database) as one, Server(database) as two:
        servers = [one, two]
        urls = [[one.url, two.url], [two.url, one.url]]
        moved = 0

        async def kill(rng: random.Random, running: list[Match]) -> None:
            nonlocal moved
            victim = rng.choice(servers)
            before = {player: player.seat.reconnections for match in running for player in match.players}
            victim.kill()
            await asyncio.to_thread(victim.restart)
            moved += sum(player.seat.reconnections > count for player, count in before.items())
            # Who moved to the other server comes back when its connection breaks, so that both serve again.
            for player in before:
                if player.seat._urls[0] == victim.url and player.seat._socket is not None:
                    drop(player.seat)

        async with People(one.url) as people:
            counted = await play_through(
                people, urls, KILLS_OF_ONE, kill, lambda match: check(match, database, tmp_path)
            )
        assert moved > 0
    figures.say(**counted, moves=moved)
