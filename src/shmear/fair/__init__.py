"""Provably fair deals: a shuffle that neither the server nor a player can steer, and its proof (docs/fair.md)."""

from shmear.fair.deals import draw_dealer, draw_pairs, fair_deal
from shmear.fair.proof import VERSION, FairError, HandProof, NoProof, proof_meta
from shmear.fair.stream import SeatNonce, Stream, commitment, new_secret
from shmear.fair.verify import Verified, VerifiedHand, verify

__all__ = [
    "VERSION",
    "FairError",
    "HandProof",
    "NoProof",
    "SeatNonce",
    "Stream",
    "Verified",
    "VerifiedHand",
    "commitment",
    "draw_dealer",
    "draw_pairs",
    "fair_deal",
    "new_secret",
    "proof_meta",
    "verify",
]
