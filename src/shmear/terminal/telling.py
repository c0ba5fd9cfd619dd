"""What happened, in sentences: calls, trump, discards, tricks, and what a hand came to."""

from __future__ import annotations

from rich.text import Text

from shmear.cards import BITS, Card, Suit
from shmear.game import (
    Action,
    CallCard,
    Contract,
    Discard,
    HandResult,
    HandState,
    Match,
    NameTrump,
    Outcome,
    Over,
    Phase,
    Play,
    PointWon,
    PublicHand,
)
from shmear.game.exchange import kitty_taken
from shmear.game.sorting import in_order
from shmear.rules.describe import capital
from shmear.rules.facts import Facts, several
from shmear.rules.knobs import Discards, Partners, PointCard, PointTo, TrumpMade
from shmear.rules.ruleset import POINT_WORDS, Point
from shmear.terminal.cards import card_text, cards_text
from shmear.terminal.names import Names
from shmear.terminal.render import call_words


def auction(public: PublicHand, names: Names) -> Text:
    """Every call of an auction in one sentence, the dealer's choice with it."""
    n = len(names)
    parts: list[str] = []
    for place, call in enumerate(public.calls):
        seat = (public.dealer + 1 + place) % n
        parts.append(f"{names.inside(seat)} {call_words(call, names, seat)}")
    return Text(f"Auction: {', '.join(parts)}.")


def step(before: HandState, after: HandState, names: Names) -> list[Text]:
    """What one action has brought about that everybody sees, apart from calls and tricks; mostly nothing."""
    contract = after.public.contract
    if contract is None:
        return []
    lines: list[Text] = []
    bidder = contract.bidder
    old = before.public.contract
    if old is None and before.public.phase in (Phase.AUCTION, Phase.DEALER_CHOICE):
        lines.append(auction(after.public, names))
    if contract.trump is not None and (old is None or old.trump is None):
        suit = Suit(contract.trump)
        if before.public.phase is Phase.PLAY:
            lead = Text(f"{names.does(bidder, 'lead')} ") + card_text(after.public.plays[0])
            lines.append(lead.append(f": {suit.word} are trump."))
        else:
            lines.append(Text(f"{names.does(bidder, 'name')} {suit.word} trump."))
    named = before.setup.rules.trump.made is TrumpMade.NAMED
    taken = kitty_taken(before.setup, before.deal.undealt, contract).bit_count()
    if taken and before.public.phase in ((Phase.TRUMP,) if named else (Phase.AUCTION, Phase.DEALER_CHOICE)):
        word = Facts(before.setup.rules, before.setup.players).kitty_word
        lines.append(Text(f"{names.does(bidder, 'take')} the {word}: {several(taken, 'card')}."))
    if before.public.phase is Phase.DISCARD and after.public.phase is not Phase.DISCARD:
        everyone = before.setup.rules.exchange.discards is Discards.EVERYONE
        if everyone:
            lines.append(Text(f"Everybody has discarded to {several(before.setup.tricks, 'card')}."))
        else:
            count = after.discards[bidder].bit_count()
            lines.append(Text(f"{names.does(bidder, 'discard')} {several(count, 'card')}."))
    if before.public.phase is Phase.CALL and contract.called is not None:
        lines.append(_called(contract, names))
    return lines


def _called(contract: Contract, names: Names) -> Text:
    assert contract.called is not None, "a card was called"
    text = Text(f"{names.does(contract.bidder, 'call')} ") + card_text(contract.called)
    if contract.partner is None:
        alone = f"{names.inside(contract.bidder)} {names.verb(contract.bidder, 'play')} alone"
        return text.append(f": nobody holds it, {alone}.")
    partner = contract.partner
    who = f"{names.inside(partner)} {names.verb(partner, 'have')} it and {names.verb(partner, 'are')} the partner"
    return text.append(f": {who}.")


def trick(number: int, leader: int, cards: tuple[Card, ...], winner: int | None, names: Names) -> list[Text]:
    """A trick on one line, in pieces as they fall: a title, each seat's card, and who takes it."""
    pieces = [Text(f"Trick {number}: ")]
    for place, one in enumerate(cards):
        seat = (leader + place) % len(names)
        end = ", " if place + 1 < len(cards) else "."
        pieces.append(Text(f"{names.inside(seat)} ") + card_text(one) + Text(end))
    if winner is not None:
        verb = names.verb(winner, "take")
        pieces.append(Text(f" {names[winner]} {verb} it.", style="bold" if winner == names.me else ""))
    return pieces


def summary(hand: HandState, before: Match, after: Match, names: Names) -> list[Text]:
    """What a finished hand came to: each point with its reason, the bid, what slept, and the score."""
    assert isinstance(hand, Over), "the hand is over"
    result, rules = hand.result(), hand.setup.rules
    lines: list[Text] = []
    if result.outcome is Outcome.REDEAL:
        lines.append(auction(hand.public, names))
        lines.append(Text("Nobody bids: the cards are thrown in and dealt again."))
        return lines
    if result.outcome is Outcome.FORFEIT:
        lines.append(auction(hand.public, names))
    else:
        wide = max(len(POINT_WORDS[name]) for name in rules.points)
        for name, point in rules.points.items():
            reason = _reason(hand, result, point, result.points[name], names)
            lines.append(Text.assemble((f"  {POINT_WORDS[name]:{wide}}  ", "bold"), reason))
        lines.append(Text(_pair(hand, result, names) + _verdict(hand, result, names), style="bold"))
    lines += _asleep(hand)
    lines.append(_scores(before, after, names))
    return lines


