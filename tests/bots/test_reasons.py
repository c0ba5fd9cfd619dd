"""Why an action: the sentence for each kind of claim in a position set up by hand, and every claim worked out again.

Hearts are trump in the play throughout, and seat 0 is the player who is told why, with seat 1 on the left.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from functools import cache
from typing import NamedTuple

import pytest
from bot_tables import FOUR, PASS, THREE, TWO, new_match
from claims_again import CHECKS, again

from shmear.bots import Estimate, Novice
from shmear.bots.claims import PREDICATES, Claim
from shmear.bots.reasons import Reason, reasons, why
from shmear.bots.saying import CLAUSES, seats_of
from shmear.bots.scene import friends_of
from shmear.cards import Card
from shmear.game import (
    Action,
    Bid,
    Deal,
    HandState,
    Match,
    Phase,
    Play,
    Setup,
    Shoot,
    View,
    open_hand,
    parse_action,
    view,
)
from shmear.rules import RuleSet, preset, preset_names, read_rules
from shmear.search.worlds import Worlds, complete

TABLES = [(name, players) for name in preset_names() for players in preset(name).deal.players]


def told(seen: View, action: str) -> Reason:
    chosen = parse_action(action)
    assert chosen in seen.legal
    return reasons(seen, [Estimate(chosen, 0.0, None, None, 0.0, 0.0)])


def calling(
    game: str | RuleSet,
    holding: str,
    *calls: Action,
    players: int = 4,
    scores: Sequence[int] = (),
    shoot: int = 0,
) -> View:
    """Seat 0's view in the auction after calls; the dealer is such that it is its turn."""
    setup = Setup(preset(game) if isinstance(game, str) else game, players)
    mine = tuple(map(Card, holding.split()))
    rest = [one for one in setup.deck if one not in mine]
    hands = [mine]
    for _ in range(1, players):
        hands.append(tuple(rest[: setup.cards_dealt]))
        rest = rest[setup.cards_dealt :]
    dealer = 0 if len(calls) == players else (-1 - len(calls)) % players
    state = open_hand(setup, Deal(tuple(hands), tuple(rest)), dealer, shoot)
    for call in calls:
        state = state.apply(call)
    return view(state, 0, tuple(scores))


STRONG = "AH JH TH 2H 3C 4D"
PLAIN = "9H 8H 7H 3C 4D 5S"

CALLS = [
    ("shmear", STRONG, (), "bid 3", {},
     "Your ace of hearts is High whatever happens, and the jack of hearts has the ace over it."),
    ("shmear", "AH TH 9H 2H 3C 4D", (), "bid 2", {},
     "Your ace of hearts is High whatever happens, and your two of hearts is Low whoever takes it."),
    ("shmear", "KH TH 9H 3H 3C 4D", (), "bid 2", {},
     "Hearts are your longest suit, with four, and 2 is the least you may bid."),
    ("jick", "KH TH JD 3C 5S 4S", (), "bid 3", {},
     "Hearts give you the most trumps, three."),
    ("shmear", "KH TH 9H 3C 4C 7C", (), "bid 2", {},
     "You hold three hearts, and 2 is the least you may bid."),
    ("shmear", "KH TH 9C 4D 5D 3S", (), "bid 3", {},
     "Only one trump would beat your king of hearts."),
    ("shmear", PLAIN, (TWO,), "pass", {},
     "You have no ace, and it takes 3 to get the bid."),
    ("shmear", "QH 8H 5C 3C 4D 5S", (), "pass", {},
     "No suit of yours has more than two cards, and two trumps would beat your queen of hearts."),
    ("shmear", "AH 9H 8H 7H 5C 5S", (THREE,), "pass", {},
     "It takes 4 to get the bid."),
    ("partner", STRONG, (THREE, PASS), "pass", {},
     "Your partner has the bid at 3."),
    ("partner", STRONG, (PASS, Shoot()), "pass", {"shoot": 15},
     "Nobody can overcall a shooter."),
    ("shmear", STRONG, (FOUR,), "pass", {},
     "Nobody can bid more than 4."),
    ("shmear", STRONG, (TWO,), "bid 3", {"scores": (3, 0, 0, 9)},
     "The player on your right would go out by making 2, and your ace of hearts is High whatever happens."),
    ("shmear", STRONG, (), "bid 2", {"scores": (9, 0, 0, 0)},
     "Making 2 wins you the match, and your ace of hearts is High whatever happens."),
    ("ten-point", "AH JH TH 2H 3C 4D 5S 6S 7C 8C", (), "bid 5", {"scores": (47, 0, 47, 0)},
     "Making 5 takes you to the target, and your ace of hearts is High whatever happens."),
    ("shmear", "KH 8H 7H 3C 4D 5D", (), "bid 2", {"scores": (0, 5, 5, 5)},
     "Your score is zero and cannot fall, and hearts are your longest suit, with three."),
    ("six-point", "9H 8H KC 9C 8D TS", (PASS, PASS, PASS), "bid 2", {},
     "Everybody passed, so the dealer has to bid."),
    ("shmear", STRONG, (PASS, PASS, PASS, PASS), "bid 2", {},
     "Everybody passed, and your ace of hearts is High whatever happens."),
    ("shmear", PLAIN, (PASS, PASS, PASS, PASS), "forfeit", {},
     "A forfeit costs 2, no more than being set, and you have no ace."),
    ("shmear", STRONG, (TWO, PASS, PASS), "bid 3", {},
     "Your ace of hearts is High whatever happens, and nobody calls after you, so 3 is enough."),
    ("shmear", "AH KH QH TH 9H 8H", (), "bid 4", {},
     "Your ace of hearts is High whatever happens, and hearts are your longest suit, with six."),
    ("shmear", "AH QC 9D 8D 5S 3S", (), "bid 4", {},
     "Your ace of hearts is High whatever happens, and nobody can overbid 4."),
    ("shmear", STRONG, (), "shoot", {"shoot": 15, "scores": (5, 0, 0, 0)},
     "A shot that succeeds wins the match at once, and your ace of hearts is High whatever happens."),
]  # fmt: skip


