"""Makes the golden files under tests/golden: counts, orders and whole matches, to be read as a diff when they change.

`texts()` gives every file's text; `tools/generate.py` writes them, and the tests compare.
"""

import random
from collections.abc import Sequence
from pathlib import Path

from shmear.cards import SUITS, cards_of
from shmear.game import Action, Bid, DiscardOptions, HandState, Match, Over, Pass, Phase, Setup, draw_sides, open_hand
from shmear.game.actions import CallCard, Play
from shmear.rules import preset, preset_names
from shmear.testing.perft import AUCTION, PLAY, discards_text, endings, perft_lines

FOLDER = Path(__file__).resolve().parents[1] / "tests" / "golden"
CAP = 5_000
HEAD = "# Made by tools/golden.py (make docs); not to be edited.\n"


def texts() -> dict[str, str]:
    """Every golden file, by its path under tests/golden."""
    found: dict[str, str] = {}
    for name in preset_names():
        for players in counts(name):
            found[f"perft/{name}-{players}.txt"] = perft_text(name, players)
        found[f"order/{name}.txt"] = order_text(name)
        found[f"playthrough/{name}.txt"] = playthrough_text(name)
    return found


def counts(name: str) -> list[int]:
    """The smallest number of players and a usual one."""
    allowed = preset(name).deal.players
    if name == "ten-point":
        return list(allowed)
    return sorted({allowed[0], 4 if allowed[0] < 4 else 6})


def setup_of(name: str, players: int, rng: random.Random) -> Setup:
    return Setup(preset(name), players, draw_sides(preset(name), players, rng))


def head(state: HandState, name: str) -> list[str]:
    setup = state.setup
    lines = [
        HEAD.rstrip(),
        f"rules {name} (revision {setup.rules.revision}), {setup.players} players, dealer {state.public.dealer}",
        "sides " + " ".join("+".join(map(str, side)) for side in setup.sides),
    ]
    return [*lines, *deal_lines(state)]


def deal_lines(state: HandState) -> list[str]:
    lines = [f"seat {seat} " + " ".join(map(str, hand)) for seat, hand in enumerate(state.deal.hands)]
    undealt = " ".join(map(str, state.deal.undealt))
    return [*lines, f"undealt {undealt}"]


def perft_text(name: str, players: int) -> str:
    """Counts from one deal: every auction, the choices of the exchange, and the first plies of the play."""
    rng = random.Random(f"perft {name} {players}")
    setup = setup_of(name, players, rng)
    everyone = (1 << players) - 1 if setup.rules.shoot.allowed else 0
    state = open_hand(setup, setup.deal(rng, players - 1), players - 1, everyone)
    lines = [*head(state, name), "", "auction, by calls" + (" (everyone may shoot)" if everyone else "")]
    lines += perft_lines(state, 2 * players, cap=10**6, within=AUCTION)
    lines += ["", "auctions, by what they come to"]
    lines += [f"{count:6}  {ending}" for ending, count in endings(state, AUCTION).items()]
    state = state.apply(Bid(setup.rules.auction.minimum))
    while state.phase is Phase.AUCTION:
        state = state.apply(Pass())
    lines += ["", f"exchange, when seat 0 has bid {setup.rules.auction.minimum} and the others have passed"]
    while state.phase is not Phase.PLAY:
        action = chosen(state)
        lines.append(f"seat {state.to_act} {state.phase.value}: {ways(state)}; taken: {action}")
        state = state.apply(action)
    lines += ["", "play, by cards"]
    lines += perft_lines(state, 4 * players, cap=CAP, within=PLAY)
    return "\n".join(lines) + "\n"


def ways(state: HandState) -> str:
    options = state.legal_actions()
    if isinstance(options, DiscardOptions):
        return discards_text(options)
    if state.phase is Phase.CALL:
        missing = [str(card) for card in state.setup.deck if not 1 << card & state.legal]
        return f"{len(options)} ways, not {' '.join(missing)}"
    return f"{len(options)} ways"


