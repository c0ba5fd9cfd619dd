"""What several commands take: a game by name or file, and a number of players."""

from __future__ import annotations

from pathlib import Path

from shmear.rules import RulesError, RuleSet, load_rules, preset, preset_names


def game_named(name: str | None, file: Path | None, *, default: str | None = None) -> RuleSet:
    """The rule set of ``GAME`` or ``--rules FILE``; `RulesError` for neither, both, or one that is wrong."""
    if name is not None and file is not None:
        raise RulesError(f"give a game's name or --rules FILE, not both ({name} and {file})")
    if file is not None:
        return load_rules(file)
    wanted = name if name is not None else default
    if wanted is None:
        raise RulesError(f"name a game: {', '.join(preset_names())}; or give --rules FILE")
    return preset(wanted) if wanted in preset_names() or not Path(wanted).is_file() else load_rules(wanted)


def players_or_usual(rules: RuleSet, players: int | None) -> int:
    """The number of players asked for, or the allowed number nearest to four; `RulesError` for one not allowed."""
    if players is None:
        return min(rules.deal.players, key=lambda count: (abs(count - 4), count))
    if players not in rules.deal.players:
        allowed = ", ".join(map(str, rules.deal.players))
        raise RulesError(f"one of {allowed} for {rules.title}", key="players", value=players)
    return players