@pytest.mark.parametrize(("game", "holding", "calls", "action", "more", "sentence"), CALLS)
def test_calls(
    game: str, holding: str, calls: tuple[Action, ...], action: str, more: dict[str, object], sentence: str
) -> None:
    assert told(calling(game, holding, *calls, **more), action).sentence == sentence  # type: ignore[arg-type]


def playing(
    game: str | RuleSet,
    hands: dict[int, str],
    bidder: int,
    bid: int,
    plays: str = "",
    scores: Sequence[int] = (),
    players: int = 4,
) -> View:
    """Seat 0's view in the play: a seat has bid, the others passed, and cards have been played.

    What nobody is given is dealt out so that no heart goes round unasked.
    """
    setup = Setup(preset(game) if isinstance(game, str) else game, players)
    given = {seat: tuple(map(Card, text.split())) for seat, text in hands.items()}
    used = {one for cards in given.values() for one in cards}
    rest = sorted((one for one in setup.deck if one not in used), key=lambda one: one.suit == 2)
    dealt: list[tuple[Card, ...]] = []
    for seat in range(players):
        mine = given.get(seat, ())
        missing = setup.cards_dealt - len(mine)
        dealt.append((*mine, *rest[:missing]))
        rest = rest[missing:]
    state = open_hand(setup, Deal(tuple(dealt), tuple(rest)), (bidder - 1) % players)
    for call in [Bid(bid), *[PASS] * (players - 1)]:
        state = state.apply(call)
    for one in plays.split():
        state = state.apply(Play(one))
    assert state.to_act == 0
    return view(state, 0, tuple(scores))


NO_SLEEPERS = read_rules({"extends": "shmear", "deck": {"ranks": "9-A"}, "deal": {"players": [4]}})

