"""What is drawn for a table from a secret and nonces: the cards, and for a match its first dealer and its pairs."""

from __future__ import annotations

from collections.abc import Sequence

from shmear.fair.stream import SeatNonce, Stream
from shmear.game import Deal, Setup
from shmear.game.setup import Side
from shmear.rules import RuleSet, at
from shmear.rules.knobs import Partners


def fair_deal(setup: Setup, dealer: int, secret: str, nonces: Sequence[SeatNonce]) -> Deal:
    """The deck of the game shuffled by the stream ``deal`` and dealt from the dealer's left (§2)."""
    return setup.deal_from(Stream(secret, nonces, "deal").shuffled(setup.deck), dealer)


def draw_dealer(players: int, secret: str, nonces: Sequence[SeatNonce]) -> int:
    """The dealer of the first hand of a match (§2), by the stream ``dealer`` of that hand."""
    return Stream(secret, nonces, "dealer").below(players)


def draw_pairs(rules: RuleSet, players: int, secret: str, nonces: Sequence[SeatNonce]) -> tuple[Side, ...] | None:
    """The pairs of a match (§1), by the stream ``sides`` of its first hand; None where the rules do not draw pairs."""
    if at(rules.sides.partners, players) is not Partners.DRAWN:
        return None
    seats = Stream(secret, nonces, "sides").shuffled(range(players))
    return tuple(sorted(tuple(sorted(seats[place : place + 2])) for place in range(0, players, 2)))
