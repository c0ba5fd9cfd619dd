"""A store that fails in mid-match: the table says so and waits, nothing is lost, and it goes on by itself."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from live import SOAK, Figures, People, Server
from test_crash import Match, begin, check

pytestmark = [pytest.mark.anyio, pytest.mark.slow]

OUT_FOR = 10.0 if SOAK else 3.0
"""Seconds that the store is out of reach."""


class Heard:
    """The notices and errors that a seat was sent."""

    def __init__(self) -> None:
        self.notices: list[str] = []
        self.troubles: list[str] = []

    def __call__(self, text: str) -> None:
        said: dict[str, Any] = json.loads(text)
        if said["type"] == "notice":
            self.notices.append(said["kind"])
            if said["kind"] == "trouble":
                self.troubles.append(said["message"])
        if said["type"] == "error" and said["code"] == "trouble":
            self.troubles.append(said["message"])


def listen(match: Match) -> list[Heard]:
    """What each player of a match is sent from now on."""
    found: list[Heard] = []
    for player in match.players:
        heard = Heard()
        player.seat._heard = heard
        found.append(heard)
    return found


async def in_play(match: Match, tricks: int) -> None:
    """Wait until some tricks of a hand were played."""
    await match.players[0].seat.until(lambda table: table.hand is not None and len(table.hand.tricks) >= tricks)


async def went_well(match: Match, heard: list[Heard], playing: list[asyncio.Task[None]]) -> None:
    """The match goes on to its end, and everybody was told of the trouble and of its end."""
    await asyncio.wait_for(asyncio.gather(*playing), 240)
    assert all("trouble" in one.notices and "well" in one.notices for one in heard)


async def test_postgresql_is_stopped_in_mid_match_and_started_again(
    request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    postgres = request.getfixturevalue("postgres")
    figures, database = Figures("PostgreSQL stopped"), postgres.url()
    with Server(database, log_level="error") as server:
        async with People(server.url) as people:
            match = await begin(people, 0, [[server.url]])
            heard = listen(match)
            playing = [asyncio.create_task(player.play()) for player in match.players]
            await in_play(match, 2)
            await asyncio.to_thread(postgres.stop)
            try:
                await asyncio.sleep(OUT_FOR / 2)
                stands = [player.seat.seq for player in match.players]
                await asyncio.sleep(OUT_FOR / 2)
                assert [player.seat.seq for player in match.players] == stands, "nothing is shown that is not stored"
            finally:
                await asyncio.to_thread(postgres.start)
            await went_well(match, heard, playing)
            assert all("cannot be reached" in message for one in heard for message in one.troubles)
            actions = await check(match, database, tmp_path)
    figures.say(seconds_without=OUT_FOR, actions=actions)


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Path]:
    """A small disk, for the root user only."""
    folder = tmp_path / "disk"
    folder.mkdir()
    command = ["mount", "-t", "tmpfs", "-o", "size=12m", "none", str(folder)]
    if os.geteuid() != 0 or subprocess.run(command, capture_output=True, check=False).returncode != 0:
        pytest.skip("a disk to be filled can be mounted by root only; tests/server/store fills a file instead")
    yield folder
    subprocess.run(["umount", folder], check=True)


async def test_a_disk_that_is_full_stops_the_table_and_no_half_written_hand_is_left(disk: Path, tmp_path: Path) -> None:
    figures, database = Figures("full disk"), str(disk / "tables.db")
    with Server(database, log_level="error") as server:
        async with People(server.url) as people:
            match = await begin(people, 2, [[server.url]])
            heard = listen(match)
            playing = [asyncio.create_task(player.play()) for player in match.players]
            await in_play(match, 1)
            filler = disk / "filler"
            with filler.open("wb", buffering=0) as file, suppress(OSError):
                while file.write(b"x" * 4096):
                    pass
            async with asyncio.timeout(60):
                while not all("trouble" in one.notices for one in heard):
                    await asyncio.sleep(0.05)
            await asyncio.sleep(OUT_FOR / 2)
            stands = [player.seat.seq for player in match.players]
            assert len(set(stands)) == 1
            await asyncio.sleep(OUT_FOR / 2)
            assert [player.seat.seq for player in match.players] == stands, "nothing is shown that is not stored"
            filler.unlink()
            await went_well(match, heard, playing)
            assert all("the disk is full" in message for one in heard for message in one.troubles)
            actions = await check(match, database, tmp_path)
    figures.say(seconds_without=OUT_FOR, actions=actions)
