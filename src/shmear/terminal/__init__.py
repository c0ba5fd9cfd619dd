"""The table at the terminal: it prints lines and reads lines, and knows no rules (docs/decisions/0005).

`play` is a whole match against bots; `print_sheet` and `score_sheet` draw a match as the paper score sheet.
"""

from shmear.terminal.sheet import print_sheet, score_sheet
from shmear.terminal.start import play

__all__ = ["play", "print_sheet", "score_sheet"]
