"""Hands made by hand: deals with chosen cards, hands from their tricks, and actions written as text."""

import json
import lzma
from pathlib import Path
from typing import Any

from shmear.cards import Card, Suit, cards_of, mask_of
from shmear.game import (
    Contract,
    Deal,
    Discard,
    HandState,
    Match,
    Over,
    Phase,
    PublicHand,
    Setup,
    open_hand,
    parse_action,
)
from shmear.game.play import Playing
from shmear.rules import RuleSet, preset, read_rules
from shmear.rules.knobs import Choice

ORACLE = Path(__file__).resolve().parents[1] / "oracle"


def oracle(name: str) -> str:
    """The text of a packed oracle file."""
    return lzma.decompress((ORACLE / f"{name}.xz").read_bytes()).decode()


def worked() -> dict[str, Any]:
    return json.loads(oracle("worked.json"))


def house(base: str, **groups: Any) -> RuleSet:
    """A preset with some knobs turned: ``house("shmear", play={"follow": Follow.SUIT_ELSE_ANY})``."""
    return read_rules({"extends": base, **_plain(groups)})


def _plain(value: Any) -> Any:
    """Knobs' values as a TOML file has them."""
    if isinstance(value, dict):
        return {key: _plain(one) for key, one in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(one) for one in value]
    return value.value if isinstance(value, Choice) else value


def short(base: str, players: int, sides: Any = None, **groups: Any) -> Setup:
    """A preset played with three cards each, so that a whole hand is three tricks; nothing sleeps by a widow."""
    deal = {"cards": 3, "players": [players]}
    exchange = {"kitty": 0, "keep": 3} if base in ("ten-point", "kitty") else {}
    exchange |= groups.pop("exchange", {})
    return Setup(house(base, deal=deal, exchange=exchange, **groups), players, sides)


def setup_of(rules: str | RuleSet, players: int, sides: Any = None) -> Setup:
    return Setup(preset(rules) if isinstance(rules, str) else rules, players, sides)


def cards(text: str) -> tuple[Card, ...]:
    return tuple(map(Card, text.split()))


def deal_of(setup: Setup, hands: dict[int, str], undealt: str = "", *, last: int = 0) -> Deal:
    """A deal in which some seats get these cards, and the first undealt cards are these.

    The rest of the deck fills up, clubs first; the cards of the mask `last` come last of all.
    """
    given = [cards(hands.get(seat, "")) for seat in range(setup.players)]
    first = cards(undealt)
    used = mask_of(card for hand in (*given, first) for card in hand)
    assert used.bit_count() == sum(map(len, given)) + len(first), "a card stands twice"
    rest = [*cards_of(setup.deck_mask & ~used & ~last), *cards_of(setup.deck_mask & ~used & last)]
    full: list[tuple[Card, ...]] = []
    for hand in given:
        missing = setup.cards_dealt - len(hand)
        full.append((*hand, *rest[:missing]))
        rest = rest[missing:]
    return Deal(tuple(full), (*first, *rest))


def opened(
    setup: Setup, hands: dict[int, str] | None = None, *, dealer: int | None = None, undealt: str = "", shoot: int = 0
) -> HandState:
    """A dealt hand; the last seat deals unless another does, so that seat 0 calls first."""
    dealer = setup.players - 1 if dealer is None else dealer
    return open_hand(setup, deal_of(setup, hands or {}, undealt), dealer, shoot)


def act(state: HandState, *actions: str) -> HandState:
    """The state after actions written as text; ``bid 3``, ``play AS``, and several cards in one: ``play AS 2S KS``."""
    for text in actions:
        word, *rest = text.split()
        if word == "play":
            for card in rest:
                state = state.apply(parse_action(f"play {card}"))
        else:
            state = state.apply(parse_action(text))
    return state


def legal(state: HandState) -> list[str]:
    """What is legal, as text, in its order."""
    return [str(action) for action in state.legal_actions()]


def legal_cards(state: HandState) -> str:
    """The cards that may be played or called, in index order."""
    return " ".join(str(action).split()[1] for action in state.legal_actions())


def bid_by(setup: Setup, deal: Deal, bidder: int, bid: int | str, trump: str | None) -> HandState:
    """A hand in which one seat opens the bidding and the others pass; trump named where it is named."""
    state = open_hand(setup, deal, (bidder - 1) % setup.players, (1 << setup.players) - 1)
    state = act(state, "shoot" if bid == "shoot" else f"bid {bid}")
    while state.phase is Phase.AUCTION:
        state = act(state, "pass")
    return act(state, f"trump {trump}") if state.phase is Phase.TRUMP else state


