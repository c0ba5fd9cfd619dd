"""The golden files are what `tools/generate.py` makes today, and their counts are what a second program counts."""

import importlib.util
import re
import sys
from functools import cache
from math import comb
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).resolve().parents[2]
FOLDER = Path(__file__).resolve().parent


def tool(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(f"tools_{name}", ROOT / "tools" / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@cache
def generated() -> dict[str, str]:
    before = list(sys.path)
    try:
        return tool("generate").texts()
    finally:
        sys.path[:] = before


def made() -> list[Path]:
    """What stands in the folders that only the tool writes to."""
    docs = ROOT / "docs" / "generated"
    return [*sorted(FOLDER.glob("*/*.txt")), *sorted(docs.rglob("*.md")), *sorted(docs.glob("*.json"))]


@pytest.mark.parametrize("path", [path.relative_to(ROOT).as_posix() for path in made()] + ["docs/record.schema.json"])
def test_a_generated_file_is_as_the_tool_makes_it(path: str) -> None:
    assert path in generated(), f"{path} is made by nothing"
    assert (ROOT / path).read_text(encoding="utf-8") == generated()[path], "run make docs and read the diff"


def test_every_generated_file_is_there() -> None:
    missing = [path for path in generated() if not (ROOT / path).exists()]
    assert not missing, f"run make docs: {missing}"


# The counts again, from the text of the files alone: nothing of the referee is used below.

PERFT = sorted((FOLDER / "perft").glob("*.txt"))
ORDER = {rank: place for place, rank in enumerate("23456789TJQKA")}
MATES = {"C": "S", "S": "C", "D": "H", "H": "D"}


def blocks(path: Path) -> dict[str, list[str]]:
    """The parts of a perft file, by the first word of their first line."""
    parts = [part.splitlines() for part in path.read_text().split("\n\n")]
    return {part[0].split()[0].strip(",") if part[0][0] != "#" else "head": part for part in parts}


def numbers(lines: list[str]) -> list[int]:
    return [int(line.split()[1]) for line in lines[1:]]


@pytest.mark.parametrize("path", PERFT, ids=lambda path: path.stem)
def test_the_number_of_auctions(path: Path) -> None:
    """Bids rise, so that k of n players bid one of k chosen values in order: C(n, k)·C(m, k) ways, C(n+m, n) in all."""
    name, n = path.stem.rsplit("-", 1)
    players = int(n)
    ends = sum(int(line.split()[0]) for line in blocks(path)["auctions"][1:])
    if name.startswith("six-point"):
        # Five bids; the dealer may not pass when everybody has.
        assert ends == comb(players + 5, players) - 1
    elif name == "ten-point":
        # Seven bids, and a ten only cuts the passes that would follow; when all before the dealer passed (the dealer
        # would have eight calls) the hand is thrown in, which is one.
        assert ends == comb(players + 7, players) - 8 + 1
    else:
        # Three or four bids and the shot; when everybody passed the dealer has three choices.
        calls = 5 if "jick" in name else 4
        assert ends == comb(players + calls, players) - 1 + 3


@pytest.mark.parametrize("path", PERFT, ids=lambda path: path.stem)
def test_the_discards_are_counted_right(path: Path) -> None:
    for line in blocks(path)["exchange"][1:]:
        found = re.search(r"discard (\d+): must (.*); from (.*); (\d+) ways", line)
        if found:
            must, pool = (part.split() if part != "-" else [] for part in found.group(2, 3))
            assert comb(len(pool), int(found[1]) - len(must)) == int(found[4])


class Game:
    """The follow rules and trick winners of docs/rules.md §5 and §6, written anew over card texts."""

    def __init__(self, path: Path) -> None:
        name, n = path.stem.rsplit("-", 1)
        self.n = int(n)
        self.strict = name.startswith(("six", "ten"))
        self.jick = "jick" in name or name == "ten-point"
        self.low_jokers = name.startswith("six")
        parts = blocks(path)
        head = [line.split() for line in parts["head"]]
        self.hands = [tuple(words[2:]) for words in head if words[0] == "seat"]
        undealt = next(words[1:] for words in head if words[0] == "undealt")
        self.trump: str | None = None
        self.called: str | None = None
        kitty = {"kitty": 3, "ten-point": len(undealt) if self.n != 5 else 0}.get(name, 0)
        self.hands[0] = (*self.hands[0], *undealt[:kitty])
        for line in parts["exchange"][1:]:
            seat, taken = int(line.split()[1]), line.split("taken: ")[1].split()
            if taken[0] == "trump":
                self.trump = taken[1]
            elif taken[0] == "discard":
                self.hands[seat] = tuple(card for card in self.hands[seat] if card not in taken[1:])
            else:
                self.called = taken[1]

    def suit(self, card: str, trump: str) -> str:
        return trump if card[1] == "J" or (self.jick and card == "J" + MATES[trump]) else card[1]

    def strength(self, card: str, trump: str, led: str) -> float:
        if self.suit(card, trump) not in (trump, led):
            return -1
        if card[1] == "J":
            # Low jokers below the two, Big over Little; equal ones between ten and Jick.
            place = -2 + (card == "BJ") if self.low_jokers else ORDER["T"] + 0.3
        elif self.suit(card, trump) != card[1]:
            place = ORDER["T"] + 0.6
        else:
            place = ORDER[card[0]]
        return place + 100 * (self.suit(card, trump) == trump)

    def legal(self, hand: tuple[str, ...], trick: tuple[str, ...], trump: str | None, *, first: bool) -> list[str]:
        if not trick:
            return [card for card in hand if not (trump is None and card[1] == "J")]
        assert trump is not None
        if first and self.called in hand and len(trick) > 0:
            return [self.called] if self.called is not None else []
        led = self.suit(trick[0], trump)
        mine = [card for card in hand if self.suit(card, trump) == led]
        if not self.strict:
            mine = [card for card in hand if self.suit(card, trump) in (led, trump)]
        return mine or list(hand)

    def count(self, depth: int) -> int:
        return self._count(depth, self.hands, (), 0, self.trump, first=True)

    def _count(
        self,
        depth: int,
        hands: list[tuple[str, ...]],
        trick: tuple[str, ...],
        leader: int,
        trump: str | None,
        *,
        first: bool,
    ) -> int:
        seat = (leader + len(trick)) % self.n
        options = self.legal(hands[seat], trick, trump, first=first)
        if depth == 1:
            return len(options)
        total = 0
        for card in options:
            now = trump or card[1]
            left = [
                tuple(one for one in hand if one != card) if place == seat else hand for place, hand in enumerate(hands)
            ]
            table = (*trick, card)
            if len(table) < self.n:
                total += self._count(depth - 1, left, table, leader, now, first=first)
                continue
            led = self.suit(table[0], now)
            powers = [self.strength(one, now, led) for one in table]
            winner = (leader + powers.index(max(powers))) % self.n
            total += self._count(depth - 1, left, (), winner, now, first=False)
        return total


@pytest.mark.parametrize("path", PERFT, ids=lambda path: path.stem)
def test_the_plays_are_counted_alike_by_another_program(path: Path) -> None:
    game = Game(path)
    counted = numbers(blocks(path)["play"])
    assert len(counted) >= game.n
    assert [game.count(depth) for depth in range(1, len(counted) + 1)] == counted
