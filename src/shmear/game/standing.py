"""Where the points of a hand stand while it is played, by what lies open (§7)."""

from __future__ import annotations

import enum

from msgspec import Struct

from shmear.cards import BITS, Card, mask_of
from shmear.game.scoring import Outcome, judge
from shmear.game.setup import Setup
from shmear.game.state import PublicHand
from shmear.rules.knobs import PointCard, PointTo
from shmear.rules.ruleset import PointName


class Stands(enum.Enum):
    """How sure a point is."""

    OUT = "out"
    SO_FAR = "so_far"
    ON_TABLE = "on_table"
    WON = "won"


class Standing(Struct, frozen=True):
    """One point: how it stands, the seats that it goes to as it stands, and the card it is for, once known.

    Game goes to a side, or while sides tie to all of those seats.
    """

    point: PointName
    stands: Stands
    seats: tuple[int, ...]
    card: Card | None


def standing(setup: Setup, public: PublicHand) -> tuple[tuple[Standing, ...], tuple[int, ...]]:
    """Every point of the rule set as it stands, and the counting points in each seat's tricks.

    Only cards that everybody has seen count: what was discarded or sleeps is found out after the hand. Empty before
    trump is known.
    """
    contract = public.contract
    if contract is None or contract.trump is None:
        return (), ()
    nothing_discarded = (0,) * setup.players
    result = judge(setup, public, nothing_discarded, Outcome.PLAYED)
    trump = setup.trumps[contract.trump]
    table = mask_of(public.trick(setup.players))
    played = mask_of(public.plays)
    found: list[Standing] = []
    for name, point in setup.rules.points.items():
        won = result.points[name]
        if point.card is PointCard.COUNTING:
            found.append(Standing(name, Stands.SO_FAR, _leading(result.sides, result.game_count), None))
            continue
        if point.card in (PointCard.HIGHEST, PointCard.LOWEST):
            card, sure = won.card, Stands.SO_FAR
        else:
            card, sure = trump.card_for(point.card), Stands.WON
        if card is None or not BITS[card] & played:
            found.append(Standing(name, Stands.OUT, (), card if sure is Stands.WON else None))
        elif won.seat is None or (BITS[card] & table and point.to is PointTo.TAKER):
            found.append(Standing(name, Stands.ON_TABLE, (), card))
        else:
            found.append(Standing(name, sure, (won.seat,), card))
    return tuple(found), result.game_count


def _leading(sides: tuple[tuple[int, ...], ...], counts: tuple[int, ...]) -> tuple[int, ...]:
    totals = {side: sum(counts[seat] for seat in side) for side in sides}
    most = max(totals.values())
    if not most:
        return ()
    return tuple(sorted(seat for side, total in totals.items() if total == most for seat in side))
