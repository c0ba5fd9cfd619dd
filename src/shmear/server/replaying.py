"""A finished match for the replay viewer: every moment of every hand with all cards open."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import Struct

from shmear.cards import Suit, texts_of
from shmear.game import Over, Phase, view
from shmear.protocol.messages import HandShown, Happened, Proof, RulesShown, SheetRow, TrickShown
from shmear.protocol.wire import hand_shown, result_shown, rules_shown, texts
from shmear.record import Replay, ReplayedHand, replay
from shmear.server.table import sheet_row

NO_PROOF = Proof(hand=0, commitment="0" * 64, nonces=[])


class Frame(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One moment: the hand, and the action that led to it, told as it was at the table."""

    hand: HandShown
    event: Happened | None = None


class ReplayShown(Struct, frozen=True, kw_only=True):
    """A match from first deal to winner. `before` are the scores before each hand, `fair` the record's own proof."""

    names: list[str]
    game: RulesShown
    sides: list[list[int]]
    frames: list[Frame]
    sheet: list[SheetRow]
    scores: list[int]
    winners: list[int] | None
    fair: dict[str, Any] | None


def replay_shown(record: bytes) -> ReplayShown:
    """The replay of a stored record."""
    done = replay(msgspec.json.decode(record))
    fair = (done.meta or {}).get("fair")
    frames: list[Frame] = []
    sheet: list[SheetRow] = []
    for number, hand in enumerate(done.hands, start=1):
        if isinstance(hand.last, Over):
            sheet.append(sheet_row(number, hand.before, hand.after, hand.last))
        frames += _frames(done, number, hand, sheet[-1] if isinstance(hand.last, Over) else None, fair)
    return ReplayShown(
        names=list(done.names),
        game=rules_shown(done.setup.rules, done.setup.players),
        sides=[list(side) for side in done.setup.sides],
        frames=frames,
        sheet=sheet,
        scores=list(done.match.scores),
        winners=None if done.match.winners is None else list(done.match.winners),
        fair=fair,
    )


def _frames(done: Replay, number: int, hand: ReplayedHand, row: SheetRow | None, fair: Any) -> list[Frame]:
    found: list[Frame] = []
    proof = _proof(number, fair)
    for place, state in enumerate(hand.states):
        result = result_shown(state, row, proof) if isinstance(state, Over) and row is not None else None
        shown = hand_shown(
            view(state, None),
            number=number,
            question=place,
            asked=() if state.to_act is None else (state.to_act,),
            hands=state.holdings,
            result=result,
        )
        found.append(Frame(hand=shown, event=_event(hand, place)))
    return found


def _event(hand: ReplayedHand, place: int) -> Happened | None:
    """What led to a state, with the trick that it ended; None for the deal."""
    if not place:
        return None
    after = hand.states[place].public
    players = hand.last.setup.players
    trick = None
    if hand.states[place - 1].phase is Phase.PLAY and not after.trick(players):
        leader, cards, winner = after.tricks(players)[-1]
        trick = TrickShown(leader=leader, cards=texts(cards), winner=winner)
    seat = hand.states[place - 1].to_act
    return Happened(seq=place, at=0.0, what="acted", seat=seat, action=_step(hand, place), trick=trick)


def _step(hand: ReplayedHand, place: int) -> str | None:
    """The action that led from the state before to this one, as text."""
    before, after = hand.states[place - 1], hand.states[place]
    seat = before.to_act
    assert seat is not None, "somebody acted"
    match before.phase:
        case Phase.AUCTION | Phase.DEALER_CHOICE:
            return str(after.public.calls[-1])
        case Phase.TRUMP:
            contract = after.public.contract
            return None if contract is None or contract.trump is None else f"trump {Suit(contract.trump).letter}"
        case Phase.DISCARD:
            return " ".join(["discard", *texts_of(after.discards[seat])])
        case Phase.CALL:
            contract = after.public.contract
            return None if contract is None or contract.called is None else f"call {contract.called}"
        case _:
            return f"play {after.public.plays[-1]}"


def _proof(number: int, fair: Any) -> Proof:
    try:
        one = fair["hands"][number - 1]
        return Proof(
            hand=number, commitment=one["commitment"], nonces=[tuple(n) for n in one["nonces"]], secret=one["secret"]
        )
    except (KeyError, IndexError, TypeError):
        return NO_PROOF
