"""Where hands are reviewed: in this process, or shared among several. The reviews are the same."""

from __future__ import annotations

import multiprocessing
import signal
from collections.abc import Generator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from functools import lru_cache

from shmear.record import Replay, decode, replay
from shmear.review.errors import ReviewError
from shmear.review.hand import review_hand
from shmear.review.model import Hand

Numbered = tuple[int, Hand]
"""A hand's review with its place in the match from 0."""


def reviewed(record: str, hands: int, *, worlds: int, seed: int, jobs: int) -> Generator[Numbered]:
    """The reviews of the first so many hands of a record, given as JSON text, in any order.

    Closing the generator, or an exception in it such as Ctrl-C, ends what is still under way.
    """
    if min(jobs, hands) > 1:
        yield from _shared(record, hands, worlds, seed, min(jobs, hands))
        return
    for number in range(hands):
        yield _one(record, number, worlds, seed)


def _shared(record: str, hands: int, worlds: int, seed: int, jobs: int) -> Generator[Numbered]:
    others = set(multiprocessing.active_children())
    pool = ProcessPoolExecutor(jobs, mp_context=multiprocessing.get_context("spawn"), initializer=_leave_ctrl_c)
    under_way: set[Future[Numbered]] = set()
    try:
        under_way = {pool.submit(_one, record, number, worlds, seed) for number in range(hands)}
        while under_way:
            done, under_way = wait(under_way, return_when=FIRST_COMPLETED)
            for future in done:
                yield future.result()
    except BrokenProcessPool:
        raise ReviewError(
            "a process of the review was ended from outside; is there enough memory for so many?"
        ) from None
    finally:
        if under_way:  # cut short: nobody waits for what nobody will read
            pool.shutdown(wait=False, cancel_futures=True)
            for child in set(multiprocessing.active_children()) - others:
                child.terminate()
        pool.shutdown()


def _leave_ctrl_c() -> None:
    """Ctrl-C reaches every process at the terminal; the one that started the others ends them."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _one(record: str, number: int, worlds: int, seed: int) -> Numbered:
    return number, review_hand(_replayed(record).hands[number], number + 1, worlds=worlds, seed=seed)


@lru_cache(maxsize=2)
def _replayed(record: str) -> Replay:
    """A record is read once in each process."""
    return replay(decode(record))
