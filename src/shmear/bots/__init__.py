"""The players that are programs: the `Bot` protocol and those who keep it.

``bot("club")`` makes a player; `bot_names` lists them from the weakest to the strongest.
"""

from __future__ import annotations

from importlib import import_module

from shmear.bots.novice import Novice
from shmear.bots.protocol import Bot, Decision, Estimate
from shmear.bots.random_bot import RandomBot

__all__ = ["Bot", "Decision", "Estimate", "Novice", "RandomBot", "bot", "bot_names"]

# Named and not imported: the club player needs the kernel, which takes a while to load.
_BOTS = {
    "random": "shmear.bots.random_bot:RandomBot",
    "novice": "shmear.bots.novice:Novice",
    "club": "shmear.bots.club:Club",
    "expert": "shmear.bots.expert:Expert",
}


def bot_names() -> tuple[str, ...]:
    """The names that `bot` knows, the weakest first."""
    return tuple(_BOTS)


def bot(name: str) -> Bot:
    """The player of a name; `ValueError` with the names that there are."""
    if name not in _BOTS:
        raise ValueError(f"there is no bot named {name!r}; the bots are {', '.join(_BOTS)}")
    module, _, kind = _BOTS[name].partition(":")
    made: Bot = getattr(import_module(module), kind)()
    return made
