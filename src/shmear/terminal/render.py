"""What a seat sees at the table, as Rich renderables made from a view and nothing else that is hidden."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from rich.console import Group, RenderableType
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from shmear.cards import Card
from shmear.game import (
    Action,
    Bid,
    DiscardOptions,
    Forfeit,
    Match,
    Pass,
    Phase,
    Play,
    Shoot,
    View,
)
from shmear.game.sorting import grouped, in_order
from shmear.rules.facts import Facts, several
from shmear.rules.knobs import Partners, ShootNeeds, TrumpMade
from shmear.terminal.cards import card_text, cards_text, suit_text
from shmear.terminal.names import Names


class Around(NamedTuple):
    """What a screen needs besides the view: the names and the match as it stood when the hand began."""

    names: Names
    match: Match


def choices(view: View) -> list[Card]:
    """The cards that may be chosen now, in the order in which the screen numbers them from 1."""
    if view.phase is Phase.PLAY:
        legal = {action.card for action in view.legal if isinstance(action, Play)}
    elif isinstance(view.legal, DiscardOptions):
        pool = view.legal.pool
        legal = {one for one in view.holding if pool >> one & 1}
    else:
        return []
    return [one for one in in_order(view.holding, view.trump) if one in legal]


def screen(view: View, around: Around) -> Group:
    """The table at a decision of the view's seat: at most 22 lines of 80 columns."""
    parts: list[RenderableType] = [heading(view, around)]
    contract = contract_line(view, around.names)
    parts += [contract] if contract is not None else []
    parts += [seats(view, around), Text(""), *holding(view)]
    if view.kitty and view.phase is Phase.DISCARD:
        kitty = Text(f" The {_kitty_word(view)} gave you ")
        parts.append(kitty + cards_text(in_order(view.kitty, view.trump)))
    return Group(*parts)


def _kitty_word(view: View) -> str:
    return Facts(view.setup.rules, view.setup.players).kitty_word


def heading(view: View, around: Around) -> Rule:
    """Hand, trick, game and target."""
    rules = view.setup.rules
    trick = f", trick {len(view.public.winners) + 1} of {view.setup.tricks}" if view.phase is Phase.PLAY else ""
    title = f"Hand {around.match.hands + 1}{trick} · {rules.title} to {rules.match.target}"
    return Rule(Text(title, style="bold"), align="left", style="dim")


def contract_line(view: View, names: Names) -> Text | None:
    """Who has to take how many points, with which trump; None during the auction."""
    contract, rules = view.contract, view.setup.rules
    if contract is None:
        return None
    with_partner = ""
    if contract.called is not None:
        with_partner = f" with {names.inside(contract.partner)}" if contract.partner is not None else " alone"
    elif view.setup.partners not in (Partners.CALLED, Partners.HIGH_LOW):
        mates = [seat for seat in view.setup.side_of[contract.bidder] if seat != contract.bidder]
        with_partner = f" with {names.listed(mates)}" if mates else ""
    who = names[contract.bidder]
    if contract.shooting:
        tricks = " and every trick" if rules.shoot.needs is ShootNeeds.TRICKS else ""
        said = f"{who} shot the moon{with_partner}: all {rules.total_points} points{tricks} are needed."
    else:
        said = f"{who} bid {contract.bid}{with_partner}: {contract.bid} of {rules.total_points} points are needed."
    if contract.bid == 1:
        said = said.replace("points are", "points is")
    text = Text(f" {said} ")
    if contract.trump is None:
        how = "named now" if rules.trump.made is TrumpMade.NAMED else "made by the first lead"
        return text.append(f"Trump is {how}.")
    return text.append("Trump: ").append(suit_text(contract.trump))


def call_words(action: Action, names: Names, seat: int) -> str:
    """A call as a sentence says it: ``bids 3``, ``passes``."""
    if isinstance(action, Bid):
        return f"{names.verb(seat, 'bid')} {action.points}"
    if isinstance(action, Pass):
        return names.verb(seat, "pass")
    if isinstance(action, Shoot):
        return f"{names.verb(seat, 'shoot')} the moon"
    return names.verb(seat, "forfeit") if isinstance(action, Forfeit) else str(action)


