"""A player that imagines: the unseen cards many times over, the auction and the play on to their end, and the score.

What `Club` and `Expert` have in common. For every action that comes into question a `Thinker` has its `Prospect`: how
the hand ends in each of the worlds, and what that is worth to its side.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import cached_property
from typing import NamedTuple

import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from shmear.bots.bidding import Sold, auction_on
from shmear.bots.book import book_of
from shmear.bots.equity import equity_of
from shmear.bots.exchanging import calls_to_weigh, discards_to_weigh
from shmear.bots.imagining import hands_imagined, hands_played, keeping_best, no_hands, points_by_seat
from shmear.bots.protocol import Decision, Estimate
from shmear.bots.reasons import why
from shmear.bots.settling import Hands, Numbers, forfeited_gain, points_gained
from shmear.cards import mask_of
from shmear.game import Action, Bid, CallCard, Contract, Discard, Forfeit, NameTrump, Pass, Phase, Play, Shoot, View
from shmear.kernel import play_out, solve
from shmear.kernel.walk import play_card
from shmear.rules.knobs import TrumpMade
from shmear.search.lower import Positions, lower_view, numbering
from shmear.search.worlds import Sample, Worlds

SUITS_TO_WEIGH = 2
"""How many suits a bid is played out with."""


class Prospect(NamedTuple):
    """What an action leads to, a number a world: its worth, the points of the own side, whether the bid is made.

    `points` and `made` are empty where nobody asked for them.
    """

    action: Action
    worth: Numbers
    points: Numbers
    made: Numbers
    win: Numbers


NOT_ASKED = np.zeros(0)


class Thinker:
    """Samples worlds from its view and does what is worth most in them.

    `worlds` is how many it imagines for a decision, `endgame` from how many cards a seat on it solves them exactly.
    """

    name: str = "thinker"
    for_the_match: bool = False
    """Whether `worth` is the chance to win the match, where there is one."""

    def __init__(self, worlds: int, endgame: int) -> None:
        """A player with its budget."""
        self.worlds, self.endgame = worlds, endgame

    def act(self, view: View, rng: random.Random) -> Action:
        """A legal action."""
        if len(view.legal) == 1:
            return view.legal[0]
        prospects = self.consider(view, rng.getrandbits(62))
        return max(prospects, key=lambda one: float(one.worth.mean())).action

    def explain(self, view: View, rng: random.Random) -> Decision:
        """What it does with the same view and chance, and why."""
        prospects = self.consider(view, rng.getrandbits(62), full=True)
        prospects = sorted(prospects, key=lambda one: -float(one.worth.mean()))  # ties stay in the order of `act`
        estimates = tuple(_estimate(one, prospects[0], known=bool(view.scores)) for one in prospects)
        return Decision(estimates[0].action, estimates, why(view, estimates))

    def consider(self, view: View, seed: int, *, full: bool = False, also: Sequence[Action] = ()) -> list[Prospect]:
        """What the actions that come into question lead to; with `full`, points, bids made and matches won too.

        Of calls, suits and cards all that are legal come into question. Of discards and called cards only some do, and
        `also` those that are asked for.
        """
        match view.phase:
            case Phase.AUCTION | Phase.DEALER_CHOICE:
                return _Calling(self, view, seed).prospects(full=full)
            case Phase.TRUMP:
                return self._suits(view, seed, full=full)
            case Phase.DISCARD:
                return self._discards(view, seed, also, full=full)
            case Phase.CALL:
                return self._called(view, seed, also, full=full)
            case _:
                return self._cards(view, seed, full=full)

    # What a Thinker thinks with; others may think otherwise.

    def sample(self, view: View, seed: int, numbers: NDArray[np.int64] | None = None) -> Sample:
        """Worlds of a view."""
        return Worlds(view).sample(self.worlds, seed, numbers=numbers)

    def weigh(self, view: View, hands: Hands) -> Numbers | None:
        """How much each of the hands counts that a call may lead to: (m,), 1 on the average; None for all the same."""
        del view, hands
        return None

    def solves_from(self, view: View) -> int:
        """From how many cards a seat on it solves a hand of two sides."""
        del view
        return self.endgame

    def worth(self, view: View, hands: Hands) -> Numbers:
        """What ends of the hand are worth to the view's side: (m,)."""
        return points_gained(view.setup, view.seat or 0, view.scores, hands)

    def worth_forfeited(self, view: View) -> float:
        """What it is worth to the view's side that the dealer forfeits."""
        return forfeited_gain(view.setup, view.seat or 0, view.scores, view.public.dealer)

    def prospect(self, view: View, action: Action, hands: Hands, *, full: bool) -> Prospect:
        """What an action leads to, by the hands that come of it."""
        worth = self.worth(view, hands)
        if not full:
            return Prospect(action, worth, NOT_ASKED, NOT_ASKED, NOT_ASKED)
        win = worth if self.for_the_match and view.scores else chance_to_win(view, hands)
        return Prospect(action, worth, hands.points[:, view.seat or 0], _made(view, hands), win)

    # Between auction and play

    def _suits(self, view: View, seed: int, *, full: bool) -> list[Prospect]:
        contract, setup = view.contract, view.setup
        assert contract is not None, "the auction is over"
        sample = self.sample(view, seed)
        rows, dealt = len(sample), mask_of(view.dealt)
        found: list[Prospect] = []
        for action in view.legal:
            assert isinstance(action, NameTrump), "it is time to name trump"
            bidders, suits = np.full(rows, contract.bidder), np.full(rows, int(action.suit))
            hands = hands_imagined(setup, sample, bidders, suits, seed, shooting=contract.shooting, dealt=dealt)
            found.append(self.prospect(view, action, with_contract(hands, contract), full=full))
        return found

    def _discards(self, view: View, seed: int, also: Sequence[Action], *, full: bool) -> list[Prospect]:
        setup, seat, contract = view.setup, view.seat or 0, view.contract
        assert contract is not None, "the auction is over"
        sample = self.sample(view, seed)
        best: dict[Discard, Prospect] = {}
        for suit, discard in discards_to_weigh(view, also):
            holdings = sample.holdings.copy()
            holdings[:, seat] &= ~discard.bit
            holdings = keeping_best(setup, holdings, contract.bidder, setup.trumps[suit])
            hands = hands_played(setup, replace(contract, trump=suit), holdings, seed, dealt=mask_of(view.dealt))
            one = self.prospect(view, discard, hands, full=full)
            if discard not in best or one.worth.mean() > best[discard].worth.mean():
                best[discard] = one
        return list(best.values())

    def _called(self, view: View, seed: int, also: Sequence[Action], *, full: bool) -> list[Prospect]:
        setup, contract = view.setup, view.contract
        assert contract is not None, "the auction is over"
        holdings = self.sample(view, seed).holdings
        best: dict[CallCard, Prospect] = {}
        for suit, call in calls_to_weigh(view, also):
            supposed = Contract(contract.bidder, contract.bid, contract.shooting, suit, call.card)
            one = self.prospect(view, call, hands_played(setup, supposed, holdings, seed), full=full)
            if call not in best or one.worth.mean() > best[call].worth.mean():
                best[call] = one
        return list(best.values())

    # Play

    def _cards(self, view: View, seed: int, *, full: bool) -> list[Prospect]:
        contract = view.contract
        assert contract is not None, "the auction is over"
        plays = [one for one in view.legal if isinstance(one, Play)]
        if contract.trump is not None:
            return self.cards(view, contract.trump, plays, seed, full=full)
        found: list[Prospect] = []
        for suit in sorted({int(one.card.suit) for one in plays if one.card.suit is not None}):
            making = [one for one in plays if one.card.suit is not None and int(one.card.suit) == suit]
            found += self.cards(view, suit, making, seed, full=full)
        return found

    def cards(self, view: View, trump: int, plays: Sequence[Play], seed: int, *, full: bool) -> list[Prospect]:
        """What cards lead to with a suit as trump."""
        names = numbering(view.setup, trump)
        position = lower_view(view, trump)
        holdings = np.ascontiguousarray(self.sample(view, seed, names.number).holdings)
        if two_sided(position) and len(view.holding) <= self.solves_from(view):
            return self.solved(view, position, holdings, [(one, names.number_of(one.card)) for one in plays], full=full)
        found: list[Prospect] = []
        for one in plays:
            hands = hands_after(view, position, holdings, names.number_of(one.card), seed)
            found.append(self.prospect(view, one, hands, full=full))
        return found

    def solved(
        self,
        view: View,
        position: Positions,
        holdings: NDArray[np.int64],
        plays: Sequence[tuple[Action, int]],
        *,
        full: bool,
    ) -> list[Prospect]:
        """What cards lead to in a hand of two sides, with the best play of both sides and all hands open in a world."""
        worth = solve(position, holdings, objective="values", values=self.table(view, position)).scores
        if not full:
            return [Prospect(one, worth[:, number], NOT_ASKED, NOT_ASKED, NOT_ASKED) for one, number in plays]
        contract, seat = view.contract, view.seat or 0
        assert contract is not None, "the auction is over"
        points = solve(position, holdings, objective="points", hero=seat).scores
        wanted = view.setup.rules.total_points if contract.shooting else contract.bid
        made = solve(position, holdings, objective="make", amount=wanted, hero=contract.bidder).scores
        win = worth if self.for_the_match else np.full_like(worth, np.nan)
        if view.scores and not self.for_the_match:
            win = solve(position, holdings, objective="values", values=_winning(view, position)).scores
        return [
            Prospect(one, worth[:, number], points[:, number], made[:, number], win[:, number]) for one, number in plays
        ]

    def table(self, view: View, position: Positions) -> Numbers:
        """What each end of a hand of two sides is worth: [our points, their points], as the solver takes it."""
        return _table(self.worth(view, ends_of_two(view, position)))


