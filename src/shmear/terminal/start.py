"""``shmear play``: from what was typed at the shell to a table, and from its end to a saved match."""

from __future__ import annotations

import contextlib
import random
import secrets
import signal
import sys
from collections.abc import Generator
from pathlib import Path
from types import FrameType
from typing import TextIO, cast

from rich.console import Console
from rich.text import Text

from shmear.bots import bot
from shmear.game import Match, Setup, draw_sides
from shmear.record import Replay, to_deal_line
from shmear.rules import RulesError, RuleSet, at, load_rules, preset, preset_names, rules_named
from shmear.rules.knobs import Partners
from shmear.rules.line import counts_text, to_line
from shmear.terminal.console import make_console
from shmear.terminal.names import default_names
from shmear.terminal.save import SaveError, SaveFile, load
from shmear.terminal.sheet import print_sheet
from shmear.terminal.table import Ask, Leave, Seating, Table

USUAL = "six-point"
"""The game for who does not say which."""


class Wrong(ValueError):
    """Something asked for that cannot be had; one sentence."""


class Ended(BaseException):
    """The system ended the program (SIGTERM, SIGHUP); `code` is what to exit with."""

    def __init__(self, code: int) -> None:
        """The exit code."""
        self.code = code


def play(
    game: str | None = None,
    *,
    players: int | None = None,
    seat: str | None = None,
    seed: int | None = None,
    rules: Path | None = None,
    bots: str | None = None,
    sides: str | None = None,
    resume: Path | None = None,
    save: Path | None = None,
    pace: float = 0.3,
    stdin: TextIO | None = None,
    stdout: TextIO | None = None,
) -> int:
    """Play a match at the terminal against bots, save it, and give the exit code.

    `game` is a preset's name or a TOML file's path, `rules` the same as a path; `seat` a number from 0, or ``none`` to
    watch; `bots` one name for all, or one a seat with commas between; `sides` who plays together, ``0+2 1+3``, where
    the rules leave it to the players or to chance; `pace` the seconds between cards. What is wrong is one line on
    stderr and exit code 2. A match that was left or ended by a signal is saved like one that was finished.
    """
    lines = stdin if stdin is not None else sys.stdin
    console = make_console(stdout)
    live = lines.isatty() and console.is_terminal
    ask = _asker(console, lines, live)
    try:
        if resume is not None:
            if any(one is not None for one in (game, players, seed, rules, bots, sides, seat)):
                raise Wrong("--resume goes on with the game, seats and bots of the file: name no others")
            table = _resumed(resume, save, console, ask)
        else:
            table = _new(game, players, seat, seed, rules, bots, sides, save, console, ask, live)
    except (Wrong, RulesError, SaveError) as error:
        print(f"shmear play: {error}", file=sys.stderr)
        return 2
    except (EOFError, KeyboardInterrupt):
        console.print()
        return 0
    table.live, table.pace = live, min(2.0, max(0.0, pace))
    return _sit(table, console, finished=table.match.is_over)


def _sit(table: Table, console: Console, *, finished: bool) -> int:
    """Play until the match is over or left; save it either way."""
    code = 0
    try:
        with _signals():
            if finished:
                print_sheet(table.replay(), console, me=table.seating.me)
            else:
                table.run()
    except (Leave, EOFError):
        console.print()
    except KeyboardInterrupt:
        console.print()
        code = 130
    except SystemExit:
        code = 1  # nobody reads what is printed any more: Rich leaves like this when a pipe is closed
    except Ended as ended:
        code = ended.code
    except SaveError:
        pass  # said below, where saving is tried once more
    except Exception as error:  # noqa: BLE001 (whatever it is)
        # A defect of ours must not cost the player the match: it is saved below, and said in a line to report.
        code = 70
        _confess(table, error)
    with _signals(ignore=True):
        try:
            path = table.write()
        except SaveError as error:
            print(f"shmear play: {error}", file=sys.stderr)
            return 1
        console.print(Text(f"The match is saved in {path}"), soft_wrap=True)
        if not table.match.is_over:
            console.print(Text(f"Go on with it by: shmear play --resume {path}"), soft_wrap=True)
    return code


def _confess(table: Table, error: Exception) -> None:
    """Say on stderr that the program failed, with the hand on one line: all that a report needs."""
    print(f"shmear play: a defect in the program stopped the match: {type(error).__name__}: {error}", file=sys.stderr)
    if table.state is not None:
        print(f"Please report it with this hand: {to_deal_line(table.state, table.match)}", file=sys.stderr)


def _asker(console: Console, lines: TextIO, live: bool) -> Ask:
    def typed(prompt: str) -> str:
        return input(prompt)

    def piped(prompt: str) -> str:
        line = lines.readline()
        console.print(Text(prompt + line.rstrip("\r\n")), soft_wrap=True)
        if not line:
            raise EOFError
        return line.rstrip("\r\n")

    return typed if live and lines is sys.stdin else piped


@contextlib.contextmanager
def _signals(*, ignore: bool = False) -> Generator[None]:
    """Within it SIGTERM and SIGHUP raise `Ended`, or they and Ctrl-C wait until a save is done."""

    def end(number: int, _frame: FrameType | None) -> None:
        raise Ended(128 + number)

    names = ["SIGTERM", "SIGHUP", *(["SIGINT"] if ignore else [])]
    old: dict[int, object] = {}
    for name in names:
        number = getattr(signal, name, None)
        if number is not None:
            with contextlib.suppress(ValueError):  # not in the main thread: whoever runs us there keeps the signals
                old[number] = signal.signal(number, signal.SIG_IGN if ignore else end)
    try:
        yield
    finally:
        for number, handler in old.items():
            signal.signal(number, handler)  # pyright: ignore[reportArgumentType]


# A new match


