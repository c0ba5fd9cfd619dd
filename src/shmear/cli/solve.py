"""``shmear solve``: the best play with all hands open (docs/solver.md)."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Annotated, Any, cast

import typer

from shmear.cli.options import error_line
from shmear.record import Found, RecordError, encode, find


def solve_command(
    files: Annotated[
        list[str], typer.Argument(metavar="FILE", help="Problems, one a line (.jsonl); - for standard input.")
    ],
    as_json: Annotated[bool, typer.Option("--json", help="Print one line of JSON a problem.")] = False,
    jobs: Annotated[int, typer.Option("--jobs", min=1, max=64, help="Problems solved at a time.")] = 1,
) -> None:
    """Solve hands with all cards open: what every card leads to. Exit code 2 if any problem is wrong.

    A line is four hands of plain cards ({"hands": …, "leader": …, "trump": …, "played": …, "follow": …, "objective":
    "tricks"}) or a match record whose last hand is being played ({"record": {…}}).
    """
    from concurrent.futures import ThreadPoolExecutor

    failed = False
    with ThreadPoolExecutor(jobs) as pool:
        # A bounded number ahead of what is printed, so that an endless input is answered as it comes.
        waiting: list[Any] = []
        places = (found for file in files for found in find(file, sys.stdin.buffer, lines=True))
        for found, answer in _in_order(pool, places, waiting, 2 * jobs):
            if "error" in answer:
                failed = True
            if as_json:
                print(encode(answer), flush=True)
            elif "error" in answer:
                typer.echo(error_line(answer["error"], found.place), err=True)
            else:
                print(_words(answer), flush=True)
    if failed:
        raise typer.Exit(2)


def _in_order(pool: Any, places: Iterator[Found], waiting: list[Any], ahead: int) -> Iterator[tuple[Found, Any]]:
    for found in places:
        waiting.append((found, pool.submit(answer_to, found)))
        if len(waiting) >= ahead:
            first, future = waiting.pop(0)
            yield first, future.result()
    for first, future in waiting:
        yield first, future.result()


def answer_to(found: Found) -> dict[str, Any]:
    """The answer to one line: ``to_play``, ``scores``, ``best`` and ``nodes``, or ``error``."""
    from shmear.search.problems import ProblemError, read_problem, solve_problem

    try:
        given: Any = found.decode()
        if isinstance(given, dict) and "record" in given:
            return _record(cast("dict[str, Any]", given))
        problem = read_problem(cast("object", given))
        scores, nodes = solve_problem(problem)
        named = {str(card): tricks for card, tricks in scores.items()}
        return {"to_play": problem.to_play, "scores": named, "best": max(scores.values()), "nodes": nodes}
    except ProblemError as error:
        return {"error": {"hand": None, "action": error.key, "seat": error.seat, "message": error.message}}
    except RecordError as error:
        return error.to_dict()
    except RecursionError:
        return RecordError("the text is nested too deeply to be a problem").to_dict()


def _record(given: dict[str, Any]) -> dict[str, Any]:
    from shmear.game import Phase
    from shmear.record import replay
    from shmear.search.solve import solve_hand

    others = [key for key in given if key != "record"]
    if others:
        short = others[0] if len(others[0]) <= 40 else others[0][:39] + "…"
        raise RecordError(f'"{short}" does not go with "record"', short)
    done = replay(given["record"])
    state = done.unfinished
    last = len(done.hands) - 1
    if state is None:
        raise RecordError(
            "no hand of the record is under way: there is nothing to solve", hand=last if done.hands else None
        )
    if state.phase is not Phase.PLAY:
        wanted = "a hand is solved once its first lead is to be made, or later"
        raise RecordError(f"the hand has not come to the play of the cards; {wanted}", state.phase.value, hand=last)
    solved = solve_hand(state)
    scores = {str(card): int(value) for card, value in solved.scores.items()}
    return {
        "to_play": solved.to_play,
        "objective": "points of the side to play minus points of the best other side",
        "scores": scores,
        "best": int(solved.best),
        "nodes": solved.nodes,
    }


def _words(answer: dict[str, Any]) -> str:
    """An answer as a line for people: the best cards first."""
    scores: dict[str, int] = answer["scores"]
    order = sorted(scores.items(), key=lambda one: -one[1])
    cards = "  ".join(f"{card} {value}" for card, value in order)
    unit = "tricks" if "objective" not in answer else "points ahead"
    return f"seat {answer['to_play']} to play, {unit}: {cards}"