class _Calling:
    """What each call is worth: the auction bid on by the book in every world, and the hand played out."""

    def __init__(self, mind: Thinker, view: View, seed: int) -> None:
        self.mind, self.view, self.seed = mind, view, seed
        self.setup, self.seat = view.setup, view.seat or 0
        self.book = book_of(self.setup)
        self._played: dict[tuple[int, int, bool], tuple[NDArray[np.bool_], Hands]] = {}

    @cached_property
    def sample(self) -> Sample:
        return self.mind.sample(self.view, self.seed)

    @cached_property
    def worths(self) -> Numbers:
        """What each seat's hand is worth with each suit in each world: (m, players, 4)."""
        worths = self.book.worths(self.sample.holdings[:, : self.setup.players])
        if self.setup.rules.trump.made is TrumpMade.FIRST_LEAD and not self.setup.kitty_size:
            for suit in {0, 1, 2, 3} - {int(card.suit) for card in self.view.dealt if card.suit is not None}:
                worths[:, self.seat, suit] = -np.inf
        return worths

    def prospects(self, *, full: bool) -> list[Prospect]:
        ranked = np.argsort(-self.worths[0, self.seat])
        suits = [int(suit) for suit in ranked if np.isfinite(self.worths[0, self.seat, suit])][:SUITS_TO_WEIGH]
        found: list[Prospect] = []
        for call in self.view.legal:
            mine = suits if isinstance(call, Bid | Shoot) else suits[:1]
            options = [self._prospect(call, suit, full=full) for suit in mine]
            found.append(max(options, key=lambda one: float(one.worth.mean())))
        return found

    def _prospect(self, call: Action, suit: int, *, full: bool) -> Prospect:
        """What a call leads to in each world, with a suit if the hand becomes ours."""
        view, mind, rows = self.view, self.mind, len(self.sample)
        if isinstance(call, Forfeit):
            nothing = np.full(rows, np.nan)
            win = np.full(rows, chance_forfeited(view)) if full else NOT_ASKED
            return Prospect(call, np.full(rows, mind.worth_forfeited(view)), np.zeros(rows), nothing, win)
        assert isinstance(call, Bid | Pass | Shoot), "a call is a bid, a pass, a shot or a forfeit"
        sold = auction_on(self.book, view.public, self.worths.max(axis=2), call)
        hands = self.hands(sold, suit)
        one = mind.prospect(view, call, hands, full=full)
        weight = mind.weigh(view, hands)
        if weight is not None:
            one = Prospect(call, *(part * weight if len(part) else part for part in one[1:]))
        if not sold.forfeited.any():
            return one
        worth = np.where(sold.forfeited, mind.worth_forfeited(view), one.worth)
        win = np.where(sold.forfeited, chance_forfeited(view), one.win) if full else NOT_ASKED
        return one._replace(worth=worth, win=win)

    def hands(self, sold: Sold, suit: int) -> Hands:
        """How the hands end that were sold so."""
        rows = np.arange(len(self.sample))
        bidder = np.maximum(sold.bidder, 0)
        suits = np.where(bidder == self.seat, suit, self.worths.argmax(axis=2)[rows, bidder])
        hands = no_hands(self.setup, len(rows))
        bought = sold.bidder >= 0
        kinds = np.unique(np.column_stack([bidder, suits, sold.shot])[bought], axis=0)
        for who, named, shot in kinds.tolist():
            which = np.flatnonzero(bought & (bidder == who) & (suits == named) & (sold.shot == shot))
            played = self._hands(who, named, bool(shot), which)
            hands.points[which], hands.partners[which] = played.points[which], played.partners[which]
        return hands._replace(bidder=sold.bidder, bid=sold.bid, shot=sold.shot)

    def _hands(self, bidder: int, suit: int, shot: bool, which: NDArray[np.intp]) -> Hands:
        """The hands of a bidder and a suit; what has been played out once is kept."""
        rows, key = len(self.sample), (bidder, suit, shot)
        if key not in self._played:
            self._played[key] = (np.zeros(rows, bool), no_hands(self.setup, rows))
        done, hands = self._played[key]
        todo = which[~done[which]]
        if len(todo):
            bidders, suits = np.full(len(todo), bidder), np.full(len(todo), suit)
            dealt = mask_of(self.view.dealt) if bidder == self.seat else 0
            some = self.sample.rows(todo)
            played = hands_imagined(self.setup, some, bidders, suits, self.seed, shooting=shot, dealt=dealt)
            hands.points[todo], hands.partners[todo] = played.points, played.partners
            done[todo] = True
        return hands


