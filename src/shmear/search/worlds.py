"""Worlds of a view: everything that the other cards may be, given all that a seat knows, each as likely as any other.

    worlds = Worlds(view(state, seat))
    worlds.count                            # how many there are
    drawn = worlds.sample(1000, seed=7)     # drawn.holdings: (1000, 8) masks
    complete(worlds.view, drawn[0])         # one of them as a hand that goes on

A world says where every card is now: in whose holding, in whose discards, in a kitty that nobody has taken up, asleep.
What was dealt follows from that and from what was played, but for which cards a bidder was dealt and which taken up
with the kitty: there are as many ways for each world.

What a seat knows, besides its own cards and those played: how many cards everybody holds and has discarded; that who
did not follow has nothing to follow with (§6), unless the called card had to be played (§4); who holds the called
card, or that nobody does; and that a trump was discarded only by who kept nothing but trumps (§4). Bids say nothing
here; give weights for what they let one believe.
"""

from __future__ import annotations

import random
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from shmear.cards import BITS, CARDS, Card, cards_of, mask_of
from shmear.game import CallCard, Deal, Discard, HandState, NameTrump, Phase, Play, Setup, View, open_hand
from shmear.game.exchange import asked, kitty_taken, not_callable
from shmear.game.state import Contract
from shmear.kernel.lanes import MAX_SEATS
from shmear.kernel.worlds import Masks, NoWorld, Placements
from shmear.rules.knobs import CalledCard, Partners, Protect

__all__ = ["ASLEEP", "HOLDING", "KITTY", "PILE", "PLACES", "NoWorld", "Sample", "World", "Worlds", "complete"]

HOLDING = 0
"""Places are numbered: the holding of seat s is ``HOLDING + s``."""
PILE = MAX_SEATS
"""What seat s has discarded is ``PILE + s``."""
KITTY = 2 * MAX_SEATS
"""The kitty while nobody has taken it up, or where nobody does."""
ASLEEP = KITTY + 1
"""The undealt cards that are not of the kitty."""
PLACES = ASLEEP + 1
"""How many places there are."""


class World(NamedTuple):
    """Where all cards are that have not been played: masks of the referee's cards; one a seat in the first two."""

    holdings: tuple[int, ...]
    piles: tuple[int, ...]
    kitty: int
    asleep: int

    @classmethod
    def of(cls, state: HandState) -> World:
        """The world as it is."""
        setup, undealt = state.setup, mask_of(state.deal.undealt)
        kitty = mask_of(state.deal.undealt[: setup.kitty_size])
        left = kitty & ~_taken_up(setup, state.public.phase, state.public.contract, state.deal.undealt)
        return cls(state.holdings, state.discards, left, undealt & ~kitty)


class Sample:
    """Some worlds: masks in arrays, a row a world. ``sample[i]`` is one as a `World`."""

    def __init__(self, known: tuple[int, ...], players: int, columns: list[int], drawn: Masks) -> None:
        """What is known of each place, and what was drawn (m, len(columns)) for some of them."""
        self._known, self._players, self._columns, self._drawn = known, players, columns, drawn

    def __len__(self) -> int:
        return len(self._drawn)

    def __getitem__(self, row: int) -> World:
        places = list(self._known)
        for place, mask in zip(self._columns, self._drawn[row].tolist(), strict=True):
            places[place] |= mask
        holdings, piles = places[HOLDING : HOLDING + self._players], places[PILE : PILE + self._players]
        return World(tuple(holdings), tuple(piles), places[KITTY], places[ASLEEP])

    def rows(self, which: NDArray[np.intp]) -> Sample:
        """Some of these worlds, by their numbers."""
        return Sample(self._known, self._players, self._columns, self._drawn[which])

    @cached_property
    def holdings(self) -> Masks:
        """What each seat holds: (m, 8), 0 for seats that there are not."""
        return self._part(HOLDING, MAX_SEATS)

    @cached_property
    def piles(self) -> Masks:
        """What each seat has discarded: (m, 8)."""
        return self._part(PILE, MAX_SEATS)

    @cached_property
    def kitty(self) -> Masks:
        """The kitty that nobody has taken up: (m,)."""
        return self._part(KITTY, 1)[:, 0]

    @cached_property
    def asleep(self) -> Masks:
        """The cards asleep: (m,)."""
        return self._part(ASLEEP, 1)[:, 0]

    def _part(self, first: int, count: int) -> Masks:
        found = np.empty((len(self), count), np.int64)
        found[:] = self._known[first : first + count]
        for column, place in enumerate(self._columns):
            if first <= place < first + count:
                found[:, place - first] |= self._drawn[:, column]
        return found


