"""Hypothesis strategies for rule sets: house rules of every kind, all of which can be played."""

from __future__ import annotations

from typing import Any

from hypothesis import reject
from hypothesis import strategies as st
from hypothesis.strategies import DrawFn, SearchStrategy

from shmear.cards import RANKS
from shmear.rules import POINT_NAMES, RulesError, RuleSet, read_rules
from shmear.rules.check import can_sit
from shmear.rules.knobs import (
    AllPass,
    CalledCard,
    Choice,
    Decide,
    Discards,
    DiscardsScore,
    FirstLead,
    Floor,
    Follow,
    ForfeitPaidBy,
    GameTie,
    HighLowAmong,
    Jokers,
    KittyTo,
    Match,
    Partners,
    PointCard,
    PointTo,
    Protect,
    Redealer,
    SetCosts,
    ShootFailure,
    ShootNeeds,
    ShootSuccess,
    TrumpMade,
)

_COUNTING: tuple[str, ...] = ("A", "K", "Q", "J", "T", "9", "8", "7", "6", "5", "4", "3", "2", "joker")


@st.composite
def rule_sets(draw: DrawFn) -> RuleSet:
    """Valid rule sets: every value of every knob, values that differ by the number of players, odd combinations."""
    counts: list[int] = sorted(draw(st.sets(st.integers(2, 8), min_size=1)))
    deck, ranks = draw(_decks(counts))
    partners = {count: draw(_value(*(one for one in Partners if can_sit(count, one)))) for count in counts}
    trump, jokers = draw(_trumps()), deck["jokers"]
    if trump["made"] == TrumpMade.FIRST_LEAD.value and jokers != Jokers.NONE.value:
        trump["first_lead"] = FirstLead.NO_JOKER.value
    points = draw(_points(deck, ranks, Partners.HIGH_LOW.value in partners.values()))
    cards, exchange = draw(_exchanges(counts, ranks, jokers, trump["made"]))
    total = sum(point["worth"] for point in points.values())
    table = {
        "deck": deck,
        "deal": {"players": counts, "cards": draw(_by_players(cards)), "at_a_time": draw(st.integers(1, 10))},
        "auction": draw(_auctions(min(total, 30))),
        "shoot": draw(_shots(exchange, partners)),
        "trump": trump,
        "exchange": exchange,
        "sides": {
            "partners": draw(_by_players(partners)),
            "called_card": draw(_value(*CalledCard)),
            "not_callable": draw(st.lists(st.sampled_from(RANKS), unique=True, max_size=3))
            if trump["made"] == TrumpMade.NAMED.value
            else [],
        },
        "play": {"follow": draw(_value(*Follow))},
        "points": points,
        "scoring": draw(_scorings()),
        "match": draw(_matches(Partners.CALLED.value in partners.values())),
    }
    try:
        return read_rules(table)
    except RulesError:
        reject()


@st.composite
def rule_sets_at(draw: DrawFn) -> tuple[RuleSet, int]:
    """Valid rule sets, each with a number of players that it allows."""
    rules = draw(rule_sets())
    return rules, draw(st.sampled_from(rules.deal.players))


def _value(*choices: Choice) -> SearchStrategy[Any]:
    return st.sampled_from([choice.value for choice in choices])


@st.composite
def _by_players(draw: DrawFn, values: dict[int, Any]) -> Any:
    """The knob of some values by player count: one value where they are equal, at times; else a table."""
    if len(set(values.values())) == 1 and draw(st.booleans()):
        return next(iter(values.values()))
    return {str(count): value for count, value in values.items()}


