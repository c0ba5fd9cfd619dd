"""A review in the terminal: players, hands, the decisions that cost something; and a bar while it is made."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Generator

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table
from rich.text import Text

from shmear.review.model import Decided, Hand, MatchReview, Tally
from shmear.review.verdict import ACCURATE, MARKS, VERDICTS
from shmear.review.words import ACCOUNT_WORDS, hand_words, has_partners, percent, result_words, said, side_name


def print_review(review: MatchReview, console: Console, seat: int | None = None) -> None:
    """Print a review: of all players, or with the decisions of one seat only, and then all of those."""
    console.print(Text(f"{review.title} to {review.target} · {result_words(review)}", style="bold"))
    for note in review.notes:
        console.print(Text(f"Note: {note}."))
    console.print(Text(f"{review.worlds} worlds a decision, seed {review.seed}; chances and losses in % of the match."))
    seats = list(range(len(review.names))) if seat is None else [seat]
    for table in (_players(review, seats), _luck(review, seats)):
        console.print()
        console.print(table)
    for hand in review.hands:
        console.print()
        _print_hand(review, hand, console, seat)


@contextlib.contextmanager
def progress(console: Console) -> Generator[Callable[[int, int], None]]:
    """A bar with the time left, on a terminal and nowhere else; what is given is told how many actions are done."""
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(elapsed_when_finished=True),
    )
    with Progress(*columns, console=console, disable=not console.is_terminal) as bar:
        task = bar.add_task("actions", total=None)

        def told(done: int, of: int) -> None:
            bar.update(task, completed=done, total=of)

        yield told


def _players(review: MatchReview, seats: list[int]) -> Table:
    table = _table("Decisions", "player", "best+good", "loss", "auction", "play", *VERDICTS)
    for seat in seats:
        one = review.players[seat]
        accuracy = one.all.accuracy
        table.add_row(
            one.name,
            "–" if accuracy is None else f"{percent(accuracy, places=0)} %",
            *map(_mean, (one.all, one.parts["auction"], one.parts["play"])),
            *(str(one.verdicts[word]) for word in VERDICTS),
        )
    return table


def _luck(review: MatchReview, seats: list[int]) -> Table:
    parts = [name for name in ACCOUNT_WORDS if has_partners(review) or name != "partner"]
    heads = [ACCOUNT_WORDS[name] for name in parts]
    table = _table(
        "Chance to win the match gained (+) or lost (\N{MINUS SIGN}) over the hands", "player", "luck", *heads
    )
    for seat in seats:
        account = review.players[seat].account
        figures = [account.luck, *(getattr(account, name) for name in parts)]
        table.add_row(review.names[seat], *(percent(one, signed=True) for one in figures))
    return table


def _print_hand(review: MatchReview, hand: Hand, console: Console, seat: int | None) -> None:
    console.print(Text(f"Hand {hand.number} · {hand_words(review, hand)}", style="bold"))
    sides = range(len(review.sides))
    moved = [
        f"{side_name(review, side)} {percent(hand.before[side], places=0)} → {percent(hand.after[side], places=0)}"
        for side in sides
    ]
    console.print(Text(f"  {', '.join(moved)} %", style="dim"))
    for one in hand.decisions:
        if one.seat == seat or (seat is None and one.verdict not in ACCURATE):
            for line in decision_lines(review, one):
                console.print(Text(line))


def decision_lines(review: MatchReview, one: Decided) -> list[str]:
    """A decision in one line or two: the verdict, what was done, what would have been better, what it cost."""
    first = f"  {MARKS[one.verdict]:>2} {one.verdict}: {review.names[one.seat]} {said(one.chosen)}"
    if one.loss <= 0:
        return [first]
    lines = [f"{first}; best {said(one.best)}, lost {percent(one.loss)} ± {percent(one.loss_error)} %"]
    if one.open_loss is not None and one.verdict not in ACCURATE:
        points = f"{one.open_loss} point{'' if one.open_loss == 1 else 's'}"
        lines.append(f"       with all hands open it lost {points if one.open_loss else 'nothing'}")
    return lines


def _table(title: str, first: str, *heads: str) -> Table:
    table = Table(
        box=SIMPLE_HEAD,
        show_edge=False,
        pad_edge=False,
        padding=(0, 1, 0, 0),
        title=title,
        title_justify="left",
        title_style="bold",
        header_style="bold",
    )
    table.add_column(first)
    for head in heads:
        table.add_column(head, justify="right")
    return table


def _mean(one: Tally) -> str:
    return "–" if one.loss is None else percent(one.loss, places=2)
