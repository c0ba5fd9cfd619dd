"""The values that knobs of a rule set can take: each an enum whose members carry their words.

A house rule that the published sheets do not know is one more member here, and one more branch where the referee
reads the knob.
"""

from __future__ import annotations

import enum


class Choice(enum.Enum):
    """A knob's value: the text of the TOML file, what it means, and the short form of the one-line rules string."""

    words: str
    short: str

    def __new__(cls, value: str, words: str, short: str = "") -> Choice:
        """A member of a text value, its meaning and its short form."""
        member = object.__new__(cls)
        member._value_ = value
        member.words = words
        member.short = short
        return member

    def __repr__(self) -> str:
        """Valid code: ``Follow.SUIT_ELSE_ANY``."""
        return f"{type(self).__name__}.{self.name}"


class Jokers(Choice):
    """How many jokers, and where they rank once trump is known (§2, §5)."""

    NONE = "none", "no jokers"
    LOW = "low", "a Big and a Little Joker, the two lowest trumps, Big over Little"
    EQUAL = "equal", "two jokers, equal trumps just above the ten; of two in one trick the first played is the higher"


class HighLowAmong(Choice):
    """Which trumps may be High or Low (§7)."""

    RANKED = "ranked", "cards of the trump suit and the Jick, never the jokers"
    NATURAL = "natural", "only cards printed with the trump suit"
    ALL = "all", "any trump, jokers included"


class Match(Choice):
    """Who may bid as much as the highest bid so far (§3)."""

    NOBODY = "nobody", "every bid must be higher than the last"
    DEALER = "dealer", "the dealer may take the bid by matching the highest"


class AllPass(Choice):
    """What happens when nobody bids (§3)."""

    STUCK = "stuck", "the dealer may not pass and has to take the bid", "dealer stuck"
    CHOOSES = "chooses", "the dealer plays at the minimum, shoots where that is allowed, or forfeits", "dealer chooses"
    REDEAL_BEFORE_DEALER = (
        "redeal-before-dealer",
        "the cards are thrown in before the dealer calls, and dealt again",
        "redeal before the dealer",
    )
    REDEAL_AFTER = "redeal-after", "the cards are thrown in after the dealer too has passed, and dealt again", "redeal"


class Redealer(Choice):
    """Who deals again after the cards were thrown in (§3)."""

    SAME = "same", "the same dealer deals again"
    NEXT = "next", "the next player deals"


class ForfeitPaidBy(Choice):
    """Who pays a forfeit where partners are fixed (§3)."""

    SIDE = "side", "each player of the dealer's side"
    DEALER = "dealer", "the dealer alone"


class ShootNeeds(Choice):
    """What a shooter has to take (§8)."""

    POINTS = "points", "every point of the list"
    TRICKS = "tricks", "every point of the list, and every trick"


class ShootSuccess(Choice):
    """What a shot that succeeds brings (§8)."""

    MATCH = "match", "it wins the match at once"
    MATCH_OR_ZERO = "match-or-zero", "it wins the match at once, but a score below zero only becomes zero"


class ShootFailure(Choice):
    """What a failed shot costs (§8)."""

    ZERO = "zero", "the score becomes zero"
    TARGET = "target", "the score falls by the target"


class TrumpMade(Choice):
    """How trump is made (§4)."""

    FIRST_LEAD = "first-lead", "the suit of the bidder's first lead is trump"
    NAMED = "named", "the bidder names trump before leading"


class FirstLead(Choice):
    """What may be led to the first trick (§4)."""

    ANY = "any", "any card"
    NO_JOKER = "no-joker", "any card but a joker"


class KittyTo(Choice):
    """Who takes the kitty (§4)."""

    BIDDER = "bidder", "the bidder takes it"


class Discards(Choice):
    """Who discards before play (§4)."""

    NONE = "none", "nobody discards"
    BIDDER = "bidder", "the bidder discards"
    EVERYONE = "everyone", "every player discards"


class Protect(Choice):
    """Which cards may not be discarded (§4)."""

    NONE = "none", "any card may be discarded"
    TRUMPS = "trumps", "no trump may be discarded unless the player holds more trumps than cards to keep"


class DiscardsScore(Choice):
    """For whom discards count (§4)."""

    NOBODY = "nobody", "discards count for nobody"
    BIDDER = "bidder", "the bidder's discards count as if taken in a trick by the bidder"


class Partners(Choice):
    """Who plays with whom (§1, §4, §7)."""

    NONE = "none", "each player alone", "solo"
    ACROSS = "across", "partners sit across the table", "across"
    DRAWN = "drawn", "pairs are drawn at random when the match starts", "in drawn pairs"
    CALLED = "called", "each hand the bidder calls a card, and who holds it is the partner", "with a called partner"
    HIGH_LOW = (
        "high-low",
        "each hand the player with High and the player with Low are partners",
        "with partners by High and Low",
    )
    EXPLICIT = "explicit", "sides as the players set them when the match starts", "in set sides"


class CalledCard(Choice):
    """How the called card comes out (§4)."""

    FIRST_TRICK = (
        "first-trick",
        "must be played in the first trick, even where another suit was led and can be followed",
    )
    WHEN_LEGAL = "when-legal", "must be played in the first trick if the follow rule allows it"


class Follow(Choice):
    """What may be played to a trick (§6)."""

    SUIT_OR_TRUMP = (
        "suit-or-trump",
        "play the suit led or a trump; only a player with neither may play anything",
        "follow or trump",
    )
    SUIT_ELSE_ANY = (
        "suit-else-any",
        "follow the suit led and do not trump it; a player without it may play anything",
        "follow suit",
    )


class PointCard(Choice):
    """What a point is given for (§7)."""

    HIGHEST = "highest", "the highest trump played in the hand"
    LOWEST = "lowest", "the lowest trump played in the hand"
    ACE = "A", "the ace of trump"
    JACK = "J", "the jack of trump"
    THREE = "3", "the three of trump"
    TWO = "2", "the two of trump"
    JICK = "jick", "the Jick"
    BIG_JOKER = "big-joker", "the Big Joker"
    LITTLE_JOKER = "little-joker", "the Little Joker"
    COUNTING = "counting", "the most counting points in tricks"


class PointTo(Choice):
    """Who gets the point for a card (§7)."""

    PLAYER = "player", "who plays it"
    TAKER = "taker", "who takes it"


class GameTie(Choice):
    """Who gets Game when two sides tie for most (§7)."""

    NOBODY = "nobody", "nobody"
    BIDDER = "bidder", "the bidder's side if it is among them, else nobody"


class SetCosts(Choice):
    """What missing the bid costs (§8)."""

    BID = "bid", "the number bid"
    MAXIMUM = "maximum", "the highest bid of the game, whatever was bid"


class Floor(Choice):
    """Whether a score may fall below zero (§8)."""

    ZERO = "zero", "a score never falls below zero"
    NONE = "none", "a score may fall below zero"


class Decide(Choice):
    """One step in deciding between sides at the target (§9): those that remain go to the next step."""

    BIDDER = "bidder", "the bidder's side, if it is among them"
    MOST = "most", "the highest score"
    PARTNER = "partner", "the side of the called partner, if it is among them"
