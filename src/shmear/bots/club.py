"""The club player: imagines the unseen cards many times over, plays every hand out, and does what comes out best."""

from __future__ import annotations

import random
from typing import Any

import numpy as np

from shmear.bots.imagining import Imagined, contract_played, contracts_played, known_cards, power_of
from shmear.bots.novice import Novice
from shmear.bots.outcomes import Numbers, advantage, changes, table_of
from shmear.cards import mask_of
from shmear.game import (
    Action,
    Bid,
    Contract,
    Forfeit,
    NameTrump,
    Pass,
    Phase,
    Play,
    Shoot,
    View,
)
from shmear.kernel import play_out, solve
from shmear.kernel.walk import play_card
from shmear.rules.knobs import TrumpMade
from shmear.search.lower import lower_view, numbering
from shmear.search.worlds import Sample, Worlds

POINTS_OF_POWER = 1.5
"""How many points more a holding takes that `power_of` counts one higher: the slope over random deals of all games."""

BIDS_BELOW = 0.3
"""How far below the points that a player expects the bid lies that it makes."""


class Club:
    """Samples worlds from its view and acts by the points that it expects, bid and set counted as the rules count them.

    `worlds` is how many it imagines for a decision, `endgame` from how many cards a seat on it solves them exactly.
    """

    name: str = "club"

    def __init__(self, worlds: int = 160, endgame: int = 4) -> None:
        """A club player with its budget."""
        self.worlds, self.endgame = worlds, endgame
        self._novice = Novice()

    def act(self, view: View, rng: random.Random) -> Action:
        """A legal action."""
        if len(view.legal) == 1:
            return view.legal[0]
        seed = rng.getrandbits(62)
        match view.phase:
            case Phase.AUCTION | Phase.DEALER_CHOICE:
                return self._call(view, seed)
            case Phase.TRUMP:
                return self._name(view, seed)
            case Phase.PLAY:
                return self._play(view, seed)
            case _:
                return self._novice.act(view, rng)

    # Calls

    def values_of_calls(self, view: View, seed: int) -> dict[Action, float]:
        """What each call is worth, in points gained on the others."""
        setup = view.setup
        sample = Worlds(view).sample(self.worlds, seed)
        best = self._contracts(view, sample, seed)
        others = self._bids_of_others(view, sample, best)
        defended = self._if_passed(view, sample, others, seed)
        values: dict[Action, float] = {}
        for call in view.legal:
            if isinstance(call, Bid):
                over = float((others.max(axis=1) > call.points).mean())
                if call.points == setup.rules.auction.maximum:
                    over = 0.0
                mine = max(float(one.gain.mean()) for one in best[call.points])
                values[call] = (1 - over) * mine + over * defended
            elif isinstance(call, Shoot):
                values[call] = max(float(one.gain.mean()) for one in best["shoot"])
            elif isinstance(call, Pass):
                values[call] = defended
            elif isinstance(call, Forfeit):
                rules = setup.rules.auction
                values[call] = -float(rules.forfeit + rules.forfeit_smucks / 2)
        return values

    def _bids_of_others(self, view: View, sample: Sample, best: dict[Any, list[Imagined]]) -> Numbers:
        """What each other seat that is still to call would bid in each world, (m, players); -1 for those that will not.

        Judged by how much better or worse than ours its holding is, for ours has been played out.
        """
        setup = view.setup
        powers = power_of(setup, sample.holdings[:, : setup.players]).max(axis=2)
        ours = float(power_of(setup, np.array([mask_of(view.dealt)])).max())
        expected = max((float(one.points.mean()) for some in best.values() for one in some), default=0.0)
        bids = np.floor(expected + POINTS_OF_POWER * (powers - ours) - BIDS_BELOW)
        bids = np.minimum(bids, setup.rules.auction.maximum)
        for seat in range(setup.players):
            if not self._is_to_call(view, seat):
                bids[:, seat] = -1
        return bids

    def _call(self, view: View, seed: int) -> Action:
        values = self.values_of_calls(view, seed)
        return max(values, key=lambda call: values[call])

    @staticmethod
    def _is_to_call(view: View, seat: int) -> bool:
        """Whether a seat other than the view's has still to call."""
        return seat != view.seat and not view.public.calls_by(seat, view.setup.players)

    def _contracts(self, view: View, sample: Sample, seed: int) -> dict[Any, list[Imagined]]:
        """For each bid that may be made, and the shot, the hand played out with each of the better suits."""
        setup, seat = view.setup, view.seat or 0
        powers = power_of(setup, np.array([mask_of(view.dealt)]))[0]
        suits = [int(suit) for suit in np.argsort(-powers)[:2]]
        if setup.rules.trump.made is TrumpMade.FIRST_LEAD:
            printed = {int(card.suit) for card in view.dealt if card.suit is not None}
            suits = [suit for suit in suits if suit in printed or setup.kitty_size] or sorted(printed)[:1]
        bids = [Contract(seat, call.points) for call in view.legal if isinstance(call, Bid)]
        shots = [Contract(seat, setup.rules.total_points, True) for call in view.legal if isinstance(call, Shoot)]
        found: dict[Any, list[Imagined]] = {}
        for contracts in filter(None, (bids, shots)):
            for suit in suits:
                played = contracts_played(view, contracts, suit, sample, seed, dealt=known_cards(view))
                for contract, imagined in zip(contracts, played, strict=True):
                    found.setdefault(contract.text, []).append(imagined)
        return found

    def _if_passed(self, view: View, sample: Sample, others: Numbers, seed: int) -> float:
        """What the hand is worth to us when another plays it: the high bidder, or in each world who bids higher."""
        setup = view.setup
        n = setup.players
        lowest = setup.rules.auction.minimum
        powers = power_of(setup, sample.holdings[:, :n])
        high = view.public.high_caller(n)
        bid = max([call.points for call in view.public.calls if isinstance(call, Bid)], default=lowest - 1)
        bids = others.copy()
        if high is not None:
            bids[:, high] = bid
        elif not any(self._is_to_call(view, seat) for seat in range(n)):
            return 0.0
        rows = np.arange(len(bids))
        bidder = bids.argmax(axis=1)
        if high is None:  # nobody may want it: then it is the dealer's
            bidder = np.where(bids.max(axis=1) >= lowest, bidder, view.public.dealer)
        trump = powers.argmax(axis=2)[rows, bidder]
        price = np.maximum(bids[rows, bidder], lowest).astype(int)
        gain = np.zeros(len(bids))
        for who, named, paid in {*zip(bidder.tolist(), trump.tolist(), price.tolist(), strict=True)}:
            which = np.flatnonzero((bidder == who) & (trump == named) & (price == paid))
            gain[which] = contract_played(view, Contract(who, paid), named, sample.rows(which), seed).gain
        return float(gain.mean())

    # Trump

    def _name(self, view: View, seed: int) -> Action:
        contract = view.contract
        assert contract is not None, "the auction is over"
        sample = Worlds(view).sample(self.worlds, seed)
        values = {
            action: float(
                contract_played(view, contract, int(action.suit), sample, seed, dealt=known_cards(view)).gain.mean()
            )
            for action in view.legal
            if isinstance(action, NameTrump)
        }
        return max(values, key=lambda one: values[one])

    # Play

    def values_of_cards(self, view: View, seed: int) -> dict[Action, float]:
        """What each card that may be played is worth, in points gained on the others."""
        contract = view.contract
        assert contract is not None, "the auction is over"
        if contract.trump is not None:
            return self._cards(view, contract.trump, seed)
        values: dict[Action, float] = {}
        led = {int(one.card.suit) for one in view.legal if isinstance(one, Play) and one.card.suit is not None}
        for suit in sorted(led):
            values |= self._cards(view, suit, seed)
        return values

    def _cards(self, view: View, trump: int, seed: int) -> dict[Action, float]:
        setup, seat, contract = view.setup, view.seat or 0, view.contract
        assert contract is not None, "the auction is over"
        contract = Contract(contract.bidder, contract.bid, contract.shooting, trump, contract.called, contract.partner)
        names = numbering(setup, trump)
        position = lower_view(view, trump)
        plays = [one for one in view.legal if isinstance(one, Play)]
        if view.trump is None:
            plays = [one for one in plays if one.card.suit is not None and int(one.card.suit) == trump]
        sample = Worlds(view).sample(self.worlds, seed, numbers=names.number)
        holdings = np.ascontiguousarray(sample.holdings)
        two_sides = int(position[0]["sides"]) == 2 and not int(position[0]["paired"])
        if two_sides and len(view.holding) <= self.endgame:
            bidding = int(position[0]["side"][seat]) == int(position[0]["side"][contract.bidder])
            found = solve(position, holdings, objective="values", values=table_of(setup, contract, bidding=bidding))
            return {one: float(found.scores[:, names.number_of(one.card)].mean()) for one in plays}
        values: dict[Action, float] = {}
        for one in plays:
            number = names.number_of(one.card)
            after = position.copy()
            play_card(after[0], number)
            then = holdings.copy()
            then[:, seat] &= ~(1 << number)
            played = play_out(after, then, policy="thumb", seed=seed)
            gained: Numbers = advantage(setup, seat, changes(setup, contract, played))
            values[one] = float(gained.mean())
        return values

    def _play(self, view: View, seed: int) -> Action:
        values = self.values_of_cards(view, seed)
        return max(values, key=lambda one: values[one])
