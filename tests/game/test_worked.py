"""The cases that were reckoned by hand from the rule sheets (tests/oracle/worked.json.xz), each with its reason."""

import random
from pathlib import Path
from typing import Any

import pytest
from game_builders import (
    ORACLE,
    act,
    cards,
    house,
    in_trick,
    legal,
    legal_cards,
    match_at,
    opened,
    oracle,
    played_from,
    result_of,
    scored,
    setup_of,
    winner_of,
    worked,
)

from shmear.cards import cards_of, mask_of
from shmear.game import HandState, IllegalAction, Over, Phase
from shmear.record.model import call_from_json

WORKED = worked()


def ids(kind: str) -> list[str]:
    return [f"{kind}-{number:02}-{case['rules']}" for number, case in enumerate(WORKED[kind], start=1)]


@pytest.mark.parametrize("case", WORKED["scoring"], ids=lambda case: case["id"])
def test_scoring_of_a_whole_hand(case: dict[str, Any]) -> None:
    setup = setup_of(case["rules"], case["players"], case["sides"])
    tricks = [(trick["leader"], cards(" ".join(trick["cards"]))) for trick in case["tricks"]]
    hand = played_from(setup, case["trump"], case["bidder"], case["bid"], tricks, called=case["called"])
    match = scored(hand, case["before"]["scores"], case["before"]["smucks"])
    result = result_of(hand)
    contract = hand.public.contract
    assert contract is not None
    assert list(hand.public.winners) == [trick["winner"] for trick in case["tricks"]]
    assert list(result.game_count) == case["game_count"]
    assert result.made == case["made"]
    assert contract.partner == case["partner"]
    assert list(match.scores) == case["after"]["scores"]
    assert list(match.smucks) == (case["after"]["smucks"] or [0] * case["players"])
    assert (None if match.winners is None else list(match.winners)) == case["winners"]
    sides = {setup.side_of[seat] for seat in match.winners or ()}
    assert (len(sides) > 1) == case["draw"]


def to_play(case: dict[str, Any]) -> HandState:
    """Seat 3 of four is to play or lead with the hand of a case, after the cards of the trick."""
    players = 5 if case["called"] else 4
    setup = setup_of(case["rules"], players)
    hand, on_table = " ".join(case["hand"]), case["played"]
    if case["called"]:
        # The seat after the leader holds the called card.
        full = "KC QC JC TC 9C 8C", f"{hand} 4H 5H 6H"
        if case["trick"] == 2:
            full = "AC KC JC TC 9C 8C", f"AS {hand} 4H 5H"
        return called(setup, case, *full)
    if case["trick"] == 1 and not on_table:
        return house_hand(case, f"{hand}")
    if case["trick"] == 1:
        return first_trick(case)
    if not on_table:
        # Seat 0 wins the first trick with the ace of trump and leads the second.
        rules = house(case["rules"], deal={"cards": len(case["hand"]) + 1, "players": [4]})
        setup = setup_of(rules, 4)
        state = bid_and_pass(setup, {0: f"A{case['trump']} {hand}"})
        state = act(state, f"play A{case['trump']}")
        while state.public.to_act != 0:
            state = state.apply(state.legal_actions()[0])
        return state
    leader = (3 - len(on_table)) % 4
    others = {leader + place: card for place, card in enumerate(on_table)}
    state = in_trick(setup, case["trump"], {**others, 3: hand}, case["trick"], leader)
    return act(state, "play " + " ".join(on_table))


def bid_and_pass(setup: Any, hands: dict[int, str], undealt: str = "") -> HandState:
    state = opened(setup, hands, undealt=undealt)
    low = setup.rules.auction.minimum
    return act(state, f"bid {low}", *["pass"] * (setup.players - 1))


def house_hand(case: dict[str, Any], hand: str) -> HandState:
    rules = house(case["rules"], deal={"cards": len(case["hand"]), "players": [4]})
    return bid_and_pass(setup_of(rules, 4), {0: hand})


def first_trick(case: dict[str, Any]) -> HandState:
    """The bidder leads the only card of the trick so far, and the next seat holds the hand."""
    size = len(case["hand"])
    extra = {"exchange": {"kitty": 0, "keep": size}} if case["rules"] == "ten-point" else {}
    setup = setup_of(house(case["rules"], deal={"cards": size, "players": [4]}, **extra), 4)
    assert len(case["played"]) == 1
    state = bid_and_pass(setup, {0: case["played"][0], 1: " ".join(case["hand"])})
    if state.phase is Phase.TRUMP:
        state = act(state, f"trump {case['trump']}")
    return act(state, f"play {case['played'][0]}")


