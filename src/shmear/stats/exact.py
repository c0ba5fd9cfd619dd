"""The tables that need no hand to be dealt: where cards are, how long suits are, what the others hold."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from shmear.cards import BITS, SUIT_MASKS, SUITS, Card
from shmear.game import Setup
from shmear.rules.facts import Facts
from shmear.rules.knobs import Discards, Jokers, Partners, PointCard, TrumpMade
from shmear.stats.chances import lengths, longest, none_among
from shmear.stats.table import Cell, Column, Exact, Table

MISSING = 6
"""How many higher or lower trumps may be out in the table of those."""


class Places(NamedTuple):
    """Where the cards are that a player does not hold, in numbers of cards.

    `unseen` all of them; `player` what another seat was dealt; `partners` how many seats are partners from the start,
    `others` how many are not; `kitty` what the bidder takes up; `asleep` what nobody does.
    """

    deck: int
    mine: int
    unseen: int
    player: int
    partners: int
    others: int
    kitty: int
    asleep: int

    @classmethod
    def of(cls, setup: Setup) -> Places:
        """The places of a setup, from seat 0."""
        facts = Facts(setup.rules, setup.players)
        partners = len(setup.side_of[0]) - 1
        mine = setup.cards_dealt
        return cls(
            facts.deck,
            mine,
            facts.deck - mine,
            mine,
            partners,
            setup.players - 1 - partners,
            facts.kitty,
            facts.asleep,
        )


def cards_table(setup: Setup) -> Table:
    """Where a card is."""
    at, word = Places.of(setup), Facts(setup.rules, setup.players).kitty_word
    rows: list[tuple[Cell, ...]] = [("you hold it", _part(at.mine, at.deck), None)]

    def row(where: str, cards: int) -> None:
        unheld = _part(cards, at.unseen) if at.unseen else None
        rows.append((where, _part(cards, at.deck), unheld))

    if at.partners == 1:
        row("your partner holds it", at.player)
    elif at.partners:
        row(f"one of your {at.partners} partners holds it", at.partners * at.player)
        row("a certain partner holds it", at.player)
    if at.others > 1:
        them = "opponents" if at.partners else "other players"
        row(f"one of the {at.others} {them} holds it", at.others * at.player)
    row("a certain opponent holds it" if at.partners else "a certain other player holds it", at.player)
    if at.kitty:
        row(f"in the {word}, which the bidder takes up", at.kitty)
    row("asleep", at.asleep)
    return Table(
        "cards",
        "Where a certain card is",
        "exact",
        (
            Column("where", "", "text"),
            Column("before", "before you look"),
            Column("not_held", "when you do not hold it"),
        ),
        tuple(rows),
        _partner_note(setup),
    )


def suits_table(setup: Setup) -> Table:
    """How long suits are as dealt."""
    sizes = [(setup.deck_mask & SUIT_MASKS[suit]).bit_count() for suit in SUITS]
    jokers = len(setup.deck) - sum(sizes)
    one = lengths(len(setup.deck), sizes[0], setup.cards_dealt)
    most = longest(sizes, jokers, setup.cards_dealt)
    trump = setup.trumps[0]
    columns = [
        Column("length", "cards", "text"),
        Column("certain", "a certain suit"),
        Column("longest", "your longest suit"),
    ]
    found = [one, most]
    if len(trump.order) > sizes[0]:
        columns.append(Column("trumps", f"trumps, with {_more(setup)}"))
        found.append(lengths(len(setup.deck), len(trump.order), setup.cards_dealt))
    longest_there = max(number for chances in found for number, chance in enumerate(chances) if chance)
    rows: list[tuple[Cell, ...]] = [
        (str(number), *(Exact.of(chances[number]) for chances in found)) for number in range(longest_there + 1)
    ]
    averages = [sum((number * chance for number, chance in enumerate(chances)), Fraction(0)) for chances in found]
    said = ", ".join(
        f"{column.head} {float(average):.2f}" for column, average in zip(columns[1:], averages, strict=True)
    )
    return Table(
        "suits", "How long a suit is, as dealt", "exact", tuple(columns), tuple(rows), (f"Cards on average: {said}.",)
    )


def top_table(setup: Setup) -> Table | None:
    """Whether anybody else has a trump above your highest, or below your lowest; None where there can be none."""
    at, trump = Places.of(setup), setup.trumps[0]
    low = any(point.card is PointCard.LOWEST for point in setup.rules.points.values())
    best = {sum(trump.height[one] > trump.height[card] for one in trump.order): card for card in trump.order}
    least = dict(enumerate(card for card in trump.order if BITS[card] & trump.high_low))
    columns = [Column("out", "out", "count"), Column("highest", "you hold at best", "text")]
    columns += [Column("lowest", "or at lowest", "text")] if low else []
    columns.append(Column("nobody", "nobody else has one"))
    if at.partners:
        columns.append(Column("partner", "your partner has one" if at.partners == 1 else "a partner has one"))
        columns.append(Column("opponent", "an opponent has one"))
    rows: list[tuple[Cell, ...]] = []
    for out in range(1, min(MISSING, at.unseen) + 1):
        if out not in best and (not low or out not in least):
            continue
        row: list[Cell] = [out, _short(best.get(out))]
        row += [_short(least.get(out))] if low else []
        row.append(Exact.of(none_among(at.unseen, out, (at.partners + at.others) * at.player)))
        if at.partners:
            row.append(Exact.of(1 - none_among(at.unseen, out, at.partners * at.player)))
            row.append(Exact.of(1 - none_among(at.unseen, out, at.others * at.player)))
        rows.append(tuple(row))
    if not rows:
        return None
    what = "higher (or, of those that may be Low, lower)" if low else "higher"
    notes = [f"“Out” is how many {what} trumps there are that you do not hold."]
    if setup.rules.deck.jokers is Jokers.EQUAL:
        notes.append("The two jokers are equal: of both in a trick the first played is the higher.")
    return Table(
        "top",
        "Is your highest trump the highest, your lowest the lowest?" if low else "Is your highest trump the highest?",
        "exact",
        tuple(columns),
        tuple(rows),
        (*notes, *_before_exchange(setup)),
    )


def others_table(setup: Setup) -> Table:
    """What trumps the others hold when you hold so many."""
    at, size = Places.of(setup), len(setup.trumps[0].order)
    all_others = (at.partners + at.others) * at.player
    columns = [
        Column("mine", "you hold", "count"),
        Column("out", "out", "count"),
        Column("with_others", "others hold, average", "number"),
        Column("nobody", "others hold none"),
        Column("void", "a certain player has none"),
    ]
    if at.partners:
        columns.append(Column("partner", "your partner has any" if at.partners == 1 else "a partner has any"))
    rows: list[tuple[Cell, ...]] = []
    for mine in range(min(at.mine, size) + 1):
        out = size - mine
        if out > at.unseen:
            continue
        row: list[Cell] = [
            mine,
            out,
            Exact.of(Fraction(out * all_others, at.unseen)),
            Exact.of(none_among(at.unseen, out, all_others)),
            Exact.of(none_among(at.unseen, out, at.player)),
        ]
        if at.partners:
            row.append(Exact.of(1 - none_among(at.unseen, out, at.partners * at.player)))
        rows.append(tuple(row))
    with_more = _more(setup)
    notes = [f"Trumps are {size} cards, {with_more} included."] if with_more else [f"Trumps are {size} cards."]
    return Table(
        "others",
        "What trumps the others hold",
        "exact",
        tuple(columns),
        tuple(rows),
        (*notes, *_before_exchange(setup)),
    )


def in_play(setup: Setup, what: PointCard) -> Fraction | None:
    """The chance that a point's card is in play with a suit drawn blindly as trump; None where no formula says."""
    facts = Facts(setup.rules, setup.players)
    card = setup.trumps[0].card_for(what)
    if what is PointCard.COUNTING:
        return None
    if what is PointCard.HIGHEST or what is PointCard.LOWEST:
        return Fraction(1) if setup.rules.trump.made is TrumpMade.FIRST_LEAD else None
    if card is None or not BITS[card] & setup.deck_mask:
        return Fraction(0)
    return 1 - Fraction(facts.asleep, facts.deck)


