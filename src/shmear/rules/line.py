"""The one-line form of a game: ``6-point · 4 solo · to 21 · bids 2–6, dealer stuck · follow suit · low to player``.

The line opens with the heading of a base, the preset it is nearest to. What people ask first follows: who plays, the
target, the bids, the follow rule, Low, the kitty. Every other knob that is not as in the base stands at the end as
``key value``, so that the line says the whole game. Each game has one such line for a number of players, and one for
all of them.
"""

from __future__ import annotations

import copy
import difflib
import re
import tomllib
from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any

from shmear.rules.check import can_sit, deck_size
from shmear.rules.knobs import AllPass, Discards, Follow, Partners, PointTo
from shmear.rules.reading import RulesError, preset, preset_names, preset_text, read_rules, same_as_preset
from shmear.rules.ruleset import POINT_NAMES, RuleSet, at, knob_fields
from shmear.rules.toml import inline

WHERE = "rules line"
LIMIT = 20_000
"""Most characters a line may have."""

FORMS = (
    "players and partners, as in 4 solo or 4/6 across",
    "to TARGET",
    "bids MINIMUM–MAXIMUM, "
    + " or ".join(one.short for one in AllPass)
    + ", and at the end , shoot where it is allowed",
    " or ".join(one.short for one in Follow),
    "low to player or taker",
    "kitty of NUMBER or no kitty",
    'a knob and its value, as in match.target 15 or points.jick { card = "jick" } or points.jick off',
)
"""The parts that a line can have after its heading."""

_OFF = "off"


def to_line(rules: RuleSet, players: int | None = None) -> str:
    """The line of a game at a number of players, or at all that it allows.

    `from_line` gives the same game again. `RulesError` for a number of players that the rules do not allow.
    """
    counts = rules.deal.players
    if players is not None and players not in counts:
        raise RulesError(counts_text(counts), key="players", value=players)
    if players is None and len(counts) == 1:
        players = counts[0]
    wanted = rules.knobs()
    heading, base = _nearest(rules, wanted)
    head = _headlines(rules, base, players)
    knobs = _flat(base)
    for segment in head:
        _headline(knobs, segment, players)
    return " · ".join([heading, *head, *_overrides(knobs, wanted)])


def from_line(text: str) -> tuple[RuleSet, int | None]:
    """The game of a line, and the number of players if the line names one.

    A part that is left out is as in the game that the heading stands for. The rule set is a preset where it is played
    as one, else it is named ``house``. `RulesError`, saying what is wrong and what is allowed, for anything else.
    """
    if len(text) > LIMIT:
        raise RulesError(f"has {len(text)} characters; a rules line has at most {LIMIT}", where=WHERE)
    heading, *segments = (" ".join(part.split()) for part in text.split("·"))
    base = next((rules for name, rules in _bases() if name.lower() == heading.lower()), None)
    if base is None:
        allowed = "one of " + ", ".join(sorted((name for name, _ in _bases()), key=lambda name: (len(name), name)))
        raise RulesError(allowed, key="heading", value=heading, where=WHERE)
    segments.sort(key=lambda part: not _GROUPS.match(part))  # the others may depend on who plays
    players = next((int(found["n"]) for part in segments if (found := _ONE.match(part))), None)
    knobs, changed, seen = _flat(base), dict[str, Any](), set[str]()
    for segment in segments:
        kind = _headline(knobs, segment, players)
        if kind is None:
            kind, value = _override(segment)
            changed[kind] = value
        if kind in seen:
            raise RulesError(f"says {kind} twice, the second time as {segment!r}", where=WHERE)
        seen.add(kind)
    knobs.update(changed)
    rules = read_rules(_tables(knobs), where=WHERE)
    if players is not None and players not in rules.deal.players:
        raise RulesError(counts_text(rules.deal.players), key="players", value=players, where=WHERE)
    return same_as_preset(rules) or rules, players


def counts_text(counts: Iterable[int]) -> str:
    """Numbers of players in short: ``3–8``, ``4/6/8``."""
    runs: list[list[int]] = []
    for count in sorted(counts):
        if runs and count == runs[-1][-1] + 1:
            runs[-1].append(count)
        else:
            runs.append([count])
    parts = (f"{run[0]}–{run[-1]}" if len(run) > 2 else "/".join(map(str, run)) for run in runs)
    return "/".join(parts)


@cache
def _bases() -> tuple[tuple[str, RuleSet], ...]:
    """The games that lines start from, with their headings: the presets whose own file sets one."""
    found = ((tomllib.loads(preset_text(name)).get("heading"), preset(name)) for name in preset_names())
    return tuple((heading, rules) for heading, rules in found if heading)


def _nearest(rules: RuleSet, wanted: dict[str, Any]) -> tuple[str, RuleSet]:
    """The base with as many points that differs in the fewest knobs."""

    def distance(entry: tuple[str, RuleSet]) -> tuple[bool, int]:
        knobs = _knobs(entry[0])
        differing = sum(knobs.get(key) != wanted.get(key) for key in {**knobs, **wanted})
        return entry[1].total_points != rules.total_points, differing

    return min(_bases(), key=distance)


