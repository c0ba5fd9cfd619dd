"""What a review comes to for each player: losses by part and kind, verdicts, luck against skill."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from shmear.review.luck import added
from shmear.review.model import KINDS, Decided, Hand, Kind, Part, Player, Tally
from shmear.review.verdict import ACCURATE, VERDICTS

PART: dict[Kind, Part] = {"call": "auction", "trump": "auction", "discard": "play", "partner": "play", "card": "play"}
"""To which half of a hand each kind of decision belongs."""


def players(names: Sequence[str], hands: Sequence[Hand]) -> tuple[Player, ...]:
    """Every player of a match over its hands."""
    return tuple(_player(seat, name, hands) for seat, name in enumerate(names))


def _player(seat: int, name: str, hands: Sequence[Hand]) -> Player:
    mine = [one for hand in hands for one in hand.decisions if one.seat == seat]
    verdicts = Counter(one.verdict for one in mine)
    parts: tuple[Part, ...] = ("auction", "play")
    return Player(
        seat=seat,
        name=name,
        all=tally(mine),
        parts={part: tally([one for one in mine if PART[one.kind] == part]) for part in parts},
        kinds={kind: tally(some) for kind in KINDS if (some := [one for one in mine if one.kind == kind])},
        verdicts={word: verdicts[word] for word in VERDICTS},
        account=added(seat, [hand.accounts[seat] for hand in hands]),
    )


def tally(decisions: Sequence[Decided]) -> Tally:
    """Some decisions added up."""
    count = len(decisions)
    total = sum(one.loss for one in decisions)
    error = sum(one.loss_error**2 for one in decisions) ** 0.5
    return Tally(
        decisions=count,
        total=total,
        loss=total / count if count else None,
        loss_error=error / count if count else None,
        accurate=sum(one.verdict in ACCURATE for one in decisions),
    )