PLAYS = [
    # The first lead makes trump.
    ("shmear", {0: "AH KH JH 3C 4D 5S"}, 0, 2, "", "AH",
     "Your ace of hearts is High whatever happens, and the jack of hearts has the ace and the king over it."),
    # No choice.
    ("shmear", {0: "5H 7D 8D 9D TD JD", 3: "AH AC 2C 3C 4C 5C"}, 3, 2, "AH", "5H",
     "The five of hearts is your only trump."),
    ("shmear", {0: "5H 4C 7D 8D 9D TD", 1: "2S 3S 4S", 2: "5S 6S 7S", 3: "AH AC"}, 3, 2, "AH 5H 2S 5S AC", "4C",
     "The four of clubs is your only club."),
    ("shmear", {0: "5H 6H 7D 8D 9D TD", 1: "2S 3S 4S", 2: "5S 6S 7S", 3: "AH AC"}, 3, 2, "AH 5H 2S 5S AC", "6H",
     "You have no clubs, and the six of hearts is your only trump."),
    # Taking the trick.
    ("shmear", {0: "5H AC KC 7D 8D 9D", 1: "2H", 2: "4H", 3: "AH QC"}, 3, 2, "AH 5H 2H 4H QC", "KC",
     "The king of clubs beats what is on the table, and it is your lowest card that does."),
    ("shmear", {0: "5H AC KC 7D 8D 9D", 1: "2H", 2: "4H", 3: "AH TC"}, 3, 2, "AH 5H 2H 4H TC", "KC",
     "The king of clubs beats what is on the table, with ten points for Game in it."),
    ("shmear", {0: "5H 6H 7H 8D 9D TD", 1: "2H", 2: "4H", 3: "AH TC"}, 3, 2, "AH 5H 2H 4H TC", "6H",
     "You have no clubs and trump with the six of hearts, with ten points for Game in it."),
    ("shmear", {0: "QH 3H 7D 8D 9D TD", 3: "4H"}, 3, 2, "4H", "QH",
     "The queen of hearts beats what is on the table, and two higher trumps may be out."),
    ("shmear", {0: "AH 2H 7D 8D 9D TD", 1: "TH", 2: "JH", 3: "3H"}, 1, 2, "TH JH 3H", "AH",
     "You play last, so the ace of hearts takes the trick, with the jack of hearts in it."),
    ("shmear", {0: "KH TH 7D 8D 9D TD", 1: "9H", 2: "4H", 3: "3H"}, 1, 2, "9H 4H 3H", "TH",
     "You play last, so the ten of hearts takes the trick, and it is your lowest card that does."),
    ("shmear", {0: "KH 2H 7D 8D 9D TD", 1: "9H", 2: "4H", 3: "3H"}, 1, 2, "9H 4H 3H", "KH",
     "You play last, so the king of hearts takes the trick, and the bidder still needs two points for the bid."),
    ("shmear", {0: "AH KH JH 3C 4D 5S", 1: "QH 2H", 2: "4H", 3: "5H"}, 0, 3, "AH QH 4H 5H", "JH",
     "Nobody can beat the jack of hearts, and the point for it is yours."),
    ("shmear", {0: "AH KH JH 3C 4D 5S", 1: "QH 2H", 2: "4H", 3: "5H"}, 0, 2, "AH QH 4H 5H", "JH",
     "Nobody can beat the jack of hearts, and that makes the bid."),
    ("shmear", {0: "AH 2H 7D 8D 9D TD", 3: "JH"}, 3, 4, "JH", "AH",
     "Nobody can beat the ace of hearts, and that sets the bidder."),
    ("shmear", {0: "AH KH 3C 4D 5S 6S", 1: "2H", 2: "4H", 3: "5H"}, 0, 3, "AH 2H 4H 5H", "KH",
     "Nobody can beat the king of hearts, and the jack of hearts may fall to it."),
    ("shmear", {0: "AH QH 3C 4D 5S 6S", 1: "KH", 2: "JH", 3: "5H"}, 0, 4, "AH KH JH 5H", "QH",
     "Nobody can beat the queen of hearts, for two higher trumps have been played."),
    ("six-point", {0: "AH KH 9C 9D 9S KS", 1: "8H", 2: "9H", 3: "TH"}, 0, 4, "AH 8H 9H TH", "KH",
     "Nobody can beat the king of hearts, and three cards that are points may fall to it."),
    ("pitch", {0: "AH KH 3C 4D 5S 6S", 1: "JH", 2: "4H", 3: "5H"}, 0, 4, "AH JH 4H 5H", "KH",
     "Nobody can beat the king of hearts, and Low may fall to it."),
    ("shmear", {0: "AH AC 4D 4S 5S 6S", 1: "2C", 2: "5D", 3: "7S"}, 0, 4, "AH 2C 5D 7S", "AC",
     "Nobody can beat the ace of clubs, for nobody else has a trump left."),
    ("shmear", {0: "3H AC 6C 7D 8D 9D", 1: "2S", 2: "AH KC", 3: "4H 2C"}, 2, 2, "AH 4H 3H 2S KC 2C", "AC",
     "Nobody can beat the ace of clubs, for the player on your left has shown no trump."),
    # A partner's trick.
    ("partner", {0: "TH 3H 7D 8D 9D JD", 2: "AH", 3: "4H"}, 2, 2, "AH 4H", "TH",
     "Your partner takes this trick with the ace of hearts, and the ten of hearts brings ten for Game."),
    ("partner", {0: "JH 3H 7D 8D 9D JD", 2: "AH", 3: "4H"}, 2, 2, "AH 4H", "JH",
     "Your partner takes this trick with the ace of hearts, and the jack of hearts is a point for whoever takes it."),
    ("partner", {0: "JH 2H 7D 8D 9D JD", 2: "AH", 3: "4H"}, 2, 2, "AH 4H", "2H",
     "Your partner takes this trick with the ace of hearts, and your two of hearts is Low whoever takes it."),
    ("partner", {0: "6H 5H 7D 8D 9D JD", 2: "QH", 3: "4H"}, 2, 2, "QH 4H", "5H",
     "Your partner is ahead in this trick, and the five of hearts gives nothing away."),
    # Another's trick.
    ("shmear", {0: "9H 5H 7D 8D 9D TD", 3: "AH"}, 3, 2, "AH", "5H",
     "Nothing you may play takes this trick, and the five of hearts gives nothing away."),
    ("shmear", {0: "JH 5H 7D 8D 9D TD", 3: "AH"}, 3, 2, "AH", "5H",
     "Nothing you may play takes this trick; the jack of hearts stays home while two higher trumps may be out."),
    ("pitch", {0: "9H 2H 7D 8D 9D TD", 3: "AH"}, 3, 2, "AH", "9H",
     "Nothing you may play takes this trick; the two of hearts stays home while ten higher trumps may be out."),
    ("pitch", {0: "9H 5H 7D 8D 9D TD", 3: "AH"}, 3, 2, "AH", "5H",
     "Nothing you may play takes this trick, and the five of hearts is your smallest trump."),
    ("shmear", {0: "5H QC KC 7D 8D 9D", 1: "2S", 2: "5S", 3: "AH AC"}, 3, 2, "AH 5H 2S 5S AC", "QC",
     "Nothing you may play takes this trick, and no card you may play is worth less."),
    ("shmear", {0: "5H TC KC 7D 8D 9D", 1: "2S", 2: "5S", 3: "AH AC"}, 3, 2, "AH 5H 2S 5S AC", "TC",
     "Nothing you may play takes this trick, and the king of clubs stays for later."),
    ("shmear", {0: "5H 3C KC 7D 8D 9D", 1: "2S", 2: "5S", 3: "AH 4C"}, 3, 2, "AH 5H 2S 5S 4C", "3C",
     "Nothing in this trick is worth having, and the three of clubs gives nothing away."),
    ("shmear", {0: "QH JH 3H 7D 8D 9D", 3: "TH"}, 3, 2, "TH", "3H",
     "The jack of hearts stays home while two higher trumps may be out, and the three of hearts gives nothing away."),
    # Leading.
    ("shmear", {0: "AH TH 3H 3C 4D 5S", 1: "4H", 2: "5H", 3: "6H"}, 0, 2, "AH 4H 5H 6H", "TH",
     "The ten of hearts is your highest trump, and up to seven trumps are still out."),
    ("shmear", {0: "AH TH 3H 3C 4D 5S", 1: "4H", 2: "5H", 3: "6H"}, 0, 2, "AH 4H 5H 6H", "3H",
     "The three of hearts is your smallest trump, and up to seven trumps are still out."),
    (NO_SLEEPERS, {0: "AH TH 9H 9C 9D 9S", 1: "KH QH JH", 2: "TC", 3: "TD"}, 0, 2, "AH KH TC TD", "9H",
     "Your nine of hearts is Low whoever takes it, and two trumps are still out."),
    ("shmear", {0: "AH AC 3D 4D 4S 5S", 1: "4H", 2: "5H", 3: "6H"}, 0, 2, "AH 4H 5H 6H", "AC",
     "The ace of clubs is the highest club left, and you still need one point for the bid."),
    ("shmear", {0: "AH AC 3C 4D 4S 5S", 1: "4H", 2: "5H", 3: "6H"}, 0, 2, "AH 4H 5H 6H", "3C",
     "The three of clubs gives nothing away, and the ace of clubs stays for later."),
    ("shmear", {0: "AH 3C 3D 4D 4S 5S", 1: "JH", 2: "5H", 3: "6H"}, 0, 2, "AH JH 5H 6H", "3C",
     "The three of clubs gives nothing away, and the bid is already made."),
    ("shmear", {0: "TH AC 3C 4D 4S 5S", 1: "JH 4C", 2: "2H 5C", 3: "3H 6C"}, 0, 4, "TH JH 2H 3H 4C 5C 6C", "AC",
     "You play last, so the ace of clubs takes the trick, and the bid is already set."),
]  # fmt: skip