@cache
def _knobs(heading: str) -> dict[str, Any]:
    """The knobs of a base; only to be looked at."""
    return dict(_bases())[heading].knobs()


def _flat(base: RuleSet) -> dict[str, Any]:
    return copy.deepcopy(base.knobs())


# The headlines: what they say of a game, and what they do to the knobs of a base. `_headline` is the only place that
# reads them, for a line that is being written too, so that the rest of that line holds whatever they leave unsaid.


def _headlines(rules: RuleSet, base: RuleSet, players: int | None) -> list[str]:
    auction = rules.auction
    shoot = ", shoot" if rules.shoot.allowed else ""
    found = [
        _partners_text(rules, players),
        f"to {rules.match.target}",
        f"bids {auction.minimum}–{auction.maximum}, {auction.all_pass.short}{shoot}",
        rules.play.follow.short,
    ]
    if "low" in rules.points:
        found.append(f"low to {rules.points['low'].to.value}")
    kitty = _kitty_text(rules, base, players)
    return [*found, kitty] if kitty else found


def _partners_text(rules: RuleSet, players: int | None) -> str:
    counts = rules.deal.players if players is None else (players,)
    groups: dict[Partners, list[int]] = {}
    for count in counts:
        groups.setdefault(at(rules.sides.partners, count), []).append(count)
    return ", ".join(f"{counts_text(group)} {partners.short}" for partners, group in groups.items())


def _kitty_text(rules: RuleSet, base: RuleSet, players: int | None) -> str:
    counts = rules.deal.players if players is None else (players,)
    kitties = {count: at(rules.exchange.kitty, count) for count in counts}
    some = {count: kitty for count, kitty in kitties.items() if kitty}
    if not some:
        return "no kitty" if any(_at(base.exchange.kitty, count) for count in counts) else ""
    everything = all(kitty == deck_size(rules, n) - n * at(rules.deal.cards, n) for n, kitty in some.items())
    word = "widow" if everything else "kitty"
    if len(set(kitties.values())) == 1:
        return f"{word} of {some[counts[0]]}"
    return f"{word} of " + ", ".join(f"{kitty} at {count}" for count, kitty in some.items())


def _at(value: Any, players: int) -> Any:
    """A plain knob's value at a number of players, None where its table has none."""
    if isinstance(value, dict):
        table: dict[Any, Any] = value  # pyright: ignore[reportUnknownVariableType]
        return table.get(players, table.get(str(players)))
    return value


_COUNTS = r"\d(?: ?[–-] ?\d)?(?:/\d(?: ?[–-] ?\d)?)*"
_SHORTS = {one.short: one for one in Partners}
_WORDS = "|".join(map(re.escape, _SHORTS))
_GROUP = rf"({_COUNTS}) ({_WORDS})"
_ONE = re.compile(rf"^(?P<n>\d) (?:{_WORDS})$")
_GROUPS = re.compile(rf"^{_GROUP}(?:, {_GROUP})*$")
_TARGET = re.compile(r"^to (\d{1,6})$")
_BIDS = re.compile(r"^bids (\d{1,4})(?: ?– ?(\d{1,4}))?((?:, [a-z ]+)*)$")
_LOW = re.compile(rf"^low to ({'|'.join(one.value for one in PointTo)})$")
_KITTY = re.compile(r"^(?:kitty|widow) of (\d+|\d+ at \d(?:, \d+ at \d)*)$")


def _headline(knobs: dict[str, Any], segment: str, players: int | None) -> str | None:
    """Put what a headline says into the knobs, and return what it is about; None if the segment is no headline."""
    segment = re.sub(r"(?<=\d) ?- ?(?=\d)", "–", segment)
    if _GROUPS.match(segment):
        _set_partners(knobs, segment, players)
        return "players and partners"
    if found := _TARGET.match(segment):
        knobs["match.target"] = int(found[1])
        return "the target"
    if found := _BIDS.match(segment):
        _set_bids(knobs, int(found[1]), int(found[2] or found[1]), found[3].split(", ")[1:])
        return "the bids"
    for follow in Follow:
        if segment == follow.short:
            knobs["play.follow"] = follow.value
            return "the follow rule"
    if found := _LOW.match(segment):
        knobs["points.low"] = {"card": "lowest", "worth": 1, **knobs.get("points.low", {}), "to": found[1]}
        return "Low"
    if segment == "no kitty":
        _set(knobs, "exchange.kitty", dict.fromkeys(_counts(knobs, players), 0))
        return "the kitty"
    if found := _KITTY.match(segment):
        _set_kitty(knobs, found[1], players)
        return "the kitty"
    return None


