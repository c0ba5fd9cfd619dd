"""A review as one file for the browser: it asks for nothing else, and reads on a phone and on paper."""

from __future__ import annotations

from html import escape

from shmear.review.charts import chance_chart, key, loss_chart, points_chart
from shmear.review.model import MatchReview, Tally
from shmear.review.page_hand import hand_section
from shmear.review.page_parts import mark, region, table
from shmear.review.page_style import STYLE
from shmear.review.verdict import BLUNDER, INACCURACY, MISTAKE, VERDICTS
from shmear.review.words import ACCOUNT_WORDS, has_partners, percent, result_words, side_name
from shmear.review.writing import only


def page(review: MatchReview, seat: int | None = None) -> str:
    """The page of a review; with a seat, with the decisions of that seat alone."""
    shown = review if seat is None else only(review, seat)
    title = escape(f"{review.title}: {', '.join(review.names)}")
    body = [
        f"<h1>{title}</h1>",
        _headline(review),
        *(f"<p><strong>Note:</strong> {escape(note)}.</p>" for note in review.notes),
        "" if seat is None else f"<p>Only the decisions of {escape(review.names[seat])} are listed.</p>",
        _match(review),
        _players(review),
        "<h2>Hands</h2>",
        *(hand_section(shown, hand) for hand in shown.hands),
        _method(review),
    ]
    return "\n".join(
        (
            "<!doctype html>",
            '<html lang="en">',
            "<head>",
            '<meta charset="utf-8">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">",
            f"<title>{title}</title>",
            f"<style>{STYLE}</style>",
            "</head>",
            f"<body><main>{''.join(body)}</main></body>",
            "</html>",
            "",
        )
    )


def _headline(review: MatchReview) -> str:
    hands = _count(len(review.hands), "hand")
    return f"<p><strong>{escape(_first_up(result_words(review)))}</strong>, to {review.target} points, {hands}.</p>"


def _match(review: MatchReview) -> str:
    names = [side_name(review, side) for side in range(len(review.sides))]
    rows = [["at the start", *(f"{percent(one)} %" for one in review.hands[0].before)]]
    rows += [[f"after hand {hand.number}", *(f"{percent(one)} %" for one in hand.after)] for hand in review.hands]
    figures = table("Chance to win the match", ["", *map(escape, names)], rows)
    return (
        "<h2>The match</h2>"
        f"<figure><figcaption>Chance to win the match, %</figcaption>{chance_chart(review)}{key(review)}</figure>"
        f"<details><summary>The same in figures</summary>{figures}</details>"
        "<figure><figcaption>Points of the bidder's side, and the bid (thick stroke). Filled: made; dashed: set."
        f"</figcaption>{points_chart(review)}</figure>"
    )


def _players(review: MatchReview) -> str:
    decisions = table(
        "Decisions: how many were best or good, and the chance to win lost by a decision on the average",
        ["player", "best or good", "loss", "in the auction", "in the play", *(mark(word) for word in VERDICTS)],
        [
            [
                escape(one.name),
                "–" if one.all.accuracy is None else f"{percent(one.all.accuracy, places=0)} %",
                *map(_loss, (one.all, one.parts["auction"], one.parts["play"])),
                *(str(one.verdicts[word]) for word in VERDICTS),
            ]
            for one in review.players
        ],
    )
    parts = [name for name in ACCOUNT_WORDS if has_partners(review) or name != "partner"]
    luck = table(
        "Luck and skill: chance to win gained or lost over all hands, in %",
        ["player", "luck", *(ACCOUNT_WORDS[name] for name in parts)],
        [
            [
                escape(one.name),
                percent(one.account.luck, signed=True),
                *(percent(getattr(one.account, name), signed=True) for name in parts),
            ]
            for one in review.players
        ],
    )
    return (
        f"<h2>Players</h2>{region('Decisions by player', decisions)}{region('Luck and skill by player', luck)}"
        '<p class="soft">Luck is own cards and hidden cards. All parts but luck add up, with it, to “together”, which '
        "is how far the chance to win moved over these hands.</p>"
        f"<figure><figcaption>Loss by kind of decision, on the average</figcaption>{loss_chart(review)}</figure>"
    )


def _method(review: MatchReview) -> str:
    bounds = [percent(one) for one in (INACCURACY, MISTAKE, BLUNDER)]
    return (
        "<h2>How to read this</h2>"
        f"<p>Every action is weighed by what its seat knew then: its cards, the calls, the cards played. The unseen "
        f"cards are imagined in {review.worlds} ways or more (fewer where hands are long to solve), the same for all "
        "actions of a decision, and the hand is bid and played to its end. ± is one standard error from the number of "
        "ways.</p>"
        f"<p>The word goes by how much of the chance to win was lost for sure, beyond the sampling error: "
        f"{mark('good')} below {bounds[0]} %, {mark('inaccuracy')} from {bounds[0]} %, {mark('mistake')} from "
        f"{bounds[1]} %, {mark('blunder')} from {bounds[2]} %; {mark('best')} where nothing was better.</p>"
        "<p>“All hands open” is what somebody who saw every card could have got: for a card the points of the own side "
        "less those of the best other side, for a bid the points that the caller is sure of if the hand is bought. "
        "Nobody could know it: a good decision may look bad there, and that is bad luck.</p>"
    )


def _loss(one: Tally) -> str:
    if one.loss is None or one.loss_error is None:
        return "–"
    return f"{percent(one.loss, places=2)} ± {percent(one.loss_error, places=2)} %"


def _count(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"


def _first_up(text: str) -> str:
    return text[:1].upper() + text[1:]