def _new(
    game: str | None,
    players: int | None,
    seat: str | None,
    seed: int | None,
    rules: Path | None,
    bots: str | None,
    sides: str | None,
    save: Path | None,
    console: Console,
    ask: Ask,
    live: bool,
) -> Table:
    if game is not None and rules is not None:
        raise Wrong("a game and --rules are both given; one of them is enough")
    if rules is not None:
        chosen = load_rules(rules)
    elif game is not None or not live:
        chosen = rules_named(game or USUAL)
    else:
        chosen = _chosen(console, ask)
    n = players if players is not None else chosen.usual_players
    if n not in chosen.deal.players:
        allowed = ", ".join(map(str, chosen.deal.players))
        raise Wrong(f"{chosen.title} is for {allowed} players, not {n}")
    me = _seat(seat, n)
    number = seed if seed is not None else secrets.randbits(32)
    chance = random.Random(f"{number}:match")
    drawn = _sides(chosen, n, chance)
    setup = Setup(chosen, n, drawn) if sides is None else _agreed(chosen, n, sides)
    seating = Seating(tuple(default_names(n, me)), _bots(bots, n, me), me, number)
    path = save if save is not None else Path(f"shmear-{chosen.name}-{number}.json")
    table = Table(console, ask, seating, Match.new(setup, chance.randrange(n)), SaveFile(path))
    console.print(Text(f"{chosen.title}, {n} players, to {chosen.match.target}. Seed {number}."))
    console.print(Text(to_line(chosen, n), style="dim"))
    fixed = [side for side in setup.sides if len(side) > 1]
    if fixed:
        console.print(Text("Partners: " + "; ".join(table.names.listed(side) for side in fixed) + "."))
    return table


def _chosen(console: Console, ask: Ask) -> RuleSet:
    """The game that a person picks from a list."""
    names = preset_names()
    console.print(Text("Which game?", style="bold"))
    for number, name in enumerate(names, start=1):
        one = preset(name)
        console.print(Text(f"{number:3}  {name:20}{one.title}, {counts_text(one.deal.players)}, to {one.match.target}"))
    while True:
        typed = ask(f"Number or name (Enter is {USUAL}): ").strip().lower()
        if not typed:
            return preset(USUAL)
        if typed in names:
            return preset(typed)
        if typed in map(str, range(1, len(names) + 1)):
            return preset(names[int(typed) - 1])
        console.print(Text(f"A number from 1 to {len(names)}, or a name of the list."))


def _seat(text: str | None, players: int) -> int | None:
    if text is None:
        return 0
    if text.strip().lower() == "none":
        return None
    if text.isascii() and text.isdigit() and int(text[:3]) < players:
        return int(text)
    raise Wrong(f"--seat is a number from 0 to {players - 1}, or none to watch; not {text[:20]}")


def _bots(text: str | None, players: int, me: int | None) -> tuple[str | None, ...]:
    """A bot's name a seat, None for the person's."""
    names = [name.strip() for name in (text or "novice").split(",")]
    wanted = players if me is None else players - 1
    if len(names) not in (1, wanted):
        raise Wrong(f"--bots names one bot, or {wanted} with commas between; these are {len(names)}")
    for name in names:
        _check_bot(name)
    left = iter(names * wanted)
    return tuple(None if seat == me else next(left) for seat in range(players))


def _check_bot(name: str) -> None:
    try:
        bot(name)
    except ValueError as error:
        raise Wrong(str(error)) from None


def _sides(rules: RuleSet, players: int, chance: random.Random) -> tuple[tuple[int, ...], ...] | None:
    """The sides of a new match, where they are not the rules' own: drawn, or as a table would agree on them."""
    if at(rules.sides.partners, players) is not Partners.EXPLICIT:
        return draw_sides(rules, players, chance)
    if players >= 4 and players % 2 == 0:
        return tuple((one, one + players // 2) for one in range(players // 2))
    return tuple((one,) for one in range(players))


def _agreed(rules: RuleSet, players: int, text: str) -> Setup:
    """The setup with the sides that were asked for."""
    try:
        return Setup(rules, players, [[int(seat) for seat in side.split("+")] for side in text.split()])
    except ValueError as error:
        why = str(error) if "invalid literal" not in str(error) else f"{text[:30]!r} are no sides"
        raise Wrong(f"--sides is such as 0+2 1+3: {why}") from None


# A match to go on with


def _resumed(path: Path, save: Path | None, console: Console, ask: Ask) -> Table:
    done = load(path)
    file = SaveFile(path, mine=True) if save is None else SaveFile(save)
    table = Table(console, ask, _seating(done), done.start, file)
    table.resume(done)
    rules, n = done.setup.rules, done.setup.players
    played = f"{table.match.hands} hands played" if table.match.hands != 1 else "1 hand played"
    console.print(Text(f"{rules.title}, {n} players, to {rules.match.target}: {played}. Seed {table.seating.seed}."))
    console.print(Text(to_line(rules, n), style="dim"))
    return table


def _seating(done: Replay) -> Seating:
    """Who sits where, from the record; a record from elsewhere seats the person first, among novices."""
    meta, n = done.meta or {}, done.setup.players
    seat = meta.get("seat", 0)
    me = seat if type(seat) is int and 0 <= seat < n else None if seat is None else 0
    seed = meta.get("seed")
    number = seed if type(seed) is int else secrets.randbits(32)
    found = meta.get("bots")
    given = cast("list[object]", found) if isinstance(found, list) else []
    bots: list[str | None] = []
    for place in range(n):
        name = given[place] if place < len(given) else None
        bots.append(None if place == me else name if isinstance(name, str) else "novice")
    for name in bots:
        if name is not None:
            _check_bot(name)
    return Seating(done.names, tuple(bots), me, number)
