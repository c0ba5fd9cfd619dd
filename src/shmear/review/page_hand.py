"""One hand of the page: it folds away, and has the deal, the auction, the tricks, and what every decision cost."""

from __future__ import annotations

from html import escape

from shmear.cards import Suit
from shmear.review.model import Decided, Hand, MatchReview, OpenFigure, Option
from shmear.review.page_parts import action, card, cards, holding, mark, region, table
from shmear.review.verdict import ACCURATE
from shmear.review.words import account_parts, hand_words, has_partners, percent, point_words

KIND_ONE = {"call": "call", "trump": "trump", "discard": "discard", "partner": "called card", "card": "card"}


def hand_section(review: MatchReview, hand: Hand) -> str:
    """A hand, folded."""
    costly = [one for one in hand.decisions if one.verdict not in ACCURATE]
    worst = max(costly, key=lambda one: one.sure_loss, default=None)
    flag = "" if worst is None else f" · {mark(worst.verdict)}"
    became = escape(hand_words(review, hand))
    parts = [
        f'<details id="hand-{hand.number}"><summary><h3>Hand {hand.number}</h3> · {became}{flag}</summary>',
        _costs(review, costly),
        region(f"Deal of hand {hand.number}", _deal(review, hand)),
        _auction(review, hand),
        _tricks(review, hand) if hand.tricks else "",
        _points(review, hand),
        region(f"Luck and skill in hand {hand.number}", _accounts(review, hand)),
        _all(review, hand),
        "</details>",
    ]
    return "".join(parts)


def _costs(review: MatchReview, costly: list[Decided]) -> str:
    if not costly:
        return "<p>No decision of this hand cost anything that is sure.</p>"
    items = [f"<li>{_sentence(review, one)}</li>" for one in costly]
    return f'<h4>What it cost</h4><ul class="costs">{"".join(items)}</ul>'


def _sentence(review: MatchReview, one: Decided) -> str:
    who = escape(review.names[one.seat])
    told = (
        f"{mark(one.verdict)}: {who}, {action(one.chosen)}. Best was {action(one.best)}; it lost {percent(one.loss)} ± "
        f"{percent(one.loss_error)} % of the match"
    )
    points = abs(one.points_loss)
    if points >= 0.05:
        told += f" and {'' if one.points_loss > 0 else 'won '}{points:.1f} points of the hand"
    told += "."
    if one.open_loss is not None:
        lost = "nothing" if not one.open_loss else f"{one.open_loss} point{'' if one.open_loss == 1 else 's'}"
        told += f" With all hands open: {lost} lost."
    return told


def _deal(review: MatchReview, hand: Hand) -> str:
    rows = [
        [escape(review.names[seat]) + (" (dealer)" if seat == hand.dealer else ""), holding(hand.deal[seat])]
        for seat in range(len(review.names))
    ]
    rows.append(["undealt", holding(hand.undealt) if hand.undealt else "–"])
    return table("The deal", ["seat", "cards"], rows, left=True)


def _auction(review: MatchReview, hand: Hand) -> str:
    verdicts = [one for one in hand.decisions if one.kind == "call"]
    by_place = {one.number: one for one in verdicts}
    said: list[str] = []
    for place, (seat, call) in enumerate(hand.auction):
        one = by_place.get(place)
        said.append(f"{escape(review.names[seat])} {escape(call)}" + (f" ({mark(one.verdict)})" if one else ""))
    rest = [
        f"{escape(review.names[one.seat])}: {action(one.chosen)} ({mark(one.verdict)})"
        for one in hand.decisions
        if one.kind not in ("call", "card")
    ]
    after = f"<p>Before the play: {'; '.join(rest)}.</p>" if rest else ""
    trump = f" Trump: {Suit.parse(hand.trump).word}." if hand.trump else ""
    return f"<h4>The auction</h4><p>{', '.join(said)}.{trump}</p>{after}"


