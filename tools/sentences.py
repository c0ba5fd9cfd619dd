"""Every sentence with which the server refuses something or tells of itself, read out of its own source.

`sentences()` gives them with ``{}`` where something is filled in. The browser client says them in its reader's language
and is tested against this list, so that a new sentence is not forgotten there. A sentence that cannot be found out by
reading stops the tool, which then has to learn how it is written.
"""

from __future__ import annotations

import ast
import itertools
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from shmear.bots import bot_names
from shmear.game import IllegalAction
from shmear.rules.reading import allows
from shmear.rules.ruleset import knob_fields
from shmear.server.games import form, games

SOURCE = Path(__file__).resolve().parents[1] / "src" / "shmear"

SERVER = ("advising", "app", "commands", "connection", "hub", "pages", "rest", "reviewing", "room")
REFEREE = ("auction", "exchange", "play", "state")

SAID_IN: dict[str, int | str] = {
    "Refused": 1,
    "IllegalAction": 0,
    "Error": "message",
    "Notice": "message",
    "NotFoundException": 0,
    "PermissionDeniedException": 0,
    "TooManyRequestsException": 0,
    "_failed": 1,
}
"""Calls whose argument, by place or by name, is a sentence that reaches a player."""

HOLE = "{}"

Function = ast.FunctionDef | ast.AsyncFunctionDef


def sentences() -> dict[str, list[str]]:
    """The sentences by what they are about, each list in order."""
    table = {said for name in SERVER for said in Reader(SOURCE / "server" / f"{name}.py").calls()}
    table |= {
        IllegalAction(said).to_you() for name in REFEREE for said in Reader(SOURCE / "game" / f"{name}.py").calls()
    }
    rules = set(Reader(SOURCE / "rules" / "check.py").yields()) | set(_allowed())
    return {
        "refusals": sorted(table),
        "rules": sorted(rules),
        "knobs": sorted(_labels()),
        "games": [one.summary for one in games().games],
        "bots": sorted(bot_names()),
    }


def _labels() -> Iterator[str]:
    """What the form for house rules says: its groups, its fields, and those of their values that can be chosen."""
    found: set[str] = set()
    for group in form().groups:
        found.add(group.title)
        for knob in group.knobs:
            found |= {knob.label, *(value.words for value in knob.values if knob.kind == "choice")}
    yield from found


def _allowed() -> Iterator[str]:
    """What the fields of a rule set allow, without numbers and examples; lists of values are no words."""
    for knob in knob_fields():
        allowed = allows(knob.field.type).split(", or a table from numbers of players")[0]
        if not allowed.startswith('"'):
            yield re.sub(r"(?<=text like ).*", HOLE, re.sub(r"-?\b\d+\b", HOLE, allowed))


class Reader:
    """One source file, and the sentences in it."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.tree = ast.parse(path.read_text(encoding="utf-8"))
        self.all = [node for node in ast.walk(self.tree) if isinstance(node, Function)]
        self.functions: dict[str, Function] = {node.name: node for node in self.all}

    def calls(self) -> Iterator[str]:
        """The sentences that are arguments of the calls of `SAID_IN`."""
        for function in self.all:
            for node in _own(function):
                if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in SAID_IN:
                    place = SAID_IN[node.func.id]
                    named = {one.arg: one.value for one in node.keywords}
                    if isinstance(place, int) and place < len(node.args):
                        yield from self.said(node.args[place], function)
                    elif place in named:
                        yield from self.said(named[str(place)], function)

    def yields(self) -> Iterator[str]:
        """The last parts of the tuples that are yielded: what would be right."""
        for function in self.all:
            for node in _own(function):
                if isinstance(node, ast.Yield) and isinstance(node.value, ast.Tuple) and len(node.value.elts) == 3:
                    yield from self.said(node.value.elts[2], function)

    def said(self, node: ast.expr, function: Function) -> list[str]:
        """What an expression can say; nothing where it hands on what was said elsewhere."""
        match node:
            case ast.Constant(value=str(text)):
                return [text]
            case ast.JoinedStr(values=parts):
                return ["".join(one) for one in itertools.product(*(self.part(part, function) for part in parts))]
            case ast.IfExp(body=one, orelse=other):
                return [*self.said(one, function), *self.said(other, function)]
            case ast.BoolOp(values=values):
                return [said for value in values for said in self.said(value, function)]
            case ast.Call(func=ast.Name(id="str")) | ast.Attribute() | ast.Call(func=ast.Attribute()):
                return []  # an error's own words, which are found where it is made
            case ast.Call(func=ast.Name(id=name)) if name in self.functions:
                return self.returned(self.functions[name])
            case ast.Name(id=name):
                return self.named(name, function)
            case _:
                raise ValueError(f"{self.path}:{node.lineno}: this sentence cannot be read: {ast.unparse(node)}")

    def part(self, node: ast.expr, function: Function) -> list[str]:
        """A part of a formatted text: its words, or a hole for what is filled in."""
        if isinstance(node, ast.Constant):
            return [str(node.value)]
        assert isinstance(node, ast.FormattedValue)
        inner = node.value
        if isinstance(inner, ast.Name):
            values = [value for value, _ in self.assigned(inner.id, function)]
            inner = values[0] if len(values) == 1 else inner
        if isinstance(inner, ast.IfExp):
            one, other = self.said(inner.body, function), self.said(inner.orelse, function)
            return [*one, *other] if one and other else [HOLE]
        return [HOLE]

    def named(self, name: str, function: Function) -> list[str]:
        """What a variable of a function can say."""
        found = list(self.assigned(name, function))
        if not found:
            if any(name == one.arg for one in function.args.args):
                return []  # handed in: found where it is made
            raise ValueError(f"{self.path}:{function.lineno}: nothing says what {name} is in {function.name}")
        return [said for value, _ in found for said in self.said(value, function)]

    def assigned(self, name: str, function: Function) -> Iterator[tuple[ast.expr, ast.Assign]]:
        """What is assigned to a variable of a function, alone or as the first of several."""
        for node in _own(function):
            if not isinstance(node, ast.Assign):
                continue
            for target in node.targets:
                first = target.elts[0] if isinstance(target, ast.Tuple) else target
                if isinstance(first, ast.Name) and first.id == name:
                    yield node.value, node

    def returned(self, function: Function) -> list[str]:
        """What a function can say: its results, or the first of each."""
        found: list[str] = []
        for node in _own(function):
            if isinstance(node, ast.Return) and node.value is not None:
                value: Any = node.value
                found += self.said(value.elts[0] if isinstance(value, ast.Tuple) else value, function)
        return found


def _own(function: Function) -> Iterator[ast.AST]:
    """The nodes of a function, without those of functions within it."""
    waiting: list[ast.AST] = list(function.body)
    while waiting:
        node = waiting.pop(0)
        yield node
        waiting += [one for one in ast.iter_child_nodes(node) if not isinstance(one, Function)]
