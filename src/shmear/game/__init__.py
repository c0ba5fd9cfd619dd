"""The referee: a hand from deal to result, a match from first deal to winner, and what each seat may see.

`Setup` binds a rule set to players and sides; `Match.new(setup, dealer).deal(rng)` gives a `HandState`;
`state.legal_actions()` and `state.apply(action)` play it; `match.after(state)` scores it; `view(state, seat)` is all
that a seat may know.
"""

from shmear.game.actions import (
    Action,
    Bid,
    CallCard,
    Discard,
    DiscardOptions,
    Forfeit,
    IllegalAction,
    NameTrump,
    Pass,
    Play,
    Shoot,
    from_code,
    parse_action,
)
from shmear.game.auction import open_hand
from shmear.game.match import Match
from shmear.game.over import Over
from shmear.game.scoring import HandResult, Outcome, PointWon, judge, settle
from shmear.game.setup import Deal, Setup, draw_sides
from shmear.game.state import Contract, HandState, Phase, PublicHand
from shmear.game.view import View, view

__all__ = [
    "Action",
    "Bid",
    "CallCard",
    "Contract",
    "Deal",
    "Discard",
    "DiscardOptions",
    "Forfeit",
    "HandResult",
    "HandState",
    "IllegalAction",
    "Match",
    "NameTrump",
    "Outcome",
    "Over",
    "Pass",
    "Phase",
    "Play",
    "PointWon",
    "PublicHand",
    "Setup",
    "Shoot",
    "View",
    "draw_sides",
    "from_code",
    "judge",
    "open_hand",
    "parse_action",
    "settle",
    "view",
]
