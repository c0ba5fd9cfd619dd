"""What docs/strength.md says of the bots beside the arena's figures: how true their estimates are, and their habits.

    python tools/strength.py calibration --game six-point --players 4 --hands 500 [--plot docs/calibration.svg]
    python tools/strength.py habits --game partner --players 4 --matches 40
    python tools/strength.py fit --game shmear --game partner --hands 400

The first lets experts bid and play hands from random scores, and holds the chance that the bidder saw for its bid
against what came of it, beside the chance that a club player would have seen. The second lets bots of a kind play whole
matches among themselves and counts what players complain of in programs. The third learns the lines of
`shmear.bots.correction`, for games with one rule on following.
"""

from __future__ import annotations

import argparse
import random
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from msgspec.structs import replace

from shmear.bots import Bot, bot
from shmear.bots.club import Club
from shmear.bots.correction import corrected
from shmear.bots.expert import Expert
from shmear.bots.imagining import hands_imagined
from shmear.bots.thinker import Thinker, with_contract
from shmear.cards import BITS, card, mask_of
from shmear.game import Bid, Contract, HandState, Match, Pass, Phase, Play, Setup, View, view
from shmear.rules import preset
from shmear.testing.play import random_setup

BINS = 5
KINDS = ("novice", "club", "expert")


def seated(game: str, players: int, seed: int) -> Setup:
    """The setup of a game; where pairs are drawn, drawn by the seed."""
    return random_setup(preset(game), players, random.Random(seed))


# Calibration


def seen_chance(mind: Thinker, seen: View, contract: Contract, seed: int) -> float:
    """The chance that a player sees to make a contract, at its own call, with the suit that it named then."""
    assert contract.trump is not None
    sample = mind.sample(seen, seed)
    rows = len(sample)
    bidders, suits = np.full(rows, contract.bidder), np.full(rows, contract.trump)
    dealt = mask_of(seen.dealt)
    hands = hands_imagined(seen.setup, sample, bidders, suits, seed, shooting=contract.shooting, dealt=dealt)
    return float(with_contract(hands, contract).made(seen.setup).mean())


def contract_played(setup: Setup, number: int, seed: int, player: Bot) -> tuple[float, float, bool] | None:
    """One hand of a bot: what an expert and what a club player saw for the bid, and whether it was made."""
    chance = random.Random(f"{seed}:{number}")
    target = setup.rules.match.target
    scores = [0] * setup.players
    for side in setup.sides:
        level = chance.randrange(target)
        for seat in side:
            scores[seat] = level
    match = replace(Match.new(setup, number % setup.players), scores=tuple(scores), first_hand=False)
    state = match.deal(chance)
    at_call: dict[int, View] = {}
    while not state.is_over:
        assert state.to_act is not None
        seen = view(state, state.to_act, match.scores)
        if state.phase in (Phase.AUCTION, Phase.DEALER_CHOICE):
            at_call[state.to_act] = seen
        state = state.apply(
            player.act(seen, random.Random(f"{seed}:{number}:{len(state.public.plays)}:{state.to_act}"))
        )
    result = state.result()
    if result.contract is None or result.made is None:
        return None
    seen = at_call[result.contract.bidder]
    chances = [seen_chance(mind, seen, result.contract, number) for mind in (Expert(), Club())]
    return corrected(setup, chances[0]), chances[1], bool(result.made)


def calibration(game: str, players: int, hands: int, seed: int, kind: str = "expert") -> np.ndarray:
    """Hands of a bot, a row each: the expert's chance, the club's, made or not."""
    setup, player = seated(game, players, seed), bot(kind)
    rows = [contract_played(setup, number, seed, player) for number in range(hands)]
    return np.array([row for row in rows if row is not None], float)


def fit(games: Sequence[str], players: int, hands: int, seed: int) -> None:
    """Level and slope of `shmear.bots.correction` for some games with one rule on following, from hands of clubs."""
    rows = np.concatenate([calibration(game, players, hands, seed, "club") for game in games])
    seen = rows[:, 1].clip(0.01, 0.99)
    design = np.column_stack([np.ones(len(seen)), np.log(seen / (1 - seen))])
    line = np.array([0.0, 1.0])
    for _ in range(20):
        says = 1 / (1 + np.exp(-(design @ line)))
        hessian = design.T @ (design * (says * (1 - says))[:, None])
        line += np.linalg.solve(hessian, design.T @ (rows[:, 2] - says))
    print(f"{', '.join(games)}: {len(rows)} contracts, level {line[0]:.2f}, slope {line[1]:.2f}")