class Worlds:
    """All worlds that a view leaves possible; the view of a spectator too.

    Reading the view takes little; the worlds are counted when they are first asked for, and then kept. `known` are the
    masks of what is known to be in each place, `unseen` of all other cards, `room` how many of those each place takes.
    """

    def __init__(self, view: View, weights: ArrayLike | None = None) -> None:
        """The worlds of a view, with weights as `weighted` takes them."""
        self.view = view
        self._setup, self._public, self._contract = view.setup, view.public, view.contract
        self._rounds = _rounds(view)
        self._played = _played(self._rounds, view.setup.players)
        self._taken = _taken_up(view.setup, view.phase, view.contract, CARDS[: view.setup.kitty_size]).bit_count()
        self.known, self.unseen = self._knowledge()
        self.room = self._rooms()
        self._weights = None if weights is None else _full(weights)

    def weighted(self, weights: ArrayLike | None) -> Worlds:
        """The same worlds, each as likely as the product of the weights of its unseen cards in their places.

        `weights` (54, places): a row a card, a column a place: first the holdings of seats 0 to 7 and then, if they are
        given, the discards of seats 0 to 7, the kitty, the cards asleep. Not negative; for columns that are not given
        all weights are 1. None: each world as likely as any other.
        """
        return Worlds(self.view, weights)

    @property
    def count(self) -> float:
        """How many worlds there are, or the sum of their weights. Raises `NoWorld` if there is none."""
        return self._placements.count

    def sample(
        self,
        worlds: int,
        seed: int,
        weights: ArrayLike | None = None,
        *,
        start: int = 0,
        numbers: NDArray[np.int64] | None = None,
    ) -> Sample:
        """Draw worlds at random, independent of each other.

        World number i of a view, its weights and a seed is always the same, wherever the batch begins: `start` is the
        number of the first. Who draws more than once with weights makes a `weighted` object first. With `numbers`, a
        table from the referee's cards to others (`search.lower.Numbering.number`), all masks are in those numbers.

        Raises `NoWorld` if there is none, `ValueError` for weights of a wrong shape, or so different that counting
        would not fit into memory.
        """
        if weights is not None:
            return self.weighted(weights).sample(worlds, seed, start=start, numbers=numbers)
        drawn = self._placements.sample(worlds, seed, start=start, bits=numbers)
        known = self.known
        if numbers is not None:
            table: list[int] = numbers.tolist()
            known = tuple(sum(1 << table[one] for one in cards_of(mask)) for mask in known)
        return Sample(known, self._setup.players, self._columns, drawn)

    def __contains__(self, world: object) -> bool:
        """Whether a world is one of these."""
        if not isinstance(world, World):
            return False
        none = (0,) * (MAX_SEATS - self._setup.players)
        places = (*world.holdings, *none, *world.piles, *none, world.kitty, world.asleep)
        if any(mask & known != known for mask, known in zip(places, self.known, strict=True)):
            return False
        rest = [mask ^ known for mask, known in zip(places, self.known, strict=True)]
        if any(mask & ~self.unseen or mask.bit_count() != room for mask, room in zip(rest, self.room, strict=True)):
            return False
        return self._placements.weight_of([rest[place] for place in self._columns]) > 0.0

    @cached_property
    def _columns(self) -> list[int]:
        """The places that take unseen cards."""
        return [place for place, room in enumerate(self.room) if room]

    @cached_property
    def _placements(self) -> Placements:
        cards, columns = cards_of(self.unseen), self._columns
        open_to, pairs = self._constraints()
        masks = np.array([open_to[place] for place in columns], np.int64)
        fits = ((masks >> np.array(cards, np.int64).reshape(-1, 1) & 1) << np.arange(len(columns))).sum(axis=1)
        weights = None if self._weights is None else self._weights[np.ix_(cards, columns)]
        return Placements(
            cards,
            [self.room[place] for place in columns],
            fits.tolist(),
            weights=weights,
            guarded=self._trumps,
            pairs=[(columns.index(holding), columns.index(pile)) for holding, pile in pairs],
        )

    def _knowledge(self) -> tuple[tuple[int, ...], int]:
        """What is known to be in each place, and the cards of which it is not known."""
        view, known = self.view, [0] * PLACES
        if view.seat is not None:
            known[HOLDING + view.seat] = mask_of(view.holding)
            known[PILE + view.seat] = mask_of(view.discards)
        contract = self._contract
        if contract is not None and contract.called is not None and contract.partner is not None:
            known[HOLDING + contract.partner] |= BITS[contract.called] & ~mask_of(view.public.plays)
        return tuple(known), self._setup.deck_mask & ~mask_of(view.public.plays) & ~sum(known)

    def _rooms(self) -> tuple[int, ...]:
        """How many unseen cards each place takes."""
        setup, contract = self._setup, self._contract
        size = [0] * PLACES
        for seat, held in enumerate(self.view.counts):
            had = setup.cards_dealt + (self._taken if contract is not None and seat == contract.bidder else 0)
            size[HOLDING + seat] = held
            size[PILE + seat] = had - held - self._played[seat].bit_count()
        size[KITTY] = setup.kitty_size - self._taken
        size[ASLEEP] = len(setup.deck) - setup.players * setup.cards_dealt - setup.kitty_size
        room = tuple(all_of_it - known.bit_count() for all_of_it, known in zip(size, self.known, strict=True))
        if min(room) < 0:
            raise NoWorld("the view does not agree with itself: some place holds more cards than it can")
        return room

    @cached_property
    def _trumps(self) -> int:
        """The mask of the trumps, 0 before trump is known."""
        return self.view.trump.mask if self.view.trump is not None else 0

    def _constraints(self) -> tuple[list[int], list[tuple[int, int]]]:
        """The mask of the cards that may be in each place; and for protected trumps the pairs of holding and pile."""
        setup, contract = self._setup, self._contract
        open_to = [setup.deck_mask] * PLACES
        for seat, lacks in enumerate(self._lacking()):
            open_to[HOLDING + seat] &= ~lacks
        if contract is not None and setup.partners is Partners.CALLED:
            self._called(contract, open_to)
        pairs: list[tuple[int, int]] = []
        if setup.rules.exchange.protect is Protect.TRUMPS and self._trumps:
            for seat in range(setup.players):
                holding, pile = HOLDING + seat, PILE + seat
                if not self.room[pile]:
                    continue
                if (self.known[holding] | self._played[seat]) & ~self._trumps:
                    open_to[pile] &= ~self._trumps
                elif self.room[holding]:
                    pairs.append((holding, pile))
        return open_to, pairs

    def _called(self, contract: Contract, open_to: list[int]) -> None:
        """What the call says: the bidder was not dealt the card, and with no partner nobody held it (§4)."""
        setup, bidder = self._setup, contract.bidder
        if contract.called is not None:
            called = BITS[contract.called]
            open_to[PILE + bidder] &= ~called
            for seat in range(setup.players):
                if contract.partner is None or seat == bidder:
                    open_to[HOLDING + seat] &= ~called
        elif self.view.phase is Phase.PLAY or self._public.plays:
            # The bidder had nothing to call: every card of the others is one that may not be called.
            for place in range(PLACES):
                if place not in (HOLDING + bidder, PILE + bidder):
                    open_to[place] &= not_callable(setup, contract)

    def _lacking(self) -> list[int]:
        """For each seat the mask of the cards that it has shown not to hold (§6)."""
        setup, trump, contract = self._setup, self.view.trump, self._contract
        lacks = [0] * setup.players
        if trump is None or contract is None:
            return lacks
        special = setup.rules.sides.called_card is CalledCard.FIRST_TRICK
        for number, (leader, cards) in enumerate(self._rounds):
            led = trump.led[cards[0]]
            for place, one in enumerate(cards):
                seat = (leader + place) % setup.players
                forced = special and number == 0 and one == contract.called and seat == contract.partner
                if not BITS[one] & led.allowed and not forced:
                    lacks[seat] |= led.allowed
        return lacks


