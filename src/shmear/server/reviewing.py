"""Reviews of finished matches: made one after another in a process of their own that gives way to the tables.

A review takes from seconds to minutes. Whoever asks is told how far it is and asks again; what nobody asks for any more
is given up. The last reviews stay in memory.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import signal
import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from functools import lru_cache
from typing import Any, Literal

import msgspec
import structlog
from msgspec import Raw, Struct

from shmear.record import Replay, replay
from shmear.server.commands import Refused

log = structlog.get_logger()

WORLDS = 160
"""Worlds a decision: quicker than the command's, whose reader has asked for the whole machine."""
SEED = 1
KEPT = 32
"""How many reviews stay in memory."""
WAITING = 8
"""How many matches may wait to be reviewed."""
MOST_HANDS = 150
"""Longer matches are not reviewed here."""
FORGOTTEN = 30.0
"""Seconds after which a review is given up that nobody has asked for again."""
ALONE = 2.0
"""Seconds between two looks of the other process at whether this one is still there."""


class ReviewShown(Struct, kw_only=True, omit_defaults=True):
    """A review, or how far it is: `ready` of `hands` are done. `review` is as ``shmear review --json`` prints it."""

    state: Literal["waiting", "working", "done"]
    ready: int
    hands: int
    review: Raw | None = None


class _Job(Struct):
    """A match to be reviewed."""

    record: bytes
    hands: int
    asked: float
    ready: int = 0
    begun: bool = False


class Reviewer:
    """The reviews of a server process."""

    def __init__(self, pool: Callable[[], ProcessPoolExecutor] | None = None) -> None:
        """Nothing under way; `pool` makes what the work is done in."""
        self._done: OrderedDict[str, tuple[int, bytes]] = OrderedDict()
        self._jobs: OrderedDict[str, _Job] = OrderedDict()
        self._failed: OrderedDict[str, None] = OrderedDict()
        self._make = pool or _process
        self._pool: ProcessPoolExecutor | None = None
        self._children: set[Any] = set()
        self._working: asyncio.Task[None] | None = None

    def ask(self, id: str, record: bytes) -> ReviewShown:
        """The review of a match by its id, or how far it is. Raises `Refused` where there will be none."""
        if id in self._done:
            self._done.move_to_end(id)
            hands, text = self._done[id]
            return ReviewShown(state="done", ready=hands, hands=hands, review=Raw(text))
        if id in self._failed:
            raise Refused("trouble", "this match could not be reviewed")
        job = self._jobs.get(id)
        if job is None:
            job = self._taken(id, record)
        job.asked = time.monotonic()
        return ReviewShown(state="working" if job.begun else "waiting", ready=job.ready, hands=job.hands)

    def _taken(self, id: str, record: bytes) -> _Job:
        hands = len(msgspec.json.decode(record)["hands"])
        if hands > MOST_HANDS:
            raise Refused("not_allowed", f"matches of more than {MOST_HANDS} hands are not reviewed here")
        if len(self._jobs) >= WAITING:
            raise Refused("not_now", "many matches are being reviewed; try again in a minute")
        job = self._jobs[id] = _Job(record, hands, time.monotonic())
        if self._working is None or self._working.done():
            self._working = asyncio.create_task(self._work(), name="reviews")
        return job

    async def _work(self) -> None:
        try:
            while self._jobs:
                id, job = next(iter(self._jobs.items()))
                try:
                    text = await self._reviewed(job)
                except Exception:
                    log.exception("review_failed")
                    self._failed[id] = None
                    self._end()
                else:
                    if text is not None:
                        self._done[id] = (job.hands, text)
                del self._jobs[id]
                for kept in (self._done, self._failed):
                    while len(kept) > KEPT:
                        kept.popitem(last=False)
        finally:
            self._end()

    async def _reviewed(self, job: _Job) -> bytes | None:
        """The review as JSON; None when it was given up."""
        job.begun = True
        loop, pool = asyncio.get_running_loop(), self._started()
        record = job.record.decode()
        hands: list[bytes] = []
        for number in range(job.hands):
            if time.monotonic() - job.asked > FORGOTTEN:
                return None
            hands.append(await loop.run_in_executor(pool, hand_of, record, number))
            job.ready = number + 1
        return await loop.run_in_executor(pool, whole, record, hands)

    def _started(self) -> ProcessPoolExecutor:
        if self._pool is None:
            before = set(multiprocessing.active_children())
            self._pool = self._make()
            self._pool.submit(int)  # starts its process
            self._children = set(multiprocessing.active_children()) - before
        return self._pool

    def _end(self) -> None:
        """End the process: it holds much memory, and nobody waits for what it is at."""
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
            for child in self._children:
                child.terminate()
            self._pool = None
            self._children = set()

    async def close(self) -> None:
        """Stop."""
        if self._working is not None:
            self._working.cancel()
            await asyncio.gather(self._working, return_exceptions=True)


# --- in the other process --------------------------------------------------------------------------------------------


def _process() -> ProcessPoolExecutor:
    return ProcessPoolExecutor(1, multiprocessing.get_context("spawn"), initializer=_give_way)


def _give_way() -> None:
    """The tables come first; Ctrl-C is for the server; and where the server is killed, nobody waits for a review."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(15)
    parent = multiprocessing.parent_process()

    def watch() -> None:
        while parent is not None and parent.is_alive():
            time.sleep(ALONE)
        os._exit(0)

    threading.Thread(target=watch, daemon=True).start()


# Imported here alone: reviews bring the kernel, which the server itself may never need. For the same reason hands go
# from process to process as JSON.


def hand_of(record: str, number: int) -> bytes:
    """The review of a hand of a record, by its place from 0, as JSON."""
    from shmear.review.hand import review_hand  # noqa: PLC0415

    hand = review_hand(_replayed(record).hands[number], number + 1, worlds=WORLDS, seed=SEED)
    return msgspec.json.encode(hand)


def whole(record: str, hands: list[bytes]) -> bytes:
    """The review of a match from those of its hands, as JSON."""
    from shmear.review.match import gathered  # noqa: PLC0415
    from shmear.review.model import Hand  # noqa: PLC0415

    done = [msgspec.json.decode(hand, type=Hand) for hand in hands]
    return msgspec.json.encode(gathered(_replayed(record), done, worlds=WORLDS, seed=SEED))


@lru_cache(maxsize=2)
def _replayed(record: str) -> Replay:
    return replay(msgspec.json.decode(record))
