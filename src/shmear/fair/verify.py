"""Checking a match on record: that every hand was dealt as its commitment, secret and nonces say."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from shmear.cards import Card
from shmear.fair.deals import draw_dealer, draw_pairs, fair_deal
from shmear.fair.proof import FairError, HandProof, NoProof, read_proof
from shmear.fair.stream import SeatNonce, commitment
from shmear.game import Deal
from shmear.game.setup import Side
from shmear.record import Replay, replay
from shmear.record.errors import said_name
from shmear.rules import at
from shmear.rules.knobs import Partners


class VerifiedHand(Struct, frozen=True):
    """A hand whose deal follows from the secret behind its commitment and from the nonces."""

    dealer: int
    commitment: str
    nonces: tuple[SeatNonce, ...]

    @property
    def mixed_in(self) -> tuple[int, ...]:
        """The seats whose players had a part in the shuffle, ascending."""
        return tuple(seat for seat, _ in self.nonces)


class Verified(Struct, frozen=True):
    """A match whose proof holds, hand by hand.

    `names` are as a sentence says them. `sides` are the pairs that were proved to be drawn; None where the rules draw
    none. `sides_unproved` is whether the rules draw pairs but the record says that these were not.
    """

    names: tuple[str, ...]
    hands: tuple[VerifiedHand, ...]
    sides: tuple[Side, ...] | None
    sides_unproved: bool

    @property
    def first_dealer(self) -> int:
        """The dealer of the first hand, proved to be drawn."""
        return self.hands[0].dealer


def verify(record: object) -> Verified:
    """Check the deals of a record given as plain JSON data, the last hand finished or not.

    For each hand: that the commitment is that of the secret, that no secret serves twice, and that every card dealt
    and undealt stands where secret and nonces put it. For the match: that the first dealer and, where they are drawn,
    the pairs follow from the first hand's secret and nonces. That later dealers follow from the rules is part of
    replaying the record.

    Raises `RecordError` for a record that is illegal, `NoProof` for one without hands or proof, and `FairError`, which
    names the hand and the field, for a proof that is malformed or does not hold.
    """
    done = replay(record)
    if not done.hands:
        raise NoProof("the record has no hands: there is no deal to check")
    proofs, drawn = read_proof(done.meta, done.setup.players, len(done.hands))
    names = tuple(said_name(name, seat) for seat, name in enumerate(done.names))
    _check_secrets(proofs)
    _check_dealer(done, proofs[0], names)
    sides = _check_sides(done, proofs[0], drawn=drawn)
    hands: list[VerifiedHand] = []
    for number, (hand, proof) in enumerate(zip(done.hands, proofs, strict=True)):
        dealer = hand.before.dealer
        right = fair_deal(done.setup, dealer, proof.secret, proof.nonces)
        _check_deal(number, hand.last.deal, right, names)
        hands.append(VerifiedHand(dealer, proof.commitment, proof.nonces))
    pairs = at(done.setup.rules.sides.partners, done.setup.players) is Partners.DRAWN
    return Verified(names, tuple(hands), sides, pairs and sides is None)


def _check_secrets(proofs: Sequence[HandProof]) -> None:
    """Each secret is the one that was committed to, and none is used again once it has been shown."""
    first: dict[str, int] = {}
    for number, proof in enumerate(proofs):
        right = commitment(proof.secret)
        if proof.commitment != right:
            raise FairError(
                f"{_start(proof.commitment)} is not the commitment to the secret shown, which is {_start(right)}",
                "commitment",
                hand=number,
            )
        earlier = first.setdefault(proof.secret, number)
        if earlier != number:
            raise FairError(f"the secret of hand {earlier + 1} again; each hand has its own", "secret", hand=number)


def _check_dealer(done: Replay, proof: HandProof, names: Sequence[str]) -> None:
    start = done.start
    if any(start.scores) or any(start.smucks) or not start.first_hand:
        raise FairError("the record begins in mid-match; a proof is of a whole match, whose dealer was drawn", "start")
    right = draw_dealer(done.setup.players, proof.secret, proof.nonces)
    if start.dealer != right:
        raise FairError(
            f"{names[start.dealer]} (seat {start.dealer}) deals; secret and nonces draw {names[right]} (seat {right})",
            "dealer",
            hand=0,
        )


def _check_sides(done: Replay, proof: HandProof, *, drawn: bool) -> tuple[Side, ...] | None:
    """The pairs, where they were drawn from the first hand's secret and nonces."""
    if not drawn:
        return None
    right = draw_pairs(done.setup.rules, done.setup.players, proof.secret, proof.nonces)
    if right is None:
        raise FairError("the rules of this match draw no pairs", "drawn_sides")
    if done.setup.sides != right:
        raise FairError(
            f"the pairs are {_pairs(done.setup.sides)}; secret and nonces draw {_pairs(right)}", "sides", hand=0
        )
    return right


def _check_deal(number: int, deal: Deal, right: Deal, names: Sequence[str]) -> None:
    """Every card is in its place, the undealt ones too: the first that is not is named."""
    for name, cards, wanted in zip(names, deal.hands, right.hands, strict=True):
        _check_cards(number, "deal", f"{name}'s card", cards, wanted)
    _check_cards(number, "undealt", "undealt card", deal.undealt, right.undealt)


def _check_cards(number: int, field: str, what: str, cards: Sequence[Card], wanted: Sequence[Card]) -> None:
    for place, (card, right) in enumerate(zip(cards, wanted, strict=True), start=1):
        if card is not right:
            raise FairError(f"{what} {place} is {card}; secret and nonces deal {right}", field, hand=number)


def _start(digits: str) -> str:
    return f"{digits[:12]}…"


def _pairs(sides: Sequence[Side]) -> str:
    return ", ".join("+".join(map(str, side)) for side in sides)
