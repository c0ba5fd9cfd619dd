"""The page of the odds: docs/odds.md and its plots, with the command beside every table.

    python tools/odds.py [--hands 100000] [--jobs 2]

The same figures come out on every machine. `page()` gives the text, for the tests too.
"""

import argparse
import os
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

from shmear.rules import POINT_WORDS, preset, preset_names
from shmear.rules.facts import Facts
from shmear.stats import Report, Study, Table, study_report
from shmear.stats.plot import draw
from shmear.stats.report import is_played
from shmear.stats.showing import heading
from shmear.stats.writing import cell_text, exact_text, markdown

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs" / "odds.md"
HANDS = 100_000

HEAD = """\
# The odds

What is likely in a hand, by the cards alone, and what holdings take when they are played. `shmear stats` makes these
tables for every game, number of players and house rule set; the command stands beside each, and gives the same figures
on every machine.

```
shmear stats --game six-point --players 4 --hands 100000
shmear stats --rules ours.toml --table bids --csv tables --plots pictures
```

Two kinds of figures stand on this page, and each table says which are its own:

- **Exact** ones count all ways that the cards may lie. There is no doubt in them and no seed.
- **Played out** ones come from hands dealt at random and played by rules of thumb: lead what nobody can beat, take what
  carries something, keep what is worth keeping; everybody sees only their own cards. No auction is held. Where a bid is
  weighed, the hand is yours, whatever you were dealt, and your best suit is trump. Where points are counted, the
  strongest holding of the table plays. Good players do better, on both sides, so read these figures against each other
  rather than to the last percent. ± reaches to the farther end of a 95 % interval (Wilson's for shares): how much the
  next such sample may differ, which says nothing about better players.
"""

ASLEEP = """\
## How often a card sleeps

The chance that a certain card was not dealt and that nobody takes it up, before anybody has looked at their cards: the
cards asleep divided by the deck. At six-point with four players it is one in five. You hold cards, though, and those do
not sleep: for a card that you do not hold it is more.
"""

SECTIONS: tuple[tuple[str, str, tuple[tuple[str, int, str], ...]], ...] = (
    (
        "Where a certain card is",
        "The second column is for a card that you miss: the jack that you hope to catch, the ace that you fear.",
        (("six-point", 4, "cards"), ("partner", 4, "cards"), ("ten-point", 4, "cards")),
    ),
    (
        "How long suits are",
        "One suit by the hypergeometric distribution, the longest by going through all ways to share the cards out.",
        (("six-point", 4, "suits"), ("shmear", 4, "suits")),
    ),
    (
        "Is it High, is it Low?",
        "How often is your king High when you miss the ace? How often is your three Low when you miss the two?",
        (("six-point", 4, "top"), ("partner", 4, "top")),
    ),
    (
        "What the others hold",
        "By the trumps that you hold.",
        (("six-point", 4, "others"), ("partner", 4, "others")),
    ),
    (
        "How often each point exists, and who gets it",
        "For a suit drawn blindly there is a formula, and the deals agree. Bidders choose suits that have more.",
        (("six-point", 4, "points"), ("jick", 4, "points"), ("ten-point", 4, "points"), ("ten-point", 5, "points")),
    ),
    (
        "What is made with which trumps",
        "",
        (("six-point", 4, "bids"), ("shmear", 4, "bids"), ("partner", 4, "bids"), ("ten-point", 4, "bids")),
    ),
    (
        "What jokers are worth",
        "A joker is a point for its taker and the least of trumps: it wants higher ones beside it.",
        (("six-point", 4, "worth"),),
    ),
    (
        "What an ace-high suit of three cards is worth",
        "",
        (("six-point", 4, "ace"), ("shmear", 4, "ace")),
    ),
)

PLOTS = {
    (
        "six-point",
        4,
        "points",
    ): "Bars of the six points, shared out between the bidder, the others and nobody: High goes to the "
    "bidder in four of five hands, Low to another in three of four, jack and jokers sleep in about one of five",
    (
        "six-point",
        4,
        "bids",
    ): "For each pattern of trumps a line with five markers, the chances that bids of two to six are made: "
    "more trumps move all of them to the right, and so does the ace",
    (
        "six-point",
        4,
        "ace",
    ): "Bars of the points taken with an ace-high suit of three, highest at four; with the jack five is as likely",
}
"""What has a picture beside the table, and its words for those who do not see it."""


class Wanted(NamedTuple):
    """How many hands are played for the page, and in how many threads."""

    hands: int
    jobs: int


