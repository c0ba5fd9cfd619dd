"""Claims in English: each kind of claim as a clause, and clauses as one sentence.

Another language is another table like `CLAUSES` and `LINKS`, and other names for the seats.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise

from shmear.bots.claims import Claim
from shmear.bots.scene import friends_of
from shmear.cards import RANK_WORDS, RANKS, Card, Suit
from shmear.game import View

Names = Callable[[int], str]
"""How a sentence speaks of a seat."""

_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")


def seats_of(view: View) -> Names:
    """How the player in a view's seat speaks of the others: partner, bidder, or by where they sit."""
    me, players = view.seat or 0, view.setup.players
    friends = sorted(friends_of(view, me) - {me})
    bidder = view.contract.bidder if view.contract is not None else None

    def name(seat: int) -> str:
        if seat == me:
            return "you"
        if friends == [seat]:
            return "your partner"
        if seat == bidder:
            return "the bidder"
        left, right = (seat - me) % players, (me - seat) % players
        if left == right:
            return "the player across" if players > 2 else "the other player"
        near, side = (left, "left") if left < right else (right, "right")
        who = "player" if near == 1 else f"{_place(near)} player"
        return f"the {who} on your {side}"

    return name


def sentence(claims: Sequence[Claim], names: Names) -> str:
    """One or two claims as one sentence."""
    said = _clause(claims[0], names)
    for before, one in pairwise(claims):
        known = before.cards[:1] == one.cards[:1] and before.kind not in _OF_OTHERS
        said += LINKS.get(one.kind, ", and ") + _clause(one, names, known=known)
    return said[:1].upper() + said[1:] + "."


PLAIN = "Nothing else looks better."
"""What is said where no claim bears on the action."""


def _place(number: int) -> str:
    return ("first", "second", "third", "fourth")[number - 1]


def _count(number: int) -> str:
    return _NUMBERS[number] if number < len(_NUMBERS) else str(number)


def _some(number: int, one: str) -> str:
    return f"{_count(number)} {one}{'' if number == 1 else 's'}"


def _the(one: Card) -> str:
    return f"the {one.word}"


def _rank(one: Card) -> str:
    return one.word if one.rank is None else RANK_WORDS[RANKS.index(one.rank)]


def _listed(words: Sequence[str]) -> str:
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def _long(claim: Claim, _names: Names) -> str:
    suit = Suit(claim.suit or 0)
    if all(one.suit == suit for one in claim.cards):
        return f"you hold {_some(claim.number, suit.one)}"
    return f"you hold {_some(claim.number, 'trump')} with {suit.word}"


def _longest(claim: Claim, _names: Names) -> str:
    suit = Suit(claim.suit or 0)
    if all(one.suit == suit for one in claim.cards):
        return f"{suit.word} are your longest suit, with {_count(claim.number)}"
    return f"{suit.word} give you the most trumps, {_count(claim.number)}"


def _needs(claim: Claim, names: Names) -> str:
    who = names(claim.seats[0])
    return f"{who} still need{'' if who == 'you' else 's'} {_some(claim.number, 'point')} for the bid"


def _partner_bid(claim: Claim, names: Names) -> str:
    who = names(claim.seats[0])
    return f"{who} has the bid at {claim.number}" if claim.number else f"{who} shoots the moon"


def _guarded(claim: Claim, _names: Names) -> str:
    jack, *over = claim.cards
    if len(over) > 2:
        return f"{_the(jack)} has {_count(len(over))} higher trumps over it"
    return f"{_the(jack)} has {_listed([f'the {_rank(one)}' for one in reversed(over)])} over it"


def _over(claim: Claim, _names: Names) -> str:
    return f"{_some(claim.number, 'trump')} would beat your {claim.cards[0].word}"


def _higher(claim: Claim, _names: Names) -> str:
    return (
        "only one higher trump may be out" if claim.number == 1 else f"{_some(claim.number, 'higher trump')} may be out"
    )


def _hunts(claim: Claim, _names: Names) -> str:
    prey = claim.cards[1:]
    named = _listed([_the(one) for one in prey]) if len(prey) < 3 else f"{_count(len(prey))} cards that are points"
    return f"{named} may fall to it"


def _gone(claim: Claim, _names: Names) -> str:
    return f"{_some(claim.number, 'higher trump')} {'has' if claim.number == 1 else 'have'} been played"


def _no_trump(claim: Claim, names: Names) -> str:
    return (
        f"{_listed([names(seat) for seat in claim.seats])} {'has' if len(claim.seats) == 1 else 'have'} shown no trump"
    )


def _out(claim: Claim, _names: Names) -> str:
    return f"{_some(claim.number, 'trump')} {'is' if claim.number == 1 else 'are'} still out"


def _up_to(claim: Claim, _names: Names) -> str:
    return "one trump may still be out" if claim.number == 1 else f"up to {_count(claim.number)} trumps are still out"


Clause = str | Callable[[Claim, Names], str]