@st.composite
def _decks(draw: DrawFn, counts: list[int]) -> tuple[dict[str, Any], dict[int, str]]:
    """A deck that deals three cards to everybody, and its ranks by player count, low to high."""
    same = draw(st.booleans())
    ranks: dict[int, str] = {}
    for count in counts:
        least = -(-3 * (max(counts) if same else count) // 4)
        low, high = draw(st.integers(0, 13 - least)), 13
        whole = RANKS[low:high]
        some = draw(st.sets(st.sampled_from(RANKS), min_size=least)) if draw(st.booleans()) else set(whole)
        ranks[count] = "".join(rank for rank in RANKS if rank in some)
    if same:
        ranks = dict.fromkeys(counts, ranks[counts[0]])
    texts = {count: _ranks_text(letters) for count, letters in ranks.items()}
    deck = {
        "ranks": draw(_by_players(texts)),
        "jokers": draw(_value(*Jokers)),
        "jick": draw(st.booleans()),
    }
    return deck, ranks


def _ranks_text(letters: str) -> str:
    parts: list[str] = []
    for letter in letters:
        if parts and RANKS.index(parts[-1][-1]) + 1 == RANKS.index(letter):
            parts[-1] = f"{parts[-1][0]}-{letter}"
        else:
            parts.append(letter)
    return " ".join(parts)


@st.composite
def _trumps(draw: DrawFn) -> dict[str, Any]:
    return {"made": draw(_value(*TrumpMade)), "first_lead": draw(_value(*FirstLead))}


@st.composite
def _points(draw: DrawFn, deck: dict[str, Any], ranks: dict[int, str], high_low: bool) -> dict[str, dict[str, Any]]:
    """One point or more, for cards that every deck has."""
    cards = [PointCard.HIGHEST, PointCard.LOWEST, PointCard.COUNTING]
    rank_cards = {"A": PointCard.ACE, "J": PointCard.JACK, "3": PointCard.THREE, "2": PointCard.TWO}
    cards += [card for rank, card in rank_cards.items() if all(rank in letters for letters in ranks.values())]
    if deck["jick"] and PointCard.JACK in cards:
        cards.append(PointCard.JICK)
    if deck["jokers"] != Jokers.NONE.value:
        cards += [PointCard.BIG_JOKER, PointCard.LITTLE_JOKER]
    names: set[str] = draw(st.sets(st.sampled_from(POINT_NAMES), min_size=1))
    partnering = {"high", "low"} if high_low else set[str]()
    points: dict[str, dict[str, Any]] = {}
    for name in sorted(names | partnering):
        allowed = [card for card in cards if not (name in partnering and card is PointCard.COUNTING)]
        worth = draw(st.integers(1, 3) | st.integers(1, 20))
        points[name] = {"card": draw(_value(*allowed)), "to": draw(_value(*PointTo)), "worth": worth}
    return points


@st.composite
def _exchanges(
    draw: DrawFn, counts: list[int], ranks: dict[int, str], jokers: str, made: str
) -> tuple[dict[int, int], dict[str, Any]]:
    """Cards dealt by player count, and an exchange that goes with them."""
    deck = {count: 4 * len(letters) + (0 if jokers == Jokers.NONE.value else 2) for count, letters in ranks.items()}
    most = {count: deck[count] // count for count in counts}
    discards = draw(st.sampled_from(Discards))
    if discards is Discards.BIDDER or draw(st.booleans()):
        cards = dict.fromkeys(counts, draw(st.integers(3, min(most.values()))))
    else:
        cards = {count: draw(st.integers(3, most[count])) for count in counts}
    left = {count: deck[count] - count * cards[count] for count in counts}
    if discards is Discards.NONE:
        kitty, keep = dict.fromkeys(counts, 0), draw(st.integers(1, 27))
    else:
        if draw(st.booleans()):
            kitty = dict.fromkeys(counts, draw(st.integers(0, min(left.values()))))
        else:
            kitty = {count: draw(st.sampled_from([0, left[count]]) | st.integers(0, left[count])) for count in counts}
        lowest = min(cards.values())
        keep = lowest if discards is Discards.BIDDER else draw(st.integers(3, min(lowest, 27)))
    protects = list(Protect) if made == TrumpMade.NAMED.value else [Protect.NONE]
    return cards, {
        "kitty": draw(_by_players(kitty)),
        "kitty_to": draw(_value(*KittyTo)),
        "discards": discards.value,
        "keep": keep,
        "protect": draw(_value(*protects)),
        "discards_score": draw(_value(*DiscardsScore)),
    }


@st.composite
def _auctions(draw: DrawFn, most: int) -> dict[str, Any]:
    minimum = draw(st.integers(1, most))
    return {
        "minimum": minimum,
        "maximum": draw(st.integers(minimum, most)),
        "may_match": draw(_value(*Match)),
        "maximum_ends": draw(st.booleans()),
        "all_pass": draw(_value(*AllPass)),
        "redealer": draw(_value(*Redealer)),
        "forfeit": draw(st.integers(0, 5)),
        "forfeit_smucks": draw(st.integers(0, 3)),
        "forfeit_paid_by": draw(_value(*ForfeitPaidBy)),
        "forfeit_counts": draw(st.booleans()),
    }


@st.composite
def _shots(draw: DrawFn, exchange: dict[str, Any], partners: dict[int, str]) -> dict[str, Any]:
    allowed = draw(st.booleans())
    kitty = exchange["kitty"]
    some = any(kitty.values()) if isinstance(kitty, dict) else kitty  # pyright: ignore[reportUnknownArgumentType]
    return {
        "allowed": allowed,
        "from_score": draw(st.integers(-3, 5) | st.integers(-999, 999)),
        "first_hand": draw(st.booleans()),
        "takes_kitty": bool(some) and draw(st.booleans()),
        "alone": allowed and Partners.HIGH_LOW.value in partners.values() and draw(st.booleans()),
        "needs": draw(_value(*ShootNeeds)),
        "success": draw(_value(*ShootSuccess)),
        "failure": draw(_value(*ShootFailure)),
        "smucks": draw(st.integers(0, 3)),
    }


@st.composite
def _scorings(draw: DrawFn) -> dict[str, Any]:
    usual: dict[str, int] = {"T": 10, "A": 4, "K": 3, "Q": 2, "J": 1}
    odd = st.dictionaries(st.sampled_from(_COUNTING), st.integers(1, 100), min_size=1)
    counting = draw(st.just(usual) | odd)
    return {
        "counting": counting,
        "game_tie": draw(_value(*GameTie)),
        "high_low_among": draw(_value(*HighLowAmong)),
        "set_costs": draw(_value(*SetCosts)),
        "set_smucks": draw(st.integers(0, 3)),
        "floor": draw(_value(*Floor)),
    }


@st.composite
def _matches(draw: DrawFn, called: bool) -> dict[str, Any]:
    steps = [one.value for one in Decide if called or one is not Decide.PARTNER]
    order: list[str] = draw(st.permutations(steps))
    return {
        "target": draw(st.integers(1, 60) | st.integers(1, 999)),
        "decide": order[: draw(st.integers(1, len(order)))],
    }
