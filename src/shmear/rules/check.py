"""Contradictions: what is wrong between fields of a rule set that are each right by themselves."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from shmear.rules.knobs import Decide, Discards, FirstLead, Jokers, Partners, PointCard, Protect, TrumpMade
from shmear.rules.ruleset import POINT_WORDS, PerPlayers, RuleSet, at, ranks_in

Problem = tuple[str, Any, str]
"""A key, its value, and a sentence that says what would be right."""


def problems(rules: RuleSet) -> Iterator[Problem]:
    """Every contradiction in a rule set, the first met first; nothing for a rule set that can be played."""
    yield from _players(rules)
    for found in (_per_count(rules), _points(rules), _bidding(rules), _exchange(rules), _rest(rules)):
        yield from found


def _players(rules: RuleSet) -> Iterator[Problem]:
    counts = rules.deal.players
    if len(set(counts)) != len(counts) or list(counts) != sorted(counts):
        yield "deal.players", list(counts), "a list with each number once, ascending"
    for key, value in (
        ("deck.ranks", rules.deck.ranks),
        ("deal.cards", rules.deal.cards),
        ("exchange.kitty", rules.exchange.kitty),
        ("sides.partners", rules.sides.partners),
    ):
        yield from _covers(key, value, counts)
    ranks = rules.deck.ranks
    for text in ranks.values() if isinstance(ranks, dict) else (ranks,):
        try:
            ranks_in(text)
        except ValueError as error:
            yield "deck.ranks", text, str(error)


def _covers(key: str, value: PerPlayers[Any], counts: tuple[int, ...]) -> Iterator[Problem]:
    if isinstance(value, dict):
        missing = [count for count in counts if count not in value]
        if missing:
            yield key, value, f"a table with a value for {_counts(missing)} players too, since deal.players allows it"


def _counts(counts: list[int]) -> str:
    return " and ".join(map(str, counts))


def _per_count(rules: RuleSet) -> Iterator[Problem]:
    for n in rules.deal.players:
        if not all(_has(value, n) for value in (rules.deck.ranks, rules.deal.cards, rules.exchange.kitty)):
            continue
        deck = deck_size(rules, n)
        cards, kitty = at(rules.deal.cards, n), at(rules.exchange.kitty, n)
        if cards < 3:
            yield "deal.cards", cards, "at least 3 cards for each player"
        if n * cards + kitty > deck:
            fits = (deck - kitty) // n
            yield (
                "deal.cards",
                cards,
                (
                    f"at most {max(fits, 0)}: {n} players, {cards} cards each and a kitty of {kitty} need "
                    f"{n * cards + kitty} cards, and the deck has {deck}"
                ),
            )
        if _has(rules.sides.partners, n):
            yield from _partners(n, at(rules.sides.partners, n))


def _has(value: PerPlayers[Any], n: int) -> bool:
    return not isinstance(value, dict) or n in value


def deck_size(rules: RuleSet, players: int) -> int:
    """Cards in the deck at a number of players."""
    jokers = 0 if rules.deck.jokers is Jokers.NONE else 2
    try:
        return 4 * len(ranks_in(at(rules.deck.ranks, players))) + jokers
    except ValueError:
        return 54


def can_sit(players: int, partners: Partners) -> bool:
    """Whether so many players can play with such partners: pairs need an even table, and a side somebody against it."""
    if partners in (Partners.ACROSS, Partners.DRAWN):
        return players >= 4 and players % 2 == 0
    return partners is Partners.NONE or players >= 3


def _partners(n: int, partners: Partners) -> Iterator[Problem]:
    if can_sit(n, partners):
        return
    if partners in (Partners.ACROSS, Partners.DRAWN):
        word = "across" if partners is Partners.ACROSS else "drawn in pairs"
        yield "sides.partners", partners.value, f"an even number of players from 4, for {n} cannot sit {word}"
    else:
        yield "sides.partners", partners.value, f"at least 3 players; {n} players leave nobody to play against"


def _points(rules: RuleSet) -> Iterator[Problem]:
    if not rules.points:
        yield "points", {}, 'at least one point, such as game = { card = "counting" }'
    for name, point in rules.points.items():
        needs = point.card.value
        if point.card is PointCard.JICK and not rules.deck.jick:
            yield f"points.{name}.card", needs, "another card, or deck.jick = true: there is no Jick in this deck"
        if point.card in (PointCard.BIG_JOKER, PointCard.LITTLE_JOKER) and rules.deck.jokers is Jokers.NONE:
            yield f"points.{name}.card", needs, "another card, or deck.jokers: there are no jokers in this deck"
        rank = "J" if point.card is PointCard.JICK else needs
        for n in rules.deal.players:
            if len(rank) == 1 and _has(rules.deck.ranks, n) and rank not in _ranks(rules, n):
                yield (
                    f"points.{name}.card",
                    needs,
                    (
                        f"a card of the deck: at {n} players {POINT_WORDS[name]} is for {point.card.words}, "
                        f"and the deck has the ranks {at(rules.deck.ranks, n)}"
                    ),
                )
                break
        if point.card is PointCard.COUNTING and not any(rules.scoring.counting.values()):
            wanted = f"a table in which some card counts, for {POINT_WORDS[name]}"
            yield "scoring.counting", dict(rules.scoring.counting), wanted


def _ranks(rules: RuleSet, n: int) -> tuple[str, ...]:
    try:
        return ranks_in(at(rules.deck.ranks, n))
    except ValueError:
        return ()


def _bidding(rules: RuleSet) -> Iterator[Problem]:
    low, high, total = rules.auction.minimum, rules.auction.maximum, rules.total_points
    if low > high:
        yield "auction.minimum", low, f"at most the maximum, {high}"
    if rules.points and high > total:
        yield "auction.maximum", high, f"at most {total}, which is all the points of a hand"
    for name in ("high", "low") if _any_partners(rules, Partners.HIGH_LOW) else ():
        point = rules.points.get(name)
        if point is None or point.card is PointCard.COUNTING:
            wanted = 'another value, unless there are points "high" and "low" for cards: they make the partners'
            yield "sides.partners", Partners.HIGH_LOW.value, wanted
            break
    if rules.shoot.allowed is False and rules.shoot.alone:
        yield "shoot.alone", True, "false, since shooting is not allowed"
    called = _any_partners(rules, Partners.HIGH_LOW)
    if rules.shoot.alone and not called:
        yield "shoot.alone", True, 'false, unless sides.partners is "high-low"'


def _any_partners(rules: RuleSet, wanted: Partners) -> bool:
    partners = rules.sides.partners
    return wanted in (partners.values() if isinstance(partners, dict) else (partners,))


def _exchange(rules: RuleSet) -> Iterator[Problem]:
    exchange = rules.exchange
    for n in rules.deal.players:
        if not (_has(exchange.kitty, n) and _has(rules.deal.cards, n)):
            continue
        kitty, cards = at(exchange.kitty, n), at(rules.deal.cards, n)
        if exchange.discards is Discards.NONE and kitty:
            yield "exchange.kitty", kitty, 'zero, or discards = "bidder": who takes cards must discard as many'
        if exchange.discards is Discards.BIDDER and exchange.keep != cards:
            yield "exchange.keep", exchange.keep, f"{cards}, as many as the others hold, for only the bidder discards"
        if exchange.discards is Discards.EVERYONE and exchange.keep > cards:
            yield "exchange.keep", exchange.keep, f"at most {cards}, as many as are dealt at {n} players"
        if exchange.discards is not Discards.NONE and exchange.keep < 3:
            yield "exchange.keep", exchange.keep, "at least 3"
    if exchange.protect is Protect.TRUMPS and rules.trump.made is not TrumpMade.NAMED:
        yield "exchange.protect", exchange.protect.value, 'none, unless trump.made is "named": trump is not known yet'
    if rules.shoot.takes_kitty and not any(_kitties(rules)):
        yield "shoot.takes_kitty", True, "false: there is no kitty"


def _kitties(rules: RuleSet) -> tuple[int, ...]:
    kitty = rules.exchange.kitty
    return tuple(kitty.values()) if isinstance(kitty, dict) else (kitty,)


def _rest(rules: RuleSet) -> Iterator[Problem]:
    first_lead = rules.trump.first_lead
    if (
        rules.trump.made is TrumpMade.FIRST_LEAD
        and rules.deck.jokers is not Jokers.NONE
        and first_lead is not FirstLead.NO_JOKER
    ):
        yield "trump.first_lead", first_lead.value, "no-joker: the first lead makes trump, and a joker has no suit"
    if rules.sides.not_callable and rules.trump.made is not TrumpMade.NAMED and _any_partners(rules, Partners.CALLED):
        barred = list(rules.sides.not_callable)
        yield "sides.not_callable", barred, 'an empty list, unless trump.made is "named": trump is not known yet'
    if Decide.PARTNER in rules.match.decide and not _any_partners(rules, Partners.CALLED):
        yield "match.decide", "partner", 'without the step "partner", unless sides.partners is "called"'
    if len(set(rules.match.decide)) != len(rules.match.decide):
        yield "match.decide", [step.value for step in rules.match.decide], "a list with each step once"