def hands_after(view: View, position: Positions, holdings: NDArray[np.int64], card: int, seed: int) -> Hands:
    """How the hand ends in each world (m, 8) after a card, by its number, played on by rules of thumb."""
    setup, seat, contract = view.setup, view.seat or 0, view.contract
    assert contract is not None, "the auction is over"
    after = position.copy()
    play_card(after[0], card)
    then = holdings.copy()
    then[:, seat] &= ~(1 << card)
    points, sides = points_by_seat(setup, play_out(after, then, policy="thumb", seed=seed))
    partners = sides == sides[:, contract.bidder : contract.bidder + 1]
    return with_contract(no_hands(setup, len(points))._replace(points=points, partners=partners), contract)


def with_contract(hands: Hands, contract: Contract) -> Hands:
    """Hands with the bidder and the bid of a contract."""
    rows = len(hands.bidder)
    return hands._replace(
        bidder=np.full(rows, contract.bidder), bid=np.full(rows, contract.bid), shot=np.full(rows, contract.shooting)
    )


def two_sided(position: Positions) -> bool:
    """Whether a position has two sides that stay the same, as the solver wants them."""
    return int(position[0]["sides"]) == 2 and not int(position[0]["paired"])


def ends_of_two(view: View, position: Positions) -> Hands:
    """Every end of a hand of two sides: our points by rows, theirs by columns, flat."""
    setup, seat, contract = view.setup, view.seat or 0, view.contract
    assert contract is not None, "the auction is over"
    side = position[0]["side"][: setup.players]
    most = np.arange(2 * setup.rules.total_points + 1)
    ours, theirs = (grid.ravel() for grid in np.meshgrid(most, most, indexing="ij"))
    points = np.where(side == side[seat], ours[:, None], theirs[:, None]).astype(np.float64)
    partners = np.broadcast_to(side == side[contract.bidder], points.shape)
    return with_contract(no_hands(setup, len(points))._replace(points=points, partners=partners), contract)