def _set_partners(knobs: dict[str, Any], segment: str, players: int | None) -> None:
    chosen: dict[int, str] = {}
    for counts, short in re.findall(_GROUP, segment):
        for part in counts.replace(" ", "").split("/"):
            first, _, last = part.partition("–")
            for count in range(int(first), int(last or first) + 1):
                if count in chosen:
                    raise RulesError(
                        "a list with each number of players once", key="players", value=segment, where=WHERE
                    )
                chosen[count] = _SHORTS[short].value
    if players is None:
        knobs["deal.players"] = tuple(sorted(chosen))
    elif _at(knobs["sides.partners"], players) != chosen[players]:
        partners = Partners(chosen[players])
        knobs["deal.players"] = tuple(count for count in knobs["deal.players"] if can_sit(count, partners))
    _set(knobs, "sides.partners", chosen)


def _set_bids(knobs: dict[str, Any], minimum: int, maximum: int, words: list[str]) -> None:
    shorts = {one.short: one.value for one in AllPass}
    knobs |= {"auction.minimum": minimum, "auction.maximum": maximum, "shoot.allowed": "shoot" in words}
    for word in words:
        if word in shorts:
            knobs["auction.all_pass"] = shorts[word]
        elif word != "shoot":
            raise RulesError(" or ".join([*shorts, "shoot"]), key="bids", value=word, where=WHERE)


def _set_kitty(knobs: dict[str, Any], text: str, players: int | None) -> None:
    counts = _counts(knobs, players)
    if " at " in text:
        named = {int(count): int(kitty) for kitty, count in re.findall(r"(\d+) at (\d)", text)}
        strange = [count for count in named if count not in counts]
        if strange:
            raise RulesError(f"at {counts_text(counts)} players", key="kitty", value=text, where=WHERE)
        _set(knobs, "exchange.kitty", {count: named.get(count, 0) for count in counts})
    else:
        _set(knobs, "exchange.kitty", dict.fromkeys(counts, int(text)))
    if knobs["exchange.discards"] == Discards.NONE.value:
        knobs["exchange.discards"] = Discards.BIDDER.value  # who takes cards has to give as many


def _counts(knobs: dict[str, Any], players: int | None) -> tuple[int, ...]:
    return tuple(knobs["deal.players"]) if players is None else (players,)


def _set(knobs: dict[str, Any], key: str, values: dict[int, Any]) -> None:
    """Give a knob its values by players: left alone where it has them, a plain value where they are equal."""
    if any(_at(knobs[key], count) != value for count, value in values.items()):
        kinds = set(values.values())
        knobs[key] = kinds.pop() if len(kinds) == 1 else {str(count): values[count] for count in sorted(values)}


# The rest: knobs by their keys.


@cache
def _keys() -> tuple[str, ...]:
    """The key of every knob, each point being one."""
    keys: list[str] = []
    for key in (knob.key for knob in knob_fields()):
        if not key.startswith("points."):
            keys.append(key)
        elif key == "points.NAME.card":
            keys += [f"points.{name}" for name in POINT_NAMES]
    return tuple(keys)


def _overrides(knobs: dict[str, Any], wanted: dict[str, Any]) -> Iterator[str]:
    for key in _keys():
        if knobs.get(key) == wanted.get(key):
            continue
        value = wanted.get(key)
        if key.startswith("points.") and value is not None and value["worth"] == 1:
            value = {part: one for part, one in value.items() if part != "worth"}
        yield f"{key} {_OFF if value is None else inline(value)}"


def _override(segment: str) -> tuple[str, Any]:
    """The key and the value of a segment that names a knob; a value of None takes a point out."""
    key, _, text = segment.partition(" ")
    if key not in _keys():
        if "." not in key:
            raise RulesError(f"{segment!r} is no part of a rules line; the parts are: {'; '.join(FORMS)}", where=WHERE)
        near = difflib.get_close_matches(key, _keys(), n=1)
        hint = f"did you mean {near[0]}? " if near else ""
        allowed = f"no such knob; {hint}the knobs are {', '.join(_keys())}"
        raise RulesError(allowed, key=key, value=text, where=WHERE, unknown=True)
    if text == _OFF and key.startswith("points."):
        return key, None
    try:
        table = tomllib.loads(f"value = {text}")
    except (ValueError, RecursionError):
        if not re.fullmatch(r"[A-Za-z0-9-]+", text):
            raise RulesError("a value as in TOML", key=key, value=text, where=WHERE) from None
        table = {"value": text}
    return key, table["value"]


def _tables(knobs: dict[str, Any]) -> dict[str, Any]:
    tables: dict[str, Any] = {}
    for knob, value in knobs.items():
        group, _, key = knob.partition(".")
        if value is not None:
            tables.setdefault(group, {})[key] = value
    return tables


def nearest(rules: RuleSet) -> RuleSet:
    """The base that a game is nearest to, which its line is written from: a preset, for most."""
    return _nearest(rules, rules.knobs())[1]
