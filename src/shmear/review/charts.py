"""The pictures of the page, as SVG inside it. Dashes and shapes tell lines apart, colour only helps."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from html import escape

from shmear.review.model import Kind, MatchReview, Player
from shmear.review.words import KIND_WORDS, percent, side_name

DASHES = ("", "7 3", "2 3", "9 3 2 3", "12 4", "4 2", "1 3", "7 2 2 2 2 2")
SHAPES = "osdvxopd"
"""A line's dashes and the shape of its spots, one a side."""

WIDTH = 420
LEFT, RIGHT, TOP, BOTTOM = 34, 10, 8, 34


def chance_chart(review: MatchReview) -> str:
    """The chance of each side to win the match, before the first hand and after each."""
    height = 250
    rows = [review.hands[0].before, *(hand.after for hand in review.hands)]
    bottom = height - BOTTOM

    def across(hand: float) -> float:
        return LEFT + (WIDTH - LEFT - RIGHT) * hand / max(1, len(rows) - 1)

    def down(share: float) -> float:
        return TOP + (bottom - TOP) * (1 - share)

    parts = [_grid(bottom), *_hands_below(review, across, bottom), _below("after hand", height)]
    for side in range(len(review.sides)):
        points = [(across(hand), down(row[side])) for hand, row in enumerate(rows)]
        parts.append(f'<g class="s{side % 8}">{_line(points, side)}</g>')
    ends = ", ".join(
        f"{side_name(review, side)} from {percent(rows[0][side], places=0)} to {percent(rows[-1][side], places=0)} %"
        for side in range(len(review.sides))
    )
    return _svg(height, parts, f"Chance to win the match over the hands: {ends}")


def key(review: MatchReview) -> str:
    """Which line is whose."""
    items = [
        f'<li><svg class="s{side % 8}" viewBox="0 0 48 16" aria-hidden="true">{_line([(6, 8), (24, 8), (42, 8)], side)}'
        f"</svg>{escape(side_name(review, side))}</li>"
        for side in range(len(review.sides))
    ]
    return f'<ul class="key">{"".join(items)}</ul>'


def points_chart(review: MatchReview) -> str:
    """For each hand that was played the points of the bidder's side as a bar, and the bid as a stroke across it."""
    height = 200
    bottom = height - BOTTOM
    bids = [hand.bid if isinstance(hand.bid, int) else len(hand.points) for hand in review.hands]
    most = max([1, *bids, *(hand.taken or 0 for hand in review.hands)])
    room = (WIDTH - LEFT - RIGHT) / len(review.hands)

    def across(hand: float) -> float:
        return LEFT + room * (hand - 0.5)

    def down(points: float) -> float:
        return TOP + (bottom - TOP) * (1 - points / most)

    step = 1 if most <= 6 else 2 if most <= 12 else 5
    parts = [
        f'<line class="rule" x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{down(value):.1f}" y2="{down(value):.1f}"/>'
        f'<text class="soft" x="{LEFT - 6}" y="{down(value) + 4:.1f}" text-anchor="end">{value}</text>'
        for value in range(0, most + 1, step)
    ]
    parts += [*_hands_below(review, across, bottom, first=1), _below("hand", height)]
    for hand, bid in zip(review.hands, bids, strict=True):
        if hand.taken is None:
            continue
        x, wide = across(hand.number), min(24.0, 0.6 * room)
        parts.append(
            f'<rect class="{"made" if hand.made else "set"}" x="{x - wide / 2:.1f}" y="{down(hand.taken):.1f}" '
            f'width="{wide:.1f}" height="{bottom - down(hand.taken):.1f}"/>'
            f'<line class="bid" x1="{x - wide / 2 - 1.5:.1f}" x2="{x + wide / 2 + 1.5:.1f}" y1="{down(bid):.1f}" '
            f'y2="{down(bid):.1f}"/>'
        )
    return _svg(height, parts, "Points of the bidder's side in each hand, and the bid")


