"""How a review speaks: actions, hands, percentages and sides in few words."""

from __future__ import annotations

from shmear.cards import Card, Suit
from shmear.game.actions import CallCard, Discard, NameTrump, Play, parse_action
from shmear.review.model import Account, Decided, Hand, Kind, MatchReview, OpenFigure
from shmear.rules.ruleset import POINT_WORDS

KIND_WORDS: dict[Kind, str] = {
    "call": "calls",
    "trump": "trump named",
    "discard": "discards",
    "partner": "called cards",
    "card": "cards played",
}

OPEN_WORDS: dict[OpenFigure, str] = {
    "ahead": "points ahead of the best other side, all hands open",
    "taken": "points of the caller's side with the hand bought, all hands open",
}

ACCOUNT_WORDS = {
    "deal": "own cards",
    "cards": "hidden cards",
    "own": "own decisions",
    "partner": "partner's decisions",
    "others": "others' decisions",
    "change": "together",
}
"""The parts of an account in the order in which they are shown, and their sum."""


def said(action: str) -> str:
    """An action, given in its text form, as one reads it: ``J♥``, ``bid 3``, ``hearts``, ``lays away 2♣ 3♦``."""
    one = parse_action(action)
    if isinstance(one, Play):
        return one.card.symbol
    if isinstance(one, CallCard):
        return f"calls {one.card.symbol}"
    if isinstance(one, NameTrump):
        return one.suit.word
    if isinstance(one, Discard):
        return " ".join(["lays away", *(card.symbol for card in one.cards)])
    return action


def card(text: str) -> str:
    """A card's text form with its pip."""
    return Card(text).symbol


def percent(share: float, *, places: int = 1, signed: bool = False) -> str:
    """A share in percent, a true minus before a negative one, and none before zero."""
    text = f"{100 * share:{'+' if signed else ''}.{places}f}"
    if not any(digit in text for digit in "123456789"):
        return text.lstrip("+-")
    return text.replace("-", "\N{MINUS SIGN}")


def side_name(review: MatchReview, side: int) -> str:
    """The players of a side: ``Ann + Cleo``."""
    return " + ".join(review.names[seat] for seat in review.sides[side])


def hand_words(review: MatchReview, hand: Hand) -> str:
    """What became of a hand, in a line."""
    if hand.outcome == "forfeit":
        return f"{review.names[hand.dealer]} forfeited the hand"
    if hand.outcome == "redeal" or hand.bidder is None or hand.trump is None:
        return "the cards were thrown in"
    what = "shot the moon" if hand.bid == "shoot" else f"bid {hand.bid}"
    suit = Suit.parse(hand.trump).symbol
    end = "made it" if hand.made else "was set"
    return f"{review.names[hand.bidder]} {what} in {suit}, took {hand.taken} and {end}"


def point_words(review: MatchReview, hand: Hand) -> list[tuple[str, str]]:
    """The points of a hand, and who got each."""
    found: list[tuple[str, str]] = []
    for name, seats in hand.points.items():
        who = "nobody" if seats is None else " + ".join(review.names[seat] for seat in seats)
        found.append((POINT_WORDS[name], who))
    return found


def result_words(review: MatchReview) -> str:
    """How the match ended."""
    if review.winners is None:
        return "nobody has won yet"
    who = " + ".join(review.names[seat] for seat in review.winners)
    sides = sum(any(seat in (review.winners or ()) for seat in side) for side in review.sides)
    return f"{who} won" if sides == 1 else f"a draw: {who}"


def loss_words(one: Decided) -> str:
    """What a decision lost, with its sampling error."""
    return f"{percent(one.loss)} ± {percent(one.loss_error)} %"


def account_parts(account: Account, *, partners: bool) -> list[tuple[str, float]]:
    """The parts of an account with their words; a partner's only where there are partners."""
    names = [name for name in ACCOUNT_WORDS if partners or name != "partner"]
    return [(ACCOUNT_WORDS[name], getattr(account, name)) for name in names]


def has_partners(review: MatchReview) -> bool:
    """Whether any side has more than one seat."""
    return any(len(side) > 1 for side in review.sides)