def called(setup: Any, case: dict[str, Any], bidders: str, partners: str) -> HandState:
    """Five players: seat 0 bids and calls, seat 1 has the called card and the hand of the case."""
    rules = house(case["rules"], deal={"cards": 6, "players": [5]}, exchange={"kitty": 0})
    state = bid_and_pass(setup_of(rules, 5), {0: bidders, 1: partners})
    state = act(state, f"trump {case['trump']}", f"call {case['called']}")
    assert state.public.contract is not None
    assert state.public.contract.partner == 1
    if case["trick"] == 1:
        return act(state, f"play {case['played'][0]}")
    state = act(state, "play AC AS")
    while state.public.to_act != 0:
        state = state.apply(state.legal_actions()[0])
    return act(state, f"play {case['played'][0]}")


@pytest.mark.parametrize("case", WORKED["legal"], ids=ids("legal"))
def test_legal_cards(case: dict[str, Any]) -> None:
    state = to_play(case)
    hand = mask_of(cards(" ".join(case["hand"])))
    found = mask_of(cards(legal_cards(state)))
    assert cards_of(found & hand) == cards_of(mask_of(cards(" ".join(case["legal"]))))
    assert set(case["legal"]) <= set(case["hand"])
    seat = state.to_act
    assert seat is not None
    assert hand & state.holdings[seat] == hand
    if not case["called"]:
        assert state.holdings[seat] == hand
        for card in set(case["hand"]) - set(case["legal"]):
            with pytest.raises(IllegalAction):
                act(state, f"play {card}")


@pytest.mark.parametrize("case", WORKED["trick_winners"], ids=ids("trick_winners"))
def test_winner_of_a_trick(case: dict[str, Any]) -> None:
    setup = setup_of(case["rules"], 4)
    assert winner_of(setup, case["trump"], " ".join(case["cards"])) == case["winner_index"]


BEFORE: dict[str, tuple[list[int], bool]] = {
    "": ([0, 0, 0, 0], False),
    "all have chips": ([1, 1, 1, 1], False),
    "seat 1 has 1 chip": ([0, 1, 0, 0], False),
    "first hand": ([0, 0, 0, 0], True),
    "dealer has 0 chips, hand 5": ([3, 2, 4, 0], False),
    "seat 1 has 0 chips, hand 2": ([2, 0, 0, 0], False),
}
"""The scores, and whether it is the first hand, that the words of a case say."""


@pytest.mark.parametrize("case", WORKED["auctions"], ids=ids("auctions"))
def test_auction(case: dict[str, Any]) -> None:
    scores, first = BEFORE[case["state"]]
    setup = setup_of(case["rules"], case["players"])
    match = match_at(setup, scores, dealer=case["dealer"], first=first)
    state = match.deal(random.Random(case["result"]))
    result = case["result"]
    for value in case["calls"][:-1]:
        state = state.apply(action_of(value))
    last = action_of(case["calls"][-1])
    if "illegal" in result:
        with pytest.raises(IllegalAction):
            state.apply(last)
        return
    state = state.apply(last)
    contract = state.public.contract
    if "thrown in" in result:
        assert isinstance(state, Over)
        assert match.after(state).dealer == 3
        assert state.outcome.value == "redeal"
    elif "may not pass" in result:
        assert legal(state) == ["bid 2", "bid 3", "bid 4", "bid 5", "bid 6"]
    elif "forfeit" in result:
        assert legal(state) == ["bid 2", "forfeit"]
        assert state.phase is Phase.DEALER_CHOICE
    else:
        assert contract is not None
        words = result.replace("auction ends at once: ", "").replace(",", "").split()
        said = f"seat {contract.bidder} shoots" if contract.shooting else f"seat {contract.bidder} bids {contract.bid}"
        assert said.split() == words[: len(said.split())]
        assert state.phase not in (Phase.AUCTION, Phase.DEALER_CHOICE)


def action_of(value: object) -> Any:
    action = call_from_json(value)
    assert action is not None
    return action


SHARED = Path(__file__).resolve().parents[3] / "shared" / "oracle"


@pytest.mark.skipif(not SHARED.is_dir(), reason="the originals are not beside this checkout")
def test_oracle_files_are_those_that_were_given() -> None:
    packed = {path.relative_to(ORACLE).as_posix()[:-3] for path in ORACLE.rglob("*.xz")}
    given = {path.relative_to(SHARED).as_posix() for path in SHARED.rglob("*.json*")}
    assert packed == given
    for name in sorted(given):
        ours, theirs = oracle(name).splitlines(), (SHARED / name).read_text().splitlines()
        differing = [number for number, pair in enumerate(zip(ours, theirs, strict=False), 1) if pair[0] != pair[1]]
        assert not differing, f"{name} differs in lines {differing[:10]}"
        assert len(ours) == len(theirs), f"{name} has {len(ours)} lines, not {len(theirs)}"
