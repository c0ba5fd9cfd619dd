"""Whole matches dealt by `fair_deal` and played by random bots, as records with their proofs."""

from __future__ import annotations

import hashlib
import random
from typing import Any

from shmear.bots import RandomBot
from shmear.fair import HandProof, SeatNonce, commitment, draw_dealer, draw_pairs, fair_deal, proof_meta
from shmear.game import HandState, Match, Setup, view
from shmear.record import match_record
from shmear.rules import RuleSet, preset

NAMES = ["Ann", "Bob", "Cid", "Dee", "Eve", "Fay", "Gus", "Hal"]


def proof_of(seed: str, seats: tuple[int, ...]) -> HandProof:
    """A secret, and a nonce from each of these seats, that follow from a seed."""
    secret = hashlib.sha256(f"{seed} secret".encode()).hexdigest()
    nonces: tuple[SeatNonce, ...] = tuple((seat, hashlib.md5(f"{seed} {seat}".encode()).hexdigest()) for seat in seats)
    return HandProof(commitment(secret), secret, nonces)


def fair_match(
    rules: RuleSet | str, players: int, *, seed: int = 1, seats: tuple[int, ...] = (0, 1), hands: int = 1000
) -> dict[str, Any]:
    """The record of a match to its end, or of so many hands."""
    rules = preset(rules) if isinstance(rules, str) else rules
    proofs = [proof_of(f"{seed}:0", seats)]
    first = proofs[0]
    sides = draw_pairs(rules, players, first.secret, first.nonces)
    start = match = Match.new(Setup(rules, players, sides), draw_dealer(players, first.secret, first.nonces))
    rng, player, played = random.Random(seed), RandomBot(), []
    while True:
        proof = proofs[-1]
        state: HandState = match.begin(fair_deal(match.setup, match.dealer, proof.secret, proof.nonces))
        while state.to_act is not None:
            state = state.apply(player.act(view(state, state.to_act), rng))
        played.append(state)
        match = match.after(state)
        if match.is_over or len(played) == hands:
            break
        proofs.append(proof_of(f"{seed}:{len(played)}", seats))
    meta = {"fair": proof_meta(proofs, drawn_sides=sides is not None)}
    return match_record(start, NAMES[:players], played, meta=meta)
