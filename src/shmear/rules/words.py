"""The rule book: a rule set at a number of players in plain English, so that people could play from it alone.

Every sentence follows from the fields of the rule set. A paragraph is one line, for whoever prints it to wrap.
"""

from __future__ import annotations

from shmear.rules.describe import card_word, difference, knob_table, listed
from shmear.rules.facts import Facts, several
from shmear.rules.knobs import (
    AllPass,
    CalledCard,
    Discards,
    DiscardsScore,
    FirstLead,
    Floor,
    ForfeitPaidBy,
    Jokers,
    Match,
    Partners,
    Redealer,
    ShootFailure,
    ShootNeeds,
    ShootSuccess,
    TrumpMade,
)
from shmear.rules.line import counts_text
from shmear.rules.reading import RulesError
from shmear.rules.ruleset import RuleSet
from shmear.rules.words_scoring import counting, play, points, scoring, smucks, winning

__all__ = ["difference", "knob_table", "rule_book"]


def rule_book(rules: RuleSet, players: int) -> str:
    """The rules of a game at a number of players: headings (``## ``), paragraphs, numbered steps and a table.

    `RulesError` for a number of players that the rules do not allow.
    """
    if players not in rules.deal.players:
        raise RulesError(counts_text(rules.deal.players), key="players", value=players)
    facts = Facts(rules, players)
    sections = (
        (f"# {rules.title}, {players} players", _game(facts)),
        ("## Players and partners", _players(facts)),
        ("## Cards and deal", _deal(facts)),
        ("## Bidding", _bidding(facts)),
        ("## Shooting the moon", _shooting(facts)),
        (f"## {_trump_heading(facts)}", _trump(facts)),
        ("## Order of the trumps", _order(facts)),
        ("## Play", play(facts)),
        ("## Points", points(facts)),
        ("## Counting points", counting(facts)),
        ("## Scoring a hand", scoring(facts)),
        ("## Chips and smucks", smucks(facts)),
        ("## Winning", winning(facts)),
    )
    return "\n\n".join("\n\n".join([heading, *paragraphs]) for heading, paragraphs in sections if paragraphs) + "\n"


def _game(facts: Facts) -> list[str]:
    n, rules = facts.players, facts.rules
    how = {
        Partners.NONE: "each alone",
        Partners.ACROSS: f"in {n // 2} pairs across the table",
        Partners.DRAWN: f"in {n // 2} pairs drawn at random",
        Partners.CALLED: "with partners that change every hand",
        Partners.HIGH_LOW: "with partners that the cards make every hand",
        Partners.EXPLICIT: "in sides that they agree on",
    }[facts.partners]
    first = (
        f"{n} players, {how}, play hands of {several(facts.tricks, 'trick')} for {several(rules.total_points, 'point')}"
        f" with a deck of {facts.deck} cards."
    )
    second = (
        "The player who bids the most chooses the trump suit and has to take as many points as were bid; the match goes"
        f" on, hand after hand, until a {facts.side} reaches {facts.unit(rules.match.target)}."
    )
    return [f"{first} {second}"]


def _players(facts: Facts) -> list[str]:
    n, half = facts.players, facts.players // 2
    text = {
        Partners.NONE: "Everybody plays alone: each player is a side of one.",
        Partners.ACROSS: (
            f"Partners sit across from each other: your partner is the player across from you, {half} seats to your"
            f" left and {half} to your right. So there are {half} pairs, and each is a side for the whole match."
        ),
        Partners.DRAWN: (
            f"When the match starts, {half} pairs are drawn at random; where you sit does not matter. Each pair is a"
            " side for the whole match."
        ),
        Partners.CALLED: (
            "Partners change every hand: the bidder calls a card, and the player who holds it is the bidder's partner"
            " for that hand. All the others are one team against them. Each player keeps a score of their own."
        ),
        Partners.HIGH_LOW: (
            "Partners change every hand, and nobody knows them before the last trick is over: then the player who got"
            " High and the player who got Low are partners for that hand. A player who got both is alone, and so is"
            " everybody else; if High or Low went to nobody, all are alone. Each player keeps a score of their own."
        ),
        Partners.EXPLICIT: (
            "When the match starts, the players agree who plays with whom. Those who play together are a side for the"
            " whole match."
        ),
    }[facts.partners]
    counts = facts.rules.deal.players
    return [f"{text} The game is for {_count_words(counts)} players; this page is for {n}."]


