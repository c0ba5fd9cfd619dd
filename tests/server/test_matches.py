"""Whole matches over real sockets, and what happens around them: coming, going, watching, talking."""

from __future__ import annotations

import asyncio
import json
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from live import SOAK, Figures, People, Server, cpu_seconds, finished, play_all

from shmear.client import Seat
from shmear.fair import verify
from shmear.protocol.messages import SheetRow, TableShown
from shmear.record import replay
from shmear.record.score import report
from shmear.rules import preset, preset_names

pytestmark = [pytest.mark.anyio]

USUAL = [(name, preset(name).usual_players) for name in preset_names()]
OTHERS = [("ten-point", 5), ("ten-point", 6), ("six-point-partners", 6), ("kitty", 3)]
"""With a called partner, with a small widow, in three pairs, and with two against the bidder."""
ALL = [(name, players) for name in preset_names() for players in preset(name).deal.players]
AT_ONCE = 8


class Diary:
    """The last score sheet that a seat was shown: it comes only when it has changed."""

    def __init__(self) -> None:
        self.sheet: list[SheetRow] = []

    def __call__(self, text: str) -> None:
        if '"sheet":' in text:
            self.sheet = json.loads(text)["table"]["sheet"]


def chosen(database: str) -> list[tuple[str, int]]:
    """The games to be played on a database: all in a long run, else ten, so that each is on one of the two."""
    if SOAK:
        return ALL
    games = [*dict.fromkeys([*USUAL, *OTHERS])]
    return games[:10] if database == "sqlite" else games[-10:]


@pytest.mark.slow
async def test_whole_matches_of_every_game_are_judged_equal_and_proved(
    request: pytest.FixtureRequest, server: Server, tmp_path: Path
) -> None:
    database = request.node.callspec.params["server"]
    games = chosen(database)
    rng = random.Random(database)
    figures, before, hands, actions = Figures(f"matches on {database}"), cpu_seconds(server.pid), 0, 0
    turn = asyncio.Semaphore(AT_ONCE)

    async def one(game: str, players: int, persons: int) -> None:
        nonlocal hands, actions
        async with turn, People(server.url) as people:
            record, seq = await whole_match(people, game, players, persons)
            hands += len(record["hands"])
            actions += seq
            (tmp_path / f"{game}-{players}.json").write_text(json.dumps(record))

    await asyncio.gather(*(one(game, players, rng.randrange(1, players + 1)) for game, players in games))
    for path in sorted(tmp_path.glob("*.json"))[::10]:
        judged_by_commands(path)
    figures.say(
        matches=len(games),
        hands=hands,
        entries=actions,
        server_seconds=round(cpu_seconds(server.pid) - before, 1),
    )


async def whole_match(people: People, game: str, players: int, persons: int) -> tuple[dict[str, Any], int]:
    """A match with persons in the first seats and bots of the server in the others, checked; its record."""
    diary = Diary()
    host = await people.enter()
    code = await host.create(game=game, players=players, pace="instant", name="P0")
    seats = [await people.come(host, code, heard=diary)]
    for number in range(1, persons):
        seats.append(await people.come(await people.enter(), code, name=f"P{number}"))
    await seats[0].start()
    tables = await play_all(seats, seed=players)
    record = await host.record(await finished(seats[0]))
    check_record(record, tables[0], diary.sheet, seats)
    assert [seat.seat for seat in seats] == list(range(persons))
    return record, seats[0].seq or 0


def check_record(
    record: dict[str, Any], table: TableShown, sheet: list[Any], seats: list[Seat], *, standins: bool = False
) -> None:
    """A record says what the table showed, its deals are proved, and everybody's own chance is in them."""
    done = replay(record)
    judged = report(done)
    assert table.match is not None
    assert judged["scores"] == table.match.scores
    assert judged["smucks"] == table.match.smucks
    assert judged["winners"] == table.match.winners
    assert judged["winners"] is not None
    assert record["players"] == [seat.name for seat in table.seats]
    assert len(judged["hands"]) == table.match.hands == len(sheet)
    for hand, row in zip(judged["hands"], sheet, strict=True):
        assert hand["deltas"] == row["change"]
        assert hand["scores"] == row["scores"]
        assert (hand["dealer"], hand["outcome"]) == (row["dealer"], row["outcome"])
        if hand["outcome"] == "played":
            assert (hand["bidder"], hand["bid"], hand["made"]) == (row["bidder"], row["bid"], row["made"])
    proved = verify(record)
    assert proved.sides_unproved is False
    for seat in seats:
        own = [nonce for hand in proved.hands for number, nonce in hand.nonces if number == seat.seat]
        assert own
        assert set(own) <= set(seat.own_nonces)
    persons = {seat.seat for seat in seats}
    assert all(set(hand.mixed_in) <= persons for hand in proved.hands)


def judged_by_commands(path: Path) -> None:
    """`shmear score` and `shmear verify` say of a file what was found here."""
    judged = subprocess.run(
        [sys.executable, "-m", "shmear", "score", "--json", str(path)], capture_output=True, check=False
    )
    assert judged.returncode == 0, judged.stderr.decode()
    assert json.loads(judged.stdout) == report(replay(json.loads(path.read_text())))
    proved = subprocess.run([sys.executable, "-m", "shmear", "verify", str(path)], capture_output=True, check=False)
    assert proved.returncode == 0, proved.stderr.decode()
