"""``shmear score``: judge matches on record (docs/record.md)."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Annotated

import typer

from shmear.cli.options import error_line
from shmear.record import Found, RecordError, Replay, encode, find, from_deal_line, replay, report, to_deal_line


def score_command(
    files: Annotated[
        list[str] | None,
        typer.Argument(metavar="FILE", help="Records: .json, .jsonl (one a line), - standard input."),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one line of JSON a record.")] = False,
    trace: Annotated[bool, typer.Option("--trace", help="Every decision with what was legal.")] = False,
    deal: Annotated[
        str | None, typer.Option("--deal", metavar="LINE", help="Judge one deal written on one line.")
    ] = None,
    as_deals: Annotated[bool, typer.Option("--deals", help="Print each hand as a deal on one line.")] = False,
) -> None:
    """Judge matches on record: a score sheet, or JSON for programs. Exit code 2 if any record is illegal."""
    if not files and deal is None:
        raise typer.BadParameter("give a FILE, - for standard input, or --deal LINE", param_hint="FILE")
    failed = False
    for found in _all(files or [], deal):
        try:
            record = from_deal_line(deal or "") if found.place == DEAL else found.decode()
            done = replay(record)
            text = _json(done, trace=trace) if as_json else None
        except RecordError as error:
            failed = True
            _complain(found.place, error, as_json=as_json)
            continue
        except RecursionError:
            failed = True
            _complain(found.place, RecordError("the text is nested too deeply to be a record"), as_json=as_json)
            continue
        if text is not None:
            print(text, flush=True)
        elif as_deals:
            for hand in done.hands:
                print(to_deal_line(hand.last, hand.before))
        else:
            _sheet(done, trace=trace)
    if failed:
        raise typer.Exit(2)


DEAL = "--deal"


def _all(files: list[str], deal: str | None) -> Iterator[Found]:
    if deal is not None:
        yield Found(DEAL)
    for file in files:
        yield from find(file, sys.stdin.buffer)


def _json(done: Replay, *, trace: bool) -> str:
    return encode(report(done, trace=trace))


def _complain(place: str, error: RecordError, *, as_json: bool) -> None:
    if as_json:
        print(encode(error.to_dict()), flush=True)
        return
    typer.echo(error_line(error.to_dict()["error"], place), err=True)


def _sheet(done: Replay, *, trace: bool) -> None:
    from shmear.record.score import decision
    from shmear.terminal.console import make_console
    from shmear.terminal.sheet import print_sheet

    print_sheet(done, make_console())
    if trace:
        for number, hand in enumerate(done.hands, start=1):
            for state in hand.states:
                if state.to_act is not None:
                    said = decision(state)
                    legal = said["legal"]
                    words = encode(legal) if isinstance(legal, dict) else " ".join(map(str, legal))
                    print(f"hand {number} · {done.names[state.to_act]} · {said['phase']}: {words}")