def _count_words(counts: tuple[int, ...]) -> str:
    run = len(counts) > 2 and max(counts) - min(counts) == len(counts) - 1
    return f"{min(counts)} to {max(counts)}" if run else listed(counts, "or")


def _deal(facts: Facts) -> list[str]:
    names = [_rank(rank) for rank in facts.ranks]
    suit = f"the {listed(names)} of each suit" if len(names) > 1 else f"the four cards of the rank {names[0]}"
    cards = "the usual 52 cards" if len(names) == 13 else f"{suit}, {4 * len(names)} cards"
    jokers = {
        Jokers.NONE: "",
        Jokers.LOW: ", with a Big and a Little Joker",
        Jokers.EQUAL: ", with two jokers, the Big and the Little one",
    }
    deck = f"The deck is {cards}{jokers[facts.rules.deck.jokers]}" + (f": {facts.deck} cards." if facts.jokers else ".")
    once = facts.rules.deal.at_a_time
    rest = facts.cards % once
    if once >= facts.cards:
        how = "all at once"
    elif once == 1:
        how = "one at a time"
    else:
        how = f"{once} at a time" + (f", the last time {rest}" if rest else "")
    deal = (
        "The first dealer is drawn at random; after each hand the deal moves one seat to the left, clockwise."
        f" Starting on the dealer's left, each player is dealt {several(facts.cards, 'card')}, {how}."
    )
    return [deck, f"{deal} {_undealt(facts)}"]


def _undealt(facts: Facts) -> str:
    left: list[str] = []
    if facts.kitty:
        which = f"The next {facts.kitty}" if facts.asleep else f"The {facts.kitty} not dealt"
        left.append(f"{which} {'is' if facts.kitty == 1 else 'are'} the {facts.kitty_word}, face down.")
    if facts.asleep:
        which = "other card sleeps" if facts.asleep == 1 else f"{facts.asleep} other cards sleep"
        left.append(f"The {which}: nobody sees {'it' if facts.asleep == 1 else 'them'} before the hand is over.")
    return " ".join(left) or "No card is left over."


def _bidding(facts: Facts) -> list[str]:
    auction, shoot = facts.rules.auction, facts.rules.shoot.allowed
    low, high = auction.minimum, auction.maximum
    numbers = f"bid a number of points from {low} to {high}" if low < high else f"bid {several(low, 'point')}"
    higher = ", higher than any bid before it" if low < high else ", if nobody has yet"
    ways = [f"{numbers}{higher}", *(["shoot the moon (see below)"] if shoot else []), "pass"]
    start = "There is one round of calls. It starts on the dealer's left and ends with the dealer"
    texts = [f"{start}, and each player calls once: {', or '.join(ways)}."]
    if auction.may_match is Match.DEALER and not (low == high and auction.maximum_ends):
        texts.append("The dealer need not go higher: the dealer may match the highest bid and so take it over.")
    after = [f"A bid of {high} ends the round at once."] if auction.maximum_ends else []
    if not after:
        may = ["pass", *(["shoot"] if shoot else [])]
        match = ", except that the dealer may match it" if auction.may_match is Match.DEALER else ""
        after = [f"After a bid of {high}, the highest there is, the rest may only {listed(may, 'or')}{match}."]
    texts += [*after, "The highest bid wins, and whoever made it is the bidder."]
    if facts.asleep:
        texts.append("Any bid is allowed, even if the cards for so many points turn out to be asleep.")
    return [" ".join(texts), _all_pass(facts)]


