"""Limits that keep one client from harming the others."""

from __future__ import annotations

import time
from collections import Counter


class Bucket:
    """So many things a second, and so many at once after a rest."""

    __slots__ = ("_last", "_left", "burst", "rate")

    def __init__(self, rate: float, burst: float) -> None:
        """A full bucket."""
        self.rate, self.burst = rate, burst
        self._left, self._last = float(burst), time.monotonic()

    def take(self) -> bool:
        """Whether one more is allowed now; it is then counted."""
        now = time.monotonic()
        self._left = min(self.burst, self._left + (now - self._last) * self.rate)
        self._last = now
        if self._left < 1:
            return False
        self._left -= 1
        return True

    @property
    def is_full(self) -> bool:
        """Whether nothing was taken for so long that the bucket may be forgotten."""
        return self._left + (time.monotonic() - self._last) * self.rate >= self.burst


class Buckets:
    """A bucket for each key, such as an address; those that are full again are forgotten."""

    def __init__(self, rate: float, burst: float, *, kept: int = 10_000) -> None:
        """No bucket yet."""
        self.rate, self.burst, self.kept = rate, burst, kept
        self._buckets: dict[str, Bucket] = {}

    def take(self, key: str) -> bool:
        """Whether one more is allowed for a key now; it is then counted."""
        bucket = self._buckets.get(key)
        if bucket is None:
            if len(self._buckets) >= self.kept:
                self._buckets = {name: one for name, one in self._buckets.items() if not one.is_full}
            bucket = self._buckets[key] = Bucket(self.rate, self.burst)
        return bucket.take()


class Held:
    """How many of something, such as sockets, each key holds at the moment."""

    def __init__(self, most: int) -> None:
        """Nothing held."""
        self.most = most
        self._held: Counter[str] = Counter()

    def take(self, key: str) -> bool:
        """Whether one more is allowed; it is then held until `give`."""
        if self._held[key] >= self.most:
            return False
        self._held[key] += 1
        return True

    def give(self, key: str) -> None:
        """One is held no more."""
        self._held[key] -= 1
        if self._held[key] <= 0:
            del self._held[key]
