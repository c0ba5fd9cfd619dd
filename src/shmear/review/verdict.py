"""The word for a decision: by the chance to win the match that it lost, beyond what the sampling leaves open."""

from __future__ import annotations

from statistics import NormalDist

from shmear.review.model import Verdict

INACCURACY, MISTAKE, BLUNDER = 0.005, 0.02, 0.05
"""From how much of the match on a sure loss has which name."""

DOUBT = 0.025
"""How often an action as good as the best may seem to lose anything for sure."""

MARKS: dict[Verdict, str] = {"best": "✓", "good": "·", "inaccuracy": "?!", "mistake": "?", "blunder": "??"}
"""A sign for each verdict, from the best down."""

VERDICTS: tuple[Verdict, ...] = tuple(MARKS)

ACCURATE: tuple[Verdict, ...] = ("best", "good")


def reach(alternatives: int) -> float:
    """How many standard errors are allowed for, where the best of so many alternatives is looked for.

    With one it is the usual 1.96. The more there are, the likelier one of them seems better by chance (Bonferroni's
    inequality).
    """
    return NormalDist().inv_cdf(1 - DOUBT / max(1, alternatives))


def verdict(loss: float, sure: float) -> Verdict:
    """The word for a loss, and for what of it is sure: best where nothing was better, else by the sure loss."""
    if loss <= 0:
        return "best"
    if sure < INACCURACY:
        return "good"
    return "inaccuracy" if sure < MISTAKE else "mistake" if sure < BLUNDER else "blunder"
