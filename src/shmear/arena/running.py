"""Where tasks are played: in this process, in a pool of processes, or on a Ray cluster. The results are the same.

Each generator yields the results as they come in, in any order; closing it, or an exception in it such as Ctrl-C,
ends what is still being played.
"""

from __future__ import annotations

import importlib
import multiprocessing
import signal
import socket
from collections.abc import Generator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from typing import Any

from shmear.arena.plan import ArenaError, Plan, code_digest
from shmear.arena.playing import play_task
from shmear.arena.tally import TaskResult

Results = Generator[TaskResult, None, None]
"""Results as they come in; to be closed."""
AHEAD = 3
"""Tasks handed out for each that is being played, so that no worker waits."""


def run(plan: Plan, numbers: Sequence[int], *, jobs: int = 1, ray: str | None = None) -> Results:
    """Play the tasks of these numbers: `jobs` at a time here, or on the Ray cluster at an address.

    The address ``local`` starts a cluster of `jobs` workers on this machine. Raises `ArenaError` where Ray is not
    installed or does not answer.
    """
    if ray is not None:
        return _on_ray(plan, numbers, jobs, ray)
    if min(jobs, len(numbers)) > 1:
        return _in_processes(plan, numbers, jobs)
    return (play_task(plan, number) for number in numbers)


def _in_processes(plan: Plan, numbers: Sequence[int], jobs: int) -> Results:
    others = set(multiprocessing.active_children())
    pool = ProcessPoolExecutor(
        min(jobs, len(numbers)), mp_context=multiprocessing.get_context("spawn"), initializer=_leave_ctrl_c
    )
    left = iter(numbers)
    playing: set[Future[TaskResult]] = set()
    try:
        while True:
            for number in left:
                playing.add(pool.submit(play_task, plan, number))
                if len(playing) >= AHEAD * jobs:
                    break
            if not playing:
                break
            done, playing = wait(playing, return_when=FIRST_COMPLETED)
            for future in done:
                yield future.result()
    except BrokenProcessPool:
        raise ArenaError("a worker process was ended from outside; is there enough memory for so many jobs?") from None
    finally:
        if playing:  # cut short: nobody waits for matches that nobody will count
            pool.shutdown(wait=False, cancel_futures=True)
            for child in set(multiprocessing.active_children()) - others:
                child.terminate()
        pool.shutdown()


def _leave_ctrl_c() -> None:
    """Ctrl-C reaches every process at the terminal; the one that started the workers ends them."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _on_ray(plan: Plan, numbers: Sequence[int], jobs: int, address: str) -> Results:
    ray = _ray()
    started = not ray.is_initialized()
    if started:
        _reach(address)
        local = {"num_cpus": jobs, "include_dashboard": False} if address == "local" else {}
        try:
            ray.init(address=address, log_to_driver=False, logging_level="error", **local)
        except (ConnectionError, RuntimeError, ValueError) as error:
            raise ArenaError(f"no Ray cluster answers at {address}: {error}") from error
    task = ray.remote(_play_same)
    # Put once and read by every worker, instead of sent along with each task.
    given, code = ray.put(plan), code_digest()
    left = iter(numbers)
    playing: list[Any] = []
    try:
        ahead = AHEAD * max(1, int(ray.cluster_resources().get("CPU", 1)))
        while True:
            for number in left:
                playing.append(task.remote(given, code, number))
                if len(playing) >= ahead:
                    break
            if not playing:
                break
            done, playing = ray.wait(playing)
            for one in done:
                try:
                    yield ray.get(one)
                except ray.exceptions.RayTaskError as error:
                    if isinstance(error.cause, ArenaError):
                        raise error.cause from None
                    raise
    finally:
        for one in playing:
            ray.cancel(one, force=True)
        if started:
            ray.shutdown()


def _reach(address: str) -> None:
    """Refuse an address where nobody listens: Ray itself would try for minutes."""
    host, colon, port = address.removeprefix("ray://").rpartition(":")
    if not colon or not port.isdecimal():
        return
    try:
        socket.create_connection((host.strip("[]"), int(port)), timeout=10).close()
    except (OSError, OverflowError) as error:
        raise ArenaError(f"no Ray cluster answers at {address}: {error}") from error


def _play_same(plan: Plan, code: str, number: int) -> TaskResult:
    """`play_task` on a machine whose package has to be the same as that of the machine that asks."""
    if code_digest() != code:
        raise ArenaError("a machine of the cluster has another shmear installed than this one; its bots may differ")
    return play_task(plan, number)


def _ray() -> Any:
    # By name: Ray is an extra, and neither the command nor the type checker may need it.
    try:
        return importlib.import_module("ray")
    except ImportError:
        raise ArenaError("Ray is not installed here; pip install 'shmear[cluster]'") from None
