"""The tables made from hands played out: what is made with which holding, who gets the points, who has Low."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from shmear.game import Setup
from shmear.rules import POINT_WORDS
from shmear.rules.knobs import Discards, Jokers, Partners, PointCard, PointTo
from shmear.stats.exact import in_play
from shmear.stats.interval import mean_of, share_of
from shmear.stats.patterns import THREES, TOPS, Patterns
from shmear.stats.study import Study
from shmear.stats.table import Cell, Column, Exact, Table
from shmear.stats.tally import HOLDERS, Counts, Tally


def points_table(study: Study, tally: Tally) -> Table:
    """How often each point exists, exactly and as counted, and who gets it."""
    setup = study.setup(0)
    rows: list[tuple[Cell, ...]] = []
    for name, point in setup.rules.points.items():
        nobody, ours, theirs, had = tally["won", name].tolist()
        exact = in_play(setup, point.card)
        deck = tally.get(("deck", name))
        rows.append(
            (
                POINT_WORDS[name] + (f" ({point.worth})" if point.worth > 1 else ""),
                None if exact is None else Exact.of(exact),
                None if deck is None else share_of(int(deck[0]), study.hands),
                share_of(had, study.hands) if point.card is not PointCard.COUNTING else None,
                share_of(ours, study.hands),
                share_of(theirs, study.hands),
                share_of(nobody, study.hands),
            )
        )
    notes = ["“Any suit”: a suit drawn blindly; “bidder's”: the suit that the strongest holding makes trump."]
    if setup.rules.exchange.discards is not Discards.NONE and setup.kitty_size:
        notes.append("A card that is discarded is in play for a suit drawn blindly, and not in the bidder's hand.")
    if setup.rules.deck.jokers is Jokers.EQUAL:
        notes.append("The jokers are equal; a rule of thumb plays them in a fixed order, so go by the mean of the two.")
    if setup.partners is Partners.HIGH_LOW:
        notes.append("The bidder's side is whoever High and Low made its partner, or the bidder alone.")
    return Table(
        "points",
        "How often each point exists, and who gets it",
        "both",
        (
            Column("point", "", "text"),
            Column("exact", "any suit, exact"),
            Column("counted", "any suit, counted"),
            Column("played", "bidder's suit"),
            Column("bidders_side", "bidder's side" if _has_partners(setup) else "the bidder"),
            Column("others", "the others"),
            Column("nobody", "nobody"),
        ),
        tuple(rows),
        tuple(notes),
    )


def low_table(study: Study, tally: Tally) -> Table | None:
    """Who holds Low's card, and where it goes to who takes it, for whom; None for a game without Low."""
    setup = study.setup(0)
    point = setup.rules.points.get("low")
    if point is None:
        return None
    taken = point.to is PointTo.TAKER
    words = {
        "bidder": "the bidder",
        "partner": "a partner of the bidder",
        "other": "another player",
        "nobody": "nobody: asleep or discarded",
    }
    rows: list[tuple[Cell, ...]] = []
    for who in ("bidder", "partner", "other", "nobody"):
        held, ours = tally["low", who].tolist()
        if not held and (who == "nobody" or (who == "partner" and not _has_partners(setup))):
            continue
        cells: list[Cell] = [words[who], share_of(held, study.hands)]
        rows.append((*cells, share_of(ours, held)) if taken else tuple(cells))
    if taken:
        total = sum(int(tally["low", who][1]) for who in HOLDERS)
        rows.append(("all together", Exact(1.0, "1"), share_of(total, study.hands)))
    columns = [Column("who", "who holds it", "text"), Column("holds", "how often")]
    columns += [Column("bidders_side_gets_it", "then the bidder's side takes it")] if taken else []
    goes = "who takes it in a trick" if taken else "who plays it"
    what = "the two of trump" if point.card is PointCard.TWO else "the lowest trump in play"
    note = f"Low is {what}, and its point goes to {goes}."
    return Table("low", "Who has Low", "played", tuple(columns), tuple(rows), (note,))


def bids_table(study: Study, tally: Tally) -> Table:
    """What is made with which pattern of trumps."""
    setup = study.setup(0)
    patterns = Patterns(setup)
    rows: list[tuple[Cell, ...]] = []
    for top in range(len(TOPS)):
        for length in patterns.lengths:
            rows += _rows(setup, [patterns.label(top, length)], tally.get(("bid", top, length)))
    rows += _rows(setup, ["any holding"], tally.get(("any",)))
    rows += _rows(setup, ["the strongest"], tally.get(("strongest",)))
    short, long = patterns.shortest, patterns.longest
    notes = [_x_note(setup), "“The strongest” is the holding of the table that counts highest."]
    if short > 1:
        notes.insert(
            1, f"A pattern of {short} cards stands for fewer trumps too; with + there may be more than {long}."
        )
    return Table(
        "bids",
        "How often a bid is made, by your best suit",
        "played",
        _columns(setup, Column("pattern", "trumps", "text")),
        tuple(rows),
        (*notes, *_suit_note(setup)),
    )


