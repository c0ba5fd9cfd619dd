"""Who sits where, and how a sentence speaks of them."""

from __future__ import annotations

from collections.abc import Sequence

_COMPASS = {2: ("South", "North"), 3: ("South", "West", "East"), 4: ("South", "West", "North", "East")}
_TREES = ("Oak", "Alder", "Birch", "Cedar", "Elm", "Fir", "Larch", "Pine")


def default_names(players: int, seat: int | None) -> list[str]:
    """A name a seat: the compass up to four seats, trees beyond, and "You" for the person's seat."""
    names = list(_COMPASS.get(players, _TREES[:players]))
    if seat is not None:
        names[seat] = "You"
    return names


class Names:
    """The players of a table, with the person among them addressed as "You"."""

    def __init__(self, names: Sequence[str], me: int | None) -> None:
        """Names a seat, and the person's seat, None where nobody but bots plays."""
        self.me = me
        self.plain = tuple(names)
        self._shown = tuple(
            "You" if seat == me else _printable(name) or f"Seat {seat}" for seat, name in enumerate(names)
        )

    def __getitem__(self, seat: int) -> str:
        """The name of a seat as it begins a sentence."""
        return self._shown[seat]

    def __len__(self) -> int:
        return len(self._shown)

    def inside(self, seat: int) -> str:
        """The name of a seat inside a sentence: ``you``, ``North``."""
        return "you" if seat == self.me else self._shown[seat]

    def does(self, seat: int, verb: str) -> str:
        """A seat and what it does: ``does(0, "bid")`` is ``You bid`` or ``North bids``."""
        return f"{self[seat]} {self.verb(seat, verb)}"

    def verb(self, seat: int, verb: str) -> str:
        """A verb, given as one speaks to "you", in the form for a seat."""
        if seat == self.me:
            return verb
        irregular = {"pass": "passes", "have": "has", "are": "is"}
        return irregular.get(verb, verb + "s")

    def listed(self, seats: Sequence[int]) -> str:
        """Some seats in a sentence, the person last: ``North and you``."""
        ordered = sorted(seats, key=lambda seat: (seat == self.me, seat))
        words = [self.inside(seat) for seat in ordered]
        return f"{', '.join(words[:-1])} and {words[-1]}" if len(words) > 1 else "".join(words)

    def initials(self) -> list[str]:
        """A short form a seat, no two the same: ``Y``, ``N``."""
        for size in range(1, 4):
            short = [name[:size] for name in self._shown]
            if len(set(short)) == len(short):
                return short
        return [str(seat) for seat in range(len(self))]


def _printable(name: str) -> str:
    """A name as one short line: a record's names may be any text."""
    text = "".join(letter if letter.isprintable() else "?" for letter in name).strip()
    return text if len(text) <= 12 else text[:11] + "…"