def _all_pass(facts: Facts) -> str:
    auction, shoot = facts.rules.auction, facts.rules.shoot.allowed
    minimum = auction.minimum
    again = {Redealer.SAME: "the same dealer deals again", Redealer.NEXT: "the next player to the left deals"}
    if auction.all_pass is AllPass.STUCK:
        least = f"{minimum} or more" if minimum < auction.maximum else str(minimum)
        least += ", or shoot if that is open to the dealer" if shoot else ""
        return f"If everybody else has passed, the dealer may not pass: the dealer has to bid {least}."
    if auction.all_pass is AllPass.REDEAL_BEFORE_DEALER:
        return (
            "If everybody before the dealer has passed, the dealer does not get to call: the cards are thrown in, and"
            f" {again[auction.redealer]}."
        )
    if auction.all_pass is AllPass.REDEAL_AFTER:
        return f"If everybody passes, the dealer too, the cards are thrown in, and {again[auction.redealer]}."
    choices = [f"play at {minimum}", *(["shoot"] if shoot else []), "forfeit"]
    payer = "the dealer"
    if facts.fixed:
        side = auction.forfeit_paid_by is ForfeitPaidBy.SIDE
        payer = "each player of the dealer's side" if side else "the dealer, though not the dealer's partners,"
    costs = [f"loses {facts.unit(auction.forfeit)}"] if auction.forfeit else []
    costs += [f"gains {several(auction.forfeit_smucks, 'smuck')}"] if auction.forfeit_smucks else []
    text = (
        f"If everybody passes, the dealer too, the dealer chooses: {listed(choices, 'or')}. In a forfeit no cards are"
        f" played: {payer} {listed(costs) or 'loses nothing'}, and the next player to the left deals."
    )
    if shoot and facts.rules.shoot.first_hand:
        counts = "counts" if auction.forfeit_counts else "does not count"
        now = "no longer" if auction.forfeit_counts else "still"
        text += f" A forfeited hand {counts} as a hand: if it was the first of the match, the next is {now} the first."
    return text


def _shooting(facts: Facts) -> list[str]:
    shoot, total = facts.rules.shoot, facts.rules.total_points
    if not shoot.allowed:
        return []
    least = shoot.from_score
    if facts.rules.scoring.floor is Floor.ZERO and least <= 0:
        who = "Anybody may shoot."
    else:
        who = f"To shoot, a player needs a score of at least {facts.unit(least) if least > 0 else least}"
        who += "; in the first hand of the match everybody may." if shoot.first_hand else "."
    first = (
        f"Whoever shoots the moon undertakes to take every point there is, {total} in all, and is the bidder: shooting"
        f" is higher than any bid, and nobody can go over it or match it. {who}"
    )
    if facts.kitty:
        takes = "takes" if shoot.takes_kitty else "does not take"
        first += f" The shooter {takes} the {facts.kitty_word}."
    texts = [first]
    alone = facts.partners is Partners.NONE
    if shoot.alone and facts.partners is Partners.HIGH_LOW:
        alone = True
        texts.append("A hand with a shooter has no partners: everybody is alone in it.")
    side = "the shooter" if alone else "the shooter's side"
    score = "the score of the shooter" if alone else "the score of each player on that side"
    winner = "wins" if alone or facts.fixed else "the shooter alone wins"
    cost = {
        ShootFailure.ZERO: f"{score} becomes zero",
        ShootFailure.TARGET: f"{score} falls by {facts.rules.match.target}",
    }[shoot.failure]
    tricks = shoot.needs is ShootNeeds.TRICKS
    every = f"all {total}, and every trick too" if tricks else f"all {total}"
    below = ""
    if shoot.success is ShootSuccess.MATCH_OR_ZERO:
        below = " But a score below zero then only becomes zero, and the match goes on."
    texts.append(
        f"If {side} takes {every}, {side} scores them and {winner} the match at once.{below} Otherwise the shot fails"
        f" and {cost}; it fails too if a point goes to nobody, because its card sleeps for example. The others score"
        " what they took either way."
    )
    return texts


def _trump_heading(facts: Facts) -> str:
    parts = ["Trump", *([f"the {facts.kitty_word}"] if facts.kitty else [])]
    parts += ["the discards"] if facts.discards is Discards.EVERYONE else []
    parts += ["the called card"] if facts.partners is Partners.CALLED else []
    return listed(parts)


