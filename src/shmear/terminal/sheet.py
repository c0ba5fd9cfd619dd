"""The score sheet as one keeps it on paper: a row a hand, a column a point, and what everybody has."""

from __future__ import annotations

from collections.abc import Iterator, Sized
from typing import NamedTuple

from rich import box
from rich.console import Console
from rich.measure import Measurement
from rich.table import Table
from rich.text import Text

from shmear.cards import Suit
from shmear.game import Outcome, Over, Setup
from shmear.record import Replay, ReplayedHand
from shmear.rules.line import to_line
from shmear.rules.ruleset import POINT_WORDS
from shmear.terminal.cards import SUIT_STYLE
from shmear.terminal.names import Names
from shmear.terminal.telling import winners

_SHORT = {
    "high": "H",
    "low": "L",
    "jack": "J",
    "jick": "Ji",
    "big_joker": "BJ",
    "little_joker": "LJ",
    "three": "3",
    "game": "G",
}


class _Form(NamedTuple):
    """How much a sheet shows: a column a point, or none; each change beside the total, or the total only."""

    points: bool
    changes: bool
    short: bool = False


_FORMS = (
    _Form(True, True),
    _Form(True, True, True),
    _Form(True, False),
    _Form(True, False, True),
    _Form(False, False, True),
)


def print_sheet(done: Replay, console: Console, *, me: int | None = None) -> None:
    """Print the sheet of a match with its title, its key and, when it is over, its winners."""
    names = Names(done.names, me)
    rules = done.setup.rules
    console.print(Text(f"{rules.title} to {rules.match.target}", style="bold"))
    console.print(Text(to_line(rules, done.setup.players), style="dim"))
    console.print(score_sheet(done, me=me, width=console.width, console=console))
    console.print(Text(_key(done.setup, names), style="dim"))
    if done.match.is_over:
        console.print(winners(done.match, names))


def score_sheet(done: Replay, *, me: int | None = None, width: int = 80, console: Console | None = None) -> Table:
    """The sheet of a match as a table no wider than `width`, as long as that leaves room for the scores.

    `me` is the seat that is addressed as "You".
    """
    console = console or Console(width=width)
    table = _table(done, Names(done.names, me), _FORMS[-1])
    for form in _FORMS:
        table = _table(done, Names(done.names, me), form)
        if Measurement.get(console, console.options.update(max_width=500), table).maximum <= width:
            break
    return table


def _columns(done: Replay) -> list[tuple[int, ...]]:
    """The seats that share a column: a side's, where its players always have the same score; else each alone."""
    matches = [done.start, *(hand.after for hand in done.hands)]
    found: list[tuple[int, ...]] = []
    for side in done.setup.sides:
        same = all(len({(match.scores[seat], match.smucks[seat]) for seat in side}) == 1 for match in matches)
        found += [side] if same else [(seat,) for seat in side]
    return found


def _table(done: Replay, names: Names, form: _Form) -> Table:
    rules, columns, short = done.setup.rules, _columns(done), names.initials()
    table = Table(box=box.SQUARE, padding=(0, 0), collapse_padding=True, header_style="bold", show_edge=True)
    table.add_column("#", justify="right")
    table.add_column("D")
    table.add_column("bid", no_wrap=True)
    for name in rules.points if form.points else ():
        table.add_column(_SHORT[name], no_wrap=True, justify="center")
    table.add_column("", no_wrap=True)
    for seats in columns:
        parts = [short[seat] if form.short or len(seats) > 1 else names[seat] for seat in seats]
        table.add_column("+".join(parts), justify="right", no_wrap=True)
    if any(done.start.scores):
        table.add_row("", "", "", *_blanks(rules.points if form.points else ()), "", *_carried(done, columns))
    for number, hand in enumerate(done.hands, start=1):
        table.add_row(str(number), *_row(hand, columns, short, form))
    if rules.has_smucks:
        smucks = [str(done.match.smucks[seats[0]] or "") for seats in columns]
        table.add_section()
        table.add_row("", "", "smucks", *_blanks(rules.points if form.points else ()), "", *smucks)
    return table


def _blanks(points: Sized) -> list[str]:
    return [""] * len(points)


def _carried(done: Replay, columns: list[tuple[int, ...]]) -> list[str]:
    return [str(done.start.scores[seats[0]]) for seats in columns]


def _row(hand: ReplayedHand, columns: list[tuple[int, ...]], short: list[str], form: _Form) -> Iterator[str | Text]:
    last = hand.last
    yield short[last.public.dealer]
    contract = last.public.contract
    bid = Text("")
    if contract is not None:
        bid = Text(f"{short[contract.bidder]} {'moon' if contract.shooting else contract.bid}")
        if contract.trump is not None:
            bid.append("♣♦♥♠"[contract.trump], style=SUIT_STYLE[Suit(contract.trump)])
    yield bid
    result = last.result() if isinstance(last, Over) else None
    for name in last.setup.rules.points if form.points else ():
        won = None if result is None else result.points.get(name)
        yield "" if won is None else "-" if won.side is None else "".join(short[seat] for seat in won.side)
    yield _ending(result.outcome if result is not None else None, result.made if result is not None else None)
    for seats in columns:
        seat = seats[0]
        change = hand.after.scores[seat] - hand.before.scores[seat]
        marks = "*" * (hand.after.smucks[seat] - hand.before.smucks[seat])
        total = f"{hand.after.scores[seat]}{marks}" if result is not None else ""
        yield f"{change:+} {total:>3}" if change and form.changes else f"{total:>3}"


def _ending(outcome: Outcome | None, made: bool | None) -> Text:
    if outcome is None:
        return Text("open")
    if outcome is Outcome.PLAYED:
        return Text("made") if made else Text("SET", style="bold red")
    return Text("forf" if outcome is Outcome.FORFEIT else "thrown")


def _key(setup: Setup, names: Names) -> str:
    short = names.initials()
    seats = ", ".join(f"{short[seat]} {names[seat]}" for seat in range(len(names)) if short[seat] != names[seat])
    points = ", ".join(f"{_SHORT[name]} {POINT_WORDS[name]}" for name in setup.rules.points)
    smuck = "; * a smuck" if setup.rules.has_smucks else ""
    return f"D dealer; {seats}; {points}{smuck}"
