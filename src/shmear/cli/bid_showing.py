"""How ``shmear bid`` says what it found: a chart for the terminal, or JSON."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import TYPE_CHECKING

from rich.console import Console
from rich.table import Table
from rich.text import Text

from shmear.cards import Suit
from shmear.game import Action, Bid, Pass, Phase, Shoot, View
from shmear.game.sorting import in_order
from shmear.terminal.cards import SUIT_STYLE, cards_text

if TYPE_CHECKING:
    from shmear.cli.bid import Weighed


def json_text(seen: View, weighed: Sequence[Weighed], why: str, worlds: int, seed: int) -> str:
    """The answer as one line of JSON: each figure with its standard error."""

    def rounded(pair: tuple[float, float] | None) -> list[float] | None:
        return None if pair is None else [round(pair[0], 5), round(pair[1], 5)]

    calls = [
        {
            "call": str(one.call),
            "made": rounded(one.made),
            "trump": None if one.suit is None else Suit(one.suit).letter,
            "points": rounded(one.points),
            "win": rounded(one.win),
            "behind": rounded(one.behind),
        }
        for one in weighed
    ]
    asked = {
        "game": seen.setup.rules.name,
        "players": seen.setup.players,
        "seat": seen.seat,
        "dealer": seen.public.dealer,
        "scores": seen.scores,
        "holding": [str(card) for card in seen.dealt],
        "calls": [str(call) for call in seen.public.calls],
        "worlds": worlds,
        "seed": seed,
    }
    return json.dumps({**asked, "best": str(weighed[0].call), "why": why, "weighed": calls})


def print_weighed(console: Console, seen: View, weighed: Sequence[Weighed], why: str, worlds: int, seed: int) -> None:
    """Print the answer: what was asked, the chart, and why."""
    setup = seen.setup
    title = f"{setup.rules.title}, {setup.players} players, to {setup.rules.match.target}"
    console.print(Text.assemble((title, "bold"), f": {_place(seen)}"))
    console.print(Text.assemble("You hold ", cards_text(in_order(seen.dealt, None)), "."))
    console.print(Text(_so_far(seen)))
    console.print()
    _chart(console, seen, weighed)
    console.print()
    console.print(Text.assemble((f"{_named(weighed[0].call)[:1].upper()}{_named(weighed[0].call)[1:]}. ", "bold"), why))
    close = [_named(one.call) for one in weighed[1:] if one.close]
    if close:
        said = f"{_and(close)} {'is' if len(close) == 1 else 'are'} too close to tell; ask for more --worlds."
        console.print(Text(said[:1].upper() + said[1:]))
    console.print()
    note = f"{worlds} ways the other cards may lie, seed {seed}; ± is one standard error."
    console.print(Text(note, style="dim"))


def _place(seen: View) -> str:
    seat, dealer = seen.seat or 0, seen.public.dealer
    partners = [other for other in seen.setup.side_of[seat] if other != seat]
    with_ = f", with seat {' and '.join(map(str, partners))}" if partners else ""
    return f"you sit in seat {seat}{with_}; {'you deal' if dealer == seat else f'seat {dealer} deals'}."


def _so_far(seen: View) -> str:
    """The score and the calls, as a sentence each."""
    n = seen.setup.players
    scores = seen.scores
    score = f"All scores are {scores[0]}." if len(set(scores)) == 1 else f"The scores are {_listed(scores)}."
    said: list[str] = []
    if set(seen.public.calls) == {Pass()} and len(seen.public.calls) > 1:
        return f"{score} {'Everybody' if seen.phase is Phase.DEALER_CHOICE else 'Everybody before you'} passed."
    for place, call in enumerate(seen.public.calls):
        seat = (seen.public.dealer + 1 + place) % n
        does = "passes" if isinstance(call, Pass) else "shoots" if isinstance(call, Shoot) else f"bids {_named(call)}"
        said.append(f"seat {seat} {does}".replace("bids bid", "bids"))
    calls = ", ".join(said) or "you call first"
    return f"{score} {calls[:1].upper()}{calls[1:]}."


def _listed(numbers: Sequence[int]) -> str:
    return f"{', '.join(map(str, numbers[:-1]))} and {numbers[-1]}, from seat 0 on"


def _and(words: Sequence[str]) -> str:
    return f"{', '.join(words[:-1])} and {words[-1]}" if len(words) > 1 else words[0]


def _named(call: Action) -> str:
    return f"bid {call.points}" if isinstance(call, Bid) else str(call)


def _chart(console: Console, seen: View, weighed: Sequence[Weighed]) -> None:
    """The calls in their order, with bars for the chance to make each and the chance to win the match."""
    most = max(one.win[0] for one in weighed)
    top = next(share for share in (0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0) if share >= min(1.0, most))
    bidding = any(one.made is not None for one in weighed)
    room = max(8, console.width - (53 if bidding else 32))
    plain = not _can_show(console, "█▌±")
    wide = 0 if console.width < 60 else room // 2 if bidding else room
    grid = Table(box=None, pad_edge=False, padding=(0, 2 if wide else 1, 0, 0), header_style="bold", show_edge=False)
    grid.add_column("call", no_wrap=True)
    if bidding:
        grid.add_column("to make it", no_wrap=True, width=11 + wide)
        grid.add_column("trump", no_wrap=True)
    grid.add_column("points", no_wrap=True, justify="right")
    grid.add_column("to win the match" if wide else "to win", no_wrap=True, width=(15 if plain else 14) + wide)
    order = {call: place for place, call in enumerate(seen.legal)}
    for one in sorted(weighed, key=lambda one: order[one.call]):
        best = one is weighed[0]
        row = [Text(f"{_named(one.call)}{' *' if best else ''}")]
        if bidding:
            row.append(_made(one, wide, plain=plain))
            suit = None if one.suit is None else Suit(one.suit)
            row.append(Text("") if suit is None else Text(f"{suit.symbol}", style=SUIT_STYLE[suit]))
        row.append(Text(f"{one.points[0]:.1f}"))
        share = f"{100 * one.win[0]:5.1f} % {'+-' if plain else '±'} {100 * one.win[1]:.1f} "
        row.append(Text.assemble(share, (_bar(one.win[0] / top, wide, plain=plain), "cyan")))
        grid.add_row(*row, style="bold" if best else "")
    console.print(grid)
    bars = f" Bars are full at {'100 % and ' if bidding else ''}{100 * top:.0f} %."
    console.print(Text(f"* the best call.{bars if wide else ''}", style="dim"))


def _made(one: Weighed, wide: int, *, plain: bool) -> Text:
    if one.made is None:
        return Text("")
    share = f"{100 * one.made[0]:3.0f} % {'+-' if plain else '±'} {100 * one.made[1]:.0f} "
    return Text.assemble(f"{share:10}", (_bar(one.made[0], wide, plain=plain), "green"))


def _bar(share: float, wide: int, *, plain: bool) -> str:
    halves = round(2 * wide * min(1.0, max(0.0, share)))
    if plain:
        return "#" * ((halves + 1) // 2)
    return "█" * (halves // 2) + "▌" * (halves % 2)


def _can_show(console: Console, text: str) -> bool:
    try:
        text.encode(console.encoding)
    except (UnicodeEncodeError, LookupError):
        return False
    return True
