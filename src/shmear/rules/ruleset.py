"""`RuleSet`: a game as data. Every sentence of the rules (docs/rules.md) is a field here or follows from one.

The fields stand in groups, the same as the tables of a TOML file. A knob that differs by the number of players is
a value, or a table from player counts to values. Each field's `Meta` carries its meaning and, as ``clause``, the
section of docs/rules.md it comes from; the rule book, the diff and the error messages are written from them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, Literal, NamedTuple, TypeVar, cast

import msgspec
from msgspec import Meta, Struct
from msgspec.structs import FieldInfo

from shmear.cards import RANKS
from shmear.rules.knobs import (
    AllPass,
    CalledCard,
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

MAX_PLAYERS = 8
MAX_BID = 30

PlayerCount = Annotated[int, Meta(ge=2, le=MAX_PLAYERS)]
Small = Annotated[int, Meta(ge=0, le=54)]
Ranks = Annotated[str, Meta(pattern=r"^[2-9TJQKA](-[2-9TJQKA])?( [2-9TJQKA](-[2-9TJQKA])?)*$")]
PointName = Literal["high", "low", "jack", "jick", "big_joker", "little_joker", "three", "game"]
POINT_NAMES: tuple[PointName, ...] = ("high", "low", "jack", "jick", "big_joker", "little_joker", "three", "game")
"""Every point the record knows, in the order it lists them."""

POINT_WORDS: dict[str, str] = {
    "high": "High",
    "low": "Low",
    "jack": "Jack",
    "jick": "Jick",
    "big_joker": "Big Joker",
    "little_joker": "Little Joker",
    "three": "Three",
    "game": "Game",
}
"""Each point as players say it."""

CountingCard = Literal["A", "K", "Q", "J", "T", "9", "8", "7", "6", "5", "4", "3", "2", "joker"]

T = TypeVar("T")
PerPlayers = T | dict[PlayerCount, T]


class Group(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A table of the TOML file."""


def _says(clause: str, words: str) -> Meta:
    return Meta(description=words, extra={"clause": clause})


class Deck(Group, frozen=True):
    """The cards (§2, §5)."""

    ranks: Annotated[PerPlayers[Ranks], _says("2", "ranks in the deck")] = "2-A"
    jokers: Annotated[Jokers, _says("2", "jokers")] = Jokers.NONE
    jick: Annotated[bool, _says("5", "the jack of trump's colour is the Jick, a trump next below the jack")] = False


class Deal(Group, frozen=True):
    """Players and the deal (§1, §2)."""

    players: Annotated[
        tuple[PlayerCount, ...], Meta(min_length=1, description="numbers of players", extra={"clause": "1"})
    ] = (2, 3, 4, 5, 6, 7, 8)
    cards: Annotated[PerPlayers[Small], _says("1", "cards dealt to each player")] = 6
    at_a_time: Annotated[int, Meta(ge=1, le=54, description="cards dealt at a time", extra={"clause": "2"})] = 1


class Auction(Group, frozen=True):
    """Bidding (§3)."""

    minimum: Annotated[int, Meta(ge=1, le=MAX_BID, description="the lowest bid", extra={"clause": "1"})] = 2
    maximum: Annotated[int, Meta(ge=1, le=MAX_BID, description="the highest bid", extra={"clause": "1"})] = 4
    may_match: Annotated[Match, _says("3", "matching the highest bid")] = Match.NOBODY
    maximum_ends: Annotated[bool, _says("3", "a bid of the maximum ends the auction at once")] = False
    all_pass: Annotated[AllPass, _says("3", "when nobody bids")] = AllPass.STUCK
    redealer: Annotated[Redealer, _says("3", "who deals again after a throw-in")] = Redealer.SAME
    forfeit: Annotated[Small, _says("3", "points a forfeit costs")] = 2
    forfeit_smucks: Annotated[Small, _says("3", "smucks a forfeit brings")] = 0
    forfeit_paid_by: Annotated[ForfeitPaidBy, _says("3", "who pays a forfeit")] = ForfeitPaidBy.SIDE
    forfeit_counts: Annotated[bool, _says("3", "a forfeited hand is a hand, and the next is no longer the first")] = (
        True
    )