def _part(cards: int, total: int) -> Exact:
    return Exact.of(Fraction(cards, total))


def _short(card: Card | None) -> str:
    """A trump without its suit: ``A``, ``10``, ``Jick``, ``BJ``; – for none."""
    if card is None:
        return "–"
    if card.is_joker:
        return str(card)
    if card.suit != SUITS[0]:
        return "Jick"
    return "10" if card.rank == "T" else card.rank or ""


def _more(setup: Setup) -> str:
    """What belongs to the trumps besides the suit."""
    facts = Facts(setup.rules, setup.players)
    return " and ".join([*(["the Jick"] if facts.jick else []), *(["jokers"] if facts.jokers else [])])


def _partner_note(setup: Setup) -> tuple[str, ...]:
    if setup.partners is Partners.HIGH_LOW:
        return ("Partners are made by High and Low after the last trick: nobody is yours before that.",)
    if setup.partners is Partners.CALLED:
        return ("The partner is called: a card that you do not hold finds you one unless it is asleep or discarded.",)
    return ()


def _before_exchange(setup: Setup) -> tuple[str, ...]:
    facts = Facts(setup.rules, setup.players)
    if facts.kitty:
        return (f"As dealt, before the {facts.kitty_word} is taken up: what lies in it counts as not held.",)
    if facts.discards is Discards.EVERYONE:
        return ("As dealt, before the discards.",)
    return ()