def _trump(facts: Facts) -> list[str]:
    named = facts.rules.trump.made is TrumpMade.NAMED
    steps = ["The bidder names one of the four suits as trump."] if named else []
    if facts.kitty:
        shot = facts.rules.shoot
        only = " (a shooter does not)" if shot.allowed and not shot.takes_kitty else ""
        steps.append(f"The bidder takes the {several(facts.kitty, 'card')} of the {facts.kitty_word}{only}.")
    if facts.discards is not Discards.NONE:
        steps.append(_discarding(facts))
    if facts.partners is Partners.CALLED:
        steps.append(_calling(facts))
    if named:
        lead = "The bidder leads to the first trick"
        joker = facts.jokers and facts.rules.trump.first_lead is FirstLead.NO_JOKER
        steps.append(f"{lead}: any card but a joker." if joker else f"{lead}: any card.")
    else:
        joker = " That card may not be a joker." if facts.jokers else ""
        jack = (
            " A jack led here makes its own suit trump: it is the jack of trump, never the Jick." if facts.jick else ""
        )
        lead = "The bidder leads to the first trick, and the suit printed on that card is trump for the hand."
        steps.append(f"{lead}{joker}{jack}")
    return ["\n".join(f"{number}. {step}" for number, step in enumerate(steps, 1))] if len(steps) > 1 else steps


def _discarding(facts: Facts) -> str:
    everyone = facts.discards is Discards.EVERYONE
    who = (
        "Every player then discards, face down, down to" if everyone else "The bidder then discards, face down, down to"
    )
    text = f"{who} {several(facts.tricks, 'card')}."
    if facts.protected:
        text += (
            f" Nobody may discard a trump, except a player who holds more than {several(facts.tricks, 'trump')}: that"
            f" player keeps {facts.tricks} of them and discards all the rest."
        )
    else:
        text += " Any cards may go."
    if facts.rules.exchange.discards_score is DiscardsScore.BIDDER:
        text += " What the bidder discards counts as if the bidder had taken it in a trick"
        return text + ("; what the others discard counts for nobody." if everyone else ".")
    return text + " Discards count for nobody."


def _calling(facts: Facts) -> str:
    barred = [f"the {card_word(rank)} of trump" for rank in facts.rules.sides.not_callable if rank in facts.ranks]
    own = "one that the bidder was dealt" + (f" or took from the {facts.kitty_word}" if facts.kitty else "")
    text = (
        "The bidder calls a card, and who holds it shows it and is the bidder's partner. It may be any card of the deck"
        f" but {listed([own, *barred], 'or')}."
    )
    text += {
        CalledCard.FIRST_TRICK: (
            " It must be played to the first trick, even if another suit is led that its holder could follow."
        ),
        CalledCard.WHEN_LEGAL: (" It must be played to the first trick if the rules of following suit allow it there."),
    }[facts.rules.sides.called_card]
    return f"{text} If no other player holds it, the bidder plays alone against everybody."


def _order(facts: Facts) -> list[str]:
    ranks = [_rank(rank) for rank in facts.ranks]
    trumps = list(ranks)
    if facts.jick:
        trumps.insert(trumps.index("J") + 1, "Jick")
    if facts.rules.deck.jokers is Jokers.LOW:
        trumps += ["Big Joker", "Little Joker"]
    elif facts.rules.deck.jokers is Jokers.EQUAL:
        place = sum(rank in "AKQJ" for rank in ranks) + facts.jick
        trumps[place:place] = ["Joker", "Joker"]
    texts = [f"The trumps, from the highest down: {' '.join(trumps)}."]
    if facts.jick:
        texts.append(
            "The Jick is the jack of the other suit of trump's colour: the jack of clubs when spades are trump, of"
            " spades when clubs are, of diamonds when hearts are, of hearts when diamonds are."
        )
    if facts.rules.deck.jokers is Jokers.EQUAL:
        texts.append("The two jokers are equal; if both fall in one trick, the one played first is the higher.")
    outside = listed([*(["the Jick"] if facts.jick else []), *(["the jokers"] if facts.jokers else [])])
    if outside:
        belong = "belongs" if outside == "the Jick" else "belong"
        texts.append(f"Once trump is known, {outside} {belong} to the trump suit in leading, following and winning.")
    texts.append(f"The cards of the other suits rank {' '.join(ranks)}.")
    return [" ".join(texts)]


def _rank(letter: str) -> str:
    return "10" if letter == "T" else letter