CLAUSES: dict[str, Clause] = {
    "high": "your {card} is High whatever happens",
    "low": "your {card} is Low whoever takes it",
    "long": _long,
    "longest": _longest,
    "guarded": _guarded,
    "over": _over,
    "near": lambda one, names: f"only {_over(one, names)}",
    "short": "no suit of yours has more than {n_cards}",
    "no_ace": "you have no ace",
    "partner_bid": _partner_bid,
    "rival_goes_out": "{who} would go out by making {n}",
    "goes_out": "making {n} wins you the match",
    "to_target": "making {n} takes you to the target",
    "no_loss": "your score is zero and cannot fall",
    "stuck": "everybody passed, so the dealer has to bid",
    "all_passed": "everybody passed",
    "last_call": "nobody calls after you, so {n} is enough",
    "least": "{n} is the least you may bid",
    "no_overbid": "nobody can overbid {n}",
    "price": "it takes {n} to get the bid",
    "too_dear": "nobody can bid more than {n}",
    "after_shot": "nobody can overcall a shooter",
    "shot_wins": "a shot that succeeds wins the match at once",
    "forfeit": "a forfeit costs {n}, no more than being set",
    "keeps_trumps": "you keep every trump in {suits}",
    "keeps_aces": lambda one, _: "the fail ace stays too" if one.number == 1 else "the fail aces stay too",
    "throws": "the cards you throw are worth nothing",
    "buries": "you bury {n_points} for Game",
    "too_many": "you hold more trumps than you may keep",
    "missing": "the {card} is the highest trump you lack",
    "last_card": "it is your last card",
    "only": "you have no other choice",
    "only_one": "the {card} is your only {fail}",
    "only_trump": "the {card} is your only trump",
    "called": "the called {card} has to be played in the first trick",
    "beats": "the {card} beats what is on the table",
    "sure": "nobody can beat the {card}",
    "last_to_play": "you play last, so the {card} takes the trick",
    "higher": _higher,
    "gone": _gone,
    "no_trump": _no_trump,
    "trumps_out": _out,
    "up_to": _up_to,
    "drawn": "nobody else has a trump left",
    "partner_wins": "{who} takes this trick with the {card}",
    "partner_ahead": "{who} is ahead in this trick",
    "counts": "the {card} brings {count} for Game",
    "prize": "the {card} is a point for whoever takes it",
    "home": "the point for it is yours",
    "kept": "the {card} stays home while {n_higher} may be out",
    "hunts": _hunts,
    "hunts_low": "Low may fall to it",
    "cannot_take": "nothing you may play takes this trick",
    "cheapest": "it is your lowest card that does",
    "empty": "nothing in this trick is worth having",
    "rich": "{n_points} for Game in it",
    "on_table": "{all} in it",
    "void": "you have no {suits}",
    "ruffs": "you have no {suits} and trump with the {card}",
    "top_fail": "the {card} is the highest {fail} left",
    "idle": "the {card} gives nothing away",
    "smallest": "the {card} is your smallest trump",
    "least_worth": "no card you may play is worth less",
    "saves": "{others} stays for later",
    "best_held": "the {card} is your highest trump",
    "made": "the bid is already made",
    "beaten": "the bid is already set",
    "needs": _needs,
    "bidder_goes_out": "{who} goes out by making {n}",
    "makes_it": "that makes the bid",
    "sets_it": "that sets the bidder",
}
"""Each kind of claim as a clause; in braces what `_words` knows of a claim."""


_OF_OTHERS = ("partner_wins",)
"""Kinds whose card is another player's."""


def _clause(claim: Claim, names: Names, *, known: bool = False) -> str:
    """A claim in words; its card is only "it" where it is `known`, for the clause before was about it."""
    clause = CLAUSES[claim.kind]
    if not isinstance(clause, str):
        return clause(claim, names)
    if known:
        clause = clause.replace("your {card}", "it").replace("the {card}", "it")
    return clause.format(**_words(claim, names))


def _words(claim: Claim, names: Names) -> dict[str, object]:
    first = claim.cards[0] if claim.cards else None
    return {
        "card": first.word if first is not None else "",
        "all": _listed([_the(one) for one in claim.cards]),
        "others": _listed([_the(one) for one in claim.cards[1:]]),
        "fail": first.suit.one if first is not None and first.suit is not None else "card",
        "suits": Suit(claim.suit or 0).word,
        "who": names(claim.seats[0]) if claim.seats else "",
        "n": claim.number,
        "count": _count(claim.number),
        "n_cards": _some(claim.number, "card"),
        "n_points": _some(claim.number, "point"),
        "n_higher": _some(claim.number, "higher trump"),
    }


LINKS = {
    "drawn": ", for ",
    "gone": ", for ",
    "no_trump": ", for ",
    "kept": "; ",
    "on_table": ", with ",
    "rich": ", with ",
    "too_many": ", for ",
}
"""What stands before a clause that is not the first, where that is not "and"."""
