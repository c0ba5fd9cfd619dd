"""Writes what is made from the code: the pages under docs/generated, the record's schema and the golden files.

`texts()` gives every file by its path in the checkout; the tests compare them with what stands there.
"""

import json
import sys
import tomllib
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

import golden
from picture import picture
from sentences import sentences

from shmear.protocol.schema import asyncapi
from shmear.protocol.schema import schema as protocol_schema
from shmear.record import schema
from shmear.rules import RuleSet, difference, knob_table, preset, preset_names, preset_text, rule_book, to_line
from shmear.server.app import make_app
from shmear.server.options import Options

ROOT = Path(__file__).resolve().parents[1]


def texts() -> dict[str, str]:
    """Every generated file: its path in the checkout and its text."""
    found = {
        "docs/record.schema.json": as_json(schema()),
        "docs/generated/protocol.schema.json": as_json(protocol_schema()),
        "docs/generated/protocol.asyncapi.json": as_json(asyncapi()),
        "docs/generated/sentences.json": as_json(sentences()),
        "docs/generated/openapi.json": as_json(make_app(Options()).openapi_schema.to_schema()),
    }
    for name in preset_names():
        found[f"docs/generated/rules/{name}.md"] = rules_page(name)
    found["docs/generated/knobs.md"] = knobs_page()
    found["docs/hand.svg"] = picture()
    found |= {f"tests/golden/{path}": text for path, text in golden.texts().items()}
    return found


def as_json(document: object) -> str:
    """A document as JSON, always in the same order."""
    return json.dumps(document, indent=2, sort_keys=True, ensure_ascii=False) + "\n"


def rules_page(name: str) -> str:
    """A preset's rule book at its usual number of players, and what is different at other numbers."""
    rules = preset(name)
    usual = rules.usual_players
    parts = [f"# {rules.title}", f"`{to_line(rules)}`", *extends(rules)]
    book = sections(rules, usual)
    parts += [
        f"## With {usual} players",
        *(f"### {title}\n\n{text}" if title else text for title, text in book.items()),
    ]
    for players in rules.deal.players:
        if players != usual:
            parts += [f"## With {players} players, instead", *changes(book, sections(rules, players))]
    return "\n\n".join(parts) + "\n"


def extends(rules: RuleSet) -> list[str]:
    """How a preset differs from the one that its file extends."""
    base = tomllib.loads(preset_text(rules.name)).get("extends")
    if base is None:
        return []
    differences = "\n".join(f"- {sentence}" for sentence in difference(preset(base), rules))
    return [f"The same as [{preset(base).title}]({base}.md), but:", differences]


def sections(rules: RuleSet, players: int) -> dict[str, str]:
    """The rule book by headings, without its title."""
    _, _, book = rule_book(rules, players).partition("\n\n")
    first, *rest = ("\n" + book).split("\n## ")
    found = {"": first.strip()} if first.strip() else {}
    for part in rest:
        title, _, text = part.partition("\n")
        found[title] = text.strip()
    return found


def changes(usual: dict[str, str], other: dict[str, str]) -> list[str]:
    """The paragraphs of a rule book that do not stand in the usual one."""
    found: list[str] = []
    for title, text in other.items():
        known = usual.get(title, "").split("\n\n")
        new = [paragraph for paragraph in text.split("\n\n") if paragraph not in known]
        if new:
            found += [f"### {title}", *new] if title else new
    found += [f"### {title}\n\nThis does not apply." for title in usual if title not in other]
    return found


def knobs_page() -> str:
    """Every knob in a table."""
    lines = [
        "# Knobs",
        "",
        "Every knob of a rule set, by its key in a house rule file: what it says, what it can be, what it is where a",
        "file does not name it, and its section of the [rules](../rules.md).",
        "",
        "| knob | says | allowed | default | § |",
        "| --- | --- | --- | --- | --- |",
    ]
    for knob in knob_table():
        default = f"`{knob.default}`" if knob.default else ""
        cells = (f"`{knob.key}`", knob.words, knob.allowed, default, knob.clause)
        lines.append("| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |")
    return "\n".join(lines) + "\n"


def main() -> None:
    wanted = texts()
    for path, text in wanted.items():
        file = ROOT / path
        if not file.exists() or file.read_text(encoding="utf-8") != text:
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, encoding="utf-8")
            print(f"wrote {path}")
    for folder in ("docs/generated", "tests/golden/perft", "tests/golden/order", "tests/golden/playthrough"):
        for file in sorted((ROOT / folder).rglob("*")):
            if file.is_file() and file.relative_to(ROOT).as_posix() not in wanted:
                file.unlink()
                print(f"removed {file.relative_to(ROOT)}")


if __name__ == "__main__":
    main()