@pytest.mark.parametrize(("game", "hands", "bidder", "bid", "plays", "card", "sentence"), PLAYS)
def test_cards(
    game: str | RuleSet, hands: dict[int, str], bidder: int, bid: int, plays: str, card: str, sentence: str
) -> None:
    assert told(playing(game, hands, bidder, bid, plays), f"play {card}").sentence == sentence


def test_the_last_card_needs_no_reason() -> None:
    plays = "AH 2C KH 3C QH 4C JH 5C TH 6C"
    seen = playing("shmear", {0: "AH KH QH JH TH 9H", 1: "2C 3C 4C 5C 6C 7C"}, 0, 2, plays, players=2)
    assert told(seen, "play 9H").sentence == "It is your last card."


def test_a_bidder_about_to_go_out_is_told_of() -> None:
    hands = {0: "KH 2H 7D 8D 9D TD", 1: "9H", 2: "4H", 3: "3H"}
    seen = playing("shmear", hands, 1, 2, "9H 4H 3H", (0, 9, 0, 0))
    sentence = "You play last, so the king of hearts takes the trick, and the bidder goes out by making 2."
    assert told(seen, "play KH").sentence == sentence


# Between auction and play


def exchanging(rules: RuleSet, players: int, holding: str, *actions: str) -> View:
    """Seat 0's view after it has bid the least, and actions; other seats discard what comes first."""
    setup = Setup(rules, players)
    mine = tuple(map(Card, holding.split()))
    rest = [one for one in setup.deck if one not in mine]
    size = setup.cards_dealt
    hands = [mine[:size], *(tuple(rest[seat * size : (seat + 1) * size]) for seat in range(players - 1))]
    undealt = (*mine[size:], *rest[(players - 1) * size :])
    state = open_hand(setup, Deal(tuple(hands), undealt), players - 1)
    for call in [Bid(rules.auction.minimum), *[PASS] * (players - 1)]:
        state = state.apply(call)
    for text in actions:
        state = state.apply(parse_action(text))
        while state.phase is Phase.DISCARD and state.to_act != 0:
            state = state.apply(state.legal_actions()[0])
    assert state.to_act == 0
    return view(state, 0)


