"""The players that are programs: the `Bot` protocol and those who keep it.

``bot("novice")`` makes a player; `bot_names` lists them.
"""

from __future__ import annotations

from shmear.bots.novice import Novice
from shmear.bots.protocol import Bot
from shmear.bots.random_bot import RandomBot

__all__ = ["Bot", "Novice", "RandomBot", "bot", "bot_names"]

_BOTS: dict[str, type[Bot]] = {kind.name: kind for kind in (Novice, RandomBot)}


def bot_names() -> tuple[str, ...]:
    """The names that `bot` knows, alphabetically."""
    return tuple(sorted(_BOTS))


def bot(name: str) -> Bot:
    """The player of a name; `ValueError` with the names that there are."""
    if name not in _BOTS:
        raise ValueError(f"there is no bot named {name!r}; the bots are {', '.join(bot_names())}")
    return _BOTS[name]()