def worth_table(study: Study, tally: Tally) -> Table | None:
    """The same by how many point cards there are among the trumps; None where there are fewer than two in the game."""
    setup = study.setup(0)
    patterns = Patterns(setup)
    if len(patterns.point_cards) < 2:
        return None
    rows: list[tuple[Cell, ...]] = []
    for ace in (1, 0):
        for held in range(patterns.most_points + 1):
            for length in patterns.lengths:
                more = "+" if held == patterns.most_points < len(patterns.point_cards) else ""
                heads = ["ace" if ace else "–", f"{held}{more}", patterns.length_text(length)]
                rows += _rows(setup, heads, tally.get(("worth", ace, held, length)))
    names = ", ".join(POINT_WORDS[name] for name in patterns.point_cards)
    heads = (
        Column("ace", "ace", "text"),
        Column("point_cards", "point cards", "text"),
        Column("trumps", "trumps", "text"),
    )
    return Table(
        "worth",
        "How often a bid is made, by the point cards in your best suit",
        "played",
        _columns(setup, *heads),
        tuple(rows),
        (f"Point cards: {names}.", *_suit_note(setup)),
    )


def ace_table(study: Study, tally: Tally) -> Table | None:
    """What an ace-high suit of three cards takes as trump; None where nobody is dealt such a suit."""
    setup = study.setup(0)
    kinds = [tally.get(("ace", kind)) for kind in range(len(THREES))]
    found = [one for one in kinds if one is not None]
    if not found:
        return None
    size = setup.rules.total_points + 1
    rows: list[tuple[Cell, ...]] = []

    def row(name: str, counts: Counts | None) -> None:
        if counts is not None:
            hands = int(counts.sum())
            rows.append((name, hands, mean_of(counts), *(share_of(int(one), hands) for one in counts)))

    for name, counts in reversed(list(zip(THREES, kinds, strict=True))):
        row(name, counts)
    row("all of them", np.sum(found, axis=0))
    columns = (
        Column("suit", "suit", "text"),
        Column("hands", "hands", "count"),
        Column("average", "points", "number"),
        *(Column(f"points_{number}", str(number)) for number in range(size)),
    )
    notes = [
        "How often the bidder's side takes just so many points with that suit as trump, whatever else is held.",
        "An x is lower than the jack.",
    ]
    return Table("ace", "What an ace-high suit of three cards is worth", "played", columns, tuple(rows), tuple(notes))


def bids_of(setup: Setup) -> range:
    """The bids that can be made: those of the auction that are no higher than all points together."""
    rules = setup.rules
    return range(rules.auction.minimum, min(rules.auction.maximum, rules.total_points) + 1)


def _columns(setup: Setup, *heads: Column) -> tuple[Column, ...]:
    return (
        *heads,
        Column("hands", "hands", "count"),
        Column("average", "points", "number"),
        *(Column(f"bid_{bid}", f"bid {bid}") for bid in bids_of(setup)),
    )


def _rows(setup: Setup, heads: Sequence[str], counts: Counts | None) -> Iterable[tuple[Cell, ...]]:
    """One row, or none where there was no such hand."""
    if counts is None:
        return
    hands = int(counts.sum())
    yield *heads, hands, mean_of(counts), *(share_of(int(counts[bid:].sum()), hands) for bid in bids_of(setup))


def _has_partners(setup: Setup) -> bool:
    return len(setup.side_of[0]) > 1 or setup.partners in (Partners.CALLED, Partners.HIGH_LOW)


def _x_note(setup: Setup) -> str:
    trump = setup.trumps[0]
    more = [
        word
        for there, word in (
            (trump.jick is not None, "the Jick"),
            (any(card.is_joker for card in trump.order), "jokers"),
        )
        if there
    ]
    return f"An x is any other trump{', ' + ' and '.join(more) + ' too' if more else ''}."


def _suit_note(setup: Setup) -> tuple[str, ...]:
    if setup.kitty_size:
        return ("By the holding as dealt; then the bidder takes up the cards that it is entitled to and discards.",)
    return ("By the holding as dealt, before the discards.",) if setup.tricks < setup.cards_dealt else ()