def seats(view: View, around: Around) -> Table:
    """One line a seat, the viewer last: dealer, score, call, tricks, and the card on the table."""
    setup, public, names = view.setup, view.public, around.names
    n = setup.players
    playing = view.phase is Phase.PLAY
    teams = _teams(view)
    table = Table(box=None, padding=(0, 1), pad_edge=False, header_style="dim")
    columns = ["", "", "seat", *(["side"] if teams else []), "score", *(["smucks"] if setup.rules.has_smucks else [])]
    columns += ["call", *(["tricks", "card", ""] if playing else [])]
    for name in columns:
        table.add_column(name, justify="right" if name in ("score", "smucks", "tricks") else "left", no_wrap=True)
    first = (view.seat if view.seat is not None else n - 1) + 1
    high = public.high_caller(n)
    winning = view.winning
    for seat in ((first + place) % n for place in range(n)):
        row: list[str | Text] = [" >" if seat == public.to_act else "", "D" if seat == public.dealer else ""]
        row.append(Text(names[seat], style="bold" if seat == names.me else ""))
        row += [teams[seat]] if teams else []
        row.append(str(around.match.scores[seat]))
        row += [str(around.match.smucks[seat] or "")] if setup.rules.has_smucks else []
        row.append(_call(view, seat, high))
        if playing:
            place = (seat - (public.leader or 0)) % n
            shown = place < len(view.trick)
            row.append(str(public.winners.count(seat) or ""))
            row.append(card_text(view.trick[place]) if shown else "")
            row.append(_note(view, seat, place, winning))
        table.add_row(*row)
    return table


def _teams(view: View) -> list[str]:
    """A mark of the side a seat: letters where partners are fixed, the bidder's pair where a card was called."""
    setup, contract = view.setup, view.contract
    if setup.partners is Partners.CALLED and contract is not None and contract.partner is not None:
        pair = (contract.bidder, contract.partner)
        return ["bidder's" if seat in pair else "others" for seat in range(setup.players)]
    if max(map(len, setup.sides)) < 2:
        return []
    letters = {side: "ABCDEFGH"[place] for place, side in enumerate(setup.sides)}
    return [letters[setup.side_of[seat]] for seat in range(setup.players)]


def _call(view: View, seat: int, high: int | None) -> str:
    said = list(map(str, view.public.calls_by(seat, view.setup.players)))
    if not said:
        return "…" if view.public.to_act == seat and view.contract is None else ""
    if view.contract is None:
        return said[-1] + (" (highest)" if seat == high else "")
    return said[-1] + (" (bidder)" if seat == view.contract.bidder else "")


def _note(view: View, seat: int, place: int, winning: int | None) -> str:
    notes: list[str] = []
    if view.trick and place == 0:
        notes.append("led")
    if seat == winning:
        notes.append("winning")
    contract = view.contract
    if contract is not None and contract.called is not None and contract.partner == seat:
        notes.append(f"called {contract.called.symbol}")
    return ", ".join(notes)


def holding(view: View) -> list[Text]:
    """The cards of the viewer: those that may be chosen as ``[1 J♥]``, the others as ``·9♣·`` where some may not."""
    numbers = {one: number for number, one in enumerate(choices(view), start=1)}
    groups = [[_one(one, numbers) for one in group] for group in grouped(view.holding, view.trump)]
    title = " Your cards: "
    whole = Text("  ").join(Text(" ").join(group) for group in groups)
    if len(title) + whole.cell_len <= 79:
        return [Text.assemble((title, "bold"), whole)]
    lines = [Text(f" Your cards, {len(view.holding)}:", style="bold")]
    for group in groups:
        line = Text("   ")
        for one in group:
            if line.cell_len + one.cell_len > 79:
                lines.append(line)
                line = Text("   ")
            line += one + Text(" ")
        lines.append(line)
    for line in lines:
        line.rstrip()
    return lines


def _one(one: Card, numbers: dict[Card, int]) -> Text:
    if not numbers:
        return card_text(one)
    if one not in numbers:
        return Text(f"·{one.symbol}·", style="dim")
    return Text(f"[{numbers[one]} ") + card_text(one) + Text("]")


def question(view: View) -> str:
    """The prompt of a decision, in plain letters."""
    legal = view.legal
    match view.phase:
        case Phase.AUCTION | Phase.DEALER_CHOICE:
            bids = [call.points for call in legal if isinstance(call, Bid)]
            words = [f"{bids[0]}-{bids[-1]}" if len(bids) > 1 else str(bids[0])] if bids else []
            words += [str(call) for call in legal if not isinstance(call, Bid)]
            asked = f"Your call ({', '.join(words)})"
        case Phase.TRUMP:
            asked = "Name trump (c, d, h, s)"
        case Phase.DISCARD:
            free = legal.free if isinstance(legal, DiscardOptions) else 0
            size = legal.size if isinstance(legal, DiscardOptions) else 0
            asked = f"Discard {several(size, 'card')} (numbers, or d for the novice's choice)"
            if free != size:
                asked = f"Discard {free} trumps with your other cards (numbers, or d)"
        case Phase.CALL:
            asked = "Call a card as partner (such as kh)"
        case _:
            count = len(legal)
            what = "Lead" if not view.trick else "Play"
            asked = f"{what} a card (1-{count}, or such as {_example(legal)})" if count > 1 else "Play your card (1)"
    return f"{asked}, ? helps: "


def _example(legal: Sequence[Action]) -> str:
    plays = [one for one in legal if isinstance(one, Play)]
    return str(plays[0].card).lower() if plays else "jh"