class Shoot(Group, frozen=True):
    """Shooting the moon (§3, §8)."""

    allowed: Annotated[bool, _says("3", "a player may shoot the moon")] = False
    from_score: Annotated[int, Meta(ge=-999, le=999), _says("3", "the least score from which to shoot")] = 1
    first_hand: Annotated[bool, _says("3", "everyone may shoot on the first hand of a match")] = True
    takes_kitty: Annotated[bool, _says("3", "the shooter takes the kitty")] = False
    alone: Annotated[bool, _says("3", "a hand that is shot has no partners by High and Low")] = False
    needs: Annotated[ShootNeeds, _says("8", "what a shooter has to take")] = ShootNeeds.POINTS
    success: Annotated[ShootSuccess, _says("8", "what a shot that succeeds brings")] = ShootSuccess.MATCH
    failure: Annotated[ShootFailure, _says("8", "what a failed shot costs")] = ShootFailure.ZERO
    smucks: Annotated[Small, _says("8", "smucks a failed shot brings")] = 0


class Trump(Group, frozen=True):
    """Making trump (§4)."""

    made: Annotated[TrumpMade, _says("4", "how trump is made")] = TrumpMade.FIRST_LEAD
    first_lead: Annotated[FirstLead, _says("4", "what may be led first")] = FirstLead.ANY


class Exchange(Group, frozen=True):
    """Kitty or widow, and discards (§4)."""

    kitty: Annotated[PerPlayers[Small], _says("1", "cards of the kitty or widow")] = 0
    kitty_to: Annotated[KittyTo, _says("4", "who takes the kitty")] = KittyTo.BIDDER
    discards: Annotated[Discards, _says("4", "who discards")] = Discards.NONE
    keep: Annotated[Annotated[int, Meta(ge=1, le=27)], _says("4", "cards kept after the discards")] = 6
    protect: Annotated[Protect, _says("4", "cards that may not be discarded")] = Protect.NONE
    discards_score: Annotated[DiscardsScore, _says("4", "for whom discards count")] = DiscardsScore.NOBODY


class Sides(Group, frozen=True):
    """Who scores together (§1, §4, §7)."""

    partners: Annotated[PerPlayers[Partners], _says("1", "partners")] = Partners.NONE
    called_card: Annotated[CalledCard, _says("4", "the called card")] = CalledCard.FIRST_TRICK
    not_callable: Annotated[
        tuple[Annotated[str, Meta(pattern="^[2-9TJQKA]$")], ...], _says("4", "ranks of trump that may not be called")
    ] = ()


class Play(Group, frozen=True):
    """Tricks (§6)."""

    follow: Annotated[Follow, _says("6", "following")] = Follow.SUIT_OR_TRUMP


class Point(Group, frozen=True):
    """One point of the hand (§7)."""

    card: Annotated[PointCard, _says("7", "what it is given for")]
    to: Annotated[PointTo, _says("7", "who gets it")] = PointTo.TAKER
    worth: Annotated[int, Meta(ge=1, le=20), _says("7", "what it is worth")] = 1


_COUNTING: dict[CountingCard, int] = {"T": 10, "A": 4, "K": 3, "Q": 2, "J": 1}


class Scoring(Group, frozen=True):
    """Counting points, Game, and what a hand does to the score (§7, §8)."""

    counting: Annotated[
        dict[CountingCard, Annotated[int, Meta(ge=0, le=100)]], _says("7", "counting points of the cards")
    ] = msgspec.field(default_factory=lambda: dict(_COUNTING))
    game_tie: Annotated[GameTie, _says("7", "a tie for Game")] = GameTie.NOBODY
    high_low_among: Annotated[HighLowAmong, _says("7", "trumps that may be High or Low")] = HighLowAmong.RANKED
    set_costs: Annotated[SetCosts, _says("8", "what being set costs")] = SetCosts.BID
    set_smucks: Annotated[Small, _says("8", "smucks that being set brings")] = 0
    floor: Annotated[Floor, _says("8", "the floor of a score")] = Floor.ZERO


class Finish(Group, frozen=True):
    """Winning the match (§9)."""

    target: Annotated[int, Meta(ge=1, le=999), _says("1", "points that win the match")] = 11
    decide: Annotated[
        tuple[Decide, ...], Meta(min_length=1, description="between sides at the target", extra={"clause": "9"})
    ] = (Decide.BIDDER, Decide.MOST)