BURIES = read_rules({"extends": "kitty", "exchange": {"discards_score": "bidder"}})
TEN, KITTY = preset("ten-point"), preset("kitty")
FIVE = "AH QH JH 9H 8H 7H AC 3C 2D 4S"

EXCHANGES = [
    (TEN, 5, FIVE, (), "trump H",
     "Your ace of hearts is High whatever happens, and the jack of hearts has the ace and the queen over it."),
    (TEN, 5, "AH QH JH 9H 8H AC 3C 2D 4S 5S", ("trump H",), "discard 2D 3C 4S 5S",
     "You keep every trump in hearts, and the fail ace stays too."),
    (TEN, 5, "AH QH JH 9H 8H 6C 3C 2D 4S 5S", ("trump H",), "discard 2D 3C 4S 5S",
     "You keep every trump in hearts, and the cards you throw are worth nothing."),
    (TEN, 5, FIVE, ("trump H",), "discard 2D 3C 4S AC",
     "You have no other choice, and you keep every trump in hearts."),
    (TEN, 5, "AH QH JH 9H 8H 7H 6H 3C 2D 4S", ("trump H",), "discard 3C 2D 4S 6H",
     "You hold more trumps than you may keep."),
    (TEN, 5, FIVE, ("trump H", "discard 2D 3C 4S AC"), "call KH",
     "The king of hearts is the highest trump you lack, and your ace of hearts is High whatever happens."),
    (KITTY, 4, "9C 8C 7C 6C 5D 4D 3D 4S 6S", (), "discard 5D 4D 3D",
     "You keep every trump in clubs, and the cards you throw are worth nothing."),
    (BURIES, 4, "AH QH JH 9H 8H 7H TC TD 2S", (), "discard TC TD 2S",
     "You bury 20 points for Game, and you keep every trump in hearts."),
]  # fmt: skip


