"""The games as the first page, the rules pages and the form for house rules show them: all from the rule sets."""

from __future__ import annotations

import enum
import typing
from functools import cache
from typing import Any

import msgspec
from msgspec import Struct

from shmear.bots import bot_names
from shmear.rules import (
    POINT_NAMES,
    POINT_WORDS,
    RulesError,
    RuleSet,
    difference,
    from_line,
    preset,
    preset_names,
    read_rules,
    rule_book,
    rules_from_toml,
    to_line,
    to_toml,
)
from shmear.rules.describe import capital
from shmear.rules.facts import Facts
from shmear.rules.knobs import Choice, TrumpMade
from shmear.rules.line import nearest
from shmear.rules.ruleset import Group, Point

LONGEST_RULES = 64_000
"""Most characters of a rule set that somebody sends."""
_SECONDS_A_CARD = 2.5
_SECONDS_A_HAND = 25


class GameOffered(Struct, frozen=True, kw_only=True):
    """A game in the list: one line that explains it, how many play, and about how long a match takes in minutes."""

    name: str
    title: str
    line: str
    summary: str
    players: list[int]
    usual: int
    target: int
    total: int
    minutes: tuple[int, int]


class BotOffered(Struct, frozen=True, kw_only=True):
    """A level of bots."""

    name: str
    title: str


class GamesOffered(Struct, frozen=True, kw_only=True):
    """What can be played, and against which bots."""

    games: list[GameOffered]
    bots: list[BotOffered]


class RulesPage(Struct, frozen=True, kw_only=True):
    """A rule set in words: `book` is Markdown, `differences` from the nearest preset as sentences."""

    name: str
    title: str
    line: str
    players: int
    counts: list[int]
    book: str
    toml: str
    rules: dict[str, Any]
    differences: list[str]
    nearest: str


class KnobValue(Struct, frozen=True, kw_only=True):
    """One value that a knob can take, and what it makes the rules say."""

    value: str
    words: str


