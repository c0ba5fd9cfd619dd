"""``shmear bid``: what each call with a holding is likely to bring (docs/bid.md)."""

from __future__ import annotations

import random
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import typer

from shmear.cards import BITS, Card, cards_of, mask_of
from shmear.cli.options import game_named, players_or_usual
from shmear.game import (
    Action,
    Bid,
    Contract,
    Deal,
    IllegalAction,
    Match,
    Pass,
    Phase,
    Setup,
    Shoot,
    View,
    view,
)
from shmear.rules import RuleSet, at
from shmear.rules.knobs import AllPass, Partners, TrumpMade

if TYPE_CHECKING:
    from shmear.bots.expert import Expert
    from shmear.bots.thinker import Prospect

WORLDS = 400
"""How many ways the other cards may lie are imagined where nobody says."""


class Wrong(ValueError):
    """A question that cannot be answered; one sentence."""


class Weighed(NamedTuple):
    """What a call is likely to bring: a mean and its standard error each.

    `points` are those of the own side, however the auction goes on, and `win` the chance to win the match. `suit` and
    `made` are the trump suit to choose and the chance to make the bid if the call stands; None for a pass or a forfeit.
    `behind` is how much less likely the match is won than by the best call.
    """

    call: Action
    points: tuple[float, float]
    win: tuple[float, float]
    behind: tuple[float, float]
    suit: int | None
    made: tuple[float, float] | None

    @property
    def close(self) -> bool:
        """Whether the best call cannot be told to be better, by two standard errors."""
        return self.behind[0] <= 2 * self.behind[1]