@pytest.mark.parametrize(("rules", "players", "holding", "actions", "action", "sentence"), EXCHANGES)
def test_the_exchange(
    rules: RuleSet, players: int, holding: str, actions: tuple[str, ...], action: str, sentence: str
) -> None:
    assert told(exchanging(rules, players, holding, *actions), action).sentence == sentence


def test_the_called_card_has_to_be_played() -> None:
    setup = Setup(TEN, 5)
    rest = [one for one in setup.deck if one not in map(Card, [*FIVE.split(), "KH", "TH"])]
    hands = [tuple(map(Card, FIVE.split())), *(tuple(rest[10 * seat : 10 * seat + 10]) for seat in range(4))]
    # Seat 1 of the deal holds the king and the ten of hearts; seat 0 bids.
    hands[1] = (*hands[1][:8], Card("KH"), Card("TH"))
    left = [one for one in setup.deck if all(one not in held for held in hands)]
    state = open_hand(setup, Deal(tuple(hands), tuple(left)), 4)
    for text in ("bid 4", "pass", "pass", "pass", "pass", "trump H"):
        state = state.apply(parse_action(text))
    while state.phase is Phase.DISCARD:
        state = state.apply(state.legal_actions()[0])
    state = state.apply(parse_action("call KH")).apply(Play("7H"))
    assert state.to_act == 1
    reason = told(view(state, 1), "play KH")
    assert reason.sentence == "The called king of hearts has to be played in the first trick."


# Every claim again


class Told(NamedTuple):
    """What was seen, done and said."""

    seen: View
    action: Action
    claims: tuple[Claim, ...]
    sentence: str


def everything() -> list[Told]:
    """Random hands of every game at every number of players, some played well and some by chance, with every reason."""
    found: list[Told] = []
    for game, players in TABLES:
        chance = random.Random(f"{game} {players}")
        start = new_match(preset(game), players, 5)
        target = start.setup.rules.match.target
        score = {side: chance.randrange(target) * chance.randrange(2) for side in start.setup.sides}
        scores = tuple(score[side] for side in start.setup.side_of)
        match = Match(start.setup, scores, start.smucks, start.dealer, first_hand=False)
        state = match.deal(chance)
        while not state.is_over:
            assert state.to_act is not None
            seen = view(state, state.to_act, scores)
            action = Novice().act(seen, chance) if chance.random() < 0.8 else chance.choice(seen.legal)
            found.append(Told(seen, action, *reasons(seen, [Estimate(action, 0.0, None, None, 0.0, 0.0)])))
            state = state.apply(action)
    return found


HANDS = cache(everything)


def test_every_claim_of_every_sentence_holds_when_it_is_worked_out_again() -> None:
    told_of: set[str] = set()
    for seen, _, claims, sentence in HANDS():
        for claim in claims:
            assert again(seen, claim), (claim, sentence)
            assert claim.holds(seen)
            told_of.add(claim.kind)
    assert len(told_of) > 40


def test_claims_that_are_not_made_are_false_where_they_are_false_again() -> None:
    """Both ways: what one reckoning denies of the chosen card, the other denies too."""
    for seen, _, claims, _ in HANDS()[::3]:
        for claim in claims:
            for kind in ("sure", "beats", "idle", "smallest", "cheapest", "made", "beaten", "low", "home"):
                if seen.trump is not None and claim.cards and claim.cards[0] in seen.holding:
                    other = Claim(kind, claim.cards[:1])
                    assert other.holds(seen) == again(seen, other), (other, seen.holding, seen.trick)