Trick = tuple[int, tuple[Card, ...]]


def tricks_of(texts: tuple[str, ...]) -> list[Trick]:
    """Tricks written as ``0: AH 8H TD QH``: the leader, then the cards in the order played."""
    found: list[Trick] = []
    for text in texts:
        leader, _, rest = text.partition(":")
        found.append((int(leader), cards(rest)))
    return found


def played(
    setup: Setup, trump: str, bidder: int, bid: int | str, *texts: str, called: str | None = None, last: str = ""
) -> HandState:
    """A hand played by the referee from its tricks, ``0: AH 8H TD QH`` each: dealt, bid and exchanged to fit.

    Cards that nobody plays sleep, trumps first; those that are dealt or taken up beyond are discarded.
    """
    return played_from(setup, trump, bidder, bid, tricks_of(texts), called=called, last=last)


def played_from(
    setup: Setup,
    trump: str,
    bidder: int,
    bid: int | str,
    tricks: list[Trick],
    *,
    called: str | None = None,
    last: str = "",
) -> HandState:
    n = setup.players
    mine: dict[int, list[str]] = {seat: [] for seat in range(n)}
    for leader, trick in tricks:
        for place, card in enumerate(trick):
            mine[(leader + place) % n].append(str(card))
    trumps = setup.trumps[Suit.parse(trump)].mask | mask_of(cards(last))
    deal = deal_of(setup, {seat: " ".join(held) for seat, held in mine.items()}, last=trumps)
    state = bid_by(setup, deal, bidder, bid, trump)
    plan = {seat: mask_of(map(Card, held)) for seat, held in mine.items()}
    while state.phase is Phase.DISCARD:
        seat = state.to_act
        assert seat is not None
        state = state.apply(Discard(state.holdings[seat] & ~plan[seat]))
    if called is not None:
        state = act(state, f"call {called}")
    for leader, trick in tricks:
        assert state.to_act == leader, f"seat {state.to_act} leads, not seat {leader}"
        state = act(state, "play " + " ".join(map(str, trick)))
    return state


def result_of(state: HandState) -> Any:
    assert isinstance(state, Over), f"the hand is still in {state.phase.value}"
    return state.result()


def won(state: HandState) -> dict[str, list[int] | None]:
    """For each point the seats of the side that got it."""
    return {name: None if one.side is None else list(one.side) for name, one in result_of(state).points.items()}


def match_at(
    setup: Setup,
    scores: list[int] | None = None,
    smucks: list[int] | None = None,
    *,
    dealer: int = 0,
    first: bool = False,
) -> Match:
    """A match in the middle."""
    nothing = [0] * setup.players
    return Match(setup, tuple(scores or nothing), tuple(smucks or nothing), dealer, first)


def scored(state: HandState, scores: list[int] | None = None, smucks: list[int] | None = None) -> Match:
    """The match after a hand, from scores before it."""
    return match_at(state.setup, scores, smucks, dealer=state.public.dealer).after(state)


def in_trick(setup: Setup, trump: str, holdings: dict[int, str], number: int, leader: int = 0) -> Playing:
    """A moment of play: seats hold these cards, and `leader` is to lead trick `number` (2 or later).

    The earlier tricks were won by the leader; which cards were in them does not matter here.
    """
    n = setup.players
    held = tuple(mask_of(cards(holdings.get(seat, ""))) for seat in range(n))
    gone = [card for card in setup.deck if not 1 << card & sum(held)][: n * (number - 1)]
    taken = tuple(mask_of(gone) if seat == leader else 0 for seat in range(n))
    suit = Suit.parse(trump)
    public = PublicHand(
        dealer=(leader - 1) % n,
        phase=Phase.PLAY,
        to_act=leader,
        may_shoot=0,
        calls=(),
        contract=Contract(leader, setup.rules.auction.minimum, trump=int(suit)),
        plays=tuple(gone),
        winners=(leader,) * (number - 1),
        taken=taken,
    )
    deal = Deal(tuple(map(cards_of, held)), ())
    return Playing(setup, deal, public, held, (0,) * n, held[leader], setup.trumps[suit], None, 0, leader, 0)


def winner_of(setup: Setup, trump: str, trick: str) -> int:
    """The seat that wins a trick led by seat 0, in which each player holds one card only."""
    holdings = dict(enumerate(trick.split()))
    state = in_trick(setup, trump, holdings, setup.tricks)
    return act(state, f"play {trick}").public.winners[-1]