def _tricks(review: MatchReview, hand: Hand) -> str:
    n = len(review.names)
    by_place = {one.number: one for one in hand.decisions}
    heads = "".join(f'<th scope="col">{escape(name)}</th>' for name in review.names)
    rows: list[str] = []
    for count, trick in enumerate(hand.tricks, start=1):
        cells = [""] * n
        for place, (text, number) in enumerate(zip(trick.cards, trick.numbers, strict=True)):
            seat = (trick.leader + place) % n
            one = by_place.get(number)
            led = '<span aria-hidden="true">▸</span><span class="hidden">led </span>' if not place else ""
            took = '<span class="hidden">, took the trick</span>' if seat == trick.winner else ""
            under = f'<span class="under">{mark(one.verdict)}</span>' if one else ""
            kind = ' class="took"' if seat == trick.winner else ""
            cells[seat] = f"<td{kind}>{led}{card(text)}{took}{under}</td>"
        rows.append(f'<tr><th scope="row">{count}</th>{"".join(cells)}</tr>')
    found = (
        '<table class="left"><caption><span>The tricks</span></caption>'
        f'<thead><tr><th scope="col">trick</th>{heads}</tr></thead>'
        f"<tbody>{''.join(rows)}</tbody></table>"
    )
    legend = (
        '<p class="soft">▸ led; underlined: took the trick; without a word: the only card that could be played.</p>'
    )
    return region(f"Tricks of hand {hand.number}", found) + legend


def _points(review: MatchReview, hand: Hand) -> str:
    told = [f"{escape(name)}: {escape(who)}" for name, who in point_words(review, hand)]
    scores = ", ".join(
        f"{escape(name)} {score} ({delta:+})"
        for name, score, delta in zip(review.names, hand.scores, hand.deltas, strict=True)
    )
    slept = f" Not played: {cards(hand.asleep)}." if hand.asleep else ""
    points = f"{'; '.join(told)}.{slept} " if told else ""
    return f"<p>{points}Scores: {scores}.</p>"


def _accounts(review: MatchReview, hand: Hand) -> str:
    partners = has_partners(review)
    heads = ["player", *(word for word, _ in account_parts(hand.accounts[0], partners=partners))]
    rows = [
        [
            escape(review.names[one.seat]),
            *(percent(value, signed=True) for _, value in account_parts(one, partners=partners)),
        ]
        for one in hand.accounts
    ]
    return table("Luck and skill: how the chance to win moved, in %", heads, rows)


def _all(review: MatchReview, hand: Hand) -> str:
    if not hand.decisions:
        return ""
    tables = "".join(_decision(review, one) for one in hand.decisions)
    head = f"All {len(hand.decisions)} decisions, and what else could have been done"
    return f"<details><summary>{head}</summary>{tables}</details>"


def _decision(review: MatchReview, one: Decided) -> str:
    heads = ["action", "chance to win, %", "behind the best, %", "points", "bid made, %"]
    if one.open_figure is not None:
        heads.append("all hands open: " + ("ahead" if one.open_figure == "ahead" else "if bought"))
    rows = "".join(
        _option(option, chosen=option.action == one.chosen, figure=one.open_figure) for option in one.options
    )
    top = "".join(f'<th scope="col" class="roomy">{head}</th>' for head in heads)
    title = f"{escape(review.names[one.seat])}, {KIND_ONE[one.kind]}: {action(one.chosen)}, {mark(one.verdict)}"
    found = (
        f"<table><caption><span>{title}</span></caption><thead><tr>{top}</tr></thead><tbody>{rows}</tbody></table>"
        f'<p class="soft">From {one.worlds} worlds.</p>'
    )
    return region(f"Decision {one.number + 1} of the hand", found)


def _option(one: Option, *, chosen: bool, figure: OpenFigure | None) -> str:
    made = "–" if one.made is None else f"{percent(one.made)} ± {percent(one.made_error or 0)}"
    cells = [
        f"{percent(one.win)} ± {percent(one.win_error)}",
        "–" if one.behind <= 0 else f"{percent(one.behind)} ± {percent(one.behind_error)}",
        f"{one.points:.2f} ± {one.points_error:.2f}",
        made,
    ]
    if figure is not None:
        points = "–" if one.open is None else f"{one.open:+}" if figure == "ahead" else str(one.open)
        cells.append(points.replace("-", "\N{MINUS SIGN}"))
    name = action(one.action) + (" (chosen)" if chosen else "")
    body = "".join(f"<td>{cell}</td>" for cell in cells)
    return f'<tr{" class=chosen" if chosen else ""}><th scope="row">{name}</th>{body}</tr>'