def print_calibration(game: str, players: int, rows: np.ndarray) -> None:
    """Brier scores, and a line for each band of chances."""
    made = rows[:, 2]
    brier = [float(((rows[:, which] - made) ** 2).mean()) for which in (0, 1)]
    print(f"{game}, {players} players, {len(rows)} contracts, {made.mean():.1%} made")
    print(
        f"Brier score: expert {brier[0]:.4f}, club {brier[1]:.4f}, who says {made.mean():.0%} always {made.var():.4f}"
    )
    print("| seen | contracts | mean seen | made |\n| --- | ---: | ---: | ---: |")
    for low in range(BINS):
        inside = (rows[:, 0] * BINS).astype(int).clip(0, BINS - 1) == low
        if inside.any():
            seen, came, count = rows[inside, 0].mean(), made[inside].mean(), int(inside.sum())
            error = 1.96 * (came * (1 - came) / count) ** 0.5
            print(f"| {low / BINS:.0%} to {(low + 1) / BINS:.0%} | {count} | {seen:.1%} | {came:.1%} ± {error:.1%} |")


def plot_calibration(found: dict[str, np.ndarray], path: Path) -> None:
    """The reliability plot: what was seen against what came of it."""
    import matplotlib as mpl  # noqa: PLC0415 - only for the plot

    mpl.use("svg")
    mpl.rcParams["svg.hashsalt"] = "shmear"
    import matplotlib.pyplot as plt  # noqa: PLC0415 - after the choice of how to draw

    figure, axes = plt.subplots(figsize=(6, 5))
    axes.plot([0, 1], [0, 1], color="0.6", linewidth=1)
    for (name, rows), marker in zip(found.items(), "osD^v", strict=False):
        points: list[tuple[float, float]] = []
        for low in range(BINS):
            inside = (rows[:, 0] * BINS).astype(int).clip(0, BINS - 1) == low
            if inside.sum() >= 5:
                points.append((float(rows[inside, 0].mean()), float(rows[inside, 2].mean())))
        axes.plot(*zip(*points, strict=True), marker=marker, label=name)
    axes.set_xlabel("chance that the expert saw to make its bid")
    axes.set_ylabel("share made")
    axes.legend(frameon=False)
    figure.tight_layout()
    figure.savefig(path, metadata={"Date": None})


# Habits


def habits(kind: str, game: str, players: int, matches: int, seed: int) -> Counter[str]:
    """What bots of a kind do in matches among themselves: counts of chances and of what was made of them."""
    setup, counts = seated(game, players, seed), Counter[str]()
    player = bot(kind)
    for number in range(matches):
        match = Match.new(setup, number % players)
        while not match.is_over and match.hands < 100:
            state = match.deal(random.Random(f"{seed}:{number}:{match.hands}"))
            while not state.is_over:
                state = _step(player, state, match, f"{seed}:{number}:{match.hands}", counts)
            _contract_counts(state, counts)
            match = match.after(state)
    return counts


def _step(player: Bot, state: HandState, match: Match, seed: str, counts: Counter[str]) -> HandState:
    assert state.to_act is not None
    seen = view(state, state.to_act, match.scores)
    action = player.act(seen, random.Random(f"{seed}:{state.to_act}:{len(state.public.plays)}"))
    if seen.phase is Phase.AUCTION and len(seen.legal) > 1:
        _call_counts(seen, isinstance(action, Bid), counts)
    elif seen.phase is Phase.PLAY and len(seen.legal) > 1 and seen.trump is not None and isinstance(action, Play):
        _play_counts(seen, action, counts)
    return state.apply(action)


def _call_counts(seen: View, bidding: bool, counts: Counter[str]) -> None:
    setup, seat = seen.setup, seen.seat or 0
    high = seen.public.high_caller(setup.players)
    if Pass() not in seen.legal:
        return
    if high is not None and high != seat and high in setup.side_of[seat]:
        counts["partner's bid"] += 1
        counts["over it"] += bidding
        return
    foes = [score for one, score in enumerate(seen.scores) if one not in setup.side_of[seat]]
    close = max(foes) >= setup.rules.match.target - setup.rules.auction.minimum - 1
    counts["calls, a rival close" if close else "calls, none close"] += 1
    counts["bids, a rival close" if close else "bids, none close"] += bidding
    if seat == seen.public.dealer and high is not None:
        counts["last word"] += 1
        counts["bought with it"] += bidding