def _taken_up(setup: Setup, phase: Phase, contract: Contract | None, kitty: tuple[Card, ...]) -> int:
    """The mask of the kitty cards that the bidder has in hand by now."""
    if contract is None or phase is Phase.TRUMP:
        return 0
    return kitty_taken(setup, kitty, contract)


def _rounds(view: View) -> list[tuple[int, tuple[Card, ...]]]:
    """The tricks, and the cards on the table: who led, the cards in the order played."""
    rounds = [(leader, cards) for leader, cards, _ in view.tricks]
    if view.trick and view.public.leader is not None:
        rounds.append((view.public.leader, view.trick))
    return rounds


def _played(rounds: list[tuple[int, tuple[Card, ...]]], players: int) -> list[int]:
    """The mask of what each seat has played."""
    played = [0] * players
    for leader, cards in rounds:
        for place, one in enumerate(cards):
            played[(leader + place) % players] |= BITS[one]
    return played


def _full(weights: ArrayLike) -> NDArray[np.float64]:
    """Weights (54, places) for all places."""
    given = np.asarray(weights, np.float64)
    if given.ndim != 2 or given.shape[0] != len(CARDS) or not 1 <= given.shape[1] <= PLACES:
        raise ValueError(f"weights must have the shape (54, 1 to {PLACES}), a row a card, not {given.shape}")
    full = np.ones((len(CARDS), PLACES))
    full[:, : given.shape[1]] = given
    return full