def chosen(state: HandState) -> Action:
    """The longest suit as trump, the first discard, the first call: choices that a reader can repeat."""
    options = state.legal_actions()
    if state.phase is Phase.TRUMP:
        held = state.holdings[state.to_act or 0]
        longest = max(SUITS, key=lambda suit: (state.setup.trumps[suit].mask & held).bit_count())
        return options[int(longest)]
    return options[0]


def order_text(name: str) -> str:
    """The legal actions, in their order, of every decision of one hand."""
    players = counts(name)[-1] if name != "ten-point" else 5
    rng = random.Random(f"order {name}")
    setup = setup_of(name, players, rng)
    everyone = (1 << players) - 1 if setup.rules.shoot.allowed else 0
    state = open_hand(setup, setup.deal(rng, players - 1), players - 1, everyone)
    lines = [*head(state, name), ""]
    while not state.is_over:
        options = state.legal_actions()
        action = options[rng.randrange(len(options))] if state.phase is not Phase.AUCTION else call(state, rng)
        lines.append(decision(state, action))
        state = state.apply(action)
    return "\n".join(lines) + "\n"


def call(state: HandState, rng: random.Random) -> Action:
    """A cautious call: the lowest bid where nobody has bid, now and then one more, else a pass."""
    options = state.legal_actions()
    bids = [one for one in options if isinstance(one, Bid)]
    if Pass() not in options or (bids and not state.public.calls) or (bids and not rng.randrange(4)):
        return bids[0]
    return Pass()


def decision(state: HandState, action: Action) -> str:
    options = state.legal_actions()
    legal = discards_text(options) if isinstance(options, DiscardOptions) else listed(options)
    return f"seat {state.to_act} {state.phase.value}: {legal} -> {action}"


def listed(options: Sequence[Action]) -> str:
    if isinstance(options[0], Play | CallCard):
        return " ".join(str(one.card) for one in options if isinstance(one, Play | CallCard))
    return ", ".join(map(str, options))


def playthrough_text(name: str) -> str:
    """A match that begins near the target, every decision of it and every result, to its winners."""
    rng = random.Random(f"playthrough {name}")
    players = counts(name)[-1] if name != "ten-point" else 5
    setup = setup_of(name, players, rng)
    near = setup.rules.match.target - min(setup.rules.total_points, 6)
    match = Match(setup, (near,) * players, (0,) * players, rng.randrange(players))
    lines: list[str] = []
    while not match.is_over:
        state = match.deal(rng)
        lines += head(state, name) if not lines else [f"dealer {match.dealer}", *deal_lines(state)]
        lines.append(f"scores {numbers(match.scores)}")
        while not state.is_over:
            action = call(state, rng) if state.phase is Phase.AUCTION else one_of(state, rng)
            lines.append(decision(state, action))
            state = state.apply(action)
            if state.public.winners and len(state.public.plays) == players * len(state.public.winners):
                lines.append(f"    seat {state.public.winners[-1]} takes the trick")
        assert isinstance(state, Over)
        match = match.after(state)
        lines += [*result_lines(state), f"scores {numbers(match.scores)}, smucks {numbers(match.smucks)}", ""]
    lines[-1] = f"winners {numbers(match.winners or ())}"
    return "\n".join(lines) + "\n"


def one_of(state: HandState, rng: random.Random) -> Action:
    options = state.legal_actions()
    return options[rng.randrange(len(options))]


def result_lines(state: Over) -> list[str]:
    result = state.result()
    if result.contract is None:
        return [result.outcome.value]
    parts = []
    for name, won in result.points.items():
        side = "nobody" if won.side is None else "seats " + "+".join(map(str, won.side))
        card = "" if won.card is None else f" ({won.card})"
        parts.append(f"{name}: {side}{card}")
    discards = [
        f"seat {seat} had discarded {' '.join(map(str, cards_of(mask)))}"
        for seat, mask in enumerate(state.discards)
        if mask
    ]
    made = "made" if result.made else "set"
    return [
        *discards,
        "; ".join(parts),
        f"counting points {numbers(result.game_count)}",
        f"seat {result.contract.bidder}, {result.contract.text}: {made}",
    ]


def numbers(values: Sequence[int]) -> str:
    return " ".join(map(str, values))
