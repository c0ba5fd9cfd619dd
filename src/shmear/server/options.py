"""How a server is run: where it listens and stores, what it allows, how patient it is."""

from __future__ import annotations

from urllib.parse import urlsplit

from msgspec import Struct


class Options(Struct, frozen=True, kw_only=True):
    """The options of `shmear serve`. Times are seconds, sizes bytes.

    `database` None is the embedded SQLite file in the user's data folder. `public_url` is what links begin with and
    the only origin whose pages may open sockets; None allows the address that a request came to. `joins_per_second` is
    how often one address may come to a table or ask for one by its code; thirty times as often at once after a rest.
    """

    host: str = "127.0.0.1"
    port: int = 8000
    database: str | None = None
    public_url: str | None = None
    grace: float = 90.0
    tables_per_hour: int = 60
    sockets_per_address: int = 200
    messages_per_second: float = 15.0
    messages_at_once: int = 60
    joins_per_second: float = 2.0
    slow_after: float = 10.0
    trust_proxy: bool = False

    @property
    def secure(self) -> bool:
        """Whether people reach the server by https, so that cookies are for https only."""
        return self.public_url is not None and urlsplit(self.public_url).scheme == "https"