def loss_chart(review: MatchReview) -> str:
    """What each kind of decision lost each player on the average: a bar and its figure."""
    rows: list[tuple[Kind, Player]] = [
        (kind, player) for kind in KIND_WORDS for player in review.players if kind in player.kinds
    ]
    most = max([1e-9, *(player.kinds[kind].loss or 0 for kind, player in rows)])
    left, parts, y, last = 150, list[str](), 0, ""
    for kind, player in rows:
        if kind != last:
            y += 20
            parts.append(f'<text x="0" y="{y}" font-weight="600">{KIND_WORDS[kind]}</text>')
            last = kind
        y += 16
        loss = player.kinds[kind].loss or 0
        wide = (WIDTH - left - 60) * loss / most
        name = player.name if len(player.name) <= 20 else player.name[:19] + "…"
        parts.append(
            f'<text x="{left - 8}" y="{y}" text-anchor="end">{escape(name)}</text>'
            f'<rect class="loss" x="{left}" y="{y - 10}" width="{max(1.0, wide):.1f}" height="11"/>'
            f'<text x="{left + wide + 6:.1f}" y="{y}">{percent(loss, places=2)} %</text>'
        )
    return _svg(y + 8, parts, "Average loss of a decision by kind and player")


def _svg(height: int, parts: Sequence[str], label: str) -> str:
    said = escape(label, quote=True)
    return f'<svg viewBox="0 0 {WIDTH} {height}" role="img" aria-label="{said}">{"".join(parts)}</svg>'


def _grid(bottom: float) -> str:
    found: list[str] = []
    for share in (0, 25, 50, 75, 100):
        y = TOP + (bottom - TOP) * (1 - share / 100)
        found.append(
            f'<line class="rule" x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y:.1f}" y2="{y:.1f}"/>'
            f'<text class="soft" x="{LEFT - 6}" y="{y + 4:.1f}" text-anchor="end">{share}</text>'
        )
    return "".join(found)


def _hands_below(review: MatchReview, across: Callable[[float], float], bottom: float, first: int = 0) -> list[str]:
    count = len(review.hands)
    step = 1 if count <= 14 else 2 if count <= 28 else 5 if count <= 70 else 20
    return [
        f'<text class="soft" x="{across(hand):.1f}" y="{bottom + 16}" text-anchor="middle">{hand}</text>'
        for hand in range(first, count + 1)
        if hand % step == 0
    ]


def _below(text: str, height: int) -> str:
    return f'<text class="soft" x="{(WIDTH + LEFT) / 2}" y="{height - 4}" text-anchor="middle">{text}</text>'


def _line(points: Sequence[tuple[float, float]], side: int) -> str:
    path = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    dashes = DASHES[side % 8]
    drawn = f'<polyline class="line" points="{path}"' + (f' stroke-dasharray="{dashes}"/>' if dashes else "/>")
    spots = points if len(points) <= 30 else points[::3]
    return drawn + "".join(_spot(x, y, SHAPES[side % 8]) for x, y in spots)


def _spot(x: float, y: float, shape: str) -> str:
    if shape == "o":
        return f'<circle class="spot full" cx="{x:.1f}" cy="{y:.1f}" r="3"/>'
    if shape == "s":
        return f'<rect class="spot" x="{x - 3:.1f}" y="{y - 3:.1f}" width="6" height="6"/>'
    if shape == "x":
        return f'<path class="line" d="M{x - 3:.1f} {y - 3:.1f}l6 6m0 -6l-6 6"/>'
    corners = {
        "d": ((0, -4), (4, 0), (0, 4), (-4, 0)),
        "v": ((-4, -3), (4, -3), (0, 4)),
        "p": ((-3, -4), (3, -4), (4, 2), (0, 4), (-4, 2)),
    }[shape]
    path = " ".join(f"{x + right:.1f},{y + below:.1f}" for right, below in corners)
    return f'<polygon class="spot" points="{path}"/>'
