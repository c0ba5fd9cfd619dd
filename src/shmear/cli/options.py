"""What several commands take: a game by name or file, and a number of players."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from shmear.rules import RulesError, RuleSet, load_rules, preset_names, rules_named


def game_named(name: str | None, file: Path | None) -> RuleSet:
    """The rule set of ``GAME`` or ``--rules FILE``; `RulesError` for neither, both, or one that is wrong."""
    if name is not None and file is not None:
        raise RulesError(f"give a game's name or --rules FILE, not both ({name} and {file})")
    if file is not None:
        return load_rules(file)
    if name is None:
        raise RulesError(f"name a game: {', '.join(preset_names())}; or give --rules FILE")
    return rules_named(name)


def players_or_usual(rules: RuleSet, players: int | None) -> int:
    """The number of players asked for, or the usual one; `RulesError` for one that the game does not allow."""
    if players is None:
        return rules.usual_players
    if players not in rules.deal.players:
        allowed = ", ".join(map(str, rules.deal.players))
        raise RulesError(f"one of {allowed} for {rules.title}", key="players", value=players)
    return players


def error_line(error: dict[str, Any], place: str) -> str:
    """An error as ``--json`` prints it (docs/record.md, Errors) as a sentence for people, with where it is."""
    where = [] if error["message"].startswith(place) else [place]
    where += [] if error["hand"] is None else [f"hand {error['hand'] + 1}"]
    where += [] if error["action"] is None else [error["action"]]
    return f"shmear: {', '.join(where)}: {error['message']}" if where else f"shmear: {error['message']}"