def complete(view: View, world: World) -> HandState:
    """The hand of a view in one of its worlds, played by the referee from the deal on: its view is the same again.

    The cards of the others lie in index order in what they were dealt. Which of another bidder's cards were taken up
    with the kitty is drawn at random, always the same way for the same world. Raises `ValueError` for a world that the
    view does not leave possible.
    """
    setup, public, contract = view.setup, view.public, view.contract
    state = open_hand(setup, _deal(view, world), public.dealer, public.may_shoot)
    for call in public.calls:
        state = state.apply(call)
    if state.phase is Phase.TRUMP and contract is not None and contract.trump is not None:
        state = state.apply(NameTrump(contract.trump))
    while state.phase is Phase.DISCARD and state.to_act is not None and world.piles[state.to_act]:
        state = state.apply(Discard(world.piles[state.to_act]))
    if state.phase is Phase.DISCARD and public.to_act is not None and state.to_act != public.to_act:
        state = asked(state, public.to_act)
    if state.phase is Phase.CALL and contract is not None and contract.called is not None:
        state = state.apply(CallCard(contract.called))
    for card in public.plays:
        state = state.apply(Play(card))
    if (state.public, state.holdings) != (public, world.holdings):
        raise ValueError("the view does not leave this world possible")
    return state


def _deal(view: View, world: World) -> Deal:
    """What was dealt in a world."""
    setup, contract = view.setup, view.contract
    played = _played(_rounds(view), setup.players)
    had = [holding | pile | mine for holding, pile, mine in zip(world.holdings, world.piles, played, strict=True)]
    kitty = world.kitty
    if contract is not None and setup.kitty_size and not kitty:
        if view.seat == contract.bidder:
            kitty = mask_of(view.kitty)
        else:
            rng = random.Random(hash((world.holdings, world.piles)))
            kitty = mask_of(rng.sample(cards_of(had[contract.bidder]), setup.kitty_size))
        had[contract.bidder] &= ~kitty
    hands = [view.dealt if seat == view.seat else cards_of(cards) for seat, cards in enumerate(had)]
    if {len(hand) for hand in hands} != {setup.cards_dealt} or kitty.bit_count() != setup.kitty_size:
        raise ValueError("the view does not leave this world possible")
    return Deal(tuple(hands), (*cards_of(kitty), *cards_of(world.asleep)))
