"""Who a browser is, without an account: a random id in a signed cookie that scripts cannot read."""

from __future__ import annotations

import secrets
from http.cookies import CookieError, SimpleCookie

from itsdangerous import BadSignature, URLSafeSerializer

COOKIE = "shmear_player"
YEAR = 365 * 24 * 3600


def new_player() -> str:
    """The id of somebody who has not been here before."""
    return secrets.token_urlsafe(16)


class Identity:
    """Signs and reads the cookie with the key that all processes of a site share."""

    def __init__(self, key: str) -> None:
        """With a secret key."""
        self._signer = URLSafeSerializer(key, salt="shmear-player-1")

    def sign(self, player: str) -> str:
        """The cookie's value for a player."""
        return self._signer.dumps(player)

    def read(self, value: str | None) -> str | None:
        """The player of a cookie's value; None for one that this site has not signed."""
        if not value or len(value) > 300:
            return None
        try:
            player = self._signer.loads(value)
        except BadSignature:
            return None
        return player if isinstance(player, str) and player else None

    def of_header(self, header: str) -> str | None:
        """The player of a ``Cookie`` header."""
        try:
            morsel = SimpleCookie(header).get(COOKIE)
        except CookieError:
            return None
        return self.read(None if morsel is None else morsel.value)