class RuleSet(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The rules of one game. Read one with `shmear.rules.preset`, `load_rules` or `read_rules`, which also check it.

    `name`, `title`, `revision` and `heading` say what the game is called; all else is how it is played.
    `heading` is the word with which the one-line form of the game, and of house rules near it, opens.
    """

    name: Annotated[str, Meta(pattern=r"^[a-z0-9][a-z0-9-]{0,39}$", description="name")] = "house"
    title: Annotated[str, Meta(min_length=1, max_length=60, description="title")] = "House rules"
    revision: Annotated[int, Meta(ge=1, description="revision")] = 1
    heading: Annotated[str, Meta(max_length=20, description="heading of the one-line form")] = ""
    deck: Deck = Deck()
    deal: Deal = Deal()
    auction: Auction = Auction()
    shoot: Shoot = Shoot()
    trump: Trump = Trump()
    exchange: Exchange = Exchange()
    sides: Sides = Sides()
    play: Play = Play()
    points: dict[PointName, Point] = {}
    scoring: Scoring = Scoring()
    match: Finish = Finish()

    @property
    def total_points(self) -> int:
        """What all points of the list are worth together."""
        return sum(point.worth for point in self.points.values())

    @property
    def usual_players(self) -> int:
        """The number of players to start from where nobody says: four, or the nearest that the game allows."""
        return min(self.deal.players, key=lambda count: (abs(count - 4), count))

    @property
    def has_smucks(self) -> bool:
        """Whether anything in this game brings a smuck."""
        return bool(
            self.scoring.set_smucks
            or (self.shoot.allowed and self.shoot.smucks)
            or (self.auction.all_pass is AllPass.CHOOSES and self.auction.forfeit_smucks)
        )

    def to_dict(self) -> dict[str, Any]:
        """The rule set as plain data: the keys of its TOML file, every one written out."""
        plain: dict[str, Any] = msgspec.to_builtins(self, str_keys=True)
        return plain

    def knobs(self) -> dict[str, Any]:
        """How the game is played, flat: ``deck.ranks`` and so on to plain values (a point is one value).

        Two rule sets are the same game exactly when their knobs are equal.
        """
        plain = self.to_dict()
        flat: dict[str, Any] = {}
        for group, table in plain.items():
            if isinstance(table, dict):
                for key, value in table.items():  # pyright: ignore[reportUnknownVariableType]
                    flat[f"{group}.{key}"] = value
        return flat


class KnobField(NamedTuple):
    """A field of a rule set that is a knob: its dotted key, its meaning, its section of the rules, and the field.

    The fields of every point have the keys ``points.NAME.card`` and so on.
    """

    key: str
    words: str
    clause: str
    field: FieldInfo


def knob_fields() -> Iterator[KnobField]:
    """Every knob, in the order of `RuleSet`."""
    for group in msgspec.structs.fields(RuleSet):
        kind, prefix = (Point, "points.NAME") if group.name == "points" else (group.type, group.name)
        if not (isinstance(kind, type) and issubclass(kind, Group)):
            continue
        for field in msgspec.structs.fields(kind):
            meta: Meta = next(one for one in field.type.__metadata__ if one.description)
            yield KnobField(f"{prefix}.{field.name}", meta.description or "", (meta.extra or {})["clause"], field)


def at(value: PerPlayers[T], players: int) -> T:
    """A knob's value at a number of players."""
    if isinstance(value, dict):
        return cast("Mapping[int, T]", value)[players]
    return cast("T", value)


def ranks_in(text: str) -> tuple[str, ...]:
    """The rank letters of a deck, low to high: ``"2 9-A"`` is the two and the nine to the ace."""
    chosen: set[str] = set()
    for part in text.split(" "):
        low, _, high = part.partition("-")
        first, last = RANKS.index(low), RANKS.index(high or low)
        if first > last:
            raise ValueError(f"written with the lower rank first, not {part!r}")
        chosen.update(RANKS[first : last + 1])
    return tuple(rank for rank in RANKS if rank in chosen)


def rule_set_schema() -> dict[str, Any]:
    """JSON Schema of a rule set."""
    return msgspec.json.schema(RuleSet)
