"""The README's picture: the table in the middle of a hand, as a terminal with colours shows it."""

import contextlib
import io
import random
import re
from pathlib import Path

from rich.console import Console
from rich.terminal_theme import TerminalTheme
from rich.text import Text

from shmear.bots import bot
from shmear.game import Match, Setup, view
from shmear.rules import preset
from shmear.terminal.names import default_names
from shmear.terminal.save import SaveFile
from shmear.terminal.table import Leave, Seating, Table

_SOFT = (24, 26, 31), (235, 96, 96), (98, 190, 110), (220, 180, 90), (96, 160, 245), (200, 130, 220), (90, 195, 205)
_BRIGHT = (110, 115, 125), (255, 125, 125), (125, 215, 135), (240, 205, 120), (130, 185, 255), (220, 160, 240)
_WHITE = (222, 222, 222)
THEME = TerminalTheme(_SOFT[0], _WHITE, [*_SOFT, _WHITE], [*_BRIGHT, (125, 220, 230), (255, 255, 255)])


def picture(game: str = "six-point", seed: int = 10, stop: int = 3) -> str:
    """An SVG of the screen at a person's decision number `stop`, the person playing as the novice advises."""
    console = Console(
        record=True,
        file=io.StringIO(),
        force_terminal=True,
        color_system="truecolor",
        no_color=False,
        width=80,
        highlight=False,
    )
    asked = 0

    def ask(prompt: str, /) -> str:
        nonlocal asked
        asked += 1
        if asked > stop:
            console.print(Text(prompt), end="")
            raise Leave
        console.export_text(clear=True)
        seen = view(table.states[-1], 0)
        return str(bot("novice").act(seen, random.Random(seed))).split()[-1]

    setup = Setup(preset(game), 4)
    seating = Seating(tuple(default_names(4, 0)), (None, "novice", "novice", "novice"), 0, seed)
    table = Table(console, ask, seating, Match.new(setup, 3), SaveFile(Path("never-written.json")))
    with contextlib.suppress(Leave):
        table.run()
    return _without_fonts(console.export_svg(title="shmear play", theme=THEME, unique_id="hand"))


def _without_fonts(svg: str) -> str:
    """No font is fetched from another host: the viewer's own monospace font does."""
    svg = re.sub(r"<!--.*?-->\s*", "", svg, flags=re.DOTALL)
    svg = re.sub(r"@font-face \{.*?\}\s*", "", svg, flags=re.DOTALL).replace("Fira Code, monospace", "monospace")
    return "\n".join(line.rstrip() for line in svg.splitlines()) + "\n"
