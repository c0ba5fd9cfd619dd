"""What the page is put together from: tables, verdicts with sign and word, cards with their colour."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from shmear.cards import Card
from shmear.game.actions import CallCard, Discard, Play, parse_action
from shmear.review.model import Verdict
from shmear.review.verdict import MARKS
from shmear.review.words import said


def table(caption: str, heads: Sequence[str], rows: Sequence[Sequence[str]], *, left: bool = False) -> str:
    """A table of cells that are HTML already; the first of each row is its head."""
    top = "".join(f'<th scope="col">{head}</th>' if head else "<td></td>" for head in heads)
    body = "".join(
        f'<tr><th scope="row">{first}</th>{"".join(f"<td>{cell}</td>" for cell in rest)}</tr>' for first, *rest in rows
    )
    kind = ' class="left"' if left else ""
    head = f"<caption><span>{caption}</span></caption><thead><tr>{top}</tr></thead>"
    return f"<table{kind}>{head}<tbody>{body}</tbody></table>"


def region(label: str, inside: str) -> str:
    """Something that may be wider than the screen: it scrolls by itself, by keyboard too."""
    return f'<div class="wide" role="region" aria-label="{escape(label, quote=True)}" tabindex="0">{inside}</div>'


def mark(word: Verdict) -> str:
    """A verdict as sign and word."""
    return f'<span class="v {word}"><span aria-hidden="true">{MARKS[word]} </span>{word}</span>'


def cards(texts: Sequence[str]) -> str:
    """Cards with their pips, red suits in red."""
    return " ".join(map(card, texts))


def holding(texts: Sequence[str]) -> str:
    """Cards as one holds them: by suit, the high ones first."""
    return cards([str(one) for one in sorted((Card(text) for text in texts), reverse=True)])


def card(text: str) -> str:
    """One card."""
    one = Card(text)
    red = one.suit is not None and one.suit.letter in "DH"
    return f'<span class="red">{one.symbol}</span>' if red else one.symbol


def action(text: str) -> str:
    """An action, with the colours of its cards."""
    one = parse_action(text)
    if isinstance(one, Play):
        return card(str(one.card))
    if isinstance(one, CallCard):
        return f"calls {card(str(one.card))}"
    if isinstance(one, Discard):
        return f"lays away {cards([str(card) for card in one.cards])}"
    return escape(said(text))
