"""The second half of the rule book: play, points, scoring and winning."""

from __future__ import annotations

from shmear.rules.describe import card_word, listed
from shmear.rules.facts import Facts, several
from shmear.rules.knobs import (
    AllPass,
    CalledCard,
    Decide,
    Discards,
    DiscardsScore,
    Floor,
    Follow,
    ForfeitPaidBy,
    GameTie,
    HighLowAmong,
    Partners,
    PointCard,
    PointTo,
    SetCosts,
    TrumpMade,
)
from shmear.rules.ruleset import POINT_WORDS


def play(facts: Facts) -> list[str]:
    """How tricks are played."""
    lead = (
        f"A hand has {facts.tricks} tricks. The bidder leads to the first, and whoever takes a trick leads to the next;"
        " the others play one card each, clockwise. The highest trump in a trick takes it; without a trump, the highest"
        " card of the suit led does."
    )
    follow = {
        Follow.SUIT_OR_TRUMP: (
            "Play a card of the suit led or a trump: you may trump even if you could follow. Only a player who has"
            " neither may play anything, so without the suit led you must play a trump if you have one. When trump is"
            " led, everybody who has a trump must play one."
        ),
        Follow.SUIT_ELSE_ANY: (
            "Follow the suit led if you can; a player who can may not trump. A player who has no card of it may play"
            " anything, trump or not."
        ),
    }[facts.rules.play.follow]
    texts = [lead, follow]
    if facts.jokers:
        texts[0] += " A joker that is led leads trump."
    if facts.partners is Partners.CALLED and facts.rules.sides.called_card is CalledCard.FIRST_TRICK:
        texts[1] += " In the first trick the called card must be played, whatever is led."
    return texts


def points(facts: Facts) -> list[str]:
    """What a hand is played for, as a table, and who gets it."""
    rules = facts.rules
    rows = [("point", "for", "worth", "goes to")]
    for name, point in rules.points.items():
        counted = point.card is PointCard.COUNTING
        to = f"the {_team(facts)} with the most" if counted else point.to.words
        rows.append((POINT_WORDS[name], point.card.words, str(point.worth), to))
    widths = [max(len(row[column]) for row in rows) for column in range(4)]
    lines = ["| " + " | ".join(map(str.ljust, row, widths)) + " |" for row in rows]
    lines.insert(1, "| " + " | ".join("-" * width for width in widths) + " |")
    texts = [f"Together the points are worth {rules.total_points}.", *_high_low(facts)]
    cards = [point for point in rules.points.values() if point.card is not PointCard.COUNTING]
    if any(point.to is PointTo.TAKER for point in cards):
        texts.append("Whoever takes a trick takes the cards in it, their own too.")
    if cards and rules.trump.made is TrumpMade.NAMED:
        texts.append("The point for a card goes to nobody if no such card is played in the hand.")
    elif any(point.card not in (PointCard.HIGHEST, PointCard.LOWEST) for point in cards):
        texts.append("The point for a card that is not played in the hand goes to nobody.")
    if facts.discards is not Discards.NONE and rules.exchange.discards_score is DiscardsScore.BIDDER:
        texts.append("But a card that the bidder discarded counts as taken by the bidder.")
    if facts.partners is not Partners.NONE:
        texts.append("What either partner gets is their side's.")
    return ["\n".join(lines), " ".join(texts)]


def _high_low(facts: Facts) -> list[str]:
    """Which trumps the highest and the lowest are looked for among."""
    points = facts.rules.points
    names = [POINT_WORDS[name] for name, one in points.items() if one.card in (PointCard.HIGHEST, PointCard.LOWEST)]
    if not names:
        return []
    named = listed(names, "or")
    jick, jokers = facts.jick, facts.jokers
    texts: list[str] = []
    match facts.rules.scoring.high_low_among:
        case HighLowAmong.RANKED:
            texts += [f"A joker is never {named}."] if jokers else []
            texts += [f"The Jick can be {named}."] if jick else []
        case HighLowAmong.NATURAL:
            texts += [f"Only a card printed with the trump suit can be {named}."] if jick or jokers else []
        case HighLowAmong.ALL:
            others = [*(["the Jick"] if jick else []), *(["the jokers"] if jokers else [])]
            texts += [f"Any trump can be {named}, {listed(others)} too."] if others else []
    if len(names) > 1:
        texts.append(
            f"One card can be both {listed(names)}." if len(names) == 2 else f"One card can be all of {listed(names)}."
        )
    return texts