def _reason(hand: Over, result: HandResult, point: Point, won: PointWon, names: Names) -> Text:
    if point.card is PointCard.COUNTING:
        return Text(_game(result, won, names))
    if won.seat is None or won.card is None:
        return Text(_missing(hand, point))
    note = ""
    if point.card in (PointCard.HIGHEST, PointCard.LOWEST):
        note = f", the {point.card.value} trump in play"
    text = Text(names[won.seat])
    if won.card not in hand.public.plays:
        return text.append(" laid away ") + card_text(won.card)
    player = hand.public.player_of(won.card, hand.setup.players)
    if point.to is PointTo.PLAYER:
        return text.append(" played ") + card_text(won.card) + Text(note)
    text = text.append(" took ") + card_text(won.card) + Text(note)
    return text if player == won.seat else text.append(f", played by {names.inside(player)}")


def _missing(hand: Over, point: Point) -> str:
    """Why nobody has a point that is for a card."""
    contract = hand.public.contract
    if contract is None or contract.trump is None or point.card in (PointCard.HIGHEST, PointCard.LOWEST):
        return "nobody: no such trump was played"
    one = hand.setup.trumps[contract.trump].card_for(point.card)
    if one is not None and any(BITS[one] & mask for mask in hand.discards):
        return f"nobody: {one.symbol} was discarded"
    return f"nobody: {one.symbol if one is not None else 'the card'} was asleep"


def _game(result: HandResult, won: PointWon, names: Names) -> str:
    totals = sorted(
        ((sum(result.game_count[seat] for seat in side), side) for side in result.sides),
        key=lambda entry: (-entry[0], entry[1]),
    )
    best = totals[0][0]
    if won.side is None:
        tied = [names.listed(side) for total, side in totals if total == best]
        return f"nobody: {' / '.join(tied)} tie with {best} counting points"
    own = sum(result.game_count[seat] for seat in won.side)
    others = ", ".join(f"{total} {names.listed(side)}" for total, side in totals if side != won.side and total)
    head = capital(names.listed(won.side))
    return f"{head} with {own} counting points" + (f"; {others}" if others else "")


def _pair(hand: Over, result: HandResult, names: Names) -> str:
    """Who were partners, where that came out in the hand only."""
    if hand.setup.partners is not Partners.HIGH_LOW:
        return ""
    pair = next((side for side in result.sides if len(side) > 1), None)
    if pair is None:
        return ""
    head = capital(names.listed(pair))
    return f"{head} were partners. "


def _verdict(hand: Over, result: HandResult, names: Names) -> str:
    contract = result.contract
    assert contract is not None, "a hand that was played has a contract"
    side = result.side_of(contract.bidder)
    took = result.side_points[result.sides.index(side)]
    who = names[contract.bidder]
    had = f"with {several(took, 'point')}"
    if contract.shooting:
        return f"{who} shot the moon and {'made it' if result.made else 'missed it'} {had}."
    own = "your" if contract.bidder == names.me else "the"
    if result.made:
        return f"{who} bid {contract.bid} and made {own} bid {had}."
    return f"{who} bid {contract.bid} and {'were' if contract.bidder == names.me else 'was'} set {had}."


def _asleep(hand: Over) -> list[Text]:
    contract = hand.public.contract
    taken = 0 if contract is None else kitty_taken(hand.setup, hand.deal.undealt, contract)
    asleep = [one for one in hand.deal.undealt if not BITS[one] & taken]
    trump = None if contract is None or contract.trump is None else hand.setup.trumps[contract.trump]
    if not asleep:
        return []
    if len(asleep) > 14:
        trumps = [one for one in in_order(asleep, trump) if trump is not None and trump.height[one]]
        text = Text(f"Asleep: {len(asleep)} cards")
        return [text.append(", of trump ") + cards_text(trumps)] if trumps else [text.append(", no trump")]
    return [Text("Asleep: ") + cards_text(in_order(asleep, trump))]


def _scores(before: Match, after: Match, names: Names) -> Text:
    parts: list[str] = []
    for seat in range(len(names)):
        change = after.scores[seat] - before.scores[seat]
        chips = after.smucks[seat] - before.smucks[seat]
        note = f" ({change:+})" if change else ""
        note += f" and {several(chips, 'smuck')}" if chips else ""
        parts.append(f"{names[seat]} {after.scores[seat]}{note}")
    return Text(f"Score: {', '.join(parts)}.")


def winners(match: Match, names: Names) -> Text:
    """How the match ended."""
    won = match.winners or ()
    score = max((match.scores[seat] for seat in won), default=0)
    sides = {match.setup.side_of[seat] for seat in won}
    if len(sides) > 1:
        return Text(f"The match is a draw between {names.listed(won)}, with {score}.", style="bold")
    head = capital(names.listed(won))
    verb = "win" if len(won) > 1 or won == (names.me,) else "wins"
    return Text(f"{head} {verb} the match with {score}.", style="bold")


def action_words(action: Action) -> str:
    """An action in words for a hint: ``play J♥``."""
    match action:
        case Play():
            return f"play {action.card.symbol}"
        case CallCard():
            return f"call {action.card.symbol}"
        case NameTrump():
            return f"name {action.suit.word} trump"
        case Discard():
            return f"discard {' '.join(one.symbol for one in action.cards)}"
        case _:
            return str(action)
