"""Reviews of finished matches at the server: asked for again and again until they are there, a few at a time."""

from __future__ import annotations

import asyncio
import json
import time
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from typing import Any, cast

import pytest
from desks import Desk, house_rules
from live import People, Server, finished, play_all

from shmear.record import encode
from shmear.server import reviewing
from shmear.server.commands import Refused
from shmear.server.reviewing import Reviewer, ReviewShown

pytestmark = [pytest.mark.anyio]

SHORT = house_rules("six-point", match={"target": 2})


class Slowly(Executor):
    """Does one thing after another when it is told to."""

    def __init__(self) -> None:
        self.waiting: list[tuple[Future[Any], Any, tuple[Any, ...]]] = []

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        if fn is int:
            future.set_result(0)
        else:
            self.waiting.append((future, fn, args))
        return future

    async def do(self, outcome: Any) -> None:
        """The next thing is done, with an outcome, and what follows from it too."""
        for _ in range(200):
            if self.waiting:
                break
            await asyncio.sleep(0.001)
        future, _, _ = self.waiting.pop(0)
        if isinstance(outcome, Exception):
            future.set_exception(outcome)
        else:
            future.set_result(outcome)
        await asyncio.sleep(0.01)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        self.waiting.clear()


def slow() -> tuple[Reviewer, Slowly]:
    pool = Slowly()
    return Reviewer(lambda: cast("ProcessPoolExecutor", pool)), pool


def record(hands: int = 2) -> bytes:
    """What the reviewer looks at of a record."""
    return json.dumps({"hands": [{}] * hands}).encode()


def told(shown: ReviewShown) -> tuple[str, int, int]:
    return shown.state, shown.ready, shown.hands


async def test_a_review_says_how_far_it_is_until_it_is_done() -> None:
    reviewer, pool = slow()
    assert told(reviewer.ask("one", record(2))) == ("waiting", 0, 2)
    await pool.do(b"{}")
    assert told(reviewer.ask("one", record(2))) == ("working", 1, 2)
    await pool.do(b"{}")
    await pool.do(b'{"format":"shmear-review"}')
    done = reviewer.ask("one", record(2))
    assert told(done) == ("done", 2, 2)
    assert done.review is not None
    assert json.loads(bytes(done.review)) == {"format": "shmear-review"}
    await reviewer.close()


async def test_one_match_is_reviewed_at_a_time_and_a_few_may_wait() -> None:
    reviewer, pool = slow()
    for number in range(reviewing.WAITING):
        reviewer.ask(str(number), record(1))
    await asyncio.sleep(0.01)
    assert len(pool.waiting) == 1
    with pytest.raises(Refused, match="try again in a minute"):
        reviewer.ask("more", record(1))
    assert reviewer.ask("3", record(1)).state == "waiting"
    await pool.do(b"{}")
    await pool.do(b"{}")
    assert reviewer.ask("0", record(1)).state == "done"
    assert reviewer.ask("more", record(1)).state == "waiting"
    await reviewer.close()


async def test_what_nobody_asks_for_any_more_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    reviewer, pool = slow()
    reviewer.ask("left", record(3))
    await asyncio.sleep(0.01)  # its first hand has begun
    monkeypatch.setattr(reviewing, "FORGOTTEN", -1.0)
    await pool.do(b"{}")
    assert not pool.waiting, "no other hand of it was begun"
    monkeypatch.undo()
    assert told(reviewer.ask("left", record(3))) == ("waiting", 0, 3), "it is begun anew"
    await reviewer.close()


async def test_a_match_that_cannot_be_reviewed_is_not_tried_again_and_again() -> None:
    reviewer, pool = slow()
    reviewer.ask("bad", record(1))
    reviewer.ask("good", record(1))
    await pool.do(RuntimeError("a defect"))
    with pytest.raises(Refused, match="could not be reviewed"):
        reviewer.ask("bad", record(1))
    await pool.do(b"{}")
    await pool.do(b"{}")
    assert reviewer.ask("good", record(1)).state == "done"
    await reviewer.close()


async def test_a_match_without_end_is_not_reviewed() -> None:
    reviewer, _ = slow()
    with pytest.raises(Refused, match="more than 150 hands"):
        reviewer.ask("long", record(151))


async def test_only_so_many_reviews_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reviewing, "KEPT", 2)
    reviewer, pool = slow()
    for name in "abc":
        reviewer.ask(name, record(1))
        await pool.do(b"{}")
        await pool.do(b"{}")
        assert reviewer.ask(name, record(1)).state == "done"
    assert reviewer.ask("b", record(1)).state == "done"
    assert reviewer.ask("a", record(1)).state == "waiting"
    await reviewer.close()


async def test_a_review_is_of_the_match_that_was_played() -> None:
    desk = Desk(SHORT).sit("ann").start().finish_match()
    kept = desk.table.record()
    reviewer = Reviewer(lambda: cast("ProcessPoolExecutor", ThreadPoolExecutor(1)))
    shown = reviewer.ask("one", encode(kept).encode())
    while shown.state != "done":
        await asyncio.sleep(0.02)
        shown = reviewer.ask("one", b"")
    assert shown.review is not None
    review = json.loads(bytes(shown.review))
    assert review["names"] == kept["players"]
    assert len(review["hands"]) == len(kept["hands"]) == shown.hands
    for hand, row in zip(review["hands"], desk.table.sheet, strict=True):
        assert hand["scores"] == row.scores
    await reviewer.close()


async def test_a_review_comes_over_http_while_the_tables_go_on(sqlite_server: Server) -> None:
    async with People(sqlite_server.url) as people:
        (ann,) = await people.table(1, rules=SHORT, players=4, bots="random")
        await ann.start()
        await play_all([ann])
        client = await people.enter()
        id = await finished(ann)
        states: list[str] = []
        until = time.monotonic() + 60
        while not states or states[-1] != "done":
            answer = await client.get(f"/api/v1/matches/{id}/review")
            states.append(answer["state"])
            assert time.monotonic() < until
            await asyncio.sleep(0.1)
        assert states[0] == "waiting"
        assert answer["review"]["format"] == "shmear-review"
        assert len(answer["review"]["hands"]) == answer["hands"]
