"""A client for bots and tests: sit at a table of any Shmear server from Python (docs/client.md).

``async with await Client.enter("http://127.0.0.1:8000") as client:`` gives a player; ``client.create(…)`` and
``client.join(code)`` a `Seat`, and ``await seat.play(bot("novice"))`` plays until the match is over.
"""

from shmear.client.client import Client, ClientError
from shmear.client.seat import RefusedByServer, Seat

__all__ = ["Client", "ClientError", "RefusedByServer", "Seat"]