def counting(facts: Facts) -> list[str]:
    """What the cards count, and who has the most."""
    if not facts.counting:
        return []
    scoring = facts.rules.scoring
    names = [POINT_WORDS[name] for name, point in facts.rules.points.items() if point.card is PointCard.COUNTING]
    have = {*facts.ranks, *(["joker"] if facts.jokers else [])}
    counts = sorted(scoring.counting.items(), key=lambda entry: -entry[1])
    cards = listed(f"{_each(card)} {count}" for card, count in counts if count and card in have)
    team = _team(facts)
    first = (
        f"For {listed(names)}, every {team} adds up the counting points of the cards in the tricks that it took, of"
        f" every suit: {cards or 'in this deck no card has any'}; the other cards count nothing. The {team} with the"
        f" most gets {listed(names)}."
    )
    tie = {
        GameTie.NOBODY: "nobody gets it",
        GameTie.BIDDER: f"the bidder's {team} gets it if it is among them, else nobody",
    }[scoring.game_tie].replace("bidder's player", "bidder")
    texts = [first, f"If several tie for the most, {tie}."]
    if facts.partners is Partners.HIGH_LOW:
        texts.append("The partners add theirs together first; everybody else counts alone.")
    elif facts.partners is not Partners.NONE:
        texts.append("Those who play together add theirs first.")
    return [" ".join(texts)]


def scoring(facts: Facts) -> list[str]:
    """What a hand does to the score."""
    rules = facts.rules
    alone = facts.partners is Partners.NONE
    costs = {
        SetCosts.BID: "the number bid",
        SetCosts.MAXIMUM: f"{rules.auction.maximum}, the highest bid there is, whatever was bid",
    }[rules.scoring.set_costs]
    bidder = "The bidder" if alone else "The bidder's side"
    made = f"{bidder} makes the bid by taking at least as many points as were bid, and then scores every point taken."
    missed = (
        f"With fewer {'the bidder' if alone else 'the side'} is set: nothing that was taken is scored, and the score"
        f" falls by {costs}. Every other {'player' if alone else 'side'} scores what it took."
    )
    texts = [f"{made} {missed}"]
    if facts.partners is Partners.HIGH_LOW:
        texts.append(
            "If the bidder is one of the partners, the points of both are held against the bid; if not, the bidder's"
            " own are."
        )
    if not alone:
        texts.append("Partners do not divide: each scores all that their side scores, and loses all that it loses.")
    texts.append(
        {
            Floor.ZERO: "A score never falls below zero: who would lose more than they have goes to zero.",
            Floor.NONE: "A score may fall below zero.",
        }[rules.scoring.floor]
    )
    if rules.shoot.allowed:
        texts.append("A hand that was shot is scored as said under Shooting the moon.")
    return [" ".join(texts)]


def smucks(facts: Facts) -> list[str]:
    """Chips, and what brings smucks; nothing where no smucks are played for."""
    rules = facts.rules
    if not rules.has_smucks:
        return []
    alone = facts.partners is Partners.NONE
    each = "A player who" if alone else "Each player of a side that"
    texts = ["Scores are kept in chips. A smuck is a blue chip, kept apart: it is a mark of shame and costs no score."]
    if rules.scoring.set_smucks:
        texts.append(f"{each} is set gains {several(rules.scoring.set_smucks, 'smuck')}.")
    if rules.shoot.allowed and rules.shoot.smucks:
        texts.append(f"{each} fails to shoot the moon gains {several(rules.shoot.smucks, 'smuck')}.")
    if rules.auction.all_pass is AllPass.CHOOSES and rules.auction.forfeit_smucks:
        side = facts.fixed and rules.auction.forfeit_paid_by is ForfeitPaidBy.SIDE
        payer = "each player of the dealer's side" if side else "the dealer"
        texts.append(f"A forfeit brings {payer} {several(rules.auction.forfeit_smucks, 'smuck')}.")
    return [" ".join(texts)]


def winning(facts: Facts) -> list[str]:
    """When the match is over, and who has won."""
    rules, side = facts.rules, facts.side
    bidder = "the bidder's side" if facts.fixed else "the bidder"
    steps = {
        Decide.BIDDER: f"{bidder} wins if among them",
        Decide.MOST: "the highest score wins",
        Decide.PARTNER: "the partner who was called wins if among them",
    }
    order = [step for step in rules.match.decide if step is not Decide.PARTNER or facts.partners is Partners.CALLED]
    sooner = ", or at once when a shooter takes every point" if rules.shoot.allowed else ""
    end = f"The match ends after the hand in which a {side} reaches {facts.unit(rules.match.target)}{sooner}."
    texts = [f"{end} If one {side} has reached it, that {side} wins."]
    when = f"If several {side}s have"
    for step in order:
        texts.append(f"{when}, {steps[step]}.")
        when = "If that does not decide it"
    texts.append("If nothing decides it, the match is a draw.")
    if facts.fixed and _forfeit_by_dealer(facts):
        texts.append("Where partners have different scores, because one paid a forfeit alone, the higher counts.")
    return [" ".join(texts)]


def _forfeit_by_dealer(facts: Facts) -> bool:
    """Whether partners' scores can come apart: only where the dealer alone pays a forfeit."""
    auction = facts.rules.auction
    return auction.all_pass is AllPass.CHOOSES and auction.forfeit_paid_by is ForfeitPaidBy.DEALER


def _team(facts: Facts) -> str:
    return "player" if facts.partners is Partners.NONE else "side"


def _each(card: str) -> str:
    return f"a {card_word(card)}" if card not in ("A", "8") else f"an {card_word(card)}"
