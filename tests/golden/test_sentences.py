"""The list of the server's sentences, which the browser client has to translate, misses none."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from test_golden import tool

SOURCE = """
def refuse(n, other, high):
    if n == 1:
        raise Refused("not_now", "plain")
    if n == 2:
        raise Refused("not_now", f"{other} has that seat")
    why = f"{{player}} has to bid {f'{high} or more' if other else f'more than {high}'}"
    if n == 3:
        why = "another"
    if n == 4:
        why, clause = elsewhere(n)
    raise IllegalAction(why, seat=n)

def elsewhere(n):
    if n:
        return "from elsewhere", "6"
    return f"{'first ' if n else ''}of {n}", "6"

class One:
    def refuse(self):
        return Error(code="trouble", message="by name")

    def again(self, error):
        raise Refused("illegal", error.to_you())
"""


def read(folder: Path, source: str) -> list[str]:
    file = folder / "source.py"
    file.write_text(source)
    reader: Any = tool("sentences").Reader(file)
    return sorted(reader.calls())


def test_a_sentence_is_found_however_it_is_written(tmp_path: Path) -> None:
    assert read(tmp_path, SOURCE) == sorted(
        [
            "plain",
            "{} has that seat",
            "{player} has to bid {} or more",
            "{player} has to bid more than {}",
            "another",
            "from elsewhere",
            "of {}",
            "first of {}",
            "by name",
        ]
    )


def test_what_cannot_be_read_is_an_error_and_no_gap(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=re.escape("source.py:3: this sentence cannot be read: ' '.join(words)[0]")):
        read(tmp_path, '\ndef refuse(words):\n    raise Refused("not_now", " ".join(words)[0])\n')
    with pytest.raises(ValueError, match="nothing says what why is in refuse"):
        read(tmp_path, 'def refuse():\n    raise Refused("not_now", why)\n')


def test_the_list_has_what_the_table_and_the_referee_say() -> None:
    found = tool("sentences").sentences()["refusals"]
    assert {"it is not your turn", "{} has that seat", "you hold a {} and must follow"} <= set(found)
    assert not [one for one in found if "player" in one and "{" in one and "{}" not in one]
