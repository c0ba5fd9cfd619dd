"""Worlds: every way to put cards into places, counted exactly and drawn at random without ever rejecting one.

    found = Placements(range(8), [3, 3, 2], fits=[0b111] * 6 + [0b101] * 2)
    found.count                     # 350.0
    found.sample(1000, seed=7)      # (1000, 3) masks: which cards each place gets

This knows no rules. A card fits some of the places; each place takes a certain number of cards; every way to place all
cards is as likely as any other, or as likely as the product of the weights of its cards in their places. One extra rule
can be set: of two places *holding* and *pile*, the pile takes guarded cards only if the holding has nothing else.

Counting goes by dynamic programming, backward, and drawing forward along the counts: card by card or place by place,
whichever meets fewer states (`by_card`, `by_place`). Drawing so is exact; what is less than exact is the arithmetic of
64-bit floats, by about one part in 10^15.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

from shmear.kernel import by_card, by_place
from shmear.kernel.chance import signed

Masks = NDArray[np.int64]

MOST_STATES = 1 << 26
"""Most states that `by_card` may meet, at eight bytes each."""

MOST_KEYS = 1 << 22
"""Most codes of a state that `by_place` may use, at eight bytes each."""

FEW_STEPS = 1_000_000
"""So many steps are no reason to leave `by_place`, which draws faster."""


class NoWorld(ValueError):
    """The constraints contradict each other: there is no way at all to place the cards."""


class Placements:
    """All ways to put cards into places.

    `count` is how many there are, as a float; with weights, the sum over all ways of the product of the weights.
    `method` says how they are counted, ``"by place"`` or ``"by card"``; both draw from the same distribution.
    """

    def __init__(
        self,
        cards: Sequence[int],
        capacities: Sequence[int],
        fits: Sequence[int],
        *,
        weights: ArrayLike | None = None,
        guarded: int = 0,
        pairs: Sequence[tuple[int, int]] = (),
        method: str | None = None,
    ) -> None:
        """Count the ways.

        Args:
            cards: the m cards, different numbers from 0 to 62.
            capacities: how many cards each of the K places (at most 62) takes; together m.
            fits: for each card the mask of the places that it may go to.
            weights: (m, K), not negative: a way is as likely as the product of its cards' weights. 0 is not fitting.
            guarded: the mask of the guarded cards.
            pairs: (holding, pile) places: the pile takes guarded cards only if the holding takes no other. A holding of
                no cards opens its pile. No place may be in two pairs.
            method: ``"by place"`` or ``"by card"`` to set what is otherwise chosen.

        Raises:
            NoWorld: there is no way.
            ValueError: the numbers do not fit together, or the weights tell so many cards and places apart that the
                states would not fit into half a gigabyte.
        """
        self.cards = tuple(int(card) for card in cards)
        self.capacities = tuple(int(size) for size in capacities)
        self.guarded, self.fits = guarded, tuple(fits)
        if len(set(self.cards)) < len(self.cards) or any(not 0 <= card < 63 for card in self.cards):
            raise ValueError("cards must be different numbers from 0 to 62")
        if len(self.fits) != len(self.cards):
            raise ValueError(f"{len(self.cards)} cards need as many masks of places, not {len(self.fits)}")
        if sum(self.capacities) != len(self.cards) or any(size < 0 for size in self.capacities):
            raise NoWorld(f"{len(self.cards)} cards do not fill places for {sum(self.capacities)}")
        self.pairs = tuple(pair for pair in pairs if self.capacities[pair[0]] and self.capacities[pair[1]])
        if len({place for pair in self.pairs for place in pair}) < 2 * len(self.pairs):
            raise ValueError("a place can be in one pair only")
        self._weights, self._log_scale = self._table(weights)
        self._bits = np.array([1 << card for card in self.cards], np.int64)
        types = self._types()
        self.method = method or self._cheaper(types)
        self._counted = _ByPlace(self, types) if self.method == "by place" else _ByCard(self)
        self.count = _scaled(self._counted.worth, self._log_scale)
        if not self._counted.worth > 0.0:
            raise NoWorld("no way to place the cards meets all constraints")

    def sample(
        self, worlds: int, seed: int, *, start: int = 0, bits: Sequence[int] | NDArray[np.integer] | None = None
    ) -> Masks:
        """Draw ways at random, independent of each other: masks of shape (worlds, places).

        World number i of a seed is always the same: ``sample(9, s)`` is ``sample(4, s)`` and then
        ``sample(5, s, start=4)``. `bits` gives each card another number in the masks, as a table indexed by card. Lets
        go of the GIL.
        """
        out = np.zeros((worlds, len(self.capacities)), np.int64)
        if self.cards:
            singles = self._bits if bits is None else np.left_shift(1, np.asarray(bits, np.int64)[list(self.cards)])
            self._counted.draw(signed(seed), start, singles, out)
        return out

    def weight_of(self, placed: Sequence[int]) -> float:
        """How likely one way is (masks, one a place) as a part of `count`; 0.0 for what is no way at all."""
        if [mask.bit_count() for mask in placed] != list(self.capacities):
            return 0.0
        weight = 1.0
        for row, card in enumerate(self.cards):
            where = [place for place, mask in enumerate(placed) if mask >> card & 1]
            if len(where) != 1:
                return 0.0
            weight *= float(self._weights[row, where[0]])
        broken = any(placed[pile] & self.guarded and placed[holding] & ~self.guarded for holding, pile in self.pairs)
        return 0.0 if broken else _scaled(weight, self._log_scale)

    def _table(self, weights: ArrayLike | None) -> tuple[NDArray[np.float64], float]:
        """The weights (m, K), 0 where a card does not fit; and the logarithm of what a way's weight was divided by.

        Weights of a card, or of a place, can be multiplied by any number without changing what is likely. Here the
        highest of each row and column is 1, so that no product of small weights becomes 0.
        """
        sizes = np.array(self.capacities, np.float64)
        places = np.arange(len(self.capacities))
        table = (np.array(self.fits, np.int64).reshape(-1, 1) >> places & 1).astype(np.float64)
        table[:, sizes == 0] = 0.0
        if weights is None:
            self._check_rows(table)
            return table, 0.0
        given = np.asarray(weights, np.float64)
        if given.shape != table.shape:
            raise ValueError(f"weights must have the shape {table.shape} (cards, places), not {given.shape}")
        if not np.all(np.isfinite(given)) or np.any(given < 0):
            raise ValueError("weights must be finite numbers that are not negative")
        table *= given
        self._check_rows(table)
        rows = table.max(axis=1, initial=0.0)
        table /= rows[:, None]
        columns = table.max(axis=0, initial=0.0)
        columns[columns == 0.0] = 1.0
        table /= columns
        return table, float(np.log(rows).sum() + (np.log(columns) * sizes).sum())

    def _check_rows(self, table: NDArray[np.float64]) -> None:
        for row in np.flatnonzero(~table.any(axis=1))[:1]:
            raise NoWorld(f"no place is left for card {self.cards[row]}")

    def _types(self) -> list[list[int]]:
        """The rows of the cards that are of one type."""
        types: dict[tuple[bytes, int], list[int]] = {}
        for row, card in enumerate(self.cards):
            guarded = self.guarded >> card & 1 if self.pairs else 0
            types.setdefault((self._weights[row].tobytes(), guarded), []).append(row)
        return list(types.values())

    def _cheaper(self, types: list[list[int]]) -> str:
        """The method that takes fewer steps, by bounds for both."""
        sizes = sorted(len(rows) for rows in types)
        keys = math.prod(size + 1 for size in sizes)
        states = keys // (sizes[-1] + 1) if sizes else 1
        caps = sorted(self.capacities)[:-1]
        by_places = sum(states * math.prod(min(size, cap) + 1 for size in sizes[:-1]) for cap in caps)
        rooms = math.prod(size + 1 for size in _merged(self)[0])
        by_cards = rooms * len(caps)
        possible = len(types) <= by_place.MAX_TYPES and keys <= MOST_KEYS
        if possible and by_places <= max(by_cards, FEW_STEPS):
            return "by place"
        if rooms <= MOST_STATES:
            return "by card"
        if possible:
            return "by place"
        raise ValueError(
            f"the weights tell too many cards and places apart: {rooms} states. Give equal weights to more of them"
        )


class _ByPlace:
    """Ways counted place by place."""

    def __init__(self, ways: Placements, types: list[list[int]]) -> None:
        order = [row for rows in types for row in rows]
        self.order = np.array(order, np.int64)
        self.sizes = np.array([len(rows) for rows in types], np.int64)
        roles, columns = self._filling(ways)
        self.columns = np.array(columns, np.int64)
        if not types:
            self.tables, self.worth = None, 1.0
            return
        kinds = ways._weights[[rows[0] for rows in types]][:, columns].T  # pyright: ignore[reportPrivateUsage]
        powers = kinds[:, :, None] ** np.arange(int(self.sizes.max()) + 1)
        guarded = np.array([ways.guarded >> ways.cards[rows[0]] & 1 for rows in types], np.int64)
        caps = np.array([ways.capacities[column] for column in columns], np.int64)
        grown = by_place.grow(self.sizes, guarded, caps, np.array(roles, np.int64), powers)
        self.tables, self.worth = grown[:4], float(grown[4])

    @staticmethod
    def _filling(ways: Placements) -> tuple[list[int], list[int]]:
        """Roles and columns in the order of filling: a pile after its holding, the largest place last if it may be."""
        paired = {place for pair in ways.pairs for place in pair}
        alone = [(place,) for place, size in enumerate(ways.capacities) if size and place not in paired]
        groups: list[tuple[int, ...]] = sorted([*ways.pairs, *alone], key=lambda group: ways.capacities[group[-1]])
        roles: list[int] = []
        for group in groups:
            roles += [by_place.PLAIN] if len(group) == 1 else [by_place.GUARDED, by_place.BEHIND]
        return roles, [place for group in groups for place in group]

    def draw(self, seed: int, start: int, bits: Masks, out: Masks) -> None:
        if self.tables is not None:
            first, chance, packed, target = self.tables
            cards = bits[self.order]
            by_place.draw(seed, start, cards, self.sizes, self.columns, first, chance, packed, target, out)


class _ByCard:
    """Ways counted card by card."""

    def __init__(self, ways: Placements) -> None:
        caps, members = _merged(ways)
        of_column = {column: place for place, columns in enumerate(members) for column in columns}
        order = sorted(range(len(ways.cards)), key=lambda row: ~ways.guarded >> ways.cards[row] & 1)
        weights = ways._weights  # pyright: ignore[reportPrivateUsage]
        self.order = np.array(order, np.int64)
        self.caps = np.array(caps, np.int64)
        self.weights = np.ascontiguousarray(weights[self.order][:, [columns[0] for columns in members]])
        self.columns = np.array([column for columns in members for column in columns], np.int64)
        self.taken = np.array([ways.capacities[column] for column in self.columns], np.int64)
        self.begin = np.cumsum([0, *map(len, members)])
        holdings = np.array([of_column[pair[0]] for pair in ways.pairs], np.int64)
        piles = np.array([of_column[pair[1]] for pair in ways.pairs], np.int64)
        guarded = sum(ways.guarded >> card & 1 for card in ways.cards)
        self.table = by_card.fill(self.caps, self.weights, guarded, holdings, piles)
        self.worth = float(self.table[-1])
        for cap, columns in zip(caps, members, strict=True):
            self.worth *= math.factorial(cap) / math.prod(math.factorial(ways.capacities[one]) for one in columns)

    def draw(self, seed: int, start: int, bits: Masks, out: Masks) -> None:
        by_card.draw_by_card(
            seed,
            start,
            bits[self.order],
            self.caps,
            self.weights,
            self.table,
            self.begin,
            self.columns,
            self.taken,
            out,
        )


def _scaled(weight: float, log_scale: float) -> float:
    if not log_scale or not weight:
        return weight
    log = math.log(weight) + log_scale
    return math.exp(log) if log < 700 else math.inf


def _merged(ways: Placements) -> tuple[list[int], list[list[int]]]:
    """Places that fit all cards alike as one: their sizes, and the columns that each stands for."""
    paired = {place for pair in ways.pairs for place in pair}
    weights = ways._weights  # pyright: ignore[reportPrivateUsage]
    members: dict[tuple[bytes, int], list[int]] = {}
    for place, size in enumerate(ways.capacities):
        if size:
            members.setdefault((weights[:, place].tobytes(), place if place in paired else -1), []).append(place)
    return [sum(ways.capacities[place] for place in columns) for columns in members.values()], list(members.values())