def page(wanted: Wanted) -> str:
    """The page."""
    parts = [HEAD, ASLEEP, asleep(), low_heading(), low(wanted)]
    for title, text, tables in SECTIONS:
        parts.append(f"## {title}\n")
        if text:
            parts.append(f"{text}\n")
        for game, players, name in tables:
            parts.append(section(game, players, name, wanted))
    parts.append(FOOT)
    return "\n".join(parts)


FOOT = """\
## Sources

- E. B. Wilson: Probable inference, the law of succession, and statistical inference. Journal of the American
  Statistical Association, 1927.
- How hands are played out: [the solver](solver.md). How well bots play: [bots against bots](arena.md).
"""


def section(game: str, players: int, name: str, wanted: Wanted) -> str:
    """A table with its heading, its command and its picture."""
    report = studied(game, players, wanted, (name,))
    (table,) = report.tables
    lines = [f"### {title_of(game)}, {players} players\n", f"`{command(game, players, name, wanted)}`\n"]
    if (game, players, name) in PLOTS:
        lines.append(f"![{PLOTS[game, players, name]}](odds-{name}.svg)\n")
    lines.append(markdown(table, wanted.hands) + "\n")
    return "\n".join(lines)


def command(game: str, players: int, name: str, wanted: Wanted) -> str:
    hands = f" --hands {wanted.hands}" if is_played([name]) else ""
    return f"shmear stats --game {game} --players {players}{hands} --table {name}"


def title_of(game: str) -> str:
    return preset(game).title


@cache
def studied(game: str, players: int, wanted: Wanted, names: tuple[str, ...]) -> Report:
    study = Study(rules=preset(game), players=players, hands=wanted.hands)
    return study_report(study, names, jobs=wanted.jobs)


def asleep() -> str:
    """How often a card sleeps, game by game; games that say the same share a line."""
    counts = range(2, 9)
    rows: dict[tuple[str, ...], list[str]] = {}
    for name in preset_names():
        rules = preset(name)
        cells: list[str] = []
        for players in counts:
            if players not in rules.deal.players:
                cells.append("–")
                continue
            facts = Facts(rules, players)
            cells.append(exact_text(100 * facts.asleep / facts.deck))
        rows.setdefault(tuple(cells), []).append(f"`{name}`")
    lines = [
        "| game | " + " | ".join(f"{count} players" for count in counts) + " |",
        "| --- |" + " ---: |" * len(counts),
    ]
    lines += [f"| {', '.join(names)} | " + " | ".join(cells) + " |" for cells, names in rows.items()]
    said = "Exact. In percent. `shmear stats --game GAME --players N --table cards`, the line “asleep”."
    return "\n".join([*lines, "", said, ""])


def low_heading() -> str:
    return (
        "## Who has Low\n\n"
        "The strongest holding of the table plays; who holds the lowest trump in play (at ten-point the two), and how\n"
        "often the bidder's side gets the point. That differs from holding it only where Low goes to who takes it.\n"
    )


def low(wanted: Wanted) -> str:
    heads = ("the bidder", "a partner of the bidder", "another player", "nobody: asleep or discarded")
    lines = [
        "| command | players | the bidder has it | a partner | another | nobody | the bidder's side gets it |",
        "| --- |" + " ---: |" * 6,
    ]
    for name in preset_names():
        players = preset(name).usual_players
        report = studied(name, players, wanted, ("points", "low"))
        points, table = report.tables
        held = {row[0]: (table.columns[1], row[1]) for row in table.rows}
        cells = [cell_text(*held[head]).replace("±", " ± ") if head in held else "–" for head in heads]
        gets = next(
            cell_text(points.columns[4], row[4]).replace("±", " ± ")
            for row in points.rows
            if row[0] == POINT_WORDS["low"]
        )
        lines.append(f"| `{command(name, players, 'low', wanted)}` | {players} | " + " | ".join([*cells, gets]) + " |")
    said = (
        f"From {wanted.hands:,} hands of each game played out, with 95 % intervals. In percent. The last column is of\n"
        "the table `points`. Partners of `crazy` are those that High and Low make: only a bidder among them has one."
    )
    return "\n".join([*lines, "", said, ""])


def plots(wanted: Wanted) -> None:
    for game, players, name in PLOTS:
        report = studied(game, players, wanted, (name,))
        table: Table = report.tables[0]
        draw(table, heading(report), ROOT / "docs" / f"odds-{name}.svg")


def main(args: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--hands", type=int, default=HANDS, help="hands that are played for a table")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="threads")
    given = parser.parse_args(args)
    wanted = Wanted(given.hands, given.jobs)
    text = page(wanted)
    if not PAGE.exists() or PAGE.read_text(encoding="utf-8") != text:
        PAGE.write_text(text, encoding="utf-8")
        print(f"wrote {PAGE.relative_to(ROOT)}")
    plots(wanted)


if __name__ == "__main__":
    main()