def _play_counts(seen: View, action: Play, counts: Counter[str]) -> None:
    setup, seat, trump, chosen = seen.setup, seen.seat or 0, seen.trump, action.card
    assert trump is not None
    out = setup.deck_mask & ~mask_of(seen.holding) & ~mask_of(seen.public.plays)
    if not seen.trick:
        jack = card(trump.suit, "J")
        if jack in seen.holding and any(
            BITS[one] & out and trump.height[one] > trump.height[jack] for one in trump.order
        ):
            counts["leads with the jack beatable"] += 1
            counts["jack led"] += chosen == jack
        return
    last = len(seen.trick) == setup.players - 1
    winning = seen.winning
    if last and winning is not None and winning not in setup.side_of[seat]:
        strength = trump.led[seen.trick[0]].strength
        best = max(strength[one] for one in seen.trick)
        losers = [one.card for one in seen.legal if isinstance(one, Play) and strength[one.card] <= best]
        if any(one.rank == "T" for one in losers) and any(one.rank != "T" for one in losers):
            counts["tens that could be kept"] += 1
            counts["tens given to rivals"] += chosen.rank == "T" and strength[chosen] <= best


def _contract_counts(state: HandState, counts: Counter[str]) -> None:
    result = state.result()  # type: ignore[attr-defined]
    contract = result.contract
    if contract is None or contract.trump is None or contract.shooting:
        return
    ace = card(contract.trump, "A")
    had = mask_of(state.deal.hands[contract.bidder]) & BITS[ace]
    which = "with the ace" if had else "without the ace"
    counts[f"contracts {which}"] += 1
    counts[f"set {which}"] += not result.made
    low = result.points.get("low")
    if low is not None and low.side is not None:
        counts["Low played"] += 1
        counts["Low to the bidder's side"] += contract.bidder in low.side


LINES = (
    ("contracts bid without the ace of trump", "contracts without the ace", "contracts"),
    ("set without the ace", "set without the ace", "contracts without the ace"),
    ("set with it", "set with the ace", "contracts with the ace"),
    ("Low to the bidder's side", "Low to the bidder's side", "Low played"),
    ("bids where a rival is close to going out", "bids, a rival close", "calls, a rival close"),
    ("bids where none is", "bids, none close", "calls, none close"),
    ("bought with the dealer's last word", "bought with it", "last word"),
    ("bids over the partner's bid", "over it", "partner's bid"),
    ("jack of trump led while a higher trump is out", "jack led", "leads with the jack beatable"),
    ("tens given to rivals that could be kept", "tens given to rivals", "tens that could be kept"),
)


def print_habits(game: str, players: int, found: dict[str, Counter[str]]) -> None:
    """A table, a line a habit and a column a bot."""
    print(f"{game}, {players} players: percent of the chances, and how many there were")
    print(f"| habit | {' | '.join(found)} |\n| --- |{' ---: |' * len(found)}")
    for words, part, whole in LINES:
        cells: list[str] = []
        for counts in found.values():
            counts["contracts"] = counts["contracts with the ace"] + counts["contracts without the ace"]
            cells.append(f"{counts[part] / counts[whole]:.1%} of {counts[whole]}" if counts[whole] else "–")
        print(f"| {words} | {' | '.join(cells)} |")


def main(words: Sequence[str] | None = None) -> None:
    """Measure what is asked for and print it."""
    parser = argparse.ArgumentParser(description="Calibration and habits of the bots.")
    parser.add_argument("what", choices=["calibration", "habits", "fit"])
    parser.add_argument("--game", action="append", required=True)
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--hands", type=int, default=500)
    parser.add_argument("--matches", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--bots", default=",".join(KINDS))
    parser.add_argument("--plot", type=Path)
    asked = parser.parse_args(words)
    if asked.what == "fit":
        fit(asked.game, asked.players, asked.hands, asked.seed)
        return
    curves: dict[str, np.ndarray] = {}
    for game in asked.game:
        if asked.what == "calibration":
            curves[game] = calibration(game, asked.players, asked.hands, asked.seed)
            print_calibration(game, asked.players, curves[game])
        else:
            kinds = asked.bots.split(",")
            found = {kind: habits(kind, game, asked.players, asked.matches, asked.seed) for kind in kinds}
            print_habits(game, asked.players, found)
    if curves and asked.plot:
        plot_calibration(curves, asked.plot)


if __name__ == "__main__":
    main()