def bid_command(
    holding: Annotated[str, typer.Argument(metavar="CARDS", help="The cards that you were dealt, AH JH 9H and so on.")],
    game: Annotated[str | None, typer.Option(help="A game's name.", show_default="six-point")] = None,
    players: Annotated[int | None, typer.Option(help="How many play.", show_default="4, or the nearest")] = None,
    seat: Annotated[int, typer.Option(min=0, help="Your seat; seats are numbered clockwise from 0.")] = 0,
    calls: Annotated[
        str,
        typer.Option(
            metavar="CALL,CALL",
            help="The calls before yours, the dealer's left first: pass, a number, or shoot.",
            show_default="none",
        ),
    ] = "",
    dealer: Annotated[
        int | None, typer.Option(min=0, help="The dealer's seat.", show_default="by the number of calls")
    ] = None,
    scores: Annotated[
        str | None,
        typer.Option(
            metavar="N,N", help="The scores of the match, one a seat or one a side.", show_default="its first hand"
        ),
    ] = None,
    sides: Annotated[
        str | None,
        typer.Option(help='Who plays together, such as "0+2 1+3", where the rules leave it open.', show_default=False),
    ] = None,
    worlds: Annotated[
        int, typer.Option(min=2, max=100_000, help="How many ways the other cards may lie are imagined.")
    ] = WORLDS,
    seed: Annotated[int, typer.Option(min=0, help="The seed of what is imagined.")] = 1,
    rules: Annotated[Path | None, typer.Option(help="House rules, a TOML file.", show_default=False)] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """What to call with a holding: for each call the chance to make it, the points, and the chance to win the match.

    The hands that others may hold are imagined by the expert bot, as their calls let one believe, the auction and the
    cards are played on in each, and the score decides.
    """
    rule_set = game_named(game or ("six-point" if rules is None else None), rules)
    try:
        setup = _setup(rule_set, players_or_usual(rule_set, players), sides)
        seen = _asked(setup, seat, dealer, holding, calls, scores)
    except Wrong as error:
        typer.echo(f"shmear bid: {error}", err=True)
        raise typer.Exit(2) from None
    try:
        weighed, why = weigh(seen, worlds, seed)
    except KeyboardInterrupt:
        typer.echo("Stopped.", err=True)
        raise typer.Exit(130) from None
    from shmear.cli.bid_showing import json_text, print_weighed
    from shmear.terminal.console import make_console

    if as_json:
        print(json_text(seen, weighed, why, worlds, seed))
    else:
        print_weighed(make_console(sys.stdout), seen, weighed, why, worlds, seed)


# What is asked


def _setup(rules: RuleSet, players: int, sides: str | None) -> Setup:
    if sides is not None:
        try:
            return Setup(rules, players, [[int(seat) for seat in side.split("+")] for side in sides.split()])
        except ValueError as error:
            why = str(error) if "invalid literal" not in str(error) else f"{sides[:30]!r} are no sides"
            raise Wrong(f"--sides is such as 0+2 1+3: {why}") from None
    if at(rules.sides.partners, players) not in (Partners.DRAWN, Partners.EXPLICIT):
        return Setup(rules, players)
    if players % 2 or players < 4:
        return Setup(rules, players, [[one] for one in range(players)])
    return Setup(rules, players, [[one, one + players // 2] for one in range(players // 2)])


def _asked(setup: Setup, seat: int, dealer: int | None, holding: str, calls: str, scores: str | None) -> View:
    """The view of a seat whose turn to call it is."""
    n = setup.players
    for name, one in (("--seat", seat), ("--dealer", dealer)):
        if one is not None and one >= n:
            raise Wrong(f"{name} {one}: there is no such seat; {n} players sit from 0 to {n - 1}")
    cards = _cards(setup, holding)
    made = [_call(text) for text in calls.replace(",", " ").split()]
    known = _scores(setup, scores)
    chooses = setup.rules.auction.all_pass is AllPass.CHOOSES and len(made) == n
    if dealer is None:
        dealer = seat if chooses else (seat - 1 - len(made)) % n
    match = Match(setup, known, (0,) * n, dealer, first_hand=scores is None)
    rest = list(cards_of(setup.deck_mask & ~mask_of(cards)))
    hands: list[tuple[Card, ...]] = []
    for other in range(n):
        hands.append(cards if other == seat else tuple(rest[: setup.cards_dealt]))
        rest = rest if other == seat else rest[setup.cards_dealt :]
    state = match.begin(Deal(tuple(hands), tuple(rest)))
    for number, call in enumerate(made):
        if state.phase is not Phase.AUCTION:
            raise Wrong(f"--calls: the auction is over after {_several(number, 'call')}")
        try:
            state = state.apply(call)
        except IllegalAction as error:
            raise Wrong(f"--calls: {error}") from None
    said = f"with seat {dealer} dealing and {_several(len(made), 'call')}"
    if state.is_over:
        raise Wrong(f"{said} the cards are thrown in: nobody is to call")
    if state.phase not in (Phase.AUCTION, Phase.DEALER_CHOICE):
        raise Wrong(f"{said} the auction is over: nobody is to call")
    if state.to_act != seat:
        raise Wrong(f"{said} it is the turn of seat {state.to_act}, not of seat {seat}")
    return view(state, seat, known)


def _cards(setup: Setup, text: str) -> tuple[Card, ...]:
    found: list[Card] = []
    for one in text.replace(",", " ").upper().split():
        try:
            card = Card(one.replace("10", "T"))
        except ValueError as error:
            raise Wrong(str(error)) from None
        if card in found:
            raise Wrong(f"the {card.word} is given twice")
        if not BITS[card] & setup.deck_mask:
            raise Wrong(f"there is no {card.word} in the deck of {setup.rules.title} for {setup.players}")
        found.append(card)
    if len(found) != setup.cards_dealt:
        dealt = f"{setup.rules.title} for {setup.players} deals {setup.cards_dealt} cards to each"
        raise Wrong(f"{dealt}; {len(found)} {'is' if len(found) == 1 else 'are'} given")
    return tuple(found)


def _call(text: str) -> Action:
    word = text.lower()
    if word in ("pass", "shoot"):
        return Pass() if word == "pass" else Shoot()
    try:
        return Bid(int(word) if word.isascii() and word.isdigit() else 0)
    except ValueError:
        raise Wrong(f"--calls: {text[:20]!r} is no call; a call is pass, a number such as 3, or shoot") from None


def _scores(setup: Setup, text: str | None) -> tuple[int, ...]:
    n, target = setup.players, setup.rules.match.target
    if text is None:
        return (0,) * n
    try:
        given = [int(one) for one in text.replace(",", " ").split()]
    except ValueError:
        raise Wrong(f"--scores {text[:30]!r}: scores are whole numbers with commas between, such as 12,7,0,3") from None
    if len(given) == len(setup.sides) != n:
        given = [given[setup.sides.index(setup.side_of[seat])] for seat in range(n)]
    if len(given) != n:
        sides = f", or {len(setup.sides)}, one a side" if len(setup.sides) != n else ""
        raise Wrong(f"--scores: {n} are needed, one a seat{sides}; {len(given)} given")
    over = [score for score in given if score >= target]
    if over:
        raise Wrong(f"--scores: the match goes to {target}; at {over[0]} it is over")
    return tuple(given)


def _several(number: int, one: str) -> str:
    return f"{number} {one}{'' if number == 1 else 's'}"


# The answer


def weigh(seen: View, worlds: int, seed: int) -> tuple[list[Weighed], str]:
    """What each legal call is likely to bring, the best first, and why the best one, in a sentence."""
    from shmear.bots import Estimate
    from shmear.bots.expert import Expert
    from shmear.bots.reasons import why

    expert = Expert(worlds=worlds)
    number = random.Random(seed).getrandbits(62)
    prospects = expert.consider(seen, number, full=True)
    best = max(prospects, key=lambda one: float(one.worth.mean()))
    suits = _suits(expert, seen, number)
    found = [_weighed(one, best, suits) for one in prospects]
    found.sort(key=lambda one: -one.win[0])
    estimates = [Estimate(one.call, one.points[0], None, one.win[0], one.win[0], one.behind[1]) for one in found]
    return found, why(seen, estimates)


Stands = dict[Action, tuple[int, tuple[float, float]]]


def _suits(expert: Expert, seen: View, seed: int) -> Stands:
    """For each bid the suit that is best for it and the chance to make it, if the bid stands."""
    import numpy as np

    from shmear.bots.imagining import hands_imagined
    from shmear.bots.thinker import with_contract

    setup, seat = seen.setup, seen.seat or 0
    sample = expert.sample(seen, seed)
    among = {int(card.suit) for card in seen.dealt if card.suit is not None}
    if setup.rules.trump.made is TrumpMade.NAMED or setup.kitty_size or not among:
        among = {0, 1, 2, 3}
    found: Stands = {}
    for shooting in (False, True):
        calls = [call for call in seen.legal if isinstance(call, Shoot if shooting else Bid)]
        worth: dict[Action, float] = {}
        for suit in sorted(among) if calls else []:
            bidders, suits = np.full(len(sample), seat), np.full(len(sample), suit)
            dealt = mask_of(seen.dealt)
            hands = hands_imagined(setup, sample, bidders, suits, seed, shooting=shooting, dealt=dealt)
            for call in calls:
                bid = call.points if isinstance(call, Bid) else setup.rules.total_points
                one = expert.prospect(seen, call, with_contract(hands, Contract(seat, bid, shooting)), full=True)
                if float(one.worth.mean()) > worth.get(call, float("-inf")):
                    worth[call] = float(one.worth.mean())
                    found[call] = (suit, _mean(one.made))
    return found


def _weighed(one: Prospect, best: Prospect, suits: Stands) -> Weighed:
    suit, made = suits.get(one.action, (None, None))
    return Weighed(one.action, _mean(one.points), _mean(one.win), _mean(best.win - one.win), suit, made)


def _mean(values: Any) -> tuple[float, float]:
    """The mean of a number a world and its standard error."""
    return float(values.mean()), float(values.std(ddof=1) / len(values) ** 0.5)
