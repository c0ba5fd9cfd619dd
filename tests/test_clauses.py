"""Every clause of docs/rules.md, and every value of every knob, has a test that cites it."""

import re
from functools import cache
from pathlib import Path

import pytest

from shmear.rules import knobs

TESTS = Path(__file__).resolve().parent
RULES = (TESTS.parent / "docs" / "rules.md").read_text()
ANCHORS = re.findall(r'<a id="(\d\.[A-Za-z]+\.[a-z0-9-]+)"></a>', RULES)
TABLE = re.findall(r"^\| `(\d\.[A-Za-z]+\.[a-z0-9-]+)` \|", RULES, re.MULTILINE)


@cache
def sources() -> str:
    files = (path for path in sorted(TESTS.rglob("*.py")) if path.name != Path(__file__).name)
    return "\n".join(path.read_text() for path in files)


@cache
def cited() -> set[str]:
    return set(re.findall(r"""mark\.clause\(\s*["']([^"']+)["']""", sources()))


def values() -> list[str]:
    """Every value of every knob, as ``Follow.SUIT_ELSE_ANY``."""
    kinds = [kind for kind in vars(knobs).values() if isinstance(kind, type) and issubclass(kind, knobs.Choice)]
    return [f"{kind.__name__}.{member.name}" for kind in kinds for member in kind]


def test_the_table_of_labels_is_that_of_the_clauses() -> None:
    assert TABLE == ANCHORS
    assert len(ANCHORS) == len(set(ANCHORS)) > 90


def test_every_clause_has_a_test() -> None:
    missing = [label for label in ANCHORS if label not in cited()]
    assert not missing, f"no test cites {', '.join(missing)}"


def test_every_citation_is_a_clause() -> None:
    sections = {label[0] for label in ANCHORS}
    strange = sorted(label for label in cited() if label not in ANCHORS and label not in sections)
    assert not strange, f"there is no clause {', '.join(strange)}"


@pytest.mark.parametrize("value", values())
def test_every_value_of_a_knob_is_named_by_a_test(value: str) -> None:
    # `Match` is a knob and a class of the game; tests import the knob under another name.
    name = value.replace("Match.", "MayMatch.") if value.startswith("Match.") else value
    assert re.search(rf"\b{re.escape(name)}\b", sources()), f"no test names {value}"
