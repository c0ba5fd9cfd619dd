"""What may be done at a moment and why, and the rules of this game in a dozen lines."""

from __future__ import annotations

from shmear.game import Bid, DiscardOptions, Forfeit, Pass, Phase, Play, Shoot, View
from shmear.game.setup import TrumpSuit
from shmear.rules.facts import several
from shmear.rules.knobs import FirstLead, PointCard, Protect, SetCosts, TrumpMade
from shmear.rules.ruleset import POINT_WORDS

COMMANDS = (
    "? this help · rules the whole rule book · u last trick · s score sheet",
    "hint what the novice would do · Enter the table again · q save and leave",
)
"""The commands, in two lines."""


def moment(view: View) -> list[str]:
    """What the viewer may do now and why other cards may not be played; each text is a paragraph."""
    texts: list[str] = []
    match view.phase:
        case Phase.AUCTION | Phase.DEALER_CHOICE:
            texts += _calling(view)
        case Phase.TRUMP:
            texts.append("Now: name the suit that is to be trump: c, d, h or s.")
        case Phase.DISCARD:
            texts += _discarding(view)
        case Phase.CALL:
            texts.append(
                "Now: call a card, such as kh. Who holds it is your partner for this hand; if nobody does, you play"
                " alone. You may not call a card that you were dealt"
                + ("".join(f", nor the {rank} of trump" for rank in view.setup.rules.sides.not_callable))
                + "."
            )
        case _:
            texts += _playing(view)
    return texts


def _calling(view: View) -> list[str]:
    rules = view.setup.rules
    said: list[str] = []
    bids = [call.points for call in view.legal if isinstance(call, Bid)]
    if bids:
        said.append(f"bid {bids[0]}" if len(bids) == 1 else f"bid {bids[0]} to {bids[-1]}")
    typed = [f"{bids[0]} or b{bids[0]}"] if bids else []
    for call, words, letters in (
        (Pass(), "pass", "p"),
        (Shoot(), f"shoot for all {rules.total_points} points", "shoot"),
        (Forfeit(), f"forfeit, which costs {rules.auction.forfeit}", "f"),
    ):
        if call in view.legal:
            said.append(words)
            typed.append(letters)
    texts = [f"Now: {', or '.join(said)}. Type {', '.join(typed)}."]
    texts.append(
        f"Each player calls once, higher than the last or pass; bids go from {rules.auction.minimum} to"
        f" {rules.auction.maximum}. When nobody bids, {rules.auction.all_pass.words}."
    )
    return texts


def _discarding(view: View) -> list[str]:
    options, rules = view.legal, view.setup.rules
    if not isinstance(options, DiscardOptions):
        return []
    now = f"Now: discard {several(options.size, 'card')}, to keep {view.setup.tricks}."
    how = "Type their numbers with spaces between; or keep and the numbers to keep; or d for the novice's choice."
    texts = [f"{now} {how}"]
    if options.must:
        texts.append(
            f"You hold more than {several(view.setup.tricks, 'trump')}: every other card goes, and {options.free} of"
            " the trumps."
        )
    elif rules.exchange.protect is Protect.TRUMPS:
        texts.append("Trumps may not be discarded.")
    return texts


def _playing(view: View) -> list[str]:
    rules = view.setup.rules
    cards = " ".join(action.card.symbol for action in view.legal if isinstance(action, Play))
    texts = [f"Now: {'play' if view.trick else 'lead'} one of {cards}. Type its number, or rank and suit, such as jh."]
    reasons: dict[str, list[str]] = {}
    for one, why in view.refused:
        reasons.setdefault(why, []).append(one.symbol)
    texts += [f"Not {' '.join(cards)}: {why}." for why, cards in reasons.items()]
    if view.trump is None:
        no_joker = rules.trump.first_lead is FirstLead.NO_JOKER
        texts.append(
            "The suit of this first card is trump for the hand" + ("; it may not be a joker." if no_joker else ".")
        )
    return texts


def short_rules(view: View) -> list[str]:
    """The rules in a few paragraphs: following, the trumps, every point, what counts for Game, the bid."""
    rules = view.setup.rules
    trump = view.trump if view.trump is not None else view.setup.trumps[3]
    texts = [f"Following: {rules.play.follow.words}.", f"Trumps from the top: {_order(trump)}."]
    if view.trump is None and rules.trump.made is TrumpMade.FIRST_LEAD:
        texts.append("Trump is the suit of the bidder's first lead.")
    points: list[str] = []
    for name, point in rules.points.items():
        worth = f", worth {point.worth}" if point.worth > 1 else ""
        if point.card is PointCard.COUNTING:
            what = point.card.words
        else:
            what = f"{point.card.words}, to {point.to.words}"
        points.append(f"  {POINT_WORDS[name]}: {what}{worth}")
    texts += [f"Points, {rules.total_points} in all:", *points]
    counting = sorted(rules.scoring.counting.items(), key=lambda entry: -entry[1])
    if any(point.card is PointCard.COUNTING for point in rules.points.values()):
        words = ", ".join(f"{'10' if rank == 'T' else rank} {count}" for rank, count in counting if count)
        texts.append(f"Counting points: {words}.")
    costs = "as many as were bid" if rules.scoring.set_costs is SetCosts.BID else str(rules.auction.maximum)
    texts.append(f"A bidder who takes less than the bid is set and loses {costs}.")
    return texts


def _order(trump: TrumpSuit) -> str:
    words: list[str] = []
    for one in reversed(trump.order):
        word = "Jick" if one == trump.jick else one.symbol if one.is_joker else ("10" if one.rank == "T" else one.rank)
        words.append(word or "")
    return " ".join(words)