def test_what_is_promised_comes_true_however_the_other_cards_lie() -> None:
    """Other worlds of the same view, the action done, and the hand played out by chance."""
    chance = random.Random(8)
    seen_to = 0
    for seen, action, claims, sentence in HANDS():
        promised = [claim for claim in claims if claim.kind in PROMISES]
        if not promised or seen.phase is not Phase.PLAY:
            continue
        state = complete(seen, Worlds(seen).sample(1, chance.getrandbits(30))[0]).apply(action)
        while not state.is_over:
            state = state.apply(chance.choice(state.legal_actions()))
        for claim in promised:
            assert PROMISES[claim.kind](seen, claim, state), (claim, sentence)
            seen_to += 1
    assert seen_to > 200


def _took(state: HandState, seen: View) -> int:
    """Who took the trick in which the view's seat was to play."""
    return state.public.winners[len(seen.public.winners)]


def _has(state: HandState, seat: int | None, *points: str) -> bool:
    return any(name in points and won.seat == seat for name, won in state.result().points.items())


def _mine(seen: View, claim: Claim, state: HandState) -> bool:
    return _took(state, seen) == seen.seat


PROMISES: dict[str, Callable[[View, Claim, HandState], bool]] = {
    "sure": _mine,
    "last_to_play": _mine,
    "home": _mine,
    "high": lambda seen, _, state: _has(state, seen.seat, "high"),
    "low": lambda seen, _, state: _has(state, seen.seat, "low"),
    "cannot_take": lambda seen, _, state: _took(state, seen) != seen.seat,
    "partner_wins": lambda seen, _, state: _took(state, seen) in friends_of(seen, seen.seat or 0),
    "made": lambda *told: told[2].result().made is True,
    "makes_it": lambda *told: told[2].result().made is True,
    "beaten": lambda *told: told[2].result().made is False,
    "sets_it": lambda *told: told[2].result().made is False,
}


def test_sentences_are_short_and_whole() -> None:
    for *_, sentence in HANDS():
        assert len(sentence) <= 160
        assert sentence[0].isupper()
        assert sentence.endswith(".")
        assert "{" not in sentence
        assert "  " not in sentence


def test_nearly_every_action_has_a_reason() -> None:
    silent = sum(1 for one in HANDS() if not one.claims)
    assert silent < 0.02 * len(HANDS())


def test_hidden_cards_change_no_sentence() -> None:
    for number, (seen, action, _, sentence) in enumerate(HANDS()[::5]):
        other = complete(seen, Worlds(seen).sample(1, number)[0])
        if other.to_act != seen.seat:
            continue  # seats discard in turn without being seen to, and in the other state it is not ours yet
        again_seen = view(other, seen.seat, seen.scores)
        assert again_seen == seen
        assert why(again_seen, [Estimate(action, 0.0, None, None, 0.0, 0.0)]) == sentence


def test_every_kind_of_claim_has_words_and_a_case_here() -> None:
    cases = [told(calling(game, holding, *calls, **more), action) for game, holding, calls, action, more, _ in CALLS]  # type: ignore[arg-type]
    cases += [told(playing(*case[:5]), f"play {case[5]}") for case in PLAYS]
    cases += [told(exchanging(*case[:3], *case[3]), case[4]) for case in EXCHANGES]
    elsewhere = {"last_card", "bidder_goes_out", "called"}
    assert {claim.kind for case in cases for claim in case.claims} | elsewhere == set(PREDICATES)
    assert set(PREDICATES) == set(CLAUSES) == set(CHECKS)


def test_seats_can_have_names() -> None:
    seen = playing("partner", {0: "TH 3H 7D 8D 9D JD", 2: "AH", 3: "4H"}, 2, 2, "AH 4H")
    names = ("you", "Birch", "Elm", "Fir").__getitem__
    sentence = why(seen, [Estimate(Play("TH"), 0.0, None, None, 0.0, 0.0)], names)
    assert sentence == "Elm takes this trick with the ace of hearts, and the ten of hearts brings ten for Game."


@pytest.mark.parametrize(
    ("players", "seat", "name"),
    [
        (2, 1, "the other player"),
        (4, 1, "the player on your left"),
        (4, 2, "the player across"),
        (4, 3, "the player on your right"),
        (5, 2, "the second player on your left"),
        (8, 5, "the third player on your right"),
    ],
)
def test_others_are_called_by_where_they_sit(players: int, seat: int, name: str) -> None:
    assert seats_of(calling("shmear", STRONG, players=players))(seat) == name
