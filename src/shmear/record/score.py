"""What ``shmear score --json`` says of a record (docs/record.md)."""

from __future__ import annotations

from typing import Any

from shmear.cards import texts_of
from shmear.game import HandState, Outcome, Over, Phase
from shmear.game.actions import DiscardOptions, NameTrump
from shmear.record.model import call_to_json
from shmear.record.replay import Replay, ReplayedHand, replay


def score(record: object, *, trace: bool = False) -> dict[str, Any]:
    """Judge a record given as plain JSON data: the result object, with every decision's legal actions if `trace`.

    Raises `RecordError`.
    """
    return report(replay(record), trace=trace)


def report(done: Replay, *, trace: bool = False) -> dict[str, Any]:
    """The result object of a replayed record."""
    result: dict[str, Any] = {
        "hands": [hand_report(hand) for hand in done.hands],
        "scores": list(done.match.scores),
        "smucks": list(done.match.smucks),
        "winners": None if done.match.winners is None else list(done.match.winners),
    }
    if trace:
        result["trace"] = [[decision(state) for state in hand.states if not state.is_over] for hand in done.hands]
    return result


def hand_report(hand: ReplayedHand) -> dict[str, Any]:
    """What one hand came to."""
    last = hand.last
    contract = last.public.contract
    tricks = last.public.tricks(last.setup.players)
    found: dict[str, Any] = {
        "dealer": last.public.dealer,
        "outcome": "unfinished",
        "bidder": None if contract is None else contract.bidder,
        "bid": None if contract is None else contract.text,
        "trump": None if contract is None or contract.trump is None else "CDHS"[contract.trump],
        "called": None if contract is None or contract.called is None else str(contract.called),
        "partner": None if contract is None else contract.partner,
        "made": None,
        "points": {},
        "game_count": [],
        "deltas": [now - then for now, then in zip(hand.after.scores, hand.before.scores, strict=True)],
        "scores": list(hand.after.scores),
        "smucks": list(hand.after.smucks),
        "tricks": [
            {"leader": leader, "cards": [str(one) for one in cards], "winner": winner}
            for leader, cards, winner in tricks
        ],
    }
    if isinstance(last, Over):
        result = last.result()
        found["outcome"] = result.outcome.value
        if result.outcome is Outcome.PLAYED:
            found["made"] = result.made
            found["game_count"] = list(result.game_count)
            found["points"] = {
                name: None if won.side is None else list(won.side) for name, won in result.points.items()
            }
    return found


def decision(state: HandState) -> dict[str, Any]:
    """A decision as a trace writes it: whose it is, of what kind, and what is legal."""
    return {"seat": state.to_act, "phase": state.phase.value, "legal": legal_to_json(state)}


def legal_to_json(state: HandState) -> Any:
    """What is legal: calls in their order, suits and cards sorted as text, a discard as count, from and must."""
    options = state.legal_actions()
    if isinstance(options, DiscardOptions):
        return {"count": options.size, "from": texts_of(options.pool), "must": texts_of(options.must)}
    if state.phase in (Phase.PLAY, Phase.CALL):
        return texts_of(state.legal)
    return [one.suit.letter if isinstance(one, NameTrump) else call_to_json(one) for one in options]
