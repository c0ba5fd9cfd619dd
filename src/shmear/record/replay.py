"""Reading a record: its header here, its hands by `HandReader`, the first thing that is wrong named by its place."""

from __future__ import annotations

from typing import Any, cast

from msgspec import Struct

from shmear.game import HandState, Match, Setup
from shmear.record.errors import RecordError, is_seat, missing_or_wrong, said_name, shown, table_of
from shmear.record.hands import HandReader
from shmear.record.model import FORMAT, VERSION
from shmear.rules import RulesError, RuleSet, preset, read_rules
from shmear.rules.knobs import Floor, ForfeitPaidBy


class ReplayedHand(Struct, frozen=True):
    """One hand of a record: the match before and after it, and its states, the last being where it stands.

    `states` holds every state in which somebody had to decide, and the end; `after` is `before` while the hand is
    unfinished.
    """

    before: Match
    after: Match
    states: tuple[HandState, ...]

    @property
    def last(self) -> HandState:
        """Where the hand stands: over, or waiting for an action."""
        return self.states[-1]


class Replay(Struct, frozen=True):
    """A whole record, replayed: the names, the match before its first hand and now, and every hand."""

    names: tuple[str, ...]
    start: Match
    match: Match
    hands: tuple[ReplayedHand, ...]
    meta: dict[str, Any] | None

    @property
    def setup(self) -> Setup:
        """Rules, players and sides."""
        return self.start.setup

    @property
    def unfinished(self) -> HandState | None:
        """The hand that waits for an action, None where every hand is over."""
        return None if not self.hands or self.hands[-1].last.is_over else self.hands[-1].last


def replay(record: object) -> Replay:
    """Replay a record given as plain JSON data. Raises `RecordError` for the first thing that is wrong."""
    table = table_of(record, "a record is a JSON object", None)
    if table.get("format") != FORMAT:
        raise RecordError(f'"format" is {shown(table.get("format"))}; a match record has "{FORMAT}"')
    if type(table.get("version")) is not int or table["version"] != VERSION:
        raise RecordError(f'"version" is {shown(table.get("version"))}; this reader knows version {VERSION}')
    rules = _rules(table)
    names, setup = _seats(table, rules)
    hands = table.get("hands")
    start = _start(table, setup)
    if not isinstance(hands, list):
        raise RecordError(missing_or_wrong(table, "hands", "a list of hands"))
    match = start
    done: list[ReplayedHand] = []
    entries = cast("list[object]", hands)
    said = tuple(said_name(name, seat) for seat, name in enumerate(names))
    for number, entry in enumerate(entries):
        reader = HandReader(number, entry, match, said, follows=number + 1 < len(entries))
        states = reader.read()
        before = reader.match
        match = before.after(states[-1]) if states[-1].is_over else before
        done.append(ReplayedHand(before, match, states))
    meta = table.get("meta")
    start = done[0].before if done else start
    return Replay(names, start, match, tuple(done), cast("dict[str, Any]", meta) if isinstance(meta, dict) else None)


def _rules(table: dict[str, Any]) -> RuleSet:
    given = table.get("rules")
    try:
        if isinstance(given, str):
            return preset(given)
        if isinstance(given, dict):
            return read_rules(cast("dict[str, Any]", given), where='"rules"')
    except RulesError as error:
        raise RecordError(str(error)) from None
    raise RecordError(missing_or_wrong(table, "rules", "the name of a game or a rule set as an object"))


def _seats(table: dict[str, Any], rules: RuleSet) -> tuple[tuple[str, ...], Setup]:
    names = table.get("players")
    if not isinstance(names, list) or not all(isinstance(name, str) for name in cast("list[object]", names)):
        raise RecordError(missing_or_wrong(table, "players", "a list with a name a seat"), "players")
    names = tuple(cast("list[str]", names))
    if len(names) not in rules.deal.players:
        allowed = ", ".join(map(str, rules.deal.players))
        raise RecordError(f"{len(names)} players cannot play {rules.title}; it is for {allowed}", "players")
    sides = table.get("sides")
    if sides is not None:
        wrong = not isinstance(sides, list) or not all(
            isinstance(side, list) and all(is_seat(seat, len(names)) for seat in cast("list[object]", side))
            for side in cast("list[object]", sides)
        )
        if wrong:
            raise RecordError(missing_or_wrong(table, "sides", "a list of lists of seats"), "sides")
    try:
        return names, Setup(rules, len(names), cast("list[list[int]] | None", sides))
    except ValueError as error:
        raise RecordError(str(error), "sides") from None


def _start(table: dict[str, Any], setup: Setup) -> Match:
    """The match before its first hand. Its dealer is whoever the first hand names."""
    match = Match.new(setup, 0)
    given = table.get("start")
    if given is None:
        return match
    start = table_of(given, '"start" is an object', "start")
    n, target = setup.players, setup.rules.match.target
    scores = _numbers(start, "scores", n)
    smucks = _numbers(start, "smucks", n)
    if any(score >= target for score in scores):
        raise RecordError(f"a score of {max(scores)} has reached the target of {target}: the match is over", "start")
    if setup.rules.scoring.floor is Floor.ZERO and min(scores) < 0:
        raise RecordError(f"a score of {min(scores)} is below the floor of zero", "start")
    if min(smucks) < 0 or (any(smucks) and not setup.rules.has_smucks):
        raise RecordError("smucks are counted from zero up, and only where the game has them", "start")
    together = setup.rules.auction.forfeit_paid_by is ForfeitPaidBy.SIDE
    if together and any(len({scores[seat] for seat in side}) > 1 for side in setup.sides):
        raise RecordError("partners have the same score", "start")
    first = start.get("first_hand", False)
    if not isinstance(first, bool):
        raise RecordError(f'"first_hand" is {shown(first)}; it is true or false', "start")
    return Match(setup, scores, smucks, 0, first)


def _numbers(start: dict[str, Any], key: str, players: int) -> tuple[int, ...]:
    given = start.get(key)
    if given is None:
        return (0,) * players
    if (
        not isinstance(given, list)
        or len(cast("list[object]", given)) != players
        or not all(type(one) is int and abs(one) < 1_000_000_000 for one in cast("list[object]", given))
    ):
        raise RecordError(
            f'"{key}" is {shown(cast("object", given))}; it is a list of {players} whole numbers', "start"
        )
    return tuple(cast("list[int]", given))