def chance_to_win(view: View, hands: Hands) -> Numbers:
    """The chance of the view's side to win the match after hands: (m,); NaN where the hand stands alone."""
    if not view.scores:
        return np.full(len(hands.bidder), np.nan)
    setup = view.setup
    side = setup.sides.index(setup.side_of[view.seat or 0])
    chance: Numbers = equity_of(setup).after(np.array(view.scores), hands)[:, side]
    return chance


def chance_forfeited(view: View) -> float:
    """The same after the dealer has forfeited the hand."""
    if not view.scores:
        return float("nan")
    setup = view.setup
    side = setup.sides.index(setup.side_of[view.seat or 0])
    return float(equity_of(setup).forfeited(np.array(view.scores), view.public.dealer)[side])


def _winning(view: View, position: Positions) -> Numbers:
    return _table(chance_to_win(view, ends_of_two(view, position)))


def _table(values: Numbers) -> Numbers:
    """Values of `ends_of_two` as a table that never falls with our points nor rises with theirs, as the solver needs.

    More points may be worth less only where the match is then decided otherwise, by a hair.
    """
    most = int(len(values) ** 0.5)
    return np.minimum.accumulate(np.maximum.accumulate(values.reshape(most, most), axis=0), axis=1)


def _made(view: View, hands: Hands) -> Numbers:
    made = hands.made(view.setup).astype(np.float64)
    return np.where(hands.bidder >= 0, made, np.nan)


def _estimate(one: Prospect, best: Prospect, *, known: bool) -> Estimate:
    gap = one.worth - best.worth
    error = float(gap.std() / max(1, len(gap)) ** 0.5)
    made = None if np.isnan(one.made).all() else float(np.nanmean(one.made))
    win = float(one.win.mean()) if known else None
    return Estimate(one.action, float(one.points.mean()), made, win, float(one.worth.mean()), error)


def estimated(view: View, action: Action, rng: random.Random, worlds: int = 100) -> Decision:
    """An action that another player has chosen, with estimates, and what speaks for it."""
    prospects = Thinker(worlds, 4).consider(view, rng.getrandbits(62), full=True, also=(action,))
    prospects.sort(key=lambda one: -float(one.worth.mean()))
    estimates = tuple(_estimate(one, prospects[0], known=bool(view.scores)) for one in prospects)
    chosen = next(one for one in estimates if one.action == action)
    return Decision(action, estimates, why(view, [chosen, *(one for one in estimates if one is not chosen)]))