class KnobOffered(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One field of the form. `by_players` is whether it may differ by the number of players."""

    key: str
    label: str
    clause: str
    kind: str
    by_players: bool = False
    values: list[KnobValue] = []
    least: int | None = None
    most: int | None = None
    default: Any = None


class KnobGroup(Struct, frozen=True, kw_only=True):
    """The fields of one table of the rules file."""

    name: str
    title: str
    knobs: list[KnobOffered]


class RulesForm(Struct, frozen=True, kw_only=True):
    """Everything that house rules can say. Each of `points` has the fields of the group ``points``."""

    groups: list[KnobGroup]
    points: list[KnobValue]


@cache
def games() -> GamesOffered:
    """The presets and the bots."""
    return GamesOffered(
        games=[_offered(preset(name)) for name in preset_names()],
        bots=[BotOffered(name=name, title=capital(name)) for name in bot_names()],
    )


def _offered(rules: RuleSet) -> GameOffered:
    return GameOffered(
        name=rules.name,
        title=rules.title,
        line=to_line(rules),
        summary=summary(rules),
        players=list(rules.deal.players),
        usual=rules.usual_players,
        target=rules.match.target,
        total=rules.total_points,
        minutes=minutes(rules, rules.usual_players),
    )


def summary(rules: RuleSet) -> str:
    """A game in one sentence or two, for somebody who chooses among games."""
    facts = Facts(rules, rules.usual_players)
    names = [POINT_WORDS[name] for name in rules.points]
    points = f"{', '.join(names[:-1])} and {names[-1]}" if len(names) > 1 else "".join(names)
    trump = "the bidder names trump" if rules.trump.made is TrumpMade.NAMED else "the first card led makes trump"
    parts = [trump]
    if facts.kitty:
        parts.append(f"{facts.kitty} cards in the {facts.kitty_word}")
    if rules.shoot.allowed:
        parts.append("you may shoot the moon")
    return f"{points}. {capital(facts.partners.words)}; {', '.join(parts)}; to {rules.match.target}."


def minutes(rules: RuleSet, players: int) -> tuple[int, int]:
    """About how long a match lasts, from a quick one to a long one.

    A hand takes 2.5 seconds a card and 25 for the rest. The winners need the target at two thirds of the points of a
    hand for a quick match, at a quarter for a long one with sets in it.
    """
    facts = Facts(rules, players)
    hand = players * facts.tricks * _SECONDS_A_CARD + _SECONDS_A_HAND
    hands = rules.match.target / rules.total_points
    quick, slow = hands * 1.5 * hand / 60, hands * 4 * hand / 60
    return max(1, round(quick)), max(2, round(slow))


def rules_given(
    *, game: str | None = None, toml: str | None = None, line: str | None = None, rules: dict[str, Any] | None = None
) -> tuple[RuleSet, int | None]:
    """The rule set that somebody names or sends, in exactly one of four ways, and how many play if that says so.

    Raises `RulesError`.
    """
    given = [one for one in (game, toml, line, rules) if one is not None]
    if len(given) != 1:
        raise RulesError("give the rules in one way: game, toml, line or rules")
    if game is not None:
        if game not in preset_names():
            raise RulesError(f"one of {', '.join(preset_names())}", key="game", value=game)
        return preset(game), None
    if toml is not None:
        if len(toml) > LONGEST_RULES:
            raise RulesError(f"a rules file has at most {LONGEST_RULES} characters")
        return rules_from_toml(toml), None
    if line is not None:
        return from_line(line)
    assert rules is not None, "one of the four was given"
    return read_rules(rules), None


def page(rules: RuleSet, players: int | None) -> RulesPage:
    """A rule set in words, at a number of players or the usual one. Raises `RulesError` for one it does not allow."""
    count = rules.usual_players if players is None else players
    book = rule_book(rules, count)
    base = nearest(rules)
    return RulesPage(
        name=rules.name,
        title=rules.title,
        line=to_line(rules, count),
        players=count,
        counts=list(rules.deal.players),
        book=book,
        toml=to_toml(rules),
        rules=rules.to_dict(),
        differences=difference(base, rules),
        nearest=base.name,
    )


@cache
def preset_page(name: str, players: int | None) -> RulesPage:
    """The page of a preset. Raises `KeyError` for a name that is none, `RulesError` as `page` does."""
    if name not in preset_names():
        raise KeyError(name)
    return page(preset(name), players)


@cache
def form() -> RulesForm:
    """What the form for house rules asks, from the rule set's own schema."""
    groups: list[KnobGroup] = []
    for group in msgspec.structs.fields(RuleSet):
        kind = Point if group.name == "points" else group.type
        if not (isinstance(kind, type) and issubclass(kind, Group)):
            continue
        title = (kind.__doc__ or "").split(" (§")[0].strip().rstrip(".")
        knobs = [_knob(f"{group.name}.{one.name}", one) for one in msgspec.structs.fields(kind)]
        groups.append(KnobGroup(name=group.name, title="One point" if kind is Point else title, knobs=knobs))
    return RulesForm(groups=groups, points=[KnobValue(value=name, words=POINT_WORDS[name]) for name in POINT_NAMES])


def _knob(key: str, field: msgspec.structs.FieldInfo) -> KnobOffered:
    metas, kind, by_players = _unfolded(field.type)
    label = next((one.description for one in metas if one.description), key)
    clause = next((one.extra["clause"] for one in metas if one.extra and "clause" in one.extra), "")
    values: list[KnobValue] = []
    least = most = None
    if isinstance(kind, type) and issubclass(kind, Choice):
        name = "choice"
        values = [KnobValue(value=str(one.value), words=one.words) for one in kind]
    elif kind is bool:
        name = "bool"
    elif kind is int:
        name = "int"
        least = next((one.ge for one in metas if one.ge is not None), None)
        most = next((one.le for one in metas if one.le is not None), None)
    elif kind is str:
        name = "text"
    elif typing.get_origin(kind) is tuple:
        name = "list"
        inner = _unfolded(typing.get_args(kind)[0])[1]
        if isinstance(inner, type) and issubclass(inner, Choice):
            values = [KnobValue(value=str(one.value), words=one.words) for one in inner]
    else:
        name = "map"
    return KnobOffered(
        key=key,
        label=capital(label),
        clause=clause,
        kind=name,
        by_players=by_players,
        values=values,
        least=least if least is None else int(least),
        most=most if most is None else int(most),
        default=_plain(field),
    )


def _unfolded(kind: Any) -> tuple[list[msgspec.Meta], Any, bool]:
    """The metas of a type, the type itself, and whether it may be a table by players."""
    metas: list[msgspec.Meta] = []
    by_players = False
    while True:
        if hasattr(kind, "__metadata__"):
            metas += kind.__metadata__
            kind = kind.__origin__
            continue
        arguments = typing.get_args(kind)
        tables = [one for one in arguments if typing.get_origin(one) is dict]
        plain = [one for one in arguments if typing.get_origin(one) is not dict]
        if tables and len(plain) == 1 and typing.get_origin(kind) is not dict:
            kind, by_players = plain[0], True
            continue
        return metas, kind, by_players


def _plain(field: msgspec.structs.FieldInfo) -> Any:
    if field.default is not msgspec.NODEFAULT:
        value = field.default
    elif field.default_factory is not msgspec.NODEFAULT:
        value = field.default_factory()
    else:
        return None
    return value.value if isinstance(value, enum.Enum) else msgspec.to_builtins(value)
